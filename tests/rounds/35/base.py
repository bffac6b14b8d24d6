"""Shared: configuration, errors, text and date parsing, field types."""
import datetime as dt, json, os, re, unicodedata, zoneinfo

BUG = os.environ.get('BUG') or ''
VARIANT = os.environ.get('VARIANT') or ''
USERS = os.environ.get('USERS') == '1'
NS = 'vendor/events/v1'
SITE_TZ = {'language-maps': 'Pacific/Auckland', 'kebab-epoch': 'UTC', 'siren': 'America/St_Johns'}.get(VARIANT, 'Europe/Amsterdam')
LANGS = ('en', 'nl', 'de', 'fr')
MAXID = 2 ** 63 - 1
ZONES = zoneinfo.available_timezones()
STATUSES = ('publish', 'draft', 'pending', 'private', 'future')


def bug(name):
    return BUG == name


class ApiError(Exception):
    def __init__(self, status, code, message, params=None, headers=None):
        self.status, self.code, self.message = status, code, message
        self.params, self.headers = params, headers or {}


def bad(param, why):
    return ApiError(400, 'rest_invalid_param', f'Invalid parameter(s): {param}', {param: why})


def ascii_slug(text):
    s = unicodedata.normalize('NFC', text).lower()
    for a, b in (('ä', 'ae'), ('ö', 'oe'), ('ü', 'ue'), ('ß', 'ss')):
        s = s.replace(a, b)
    s = ''.join(c for c in unicodedata.normalize('NFKD', s) if not unicodedata.combining(c))
    s = ''.join(c if c.isascii() else f'-u{ord(c):x}-' if c.isalnum() else '-' for c in s)
    return re.sub(r'[^a-z0-9]+', '-', s).strip('-')[:120].strip('-')


def slugify(text):
    if VARIANT == 'ascii-slugs-gzip':
        return ascii_slug(text)
    s = unicodedata.normalize('NFKD', text)
    s = ''.join(c for c in s if not unicodedata.combining(c))
    s = unicodedata.normalize('NFC', s).lower()
    s = s.replace("'", '').replace('\u2019', '')
    return re.sub(r'[^\w]+', '-', s).strip('-')[:180].strip('-')


DT = re.compile(r'(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?\s*(Z|[+-]\d\d:?\d\d)?\Z')


def parse_dt(name, v, zone):
    """-> naive local datetime in `zone` (a name)"""
    if not isinstance(v, str):
        raise bad(name, 'must be a date and time')
    m = DT.match(v.strip())
    if not m or not m.group(1).isascii():
        raise bad(name, 'must be a date and time, YYYY-MM-DD HH:MM:SS')
    y, mo, d, h, mi, s = (int(x) if x else 0 for x in m.groups()[:6])
    try:
        if not 1000 <= y <= 9998:
            raise ValueError
        t = dt.datetime(y, mo, d, h, mi, s)
        off = m.group(7)
        if off:
            if off != 'Z':
                sign = -1 if off[0] == '-' else 1
                hh, mm = int(off[1:3]), int(off[-2:])
                if hh > 15 or mm > 59:
                    raise ValueError
                t -= sign * dt.timedelta(hours=hh, minutes=mm)
            t = t.replace(tzinfo=dt.timezone.utc).astimezone(zoneinfo.ZoneInfo(zone)).replace(tzinfo=None)
        return t
    except ValueError:
        raise bad(name, 'is not a date of the calendar')


def parse_int(name, v, lo=None, hi=None):
    if isinstance(v, bool) or v is None:
        raise bad(name, 'must be an integer')
    if isinstance(v, str):
        if not re.fullmatch(r'-?[0-9]{1,25}', v.strip()):
            raise bad(name, 'must be an integer')
        v = int(v)
    elif isinstance(v, float):
        if v != int(v):
            raise bad(name, 'must be an integer')
        v = int(v)
    elif not isinstance(v, int):
        raise bad(name, 'must be an integer')
    if lo is not None and v < lo:
        raise bad(name, f'must be at least {lo}')
    if hi is not None and v > hi:
        raise bad(name, f'must be at most {hi}')
    return v


def parse_bool(name, v):
    if isinstance(v, bool):
        return v
    if v in (0, 1) and not isinstance(v, float):
        return bool(v)
    if isinstance(v, str):
        s = v.strip().lower()
        if s in ('true', '1', 'yes', 'on'):
            return True
        if s in ('false', '0', 'no', 'off', ''):
            return False
    raise bad(name, 'must be a boolean')


def parse_text(name, v):
    if not isinstance(v, str):
        raise bad(name, 'must be a string')
    if '\x00' in v:
        raise bad(name, 'must not hold NUL')
    try:
        v.encode()
    except UnicodeEncodeError:
        raise bad(name, 'is not valid Unicode')
    return v


def parse_url(name, v):
    v = parse_text(name, v)
    if v == '':
        return None
    if not re.fullmatch(r'https?://[^\s/?#]+[^\s]*', v, re.I):
        raise bad(name, 'must be a URL')
    return v


def parse_email(name, v):
    v = parse_text(name, v)
    if v == '':
        return None
    if bug('organizer-email-plus-refused') and not re.fullmatch(r'[\w.-]+@[\w.-]+', v):
        raise bad(name, 'must be an e-mail address')
    if not re.fullmatch(r'[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+', v):
        raise bad(name, 'must be an e-mail address')
    return v


def items_of(v):
    if v is None or v == '':
        return []
    if isinstance(v, str):
        return [x.strip() for x in v.split(',') if x.strip() != '']
    if isinstance(v, list):
        out = []
        for x in v:
            out += items_of(x) if isinstance(x, str) else [x]
        return out
    return [v]


def parse_ids(name, v):
    out = []
    if isinstance(v, dict) or isinstance(v, bool):
        raise bad(name, 'must be an array of integers')
    for x in items_of(v):
        if isinstance(x, dict) and set(x) >= {'id'}:
            x = x['id']
        n = parse_int(name, x)
        if n not in out:
            out.append(n)
    return out


# name -> (type, column, nullable)
_post = {'author': ('int', 'author_id', 1), 'date': ('date', 'date_at', 1), 'date_utc': ('date', 'date_at', 1),
         'description': ('text', 'description', 1), 'status': ('status', 'status', 1)}
FIELDS = {
    'events': {**_post, 'title': ('req', 'title', 0), 'start_date': ('when', 'start_local', 0),
               'end_date': ('when', 'end_local', 0), 'slug': ('slug', 'slug', 1), 'excerpt': ('text', 'excerpt', 1),
               'timezone': ('tz', 'timezone', 1), 'all_day': ('bool', 'all_day', 1), 'image': ('image', 'image', 1),
               'cost': ('json', 'cost', 1), 'website': ('url', 'website', 1), 'show_map': ('bool', 'show_map', 1),
               'show_map_link': ('bool', 'show_map_link', 1), 'hide_from_listings': ('bool', 'hide_from_listings', 1),
               'sticky': ('bool', 'sticky', 1), 'featured': ('bool', 'featured', 1), 'categories': ('ids', None, 1),
               'tags': ('ids', None, 1), 'venue': ('ids', None, 1), 'organizer': ('ids', None, 1)},
    'venues': {**_post, 'venue': ('req', 'name', 0), 'show_map': ('flag', 'show_map', 1),
               'show_map_link': ('flag', 'show_map_link', 1),
               **{k: ('text', k, 1) for k in ('address', 'city', 'country', 'province', 'state', 'zip', 'phone',
                                              'stateprovince')},
               'website': ('url', 'website', 1), 'image': ('image', 'image', 1)},
    'organizers': {**_post, 'organizer': ('req', 'name', 0), 'phone': ('text', 'phone', 1),
                   'website': ('text', 'website', 1), 'email': ('email', 'email', 1), 'image': ('image', 'image', 1)},
    'categories': {'name': ('req', 'name', 0), 'description': ('text', 'description', 1), 'slug': ('slug', 'slug', 1),
                   'parent': ('parent', 'parent_id', 1)},
    'tags': {'name': ('req', 'name', 0), 'description': ('text', 'description', 1), 'slug': ('slug', 'slug', 1)},
}
REQUIRED = {'events': ('title', 'start_date', 'end_date'), 'venues': ('venue',), 'organizers': ('organizer',),
            'categories': ('name',), 'tags': ('name',)}
NAMECOL = {'events': 'title', 'venues': 'name', 'organizers': 'name', 'categories': 'name', 'tags': 'name'}
DEFAULTS = {'show_map': True, 'show_map_link': True, 'all_day': False, 'hide_from_listings': False, 'sticky': False,
            'featured': False, 'timezone': SITE_TZ, 'status': 'publish'}
RELS = {'venue': ('event_venues', 'venues'), 'organizer': ('event_organizers', 'organizers'),
        'categories': ('event_categories', 'categories'), 'tags': ('event_tags', 'tags')}
_page = {'page', 'per_page', 'search', 'ml_language'}
LISTPARAMS = {
    'events': _page | {'start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after',
                       'strict_dates', 'categories', 'tags', 'venue', 'organizer', 'featured', 'status', 'geoloc',
                       'geoloc_lat', 'geoloc_lng', 'include', 'post_parent', 'ticketed'},
    'venues': _page | {'event', 'has_events', 'only_with_upcoming', 'status'},
    'organizers': _page | {'event', 'has_events', 'only_with_upcoming', 'status'},
    'tags': _page | {'exclude', 'include', 'order', 'orderby', 'hide_empty', 'post', 'event', 'slug'},
}
LISTPARAMS['categories'] = LISTPARAMS['tags'] | {'parent'}


class Q:
    """Collects the arguments of a statement."""
    def __init__(self):
        self.args = []

    def p(self, v, cast=''):
        self.args.append(v)
        return f'${len(self.args)}' + (f'::{cast}' if cast else '')


def like(s):
    return '%' + s.replace('\\', '\\\\').replace('%', '\\%').replace('_', '\\_') + '%'
