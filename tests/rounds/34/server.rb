# The calendar server: boot, routes, middleware, Puma.
ENV["RAILS_ENV"] = "production"
ENV["TZ"] = "UTC"
$stdout.sync = true
begin
  %w[railties actionpack activerecord puma sqlite3 bootsnap].each { |g| gem g }
  require "bootsnap"
  Bootsnap.setup(cache_dir: File.join(__dir__, "tmp", "cache"), development_mode: false, load_path_cache: false,
                 compile_cache_iseq: true, compile_cache_yaml: false, compile_cache_json: false)
rescue LoadError
  nil # only a faster start
end
require "rails"
require "active_record"
require "action_controller/railtie"
require "puma"
require "puma/server"
require "erb"
require "json"
require "time"
require "logger"
require_relative "app/switches"

class CalendarApp < Rails::Application
  config.root = __dir__
  config.load_defaults 6.1
  config.eager_load = false
  config.api_only = true
  config.secret_key_base = "calendar" * 8
  config.hosts.clear
  config.logger = Logger.new(IO::NULL)
  config.log_level = :fatal
  config.cache_store = :memory_store, {size: 16 * 1024 * 1024}
  config.action_dispatch.show_exceptions = false
  config.action_dispatch.default_headers = {"X-Content-Type-Options" => "nosniff"}
  config.consider_all_requests_local = false
  [Rack::ETag, Rack::ConditionalGet, ActionDispatch::HostAuthorization, ActionDispatch::RemoteIp, Rails::Rack::Logger, Rack::Runtime,
   ActionDispatch::RequestId, ActionDispatch::Static, ActionDispatch::ShowExceptions, ActionDispatch::DebugExceptions,
   ActionDispatch::ActionableExceptions].each { |m| config.middleware.delete(m) }
end

require_relative "app/models"
require_relative "app/serializers"
require_relative "app/inputs"
require_relative "app/queries"
require_relative "app/controllers"

# What leaves the application as an exception becomes JSON here.
class ErrorBoundary
  def initialize(app)
    @app = app
  end

  def call(env)
    @app.call(env)
  rescue ActionController::UnknownHttpMethod
    answer(405, "rest_method_not_allowed", "Allow" => "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
  rescue ActionController::BadRequest, ActionDispatch::Http::Parameters::ParseError, Rack::QueryParser::InvalidParameterError,
         Rack::QueryParser::ParameterTypeError, ActionDispatch::Http::MimeNegotiation::InvalidType, URI::InvalidURIError
    answer(400, "rest_bad_request")
  rescue StandardError => e
    warn "#{e.class}: #{e.message}\n  #{e.backtrace.first(8).join("\n  ")}"
    answer(500, "internal_error")
  end

  def answer(status, code, headers = {})
    [status, {"Content-Type" => "application/json; charset=utf-8"}.merge(headers), [JSON.generate("code" => code, "message" => code)]]
  end
end

module Routes
  ITEM = %w[GET POST PUT PATCH DELETE].freeze
  KINDS = %w[events venues organizers categories tags].freeze
  PATHS = {"" => %w[GET], "/doc" => %w[GET]}.merge(
    KINDS.flat_map do |k|
      a = [["/#{k}", %w[GET POST]], ["/#{k}/{id}", ITEM]]
      a << ["/#{k}/by-slug/{slug}", ITEM] if k.in?(%w[events venues organizers])
      a
    end.to_h
  ).freeze
end

CalendarApp.initialize!
CalendarApp.routes.draw do
  scope "(:site_lang)", site_lang: /nl|de|fr/, format: false do
    get "/", to: "root#site"
    scope "vendor/events/v1" do
      get "/", to: "root#index"
      get "/doc", to: "root#doc"
      Routes::KINDS.each do |k|
        get "/#{k}", to: "#{k}#index"
        post "/#{k}", to: "#{k}#create"
        addresses = {"/#{k}/:item_id" => {item_id: /\d+/}}
        addresses["/#{k}/by-slug/:item_slug"] = {item_slug: %r{[^/]+}} if %w[events venues organizers].include?(k)
        addresses.each do |path, rule|
          get path, to: "#{k}#show", constraints: rule
          delete path, to: "#{k}#destroy", constraints: rule
          %i[post put patch].each do |verb|
            action = verb == :post && k == "venues" && Switch.bug?("venue-post-creates-copy") ? "create" : "update"
            match path, to: "#{k}##{action}", via: verb, constraints: rule
          end
          match path, to: "root#not_allowed", via: :all, constraints: rule, allow: Routes::ITEM.join(",")
        end
        match "/#{k}", to: "root#not_allowed", via: :all, allow: "GET,POST"
      end
      ["/", "/doc"].each { |p| match p, to: "root#not_allowed", via: :all, allow: "GET" }
    end
  end
  match "*path", to: "root#missing", via: :all, format: false
end

port = Integer(ENV.fetch("PORT", "8080"))
ActiveRecord::Base.connection_handler.clear_active_connections!
app = ErrorBoundary.new(CalendarApp)
# Not of the author: with one thread, Puma waits this long on a kept connection before it serves the next one.
Puma::Const.send(:remove_const, :FAST_TRACK_KA_TIMEOUT)
Puma::Const.const_set(:FAST_TRACK_KA_TIMEOUT, 0.0005)
server = Puma::Server.new(app, Puma::Events.new($stderr, $stderr), min_threads: 1, max_threads: 1, persistent_timeout: 60, first_data_timeout: 30)
server.add_tcp_listener("127.0.0.1", port)
thread = server.run
%w[TERM INT].each { |s| trap(s) { exit!(0) } }
puts "listening on http://127.0.0.1:#{port}/vendor/events/v1"
thread.join
