"""Builds the queries behind the lists."""
from datetime import datetime, time, timedelta
from flask import g, request
from sqlalchemy import and_, false, func, or_
from .config import USERS, bug, opt
from .models import (Category, Event, KINDS, NAME, Organizer, Tag, Venue, db, event_categories, event_organizers, event_tags, event_venues)
from .schemas import Invalid, STATUSES, split_list, to_bool, to_dt, to_int

ALLOWED = {
    "events": "page per_page start_date end_date starts_before starts_after ends_before ends_after strict_dates search categories tags "
              "venue organizer featured status geoloc geoloc_lat geoloc_lng include post_parent ticketed ml_language",
    "venues": "page per_page search event has_events only_with_upcoming status ml_language",
    "organizers": "page per_page search event has_events only_with_upcoming status ml_language",
    "categories": "page per_page search exclude include order orderby hide_empty parent post event slug ml_language",
    "tags": "page per_page search exclude include order orderby hide_empty post event slug ml_language",
}
LINKS = {"venue": event_venues, "organizer": event_organizers, "categories": event_categories, "tags": event_tags}


class Args:
    def __init__(self, kind):
        self.errors, self.values = {}, {}
        for k, vs in request.args.lists():
            base = k.split("[")[0]
            self.values.setdefault(base, []).extend(vs)
        if opt.strict_query:
            for k in self.values:
                if k not in ALLOWED[kind].split():
                    self.errors[k] = "unknown parameter"

    def raw(self, name):
        v = self.values.get(name)
        return v[-1] if v and v[-1] != "" else None

    def get(self, name, conv, default=None):
        v = self.raw(name)
        if v is None:
            return default
        try:
            return conv(v)
        except (ValueError, OverflowError) as e:
            self.errors[name] = str(e)
            return default

    def ids(self, name, slugs=False):
        if self.raw(name) is None:
            return None
        out = []
        for v in self.values[name]:
            for x in split_list(v):
                try:
                    out.append(to_int(x))
                except ValueError as e:
                    if slugs:
                        out.append(x)
                    else:
                        self.errors[name] = str(e)
        return out


def visible(q, model):
    if hasattr(model, "status"):
        q = q.filter(model.status != "trash")
        if USERS and (not g.user or g.user["role"] != "editor"):
            q = q.filter(or_(model.status == "publish", model.author == (g.user or {"id": -1})["id"]))
    return q


def shown(model, field):
    return func.shown(model.translations, getattr(model, field), g.lang, field)


def search(q, model, fields, text):
    if not text:
        return q
    conds = []
    for f in fields:
        col = shown(model, f) if f in ("title", "description", "excerpt", "venue", "organizer", "name") else getattr(model, f)
        if bug("flt-search-wildcard"):
            conds.append(col.ilike("%" + text + "%"))
        else:
            conds.append(func.has_text(col, text) == 1)
    return q.filter(or_(*conds))


def paging(args):
    page = args.get("page", to_int, 1)
    default = 20 if bug("page-organizers-default") and request.path.endswith("/organizers") else 10
    per = args.get("per_page", to_int, default)
    if page < 1:
        args.errors["page"] = "must be 1 or more"
    if per < 1:
        args.errors["per_page"] = "must be 1 or more"
    if per > opt.cap:
        if opt.over_cap == "error":
            args.errors["per_page"] = "at most %d" % opt.cap
        per = opt.cap
    return page, per


def window(args, name, op, strict):
    """One of the four before/after filters."""
    d = args.get(name, to_dt)
    if d is None:
        return None
    col = Event.start_date if name.startswith("starts") else Event.end_date
    if bug("flt-ends-before-start") and name == "ends_before":
        col = Event.start_date
    if bug("flt-strict-ends-after") and name == "ends_after":
        strict = False
    if op == "before":
        if strict:
            return col < d
        day = datetime.combine(d.date(), time())
        return col < day + timedelta(days=1 if opt.day_inclusive else 0)
    if strict:
        return col > d
    day = datetime.combine(d.date(), time())
    return col >= day + timedelta(days=0 if opt.day_inclusive else 1)


def related(q, name, wanted):
    """Events linked to one of the wanted."""
    table = LINKS[name]
    other = {"venue": Venue, "organizer": Organizer, "categories": Category, "tags": Tag}[name]
    nums = [x for x in wanted if isinstance(x, int)]
    words = [x for x in wanted if isinstance(x, str)]
    if words:
        nums += [i for i, in db.query(other.id).filter(other.slug.in_(words))]
    if bug("flt-venue-first") and name == "venue":
        nums = nums[:1]
    if bug("flt-categories-and") and name == "categories":
        for n in nums:
            q = q.filter(getattr(Event, name).any(other.id == n))
        return q
    if bug("flt-tags-join-dup") and name == "tags":
        rows = db.query(table.c.event_id).filter(table.c.other_id.in_(nums))
        return q.join(table, table.c.event_id == Event.id).filter(table.c.other_id.in_(nums)).enable_eagerloads(False)
    return q.filter(Event.id.in_(db.query(table.c.event_id).filter(table.c.other_id.in_(nums))))


def events(args):
    q = visible(db.query(Event), Event)
    strict = args.get("strict_dates", to_bool, False)
    include = args.ids("include")
    conds = []
    for name, col in (("start_date", Event.start_date), ("end_date", Event.end_date)):
        d = args.get(name, to_dt)
        if d is not None:
            day = datetime.combine(d.date(), time())
            conds.append(and_(col >= (d if strict else day), col < day + timedelta(days=1)))
    for name in ("starts_before", "starts_after", "ends_before", "ends_after"):
        c = window(args, name, name.split("_")[1], strict)
        if c is not None:
            conds.append(c)
    if opt.upcoming_only and not conds and include is None:
        now = datetime.now()
        conds.append(and_(Event.end_date >= now, Event.start_date < now + timedelta(days=365 * 30)))
    if include is not None:
        if bug("usr-include-drafts"):
            q = db.query(Event)
        q = q.filter(Event.id.in_(include))
        if bug("flt-include-dates"):
            q = q.filter(*conds)
    else:
        q = q.filter(*conds)
    for name in ("venue", "organizer", "categories", "tags"):
        ids = args.ids(name, slugs=name in ("categories", "tags"))
        if ids is not None:
            if bug("flt-organizer-over-venue") and name == "organizer":
                q = visible(db.query(Event), Event).filter(*conds)
            q = related(q, name, ids)
    f = args.get("featured", to_bool)
    if f is not None and (f or not bug("flt-featured-false")):
        q = q.filter(Event.featured.is_(True) if f else or_(Event.featured.is_(None), Event.featured.is_(False)))
    parent = args.get("post_parent", to_int)
    if parent is not None:
        q = q.filter(Event.parent == parent)
    if args.get("ticketed", to_bool):
        q = q.filter(false())
    args.get("geoloc", to_bool)
    lat, lng = args.get("geoloc_lat", float), args.get("geoloc_lng", float)
    if (lat is None) != (lng is None):
        args.errors["geoloc_lat"] = "geoloc_lat and geoloc_lng go together"
    text = args.raw("search")
    q = status(q, args, Event) if not (bug("flt-status-with-search") and text) else q
    q = search(q, Event, ("title", "description"), text)
    if opt.language == "records" and args.raw("ml_language"):
        q = q.filter(Event.language == g.lang)
    order = {"start": (Event.start_date, Event.id), "newest": (Event.id.desc(),), "latest": (Event.start_date.desc(), Event.id),
             "title": (Event.title, Event.id)}[opt.order]
    return q.order_by(*order)


def status(q, args, model):
    s = args.raw("status")
    if s is not None:
        wanted = split_list(s)
        if any(x not in STATUSES for x in wanted):
            args.errors["status"] = "not a status"
        return q.filter(model.status.in_(wanted))
    return q.filter(model.status == "publish") if opt.published_only else q


SEARCHED = {"venues": "venue description address city country province state zip phone stateprovince website".split(),
            "organizers": "organizer description email phone website".split()}


def places(args, kind):
    model, table = (Venue, event_venues) if kind == "venues" else (Organizer, event_organizers)
    q = visible(db.query(model), model)
    fields = SEARCHED[kind]
    if bug("ven-search-custom") and kind == "venues":
        fields = [f for f in fields if f not in ("city", "zip")]
    q = search(q, model, fields, args.raw("search"))
    ev = args.get("event", to_int)
    if ev is not None:
        if bug("org-event-filter-own-id") and kind == "organizers":
            q = q.filter(model.id == ev)
        else:
            ids = [i for i, in db.query(table.c.other_id).filter(table.c.event_id == ev)]
            if ids or not (bug("ven-event-filter-none") and kind == "venues"):
                q = q.filter(model.id.in_(ids))
    has = args.get("has_events", to_bool)
    used = db.query(table.c.other_id).join(Event, Event.id == table.c.event_id).filter(Event.status != "trash")
    if has:
        if bug("ven-has-events-rows") and kind == "venues":
            g.joined = True
        q = q.filter(model.id.in_(used))
    elif has is False and opt.has_events_false == "without":
        q = q.filter(model.id.notin_(used))
    if args.get("only_with_upcoming", to_bool, False):
        up = db.query(table.c.other_id).join(Event, Event.id == table.c.event_id).filter(
            Event.end_date >= datetime.now(), Event.status != "trash")
        if bug("ven-upcoming-newest") and kind == "venues":
            newest = db.query(func.max(table.c.event_id)).group_by(table.c.other_id)
            up = up.filter(Event.id.in_(newest))
        q = q.filter(model.id.in_(up))
    q = status(q, args, model)
    if opt.language == "records" and args.raw("ml_language"):
        q = q.filter(model.language == g.lang)
    name = getattr(model, NAME[kind])
    order = {"newest": (model.id.desc(),), "title": (name, model.id)}.get(opt.order, (model.id,))
    return q.order_by(*order)


def terms(args, kind):
    model, table = (Category, event_categories) if kind == "categories" else (Tag, event_tags)
    q = db.query(model)
    text = args.raw("search")
    q = search(q, model, ("name", "description", "slug"), text)
    include, exclude = args.ids("include"), args.ids("exclude")
    if include is not None:
        q = q.filter(model.id.in_(include))
    if exclude is not None and not (bug("cat-include-beats-exclude") and include is not None):
        if bug("tag-exclude-late") and kind == "tags":
            g.late_exclude = exclude
        else:
            q = q.filter(model.id.notin_(exclude))
    conv = to_bool
    default = False if bug("tag-hide-empty-default") and kind == "tags" else True
    if args.get("hide_empty", conv, default):
        q = q.filter(model.count > 0)
    if kind == "categories":
        p = args.get("parent", to_int)
        if p is not None:
            q = q.filter(model.parent == p)
    for alias in ("post", "event"):
        v = args.get(alias, to_int)
        if v is not None and not (bug("tag-event-alias") and kind == "tags" and alias == "event"):
            q = q.filter(model.id.in_(db.query(table.c.other_id).filter(table.c.event_id == v)))
    s = args.raw("slug")
    if s is not None:
        q = q.filter(model.slug == s)
    by, order = args.raw("orderby") or "name", (args.raw("order") or "asc").lower()
    cols = {"id": model.id, "name": func.lower(shown(model, "name")), "slug": model.slug, "count": model.count,
            "description": shown(model, "description"), "include": model.id, "term_id": model.id, "parent": getattr(model, "parent", model.id)}
    if by not in cols:
        args.errors["orderby"] = "unknown attribute"
        by = "name"
    if order not in ("asc", "desc", "ascending", "descending"):
        args.errors["order"] = "asc or desc"
    desc = order.startswith("desc")
    g.page_sort = None
    if bug("tag-order-per-page") and kind == "tags" and desc:
        g.page_sort, desc = True, False
    col = cols[by]
    return q.order_by(col.desc() if desc else col, model.id.desc() if desc else model.id)


def run(kind):
    args = Args(kind)
    page, per = paging(args)
    try:
        q = events(args) if kind == "events" else terms(args, kind) if kind in ("categories", "tags") else places(args, kind)
    except OverflowError:
        raise Invalid({"date": "out of range"})
    if args.errors:
        raise Invalid(args.errors)
    total = q.count()
    offset = (page - 1) * per
    if bug("page-offset-default") and kind == "events":
        offset = (page - 1) * 10
    if g.pop("joined", False):
        all_ = [v for v in q for _ in v.events]
        rows = list(dict.fromkeys(all_[offset:offset + per]))
    else:
        rows = q.limit(per).offset(min(offset, 2 ** 62)).all()
    if g.get("page_sort"):
        rows = rows[::-1]
    late = g.pop("late_exclude", None)
    if late:
        rows = [r for r in rows if r.id not in late]
    return rows, total, page, per
