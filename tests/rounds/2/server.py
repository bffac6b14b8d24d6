#!/usr/bin/env python3
"""Calendar events REST service: asyncio with its own HTTP/1.1 parser, sqlite in memory."""
import asyncio
import base64
import html
import json
import os
import re
import sqlite3
import sys
import traceback
import unicodedata
from datetime import datetime, timedelta, timezone as dt_timezone
from email.utils import formatdate
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit
from zoneinfo import ZoneInfo

BUG = os.environ.get('BUG', '')
VARIANT = os.environ.get('VARIANT', '')
USERS = os.environ.get('USERS', '') == '1'
PORT = int(os.environ.get('PORT', '8080'))

NS = '/vendor/events/v1'
LANGS = ('nl', 'en', 'fr', 'de')
DEFAULT_LANG = 'en'
SITE_ZONE = 'Europe/Brussels'
MAX_INT = 2 ** 63 - 1
MAX_BODY = 8 * 1024 * 1024
STATUSES = ('publish', 'draft', 'pending', 'private')
ACCOUNTS = {'editor': ('editor', 1, 'editor'), 'author': ('author', 2, 'author'), 'reader': ('reader', 3, 'reader')}
PER_PAGE_CAP = 25 if VARIANT == 'strict-limits' else 100

REASONS = {100: 'Continue', 200: 'OK', 201: 'Created', 204: 'No Content', 400: 'Bad Request', 401: 'Unauthorized',
           403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 410: 'Gone', 413: 'Content Too Large',
           415: 'Unsupported Media Type', 417: 'Expectation Failed', 422: 'Unprocessable Content',
           431: 'Request Header Fields Too Large', 500: 'Internal Server Error', 501: 'Not Implemented',
           505: 'HTTP Version Not Supported'}


class ApiError(Exception):
    def __init__(self, status, code, message, field=None, headers=None):
        super().__init__(message)
        self.status, self.code, self.message, self.field = status, code, message, field
        self.headers = headers or {}


class Request:
    __slots__ = ('method', 'target', 'path', 'pairs', 'query', 'headers', 'body', 'user', 'lang', 'prefix', 'base')


# ---------------------------------------------------------------- schema

# name -> kind of value; `*` marks what a create must carry
FIELDS = {
    'events': {
        'title': 'name*', 'start_date': 'dt*', 'end_date': 'dt*', 'author': 'int', 'date': 'pubdate',
        'date_utc': 'pubdate', 'description': 'text', 'slug': 'slug', 'excerpt': 'text', 'status': 'status',
        'timezone': 'zone', 'all_day': 'bool0', 'image': 'text', 'cost': 'json', 'website': 'json',
        'show_map': 'bool1', 'show_map_link': 'bool1', 'hide_from_listings': 'bool0', 'sticky': 'bool0',
        'featured': 'bool0', 'categories': 'rel', 'tags': 'rel', 'venue': 'rel', 'organizer': 'rel'},
    'venues': {
        'venue': 'name*', 'author': 'int', 'date': 'pubdate', 'date_utc': 'pubdate', 'description': 'text',
        'status': 'status', 'show_map': 'text', 'show_map_link': 'text', 'address': 'text', 'city': 'text',
        'country': 'text', 'province': 'text', 'state': 'text', 'zip': 'text', 'phone': 'text',
        'stateprovince': 'text', 'website': 'text', 'image': 'text'},
    'organizers': {
        'organizer': 'name*', 'author': 'int', 'date': 'pubdate', 'date_utc': 'pubdate', 'description': 'text',
        'status': 'status', 'phone': 'text', 'website': 'text', 'email': 'text', 'image': 'text'},
    'categories': {'name': 'name*', 'description': 'text', 'slug': 'slug', 'parent': 'parent'},
    'tags': {'name': 'name*', 'description': 'text', 'slug': 'slug'},
}
NAME_FIELD = {'events': 'title', 'venues': 'venue', 'organizers': 'organizer', 'categories': 'name', 'tags': 'name'}
SINGULAR = {'events': 'event', 'venues': 'venue', 'organizers': 'organizer', 'categories': 'category', 'tags': 'tag'}
REL_TABLE = {'categories': 'categories', 'tags': 'tags', 'venue': 'venues', 'organizer': 'organizers'}
POSTS = ('events', 'venues', 'organizers')
TERMS = ('categories', 'tags')
SEARCH = {'events': ['title', 'description'],
          'venues': ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone',
                     'stateprovince', 'website'],
          'organizers': ['organizer', 'description', 'phone', 'website', 'email'],
          'categories': ['name', 'description'], 'tags': ['name', 'description']}

db = sqlite3.connect(':memory:', isolation_level=None, check_same_thread=False)
db.row_factory = sqlite3.Row


def sql_has(hay, needle):
    return 1 if hay is not None and needle.casefold() in hay.casefold() else 0


db.create_function('has', 2, sql_has, deterministic=True)
db.executescript('''
CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, slug TEXT, description TEXT, excerpt TEXT,
  status TEXT, author INTEGER, date TEXT, date_utc TEXT, start_date TEXT, end_date TEXT, start_utc TEXT, end_utc TEXT,
  timezone TEXT, all_day INTEGER, image TEXT, cost TEXT, website TEXT, show_map INTEGER, show_map_link INTEGER,
  hide_from_listings INTEGER, sticky INTEGER, featured INTEGER, password TEXT, lang TEXT, owner INTEGER, modified TEXT);
CREATE TABLE venues (id INTEGER PRIMARY KEY AUTOINCREMENT, venue TEXT, slug TEXT, description TEXT, status TEXT,
  author INTEGER, date TEXT, date_utc TEXT, show_map TEXT, show_map_link TEXT, address TEXT, city TEXT, country TEXT,
  province TEXT, state TEXT, zip TEXT, phone TEXT, stateprovince TEXT, website TEXT, image TEXT, lang TEXT,
  owner INTEGER, modified TEXT);
CREATE TABLE organizers (id INTEGER PRIMARY KEY AUTOINCREMENT, organizer TEXT, slug TEXT, description TEXT,
  status TEXT, author INTEGER, date TEXT, date_utc TEXT, phone TEXT, website TEXT, email TEXT, image TEXT, lang TEXT,
  owner INTEGER, modified TEXT);
CREATE TABLE categories (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, slug TEXT, description TEXT,
  parent INTEGER NOT NULL DEFAULT 0, lang TEXT, owner INTEGER, modified TEXT);
CREATE TABLE tags (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, slug TEXT, description TEXT, lang TEXT,
  owner INTEGER, modified TEXT);
CREATE TABLE links (event_id INTEGER NOT NULL, kind TEXT NOT NULL, target_id INTEGER NOT NULL, pos INTEGER NOT NULL,
  PRIMARY KEY (event_id, kind, target_id)) WITHOUT ROWID;
CREATE INDEX links_target ON links (kind, target_id);
CREATE INDEX events_slug ON events (slug);
CREATE INDEX venues_slug ON venues (slug);
CREATE INDEX organizers_slug ON organizers (slug);
CREATE INDEX categories_slug ON categories (slug);
CREATE INDEX tags_slug ON tags (slug);
CREATE INDEX events_start ON events (start_date, id);
''')

list_cache = {}          # rendered venue lists
tag_summaries = {}       # tag id -> summary shown inside events
event_defaults = {}      # what an event gets when the client leaves a field out
current = {'lang': None}


# ---------------------------------------------------------------- values

def utcnow():
    return datetime.now(dt_timezone.utc)


def fmt(d):
    return d.strftime('%Y-%m-%d %H:%M:%S') if d.year >= 1000 else d.isoformat(' ')[:19]


DT = re.compile(r'(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?\Z', re.ASCII)


def parse_dt(text):
    """A local date, with or without a time; None when it is not one."""
    if not isinstance(text, str):
        return None
    m = DT.match(text.strip())
    if not m:
        return None
    try:
        return datetime(*(int(g) if g else 0 for g in m.groups()))
    except ValueError:
        return None


def zone_ok(name):
    try:
        ZoneInfo(name)
        return True
    except Exception:
        return False


def to_utc(local, zone):
    try:
        return fmt(parse_dt(local).replace(tzinfo=ZoneInfo(zone)).astimezone(dt_timezone.utc))
    except OverflowError:
        return local


def from_utc(text, zone):
    try:
        return fmt(parse_dt(text).replace(tzinfo=dt_timezone.utc).astimezone(ZoneInfo(zone)))
    except OverflowError:
        return text


def utc_twins(start, end, zone):
    if BUG == 'utc-ignores-event-zone':
        zone = SITE_ZONE
    if BUG == 'utc-end-with-start-offset':
        first = to_utc(start, zone)
        offset = parse_dt(start) - parse_dt(first)
        return first, fmt(parse_dt(end) - offset)
    return to_utc(start, zone), to_utc(end, zone)


def parse_bool(value):
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)) and value in (0, 1):
        return bool(value)
    if isinstance(value, str):
        low = value.strip().lower()
        if low in ('true', '1', 'yes', 'on'):
            return True
        if low in ('false', '0', 'no', 'off'):
            return False
    return None


def parse_int(value):
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer() and abs(value) < 2 ** 53:
        return int(value)
    if isinstance(value, str) and re.fullmatch(r'\s*-?[0-9]{1,20}\s*', value):
        value = int(value)
    if isinstance(value, int) and -MAX_INT <= value <= MAX_INT:
        return value
    return None


def slugify(text):
    text = unicodedata.normalize('NFKD', text.lower())
    text = unicodedata.normalize('NFC', ''.join(c for c in text if unicodedata.category(c) != 'Mn'))
    text = text.replace("'", '').replace('\u2019', '')
    return re.sub(r'[\W_]+', '-', text).strip('-')[:180].strip('-')


def free_slug(table, wanted, own_id=0):
    base = wanted or SINGULAR[table]
    slug, n = base, 1
    while db.execute(f'SELECT 1 FROM {table} WHERE slug = ? AND id <> ?', (slug, own_id)).fetchone():
        n += 1
        slug = f'{base}-{n}'
    return slug


def invalid(field, message):
    return ApiError(422, 'invalid_field', f'{field}: {message}', field)


def read_fields(table, src, creating):
    """What the client sent, checked and turned into columns and relations."""
    cols, rels = {}, {}
    for name, kind in FIELDS[table].items():
        if name not in src:
            if creating and kind.endswith('*'):
                raise ApiError(422, 'missing_field', f'{name} is required', name)
            continue
        value = src[name]
        if kind == 'name*':
            if isinstance(value, bool) or not isinstance(value, (str, int, float)) or not str(value).strip():
                raise invalid(name, 'must be a non-empty string')
            cols[name] = str(value)
        elif kind == 'text':
            if isinstance(value, (bool, list, dict)):
                raise invalid(name, 'must be a string')
            cols[name] = None if value is None else str(value)
        elif kind == 'slug':
            if value is not None and (isinstance(value, bool) or not isinstance(value, (str, int))):
                raise invalid(name, 'must be a string')
            cols[name] = slugify(str(value)) if value is not None else ''
        elif kind == 'int':
            if value is None or value == '':
                cols[name] = None
                continue
            cols[name] = parse_int(value)
            if cols[name] is None or cols[name] < 0:
                raise invalid(name, 'must be a non-negative integer')
        elif kind in ('bool0', 'bool1'):
            if value is None or value == '':
                cols[name] = int(kind[-1])
                continue
            flag = parse_bool(value)
            if flag is None:
                raise invalid(name, 'must be a boolean')
            if BUG == 'all-day-string-true' and name == 'all_day':
                flag = bool(value)
            cols[name] = int(flag)
        elif kind == 'json':
            cols[name] = None if value is None else json.dumps(value, ensure_ascii=False)
            if BUG == 'cost-zero-null' and name == 'cost' and not value:
                cols[name] = None
        elif kind == 'status':
            if value is None or value == '':
                cols[name] = 'publish'
            elif value in STATUSES:
                cols[name] = value
            else:
                raise invalid(name, 'must be one of ' + ', '.join(STATUSES))
        elif kind == 'zone':
            if value is None or value == '':
                cols[name] = SITE_ZONE
            elif isinstance(value, str) and zone_ok(value):
                cols[name] = value
            else:
                raise invalid(name, 'must be the name of a time zone')
        elif kind in ('dt*', 'pubdate'):
            if kind == 'pubdate' and value in (None, ''):
                cols[name] = None
                continue
            when = parse_dt(value)
            if when is None:
                raise invalid(name, 'must be a date like YYYY-MM-DD HH:MM:SS')
            cols[name] = fmt(when)
        elif kind == 'parent':
            if value is None or value == '':
                value = 0
            number = parse_int(value)
            if number is None or number < 0:
                raise invalid(name, 'must be a category ID')
            if number and not db.execute('SELECT 1 FROM categories WHERE id = ?', (number,)).fetchone():
                raise invalid(name, 'no such category')
            cols[name] = number
        elif kind == 'rel':
            rels[name] = read_ids(name, value)
    # the two publication dates go together
    if 'date' in cols or 'date_utc' in cols:
        local, utc = cols.pop('date', None), cols.pop('date_utc', None)
        if not local and not utc:
            utc = fmt(utcnow())
        cols['date'] = local or from_utc(utc, SITE_ZONE)
        cols['date_utc'] = utc or to_utc(local, SITE_ZONE)
    if BUG == 'venue-zip-number' and (cols.get('zip') or '').isdecimal():
        cols['zip'] = str(int(cols['zip']))
    if BUG == 'venue-state-from-province' and table == 'venues' and 'state' in cols:
        cols['state'] = cols.get('province', cols['state'])
    if BUG == 'organizer-astral-dropped' and table == 'organizers':
        for name in ('organizer', 'description'):
            if cols.get(name):
                cols[name] = re.sub('[\U00010000-\U0010ffff]', '?', cols[name])
    return cols, rels


def read_ids(name, value):
    table = REL_TABLE[name]
    if value is None or value == '':
        return []
    if isinstance(value, str):
        value = [v for v in value.split(',') if v.strip()]
    elif not isinstance(value, list):
        value = [value]
    ids = []
    for v in value:
        number = parse_int(v)
        if number is None or number < 1:
            raise invalid(name, 'must be a list of IDs')
        if number in ids:
            continue
        gone = " AND status <> 'trash'" if table in POSTS else ''
        if not db.execute(f'SELECT 1 FROM {table} WHERE id = ?{gone}', (number,)).fetchone():
            raise invalid(name, f'there is no record {number}')
        ids.append(number)
    return ids


# ---------------------------------------------------------------- representations

def xid(number):
    return str(number) if VARIANT == 'string-ids' else number


def seen(req, alias):
    """SQL: which posts the caller may see."""
    if req.user['role'] == 'anonymous':
        return f"{alias}.status = 'publish'"
    return f"{alias}.status <> 'trash'"


def link_of(req, table, row_id):
    return f'{req.base}{NS}/{table}/{row_id}'


def summaries(req, event_id, name):
    table = REL_TABLE[name]
    label = NAME_FIELD[table]
    visible = f' AND {seen(req, "t")}' if table in POSTS else ''
    more = ', t.city' if table == 'venues' else ''
    rows = db.execute(f'SELECT t.id, t.{label}, t.slug{more} FROM links l JOIN {table} t ON t.id = l.target_id '
                      f'WHERE l.event_id = ? AND l.kind = ?{visible} ORDER BY l.pos', (event_id, name)).fetchall()
    if VARIANT == 'string-ids':
        return [str(r['id']) for r in rows]
    ids = [r['id'] for r in rows]
    if BUG == 'organizer-embed-order' and name == 'organizer':
        rows = sorted(rows, key=lambda r: r['id'])
    out = []
    for row_id, r in zip(ids, rows):
        if BUG == 'tag-rename-stale-in-events' and name == 'tags':
            if row_id not in tag_summaries:
                tag_summaries[row_id] = (r[label], r['slug'])
            text, slug = tag_summaries[row_id]
            out.append({'id': row_id, label: text, 'slug': slug, 'url': link_of(req, table, row_id)})
            continue
        item = {'id': row_id, label: r[label], 'slug': r['slug']}
        if more:
            item['city'] = r['city']
        item['url'] = link_of(req, table, row_id)
        out.append(item)
    return out


def show_event(req, r, unlocked=False):
    hidden = bool(r['password']) and not unlocked
    description = None if hidden else r['description']
    if BUG == 'description-html-escaped' and description:
        description = html.escape(description)
    return {
        'id': xid(r['id']), 'slug': r['slug'], 'url': link_of(req, 'events', r['id']), 'lang': r['lang'],
        'title': r['title'], 'description': description, 'excerpt': None if hidden else r['excerpt'],
        'status': r['status'], 'author': r['author'], 'date': r['date'], 'date_utc': r['date_utc'],
        'modified_utc': r['modified'], 'start_date': r['start_date'], 'end_date': r['end_date'],
        'timezone': r['timezone'], 'start_date_utc': r['start_utc'], 'end_date_utc': r['end_utc'],
        'all_day': bool(r['all_day']), 'image': r['image'],
        'cost': None if r['cost'] is None else json.loads(r['cost']),
        'website': None if r['website'] is None else json.loads(r['website']),
        'show_map': bool(r['show_map']), 'show_map_link': bool(r['show_map_link']),
        'hide_from_listings': bool(r['hide_from_listings']), 'sticky': bool(r['sticky']),
        'featured': bool(r['featured']), 'protected': bool(r['password']),
        'categories': summaries(req, r['id'], 'categories'), 'tags': summaries(req, r['id'], 'tags'),
        'venue': summaries(req, r['id'], 'venue'), 'organizer': summaries(req, r['id'], 'organizer')}


def show_post(req, table, r):
    out = {'id': xid(r['id']), 'slug': r['slug'], 'url': link_of(req, table, r['id']), 'lang': r['lang']}
    for name in FIELDS[table]:
        out[name] = r[name]
    out['modified_utc'] = r['modified']
    return out


def count_sql(req, table):
    if BUG == 'category-count-after-delete' and table == 'categories':
        return f"(SELECT COUNT(*) FROM links l WHERE l.kind = 'categories' AND l.target_id = {table}.id)"
    return (f"(SELECT COUNT(*) FROM links l JOIN events e ON e.id = l.event_id WHERE l.kind = '{table}' "
            f"AND l.target_id = {table}.id AND {seen(req, 'e')})")


def show_term(req, table, r):
    out = {'id': xid(r['id']), 'slug': r['slug'], 'url': link_of(req, table, r['id']), 'lang': r['lang'],
           'name': r['name'], 'description': r['description']}
    if table == 'categories':
        out['parent'] = xid(r['parent'])
    out['count'] = r['count']
    return out


def show(req, table, r, unlocked=False):
    if table == 'events':
        return show_event(req, r, unlocked)
    if table in POSTS:
        return show_post(req, table, r)
    return show_term(req, table, r)


def select(req, table):
    if table in TERMS:
        return f'SELECT {table}.*, {count_sql(req, table)} AS count FROM {table}'
    return f'SELECT {table}.* FROM {table}'


def fetch(req, table, row_id):
    return db.execute(f'{select(req, table)} WHERE {table}.id = ?', (row_id,)).fetchone()


# ---------------------------------------------------------------- query parameters

def bad(name, message):
    return ApiError(400, 'invalid_parameter', f'{name}: {message}', name)


def q_text(req, name):
    values = req.query.get(name)
    return values[-1] if values and values[-1] != '' else None


def q_list(req, name):
    out = []
    for value in req.query.get(name, ()):
        out += [v.strip() for v in value.split(',') if v.strip()]
    return out


def q_int(req, name):
    value = q_text(req, name)
    if value is None:
        return None
    if not re.fullmatch(r'\s*-?[0-9]+\s*', value):
        raise bad(name, 'must be an integer')
    if len(value.strip()) > 19 or abs(int(value)) > MAX_INT:
        return -1 if value.strip().startswith('-') else MAX_INT
    return int(value)


def q_ids(req, name):
    out = []
    for value in q_list(req, name):
        if not re.fullmatch(r'-?[0-9]+', value):
            raise bad(name, 'must be a list of integers')
        out.append(int(value) if len(value) < 19 else -1)
    return out


def q_bool(req, name):
    value = q_text(req, name)
    if value is None:
        return None
    flag = parse_bool(value)
    if flag is None:
        raise bad(name, 'must be a boolean')
    return flag


def q_date(req, name):
    value = q_text(req, name)
    if value is None:
        return None
    when = parse_dt(value)
    if when is None:
        raise bad(name, 'must be a date like YYYY-MM-DD HH:MM:SS')
    return when


def marks(values):
    return ','.join('?' * len(values))


def status_clause(req, table, where, args):
    wanted = q_list(req, 'status')
    if BUG == 'organizer-status-ignored' and table == 'organizers':
        wanted = []
    for s in wanted:
        if s not in STATUSES + ('any', 'trash'):
            raise bad('status', 'must be one of ' + ', '.join(STATUSES) + ', any')
    if not wanted:
        wanted = ['publish']
    if 'any' in wanted:
        where.append(f"{table}.status <> 'trash'")
    else:
        where.append(f'{table}.status IN ({marks(wanted)})')
        args += wanted
    if req.user['role'] == 'anonymous':
        if BUG == 'anonymous-status-draft' and q_text(req, 'status'):
            return
        where.append(f"{table}.status = 'publish'")


def search_clause(req, table, where, args):
    text = q_text(req, 'search')
    if text is None:
        return
    columns = SEARCH[table]
    if BUG == 'search-title-only' and table == 'events':
        columns = ['title']
    if BUG == 'venue-search-name-only' and table == 'venues':
        columns = ['venue', 'description']
    clause = ' OR '.join(f'has({table}.{c}, ?)' for c in columns)
    if BUG == 'search-or-precedence' and table == 'events':
        where.append(clause)
    else:
        where.append(f'({clause})')
    args += [text] * len(columns)


# ---------------------------------------------------------------- lists

def date_clauses(req, where, args):
    if BUG == 'strict-dates-string-false':
        strict = bool(q_text(req, 'strict_dates'))
    else:
        strict = bool(q_bool(req, 'strict_dates'))
    days = timedelta(hours=23, minutes=59, seconds=59)
    given = False
    for name, column in (('start_date', 'start_date'), ('end_date', 'end_date')):
        when = q_date(req, name)
        if when is None:
            continue
        given = True
        day = when.replace(hour=0, minute=0, second=0)
        if VARIANT == 'range-dates':
            if name == 'start_date':
                where.append('events.start_date >= ?')
                args.append(fmt(when if strict else day))
            else:
                where.append('events.end_date <= ?')
                args.append(fmt(when if strict else day + days))
            continue
        where.append(f'events.{column} BETWEEN ? AND ?')
        args += [fmt(when if strict else day), fmt(day + days)]
    for name in ('starts_before', 'starts_after', 'ends_before', 'ends_after'):
        when = q_date(req, name)
        if when is None:
            continue
        given = True
        column = 'start_date' if name.startswith('starts') else 'end_date'
        if BUG == 'ends-before-uses-start' and name == 'ends_before':
            column = 'start_date'
        day = when.replace(hour=0, minute=0, second=0)
        if name.endswith('before'):
            if strict:
                where.append(f'events.{column} < ?')
                args.append(fmt(when))
            elif VARIANT == 'exclusive-days':
                where.append(f'events.{column} < ?')
                args.append(fmt(day))
            else:
                where.append(f'events.{column} <= ?')
                args.append(fmt(day + days))
        else:
            if strict:
                where.append(f'events.{column} > ?')
                args.append(fmt(when))
            elif VARIANT == 'exclusive-days':
                where.append(f'events.{column} > ?')
                args.append(fmt(day + days))
            else:
                where.append(f'events.{column} >= ?')
                args.append(fmt(day))
    if VARIANT == 'range-dates' and not given:
        where.append('events.end_date >= ?')
        args.append(fmt(datetime.now(ZoneInfo(SITE_ZONE)))[:10] + ' 00:00:00')


def list_events(req):
    where, args, joins = [], [], ''
    status_clause(req, 'events', where, args)
    include = q_ids(req, 'include')
    if include:
        where.append(f'events.id IN ({marks(include)})')
        args += include
    if not include or BUG == 'include-keeps-date-filters':
        date_clauses(req, where, args)
    for name in ('categories', 'tags'):
        tokens = q_list(req, name)
        if not tokens:
            continue
        if BUG == 'tag-slug-filter-dead' and name == 'tags':
            tokens = [t for t in tokens if t.isdecimal()]
            if not tokens:
                continue
        ids = [int(t) if len(t) < 19 else -1 for t in tokens if re.fullmatch('[0-9]+', t)]
        slugs = [t for t in tokens if not re.fullmatch('[0-9]+', t)]
        match = f'(t.id IN ({marks(ids)}) OR t.slug IN ({marks(slugs)}))'
        if BUG == 'category-filter-all' and name == 'categories':
            where.append(f'(SELECT COUNT(DISTINCT t.id) FROM links l JOIN {name} t ON t.id = l.target_id WHERE '
                         f"l.event_id = events.id AND l.kind = '{name}' AND {match}) = {len(set(tokens))}")
        else:
            where.append(f'EXISTS (SELECT 1 FROM links l JOIN {name} t ON t.id = l.target_id WHERE '
                         f"l.event_id = events.id AND l.kind = '{name}' AND {match})")
        args += ids + slugs
    for name in ('venue', 'organizer'):
        ids = q_ids(req, name)
        if not ids:
            continue
        if BUG == 'venue-join-duplicates' and name == 'venue':
            joins = " JOIN links lv ON lv.event_id = events.id AND lv.kind = 'venue'"
            where.append(f'lv.target_id IN ({marks(ids)})')
        else:
            where.append(f"events.id IN (SELECT l.event_id FROM links l JOIN {REL_TABLE[name]} t ON t.id = l.target_id "
                         f"WHERE l.kind = '{name}' AND {seen(req, 't')} AND l.target_id IN ({marks(ids)}))")
        args += ids
    featured = q_bool(req, 'featured')
    if featured or (featured is not None and BUG != 'featured-false-ignored'):
        where.append('events.featured = ?')
        args.append(int(featured))
    search_clause(req, 'events', where, args)
    if (q_text(req, 'geoloc_lat') is None) != (q_text(req, 'geoloc_lng') is None):
        raise bad('geoloc_lat', 'geoloc_lat and geoloc_lng go together')
    if q_bool(req, 'ticketed'):
        where.append('0')                     # nothing sells tickets here
    if q_int(req, 'post_parent'):
        where.append('0')                     # events have no parent
    if req.lang:
        where.append('events.lang = ?')
        args.append(req.lang)
    return run_list(req, 'events', where, args, 'events.start_date, events.id', joins)


def linked(req, table, kind, extra=''):
    return (f"EXISTS (SELECT 1 FROM links l JOIN events e ON e.id = l.event_id WHERE l.kind = '{kind}' "
            f"AND l.target_id = {table}.id AND {seen(req, 'e')}{extra})")


def list_places(req, table):
    """Venues and organizers."""
    kind = SINGULAR[table]
    where, args = [], []
    status_clause(req, table, where, args)
    if not (BUG == 'organizer-page-two-search' and table == 'organizers' and (q_int(req, 'page') or 1) > 1):
        search_clause(req, table, where, args)
    event = q_int(req, 'event')
    if event is not None:
        if BUG == 'organizer-event-wrong-column' and table == 'organizers':
            where.append("EXISTS (SELECT 1 FROM links l WHERE l.kind = 'organizer' AND l.event_id = organizers.id "
                         'AND l.target_id = ?)')
        else:
            where.append(linked(req, table, kind, ' AND e.id = ?'))
        args.append(event)
    has_events = q_bool(req, 'has_events')
    if has_events is not None:
        where.append(('' if has_events else 'NOT ') + linked(req, table, kind))
    if q_bool(req, 'only_with_upcoming'):
        extra = ' AND e.end_utc >= ?'
        if BUG == 'venue-upcoming-latest-only' and table == 'venues':
            extra += (" AND e.id = (SELECT MAX(x.event_id) FROM links x WHERE x.kind = 'venue' "
                      'AND x.target_id = venues.id)')
        where.append(linked(req, table, kind, extra))
        args.append(fmt(utcnow()))
    if req.lang:
        where.append(f'{table}.lang = ?')
        args.append(req.lang)
    return run_list(req, table, where, args, f'{table}.{NAME_FIELD[table]} COLLATE NOCASE, {table}.id')


ORDERS = {'id': 'id', 'term_id': 'id', 'name': 'name COLLATE NOCASE', 'slug': 'slug', 'description': 'description',
          'count': 'count', 'parent': 'parent'}


def list_terms(req, table):
    where, args = [], []
    search_clause(req, table, where, args)
    include, exclude = q_ids(req, 'include'), q_ids(req, 'exclude')
    if include:
        where.append(f'{table}.id IN ({marks(include)})')
        args += include
    if exclude:
        where.append(f'{table}.id NOT IN ({marks(exclude)})')
        args += exclude
    hide = q_bool(req, 'hide_empty')
    if BUG == 'category-hide-empty-false' and table == 'categories':
        hide = q_text(req, 'hide_empty') != '0'
    if hide is None or hide:
        where.append(f'{count_sql(req, table)} > 0')
    if table == 'categories':
        parent = q_int(req, 'parent')
        if parent is not None:
            where.append('categories.parent = ?')
            args.append(parent)
    for name in ('post', 'event'):
        if BUG == 'tag-event-alias-ignored' and table == 'tags' and name == 'event':
            continue
        post = q_int(req, name)
        if post is not None:
            where.append(linked(req, table, table, ' AND e.id = ?'))
            args.append(post)
    slugs = q_list(req, 'slug')
    if slugs:
        if BUG == 'category-slug-prefix' and table == 'categories':
            where.append('(' + ' OR '.join(['categories.slug LIKE ?'] * len(slugs)) + ')')
            args += [s + '%' for s in slugs]
        else:
            where.append(f'{table}.slug IN ({marks(slugs)})')
            args += slugs
    if req.lang:
        where.append(f'{table}.lang = ?')
        args.append(req.lang)
    orderby = (q_text(req, 'orderby') or 'name').lower()
    if orderby not in ORDERS or (orderby == 'parent' and table == 'tags'):
        raise bad('orderby', 'must be one of ' + ', '.join(ORDERS))
    order = (q_text(req, 'order') or 'asc').lower()
    if order not in ('asc', 'desc', 'ascending', 'descending'):
        raise bad('order', 'must be asc or desc')
    direction = 'DESC' if order.startswith('desc') else 'ASC'
    if BUG == 'category-order-ignored' and table == 'categories':
        direction = 'ASC'
    return run_list(req, table, where, args, f'{ORDERS[orderby]} {direction}, id {direction}')


def run_list(req, table, where, args, order, joins=''):
    page, per_page = q_int(req, 'page'), q_int(req, 'per_page')
    page = 1 if page is None else page
    per_page = 10 if per_page is None else per_page
    if page < 1:
        raise bad('page', 'must be 1 or more')
    if per_page < 1:
        raise bad('per_page', 'must be 1 or more')
    if per_page > PER_PAGE_CAP:
        if VARIANT == 'strict-limits':
            raise bad('per_page', f'must be at most {PER_PAGE_CAP}')
        per_page = PER_PAGE_CAP
    cond = ' WHERE ' + ' AND '.join(where) if where else ''
    total = db.execute(f'SELECT COUNT(*) FROM {table}{joins}{cond}', args).fetchone()[0]
    offset = min((page - 1) * per_page, 2 ** 60)
    rows = db.execute(f'{select(req, table)}{joins}{cond} ORDER BY {order} LIMIT ? OFFSET ?',
                      (*args, per_page, offset)).fetchall()
    if BUG == 'events-total-is-page-count' and table == 'events':
        total = len(rows)
    pages = -(-total // per_page)
    if BUG == 'pages-rounded-down':
        pages = total // per_page
    if VARIANT == 'strict-limits' and page > max(pages, 1):
        raise ApiError(404, 'no_such_page', f'there are only {pages} pages')

    def link(n):
        keep = [(k, v) for k, v in req.pairs if k != 'page']
        if BUG == 'next-link-drops-filters':
            keep = [(k, v) for k, v in keep if k == 'per_page']
        return f'{req.base}{NS}/{table}?' + urlencode(keep + [('page', n)])

    items = [show(req, table, r) for r in rows]
    links = {'self': link(page), 'next': link(page + 1) if page * per_page < total else None,
             'prev': link(page - 1) if page > 1 else None}
    if VARIANT == 'bare-lists':
        head = {'X-Total-Count': str(total), 'X-Page-Count': str(pages)}
        rel = [f'<{u}>; rel="{n}"' for n, u in links.items() if u and n != 'self']
        if rel:
            head['Link'] = ', '.join(rel)
        return 200, items, head
    return 200, {'items': items, 'paging': {'page': page, 'per_page': per_page, 'total': total, 'pages': pages},
                 'links': links}, {}


# ---------------------------------------------------------------- writes

def need_login(req):
    if req.user['role'] == 'anonymous':
        raise ApiError(401, 'login_required', 'log in to do this', headers={'WWW-Authenticate': 'Basic realm="calendar"'})
    if req.user['role'] == 'reader':
        raise ApiError(403, 'forbidden', 'your account may only read')


def need_own(req, row, by_slug):
    need_login(req)
    if BUG == 'author-edits-others-by-slug' and by_slug:
        return
    if req.user['role'] == 'author' and row['owner'] != req.user['id']:
        raise ApiError(403, 'forbidden', 'this record belongs to someone else')


def author_ok(req, cols):
    if req.user['role'] == 'author' and cols.get('author') not in (None, req.user['id']):
        raise ApiError(403, 'forbidden', 'you may not write in the name of others')


def body_fields(req):
    """The fields of the body: JSON or a form."""
    if not req.body:
        return {}
    ctype = req.headers.get('content-type', '').split(';')[0].strip().lower()
    try:
        text = req.body.decode('utf-8-sig')
    except UnicodeDecodeError:
        raise ApiError(400, 'bad_body', 'the body is not UTF-8')
    if ctype == 'application/x-www-form-urlencoded':
        return from_pairs(parse_qsl(text, keep_blank_values=True, errors='replace'))
    if ctype in ('', 'application/json', 'text/json') or ctype.endswith('+json'):
        def constant(name):
            raise ValueError(name)
        try:
            value = json.loads(text, parse_constant=constant)
            json.dumps(value, ensure_ascii=False, allow_nan=False).encode('utf-8')
        except (ValueError, RecursionError):
            raise ApiError(400, 'bad_json', 'the body is not valid JSON')
        if not isinstance(value, dict):
            raise ApiError(400, 'bad_json', 'the body must be a JSON object')
        return value
    raise ApiError(415, 'unsupported_type', 'send application/json or application/x-www-form-urlencoded')


def from_pairs(pairs):
    out = {}
    for key, value in pairs:
        m = re.fullmatch(r'([^\[\]]+)\[[0-9]*\]', key)
        if m:
            held = out.get(m[1])
            out[m[1]] = (held if isinstance(held, list) else []) + [value]
        else:
            out[key] = value
    return out


def all_fields(req, body, skip=()):
    fields = {k: v for k, v in from_pairs(req.pairs).items() if k not in skip}
    fields.update(body)
    return fields


def set_links(event_id, name, ids):
    db.execute('DELETE FROM links WHERE event_id = ? AND kind = ?', (event_id, name))
    db.executemany('INSERT INTO links VALUES (?, ?, ?, ?)', [(event_id, name, t, i) for i, t in enumerate(ids)])


def check_order(start, end):
    if end < start:
        raise invalid('end_date', 'must not be before start_date')


async def create(req, table):
    need_login(req)
    body = body_fields(req)
    cols, rels = read_fields(table, all_fields(req, body), True)
    author_ok(req, cols)
    now = utcnow()
    if table in POSTS:
        cols.setdefault('status', 'publish')
        if cols.get('author') is None:
            cols['author'] = req.user['id']
        if not cols.get('date'):
            cols['date_utc'] = fmt(now)
            cols['date'] = from_utc(cols['date_utc'], SITE_ZONE)
        cols['owner'] = cols['author']
    else:
        cols['owner'] = req.user['id']
    if table == 'events':
        check_order(cols['start_date'], cols['end_date'])
        cols.setdefault('timezone', SITE_ZONE)
        cols['start_utc'], cols['end_utc'] = utc_twins(cols['start_date'], cols['end_date'], cols['timezone'])
        for name, kind in FIELDS['events'].items():
            if kind in ('bool0', 'bool1'):
                cols.setdefault(name, int(kind[-1]))
        if BUG == 'event-defaults-shared':
            if 'tags' in rels:
                event_defaults['tags'] = rels['tags']
            live = {r[0] for r in db.execute('SELECT id FROM tags')}
            rels['tags'] = [t for t in event_defaults.get('tags', []) if t in live]
    if table == 'categories':
        cols.setdefault('parent', 0)
        if BUG == 'category-parent-lost-on-create':
            cols['parent'] = 0
    if table == 'tags' and BUG == 'tag-description-dropped':
        cols.pop('description', None)
    cols['slug'] = free_slug(table, cols.get('slug') or slugify(cols[NAME_FIELD[table]]))
    if BUG == 'concurrent-slug-duplicate' and table == 'events':
        await asyncio.sleep(0.01)
    cols['lang'] = req.lang or DEFAULT_LANG
    cols['modified'] = fmt(now)
    cur = db.execute(f"INSERT INTO {table} ({', '.join(cols)}) VALUES ({marks(cols)})", tuple(cols.values()))
    row_id = cur.lastrowid
    for name, ids in rels.items():
        set_links(row_id, name, ids)
    list_cache.clear()
    row = fetch(req, table, row_id)
    out = {'id': xid(row_id)} if VARIANT == 'terse-writes' else show(req, table, row, True)
    return 201, out, {'Location': link_of(req, table, row_id)}


async def update(req, table, row, by_slug):
    need_own(req, row, by_slug)
    body = body_fields(req)
    row_id = row['id']
    cols, rels = read_fields(table, all_fields(req, body, ('id', 'slug', 'password')), False)
    author_ok(req, cols)
    if table == 'events':
        given = [p for p in (q_text(req, 'password'), body.get('password')) if p]
        unlock(row, given)
        if 'password' in body and not by_slug and not (row['password'] and not q_text(req, 'password')):
            secret = body['password']
            if secret is not None and not isinstance(secret, (str, int)):
                raise invalid('password', 'must be a string')
            cols['password'] = str(secret) if secret not in (None, '') else None
    if VARIANT == 'put-replaces' and req.method == 'PUT':
        for name, kind in FIELDS[table].items():
            if kind == 'rel':
                rels.setdefault(name, [])
            elif kind in ('text', 'json'):
                cols.setdefault(name, None)
            elif kind in ('bool0', 'bool1'):
                cols.setdefault(name, int(kind[-1]))
            elif kind == 'parent':
                cols.setdefault(name, 0)
            elif kind == 'zone':
                cols.setdefault(name, SITE_ZONE)
            elif kind == 'status':
                cols.setdefault(name, 'publish')
    if cols.get('author', 1) is None:
        cols['author'] = req.user['id']
    if 'author' in cols:
        cols['owner'] = cols['author']
    if table == 'events':
        if BUG == 'event-website-not-updated':
            cols.pop('website', None)
        if BUG == 'update-resets-all-day':
            cols.setdefault('all_day', 0)
        if BUG == 'by-slug-update-skips-relations' and by_slug:
            rels = {}
        if BUG == 'empty-relations-ignored':
            rels = {k: v for k, v in rels.items() if v}
        if {'start_date', 'end_date', 'timezone'} & set(cols):
            start, end = cols.get('start_date', row['start_date']), cols.get('end_date', row['end_date'])
            check_order(start, end)
            if not (BUG == 'timezone-update-keeps-utc' and not {'start_date', 'end_date'} & set(cols)):
                cols['start_utc'], cols['end_utc'] = utc_twins(start, end, cols.get('timezone', row['timezone']))
    if table == 'organizers' and BUG == 'organizer-put-loses-email' and req.method == 'PUT':
        cols.pop('email', None)
    if cols.get('parent'):
        above, hops = cols['parent'], 0
        while above and hops < 1000:
            if above == row_id:
                raise invalid('parent', 'a category cannot be inside itself')
            up = db.execute('SELECT parent FROM categories WHERE id = ?', (above,)).fetchone()
            above, hops = (up[0] if up else 0), hops + 1
    if 'slug' in cols:
        name = NAME_FIELD[table]
        cols['slug'] = free_slug(table, cols['slug'] or slugify(cols.get(name, row[name])), row_id)
    cols['modified'] = fmt(utcnow())
    if BUG == 'concurrent-update-lost' and table in POSTS:
        cols = {**{k: row[k] for k in row.keys() if k != 'id'}, **cols}
        await asyncio.sleep(0.01)
    db.execute(f"UPDATE {table} SET {', '.join(f'{c} = ?' for c in cols)} WHERE id = ?", (*cols.values(), row_id))
    for name, ids in rels.items():
        set_links(row_id, name, ids)
    list_cache.clear()
    if VARIANT == 'terse-writes':
        return 204, None, {}
    row = fetch(req, table, row_id)
    if row is None:
        raise ApiError(404, 'not_found', 'no such record')
    return 200, show(req, table, row, True), {}


def unlock(row, given):
    if row['password'] and row['password'] not in given:
        raise ApiError(403, 'password_required', 'this event is protected by a password')


def delete(req, table, row, by_slug):
    need_own(req, row, by_slug)
    row_id = row['id']
    if table == 'events':
        given = [q_text(req, 'password')]
        if req.body and row['password']:
            given.append(body_fields(req).get('password'))
        unlock(row, given)
    if not (BUG == 'venue-list-cached-after-delete' and table == 'venues'):
        list_cache.clear()
    if BUG == 'organizer-delete-by-slug-noop' and table == 'organizers' and by_slug:
        row_id = row['slug']
    if VARIANT == 'soft-delete' and table in POSTS:
        db.execute(f"UPDATE {table} SET status = 'trash', modified = ? WHERE id = ?", (fmt(utcnow()), row_id))
        return 200, {'trashed': True, 'record': show(req, table, fetch(req, table, row_id), True)}, {}
    db.execute(f'DELETE FROM {table} WHERE id = ?', (row_id,))
    if table == 'events':
        if BUG == 'category-count-after-delete':
            db.execute("DELETE FROM links WHERE event_id = ? AND kind <> 'categories'", (row_id,))
        else:
            db.execute('DELETE FROM links WHERE event_id = ?', (row_id,))
    else:
        kind = table if table in TERMS else SINGULAR[table]
        db.execute('DELETE FROM links WHERE kind = ? AND target_id = ?', (kind, row_id))
    if table == 'categories':
        db.execute('UPDATE categories SET parent = ? WHERE parent = ?', (row['parent'], row_id))
    return 204, None, {}


def read(req, table, row):
    unlocked = False
    if table == 'events' and row['password']:
        given = q_text(req, 'password')
        unlocked = given == row['password']
        if BUG == 'password-any-unlocks':
            unlocked = bool(given)
    return 200, show(req, table, row, unlocked), {}


# ---------------------------------------------------------------- index and documentation

def index(req):
    return 200, {
        'namespace': 'vendor/events/v1', 'description': 'Events, venues, organizers, categories and tags',
        'languages': list(LANGS),
        'routes': {f'{NS}/{t}': link_of(req, t, '').rstrip('/') for t in FIELDS},
        '_links': {'self': [{'href': f'{req.base}{NS}'}],
                   'up': [{'href': f'{req.base}{NS}' if BUG == 'index-up-is-self' else f'{req.base}/'}],
                   'describedby': [{'href': f'{req.base}{NS}/doc'}]}}, {}


JSON_TYPES = {'bool0': {'type': 'boolean'}, 'bool1': {'type': 'boolean'}, 'int': {'type': 'integer'}, 'json': {},
              'parent': {'type': 'integer'}, 'rel': {'type': 'array', 'items': {'type': 'integer'}}}
INT, STR, BOOLEAN, IDS = ({'type': 'integer'}, {'type': 'string'}, {'type': 'boolean'},
                          {'type': 'array', 'items': {'type': 'integer'}})
PAGING = {'page': {'type': 'integer', 'default': 1}, 'per_page': {'type': 'integer', 'default': 10}}
PLACE_QUERY = {**PAGING, 'search': STR, 'event': INT, 'has_events': BOOLEAN,
               'only_with_upcoming': {'type': 'boolean', 'default': False}, 'status': STR}
TAG_QUERY = {**PAGING, 'search': STR, 'exclude': IDS, 'include': IDS, 'order': STR, 'orderby': STR,
             'hide_empty': {'type': 'boolean', 'default': True}, 'post': INT, 'event': INT, 'slug': STR}
QUERY = {
    'events': {**PAGING, 'start_date': STR, 'end_date': STR, 'starts_before': STR, 'starts_after': STR,
               'ends_before': STR, 'ends_after': STR, 'strict_dates': {'type': 'boolean', 'default': False},
               'search': STR, 'categories': {'type': 'array', 'items': STR}, 'tags': {'type': 'array', 'items': STR},
               'venue': IDS, 'organizer': IDS, 'featured': BOOLEAN, 'status': STR, 'geoloc': BOOLEAN,
               'geoloc_lat': {'type': 'number'}, 'geoloc_lng': {'type': 'number'}, 'include': IDS,
               'post_parent': INT, 'ticketed': BOOLEAN},
    'venues': PLACE_QUERY, 'organizers': PLACE_QUERY, 'categories': {**TAG_QUERY, 'parent': INT}, 'tags': TAG_QUERY}


def openapi(req):
    lang = {'name': 'ml_language', 'in': 'query', 'schema': {'type': 'string', 'enum': list(LANGS)}}
    ok = {'200': {'description': 'The answer', 'content': {'application/json': {'schema': {}}}}}
    paths, schemas = {}, {}

    def params(query):
        out = []
        for n, s in query.items():
            p = {'name': n, 'in': 'query', 'schema': s}
            if s.get('type') == 'array':
                p.update(style='form', explode=False)
            out.append(p)
        return out + [lang]

    def body(name):
        schema = {'$ref': f'#/components/schemas/{name}'}
        return {'content': {t: {'schema': schema} for t in ('application/json', 'application/x-www-form-urlencoded')}}

    paths[NS] = {'get': {'operationId': 'index', 'parameters': [lang], 'responses': ok}}
    paths[f'{NS}/doc'] = {'get': {'operationId': 'doc', 'parameters': [lang], 'responses': ok}}
    for table, fields in FIELDS.items():
        one = SINGULAR[table]
        props = {n: JSON_TYPES.get(k, STR) for n, k in fields.items()}
        need = [n for n, k in fields.items() if k.endswith('*')]
        schemas[one] = {'type': 'object', 'properties': props, 'required': need}
        change = {**props, 'password': STR} if table == 'events' else props
        schemas[f'{one}_change'] = {'type': 'object', 'properties': change}
        paths[f'{NS}/{table}'] = {
            'get': {'operationId': f'list_{table}', 'parameters': params(QUERY[table]), 'responses': ok},
            'post': {'operationId': f'create_{one}', 'parameters': [lang], 'requestBody': body(one),
                     'responses': {'201': ok['200']}}}
        ways = [('{id}', 'id', INT, '')] + ([('by-slug/{slug}', 'slug', STR, '_by_slug')] if table in POSTS else [])
        for tail, key, schema, suffix in ways:
            ps = [{'name': key, 'in': 'path', 'required': True, 'schema': schema}, lang]
            if table == 'events':
                ps.append({'name': 'password', 'in': 'query', 'schema': STR})
            item = {'get': {'operationId': f'read_{one}{suffix}', 'parameters': ps, 'responses': ok},
                    'delete': {'operationId': f'delete_{one}{suffix}', 'parameters': ps,
                               'responses': {'204': {'description': 'Deleted'}}}}
            for verb in ('post', 'put', 'patch'):
                item[verb] = {'operationId': f'{verb}_{one}{suffix}', 'parameters': ps,
                              'requestBody': body(f'{one}_change'), 'responses': ok}
            paths[f'{NS}/{table}/{tail}'] = item
    return 200, {'openapi': '3.0.3', 'info': {'title': 'Calendar events', 'version': '1'},
                 'servers': [{'url': req.base}], 'paths': paths, 'components': {'schemas': schemas}}, {}


# ---------------------------------------------------------------- routing

def identify(req, conn):
    req.user = {'role': 'editor', 'id': 1}
    if not USERS:
        return
    header = req.headers.get('authorization')
    if header is None:
        req.user = {'role': 'anonymous', 'id': 0}
        if BUG == 'login-sticks-to-connection' and conn.get('user'):
            req.user = conn['user']
        return
    try:
        scheme, _, token = header.partition(' ')
        name, _, secret = base64.b64decode(token.strip(), validate=True).decode('utf-8').partition(':')
        account = ACCOUNTS.get(name)
        if scheme.lower() != 'basic' or not account or account[0] != secret:
            raise ValueError
    except ValueError:
        raise ApiError(401, 'bad_credentials', 'unknown user or wrong password',
                       headers={'WWW-Authenticate': 'Basic realm="calendar"'})
    req.user = conn['user'] = {'role': account[2], 'id': account[1]}


SEGMENTS = ('nl', 'fr', 'en') if BUG == 'de-segment-missing' else LANGS


def allow(req, *methods):
    if req.method == 'HEAD' and 'GET' in methods:
        return
    if req.method not in methods:
        full = list(methods) + ['HEAD', 'OPTIONS']
        if req.method == 'OPTIONS':
            raise ApiError(204, '', '', headers={'Allow': ', '.join(full)})
        headers = {} if BUG == 'no-allow-on-405' else {'Allow': ', '.join(full)}
        raise ApiError(405, 'method_not_allowed', f'{req.method} is not possible here', headers=headers)


async def handle(req, conn):
    req.base = 'http://' + (req.headers.get('host') or f'127.0.0.1:{PORT}')
    raw = req.path.split('/')[1:]
    if raw and raw[-1] == '':
        raw.pop()
    seg = None
    if raw and raw[0] in SEGMENTS:
        seg = raw.pop(0)
        req.base += '/' + seg
    parts = [unquote(p) for p in raw]
    if req.target == '*':
        allow(req)
    identify(req, conn)
    if not parts:
        allow(req, 'GET')
        return 200, {'name': 'Calendar', 'namespaces': ['vendor/events/v1'],
                     '_links': {'ns': [{'href': f'{req.base}{NS}'}]}}, {}
    if parts[:3] != ['vendor', 'events', 'v1'] or len(parts) > 6:
        raise ApiError(404, 'no_route', 'there is nothing here')
    parts, raw = parts[3:], raw[3:]
    lang = q_text(req, 'ml_language')
    if lang is None and req.body and req.method != 'DELETE' and b'ml_language' in req.body:
        lang = body_fields(req).get('ml_language') or None
    if lang is not None and lang not in LANGS:
        raise bad('ml_language', 'must be one of ' + ', '.join(LANGS))
    req.lang = lang or seg
    if BUG == 'language-sticks':
        current['lang'] = req.lang = req.lang or current['lang']
    if not parts:
        allow(req, 'GET')
        return index(req)
    if parts == ['doc']:
        allow(req, 'GET')
        return openapi(req)
    table = parts[0]
    if table not in FIELDS:
        raise ApiError(404, 'no_route', 'there is nothing here')
    if len(parts) == 1:
        allow(req, 'GET', 'POST')
        if req.method == 'POST':
            return await create(req, table)
        if table == 'events':
            return list_events(req)
        if table in TERMS:
            return list_terms(req, table)
        if BUG == 'venue-list-cached-after-delete' and table == 'venues':
            key = (req.target, req.base, req.user['role'])
            if key not in list_cache:
                list_cache[key] = list_places(req, table)
            return list_cache[key]
        return list_places(req, table)
    by_slug = False
    if len(parts) == 2 and re.fullmatch(r'[0-9]+', parts[1]):
        column, value = 'id', int(parts[1]) if len(parts[1]) < 19 else -1
    elif len(parts) == 3 and parts[1] == 'by-slug' and table in POSTS and parts[2]:
        by_slug, column, value = True, 'slug', parts[2]
        if BUG == 'venue-slug-not-decoded' and table == 'venues':
            value = raw[2]
        if BUG == 'numeric-slug-as-id' and table == 'events' and re.fullmatch(r'[0-9]{1,18}', value):
            column, value = 'id', int(value)
    else:
        raise ApiError(404, 'no_route', 'there is nothing here')
    if BUG == 'tag-put-unrouted' and table == 'tags':
        allow(req, 'GET', 'POST', 'PATCH', 'DELETE')
    allow(req, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE')
    if BUG == 'venue-post-item-creates' and table == 'venues' and req.method == 'POST' and not by_slug \
            and 'venue' in body_fields(req):
        return await create(req, table)
    row = db.execute(f'{select(req, table)} WHERE {table}.{column} = ?', (value,)).fetchone()
    if row is None or (table in POSTS and req.user['role'] == 'anonymous' and row['status'] != 'publish'
                       and req.method in ('GET', 'HEAD')):
        if row is None and req.method not in ('GET', 'HEAD'):
            need_login(req)
        raise ApiError(404, 'not_found', f'no such {SINGULAR[table]}')
    if table in POSTS and row['status'] == 'trash':
        raise ApiError(410, 'gone', f'this {SINGULAR[table]} is in the trash')
    if req.method in ('GET', 'HEAD'):
        return read(req, table, row)
    if req.method == 'DELETE':
        return delete(req, table, row, by_slug)
    return await update(req, table, row, by_slug)


def error_body(e):
    if VARIANT == 'strict-limits':
        out = {'type': f'urn:problem:{e.code}', 'title': REASONS.get(e.status, 'Error'), 'status': e.status,
               'detail': e.message}
        if e.field:
            out['field'] = e.field
        return out
    out = {'code': e.code, 'message': e.message}
    if e.field:
        out['field'] = e.field
    return {'error': out}


async def answer(req, conn):
    ctype = 'application/json; charset=utf-8'
    try:
        status, value, headers = await handle(req, conn)
    except ApiError as e:
        status, headers = e.status, e.headers
        if VARIANT == 'strict-limits' and status == 422:
            status = e.status = 400
        value = error_body(e) if status != 204 else None
        if VARIANT == 'strict-limits' and value:
            ctype = 'application/problem+json'
    except Exception:
        traceback.print_exc()
        status, headers, value = 500, {}, {'error': {'code': 'internal', 'message': 'something went wrong'}}
    text = '' if value is None else json.dumps(value, ensure_ascii=False)
    return status, text, headers, ctype


# ---------------------------------------------------------------- HTTP

TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+\Z")


class HttpError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def render(status, text, headers, ctype, close, head_only, old=False):
    body = text.encode('utf-8', 'replace')
    lines = [f'HTTP/1.1 {status} {REASONS.get(status, "Status")}', 'Date: ' + formatdate(usegmt=True)]
    if status != 204:
        length = len(body)
        if BUG == 'content-length-in-characters':
            length = len(text)
        if BUG == 'head-length-zero' and head_only:
            length = 0
        lines.append(f'Content-Type: {ctype}')
        lines.append(f'Content-Length: {length}')
    lines += [f'{k}: {v}' for k, v in headers.items()]
    if close:
        lines.append('Connection: close')
    elif old:
        lines.append('Connection: keep-alive')
    data = ('\r\n'.join(lines) + '\r\n\r\n').encode('latin-1', 'replace')
    return data if head_only or status == 204 else data + body


async def read_chunked(reader):
    out = bytearray()
    while True:
        line = await reader.readuntil(b'\r\n')
        size = line.split(b';')[0].strip()
        if not re.fullmatch(rb'[0-9a-fA-F]{1,8}', size):
            raise HttpError(400, 'bad chunk size')
        n = int(size, 16)
        if n == 0:
            break
        if len(out) + n > MAX_BODY:
            raise HttpError(413, 'the body is too large')
        out += await reader.readexactly(n)
        if await reader.readexactly(2) != b'\r\n':
            raise HttpError(400, 'bad chunk')
    while (await reader.readuntil(b'\r\n')) != b'\r\n':
        pass
    return bytes(out)


def parse_head(head):
    lines = head.decode('latin-1').split('\r\n')
    parts = lines[0].split(' ')
    if len(parts) != 3 or not TOKEN.match(parts[0]):
        raise HttpError(400, 'bad request line')
    m = re.fullmatch(r'HTTP/(\d)\.(\d)', parts[2])
    if not m:
        raise HttpError(400, 'bad request line')
    if m[1] != '1':
        raise HttpError(505, 'only HTTP/1.x')
    headers = {}
    for line in lines[1:]:
        name, sep, value = line.partition(':')
        if not sep or not TOKEN.match(name):
            raise HttpError(400, 'bad header line')
        name, value = name.lower(), value.strip(' \t')
        if name in headers:
            if name == 'host' or (name == 'content-length' and headers[name] != value):
                raise HttpError(400, f'several {name} headers')
            if name != 'content-length':
                headers[name] += ', ' + value
        else:
            headers[name] = value
    return parts[0], parts[1], m[2] != '0', headers


async def serve(reader, writer):
    conn = {}
    try:
        while True:
            close = False
            try:
                head = await reader.readuntil(b'\r\n\r\n')
                head = head.lstrip(b'\r\n')
                if not head:
                    continue
                method, target, modern, headers = parse_head(head[:-4])
                if modern and 'host' not in headers:
                    raise HttpError(400, 'the Host header is missing')
                tokens = [t.strip().lower() for t in headers.get('connection', '').split(',')]
                close = 'close' in tokens or (not modern and 'keep-alive' not in tokens)
                coding, length = headers.get('transfer-encoding'), headers.get('content-length')
                if length is not None and not re.fullmatch(r'[0-9]{1,15}', length):
                    raise HttpError(400, 'bad Content-Length')
                if coding is not None and coding.strip().lower() != 'chunked':
                    raise HttpError(501, 'unknown transfer coding')
                if length and int(length) > MAX_BODY:
                    raise HttpError(413, 'the body is too large')
                expect = headers.get('expect')
                if expect is not None and modern:
                    if expect.lower() != '100-continue':
                        raise HttpError(417, 'unknown expectation')
                    if coding or int(length or 0):
                        writer.write(b'HTTP/1.1 100 Continue\r\n\r\n')
                body = b''
                if coding:
                    body = await read_chunked(reader)
                    close = close or length is not None
                    if BUG == 'chunked-body-ignored':
                        body = b''
                elif length and int(length):
                    body = await reader.readexactly(int(length))
            except asyncio.LimitOverrunError:
                writer.write(render(431, json.dumps(error_body(ApiError(431, 'too_large', 'the header is too large'))),
                                    {}, 'application/json', True, False))
                break
            except HttpError as e:
                writer.write(render(e.status, json.dumps(error_body(ApiError(e.status, 'bad_request', str(e)))),
                                    {}, 'application/json', True, False))
                break
            req = Request()
            req.method, req.target, req.headers, req.body, req.lang = method, target, headers, body, None
            try:
                rest = target
                if re.match(r'https?://', target, re.I):
                    u = urlsplit(target)
                    rest = (u.path or '/') + ('?' + u.query if u.query else '')
                    headers['host'] = u.netloc or headers.get('host', '')
                path, _, query = rest.partition('?')
                req.path = path
                req.pairs = parse_qsl(query, keep_blank_values=True, errors='replace', max_num_fields=2000)
            except ValueError:
                req.path, req.pairs = '/?', []
            req.query = {}
            for key, value in req.pairs:
                req.query.setdefault(re.sub(r'\[[0-9]*\]\Z', '', key), []).append(value)
            status, text, out, ctype = await answer(req, conn)
            writer.write(render(status, text, out, ctype, close, method == 'HEAD', not modern))
            await writer.drain()
            if close:
                break
    except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
        pass
    except Exception:
        traceback.print_exc()
    finally:
        try:
            writer.close()
        except Exception:
            pass


async def main():
    server = await asyncio.start_server(serve, '127.0.0.1', PORT, limit=64 * 1024, backlog=256)
    print(f'listening on http://127.0.0.1:{PORT}', flush=True)
    async with server:
        await server.serve_forever()


if __name__ == '__main__':
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        sys.exit(0)
