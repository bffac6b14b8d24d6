"""Configuration, switches, errors, database and models."""
import os
import re
import tempfile
import unicodedata
from datetime import datetime, timedelta, timezone as dt_timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import (JSON, Boolean, Column, DateTime, Float, ForeignKey, Integer, String, Table, Text,
                        create_engine, event as sa_event, select)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, sessionmaker

PORT = int(os.environ.get("PORT", "8000"))
BUG = os.environ.get("BUG", "")
VARIANT = os.environ.get("VARIANT", "")
USERS = os.environ.get("USERS", "") == "1"
BASE = f"http://127.0.0.1:{PORT}"
NS = "vendor/events/v1"
LANGS = ("nl", "en", "fr", "de")
SITE_TZ = "Europe/Amsterdam"
STATUSES = ("publish", "draft", "pending", "private", "future")
MAX_ID = 2 ** 63 - 1


def bug(name):
    return BUG == name


def variant(name):
    return VARIANT == name


class ApiError(Exception):
    def __init__(self, status, code, message, details=None, headers=None):
        self.status, self.code, self.message = status, code, message
        self.details, self.headers = details, headers or {}


def now_utc():
    return datetime.now(dt_timezone.utc).replace(tzinfo=None)


# ---------------------------------------------------------------- time zones
def zone(name):
    """A tzinfo for an IANA name or a WordPress-like manual offset (UTC+2, UTC-3.5)."""
    if name in ("UTC", "Etc/UTC", "Z"):
        return dt_timezone.utc
    m = re.fullmatch(r"UTC([+-]\d{1,2})(?:[.:](\d{1,2}))?", name)
    if m:
        hours, frac = int(m[1]), m[2]
        minutes = 0 if not frac else (int(float("0." + frac) * 60) if "." in name else int(frac))
        if abs(hours) > 14 or minutes > 59:
            raise ValueError(name)
        return dt_timezone(timedelta(hours=hours, minutes=minutes if not name.startswith("UTC-") else -minutes))
    try:
        if not re.fullmatch(r"[A-Za-z][\w+\-]*(/[\w+\-]+)*", name):
            raise ValueError(name)
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        raise ValueError(name)


def to_utc(local, tzname):
    return local.replace(tzinfo=zone(tzname)).astimezone(dt_timezone.utc).replace(tzinfo=None)


def from_utc(utc, tzname):
    return utc.replace(tzinfo=dt_timezone.utc).astimezone(zone(tzname)).replace(tzinfo=None)


# ---------------------------------------------------------------- text
def fold(text):
    return unicodedata.normalize("NFC", text).casefold() if isinstance(text, str) else text


def slugify(text):
    text = (text or "").strip().lower().replace("ß", "ss").replace("æ", "ae").replace("ø", "o")
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    if bug("ev-slug-nonlatin"):
        text = text.encode("ascii", "ignore").decode()
    text = unicodedata.normalize("NFC", text)
    return re.sub(r"[\W_]+", "-", text, flags=re.UNICODE).strip("-")[:200].strip("-")


# ---------------------------------------------------------------- database
class Base(DeclarativeBase):
    pass


def link(name, left, right):
    return Table(name, Base.metadata,
                 Column("event_id", ForeignKey(f"{left}.id", ondelete="CASCADE"), primary_key=True),
                 Column("other_id", ForeignKey(f"{right}.id", ondelete="CASCADE"), primary_key=True))


event_venues = link("event_venues", "events", "venues")
event_organizers = link("event_organizers", "events", "organizers")
event_categories = link("event_categories", "events", "categories")
event_tags = link("event_tags", "events", "tags")


class Record:
    """Columns that every record has. `i18n` holds {language: {field: text}} for the translated fields."""
    __table_args__ = {"sqlite_autoincrement": True}
    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    slug: Mapped[str] = mapped_column(String(255), index=True)
    lang: Mapped[str] = mapped_column(String(2), default="en")
    i18n: Mapped[dict] = mapped_column(JSON, default=dict)
    description: Mapped[str | None] = mapped_column(Text)


class Post(Record):
    author: Mapped[int] = mapped_column(Integer, default=1)
    status: Mapped[str] = mapped_column(String(20), default="publish", index=True)
    date_utc: Mapped[datetime] = mapped_column(DateTime, default=now_utc)
    modified_utc: Mapped[datetime] = mapped_column(DateTime, default=now_utc)
    image: Mapped[str | None] = mapped_column(String)


class Event(Post, Base):
    __tablename__ = "events"
    NAME = "title"
    TEXTS = ("title", "description", "excerpt")
    title: Mapped[str] = mapped_column(Text)
    excerpt: Mapped[str | None] = mapped_column(Text)
    start_date: Mapped[datetime] = mapped_column(DateTime)
    end_date: Mapped[datetime] = mapped_column(DateTime)
    timezone: Mapped[str] = mapped_column(String, default=SITE_TZ)
    start_utc: Mapped[datetime] = mapped_column(DateTime, index=True)
    end_utc: Mapped[datetime] = mapped_column(DateTime, index=True)
    all_day: Mapped[bool] = mapped_column(Boolean, default=False)
    cost: Mapped[str | None] = mapped_column(String)
    website: Mapped[str | None] = mapped_column(String)
    show_map: Mapped[bool] = mapped_column(Boolean, default=True)
    show_map_link: Mapped[bool] = mapped_column(Boolean, default=True)
    hide_from_listings: Mapped[bool] = mapped_column(Boolean, default=False)
    sticky: Mapped[bool] = mapped_column(Boolean, default=False)
    featured: Mapped[bool] = mapped_column(Boolean, default=False)
    ticketed: Mapped[bool] = mapped_column(Boolean, default=False)
    post_parent: Mapped[int] = mapped_column(Integer, default=0)
    password: Mapped[str | None] = mapped_column(String)
    venue: Mapped[list["Venue"]] = relationship(secondary=event_venues, back_populates="events", order_by="Venue.id", passive_deletes=True)
    organizer: Mapped[list["Organizer"]] = relationship(secondary=event_organizers, back_populates="events", order_by="Organizer.id", passive_deletes=True)
    categories: Mapped[list["Category"]] = relationship(secondary=event_categories, back_populates="events", order_by="Category.id", passive_deletes=True)
    tags: Mapped[list["Tag"]] = relationship(secondary=event_tags, back_populates="events", order_by="Tag.id", passive_deletes=True)


class Venue(Post, Base):
    __tablename__ = "venues"
    NAME = "venue"
    TEXTS = ("venue", "description")
    venue: Mapped[str] = mapped_column(Text)
    address: Mapped[str | None] = mapped_column(String)
    city: Mapped[str | None] = mapped_column(String)
    country: Mapped[str | None] = mapped_column(String)
    province: Mapped[str | None] = mapped_column(String)
    state: Mapped[str | None] = mapped_column(String)
    stateprovince: Mapped[str | None] = mapped_column(String)
    zip: Mapped[str | None] = mapped_column(String)
    phone: Mapped[str | None] = mapped_column(String)
    website: Mapped[str | None] = mapped_column(String)
    show_map: Mapped[bool] = mapped_column(Boolean, default=True)
    show_map_link: Mapped[bool] = mapped_column(Boolean, default=True)
    geo_lat: Mapped[float | None] = mapped_column(Float)
    geo_lng: Mapped[float | None] = mapped_column(Float)
    custom_fields: Mapped[dict] = mapped_column(JSON(none_as_null=True), default=dict)
    events: Mapped[list[Event]] = relationship(secondary=event_venues, back_populates="venue", passive_deletes=True)


class Organizer(Post, Base):
    __tablename__ = "organizers"
    NAME = "organizer"
    TEXTS = ("organizer", "description")
    organizer: Mapped[str] = mapped_column(Text)
    phone: Mapped[str | None] = mapped_column(String)
    website: Mapped[str | None] = mapped_column(String)
    email: Mapped[str | None] = mapped_column(String)
    events: Mapped[list[Event]] = relationship(secondary=event_organizers, back_populates="organizer", passive_deletes=True)


class Term(Record):
    NAME = "name"
    TEXTS = ("name", "description")
    name: Mapped[str] = mapped_column(Text)


class Category(Term, Base):
    __tablename__ = "categories"
    parent: Mapped[int] = mapped_column(Integer, default=0)
    events: Mapped[list[Event]] = relationship(secondary=event_categories, back_populates="categories", passive_deletes=True)


class Tag(Term, Base):
    __tablename__ = "tags"
    events: Mapped[list[Event]] = relationship(secondary=event_tags, back_populates="tags", passive_deletes=True)


_dir = tempfile.mkdtemp(prefix="events-db-")
engine = create_engine(f"sqlite:///{_dir}/events.db", connect_args={"check_same_thread": False, "timeout": 10})


@sa_event.listens_for(engine, "connect")
def _pragmas(conn, _):
    conn.execute("PRAGMA journal_mode=WAL")
    conn.execute("PRAGMA synchronous=OFF")
    conn.execute(f"PRAGMA foreign_keys={'OFF' if bug('vn-id-reuse') else 'ON'}")
    conn.create_function("fold", 1, fold, deterministic=True)


Session = sessionmaker(engine, expire_on_commit=False)


def cleanup():
    import shutil
    engine.dispose()
    shutil.rmtree(_dir, ignore_errors=True)


def unique_slug(db, model, wanted, own_id=None):
    base = wanted or slugify(model.__name__)
    if bug("ev-slug-nonlatin") and model is Event and not wanted:
        return ""
    slug, n = base, 2
    while True:
        stmt = select(model.id).where(model.slug == slug)
        if own_id is not None:
            stmt = stmt.where(model.id != own_id)
        if db.scalar(stmt.limit(1)) is None:
            return slug
        slug, n = f"{base}-{n}", n + 1
