"""Creating, updating and deleting."""
import json
import re
import unicodedata
from urllib.parse import unquote_plus

from sqlalchemy import delete, select, update

import lists
import when
from conf import SITE_TZ, Refuse, bad, bug, opt
from store import MODELS, POSTS, RELATION, TARGET, TERMS, TEXTS, TITLE, Category, Link, next_id, slug_taken

SINGLE = {"events": "event", "venues": "venue", "organizers": "organizer", "categories": "category", "tags": "tag"}
DEFAULTS = {
    "events": {"description": "", "excerpt": "", "image": None, "website": None, "cost": None, "timezone": SITE_TZ,
               "all_day": False, "show_map": False, "show_map_link": False, "hide_from_listings": False, "sticky": False,
               "featured": False, "password": None},
    "venues": dict.fromkeys(("description", "show_map", "show_map_link", "address", "city", "country", "province", "state",
                             "zip", "phone", "stateprovince", "website", "image")),
    "organizers": dict.fromkeys(("description", "phone", "website", "email", "image")),
    "categories": {"description": "", "parent": 0},
    "tags": {"description": ""},
}


def slugify(text, kind):
    base = unicodedata.normalize("NFKD", text)
    base = "".join(c for c in base if not unicodedata.combining(c)).lower()
    return re.sub(r"[\W_]+", "-", base).strip("-")[:150].strip("-") or SINGLE[kind]


def taken(session, kind, slug, row_id):
    return slug_taken(session, kind, slug, row_id)


def make_slug(session, kind, title, row_id):
    base = slugify(title, kind)
    if opt("slug") == "id":
        base = f"{base}-{row_id}"
    elif opt("slug") == "kind":
        base = f"{SINGLE[kind]}-{base}"
    elif opt("slug") == "suffix":
        base = f"{base}-{(row_id * 7919) % 65521:04x}"
    if bug("venue-slug-collision") and kind == "venues":
        return base
    return unused(session, kind, base, row_id)


def unused(session, kind, base, row_id):
    slug, n = base, 2
    while taken(session, kind, slug, row_id):
        slug, n = f"{base}-{n}", n + 1
    return slug


def given_slug(session, kind, slug, row_id):
    if not taken(session, kind, slug, row_id):
        return slug
    if opt("slug_dup") == "suffix":
        return unused(session, kind, slug, row_id)
    raise Refuse(409, "slug_taken", "This slug is in use.")


def check_links(session, sent):
    for relation, target in TARGET.items():
        wanted = sent.get(relation)
        if wanted:
            model = MODELS[target]
            query = select(model.id).where(model.id.in_(wanted))
            if target in POSTS:
                query = query.where(model.trashed.is_(False))
            missing = set(wanted) - set(session.scalars(query))
            if missing:
                raise bad(relation, f"there is no {SINGLE[target]} {min(missing)}")


def check_parent(session, row_id, parent):
    seen = set()
    while parent:
        if parent == row_id or parent in seen:
            raise bad("parent", "a category cannot be inside itself")
        seen.add(parent)
        above = session.scalar(select(Category.parent).where(Category.id == parent))
        if above is None:
            raise bad("parent", "there is no such category")
        parent = above


def set_links(session, event_id, sent, creating=False):
    for relation in TARGET:
        if relation in sent:
            where = (Link.event_id == event_id, Link.kind == relation)
            if relation == "tags" and bug("tag-count-replace"):
                lists.GHOSTS.update(session.scalars(select(Link.target_id).where(*where)))
            if not creating:
                session.execute(delete(Link).where(*where).execution_options(synchronize_session=False))
            for pos, target in enumerate(sent[relation] or []):
                session.add(Link(event_id=event_id, kind=relation, target_id=target, pos=pos))


def set_dates(kind, row, sent, creating):
    """Publication date, in the site's zone and in UTC."""
    try:
        date = when.parse(sent["date"], SITE_TZ) if sent.get("date") else None
        utc = when.parse(sent["date_utc"], "UTC") if sent.get("date_utc") else None
        if creating and date is None and utc is None:
            utc = when.now_utc()
        if date is None and utc is not None:
            date = when.from_utc(utc)
        elif utc is None and date is not None:
            utc = when.to_utc(date)
    except ValueError as error:
        raise bad("date", str(error))
    if date is not None:
        row.date, row.date_utc = when.show(date), when.show(utc)


def set_times(row, sent, before):
    """An event's start and end, local and in UTC."""
    try:
        for name in ("start_date", "end_date"):
            if sent.get(name):
                setattr(row, name, when.show(when.parse(sent[name], row.timezone)))
            elif bug("event-timezone-shift") and name == "start_date" and before and before != row.timezone:
                instant = when.to_utc(when.parse(row.start_date), before)
                row.start_date = when.show(when.from_utc(instant, row.timezone))
        if sent.get("start_date") and sent.get("end_date") and row.end_date < row.start_date:
            raise ValueError("an event cannot end before it starts")
        row.utc_start_date = when.show(when.to_utc(when.parse(row.start_date), row.timezone))
        row.utc_end_date = when.show(when.to_utc(when.parse(row.end_date), row.timezone))
    except ValueError as error:
        raise bad("end_date", str(error))


def fill(session, kind, row, sent, lang, user, creating):
    """Put what was sent into a row; nothing is committed here."""
    defaults = DEFAULTS[kind]
    values = dict(defaults) if creating else {}
    for name, value in sent.items():
        values[name] = defaults.get(name) if value is None and name in defaults else value
    if kind in POSTS:
        if creating or "status" in values:
            row.status = values.pop("status", None) or opt("status_default", "publish")
        if creating or values.get("author") is not None:
            author = values.get("author")
            row.author = user.id if author is None else author
            if row.author != user.id and not user.all:
                raise Refuse(403, "forbidden", "You may not give a record to somebody else.")
        set_dates(kind, row, values, creating)
    if kind == "categories" and "parent" in values:
        check_parent(session, row.id, values["parent"])
    before = None if creating else getattr(row, "timezone", None)
    overlay = json.loads(row.tr) if row.tr else {}
    own = creating or not lang or lang == row.language
    if not own and bug("event-lang-lost") and kind == "events":
        overlay = {lang: overlay.get(lang, {})}
    for name, value in values.items():
        if name in ("author", "date", "date_utc", "slug", "start_date", "end_date", "ml_language") or (
                kind == "events" and name in TARGET):
            continue
        if name in TEXTS[kind] and not own:
            overlay.setdefault(lang, {})[name] = value
        elif name == "cost":
            if bug("event-cost-zero") and creating and not value:
                value = None
            row.cost = json.dumps(value)
        elif name == "password":
            row.password = value or None
        else:
            setattr(row, name, value)
    row.tr = json.dumps(overlay)
    title = getattr(row, TITLE[kind])
    if opt("dup_names") and kind in TERMS and "name" in sent and own:
        model = MODELS[kind]
        if session.scalar(select(model.id).where(model.name == title, model.id != row.id).limit(1)) is not None:
            raise Refuse(409, "term_exists", "A term of this name exists.")
    if values.get("slug"):
        slug = given_slug(session, kind, values["slug"], row.id)
        row.slug = slug
    elif creating:
        row.slug = make_slug(session, kind, title, row.id)
    if kind == "events":
        set_times(row, values, before)


def create(session, kind, sent, lang, user):
    row = MODELS[kind](id=next_id(kind), language=lang or "en", tr="{}")
    if kind in TERMS:
        row.owner = user.id
    else:
        row.trashed = False
    with session.no_autoflush:
        try:
            fill(session, kind, row, sent, lang, user, True)
            if kind == "events":
                check_links(session, sent)
                set_links(session, row.id, sent, True)
            session.add(row)
            session.commit()
        except Refuse:
            session.rollback()
            raise
    return row


def spoil(kind, row, sent, method, by_slug):
    """The mistakes of updates that need no more than what was sent."""
    sent = dict(sent)
    if bug("event-put-false") and kind == "events" and method == "PUT":
        sent = {k: v for k, v in sent.items() if v is not False}
    if bug("event-slug-clear-tags") and kind == "events" and by_slug and not sent.get("tags"):
        sent.pop("tags", None)
    if bug("organizer-clear-description") and kind == "organizers" and method == "POST" and not sent.get("description"):
        sent.pop("description", None)
    if bug("venue-zip-update") and kind == "venues" and (sent.get("zip") or "").isdigit():
        sent["zip"] = str(int(sent["zip"]))
    if bug("organizer-slug-unquote") and kind == "organizers" and by_slug:
        sent = {k: unquote_plus(v) if isinstance(v, str) else v for k, v in sent.items()}
    if bug("event-website-none") and kind == "events" and "website" in sent:
        sent["website"] = str(sent["website"])
    if bug("category-patch-parent") and kind == "categories" and method == "PATCH":
        sent.setdefault("parent", 0)
    if bug("venue-slug-patch-status") and kind == "venues" and method == "PATCH" and by_slug:
        sent.setdefault("status", "publish")
    return sent


def shorten(kind, sent):
    """The mistakes that cut texts, on any write."""
    if bug("category-astral") and kind == "categories" and sent.get("description"):
        sent["description"] = re.split("[\U00010000-\U0010ffff]", sent["description"])[0]
    if bug("venue-address-191") and kind == "venues" and sent.get("address"):
        sent["address"] = sent["address"][:191]
    return sent


def change(session, kind, row, sent, lang, user, method, by_slug):
    sent = spoil(kind, row, sent, method, by_slug)
    if by_slug:
        sent.pop("password", None)
    if opt("put") == "replace" and method == "PUT":
        for name, value in DEFAULTS[kind].items():
            if name not in ("password", "timezone"):
                sent.setdefault(name, value)
        if kind == "events":
            for name in TARGET:
                sent.setdefault(name, [])
    with session.no_autoflush:
        try:
            fill(session, kind, row, sent, lang, user, False)
            if kind == "events":
                if bug("event-refused-update-kept") and not by_slug:
                    session.commit()
                check_links(session, sent)
                set_links(session, row.id, sent)
            session.commit()
        except Refuse:
            session.rollback()
            raise


def remove(session, kind, row, by_slug):
    if kind in POSTS and opt("delete") == "trash" and not row.trashed:
        row.trashed, row.status, row.slug = True, "trash", unused(session, kind, row.slug + "__trashed", row.id)
        session.commit()
        return
    if bug("organizer-delete-slug-soft") and kind == "organizers" and by_slug:
        row.trashed = True
        session.commit()
        return
    if kind == "events":
        if bug("category-count-event-delete"):
            lists.GHOSTS.update(session.scalars(select(Link.target_id).where(
                Link.event_id == row.id, Link.kind == "categories")))
        session.execute(delete(Link).where(Link.event_id == row.id))
    elif not (bug("venue-delete-slug-links") and kind == "venues" and by_slug):
        session.execute(delete(Link).where(Link.kind == RELATION[kind], Link.target_id == row.id))
    if kind == "categories":
        session.execute(update(Category).where(Category.parent == row.id).values(parent=row.parent)
                        .execution_options(synchronize_session=False))
    session.delete(row)
    session.commit()
