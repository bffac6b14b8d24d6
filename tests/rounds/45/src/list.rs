//! Listing: from query parameters to SQL.
use crate::db::{count_expr, query_recs, scalar, Rec};
use crate::model::*;
use crate::{bug, var, ApiErr, Ctx};
use chrono::{NaiveDateTime, NaiveTime};
use rusqlite::{types::Value as Sql, Connection};
use serde_json::json;
use Kind::*;

pub struct Page { pub recs: Vec<Rec>, pub total: i64, pub page: i64, pub per_page: i64, pub pages: i64 }
pub struct Query(pub Vec<(String, String)>);

impl Query {
    pub fn get(&self, k: &str) -> Option<&str> { self.0.iter().rev().find(|p| p.0 == k).map(|p| p.1.as_str()) }
    /// Non-empty value.
    fn val(&self, k: &str) -> Option<&str> { self.get(k).map(str::trim).filter(|s| !s.is_empty()) }
    fn int(&self, k: &str) -> Result<Option<i64>, ApiErr> {
        self.val(k).map(|s| s.parse().map_err(|_| bad(k, "must be an integer"))).transpose()
    }
    fn boolean(&self, k: &str) -> Result<Option<bool>, ApiErr> {
        self.val(k).map(|s| parse_bool(&json!(s)).ok_or_else(|| bad(k, "must be a boolean"))).transpose()
    }
    /// Values of an array parameter: a CSV list, k[]=, k[0]= or repeated.
    fn array(&self, k: &str) -> Option<Vec<String>> {
        let hits: Vec<_> = self.0.iter().filter(|p| p.0 == k || p.0.strip_prefix(k).is_some_and(|r| r.starts_with('[') && r.ends_with(']'))).collect();
        let v: Vec<String> = hits.iter().flat_map(|p| p.1.split(',')).map(|s| s.trim().to_string()).filter(|s| !s.is_empty()).collect();
        if v.is_empty() { None } else { Some(v) }
    }
    fn ids(&self, k: &str) -> Result<Option<Vec<i64>>, ApiErr> {
        self.array(k).map(|v| v.iter().map(|s| s.parse().map_err(|_| bad(k, "must be a list of IDs"))).collect()).transpose()
    }
}
fn bad(k: &str, why: &str) -> ApiErr { ApiErr::new(400, "rest_invalid_param", &format!("Invalid parameter {k}: {why}")) }
fn csv(ids: &[i64]) -> String { ids.iter().map(|i| i.to_string()).collect::<Vec<_>>().join(",") }

struct Where { conds: Vec<String>, args: Vec<Sql> }
impl Where {
    fn add(&mut self, c: impl Into<String>, args: impl IntoIterator<Item = Sql>) { self.conds.push(c.into()); self.args.extend(args) }
}

/// A text field in the language of the request.
fn local(kind: Kind, field: &str, lang: &str) -> String {
    if lang == "en" || kind == Event && bug("ml-search-default") { return format!("t.{field}") }
    format!("coalesce((SELECT value FROM tr WHERE tr.kind='{}' AND tr.id=t.id AND tr.lang='{lang}' AND tr.field='{field}'), t.{field})", kind.table())
}

pub fn list(c: &Connection, kind: Kind, q: &Query, ctx: &Ctx) -> Result<Page, ApiErr> {
    let page = q.int("page")?.unwrap_or(1);
    let mut per_page = q.int("per_page")?.unwrap_or(10);
    if page < 1 || page > 1_000_000 { return Err(bad("page", "must be 1 or more")) }
    if var("codes") && per_page > 50 { per_page = 50 }
    if !(1..=100).contains(&per_page) { return Err(bad("per_page", "must lie between 1 and 100")) }
    let mut w = Where { conds: vec![], args: vec![] };
    let mut joins = String::new();
    let order = match kind {
        Event => event_filters(q, ctx, &mut w, &mut joins)?,
        Venue | Organizer => place_filters(kind, q, ctx, &mut w)?,
        _ => term_filters(kind, q, ctx, &mut w)?,
    };
    let conds = if w.conds.is_empty() { "1".to_string() } else { w.conds.join(" AND ") };
    let total_conds = if kind == Tag && bug("tag-total-hidden") { conds.replace(&hide_cond(kind), "1") } else { conds.clone() };
    let from = format!("FROM {} t {joins} WHERE", kind.table());
    let total = scalar(c, &format!("SELECT count(*) {from} {total_conds}"), &w.args);
    let offset = (page - 1) * if kind == Organizer && bug("org-offset-default") { 10 } else { per_page };
    let extra = if kind.is_term() { format!(", {} AS count", count_expr(kind)) } else { String::new() };
    let mut recs = query_recs(c, kind, &format!("SELECT t.*{extra} {from} {conds} ORDER BY {order} LIMIT {per_page} OFFSET {offset}"), &w.args);
    if kind == Venue && bug("venue-upcoming-after-limit") && q.boolean("only_with_upcoming")? == Some(true) {
        recs.retain(|r| scalar(c, &format!("SELECT count(*) FROM venue t WHERE t.id={} AND {}", r["id"], upcoming_cond(Venue)), &[]) > 0);
    }
    let mut pages = (total + per_page - 1) / per_page;
    if kind == Venue && bug("venue-pages-floor") { pages = (total / per_page).max((total > 0) as i64) }
    if var("codes") && page > 1 && page > pages { return Err(ApiErr::new(404, "page-not-found", "The requested page does not exist.")) }
    Ok(Page { recs, total, page, per_page, pages })
}

/// The status filter: published unless asked otherwise; only those who may read drafts can ask.
fn status_cond(q: &Query, ctx: &Ctx) -> Result<String, ApiErr> {
    let want = q.array("status").unwrap_or_else(|| vec!["publish".into()]);
    for s in &want {
        let known = STATUSES.contains(&s.as_str()) || s == "any" || s == "trash" && var("trash");
        if !known { return Err(bad("status", "unknown status")) }
        if s != "publish" { ctx.may_read_drafts()? }
    }
    if want.iter().any(|s| s == "any") { return Ok("t.status NOT IN ('trash','gone')".into()) }
    Ok(format!("t.status IN ({})", want.iter().map(|s| format!("'{s}'")).collect::<Vec<_>>().join(",")))
}

fn whole(s: &str, name: &str) -> Result<NaiveDateTime, ApiErr> {
    let (t, off, _) = parse_when(s).ok_or_else(|| bad(name, "must be a date YYYY-MM-DD or YYYY-MM-DD HH:MM:SS"))?;
    Ok(off.map_or(t, |o| site().from_utc(t - o)))
}

fn event_filters(q: &Query, ctx: &Ctx, w: &mut Where, joins: &mut String) -> Result<String, ApiErr> {
    let include = q.ids("include")?;
    if !(include.is_some() && ctx.may_read_drafts().is_err() && bug("include-draft-leak")) { let s = status_cond(q, ctx)?; w.add(s, []) }

    // dates
    let strict = match q.val("strict_dates") {
        Some(s) if bug("strict-false-string") => s != "0",
        _ => q.boolean("strict_dates")?.unwrap_or(false),
    };
    let begin = NaiveTime::from_hms_opt(0, 0, 0).unwrap();
    let close = NaiveTime::from_hms_opt(23, 59, 59).unwrap();
    let mut dated = false;
    for (name, col, lower, inclusive) in [("start_date", "start_date", true, true), ("end_date", "end_date", false, true),
        ("starts_after", "start_date", true, false), ("starts_before", "start_date", false, false),
        ("ends_after", "end_date", true, false), ("ends_before", "end_date", false, false)] {
        let Some(s) = q.val(name) else { continue };
        let mut t = whole(s, name)?;
        dated = true;
        if include.is_some() && !(bug("include-dates") && matches!(name, "start_date" | "end_date")) { continue }
        let col = if name == "ends_before" && bug("ends-before-start") { "start_date" } else { col };
        if var("listing") && !strict && inclusive {
            w.add(format!("substr(t.{col},1,10)=?"), [Sql::Text(fmt(t)[..10].into())]);
            continue;
        }
        if !strict && !(name == "end_date" && bug("end-date-midnight")) {
            let exclusive_day = var("listing") && !lower;
            t = t.date().and_time(if lower || exclusive_day { begin } else { close });
            w.add(format!("t.{col} {} ?", if lower { ">=" } else if exclusive_day { "<" } else { "<=" }), [Sql::Text(fmt(t))]);
            continue;
        }
        let op = match (lower, inclusive) { (true, true) => ">=", (true, false) => ">", (false, true) => "<=", (false, false) => "<" };
        w.add(format!("t.{col} {op} ?"), [Sql::Text(fmt(t))]);
    }
    if !dated && include.is_none() && !var("listing") {
        // by default what has not ended before today
        w.add("t.end_date >= ?", [Sql::Text(fmt(site().from_utc(now_utc()).date().and_time(begin)))]);
    }
    if let Some(ids) = &include { w.add(format!("t.id IN ({})", csv(ids)), []) }

    if let Some(s) = q.val("search") {
        let desc = format!("(CASE WHEN t.password IS NULL THEN {} ELSE '' END)", local(Event, "description", ctx.lang));
        let title = local(Event, "title", ctx.lang);
        if bug("search-wildcard") {
            w.add(format!("(low({title}) LIKE low('%'||?||'%') OR low({desc}) LIKE low('%'||?||'%'))"), [Sql::Text(s.into()), Sql::Text(s.into())]);
        } else {
            w.add(format!("(has({title},?) OR has({desc},?))"), [Sql::Text(s.into()), Sql::Text(s.into())]);
        }
    }

    // relations
    let mut term_conds = vec![];
    for (name, kind) in RELS {
        let t = kind.table();
        if kind.is_term() {
            let Some(vals) = q.array(name) else { continue };
            let mut parts = vec![];
            for v in vals {
                if let Ok(n) = v.parse::<i64>() { parts.push(format!("r.target={n}")); continue }
                parts.push(format!("r.target IN (SELECT x.id FROM {t} x WHERE x.slug=?)"));
                w.args.push(Sql::Text(v));
            }
            let mut p = parts.join(" OR ");
            if kind == Category && var("listing") {
                p = format!("r.target IN (WITH RECURSIVE sub(id) AS (SELECT r.target FROM (SELECT id AS target FROM category) r WHERE {p} \
                    UNION SELECT c.id FROM category c JOIN sub ON c.parent=sub.id) SELECT id FROM sub)");
            }
            if kind == Category && bug("cat-join-dup") {
                // the placeholders of a join come before those of WHERE; slugs are therefore left to the honest form
                if !p.contains('?') { joins.push_str(&format!("JOIN rel r ON r.event=t.id AND r.kind='category' AND ({p})")); continue }
            }
            term_conds.push(format!("EXISTS (SELECT 1 FROM rel r WHERE r.event=t.id AND r.kind='{t}' AND ({p}))"));
        } else if let Some(ids) = q.ids(name)? {
            let first = if kind == Organizer && bug("org-filter-first") { " AND r.pos=0" } else { "" };
            w.add(format!("EXISTS (SELECT 1 FROM rel r WHERE r.event=t.id AND r.kind='{t}' AND r.target IN ({}){first})", csv(&ids)), []);
        }
    }
    if !term_conds.is_empty() {
        let glue = if bug("cats-or-tags") { " OR " } else { " AND " };
        // the arguments were pushed while building, after all earlier ones: keep the condition last so far
        w.conds.push(format!("({})", term_conds.join(glue)));
    }
    if let Some(b) = q.boolean("featured")? { w.add(format!("t.featured={}", b as i64), []) }
    if let Some(b) = q.boolean("ticketed")? { w.add(format!("t.ticketed={}", b as i64), []) }
    if let Some(n) = q.int("post_parent")? { w.add(format!("t.post_parent={n}"), []) }
    let geo = |cond: String| format!("EXISTS (SELECT 1 FROM rel r JOIN venue v ON v.id=r.target WHERE r.event=t.id AND r.kind='venue' AND {cond})");
    if let Some(b) = q.boolean("geoloc")? {
        let g = geo("v.geo_lat IS NOT NULL".into());
        w.add(if b { g } else { format!("NOT {g}") }, []);
    }
    let deg = |k: &str, max: f64| q.val(k).map(|s| s.parse::<f64>().ok().filter(|f| f.abs() <= max).ok_or_else(|| bad(k, "must be a number of degrees"))).transpose();
    match (deg("geoloc_lat", 90.0)?, deg("geoloc_lng", 180.0)?) {
        (Some(a), Some(b)) => w.add(geo(format!("abs(v.geo_lat-({a}))<=0.1 AND abs(v.geo_lng-({b}))<=0.1")), []),
        (None, None) => {}
        _ => return Err(bad("geoloc_lat", "geoloc_lat and geoloc_lng must be given together")),
    }
    if var("listing") {
        if include.is_none() { w.add("t.hide_from_listings=0", []) }
        return Ok("t.sticky DESC, t.start_date DESC, t.id DESC".into());
    }
    Ok("t.start_date, t.id".into())
}

fn linked(kind: Kind, cond: &str) -> String {
    format!("EXISTS (SELECT 1 FROM rel r JOIN event e ON e.id=r.event WHERE r.kind='{}' AND r.target=t.id AND {cond})", kind.table())
}
fn upcoming_cond(kind: Kind) -> String { linked(kind, &format!("e.status='publish' AND e.utc_end_date>='{}'", fmt(now_utc()))) }

fn place_filters(kind: Kind, q: &Query, ctx: &Ctx, w: &mut Where) -> Result<String, ApiErr> {
    let s = status_cond(q, ctx)?;
    w.add(s, []);
    if let Some(n) = q.int("event")? {
        let past = if kind == Venue && bug("venue-event-past") { format!(" AND e.utc_end_date>='{}'", fmt(now_utc())) } else { String::new() };
        let seen = if ctx.may_read_drafts().is_ok() { " AND e.status<>'trash'" } else { " AND e.status='publish'" };
        w.add(linked(kind, &format!("e.id={n}{past}{seen}")), []);
    }
    if let Some(b) = q.boolean("has_events")? {
        let l = linked(kind, "e.status='publish'");
        w.add(if b { l } else { format!("NOT {l}") }, []);
    }
    if q.boolean("only_with_upcoming")? == Some(true) && !(kind == Venue && bug("venue-upcoming-after-limit")) { w.add(upcoming_cond(kind), []) }
    if let Some(s) = q.val("search") {
        let mut cols = vec![local(kind, kind.title(), ctx.lang), local(kind, "description", ctx.lang)];
        let custom: &[&str] = if kind == Venue { &["address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "website"] } else { &["phone", "website", "email"] };
        cols.extend(custom.iter().map(|c| format!("CAST(t.{c} AS TEXT)")));
        if kind == Venue && bug("venue-search-stale") {
            cols = vec!["(SELECT x.text FROM venue_index x WHERE x.id=t.id)".into()];
        }
        let any = cols.iter().map(|c| format!("has({c},?)")).collect::<Vec<_>>().join(" OR ");
        let any = if kind == Organizer && bug("org-search-precedence") { any } else { format!("({any})") };
        w.add(any, cols.iter().map(|_| Sql::Text(s.into())));
    }
    Ok(format!("{} COLLATE NOCASE, t.id", local(kind, kind.title(), ctx.lang)))
}

fn hide_cond(kind: Kind) -> String { format!("{}>0", count_expr(kind)) }

fn term_filters(kind: Kind, q: &Query, ctx: &Ctx, w: &mut Where) -> Result<String, ApiErr> {
    let hide = match q.val("hide_empty") {
        Some(s) if kind == Category && bug("cat-hide-false") => s != "0",
        _ => q.boolean("hide_empty")?.unwrap_or(true),
    };
    if hide { w.add(hide_cond(kind), []) }
    if let Some(ids) = q.ids("include")? { w.add(format!("t.id IN ({})", csv(&ids)), []) }
    if let Some(mut ids) = q.ids("exclude")? {
        if kind == Tag && bug("tag-exclude-first") { ids.truncate(1) }
        w.add(format!("t.id NOT IN ({})", csv(&ids)), [])
    }
    if let Some(s) = q.val("search") {
        let a = Sql::Text(s.into());
        w.add(format!("(has({},?) OR has(t.slug,?) OR has({},?))", local(kind, "name", ctx.lang), local(kind, "description", ctx.lang)), [a.clone(), a.clone(), a]);
    }
    if let Some(s) = q.val("slug") { w.add("t.slug=?", [Sql::Text(s.into())]) }
    if let (Category, Some(n)) = (kind, q.int("parent")?) {
        if bug("cat-parent-deep") && n != 0 {
            w.add(format!("t.id IN (WITH RECURSIVE sub(id) AS (SELECT id FROM category WHERE parent={n} UNION SELECT c.id FROM category c JOIN sub ON c.parent=sub.id) SELECT id FROM sub)"), []);
        } else {
            w.add(format!("t.parent={n}"), []);
        }
    }
    for name in ["post", "event"] {
        let Some(n) = q.int(name)? else { continue };
        if kind == Tag && name == "event" && !hide && bug("tag-event-alias") { continue }
        let seen = if ctx.may_read_drafts().is_ok() { " AND e.status<>'trash'" } else { " AND e.status='publish'" };
        w.add(linked(kind, &format!("e.id={n}{seen}")), []);
    }
    let by = &q.val("orderby").unwrap_or("name").to_ascii_lowercase()[..];
    let dir = match q.val("order").unwrap_or("asc").to_ascii_lowercase().as_str() {
        "asc" | "ascending" => "ASC",
        "desc" | "descending" => "DESC",
        _ => return Err(bad("order", "must be asc or desc")),
    };
    let dir = if kind == Tag && by != "name" && bug("tag-order-ignored") { "ASC" } else { dir };
    let col = match by {
        "name" => format!("{} COLLATE NOCASE", local(kind, "name", ctx.lang)),
        "id" | "term_id" => "t.id".into(),
        "slug" | "description" => format!("t.{by}"),
        "count" => "count".into(),
        "parent" if kind == Category => "t.parent".into(),
        _ => return Err(bad("orderby", "unknown term attribute")),
    };
    Ok(format!("{col} {dir}, t.id"))
}

