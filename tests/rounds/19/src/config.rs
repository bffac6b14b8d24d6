//! Settings of one run: which bug, which variant, users or not.
use std::sync::OnceLock;

pub struct Var {
    pub list: &'static str,    // keyed, array, data, hal, items
    pub item: &'static str,    // plain, data, kind
    pub time: &'static str,    // sql, iso, offset, utc, object
    pub text: &'static str,    // plain, object
    pub rel: &'static str,     // ids, objects, links, strings
    pub err: &'static str,     // code, problem, errors, error
    pub created: u16,          // status of a create
    pub delete: &'static str,  // record, empty, flag, trash410, trash200
    pub writes: &'static str,  // record, id (create), none (update 204)
    pub invalid: u16,          // 400, 422
    pub past_end: u16,         // 200, 404
    pub max: u64,
    pub over: &'static str,    // reject, clamp
    pub order: &'static str,   // start, id-desc, start-desc
    pub term_order: &'static str, // name, id
    pub window: &'static str,  // upcoming, all, years2
    pub strict_fields: bool,   // unknown body fields are refused
    pub strict_query: bool,    // unknown query parameters are refused
    pub unique_names: bool,    // a second term of the same name is a conflict
    pub backwards: &'static str, // reject, accept: end before start
    pub unknown_rel: &'static str, // reject, ignore
    pub bools: &'static str,   // json, number
    pub omit_nulls: bool,
    pub ids: &'static str,     // number, string
    pub put_resets: bool,
    pub own_language: bool,    // lists hold only records that have text in the language
    pub slug_suffix: &'static str, // count, id
    pub hidden: &'static str,  // auth, 404
    pub without_events: bool,  // has_events=false: only those without
    pub default_status: &'static str,
    pub web_strict: bool,      // venue and organizer websites must be http(s)
    pub free_status: bool,     // any status word is taken
    pub low_paging: &'static str, // reject, clamp
    pub protects: bool,        // an update with password protects the event
    pub image_object: bool,
}

pub const PLAIN: Var = Var {
    list: "keyed", item: "plain", time: "sql", text: "plain", rel: "ids", err: "code", created: 201, delete: "record",
    writes: "record", invalid: 400, past_end: 200, max: 100, over: "reject", order: "start", term_order: "name",
    window: "upcoming", strict_fields: false, strict_query: false, unique_names: false, backwards: "reject",
    unknown_rel: "reject", bools: "json", omit_nulls: false, ids: "number", put_resets: false, own_language: false,
    slug_suffix: "count", hidden: "auth", without_events: false, default_status: "publish", web_strict: false,
    free_status: false, low_paging: "reject", protects: false, image_object: false,
};

fn variant(id: &str) -> Option<Var> {
    Some(match id {
        "" => PLAIN,
        "bare-arrays" => Var { list: "array", created: 200, delete: "empty", err: "problem", invalid: 422, past_end: 404, max: 50, over: "clamp", omit_nulls: true, ..PLAIN },
        "data-and-meta" => Var { list: "data", item: "data", time: "offset", ids: "string", rel: "strings", err: "errors", order: "id-desc", window: "all", ..PLAIN },
        "embedded-objects" => Var { text: "object", rel: "objects", time: "iso", delete: "trash410", order: "start-desc", image_object: true, ..PLAIN },
        "strict-input" => Var { strict_fields: true, strict_query: true, unique_names: true, web_strict: true, invalid: 422, max: 25, hidden: "404", err: "error", ..PLAIN },
        "lenient-input" => Var { unknown_rel: "ignore", backwards: "accept", free_status: true, low_paging: "clamp", max: 200, over: "clamp", protects: true, delete: "flag", ..PLAIN },
        "hypermedia" => Var { list: "hal", time: "utc", rel: "links", writes: "none", delete: "empty", term_order: "id", past_end: 404, ..PLAIN },
        "trash-and-languages" => Var { delete: "trash200", own_language: true, put_resets: true, slug_suffix: "id", without_events: true, window: "years2", ..PLAIN },
        "wrapped-items" => Var { list: "items", item: "kind", time: "object", bools: "number", rel: "objects", err: "error", hidden: "404", default_status: "draft", ..PLAIN },
        _ => return None,
    })
}

pub struct Cfg {
    pub bug: String,
    pub users: bool,
    pub v: Var,
    pub port: u16,
}

static CFG: OnceLock<Cfg> = OnceLock::new();

pub fn init() {
    let env = |k: &str| std::env::var(k).unwrap_or_default();
    let Some(v) = variant(&env("VARIANT")) else {
        eprintln!("unknown VARIANT");
        std::process::exit(2)
    };
    let bug = env("BUG");
    if !bug.is_empty() && !BUGS.contains(&bug.as_str()) {
        eprintln!("unknown BUG");
        std::process::exit(2)
    }
    let _ = CFG.set(Cfg { bug, users: env("USERS") == "1", v, port: env("PORT").parse().unwrap_or(8080) });
}

pub fn cfg() -> &'static Cfg {
    CFG.get().expect("init")
}
pub fn v() -> &'static Var {
    &cfg().v
}
pub fn bug(id: &str) -> bool {
    debug_assert!(BUGS.contains(&id));
    cfg().bug == id
}

pub const BUGS: [&str; 60] = [
    "category-filter-duplicates", "tag-filter-needs-all", "organizer-filter-first-relation", "search-ignores-description",
    "search-wildcards", "search-splits-words", "search-non-ascii-case", "search-or-precedence", "featured-false-ignored",
    "include-keeps-date-filters", "offset-uses-default-size", "page-two-ties-reshuffled", "start-date-day-in-utc",
    "ends-before-compares-start", "strict-dates-presence", "english-date-order", "double-percent-decoding",
    "tags-default-page-size", "by-slug-patch-resets-flags", "empty-array-does-not-clear", "venue-update-appends",
    "description-cut-255", "title-reescaped-on-update", "update-shifts-foreign-zone-time", "seconds-dropped",
    "date-utc-taken-as-local", "failed-update-half-applied", "previous-website-leaks", "slug-not-unique",
    "slug-index-stale-after-rename", "numeric-slug-as-id", "organizer-delete-by-slug-noop", "tag-post-creates",
    "category-rename-drops-parent", "hide-empty-stale-after-update", "term-order-within-page", "tags-event-alias-ignored",
    "venue-search-without-city", "upcoming-first-event-only", "venue-event-filter-stale", "organizer-status-filter-ignored",
    "head-by-slug-405", "method-not-allowed-without-allow", "etag-from-length", "if-match-ignored-by-slug", "huge-id-500",
    "venue-location-wrong", "english-not-accepted-on-write", "language-sticks", "french-create-drops-relations",
    "item-cache-language-stale", "list-cache-survives-delete", "term-list-cache-without-order",
    "author-deletes-others-by-slug", "challenge-missing", "cache-leaks-drafts", "anonymous-draft-by-slug",
    "drafts-filtered-after-paging", "author-field-ignored", "author-updates-terms",
];
