# Database, models, scopes and callbacks.
ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:", pool: 1, idle_timeout: 0, reaping_frequency: nil)
ActiveRecord::Base.logger = nil

LANGS = ([Switch.cfg(:site_lang)] | %w[nl en fr de]).freeze # the first is the language of the site
SITE_ZONE = ActiveSupport::TimeZone[Switch.cfg(:site_zone)]
STATUSES = %w[publish draft pending private future].freeze

# The schema in plain SQL (starts faster than the migration DSL).
db = ActiveRecord::Base.connection.raw_connection
texts = ->(fields) { fields.flat_map { |f| LANGS.map { |l| "#{f}_#{l} TEXT" } } }
strings = ->(names) { names.map { |n| "#{n} VARCHAR" } }
flags = ->(names) { names.map { |n| "#{n} BOOLEAN" } }
post = strings[%w[slug status date_local date_utc lang]] +
       ["author INTEGER", "trashed BOOLEAN NOT NULL DEFAULT 0", "revision INTEGER NOT NULL DEFAULT 0"]
term = texts[%w[name description]] + strings[%w[slug lang]] +
       ["parent INTEGER DEFAULT 0", "events_count INTEGER NOT NULL DEFAULT 0", "revision INTEGER NOT NULL DEFAULT 0"]
tables = {
  "events" => texts[%w[title description excerpt]] + post +
              strings[%w[start_local end_local start_utc end_utc timezone image cost website password]] +
              flags[%w[all_day show_map show_map_link hide_from_listings sticky featured]],
  "venues" => texts[%w[title description]] + post +
              strings[%w[show_map show_map_link address city country province state zip phone stateprovince website image]],
  "organizers" => texts[%w[title description]] + post + strings[%w[phone website email image]],
  "categories" => term, "tags" => term
}
%w[venue organizer category tag].each do |n|
  tables["event_#{n.pluralize}"] = ["event_id INTEGER", "#{n}_id INTEGER", "position INTEGER"]
end
tables.each { |name, columns| db.execute("CREATE TABLE #{name} (id INTEGER PRIMARY KEY, #{columns.join(', ')})") }
%w[venue organizer category tag].each do |n|
  db.execute("CREATE INDEX i_#{n}_e ON event_#{n.pluralize} (event_id)")
  db.execute("CREATE INDEX i_#{n}_o ON event_#{n.pluralize} (#{n}_id)")
end
%w[events venues organizers categories tags].each { |n| db.execute("CREATE INDEX i_#{n}_s ON #{n} (slug)") }

db.create_function("has_text", 2) do |func, hay, needle|
  fold = Switch.bug?("search-non-ascii-capital-lost") ? [:ascii] : []
  func.result = hay.to_s.dup.force_encoding("UTF-8").downcase(*fold).include?(needle.to_s.dup.force_encoding("UTF-8").downcase) ? 1 : 0
end

# Shared id sequence of all records and the stamp that cache keys carry.
module Stamp
  class << self
    attr_accessor :id, :version
    def next_id
      self.id = (id || 0) + 1
    end

    def bump
      self.version = (version || 0) + 1
    end
  end
end
Stamp.version = 0

class ApplicationRecord < ActiveRecord::Base
  self.abstract_class = true
  extend SwitchHelpers
  include SwitchHelpers
  before_create { self.id ||= Stamp.next_id }
  before_save { self.revision = revision.to_i + 1 }
  after_commit { Stamp.bump }
end

module Translatable
  extend ActiveSupport::Concern

  class_methods do
    def sql_text(field, lang)
      order = [lang] + (LANGS - [lang])
      "COALESCE(#{order.map { |l| "#{table_name}.#{field}_#{l}" }.join(', ')})"
    end
  end

  def text(field, lang)
    ([lang] + LANGS).each { |l| v = self["#{field}_#{l}"]; return v unless v.nil? }
    nil
  end

  def write_text(field, lang, value)
    if cfg(:language) == :translations
      self["#{field}_#{lang}"] = value
    else
      self["#{field}_#{LANGS.first}"] = value
    end
  end
end

module Sluggable
  extend ActiveSupport::Concern

  class_methods do
    def free_slug(base, own_id = nil)
      own_id = nil if self == Event && bug?("event-same-slug-gets-suffix")
      slug = base
      n = 1
      while where(slug: slug).where.not(id: own_id || 0).exists?
        n += 1
        slug = "#{base}-#{n}"
      end
      slug
    end

    def slugify(text)
      s = cfg(:slugs) == :unicode ? text.to_s.unicode_normalize(:nfc).downcase.scan(/[\p{L}\p{M}\p{N}]+/).join("-") : text.to_s.parameterize
      s = "#{model_name.singular}-#{(Stamp.id || 0) + 1}" if s.empty?
      s
    end

    def derived_slug(text)
      s = slugify(text)
      s = "#{s}-#{(Stamp.id || 0) + 1}" if cfg(:slugs) == :unicode
      free_slug(s)
    end

    def id_by_slug(slug)
      slug = slug.sub(/-\d+\z/, "") if self == Organizer && bug?("organizer-slug-number-cut")
      Rails.cache.fetch(["slug", name, slug, Stamp.version]) { where(slug: slug).order(:id).pluck(:id).first }
    end
  end
end

module Post
  extend ActiveSupport::Concern
  include Translatable
  include Sluggable
  included do
    validates :status, inclusion: {in: STATUSES}
    scope :kept, -> { where(trashed: false) }
  end

  def public_record?
    return !trashed && !%w[draft pending future].include?(status) if bug?("private-readable-by-anybody")
    status == "publish" && !trashed
  end
end

class EventVenue < ActiveRecord::Base
  belongs_to :event
  belongs_to :venue
end

class EventOrganizer < ActiveRecord::Base
  belongs_to :event
  belongs_to :organizer
end

# Link rows of terms keep the counter cache `events_count`.
module CountedLink
  extend ActiveSupport::Concern
  included do
    after_create { self.class.term_class.where(id: term_key).update_all("events_count = events_count + 1") }
    after_destroy { self.class.term_class.where(id: term_key).update_all("events_count = events_count - 1") }
  end
end

class EventCategory < ActiveRecord::Base
  include CountedLink
  belongs_to :event
  belongs_to :category
  def self.term_class; Category; end
  def term_key; category_id; end
end

class EventTag < ActiveRecord::Base
  include CountedLink
  belongs_to :event
  belongs_to :tag
  def self.term_class; Tag; end
  def term_key; tag_id; end
end

class Event < ApplicationRecord
  include Post
  RELATIONS = {"categories" => [EventCategory, "category_id", "Category"], "tags" => [EventTag, "tag_id", "Tag"],
               "venue" => [EventVenue, "venue_id", "Venue"], "organizer" => [EventOrganizer, "organizer_id", "Organizer"]}.freeze
  BOOLEANS = %w[all_day show_map show_map_link hide_from_listings sticky featured protected].freeze
  has_many :event_venues
  has_many :event_organizers
  has_many :event_categories
  has_many :event_tags
  before_destroy :unlink
  after_save { Event.where(sticky: true).where.not(id: id).update_all(sticky: false) if sticky && bug?("sticky-unsets-others") }

  def related_ids(name)
    link, key, = RELATIONS.fetch(name)
    link.where(event_id: id).order(:position, :id).pluck(key)
  end

  def relate(name, ids)
    link, key, = RELATIONS.fetch(name)
    ids = ids.first(1) if name == "venue" && bug?("event-second-venue-lost")
    old = link.where(event_id: id).order(:position, :id).to_a
    gone = old.reject { |l| ids.include?(l[key]) }
    gone += EventCategory.where(event_id: id).to_a if name == "tags" && !saved_change_to_id? && bug?("update-tags-clears-categories")
    gone.each(&:destroy)
    ids.each_with_index do |rid, i|
      row = old.find { |l| l[key] == rid }
      row ? row.update_columns(position: i) : link.create!(:event_id => id, key => rid, :position => i)
    end
  end

  def unlink
    RELATIONS.each_value do |link, _key, _|
      link.where(event_id: id).each(&:destroy)
    end
  end
end

module Place
  extend ActiveSupport::Concern
  included do
    before_destroy do
      link = self.class::LINK
      key = "#{model_name.singular}_id"
      link.where(key => id).delete_all unless is_a?(Venue) && bug?("venue-delete-leaves-links")
    end
  end
end

class Venue < ApplicationRecord
  include Post
  include Place
  LINK = EventVenue
  CUSTOM = %w[address city country province state zip phone stateprovince website].freeze
end

class Organizer < ApplicationRecord
  include Post
  include Place
  LINK = EventOrganizer
  CUSTOM = %w[phone website email].freeze
end

module Term
  extend ActiveSupport::Concern
  include Translatable
  include Sluggable
  included do
    before_destroy { self.class::LINK.where("#{model_name.singular}_id" => id).delete_all }
  end
end

class Category < ApplicationRecord
  include Term
  LINK = EventCategory
  before_destroy do
    children = Category.where(parent: id)
    bug?("category-delete-deletes-children") ? children.each(&:destroy) : children.update_all(parent: parent.to_i)
  end
end

class Tag < ApplicationRecord
  include Term
  LINK = EventTag
end
