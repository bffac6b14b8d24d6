"""Marshmallow schemas: what clients send (load) and what they are given (dump)."""
import html
import re
from datetime import datetime, time, timedelta, timezone as dt_timezone
from urllib.parse import urlsplit

from flask import g, request
from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema

from core import (BASE, LANGS, NS, SITE_TZ, STATUSES, USERS, bug, from_utc, variant, zone)

DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?", re.A)


class Moment:
    """A date or date-time as sent: wall-clock time, and an offset if one was given."""

    def __init__(self, wall, offset, date_only):
        self.wall, self.offset, self.date_only = wall, offset, date_only

    def local(self, tzname):
        return self.wall if self.offset is None else self.wall.replace(tzinfo=self.offset).astimezone(zone(tzname)).replace(tzinfo=None)

    def utc(self, tzname=SITE_TZ):
        return self.wall.replace(tzinfo=self.offset or zone(tzname)).astimezone(dt_timezone.utc).replace(tzinfo=None)

    def day(self):
        """First instant and first instant after the whole day (site time), in UTC."""
        first = datetime.combine(self.local(SITE_TZ).date(), time())
        return Moment(first, None, True).utc(), Moment(first + timedelta(days=1), None, True).utc()


def parse_moment(value):
    m = DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if not m:
        raise ValidationError("Not a valid date; use YYYY-MM-DD HH:MM:SS.")
    y, mo, d, h, mi, s = (int(x or 0) for x in m.groups()[:6])
    try:
        if bug("ev-date-rollover") and 1 <= d <= 31 and 1 <= mo <= 12:
            wall = datetime(y, mo, 1, h, mi, s) + timedelta(days=d - 1)
        else:
            wall = datetime(y, mo, d, h, mi, s)
        if not 1000 <= y <= 9998:
            raise ValueError
        offset = None
        if m[7]:
            offset = dt_timezone.utc if m[7] == "Z" else datetime.strptime(m[7].replace(":", ""), "%z").tzinfo
    except ValueError:
        raise ValidationError("No such date.")
    return Moment(wall, offset, m[4] is None)


# ---------------------------------------------------------------- input fields
class When(fields.Field):
    def _deserialize(self, value, attr, data, **kw):
        return parse_moment(value)


class Txt(fields.String):
    def __init__(self, *a, limit=None, blank=True, **kw):
        super().__init__(*a, **kw)
        self.limit, self.blank = limit, blank

    def _deserialize(self, value, attr, data, **kw):
        value = super()._deserialize(value, attr, data, **kw)
        if "\x00" in value or any("\ud800" <= c <= "\udfff" for c in value):
            raise ValidationError("Not valid Unicode text.")
        if not self.blank and not value.strip():
            raise ValidationError("Must not be empty.")
        if self.limit and len(value) > self.limit:
            raise ValidationError(f"Longer than {self.limit} characters.")
        return value


class Int(fields.Integer):
    """An integer, or a string of digits; not a boolean, not 1.5."""

    def _deserialize(self, value, attr, data, **kw):
        if isinstance(value, bool) or not re.fullmatch(r"\s*[+-]?[0-9]{1,18}\s*", str(value)):
            raise ValidationError("Not a valid integer.")
        return int(value)


class IdList(fields.Field):
    """Array of integers: a JSON array, one integer, or a CSV list. With `slugs`, slugs too."""

    def __init__(self, *a, slugs=False, **kw):
        super().__init__(*a, allow_none=True, **kw)
        self.slugs = slugs

    def _deserialize(self, value, attr, data, **kw):
        parts = []
        for part in value if isinstance(value, list) else [value]:
            parts += part.split(",") if isinstance(part, str) else [part]
        out = []
        for part in parts:
            part = part.strip() if isinstance(part, str) else part
            if part == "":
                continue
            if isinstance(part, int) and not isinstance(part, bool) and abs(part) < 2 ** 62:
                out.append(part)
            elif isinstance(part, str) and re.fullmatch(r"[0-9]{1,18}", part):
                out.append(int(part))
            elif self.slugs and isinstance(part, str) and re.fullmatch(r"[\w-]+", part):
                out.append(part)
            else:
                raise ValidationError("Not a valid list of IDs.")
        if len(out) > 1000:
            raise ValidationError("Too many IDs.")
        return list(dict.fromkeys(out))


class Flag(fields.Boolean):
    truthy, falsy = {"true", "True", "TRUE", "1", "yes", "on", 1, True}, {"false", "False", "FALSE", "0", "no", "off", 0, False}

    def _deserialize(self, value, attr, data, **kw):
        if bug("cat-hide-empty-false") and attr == "hide_empty" and "parent" in self.parent.fields and value == "false":
            return True
        if not isinstance(value, (bool, str)) and value not in (0, 1):
            raise ValidationError("Not a valid boolean.")
        return super()._deserialize(value, attr, data, **kw)


class Url(Txt):
    def _deserialize(self, value, attr, data, **kw):
        value = super()._deserialize(value, attr, data, **kw).strip()
        if value == "":
            return None
        try:
            parts = urlsplit(value)
            ok = parts.scheme in ("http", "https") and parts.hostname and not re.search(r"[\s<>\"]", value)
            parts.port
        except ValueError:
            ok = False
        if not ok:
            raise ValidationError("Not a valid URL.")
        return value


class Email(Txt):
    def _deserialize(self, value, attr, data, **kw):
        value = super()._deserialize(value, attr, data, **kw).strip()
        if value == "":
            return None
        if not re.fullmatch(r"[^\s@\"<>(),;:\[\]\\]+@[\w\-]+(\.[\w\-]+)+", value) or len(value) > 254 or ".." in value:
            raise ValidationError("Not a valid e-mail address.")
        return value


class Cost(fields.Field):
    def _deserialize(self, value, attr, data, **kw):
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise ValidationError("Not a valid cost.")
        if isinstance(value, str):
            return Txt().deserialize(value.strip())
        if value != value or value in (float("inf"), float("-inf")) or value < 0:
            raise ValidationError("Not a valid cost.")
        if bug("ev-cost-zero") and not value:
            return None
        return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


class Image(fields.Field):
    """An attachment ID or a URL."""

    def _deserialize(self, value, attr, data, **kw):
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            raise ValidationError("Not a valid image.")
        if value.strip() in ("", "0"):
            return None
        if value.isdigit() and value.isascii():
            if not 901 <= int(value[:12]) <= 912:
                raise ValidationError("No such image.")
            return value
        return Url().deserialize(value)


def timezone_name(value):
    try:
        zone(value)
    except ValueError:
        raise ValidationError("Not a known time zone.")


def one_of(*values):
    return validate.OneOf(values)


class Input(Schema):
    class Meta:
        unknown = EXCLUDE
    ml_language = fields.String(validate=one_of(*LANGS))


class PostIn(Input):
    author = Int(validate=validate.OneOf([1, 2, 3], error="No such author."), allow_none=True)
    date = When(allow_none=True)
    date_utc = When(allow_none=True)
    description = Txt(allow_none=True)
    status = fields.String(validate=one_of(*STATUSES), allow_none=True)
    image = Image(allow_none=True)


class EventIn(PostIn):
    title = Txt(required=True, blank=False)
    start_date = When(required=True)
    end_date = When(required=True)
    slug = Txt(limit=200)
    excerpt = Txt(allow_none=True)
    timezone = fields.String(validate=timezone_name)
    all_day = Flag()
    cost = Cost(allow_none=True)
    website = Url(allow_none=True)
    show_map = Flag()
    show_map_link = Flag()
    hide_from_listings = Flag()
    sticky = Flag()
    featured = Flag()
    categories = IdList()
    tags = IdList()
    venue = IdList()
    organizer = IdList()
    password = fields.String(allow_none=True)


class VenueIn(PostIn):
    venue = Txt(required=True, blank=False)
    show_map = Flag(allow_none=True)
    show_map_link = Flag(allow_none=True)
    address = Txt(allow_none=True)
    city = Txt(allow_none=True)
    country = Txt(allow_none=True)
    province = Txt(allow_none=True)
    state = Txt(allow_none=True)
    zip = Txt(allow_none=True)
    phone = Txt(allow_none=True)
    stateprovince = Txt(allow_none=True)
    website = Url(allow_none=True)


class OrganizerIn(PostIn):
    organizer = Txt(required=True, blank=False)
    phone = Txt(allow_none=True)
    website = Url(allow_none=True)
    email = Email(allow_none=True)


class TagIn(Input):
    name = Txt(required=True, blank=False)
    description = Txt(allow_none=True)
    slug = Txt(limit=200)


class CategoryIn(TagIn):
    parent = Int(allow_none=True)


# ---------------------------------------------------------------- list parameters
class ListQuery(Input):
    page = Int(load_default=1, validate=validate.Range(min=1))
    per_page = Int(load_default=10, validate=validate.Range(min=1, max=100))
    search = Txt(limit=1000)


class StatusList(fields.Field):
    def _deserialize(self, value, attr, data, **kw):
        parts = [p.strip() for v in (value if isinstance(value, list) else [value]) for p in v.split(",") if p.strip()]
        if not parts or any(p not in STATUSES + ("any",) for p in parts):
            raise ValidationError("Not a known status.")
        return list(STATUSES) if "any" in parts else parts


class EventQuery(ListQuery):
    start_date = When()
    end_date = When()
    starts_before = When()
    starts_after = When()
    ends_before = When()
    ends_after = When()
    strict_dates = Flag(load_default=False)
    categories = IdList(slugs=True)
    tags = IdList(slugs=True)
    venue = IdList()
    organizer = IdList()
    featured = Flag()
    status = StatusList()
    geoloc = Flag()
    geoloc_lat = fields.Float(validate=validate.Range(-90, 90))
    geoloc_lng = fields.Float(validate=validate.Range(-180, 180))
    include = IdList()
    post_parent = Int()
    ticketed = Flag()

    @validates_schema
    def both(self, data, **kw):
        if ("geoloc_lat" in data) != ("geoloc_lng" in data):
            raise ValidationError("geoloc_lat and geoloc_lng must be given together.", "geoloc_lat")


class PlaceQuery(ListQuery):
    event = Int()
    has_events = Flag()
    only_with_upcoming = Flag(load_default=False)
    status = StatusList()


class TagQuery(ListQuery):
    exclude = IdList()
    include = IdList()
    order = fields.String(load_default="asc")
    orderby = fields.String(load_default="name", validate=one_of("id", "term_id", "name", "slug", "count", "description", "include"))
    hide_empty = Flag(load_default=True)
    post = Int()
    event = Int()
    slug = Txt()

    @validates_schema
    def known_order(self, data, **kw):
        if data["order"].lower() not in ("asc", "desc", "ascending", "descending"):
            raise ValidationError("Use asc or desc.", "order")


class CategoryQuery(TagQuery):
    orderby = fields.String(load_default="name", validate=one_of("id", "term_id", "name", "slug", "count", "description", "include", "parent"))
    parent = Int()


# ---------------------------------------------------------------- output
def url(path):
    return f"{BASE}{request.script_root}/{path}"


def stamp(value):
    return None if value is None else value.replace(microsecond=0).isoformat(" ")


def text_of(obj, field):
    lang = getattr(g, "lang", None)
    value = getattr(obj, field)
    if lang and lang != obj.lang:
        i18n = obj.i18n or {}
        if bug("vn-lang-missing-500") and obj.__tablename__ == "venues" and "by-slug" in request.path:
            return i18n[lang][field]
        value = i18n.get(lang, {}).get(field, value)
    return value


class Translated(fields.Field):
    def _serialize(self, value, attr, obj, **kw):
        value = text_of(obj, attr)
        if variant("html") and value:
            value = html.escape(value, quote=False)
            if attr == "description":
                value = "".join(f"<p>{p}</p>\n" for p in value.split("\n\n"))
        return value


class Stamp(fields.Field):
    def _serialize(self, value, attr, obj, **kw):
        return stamp(value)


def site_time(attr):
    return fields.Function(lambda o: stamp(from_utc(getattr(o, attr), SITE_TZ)))


def image_out(obj):
    if not obj.image:
        return False
    if obj.image.isdigit():
        return {"id": int(obj.image), "url": f"{BASE}/media/{obj.image}.jpg"}
    return {"id": None, "url": obj.image}


def rest_url(obj):
    return url(f"{NS}/{obj.__tablename__}/{obj.id}")


class Out(Schema):
    id = fields.Integer()
    slug = fields.String()
    language = fields.Function(lambda o: g.lang if g.lang and g.lang in (o.i18n or {}) else o.lang)
    translations = fields.Function(lambda o: sorted([o.lang, *(o.i18n or {})]))
    rest_url = fields.Function(rest_url)


class PostOut(Out):
    author = fields.Integer()
    status = fields.String()
    date = site_time("date_utc")
    date_utc = Stamp()
    modified = site_time("modified_utc")
    modified_utc = Stamp()
    description = Translated()
    image = fields.Function(image_out)


class VenueOut(PostOut):
    venue = Translated()
    address, city, country, province, state, zip, phone, website = (fields.String() for _ in range(8))
    stateprovince = fields.Function(lambda o: o.stateprovince or o.state or o.province)
    show_map, show_map_link = fields.Boolean(), fields.Boolean()
    geo_lat, geo_lng = fields.Float(), fields.Float()
    custom_fields = fields.Function(lambda o: o.custom_fields or {})


class OrganizerOut(PostOut):
    organizer = Translated()
    phone, website, email = fields.String(), fields.String(), fields.String()


class TagOut(Out):
    name = Translated()
    description = Translated()
    count = fields.Function(lambda o: g.counts(type(o)).get(o.id, 0))
    taxonomy = fields.Function(lambda o: "event_category" if o.__tablename__ == "categories" else "event_tag")


class CategoryOut(TagOut):
    parent = fields.Integer()


def related(attr, schema):
    def dump(obj):
        items = [r for r in getattr(obj, attr) if not hasattr(r, "status") or r.status == "publish" or r.status != "trash" and (not USERS or g.user)]
        if variant("bare-ids"):
            return [r.id for r in items]
        return schema().dump(items, many=True)
    return fields.Function(dump)


class EventOut(PostOut):
    title = Translated()
    excerpt = Translated()
    start_date, end_date = Stamp(), Stamp()
    utc_start_date = fields.Function(lambda o: stamp(o.start_utc))
    utc_end_date = fields.Function(lambda o: stamp(o.end_utc))
    timezone = fields.String()
    all_day, show_map, show_map_link, hide_from_listings, sticky, featured, ticketed = (fields.Boolean() for _ in range(7))
    cost, website = fields.String(), fields.String()
    post_parent = fields.Integer()
    protected = fields.Function(lambda o: bool(o.password))
    venue = related("venue", VenueOut)
    organizer = related("organizer", OrganizerOut)
    categories = related("categories", CategoryOut)
    tags = related("tags", TagOut)
