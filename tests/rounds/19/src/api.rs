//! Routes, lists, representations.
use crate::config::*;
use crate::model::{Kind::*, *};
use chrono::{Duration, NaiveDateTime};
use chrono_tz::Tz;
use serde_json::{json, Map, Value};

pub const NS: &str = "/vendor/events/v1";

pub struct Rq {
    pub method: String,
    pub path: String,
    pub query: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}
impl Rq {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
    }
    fn root(&self) -> String {
        format!("http://{}", self.header("host").unwrap_or("127.0.0.1"))
    }
}
pub struct Rs {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}
impl Rs {
    fn json(status: u16, val: &Value) -> Rs {
        Rs { status, headers: vec![("Content-Type".into(), "application/json; charset=utf-8".into())], body: val.to_string().into_bytes() }
    }
    fn empty(status: u16) -> Rs {
        Rs { status, headers: vec![], body: vec![] }
    }
    fn with(mut self, name: &str, val: String) -> Rs {
        self.headers.push((name.into(), val));
        self
    }
}

const ROOT_ALLOW: &str = "GET, HEAD, OPTIONS";
const LIST_ALLOW: &str = "GET, HEAD, POST, OPTIONS";
const ITEM_ALLOW: &str = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

pub fn serve(st: &mut Store, rq: &Rq) -> Rs {
    let mut rs = match route(st, rq) {
        Ok(r) => r,
        Err(e) => failure(&e),
    };
    let reading = rq.method == "GET" || rq.method == "HEAD";
    if rs.status == 200 && !rs.body.is_empty() && !rs.headers.iter().any(|(n, _)| n == "ETag") {
        let tag = etag(&rs.body);
        if reading && rq.header("if-none-match").map_or(false, |h| tag_in(h, &tag)) {
            return Rs::empty(304).with("ETag", tag);
        }
        rs.headers.push(("ETag".into(), tag));
    }
    if cfg().users && reading {
        rs.headers.push(("Vary".into(), "Authorization".into()));
    }
    rs
}

fn etag(body: &[u8]) -> String {
    if bug("etag-from-length") {
        return format!("\"{:x}\"", body.len());
    }
    let mut h: u64 = 0xcbf29ce484222325;
    for b in body {
        h = (h ^ *b as u64).wrapping_mul(0x100000001b3);
    }
    format!("\"{h:016x}\"")
}
fn tag_in(list: &str, tag: &str) -> bool {
    list.split(',').map(|t| t.trim()).any(|t| t == "*" || t.trim_start_matches("W/") == tag)
}

fn failure(e: &Fail) -> Rs {
    let (body, ct) = match v().err {
        "problem" => (json!({"type": "about:blank", "title": e.code, "status": e.status, "detail": e.message}), "application/problem+json"),
        "errors" => (json!({"errors": [{"status": e.status.to_string(), "code": e.code, "title": e.message}]}), "application/json"),
        "error" => (json!({"error": {"code": e.code, "message": e.message}}), "application/json"),
        _ => (json!({"code": e.code, "message": e.message, "data": {"status": e.status}}), "application/json; charset=utf-8"),
    };
    let mut rs = Rs { status: e.status, headers: vec![("Content-Type".into(), ct.into())], body: body.to_string().into_bytes() };
    if e.status == 401 && !bug("challenge-missing") {
        rs = rs.with("WWW-Authenticate", "Basic realm=\"calendar\", charset=\"UTF-8\"".into());
    }
    if let Some(a) = e.allow {
        if !bug("method-not-allowed-without-allow") {
            rs = rs.with("Allow", a.into());
        }
    }
    rs
}

// ---- reading the request ----

fn decode(s: &str, plus: bool) -> String {
    let b = s.as_bytes();
    let mut out = Vec::with_capacity(b.len());
    let mut i = 0;
    while i < b.len() {
        let hex = |c: u8| (c as char).to_digit(16).map(|d| d as u8);
        if b[i] == b'%' && i + 2 < b.len() {
            if let (Some(h), Some(l)) = (hex(b[i + 1]), hex(b[i + 2])) {
                out.push(h * 16 + l);
                i += 3;
                continue;
            }
        }
        out.push(if plus && b[i] == b'+' { b' ' } else { b[i] });
        i += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}
fn encode(s: &str) -> String {
    s.bytes().map(|b| if b.is_ascii_alphanumeric() || b"-_.~".contains(&b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}
fn form(s: &str) -> Obj {
    let mut m = Map::new();
    for pair in s.split('&').filter(|p| !p.is_empty()) {
        let (k, val) = pair.split_once('=').unwrap_or((pair, ""));
        let (k, mut val) = (decode(k, true), decode(val, true));
        if bug("double-percent-decoding") {
            val = decode(&val, true);
        }
        let list = k.ends_with(']') && k.contains('[');
        let k = k.split('[').next().unwrap_or("").to_string();
        match m.get_mut(&k) {
            Some(Value::Array(a)) => a.push(json!(val)),
            Some(old) => *old = json!([old.clone(), val]),
            None => {
                m.insert(k, if list { json!([val]) } else { json!(val) });
            }
        }
    }
    m
}
fn body(rq: &Rq) -> Res<Obj> {
    if rq.body.is_empty() {
        return Ok(Map::new());
    }
    let ct = rq.header("content-type").unwrap_or("").to_ascii_lowercase();
    let Ok(text) = std::str::from_utf8(&rq.body) else {
        return fail(400, "invalid_body", "the body is not UTF-8");
    };
    if ct.contains("x-www-form-urlencoded") {
        return Ok(form(text));
    }
    if ct.is_empty() || ct.contains("json") {
        return match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(m)) => Ok(m),
            Ok(_) => fail(400, "invalid_body", "the body must be a JSON object"),
            Err(e) => fail(400, "invalid_json", e.to_string()),
        };
    }
    fail(415, "unsupported_media_type", "send JSON or a form")
}
fn base64(s: &str) -> Option<Vec<u8>> {
    let (mut acc, mut bits, mut out) = (0u32, 0, vec![]);
    for c in s.trim().trim_end_matches('=').bytes() {
        let d = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        acc = (acc << 6 | d as u32) & 0xffffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((acc >> bits) as u8);
        }
    }
    Some(out)
}
fn who(rq: &Rq) -> Res<User> {
    if !cfg().users {
        return Ok(User::Everybody);
    }
    let Some(h) = rq.header("authorization") else { return Ok(User::Anonymous) };
    let (scheme, rest) = h.trim().split_once(' ').unwrap_or((h, ""));
    if scheme.eq_ignore_ascii_case("basic") {
        match base64(rest).and_then(|b| String::from_utf8(b).ok()).as_deref() {
            Some("editor:editor") => return Ok(User::Editor),
            Some("author:author") => return Ok(User::Author),
            Some("reader:reader") => return Ok(User::Reader),
            _ => {}
        }
    }
    fail(401, "invalid_credentials", "unknown user or wrong password")
}
fn denied<T>(user: User) -> Res<T> {
    if user == User::Anonymous {
        fail(401, "unauthorized", "sign in first")
    } else {
        fail(403, "forbidden", "you may not do that")
    }
}
fn unreadable<T>(user: User) -> Res<T> {
    if v().hidden == "404" { missing() } else { denied(user) }
}
fn missing<T>() -> Res<T> {
    fail(404, "not_found", "there is no such record")
}

struct Call<'a> {
    rq: &'a Rq,
    user: User,
    lang: &'static str,
    p: Obj, // query, for writes with the body over it
}

fn route(st: &mut Store, rq: &Rq) -> Res<Rs> {
    let mut path = rq.path.trim_end_matches('/');
    let mut lang: Option<&'static str> = None;
    for l in LANGS {
        if let Some(rest) = path.strip_prefix('/').and_then(|p| p.strip_prefix(l)) {
            if rest.is_empty() || rest.starts_with('/') {
                lang = Some(l);
                path = rest;
                break;
            }
        }
    }
    let seg: Vec<String> = if path.is_empty() {
        vec![]
    } else {
        match path.strip_prefix(NS) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                let mut s = vec!["NS".to_string()];
                s.extend(rest.split('/').skip(1).map(|x| decode(x, false)));
                s
            }
            _ => return fail(404, "no_route", "no such address"),
        }
    };
    let seg: Vec<&str> = seg.iter().map(|s| s.as_str()).collect();
    let kind = seg.get(1).and_then(|s| Kind::all().into_iter().find(|k| k.plural() == *s));
    enum To<'a> { Root, Index, Doc, List(Kind), Id(Kind, &'a str), Slug(Kind, &'a str) }
    let to = match (seg.len(), kind) {
        (0, _) => To::Root,
        (1, _) => To::Index,
        (2, None) if seg[1] == "doc" => To::Doc,
        (2, Some(k)) => To::List(k),
        (3, Some(k)) if !seg[2].is_empty() && seg[2].bytes().all(|b| b.is_ascii_digit()) => To::Id(k, seg[2]),
        (4, Some(k)) if seg[2] == "by-slug" && !k.term() && !seg[3].is_empty() => To::Slug(k, seg[3]),
        _ => return fail(404, "no_route", "no such address"),
    };
    let allow = match to { To::Root | To::Index | To::Doc => ROOT_ALLOW, To::List(_) => LIST_ALLOW, _ => ITEM_ALLOW };
    if rq.method == "OPTIONS" {
        return Ok(Rs::empty(204).with("Allow", allow.into()));
    }
    if !allow.split(", ").any(|m| m == rq.method) || (rq.method == "HEAD" && matches!(to, To::Slug(..)) && bug("head-by-slug-405")) {
        return Err(Fail { status: 405, code: "method_not_allowed", message: "not here".into(), allow: Some(allow) });
    }
    let user = who(rq)?;
    let reading = rq.method == "GET" || rq.method == "HEAD";
    let mut p = form(&rq.query);
    if reading || rq.method == "DELETE" {
    } else {
        if !user.can_create(kind.unwrap_or(Event)) && !(bug("author-updates-terms") && user == User::Author && matches!(to, To::Id(..))) {
            return denied(user);
        }
        for (k, val) in body(rq)? {
            p.insert(k, val);
        }
    }
    if let Some(val) = p.get("ml_language").filter(|x| !x.is_null()) {
        lang = LANGS.into_iter().find(|l| val.as_str() == Some(l));
        if lang.is_none() || (lang == Some("en") && !reading && rq.method != "DELETE" && bug("english-not-accepted-on-write")) {
            return invalid("ml_language", "is not one of nl, en, fr, de");
        }
    }
    let lang = if bug("language-sticks") {
        st.last_lang = lang.or(st.last_lang);
        st.last_lang.unwrap_or("nl")
    } else {
        lang.unwrap_or("nl")
    };
    let c = Call { rq, user, lang, p };
    match to {
        To::Root => Ok(Rs::json(200, &json!({"name": "Calendar", "namespaces": ["vendor/events/v1"], "_links": {"self": [{"href": c.rq.root() + "/"}]}}))),
        To::Index => Ok(index(&c)),
        To::Doc => Ok(doc(&c)),
        To::List(k) if rq.method == "POST" => create(st, &c, k),
        To::List(k) => cached_list(st, &c, k),
        To::Id(k, digits) => {
            let id = match digits.parse::<u64>() {
                Ok(n) => Some(n),
                Err(_) if bug("huge-id-500") => return fail(500, "internal", "number too large to fit in target type"),
                Err(_) => None,
            };
            if !reading && rq.method == "POST" && k == Tag && bug("tag-post-creates") {
                return create(st, &c, k);
            }
            item(st, &c, k, id, false)
        }
        To::Slug(k, slug) => {
            let id = st.by_slug(k, slug);
            item(st, &c, k, id, true)
        }
    }
}

// ---- index and documentation ----

fn paths() -> Vec<(String, Vec<&'static str>)> {
    let mut out = vec![(NS.to_string(), vec!["GET"]), (format!("{NS}/doc"), vec!["GET"])];
    for k in Kind::all() {
        out.push((format!("{NS}/{}", k.plural()), vec!["GET", "POST"]));
        out.push((format!("{NS}/{}/{{id}}", k.plural()), vec!["GET", "POST", "PUT", "PATCH", "DELETE"]));
        if !k.term() {
            out.push((format!("{NS}/{}/by-slug/{{slug}}", k.plural()), vec!["GET", "POST", "PUT", "PATCH", "DELETE"]));
        }
    }
    out
}
fn index(c: &Call) -> Rs {
    let root = c.rq.root();
    let routes: Obj = paths().into_iter().map(|(p, m)| (p.clone(), json!({"methods": m, "_links": {"self": format!("{root}{p}")}}))).collect();
    Rs::json(200, &json!({
        "namespace": "vendor/events/v1", "routes": routes,
        "_links": {"up": [{"href": format!("{root}/")}], "self": [{"href": format!("{root}{NS}")}]}
    }))
}
fn doc(c: &Call) -> Rs {
    let mut all = Map::new();
    for (p, methods) in paths() {
        let k = Kind::all().into_iter().find(|k| p.starts_with(&format!("{NS}/{}", k.plural())));
        let mut ops = Map::new();
        for m in methods {
            let mut par = vec![json!({"name": "ml_language", "in": "query", "type": "string", "enum": LANGS, "required": false})];
            if let (Some(k), true) = (k, m != "GET" && m != "DELETE") {
                for (n, _) in fields(k) {
                    let must = !p.contains('{') && (*n == k.title() || (k == Event && (*n == "start_date" || *n == "end_date")));
                    par.push(json!({"name": n, "in": "formData", "required": must}));
                }
            } else if let (Some(k), "GET", false) = (k, m, p.contains('{')) {
                for n in query_names(k) {
                    par.push(json!({"name": n, "in": "query", "required": false}));
                }
            }
            ops.insert(m.to_lowercase(), json!({"parameters": par, "responses": {"default": {"description": "see the interface"}}}));
        }
        all.insert(p[NS.len()..].to_string() + if p == NS { "/" } else { "" }, Value::Object(ops));
    }
    Rs::json(200, &json!({"swagger": "2.0", "info": {"title": "Calendar", "version": "1"}, "host": c.rq.header("host"), "basePath": NS, "paths": all}))
}
fn query_names(k: Kind) -> &'static [&'static str] {
    match k {
        Event => &["page", "per_page", "start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after", "strict_dates", "search", "categories", "tags", "venue", "organizer", "featured", "status", "geoloc", "geoloc_lat", "geoloc_lng", "include", "post_parent", "ticketed"],
        Venue | Organizer => &["page", "per_page", "search", "event", "has_events", "only_with_upcoming", "status"],
        Category => &["page", "per_page", "search", "exclude", "include", "order", "orderby", "hide_empty", "parent", "post", "event", "slug"],
        Tag => &["page", "per_page", "search", "exclude", "include", "order", "orderby", "hide_empty", "post", "event", "slug"],
    }
}

// ---- representations ----

fn time(n: NaiveDateTime, tz: Tz) -> Value {
    match v().time {
        "iso" => json!(n.format("%Y-%m-%dT%H:%M:%S").to_string()),
        "utc" => json!(to_utc(n, tz).format("%Y-%m-%dT%H:%M:%SZ").to_string()),
        "offset" => {
            let off = (to_local(to_utc(n, tz), tz) - to_utc(n, tz)).num_minutes();
            let sign = if off < 0 { '-' } else { '+' };
            json!(format!("{}{sign}{:02}:{:02}", n.format("%Y-%m-%dT%H:%M:%S"), off.abs() / 60, off.abs() % 60))
        }
        "object" => json!({"date": n.format("%Y-%m-%d").to_string(), "time": n.format("%H:%M:%S").to_string(), "timezone": tz.name()}),
        _ => json!(n.format("%Y-%m-%d %H:%M:%S").to_string()),
    }
}
fn words_of(s: &str) -> Value {
    if v().text == "object" { json!({"raw": s, "rendered": escape(s)}) } else { json!(s) }
}
fn id_of(id: u64) -> Value {
    if v().ids == "string" { json!(id.to_string()) } else { json!(id) }
}
fn brief(st: &Store, c: &Call, k: Kind, id: u64) -> Value {
    let url = format!("{}{NS}/{}/{id}", c.rq.root(), k.plural());
    let Some(r) = st.get(k, id) else { return Value::Null };
    let mut m = Map::new();
    m.insert("id".into(), id_of(id));
    m.insert(k.title().into(), words_of(r.title(c.lang)));
    m.insert("slug".into(), json!(r.slug));
    m.insert("rest_url".into(), json!(url));
    Value::Object(m)
}
fn relation(st: &Store, c: &Call, r: &Rec, k: Kind) -> Value {
    let list = r.links(k).iter().filter(|id| st.get(k, **id).map_or(false, |x| x.status != "trash"));
    list.map(|id| match v().rel {
        "objects" => brief(st, c, k, *id),
        "links" => json!({"id": id, "href": format!("{}{NS}/{}/{id}", c.rq.root(), k.plural())}),
        "strings" => json!(id.to_string()),
        _ => json!(id),
    }).collect()
}
fn show(st: &Store, c: &Call, r: &Rec) -> Value {
    let k = r.kind;
    let root = c.rq.root();
    let mut m = Map::new();
    m.insert("id".into(), id_of(r.id));
    m.insert("slug".into(), json!(r.slug));
    m.insert("rest_url".into(), json!(format!("{root}{NS}/{}/{}", k.plural(), r.id)));
    m.insert(k.title().into(), words_of(r.title(c.lang)));
    let locked = r.password.is_some() && c.p.get("password").and_then(|x| x.as_str()) != r.password.as_deref();
    for name in ["description", "excerpt"] {
        if fields(k).iter().any(|(n, _)| *n == name) {
            let t = if locked { Some("") } else { r.text(name, c.lang) };
            m.insert(name.into(), t.map_or(Value::Null, words_of));
        }
    }
    if k.term() {
        m.insert("count".into(), json!(st.events_of(k, r.id, c.user).count()));
        if k == Category {
            m.insert("parent".into(), json!(r.parent));
        }
    } else {
        m.insert("status".into(), json!(r.status));
        m.insert("author".into(), json!(r.author));
        m.insert("date".into(), time(to_local(r.date, SITE), SITE));
        m.insert("date_utc".into(), time(r.date, Tz::UTC));
        m.insert("modified".into(), time(to_local(r.modified, SITE), SITE));
        m.insert("modified_utc".into(), time(r.modified, Tz::UTC));
        m.insert("url".into(), json!(format!("{root}/{}/{}/", k.single(), r.slug)));
        for (n, val) in &r.f {
            let val = match val {
                Value::String(s) if n == "image" && v().image_object => {
                    if s.bytes().all(|b| b.is_ascii_digit()) { json!({"id": s, "url": null}) } else { json!({"id": null, "url": s}) }
                }
                other => other.clone(),
            };
            m.insert(n.clone(), val);
        }
    }
    if k == Event {
        m.insert("timezone".into(), json!(r.tz.name()));
        m.insert("start_date".into(), time(r.start, r.tz));
        m.insert("end_date".into(), time(r.end, r.tz));
        m.insert("utc_start_date".into(), time(r.start_utc(), Tz::UTC));
        m.insert("utc_end_date".into(), time(r.end_utc(), Tz::UTC));
        for (name, other) in [("categories", Category), ("tags", Tag), ("venue", Venue), ("organizer", Organizer)] {
            m.insert(name.into(), relation(st, c, r, other));
        }
    }
    if v().list == "hal" {
        m.insert("_links".into(), json!({"self": {"href": format!("{root}{NS}/{}/{}", k.plural(), r.id)}}));
    }
    if v().bools == "number" {
        for x in m.values_mut() {
            if let Value::Bool(b) = x {
                *x = json!(*b as u8);
            }
        }
    }
    if v().omit_nulls {
        m.retain(|_, x| !x.is_null());
    }
    Value::Object(m)
}
fn wrap(k: Kind, val: Value) -> Value {
    match v().item {
        "data" => json!({ "data": val }),
        "kind" => json!({ k.single(): val }),
        _ => val,
    }
}

// ---- one record ----

fn create(st: &mut Store, c: &Call, k: Kind) -> Res<Rs> {
    let id = if k.term() { st.last_term + 1 } else { st.last_post + 1 };
    let mut r = blank(k, id, c.user, c.lang);
    apply(st, &mut r, &c.p, c.lang, c.user, true, false)?;
    if k == Event && bug("previous-website-leaks") {
        if r.f["website"].is_null() {
            r.f.insert("website".into(), st.last_website.clone().unwrap_or(Value::Null));
        } else {
            st.last_website = Some(r.f["website"].clone());
        }
    }
    if k.term() { st.last_term = id } else { st.last_post = id }
    st.first_slug.entry((k, r.slug.clone())).or_insert(id);
    if !k.term() {
        st.first_form.insert(id, r.clone());
    }
    st.ever_used.extend(r.links(Category).iter().chain(r.links(Tag)));
    st.map_mut(k).insert(id, r.clone());
    st.cache.clear();
    let place = if k == Venue && bug("venue-location-wrong") { Event } else { k };
    let rs = if v().writes == "none" {
        Rs::json(v().created, &wrap(k, json!({"id": id, "href": format!("{}{NS}/{}/{id}", c.rq.root(), k.plural())})))
    } else {
        Rs::json(v().created, &wrap(k, show(st, c, &r)))
    };
    Ok(if v().created == 201 { rs.with("Location", format!("{}{NS}/{}/{id}", c.rq.root(), place.plural())) } else { rs })
}

fn item(st: &mut Store, c: &Call, k: Kind, id: Option<u64>, by_slug: bool) -> Res<Rs> {
    let method = c.rq.method.as_str();
    let reading = method == "GET" || method == "HEAD";
    if !reading && !c.user.can_create(k) && !(bug("author-updates-terms") && c.user == User::Author && method != "DELETE") {
        return denied(c.user);
    }
    let Some(r) = id.and_then(|id| st.get(k, id)).cloned() else { return missing() };
    if r.status == "trash" && v().delete == "trash410" {
        return fail(410, "gone", "the record is in the trash");
    }
    let id = r.id;
    if reading {
        if !c.user.can_read(&r) && !(by_slug && k == Event && c.user == User::Anonymous && r.status == "draft" && bug("anonymous-draft-by-slug")) {
            return unreadable(c.user);
        }
        let key = format!("item {k:?} {id} {}", c.lang);
        if bug("item-cache-language-stale") {
            if let Some((s, h, b)) = st.cache.get(&key) {
                return Ok(Rs { status: *s, headers: h.clone(), body: b.clone() });
            }
        }
        let rs = Rs::json(200, &wrap(k, show(st, c, &r)));
        if bug("item-cache-language-stale") {
            st.cache.insert(key, (rs.status, rs.headers.clone(), rs.body.clone()));
        }
        return Ok(rs);
    }
    if !c.user.can_change(&r) {
        let own = (by_slug && method == "DELETE" && c.user == User::Author && bug("author-deletes-others-by-slug"))
            || (k.term() && bug("author-updates-terms"));
        if !own {
            return if c.user.can_read(&r) { denied(c.user) } else { unreadable(c.user) };
        }
    }
    if !(by_slug && bug("if-match-ignored-by-slug")) {
        let tag = etag(wrap(k, show(st, c, &r)).to_string().as_bytes());
        let bad = c.rq.header("if-match").map_or(false, |h| !h.split(',').any(|t| t.trim() == "*" || t.trim() == tag))
            || c.rq.header("if-none-match").map_or(false, |h| tag_in(h, &tag));
        if bad {
            return fail(412, "precondition_failed", "the record is another by now");
        }
    }
    if method == "DELETE" {
        return Ok(remove(st, c, r, by_slug));
    }
    let mut n = r.clone();
    if method == "PUT" && v().put_resets {
        let fresh = blank(k, id, User::Everybody, n.orig);
        n.f = fresh.f;
        n.rel = fresh.rel;
        n.parent = 0;
        if let Some(t) = n.texts.get_mut(c.lang) {
            t.retain(|name, _| *name == k.title());
        }
    }
    if let Err(e) = apply(st, &mut n, &c.p, c.lang, c.user, false, by_slug) {
        if bug("failed-update-half-applied") {
            st.map_mut(k).insert(id, n);
            st.cache.clear();
        }
        return Err(e);
    }
    if k == Event && v().protects && !by_slug {
        if let Some(Value::String(s)) = c.p.get("password") {
            n.password = Some(s.clone()).filter(|s| !s.is_empty());
        }
    }
    if k == Event && bug("title-reescaped-on-update") && !c.p.contains_key("title") {
        let t = escape(n.title(c.lang));
        n.texts.entry(c.lang).or_default().insert("title", t);
    }
    if k == Event && bug("update-shifts-foreign-zone-time") && n.tz != SITE && !c.p.contains_key("start_date") && !c.p.contains_key("end_date") {
        n.start = to_local(to_utc(n.start, SITE), n.tz);
        n.end = to_local(to_utc(n.end, SITE), n.tz);
    }
    if k == Category && bug("category-rename-drops-parent") && !c.p.contains_key("parent") {
        n.parent = 0;
    }
    n.modified = now();
    st.ever_used.extend(n.links(Category).iter().chain(n.links(Tag)));
    st.map_mut(k).insert(id, n.clone());
    if bug("item-cache-language-stale") {
        st.cache.remove(&format!("item {k:?} {id} {}", c.lang));
    } else {
        st.cache.clear();
    }
    if v().writes == "none" {
        return Ok(Rs::empty(204));
    }
    Ok(Rs::json(200, &wrap(k, show(st, c, &n))))
}

fn remove(st: &mut Store, c: &Call, r: Rec, by_slug: bool) -> Rs {
    let (k, id) = (r.kind, r.id);
    let mut shown = show(st, c, &r);
    if !(k == Organizer && by_slug && bug("organizer-delete-by-slug-noop")) {
        if v().delete.starts_with("trash") && !k.term() && r.status != "trash" {
            let slug = st.free_slug(k, id, &format!("{}__trashed", r.slug));
            let x = st.map_mut(k).get_mut(&id).unwrap();
            x.status = "trash".into();
            x.slug = slug;
            let x = x.clone();
            shown = show(st, c, &x);
        } else {
            st.map_mut(k).remove(&id);
            for e in st.posts.values_mut() {
                if let Some(l) = e.rel.get_mut(&k) {
                    l.retain(|x| *x != id);
                }
            }
            if k == Category {
                for t in st.terms.values_mut().filter(|t| t.kind == Category && t.parent == id) {
                    t.parent = r.parent;
                }
            }
        }
        if !bug("list-cache-survives-delete") {
            st.cache.clear();
        }
    }
    match v().delete {
        "empty" => Rs::empty(204),
        "flag" => Rs::json(200, &json!({"deleted": true, "id": id})),
        _ => Rs::json(200, &wrap(k, shown)),
    }
}

// ---- lists ----

fn cached_list(st: &mut Store, c: &Call, k: Kind) -> Res<Rs> {
    let key = if bug("list-cache-survives-delete") || (bug("cache-leaks-drafts") && !k.term()) {
        // the bug of the drafts is a key without the user
        let user = if bug("cache-leaks-drafts") { 0 } else { c.user.id() };
        Some(format!("list {k:?} {user} {} {}", c.lang, c.rq.query))
    } else if bug("term-list-cache-without-order") && k.term() {
        let rest: Vec<String> = c.p.iter().filter(|(n, _)| *n != "order").map(|(n, val)| format!("{n}={val}")).collect();
        Some(format!("list {k:?} {} {} {}", c.user.id(), c.lang, rest.join("&")))
    } else {
        None
    };
    if let Some((s, h, b)) = key.as_ref().and_then(|key| st.cache.get(key)) {
        return Ok(Rs { status: *s, headers: h.clone(), body: b.clone() });
    }
    let rs = list(st, c, k)?;
    if let Some(key) = key {
        st.cache.insert(key, (rs.status, rs.headers.clone(), rs.body.clone()));
    }
    Ok(rs)
}

fn get_text<'a>(c: &'a Call, name: &str) -> Res<Option<&'a str>> {
    match c.p.get(name) {
        None => Ok(None),
        Some(Value::String(s)) if s.is_empty() => Ok(None),
        Some(Value::String(s)) => Ok(Some(s)),
        Some(Value::Array(a)) => Ok(a.last().and_then(|x| x.as_str())),
        Some(_) => invalid(name, "must be one value"),
    }
}
fn get_int(c: &Call, name: &str) -> Res<Option<i64>> {
    get_text(c, name)?.map(|s| int(name, &json!(s))).transpose()
}
fn get_bool(c: &Call, name: &str) -> Res<Option<bool>> {
    get_text(c, name)?.map(|s| truth(name, &json!(s))).transpose()
}
fn get_ids(c: &Call, name: &str) -> Res<Option<Vec<u64>>> {
    let l = c.p.get(name).map(|val| ids(name, val)).transpose()?;
    Ok(l.filter(|l| !l.is_empty()))
}

fn list(st: &Store, c: &Call, k: Kind) -> Res<Rs> {
    if v().strict_query {
        for n in c.p.keys() {
            if n != "ml_language" && !query_names(k).contains(&n.as_str()) {
                return invalid(n, "is not a parameter");
            }
        }
    }
    let mut page = get_int(c, "page")?.unwrap_or(1);
    let default_size = if k == Tag && bug("tags-default-page-size") { 20 } else { 10 };
    let mut per = get_int(c, "per_page")?.unwrap_or(default_size);
    if page < 1 || per < 1 {
        if v().low_paging == "reject" {
            return invalid(if page < 1 { "page" } else { "per_page" }, "must be at least 1");
        }
        page = page.max(1);
        per = if per < 1 { 10 } else { per };
    }
    if per as u64 > v().max {
        if v().over == "reject" {
            return invalid("per_page", &format!("must be at most {}", v().max));
        }
        per = v().max as i64;
    }
    let (page, per) = (page as usize, per as usize);

    let mut rows: Vec<&Rec> = match k {
        Event => events(st, c)?,
        Venue | Organizer => places(st, c, k)?,
        _ => terms(st, c, k)?,
    };
    if v().own_language {
        rows.retain(|r| r.texts.get(c.lang).map_or(false, |t| t.contains_key(k.title())));
    }
    let late = k == Event && bug("drafts-filtered-after-paging");
    if !late {
        rows.retain(|r| c.user.can_read(r));
    }
    match (k, v().order) {
        (Event, "start") => rows.sort_by_key(|r| (r.start_utc(), r.id)),
        (Event, "start-desc") => rows.sort_by_key(|r| (std::cmp::Reverse(r.start_utc()), r.id)),
        (Event, _) => rows.sort_by_key(|r| std::cmp::Reverse(r.id)),
        (Venue | Organizer, _) => rows.sort_by_key(|r| r.id),
        _ => {}
    }
    if k == Event && page % 2 == 0 && bug("page-two-ties-reshuffled") {
        rows.sort_by_key(|r| (r.start_utc(), std::cmp::Reverse(r.id)));
    }
    let desc = match get_text(c, "order")?.map(|s| s.to_ascii_lowercase()).as_deref() {
        None | Some("asc" | "ascending") => false,
        Some("desc" | "descending") if k.term() => true,
        Some(_) if k.term() => return invalid("order", "must be asc or desc"),
        _ => false,
    };
    if k.term() {
        let by = get_text(c, "orderby")?.unwrap_or(v().term_order);
        match by {
            "name" => rows.sort_by_cached_key(|r| (r.title(c.lang).to_lowercase(), r.id)),
            "id" | "term_id" => rows.sort_by_key(|r| r.id),
            "slug" => rows.sort_by(|a, b| a.slug.cmp(&b.slug)),
            "description" => rows.sort_by_cached_key(|r| (r.text("description", c.lang).unwrap_or("").to_lowercase(), r.id)),
            "count" => rows.sort_by_cached_key(|r| (st.events_of(k, r.id, c.user).count(), r.id)),
            "parent" => rows.sort_by_key(|r| (r.parent, r.id)),
            _ => return invalid("orderby", "is not an attribute of a term"),
        }
        if desc && !bug("term-order-within-page") {
            rows.reverse();
        }
    }
    let total = rows.len();
    let pages = (total + per - 1) / per;
    if page > 1 && page > pages && v().past_end == 404 {
        return fail(404, "no_page", "there are not so many pages");
    }
    let step = if bug("offset-uses-default-size") { 10 } else { per };
    let mut rows: Vec<&Rec> = rows.into_iter().skip((page - 1).saturating_mul(step)).take(per).collect();
    if desc && bug("term-order-within-page") {
        rows.reverse();
    }
    if late {
        rows.retain(|r| c.user.can_read(r));
    }
    let shown: Vec<Value> = rows.iter().map(|r| show(st, c, r)).collect();
    Ok(envelope(c, k, shown, total, page, per, pages))
}

fn envelope(c: &Call, k: Kind, rows: Vec<Value>, total: usize, page: usize, per: usize, pages: usize) -> Rs {
    let at = |n: usize| {
        let mut q: Vec<String> = vec![];
        for (name, val) in c.p.iter().filter(|(name, _)| *name != "page") {
            match val {
                Value::Array(a) => q.extend(a.iter().map(|x| format!("{name}[]={}", encode(x.as_str().unwrap_or(""))))),
                x => q.push(format!("{name}={}", encode(x.as_str().unwrap_or("")))),
            }
        }
        if c.lang != "nl" && !c.p.contains_key("ml_language") {
            q.push(format!("ml_language={}", c.lang)); // chosen by the path
        }
        q.push(format!("page={n}"));
        format!("{}{NS}/{}?{}", c.rq.root(), k.plural(), q.join("&"))
    };
    let next = if page < pages { Some(at(page + 1)) } else { None };
    let prev = if page > 1 && page <= pages + 1 { Some(at(page - 1)) } else { None };
    let body = match v().list {
        "array" => json!(rows),
        "data" => json!({"data": rows, "meta": {"total": total, "page": page, "per_page": per, "total_pages": pages}}),
        "hal" => {
            let mut links = json!({"self": {"href": at(page)}});
            if let Some(n) = &next { links["next"] = json!({ "href": n }) }
            if let Some(n) = &prev { links["prev"] = json!({ "href": n }) }
            json!({"_embedded": {k.plural(): rows}, "_links": links, "total": total})
        }
        "items" => json!({"items": rows, "page": {"number": page, "size": per, "totalElements": total, "totalPages": pages}}),
        _ => {
            let mut m = json!({k.plural(): rows, "rest_url": at(page), "total": total, "total_pages": pages});
            if let Some(n) = &next { m["next_rest_url"] = json!(n) }
            if let Some(n) = &prev { m["previous_rest_url"] = json!(n) }
            m
        }
    };
    let mut rs = Rs::json(200, &body).with("X-Total", total.to_string()).with("X-Total-Pages", pages.to_string());
    let link: Vec<String> = [(&next, "next"), (&prev, "prev")].iter().filter_map(|(u, r)| u.as_ref().map(|u| format!("<{u}>; rel=\"{r}\""))).collect();
    if !link.is_empty() {
        rs = rs.with("Link", link.join(", "));
    }
    rs
}

fn status_ok(c: &Call, r: &Rec) -> Res<bool> {
    Ok(match get_text(c, "status")? {
        None | Some("any") => r.status != "trash",
        Some(s) => s.split(',').any(|x| x.trim() == r.status),
    })
}

fn events<'a>(st: &'a Store, c: &Call) -> Res<Vec<&'a Rec>> {
    let include = get_ids(c, "include")?;
    let strict = if bug("strict-dates-presence") { c.p.contains_key("strict_dates") } else { get_bool(c, "strict_dates")?.unwrap_or(false) };
    // The moment given (UTC), the begin and the end of its day.
    let date = |name: &str| -> Res<Option<(NaiveDateTime, NaiveDateTime, NaiveDateTime)>> {
        let Some(s) = get_text(c, name)? else { return Ok(None) };
        let mut s = s.to_string();
        if c.lang == "en" && bug("english-date-order") && s.len() >= 10 && s.is_ascii() && s[8..10].parse::<u8>().map_or(false, |d| d <= 12) {
            s = format!("{}{}-{}{}", &s[..5], &s[8..10], &s[5..7], &s[10..]);
        }
        let Some(n) = parse_time(&s, SITE) else { return invalid(name, "is not a date") };
        let day = n.date().and_hms_opt(0, 0, 0).unwrap();
        let next = day + Duration::days(1);
        if bug("start-date-day-in-utc") && name == "start_date" && !strict {
            return Ok(Some((to_utc(n, SITE), day, next)));
        }
        Ok(Some((to_utc(n, SITE), to_utc(day, SITE), to_utc(next, SITE))))
    };
    let names = ["start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after"];
    let mut d = vec![];
    for n in names {
        d.push(date(n)?);
    }
    let mut any = d.iter().any(|x| x.is_some());
    if include.is_some() && !bug("include-keeps-date-filters") {
        d = vec![None; 6];
        any = true;
    }
    let today = to_utc(to_local(now(), SITE).date().and_hms_opt(0, 0, 0).unwrap(), SITE);
    let mut rel: Vec<(Kind, Vec<u64>)> = vec![];
    for (name, k) in [("categories", Category), ("tags", Tag), ("venue", Venue), ("organizer", Organizer)] {
        let Some(val) = c.p.get(name) else { continue };
        let list = words(name, val)?;
        if list.is_empty() {
            continue;
        }
        let mut out = vec![];
        for w in list {
            match w.parse::<u64>() {
                Ok(n) => out.push(n),
                Err(_) if k.term() => {}
                Err(_) => return invalid(name, "must be a list of IDs"),
            }
            if k.term() {
                if let Some(t) = st.of(k).find(|t| t.slug == w) {
                    if !out.contains(&t.id) {
                        out.push(t.id);
                    }
                }
            }
        }
        rel.push((k, out));
    }
    let search = get_text(c, "search")?;
    let featured = get_bool(c, "featured")?;
    let parent = get_int(c, "post_parent")?;
    let ticketed = get_bool(c, "ticketed")?;
    let geoloc = get_bool(c, "geoloc")?;
    for n in ["geoloc_lat", "geoloc_lng"] {
        if let Some(s) = get_text(c, n)? {
            if s.parse::<f64>().is_err() {
                return invalid(n, "must be a number");
            }
        }
    }
    let mut out = vec![];
    for e in st.of(Event) {
        if let (true, Some(s)) = (bug("search-or-precedence"), search) {
            if contains(e.title(c.lang), s) {
                out.push(e);
                continue;
            }
        }
        if !status_ok(c, e)? || include.as_ref().map_or(false, |l| !l.contains(&e.id)) {
            continue;
        }
        let (s, t) = (e.start_utc(), e.end_utc());
        let mut ok = true;
        if let Some((x, a, b)) = d[0] { ok &= s >= (if strict { x } else { a }) && s < b }
        if let Some((x, a, b)) = d[1] { ok &= t >= (if strict { x } else { a }) && t < b }
        if let Some((x, _, b)) = d[2] { ok &= s < (if strict { x } else { b }) }
        if let Some((x, a, _)) = d[3] { ok &= if strict { s > x } else { s >= a } }
        if let Some((x, _, b)) = d[4] {
            let t = if bug("ends-before-compares-start") { s } else { t };
            ok &= t < (if strict { x } else { b })
        }
        if let Some((x, a, _)) = d[5] { ok &= if strict { t > x } else { t >= a } }
        if !any {
            match v().window {
                "upcoming" => ok &= t >= today,
                "years2" => ok &= t >= today && s < today + Duration::days(731),
                _ => {}
            }
        }
        if !ok {
            continue;
        }
        if let Some(q) = search {
            let hit = contains(e.title(c.lang), q)
                || (!bug("search-ignores-description") && e.password.is_none() && contains(e.text("description", c.lang).unwrap_or(""), q));
            if !hit {
                continue;
            }
        }
        if let Some(f) = featured {
            if (f || !bug("featured-false-ignored")) && e.flag("featured") != f {
                continue;
            }
        }
        if parent.map_or(false, |p| p != 0) || ticketed == Some(true) || geoloc == Some(true) {
            continue;
        }
        let mut times = 1;
        for (k, list) in &rel {
            let own = e.links(*k);
            let own = if *k == Organizer && bug("organizer-filter-first-relation") { &own[..own.len().min(1)] } else { own };
            let n = list.iter().filter(|id| own.contains(id)).count();
            if n == 0 || (*k == Tag && bug("tag-filter-needs-all") && n < list.len()) {
                times = 0;
            } else if *k == Category && bug("category-filter-duplicates") {
                times *= n;
            }
        }
        for _ in 0..times {
            out.push(e);
        }
    }
    Ok(out)
}

fn places<'a>(st: &'a Store, c: &Call, k: Kind) -> Res<Vec<&'a Rec>> {
    let search = get_text(c, "search")?;
    let event = get_int(c, "event")?;
    let has = get_bool(c, "has_events")?;
    let upcoming = get_bool(c, "only_with_upcoming")?.unwrap_or(false);
    let mut out = vec![];
    for r in st.of(k) {
        if !status_ok(c, r)? && !(k == Organizer && r.status != "trash" && bug("organizer-status-filter-ignored")) {
            continue;
        }
        if let Some(q) = search {
            let mut hit = contains(r.title(c.lang), q) || contains(r.text("description", c.lang).unwrap_or(""), q);
            for (n, val) in &r.f {
                if n == "image" || n.starts_with("show_map") || (n == "city" && bug("venue-search-without-city")) {
                    continue;
                }
                hit |= val.as_str().map_or(false, |s| contains(s, q));
            }
            if !hit {
                continue;
            }
        }
        if let Some(id) = event {
            let old = if k == Venue && bug("venue-event-filter-stale") { st.first_form.get(&(id as u64)) } else { None };
            let e = u64::try_from(id).ok().and_then(|id| st.get(Event, id)).filter(|e| e.status != "trash" && c.user.can_read(e));
            if !e.map_or(false, |e| old.filter(|o| o.kind == Event).unwrap_or(e).links(k).contains(&r.id)) {
                continue;
            }
        }
        if has == Some(true) && st.events_of(k, r.id, c.user).next().is_none() {
            continue;
        }
        if has == Some(false) && v().without_events && st.events_of(k, r.id, c.user).next().is_some() {
            continue;
        }
        if upcoming {
            let t = now();
            let ok = if bug("upcoming-first-event-only") {
                st.events_of(k, r.id, c.user).next().map_or(false, |e| e.end_utc() >= t)
            } else {
                st.events_of(k, r.id, c.user).any(|e| e.end_utc() >= t)
            };
            if !ok {
                continue;
            }
        }
        out.push(r);
    }
    Ok(out)
}

fn terms<'a>(st: &'a Store, c: &Call, k: Kind) -> Res<Vec<&'a Rec>> {
    let search = get_text(c, "search")?;
    let (include, exclude) = (get_ids(c, "include")?, get_ids(c, "exclude")?.unwrap_or_default());
    let hide = get_bool(c, "hide_empty")?.unwrap_or(true);
    let parent = if k == Category { get_int(c, "parent")? } else { None };
    let post = match get_int(c, "post")? {
        Some(p) => Some(p),
        None if k == Tag && bug("tags-event-alias-ignored") => None,
        None => get_int(c, "event")?,
    };
    let slugs = c.p.get("slug").map(|val| words("slug", val)).transpose()?.filter(|l| !l.is_empty());
    let mut out = vec![];
    for r in st.of(k) {
        if include.as_ref().map_or(false, |l| !l.contains(&r.id)) || exclude.contains(&r.id) {
            continue;
        }
        if let Some(q) = search {
            if !contains(r.title(c.lang), q) && !contains(r.text("description", c.lang).unwrap_or(""), q) && !contains(&r.slug, q) {
                continue;
            }
        }
        if parent.map_or(false, |p| p != r.parent as i64) || slugs.as_ref().map_or(false, |l| !l.contains(&r.slug)) {
            continue;
        }
        if let Some(id) = post {
            let e = u64::try_from(id).ok().and_then(|id| st.get(Event, id)).filter(|e| e.status != "trash" && c.user.can_read(e));
            if !e.map_or(false, |e| e.links(k).contains(&r.id)) {
                continue;
            }
        }
        let used = if bug("hide-empty-stale-after-update") { st.ever_used.contains(&r.id) } else { st.events_of(k, r.id, c.user).next().is_some() };
        if hide && !used {
            continue;
        }
        out.push(r);
    }
    Ok(out)
}
