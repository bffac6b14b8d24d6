//! A calendar service: events, venues, organizers, categories and tags over HTTP.
mod db;
mod list;
mod model;
mod present;
mod seed;

use axum::{body::Body, extract::Request, http::{header, HeaderMap, Method, StatusCode}, response::Response, Router};
use base64::Engine;
use list::Query;
use model::{Kind, KINDS};
use percent_encoding::{percent_decode_str, utf8_percent_encode, AsciiSet, NON_ALPHANUMERIC};
use rusqlite::Connection;
use serde_json::{json, Map, Value};
use std::collections::HashMap;
use std::sync::{atomic::{AtomicBool, Ordering}, LazyLock, Mutex, MutexGuard};

static BUG: LazyLock<String> = LazyLock::new(|| std::env::var("BUG").unwrap_or_default());
static VARIANT: LazyLock<String> = LazyLock::new(|| std::env::var("VARIANT").unwrap_or_default());
static USERS: LazyLock<bool> = LazyLock::new(|| std::env::var("USERS").is_ok_and(|u| u == "1"));
static PORT: LazyLock<u16> = LazyLock::new(|| std::env::var("PORT").ok().and_then(|p| p.parse().ok()).unwrap_or(8080));
static DB: LazyLock<Mutex<Connection>> = LazyLock::new(|| Mutex::new(db::open()));
/// Only filled by some switches.
pub static CACHE: LazyLock<Mutex<HashMap<String, Value>>> = LazyLock::new(Default::default);
pub static SEEDED: AtomicBool = AtomicBool::new(false);

pub fn bug(id: &str) -> bool { *BUG == id }
pub fn var(id: &str) -> bool { *VARIANT == id }
fn lock() -> MutexGuard<'static, Connection> { DB.lock().unwrap_or_else(|e| e.into_inner()) }

pub const NS: &str = "vendor/events/v1";
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
pub fn enc(s: &str) -> String { utf8_percent_encode(s, SEGMENT).to_string() }

#[derive(Debug)]
pub struct ApiErr { status: u16, code: String, msg: String, headers: Vec<(&'static str, String)> }
impl ApiErr {
    pub fn new(status: u16, code: &str, msg: &str) -> Self { ApiErr { status, code: code.into(), msg: msg.into(), headers: vec![] } }
    fn with(mut self, k: &'static str, v: impl Into<String>) -> Self { self.headers.push((k, v.into())); self }
}

#[derive(Clone, Copy, PartialEq)]
enum Role { Open, Anon, Editor, Author, Reader }
pub struct Ctx { pub lang: &'static str, pub root: String, role: Role }
impl Ctx {
    pub fn ns(&self) -> String { format!("{}/{NS}", self.root) }
    pub fn may_read_drafts(&self) -> Result<(), ApiErr> {
        if self.role == Role::Anon { Err(unauthorized("You may only read what is published.")) } else { Ok(()) }
    }
    fn may_write(&self, kind: Kind, method: &Method, rec: Option<&db::Rec>, by_slug: bool) -> Result<(), ApiErr> {
        let forbidden = || Err(ApiErr::new(403, "rest_forbidden", "You are not allowed to do that."));
        match self.role {
            Role::Open | Role::Editor => Ok(()),
            Role::Anon => Err(unauthorized("You need to log in to write.")),
            Role::Reader if kind == Kind::Tag && *method == Method::DELETE && bug("reader-deletes-tags") => Ok(()),
            Role::Reader => forbidden(),
            Role::Author if kind.is_term() => forbidden(),
            Role::Author => match rec {
                Some(r) if r["author"] != json!(2) && !(by_slug && kind == Kind::Event && bug("author-by-slug")) => forbidden(),
                _ => Ok(()),
            },
        }
    }
    fn user_id(&self) -> i64 { match self.role { Role::Author => 2, Role::Reader => 3, _ => 1 } }
}
fn unauthorized(msg: &str) -> ApiErr { ApiErr::new(401, "rest_not_logged_in", msg).with("WWW-Authenticate", "Basic realm=\"events\", charset=\"UTF-8\"") }
fn not_found() -> ApiErr { ApiErr::new(404, "rest_no_route", "There is nothing at this address.") }

struct Reply { status: u16, headers: Vec<(&'static str, String)>, body: Option<Value> }
impl Reply {
    fn ok(body: Value) -> Self { Reply { status: 200, headers: vec![], body: Some(body) } }
    fn with(mut self, k: &'static str, v: impl Into<String>) -> Self { self.headers.push((k, v.into())); self }
}

struct In { method: Method, path: String, query: String, headers: HeaderMap, body: Vec<u8> }
impl In {
    fn header(&self, h: &str) -> Option<&str> { self.headers.get(h).and_then(|v| v.to_str().ok()) }
    fn is_read(&self) -> bool { self.method == Method::GET || self.method == Method::HEAD }
}

fn decode(s: &str) -> Result<String, ApiErr> {
    percent_decode_str(s).decode_utf8().map(|c| c.into_owned()).map_err(|_| ApiErr::new(400, "rest_bad_encoding", "The address is not valid UTF-8."))
}
fn pairs(s: &str) -> Result<Vec<(String, String)>, ApiErr> {
    s.split('&').filter(|p| !p.is_empty()).map(|p| {
        let (k, v) = p.split_once('=').unwrap_or((p, ""));
        Ok((decode(&k.replace('+', " "))?, decode(&v.replace('+', " "))?))
    }).collect()
}

fn form(pairs: Vec<(String, String)>) -> Map<String, Value> {
    let mut m = Map::new();
    for (k, v) in pairs {
        match k.split_once('[') {
            Some((name, _)) => match m.entry(name).or_insert(json!([])) { Value::Array(a) => a.push(json!(v)), x => *x = json!([v]) },
            None => { m.insert(k, json!(v)); }
        }
    }
    m
}
fn parse_body(r: &In) -> Result<Map<String, Value>, ApiErr> {
    if r.body.is_empty() || r.is_read() || r.method == Method::OPTIONS { return Ok(Map::new()) }
    let ct = r.header("content-type").unwrap_or("application/json").split(';').next().unwrap().trim().to_ascii_lowercase();
    if ct == "application/x-www-form-urlencoded" {
        let s = String::from_utf8(r.body.clone()).map_err(|_| ApiErr::new(400, "rest_invalid_form", "The body is not valid UTF-8."))?;
        return Ok(form(pairs(&s)?));
    }
    if ct != "application/json" && !ct.ends_with("+json") {
        if r.method == Method::DELETE { return Ok(Map::new()) }
        return Err(ApiErr::new(415, "rest_unsupported_media_type", "Send application/json or application/x-www-form-urlencoded."));
    }
    match serde_json::from_slice(&r.body) {
        Ok(Value::Object(m)) => Ok(m),
        Ok(_) => Err(ApiErr::new(400, "rest_invalid_json", "The body must be a JSON object.")),
        Err(e) => Err(ApiErr::new(400, "rest_invalid_json", &format!("The body is not valid JSON: {e}"))),
    }
}

fn role(r: &In) -> Result<Role, ApiErr> {
    if !*USERS { return Ok(Role::Open) }
    let Some(a) = r.header("authorization") else { return Ok(Role::Anon) };
    let cred = a.split_once(' ').filter(|p| p.0.eq_ignore_ascii_case("basic"))
        .and_then(|p| base64::engine::general_purpose::STANDARD.decode(p.1.trim()).ok()).unwrap_or_default();
    match cred.as_slice() {
        b"editor:editor" => Ok(Role::Editor),
        b"author:author" => Ok(Role::Author),
        b"reader:reader" => Ok(Role::Reader),
        _ => Err(unauthorized("Unknown user or wrong password.")),
    }
}

fn allow(methods: &str, r: &In) -> Result<Option<Reply>, ApiErr> {
    if r.method == Method::OPTIONS {
        return Ok(Some(Reply { status: 204, headers: vec![("Allow", methods.into())], body: None }));
    }
    if methods.split(", ").any(|m| m == r.method.as_str()) { return Ok(None) }
    Err(ApiErr::new(405, "rest_method_not_allowed", "This method is not allowed here.").with("Allow", methods))
}
const READ: &str = "GET, HEAD, OPTIONS";
const COLLECTION: &str = "GET, HEAD, POST, OPTIONS";
const ITEM: &str = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

pub fn etag_of(v: &Value) -> String {
    use std::hash::{Hash, Hasher};
    let mut h = std::collections::hash_map::DefaultHasher::new();
    if bug("etag-seconds") && v.get("modified_utc").is_some() {
        (v["id"].to_string(), v["modified_utc"].to_string(), v["language"].to_string()).hash(&mut h);
    } else {
        v.to_string().hash(&mut h);
    }
    format!("\"{:016x}\"", h.finish())
}

fn handle(r: &In) -> Result<Reply, ApiErr> {
    let raw: Vec<&str> = r.path.split('/').skip(1).collect();
    let mut raw = &raw[..];
    if raw.len() > 1 && raw.last() == Some(&"") { raw = &raw[..raw.len() - 1] }
    let segs = raw.iter().map(|s| decode(s)).collect::<Result<Vec<_>, _>>()?;
    let mut segs = &segs[..];
    let mut root = format!("http://127.0.0.1:{}", *PORT);
    let mut lang = "en";
    if let Some(l) = ["nl", "de", "fr"].into_iter().find(|l| segs[0] == *l) {
        (segs, raw, lang) = (&segs[1..], &raw[1..], l);
        root = format!("{root}/{l}");
    }
    let q = Query(pairs(&r.query)?);
    let role = role(r)?;
    let mut body = parse_body(r)?;
    if !r.is_read() {
        // fields may also come as parameters of the address; the body comes first
        for (k, v) in form(q.0.clone()) { body.entry(k).or_insert(v); }
    }
    let given_lang = q.get("ml_language").map(str::to_string).or_else(|| body.get("ml_language").map(|v| v.as_str().unwrap_or("?").to_string()));
    match given_lang.as_deref() {
        None | Some("") => {}
        Some(l) => match ["nl", "en", "fr", "de"].into_iter().find(|x| *x == l) {
            Some(x) => lang = x,
            None if !r.is_read() && bug("ml-bad-on-write") => {}
            None => return Err(ApiErr::new(400, "rest_invalid_param", "Invalid parameter ml_language: must be one of nl, en, fr, de")),
        },
    }
    let ctx = Ctx { lang, root, role };
    let ns: Vec<&str> = NS.split('/').collect();
    if segs.is_empty() || segs == [""] {
        if let Some(x) = allow(READ, r)? { return Ok(x) }
        return Ok(Reply::ok(json!({"name": "Calendar", "namespaces": [NS], "_links": {"self": [{"href": ctx.root}], NS: [{"href": ctx.ns()}]}})));
    }
    if segs.len() < 3 || segs[..3].iter().map(String::as_str).ne(ns) { return Err(not_found()) }
    let (segs, raw) = (&segs[3..], &raw[3..]);
    if segs.is_empty() {
        if let Some(x) = allow(READ, r)? { return Ok(x) }
        if !["view", "embed", "help", "edit", ""].contains(&q.get("context").unwrap_or("view")) {
            return Err(ApiErr::new(400, "rest_invalid_param", "Invalid parameter context"));
        }
        return Ok(Reply::ok(present::index(&ctx)));
    }
    if segs.len() == 1 && segs[0] == "doc" {
        if let Some(x) = allow(READ, r)? { return Ok(x) }
        return Ok(Reply::ok(present::doc(&ctx)));
    }
    let kind = KINDS.into_iter().find(|k| k.coll() == segs[0]).ok_or_else(not_found)?;
    match segs.len() {
        1 => collection(r, kind, &q, &body, &ctx),
        2 if !segs[1].is_empty() && segs[1].bytes().all(|b| b.is_ascii_digit()) => {
            let id: i64 = if kind == Kind::Tag && bug("huge-id-500") { segs[1].parse().unwrap() } else { segs[1].parse().map_err(|_| not_found())? };
            item(r, kind, Key::Id(id), &q, &body, &ctx)
        }
        3 if segs[1] == "by-slug" && !kind.is_term() && !segs[2].is_empty() => {
            let slug = if kind == Kind::Event && bug("slug-not-decoded") { raw[2] } else { &segs[2] };
            item(r, kind, Key::Slug(slug), &q, &body, &ctx)
        }
        _ => Err(not_found()),
    }
}

fn collection(r: &In, kind: Kind, q: &Query, body: &Map<String, Value>, ctx: &Ctx) -> Result<Reply, ApiErr> {
    if let Some(x) = allow(COLLECTION, r)? { return Ok(x) }
    let c = lock();
    if r.method != Method::POST {
        let p = list::list(&c, kind, q, ctx)?;
        let items: Vec<Value> = p.recs.iter().map(|x| present::item(&c, kind, x, ctx, None)).collect();
        let at = |n: i64| {
            let mut all: Vec<String> = q.0.iter().filter(|p| p.0 != "page" && !(p.0 == "ml_language" && bug("next-drops-lang")))
                .map(|p| format!("{}={}", enc(&p.0), enc(&p.1))).collect();
            all.push(format!("page={n}"));
            format!("{}/{}/?{}", ctx.ns(), kind.coll(), all.join("&"))
        };
        let next = (p.page < p.pages).then(|| at(p.page + 1));
        let prev = (p.page > 1).then(|| at((p.page - 1).min(p.pages.max(1))));
        let link: Vec<String> = [(&next, "next"), (&prev, "prev")].iter().filter_map(|(u, rel)| u.as_ref().map(|u| format!("<{u}>; rel=\"{rel}\""))).collect();
        let out = if var("shape") { json!(items) } else {
            let mut m = Map::new();
            m.insert(kind.coll().into(), json!(items));
            m.insert("rest_url".into(), json!(at(p.page)));
            if let Some(n) = &next { m.insert("next_rest_url".into(), json!(n)); }
            if let Some(n) = &prev { m.insert("previous_rest_url".into(), json!(n)); }
            m.insert("total".into(), json!(p.total));
            m.insert("total_pages".into(), json!(p.pages));
            m.insert("page".into(), json!(p.page));
            m.insert("per_page".into(), json!(p.per_page));
            Value::Object(m)
        };
        let mut reply = Reply::ok(out).with("X-Total", p.total.to_string()).with("X-TotalPages", p.pages.to_string());
        if !link.is_empty() { reply = reply.with("Link", link.join(", ")) }
        return Ok(reply);
    }
    ctx.may_write(kind, &r.method, None, false)?;
    let given = model::clean(kind, body, true, false)?;
    own_author(ctx, &given)?;
    let id = db::create(&c, kind, &given, ctx.lang, ctx.user_id())?;
    wrote(kind, None);
    let rec = db::load(&c, kind, id).unwrap();
    let mut reply = Reply::ok(present::item(&c, kind, &rec, ctx, None));
    if !var("codes") {
        reply.status = 201;
        reply = reply.with("Location", format!("{}/{}/{id}", ctx.ns(), kind.coll()));
    }
    Ok(reply)
}
fn own_author(ctx: &Ctx, given: &Map<String, Value>) -> Result<(), ApiErr> {
    if ctx.role == Role::Author && given.get("author").is_some_and(|a| *a != json!(2)) {
        return Err(ApiErr::new(403, "rest_forbidden", "You may not write in another author's name."));
    }
    Ok(())
}

/// Tell the caches of a write.
fn wrote(kind: Kind, slug: Option<&str>) {
    let mut cache = CACHE.lock().unwrap();
    cache.retain(|k, _| match k.split_once(':') {
        Some(("item", _)) => false,
        Some(("slug", rest)) => !(kind == Kind::Venue && slug.is_some_and(|s| rest.starts_with(&format!("{s}:")))),
        _ => true,
    });
}

enum Key<'a> { Id(i64), Slug(&'a str) }

fn item(r: &In, kind: Kind, key: Key, q: &Query, body: &Map<String, Value>, ctx: &Ctx) -> Result<Reply, ApiErr> {
    let by_slug = matches!(key, Key::Slug(_));
    if by_slug && r.method == Method::HEAD && bug("head-by-slug") {
        return Err(ApiErr::new(405, "rest_method_not_allowed", "This method is not allowed here.").with("Allow", ITEM.replace("HEAD, ", "")));
    }
    if let Some(x) = allow(ITEM, r)? { return Ok(x) }
    let read = r.is_read();
    let mut c = lock();
    let slot = match key {
        Key::Slug(s) if kind == Kind::Venue && bug("venue-slug-cache") => Some(format!("slug:{s}:{}:{}", ctx.lang, ctx.root)),
        Key::Id(n) if kind == Kind::Event && bug("ml-item-cache") => Some(format!("item:{n}")),
        _ => None,
    };
    if let (true, Some(s)) = (read, &slot) {
        if let Some(v) = CACHE.lock().unwrap().get(s) { return Ok(Reply::ok(v.clone())) }
    }
    let rec = match key { Key::Id(n) => db::load(&c, kind, n), Key::Slug(s) => db::by_slug(&c, kind, s) };
    if let (None, Key::Slug(s), true) = (&rec, &key, var("slug-follows")) {
        let id = db::scalar(&c, "SELECT id FROM old_slug WHERE kind=? AND slug=? ORDER BY rowid DESC", &[rusqlite::types::Value::Text(kind.table().into()), rusqlite::types::Value::Text(s.to_string())]);
        if let Some(n) = db::load(&c, kind, id) {
            let qs = if r.query.is_empty() { String::new() } else { format!("?{}", r.query) };
            let to = format!("{}/{}/by-slug/{}{qs}", ctx.ns(), kind.coll(), enc(n["slug"].as_str().unwrap()));
            return Ok(Reply { status: 308, headers: vec![("Location", to)], body: None });
        }
    }
    let missing = || ApiErr::new(404, &format!("{}-not-found", kind.table()), &format!("The requested {} does not exist.", kind.table()));
    let rec = rec.ok_or_else(missing)?;
    match rec.get("status").and_then(Value::as_str) {
        Some("gone") => return Err(missing()),
        Some("trash") => return Err(ApiErr::new(410, "in-trash", "The record is in the trash.")),
        Some("publish") | None => {}
        _ if ctx.role == Role::Anon && !(by_slug && kind == Kind::Event && read && bug("draft-by-slug")) => return Err(missing()),
        _ => {}
    }
    // the password of a protected event
    let mut password = None;
    let secret = rec.get("password").and_then(Value::as_str);
    let mut unlocked = true;
    if let Some(secret) = secret {
        let given = if by_slug { None } else { q.get("password").map(str::to_string).or_else(|| body.get("password").and_then(Value::as_str).map(str::to_string)) };
        if given.as_deref().is_some_and(|g| g != secret) { return Err(ApiErr::new(403, "rest_wrong_password", "The password is wrong.")) }
        unlocked = given.is_some() || ctx.role == Role::Editor;
        password = unlocked.then_some(secret);
    }
    if read {
        let v = present::item(&c, kind, &rec, ctx, password);
        if let (Some(s), None) = (slot, secret) { CACHE.lock().unwrap().insert(s, v.clone()); }
        return Ok(Reply::ok(v));
    }
    ctx.may_write(kind, &r.method, Some(&rec), by_slug)?;
    if !unlocked { return Err(ApiErr::new(403, "rest_password_required", "This event is protected by a password.")) }
    let before = present::item(&c, kind, &rec, ctx, password);
    if let Some(m) = r.header("if-match") {
        let tag = etag_of(&before);
        let skip = kind == Kind::Venue && r.method == Method::DELETE && bug("ifmatch-delete");
        if !skip && m.trim() != "*" && !m.split(',').any(|t| t.trim() == tag) {
            return Err(ApiErr::new(412, "rest_precondition_failed", "The record has changed."));
        }
    }
    if r.header("if-none-match").is_some_and(|m| m.trim() == "*") {
        return Err(ApiErr::new(412, "rest_precondition_failed", "The record exists."));
    }
    let slug = if by_slug { rec.get("slug").and_then(Value::as_str).map(str::to_string) } else { None };
    if r.method == Method::DELETE {
        db::delete(&c, kind, &rec);
        wrote(kind, slug.as_deref());
        if var("codes") { return Ok(Reply { status: 204, headers: vec![], body: None }) }
        let mut v = before;
        if var("trash") && !kind.is_term() { v["status"] = json!("trash") }
        return Ok(Reply::ok(v));
    }
    let given = model::clean(kind, body, false, by_slug)?;
    own_author(ctx, &given)?;
    if kind == Kind::Event && bug("lost-update") {
        // read, compute and write without holding the lock in between
        drop(c);
        std::thread::sleep(std::time::Duration::from_millis(25));
        c = lock();
    }
    let id = rec["id"].as_i64().unwrap();
    db::update(&c, kind, &rec, &given, ctx.lang, by_slug, r.method == Method::PUT)?;
    wrote(kind, slug.as_deref());
    let rec = db::load(&c, kind, id).ok_or_else(missing)?;
    Ok(Reply::ok(present::item(&c, kind, &rec, ctx, password)))
}

/// Turn what a handler answered into a response of HTTP.
fn respond(r: &In, res: Result<Reply, ApiErr>) -> Response {
    let mut reply = res.unwrap_or_else(|e| {
        let status = if var("codes") && e.code == "rest_invalid_param" && e.status == 400 { 422 } else { e.status };
        Reply { status, headers: e.headers, body: Some(json!({"code": e.code, "message": e.msg, "data": {"status": status}})) }
    });
    let mut b = Response::builder();
    if reply.status == 200 && r.is_read() {
        let tag = etag_of(reply.body.as_ref().unwrap());
        if let Some(m) = r.header("if-none-match") {
            if m.trim() == "*" || m.split(',').any(|t| t.trim().trim_start_matches("W/") == tag) {
                reply.status = 304;
                reply.body = None;
            }
        }
        b = b.header(header::ETAG, tag).header(header::CACHE_CONTROL, "no-cache");
        if *USERS { b = b.header(header::VARY, "Authorization") }
    }
    for (k, v) in &reply.headers {
        let safe: String = v.chars().filter(|c| !c.is_control()).collect();
        b = b.header(*k, safe);
    }
    b = b.status(StatusCode::from_u16(reply.status).unwrap());
    let Some(body) = reply.body else { return b.body(Body::empty()).unwrap() };
    let text = body.to_string();
    b = b.header(header::CONTENT_TYPE, "application/json; charset=utf-8").header(header::CONTENT_LENGTH, text.len());
    b.body(if r.method == Method::HEAD { Body::empty() } else { Body::from(text) }).unwrap()
}

async fn serve(req: Request) -> Response {
    let (parts, body) = req.into_parts();
    let mut r = In { method: parts.method, path: parts.uri.path().into(), query: parts.uri.query().unwrap_or("").into(), headers: parts.headers, body: vec![] };
    match axum::body::to_bytes(body, 1 << 20).await {
        Ok(b) => r.body = b.to_vec(),
        Err(_) => return respond(&r, Err(ApiErr::new(413, "rest_too_large", "The body is too large."))),
    }
    let done = tokio::task::spawn_blocking(move || { let res = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| handle(&r)))
        .unwrap_or_else(|_| Err(ApiErr::new(500, "internal_error", "Something went wrong."))); respond(&r, res) }).await;
    done.unwrap_or_else(|_| Response::builder().status(500).body(Body::empty()).unwrap())
}

#[tokio::main(worker_threads = 2)]
async fn main() {
    seed::fill(&lock());
    SEEDED.store(true, Ordering::Relaxed);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", *PORT)).await.expect("port");
    axum::serve(listener, Router::new().fallback(serve)).await.unwrap();
}
