"""Dates, times and time zones."""
import re
import zoneinfo
from datetime import datetime, timedelta, timezone
from functools import lru_cache

from conf import SITE_TZ, bug

_FORM = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?(Z|[+-][0-9]{2}:?[0-9]{2})?)?")
_UTC_FORM = re.compile(r"UTC([+-])([0-9]{1,2})(?::([0-9]{2}))?")


@lru_cache(maxsize=256)
def zone(name):
    if name in ("UTC", "Z"):
        return timezone.utc
    found = _UTC_FORM.fullmatch(name)
    if found:
        minutes = int(found[2]) * 60 + int(found[3] or 0)
        if minutes > 14 * 60:
            raise ValueError("no such time zone")
        return timezone(timedelta(minutes=minutes if found[1] == "+" else -minutes))
    if name not in known():
        raise ValueError("no such time zone")
    return zoneinfo.ZoneInfo(name)


@lru_cache(maxsize=1)
def known():
    return zoneinfo.available_timezones()


def parse(text, tz=None):
    """A naive local datetime; an offset is allowed only where tz tells the local zone."""
    found = _FORM.fullmatch(text)
    if not found:
        raise ValueError("not a date and time of the form YYYY-MM-DD HH:MM:SS")
    parts = [int(x or 0) for x in found.groups()[:6]]
    if bug("date-rollover") and 28 < parts[2] < 32:
        value = datetime(parts[0], parts[1], 1, *parts[3:]) + timedelta(days=parts[2] - 1)
    else:
        value = datetime(*parts)
    if found[7]:
        if tz is None:
            raise ValueError("an offset is not allowed here")
        off = found[7]
        if off == "Z":
            zoned = value.replace(tzinfo=timezone.utc)
        else:
            delta = timedelta(hours=int(off[1:3]), minutes=int(off[-2:]))
            zoned = value.replace(tzinfo=timezone(delta if off[0] == "+" else -delta))
        try:
            value = zoned.astimezone(zone(tz)).replace(tzinfo=None)
        except OverflowError:
            raise ValueError("out of range")
    return value


def show(value):
    return value.replace(microsecond=0).isoformat(" ")


def to_utc(local, tz=SITE_TZ):
    try:
        return local.replace(tzinfo=zone(tz)).astimezone(timezone.utc).replace(tzinfo=None)
    except OverflowError:
        raise ValueError("out of range")


def from_utc(value, tz=SITE_TZ):
    try:
        return value.replace(tzinfo=timezone.utc).astimezone(zone(tz)).replace(tzinfo=None)
    except OverflowError:
        raise ValueError("out of range")


def now_utc():
    return datetime.utcnow().replace(microsecond=0)
