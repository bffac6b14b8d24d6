"""SQLAlchemy models. Events, venues and organizers are posts; categories and tags are terms."""
from __future__ import annotations

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, String, Table, Text, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, sessionmaker

from .config import bug


class Base(DeclarativeBase):
    pass


def _link(name: str, target: str) -> Table:
    return Table(
        f"event_{name}", Base.metadata,
        Column("event_id", ForeignKey("event.id"), primary_key=True),
        Column("target_id", ForeignKey(f"{target}.id"), primary_key=True),
        Column("position", Integer, nullable=False, default=0),
    )


event_venue = _link("venue", "venue")
event_organizer = _link("organizer", "organizer")
event_category = _link("category", "category")
event_tag = _link("tag", "tag")
LINKS = {"venue": event_venue, "organizer": event_organizer, "categories": event_category, "tags": event_tag}


class Translated:
    """Texts are kept in the language of creation (`lang`); the others lie in `translations`."""
    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(255), index=True)
    description: Mapped[str | None] = mapped_column(Text)
    lang: Mapped[str] = mapped_column(String(2), default="en")
    translations: Mapped[dict] = mapped_column(JSON, default=dict)


class Post(Translated):
    author: Mapped[int] = mapped_column(default=1)
    status: Mapped[str] = mapped_column(String(20), default="publish", index=True)
    date: Mapped[str] = mapped_column(String(19))
    date_utc: Mapped[str] = mapped_column(String(19))
    modified: Mapped[str] = mapped_column(String(19))
    modified_utc: Mapped[str] = mapped_column(String(19))
    image_id: Mapped[int | None]
    website: Mapped[str | None] = mapped_column(Text)


class Media(Base):
    __tablename__ = "media"
    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str] = mapped_column(Text)


class Venue(Post, Base):
    __tablename__ = "venue"
    __table_args__ = {"sqlite_autoincrement": True}
    name: Mapped[str] = mapped_column(Text)
    address: Mapped[str | None] = mapped_column(Text)
    city: Mapped[str | None] = mapped_column(Text)
    country: Mapped[str | None] = mapped_column(Text)
    province: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str | None] = mapped_column(Text)
    zip: Mapped[str | None] = mapped_column(Text)
    phone: Mapped[str | None] = mapped_column(Text)
    stateprovince: Mapped[str | None] = mapped_column(Text)
    show_map: Mapped[bool] = mapped_column(default=True)
    show_map_link: Mapped[bool] = mapped_column(default=True)
    geo_lat: Mapped[float | None] = mapped_column(Float)
    geo_lng: Mapped[float | None] = mapped_column(Float)


class Organizer(Post, Base):
    __tablename__ = "organizer"
    __table_args__ = {"sqlite_autoincrement": True}
    name: Mapped[str] = mapped_column(Text)
    phone: Mapped[str | None] = mapped_column(Text)
    email: Mapped[str | None] = mapped_column(Text)


class Term(Translated):
    name: Mapped[str] = mapped_column(Text)
    count_cache: Mapped[int] = mapped_column(default=0)


class Category(Term, Base):
    __tablename__ = "category"
    __table_args__ = {"sqlite_autoincrement": True}
    parent: Mapped[int] = mapped_column(default=0, index=True)


class Tag(Term, Base):
    __tablename__ = "tag"
    __table_args__ = {"sqlite_autoincrement": True}


def _related(target: str, link: Table):
    return relationship(target, secondary=link, viewonly=True, order_by=link.c.position, lazy="select")


class Event(Post, Base):
    __tablename__ = "event"
    __table_args__ = {"sqlite_autoincrement": not bug("ev-id-reuse")}
    title: Mapped[str] = mapped_column(Text)
    excerpt: Mapped[str | None] = mapped_column(Text)
    all_day: Mapped[bool] = mapped_column(default=False)
    start: Mapped[str] = mapped_column(String(19), index=True)
    end: Mapped[str] = mapped_column(String(19), index=True)
    start_utc: Mapped[str] = mapped_column(String(19), index=True)
    end_utc: Mapped[str] = mapped_column(String(19), index=True)
    timezone: Mapped[str] = mapped_column(String(64))
    cost: Mapped[str | None] = mapped_column(Text)
    show_map: Mapped[bool] = mapped_column(default=True)
    show_map_link: Mapped[bool] = mapped_column(default=True)
    hide_from_listings: Mapped[bool] = mapped_column(default=False)
    sticky: Mapped[bool] = mapped_column(default=False)
    featured: Mapped[bool] = mapped_column(default=False)
    password: Mapped[str | None] = mapped_column(Text)
    post_parent: Mapped[int] = mapped_column(default=0)
    ticketed: Mapped[bool] = mapped_column(default=False)
    venues: Mapped[list[Venue]] = _related("Venue", event_venue)
    organizers: Mapped[list[Organizer]] = _related("Organizer", event_organizer)
    categories: Mapped[list[Category]] = _related("Category", event_category)
    tags: Mapped[list[Tag]] = _related("Tag", event_tag)


LINK_TARGETS = {"venue": Venue, "organizer": Organizer, "categories": Category, "tags": Tag}


def make_sessions(path: str) -> sessionmaker:
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _pragmas(connection, _record):
        connection.create_function("fold", 1, lambda s: s.casefold() if isinstance(s, str) else s, deterministic=True)
        connection.execute("PRAGMA journal_mode=MEMORY")
        connection.execute("PRAGMA synchronous=OFF")

    Base.metadata.create_all(engine)
    return sessionmaker(engine, expire_on_commit=True)
