"""Representations of the records."""
from typing import Any

from sqlalchemy import func, select

from .config import NS, bug, variant
from .context import Context
from .models import Category, Event, LINKS, Media, Organizer, Tag, Term, Venue

COLLECTION = {Event: "events", Venue: "venues", Organizer: "organizers", Category: "categories", Tag: "tags"}


def text(record: Any, field: str, lang: str) -> str:
    value = getattr(record, field)
    if lang != record.lang:
        value = (record.translations.get(lang) or {}).get(field, value)
    return value or ""


def language_of(record: Any, lang: str) -> str:
    return lang if lang == record.lang or lang in record.translations else record.lang


def markup(value: str) -> str:
    return f"<p>{value}</p>\n" if value and variant("calendar-view") else value


def address(ctx: Context, record: Any) -> str:
    return f"{ctx.root}/{NS}/{COLLECTION[type(record)]}/{record.id}"


def term_count(ctx: Context, term: Term) -> int:
    if bug("ca-stale-count") and isinstance(term, Category):
        return term.count_cache
    kind = "categories" if isinstance(term, Category) else "tags"
    if kind not in ctx.memo:
        link = LINKS[kind]
        ctx.memo[kind] = dict(ctx.session.execute(
            select(link.c.target_id, func.count()).join(Event, Event.id == link.c.event_id)
            .where(Event.status == "publish").group_by(link.c.target_id)).all())
    return ctx.memo[kind].get(term.id, 0)


def _post(ctx: Context, record: Any, lang: str) -> dict:
    media = ctx.session.get(Media, record.image_id) if record.image_id else None
    return {
        "id": record.id, "author": record.author, "status": record.status,
        "date": record.date, "date_utc": record.date_utc,
        "modified": record.modified, "modified_utc": record.modified_utc,
        "language": language_of(record, lang), "rest_url": address(ctx, record), "slug": record.slug,
        "image": {"id": media.id, "url": media.url} if media else None, "website": record.website,
    }


def venue(ctx: Context, v: Venue, lang: str) -> dict:
    names = ("address", "city", "country", "province", "state", "zip", "phone")
    return _post(ctx, v, lang) | {
        "venue": text(v, "name", lang), "description": markup(text(v, "description", lang)),
        **{n: getattr(v, n) for n in names}, "stateprovince": v.stateprovince or v.state or v.province,
        "show_map": v.show_map, "show_map_link": v.show_map_link, "geo_lat": v.geo_lat, "geo_lng": v.geo_lng,
    }


def organizer(ctx: Context, o: Organizer, lang: str) -> dict:
    return _post(ctx, o, lang) | {
        "organizer": text(o, "name", lang), "description": markup(text(o, "description", lang)),
        "phone": o.phone, "email": o.email,
    }


def term(ctx: Context, t: Term, lang: str) -> dict:
    out = {"id": t.id, "name": text(t, "name", lang), "slug": t.slug, "description": text(t, "description", lang),
           "language": language_of(t, lang), "count": term_count(ctx, t), "rest_url": address(ctx, t)}
    return out | {"parent": t.parent} if isinstance(t, Category) else out


def event(ctx: Context, e: Event, lang: str, unlocked: bool = False) -> dict:
    locked = bool(e.password) and not unlocked
    readable = [r for r in e.venues if r.status != "trash" and ctx.can_read(r)]
    organizers = [r for r in e.organizers if r.status != "trash" and ctx.can_read(r)]
    return _post(ctx, e, lang) | {
        "title": text(e, "title", lang),
        "description": "" if locked else markup(text(e, "description", lang)),
        "excerpt": "" if locked else text(e, "excerpt", lang), "protected": bool(e.password),
        "all_day": e.all_day, "start_date": e.start, "end_date": e.end,
        "utc_start_date": e.start_utc, "utc_end_date": e.end_utc, "timezone": e.timezone,
        "cost": e.cost, "show_map": e.show_map, "show_map_link": e.show_map_link,
        "hide_from_listings": e.hide_from_listings, "sticky": e.sticky, "featured": e.featured,
        "ticketed": e.ticketed, "post_parent": e.post_parent,
        "categories": [term(ctx, t, lang) for t in e.categories], "tags": [term(ctx, t, lang) for t in e.tags],
        "venue": [venue(ctx, v, lang) for v in readable], "organizer": [organizer(ctx, o, lang) for o in organizers],
    }


PRESENT = {Event: event, Venue: venue, Organizer: organizer, Category: term, Tag: term}


def present(ctx: Context, record: Any, lang: str | None = None, **kw) -> dict:
    return PRESENT[type(record)](ctx, record, lang or ctx.lang, **kw)
