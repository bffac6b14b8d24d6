//! Records, the store, and reading the fields of a request into a record.
use crate::config::*;
use chrono::{Duration, NaiveDate, NaiveDateTime, TimeZone, Utc};
use chrono_tz::Tz;
use serde_json::{json, Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub const SITE: Tz = Tz::Europe__Amsterdam;
pub const LANGS: [&str; 4] = ["nl", "en", "fr", "de"];
pub type Obj = Map<String, Value>;

#[derive(Debug)]
pub struct Fail {
    pub status: u16,
    pub code: &'static str,
    pub message: String,
    pub allow: Option<&'static str>,
}
pub type Res<T> = Result<T, Fail>;
pub fn fail<T>(status: u16, code: &'static str, message: impl Into<String>) -> Res<T> {
    Err(Fail { status, code, message: message.into(), allow: None })
}
pub fn invalid<T>(name: &str, why: &str) -> Res<T> {
    fail(v().invalid, "invalid_param", format!("{name}: {why}"))
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    Event,
    Venue,
    Organizer,
    Category,
    Tag,
}
use Kind::*;
impl Kind {
    pub fn all() -> [Kind; 5] {
        [Event, Venue, Organizer, Category, Tag]
    }
    pub fn plural(self) -> &'static str {
        match self { Event => "events", Venue => "venues", Organizer => "organizers", Category => "categories", Tag => "tags" }
    }
    pub fn single(self) -> &'static str {
        match self { Event => "event", Venue => "venue", Organizer => "organizer", Category => "category", Tag => "tag" }
    }
    pub fn title(self) -> &'static str {
        match self { Event => "title", Venue => "venue", Organizer => "organizer", _ => "name" }
    }
    pub fn term(self) -> bool {
        matches!(self, Category | Tag)
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum T { Title, Text, Str, Loose, Any, Url, Mail, Bool, Author, Date, DateUtc, Slug, Status, Zone, Start, End, Rel(Kind), Parent }

pub fn fields(k: Kind) -> &'static [(&'static str, T)] {
    use T::*;
    match k {
        Event => &[
            ("title", Title), ("description", Text), ("excerpt", Text), ("author", Author), ("date", Date), ("date_utc", DateUtc),
            ("slug", Slug), ("status", Status), ("timezone", Zone), ("start_date", Start), ("end_date", End), ("all_day", Bool),
            ("image", Loose), ("cost", Any), ("website", Url), ("show_map", Bool), ("show_map_link", Bool),
            ("hide_from_listings", Bool), ("sticky", Bool), ("featured", Bool), ("categories", Rel(Category)), ("tags", Rel(Tag)),
            ("venue", Rel(Venue)), ("organizer", Rel(Organizer)),
        ],
        Venue => &[
            ("venue", Title), ("description", Text), ("author", Author), ("date", Date), ("date_utc", DateUtc), ("status", Status),
            ("show_map", Loose), ("show_map_link", Loose), ("address", Str), ("city", Str), ("country", Str), ("province", Str),
            ("state", Str), ("zip", Str), ("phone", Str), ("stateprovince", Str), ("website", Url), ("image", Loose),
        ],
        Organizer => &[
            ("organizer", Title), ("description", Text), ("author", Author), ("date", Date), ("date_utc", DateUtc),
            ("status", Status), ("phone", Str), ("website", Url), ("email", Mail), ("image", Loose),
        ],
        Category => &[("name", Title), ("description", Text), ("slug", Slug), ("parent", Parent)],
        Tag => &[("name", Title), ("description", Text), ("slug", Slug)],
    }
}

#[derive(Clone)]
pub struct Rec {
    pub id: u64,
    pub kind: Kind,
    pub slug: String,
    pub status: String,
    pub author: u64,
    pub date: NaiveDateTime,     // UTC
    pub modified: NaiveDateTime, // UTC
    pub orig: &'static str,
    pub texts: BTreeMap<&'static str, BTreeMap<&'static str, String>>,
    pub f: Obj,
    pub start: NaiveDateTime, // local in tz
    pub end: NaiveDateTime,
    pub tz: Tz,
    pub rel: BTreeMap<Kind, Vec<u64>>,
    pub parent: u64,
    pub password: Option<String>,
}

impl Rec {
    pub fn text(&self, key: &str, lang: &str) -> Option<&str> {
        for l in [lang, "nl", self.orig] {
            if let Some(t) = self.texts.get(l).and_then(|m| m.get(key)) {
                return Some(t);
            }
        }
        None
    }
    pub fn title(&self, lang: &str) -> &str {
        self.text(self.kind.title(), lang).unwrap_or("")
    }
    pub fn start_utc(&self) -> NaiveDateTime {
        to_utc(self.start, self.tz)
    }
    pub fn end_utc(&self) -> NaiveDateTime {
        to_utc(self.end, self.tz)
    }
    pub fn links(&self, k: Kind) -> &[u64] {
        self.rel.get(&k).map(|v| v.as_slice()).unwrap_or(&[])
    }
    pub fn flag(&self, name: &str) -> bool {
        self.f.get(name) == Some(&Value::Bool(true))
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum User { Everybody, Editor, Author, Reader, Anonymous }
impl User {
    pub fn id(self) -> u64 {
        match self { User::Everybody | User::Editor => 1, User::Author => 2, User::Reader => 3, User::Anonymous => 0 }
    }
    pub fn can_read(self, r: &Rec) -> bool {
        r.kind.term() || r.status == "publish" || matches!(self, User::Everybody | User::Editor) || (self == User::Author && r.author == 2)
    }
    pub fn can_create(self, k: Kind) -> bool {
        matches!(self, User::Everybody | User::Editor) || (self == User::Author && !k.term())
    }
    pub fn can_change(self, r: &Rec) -> bool {
        matches!(self, User::Everybody | User::Editor) || (self == User::Author && !r.kind.term() && r.author == 2)
    }
}

#[derive(Default)]
pub struct Store {
    pub posts: BTreeMap<u64, Rec>,
    pub terms: BTreeMap<u64, Rec>,
    pub last_post: u64,
    pub last_term: u64,
    // kept only by some of the planted bugs
    pub first_slug: HashMap<(Kind, String), u64>,
    pub first_form: HashMap<u64, Rec>,
    pub ever_used: BTreeSet<u64>,
    pub last_lang: Option<&'static str>,
    pub last_website: Option<Value>,
    pub cache: HashMap<String, (u16, Vec<(String, String)>, Vec<u8>)>,
}

impl Store {
    pub fn map(&self, k: Kind) -> &BTreeMap<u64, Rec> {
        if k.term() { &self.terms } else { &self.posts }
    }
    pub fn map_mut(&mut self, k: Kind) -> &mut BTreeMap<u64, Rec> {
        if k.term() { &mut self.terms } else { &mut self.posts }
    }
    pub fn get(&self, k: Kind, id: u64) -> Option<&Rec> {
        self.map(k).get(&id).filter(|r| r.kind == k)
    }
    pub fn of(&self, k: Kind) -> impl Iterator<Item = &Rec> {
        self.map(k).values().filter(move |r| r.kind == k)
    }
    pub fn by_slug(&self, k: Kind, slug: &str) -> Option<u64> {
        if bug("numeric-slug-as-id") && !slug.is_empty() && slug.bytes().all(|b| b.is_ascii_digit()) {
            return slug.parse().ok().filter(|id| self.get(k, *id).is_some());
        }
        if bug("slug-index-stale-after-rename") {
            return self.first_slug.get(&(k, slug.to_string())).copied().filter(|id| self.get(k, *id).is_some());
        }
        self.of(k).find(|r| r.slug == slug).map(|r| r.id)
    }
    pub fn free_slug(&self, k: Kind, id: u64, wish: &str) -> String {
        if bug("slug-not-unique") {
            return wish.to_string();
        }
        let taken = |s: &str| self.of(k).any(|r| r.id != id && r.slug == s);
        if !taken(wish) {
            return wish.to_string();
        }
        if v().slug_suffix == "id" && !taken(&format!("{wish}-{id}")) {
            return format!("{wish}-{id}");
        }
        (2..).map(|n| format!("{wish}-{n}")).find(|s| !taken(s)).unwrap()
    }
    /// The live events that a user sees with this venue, organizer or term.
    pub fn events_of<'a>(&'a self, k: Kind, id: u64, user: User) -> impl Iterator<Item = &'a Rec> {
        self.of(Event).filter(move |e| e.status != "trash" && user.can_read(e) && e.links(k).contains(&id))
    }
}

// ---- times ----

pub fn now() -> NaiveDateTime {
    Utc::now().naive_utc()
}
pub fn to_utc(n: NaiveDateTime, tz: Tz) -> NaiveDateTime {
    match tz.from_local_datetime(&n).earliest() {
        Some(t) => t.naive_utc(),
        None => tz.from_local_datetime(&(n + Duration::hours(1))).earliest().map(|t| t.naive_utc() - Duration::hours(0)).unwrap_or(n),
    }
}
pub fn to_local(n: NaiveDateTime, tz: Tz) -> NaiveDateTime {
    tz.from_utc_datetime(&n).naive_local()
}
/// A moment as a client writes it, as local time in `tz`.
pub fn parse_time(s: &str, tz: Tz) -> Option<NaiveDateTime> {
    let s = s.trim();
    let year = s.get(0..4)?;
    if !year.bytes().all(|b| b.is_ascii_digit()) || year == "0000" || s.as_bytes().get(4) != Some(&b'-') {
        return None;
    }
    for f in ["%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"] {
        if let Ok(t) = NaiveDateTime::parse_from_str(s, f) {
            return Some(t);
        }
    }
    if let Ok(d) = NaiveDate::parse_from_str(s, "%Y-%m-%d") {
        return d.and_hms_opt(0, 0, 0);
    }
    if let Ok(t) = chrono::DateTime::parse_from_rfc3339(&s.replacen(' ', "T", 1)) {
        return Some(t.with_timezone(&tz).naive_local());
    }
    None
}

// ---- texts ----

pub fn slugify(s: &str) -> String {
    let mut out = String::new();
    for c in s.chars().flat_map(|c| c.to_lowercase()) {
        let part: &str = match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => "a",
            'ç' => "c",
            'è' | 'é' | 'ê' | 'ë' => "e",
            'ì' | 'í' | 'î' | 'ï' => "i",
            'ñ' => "n",
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => "o",
            'ù' | 'ú' | 'û' | 'ü' => "u",
            'ý' | 'ÿ' => "y",
            'ß' => "ss",
            'æ' => "ae",
            'œ' => "oe",
            '\'' | '’' => "",
            c if c.is_ascii_alphanumeric() || c == '_' => {
                out.push(c);
                ""
            }
            _ => "-",
        };
        if part != "-" || (!out.is_empty() && !out.ends_with('-')) {
            out.push_str(part);
        }
    }
    out.trim_matches('-').chars().take(190).collect()
}
pub fn escape(s: &str) -> String {
    s.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
pub fn contains(hay: &str, needle: &str) -> bool {
    if bug("search-non-ascii-case") {
        return hay.to_ascii_lowercase().contains(&needle.to_lowercase());
    }
    let (hay, needle) = (hay.to_lowercase(), needle.to_lowercase());
    if bug("search-wildcards") {
        return like(&hay.chars().collect::<Vec<_>>(), &format!("%{needle}%").chars().collect::<Vec<_>>());
    }
    if bug("search-splits-words") {
        return needle.split_whitespace().any(|w| hay.contains(w));
    }
    hay.contains(&needle)
}
fn like(h: &[char], p: &[char]) -> bool {
    let mut row = vec![false; h.len() + 1];
    row[0] = true;
    for &c in p {
        let mut next = vec![false; h.len() + 1];
        if c == '%' {
            let mut seen = false;
            for i in 0..=h.len() {
                seen |= row[i];
                next[i] = seen;
            }
        } else {
            for i in 0..h.len() {
                next[i + 1] = row[i] && (c == '_' || h[i] == c);
            }
        }
        row = next;
    }
    row[h.len()]
}

// ---- reading values ----

pub fn truth(name: &str, val: &Value) -> Res<bool> {
    match val {
        Value::Bool(b) => return Ok(*b),
        Value::Number(n) if n.as_i64() == Some(0) => return Ok(false),
        Value::Number(n) if n.as_i64() == Some(1) => return Ok(true),
        Value::String(s) => match s.to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => return Ok(true),
            "false" | "0" | "no" | "off" | "" => return Ok(false),
            _ => {}
        },
        _ => {}
    }
    invalid(name, "must be true or false")
}
pub fn int(name: &str, val: &Value) -> Res<i64> {
    let n = match val {
        Value::Number(n) => n.as_i64(),
        Value::String(s) => s.trim().parse().ok(),
        _ => None,
    };
    match n {
        Some(n) => Ok(n),
        None => invalid(name, "must be an integer"),
    }
}
/// A list, as a JSON array, as one value, or as a comma-separated text.
pub fn words(name: &str, val: &Value) -> Res<Vec<String>> {
    let mut out = vec![];
    match val {
        Value::Null => {}
        Value::Array(a) => {
            for x in a {
                if x.is_array() {
                    return invalid(name, "must be a flat list");
                }
                out.extend(words(name, x)?);
            }
        }
        Value::String(s) => out.extend(s.split(',').map(|w| w.trim().to_string()).filter(|w| !w.is_empty())),
        Value::Number(n) => out.push(n.to_string()),
        _ => return invalid(name, "must be a list"),
    }
    Ok(out)
}
pub fn ids(name: &str, val: &Value) -> Res<Vec<u64>> {
    let mut out = vec![];
    for w in words(name, val)? {
        match w.parse::<u64>() {
            Ok(n) => out.push(n),
            Err(_) => return invalid(name, "must be a list of IDs"),
        }
    }
    Ok(out)
}

fn is_url(s: &str) -> bool {
    let rest = s.strip_prefix("http://").or_else(|| s.strip_prefix("https://"));
    matches!(rest, Some(r) if !r.is_empty() && !r.starts_with('/') && !r.contains(char::is_whitespace))
}

/// A record before its first fields.
pub fn blank(k: Kind, id: u64, user: User, lang: &'static str) -> Rec {
    let mut r = Rec {
        id, kind: k, slug: String::new(), status: v().default_status.into(), author: user.id().max(1), date: now(), modified: now(),
        orig: lang, texts: BTreeMap::new(), f: Map::new(), start: NaiveDateTime::default(), end: NaiveDateTime::default(), tz: SITE,
        rel: BTreeMap::new(), parent: 0, password: None,
    };
    for (name, t) in fields(k) {
        match t {
            T::Bool => { r.f.insert(name.to_string(), json!(false)); }
            T::Str | T::Loose | T::Any | T::Url | T::Mail => { r.f.insert(name.to_string(), Value::Null); }
            _ => {}
        }
    }
    r
}

/// Reads the fields of a request into the record. On an error the caller throws the record away.
pub fn apply(st: &Store, r: &mut Rec, p: &Obj, lang: &'static str, user: User, create: bool, by_slug: bool) -> Res<()> {
    let k = r.kind;
    if v().strict_fields {
        for name in p.keys() {
            if !fields(k).iter().any(|(n, _)| n == name) && !["ml_language", "password", "id", "slug"].contains(&name.as_str()) {
                return invalid(name, "is not a field");
            }
        }
    }
    if create {
        for name in if k == Event { vec!["title", "start_date", "end_date"] } else { vec![k.title()] } {
            if p.get(name).map_or(true, |x| x.is_null()) {
                return invalid(name, "is required");
            }
        }
    }
    let mut wish: Option<String> = None;
    let drop_relations = create && lang == "fr" && bug("french-create-drops-relations");
    for (name, t) in fields(k) {
        let name: &'static str = name;
        let Some(val) = p.get(name) else {
            if !create && by_slug && *t == T::Bool && bug("by-slug-patch-resets-flags") {
                r.f.insert(name.into(), json!(false));
            }
            continue;
        };
        let text = || -> Res<Option<String>> {
            match val {
                Value::Null => Ok(None),
                Value::String(s) => Ok(Some(s.clone())),
                _ => invalid(name, "must be a string"),
            }
        };
        match t {
            T::Title => match text()? {
                Some(s) if !s.trim().is_empty() => {
                    r.texts.entry(lang).or_default().insert(name, s.trim().to_string());
                }
                _ => return invalid(name, "must not be empty"),
            },
            T::Text => match text()? {
                Some(mut s) => {
                    if name == "description" && bug("description-cut-255") {
                        s = s.chars().take(255).collect();
                    }
                    r.texts.entry(lang).or_default().insert(name, s);
                }
                None => {
                    r.texts.entry(lang).or_default().insert(name, String::new());
                }
            },
            T::Str => {
                let s = text()?;
                r.f.insert(name.into(), s.map_or(Value::Null, Value::String));
            }
            T::Loose => {
                let s = match val {
                    Value::Null => Value::Null,
                    Value::String(s) => json!(s),
                    Value::Number(_) | Value::Bool(_) => json!(val.to_string()),
                    _ => return invalid(name, "must be a string"),
                };
                r.f.insert(name.into(), s);
            }
            T::Any => {
                if val.is_array() || val.is_object() {
                    return invalid(name, "must be one value");
                }
                r.f.insert(name.into(), val.clone());
            }
            T::Url => {
                let s = text()?.filter(|s| !s.trim().is_empty());
                if (k == Event || v().web_strict) && s.as_deref().map_or(false, |s| !is_url(s.trim())) {
                    return invalid(name, "must be a URL");
                }
                r.f.insert(name.into(), s.map_or(Value::Null, |s| json!(s.trim())));
            }
            T::Mail => {
                let s = text()?.filter(|s| !s.trim().is_empty());
                if let Some(s) = &s {
                    let at = s.find('@').unwrap_or(0);
                    if at == 0 || at + 1 >= s.len() || s.contains(char::is_whitespace) {
                        return invalid(name, "must be an e-mail address");
                    }
                }
                r.f.insert(name.into(), s.map_or(Value::Null, Value::String));
            }
            T::Bool => {
                let b = if val.is_null() { false } else { truth(name, val)? };
                r.f.insert(name.into(), json!(b));
            }
            T::Author => {
                if val.is_null() {
                    continue;
                }
                let n = int(name, val)?;
                if n < 1 || (cfg().users && n > 3) {
                    return invalid(name, "is not a user");
                }
                if user == User::Author && n as u64 != user.id() {
                    return fail(403, "forbidden", "you may not write in another author's name");
                }
                if !bug("author-field-ignored") {
                    r.author = n as u64;
                }
            }
            T::Date | T::DateUtc => {
                let Some(s) = text()?.filter(|s| !s.is_empty()) else { continue };
                let zone = if *t == T::Date || bug("date-utc-taken-as-local") { SITE } else { Tz::UTC };
                match parse_time(&s, zone) {
                    Some(n) => r.date = to_utc(n, zone),
                    None => return invalid(name, "is not a date and time"),
                }
            }
            T::Slug => wish = Some(slugify(&text()?.unwrap_or_default())),
            T::Status => {
                let Some(s) = text()?.filter(|s| !s.is_empty()) else { continue };
                let known = ["publish", "draft", "pending", "private", "future"].contains(&s.as_str());
                if !known && (!v().free_status || s == "trash") {
                    return invalid(name, "is not a status");
                }
                r.status = s;
            }
            T::Zone => {
                let Some(s) = text()?.filter(|s| !s.is_empty()) else { continue };
                match s.parse::<Tz>() {
                    Ok(z) => r.tz = z,
                    Err(_) => return invalid(name, "is not a time zone"),
                }
            }
            T::Start | T::End => {
                let Some(n) = text()?.and_then(|s| parse_time(&s, r.tz)) else {
                    return invalid(name, "is not a date and time");
                };
                let n = if bug("seconds-dropped") { n - Duration::seconds(chrono::Timelike::second(&n) as i64) } else { n };
                if *t == T::Start { r.start = n } else { r.end = n }
            }
            T::Rel(other) => {
                let mut list: Vec<u64> = vec![];
                for id in ids(name, val)? {
                    let there = st.get(*other, id).map_or(false, |x| x.status != "trash");
                    if !there && v().unknown_rel == "reject" {
                        return invalid(name, "names a record that does not exist");
                    }
                    if there && !list.contains(&id) {
                        list.push(id);
                    }
                }
                if drop_relations || (!create && list.is_empty() && bug("empty-array-does-not-clear")) {
                    continue;
                }
                if !create && *other == Venue && bug("venue-update-appends") {
                    for id in r.links(Venue).iter().rev() {
                        if !list.contains(id) {
                            list.insert(0, *id);
                        }
                    }
                }
                r.rel.insert(*other, list);
            }
            T::Parent => {
                let n = if val.is_null() { 0 } else { int(name, val)? };
                if n < 0 || (n > 0 && st.get(Category, n as u64).is_none()) {
                    return invalid(name, "names a category that does not exist");
                }
                let mut up = n as u64;
                while up != 0 {
                    if up == r.id {
                        return invalid(name, "would make a circle");
                    }
                    up = st.get(Category, up).map_or(0, |c| c.parent);
                }
                r.parent = n as u64;
            }
        }
    }
    if k == Event && r.end_utc() < r.start_utc() && v().backwards == "reject" {
        return invalid("end_date", "lies before start_date");
    }
    if v().unique_names && k.term() && (create || p.contains_key("name")) {
        let name = r.title(lang).to_lowercase();
        if st.of(k).any(|x| x.id != r.id && x.title(lang).to_lowercase() == name) {
            return fail(409, "term_exists", "a term of that name exists");
        }
    }
    if wish.is_some() || create {
        let mut s = wish.filter(|s| !s.is_empty()).unwrap_or_else(|| if create { slugify(r.title(lang)) } else { r.slug.clone() });
        if s.is_empty() {
            s = format!("{}-{}", k.single(), r.id);
        }
        if s != r.slug {
            r.slug = st.free_slug(k, r.id, &s);
        }
    }
    Ok(())
}
