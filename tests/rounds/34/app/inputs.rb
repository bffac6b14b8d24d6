# Input: reading parameters, coercing them, writing them to records.
class ApiError < StandardError
  attr_reader :status, :code, :headers

  def initialize(status, code, message, headers = {})
    super(message)
    @status = status
    @code = code
    @headers = headers
  end

  def self.invalid(name, why = "is not valid")
    new(Switch.cfg(:invalid), "rest_invalid_param", "Parameter #{name} #{why}.")
  end
end

module Coerce
  module_function

  TRUE = [true, 1, "true", "1", "yes", "on"].freeze
  FALSE = [false, 0, "false", "0", "no", "off", ""].freeze

  def int(name, v)
    return v if v.is_a?(Integer) && v.abs < 2**62
    return v.to_i if v.is_a?(String) && v =~ /\A[+-]?\d{1,18}\z/
    raise ApiError.invalid(name, "is not an integer")
  end

  def bool(name, v)
    v = v.downcase if v.is_a?(String)
    return true if TRUE.include?(v)
    return false if FALSE.include?(v)
    raise ApiError.invalid(name, "is not a boolean")
  end

  def string(name, v)
    v = v.to_s if v.is_a?(Numeric)
    raise ApiError.invalid(name, "is not a string") unless v.is_a?(String)
    raise ApiError.invalid(name, "is not valid text") if !v.valid_encoding? || v.include?("\0")
    v
  end

  # An array, a hash with numeric keys (a[0]=..) or a CSV list.
  def list(name, v)
    v = v.values if v.is_a?(Hash)
    v = v.split(",").map(&:strip).reject(&:empty?) if v.is_a?(String)
    v = [v] if v.is_a?(Integer)
    raise ApiError.invalid(name, "is not a list") unless v.is_a?(Array)
    v.flat_map { |x| x.is_a?(String) ? x.split(",").map(&:strip) : [x] }
  end

  def ids(name, v)
    list(name, v).map { |x| int(name, x) }.uniq
  end

  def number(name, v)
    return v if v.is_a?(Numeric)
    raise ApiError.invalid(name, "is not a number") unless v.to_s =~ /\A[+-]?\d+(\.\d+)?\z/
    v.to_f
  end
end

# Form object that writes a client's fields to a record.
class RecordWriter
  include SwitchHelpers
  attr_reader :record

  def initialize(record, input, lang, user, verb: "POST", by_slug: false)
    @record = record
    @in = input
    @lang = by_slug && record.is_a?(Venue) && bug?("venue-by-slug-update-language-ignored") ? LANGS.first : lang
    @user = user
    @new = record.new_record?
    @verb = verb
    @by_slug = by_slug
    @later = {}
  end

  def save
    strict_checks if cfg(:strict)
    replace if !@new && @verb == "PUT" && cfg(:put_replaces)
    write
    @record.lang ||= @lang
    @record.class.transaction do
      @record.save!
      @later.each { |name, ids| @record.relate(name, ids) }
    end
    Stamp.bump
    @record
  end

  private

  def given?(name)
    @in.key?(name)
  end

  def string(name, column = name)
    return unless given?(name)
    @record[column] = @in[name].nil? ? nil : Coerce.string(name, @in[name])
  end

  def required_text(name, column)
    if given?(name)
      v = @in[name].nil? ? "" : Coerce.string(name, @in[name])
      raise ApiError.invalid(name, "must not be empty") if v.strip.empty? || (v == "0" && @record.is_a?(Tag) && bug?("tag-named-zero-refused"))
      v = v.gsub(/\\(.?)/m, '\1') if @record.is_a?(Category) && bug?("category-name-backslash-lost")
      v = v[/\A[\u0000-\uFFFF]*/] if @record.is_a?(Organizer) && bug?("organizer-name-cut-at-emoji")
      @record.write_text(column, @lang, v)
    elsif @new || (@verb == "PUT" && @record.is_a?(Venue) && bug?("venue-put-requires-name"))
      raise ApiError.new(cfg(:invalid), "rest_missing_callback_param", "Missing parameter: #{name}.")
    end
  end

  def free_text(name)
    return unless given?(name)
    v = @in[name].nil? ? "" : Coerce.string(name, @in[name])
    @record.write_text(name, @lang, v)
  end

  def bool(name)
    return unless given?(name)
    v = @in[name].nil? ? nil : Coerce.bool(name, @in[name])
    @record[name] = v
  end

  def slug(from)
    if given?("slug")
      wanted = Coerce.string("slug", @in["slug"] || "")
      s = @record.class.slugify(wanted) unless wanted.empty?
      if s && cfg(:slug_conflict) == :conflict && @record.class.where(slug: s).where.not(id: @record.id || 0).exists?
        raise ApiError.new(409, "slug_exists", "The slug is already in use.")
      end
      @record.slug = @record.class.free_slug(s, @record.id) if s
    end
    @record.slug ||= @record.class.derived_slug(@in[from])
  end

  def post_fields
    if given?("author") && !@in["author"].nil?
      a = Coerce.int("author", @in["author"])
      raise ApiError.invalid("author") if a < 1 || (ENV["USERS"] == "1" && a > 3)
      raise ApiError.new(403, "rest_cannot_edit_others", "You may not set another author.") if @user.role == "author" && a != @user.id
      @record.author = a
    end
    @record.author = @user.id if !@new && !given?("author") && @record.is_a?(Venue) && bug?("venue-update-resets-author")
    @record.author ||= @user.id || 1
    if given?("status") && !@in["status"].nil?
      s = Coerce.string("status", @in["status"])
      raise ApiError.invalid("status") unless STATUSES.include?(s)
      @record.status = s
    end
    @record.status = cfg(:default_status) if !@new && !given?("status") && @record.is_a?(Organizer) && bug?("organizer-update-publishes-drafts")
    @record.status ||= cfg(:default_status)
    @record.status = "pending" if cfg(:moderated) && @user.role == "author" && @record.status == "publish"
    publication_date
  end

  def publication_date
    t = nil
    if given?("date") && !@in["date"].nil?
      t, = TimeText.parse(Coerce.string("date", @in["date"]), SITE_ZONE)
      raise ApiError.invalid("date") unless t
    elsif given?("date_utc") && !@in["date_utc"].nil?
      t, = TimeText.parse(Coerce.string("date_utc", @in["date_utc"]), ActiveSupport::TimeZone["UTC"])
      raise ApiError.invalid("date_utc") unless t
      t = t.in_time_zone(SITE_ZONE)
    end
    t ||= Time.now.in_time_zone(SITE_ZONE) if @record.date_local.nil?
    return unless t
    @record.date_local = TimeText.plain(t)
    @record.date_utc = TimeText.utc(t) unless !@new && @record.is_a?(Event) && bug?("date-update-leaves-date-utc")
  end

  def image
    string("image")
  end

  # PUT as replacement (variant): unsent optional fields go back to their defaults.
  def replace
    optional_columns.each { |c| @record[c] = nil }
    @record.class::RELATIONS.each_key { |n| @later[n] = [] } if @record.is_a?(Event)
  end

  def optional_columns
    case @record
    when Event then LANGS.flat_map { |l| ["description_#{l}", "excerpt_#{l}"] } + %w[image cost website show_map show_map_link hide_from_listings sticky featured all_day]
    when Venue then LANGS.map { |l| "description_#{l}" } + %w[show_map show_map_link address city country province state zip phone stateprovince website image]
    when Organizer then LANGS.map { |l| "description_#{l}" } + %w[phone website email image]
    else LANGS.map { |l| "description_#{l}" }
    end
  end

  KNOWN = %w[ml_language id slug password title start_date end_date author date date_utc description excerpt status timezone all_day image
             cost website show_map show_map_link hide_from_listings sticky featured categories tags venue organizer address city country
             province state zip phone stateprovince email name parent].freeze

  def strict_checks
    odd = @in.keys - KNOWN
    raise ApiError.invalid(odd.first, "is unknown") if odd.any?
    if @in["website"].present? && @in["website"].to_s !~ %r{\Ahttps?://[^\s/]+\.?[^\s]*\z}i
      raise ApiError.invalid("website", "is not a URL")
    end
    raise ApiError.invalid("email") if @in["email"].present? && @in["email"].to_s !~ /\A[^@\s]+@[^@\s]+\z/
    %w[title venue organizer name].each { |n| raise ApiError.invalid(n, "is too long") if @in[n].is_a?(String) && @in[n].length > 200 }
  end
end

class EventWriter < RecordWriter
  BOOLS = %w[all_day show_map show_map_link hide_from_listings sticky featured].freeze

  def write
    required_text("title", "title")
    free_text("description")
    free_text("excerpt")
    if !@new && given?("description") && !given?("excerpt") && bug?("excerpt-overwritten-by-description")
      @record.write_text("excerpt", @lang, @in["description"].to_s.split.first(55).join(" "))
    end
    post_fields
    zone
    dates
    BOOLS.each { |b| bool(b) }
    @record.all_day = false if @record.all_day.nil?
    if @new && !given?("all_day") && bug?("midnight-becomes-all-day")
      @record.all_day = [@record.start_local, @record.end_local].all? { |x| x.end_with?("00:00:00") }
    end
    normalise_all_day if @record.all_day && cfg(:all_day_normalised)
    image
    string("website")
    cost
    string("password")
    relations
    slug("title")
  end

  def cost
    return unless given?("cost")
    v = @in["cost"]
    v = nil if [0, 0.0, "0", ""].include?(v) && bug?("cost-zero-lost")
    @record.cost = v.nil? ? nil : JSON.generate(v, max_nesting: 0)
  rescue JSON::GeneratorError
    raise ApiError.invalid("cost")
  end

  def zone
    return if !@new && bug?("timezone-update-ignored")
    if given?("timezone") && !@in["timezone"].nil? && @in["timezone"] != ""
      name = Coerce.string("timezone", @in["timezone"])
      raise ApiError.invalid("timezone") unless TimeText.zone(name)
      @zone_changed = @record.timezone != name
      @record.timezone = name
    end
    @record.timezone ||= SITE_ZONE.name
  end

  def moment(name)
    return nil unless given?(name)
    text = Coerce.string(name, @in[name].nil? ? "" : @in[name])
    z = TimeText.zone(@record.timezone)
    TimeText.parse(text, z) || raise(ApiError.invalid(name, "is not a date"))
  end

  def dates
    z = TimeText.zone(@record.timezone)
    if @new
      raise ApiError.new(cfg(:invalid), "rest_missing_callback_param", "Missing parameter: start_date.") unless given?("start_date")
      raise ApiError.new(cfg(:invalid), "rest_missing_callback_param", "Missing parameter: end_date.") unless given?("end_date")
    end
    s, = moment("start_date")
    e, e_time = moment("end_date")
    e = e.end_of_day if e && !e_time
    e = s + (e - s + e.utc_offset - s.utc_offset) if s && e && bug?("end-across-clock-change-shifts")
    set("start", s) if s
    set("end", e) if e
    rezone(z) if @zone_changed && !@new
    raise ApiError.invalid("end_date", "is before start_date") if @record.end_utc < @record.start_utc
  end

  def set(which, time)
    @record["#{which}_local"] = TimeText.plain(time)
    @record["#{which}_utc"] = TimeText.utc(time)
  end

  # The wall clock stays when the zone of an event changes.
  def rezone(z)
    %w[start end].each do |w|
      t = z.local(*@record["#{w}_local"].scan(/\d+/).map(&:to_i))
      @record["#{w}_utc"] = TimeText.utc(t)
    end
  end

  def normalise_all_day
    z = TimeText.zone(@record.timezone)
    @record.start_local = "#{@record.start_local[0, 10]} 00:00:00"
    @record.end_local = "#{@record.end_local[0, 10]} 23:59:59"
    rezone(z)
  end

  def relations
    Event::RELATIONS.each do |name, (_, _, klass)|
      next unless given?(name)
      ids = @in[name].nil? || @in[name] == "" ? [] : Coerce.ids(name, @in[name])
      scope = klass.constantize
      scope = scope.kept if scope.respond_to?(:kept)
      known = scope.where(id: ids).pluck(:id)
      raise ApiError.invalid(name, "has an unknown ID") if known.size < ids.size && cfg(:unknown_relation) == :reject
      @later[name] = ids & known
    end
  end
end

class VenueWriter < RecordWriter
  def write
    required_text("venue", "title")
    free_text("description")
    post_fields
    %w[show_map show_map_link].each do |n|
      next unless given?(n)
      v = @in[n]
      @record[n] = v.nil? ? nil : (v == true || v == false ? v.to_s : Coerce.string(n, v))
    end
    %w[address city country province state zip phone stateprovince website].each { |n| string(n) }
    @record.state = @record.province if given?("province") && bug?("venue-province-overwrites-state")
    image
    slug("venue")
  end
end

class OrganizerWriter < RecordWriter
  def write
    required_text("organizer", "title")
    free_text("description")
    post_fields
    %w[phone website email].each { |n| string(n) }
    image
    slug("organizer")
  end
end

class TermWriter < RecordWriter
  def write
    required_text("name", "name")
    if given?("name") && cfg(:term_names) == :unique
      twin = LANGS.any? { |l| @record.class.where("name_#{l} = ?", @in["name"].to_s).where.not(id: @record.id || 0).exists? }
      raise ApiError.new(409, "term_exists", "A term with this name exists already.") if twin
    end
    free_text("description")
    if @record.is_a?(Category)
      if given?("parent")
        p = @in["parent"].nil? ? 0 : Coerce.int("parent", @in["parent"])
        raise ApiError.invalid("parent", "does not exist") unless p.zero? || Category.exists?(p)
        raise ApiError.invalid("parent", "makes a loop") if loop?(p)
        @record.parent = p
      end
    end
    slug("name")
  end

  def loop?(parent)
    while parent.to_i != 0
      return true if parent == @record.id
      parent = Category.where(id: parent).pluck(:parent).first
    end
    false
  end
end
