"""Small helpers for slugs, dates, URLs; raise ValueError on bad input."""
import re
import unicodedata
from datetime import datetime, timedelta, timezone
from functools import cache
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, available_timezones

from .config import SITE_TZ, bug

FORMAT = "%Y-%m-%d %H:%M:%S"
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_EMAIL = re.compile(r"[^@\s<>\"]+@[^@\s<>\".]+(\.[^@\s<>\".]+)+")


def slugify(text: str, fallback: str, ascii_only: bool = False) -> str:
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(c for c in text if not unicodedata.combining(c)).replace("ß", "ss")
    if ascii_only:
        return re.sub(r"[^a-z0-9]+", "-", text).strip("-")
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", text)).strip("-")[:200].strip("-") or fallback


@cache
def zone(name: str) -> ZoneInfo:
    if name not in _zones():
        raise ValueError(f"unknown time zone {name!r}")
    return ZoneInfo(name)


@cache
def _zones() -> set[str]:
    return available_timezones()


def parse_date(text: str, tz: str = SITE_TZ) -> tuple[str, bool]:
    """A local 'YYYY-MM-DD HH:MM:SS' and whether a time of day was given."""
    match = _DATE.fullmatch(text.strip())
    if not match:
        raise ValueError("dates have the format YYYY-MM-DD HH:MM:SS")
    year, month, day, hour, minute, second = (int(x or 0) for x in match.groups()[:6])
    if not 1000 <= year <= 9990:
        raise ValueError("year out of range")
    value = datetime(year, month, day, hour, minute, second)
    if match[7]:
        sign = match[7].replace(":", "")
        offset = timedelta(0) if sign == "Z" else timedelta(hours=int(sign[1:3]), minutes=int(sign[3:5]))
        value = value - (-offset if sign[0] == "-" else offset)
        value = value.replace(tzinfo=timezone.utc).astimezone(zone(tz)).replace(tzinfo=None)
    return value.strftime(FORMAT), match[4] is not None


def to_utc(local: str, tz: str) -> str:
    value = datetime.strptime(local, FORMAT)
    if bug("ev-dst"):
        return (value - value.replace(month=1, day=1, tzinfo=zone(tz)).utcoffset()).strftime(FORMAT)
    return value.replace(tzinfo=zone(tz)).astimezone(timezone.utc).strftime(FORMAT)


def from_utc(utc: str, tz: str = SITE_TZ) -> str:
    return datetime.strptime(utc, FORMAT).replace(tzinfo=timezone.utc).astimezone(zone(tz)).strftime(FORMAT)


def utc_now() -> str:
    return datetime.now(timezone.utc).strftime(FORMAT)


def check_url(value: str) -> str:
    value = value.strip()
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"[\s<>\"]", value):
        raise ValueError("not an http(s) URL")
    parts.port  # noqa: B018  (raises ValueError on a bad port)
    return value


def check_email(value: str) -> str:
    if not _EMAIL.fullmatch(value.strip()):
        raise ValueError("not an e-mail address")
    return value.strip()
