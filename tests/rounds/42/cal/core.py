"""Switches, languages, dates and text helpers shared by all modules."""
import calendar
import os
import re
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

from django.utils.text import slugify

BUG = os.environ.get("BUG") or None
VARIANT = os.environ.get("VARIANT") or None
WITH_USERS = os.environ.get("USERS") == "1"

NAMESPACE = "vendor/events/v1"
LANGUAGES = ("nl", "en", "fr", "de")
DEFAULT_LANGUAGE = "en"
SITE_ZONE = "Europe/Amsterdam"
ZONES = available_timezones()
STATUSES = ("publish", "future", "draft", "pending", "private") + (
    ("trash",) if VARIANT == "trash" else ())
MAX_INT = 2 ** 63 - 1


def bug(name):
    return BUG == name


def variant(name):
    return VARIANT == name


# --- dates: the database holds naive local times (of the event's zone) and naive UTC times ---

DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)"
                  r"(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII)


def parse_datetime(text):
    """A naive datetime, or an aware one where the text carries an offset; ValueError otherwise."""
    match = DATE.fullmatch(text.strip())
    if not match:
        raise ValueError("Not a date: use YYYY-MM-DD HH:MM:SS.")
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    if not 1000 <= year <= 9998:
        raise ValueError("Year out of range.")
    if bug("feb-30") and 1 <= month <= 12 and 28 < day <= 31:
        day = min(day, calendar.monthrange(year, month)[1])
    moment = datetime(year, month, day, hour, minute, second)
    offset = match.group(7)
    if offset:
        if offset == "Z":
            shift = timedelta(0)
        else:
            shift = timedelta(hours=int(offset[1:3]), minutes=int(offset[-2:]))
            if shift >= timedelta(hours=24):
                raise ValueError("Bad offset.")
        moment = moment.replace(tzinfo=timezone(-shift if offset[0] == "-" else shift))
    return moment


def to_local(moment, zone):
    """Naive local time in the zone; naive input is taken to be local already."""
    if moment.tzinfo is None:
        return moment
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def to_utc(local, zone):
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(timezone.utc).replace(tzinfo=None)


def from_utc(utc, zone):
    return utc.replace(tzinfo=timezone.utc).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def now_utc():
    return datetime.utcnow()


def now_local():
    return from_utc(now_utc(), SITE_ZONE)


def show_date(naive, zone):
    if variant("iso"):
        return naive.replace(microsecond=0, tzinfo=ZoneInfo(zone)).isoformat()
    return naive.strftime("%Y-%m-%d %H:%M:%S")


# --- text ---

def fold(text):
    return (text or "").casefold()


def clean_slug(text):
    """A slug as sent by a client: lower case; letters, digits, '.', '_' and '-' of any script."""
    slug = re.sub(r"[^\w.\-]+", "-", text.strip().lower())
    return re.sub(r"-{2,}", "-", slug).strip("-.")[:190]


def slug_from(text):
    return slugify(text, allow_unicode=True)[:190].strip("-")


def without_astral(text):
    return "".join(c for c in text if ord(c) <= 0xFFFF)
