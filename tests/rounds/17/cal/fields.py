"""Input: bodies, types, validation."""
import io
import json
import re
import zoneinfo
from datetime import datetime, timedelta, timezone

from django.http import QueryDict
from django.http.multipartparser import MultiPartParser

from .models import MODELS
from .switches import opt

LANGS = ('nl', 'en', 'fr', 'de')
STATUSES = ('publish', 'draft', 'pending', 'private', 'future')
UTC = timezone.utc
SITE = zoneinfo.ZoneInfo(opt('site_tz'))
MAXINT = 2 ** 63 - 1


class ApiError(Exception):
    def __init__(self, status, code, message, headers=None):
        super().__init__(message)
        self.status, self.code, self.message, self.headers = status, code, message, headers or {}


def invalid(name, why='is not valid'):
    return ApiError(opt('invalid'), 'rest_invalid_param', 'Invalid parameter: %s %s' % (name, why))


class FormStr(str):
    """A value that came from a form or a query, where everything is text."""


# name: (type, required on create, null allowed)
SPEC = {
    'events': {
        'title': ('name', 1, 0), 'start_date': ('dt', 1, 0), 'end_date': ('dt', 1, 0), 'author': ('int', 0, 0),
        'date': ('dt', 0, 0), 'date_utc': ('dt', 0, 0), 'description': ('text', 0, 0), 'slug': ('slug', 0, 0),
        'excerpt': ('text', 0, 0), 'status': ('status', 0, 0), 'timezone': ('tz', 0, 0), 'all_day': ('bool', 0, 0),
        'image': ('image', 0, 0), 'cost': ('any', 0, 1), 'website': ('url', 0, 1), 'show_map': ('bool', 0, 0),
        'show_map_link': ('bool', 0, 0), 'hide_from_listings': ('bool', 0, 0), 'sticky': ('bool', 0, 0),
        'featured': ('bool', 0, 0), 'categories': ('ids', 0, 1), 'tags': ('ids', 0, 1), 'venue': ('ids', 0, 1),
        'organizer': ('ids', 0, 1),
    },
    'venues': {
        'venue': ('name', 1, 0), 'author': ('int', 0, 0), 'date': ('dt', 0, 0), 'date_utc': ('dt', 0, 0),
        'description': ('text', 0, 1), 'status': ('status', 0, 0), 'show_map': ('text', 0, 1), 'show_map_link': ('text', 0, 1),
        'address': ('text', 0, 1), 'city': ('text', 0, 1), 'country': ('text', 0, 1), 'province': ('text', 0, 1),
        'state': ('text', 0, 1), 'zip': ('text', 0, 1), 'phone': ('text', 0, 1), 'stateprovince': ('text', 0, 1),
        'website': ('url', 0, 1), 'image': ('image', 0, 1),
    },
    'organizers': {
        'organizer': ('name', 1, 0), 'author': ('int', 0, 1), 'date': ('dt', 0, 1), 'date_utc': ('dt', 0, 1),
        'description': ('text', 0, 1), 'status': ('status', 0, 1), 'phone': ('text', 0, 1), 'website': ('text', 0, 1),
        'email': ('email', 0, 1), 'image': ('image', 0, 1),
    },
    'categories': {'name': ('name', 1, 0), 'description': ('text', 0, 0), 'slug': ('slug', 0, 0), 'parent': ('parent', 0, 1)},
    'tags': {'name': ('name', 1, 0), 'description': ('text', 0, 0), 'slug': ('slug', 0, 0)},
}

DT = re.compile(r'(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?', re.A)


def parse_dt(text, name):
    """-> (datetime, True when only a date was given); aware when an offset was given."""
    m = DT.fullmatch(text.strip()) if isinstance(text, str) else None
    if not m:
        raise invalid(name, 'is not a date and time')
    y, mo, d, h, mi, s, off = m.groups()
    try:
        out = datetime(int(y), int(mo), int(d), int(h or 0), int(mi or 0), int(s or 0))
        if off:
            if off == 'Z':
                out = out.replace(tzinfo=UTC)
            else:
                digits = off[1:].replace(':', '')
                delta = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
                out = out.replace(tzinfo=timezone(-delta if off[0] == '-' else delta))
    except ValueError:
        raise invalid(name, 'is not a date and time')
    return out, h is None


def get_tz(name):
    m = re.fullmatch(r'(?:UTC|GMT)?([+-])(\d{1,2})(?:[:.]?(\d\d))?', name, re.A)
    if m:
        delta = timedelta(hours=int(m.group(2)), minutes=int(m.group(3) or 0))
        if delta > timedelta(hours=14):
            return None
        return timezone(-delta if m.group(1) == '-' else delta)
    if not re.fullmatch(r'[A-Za-z0-9_+\-/]{1,64}', name, re.A):
        return None
    try:
        return zoneinfo.ZoneInfo(name)
    except Exception:
        return None


def convert(value, frm, to, name):
    """A naive wall clock of one zone as the wall clock of another."""
    try:
        return value.replace(tzinfo=frm).astimezone(to).replace(tzinfo=None)
    except OverflowError:
        raise invalid(name, 'is out of range')


def wall(value, tz, name):
    """An input datetime as a naive wall clock of tz."""
    try:
        return value.astimezone(tz).replace(tzinfo=None) if value.tzinfo else value
    except OverflowError:
        raise invalid(name, 'is out of range')


def to_int(value, name, low=0):
    if isinstance(value, bool):
        raise invalid(name, 'is not an integer')
    if isinstance(value, str):
        if opt('strict_types') and not isinstance(value, FormStr) or not re.fullmatch(r'\s*-?\d{1,30}\s*', value, re.A):
            raise invalid(name, 'is not an integer')
        value = int(value)
    if not isinstance(value, int) or not low <= value <= MAXINT:
        raise invalid(name, 'is not an integer in range')
    return value


TRUE, FALSE = ('true', '1', 'yes', 'on'), ('false', '0', 'no', 'off')


def to_bool(value, name):
    if isinstance(value, bool):
        return value
    if not opt('strict_types') or isinstance(value, FormStr):
        if isinstance(value, int) and value in (0, 1):
            return bool(value)
        if isinstance(value, str) and value.lower() in TRUE + FALSE:
            return value.lower() in TRUE
    raise invalid(name, 'is not a boolean')


def to_ids(value, name):
    if isinstance(value, FormStr):
        value = [FormStr(v) for v in value.split(',') if v.strip()]
    elif isinstance(value, list) and value and all(isinstance(v, FormStr) for v in value):
        value = [FormStr(x) for v in value for x in v.split(',') if x.strip()]
    elif opt('lenient') and isinstance(value, str):
        value = [v for v in value.split(',') if v.strip()]
    elif opt('lenient') and isinstance(value, int) and not isinstance(value, bool):
        value = [value]
    if not isinstance(value, list):
        raise invalid(name, 'is not an array')
    out = []
    for v in value:
        v = to_int(v, name, 1)
        if v not in out:
            out.append(v)
    kind = 'categories' if name == 'categories' else {'tags': 'tags', 'venue': 'venues', 'organizer': 'organizers'}[name]
    known = set(MODELS[kind].objects.filter(pk__in=out).values_list('pk', flat=True))
    for v in out:
        if v not in known:
            raise invalid(name, 'has an unknown ID')
    return out


def to_text(value, name):
    if opt('lenient') and isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise invalid(name, 'is not a string')
    try:
        value.encode('utf-8')
    except UnicodeEncodeError:
        raise invalid(name, 'is not valid text')
    return str(value)


URL = re.compile(r'https?://[^\s/?#]+[^\s]*', re.I)


def to_value(name, typ, value):
    if typ in ('int', 'parent'):
        return to_int(value, name)
    if typ == 'bool':
        return to_bool(value, name)
    if typ == 'ids':
        return to_ids(value, name)
    if typ == 'dt':
        if opt('strict_types') and not re.fullmatch(r'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d', value if isinstance(value, str) else '', re.A):
            raise invalid(name, 'is not YYYY-MM-DD HH:MM:SS')
        return parse_dt(value, name)[0]
    if typ == 'any':
        try:
            return json.dumps(value, ensure_ascii=False, allow_nan=False).encode('utf-8').decode('utf-8')
        except ValueError:
            raise invalid(name, 'is not valid text')
    value = to_text(value, name)
    if typ == 'name' and not value.strip():
        raise invalid(name, 'is empty')
    if typ == 'url' and value and not URL.fullmatch(value):
        raise invalid(name, 'is not a URL')
    if typ == 'image' and value and not URL.fullmatch(value) and not re.fullmatch(r'\d+', value, re.A):
        raise invalid(name, 'is neither an ID nor a URL')
    if typ == 'email' and value and not re.fullmatch(r'[^@\s]+@[^@\s]+', value):
        raise invalid(name, 'is not an e-mail address')
    if typ == 'status' and value not in STATUSES:
        raise invalid(name, 'is not a known status')
    if typ == 'tz' and get_tz(value) is None:
        raise invalid(name, 'is not a known time zone')
    if typ == 'slug':
        if not value.strip() or '/' in value or value in ('.', '..'):
            raise invalid(name, 'is not a slug')
        if opt('strict_slug') and not re.fullmatch(r'[a-z0-9]+(-[a-z0-9]+)*', value):
            raise invalid(name, 'is not a slug')
    return value


def clean(kind, data, creating, required=()):
    """The accepted fields of a body, by name, converted; raises on the first that is wrong."""
    out = {}
    spec = SPEC[kind]
    if opt('strict_fields'):
        for name in data:
            if name not in spec and name not in ('id', 'ml_language', 'password'):
                raise invalid(name, 'is not a field')
    for name, (typ, needed, nullable) in spec.items():
        if name not in data:
            if creating and needed or name in required:
                raise ApiError(opt('invalid'), 'rest_missing_callback_param', 'Missing parameter: %s' % name)
            continue
        value = data[name]
        if value is None:
            if not nullable:
                raise invalid(name, 'may not be null')
            if typ in ('int', 'dt', 'status'):
                continue                       # the service picks the value, as if it was not sent
            out[name] = {'ids': [], 'parent': 0, 'any': 'null'}.get(typ)
            continue
        out[name] = to_value(name, typ, value)
    return out


def _form(qd):
    out = {}
    for key in qd:
        values = [FormStr(v) for v in qd.getlist(key)]
        m = re.fullmatch(r'(\w+)\[\d*\]', key)
        if m:
            out.setdefault(m.group(1), [])
            if isinstance(out[m.group(1)], list):
                out[m.group(1)] += values
        elif key in ('categories', 'tags', 'venue', 'organizer') and len(values) > 1:
            out[key] = values
        else:
            out[key] = values[-1]
    return out


def _no_constant(text):
    raise ValueError(text)


def parse_body(request):
    """The body as a dict of fields, with the query's parameters beneath it."""
    data = _form(request.GET)
    raw = request.body
    ctype = request.META.get('CONTENT_TYPE', '').split(';')[0].strip().lower()
    if not raw.strip():
        return data
    if ctype == 'application/x-www-form-urlencoded':
        try:
            raw.decode('utf-8')
        except UnicodeDecodeError:
            raise ApiError(400, 'rest_invalid_body', 'The body is not UTF-8.')
        data.update(_form(QueryDict(raw, encoding='utf-8')))
        return data
    if ctype == 'multipart/form-data':
        try:
            post, _ = MultiPartParser(request.META, io.BytesIO(raw), request.upload_handlers).parse()
        except Exception:
            raise ApiError(400, 'rest_invalid_body', 'The body is not valid multipart.')
        data.update(_form(post))
        return data
    if ctype and ctype != 'application/json' and not ctype.endswith('+json'):
        raise ApiError(415, 'rest_unsupported_media_type', 'Send JSON or a form.')
    try:
        body = json.loads(raw.decode('utf-8'), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise ApiError(400, 'rest_invalid_json', 'The body is not valid JSON.')
    if not isinstance(body, dict):
        raise ApiError(400, 'rest_invalid_json', 'The body is not a JSON object.')
    data.update(body)
    return data


def language(value):
    if not isinstance(value, str) or value not in LANGS:
        raise invalid('ml_language', 'is none of nl, en, fr, de')
    return str(value)
