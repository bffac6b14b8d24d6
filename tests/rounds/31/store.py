"""Tables, in a SQLite database in memory."""
import json

from sqlalchemy import Boolean, Column, Integer, String, Text, bindparam, create_engine, event, func, select
from sqlalchemy.orm import declarative_base, sessionmaker
from sqlalchemy.pool import StaticPool

from conf import opt

Base = declarative_base()


class Post:
    id = Column(Integer, primary_key=True)
    slug = Column(String, index=True, nullable=False)
    author = Column(Integer, nullable=False)
    date = Column(String, nullable=False)
    date_utc = Column(String, nullable=False)
    description = Column(Text)
    status = Column(String, nullable=False)
    image = Column(String)
    website = Column(String)
    language = Column(String, nullable=False)
    tr = Column(Text, nullable=False, default="{}")
    trashed = Column(Boolean, nullable=False, default=False)


class Event(Post, Base):
    __tablename__ = "events"
    title = Column(String, nullable=False)
    excerpt = Column(Text)
    start_date = Column(String, nullable=False, index=True)
    end_date = Column(String, nullable=False)
    utc_start_date = Column(String, nullable=False)
    utc_end_date = Column(String, nullable=False)
    timezone = Column(String, nullable=False)
    all_day = Column(Boolean, nullable=False)
    cost = Column(Text, nullable=False, default="null")
    show_map = Column(Boolean, nullable=False)
    show_map_link = Column(Boolean, nullable=False)
    hide_from_listings = Column(Boolean, nullable=False)
    sticky = Column(Boolean, nullable=False)
    featured = Column(Boolean, nullable=False)
    password = Column(String)


class Venue(Post, Base):
    __tablename__ = "venues"
    venue = Column(String, nullable=False)
    show_map = Column(String)
    show_map_link = Column(String)
    address = Column(String)
    city = Column(String)
    country = Column(String)
    province = Column(String)
    state = Column(String)
    zip = Column(String)
    phone = Column(String)
    stateprovince = Column(String)


class Organizer(Post, Base):
    __tablename__ = "organizers"
    organizer = Column(String, nullable=False)
    phone = Column(String)
    email = Column(String)


class Term:
    id = Column(Integer, primary_key=True)
    name = Column(String, nullable=False)
    slug = Column(String, index=True, nullable=False)
    description = Column(Text, nullable=False, default="")
    owner = Column(Integer, nullable=False)
    language = Column(String, nullable=False)
    tr = Column(Text, nullable=False, default="{}")


class Category(Term, Base):
    __tablename__ = "categories"
    parent = Column(Integer, nullable=False, default=0)


class Tag(Term, Base):
    __tablename__ = "tags"


class Link(Base):
    __tablename__ = "links"
    event_id = Column(Integer, primary_key=True)
    kind = Column(String, primary_key=True)
    target_id = Column(Integer, primary_key=True, index=True)
    pos = Column(Integer, nullable=False)


MODELS = {"events": Event, "venues": Venue, "organizers": Organizer, "categories": Category, "tags": Tag}
TITLE = {"events": "title", "venues": "venue", "organizers": "organizer", "categories": "name", "tags": "name"}
TEXTS = {"events": ("title", "description", "excerpt"), "venues": ("venue", "description"),
         "organizers": ("organizer", "description"), "categories": ("name", "description"), "tags": ("name", "description")}
RELATION = {"venues": "venue", "organizers": "organizer", "categories": "categories", "tags": "tags"}
TARGET = {v: k for k, v in RELATION.items()}
POSTS = ("events", "venues", "organizers")
TERMS = ("categories", "tags")

engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool)


def _has_text(needle, lang, tr, field, text):
    """Whether the text shown in a language contains the needle."""
    if lang and tr != "{}":
        text = json.loads(tr).get(lang, {}).get(field, text)
    if text is None:
        return 0
    if opt("search") == "case":
        return int(needle in text)
    return int(needle.casefold() in text.casefold())


@event.listens_for(engine, "connect")
def _connected(connection, _record):
    connection.create_function("has_text", 5, _has_text, deterministic=True)


Base.metadata.create_all(engine)
Session = sessionmaker(engine, expire_on_commit=False)

_last = {}


def next_id(kind):
    key = "all" if opt("shared_ids") else kind
    start, step = opt("id_start", 1), opt("id_step", 1)
    _last[key] = _last.get(key, start - step) + step
    if opt("scatter"):
        return _last[key] * 48271 % 2147483647
    return _last[key]


_L, _E = Link.__table__, Event.__table__
_IDS = bindparam("ids", expanding=True)
_LINKS = (select(_L.c.event_id, _L.c.kind, _L.c.target_id).where(_L.c.event_id.in_(_IDS))
          .order_by(_L.c.event_id, _L.c.kind, _L.c.pos))
_COUNTS = (select(_L.c.target_id, func.count(_L.c.event_id)).join(_E, _E.c.id == _L.c.event_id)
           .where(_L.c.kind == bindparam("kind"), _L.c.target_id.in_(_IDS), _E.c.trashed.is_(False))
           .group_by(_L.c.target_id))
_BY_ID = {kind: select(model).where(model.id == bindparam("key")) for kind, model in MODELS.items()}
_BY_SLUG = {kind: select(model).where(model.slug == bindparam("key")).order_by(model.id).limit(1)
            for kind, model in MODELS.items()}
_SLUG_TAKEN = {kind: select(model.__table__.c.id).where(model.__table__.c.slug == bindparam("slug"),
                                                        model.__table__.c.id != bindparam("id")).limit(1)
               for kind, model in MODELS.items()}


def by_id(session, kind, ident):
    return session.execute(_BY_ID[kind], {"key": ident}).scalar()


def by_slug(session, kind, slug):
    return session.execute(_BY_SLUG[kind], {"key": slug}).scalar()


def slug_taken(session, kind, slug, row_id):
    return session.connection().execute(_SLUG_TAKEN[kind], {"slug": slug, "id": row_id}).scalar() is not None


def links_of(session, ids):
    """{event id: {relation: [ids in order]}}"""
    found = {i: {name: [] for name in TARGET} for i in ids}
    if ids:
        for event_id, kind, target in session.connection().execute(_LINKS, {"ids": ids}):
            found[event_id][kind].append(target)
    return found


def counts_of(session, kind, ids):
    if not ids:
        return {}
    return dict(session.connection().execute(_COUNTS, {"kind": kind, "ids": ids}).all())
