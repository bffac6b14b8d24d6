"""Fields of the interface: parsing and validation of what clients send."""
import json
import re
import unicodedata
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from switches import bug

LANGUAGES = ('nl', 'en', 'fr', 'de')
STATUSES = ('publish', 'future', 'draft', 'pending', 'private')
SITE_ZONE = 'Europe/Amsterdam'
MAX_ID = 2 ** 63 - 1
TRUE, FALSE = ('1', 'true', 'yes', 'on'), ('0', 'false', 'no', 'off')


class Invalid(Exception):
    def __init__(self, name, reason):
        super().__init__(reason)
        self.name, self.reason = name, reason


# ---- scalars -------------------------------------------------------------------------------------------------------

def text(limit=2000, required=False):
    def convert(name, value):
        if value is None and not required:
            return None
        if not isinstance(value, str):
            raise Invalid(name, 'must be a string')
        if required and not value.strip():
            raise Invalid(name, 'must not be empty')
        if len(value) > limit:
            raise Invalid(name, f'must not be longer than {limit} characters')
        return value
    return convert


def image(name, value):
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return text()(name, value)


def text_flag(name, value):
    if isinstance(value, (bool, int)):
        value = json.dumps(value)
    return text()(name, value)


def integer(name, value, minimum=0):
    if isinstance(value, str) and re.fullmatch(r'-?[0-9]{1,19}', value.strip()):
        value = int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) <= MAX_ID:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Invalid(name, 'must be an integer')
    if not minimum <= value <= MAX_ID:
        raise Invalid(name, f'must not be less than {minimum} or greater than {MAX_ID}')
    return value


def boolean(name, value):
    if value is None:
        return False
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower() if isinstance(value, (str, int)) else ''
    if word in TRUE or word in FALSE:
        return word in TRUE
    raise Invalid(name, 'must be a boolean')


def anything(name, value):
    """An untyped value is kept as it came."""
    if bug('cost-zero-lost'):
        value = value or None
    if value is None:
        return None
    packed = json.dumps(value, ensure_ascii=False)
    if len(packed) > 10000:
        raise Invalid(name, 'is too large')
    return packed


def url(name, value):
    if value is None or value == '':
        return value
    value = text()(name, value)
    try:
        parts = urlsplit(value)
        good = parts.scheme.lower() in ('http', 'https') and parts.hostname and not re.search(r'\s', value)
        parts.port
    except ValueError:
        good = False
    if not good:
        raise Invalid(name, 'must be a URL')
    return value


def number(name, value):
    if isinstance(value, str) and re.fullmatch(r'[+-]?[0-9]{1,20}(\.[0-9]{1,30})?', value.strip()):
        return float(value)
    raise Invalid(name, 'must be a number')


def id_list(name, value):
    """An array of IDs of a body: a JSON array, one ID, or a list with commas."""
    if value is None or value == '':
        return []
    if isinstance(value, str):
        value = [part for part in value.split(',') if part.strip()]
    elif not isinstance(value, list):
        value = [value]
    return list(dict.fromkeys(integer(name, item, 1) for item in value))


# ---- times ---------------------------------------------------------------------------------------------------------

_MOMENT = re.compile(r'(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?\s?(Z|[+-]\d\d:?\d\d)?', re.A)
_OFFSET = re.compile(r'(?:UTC|GMT)([+-])(\d{1,2})(?::?([0-5]\d))?', re.A)


def zone(name):
    match = _OFFSET.fullmatch(name)
    if match:
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        if minutes <= 14 * 60:
            return timezone(timedelta(minutes=-minutes if match[1] == '-' else minutes))
        raise ValueError(name)
    return ZoneInfo(name)


def timezone_name(name, value):
    if value is None or value == '':
        return SITE_ZONE
    if not isinstance(value, str) or len(value) > 64:
        raise Invalid(name, 'must be the name of a time zone')
    try:
        zone(value)
    except Exception:
        raise Invalid(name, 'must be the name of a time zone')
    return value


def moment(name, value, tz=SITE_ZONE):
    """A local time in `tz`; a time with an offset of its own is converted to it."""
    match = _MOMENT.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        raise Invalid(name, 'must be a date and time (YYYY-MM-DD HH:MM:SS)')
    try:
        parsed = datetime(*(int(part or 0) for part in match.groups()[:6]))
        if match[7]:
            shift = match[7].replace(':', '').replace('Z', '+0000')
            parsed = parsed.replace(tzinfo=datetime.strptime(shift, '%z').tzinfo)
            parsed = parsed.astimezone(zone(tz)).replace(tzinfo=None, fold=0)
        if not 1000 <= parsed.year <= 9998:
            raise ValueError
    except (ValueError, OverflowError):
        raise Invalid(name, 'is not a valid date and time')
    return parsed


def to_utc(local, tz):
    return local.replace(tzinfo=zone(tz)).astimezone(timezone.utc).replace(tzinfo=None)


def from_utc(utc, tz):
    return utc.replace(tzinfo=timezone.utc).astimezone(zone(tz)).replace(tzinfo=None, fold=0)


# ---- slugs ---------------------------------------------------------------------------------------------------------

def slugify(value):
    decomposed = unicodedata.normalize('NFKD', value.replace('ß', 'ss').replace('æ', 'ae').replace('ø', 'o'))
    plain = unicodedata.normalize('NFC', ''.join(c for c in decomposed if not unicodedata.combining(c)))
    return re.sub(r'[^\w]+', '-', plain.lower()).strip('-')[:180].rstrip('-')


# ---- tables of fields: name -> (table, column, converter, default) -------------------------------------------------

POST = {
    'description': ('posts', 'description', text(1_000_000), None),
    'image': ('posts', 'image', image, None),
}
FIELDS = {
    'event': {
        'title': ('posts', 'title', text(required=True), None),
        **POST,
        'excerpt': ('posts', 'excerpt', text(1_000_000), None),
        **{name: ('events', name, boolean, False) for name in
           ('all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured')},
        'cost': ('events', 'cost', anything, None),
        'website': ('events', 'website', url, None),
    },
    'venue': {
        'venue': ('posts', 'title', text(required=True), None),
        **POST,
        'show_map': ('venues', 'show_map', text_flag, None),
        'show_map_link': ('venues', 'show_map_link', text_flag, None),
        **{name: ('venues', name, text(), None) for name in
           ('address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website')},
    },
    'organizer': {
        'organizer': ('posts', 'title', text(required=True), None),
        **POST,
        **{name: ('organizers', name, text(), None) for name in ('phone', 'website', 'email')},
    },
}
TITLE = {'event': 'title', 'venue': 'venue', 'organizer': 'organizer'}
