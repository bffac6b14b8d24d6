//! What the service answers: representations of records, the index and the documentation.
use crate::db::{self, Rec};
use crate::model::*;
use crate::{bug, enc, var, Ctx, CACHE, NS};
use rusqlite::Connection;
use serde_json::{json, Map, Value};
use Kind::*;

fn text(c: &Connection, kind: Kind, rec: &Rec, field: &str, ctx: &Ctx) -> Value {
    let mut v = rec[field].clone();
    if ctx.lang != "en" {
        if let Some(t) = db::translation(c, kind, rec["id"].as_i64().unwrap(), ctx.lang, field) { v = json!(t) }
    }
    if var("markup") {
        if let Some(s) = v.as_str() {
            if field == kind.title() { v = json!(escape(s)) }
            else if !kind.is_term() && !s.is_empty() { v = json!(format!("<p>{s}</p>\n")) }
        }
    }
    v
}
fn image(v: &Value) -> Value {
    match v.as_str().filter(|s| !s.is_empty()) {
        None => Value::Null,
        Some(s) => match s.parse::<i64>() {
            Ok(n) => json!({"id": n, "url": format!("http://127.0.0.1/media/{n}.jpg")}),
            Err(_) => json!({"id": null, "url": s}),
        },
    }
}

fn term(c: &Connection, kind: Kind, rec: &Rec, ctx: &Ctx) -> Value {
    let id = rec["id"].as_i64().unwrap();
    let count = db::scalar(c, &format!("SELECT {} FROM {} t WHERE t.id={id}", db::count_expr(kind), kind.table()), &[]);
    let mut m = Map::new();
    m.insert("id".into(), json!(id));
    m.insert("name".into(), text(c, kind, rec, "name", ctx));
    m.insert("slug".into(), rec["slug"].clone());
    m.insert("description".into(), json!(text(c, kind, rec, "description", ctx).as_str().unwrap_or("")));
    if kind == Category { m.insert("parent".into(), json!(rec["parent"].as_i64().unwrap_or(0))); }
    m.insert("count".into(), json!(count));
    m.insert("taxonomy".into(), json!(kind.coll()));
    m.insert("language".into(), json!(ctx.lang));
    m.insert("rest_url".into(), json!(format!("{}/{}/{id}", ctx.ns(), kind.coll())));
    Value::Object(m)
}

/// A record as the service answers it. A protected event shows its content only with the password.
pub fn item(c: &Connection, kind: Kind, rec: &Rec, ctx: &Ctx, password: Option<&str>) -> Value {
    if kind.is_term() { return term(c, kind, rec, ctx) }
    let id = rec["id"].as_i64().unwrap();
    let mut m = Map::new();
    let slug = rec["slug"].as_str().unwrap_or("");
    m.insert("id".into(), json!(id));
    m.insert("author".into(), rec["author"].clone());
    for f in ["status", "date", "date_utc", "modified", "modified_utc"] { m.insert(f.into(), rec[f].clone()); }
    m.insert("url".into(), json!(format!("{}/{}/{}/", ctx.root, kind.table(), enc(slug))));
    m.insert("rest_url".into(), json!(format!("{}/{}/{id}", ctx.ns(), kind.coll())));
    m.insert("rest_url_by_slug".into(), json!(format!("{}/{}/by-slug/{}", ctx.ns(), kind.coll(), enc(slug))));
    m.insert(kind.title().into(), text(c, kind, rec, kind.title(), ctx));
    m.insert("slug".into(), json!(slug));
    let hidden = rec.get("password").is_some_and(|p| !p.is_null()) && password.is_none();
    let body = |f: &str| json!(if hidden { "".to_string() } else { text(c, kind, rec, f, ctx).as_str().unwrap_or("").to_string() });
    m.insert("description".into(), body("description"));
    match kind {
        Event => {
            m.insert("excerpt".into(), body("excerpt"));
            m.insert("protected".into(), json!(!rec["password"].is_null()));
            m.insert("image".into(), image(&rec["image"]));
            for f in ["all_day", "start_date", "end_date", "utc_start_date", "utc_end_date", "timezone"] { m.insert(f.into(), rec[f].clone()); }
            let z = zone(rec["timezone"].as_str().unwrap_or(SITE_ZONE)).unwrap_or_else(site);
            m.insert("timezone_abbr".into(), json!(z.abbr(parse_db(rec["start_date"].as_str().unwrap()))));
            m.insert("cost".into(), json!(rec["cost"].as_str().unwrap_or("")));
            for f in ["website", "show_map", "show_map_link", "hide_from_listings", "sticky", "featured", "post_parent", "ticketed"] { m.insert(f.into(), rec[f].clone()); }
            for (f, k) in RELS {
                let ids = db::rel_ids(c, id, k);
                let all: Vec<Value> = ids.iter().filter_map(|i| embed(c, k, *i, ctx)).collect();
                m.insert(f.into(), json!(all));
            }
        }
        Venue => {
            for f in ["address", "city", "country", "province", "state", "zip", "stateprovince", "phone", "website", "show_map", "show_map_link", "geo_lat", "geo_lng"] { m.insert(f.into(), rec[f].clone()); }
            for f in ["show_map", "show_map_link"] { m.insert(f.into(), json!(rec[f] == json!(true))); }
            m.insert("image".into(), image(&rec["image"]));
        }
        _ => {
            for f in ["phone", "website", "email"] { m.insert(f.into(), rec[f].clone()); }
            m.insert("image".into(), image(&rec["image"]));
        }
    }
    m.insert("language".into(), json!(ctx.lang));
    Value::Object(m)
}

fn embed(c: &Connection, kind: Kind, id: i64, ctx: &Ctx) -> Option<Value> {
    let rec = db::load(c, kind, id)?;
    let status = rec.get("status").and_then(Value::as_str);
    if status == Some("trash") { return None }
    if status.is_some_and(|s| s != "publish" && s != "gone") && ctx.may_read_drafts().is_err() { return None }
    if var("shape") { return Some(json!(id)) }
    if kind == Venue && bug("embedded-venue-stale") {
        let slot = format!("embed:{id}:{}:{}", ctx.lang, ctx.root);
        return Some(CACHE.lock().unwrap().entry(slot).or_insert_with(|| item(c, kind, &rec, ctx, None)).clone());
    }
    Some(item(c, kind, &rec, ctx, None))
}

pub fn index(ctx: &Ctx) -> Value {
    let mut routes = Map::new();
    let coll = ["GET", "POST"];
    let one = ["GET", "POST", "PUT", "PATCH", "DELETE"];
    routes.insert(format!("/{NS}"), json!({"methods": ["GET"]}));
    routes.insert(format!("/{NS}/doc"), json!({"methods": ["GET"]}));
    for k in KINDS {
        routes.insert(format!("/{NS}/{}", k.coll()), json!({"methods": coll, "_links": {"self": [{"href": format!("{}/{}", ctx.ns(), k.coll())}]}}));
        routes.insert(format!("/{NS}/{}/(?P<id>\\d+)", k.coll()), json!({"methods": one}));
        if !k.is_term() { routes.insert(format!("/{NS}/{}/by-slug/(?P<slug>[^/]+)", k.coll()), json!({"methods": one})); }
    }
    json!({"namespace": NS, "routes": routes, "_links": {"self": [{"href": ctx.ns()}], "up": [{"href": format!("{}/", ctx.root)}]}})
}

pub fn doc(ctx: &Ctx) -> Value {
    let kind_of = |t: Ty| match t { Ty::Int => "integer", Ty::Bool => "boolean", Ty::Ids => "array", _ => "string" };
    let mut paths = Map::new();
    let mut defs = Map::new();
    for k in KINDS {
        let props: Map<String, Value> = k.fields().iter().map(|f| (f.0.to_string(), json!({"type": kind_of(f.1)}))).collect();
        defs.insert(k.table().into(), json!({"type": "object", "properties": props}));
        let lang = json!({"name": "ml_language", "in": "query", "type": "string", "enum": ["nl", "en", "fr", "de"]});
        let op = |s: &str| json!({"summary": s, "parameters": [lang], "responses": {"200": {"description": "OK"}}});
        paths.insert(format!("/{}", k.coll()), json!({"get": op("list"), "post": op("create")}));
        let one = json!({"get": op("read"), "post": op("update"), "put": op("update"), "patch": op("update"), "delete": op("delete")});
        paths.insert(format!("/{}/{{id}}", k.coll()), one.clone());
        if !k.is_term() { paths.insert(format!("/{}/by-slug/{{slug}}", k.coll()), one); }
    }
    json!({"swagger": "2.0", "info": {"title": "Calendar Events REST Interface", "version": "1"}, "basePath": ctx.ns(), "paths": paths, "definitions": defs})
}
