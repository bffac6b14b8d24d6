"""The writable fields of each resource, their defaults and their coercion."""
import re
from urllib.parse import unquote_plus, urlsplit

import dates
from errors import invalid, missing
from flags import bug, variant
from params import parse_bool, parse_int
from text import slugify

STATUSES = ("publish", "draft", "pending", "private", "future")


class Field:
    def __init__(self, type, default=None, required=False):
        self.type = type
        self.default = default
        self.required = required


_POST = {"author": Field("author"), "date": Field("date"), "date_utc": Field("date"),
         "status": Field("status", "publish")}
FIELDS = {
    "events": {
        "title": Field("text", required=True), "start_date": Field("date", required=True),
        "end_date": Field("date", required=True), **_POST,
        "description": Field("text", ""), "excerpt": Field("text", ""), "slug": Field("slug"),
        "timezone": Field("zone", dates.SITE_TZ_NAME), "all_day": Field("bool", False),
        "image": Field("string"), "cost": Field("any"), "website": Field("url"),
        "show_map": Field("bool", True), "show_map_link": Field("bool", True),
        "hide_from_listings": Field("bool", False), "sticky": Field("bool", False),
        "featured": Field("bool", False), "categories": Field("ids", []), "tags": Field("ids", []),
        "venue": Field("ids", []), "organizer": Field("ids", []),
        "password": Field("string")},
    "venues": {
        "venue": Field("text", required=True), **_POST, "description": Field("text"),
        **{name: Field("string") for name in (
            "show_map", "show_map_link", "address", "city", "country", "province", "state", "zip",
            "phone", "stateprovince", "website", "image")}},
    "organizers": {
        "organizer": Field("text", required=True), **_POST, "description": Field("text"),
        "phone": Field("string"), "website": Field("string"), "email": Field("email"),
        "image": Field("string")},
    "categories": {"name": Field("text", required=True), "description": Field("text", ""),
                   "slug": Field("slug"), "parent": Field("parent", 0)},
    "tags": {"name": Field("text", required=True), "description": Field("text", ""),
             "slug": Field("slug")},
}
TRANSPORT = {"ml_language", "id", "password", "slug"}


def _string(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if not isinstance(value, str):
        raise ValueError("not a string")
    return value.strip()


def _ids(value):
    items = value if isinstance(value, list) else [value]
    ids = []
    for item in items:
        parts = [p for p in item.split(",") if p.strip()] if isinstance(item, str) else [item]
        ids += [parse_int(p) for p in parts]
    return ids


def _url(value):
    value = _string(value)
    if value == "":
        return None
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.netloc or re.search(r"\s", value):
        raise ValueError("not a URL")
    return value


def _coerce(field, value):
    kind = field.type
    if variant("strict-validation"):
        if kind in ("text", "string", "slug", "email") and not isinstance(value, str):
            raise ValueError("not a string")
        if kind == "any" and not isinstance(value, (str, int, float)):
            raise ValueError("not a string or a number")
    if kind == "bool":
        return parse_bool(value)
    if kind == "date":
        if not isinstance(value, str):
            raise ValueError("not a date string")
        return dates.parse(value)
    if kind in ("author", "parent"):
        number = parse_int(value)
        if number < (1 if kind == "author" else 0):
            raise ValueError("not an ID")
        return number
    if kind == "ids":
        return _ids(value)
    if kind == "zone":
        if not isinstance(value, str) or not dates.known_zone(value):
            raise ValueError("not a time zone")
        return value
    if kind == "status":
        if value not in STATUSES:
            raise ValueError("must be one of " + ", ".join(STATUSES))
        return value
    if kind == "slug":
        return slugify(_string(value)) or None
    if kind == "url":
        return _url(value)
    if kind == "email":
        value = _string(value)
        if value and not re.fullmatch(r"[^@\s]+@[^@\s]+", value):
            raise ValueError("not an e-mail address")
        return value
    if kind == "any":
        return value
    return _string(value)


def _blank(value):
    return value is None or (isinstance(value, str) and value.strip() == "")


def clean(kind, body, partial):
    """The given fields with their values coerced. Null means the default of the field."""
    fields = FIELDS[kind]
    if not partial:
        absent = [n for n, f in fields.items() if f.required and n not in body]
        if absent:
            raise missing(absent)
    if variant("strict-validation"):
        unknown = [n for n in body if n not in fields and n not in TRANSPORT]
        if unknown:
            raise invalid({n: "unknown field" for n in unknown})
    values, problems = {}, {}
    for name, field in fields.items():
        if name not in body or (name == "password" and partial):
            continue
        value = body[name]
        try:
            if field.required and _blank(value):
                raise ValueError("must not be empty")
            if value is None or (_blank(value) and field.type not in ("text", "string", "email", "any")):
                values[name] = [] if field.type == "ids" else field.default
                continue
            values[name] = _coerce(field, value)
            if field.type == "ids" and not (bug("ta-double-count") and name == "tags"):
                values[name] = list(dict.fromkeys(values[name]))
        except (ValueError, OverflowError) as exc:
            problems[name] = str(exc)
            continue
        if kind == "organizers" and bug("or-plus-decoded") and isinstance(values[name], str):
            values[name] = unquote_plus(values[name]).strip()
        if kind == "venues" and bug("ve-zip-number") and name == "zip" and values[name].isdigit():
            values[name] = str(int(values[name]))
    if problems:
        raise invalid(problems)
    return values


def split_texts(kind, values):
    """(translated texts, language-neutral data)"""
    texts, data = {}, {}
    for name, value in values.items():
        (texts if FIELDS[kind][name].type == "text" else data)[name] = value
    return texts, data


def defaults(kind):
    out = {}
    for name, field in FIELDS[kind].items():
        if field.required:
            continue
        out[name] = list(field.default) if isinstance(field.default, list) else field.default
    if kind == "venues" and bug("ve-country-default"):
        out["country"] = "Netherlands"
    return out
