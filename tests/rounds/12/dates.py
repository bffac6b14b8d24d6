"""Wall-clock dates of events, the site's time zone, conversion to UTC."""
import re
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

from flags import bug

SITE_TZ_NAME = "Europe/Amsterdam"
SITE_TZ = ZoneInfo(SITE_TZ_NAME)
FORMAT = "%Y-%m-%d %H:%M:%S"
_ZONES = None

_DATE = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?"
    r"\s*(Z|[+-]\d{2}:?\d{2})?", re.ASCII | re.IGNORECASE)


def known_zone(name: str) -> bool:
    global _ZONES
    if _ZONES is None:
        _ZONES = available_timezones()
    return name in _ZONES


def zone(name: str):
    return ZoneInfo(name)


def _days_allowed(year: int, month: int) -> int:
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        if bug("ev-leap-day"):
            leap = year % 4 == 0 and year % 100 == 0 and year % 400 == 0
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


def parse(value: str) -> datetime:
    """Parse a date; aware when it carries an offset, else naive. ValueError if it is none."""
    m = _DATE.fullmatch(value.strip())
    if not m:
        raise ValueError("not a date (expected YYYY-MM-DD HH:MM:SS)")
    year, month, day = (int(m.group(i)) for i in (1, 2, 3))
    if not 1000 <= year <= 9998:
        raise ValueError("year out of range")
    if not 1 <= month <= 12 or not 1 <= day <= _days_allowed(year, month):
        raise ValueError("no such day in the calendar")
    hour, minute, second = (int(m.group(i) or 0) for i in (4, 5, 6))
    tz = None
    if m.group(7):
        off = m.group(7).upper()
        if off == "Z":
            tz = timezone.utc
        else:
            sign = -1 if off[0] == "-" else 1
            digits = off[1:].replace(":", "")
            tz = timezone(sign * timedelta(hours=int(digits[:2]), minutes=int(digits[2:])))
    return datetime(year, month, day, hour, minute, second, tzinfo=tz)


def to_local(dt: datetime, tz) -> datetime:
    """Naive wall-clock time in tz."""
    if dt.tzinfo is None:
        return dt
    return dt.astimezone(tz).replace(tzinfo=None)


def to_utc(local: datetime, tz) -> datetime:
    return local.replace(tzinfo=tz).astimezone(timezone.utc).replace(tzinfo=None)


def utc_span(start: datetime, end: datetime, tz):
    """UTC start and end of an event given by its local times."""
    utc_start = to_utc(start, tz)
    if bug("ev-utc-end-dst"):
        return utc_start, end - (start - utc_start)
    return utc_start, to_utc(end, tz)


def from_utc(utc: datetime, tz) -> datetime:
    return utc.replace(tzinfo=timezone.utc).astimezone(tz).replace(tzinfo=None)


def utc_now() -> datetime:
    return datetime.now(timezone.utc).replace(tzinfo=None, microsecond=0)


def site_now() -> datetime:
    return from_utc(utc_now(), SITE_TZ)


def day_start(dt: datetime) -> datetime:
    return dt.replace(hour=0, minute=0, second=0)


def day_end(dt: datetime) -> datetime:
    return dt.replace(hour=23, minute=59, second=59)


def whole_day_limit(dt: datetime) -> datetime:
    """The last moment of the day, for filters that include whole days."""
    if bug("ev-day-end"):
        return dt.replace(hour=23, minute=59, second=0)
    return day_end(dt)


def fmt(dt: datetime) -> str:
    # strftime("%Y") does not pad years below 1000 on every platform
    return f"{dt.year:04d}-{dt.month:02d}-{dt.day:02d} {dt.hour:02d}:{dt.minute:02d}:{dt.second:02d}"
