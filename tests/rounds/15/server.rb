# frozen_string_literal: true
# Calendar Events REST interface: Sinatra + Sequel + SQLite in memory, served by Puma.
require 'json'
require 'time'
require 'digest'
require 'cgi'
require 'stringio'
require 'sinatra/base'
require 'sequel'
require 'puma'
require 'puma/server'
require 'puma/events'
require_relative 'variants'

PORT  = Integer(ENV.fetch('PORT', '8080'))
USERS = ENV['USERS'] == '1'
BUG   = ENV['BUG'].to_s
V     = VARIANTS.fetch(ENV['VARIANT'].to_s.empty? ? 'honest' : ENV['VARIANT'])
NS    = '/vendor/events/v1'
LANGS = %w[nl en fr de].freeze
STATUSES = %w[publish draft pending private future].freeze
ACCOUNTS = { 'editor' => 1, 'author' => 2, 'reader' => 3 }.freeze

def b?(id) = BUG == id

# ---------------------------------------------------------------- fields
FIELDS = {
  events: { title: :string, start_date: :datetime, end_date: :datetime, author: :integer, date: :pubdate, date_utc: :pubdate,
            description: :string, slug: :string, excerpt: :string, status: :status, timezone: :timezone, all_day: :boolean,
            image: :image, cost: :any, website: :url, show_map: :boolean, show_map_link: :boolean, hide_from_listings: :boolean,
            sticky: :boolean, featured: :boolean, categories: :ids, tags: :ids, venue: :ids, organizer: :ids },
  venues: { venue: :string, author: :integer, date: :pubdate, date_utc: :pubdate, description: :string, status: :status,
            show_map: :string, show_map_link: :string, address: :string, city: :string, country: :string, province: :string,
            state: :string, zip: :string, phone: :string, stateprovince: :string, website: :url, image: :image },
  organizers: { organizer: :string, author: :integer, date: :pubdate, date_utc: :pubdate, description: :string, status: :status,
                phone: :string, website: :string, email: :email, image: :image },
  categories: { name: :string, description: :string, slug: :string, parent: :integer },
  tags: { name: :string, description: :string, slug: :string }
}.freeze
NAME = { events: :title, venues: :venue, organizers: :organizer, categories: :name, tags: :name }.freeze
REQUIRED = { events: %i[title start_date end_date], venues: [:venue], organizers: [:organizer], categories: [:name], tags: [:name] }.freeze
ONE = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' }.freeze
REL = { categories: :categories, tags: :tags, venue: :venues, organizer: :organizers }.freeze # field => collection
POSTS = %i[events venues organizers].freeze
TERMS = %i[categories tags].freeze
BOOLS = FIELDS[:events].select { |_, t| t == :boolean }.keys.freeze
CUSTOM = { venues: %i[address city country province state zip phone stateprovince website], organizers: %i[phone website email] }.freeze
DEFAULTS = {
  events: { description: nil, excerpt: nil, status: V[:status], timezone: V[:timezone], all_day: false, image: nil, cost: nil, website: nil,
            show_map: V[:show_map], show_map_link: V[:show_map], hide_from_listings: false, sticky: false, featured: false },
  venues: FIELDS[:venues].keys.drop(4).to_h { |k| [k, nil] }.merge(status: V[:status]),
  organizers: FIELDS[:organizers].keys.drop(4).to_h { |k| [k, nil] }.merge(status: V[:status]),
  categories: { description: nil, parent: 0 },
  tags: { description: nil }
}.freeze

# ---------------------------------------------------------------- store
DB = Sequel.sqlite(max_connections: 1)
FIELDS.each do |coll, fields|
  DB.create_table(coll) do
    Integer :id, primary_key: true
    String :slug, text: true, collate: :binary
    fields.each do |f, t|
      next if f == :slug || t == :ids
      case t
      when :boolean then column f, :boolean
      when :integer then Integer f
      else
        if f == :zip && b?('venue-zip-numeric') then column f, :numeric
        else String f, text: true end
      end
    end
    if coll == :events
      String :utc_start, text: true
      String :utc_end, text: true
    end
    Integer :owner
    String :lang
    String :modified
    String :fold_name, text: true
    String :fold_desc, text: true
    String :fold_custom, text: true
    TrueClass :deleted, default: false
    Integer :version, default: 1
    index :slug
  end
end
DB.create_table(:links) do
  Integer :event_id
  String :coll
  Integer :target_id
  Integer :pos
  index %i[coll event_id]
  index %i[coll target_id]
end

class Err < StandardError
  attr_reader :status, :code, :headers

  def initialize(status, code, msg, headers = {})
    super(msg)
    @status = status
    @code = code
    @headers = headers
  end
end

def bad(code, msg) = raise(Err.new(V[:invalid], code, msg))
def missing(msg = 'No such record.') = raise(Err.new(404, 'not_found', msg))

# ---------------------------------------------------------------- ids
SEQ = Hash.new(V[:id_start] - V[:id_step])
def next_id(coll)
  key = V[:ids_per_collection] ? coll : :all
  SEQ[key] += V[:id_step]
end

# ---------------------------------------------------------------- time
def now_s = Time.now.utc.strftime('%Y-%m-%d %H:%M:%S')

DATE_RE = /\A(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?\z/i
# -> [ "YYYY-MM-DD HH:MM:SS", offset seconds or nil, time given? ] or nil
def parse_dt(str)
  return nil unless str.is_a?(String)
  m = DATE_RE.match(str.strip) or return nil
  y, mo, d, h, mi, s = m[1..6].map { |x| x.to_i }
  if b?('event-month-overflow') && d <= 31 && mo.between?(1, 12) && !Date.valid_date?(y, mo, d)
    return [Time.utc(y, mo, d, h, mi, s).strftime('%Y-%m-%d %H:%M:%S'), nil, !m[4].nil?]
  end
  return nil if y < 1 || !Date.valid_date?(y, mo, d) || h > 23 || mi > 59 || s > 59
  off = nil
  if m[7]
    off = 0
    unless m[7] =~ /z/i
      oh = m[7][1, 2].to_i
      om = m[7][-2, 2].to_i
      return nil if oh > 14 || om > 59
      off = (oh * 3600 + om * 60) * (m[7][0] == '-' ? -1 : 1)
    end
  end
  [format('%04d-%02d-%02d %02d:%02d:%02d', y, mo, d, h, mi, s), off, !m[4].nil?]
end

def parts(str) = str.scan(/\d+/).map(&:to_i)
def epoch(str) = Time.utc(*parts(str)).to_i

TZ_OK = {}
def tz_offset(name)
  return 0 if %w[UTC GMT Z Etc/UTC].include?(name)
  m = /\A(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d)|\.(\d+))?\z/.match(name) or return nil
  secs = m[2].to_i * 3600 + m[3].to_i * 60 + (m[4] ? ("0.#{m[4]}".to_f * 3600).round : 0)
  secs > 14 * 3600 ? nil : (m[1] == '-' ? -secs : secs)
end

def tz_known?(name)
  return true if tz_offset(name)
  TZ_OK.fetch(name) do
    TZ_OK[name] = name.match?(%r{\A[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*\z}) && !name.match?(/\A(?:right|posix)\//) &&
                    File.file?("/usr/share/zoneinfo/#{name}") && File.binread("/usr/share/zoneinfo/#{name}", 4) == 'TZif'
  end
end

def in_zone(name)
  old = ENV['TZ']
  ENV['TZ'] = name
  yield
ensure
  ENV['TZ'] = old
end

def to_utc(local, zone)
  off = tz_offset(zone)
  t = off ? Time.at(epoch(local) - off) : in_zone(zone) { Time.at(Time.local(*parts(local)).to_i) }
  t.utc.strftime('%Y-%m-%d %H:%M:%S')
end

def from_epoch(sec, zone)
  off = tz_offset(zone)
  return Time.at(sec + off).utc.strftime('%Y-%m-%d %H:%M:%S') if off
  in_zone(zone) { Time.at(sec).localtime.strftime('%Y-%m-%d %H:%M:%S') }
end

def zone_time(local, zone, utc)
  secs = epoch(local) - epoch(utc)
  format('%s%s%02d:%02d', local.tr(' ', 'T'), secs.negative? ? '-' : '+', secs.abs / 3600, secs.abs / 60 % 60)
end

# ---------------------------------------------------------------- text
def fold(str)
  s = str.to_s.unicode_normalize(:nfc)
  return s if V[:search] == :exact
  s = s.unicode_normalize(:nfd).gsub(/\p{Mn}/, '') if V[:search] == :accents
  s.downcase(:fold)
end

def slugify(str)
  s = str.to_s.unicode_normalize(:nfc).downcase.strip
  s = s.unicode_normalize(:nfd).gsub(/\p{Mn}/, '').gsub(/[^\x00-\x7f]/, '') if V[:ascii_slugs]
  s.gsub(%r{[\s/.,:;&+]+}, '-').gsub(/[^\p{L}\p{M}\p{N}_-]/, '').gsub(/-{2,}/, '-').gsub(/\A-+|-+\z/, '')
end

def derived_slug(str, coll, id)
  return "#{ONE[coll][0]}-#{Digest::SHA1.hexdigest("#{coll}#{id}")[0, 10]}" if V[:slugs] == :random
  s = slugify(str.to_s.unicode_normalize(:nfd).gsub(/\p{Mn}/, ''))
  s = "#{ONE[coll]}-#{id}" if s.empty?
  s = "#{s}-#{id}" if V[:slugs] == :with_id
  s
end

def unique_slug(coll, slug, id, given)
  taken = lambda do |x|
    ds = DB[coll].where(slug: x).exclude(id: id)
    ds = ds.where(deleted: false) unless V[:trash]
    ds = ds.where(status: 'publish') if b?('organizer-slug-clash-draft') && coll == :organizers
    !ds.empty?
  end
  return slug unless taken.(slug)
  raise Err.new(409, 'slug_taken', 'This slug is taken.') if given && V[:slug_conflict] == :refuse
  n = 2
  n += 1 while taken.("#{slug}-#{n}")
  "#{slug}-#{n}"
end

# ---------------------------------------------------------------- query strings
def decode(str)
  s = str.tr('+', ' ')
  raise Err.new(400, 'bad_encoding', 'Malformed percent-encoding.') if s.match?(/%(?![0-9a-fA-F]{2})/)
  s = s.b.gsub(/%(..)/) { [$1].pack('H2') }.force_encoding('UTF-8')
  raise Err.new(400, 'bad_encoding', 'Parameters must be UTF-8.') unless s.valid_encoding?
  s
end

# name => {list: bool, values: [..]}
def parse_pairs(str)
  out = {}
  str.to_s.split('&').each do |pair|
    next if pair.empty?
    k, v = pair.split('=', 2)
    k = decode(k)
    list = false
    if k =~ /\A(.+?)\[\d*\]\z/
      k = $1
      list = true
    end
    e = (out[k] ||= { list: false, values: [] })
    e[:list] ||= list
    e[:values] << decode(v.to_s)
  end
  out
end

def bool_of(x)
  case x
  when true, false then x
  when 1, '1' then true
  when 0, '0' then false
  when String
    { 'true' => true, 'false' => false, 'yes' => true, 'no' => false, 'on' => true, 'off' => false }[x.downcase]
  end
end

def int_of(x)
  return x if x.is_a?(Integer) && x.abs < 2**62
  return x.strip.to_i if x.is_a?(String) && x.strip.match?(/\A[+-]?\d{1,18}\z/)
  nil
end

class Query
  def initialize(str)
    @h = parse_pairs(str)
  end

  attr_reader :h

  def given?(k) = @h.key?(k) && @h[k][:values].any? { |v| !v.strip.empty? }
  def raw(k) = given?(k) ? @h[k][:values].last : nil
  def str(k)
    v = raw(k)
    bad('invalid_param', "#{k} must be a single value.") if v && @h[k][:list]
    bad('invalid_param', "#{k} contains a NUL.") if v&.include?("\0")
    v
  end

  def int(k, min = nil)
    v = str(k) or return nil
    n = int_of(v)
    bad('invalid_param', "#{k} must be an integer.") if n.nil? || (min && n < min)
    n
  end

  def bool(k)
    v = str(k) or return nil
    x = bool_of(v.strip)
    bad('invalid_param', "#{k} must be a boolean.") if x.nil?
    x
  end

  def float(k)
    v = str(k) or return nil
    Float(v, exception: false) || bad('invalid_param', "#{k} must be a number.")
  end

  def list(k)
    return nil unless given?(k)
    @h[k][:values].flat_map { |v| v.split(',') }.map(&:strip).reject(&:empty?)
  end

  def ids(k)
    list(k)&.map { |v| int_of(v) || bad('invalid_param', "#{k} must hold integers.") }
  end

  def date(k, full: false)
    v = str(k) or return nil
    d = parse_dt(v)
    bad('invalid_param', "#{k} is not a valid date.") unless d
    bad('invalid_param', "#{k} must be YYYY-MM-DD HH:MM:SS.") if full && V[:strict_dates_form] && v !~ /\A\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\z/
    d[1] ? Time.at(epoch(d[0]) - d[1]).utc.strftime('%Y-%m-%d %H:%M:%S') : d[0]
  end
end

# ---------------------------------------------------------------- application
CACHE = {}
LOCK = Mutex.new

class App < Sinatra::Base
  set :environment, :production
  set :show_exceptions, false
  set :raise_errors, false
  set :logging, false
  set :static, false
  set :run, false
  disable :protection
  disable :sessions

  error(Err) do
    e = env['sinatra.error']
    fail_with(e.status, e.code, e.message, e.headers)
  end
  error(Sequel::Error) { fail_with(500, 'storage', env['sinatra.error'].message) }
  error { fail_with(500, 'internal', env['sinatra.error'].message) }

  helpers do
    def q = @q ||= Query.new(env['cal.query'])
    def root_url = "http://#{env['HTTP_HOST'] || "127.0.0.1:#{PORT}"}#{env['cal.prefix']}"
    def base_url = root_url + NS

    # ------------------------------------------------------------ answers
    def send_json(status_code, obj, headers = {}, type = 'application/json; charset=utf-8')
      text = obj.nil? ? '' : JSON.generate(obj)
      status status_code
      headers.each { |k, v| response[k] = v }
      response['Date'] = Time.now.httpdate
      response['Vary'] = 'Authorization' if USERS
      if status_code == 204 || status_code == 304
        response.headers.delete('Content-Type')
        return body([])
      end
      content_type type
      if (request.get? || request.head?) && status_code == 200 && V[:etag]
        tag = "\"#{Digest::SHA1.hexdigest(text)[0, 24]}\""
        tag = "W/#{tag}" if V[:etag] == :weak
        response['ETag'] = tag
        inm = env['HTTP_IF_NONE_MATCH']
        hit = inm && (inm.strip == '*' || inm.scan(/(?:W\/)?"[^"]*"/).any? { |t| t.delete_prefix('W/') == tag.delete_prefix('W/') })
        hit = true if inm && b?('category-inm-presence') && @bug_version.to_i > 1 && @coll == :categories
        if hit
          status 304
          response.headers.delete('Content-Type')
          return body([])
        end
      end
      len = text.bytesize
      if b?('organizer-length-in-chars') && @coll == :organizers && @by == :slug && request.get?
        len = text.length
        text = text.byteslice(0, len) # Puma counts the octets itself, so what lies beyond the counted characters is cut here
      end
      response['Content-Length'] = len.to_s
      body(request.head? ? [] : [text])
    end

    def fail_with(code, name, msg, headers = {})
      headers = headers.merge('WWW-Authenticate' => 'Basic realm="calendar", charset="UTF-8"') if code == 401
      case V[:errors]
      when :problem
        send_json(code, { type: "about:blank##{name}", title: name.tr('_', ' '), status: code, detail: msg }, headers, 'application/problem+json')
      when :nested then send_json(code, { error: { code: name, message: msg } }, headers)
      when :list then send_json(code, { errors: [{ status: code.to_s, code: name, detail: msg }] }, headers)
      else send_json(code, { code: name, message: msg, data: { status: code } }, headers)
      end
    end

    # ------------------------------------------------------------ who
    def authenticate
      @user = USERS ? nil : 'sandbox'
      return unless USERS
      h = env['HTTP_AUTHORIZATION'] or return
      name, pass = h =~ /\ABasic\s+(.+)\z/i ? $1.unpack1('m').force_encoding('UTF-8').split(':', 2) : nil
      if ACCOUNTS.key?(name) && pass == name
        @user = name
      elsif b?('wrong-credentials-anonymous') && (request.get? || request.head?)
        @user = nil
      else
        raise Err.new(401, 'invalid_credentials', 'Wrong credentials.')
      end
    end

    def me = ACCOUNTS[@user]
    def all? = @user == 'sandbox' || @user == 'editor'

    def may_write!
      return if all? || @user == 'author'
      raise Err.new(401, 'unauthorized', 'Sign in to write.') if @user.nil?
      raise Err.new(403, 'forbidden', 'You may not write.')
    end

    def owner_col(coll) = POSTS.include?(coll) ? :author : :owner

    def visible(ds, coll)
      return ds if all? || TERMS.include?(coll)
      pub = { Sequel[coll][:status] => 'publish' }
      return ds.where(pub) unless @user == 'author'
      ds.where(Sequel.|(pub, { Sequel[coll][:author] => me }))
    end

    def readable?(coll, row)
      all? || TERMS.include?(coll) || row[:status] == 'publish' || (@user == 'author' && row[:author] == me)
    end

    # ------------------------------------------------------------ input
    def language!(extra = nil)
      l = extra || q.str('ml_language')
      return if l.nil? || l == ''
      unless LANGS.include?(l)
        bad('invalid_param', 'ml_language must be one of nl, en, fr, de.')
      end
      bad('invalid_param', 'ml_language must be one of nl, en, fr.') if b?('tags-german-refused') && @coll == :tags && l == 'de' && request.get? && @by.nil?
      l
    end

    def read_body
      raw = env['cal.body'].dup
      type = env['CONTENT_TYPE'].to_s.split(';').first.to_s.strip.downcase
      data = {}
      unless raw.strip.empty?
        raw.force_encoding('UTF-8')
        raise Err.new(400, 'bad_encoding', 'The body must be UTF-8.') unless raw.valid_encoding?
        if type == 'application/x-www-form-urlencoded' && !raw.lstrip.start_with?('{')
          raise Err.new(415, 'unsupported_media_type', 'Send JSON.') if V[:json_only]
          parse_pairs(raw).each { |k, e| data[k] = e[:list] ? e[:values] : e[:values].last }
        elsif type.empty? || type == 'application/json' || type.end_with?('+json') || type == 'application/x-www-form-urlencoded'
          begin
            data = JSON.parse(raw.delete_prefix("\uFEFF"))
          rescue JSON::ParserError
            raise Err.new(400, 'invalid_json', 'The body is not valid JSON.')
          end
          raise Err.new(400, 'invalid_json', 'The body must be an object.') unless data.is_a?(Hash)
          raise Err.new(400, 'bad_encoding', 'The body holds broken text.') unless sound?(data)
        else
          raise Err.new(415, 'unsupported_media_type', 'Send JSON.')
        end
      end
      q.h.each do |k, e|
        next if data.key?(k) || k == 'slug' && @by == :slug || !FIELDS[@coll].key?(k.to_sym)
        data[k] = e[:list] ? e[:values] : e[:values].last
      end
      if V[:unknown_fields] == :refuse
        extra = data.keys.reject { |k| FIELDS[@coll].key?(k.to_sym) || %w[id slug password ml_language].include?(k) }
        bad('unknown_field', "Unknown field #{extra.first}.") if extra.any?
      end
      @body_lang = data['ml_language']
      if @body_lang
        bad('invalid_param', 'ml_language must be a string.') unless @body_lang.is_a?(String)
        @lang = language!(@body_lang) || @lang
      end
      bad('invalid_param', 'password must be a string.') if @coll == :events && data.key?('password') && !data['password'].nil? && !data['password'].is_a?(String)
      data
    end

    def sound?(x)
      case x
      when String then x.valid_encoding?
      when Array then x.all? { |v| sound?(v) }
      when Hash then x.all? { |k, v| sound?(k) && sound?(v) }
      else true
      end
    end

    def text_value(k, v)
      v = v.to_s if V[:coerce] && (v.is_a?(Numeric) || v == true || v == false)
      bad('invalid_param', "#{k} must be a string.") unless v.is_a?(String)
      bad('invalid_param', "#{k} contains a NUL.") if v.include?("\0")
      V[:trim] ? v.strip : v
    end

    # body -> [columns, relations]
    def coerce(coll, data, existing)
      cols = {}
      rels = {}
      FIELDS[coll].each do |f, t|
        k = f.to_s
        next unless data.key?(k)
        v = data[k]
        need = REQUIRED[coll].include?(f)
        if v.nil?
          bad('missing_param', "#{k} is required.") if need
          bad('invalid_param', "#{k} must not be null.") if V[:nulls] == :refuse && !nullable?(coll, f)
          if t == :ids then rels[f] = []
          elsif f == :slug || f == :author || t == :pubdate then next
          else cols[f] = DEFAULTS[coll][f]
          end
          next
        end
        case t
        when :string
          v = text_value(k, v)
          bad('invalid_param', "#{k} must not be empty.") if need && v.strip.empty? && !V[:blank_names]
          if f == :slug
            next if v.strip.empty?
            s = slugify(v)
            bad('invalid_param', 'slug has no usable characters.') if s.empty?
            v = s
          end
          v = v.encode('ISO-8859-1', undef: :replace, invalid: :replace, replace: '?').encode('UTF-8') if b?('tag-latin1-update') && coll == :tags && existing && f == :name
          cols[f] = v
        when :integer
          n = int_of(v)
          bad('invalid_param', "#{k} must be an integer.") if n.nil?
          bad('invalid_param', "#{k} must not be negative.") if n.negative?
          bad('invalid_param', 'author must be a user ID.') if f == :author && n.zero?
          cols[f] = n
        when :boolean
          x = bool_of(v)
          bad('invalid_param', "#{k} must be a boolean.") if x.nil?
          next if existing && x == false && b?('patch-false-ignored') && @by == :id
          cols[f] = x
        when :datetime, :pubdate
          d = parse_dt(v)
          bad('invalid_param', "#{k} is not a valid date.") unless d
          cols[f] = d
        when :status
          v = text_value(k, v)
          next if v.empty? && !existing
          bad('invalid_param', "status must be one of #{STATUSES.join(', ')}.") unless STATUSES.include?(v) || (V[:any_status] && v.match?(/\A[a-z_-]+\z/))
          cols[f] = v
        when :timezone
          v = text_value(k, v)
          bad('invalid_param', 'timezone is not known.') unless tz_known?(v)
          cols[f] = v
        when :image
          v = v.to_s if v.is_a?(Integer)
          v = text_value(k, v)
          bad('invalid_param', 'image must be an ID or a URL.') unless v.empty? || v.match?(/\A\d+\z/) || v.match?(%r{\Ahttps?://\S+\z}i)
          cols[f] = v
        when :url
          v = text_value(k, v)
          bad('invalid_param', "#{k} must be a URL.") unless v.empty? || v.match?(%r{\Ahttps?://[^\s/]+\S*\z}i)
          cols[f] = v
        when :email
          v = text_value(k, v)
          bad('invalid_param', 'email must be an e-mail address.') unless v.empty? || v.match?(/\A[^\s@]+@[^\s@]+\.[^\s@]+\z/) || v.match?(/\A[^\s@]+@localhost\z/)
          cols[f] = v
        when :any
          begin
            cols[f] = JSON.generate([v])
          rescue JSON::GeneratorError
            bad('invalid_param', "#{k} is not a value that JSON can hold.")
          end
        when :ids
          list = case v
                 when Array then v
                 when Integer then [v]
                 when String then v.split(',').map(&:strip).reject(&:empty?)
                 else bad('invalid_param', "#{k} must be an array of integers.")
                 end
          rels[f] = list.map { |x| int_of(x) || bad('invalid_param', "#{k} must hold integers.") }.uniq
        end
      end
      REQUIRED[coll].each do |f|
        next if existing || cols.key?(f)
        if f == :name && coll == :tags && b?('tag-name-from-slug') && cols[:slug]
          cols[:name] = cols[:slug]
          next
        end
        bad('missing_param', "#{f} is required.")
      end
      [cols, rels]
    end

    def nullable?(coll, f)
      case coll
      when :events then %i[website categories tags venue organizer].include?(f)
      when :venues then !%i[author date date_utc status venue].include?(f)
      when :organizers then f != :organizer
      else false
      end
    end

    def finish_dates(coll, cols, existing)
      return unless POSTS.include?(coll)
      %i[date date_utc].each do |f|
        next unless cols[f].is_a?(Array)
        s, off, = cols[f]
        cols[f] = off ? Time.at(epoch(s) - off).utc.strftime('%Y-%m-%d %H:%M:%S') : s
      end
      if cols[:date] && !cols[:date_utc] then cols[:date_utc] = cols[:date]
      elsif cols[:date_utc] && !cols[:date] then cols[:date] = cols[:date_utc]
      end
      return unless coll == :events
      zone = cols[:timezone] || (existing && existing[:timezone]) || V[:timezone]
      %i[start_date end_date].each do |f|
        next unless cols[f].is_a?(Array)
        s, off, = cols[f]
        cols[f] = off ? from_epoch(epoch(s) - off, zone) : s
      end
      st = cols[:start_date] || existing[:start_date]
      en = cols[:end_date] || existing[:end_date]
      bad('invalid_param', 'end_date must not be before start_date.') if en < st && V[:end_after_start]
      return unless cols.key?(:start_date) || cols.key?(:end_date) || cols.key?(:timezone)
      cols[:utc_start] = to_utc(st, zone)
      cols[:utc_end] = to_utc(en, zone)
    end

    def check_relations(coll, rels, existing)
      rels.each do |f, ids|
        next if ids.empty?
        target = REL[f]
        ds = DB[target].where(id: ids, deleted: false)
        ds = visible(ds, target)
        known = ds.select_map(:id)
        known |= DB[:links].where(event_id: existing[:id], coll: target.to_s).select_map(:target_id) if existing
        lost = ids - known
        bad('invalid_param', "#{f}: no such ID #{lost.first}.") if lost.any?
      end
    end

    def check_parent(cols, existing)
      p = cols[:parent]
      return if p.nil? || p.zero?
      seen = 0
      cur = p
      while cur && cur != 0
        bad('invalid_param', 'parent would be a descendant of the category.') if existing && cur == existing[:id]
        row = DB[:categories].where(id: cur, deleted: false).select(:parent).first
        bad('invalid_param', 'parent is not a category.') if row.nil?
        cur = row[:parent]
        break if (seen += 1) > 1000
      end
    end

    def check_term_name(coll, cols, existing)
      return unless V[:duplicate_terms] == :refuse && cols[:name]
      ds = DB[coll].where(name: cols[:name], deleted: false)
      ds = ds.exclude(id: existing[:id]) if existing
      ds = ds.where(parent: cols[:parent] || (existing ? existing[:parent] : 0)) if coll == :categories
      raise Err.new(409, 'term_exists', 'A term of this name exists.') unless ds.empty?
    end

    def store_links(id, rels, existing)
      rels.each do |f, ids|
        target = REL[f].to_s
        next if existing && ids.empty? && b?('empty-tags-ignored') && f == :tags
        old = DB[:links].where(event_id: id, coll: target)
        if existing && f == :organizer && b?('organizer-relation-appends')
          ids = old.order(:pos).select_map(:target_id) | ids
        end
        if existing && f == :tags && b?('tags-update-drops-categories')
          DB[:links].where(event_id: id, coll: 'categories').delete unless rels.key?(:categories)
        end
        old.delete
        DB[:links].multi_insert(ids.each_with_index.map { |t, i| { event_id: id, coll: target, target_id: t, pos: i } }) if ids.any?
      end
    end

    def folds(coll, cols, existing)
      get = ->(f) { cols.key?(f) ? cols[f] : existing && existing[f] }
      out = { fold_name: fold(get.(NAME[coll])), fold_desc: fold(get.(:description)) }
      out[:fold_custom] = CUSTOM[coll].map { |f| fold(get.(f)) }.join("\n") if CUSTOM[coll]
      out
    end

    def owner_rules(coll, cols, existing)
      return if all? || !POSTS.include?(coll)
      raise Err.new(403, 'forbidden', 'You may not set another author.') if cols[:author] && cols[:author] != me
    end

    # ------------------------------------------------------------ representation
    def links_of(ids)
      out = Hash.new { |h, k| h[k] = Hash.new { |g, c| g[c] = [] } }
      return out if ids.empty?
      rows = DB[:links].where(event_id: ids).order(:event_id, :coll, :pos).select_map(%i[event_id coll target_id])
      unless all?
        %i[venues organizers].each do |c|
          want = rows.select { |r| r[1] == c.to_s }.map(&:last).uniq
          next if want.empty?
          seen = visible(DB[c].where(id: want), c).select_map(:id)
          rows.reject! { |r| r[1] == c.to_s && !seen.include?(r[2]) }
        end
      end
      rows.each { |e, c, t| out[e][c] << t }
      out
    end

    def visible_events = visible(DB[:events].where(deleted: false), :events)

    def counts_of(coll, ids)
      return {} if ids.empty?
      DB[:links].where(coll: coll.to_s, target_id: ids, event_id: visible_events.select(:id)).group_and_count(:target_id).to_h { |r| [r[:target_id], r[:count]] }
    end

    def count_ds(coll)
      ev = b?('category-count-after-slug-delete') && coll == :categories ? DB[:events].select(:id) : visible_events.select(:id)
      DB[:links].where(coll: coll.to_s, event_id: ev)
    end

    def t_out(s, zone = 'UTC', utc = nil)
      return nil if s.nil?
      case V[:times]
      when :iso then s.tr(' ', 'T')
      when :offset then zone_time(s, zone, utc || s)
      when :parts then { date: s[0, 10], time: s[11, 8] }
      else s
      end
    end

    def represent(coll, rows)
      many = coll == :events ? links_of(rows.map { |r| r[:id] }) : nil
      cnt = TERMS.include?(coll) ? counts_of(coll, rows.map { |r| r[:id] }) : nil
      rows.map { |r| shape(coll, r, many && many[r[:id]], cnt && cnt[r[:id]].to_i) }
    end

    def shape(coll, r, links, cnt)
      h = { id: V[:string_ids] ? r[:id].to_s : r[:id] }
      nm = NAME[coll]
      case coll
      when :events
        h.update(author: r[:author], status: r[:status], date: t_out(r[:date]), date_utc: t_out(r[:date_utc]), modified: t_out(r[:modified]),
                 url: "#{base_url}/events/#{r[:id]}", title: r[:title], slug: r[:slug], description: r[:description], excerpt: r[:excerpt],
                 image: r[:image], all_day: r[:all_day], start_date: t_out(r[:start_date], r[:timezone], r[:utc_start]),
                 end_date: t_out(r[:end_date], r[:timezone], r[:utc_end]), utc_start_date: t_out(r[:utc_start]), utc_end_date: t_out(r[:utc_end]),
                 timezone: r[:timezone], cost: r[:cost] && JSON.parse(r[:cost])[0], website: r[:website])
        (BOOLS - [:all_day]).each { |f| h[f] = r[f] }
        REL.each { |f, c| h[f] = V[:embed] ? embed(c, links[c.to_s]) : links[c.to_s] }
      when :venues, :organizers
        h.update(author: r[:author], status: r[:status], date: t_out(r[:date]), date_utc: t_out(r[:date_utc]), modified: t_out(r[:modified]),
                 url: "#{base_url}/#{coll}/#{r[:id]}", nm => r[nm], slug: r[:slug])
        FIELDS[coll].each_key { |f| h[f] = r[f] unless h.key?(f) }
        h[:zip] = h[:zip].to_s if h.key?(:zip) && !h[:zip].nil?
      else
        h.update(name: r[:name], slug: r[:slug], description: r[:description])
        h[:parent] = V[:string_ids] ? r[:parent].to_s : r[:parent] if coll == :categories
        h[:count] = cnt
        h[:url] = "#{base_url}/#{coll}/#{r[:id]}"
      end
      h[V[:lang_field]] = r[:lang]
      dress(coll, h)
    end

    def embed(coll, ids)
      return [] if ids.empty?
      got = DB[coll].where(id: ids).to_hash(:id)
      ids.filter_map { |i| got[i] && { id: i, slug: got[i][:slug], name: got[i][NAME[coll]] } }
    end

    def camel(k) = k.to_s.gsub(/_([a-z])/) { $1.upcase }.to_sym

    def dress(coll, h)
      if V[:rendered]
        [NAME[coll], :description, :excerpt].uniq.each do |f|
          next unless h[f].is_a?(String)
          esc = CGI.escapeHTML(h[f])
          h[f] = { raw: h[f], rendered: f == NAME[coll] ? esc : "<p>#{esc}</p>\n" }
        end
      end
      V[:rename]&.each { |from, to| h[to] = h.delete(from) if h.key?(from) && (to != :name || from == NAME[coll]) }
      h = h.reject { |_, v| v.nil? } if V[:omit_nulls]
      h = h.transform_keys { |k| camel(k) } if V[:camel]
      case V[:item]
      when :jsonapi then { type: coll.to_s, id: h[:id].to_s, attributes: h.reject { |k, _| k == :id } }
      when :hal then h.merge(_links: { self: { href: "#{base_url}/#{coll}/#{h[:id]}" }, collection: { href: "#{base_url}/#{coll}" } })
      else h
      end
    end

    def wrap_item(coll, obj)
      case V[:item]
      when :jsonapi then { data: obj }
      when :keyed then { ONE[coll] => obj }
      else obj
      end
    end

    def one(coll, row) = wrap_item(coll, represent(coll, [row]).first)

    # ------------------------------------------------------------ finding
    def find(coll, by, key)
      ds = DB[coll]
      row =
        if by == :id
          key.length > 18 ? nil : ds.where(id: key.to_i).first
        else
          key = key.unicode_normalize(:nfc)
          if b?('event-slug-digits-as-id') && coll == :events && key.match?(/\A\d+\z/) then ds.where(id: key.to_i).first
          else ds.where(slug: key, deleted: false).order(:id).first || (V[:trash] && ds.where(slug: key).first)
          end
        end
      row = nil if b?('slug-nonascii-delete') && by == :slug && request.delete? && !key.ascii_only?
      missing unless row
      if row[:deleted]
        unless b?('event-slug-delete-hides-only') && by == :id && coll == :events
          raise Err.new(410, 'gone', 'This record was deleted.') if V[:trash] == :gone
          missing
        end
      end
      unless readable?(coll, row) || (b?('reader-draft-by-slug') && by == :slug && @user)
        raise Err.new(@user ? 403 : 401, 'forbidden', 'You may not read this.') if V[:unreadable] == :forbidden
        missing
      end
      row
    end

    def may_change!(coll, row)
      return if all?
      return if b?('author-edits-by-slug') && @by == :slug
      return if b?('author-deletes-any-tag') && coll == :tags && request.delete?
      raise Err.new(403, 'forbidden', 'This is not yours.') unless row[owner_col(coll)] == me
    end

    def if_match!(coll, row)
      return unless V[:etag]
      im = env['HTTP_IF_MATCH'] or return
      return if im.strip == '*'
      tag = "\"#{Digest::SHA1.hexdigest(JSON.generate(one(coll, row)))[0, 24]}\""
      raise Err.new(412, 'precondition_failed', 'The record has changed.') unless V[:etag] != :weak && im.scan(/(?:W\/)?"[^"]*"/).include?(tag)
    end

    # ------------------------------------------------------------ operations
    def create(coll)
      may_write!
      data = read_body
      cols, rels = coerce(coll, data, nil)
      owner_rules(coll, cols, nil)
      finish_dates(coll, cols, nil)
      check_relations(coll, rels, nil)
      id = next_id(coll)
      if b?('category-refused-remains') && coll == :categories
        DB[:categories].insert(id: id, name: cols[:name], slug: slugify(cols[:name]), parent: 0, lang: @lang || 'en', owner: me, **folds(coll, cols, nil))
        check_parent(cols, nil)
        DB[:categories].where(id: id).delete
      end
      check_parent(cols, nil) if coll == :categories
      check_term_name(coll, cols, nil) if TERMS.include?(coll)
      row = DEFAULTS[coll].merge(cols)
      row[:id] = id
      given = cols.key?(:slug)
      row[:slug] = unique_slug(coll, given ? cols[:slug] : derived_slug(cols[NAME[coll]], coll, id), id, given)
      row[:owner] = me || 1
      row[:lang] = @lang || 'en'
      row[:modified] = now_s
      if POSTS.include?(coll)
        row[:author] ||= me || V[:author]
        row[:date] ||= now_s
        row[:date_utc] ||= row[:date]
      end
      row.update(folds(coll, cols, nil))
      row[:fold_desc] = nil if cols[:description].nil?
      DB.transaction do
        DB[coll].insert(row)
        store_links(id, rels, nil)
      end
      CACHE.clear
      loc = { 'Location' => "#{base_url}/#{coll}/#{id}" }
      return send_json(201, { id: id, href: loc['Location'], slug: row[:slug] }, loc) if V[:create] == :stub
      send_json(V[:create] == 200 ? 200 : 201, one(coll, DB[coll].where(id: id).first), loc)
    end

    def read(coll, by, key)
      ck = [coll, by, key, @user]
      if b?('venue-slug-cache-stale') && coll == :venues && by == :slug && CACHE[ck]
        return send_json(200, CACHE[ck])
      end
      row = find(coll, by, key)
      @bug_version = row[:version]
      obj = one(coll, row)
      CACHE[ck] = obj if b?('venue-slug-cache-stale')
      send_json(200, obj)
    rescue Err => e
      raise unless b?('head-by-slug-always-200') && request.head? && by == :slug && e.status == 404
      send_json(200, {})
    end

    def update(coll, by, key)
      may_write!
      data = read_body
      key = slugify(data['slug']) if b?('event-body-slug-wins') && by == :slug && coll == :events && data['slug'].is_a?(String)
      key = data['id'].to_s if b?('venue-body-id-wins') && by == :id && coll == :venues && data['id'].to_s.match?(/\A\d+\z/)
      row = find(coll, by, key)
      may_change!(coll, row)
      if_match!(coll, row)
      if b?('event-refused-half-applied') && coll == :events && by == :id && data['title'].is_a?(String)
        DB[:events].where(id: row[:id]).update(title: data['title'])
      end
      cols, rels = coerce(coll, data, row)
      if V[:put] == :replace && request.put?
        # a replacement resets what it leaves out; required fields, slug, author and publication date stay
        DEFAULTS[coll].each { |f, v| cols[f] = v unless cols.key?(f) || data.key?(f.to_s) }
        REL.each_key { |f| rels[f] ||= [] } if coll == :events
      end
      owner_rules(coll, cols, row)
      finish_dates(coll, cols, row)
      check_relations(coll, rels, row)
      check_parent(cols, row) if coll == :categories
      check_term_name(coll, cols, row) if TERMS.include?(coll)
      cols[:slug] = unique_slug(coll, cols[:slug], row[:id], true) if cols.key?(:slug)
      cols[:modified] = now_s
      cols[:version] = row[:version] + 1
      update_bugs(coll, by, cols, rels, data, row)
      cols.update(folds(coll, cols, row))
      cols[:fold_desc] = nil if (cols.key?(:description) ? cols[:description] : row[:description]).nil?
      DB.transaction do
        DB[coll].where(id: row[:id]).update(cols)
        store_links(row[:id], rels, row)
      end
      keep_cache = b?('venue-slug-cache-stale') && by == :id
      CACHE.clear unless keep_cache
      return send_json(204, nil) if V[:update] == 204
      send_json(200, one(coll, DB[coll].where(id: row[:id]).first))
    end

    def update_bugs(coll, by, cols, rels, data, row)
      case BUG
      when 'organizer-update-resets-date'
        cols[:date] = cols[:date_utc] = now_s if coll == :organizers && !cols.key?(:date)
      when 'venue-double-escape'
        d = cols.fetch(:description, row[:description])
        cols[:description] = CGI.escapeHTML(d) if coll == :venues && d && row[:version] > 1
      when 'category-update-resets-parent'
        cols[:parent] = 0 if coll == :categories && !cols.key?(:parent) && cols.key?(:name)
      when 'slug-update-shifts-zone'
        if coll == :events && by == :slug && !cols.key?(:start_date) && !cols.key?(:end_date)
          cols[:start_date] = row[:utc_start]
          cols[:end_date] = row[:utc_end]
        end
      when 'event-password-swallows-update'
        if coll == :events && data['password']
          cols.keep_if { |k, _| %i[modified version].include?(k) }
          rels.clear
        end
      when 'editor-takes-ownership'
        cols[:author] = me if POSTS.include?(coll) && @user == 'editor' && !data.key?('author')
      end
    end

    def destroy(coll, by, key)
      may_write!
      row = find(coll, by, key)
      may_change!(coll, row)
      if_match!(coll, row)
      obj = represent(coll, [row]).first
      soft = V[:trash] || (b?('event-slug-delete-hides-only') && coll == :events && by == :slug) ||
             (b?('category-count-after-slug-delete') && coll == :events && by == :slug)
      DB.transaction do
        if soft
          DB[coll].where(id: row[:id]).update(deleted: true)
        else
          DB[coll].where(id: row[:id]).delete
        end
        if coll == :events
          DB[:links].where(event_id: row[:id]).delete unless soft
        else
          evs = DB[:links].where(coll: coll.to_s, target_id: row[:id]).select_map(:event_id)
          if b?('venue-slug-delete-cascades') && coll == :venues && by == :slug
            DB[:events].where(id: evs).delete
          end
          if b?('tag-delete-clears-tags') && coll == :tags
            DB[:links].where(coll: 'tags', event_id: evs).delete
          end
          DB[:links].where(coll: coll.to_s, target_id: row[:id]).delete unless V[:keep_dead_links] && POSTS.include?(coll)
          if coll == :categories
            kids = DB[:categories].where(parent: row[:id])
            kids.update(parent: V[:orphans] == :top ? 0 : row[:parent])
          end
        end
      end
      CACHE.clear unless b?('organizers-list-cache-delete') && by == :slug
      case V[:delete]
      when 204 then send_json(204, nil)
      when :flag then send_json(200, { deleted: true, previous: obj })
      when :ack then send_json(200, { ok: true })
      else send_json(200, wrap_item(coll, obj))
      end
    end

    # ------------------------------------------------------------ lists
    LIST_PARAMS = {
      events: %w[page per_page start_date end_date starts_before starts_after ends_before ends_after strict_dates search categories tags
                 venue organizer featured status geoloc geoloc_lat geoloc_lng include post_parent ticketed ml_language],
      venues: %w[page per_page search event has_events only_with_upcoming status ml_language],
      organizers: %w[page per_page search event has_events only_with_upcoming status ml_language],
      categories: %w[page per_page search exclude include order orderby hide_empty parent post event slug ml_language],
      tags: %w[page per_page search exclude include order orderby hide_empty post event slug ml_language]
    }.freeze

    def list(coll)
      if V[:unknown_params] == :refuse
        extra = q.h.keys - LIST_PARAMS[coll]
        bad('unknown_param', "Unknown parameter #{extra.first}.") if extra.any?
      end
      page = q.int('page', 1) || 1
      per = q.int('per_page', 1) || 10
      if per > V[:max_per_page]
        bad('invalid_param', "per_page must be at most #{V[:max_per_page]}.") if V[:over_max] == :refuse
        per = V[:max_per_page]
      end
      page > 1_000_000_000 and page = 1_000_000_000

      ck = nil
      if (b?('organizers-list-cache-delete') && coll == :organizers) || (b?('tags-cache-ignores-language') && coll == :tags)
        ck = [coll, @user, q.h.reject { |k, _| k == 'ml_language' && coll == :tags }.to_s]
        return send_json(200, CACHE[ck]) if CACHE[ck]
      end

      ds = DB[coll].where(Sequel[coll][:deleted] => false)
      ds = ds.where(Sequel[coll][:lang] => @lang) if @lang && V[:language] != :neutral
      ds = ds.where(Sequel[coll][:lang] => 'en') if !@lang && V[:language] == :default
      ds = case coll
           when :events then filter_events(ds, page)
           when :venues, :organizers then filter_places(coll, ds)
           else filter_terms(coll, ds, page)
           end
      total = ds.count
      pages = (total + per - 1) / per
      if page > 1 && page > pages && V[:past_end] != :empty
        raise Err.new(V[:past_end], 'page_out_of_range', 'There is no such page.')
      end
      offset = (page - 1) * per
      offset = (page - 1) * 10 if b?('organizers-offset-fixed') && coll == :organizers
      rows = if b?('venues-has-events-unpaged') && coll == :venues && q.given?('has_events') && !q.given?('per_page')
               ds.all
             else
               ds.limit(per, offset).all
             end
      items = represent(coll, rows)
      url = ->(n) { "#{base_url}/#{coll}?#{[env['cal.query'].to_s.split('&').reject { |x| x.start_with?('page=') || x.empty? }, "page=#{n}"].flatten.join('&')}" }
      prev_url = page > 1 ? url.(page - 1) : nil
      next_url = page < pages ? url.(page + 1) : nil
      head = { 'X-TEC-Total' => total.to_s, 'X-TEC-TotalPages' => pages.to_s }
      obj = case V[:envelope]
            when :bare
              ln = [prev_url && "<#{prev_url}>; rel=\"prev\"", next_url && "<#{next_url}>; rel=\"next\""].compact
              head = { 'X-WP-Total' => total.to_s, 'X-WP-TotalPages' => pages.to_s }
              head['Link'] = ln.join(', ') if ln.any?
              items
            when :data then head = {}; { data: items, meta: { total: total, pages: pages, page: page, perPage: per } }
            when :hal
              head = {}
              { _embedded: { coll => items }, _links: { self: { href: url.(page) }, next: next_url && { href: next_url } }.compact, total: total }
            when :items then head = {}; { items: items, total: total, has_more: !next_url.nil? }
            else
              o = { coll => items, rest_url: url.(page) }
              o[:previous_rest_url] = prev_url if prev_url
              o[:next_rest_url] = next_url if next_url
              o.merge(total: total, total_pages: pages)
            end
      CACHE[ck] = obj if ck
      send_json(200, obj, head)
    end

    def search_cond(coll, ds, cond_status = nil)
      s = q.str('search') or return ds
      s = decode(s) if b?('organizer-search-double-decode') && coll == :organizers
      s = fold(s)
      s = s.strip if V[:trim]
      t = coll
      if b?('event-search-wildcards') && coll == :events
        return ds.where(Sequel.lit("fold_name LIKE ? OR fold_desc LIKE ?", "%#{s}%", "%#{s}%"))
      end
      if b?('event-search-null-description') && coll == :events
        return ds.where(Sequel.lit("instr(fold_name || ' ' || fold_desc, ?) > 0", s))
      end
      cols = [:fold_name, :fold_desc]
      cols << :fold_custom if CUSTOM[coll] && !(b?('venue-search-custom-with-events') && coll == :venues && q.given?('has_events'))
      if b?('venue-search-or-precedence') && coll == :venues && q.given?('status')
        return ds.where(Sequel.lit("1=1 AND instr(fold_name, :s) > 0", s: s)).or(Sequel.lit("instr(fold_desc, :s) > 0 OR instr(fold_custom, :s) > 0", s: s))
      end
      conds = cols.map { |c| Sequel.lit("instr(coalesce(#{t}.#{c}, ''), ?) > 0", s) }
      ds.where(Sequel.|(*conds))
    end

    def status_cond(coll, ds)
      st = q.str('status')
      skip = (b?('anonymous-lists-drafts') && @user.nil? && st) ||
             (b?('include-leaks-drafts') && coll == :events && q.given?('include')) 
      if b?('own-drafts-missing-from-list') && @user == 'author' && POSTS.include?(coll)
        ds = ds.where(Sequel[coll][:status] => 'publish')
      elsif !skip
        ds = visible(ds, coll)
      end
      ds = ds.where(Sequel[coll][:status] => st) if st && st != 'any'
      ds
    end

    def truth(k)
      v = q.str(k) or return nil
      x = bool_of(v.strip)
      bad('invalid_param', "#{k} must be true or false.") if x.nil?
      x
    end

    def filter_events(ds, page)
      c = Sequel[:events]
      # everything is checked first, so that a wrong parameter never passes beside include
      d = {}
      %w[start_date end_date].each { |k| d[k] = q.date(k, full: true) }
      %w[starts_before starts_after ends_before ends_after].each { |k| d[k] = q.date(k) }
      strict = truth('strict_dates') || false
      strict = true if b?('strict-dates-false-is-true') && q.given?('strict_dates')
      inc = q.ids('include')
      feat = q.bool('featured')
      lat = q.float('geoloc_lat')
      lng = q.float('geoloc_lng')
      bad('invalid_param', 'geoloc_lat and geoloc_lng go together.') if lat.nil? != lng.nil?
      geo = q.bool('geoloc')
      tick = q.bool('ticketed')
      par = q.int('post_parent')

      ds = status_cond(:events, ds)
      ds = ds.where(c[:id] => inc) if inc
      if inc.nil? || b?('include-obeys-dates')
        ds = date_filters(ds, d, strict)
      end
      ds = search_cond(:events, ds)
      %w[categories tags].each do |k|
        l = q.list(k) or next
        ds = term_filter(ds, k, l)
      end
      %w[venue organizer].each do |k|
        l = q.ids(k) or next
        target = REL[k.to_sym].to_s
        lk = DB[:links].where(coll: target, target_id: l)
        unless all?
          lk = lk.where(target_id: visible(DB[REL[k.to_sym]], REL[k.to_sym]).select(:id))
        end
        ds = ds.where(c[:id] => lk.select(:event_id))
      end
      ds = ds.where(c[:featured] => feat) unless feat.nil?
      ds = ds.where(Sequel.lit('0')) if geo == true || lat || tick == true || (par && par != 0)
      tie = b?('events-tie-order') && page.even? ? Sequel.desc(c[:id]) : c[:id]
      case V[:order]
      when :newest then ds.order(Sequel.desc(c[:id]))
      when :id then ds.order(c[:id])
      when :title then ds.order(c[:fold_name], c[:id])
      else ds.order(c[:start_date], tie)
      end
    end

    def date_filters(ds, d, strict)
      lo = ->(x) { strict ? x : "#{x[0, 10]} 00:00:00" }
      hi = ->(x) { "#{x[0, 10]} 23:59:59" }
      s = Sequel[:events][:start_date]
      e = Sequel[:events][:end_date]
      if V[:default_window] == :upcoming && d.values.none?
        return ds.where(Sequel[:events][:utc_end] >= now_s)
      end
      if (x = d['start_date'])
        ds = ds.where((s >= lo.(x)) & (s <= hi.(x)))
      end
      if (x = d['end_date'])
        ds = ds.where((e >= lo.(x)) & (e <= hi.(x)))
      end
      if (x = d['starts_after']) && !(b?('starts-between-loses-after') && d['starts_before'])
        ds = ds.where(strict ? s > x : s >= lo.(x))
      end
      if (x = d['starts_before'])
        ds = ds.where(strict ? s < x : s <= hi.(x))
      end
      if (x = d['ends_after'])
        ds = ds.where(strict ? e > x : e >= lo.(x))
      end
      if (x = d['ends_before'])
        ds = if b?('ends-before-cuts-day') then ds.where(e <= x)
             else ds.where(strict ? e < x : e <= hi.(x))
             end
      end
      ds
    end

    def term_filter(ds, k, l)
      tbl = k.to_sym
      ids = l.select { |x| x.match?(/\A\d{1,18}\z/) }.map(&:to_i)
      slugs = l.map { |x| x.unicode_normalize(:nfc).downcase }
      if b?('category-slug-leading-digits') && k == 'categories'
        ids |= l.select { |x| x.match?(/\A\d/) }.map(&:to_i)
        slugs = slugs.reject { |x| x.match?(/\A\d/) }
      end
      found = DB[tbl].where(deleted: false).where(Sequel.|({ id: ids }, { slug: slugs })).select_map(:id)
      lk = DB[:links].where(coll: k, target_id: found)
      if b?('tags-filter-needs-all') && k == 'tags' && l.size > 1
        return ds.where(Sequel[:events][:id] => lk.group(:event_id).having { count.function.* >= l.size }.select(:event_id))
      end
      if b?('categories-join-duplicates') && k == 'categories'
        return ds.join(:links, { event_id: Sequel[:events][:id], coll: k, target_id: found }).select_all(:events)
      end
      ds.where(Sequel[:events][:id] => lk.select(:event_id))
    end

    def filter_places(coll, ds)
      c = Sequel[coll]
      ev = q.int('event')
      has = truth('has_events')
      up = truth('only_with_upcoming')
      ds = status_cond(coll, ds) unless b?('venue-search-or-precedence') && coll == :venues
      lk = DB[:links].where(Sequel[:links][:coll] => coll.to_s, Sequel[:links][:event_id] => visible_events.select(:id))
      if ev
        mine = lk.where(event_id: ev)
        mine = mine.where(pos: 0) if b?('organizers-event-filter-first') && coll == :organizers
        ds = ds.where(c[:id] => mine.select(:target_id))
      end
      if has == true then ds = ds.where(c[:id] => lk.select(:target_id))
      elsif has == false && V[:has_false] == :without then ds = ds.exclude(c[:id] => lk.select(:target_id))
      end
      if up
        fresh = visible_events.where(Sequel[:events][V[:upcoming] == :ongoing ? :utc_end : :utc_start] >= now_s)
        if b?('venues-upcoming-duplicates') && coll == :venues
          ds = ds.join(:links, { target_id: c[:id], coll: coll.to_s, event_id: fresh.select_map(:id) }).select_all(coll)
        elsif b?('organizers-upcoming-lost-beside-search') && coll == :organizers && q.given?('search')
          nil
        else
          ds = ds.where(c[:id] => lk.where(event_id: fresh.select(:id)).select(:target_id))
        end
      end
      ds = status_cond(coll, ds) if b?('venue-search-or-precedence') && coll == :venues
      ds = search_cond(coll, ds)
      case V[:order]
      when :newest then ds.order(Sequel.desc(c[:id]))
      when :title then ds.order(c[:fold_name], c[:id])
      else ds.order(c[:id])
      end
    end

    def filter_terms(coll, ds, page)
      c = Sequel[coll]
      inc = q.ids('include')
      exc = q.ids('exclude')
      hide = truth('hide_empty')
      hide = true if hide.nil?
      hide = true if b?('tags-hide-empty-zero') && coll == :tags && q.raw('hide_empty') == '0'
      par = coll == :categories ? q.int('parent') : nil
      order = (q.str('order') || 'asc').downcase
      bad('invalid_param', 'order must be asc or desc.') unless %w[asc desc ascending descending].include?(order)
      orderby = q.str('orderby') || (V[:term_order] || 'name')
      keys = { 'name' => :fold_name, 'slug' => :slug, 'id' => :id, 'term_id' => :id, 'count' => :count, 'description' => :description, 'parent' => :parent,
               'include' => :id, 'term_group' => :id }
      keys.delete('parent') if coll == :tags
      key = keys[orderby] or bad('invalid_param', "orderby must be one of #{keys.keys.join(', ')}.")

      links = count_ds(coll)
      ds = ds.where(c[:id] => inc) if inc
      if exc
        ds = ds.exclude(c[:id] => exc)
      end
      ds = ds.where(c[:id] => links.select(:target_id)) if hide
      ds = ds.where(c[:parent] => par) if par
      %w[post event].each do |k|
        e = q.int(k) or next
        next if k == 'post' && b?('categories-post-lost-on-page-two') && coll == :categories && page > 1
        ds = ds.where(c[:id] => links.where(event_id: e).select(:target_id))
      end
      if q.str('slug')
        ds = ds.where(c[:slug] => q.list('slug').map { |x| x.unicode_normalize(:nfc) })
      end
      ds = search_cond(coll, ds)
      expr = if key == :count then links.where(target_id: c[:id]).select { count.function.* }
             elsif key == :description then Sequel.function(:coalesce, c[:fold_desc], '')
             else c[key]
             end
      down = order.start_with?('desc')
      down ? ds.order(Sequel.desc(expr), Sequel.desc(c[:id])) : ds.order(expr, c[:id])
    end

    def prepare(coll, by)
      @coll = coll
      @by = by
      authenticate
      @lang = env['cal.lang']
      l = language!
      @lang = l if l
    end
  end

  # -------------------------------------------------------------- routes
  get '/' do
    prepare(nil, nil)
    send_json(200, { name: 'Calendar', namespaces: ['vendor/events/v1'], _links: { self: [{ href: "#{root_url}/" }] } })
  end

  get NS do
    prepare(nil, nil)
    ctx = q.str('context')
    bad('invalid_param', 'context must be view, embed or edit.') if ctx && !%w[view embed edit].include?(ctx)
    routes = { NS => %w[GET], "#{NS}/doc" => %w[GET] }
    FIELDS.each_key do |c|
      routes["#{NS}/#{c}"] = %w[GET POST]
      routes["#{NS}/#{c}/{id}"] = %w[GET POST PUT PATCH DELETE]
      routes["#{NS}/#{c}/by-slug/{slug}"] = %w[GET POST PUT PATCH DELETE] if POSTS.include?(c)
    end
    up = "#{root_url}/"
    up = base_url if b?('up-link-with-language') && q.given?('ml_language')
    routes = routes.to_h { |k, v| [k, { methods: v }] }
    send_json(200, V[:links] == :hal ? { _links: { up: { href: up }, self: { href: base_url } }, namespace: 'vendor/events/v1', routes: routes }
                                     : { namespace: 'vendor/events/v1', routes: routes, _links: { up: [{ href: up }] } })
  end

  get "#{NS}/doc" do
    prepare(nil, nil)
    paths = {}
    FIELDS.each_key do |c|
      paths["/#{c}"] = { get: { parameters: LIST_PARAMS[c].map { |n| { name: n, in: 'query' } } }, post: { required: REQUIRED[c] } }
      paths["/#{c}/{id}"] = %w[get post put patch delete].to_h { |m| [m, {}] }
      paths["/#{c}/by-slug/{slug}"] = %w[get post put patch delete].to_h { |m| [m, {}] } if POSTS.include?(c)
    end
    send_json(200, { swagger: '2.0', info: { title: 'Calendar Events REST interface', version: 'v1' }, basePath: NS, paths: paths })
  end

  FIELDS.each_key do |coll|
    path = "#{NS}/#{coll}"
    get(path) { prepare(coll, nil); list(coll) }
    post(path) { prepare(coll, nil); create(coll) }
    item = { id: %r{#{path}/(?<key>\d+)} }
    item[:slug] = %r{#{path}/by-slug/(?<key>[^/]+)} if POSTS.include?(coll)
    item.each do |by, rx|
      to_id = lambda do |app, key|
        next unless by == :slug && V[:slug_redirect]
        app.instance_exec do
          row = find(coll, :slug, key)
          qs = env['cal.query'].to_s
          halt send_json(308, { location: "#{base_url}/#{coll}/#{row[:id]}" }, { 'Location' => "#{base_url}/#{coll}/#{row[:id]}#{"?#{qs}" unless qs.empty?}" })
        end
      end
      get(rx) { prepare(coll, by); to_id.(self, params['key']); read(coll, by, params['key']) }
      %i[post put patch].each do |m|
        send(m, rx) { prepare(coll, by); may_write!; to_id.(self, params['key']); update(coll, by, params['key']) }
      end
      delete(rx) { prepare(coll, by); may_write!; to_id.(self, params['key']); destroy(coll, by, params['key']) }
    end
  end

  ITEM = %r{\A#{NS}/(?:(?:events|venues|organizers|categories|tags)/\d+|(?:events|venues|organizers)/by-slug/[^/]+)\z}
  COLL = %r{\A#{NS}/(?:events|venues|organizers|categories|tags)\z}
  ROOT = %r{\A(?:#{NS}(?:/doc)?|/)\z}
  def allowed(path)
    case path
    when ITEM then %w[GET HEAD POST PUT PATCH DELETE OPTIONS]
    when COLL then %w[GET HEAD POST OPTIONS]
    when ROOT then %w[GET HEAD OPTIONS]
    end
  end

  options(/.*/) do
    a = allowed(request.path_info) or missing('No such route.')
    send_json(204, nil, { 'Allow' => a.join(', ') })
  end

  not_found do
    response.headers.delete('X-Cascade')
    a = allowed(request.path_info)
    if a then fail_with(405, 'method_not_allowed', 'Method not allowed.', { 'Allow' => a.join(', ') })
    else fail_with(404, 'no_route', 'No such route.')
    end
  end
end

# Takes body, query, language segment and trailing slash off the request before Sinatra sees it.
class Front
  KNOWN = %w[GET HEAD POST PUT PATCH DELETE OPTIONS].freeze

  def initialize(app)
    @app = app
  end

  def plain(code, name, msg, extra = {})
    text = JSON.generate({ code: name, message: msg, data: { status: code } })
    [code, { 'Content-Type' => 'application/json; charset=utf-8', 'Content-Length' => text.bytesize.to_s, 'Date' => Time.now.httpdate }.merge(extra), [text]]
  end

  def call(env)
    input = env['rack.input']
    env['cal.body'] = input ? input.read.to_s : +''
    env['rack.input'] = StringIO.new(+'')
    env['CONTENT_LENGTH'] = '0'
    env['cal.query'] = env['QUERY_STRING'].to_s
    env['QUERY_STRING'] = ''
    return plain(501, 'not_implemented', 'Unknown method.') unless KNOWN.include?(env['REQUEST_METHOD'])

    path = env['PATH_INFO'].to_s
    test = path.b.gsub(/%([0-9a-fA-F]{2})/) { [$1].pack('H2') }.force_encoding('UTF-8')
    return plain(400, 'bad_path', 'Malformed path.') if path.b.match?(/%(?![0-9a-fA-F]{2})/n) || !test.valid_encoding? || test.include?("\0")
    path = path.dup.force_encoding('UTF-8')
    env['cal.prefix'] = ''
    if path =~ %r{\A/(nl|de|fr)(/.*)?\z}
      env['cal.prefix'] = "/#{$1}"
      env['cal.lang'] = $1
      path = $2 || '/'
    end
    if path.length > 1 && path.end_with?('/')
      path = path.chomp('/')
      if V[:slash_redirect]
        qs = env['cal.query']
        return plain(308, 'moved', 'Moved.', 'Location' => "#{env['cal.prefix']}#{path}#{"?#{qs}" unless qs.empty?}")
      end
    end
    env['PATH_INFO'] = path
    LOCK.synchronize { @app.call(env) }
  end
end

trap('TERM') { exit!(0) }
trap('INT') { exit!(0) }
server = Puma::Server.new(Front.new(App.new), Puma::Events.strings, min_threads: 4, max_threads: 16)
server.add_tcp_listener('127.0.0.1', PORT)
thread = server.run
$stdout.puts 'listening'
$stdout.flush
thread.join
