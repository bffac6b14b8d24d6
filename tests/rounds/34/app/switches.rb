# Switches: one bug (BUG) or one conforming variant (VARIANT) at a time.
module Switch
  BUG = ENV["BUG"].to_s

  DEFAULTS = {
    envelope: :named,        # named | array | data | items | hal | response
    item: :bare,             # bare | data | named | response
    time: :plain,            # plain | iso | offset | utc | object
    text: :plain,            # plain | rendered | raw | map
    relations: :ids,         # ids | embed | single | refs | sorted | short
    nulls: :null,            # null | empty | omit | false
    created: 201,
    deleted: :no_content,    # no_content | record | flag | id | accepted
    trash: nil,              # nil | :readable | :gone
    invalid: 400,
    beyond: :empty,          # empty | not_found | bad
    max_per_page: 100,
    over_max: :clamp,        # clamp | reject
    event_order: "events.start_utc ASC, events.id ASC",
    post_order: "id ASC",
    term_order: "name",
    window: :all,            # all | upcoming
    default_status: "publish",
    all_day_normalised: false,
    strict: false,           # urls, e-mail addresses, lengths, unknown fields
    unknown_relation: :reject, # reject | ignore
    hidden: :denied,         # denied | not_found
    slug_conflict: :suffix,  # suffix | conflict
    language: :translations, # translations | label | filter
    bad_language: :reject,   # reject | default
    etag: true,
    put_replaces: false,
    error: :code,            # code | problem | errors | nested | text
    has_events_false: :without, # without | ignored
    premium: :ignored,       # ignored | rejected
    up: :wp,                 # wp | string | list
    cost: :given,            # given | string
    location: true,
    ids: :number,            # number | string
    keys: :snake,            # snake | camel
    bools: :bool,            # bool | int
    updated: :record,        # record | empty (creation, too)
    slugs: :ascii,           # ascii | unicode
    moderated: false,        # posts of authors wait for an editor
    term_names: :free,       # free | unique
    site_zone: "Europe/Amsterdam",
    site_lang: "nl"
  }.freeze

  VARIANTS = {
    "nested-envelope" => {envelope: :response, item: :response, ids: :string, error: :nested},
    "camel-case" => {keys: :camel, envelope: :array, deleted: :flag},
    "time-objects" => {time: :object, relations: :sorted, invalid: 422, envelope: :items},
    "quiet-writes" => {updated: :empty, deleted: :accepted, error: :text},
    "language-maps" => {text: :map, deleted: :id},
    "new-york-english-site" => {site_zone: "America/New_York", site_lang: "en", post_order: "slug ASC, id ASC", location: false},
    "unicode-slugs" => {slugs: :unicode, trash: :gone, moderated: true},
    "php-like-values" => {bools: :int, nulls: :false, relations: :short, term_names: :unique, cost: :string, term_order: "slug",
                          event_order: "COALESCE(events.sticky, 0) DESC, events.slug ASC, events.id ASC"}
  }.freeze

  CFG = DEFAULTS.merge(VARIANTS[ENV["VARIANT"].to_s] || {}).freeze

  def self.bug?(id)
    BUG == id
  end

  def self.cfg(key)
    CFG.fetch(key)
  end
end

module SwitchHelpers
  def bug?(id)
    Switch::BUG == id
  end

  def cfg(key)
    Switch::CFG.fetch(key)
  end
end
