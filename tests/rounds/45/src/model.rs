//! Resource descriptions, input cleaning, dates and slugs.
use crate::{bug, ApiErr};
use chrono::{DateTime, Datelike, Duration, FixedOffset, NaiveDate, NaiveDateTime, Offset, TimeZone, Utc};
use serde_json::{json, Map, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind { Event, Venue, Organizer, Category, Tag }
use Kind::*;
pub const KINDS: [Kind; 5] = [Event, Venue, Organizer, Category, Tag];

#[derive(Clone, Copy, PartialEq)]
pub enum Ty { Title, Text, Int, Bool, Url, Email, Image, Cost, Status, Zone, Slug, When, Ids }

impl Kind {
    pub fn coll(self) -> &'static str {
        match self { Event => "events", Venue => "venues", Organizer => "organizers", Category => "categories", Tag => "tags" }
    }
    pub fn table(self) -> &'static str {
        match self { Event => "event", Venue => "venue", Organizer => "organizer", Category => "category", Tag => "tag" }
    }
    pub fn title(self) -> &'static str {
        match self { Event => "title", Venue => "venue", Organizer => "organizer", _ => "name" }
    }
    pub fn is_term(self) -> bool { matches!(self, Category | Tag) }
    pub fn translated(self) -> &'static [&'static str] {
        match self {
            Event => &["title", "description", "excerpt"],
            Venue => &["venue", "description"],
            Organizer => &["organizer", "description"],
            _ => &["name", "description"],
        }
    }
    /// The fields a client may send.
    pub fn fields(self) -> &'static [(&'static str, Ty)] {
        use Ty::*;
        match self {
            Kind::Event => &[("title", Title), ("start_date", When), ("end_date", When), ("author", Int), ("date", When),
                ("date_utc", When), ("description", Text), ("slug", Slug), ("excerpt", Text), ("status", Status),
                ("timezone", Zone), ("all_day", Bool), ("image", Image), ("cost", Cost), ("website", Url),
                ("show_map", Bool), ("show_map_link", Bool), ("hide_from_listings", Bool), ("sticky", Bool),
                ("featured", Bool), ("categories", Ids), ("tags", Ids), ("venue", Ids), ("organizer", Ids)],
            Kind::Venue => &[("venue", Title), ("author", Int), ("date", When), ("date_utc", When), ("description", Text),
                ("status", Status), ("show_map", Bool), ("show_map_link", Bool), ("address", Text), ("city", Text),
                ("country", Text), ("province", Text), ("state", Text), ("zip", Text), ("phone", Text),
                ("stateprovince", Text), ("website", Url), ("image", Image)],
            Kind::Organizer => &[("organizer", Title), ("author", Int), ("date", When), ("date_utc", When),
                ("description", Text), ("status", Status), ("phone", Text), ("website", Url), ("email", Email), ("image", Image)],
            Kind::Category => &[("name", Title), ("description", Text), ("slug", Slug), ("parent", Int)],
            Kind::Tag => &[("name", Title), ("description", Text), ("slug", Slug)],
        }
    }
    /// All columns of the table.
    pub fn columns(self) -> Vec<&'static str> {
        let mut c = vec!["id"];
        c.extend(self.fields().iter().filter(|f| f.1 != Ty::Ids).map(|f| f.0));
        if matches!(self, Venue | Organizer) { c.push("slug") }
        if !self.is_term() { c.extend(["modified", "modified_utc"]) }
        if self == Venue { c.extend(["geo_lat", "geo_lng"]) }
        if self == Event { c.extend(["utc_start_date", "utc_end_date", "password", "post_parent", "ticketed"]) }
        c
    }
}
/// Relation fields of an event.
pub const RELS: [(&str, Kind); 4] = [("categories", Category), ("tags", Tag), ("venue", Venue), ("organizer", Organizer)];
pub const STATUSES: [&str; 5] = ["publish", "draft", "pending", "private", "future"];
pub const SITE_ZONE: &str = "Europe/Amsterdam";
pub const MEDIA: std::ops::RangeInclusive<i64> = 501..=506;

// ---------- dates ----------

pub enum Zone { Named(chrono_tz::Tz), Fixed(FixedOffset) }
pub fn zone(s: &str) -> Option<Zone> {
    if let Some(rest) = s.strip_prefix("UTC").filter(|r| !r.is_empty()) {
        let sign = match rest.as_bytes()[0] { b'+' => 1, b'-' => -1, _ => return None };
        let (h, m) = rest[1..].split_once([':', '.']).unwrap_or((&rest[1..], "0"));
        let part = if rest.contains('.') { match m { "5" => "30", "75" => "45", "25" => "15", m => m } } else { m };
        let (h, m): (i32, i32) = (h.parse().ok()?, part.parse().ok()?);
        if h > 14 || m > 59 { return None }
        return Some(Zone::Fixed(FixedOffset::east_opt(sign * (h * 3600 + m * 60))?));
    }
    s.parse::<chrono_tz::Tz>().ok().map(Zone::Named)
}
impl Zone {
    pub fn offset_at_local(&self, t: NaiveDateTime) -> FixedOffset {
        match self {
            Zone::Fixed(f) => *f,
            Zone::Named(tz) => match tz.offset_from_local_datetime(&t).earliest() {
                Some(o) => o.fix(),
                // a gap at the start of summer time: the time before the change
                None => tz.offset_from_local_datetime(&(t - Duration::hours(2))).earliest().unwrap().fix(),
            },
        }
    }
    pub fn to_utc(&self, t: NaiveDateTime) -> NaiveDateTime { t - self.offset_at_local(t) }
    pub fn from_utc(&self, t: NaiveDateTime) -> NaiveDateTime {
        match self { Zone::Fixed(f) => t + *f, Zone::Named(tz) => tz.from_utc_datetime(&t).naive_local() }
    }
    pub fn abbr(&self, t: NaiveDateTime) -> String {
        match self {
            Zone::Fixed(f) => f.to_string(),
            Zone::Named(tz) => tz.from_utc_datetime(&self.to_utc(t)).format("%Z").to_string(),
        }
    }
}
pub fn site() -> Zone { zone(SITE_ZONE).unwrap() }
pub fn now_utc() -> NaiveDateTime { Utc::now().naive_utc() }
pub fn fmt(t: NaiveDateTime) -> String { t.format("%Y-%m-%d %H:%M:%S").to_string() }
pub fn parse_db(s: &str) -> NaiveDateTime { NaiveDateTime::parse_from_str(s, "%Y-%m-%d %H:%M:%S").unwrap() }

/// A date or date-time as a client may write it; true when it has no time of day.
pub fn parse_when(s: &str) -> Option<(NaiveDateTime, Option<FixedOffset>, bool)> {
    let s = s.trim();
    if !s.is_ascii() || s.len() < 10 || s.as_bytes()[4] != b'-' { return None }
    let y: i32 = s[..4].parse().ok()?;
    if !(1000..=9999).contains(&y) { return None }
    if s.len() == 10 {
        return Some((NaiveDate::parse_from_str(s, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0)?, None, true));
    }
    let t = s.replacen('T', " ", 1);
    for f in ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M"] {
        if let Ok(d) = NaiveDateTime::parse_from_str(&t, f) {
            // no leap seconds in a calendar
            if d.format("%S").to_string() == "60" { return None }
            return Some((d, None, false));
        }
    }
    DateTime::parse_from_rfc3339(&s.replacen(' ', "T", 1)).ok().map(|d| (d.naive_local(), Some(*d.offset()), false))
}
/// Roll 2025-02-30 over to 2025-03-02, as lenient parsers do (only used by a switch).
pub fn roll_over(s: &str) -> Option<String> {
    let (y, m, d) = (s.get(..4)?.parse::<i32>().ok()?, s.get(5..7)?.parse::<u32>().ok()?, s.get(8..10)?.parse::<i64>().ok()?);
    if !(1..=31).contains(&d) { return None }
    let day = NaiveDate::from_ymd_opt(y, m, 1)? + Duration::days(d - 1);
    Some(format!("{:04}-{:02}-{:02}{}", day.year(), day.month(), day.day(), &s[10..]))
}

// ---------- text ----------

pub fn slugify(s: &str) -> String {
    let mut out = String::new();
    let mut push = |c: char| {
        if c.is_alphanumeric() || c == '_' { out.extend(c.to_lowercase()) }
        else if !out.is_empty() && !out.ends_with('-') { out.push('-') }
    };
    for c in s.chars() {
        match c as u32 {
            0x300..=0x36f | 0x27 | 0x2019 => {}
            0x80..=0x24f => deunicode::deunicode_char(c).unwrap_or("").chars().for_each(&mut push),
            _ => push(c),
        }
    }
    out.chars().take(180).collect::<String>().trim_matches('-').to_string()
}
pub fn escape(s: &str) -> String { s.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;") }

pub fn parse_bool(v: &Value) -> Option<bool> {
    match v {
        Value::Bool(b) => Some(*b),
        Value::Number(n) => match n.as_i64() { Some(0) => Some(false), Some(1) => Some(true), _ => None },
        Value::String(s) => match s.trim().to_ascii_lowercase().as_str() {
            "1" | "true" | "yes" | "on" => Some(true),
            "0" | "false" | "no" | "off" => Some(false),
            _ => None,
        },
        _ => None,
    }
}
pub fn parse_int(v: &Value) -> Option<i64> {
    match v {
        Value::Number(n) => n.as_i64().or_else(|| n.as_f64().filter(|f| f.fract() == 0.0 && f.abs() < 9e15).map(|f| f as i64)),
        Value::String(s) => s.trim().parse().ok(),
        _ => None,
    }
}
pub fn parse_ids(v: &Value) -> Option<Vec<i64>> {
    let mut out: Vec<i64> = vec![];
    let items: Vec<Value> = match v {
        Value::Null => vec![],
        Value::Array(a) => a.clone(),
        Value::String(s) => s.split(',').filter(|x| !x.trim().is_empty()).map(|x| json!(x)).collect(),
        Value::Number(_) => vec![v.clone()],
        _ => return None,
    };
    for i in items {
        let n = parse_int(&i)?;
        if !out.contains(&n) { out.push(n) }
    }
    Some(out)
}

fn bad(field: &str, why: &str) -> ApiErr {
    ApiErr::new(400, "rest_invalid_param", &format!("Invalid parameter {field}: {why}"))
}

/// Check the fields given in a body and bring them into the form they are stored in.
pub fn clean(kind: Kind, body: &Map<String, Value>, creating: bool, by_slug: bool) -> Result<Map<String, Value>, ApiErr> {
    let mut out = Map::new();
    for &(name, ty) in kind.fields() {
        let Some(v) = body.get(name) else { continue };
        let text = match v {
            Value::String(s) => Some(s.clone()),
            Value::Number(n) => Some(n.to_string()),
            _ => None,
        };
        if v.is_null() && kind == Organizer && name == "email" && bug("email-null") { out.insert(name.into(), json!("null")); continue }
        if v.is_null() && matches!(ty, Ty::Text | Ty::Url | Ty::Email | Ty::Image | Ty::Cost) { out.insert(name.into(), Value::Null); continue }
        if v.is_null() && name == "parent" { out.insert(name.into(), json!(0)); continue }
        if v.is_null() && matches!(ty, Ty::Status | Ty::Zone | Ty::Int) || v.is_null() && name.starts_with("date") { continue }
        let val = match ty {
            Ty::Title => {
                let s = text.ok_or_else(|| bad(name, "must be a string"))?;
                if s.trim().is_empty() { return Err(bad(name, "must not be empty")) }
                json!(s)
            }
            Ty::Text => json!(text.ok_or_else(|| bad(name, "must be a string"))?),
            Ty::Int => {
                let n = parse_int(v).filter(|n| *n >= 0).ok_or_else(|| bad(name, "must be an integer"))?;
                if name == "author" && !(1..=3).contains(&n) { return Err(bad(name, "no such user")) }
                json!(n)
            }
            Ty::Bool if v.is_null() => json!(name == "show_map"),
            Ty::Bool => {
                let b = parse_bool(v).ok_or_else(|| bad(name, "must be a boolean"))?;
                if !b && !creating && by_slug && kind == Event && bug("slug-bool-false") { continue }
                json!(b)
            }
            Ty::Url => {
                let s = text.ok_or_else(|| bad(name, "must be a URL"))?;
                let host = s.strip_prefix("http://").or_else(|| s.strip_prefix("https://"));
                if !s.is_empty() && !host.is_some_and(|h| !h.is_empty() && !h.starts_with('/') && !s.contains(char::is_whitespace)) {
                    return Err(bad(name, "must be a URL"));
                }
                json!(s)
            }
            Ty::Email => {
                let s = text.ok_or_else(|| bad(name, "must be an e-mail address"))?;
                let ok = s.split_once('@').is_some_and(|(a, d)| !a.is_empty() && d.contains('.') && !d.contains('@') && !d.starts_with('.') && !d.ends_with('.'));
                if !s.is_empty() && (!ok || s.contains(char::is_whitespace)) { return Err(bad(name, "must be an e-mail address")) }
                json!(s)
            }
            Ty::Image => {
                let s = text.ok_or_else(|| bad(name, "must be an image ID or URL"))?;
                let ok = s.is_empty() || s.starts_with("http://") || s.starts_with("https://") || s.parse::<i64>().is_ok_and(|n| MEDIA.contains(&n));
                if !ok { return Err(bad(name, "no such image")) }
                json!(s)
            }
            Ty::Cost => {
                let s = text.ok_or_else(|| bad(name, "must be a string or a number"))?;
                if bug("cost-zero") && s.trim() == "0" { json!("") } else { json!(s) }
            }
            Ty::Status => {
                let s = text.unwrap_or_default();
                if !STATUSES.contains(&s.as_str()) { return Err(bad(name, "unknown status")) }
                json!(s)
            }
            Ty::Zone => {
                let s = text.unwrap_or_default();
                if zone(&s).is_none() { return Err(bad(name, "unknown time zone")) }
                json!(s)
            }
            Ty::Slug => match text {
                Some(s) => json!(slugify(&s)),
                None if v.is_null() => json!(""),
                None => return Err(bad(name, "must be a string")),
            },
            Ty::When => {
                let mut s = match v { Value::String(s) => s.clone(), _ => return Err(bad(name, "must be a date")) };
                if parse_when(&s).is_none() && !creating && name.ends_with("_date") && bug("date-rollover") {
                    if let Some(r) = roll_over(&s) { s = r }
                }
                if parse_when(&s).is_none() { return Err(bad(name, "must be a date YYYY-MM-DD HH:MM:SS")) }
                json!(s)
            }
            Ty::Ids => json!(parse_ids(v).ok_or_else(|| bad(name, "must be an array of IDs"))?),
        };
        out.insert(name.into(), val);
    }
    if creating {
        for req in [kind.title(), "start_date", "end_date"] {
            if (req == kind.title() || kind == Event) && !out.contains_key(req) {
                if req == "end_date" && bug("end-optional-allday") && out.get("all_day") == Some(&json!(true)) {
                    let s = out["start_date"].clone();
                    out.insert("end_date".into(), s);
                    continue;
                }
                return Err(ApiErr::new(400, "rest_missing_callback_param", &format!("Missing parameter(s): {req}")));
            }
        }
    }
    Ok(out)
}

/// Bring an event's times into order: `rec` is the whole record with the given fields laid over.
pub fn settle_event(rec: &mut Map<String, Value>, given: &Map<String, Value>, creating: bool) -> Result<(), ApiErr> {
    let zname = rec["timezone"].as_str().unwrap_or(SITE_ZONE).to_string();
    let z = zone(&zname).unwrap_or_else(site);
    let all_day = rec["all_day"] == json!(true);
    let mut local = |f: &str| -> NaiveDateTime {
        let s = rec[f].as_str().unwrap_or("").to_string();
        let (t, off, bare) = parse_when(&s).unwrap();
        let mut t = match off { Some(o) => z.from_utc(t - o), None => t };
        if all_day || bare && f == "end_date" {
            t = if f == "start_date" { t.date().and_hms_opt(0, 0, 0).unwrap() } else { t.date().and_hms_opt(23, 59, 59).unwrap() };
        }
        rec.insert(f.into(), json!(fmt(t)));
        t
    };
    let start = local("start_date");
    let mut end = local("end_date");
    if end < start { return Err(bad("end_date", "the event ends before it starts")) }
    if all_day && end.date() != start.date() && bug("allday-one-day") {
        end = start.date().and_hms_opt(23, 59, 59).unwrap();
        rec.insert("end_date".into(), json!(fmt(end)));
    }
    let stale = bug("tz-patch-stale") && !creating && given.contains_key("timezone") && !given.contains_key("start_date") && !given.contains_key("end_date");
    if !stale {
        let utc_end = if bug("dst-end-offset") { end - z.offset_at_local(start) } else { z.to_utc(end) };
        rec.insert("utc_start_date".into(), json!(fmt(z.to_utc(start))));
        rec.insert("utc_end_date".into(), json!(fmt(utc_end)));
    }
    Ok(())
}

/// The publication date in its two forms.
pub fn settle_dates(kind: Kind, rec: &mut Map<String, Value>, given: &Map<String, Value>) {
    let abs = |s: &str| { let (t, o, _) = parse_when(s).unwrap(); (t, o) };
    let utc = if let Some(s) = given.get("date_utc").and_then(Value::as_str) {
        let (t, o) = abs(s);
        if kind == Venue && bug("venue-date-utc-local") { site().to_utc(t) } else { o.map_or(t, |o| t - o) }
    } else if let Some(s) = given.get("date").and_then(Value::as_str) {
        let (t, o) = abs(s);
        o.map_or_else(|| site().to_utc(t), |o| t - o)
    } else { return };
    rec.insert("date_utc".into(), json!(fmt(utc)));
    rec.insert("date".into(), json!(fmt(site().from_utc(utc))));
}
