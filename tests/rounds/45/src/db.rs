//! The store: SQLite in memory, one table per resource, one for relations, one for translations.
use crate::model::*;
use crate::{bug, var, ApiErr};
use rusqlite::{params, params_from_iter, types::Value as Sql, types::ValueRef, Connection};
use serde_json::{json, Map, Value};
use Kind::*;

pub type Rec = Map<String, Value>;

pub fn open() -> Connection {
    let c = Connection::open_in_memory().unwrap();
    use rusqlite::functions::FunctionFlags as F;
    c.create_scalar_function("has", 2, F::SQLITE_DETERMINISTIC | F::SQLITE_UTF8, |x| {
        let hay: Option<String> = x.get(0)?;
        let needle: String = x.get(1)?;
        Ok(hay.is_some_and(|h| h.to_lowercase().contains(&needle.to_lowercase())))
    }).unwrap();
    c.create_scalar_function("low", 1, F::SQLITE_DETERMINISTIC | F::SQLITE_UTF8, |x| Ok(x.get::<Option<String>>(0)?.map(|s| s.to_lowercase()))).unwrap();
    for k in KINDS {
        let cols: Vec<String> = k.columns()[1..].iter()
            .map(|c| if *c == "zip" && bug("zip-affinity") { "zip INTEGER".into() } else { format!("\"{c}\"") }).collect();
        c.execute_batch(&format!("CREATE TABLE {} (id INTEGER PRIMARY KEY, {})", k.table(), cols.join(","))).unwrap();
    }
    c.execute_batch("CREATE TABLE rel (event INT, kind TEXT, target INT, pos INT);
        CREATE INDEX r1 ON rel(event); CREATE INDEX r2 ON rel(kind, target);
        CREATE TABLE tr (kind TEXT, id INT, lang TEXT, field TEXT, value TEXT, PRIMARY KEY (kind, id, lang, field));
        CREATE TABLE old_slug (kind TEXT, slug TEXT, id INT);
        CREATE TABLE venue_index (id INT, text TEXT);
        CREATE TABLE seq (n INT); INSERT INTO seq VALUES (1000);").unwrap();
    c
}

fn to_sql(v: &Value) -> Sql {
    match v {
        Value::Null => Sql::Null,
        Value::Bool(b) => Sql::Integer(*b as i64),
        Value::Number(n) => n.as_i64().map(Sql::Integer).unwrap_or_else(|| Sql::Real(n.as_f64().unwrap())),
        Value::String(s) => Sql::Text(s.clone()),
        v => Sql::Text(v.to_string()),
    }
}
fn is_bool(kind: Kind, c: &str) -> bool { c == "ticketed" || kind.fields().iter().any(|f| f.0 == c && f.1 == Ty::Bool) }

pub fn query_recs(c: &Connection, kind: Kind, sql: &str, p: &[Sql]) -> Vec<Rec> {
    let mut st = c.prepare_cached(sql).unwrap();
    let names: Vec<String> = st.column_names().iter().map(|s| s.to_string()).collect();
    let mut rows = st.query(params_from_iter(p.iter())).unwrap();
    let mut out = vec![];
    while let Some(r) = rows.next().unwrap() {
        let mut m = Map::new();
        for (i, n) in names.iter().enumerate() {
            let v = match r.get_ref(i).unwrap() {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(x) if is_bool(kind, n) => json!(x != 0),
                ValueRef::Integer(x) if n == "zip" => json!(x.to_string()),
                ValueRef::Integer(x) => json!(x),
                ValueRef::Real(x) => json!(x),
                ValueRef::Text(t) => json!(String::from_utf8_lossy(t)),
                ValueRef::Blob(_) => Value::Null,
            };
            m.insert(n.clone(), v);
        }
        out.push(m);
    }
    out
}
pub fn scalar(c: &Connection, sql: &str, p: &[Sql]) -> i64 {
    c.prepare_cached(sql).unwrap().query_row(params_from_iter(p.iter()), |r| r.get(0)).unwrap_or(0)
}
pub fn load(c: &Connection, kind: Kind, id: i64) -> Option<Rec> {
    query_recs(c, kind, &format!("SELECT * FROM {} WHERE id=?", kind.table()), &[Sql::Integer(id)]).pop()
}
pub fn by_slug(c: &Connection, kind: Kind, slug: &str) -> Option<Rec> {
    query_recs(c, kind, &format!("SELECT * FROM {} WHERE slug=? ORDER BY id LIMIT 1", kind.table()), &[Sql::Text(slug.into())]).pop()
}
pub fn rel_ids(c: &Connection, event: i64, kind: Kind) -> Vec<i64> {
    let mut st = c.prepare_cached("SELECT target FROM rel WHERE event=? AND kind=? ORDER BY pos, rowid").unwrap();
    let v = st.query_map(params![event, kind.table()], |r| r.get(0)).unwrap().map(|x| x.unwrap()).collect();
    v
}
pub fn translation(c: &Connection, kind: Kind, id: i64, lang: &str, field: &str) -> Option<String> {
    c.prepare_cached("SELECT value FROM tr WHERE kind=? AND id=? AND lang=? AND field=?").unwrap()
        .query_row(params![kind.table(), id, lang, field], |r| r.get(0)).ok()
}
pub fn set_translation(c: &Connection, kind: Kind, id: i64, lang: &str, field: &str, v: &Value) {
    let v = v.as_str().unwrap_or("");
    c.execute("INSERT OR REPLACE INTO tr VALUES (?,?,?,?,?)", params![kind.table(), id, lang, field, v]).unwrap();
}
/// The number of published events a term is assigned to, as an SQL expression over alias t.
pub fn count_expr(kind: Kind) -> String {
    if kind == Tag && bug("tag-count-stale") {
        return "(SELECT count(*) FROM rel r LEFT JOIN event e ON e.id=r.event WHERE r.kind='tag' AND r.target=t.id AND coalesce(e.status,'publish')='publish')".into();
    }
    format!("(SELECT count(*) FROM rel r JOIN event e ON e.id=r.event WHERE r.kind='{}' AND r.target=t.id AND e.status='publish')", kind.table())
}

fn unique_slug(c: &Connection, kind: Kind, want: &str, own: i64) -> String {
    let taken = |s: &str| scalar(c, &format!("SELECT count(*) FROM {} WHERE slug=? AND id<>?", kind.table()), &[Sql::Text(s.into()), Sql::Integer(own)]) > 0;
    if !taken(want) { return want.into() }
    (2..).map(|n| format!("{want}-{n}")).find(|s| !taken(s)).unwrap()
}
fn next_id(c: &Connection, kind: Kind) -> i64 {
    if kind == Event && bug("id-reuse") && crate::SEEDED.load(std::sync::atomic::Ordering::Relaxed) {
        return scalar(c, "SELECT coalesce(max(id),0)+1 FROM event", &[]);
    }
    c.execute("UPDATE seq SET n=n+1", []).unwrap();
    scalar(c, "SELECT n FROM seq", &[])
}
pub fn set_rels(c: &Connection, event: i64, kind: Kind, ids: &[i64]) {
    c.execute("DELETE FROM rel WHERE event=? AND kind=?", params![event, kind.table()]).unwrap();
    for (i, t) in ids.iter().enumerate() {
        c.execute("INSERT INTO rel VALUES (?,?,?,?)", params![event, kind.table(), t, i as i64]).unwrap();
    }
}
fn gone(r: &Rec) -> bool { r.get("status").and_then(Value::as_str).is_some_and(|s| s == "trash" || s == "gone") }
fn check_rels(c: &Connection, given: &Rec) -> Result<(), ApiErr> {
    for (f, k) in RELS {
        for id in parse_ids(given.get(f).unwrap_or(&Value::Null)).unwrap_or_default() {
            if load(c, k, id).is_none_or(|r| gone(&r)) {
                return Err(ApiErr::new(400, "rest_invalid_param", &format!("Invalid parameter {f}: there is no {} {id}", k.table())));
            }
        }
    }
    Ok(())
}
fn check_parent(c: &Connection, own: i64, parent: i64) -> Result<(), ApiErr> {
    let err = |m: &str| Err(ApiErr::new(400, "rest_invalid_param", &format!("Invalid parameter parent: {m}")));
    let mut p = parent;
    while p != 0 {
        if p == own { return if bug("cat-cycle") { Ok(()) } else { err("a category cannot lie below itself") } }
        match load(c, Category, p) {
            Some(r) => p = r["parent"].as_i64().unwrap_or(0),
            None => return err("no such category"),
        }
        if bug("cat-cycle") { break }
    }
    Ok(())
}
fn write_row(c: &Connection, kind: Kind, rec: &Rec) {
    let cols = kind.columns();
    let marks = vec!["?"; cols.len()].join(",");
    let quoted: Vec<String> = cols.iter().map(|c| format!("\"{c}\"")).collect();
    let vals: Vec<Sql> = cols.iter().map(|c| to_sql(rec.get(*c).unwrap_or(&Value::Null))).collect();
    c.execute(&format!("INSERT OR REPLACE INTO {} ({}) VALUES ({marks})", kind.table(), quoted.join(",")), params_from_iter(vals)).unwrap();
}
fn stamp(rec: &mut Rec) {
    let now = now_utc();
    rec.insert("modified_utc".into(), json!(fmt(now)));
    rec.insert("modified".into(), json!(fmt(site().from_utc(now))));
}

fn blank(kind: Kind) -> Rec {
    let mut r = Map::new();
    for c in kind.columns() { r.insert(c.into(), Value::Null); }
    let mut set = |k: &str, v: Value| if r.contains_key(k) { r.insert(k.into(), v); };
    set("status", json!(if var("draft-default") { "draft" } else { "publish" }));
    set("author", json!(1));
    for b in ["all_day", "show_map_link", "hide_from_listings", "sticky", "featured", "ticketed"] { set(b, json!(false)) }
    set("show_map", json!(true));
    if kind == Event { set("timezone", json!(SITE_ZONE)); set("post_parent", json!(0)); set("cost", json!("")) }
    if kind == Category { set("parent", json!(0)) }
    r
}

/// Create a record; `given` has been cleaned. Extra columns (for the seed) may be among the given.
pub fn create(c: &Connection, kind: Kind, given: &Rec, lang: &str, author: i64) -> Result<i64, ApiErr> {
    let mut rec = blank(kind);
    if rec.contains_key("author") { rec.insert("author".into(), json!(author)); }
    for (k, v) in given { if rec.contains_key(k) { rec.insert(k.clone(), v.clone()); } }
    let late = kind == Event && bug("create-leaves-row");
    if kind == Event {
        settle_event(&mut rec, given, true)?;
        if !late { check_rels(c, given)? }
    }
    if kind == Category { check_parent(c, -1, rec["parent"].as_i64().unwrap_or(0))? }
    if !kind.is_term() {
        let now = now_utc();
        rec.insert("date_utc".into(), json!(fmt(now)));
        rec.insert("date".into(), json!(fmt(site().from_utc(now))));
        settle_dates(kind, &mut rec, given);
        stamp(&mut rec);
    }
    let id = next_id(c, kind);
    rec.insert("id".into(), json!(id));
    let mut want = rec["slug"].as_str().unwrap_or("").to_string();
    if want.is_empty() { want = slugify(rec[kind.title()].as_str().unwrap_or("")) }
    if want.is_empty() { want = format!("{}-{id}", kind.table()) }
    let slug = if kind == Organizer && bug("org-slug-dup") { want } else { unique_slug(c, kind, &want, id) };
    rec.insert("slug".into(), json!(slug));
    write_row(c, kind, &rec);
    if kind == Venue && bug("venue-search-stale") {
        let all: Vec<&str> = rec.values().filter_map(Value::as_str).collect();
        c.execute("INSERT INTO venue_index VALUES (?,?)", params![id, all.join("\n")]).unwrap();
    }
    if late { check_rels(c, given)? }
    if kind == Event {
        for (f, k) in RELS { if let Some(v) = given.get(f) { set_rels(c, id, k, &parse_ids(v).unwrap()) } }
    }
    if lang != "en" {
        for f in kind.translated() { if let Some(v) = given.get(*f) { set_translation(c, kind, id, lang, f, v) } }
    }
    Ok(id)
}

/// Update a record that was loaded before.
pub fn update(c: &Connection, kind: Kind, old: &Rec, given: &Rec, lang: &str, by_slug: bool, put: bool) -> Result<(), ApiErr> {
    let id = old["id"].as_i64().unwrap();
    let mut rec = old.clone();
    let mut given = given.clone();
    if put && var("put-replaces") {
        let keep = ["id", "author", "status", "slug", "date", "date_utc", "start_date", "end_date", kind.title(), "geo_lat", "geo_lng", "password", "post_parent", "ticketed"];
        for (k, v) in blank(kind) {
            let other_language = lang != "en" && kind.translated().contains(&k.as_str());
            if !keep.contains(&k.as_str()) && !other_language { rec.insert(k, v); }
        }
        if kind == Event { for (f, _) in RELS { given.entry(f).or_insert(json!([])); } }
    }
    for (k, v) in &given {
        if !rec.contains_key(k) { continue }
        let text = kind.translated().contains(&k.as_str());
        if lang != "en" && text && !(by_slug && kind == Event && bug("ml-slug-overwrites")) { continue }
        rec.insert(k.clone(), v.clone());
    }
    if kind == Event {
        let early = bug("partial-apply");
        if !early { check_rels(c, &given)? }
        settle_event(&mut rec, &given, false)?;
        if bug("excerpt-reescaped") { if let Some(x) = rec["excerpt"].as_str().map(escape) { rec.insert("excerpt".into(), json!(x)); } }
        if early {
            write_row(c, kind, &rec);
            check_rels(c, &given)?;
        }
    }
    if kind == Category {
        if bug("cat-parent-reset") && !given.contains_key("parent") { rec.insert("parent".into(), json!(0)); }
        check_parent(c, id, rec["parent"].as_i64().unwrap_or(0))?;
    }
    if !kind.is_term() { settle_dates(kind, &mut rec, &given); stamp(&mut rec) }
    let old_slug = old["slug"].as_str().unwrap_or("").to_string();
    let follow = var("slug-follows") && given.contains_key(kind.title()) && !given.contains_key("slug");
    if given.contains_key("slug") && kind != Venue && kind != Organizer || follow {
        let mut want = if follow { String::new() } else { rec["slug"].as_str().unwrap_or("").to_string() };
        if want.is_empty() { want = slugify(rec[kind.title()].as_str().unwrap_or("")) }
        if want.is_empty() { want = format!("{}-{id}", kind.table()) }
        let slug = if kind == Event && bug("ev-slug-collision") { want } else { unique_slug(c, kind, &want, id) };
        if slug != old_slug { c.execute("INSERT INTO old_slug VALUES (?,?,?)", params![kind.table(), old_slug, id]).unwrap(); }
        rec.insert("slug".into(), json!(slug));
    }
    write_row(c, kind, &rec);
    if kind == Event {
        for (f, k) in RELS {
            let Some(v) = given.get(f) else {
                if k == Category && by_slug && bug("slug-drops-cats") { set_rels(c, id, k, &[]) }
                continue;
            };
            let mut ids = parse_ids(v).unwrap();
            if k == Tag && ids.is_empty() && bug("tags-empty-array") { continue }
            if k == Organizer && bug("organizer-append") {
                let mut all = rel_ids(c, id, k);
                ids.retain(|i| !all.contains(i));
                all.extend(ids);
                ids = all;
            }
            set_rels(c, id, k, &ids);
        }
    }
    if lang != "en" {
        for f in kind.translated() { if let Some(v) = given.get(*f) { set_translation(c, kind, id, lang, f, v) } }
    }
    Ok(())
}

pub fn delete(c: &Connection, kind: Kind, rec: &Rec) {
    let id = rec["id"].as_i64().unwrap();
    let t = kind.table();
    let mark = |s: &str| { c.execute(&format!("UPDATE {t} SET status=? WHERE id=?"), params![s, id]).unwrap(); };
    if var("trash") && !kind.is_term() { return mark("trash") }
    if kind == Venue && bug("venue-delete-dangling") { return mark("gone") }
    c.execute(&format!("DELETE FROM {t} WHERE id=?"), [id]).unwrap();
    c.execute("DELETE FROM tr WHERE kind=? AND id=?", params![t, id]).unwrap();
    c.execute("DELETE FROM old_slug WHERE kind=? AND id=?", params![t, id]).unwrap();
    if kind == Event {
        if bug("id-reuse") { return }
        let keep = if bug("tag-count-stale") { "tag" } else { "" };
        c.execute("DELETE FROM rel WHERE event=? AND kind<>?", params![id, keep]).unwrap();
    } else {
        c.execute("DELETE FROM rel WHERE kind=? AND target=?", params![t, id]).unwrap();
    }
    if kind == Category {
        c.execute("UPDATE category SET parent=? WHERE parent=?", params![rec["parent"].as_i64(), id]).unwrap();
    }
}
