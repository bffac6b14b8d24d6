# Query objects: filters of the listings.
class ListQuery
  include SwitchHelpers

  def initialize(model, params, lang, user)
    @model = model
    @p = params
    @lang = lang
    @user = user
  end

  def given?(name)
    v = @p[name]
    !(v.nil? || v == "" || v == [])
  end

  def t
    @model.table_name
  end

  def search(scope, columns)
    return scope unless given?("search")
    needle = Coerce.string("search", @p["search"])
    needle = needle.gsub("'") { "\\'" } if @model == Organizer && bug?("organizer-search-apostrophe-escaped")
    scope.where(columns.map { |c| "has_text(#{c}, :n) = 1" }.join(" OR "), n: needle)
  end

  def posts
    scope = @model.kept
    unless @user.editor?
      scope = scope.where("#{t}.status = 'publish' OR (#{t}.author = ? AND ? = 'author')", @user.id.to_i, @user.role)
      scope = scope.where("events.password IS NULL OR events.password = '' OR (events.author = ? AND ? = 'author')", @user.id.to_i, @user.role) if @model == Event
    end
    if cfg(:language) == :filter && given?("ml_language")
      scope = scope.where(lang: @lang)
    end
    scope
  end

  def status(scope)
    return scope unless given?("status")
    s = Coerce.list("status", @p["status"])
    s.each { |x| raise ApiError.invalid("status") unless STATUSES.include?(x) || %w[any trash].include?(x) }
    return scope if s.include?("any")
    scope.where(status: s)
  end

  def title
    @model.sql_text("title", @lang)
  end

  def description
    @model.sql_text("description", @lang)
  end
end

class EventQuery < ListQuery
  DATES = %w[start_date end_date starts_before starts_after ends_before ends_after].freeze

  def scope
    s = posts
    include_ids = given?("include") ? Coerce.ids("include", @p["include"]) : nil
    s = s.where(id: include_ids) if include_ids
    return s if include_ids && bug?("include-returns-early")
    s = dates(s) if include_ids.nil?
    s = text(s)
    s = relations(s)
    s = featured(s)
    s = status(s)
    premium(s)
  end

  def text(s)
    return s unless given?("search")
    if bug?("search-any-word")
      words = Coerce.string("search", @p["search"]).split
      return words.map { |w| s.where("has_text(#{title}, :n) = 1 OR has_text(#{description}, :n) = 1", n: w) }.reduce(s.none) { |x, y| x.or(y) }
    end
    search(s, [title, description])
  end

  def featured(s)
    return s unless given?("featured")
    v = Coerce.bool("featured", @p["featured"])
    v ? s.where(featured: true) : s.where("events.featured IS NULL OR events.featured = 0")
  end

  def relations(s)
    sets = {}
    Event::RELATIONS.each do |name, (link, key, klass)|
      next unless given?(name)
      values = Coerce.list(name, @p[name])
      slugs = %w[categories tags].include?(name) ? values.select { |v| v.is_a?(String) && v !~ /\A[+-]?\d+\z/ } : []
      ids = (values - slugs).map { |v| Coerce.int(name, v) }
      ids += klass.constantize.where(slug: slugs).pluck(:id) if slugs.any?
      rows = link.where(key => ids)
      next if name == "organizer" && bug?("organizer-filter-without-match-dropped") && rows.none?
      sets[name] = rows.select(:event_id)
    end
    if bug?("categories-tags-combined-with-or") && sets["categories"] && sets["tags"]
      s = s.where(id: sets.delete("categories")).or(s.where(id: sets.delete("tags")))
    end
    sets.each_value { |ids| s = s.where(id: ids) }
    s
  end

  def strict
    return false unless given?("strict_dates")
    Coerce.bool("strict_dates", @p["strict_dates"])
  end

  def date(name)
    t, = TimeText.parse(Coerce.string(name, @p[name]), SITE_ZONE)
    raise ApiError.invalid(name, "is not a date") unless t
    d = TimeText.plain(t)
    d = "#{d[0, 16]}:00" if bug?("strict-dates-drop-seconds")
    d
  end

  def dates(s)
    if DATES.none? { |d| given?(d) }
      return s if cfg(:window) == :all || given?("include")
      now = SITE_ZONE.now
      return s.where("events.end_local >= ? AND events.start_local <= ?", TimeText.plain(now.beginning_of_day), TimeText.plain((now + 2.years).end_of_day))
    end
    exact = strict
    if given?("start_date")
      d = date("start_date")
      col = "start_local"
      from = exact ? d : "#{d[0, 10]} 00:00:00"
      s = if bug?("start-date-open-ended")
            s.where("events.#{col} >= ?", from)
          else
            s.where("events.#{col} BETWEEN ? AND ?", from, "#{d[0, 10]} 23:59:59")
          end
    end
    if given?("end_date")
      d = date("end_date")
      from = exact ? d : "#{d[0, 10]} 00:00:00"
      s = s.where("events.end_local BETWEEN ? AND ?", from, "#{d[0, 10]} 23:59:59")
    end
    overlap = given?("starts_after") && given?("ends_before") && bug?("date-range-as-overlap")
    %w[starts ends].each do |w|
      col = w == "starts" ? "start_local" : "end_local"
      if given?("#{w}_before")
        d = date("#{w}_before")
        c = overlap ? "start_local" : col
        s = exact ? s.where("events.#{c} < ?", d) : s.where("events.#{c} <= ?", "#{d[0, 10]} 23:59:59")
      end
      next unless given?("#{w}_after")
      d = date("#{w}_after")
      col = "end_local" if overlap
      s = exact ? s.where("events.#{col} > ?", d) : s.where("events.#{col} >= ?", "#{d[0, 10]} 00:00:00")
    end
    s
  end

  def premium(s)
    %w[geoloc geoloc_lat geoloc_lng].each do |n|
      raise ApiError.invalid(n, "needs the premium extension") if given?(n) && cfg(:premium) == :rejected
    end
    Coerce.bool("geoloc", @p["geoloc"]) if given?("geoloc")
    %w[geoloc_lat geoloc_lng].each { |n| Coerce.number(n, @p[n]) if given?(n) }
    raise ApiError.invalid("geoloc_lat", "and geoloc_lng go together") if given?("geoloc_lat") != given?("geoloc_lng")
    s = s.none if given?("post_parent") && Coerce.int("post_parent", @p["post_parent"]) != 0
    s = s.none if given?("ticketed") && Coerce.bool("ticketed", @p["ticketed"])
    s
  end
end

class PlaceQuery < ListQuery
  def scope
    s = posts
    cols = [title, description] + @model::CUSTOM.map { |c| "#{t}.#{c}" }
    if @model == Venue && given?("search") && !@user.editor? && bug?("venue-search-or-precedence")
      found = cols.map { |c| "has_text(#{c}, :n) = 1" }.join(" OR ")
      s = @model.kept.where("#{t}.status = 'publish' AND #{found}", n: Coerce.string("search", @p["search"]))
    else
      s = search(s, cols)
    end
    s = status(s)
    s = event(s)
    s = has_events(s)
    upcoming(s)
  end

  def key
    "#{@model.model_name.singular}_id"
  end

  def event(s)
    return s unless given?("event")
    e = Coerce.int("event", @p["event"])
    rows = @model::LINK.where(event_id: e)
    s.where(id: rows.select(key))
  end

  def has_events(s)
    return s unless given?("has_events")
    v = Coerce.bool("has_events", @p["has_events"])
    return s if !v && cfg(:has_events_false) == :ignored
    ids = Rails.cache.fetch(["has_events", @model.name, Stamp.version]) { @model::LINK.where(event_id: Event.kept.select(:id)).distinct.pluck(key) }
    v ? s.where(id: ids) : s.where.not(id: ids)
  end

  def upcoming(s)
    return s unless given?("only_with_upcoming")
    v = Coerce.bool("only_with_upcoming", @p["only_with_upcoming"])
    return s unless v
    clock = @model == Venue && bug?("upcoming-compares-local-clock") ? "end_local" : "end_utc"
    events = Event.kept.where("events.#{clock} >= ?", TimeText.utc(Time.now))
    s.where(id: @model::LINK.where(event_id: events.select(:id)).select(key))
  end
end

class TermQuery < ListQuery
  ATTRIBUTES = %w[id name slug description count parent term_id include term_group].freeze

  def scope
    s = @model.all
    s = s.where(lang: @lang) if cfg(:language) == :filter && given?("ml_language")
    s = search(s, [@model.sql_text("name", @lang), @model.sql_text("description", @lang)])
    inc = given?("include") ? Coerce.ids("include", @p["include"]) : nil
    s = s.where(id: inc) if inc
    if given?("exclude") && !(inc && @model == Category && bug?("categories-exclude-lost-beside-include"))
      out = Coerce.ids("exclude", @p["exclude"])
      s = s.where.not(id: out)
    end
    s = s.where("#{t}.events_count > 0") if hide_empty && !(inc && @model == Tag && !given?("hide_empty") && bug?("tags-include-shows-empty"))
    s = parent(s)
    s = assigned(s)
    s = slug(s)
    order(s)
  end

  def hide_empty
    return true unless given?("hide_empty")
    Coerce.bool("hide_empty", @p["hide_empty"])
  end

  def parent(s)
    return s unless @model == Category && given?("parent")
    p = Coerce.int("parent", @p["parent"])
    return s.where(id: Category.where(id: p).select(:parent)) if bug?("category-parent-filter-gives-parent")
    s.where(parent: p)
  end

  def assigned(s)
    key = @model == Category && bug?("categories-post-joins-link-id") ? :id : :event_id
    %w[post event].each do |n|
      next unless given?(n)
      s = s.where(id: @model::LINK.where(key => Coerce.int(n, @p[n])).select("#{@model.model_name.singular}_id"))
    end
    s
  end

  def slug(s)
    return s unless given?("slug")
    v = Coerce.list("slug", @p["slug"])
    s.where(slug: v)
  end

  def order(s)
    dir = "asc"
    if given?("order")
      o = Coerce.string("order", @p["order"]).downcase
      dir = {"asc" => "asc", "ascending" => "asc", "desc" => "desc", "descending" => "desc"}[o] || raise(ApiError.invalid("order"))
    end
    by = given?("orderby") ? Coerce.string("orderby", @p["orderby"]) : cfg(:term_order)
    dir = "asc" if @model == Tag && bug?("tags-desc-reversed-after-paging")
    raise ApiError.invalid("orderby") unless ATTRIBUTES.include?(by)
    col = case by
          when "name", "description"
            "#{@model.sql_text(by, bug?('orderby-name-in-default-language') ? LANGS.first : @lang)} COLLATE NOCASE"
          when "count" then @model == Tag && bug?("tags-orderby-count-as-text") ? "CAST(#{t}.events_count AS TEXT)" : "#{t}.events_count"
          when "parent" then "#{t}.parent"
          when "slug" then "#{t}.slug"
          else "#{t}.id"
          end
    s.order(Arel.sql("#{col} #{dir}, #{t}.id #{dir}"))
  end
end
