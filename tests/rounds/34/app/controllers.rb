# Users, base controller, resources.
class User
  attr_reader :id, :role

  def initialize(id, role)
    @id = id
    @role = role
  end

  ALL = {"editor" => new(1, "editor"), "author" => new(2, "author"), "reader" => new(3, "reader")}.freeze
  ANONYMOUS = new(nil, "anonymous")
  OPEN = new(1, "editor")

  def editor?
    role == "editor"
  end

  def writer?
    editor? || role == "author"
  end
end

module Authentication
  def current_user
    @current_user ||= find_user
  end

  def find_user
    return User::OPEN unless ENV["USERS"] == "1"
    header = request.headers["Authorization"].to_s
    if header.empty?
      return User::ANONYMOUS
    end
    name, pass = header =~ /\ABasic\s+(\S+)\z/i ? $1.unpack1("m").to_s.split(":", 2) : nil
    user = User::ALL[name]
    raise ApiError.new(401, "rest_not_logged_in", "Unknown user or wrong password.", "WWW-Authenticate" => 'Basic realm="calendar"') unless user && (pass == name || bug?("login-password-unchecked"))
    user
  end

  def deny!
    if current_user.role == "anonymous"
      raise ApiError.new(401, "rest_forbidden", "You have to log in.", "WWW-Authenticate" => 'Basic realm="calendar"')
    end
    raise ApiError.new(403, "rest_forbidden", "You are not allowed to do that.")
  end

  def deny_read!
    not_found! if cfg(:hidden) == :not_found
    deny!
  end
end

class BaseController < ActionController::API
  include SwitchHelpers
  include Authentication
  rescue_from(ApiError) { |e| problem(e.status, e.code, e.message, e.headers) }
  rescue_from(ActiveRecord::RecordInvalid) { |e| problem(cfg(:invalid), "rest_invalid_param", e.message) }
  before_action :set_language

  class << self
    def memory(name)
      (@memory ||= Hash.new { |h, k| h[k] = {} })[name]
    end
  end

  def input
    @input ||= read_query.merge(read_body)
  end

  def read_query
    request.query_parameters.to_h
  rescue ActionController::BadRequest, Rack::QueryParser::InvalidParameterError, ArgumentError
    raise ApiError.new(400, "rest_bad_query", "The query cannot be read.")
  end

  def read_body
    return {} if request.get? || request.head?
    raw = request.raw_post
    type = request.headers["CONTENT_TYPE"].to_s.split(";").first.to_s.strip.downcase
    if type.empty? || type =~ %r{\Aapplication/(.+\+)?json\z}
      raw = raw.dup.force_encoding("UTF-8")
      raise ApiError.new(400, "rest_invalid_json", "The body is not UTF-8.") unless raw.valid_encoding?
      return {} if raw.strip.empty?
      h = JSON.parse(raw)
      raise ApiError.new(400, "rest_invalid_json", "The body is not an object.") unless h.is_a?(Hash)
      h
    elsif %w[application/x-www-form-urlencoded multipart/form-data].include?(type)
      request.request_parameters.to_h
    elsif raw.empty?
      {}
    else
      raise ApiError.new(415, "rest_unsupported_type", "The body has to be JSON or a form.")
    end
  rescue JSON::ParserError
    raise ApiError.new(400, "rest_invalid_json", "The body is not JSON.")
  rescue ActionController::BadRequest, EOFError
    raise ApiError.new(400, "rest_bad_body", "The body cannot be read.")
  end

  def set_language
    v = input["ml_language"]
    if v.nil? || v == ""
      @lang = request.path_parameters[:site_lang] || LANGS.first
      @explicit = request.path_parameters.key?(:site_lang)
      return
    end
    ok = LANGS.include?(v)
    raise ApiError.invalid("ml_language", "is not one of nl, en, fr, de") unless ok || cfg(:bad_language) == :default
    @lang = ok ? v : LANGS.first
    @explicit = true
  end

  def base
    lang = request.path_parameters[:site_lang]
    "#{request.protocol}#{request.host_with_port}/#{lang && "#{lang}/"}"
  end

  def render_json(body, status: 200, headers: {}, tag: nil)
    headers.each { |k, v| response.set_header(k, v) }
    response.set_header("Vary", "Authorization") if ENV["USERS"] == "1"
    text = JSON.generate(body, max_nesting: 0)
    if status == 200 && (request.get? || request.head?) && cfg(:etag)
      response.strong_etag = tag || text
      return head(304) if request.fresh?(response)
    end
    render body: text, status: status, content_type: "application/json; charset=utf-8"
  end

  def problem(status, code, message, headers = {})
    headers.each { |k, v| response.set_header(k, v) }
    type = "application/json; charset=utf-8"
    body = case cfg(:error)
           when :problem
             type = "application/problem+json"
             {"type" => "about:blank", "title" => code, "status" => status, "detail" => message}
           when :nested then {"error" => {"status" => status, "reason" => code, "text" => message}}
           when :errors then {"errors" => [{"status" => status.to_s, "code" => code, "detail" => message}]}
           else {"code" => code, "message" => message, "data" => {"status" => status}}
           end
    self.response_body = nil
    return render(body: "#{message}\n", status: status, content_type: "text/plain; charset=utf-8") if cfg(:error) == :text
    render body: JSON.generate(body), status: status, content_type: type
  end

  def not_found!
    raise ApiError.new(404, "rest_not_found", "There is no such record.")
  end
end

class RootController < BaseController
  skip_before_action :set_language, only: %i[missing not_allowed]

  def site
    render_json({"name" => "Calendar", "url" => base, "timezone_string" => SITE_ZONE.name, "namespaces" => ["vendor/events/v1"]})
  end

  def index
    up = base
    paths = Routes::PATHS.transform_values { |verbs| {"methods" => verbs} }.transform_keys { |k| "/vendor/events/v1#{k}" }
    links = {"up" => cfg(:up) == :list ? {"href" => up} : [{"href" => up}]}
    body = {"namespace" => "vendor/events/v1", "routes" => paths, "_links" => links}
    body = body.except("_links").merge("links" => {"up" => up}) if cfg(:up) == :string
    render_json(body)
  end

  def doc
    raise ApiError.new(404, "rest_no_doc", "There is no documentation.") if @lang != LANGS.first && bug?("doc-in-other-language-missing")
    paths = Routes::PATHS.map { |k, verbs| [k.gsub(/[()]/, ""), verbs.map { |v| [v.downcase, {"responses" => {"200" => {"description" => "OK"}}}] }.to_h] }.to_h
    render_json({"swagger" => "2.0", "info" => {"title" => "Calendar Events REST Interface", "version" => "1.0"},
                "host" => request.host_with_port, "basePath" => "/vendor/events/v1", "paths" => paths})
  end

  def missing
    problem(404, "rest_no_route", "No route matches this address.")
  end

  def not_allowed
    allow = request.path_parameters[:allow].split(",")
    allow = (allow + (allow.include?("GET") ? ["HEAD"] : []) + ["OPTIONS"]).uniq.join(", ")
    if request.options?
      response.set_header("Allow", allow)
      return head(204)
    end
    problem(405, "rest_method_not_allowed", "This method is not allowed here.", "Allow" => allow)
  end
end

class ResourceController < BaseController
  def model
    self.class::MODEL
  end

  def kind
    model.model_name.plural
  end

  def post?
    model.include?(Post)
  end

  def index
    page, per_page = paging
    key = ["list", kind, Stamp.version, @lang, current_user.role, request.query_string, page, per_page, request.host_with_port, base]
    key << @explicit
    # What depends on the clock is not kept.
    timely = input["only_with_upcoming"].present? || cfg(:window) != :all
    total, items = timely ? listing(page, per_page) : Rails.cache.fetch(key) { listing(page, per_page) }
    pages = (total.to_f / per_page).ceil
    if page > 1 && page > pages
      raise ApiError.new(404, "rest_page_not_found", "There is no such page.") if cfg(:beyond) == :not_found
      raise ApiError.new(400, "rest_invalid_page_number", "There is no such page.") if cfg(:beyond) == :bad
    end
    render_list(items, total, pages, page, per_page)
  end

  def listing(page, per_page)
    scope = query
    total = scope.count
    offset = (page - 1) * per_page
    return [total, []] if model == Category && page > 1 && page > total / per_page && bug?("categories-last-partial-page-empty")
    rows = scope.limit(per_page).offset(offset)
    if model == Event && page > 1 && bug?("events-keyset-skips-ties")
      last = scope.offset(offset - 1).first
      rows = last ? scope.where("events.start_utc > ?", last.start_utc).limit(per_page) : []
    end
    rows = rows.to_a.reverse if model == Tag && input["order"].to_s =~ /\Adesc/i && bug?("tags-desc-reversed-after-paging")
    lang = model == Organizer && bug?("organizers-list-ignores-language") ? LANGS.first : @lang
    [total, rows.map { |r| represent(r, lang) }]
  end

  def paging
    page = input["page"].nil? || input["page"] == "" ? 1 : Coerce.int("page", input["page"])
    raise ApiError.invalid("page", "is less than 1") if page < 1
    page = [page, 1_000_000].min
    page += 1 if model == Organizer && input["page"].present? && bug?("organizers-page-one-is-second")
    default = 10
    per = input["per_page"].nil? || input["per_page"] == "" ? default : Coerce.int("per_page", input["per_page"])
    raise ApiError.invalid("per_page", "is less than 1") if per < 1
    raise ApiError.invalid("per_page", "is more than #{cfg(:max_per_page)}") if per > cfg(:max_per_page) && cfg(:over_max) == :reject
    per = [per, cfg(:max_per_page)].min
    [page, per]
  end

  def render_list(items, total, pages, page, per_page)
    headers = {"X-Total" => total.to_s, "X-Total-Pages" => pages.to_s}
    body = case cfg(:envelope)
           when :array then items
           when :data then {"data" => items, "meta" => {"total" => total, "page" => page, "per_page" => per_page}}
           when :items then {"items" => items, "count" => total, "pages" => pages}
           when :response then {"response" => {"docs" => items, "found" => total.to_s}, "paging" => {"page" => page, "of" => pages}}
           when :hal
             {"_embedded" => {kind => items}, "_links" => {"self" => {"href" => request.original_url}}, "total" => total}
           else {kind => items, "rest_url" => request.original_url, "total" => total, "total_pages" => pages}
           end
    headers = {"X-WP-Total" => total.to_s, "X-WP-TotalPages" => pages.to_s} if cfg(:envelope) == :array
    if cfg(:envelope) == :response
      links = {"prev" => page > 1 ? page - 1 : nil, "next" => page < pages ? page + 1 : nil}.compact
      links = links.map { |rel, n| "<#{base}vendor/events/v1/#{kind}?#{request.query_parameters.merge('page' => n).to_query}>; rel=\"#{rel}\"" }
      headers["Link"] = links.join(", ") if links.any?
    end
    render_json(body, headers: headers)
  end

  def represent(record, lang = @lang)
    key = ["item", record.class.name, record.id, Stamp.version, lang, @explicit, base]
    Rails.cache.fetch(key) { Serializers.for(record).new(record, lang, base, explicit: @explicit).as_json }
  end

  # What the validator of an item is made of.
  def tag_source(json)
    json = json.except(*Event::RELATIONS.keys) if model == Event && bug?("event-etag-without-relations")
    JSON.generate(wrap(json), max_nesting: 0)
  end

  def wrap(json)
    case cfg(:item)
    when :data then {"data" => json}
    when :response then {"response" => {"doc" => json}}
    when :named then {model.model_name.singular => json}
    else json
    end
  end

  # --- one record

  def find(id, slug)
    if id
      not_found! if id.size > 18
      r = model.find_by(id: id.to_i)
      r ||= Event.find_by(id: id.to_i) if model == Venue && request.delete? && bug?("venue-delete-accepts-event-id")
    else
      s = slug.dup.force_encoding("UTF-8")
      not_found! unless s.valid_encoding?
      not_found! if s == "\0"
      rid = model.id_by_slug(s)
      r = rid && model.find_by(id: rid)
    end
    if r && post? && r.trashed && (cfg(:trash) == :gone || slug)
      raise ApiError.new(410, "rest_gone", "The record has been deleted.") if cfg(:trash) == :gone
      not_found!
    end
    r || not_found!
  end

  def record
    id = request.path_parameters[:item_id]
    id = input["id"].to_s if id && model == Tag && input["id"].present? && bug?("tag-body-id-wins")
    @record ||= find(id, request.path_parameters[:item_slug])
  end

  def by_slug?
    request.path_parameters.key?(:item_slug)
  end

  def owner?(r)
    current_user.editor? || (current_user.role == "author" && r.author == current_user.id)
  end

  def check_read(r)
    return unless post?
    return if owner?(r)
    deny_read! unless r.public_record?
    return unless model == Event && r.password.present?
    return if BaseController.memory(:unlocked)[r.id] && !by_slug?
    given = input["password"].to_s
    password = r.password
    password = BaseController.memory(:passwords)[r.id] ||= password if bug?("old-password-keeps-working")
    ok = given == password && !by_slug?
    ok = given.casecmp?(password) && !by_slug? if bug?("password-case-insensitive")
    BaseController.memory(:unlocked)[r.id] = true if ok && bug?("unlocked-for-everybody")
    return if ok
    raise ApiError.new(current_user.role == "anonymous" ? 401 : 403, "rest_post_password", "The password is missing or wrong.",
                       current_user.role == "anonymous" ? {"WWW-Authenticate" => 'Basic realm="calendar"'} : {})
  end

  def check_change(r)
    return if model == Category && request.delete? && bug?("anonymous-deletes-categories")
    deny! unless current_user.writer?
    deny! unless post? || current_user.editor?
    return unless post?
    return if model == Organizer && request.delete? && bug?("author-deletes-others-organizers")
    deny! unless owner?(r)
  end

  def show
    r = record
    check_read(r)
    json = represent(r)
    if model == Event && !by_slug? && bug?("event-stale-by-id-after-slug-update")
      json = Rails.cache.fetch(["by-id", r.id, BaseController.memory(:generation)[r.id], @lang, base]) { json }
    end
    keep_copy(r)
    render_json(wrap(json), tag: tag_source(json))
  end

  # The copy of the record that updates by ID start from (a bug).
  def keep_copy(r)
    BaseController.memory(:copies)[r.id] = r.attributes if model == Organizer && !by_slug? && bug?("organizer-stale-copy-written-back")
  end

  def changed(r)
    return head(204) if cfg(:updated) == :empty
    render_json(wrap(represent(r.reload)))
  end

  def create
    deny! unless current_user.writer?
    deny! unless post? || current_user.editor?
    r = writer.new(model.new, input, @lang, current_user, verb: "POST").save
    place = model == Tag && bug?("tag-location-in-categories") ? "categories" : kind
    headers = cfg(:location) ? {"Location" => "#{base}vendor/events/v1/#{place}/#{r.id}"} : {}
    if cfg(:updated) == :empty
      headers.each { |k, v| response.set_header(k, v) }
      return head(201)
    end
    render_json(wrap(represent(r.reload)), status: cfg(:created), headers: headers)
  end

  def update
    r = record
    check_change(r)
    not_found! if post? && r.trashed
    precondition(r)
    copy = BaseController.memory(:copies)[r.id]
    r.assign_attributes(copy.except("id", "revision")) if copy && !by_slug?
    r = writer.new(r, input, @lang, current_user, verb: request.request_method, by_slug: by_slug?).save
    keep_copy(r)
    BaseController.memory(:generation)[r.id] = Stamp.version unless by_slug?
    changed(r)
  end

  def destroy
    r = record
    check_change(r)
    raise ApiError.new(410, "rest_already_trashed", "The record is already in the trash.") if post? && r.trashed
    precondition(r) unless bug?("if-match-ignored-on-delete")
    json = represent(r)
    if cfg(:trash) && post?
      Event::RELATIONS.each_key { |n| r.relate(n, []) } if model == Event
      model::LINK.where("#{model.model_name.singular}_id" => r.id).delete_all unless model == Event
      r.update_columns(trashed: true, slug: "#{r.slug}__trashed-#{r.id}")
    else
      r.destroy
      Event.where("slug LIKE ?", "#{r.slug}%").each(&:destroy) if model == Event && by_slug? && bug?("event-delete-by-slug-prefix")
    end
    Stamp.bump
    case cfg(:deleted)
    when :record then render_json(wrap(json))
    when :accepted then head 202
    when :id then render_json({"deleted" => r.id})
    when :flag then render_json({"deleted" => true, "previous" => json})
    else head 204
    end
  end

  def precondition(r)
    return unless cfg(:etag)
    tag = %("#{ActiveSupport::Digest.hexdigest(ActiveSupport::Cache.expand_cache_key(tag_source(represent(r))))}")
    m = request.headers["If-Match"].to_s.strip
    failed = !m.empty? && m != "*" && !m.split(",").map(&:strip).include?(tag)
    n = request.headers["If-None-Match"].to_s.strip
    failed ||= m.empty? && (n == "*" || n.split(",").map { |x| x.strip.delete_prefix("W/") }.include?(tag))
    raise ApiError.new(412, "rest_precondition_failed", "The record is not in that state.") if failed
  end
end

class EventsController < ResourceController
  MODEL = Event
  def writer; EventWriter; end

  def query
    EventQuery.new(Event, input, @lang, current_user).scope.order(Arel.sql(cfg(:event_order)))
  end
end

class VenuesController < ResourceController
  MODEL = Venue
  def writer; VenueWriter; end

  def query
    PlaceQuery.new(Venue, input, @lang, current_user).scope.order(Arel.sql(cfg(:post_order)))
  end
end

class OrganizersController < ResourceController
  MODEL = Organizer
  def writer; OrganizerWriter; end

  def query
    PlaceQuery.new(Organizer, input, @lang, current_user).scope.order(Arel.sql(cfg(:post_order)))
  end
end

class CategoriesController < ResourceController
  MODEL = Category
  def writer; TermWriter; end

  def query
    TermQuery.new(Category, input, @lang, current_user).scope
  end
end

class TagsController < ResourceController
  MODEL = Tag
  def writer; TermWriter; end

  def query
    TermQuery.new(Tag, input, @lang, current_user).scope
  end
end
