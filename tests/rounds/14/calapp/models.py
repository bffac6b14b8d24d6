import json
from datetime import datetime
from sqlalchemy import (JSON, Boolean, Column, DateTime, ForeignKey, Integer, String, Table, Text, create_engine, event)
from sqlalchemy.orm import declarative_base, relationship, scoped_session, sessionmaker
from sqlalchemy.pool import StaticPool
from .config import bug, opt

engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
db = scoped_session(sessionmaker(bind=engine))
Base = declarative_base()


@event.listens_for(engine, "connect")
def functions(conn, _):
    def shown(translations, base, lang, field):
        if lang and translations:
            return ((json.loads(translations) or {}).get(lang) or {}).get(field, base)
        return base

    def has_text(hay, needle):
        return 1 if hay is not None and needle.casefold() in str(hay).casefold() else 0
    conn.create_function("shown", 4, shown)
    conn.create_function("has_text", 2, has_text)


def link(name, left, right):
    return Table(name, Base.metadata, Column("event_id", ForeignKey("events.id"), primary_key=True),
                 Column("other_id", ForeignKey(right + ".id"), primary_key=True))


event_venues = link("event_venues", "events", "venues")
event_organizers = link("event_organizers", "events", "organizers")
event_categories = link("event_categories", "events", "categories")
event_tags = link("event_tags", "events", "tags")


class Common:
    __table_args__ = {"sqlite_autoincrement": True}
    id = Column(Integer, primary_key=True)
    author = Column(Integer)
    slug = Column(String(200), index=True)
    description = Column(Text)
    language = Column(String(2), default="en")
    translations = Column(JSON, default=dict)
    version = Column(Integer, default=1)


class Post(Common):
    status = Column(String(20), default="publish")
    date = Column(DateTime)       # site time
    image = Column(String)
    website = Column(String)


class Event(Post, Base):
    __tablename__ = "events"
    title = Column(String)
    start_date = Column(DateTime)
    end_date = Column(DateTime)
    timezone = Column(String)
    excerpt = Column(Text)
    all_day = Column(Boolean, default=False)
    cost = Column(JSON)
    show_map = Column(Boolean)
    show_map_link = Column(Boolean)
    hide_from_listings = Column(Boolean)
    sticky = Column(Boolean)
    featured = Column(Boolean)
    password = Column(String)
    parent = Column(Integer, default=0)
    venue = relationship("Venue", secondary=event_venues, back_populates="events", order_by="Venue.id")
    organizer = relationship("Organizer", secondary=event_organizers, back_populates="events", order_by="Organizer.id")
    categories = relationship("Category", secondary=event_categories, back_populates="events", order_by="Category.id")
    tags = relationship("Tag", secondary=event_tags, back_populates="events", order_by="Tag.id")


class Venue(Post, Base):
    __tablename__ = "venues"
    venue = Column(String)
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
    events = relationship("Event", secondary=event_venues, back_populates="venue")


class Organizer(Post, Base):
    __tablename__ = "organizers"
    organizer = Column(String)
    phone = Column(String)
    email = Column(String)
    events = relationship("Event", secondary=event_organizers, back_populates="organizer")


class Category(Common, Base):
    __tablename__ = "categories"
    name = Column(String)
    parent = Column(Integer, default=0)
    count = Column(Integer, default=0)
    events = relationship("Event", secondary=event_categories, back_populates="categories")


class Tag(Common, Base):
    __tablename__ = "tags"
    name = Column(String)
    count = Column(Integer, default=0)
    events = relationship("Event", secondary=event_tags, back_populates="tags")


KINDS = {"events": Event, "venues": Venue, "organizers": Organizer, "categories": Category, "tags": Tag}
NAME = {"events": "title", "venues": "venue", "organizers": "organizer", "categories": "name", "tags": "name"}
ONE = {"events": "event", "venues": "venue", "organizers": "organizer", "categories": "category", "tags": "tag"}
RELATIONS = {"venue": Venue, "organizer": Organizer, "categories": Category, "tags": Tag}


def init_db():
    Base.metadata.create_all(engine)
    if opt.first_id > 1:
        with engine.begin() as c:
            for t in KINDS:
                c.exec_driver_sql("insert into sqlite_sequence(name, seq) values (?, ?)", (t, opt.first_id - 1))
