# Times, values and representations.
module TimeText
  FORM = /\A(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?\z/i.freeze

  # => [TimeWithZone, has_time] or nil
  def self.parse(text, zone)
    m = FORM.match(text.to_s.strip)
    return nil unless m && Date.valid_date?(m[1].to_i, m[2].to_i, m[3].to_i) && m[1].to_i >= 1
    h, mi, s = m[4].to_i, m[5].to_i, m[6].to_i
    return nil if h > 23 || mi > 59 || s > 59
    if m[7]
      off = m[7].upcase == "Z" ? "+00:00" : m[7].sub(/\A([+-]\d\d):?(\d\d)\z/, '\1:\2')
      return nil unless off =~ /\A[+-](0\d|1[0-4]):[0-5]\d\z/
      t = Time.new(m[1].to_i, m[2].to_i, m[3].to_i, h, mi, s, off).in_time_zone(zone)
    else
      t = zone.local(m[1].to_i, m[2].to_i, m[3].to_i, h, mi, s)
    end
    [t, !m[4].nil?]
  end

  def self.plain(time)
    time.strftime("%Y-%m-%d %H:%M:%S")
  end

  def self.utc(time)
    time.utc.strftime("%Y-%m-%d %H:%M:%S")
  end

  def self.zone(name)
    return nil if name.to_s.empty?
    ActiveSupport::TimeZone[name.to_s]
  rescue StandardError
    nil
  end
end

class RecordSerializer
  include SwitchHelpers

  def initialize(record, lang, base, explicit: true)
    @r = record
    @lang = lang
    @base = base
    @explicit = explicit
  end

  def as_json
    h = body
    case cfg(:nulls)
    when :omit then h.reject { |_, v| v.nil? }
    when :false then shape(h.transform_values { |v| v.nil? ? false : v })
    when :empty then h.transform_values { |v| v.nil? ? "" : v }
    else shape(h)
    end
  end

  CAMEL = {"rest_url" => "self", "venue" => "venueIds", "organizer" => "organizerIds", "categories" => "categoryIds", "tags" => "tagIds"}.freeze
  NUMBERS = %w[id author parent categories tags venue organizer].freeze

  # Members as variants show them.
  def shape(h)
    if cfg(:ids) == :string
      h = h.to_h { |k, v| [k, NUMBERS.include?(k) && (v.is_a?(Integer) || v.is_a?(Array)) ? (v.is_a?(Array) ? v.map(&:to_s) : v.to_s) : v] }
    end
    h = h.to_h { |k, v| [k, v == true ? 1 : (v == false && Event::BOOLEANS.include?(k) ? 0 : v)] } if cfg(:bools) == :int
    return h unless cfg(:keys) == :camel
    h.to_h do |k, v|
      next ["name", v] if k == @r.class.model_name.singular || k == "title"
      [CAMEL[k] || k.camelize(:lower), v]
    end
  end

  def text(field)
    v = @r.text(field, @lang)
    case cfg(:text)
    when :rendered then v.nil? ? {"rendered" => ""} : {"rendered" => v, "raw" => v}
    when :map
      return v if @explicit
      LANGS.to_h { |l| [l, @r["#{field}_#{l}"]] }.compact
    when :raw then {"raw" => v.to_s, "lang" => @lang}
    else v
    end
  end

  def time(local, utc, zone, whole_day: false)
    return nil if local.nil?
    case cfg(:time)
    when :iso then local.sub(" ", "T")
    when :utc then utc.sub(" ", "T") + "Z"
    when :object
      whole_day ? {"date" => local[0, 10], "zone" => zone.name} : {"local" => local, "utc" => utc, "zone" => zone.name}
    when :offset then zone.local(*local.scan(/\d+/).map(&:to_i)).iso8601
    else local
    end
  end

  def utc_time(utc)
    return nil if utc.nil?
    return ActiveSupport::TimeZone["UTC"].parse(utc).to_i if cfg(:time) == :object
    %i[plain].include?(cfg(:time)) ? utc : utc.sub(" ", "T") + (cfg(:time) == :iso ? "" : "Z")
  end

  def url(kind)
    "#{@base}vendor/events/v1/#{kind}/#{@r.id}"
  end

  def post_body
    {"author" => @r.author, "status" => @r.trashed ? "trash" : @r.status, "slug" => @r.slug,
     "date" => time(@r.date_local, @r.date_utc, SITE_ZONE), "date_utc" => utc_time(@r.date_utc)}
  end

  def language
    {"ml_language" => cfg(:language) == :translations ? @lang : (@r.lang || LANGS.first)}
  end
end

class EventSerializer < RecordSerializer
  def body
    zone = TimeText.zone(@r.timezone) || SITE_ZONE
    h = {"id" => @r.id, "rest_url" => url("events")}.merge(post_body).merge(language).merge(
      "title" => text("title"), "description" => text("description"), "excerpt" => text("excerpt"),
      "start_date" => time(@r.start_local, @r.start_utc, zone, whole_day: @r.all_day),
      "end_date" => time(@r.end_local, @r.end_utc, zone, whole_day: @r.all_day),
      "utc_start_date" => utc_time(@r.start_utc), "utc_end_date" => utc_time(@r.end_utc), "timezone" => @r.timezone,
      "all_day" => @r.all_day, "image" => @r.image, "cost" => cost, "website" => @r.website,
      "show_map" => @r.show_map, "show_map_link" => @r.show_map_link, "hide_from_listings" => @r.hide_from_listings,
      "sticky" => @r.sticky, "featured" => @r.featured, "protected" => @r.password.present?
    )
    Event::RELATIONS.each { |name, (_, _, klass)| h[name] = relation(name, klass.constantize) }
    h
  end

  def cost
    v = @r.cost.nil? ? nil : JSON.parse(@r.cost, quirks_mode: true)
    cfg(:cost) == :string && !v.nil? ? v.to_s : v
  end

  def relation(name, klass)
    ids = @r.related_ids(name)
    return ids.sort if cfg(:relations) == :sorted
    return ids if cfg(:relations) == :ids
    if cfg(:relations) == :short
      return klass.where(id: ids).index_by(&:id).values_at(*ids).compact.map do |x|
        term = x.is_a?(Term)
        {(term ? "term_id" : "ID") => x.id, (term ? "name" : "post_title") => x.text(term ? "name" : "title", @lang), "slug" => x.slug}
      end
    end
    kind = klass.model_name.plural
    list = klass.where(id: ids).index_by(&:id).values_at(*ids).compact.map do |x|
      if cfg(:relations) == :refs
        {"id" => x.id, "type" => kind, "href" => "#{@base}vendor/events/v1/#{kind}/#{x.id}"}
      else
        Serializers.for(x).new(x, @lang, @base).as_json
      end
    end
    list = list.first || [] if cfg(:relations) == :single && name == "venue" && list.size <= 1
    list
  end
end

class VenueSerializer < RecordSerializer
  def body
    {"id" => @r.id, "rest_url" => url("venues")}.merge(post_body).merge(language).merge(
      "venue" => text("title"), "description" => text("description")
    ).merge(@r.attributes.slice(*%w[show_map show_map_link address city country province state zip phone stateprovince website image]))
  end
end

class OrganizerSerializer < RecordSerializer
  def body
    {"id" => @r.id, "rest_url" => url("organizers")}.merge(post_body).merge(language).merge(
      "organizer" => text("title"), "description" => text("description")
    ).merge(@r.attributes.slice(*%w[phone website email image]))
  end
end

class TermSerializer < RecordSerializer
  def body
    kind = @r.is_a?(Category) ? "categories" : "tags"
    h = {"id" => @r.id, "name" => text("name"), "slug" => @r.slug, "description" => text("description"),
         "count" => @r.events_count, "rest_url" => url(kind)}.merge(language)
    h["parent"] = @r.parent.to_i if @r.is_a?(Category)
    h
  end
end

module Serializers
  MAP = {"Event" => EventSerializer, "Venue" => VenueSerializer, "Organizer" => OrganizerSerializer,
         "Category" => TermSerializer, "Tag" => TermSerializer}.freeze

  def self.for(record)
    MAP.fetch(record.class.name)
  end
end
