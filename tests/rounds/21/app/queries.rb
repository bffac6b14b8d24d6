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
    scope.where(columns.map { |c| "has_text(#{c}, :n) = 1" }.join(" OR "), n: needle)
  end

  def posts
    scope = @model.kept
    unless @user.editor? || (bug?("status-filter-opens-drafts") && given?("status"))
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

  def text_lang
    bug?("search-default-language-only") ? "nl" : @lang
  end

  def title(lang = text_lang)
    own(@model.sql_text("title", lang), "title")
  end

  def description(lang = text_lang)
    own(@model.sql_text("description", lang), "description")
  end

  def own(sql, field)
    bug?("search-default-language-only") ? "#{t}.#{field}_nl" : sql
  end
end

class EventQuery < ListQuery
  DATES = %w[start_date end_date starts_before starts_after ends_before ends_after].freeze

  def scope
    s = posts
    include_ids = given?("include") ? Coerce.ids("include", @p["include"]) : nil
    include_ids = include_ids.first(1) if include_ids && bug?("include-first-only")
    s = s.where(id: include_ids) if include_ids
    s = dates(s) if include_ids.nil? || bug?("include-respects-dates")
    s = text(s)
    s = relations(s)
    s = featured(s)
    s = status(s)
    premium(s)
  end

  def text(s)
    return s unless given?("search")
    cols = [title]
    cols << description unless bug?("search-title-only")
    if bug?("search-wildcards")
      n = Coerce.string("search", @p["search"])
      return s.where("#{cols.first} LIKE :n OR #{cols.last} LIKE :n", n: "%#{n}%")
    end
    search(s, cols)
  end

  def featured(s)
    return s unless given?("featured")
    v = Coerce.bool("featured", @p["featured"])
    return s if !v && bug?("featured-false-ignored")
    return s if given?("search") && bug?("search-drops-featured")
    v ? s.where(featured: true) : s.where("events.featured IS NULL OR events.featured = 0")
  end

  def relations(s)
    Event::RELATIONS.each do |name, (link, key, klass)|
      next unless given?(name)
      next if name == "organizer" && given?("venue") && bug?("organizer-dropped-beside-venue")
      values = Coerce.list(name, @p[name])
      slugs = %w[categories tags].include?(name) ? values.select { |v| v.is_a?(String) && v !~ /\A[+-]?\d+\z/ } : []
      ids = (values - slugs).map { |v| Coerce.int(name, v) }
      ids += klass.constantize.where(slug: slugs).pluck(:id) if slugs.any?
      ids = ids.first(1) if name == "tags" && bug?("tags-filter-first-only")
      rows = link.where(key => ids)
      rows = rows.where(position: 0) if name == "venue" && bug?("venue-filter-first-venue")
      if name == "categories" && bug?("categories-filter-duplicates")
        s = s.joins(:event_categories).where(event_categories: {category_id: ids})
        next
      end
      if name == "categories" && bug?("categories-filter-all")
        ids.each { |i| s = s.where(id: link.where(key => i).select(:event_id)) }
        next
      end
      s = s.where(id: rows.select(:event_id))
    end
    s
  end

  def strict
    return false unless given?("strict_dates")
    return true if bug?("strict-dates-false-truthy")
    Coerce.bool("strict_dates", @p["strict_dates"])
  end

  def date(name)
    t, = TimeText.parse(Coerce.string(name, @p[name]), SITE_ZONE)
    raise ApiError.invalid(name, "is not a date") unless t
    TimeText.plain(t)
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
      col = "start_utc" if bug?("start-date-utc-day")
      s = s.where("events.#{col} BETWEEN ? AND ?", exact ? d : "#{d[0, 10]} 00:00:00", "#{d[0, 10]} 23:59:59")
    end
    if given?("end_date")
      d = date("end_date")
      from = exact ? d : "#{d[0, 10]} 00:00:00"
      from = d if bug?("end-date-not-whole-day")
      s = s.where("events.end_local BETWEEN ? AND ?", from, "#{d[0, 10]} 23:59:59")
    end
    %w[starts ends].each do |w|
      col = w == "starts" ? "start_local" : "end_local"
      if given?("#{w}_before")
        d = date("#{w}_before")
        c = w == "ends" && bug?("ends-before-uses-start") ? "start_local" : col
        s = exact ? s.where("events.#{c} < ?", d) : s.where("events.#{c} <= ?", "#{d[0, 10]} 23:59:59")
      end
      next unless given?("#{w}_after")
      d = date("#{w}_after")
      next if w == "starts" && given?("starts_before") && bug?("starts-range-overwritten")
      e = exact && !(w == "starts" && bug?("strict-dates-ignored-for-starts-after"))
      s = e ? s.where("events.#{col} > ?", d) : s.where("events.#{col} >= ?", "#{d[0, 10]} 00:00:00")
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
  def scope(page)
    s = posts
    cols = [title, description]
    cols += @model::CUSTOM.map { |c| "#{t}.#{c}" } unless @model == Venue && bug?("venue-search-no-custom-fields")
    s = search(s, cols) unless page > 1 && @model == Venue && bug?("venues-second-page-drops-search")
    s = status(s) unless @model == Venue && given?("search") && bug?("venue-status-dropped-beside-search")
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
    rows = rows.where(position: 0) if @model == Organizer && bug?("organizer-event-filter-first")
    s.where(id: rows.select(key))
  end

  def has_events(s)
    return s unless given?("has_events")
    v = Coerce.bool("has_events", @p["has_events"])
    return s if !v && cfg(:has_events_false) == :ignored
    stamp = bug?("has-events-cache-stale") && @model == Venue ? @model.maximum(:id) : Stamp.version
    ids = Rails.cache.fetch(["has_events", @model.name, stamp]) { @model::LINK.where(event_id: Event.kept.select(:id)).distinct.pluck(key) }
    v ? s.where(id: ids) : s.where.not(id: ids)
  end

  def upcoming(s)
    return s unless given?("only_with_upcoming")
    v = Coerce.bool("only_with_upcoming", @p["only_with_upcoming"])
    v = true if bug?("only-with-upcoming-false-truthy")
    return s unless v
    events = Event.kept
    unless bug?("only-with-upcoming-counts-past") && @model == Organizer
      events = events.where("events.end_utc >= ?", TimeText.utc(Time.now))
    end
    s.where(id: @model::LINK.where(event_id: events.select(:id)).select(key))
  end
end

class TermQuery < ListQuery
  ATTRIBUTES = %w[id name slug description count parent term_id include term_group].freeze

  def scope(page)
    s = @model.all
    s = s.where(lang: @lang) if cfg(:language) == :filter && given?("ml_language")
    s = search(s, [@model.sql_text("name", text_lang), @model.sql_text("description", text_lang)])
    inc = given?("include") ? Coerce.ids("include", @p["include"]) : nil
    s = s.where(id: inc) if inc
    if given?("exclude")
      out = Coerce.ids("exclude", @p["exclude"])
      out = out.first(1) if bug?("exclude-first-only") && @model == Tag
      s = s.where.not(id: out)
    end
    s = s.where("#{t}.events_count > 0") if hide_empty
    s = parent(s)
    s = assigned(s)
    s = slug(s)
    order(s, page)
  end

  def hide_empty
    return !(bug?("tags-show-empty-by-default") && @model == Tag) unless given?("hide_empty")
    return true if bug?("hide-empty-zero-ignored") && @p["hide_empty"].to_s == "0"
    Coerce.bool("hide_empty", @p["hide_empty"])
  end

  def parent(s)
    return s unless @model == Category && given?("parent")
    p = Coerce.int("parent", @p["parent"])
    ids = [p]
    if bug?("parent-filter-includes-descendants") && p != 0
      level = [p]
      until (level = Category.where(parent: level).pluck(:id)).empty?
        ids += level
      end
    end
    s.where(parent: ids)
  end

  def assigned(s)
    names = %w[post event]
    names -= ["event"] if bug?("tags-event-alias-ignored") && @model == Tag
    names.each do |n|
      next unless given?(n)
      s = s.where(id: @model::LINK.where(event_id: Coerce.int(n, @p[n])).select("#{@model.model_name.singular}_id"))
    end
    s
  end

  def slug(s)
    return s unless given?("slug")
    v = Coerce.list("slug", @p["slug"])
    return s.where("#{t}.slug LIKE ?", "#{v.first}%") if bug?("term-slug-prefix")
    s.where(slug: v)
  end

  def order(s, page)
    dir = "asc"
    if given?("order")
      o = Coerce.string("order", @p["order"]).downcase
      dir = {"asc" => "asc", "ascending" => "asc", "desc" => "desc", "descending" => "desc"}[o] || raise(ApiError.invalid("order"))
      dir = "asc" if !given?("orderby") && bug?("order-needs-orderby")
      dir = "asc" if page > 1 && bug?("terms-second-page-ignores-order")
    end
    by = given?("orderby") ? Coerce.string("orderby", @p["orderby"]) : cfg(:term_order)
    raise ApiError.invalid("orderby") unless ATTRIBUTES.include?(by)
    col = case by
          when "name", "description" then "#{@model.sql_text(by, @lang)} COLLATE NOCASE"
          when "count" then "#{t}.events_count"
          when "parent" then "#{t}.parent"
          when "slug" then "#{t}.slug"
          else "#{t}.id"
          end
    s.order(Arel.sql("#{col} #{dir}, #{t}.id #{dir}"))
  end
end
