import html
import json
import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones
from .config import NS, SITE_ZONE, bug, opt
from .models import KINDS, NAME, ONE, RELATIONS, db

STATUSES = ("publish", "draft", "pending", "private", "future")
T = lambda names, t: [(n, t) for n in names.split()]
POST = T("author", "int") + T("date date_utc", "dt") + T("description image", "str") + T("status", "status")
FIELDS = {
    "events": dict(T("title", "str") + T("timezone", "tz") + T("start_date end_date", "dt") + POST + T("slug excerpt", "str") +
                   T("all_day show_map show_map_link hide_from_listings sticky featured", "bool") + T("cost", "any") +
                   T("website", "url") + T("categories tags venue organizer", "ids")),
    "venues": dict(T("venue", "str") + POST + T("show_map show_map_link address city country province state zip phone "
                   "stateprovince website", "str")),
    "organizers": dict(T("organizer", "str") + POST + T("phone website", "str") + T("email", "email")),
    "categories": dict(T("name description slug", "str") + T("parent", "int")),
    "tags": dict(T("name description slug", "str")),
}
REQUIRED = {"events": ("title", "start_date", "end_date"), "venues": ("venue",), "organizers": ("organizer",),
            "categories": ("name",), "tags": ("name",)}
TEXTS = {"events": ("title", "description", "excerpt"), "venues": ("venue", "description"),
         "organizers": ("organizer", "description"), "categories": ("name", "description"), "tags": ("name", "description")}
ZONES = available_timezones() | {"UTC"}


class Invalid(Exception):
    def __init__(self, errors, status=None):
        self.errors, self.status = errors, status


def to_bool(v):
    if isinstance(v, bool):
        return v
    if isinstance(v, (int, float)) and v in (1, 0):
        return bool(v)
    if isinstance(v, str) and v.lower() in ("1", "0", "true", "false", "yes", "no", "on", "off"):
        return str(v).lower() in ("1", "true", "yes", "on")
    raise ValueError("not a boolean")


def to_int(v):
    if isinstance(v, bool) or not (isinstance(v, int) or isinstance(v, str) and re.fullmatch(r"\s*-?[0-9]{1,18}\s*", v)):
        raise ValueError("not an integer")
    v = int(v)
    if abs(v) > 2 ** 62:
        raise ValueError("not a sensible integer")
    return v


DT = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d\d:?\d\d)?", re.A)


def to_dt(v, zone=None):
    m = DT.fullmatch(v.strip()) if isinstance(v, str) else None
    if not m:
        raise ValueError("not a date")
    y, mo, d, h, mi, s = [int(x or 0) for x in m.groups()[:6]]
    if bug("val-date-rolls-over") and d <= 31 and 1 <= mo <= 12:
        r = datetime(y, mo, 1, h, mi, s) + timedelta(days=d - 1)
    else:
        r = datetime(y, mo, d, h, mi, s)
    off = m.group(7)
    if off and zone:
        if off == "Z":
            off = "+00:00"
        delta = timedelta(hours=int(off[1:3]), minutes=int(off[-2:]))
        utc = r - delta if off[0] == "+" else r + delta
        r = utc.replace(tzinfo=ZoneInfo("UTC")).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return r


def split_list(v):
    if v is None:
        return []
    if isinstance(v, str):
        return [x.strip() for x in v.split(",") if x.strip()]
    return list(v) if isinstance(v, (list, tuple)) else [v]


def clean(kind, name, t, v):
    if t == "any":
        return v
    if v is None:
        if name in REQUIRED[kind] or name == "status":
            raise ValueError("must not be null")
        return [] if t == "ids" else None
    if t in ("str", "url", "email", "tz", "status"):
        if opt.lenient_types and isinstance(v, (int, float)) and not isinstance(v, bool):
            v = str(v)
        if not isinstance(v, str):
            raise ValueError("not a string")
        v.encode("utf-8")
        if opt.trim:
            v = v.strip()
        if name in REQUIRED[kind] and not v.strip():
            raise ValueError("must not be empty")
    if t == "status" and v not in STATUSES:
        raise ValueError("not a status")
    if t == "tz" and v and v not in ZONES:
        raise ValueError("not a time zone")
    if t == "url" and v:
        if not re.fullmatch(r"https?://[^\s/?#<>\"]+[^\s<>\"]*", v, re.I):
            raise ValueError("not a URL")
        if bug("ev-website-escaped") and kind == "events":
            v = html.escape(v, quote=False)
    if t == "email" and v:
        if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", v):
            raise ValueError("not an e-mail address")
        if bug("org-email-plus"):
            v = re.sub(r"\+[^@]*@", "@", v)
    if t == "bool":
        return to_bool(v)
    if t == "int":
        return to_int(v)
    if t == "dt":
        return v if name in ("start_date", "end_date") else to_dt(v, "UTC" if name == "date_utc" else SITE_ZONE)
    if t == "ids":
        if bug("val-relation-500"):
            return [int(x) if not isinstance(x, dict) else x for x in split_list(v)] if True else None
        return [x if opt.nested and isinstance(x, dict) else to_int(x) for x in split_list(v)]
    if t == "str":
        if bug("ev-title-cut") and name == "title":
            v = v[:100]
        if bug("ven-zip-number") and name == "zip" and v.isdigit():
            v = str(int(v))
    return v


def load(kind, data, partial, old=None, seen=None):
    """Validates a body; returns only what was given."""
    out, errors = {}, {}
    if bug("org-patch-wipes") and kind == "organizers" and partial == "PATCH":
        data = {**{n: None for n in FIELDS[kind] if n not in ("organizer", "status", "author", "date", "date_utc")}, **data}
    if opt.strict_fields:
        for n in data:
            if n not in FIELDS[kind] and n not in ("id", "password", "ml_language"):
                errors[n] = "unknown field"
    if not partial or (bug("val-put-required") and partial == "PUT" and kind == "events"):
        for n in REQUIRED[kind]:
            if bug("val-end-optional") and n == "end_date":
                continue
            if n not in data:
                errors[n] = "required"
    for n, t in FIELDS[kind].items():
        if n in data:
            try:
                if bug("val-relation-500") and t == "ids":
                    out[n] = (lambda: clean(kind, n, t, data[n]))
                else:
                    out[n] = clean(kind, n, t, data[n])
                if seen:
                    seen(n, t, out[n])
            except (ValueError, OverflowError) as e:
                errors[n] = str(e)
    if bug("val-relation-500"):
        out = {k: v() if callable(v) else v for k, v in out.items()}
    if kind == "events":
        zone = out.get("timezone") or (old.timezone if old else None) or SITE_ZONE
        for n in ("start_date", "end_date"):
            if n in out:
                try:
                    out[n] = to_dt(out[n], zone)
                except (ValueError, OverflowError) as e:
                    errors[n] = str(e)
        if bug("val-end-optional") and not partial and "end_date" not in data and "start_date" in out:
            out["end_date"] = out["start_date"]
        s = out.get("start_date") or (old and old.start_date)
        e = out.get("end_date") or (old and old.end_date)
        if not errors and s and e and e < s:
            errors["end_date"] = "must not be before start_date"
        if bug("ev-end-alone") and old is not None and "end_date" in out and "start_date" not in out:
            out["end_date"] = old.start_date + (old.end_date - old.start_date)
        if opt.all_day_normal and out.get("all_day") and s and e:
            out["start_date"], out["end_date"] = s.replace(hour=0, minute=0, second=0), e.replace(hour=23, minute=59, second=59)
    if kind == "categories" and out.get("parent"):
        from .models import Category
        if not db.get(Category, out["parent"]) or (old and old.id == out["parent"]):
            errors["parent"] = "no such category"
    if errors:
        raise Invalid(errors)
    return out


def camel(s):
    a, *b = s.split("_")
    return a + "".join(x.title() for x in b)


def present(d, kind=None):
    """Applies the site's taste to a record."""
    out = {}
    for k, v in d.items():
        if opt.omit_null and v is None:
            continue
        if opt.null_as_empty and v is None:
            v = ""
        if k == "id" and opt.ids == "str":
            v = str(v)
        if opt.rendered and k in ("title", "description", "excerpt") and isinstance(v, str):
            v = {"raw": v, "rendered": html.escape(v) if opt.entities else v}
        if not (k in ("venue", "organizer") and kind == "events"):
            k = opt.rename.get(k, k)
        if opt.names == "camel":
            k = camel(k)
        out[k] = v
    return out


def fmt(d, zone=SITE_ZONE):
    if d is None:
        return None
    if opt.zone == "local":
        return d.strftime("%Y-%m-%d %H:%M:%S")
    z = d.replace(tzinfo=ZoneInfo(zone))
    if opt.zone == "utc":
        return utc(d, zone).strftime("%Y-%m-%dT%H:%M:%SZ")
    return z.isoformat()


def utc(d, zone):
    try:
        return d.replace(tzinfo=ZoneInfo(zone)).astimezone(ZoneInfo("UTC")).replace(tzinfo=None) if d else None
    except OverflowError:   # the first and last day of the calendar
        return d


def text(rec, field, lang):
    base = getattr(rec, field)
    if lang and rec.translations:
        return (rec.translations.get(lang) or {}).get(field, base)
    return base


def dump(kind, rec, lang, root, locked=False, can_see=lambda r: True):
    me = "%s%s/%s/%d" % (root, NS, kind, rec.id)
    d = {"id": rec.id, "slug": rec.slug}
    for n, t in FIELDS[kind].items():
        if n in ("date_utc", "slug"):
            continue
        if t == "ids":
            rel = "venues" if n == "venue" else "organizers" if n == "organizer" else n
            items = []
            for r in getattr(rec, n):
                if not can_see(r):
                    continue
                if opt.relations == "ids":
                    items.append(str(r.id) if opt.ids == "str" else r.id)
                elif opt.relations == "links":
                    items.append({"id": r.id, "href": "%s%s/%s/%d" % (root, NS, rel, r.id)})
                else:
                    items.append(present({"id": r.id, "slug": r.slug, NAME[rel]: text(r, NAME[rel], lang)}))
            if opt.relations == "first" and n == "venue":
                items = items[0] if len(items) == 1 else items
            d[n] = items
        elif n in ("start_date", "end_date"):
            d[n] = fmt(getattr(rec, n), rec.timezone)
        elif n == "date":
            d["date"] = fmt(rec.date)
            d["date_utc"] = utc(rec.date, SITE_ZONE).strftime("%Y-%m-%d %H:%M:%S") if rec.date else None
        elif n in TEXTS[kind]:
            d[n] = text(rec, n, lang)
            if locked and n != "title":
                d[n] = ""
        else:
            d[n] = getattr(rec, n)
    if kind == "events":
        for n in ("start_date", "end_date"):
            d["utc_" + n] = utc(getattr(rec, n), rec.timezone).strftime("%Y-%m-%d %H:%M:%S")
        d["password_protected"] = bool(rec.password)
        if bug("ev-cost-zero"):
            d["cost"] = rec.cost or None
    elif kind in ("categories", "tags"):
        d["count"] = rec.count
    d["language"] = lang or rec.language
    d["rest_url"] = me
    return present(d, kind)
