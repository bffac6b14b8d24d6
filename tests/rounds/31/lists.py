"""The five lists: filters, order and pages."""
import html
import re

from sqlalchemy import and_, exists, false, func, not_, or_, select

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
                  .where(*([Link.kind == kind] if kind else []), Link.target_id == target, Event.trashed.is_(False), *conditions)
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
    if bug("event-category-digit-slug") and kind == "categories":
        rest = [g for g in given if not re.fullmatch(r"[0-9]{1,400}", g)]
    if rest:
        found |= set(session.scalars(select(model.id).where(model.slug.in_(rest))))
    return sorted(found)


def day(value):
    start = value.replace(hour=0, minute=0, second=0)
    return when.show(start), when.show(start.replace(hour=23, minute=59, second=59))


def date_clauses(q):
    strict = q.flag("strict_dates", False)
    found = {}
    for name, column in (("start_date", Event.start_date), ("end_date", Event.end_date)):
        value = q.moment(name)
        if value is None:
            continue
        first, last = day(value)
        found[name] = and_(column >= (when.show(value) if strict else first), column <= last)
    for name, column in (("starts_before", Event.start_date), ("ends_before", Event.end_date)):
        value = q.moment(name)
        if value is not None:
            if bug("event-strict-before-inclusive") and strict:
                found[name] = column <= when.show(value)
                continue
            found[name] = column < when.show(value) if strict else column <= day(value)[1]
    for name, column in (("starts_after", Event.start_date), ("ends_after", Event.end_date)):
        value = q.moment(name)
        if value is not None:
            if bug("event-starts-window") and name == "starts_after":
                name = "starts_before"
            found[name] = column > when.show(value) if strict else column >= day(value)[0]
    if opt("upcoming") and not found and not q.many("include"):
        found["start_date"] = Event.utc_end_date >= when.show(when.now_utc())
    if q.many("include"):
        found = {}
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
    words = needle.split() if bug("event-search-any-word") and needle.strip() else [needle]
    title = or_(*(has("title", Event.title, word, lang, Event) for word in words))
    described = or_(*(has("description", Event.description, word, lang, Event) for word in words))
    described = and_(*clauses(described, text_open(Event, user)))
    return others + [or_(title, described)]


def events(session, q, user, lang):
    lat, lng = q.double("geoloc_lat", 90), q.double("geoloc_lng", 180)
    if (lat is None) != (lng is None):
        raise bad("geoloc_lat", "geoloc_lat and geoloc_lng must be given together")
    found = clauses(Event.trashed.is_(False), visible(Event, user), status_clause(Event, q)) + date_clauses(q)
    if opt("protected_lists") == "omit":
        found += clauses(text_open(Event, user))
    for kind in ("categories", "tags"):
        given = terms_given(session, q, kind)
        if bug("event-tags-unknown-unfiltered") and kind == "tags" and not given:
            continue
        if given is not None:
            found.append(assigned(kind, given))
    for kind in ("venue", "organizer"):
        given = q.ids(kind)
        if bug("event-venue-filter-all") and kind == "venue" and given:
            found += [assigned(kind, [one]) for one in given]
        elif given is not None:
            found.append(assigned(kind, given))
    include = q.ids("include")
    if include is not None:
        found.append(Event.id.in_(include))
    featured = q.flag("featured")
    if featured is not None:
        found.append(Event.featured.is_(featured))
    geoloc, ticketed, parent = q.flag("geoloc"), q.flag("ticketed"), q.integer("post_parent")
    if geoloc or ticketed or parent or lat is not None:
        found.append(false())
    found = search_events(q, user, lang, found)
    query = select(Event).where(*found)
    total = select(func.count()).select_from(Event).where(*found)
    return query, total, [Event.start_date, Event.id]


def people(kind, session, q, user, lang):
    """Venues and organizers."""
    model, link = MODELS[kind], RELATION[kind]
    found = clauses(model.trashed.is_(False), visible(model, user), status_clause(model, q))
    seen = clauses(visible(Event, user))
    event, needle = q.integer("event"), q.one("search")
    if event is not None:
        here = [Event.id == event, *seen]
        if bug("anon-venue-event-draft") and kind == "venues":
            here = [Event.id == event]
        if bug("venue-event-only-first") and kind == "venues":
            here.append(Link.pos == 0)
        found.append(linked(link, model.id, *here))
    with_events = q.flag("has_events")
    if with_events is not None and not (opt("has_false") == "all" and not with_events):
        found.append(linked(link, model.id, *seen) if with_events else not_(linked(link, model.id, *seen)))
    upcoming = q.flag("only_with_upcoming", False)
    if upcoming and bug("venue-upcoming-any") and kind == "venues":
        found.append(exists(select(Link.event_id).join(Event, Event.id == Link.event_id).where(
            Link.kind == link, Event.utc_end_date >= when.show(when.now_utc()), *seen)))
    elif upcoming:
        found.append(linked(link, model.id, Event.utc_end_date >= when.show(when.now_utc()), *seen))
    if needle:
        if bug("organizer-search-ampersand") and kind == "organizers":
            needle = html.escape(needle)
        tried = [has(f, getattr(model, f), needle, lang, model) for f in TEXTS[kind]]
        custom = CUSTOM if kind == "venues" else ("phone", "email", "website")
        if bug("venue-search-no-city"):
            custom = [f for f in custom if f != "city"]
        tried += [has(f, getattr(model, f), needle, None, model) for f in custom]
        found.append(or_(*tried))
    return select(model).where(*found), select(func.count()).select_from(model).where(*found), [model.id]


def terms(kind, session, q, user, lang):
    model = MODELS[kind]
    found, needle, slug = [], q.one("search"), q.one("slug")
    count = (select(func.count(Link.event_id)).join(Event, Event.id == Link.event_id)
             .where(Link.kind == kind, Link.target_id == model.id, Event.trashed.is_(False))
             .correlate(model).scalar_subquery())
    hide = q.flag("hide_empty", True)
    include, exclude = q.ids("include"), q.ids("exclude")
    if bug("tag-include-shows-empty") and kind == "tags" and include:
        hide = False
    if hide:
        found.append(linked(kind, model.id))
    if include is not None:
        found.append(model.id.in_(include))
    if exclude is not None:
        found.append(model.id.not_in(exclude))
        if bug("category-exclude-children") and kind == "categories":
            found.append(model.parent.not_in(exclude))
    seen = clauses(visible(Event, user))
    for name in ("post", "event"):
        value = q.integer(name)
        if value is not None:
            of = None if bug("tag-event-cross-kind") and kind == "tags" else kind
            found.append(linked(of, model.id, Event.id == value, *seen))
    if slug is not None:
        if bug("category-slug-filter-slugified") and kind == "categories":
            from writes import slugify
            slug = slugify(slug, kind)
        found.append(model.slug == slug)
    if kind == "categories":
        parent = q.integer("parent")
        if parent and bug("category-parent-descendants"):
            below, level = set(), {parent}
            while level:
                level = set(session.scalars(select(Category.id).where(Category.parent.in_(level)))) - below
                below |= level
            found.append(Category.id.in_(below))
        elif parent is not None:
            found.append(Category.parent == parent)
    if needle:
        found.append(or_(*(has(f, getattr(model, f), needle, lang, model) for f in TEXTS[kind])))
    return (select(model).where(*found), select(func.count()).select_from(model).where(*found),
            term_order(kind, model, q, count))


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
    if bug("category-orderby-slug-asc") and kind == "categories" and by == "slug":
        return [column, model.id]
    if order.startswith("desc"):
        return [column.desc(), model.id.desc()]
    return [column, model.id]


def page_of(session, kind, q, user, lang):
    """(rows, total, page, per_page)"""
    usual = 20 if bug("category-default-size") and kind == "categories" else 10
    page, size = q.integer("page", 1, 1), q.integer("per_page", usual, 1)
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
        elif opt("order") == "title_desc":
            order = [getattr(model, TEXTS[kind][0]).desc(), model.id]
        elif opt("order") == "start_desc" and kind == "events":
            order = [Event.start_date.desc(), Event.id.desc()]
    total = session.scalar(counting) if page > 1 else None
    offset = (page - 1) * size
    if bug("venue-page-fixed-offset") and kind == "venues":
        offset = (page - 1) * 10
    if bug("event-include-ignores-paging") and kind == "events" and q.many("include"):
        offset = 0
    past = page > 1 and offset >= total
    if bug("organizer-last-page-floor") and kind == "organizers" and page > 1:
        past = page > total // size
    if past:
        if opt("past_end", "empty") not in ("empty", 204):
            raise Refuse(opt("past_end"), "no_such_page", "There is no such page.")
        return [], total, page, size
    rows = [row[0] for row in session.execute(query.order_by(*order).limit(size).offset(min(offset, BIG))).all()]
    if total is None:
        total = len(rows) if len(rows) < size else session.scalar(counting)
    return rows, total, page, size
