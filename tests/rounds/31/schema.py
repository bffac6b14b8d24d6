"""What a client may send: pydantic models, every field optional; required ones are checked on creation."""
import math
import re
from typing import Optional
from urllib.parse import urlsplit

from pydantic import BaseModel, Extra, ValidationError

import when
from conf import bad, bug, opt

BIG = 2 ** 63 - 1
STATUSES = ("publish", "draft", "pending", "private", "future")


def typed(name, function):
    return type(name, (), {"__get_validators__": classmethod(lambda cls: iter([function]))})


def text(value):
    if not isinstance(value, str):
        raise ValueError("must be a string")
    if any(0xD800 <= ord(c) <= 0xDFFF for c in value):
        raise ValueError("is not well-formed text")
    return value


def filled(value):
    if not text(value).strip():
        raise ValueError("must not be empty")
    return value


def integer(value):
    if isinstance(value, str) and not opt("strict") and re.fullmatch(r"[0-9]{1,19}", value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("must be an integer")
    if not 0 <= value <= BIG:
        raise ValueError("is out of range")
    return value


def flag(value):
    if isinstance(value, bool):
        return value
    if not opt("strict"):
        if isinstance(value, int) and value in (0, 1):
            return bool(value)
        if isinstance(value, str) and value.lower() in ("true", "false", "1", "0"):
            return value.lower() in ("true", "1")
    raise ValueError("must be a boolean")


def ids(value):
    if not opt("strict"):
        if isinstance(value, str):
            value = [x.strip() for x in value.split(",") if x.strip()]
        elif isinstance(value, int) and not isinstance(value, bool):
            value = [value]
    if not isinstance(value, list) or len(value) > 10000:
        raise ValueError("must be an array of integers")
    return list(dict.fromkeys(integer(x) for x in value))


def slug(value):
    if not text(value) or "/" in value or value in (".", "..") or value != value.strip() or not value.isprintable():
        raise ValueError("must be a string without /")
    return value


def status(value):
    if text(value) not in STATUSES:
        raise ValueError("must be one of " + ", ".join(STATUSES))
    return value


def moment(value):
    when.parse(text(value), "UTC")
    return value


def tz(value):
    when.zone(text(value))
    if bug("event-timezone-three-parts") and value.count("/") > 1:
        raise ValueError("no such time zone")
    return value


def url(value):
    if text(value) == "":
        return value
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.netloc or re.search(r"\s", value):
        raise ValueError("must be a URL")
    return value


def zip_code(value):
    if bug("venue-zip-letters") and not re.fullmatch(r"[0-9 -]*", text(value)):
        raise ValueError("must be a postal code")
    return text(value)


def email(value):
    if bug("organizer-email-plus") and text(value) and not re.fullmatch(r"[\w.-]+@[\w.-]+", value):
        raise ValueError("must be an e-mail address")
    if text(value) and not re.fullmatch(r"[^@\s]+@[^@\s]+", value):
        raise ValueError("must be an e-mail address")
    return value


def anything(value, depth=0):
    if depth > 50:
        raise ValueError("is nested too deeply")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("must be finite")
    if isinstance(value, str):
        text(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            text(key), anything(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            anything(inner, depth + 1)
    return value


Text, Filled, Int, Flag, Ids = (typed(n, f) for n, f in (
    ("Text", text), ("Filled", filled), ("Int", integer), ("Flag", flag), ("Ids", ids)))
Slug, Status, Moment, Tz, Url, Email, Free, Zip = (typed(n, f) for n, f in (
    ("Slug", slug), ("Status", status), ("Moment", moment), ("Tz", tz), ("Url", url), ("Email", email),
    ("Free", lambda value: anything(value)), ("Zip", zip_code)))


class In(BaseModel):
    class Config:
        extra = Extra.forbid if opt("strict") else Extra.ignore


class PostIn(In):
    author: Optional[Int]
    date: Optional[Moment]
    date_utc: Optional[Moment]
    description: Optional[Text]
    status: Optional[Status]
    image: Optional[Text]


class EventIn(PostIn):
    title: Optional[Filled]
    start_date: Optional[Moment]
    end_date: Optional[Moment]
    slug: Optional[Slug]
    excerpt: Optional[Text]
    timezone: Optional[Tz]
    all_day: Optional[Flag]
    cost: Optional[Free]
    website: Optional[Url]
    show_map: Optional[Flag]
    show_map_link: Optional[Flag]
    hide_from_listings: Optional[Flag]
    sticky: Optional[Flag]
    featured: Optional[Flag]
    categories: Optional[Ids]
    tags: Optional[Ids]
    venue: Optional[Ids]
    organizer: Optional[Ids]
    password: Optional[Text]


class VenueIn(PostIn):
    venue: Optional[Filled]
    show_map: Optional[Text]
    show_map_link: Optional[Text]
    address: Optional[Text]
    city: Optional[Text]
    country: Optional[Text]
    province: Optional[Text]
    state: Optional[Text]
    zip: Optional[Zip]
    phone: Optional[Text]
    stateprovince: Optional[Text]
    website: Optional[Text]


class OrganizerIn(PostIn):
    organizer: Optional[Filled]
    phone: Optional[Text]
    website: Optional[Text]
    email: Optional[Email]


class TagIn(In):
    name: Optional[Filled]
    description: Optional[Text]
    slug: Optional[Slug]


class CategoryIn(TagIn):
    parent: Optional[Int]


BODIES = {"events": EventIn, "venues": VenueIn, "organizers": OrganizerIn, "categories": CategoryIn, "tags": TagIn}
REQUIRED = {"events": ("title", "start_date", "end_date"), "venues": ("venue",), "organizers": ("organizer",),
            "categories": ("name",), "tags": ("name",)}


def check(kind, body, creating):
    """The fields sent, cleaned; refuses what the tables do not allow."""
    body = {k: v for k, v in body.items() if k not in ("ml_language", "id") and not (kind in ("venues", "organizers") and k == "slug")}
    try:
        model = BODIES[kind].parse_obj(body)
    except ValidationError as error:
        first = error.errors()[0]
        raise bad(first["loc"][0], first["msg"])
    sent = {name: getattr(model, name) for name in model.__fields_set__}
    for name in REQUIRED[kind]:
        if creating and name not in sent:
            raise bad(name, "is required")
        if name in sent and sent[name] is None:
            raise bad(name, "must not be null")
    return sent
