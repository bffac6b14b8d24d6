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
      return Authentication.last if Authentication.last && bug?("user-remembered")
      return User::ANONYMOUS
    end
    name, pass = header =~ /\ABasic\s+(\S+)\z/i ? $1.unpack1("m").to_s.split(":", 2) : nil
    user = User::ALL[name]
    raise ApiError.new(401, "rest_not_logged_in", "Unknown user or wrong password.", "WWW-Authenticate" => 'Basic realm="calendar"') unless user && pass == name
    Authentication.last = user
  end

  class << self
    attr_accessor :last
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
    attr_accessor :language, :page_size
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
      @lang = request.path_parameters[:site_lang] || "nl"
      @lang = BaseController.language || @lang if bug?("language-leaks")
      return
    end
    ok = LANGS.include?(v)
    ok = false if v == "en" && bug?("english-rejected-on-update") && action_name == "update"
    raise ApiError.invalid("ml_language", "is not one of nl, en, fr, de") unless ok || cfg(:bad_language) == :default
    @lang = ok ? v : "nl"
    BaseController.language = @lang
  end

  def base
    lang = request.path_parameters[:site_lang]
    "#{request.protocol}#{request.host_with_port}/#{lang && "#{lang}/"}"
  end

  def render_json(body, status: 200, headers: {})
    headers.each { |k, v| response.set_header(k, v) }
    response.set_header("Vary", "Authorization") if ENV["USERS"] == "1"
    text = JSON.generate(body)
    if status == 200 && (request.get? || request.head?) && cfg(:etag)
      response.strong_etag = text
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
           when :errors then {"errors" => [{"status" => status.to_s, "code" => code, "detail" => message}]}
           else {"code" => code, "message" => message, "data" => {"status" => status}}
           end
    self.response_body = nil
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
    up = bug?("up-link-points-to-itself") ? "#{base}vendor/events/v1" : base
    paths = Routes::PATHS.transform_values { |verbs| {"methods" => verbs} }.transform_keys { |k| "/vendor/events/v1#{k}" }
    links = {"up" => cfg(:up) == :list ? {"href" => up} : [{"href" => up}]}
    body = {"namespace" => "vendor/events/v1", "routes" => paths, "_links" => links}
    body = body.except("_links").merge("links" => {"up" => up}) if cfg(:up) == :string
    render_json(body)
  end

  def doc
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
    problem(405, "rest_method_not_allowed", "This method is not allowed here.", bug?("no-allow-on-405") ? {} : {"Allow" => allow})
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
    key -= [current_user.role] if bug?("list-cache-without-user")
    total, items = Rails.cache.fetch(key) { listing(page, per_page) }
    pages = (total.to_f / per_page).ceil
    if page > 1 && page > pages
      raise ApiError.new(404, "rest_page_not_found", "There is no such page.") if cfg(:beyond) == :not_found
      raise ApiError.new(400, "rest_invalid_page_number", "There is no such page.") if cfg(:beyond) == :bad
    end
    render_list(items, total, pages, page, per_page)
  end

  def listing(page, per_page)
    scope = query(page)
    offset = (page - 1) * per_page
    offset -= 1 if page > 1 && model == Event && bug?("events-second-page-overlaps")
    if model == Organizer && input["has_events"].present? && bug?("has-events-after-paging")
      before = input
      @input = before.except("has_events")
      rows = query(page).limit(per_page).offset(offset).to_a
      @input = before
      ids = query(page).pluck(:id)
      return [ids.size, rows.select { |r| ids.include?(r.id) }.map { |r| represent(r) }]
    end
    [scope.count, scope.limit(per_page).offset(offset).map { |r| represent(r) }]
  end

  def paging
    page = input["page"].nil? || input["page"] == "" ? 1 : Coerce.int("page", input["page"])
    raise ApiError.invalid("page", "is less than 1") if page < 1
    page = [page, 1_000_000].min
    default = bug?("tags-default-page-size") && model == Tag ? 20 : 10
    default = BaseController.page_size || default if bug?("page-size-remembered")
    per = input["per_page"].nil? || input["per_page"] == "" ? default : Coerce.int("per_page", input["per_page"])
    raise ApiError.invalid("per_page", "is less than 1") if per < 1
    raise ApiError.invalid("per_page", "is more than #{cfg(:max_per_page)}") if per > cfg(:max_per_page) && cfg(:over_max) == :reject
    per = [per, cfg(:max_per_page)].min
    BaseController.page_size = per
    [page, per]
  end

  def render_list(items, total, pages, page, per_page)
    headers = {"X-Total" => total.to_s, "X-Total-Pages" => pages.to_s}
    body = case cfg(:envelope)
           when :array then items
           when :data then {"data" => items, "meta" => {"total" => total, "page" => page, "per_page" => per_page}}
           when :items then {"items" => items, "count" => total, "pages" => pages}
           when :hal
             {"_embedded" => {kind => items}, "_links" => {"self" => {"href" => request.original_url}}, "total" => total}
           else {kind => items, "rest_url" => request.original_url, "total" => total, "total_pages" => pages}
           end
    headers = {"X-WP-Total" => total.to_s, "X-WP-TotalPages" => pages.to_s} if cfg(:envelope) == :array
    render_json(body, headers: headers)
  end

  def represent(record)
    key = ["item", model.name, record.id, Stamp.version, @lang, base]
    key = ["item", model.name, record.id, Stamp.version] if bug?("item-cache-without-language")
    Rails.cache.fetch(key) { Serializers.for(record).new(record, @lang, base).as_json }
  end

  def wrap(json)
    case cfg(:item)
    when :data then {"data" => json}
    when :named then {model.model_name.singular => json}
    else json
    end
  end

  # --- one record

  def find(id, slug)
    if id
      not_found! if id.size > 18
      r = model.find_by(id: id.to_i)
    else
      s = slug.dup.force_encoding("UTF-8")
      not_found! unless s.valid_encoding?
      not_found! if s == "\0"
      rid = model.id_by_slug(s)
      rid = s.to_i if bug?("slug-digits-as-id") && s =~ /\A\d+\z/
      r = rid && model.find_by(id: rid)
    end
    if r && post? && r.trashed && (cfg(:trash) == :gone || slug)
      raise ApiError.new(410, "rest_gone", "The record has been deleted.") if cfg(:trash) == :gone
      not_found!
    end
    r || not_found!
  end

  def record
    @record ||= find(request.path_parameters[:item_id], request.path_parameters[:item_slug])
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
    return if by_slug? && model == Event && !r.trashed && bug?("draft-open-by-slug")
    deny_read! unless r.public_record?
    return unless model == Event && r.password.present?
    given = input["password"].to_s
    ok = given == r.password && !by_slug?
    ok = true if by_slug? && bug?("protected-open-by-slug")
    ok = !given.empty? && r.password.start_with?(given) if !by_slug? && bug?("password-prefix-accepted")
    return if ok
    raise ApiError.new(current_user.role == "anonymous" ? 401 : 403, "rest_post_password", "The password is missing or wrong.",
                       current_user.role == "anonymous" ? {"WWW-Authenticate" => 'Basic realm="calendar"'} : {})
  end

  def check_change(r)
    deny! unless current_user.writer?
    deny! unless post? || current_user.editor? || (bug?("author-may-put-tags") && model == Tag && request.put?)
    return unless post?
    return if bug?("author-changes-others-by-slug") && by_slug? && model == Venue && !request.delete?
    deny! unless owner?(r)
  end

  def show
    if request.head? && bug?("head-missing-200")
      r = model.find_by(id: request.path_parameters[:item_id].to_i)
      return head(200) unless r
    end
    r = record
    check_read(r)
    if bug?("if-none-match-any") && request.headers["If-None-Match"].present?
      return head(304)
    end
    render_json(wrap(represent(r)))
  end

  def create
    deny! unless current_user.writer?
    deny! unless post? || current_user.editor?
    r = writer.new(model.new, input, @lang, current_user, verb: "POST").save
    headers = cfg(:location) ? {"Location" => "#{base}vendor/events/v1/#{kind}/#{r.id}"} : {}
    render_json(wrap(represent(r.reload)), status: cfg(:created), headers: headers)
  end

  def update
    r = record
    check_change(r)
    not_found! if post? && r.trashed
    precondition(r)
    r = writer.new(r, input, @lang, current_user, verb: request.request_method, by_slug: by_slug?).save
    render_json(wrap(represent(r.reload)))
  end

  def destroy
    r = record
    check_change(r)
    raise ApiError.new(410, "rest_already_trashed", "The record is already in the trash.") if post? && r.trashed
    precondition(r)
    json = represent(r)
    if cfg(:trash) && post?
      Event::RELATIONS.each_key { |n| r.relate(n, []) } if model == Event
      model::LINK.where("#{model.model_name.singular}_id" => r.id).delete_all unless model == Event
      r.update_columns(trashed: true, slug: "#{r.slug}__trashed-#{r.id}")
    else
      r.destroy
    end
    Stamp.bump unless bug?("deleted-venue-still-listed") && model == Venue
    case cfg(:deleted)
    when :record then render_json(wrap(json))
    when :flag then render_json({"deleted" => true, "previous" => json})
    else head 204
    end
  end

  def precondition(r)
    return unless cfg(:etag)
    m = request.headers["If-Match"].to_s
    return if m.empty? || m.strip == "*"
    tag = %("#{ActiveSupport::Digest.hexdigest(ActiveSupport::Cache.expand_cache_key(JSON.generate(wrap(represent(r)))))}")
    raise ApiError.new(412, "rest_precondition_failed", "The record has changed.") unless m.split(",").map(&:strip).include?(tag)
  end
end

class EventsController < ResourceController
  MODEL = Event
  def writer; EventWriter; end

  def query(_page)
    EventQuery.new(Event, input, @lang, current_user).scope.order(Arel.sql(cfg(:event_order)))
  end
end

class VenuesController < ResourceController
  MODEL = Venue
  def writer; VenueWriter; end

  def query(page)
    PlaceQuery.new(Venue, input, @lang, current_user).scope(page).order(Arel.sql(cfg(:post_order)))
  end
end

class OrganizersController < ResourceController
  MODEL = Organizer
  def writer; OrganizerWriter; end

  def query(page)
    PlaceQuery.new(Organizer, input, @lang, current_user).scope(page).order(Arel.sql(cfg(:post_order)))
  end
end

class CategoriesController < ResourceController
  MODEL = Category
  def writer; TermWriter; end

  def query(page)
    TermQuery.new(Category, input, @lang, current_user).scope(page)
  end
end

class TagsController < ResourceController
  MODEL = Tag
  def writer; TermWriter; end

  def query(page)
    TermQuery.new(Tag, input, @lang, current_user).scope(page)
  end
end
