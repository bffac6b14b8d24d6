"""The five lists: filters, order and pages."""
import re

from sqlalchemy import String, and_, cast, exists, false, func, not_, or_, select

import when
from access import text_open, visible
from conf import Refuse, bad, bug, opt
from store import MODELS, POSTS, RELATION, TERMS, TEXTS, Category, Event, Link

PAGED = {"page", "per_page", "search", "ml_language"}
PARAMS = {
    "events": PAGED | {"start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after",
                       "strict_dates", "categories", "tags", "venue", "organizer", "featured", "status", "geoloc",
                       "geoloc_lat", "geoloc_lng", "include", "post_parent", "ticketed"},
    "venues": PAGED | {"event", "has_events", "only_with_upcoming", "status"},
    "organizers": PAGED | {"event", "has_events", "only_with_upcoming", "status"},
    "tags": PAGED | {"exclude", "include", "order", "orderby", "hide_empty", "post", "event", "slug"},
}
PARAMS["categories"] = PARAMS["tags"] | {"parent"}
CUSTOM = ("address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "website")
BIG = 2 ** 63 - 1


class Query:
    def __init__(self, params, known=None):
        self.values = {}
        for name, value in params.multi_items():
            self.values.setdefault(re.sub(r"\[[0-9]*\]$", "", name), []).append(value)
        if opt("strict") and known is not None and set(self.values) - known:
            raise bad(sorted(set(self.values) - known)[0], "is not known")

    def one(self, name):
        return self.values[name][-1] if name in self.values else None

    def integer(self, name, default=None, least=0):
        value = self.one(name)
        if value is None:
            return default
        if not re.fullmatch(r"[0-9]{1,400}", value) or int(value) < least:
            raise bad(name, f"must be an integer of at least {least}")
        return min(int(value), BIG)

    def flag(self, name, default=None):
        value = self.one(name)
        if value is None:
            return default
        if value.lower() in ("true", "1", "yes", "on"):
            return True
        if value.lower() in ("false", "0", "no", "off"):
            return False
        raise bad(name, "must be a boolean")

    def many(self, name):
        if name not in self.values:
            return None
        found = [part.strip() for value in self.values[name] for part in value.split(",")]
        found = [part for part in found if part]
        return found or None

    def ids(self, name):
        found = self.many(name)
        if found is None:
            return None
        if not all(re.fullmatch(r"[0-9]{1,400}", part) for part in found):
            raise bad(name, "must be a list of integers")
        return [min(int(part), BIG) for part in found]

    def double(self, name, bound):
        value = self.one(name)
        if value is None:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]+)?", value.strip()) or abs(float(value)) > bound:
            raise bad(name, f"must be a number between -{bound} and {bound}")
        return float(value)

    def moment(self, name):
        value = self.one(name)
        if value is None:
            return None
        try:
            return when.parse(value)
        except ValueError as error:
            raise bad(name, str(error))


def has(field, column, needle, lang, model):
    return func.has_text(needle, lang or "", model.tr, field, column) == 1


def linked(kind, target, *conditions):
    """Whether some event is linked to the row."""
    return exists(select(Link.event_id).join(Event, Event.id == Link.event_id)
                  .where(Link.kind == kind, Link.target_id == target, Event.trashed.is_(False), *conditions)
                  .correlate_except(Link, Event))


def assigned(kind, targets):
    return Event.id.in_(select(Link.event_id).where(Link.kind == kind, Link.target_id.in_(targets)))


def clauses(*parts):
    return [part for part in parts if part is not None]


def terms_given(session, q, kind):
    """IDs of the given categories or tags, by ID or slug."""
    given = q.many(kind)
    if given is None:
        return None
    model, found = MODELS[kind], set()
    digits = {min(int(g), BIG) for g in given if re.fullmatch(r"[0-9]{1,400}", g)}
    if digits:
        found |= set(session.scalars(select(model.id).where(model.id.in_(digits))))
    rest = [g for g in given if not (re.fullmatch(r"[0-9]{1,400}", g) and min(int(g), BIG) in found)]
    if rest:
        found |= set(session.scalars(select(model.id).where(model.slug.in_(rest))))
    return sorted(found)


def day(value):
    start = value.replace(hour=0, minute=0, second=0)
    return when.show(start), when.show(start.replace(hour=23, minute=59, second=59))


def date_clauses(q):
    strict = q.flag("strict_dates", False)
    if bug("event-strict-dates-false") and q.one("strict_dates"):
        strict = True
    found = {}
    for name, column in (("start_date", Event.start_date), ("end_date", Event.end_date)):
        value = q.moment(name)
        if value is None:
            continue
        first, last = day(value)
        if bug("event-start-date-utc") and name == "start_date":
            column = Event.utc_start_date
        if bug("event-end-date-month-end") and name == "end_date":
            last = when.show(value.replace(day=value.day + 1, hour=0, minute=0, second=0))
        found[name] = and_(column >= (when.show(value) if strict else first), column <= last)
    for name, column in (("starts_before", Event.start_date), ("ends_before", Event.end_date)):
        value = q.moment(name)
        if value is not None:
            found[name] = column < when.show(value) if strict else column <= day(value)[1]
    for name, column in (("starts_after", Event.start_date), ("ends_after", Event.end_date)):
        value = q.moment(name)
        if value is not None:
            if bug("event-ends-after-start") and name == "ends_after":
                column = Event.start_date
            found[name] = column > when.show(value) if strict else column >= day(value)[0]
    if opt("upcoming") and not found and not q.many("include"):
        found["start_date"] = Event.utc_end_date >= when.show(when.now_utc())
    if q.many("include"):
        found = {k: v for k, v in found.items() if bug("event-include-ends-before") and k == "ends_before"}
    return list(found.values())


def status_clause(model, q):
    status = q.one("status")
    if status:
        return model.status == status
    if opt("list_status"):
        return model.status == opt("list_status")
    return None


def search_events(q, user, lang, others):
    needle = q.one("search")
    if not needle:
        return others
    title = has("title", Event.title, needle, lang, Event)
    described = has("description", Event.description, needle, lang, Event)
    described = and_(*clauses(described, text_open(Event, user)))
    if bug("event-search-or-leak"):
        return [or_(and_(*others, title), described)]
    return others + [or_(title, described)]


def events(session, q, user, lang):
    lat, lng = q.double("geoloc_lat", 90), q.double("geoloc_lng", 180)
    if (lat is None) != (lng is None):
        raise bad("geoloc_lat", "geoloc_lat and geoloc_lng must be given together")
    found = clauses(Event.trashed.is_(False), visible(Event, user), status_clause(Event, q)) + date_clauses(q)
    if bug("anon-status-draft") and q.one("status"):
        found = [Event.status == q.one("status")] + date_clauses(q)
    for kind in ("categories", "tags"):
        given = terms_given(session, q, kind)
        if given is not None:
            found.append(assigned(kind, given))
    for kind in ("venue", "organizer"):
        given = q.ids(kind)
        if given is not None:
            found.append(assigned(kind, given))
    include = q.ids("include")
    if include is not None:
        found.append(Event.id.in_(include))
    featured = q.flag("featured")
    if featured is not None and not bug("event-featured-after-limit"):
        found.append(Event.featured.is_(featured))
    geoloc, ticketed, parent = q.flag("geoloc"), q.flag("ticketed"), q.integer("post_parent")
    if geoloc or ticketed or parent or lat is not None:
        found.append(false())
    found = search_events(q, user, lang, found)
    query = select(Event).where(*found)
    total = select(func.count()).select_from(Event).where(*found)
    if bug("event-category-join-dup") and q.many("categories"):
        given = terms_given(session, q, "categories")
        query = query.add_columns(Link.target_id).join(Link, and_(
            Link.event_id == Event.id, Link.kind == "categories", Link.target_id.in_(given)))
    return query, total, [Event.start_date, Event.id]


def people(kind, session, q, user, lang):
    """Venues and organizers."""
    model, link = MODELS[kind], RELATION[kind]
    found = clauses(model.trashed.is_(False), visible(model, user), status_clause(model, q))
    seen = clauses(visible(Event, user))
    event, needle = q.integer("event"), q.one("search")
    if event is not None:
        found.append(linked(link, model.id, Event.id == event, *seen))
    with_events = q.flag("has_events")
    if with_events is not None and not (opt("has_false") == "all" and not with_events):
        found.append(linked(link, model.id, *seen) if with_events else not_(linked(link, model.id, *seen)))
    upcoming = q.flag("only_with_upcoming", False)
    if upcoming:
        found.append(linked(link, model.id, Event.utc_end_date >= when.show(when.now_utc()), *seen))
    if needle:
        tried = [has(f, getattr(model, f), needle, lang, model) for f in TEXTS[kind]]
        custom = CUSTOM if kind == "venues" else ("phone", "email", "website")
        tried += [has(f, getattr(model, f), needle, None, model) for f in custom]
        if bug("venue-search-underscore") and kind == "venues":
            tried += [getattr(model, f).like(f"%{needle}%") for f in TEXTS[kind] + custom]
        search = or_(*tried)
        if bug("venue-search-null-concat") and kind == "venues":
            search = and_(search, model.description.isnot(None))
        found.append(search)
    return select(model).where(*found), select(func.count()).select_from(model).where(*found), [model.id]


def terms(kind, session, q, user, lang):
    model = MODELS[kind]
    found, needle, slug = [], q.one("search"), q.one("slug")
    count = (select(func.count(Link.event_id)).join(Event, Event.id == Link.event_id)
             .where(Link.kind == kind, Link.target_id == model.id, Event.trashed.is_(False))
             .correlate(model).scalar_subquery())
    hide = q.flag("hide_empty", True)
    if bug("tag-hide-empty-false") and kind == "tags" and q.one("hide_empty") not in (None, "0"):
        hide = True
    if hide:
        if bug("category-count-event-delete") and kind == "categories":
            found.append(model.id.in_(GHOSTS) | linked(kind, model.id))
        elif bug("tag-count-replace") and kind == "tags":
            found.append(model.id.in_(GHOSTS) | linked(kind, model.id))
        else:
            found.append(linked(kind, model.id))
    include, exclude = q.ids("include"), q.ids("exclude")
    if include is not None:
        found.append(model.id.in_(include))
    if exclude is not None and not (bug("category-exclude-lost-with-search") and kind == "categories" and needle):
        found.append(model.id.not_in(exclude))
    seen = clauses(visible(Event, user))
    for name in ("post", "event"):
        value = q.integer(name)
        if value is not None and not (bug("tag-event-alias") and kind == "tags" and name == "event" and not hide):
            found.append(linked(kind, model.id, Event.id == value, *seen))
    if slug is not None:
        if bug("tag-slug-prefix") and kind == "tags":
            found.append(model.slug.startswith(slug, autoescape=True))
        else:
            found.append(model.slug == slug)
    if kind == "categories":
        parent = q.integer("parent")
        if parent is not None and not (bug("category-parent-zero") and not parent):
            found.append(Category.parent == parent)
    if needle:
        found.append(or_(*(has(f, getattr(model, f), needle, lang, model) for f in TEXTS[kind])))
    return (select(model).where(*found), select(func.count()).select_from(model).where(*found),
            term_order(kind, model, q, count))


GHOSTS = set()


def term_order(kind, model, q, count):
    order, by = (q.one("order") or "asc").lower(), q.one("orderby") or "name"
    if order not in ("asc", "desc", "ascending", "descending"):
        raise bad("order", "must be asc or desc")
    columns = {"name": func.lower(model.name), "id": model.id, "term_id": model.id, "slug": model.slug,
               "description": model.description, "count": count, "term_group": model.id}
    if kind == "categories":
        columns["parent"] = model.parent
    if by not in columns:
        raise bad("orderby", "must be one of " + ", ".join(columns))
    column = columns[by]
    if bug("tag-orderby-id-text") and kind == "tags" and by == "id":
        column = cast(model.id, String)
    if order.startswith("desc"):
        return [column.desc(), model.id.desc()]
    return [column, model.id]


def page_of(session, kind, q, user, lang):
    """(rows, total, page, per_page)"""
    page, size = q.integer("page", 1, 1), q.integer("per_page", 10, 1)
    if bug("tag-page-default-size") and kind == "tags" and page > 1 and q.one("per_page") is None:
        size = 12
    most = opt("max", 100)
    if size > most:
        if not opt("clamp"):
            raise bad("per_page", f"must be at most {most}")
        size = most
    if kind == "events":
        query, counting, order = events(session, q, user, lang)
    elif kind in POSTS:
        query, counting, order = people(kind, session, q, user, lang)
    else:
        query, counting, order = terms(kind, session, q, user, lang)
    model = MODELS[kind]
    if opt("partition") and lang:
        query, counting = query.where(model.language == lang), counting.where(model.language == lang)
    if not (kind in TERMS and (q.one("order") or q.one("orderby"))):
        if opt("order") == "desc":
            order = [model.id.desc()]
        elif opt("order") == "title":
            order = [getattr(model, TEXTS[kind][0]), model.id]
    total = session.scalar(counting) if page > 1 else None
    offset = (page - 1) * size
    if bug("event-tie-order") and kind == "events" and page > 1:
        order = [Event.start_date, Event.id.desc()]
    if page > 1 and offset >= total:
        if opt("past_end", "empty") != "empty":
            raise Refuse(opt("past_end"), "no_such_page", "There is no such page.")
        return [], total, page, size
    rows = [row[0] for row in session.execute(query.order_by(*order).limit(size).offset(min(offset, BIG))).all()]
    if total is None:
        total = len(rows) if len(rows) < size else session.scalar(counting)
    if bug("event-featured-after-limit") and kind == "events" and q.flag("featured") is not None:
        rows = [row for row in rows if row.featured == q.flag("featured")]
    return rows, total, page, size
