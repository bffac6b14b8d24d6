"""Creating, updating and deleting."""
import html
import json
import re
import unicodedata

from sqlalchemy import delete, select, update

import when
from conf import SITE_TZ, Refuse, bad, bug, opt
from store import MODELS, POSTS, RELATION, TARGET, TERMS, TEXTS, TITLE, Category, Link, Organizer, next_id, slug_taken

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
    if bug("organizer-slug-non-latin") and kind == "organizers":
        return re.sub(r"[^a-z0-9]+", "-", base.encode("ascii", "ignore").decode().lower()).strip("-")
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
    elif opt("slug") == "dated":
        base = f"{when.now_utc():%Y-%m-%d}-{base}"
    elif opt("slug") == "city":
        base = f"{base}.{row_id}"
    return unused(session, kind, base, row_id)


def unused(session, kind, base, row_id):
    slug, n = base, 2
    while taken(session, kind, slug, row_id):
        slug, n = f"{base}-{n}", n + 1
    return slug


def given_slug(session, kind, slug, row_id):
    if bug("event-slug-own-taken") and kind == "events":
        row_id = 0
    if opt("slug_given") == "normal":
        slug = slugify(slug, kind)
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
            if relation == "tags" and bug("event-tags-everywhere"):
                where = (Link.kind == relation,)
            if not creating:
                session.execute(delete(Link).where(*where).execution_options(synchronize_session=False))
            for pos, target in enumerate(sent[relation] or []):
                session.add(Link(event_id=event_id, kind=relation, target_id=target, pos=pos))


def set_dates(kind, row, sent, creating):
    """Publication date, in the site's zone and in UTC."""
    try:
        date = when.parse(sent["date"], SITE_TZ) if sent.get("date") else None
        utc = when.parse(sent["date_utc"], "UTC") if sent.get("date_utc") else None
        if bug("venue-date-utc-ignored") and kind == "venues" and creating and date is None:
            utc = None
        if creating and date is None and utc is None:
            utc = when.now_utc()
        if date is None and utc is not None:
            date = when.from_utc(utc)
            if bug("organizer-date-utc-only") and kind == "organizers" and not creating:
                date = when.parse(row.date)
        elif utc is None and date is not None:
            utc = when.to_utc(date)
    except ValueError as error:
        raise bad("date", str(error))
    if date is not None:
        row.date, row.date_utc = when.show(date), when.show(utc)


def set_times(row, sent, creating):
    """An event's start and end, local and in UTC."""
    began = row.start_date
    try:
        for name in ("start_date", "end_date"):
            if sent.get(name):
                value = when.parse(sent[name], row.timezone)
                if bug("event-noon") and value.hour == 12:
                    value = value.replace(hour=0)
                setattr(row, name, when.show(value))
            elif bug("event-move-end") and name == "end_date" and sent.get("start_date") and not creating:
                moved = when.parse(row.start_date) - when.parse(began)
                row.end_date = when.show(when.parse(row.end_date) + moved)
        if sent.get("start_date") and sent.get("end_date") and row.end_date < row.start_date:
            raise ValueError("an event cannot end before it starts")
        row.utc_start_date = when.show(when.to_utc(when.parse(row.start_date), row.timezone))
        row.utc_end_date = when.show(when.to_utc(when.parse(row.end_date), row.timezone))
        if bug("event-end-across-dst"):
            lasts = when.parse(row.end_date) - when.parse(row.start_date)
            ends = when.parse(row.utc_start_date) + lasts
            row.utc_end_date, row.end_date = when.show(ends), when.show(when.from_utc(ends, row.timezone))
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
        if bug("event-update-takes-author") and kind == "events" and not creating:
            values.setdefault("author", user.id)
        if creating or values.get("author") is not None:
            author = values.get("author")
            row.author = user.id if author is None else author
            if row.author != user.id and not user.all:
                raise Refuse(403, "forbidden", "You may not give a record to somebody else.")
        set_dates(kind, row, values, creating)
    if kind == "categories" and "parent" in values:
        check_parent(session, row.id, values["parent"])
    overlay = json.loads(row.tr) if row.tr else {}
    own = creating or not lang or lang == row.language
    if bug("tag-update-lang-base") and kind == "tags":
        own = True
    called = None if creating else getattr(row, TITLE[kind])
    for name, value in values.items():
        if name in ("author", "date", "date_utc", "slug", "start_date", "end_date", "ml_language") or (
                kind == "events" and name in TARGET):
            continue
        if name in TEXTS[kind] and not own:
            overlay.setdefault(lang, {})[name] = value
        elif name == "cost":
            if bug("event-cost-decimals") and isinstance(value, float):
                value = int(value)
            row.cost = json.dumps(value)
        elif name == "password":
            row.password = value or None
        elif bug("tag-name-slashes") and kind == "tags" and name == "name":
            row.name = re.sub(r"(['\"\\])", r"\\\1", value)
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
    elif creating or (bug("organizer-rename-slug") and kind == "organizers" and title != called):
        row.slug = make_slug(session, kind, title, row.id)
    if kind == "events":
        set_times(row, values, creating)


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


def change(session, kind, row, sent, lang, user, method, by_slug):
    if by_slug:
        sent.pop("password", None)
    if bug("password-lost-on-update") and kind == "events":
        sent.setdefault("password", None)
    if bug("event-start-resets-timezone") and kind == "events" and sent.get("start_date"):
        sent.setdefault("timezone", SITE_TZ)
    if bug("category-update-escapes-name") and kind == "categories" and "name" not in sent:
        sent["name"] = html.escape(row.name, quote=False)
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
                check_links(session, sent)
                set_links(session, row.id, sent)
            session.commit()
        except Refuse:
            session.rollback()
            raise


def remove(session, kind, row):
    if kind in POSTS and opt("delete") == "trash" and not row.trashed:
        row.trashed, row.status, row.slug = True, "trash", unused(session, kind, row.slug + "__trashed", row.id)
        session.commit()
        return
    if kind == "events":
        orphans = []
        if bug("event-delete-takes-organizer"):
            orphans = session.scalars(select(Link.target_id).where(Link.event_id == row.id, Link.kind == "organizer")).all()
        session.execute(delete(Link).where(Link.event_id == row.id))
        for ident in orphans:
            if not session.scalar(select(Link.event_id).where(Link.kind == "organizer", Link.target_id == ident).limit(1)):
                session.execute(delete(Organizer).where(Organizer.id == ident))
    elif bug("venue-delete-unlinks-kinds") and kind == "venues":
        session.execute(delete(Link).where(Link.target_id == row.id))
    else:
        session.execute(delete(Link).where(Link.kind == RELATION[kind], Link.target_id == row.id))
    if kind == "categories" and bug("category-delete-children"):
        session.execute(delete(Category).where(Category.parent == row.id).execution_options(synchronize_session=False))
    elif kind == "categories":
        session.execute(update(Category).where(Category.parent == row.id).values(parent=row.parent)
                        .execution_options(synchronize_session=False))
    session.delete(row)
    session.commit()
