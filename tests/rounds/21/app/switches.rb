# Switches: one bug (BUG) or one conforming variant (VARIANT) at a time.
module Switch
  BUG = ENV["BUG"].to_s

  DEFAULTS = {
    envelope: :named,        # named | array | data | items | hal
    item: :bare,             # bare | data | named
    time: :plain,            # plain | iso | offset | utc
    text: :plain,            # plain | rendered | raw
    relations: :ids,         # ids | embed | single | refs
    nulls: :null,            # null | empty | omit
    created: 201,
    deleted: :no_content,    # no_content | record | flag
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
    error: :code,            # code | problem | errors
    has_events_false: :without, # without | ignored
    premium: :ignored,       # ignored | rejected
    up: :wp,                 # wp | string | list
    cost: :given,            # given | string
    location: true
  }.freeze

  VARIANTS = {
    "wordpress-like" => {envelope: :array, text: :rendered, time: :iso, created: 200, deleted: :flag, trash: :readable,
                         beyond: :bad, over_max: :reject, default_status: "draft"},
    "jsonapi-like" => {envelope: :data, item: :data, relations: :refs, time: :offset, error: :errors, invalid: 422,
                       over_max: :reject, max_per_page: 50},
    "calendar-plugin-like" => {relations: :single, window: :upcoming, beyond: :not_found, max_per_page: 50, deleted: :record,
                               trash: :gone, cost: :string, nulls: :empty, all_day_normalised: true},
    "utc-minimal" => {time: :utc, nulls: :omit, etag: false, item: :named, envelope: :items, event_order: "events.id DESC",
                      post_order: "id DESC", location: false},
    "strict-validation" => {strict: true, invalid: 422, slug_conflict: :conflict, premium: :rejected, over_max: :reject,
                            max_per_page: 25, error: :problem, deleted: :record},
    "lenient" => {unknown_relation: :ignore, bad_language: :default, language: :label, has_events_false: :ignored, created: 200,
                  deleted: :record, beyond: :empty, term_order: "id", etag: false},
    "language-sections" => {language: :filter, hidden: :not_found, relations: :embed, text: :raw, up: :string,
                            event_order: "events.start_utc DESC, events.id DESC", time: :iso, deleted: :flag},
    "hal-replacing" => {envelope: :hal, put_replaces: true, relations: :embed, time: :offset, up: :list, error: :problem,
                        hidden: :not_found, max_per_page: 20}
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
