"""Calendar events service: Starlette + uvicorn, sqlite3 in memory, one file."""
import asyncio
import base64
import hashlib
import itertools
import json
import os
import re
import sqlite3
import sys
import traceback
import unicodedata
from datetime import datetime, timedelta, timezone
from math import ceil
from urllib.parse import parse_qsl, quote, urlencode
from zoneinfo import ZoneInfo, available_timezones

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PORT = int(os.environ.get('PORT', '8080'))
BUG = os.environ.get('BUG', '')
VARIANT = os.environ.get('VARIANT', '')
USERS = os.environ.get('USERS', '') == '1'

NS = 'vendor/events/v1'
LANGS = ('nl', 'en', 'fr', 'de')
DEFAULT_LANG = 'en'
SITE_TZ_NAME = 'Europe/Amsterdam'
SITE_TZ = ZoneInfo(SITE_TZ_NAME)
UTC = timezone.utc
STATUSES = ('publish', 'draft', 'pending', 'private') + (('trash',) if VARIANT == 'soft-delete' else ())
MAX_INT = 2 ** 53
TZ_NAMES = available_timezones()

# --------------------------------------------------------------------------- errors


class Problem(Exception):
    def __init__(self, status, detail, errors=None, headers=None):
        self.status, self.detail, self.errors, self.headers = status, detail, errors, headers or {}


TITLES = {400: 'Bad request', 401: 'Authentication required', 403: 'Forbidden', 404: 'Not found',
          405: 'Method not allowed', 409: 'Conflict', 412: 'Precondition failed', 415: 'Unsupported media type',
          422: 'Unprocessable content', 500: 'Internal server error'}


def invalid(field, message):
    return Problem(422, 'The request holds invalid values.', [{'field': field, 'message': message}])


def not_found(what='record'):
    return Problem(404, 'There is no such %s.' % what)


# --------------------------------------------------------------------------- time

DT_RE = re.compile(r'([0-9]{4})-([0-9]{2})-([0-9]{2})'
                   r'(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?\s*(Z|[+-][0-9]{2}:?[0-9]{2})?)?', re.I)
OFFSET_RE = re.compile(r'(?:UTC)?([+-])([0-9]{1,2})(?::?([0-9]{2}))?', re.I)


def get_tz(name):
    if name in TZ_NAMES:
        return ZoneInfo(name)
    m = OFFSET_RE.fullmatch(name)
    if m and int(m[2]) <= 14 and int(m[3] or 0) < 60:
        delta = timedelta(hours=int(m[2]), minutes=int(m[3] or 0))
        return timezone(-delta if m[1] == '-' else delta)
    return None


def parse_dt(text, tz):
    """A date and time as a naive local time of `tz`; None if it is not one."""
    m = DT_RE.fullmatch(text.strip())
    if not m:
        return None
    try:
        dt = datetime(int(m[1]), int(m[2]), int(m[3]), int(m[4] or 0), int(m[5] or 0), int(m[6] or 0))
        if m[7]:
            off = m[7].upper().replace(':', '')
            delta = timedelta(0) if off == 'Z' else timedelta(hours=int(off[1:3]), minutes=int(off[3:5]))
            if off[0] == '-':
                delta = -delta
            dt = (dt - delta).replace(tzinfo=UTC).astimezone(tz).replace(tzinfo=None)
        to_utc(dt, tz)
        return dt
    except (ValueError, OverflowError):
        return None


def to_utc(dt, tz):
    if BUG == 'utc-without-dst' and isinstance(tz, ZoneInfo):
        return dt - tz.utcoffset(datetime(dt.year, 1, 1))
    return dt.replace(tzinfo=tz).astimezone(UTC).replace(tzinfo=None)


def from_utc(dt, tz):
    return dt.replace(tzinfo=UTC).astimezone(tz).replace(tzinfo=None)


def fmt(dt):
    return dt.replace(microsecond=0).isoformat(sep=' ')


def utcnow():
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


# --------------------------------------------------------------------------- the model

class F:
    """One field that a client may send."""

    def __init__(self, name, type='text', default=None, required=False, i18n=False):
        self.name, self.type, self.default, self.required, self.i18n = name, type, default, required, i18n


COMMON = [F('author', 'author'), F('date', 'pub'), F('date_utc', 'pub'), F('status', 'status')]


class Resource:
    def __init__(self, name, kind, title, fields, by_slug, search):
        self.name, self.kind, self.title, self.fields = name, kind, title, fields
        self.by_slug = by_slug
        self.is_term = not by_slug
        self.search = search
        self.i18n = [f.name for f in fields if f.i18n]
        self.by_name = {f.name: f for f in fields}
        self.columns = []


def txt(*names):
    return [F(n) for n in names]


EVENTS = Resource('events', 'event', 'title', [
    F('title', 'name', required=True, i18n=True), F('start_date', 'dt', required=True), F('end_date', 'dt', required=True),
    F('description', i18n=True), F('excerpt', i18n=True), F('slug', 'slug')] + COMMON + [
    F('timezone', 'tz'), F('all_day', 'bool', False), F('image', 'image'), F('cost', 'any'), F('website', 'url'),
    F('show_map', 'bool', True), F('show_map_link', 'bool', True), F('hide_from_listings', 'bool', False),
    F('sticky', 'bool', False), F('featured', 'bool', False),
    F('categories', 'rel'), F('tags', 'rel'), F('venue', 'rel'), F('organizer', 'rel')],
    True, ['title', 'description'])
VENUES = Resource('venues', 'venue', 'venue', [
    F('venue', 'name', required=True, i18n=True), F('description', i18n=True)] + COMMON + txt(
    'show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince',
    'website') + [F('image', 'image')],
    True, ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince',
           'website'])
ORGANIZERS = Resource('organizers', 'organizer', 'organizer', [
    F('organizer', 'name', required=True, i18n=True), F('description', i18n=True)] + COMMON + txt('phone', 'website') + [
    F('email', 'email'), F('image', 'image')],
    True, ['organizer', 'description', 'phone', 'website', 'email'])
CATEGORIES = Resource('categories', 'category', 'name', [
    F('name', 'name', required=True, i18n=True), F('description', i18n=True), F('slug', 'slug'), F('parent', 'parent')],
    False, ['name', 'description'])
TAGS = Resource('tags', 'tag', 'name', [
    F('name', 'name', required=True, i18n=True), F('description', i18n=True), F('slug', 'slug')],
    False, ['name', 'description'])
RESOURCES = {r.name: r for r in (EVENTS, VENUES, ORGANIZERS, CATEGORIES, TAGS)}
# field of an event -> the resource it refers to, its join table
RELS = {'categories': (CATEGORIES, 'event_categories'), 'tags': (TAGS, 'event_tags'),
        'venue': (VENUES, 'event_venues'), 'organizer': (ORGANIZERS, 'event_organizers')}
JOIN_OF = {res.name: table for res, table in RELS.values()}

# --------------------------------------------------------------------------- the database

db = sqlite3.connect(':memory:', isolation_level=None, cached_statements=512)
db.row_factory = sqlite3.Row
SQL_TYPES = {'bool': 'INTEGER', 'author': 'INTEGER', 'parent': 'INTEGER'}
next_id = itertools.count(1)


def fold(s):
    return unicodedata.normalize('NFC', unicodedata.normalize('NFC', s).casefold())


def sql_has(hay, needle):
    return 1 if hay is not None and needle in fold(str(hay)) else 0


def sql_uni(a, b):
    x, y = unicodedata.normalize('NFKD', a).casefold(), unicodedata.normalize('NFKD', b).casefold()
    return -1 if x < y else 1 if x > y else 0


db.create_function('has', 2, sql_has, deterministic=True)
db.create_collation('uni', sql_uni)


def make_schema():
    for res in RESOURCES.values():
        cols = ['id INTEGER PRIMARY KEY', 'lang TEXT NOT NULL', 'owner INTEGER', 'modified_utc TEXT', 'slug TEXT NOT NULL']
        for f in res.fields:
            if f.type == 'rel' or f.name == 'slug':
                continue
            sql_type = SQL_TYPES.get(f.type, 'TEXT')
            if BUG == 'venue-zip-integer' and f.name == 'zip':
                sql_type = 'INTEGER'
            cols.append('%s %s' % (f.name, sql_type))
        if res is EVENTS:
            cols += ['start_utc TEXT', 'end_utc TEXT', 'password TEXT']
        db.execute('CREATE TABLE %s (%s)' % (res.name, ', '.join(cols)))
        db.execute('CREATE INDEX %s_slug ON %s(slug)' % (res.name, res.name))
        res.columns = [c.split()[0] for c in cols]
    db.execute('CREATE INDEX events_start ON events(start_utc, id)')
    db.execute('CREATE INDEX categories_parent ON categories(parent)')
    for _, table in RELS.values():
        db.execute('CREATE TABLE %s (event_id INTEGER, ref_id INTEGER, pos INTEGER, PRIMARY KEY (event_id, ref_id))' % table)
        db.execute('CREATE INDEX %s_ref ON %s(ref_id)' % (table, table))
    db.execute('CREATE TABLE i18n (id INTEGER, lang TEXT, field TEXT, value TEXT, PRIMARY KEY (id, lang, field))')


make_schema()
translated = set()      # (resource name, language) that have any translation at all


class transaction:
    def __enter__(self):
        db.execute('BEGIN')

    def __exit__(self, kind, *_):
        db.execute('ROLLBACK' if kind else 'COMMIT')


def insert(table, values):
    db.execute('INSERT INTO %s (%s) VALUES (%s)' % (table, ', '.join(values), ', '.join('?' * len(values))),
               list(values.values()))


def update(table, id, values):
    if values:
        db.execute('UPDATE %s SET %s WHERE id = ?' % (table, ', '.join(k + ' = ?' for k in values)),
                   list(values.values()) + [id])


def tcol(res, field, lang, alias='t'):
    """SQL of a text in the language selected: its translation, or else the original."""
    if (res.name, lang) not in translated:
        return '%s.%s' % (alias, field)
    cond = "FROM i18n x WHERE x.id = %s.id AND x.lang = '%s' AND x.field = '%s'" % (alias, lang, field)
    return '(CASE WHEN EXISTS (SELECT 1 %s) THEN (SELECT x.value %s) ELSE %s.%s END)' % (cond, cond, alias, field)


def select_list(res, lang):
    return ', '.join('%s AS %s' % (tcol(res, c, lang), c) if c in res.i18n else 't.' + c for c in res.columns)


def visible(ctx, alias):
    """SQL: the records behind a relation that count for this client."""
    return "%s.status = 'publish'" % alias if ctx.anonymous else "%s.status <> 'trash'" % alias


# --------------------------------------------------------------------------- slugs

slug_hint = {}
slug_index = {}     # only used by a fault


def slugify(text, fallback):
    s = unicodedata.normalize('NFKD', text.casefold())
    s = unicodedata.normalize('NFC', ''.join(c for c in s if unicodedata.category(c) != 'Mn'))
    return re.sub(r'\W+', '-', s)[:190].strip('-') or fallback


def unique_slug(res, id, base, explicit):
    def taken(s):
        return db.execute('SELECT 1 FROM %s WHERE slug = ? AND id <> ?' % res.name, (s, id)).fetchone()
    if VARIANT == 'other-slugs':
        if explicit:
            if taken(base):
                raise Problem(409, 'The slug is in use.', [{'field': 'slug', 'message': 'is in use'}])
            return base
        base = '%s_%d' % (base.replace('-', '_'), id)
    if not taken(base):
        return base
    n = slug_hint.get((res.name, base), 2)
    while taken('%s-%d' % (base, n)):
        n += 1
    slug_hint[res.name, base] = n + 1
    return '%s-%d' % (base, n)


# --------------------------------------------------------------------------- requests

ACCOUNTS = {'editor': (1, 'editor'), 'author': (2, 'author'), 'reader': (3, 'reader')}
current_lang = [DEFAULT_LANG]    # only used by a fault


class Ctx:
    """What a handler needs to know of a request."""

    def __init__(self, request):
        self.request = request
        self.method = request.method
        self.query = parse_qsl(request.scope['query_string'].decode('latin-1'), keep_blank_values=True,
                               encoding='utf-8', errors='replace')
        self.params = dict(self.query)
        self.headers = request.headers
        self.user, self.role = None, None
        self.lang, self.lang_given, self.prefix = DEFAULT_LANG, False, ''
        self.origin = '%s://%s' % (request.scope.get('scheme', 'http'), self.headers.get('host') or '127.0.0.1:%d' % PORT)
        self.by_slug = False
        self.in_list = False
        self.knows_password = False

    @property
    def anonymous(self):
        return USERS and self.user is None

    @property
    def root(self):
        return self.origin + self.prefix + '/' + NS

    def get(self, name):
        v = self.params.get(name)
        return v if v not in (None, '') else None

    def integer(self, name, default=None, least=None):
        v = self.get(name)
        if v is None:
            return default
        if not re.fullmatch(r'-?[0-9]{1,18}', v):
            raise invalid(name, 'must be an integer')
        v = int(v)
        if least is not None and v < least:
            raise invalid(name, 'must be at least %d' % least)
        return v

    def boolean(self, name, default=None):
        v = self.get(name)
        if v is None:
            return default
        return parse_bool(name, v)

    def array(self, name):
        """`a=1,2`, `a=1&a=2`, `a[]=1&a[]=2` and `a[0]=1`; None if not given."""
        out = []
        for k, v in self.query:
            if k == name or (k.startswith(name + '[') and k.endswith(']')):
                out += [p.strip() for p in v.split(',') if p.strip()]
        return out or None

    def ids(self, name):
        vals = self.array(name)
        if vals is None:
            return None
        for v in vals:
            if not re.fullmatch(r'[0-9]{1,18}', v):
                raise invalid(name, 'must be a list of IDs')
        return list(dict.fromkeys(int(v) for v in vals))

    def select_language(self, value):
        if value is None or value == '':
            return
        allowed = ('nl', 'fr', 'de') if BUG == 'ml-language-en-rejected' else LANGS
        if value not in allowed:
            raise invalid('ml_language', 'must be one of ' + ', '.join(LANGS))
        self.lang, self.lang_given = value, True

    def authenticate(self):
        if not USERS:
            return
        header = self.headers.get('authorization')
        if not header:
            return
        scheme, _, rest = header.partition(' ')
        try:
            name, _, secret = base64.b64decode(rest.strip(), validate=True).decode('utf-8').partition(':')
        except ValueError:
            raise unauthorized('The credentials cannot be read.')
        if scheme.lower() != 'basic' or name not in ACCOUNTS or secret != name:
            raise unauthorized('The credentials are wrong.')
        self.user, self.role = ACCOUNTS[name]


def unauthorized(detail):
    if BUG == 'www-authenticate-missing':
        return Problem(401, detail)
    return Problem(401, detail, headers={'WWW-Authenticate': 'Basic realm="calendar", charset="UTF-8"'})


def parse_bool(name, v):
    if isinstance(v, bool):
        return v
    if isinstance(v, (int, float)) and v in (0, 1):
        return bool(v)
    if isinstance(v, str):
        low = v.strip().lower()
        if low in ('1', 'true', 'yes', 'on'):
            return True
        if low in ('0', 'false', 'no', 'off'):
            return False
    raise invalid(name, 'must be a boolean')


def no_constant(name):
    raise ValueError(name)


def only_text(value):
    """Every string of a body must be encodable (no lone surrogates)."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode('utf-8')
    except (ValueError, RecursionError):
        raise Problem(400, 'The body holds a value that cannot be stored.')
    return value


async def read_body(ctx):
    """The fields sent: those of the query, overridden by those of the body."""
    raw = await ctx.request.body()
    ctype = ctx.headers.get('content-type', '').split(';')[0].strip().lower()
    data = {}

    def gather(pairs):
        for k, v in pairs:
            m = re.fullmatch(r'(\w+)\[[0-9]*\]', k)
            if m:
                cur = data.get(m[1])
                data[m[1]] = (cur if isinstance(cur, list) else []) + [v]
            else:
                data[k] = v
    gather((k, v) for k, v in ctx.query if k not in ('password', 'ml_language') and not (k == 'slug' and ctx.by_slug))
    body = {}
    if not raw.strip():
        pass
    elif ctype in ('', 'application/json', 'text/json', 'text/plain') or ctype.endswith('+json'):
        try:
            body = json.loads(raw.decode('utf-8'), parse_constant=no_constant)
        except (ValueError, RecursionError):
            raise Problem(400, 'The body is not valid JSON.')
        if not isinstance(body, dict):
            raise Problem(400, 'The body must be a JSON object.')
        only_text(body)
        data.update(body)
    elif ctype == 'application/x-www-form-urlencoded':
        try:
            pairs = parse_qsl(raw.decode('utf-8'), keep_blank_values=True, errors='strict')
        except ValueError:
            raise Problem(400, 'The form cannot be read.')
        body = dict(pairs)
        names = {re.sub(r'\[[0-9]*\]$', '', k) for k, _ in pairs}
        for n in names:
            data.pop(n, None)
        once = {}
        for k, v in pairs:
            once.setdefault(k, []).append(v)
        for k, vs in once.items():
            f = RELS.get(k)
            if f and len(vs) > 1:
                data[k] = vs
            else:
                gather((k, v) for v in vs)
    elif ctype == 'multipart/form-data':
        try:
            form = await ctx.request.form()
        except Exception:
            raise Problem(400, 'The form cannot be read.')
        pairs = [(k, v) for k, v in form.multi_items() if isinstance(v, str)]
        body = dict(pairs)
        for k, _ in pairs:
            data.pop(re.sub(r'\[[0-9]*\]$', '', k), None)
        once = {}
        for k, v in pairs:
            once.setdefault(k, []).append(v)
        for k, vs in once.items():
            if k in RELS and len(vs) > 1:
                data[k] = vs
            else:
                gather((k, v) for v in vs)
    else:
        raise Problem(415, 'Send JSON or a form.')
    if ctx.get('ml_language') is None and isinstance(body.get('ml_language'), str):
        ctx.select_language(body['ml_language'])
    ctx.body_password = body.get('password')
    ctx.body_has_password = 'password' in body
    if not isinstance(ctx.body_password, (str, int, type(None))) or isinstance(ctx.body_password, bool):
        raise invalid('password', 'must be a string')
    if ctx.body_password is not None:
        ctx.body_password = str(ctx.body_password)
    return only_text(data)


# --------------------------------------------------------------------------- validation

def to_int(name, v):
    if isinstance(v, str) and re.fullmatch(r'[0-9]{1,16}', v.strip()):
        v = int(v)
    if isinstance(v, bool) or not isinstance(v, int) or not 0 <= v < MAX_INT:
        raise invalid(name, 'must be an integer')
    return v


def to_text(name, v):
    if isinstance(v, bool) or not isinstance(v, (str, int, float)):
        raise invalid(name, 'must be a string')
    return v if isinstance(v, str) else json.dumps(v)


def clean(res, data, ctx, row):
    """Checks what was sent; returns (column values, relations). `row` is the record changed, None on create."""
    create = row is None
    errors, out, rels = [], {}, {}
    for f in res.fields:
        if f.type in ('pub', 'dt', 'tz'):
            continue
        sent = f.name in data
        v = data.get(f.name)
        if BUG == 'patch-resets-all-day' and f.name == 'all_day' and not sent:
            v, sent = f.default, True
        if BUG == 'organizer-patch-resets-status' and res is ORGANIZERS and f.type == 'status' and ctx.method == 'PATCH' and not sent:
            v, sent = 'publish', True
        if BUG == 'category-patch-clears-description' and res is CATEGORIES and f.name == 'description' and ctx.method == 'PATCH' and not sent:
            v, sent = None, True
        try:
            if not sent:
                if create:
                    if f.required:
                        raise invalid(f.name, 'is required')
                    if f.type == 'bool':
                        out[f.name] = int(f.default)
                continue
            if f.type == 'name':
                v = to_text(f.name, v) if v is not None else ''
                if not v.strip():
                    raise invalid(f.name, 'must not be empty')
                out[f.name] = v
            elif f.type in ('text', 'image'):
                if v is None:
                    out[f.name] = None
                    if BUG == 'venue-null-website-none' and res is VENUES and f.name == 'website':
                        out[f.name] = str(v)
                else:
                    out[f.name] = to_text(f.name, v)
                    if f.type == 'image' and out[f.name] == '':
                        out[f.name] = None
            elif f.type == 'url':
                if v in (None, ''):
                    out[f.name] = None
                else:
                    v = to_text(f.name, v)
                    if not re.match(r'https?://[^\s/]', v, re.I) or re.search(r'\s', v):
                        raise invalid(f.name, 'must be a URL')
                    out[f.name] = v
            elif f.type == 'email':
                if v in (None, ''):
                    out[f.name] = None
                else:
                    v = to_text(f.name, v)
                    if not re.fullmatch(r'[^\s@]+@[^\s@]+', v):
                        raise invalid(f.name, 'must be an e-mail address')
                    out[f.name] = v
            elif f.type == 'bool':
                b = f.default if v in (None, '') else parse_bool(f.name, v)
                if BUG == 'boolean-false-ignored-on-update' and not create and not b:
                    continue
                out[f.name] = int(b)
            elif f.type == 'any':
                out[f.name] = None if v is None else json.dumps(v, ensure_ascii=False)
                if BUG == 'cost-zero-null' and not v:
                    out[f.name] = None
            elif f.type == 'author':
                if v not in (None, ''):
                    out[f.name] = to_int(f.name, v)
            elif f.type == 'status':
                if v not in (None, ''):
                    if v not in STATUSES:
                        raise invalid(f.name, 'must be one of ' + ', '.join(STATUSES))
                    out[f.name] = v
            elif f.type == 'slug':
                if v not in (None, ''):
                    v = to_text(f.name, v)
                    out['slug'] = v if re.fullmatch(r'[\w-]{1,190}', v) else slugify(v, res.kind)
                elif v == '' and not create:
                    out['slug'] = ''
            elif f.type == 'parent':
                p = 0 if v in (None, '') else to_int(f.name, v)
                if p:
                    seen, cur = set(), p
                    while cur and cur not in seen:
                        seen.add(cur)
                        r = db.execute('SELECT parent FROM categories WHERE id = ?', (cur,)).fetchone()
                        if r is None:
                            raise invalid(f.name, 'is no category')
                        cur = r['parent']
                    if row is not None and row['id'] in seen:
                        raise invalid(f.name, 'must not be the category itself or below it')
                if BUG == 'category-parent-not-updated' and not create:
                    continue
                out[f.name] = p or None
            elif f.type == 'rel':
                if isinstance(v, str):
                    v = [x.strip() for x in v.split(',') if x.strip()]
                elif v is None:
                    v = []
                elif not isinstance(v, list):
                    v = [v]
                ids = []
                for x in v:
                    if isinstance(x, str) and ',' in x:
                        ids += [to_int(f.name, y.strip()) for y in x.split(',') if y.strip()]
                    elif x != '':
                        ids.append(to_int(f.name, x))
                ids = list(dict.fromkeys(ids))
                target = RELS[f.name][0]
                for x in ids:
                    alive = '' if target.is_term else " AND status <> 'trash'"
                    if not db.execute('SELECT 1 FROM %s WHERE id = ?%s' % (target.name, alive), (x,)).fetchone():
                        raise invalid(f.name, 'there is no %s %d' % (target.kind, x))
                if BUG == 'second-organizer-lost' and f.name == 'organizer':
                    ids = ids[:1]
                if BUG == 'empty-array-keeps-relations' and not create and not ids:
                    continue
                rels[f.name] = ids
        except Problem as p:
            if not p.errors:
                raise
            errors += p.errors
    for step in (clean_publication, clean_times):
        try:
            step(res, data, row, out)
        except Problem as p:
            errors += p.errors
    if errors:
        raise Problem(422, 'The request holds invalid values.', errors)
    if BUG == 'venue-province-gets-state' and res is VENUES and 'province' in out:
        out['province'] = out.get('state')
    if BUG == 'excerpt-is-description' and 'excerpt' in out:
        out['excerpt'] = out.get('description')
    if BUG == 'emoji-stripped' and res is ORGANIZERS:
        out = {k: re.sub('[\U00010000-\U0010ffff]', '', v) if isinstance(v, str) else v for k, v in out.items()}
    if BUG == 'tag-description-not-updated' and res is TAGS and not create:
        out.pop('description', None)
    if BUG == 'organizer-email-lost-on-create' and res is ORGANIZERS and create:
        out.pop('email', None)
    return out, rels


def date_of(name, v, tz):
    dt = parse_dt(v, tz) if isinstance(v, str) else None
    if dt is None:
        raise invalid(name, 'must be a date and time, YYYY-MM-DD HH:MM:SS')
    return dt


def clean_publication(res, data, row, out):
    if res.is_term:
        return
    local, utc = data.get('date'), data.get('date_utc')
    if local not in (None, ''):
        d = date_of('date', local, SITE_TZ)
        if utc not in (None, ''):
            date_of('date_utc', utc, UTC)
        u = to_utc(d, SITE_TZ)
    elif utc not in (None, ''):
        if BUG == 'date-utc-read-as-local' and res is VENUES:
            d = date_of('date_utc', utc, SITE_TZ)
            u = to_utc(d, SITE_TZ)
        else:
            u = date_of('date_utc', utc, UTC)
            try:
                d = from_utc(u, SITE_TZ)
            except OverflowError:
                raise invalid('date_utc', 'is out of range')
    elif row is None:
        u = utcnow()
        d = from_utc(u, SITE_TZ)
    else:
        return
    out['date'], out['date_utc'] = fmt(d), fmt(u)


def clean_times(res, data, row, out):
    if res is not EVENTS:
        return
    errors = []
    name = data.get('timezone')
    if name not in (None, ''):
        if not isinstance(name, str) or get_tz(name) is None:
            raise invalid('timezone', 'must be a time zone')
    else:
        name = row['timezone'] if row is not None else SITE_TZ_NAME
    tz = get_tz(name)
    times = {}
    for f in ('start_date', 'end_date'):
        v = data.get(f)
        if f not in data or (v in (None, '') and row is not None):
            if row is None:
                errors.append({'field': f, 'message': 'is required'})
            else:
                times[f] = datetime.fromisoformat(row[f])
            continue
        try:
            times[f] = date_of(f, v, tz)
        except Problem as p:
            errors += p.errors
    if errors:
        raise Problem(422, '', errors)
    start, end = times['start_date'], times['end_date']
    if end < start:
        raise invalid('end_date', 'must not be before start_date')
    out['timezone'] = name
    out['start_date'], out['end_date'] = fmt(start), fmt(end)
    if BUG == 'timezone-update-keeps-utc' and row is not None and 'start_date' not in data and 'end_date' not in data:
        return
    try:
        out['start_utc'], out['end_utc'] = fmt(to_utc(start, tz)), fmt(to_utc(end, tz))
        if BUG == 'end-utc-uses-start-offset':
            out['end_utc'] = fmt(end - (start - to_utc(start, tz)))
    except OverflowError:
        raise invalid('start_date', 'is out of range')


# --------------------------------------------------------------------------- representations

stub_cache = {}     # only used by a fault


def rid(v):
    return str(v) if VARIANT == 'ids-as-strings' and v is not None else v


def stubs(ctx, event_ids):
    """{event id: {field: [stub, ...]}} of many events at once."""
    out = {i: {f: [] for f in RELS} for i in event_ids}
    if not event_ids:
        return out
    marks = ','.join('?' * len(event_ids))
    for field, (res, table) in RELS.items():
        where = '' if res.is_term else ' AND ' + visible(ctx, 't')
        sql = ('SELECT j.event_id, t.id, t.slug, %s AS title FROM %s j JOIN %s t ON t.id = j.ref_id '
               'WHERE j.event_id IN (%s)%s ORDER BY j.event_id, j.pos'
               % (tcol(res, res.title, ctx.lang), table, res.name, marks, where))
        for r in db.execute(sql, event_ids):
            stub = {'id': rid(r['id']), res.title: r['title'], 'slug': r['slug'],
                    'href': '%s/%s/%d' % (ctx.root, res.name, r['id'])}
            if BUG == 'venue-rename-stale-stub' and res is VENUES:
                stub = stub_cache.setdefault((r['id'], ctx.lang), stub)
            out[r['event_id']][field].append(stub)
    return out


def term_count(ctx, res, alias='t'):
    table = JOIN_OF[res.name]
    if BUG == 'category-count-stale-after-event-delete' and res is CATEGORIES:
        return '(SELECT COUNT(*) FROM %s j WHERE j.ref_id = %s.id)' % (table, alias)
    return ('(SELECT COUNT(*) FROM %s j JOIN events e ON e.id = j.event_id WHERE j.ref_id = %s.id AND %s)'
            % (table, alias, visible(ctx, 'e')))


def columns_for(ctx, res):
    cols = select_list(res, ctx.lang)
    if BUG == 'german-list-untranslated' and res is ORGANIZERS and ctx.in_list and ctx.lang == 'de':
        cols = ', '.join('t.' + c for c in res.columns)
    if res.is_term:
        cols += ', %s AS count' % term_count(ctx, res)
    return cols


def render_rows(ctx, res, rows):
    langs = {}
    if translated and rows:
        marks = ','.join('?' * len(rows))
        for r in db.execute('SELECT DISTINCT id, lang FROM i18n WHERE id IN (%s) ORDER BY id, lang' % marks,
                            [r['id'] for r in rows]):
            langs.setdefault(r['id'], []).append(r['lang'])
    related = stubs(ctx, [r['id'] for r in rows]) if res is EVENTS else {}
    out = []
    for r in rows:
        d = {'id': rid(r['id'])}
        for f in res.fields:
            n = f.name
            if f.type == 'rel':
                d[n] = related[r['id']][n]
            elif f.type == 'bool':
                d[n] = bool(r[n])
            elif f.type == 'any':
                d[n] = json.loads(r[n]) if r[n] is not None else None
            elif f.type == 'parent' or f.type == 'author':
                d[n] = rid(r[n])
            elif n == 'zip':
                d[n] = str(r[n]) if r[n] is not None else None
            else:
                d[n] = r[n]
        if res is EVENTS:
            d['start_date_utc'], d['end_date_utc'] = r['start_utc'], r['end_utc']
            d['protected'] = r['password'] is not None
            if d['protected'] and not ctx.knows_password:
                d['description'] = d['excerpt'] = None
        if res.is_term:
            d['count'] = r['count']
        else:
            d['slug'] = r['slug']
            d['modified_utc'] = r['modified_utc']
        d['language'] = r['lang']
        d['translations'] = langs.get(r['id'], [])
        d['links'] = {'self': '%s/%s/%d' % (ctx.root, res.name, r['id']), 'collection': '%s/%s' % (ctx.root, res.name)}
        if res.by_slug:
            d['links']['by_slug'] = '%s/%s/by-slug/%s' % (ctx.root, res.name, quote(r['slug'], safe=''))
        out.append(d)
    return out


def load(ctx, res, id):
    r = db.execute('SELECT %s FROM %s t WHERE t.id = ?' % (columns_for(ctx, res), res.name), (id,)).fetchone()
    return render_rows(ctx, res, [r])[0]


# --------------------------------------------------------------------------- answers

def encode(value):
    return json.dumps(value, ensure_ascii=False, separators=(',', ':')).encode('utf-8')


def answer(ctx, value, status=200, headers=None):
    if VARIANT == 'envelope-data-meta' and 'id' in value:
        value = {'data': value}
    body = encode(value)
    headers = dict(headers or {})
    if ctx.method in ('GET', 'HEAD'):
        tag = '"%s"' % hashlib.md5(body).hexdigest()
        headers['ETag'] = tag
        match = ctx.headers.get('if-none-match')
        if match and (match.strip() == '*' or tag in [t.strip().removeprefix('W/') for t in match.split(',')]):
            return Response(status_code=304, headers={'ETag': tag})
    return Response(body, status, headers, media_type='application/json')


def problem_response(ctx_method, p):
    if VARIANT == 'other-codes':
        status = 400 if p.status in (415, 422) else p.status
        body = {'error': {'code': TITLES.get(p.status, 'error').lower().replace(' ', '_'), 'message': p.detail}}
        if p.errors:
            body['error']['params'] = {e['field']: e['message'] for e in p.errors}
        return Response(encode(body), status, p.headers, media_type='application/json')
    body = {'type': 'about:blank', 'title': TITLES.get(p.status, 'Error'), 'status': p.status, 'detail': p.detail}
    if p.errors:
        body['errors'] = p.errors
    return Response(encode(body), p.status, p.headers, media_type='application/problem+json')


# --------------------------------------------------------------------------- lists

def marks(values):
    return ','.join('?' * len(values))


def search_clause(ctx, res, w, p):
    text = ctx.get('search')
    if text is None:
        return
    if BUG == 'search-like-wildcards' and res is EVENTS:
        w.append('(%s LIKE ? OR (%s LIKE ? AND t.password IS NULL))'
                 % (tcol(res, 'title', ctx.lang), tcol(res, 'description', ctx.lang)))
        p += ['%' + text + '%'] * 2
        return
    needle = fold(text)
    parts = []
    for n in res.search:
        col = tcol(res, n, ctx.lang) if n in res.i18n else 't.' + n
        parts.append('(has(%s, ?) AND t.password IS NULL)' % col if res is EVENTS and n == 'description' else 'has(%s, ?)' % col)
        p.append(needle)
    if BUG == 'search-or-precedence' and res is EVENTS:
        w.append(' OR '.join(parts))
    else:
        w.append('(' + ' OR '.join(parts) + ')')


def status_clause(ctx, res, w, p):
    wanted = ctx.array('status')
    if BUG == 'status-filter-ignored' and res is ORGANIZERS:
        wanted = None
    if wanted is None:
        wanted = ['publish']
    elif 'any' in wanted:
        wanted = [s for s in STATUSES if s != 'trash']
    for s in wanted:
        if s not in STATUSES:
            raise invalid('status', 'must be one of ' + ', '.join(STATUSES) + ' or any')
    if ctx.anonymous:
        if BUG == 'draft-listed-to-anonymous' and ctx.get('status'):
            pass
        else:
            wanted = [s for s in wanted if s == 'publish']
    w.append('t.status IN (%s)' % marks(wanted))
    p += wanted


DAY_END = ' 23:59:59'


def date_clauses(ctx, w, p):
    strict = ctx.boolean('strict_dates', False)
    if BUG == 'strict-dates-false-truthy':
        strict = bool(ctx.get('strict_dates'))
    for name, col in (('start_date', 'start_date'), ('end_date', 'end_date')):
        v = ctx.get(name)
        if v is not None:
            t = fmt(date_of(name, v, SITE_TZ))
            w.append('t.%s BETWEEN ? AND ?' % col)
            p += [t if strict else t[:10] + ' 00:00:00', t[:10] + DAY_END]
    for name, col, before in (('starts_before', 'start_date', True), ('starts_after', 'start_date', False),
                              ('ends_before', 'end_date', True), ('ends_after', 'end_date', False)):
        v = ctx.get(name)
        if v is None:
            continue
        t = fmt(date_of(name, v, SITE_TZ))
        if BUG == 'starts-after-uses-end' and name == 'starts_after':
            col = 'end_date'
        if strict:
            op = '<' if before else '>'
        elif VARIANT == 'boundary-day-excluded':
            op, t = ('<', t[:10] + ' 00:00:00') if before else ('>', t[:10] + DAY_END)
        else:
            op, t = ('<=', t[:10] + DAY_END) if before else ('>=', t[:10] + ' 00:00:00')
        w.append('t.%s %s ?' % (col, op))
        p.append(t)


def events_where(ctx, w, p, joins):
    include = ctx.ids('include')
    dates_w, dates_p = [], []
    date_clauses(ctx, dates_w, dates_p)
    if include is not None:
        w.append('t.id IN (%s)' % marks(include))
        p += include
    if include is None or BUG == 'include-keeps-date-filters':
        w += dates_w
        p += dates_p
    for field, (res, table) in RELS.items():
        given = ctx.array(field)
        if given is None:
            continue
        if res.is_term:
            ids = []
            for g in given:
                found = None
                if re.fullmatch('[0-9]{1,18}', g):
                    found = db.execute('SELECT id FROM %s WHERE id = ?' % res.name, (int(g),)).fetchone()
                if found is None:
                    found = db.execute('SELECT id FROM %s WHERE slug = ?' % res.name, (g,)).fetchone()
                if found is not None:
                    ids.append(found['id'])
            ids = list(dict.fromkeys(ids))
        else:
            ids = ctx.ids(field)
        if BUG == 'categories-filter-all' and field == 'categories' and ids:
            w.append('(SELECT COUNT(*) FROM %s j WHERE j.event_id = t.id AND j.ref_id IN (%s)) = %d'
                     % (table, marks(ids), len(ids)))
            p += ids
            continue
        if BUG == 'organizer-filter-duplicates' and field == 'organizer':
            joins.append('JOIN event_organizers jo ON jo.event_id = t.id')
            w.append('jo.ref_id IN (%s)' % marks(ids))
            p += ids
            continue
        where = '' if res.is_term else ' AND ' + visible(ctx, 'v')
        w.append('t.id IN (SELECT j.event_id FROM %s j JOIN %s v ON v.id = j.ref_id WHERE j.ref_id IN (%s)%s)'
                 % (table, res.name, marks(ids), where))
        p += ids
    featured = ctx.boolean('featured')
    if BUG == 'featured-false-ignored':
        featured = featured or None
    if featured is not None:
        w.append('t.featured = ?')
        p.append(int(featured))
    # no event has a parent, none has tickets, no venue has a position
    if ctx.integer('post_parent', 0) != 0:
        w.append('0')
    if ctx.boolean('ticketed', False) or ctx.boolean('geoloc', False):
        w.append('0')
    lat, lng = ctx.get('geoloc_lat'), ctx.get('geoloc_lng')
    for n, v in (('geoloc_lat', lat), ('geoloc_lng', lng)):
        if v is not None and not re.fullmatch(r'[+-]?[0-9]{1,3}(\.[0-9]+)?', v):
            raise invalid(n, 'must be a number')
    if (lat is None) != (lng is None):
        raise invalid('geoloc_lat' if lat is None else 'geoloc_lng', 'must be given too')
    if lat is not None:
        w.append('0')


def places_where(ctx, res, w, p):
    table = JOIN_OF[res.name]
    link = ('SELECT %%s FROM %s j JOIN events e ON e.id = j.event_id WHERE %s' % (table, visible(ctx, 'e')))
    event = ctx.integer('event')
    if event is not None:
        w.append('t.id IN (%s AND e.id = ?)' % (link % 'j.ref_id'))
        p.append(event)
    has = ctx.boolean('has_events')
    if has is not None:
        w.append('%sEXISTS (%s AND j.ref_id = t.id)' % ('' if has else 'NOT ', link % '1'))
    if ctx.boolean('only_with_upcoming', False):
        if BUG == 'only-upcoming-first-event' and res is VENUES:
            w.append('(%s AND j.ref_id = t.id) >= ?' % (link % 'MIN(e.end_utc)'))
        else:
            w.append('EXISTS (%s AND j.ref_id = t.id AND e.end_utc >= ?)' % (link % '1'))
        p.append(fmt(utcnow()))


def terms_where(ctx, res, w, p):
    table = JOIN_OF[res.name]
    include, exclude = ctx.ids('include'), ctx.ids('exclude')
    if include is not None:
        w.append('t.id IN (%s)' % marks(include))
        p += include
    if exclude is not None:
        w.append('t.id NOT IN (%s)' % marks(exclude))
        p += exclude
    hide = ctx.boolean('hide_empty', True)
    if BUG == 'hide-empty-zero-truthy' and res is CATEGORIES:
        hide = bool(ctx.get('hide_empty') or True)
    if BUG == 'hide-empty-default-off' and res is TAGS and ctx.get('hide_empty') is None:
        hide = False
    if hide:
        w.append('%s > 0' % term_count(ctx, res))
    for name in ('post', 'event'):
        if BUG == 'post-filter-ignored' and res is TAGS and name == 'post':
            continue
        v = ctx.integer(name)
        if v is not None:
            w.append('t.id IN (SELECT j.ref_id FROM %s j JOIN events e ON e.id = j.event_id WHERE e.id = ? AND %s)'
                     % (table, visible(ctx, 'e')))
            p.append(v)
    slug = ctx.get('slug')
    if slug is not None:
        w.append('t.slug = ?')
        p.append(slug)
    if res is CATEGORIES:
        parent = ctx.integer('parent')
        if parent is not None:
            w.append('COALESCE(t.parent, 0) = ?')
            p.append(parent)


TERM_ORDERS = {'name': None, 'slug': 't.slug COLLATE uni', 'id': 't.id', 'term_id': 't.id', 'count': 'count',
               'description': None}


def terms_order(ctx, res):
    direction = (ctx.get('order') or 'asc').lower()
    if direction not in ('asc', 'desc', 'ascending', 'descending'):
        raise invalid('order', 'must be asc or desc')
    by = (ctx.get('orderby') or 'name').lower()
    if by not in TERM_ORDERS:
        raise invalid('orderby', 'must be one of ' + ', '.join(TERM_ORDERS))
    direction = 'DESC' if direction.startswith('desc') else 'ASC'
    if BUG == 'tags-order-desc-ignored' and res is TAGS:
        direction = 'ASC'
    expr = TERM_ORDERS[by] or "COALESCE(%s, '') COLLATE uni" % tcol(res, by, ctx.lang)
    return '%s %s, t.id %s' % (expr, direction, direction)


def list_records(ctx, res):
    ctx.in_list = True
    w, p, joins = [], [], []
    if res.is_term:
        terms_where(ctx, res, w, p)
        order = terms_order(ctx, res)
    else:
        status_clause(ctx, res, w, p)
        if res is EVENTS:
            events_where(ctx, w, p, joins)
            order = 't.start_utc, t.id'
        else:
            places_where(ctx, res, w, p)
            order = '%s COLLATE uni, t.id' % tcol(res, res.title, ctx.lang)
    search_clause(ctx, res, w, p)

    default_size = 25 if BUG == 'tags-default-per-page-25' and res is TAGS else 10
    page = ctx.integer('page', 1, 1)
    size = ctx.integer('per_page', default_size, 1)
    if VARIANT == 'other-codes':
        if size > 50:
            raise invalid('per_page', 'must be at most 50')
    else:
        size = min(size, 100)
    if BUG == 'category-page2-order' and res is CATEGORIES and page > 1:
        order = 't.id'
    offset = (page - 1) * size
    if BUG == 'organizers-page-zero-based' and res is ORGANIZERS and ctx.get('page'):
        offset = page * size
    where = ' WHERE ' + ' AND '.join(w) if w else ''
    source = 'FROM %s t %s%s' % (res.name, ' '.join(joins), where)
    total = db.execute('SELECT COUNT(*) ' + source, p).fetchone()[0]
    if BUG == 'venue-filter-total-unfiltered' and res is EVENTS and ctx.array('venue'):
        total = db.execute("SELECT COUNT(*) FROM events WHERE status = 'publish'").fetchone()[0]
    rows = db.execute('SELECT %s %s ORDER BY %s LIMIT ? OFFSET ?' % (columns_for(ctx, res), source, order),
                      p + [size, min(offset, 2 ** 60)]).fetchall() if offset < 2 ** 60 else []
    items = render_rows(ctx, res, rows)
    if BUG == 'total-is-page-length' and res is VENUES:
        total = len(items)
    pages = ceil(total / size)
    if BUG == 'total-pages-floor' and res is EVENTS:
        pages = total // size
    if VARIANT == 'other-codes' and page > max(pages, 1):
        raise Problem(404, 'There is no such page.')

    def link(n):
        rest = [(k, v) for k, v in ctx.query if k not in ('page', 'per_page')]
        return '%s/%s?%s' % (ctx.root, res.name, urlencode(rest + [('per_page', size), ('page', n)]))
    links = {'self': link(page)}
    if page > 1:
        links['prev'] = link(max(1, min(page - 1, pages)))
    if page < pages:
        links['next'] = link(page + 1)
    if VARIANT == 'bare-array-headers':
        headers = {'X-Total-Count': str(total), 'X-Page-Count': str(pages)}
        rel = ['<%s>; rel="%s"' % (u, n) for n, u in links.items() if n != 'self']
        if rel:
            headers['Link'] = ', '.join(rel)
        return answer(ctx, items, headers=headers)
    if VARIANT == 'envelope-data-meta':
        return answer(ctx, {'data': items, 'meta': {'pagination': {
            'total_count': total, 'page_count': pages, 'current_page': page, 'page_size': size}}, 'links': links})
    return answer(ctx, {'items': items, 'total': total, 'total_pages': pages, 'page': page, 'per_page': size,
                        'links': links})


# --------------------------------------------------------------------------- single records

read_cache = {}     # only used by a fault


def find(ctx, res, key):
    """The row of an address (an ID or a slug), untranslated."""
    if ctx.by_slug:
        if BUG == 'slug-unicode-404' and res is VENUES:
            key = quote(key)
        if BUG == 'slug-index-stale' and res is EVENTS:
            row = db.execute('SELECT * FROM events WHERE id = ?', (slug_index.get(key),)).fetchone()
        else:
            row = db.execute('SELECT * FROM %s WHERE slug = ? ORDER BY id' % res.name, (key,)).fetchone()
    else:
        row = None
        if len(key) <= 18:
            row = db.execute('SELECT * FROM %s WHERE id = ?' % res.name, (int(key),)).fetchone()
    if row is None:
        raise not_found(res.kind)
    if ctx.anonymous and not res.is_term and row['status'] != 'publish':
        if not (BUG == 'draft-venue-public-by-slug' and res is VENUES and ctx.by_slug):
            raise not_found(res.kind)
    return row


def check_password(ctx, res, row, writing):
    if res is not EVENTS or row['password'] is None:
        return
    given = ctx.params.get('password')
    if given is None and writing and ctx.method != 'DELETE':
        given = ctx.body_password
    if given is None and writing and ctx.method == 'DELETE':
        given = ctx.body_password
    if given == row['password']:
        ctx.knows_password = True
    elif given is not None:
        raise Problem(403, 'The password is wrong.')
    elif writing:
        raise Problem(403, 'The event is protected by a password.')


def may_write(ctx, res, row=None):
    if not USERS:
        return
    if ctx.user is None:
        raise unauthorized('Log in to change anything.')
    if ctx.role == 'reader':
        if BUG == 'reader-deletes-tags' and res is TAGS and ctx.method == 'DELETE':
            return
        raise Problem(403, 'You may only read.')
    if ctx.role == 'author' and row is not None:
        if BUG == 'author-changes-others-by-slug' and res is EVENTS and ctx.by_slug:
            return
        owner = row['owner'] if res.is_term else row['author']
        if owner != ctx.user:
            raise Problem(403, 'You may change only your own records.')


def may_set_author(ctx, values):
    if USERS and ctx.role == 'author' and values.get('author', ctx.user) != ctx.user:
        raise Problem(403, 'You may not create records for others.')


def check_preconditions(ctx, res, row):
    if BUG == 'if-match-ignored':
        return
    wanted = ctx.headers.get('if-match')
    unwanted = ctx.headers.get('if-none-match')
    if wanted is None and unwanted is None:
        return
    value = load(ctx, res, row['id'])
    if VARIANT == 'envelope-data-meta':
        value = {'data': value}
    tag = '"%s"' % hashlib.md5(encode(value)).hexdigest()
    if wanted is not None and wanted.strip() != '*' and tag not in [t.strip() for t in wanted.split(',')]:
        raise Problem(412, 'The record has changed.')
    if wanted is None and (unwanted.strip() == '*' or tag in [t.strip().removeprefix('W/') for t in unwanted.split(',')]):
        raise Problem(412, 'The record exists.')


def read_record(ctx, res, key):
    if BUG == 'tag-endpoint-serves-categories' and res is TAGS:
        row = db.execute('SELECT id FROM categories WHERE id = ?', (int(key[:18]),)).fetchone()
        if row:
            value = load(ctx, CATEGORIES, row['id'])
            value.pop('parent')
            return answer(ctx, value)
    row = find(ctx, res, key)
    check_password(ctx, res, row, False)
    if BUG == 'organizer-cached-read' and res is ORGANIZERS and not ctx.by_slug:
        key = (row['id'], ctx.lang, ctx.root)
        if key not in read_cache:
            read_cache[key] = load(ctx, res, row['id'])
        return answer(ctx, read_cache[key])
    return answer(ctx, load(ctx, res, row['id']))


def set_relations(id, rels):
    for field, ids in rels.items():
        table = RELS[field][1]
        db.execute('DELETE FROM %s WHERE event_id = ?' % table, (id,))
        db.executemany('INSERT INTO %s (event_id, ref_id, pos) VALUES (?, ?, ?)' % table,
                       [(id, r, n) for n, r in enumerate(ids)])


async def create_record(ctx, res):
    data = await read_body(ctx)
    may_write(ctx, res)
    values, rels = clean(res, data, ctx, None)
    may_set_author(ctx, values)
    id = next(next_id)
    explicit = 'slug' in values
    values['slug'] = unique_slug(res, id, values.get('slug') or slugify(values[res.title], res.kind), explicit)
    if BUG == 'slug-race' and res is EVENTS:
        await asyncio.sleep(0.02)
    values.update(id=id, lang=ctx.lang, owner=ctx.user or 1, modified_utc=fmt(utcnow()))
    if not res.is_term:
        values.setdefault('author', ctx.user or 1)
        values.setdefault('status', 'publish')
    with transaction():
        insert(res.name, values)
        set_relations(id, rels)
    if BUG == 'slug-index-stale' and res is EVENTS:
        slug_index[values['slug']] = id
    status = 200 if VARIANT == 'other-codes' else 201
    headers = {'Location': '%s/%s/%d' % (ctx.root, res.name, id)}
    if VARIANT == 'terse-writes':
        return answer(ctx, {'id': id}, status, headers)
    return answer(ctx, load(ctx, res, id), status, headers)


async def update_record(ctx, res, key):
    data = await read_body(ctx)
    row = find(ctx, res, key)
    may_write(ctx, res, row)
    check_password(ctx, res, row, True)
    check_preconditions(ctx, res, row)
    values, rels = clean(res, data, ctx, row)
    may_set_author(ctx, values)
    id = row['id']
    if values.get('slug') == '':
        values['slug'] = unique_slug(res, id, slugify(values.get('title') or values.get('name') or row[res.title], res.kind), False)
    elif 'slug' in values:
        values['slug'] = unique_slug(res, id, values['slug'], True)
    if res is EVENTS and ctx.body_has_password and not ctx.by_slug:
        if row['password'] is None or ctx.params.get('password') is not None:
            values['password'] = ctx.body_password or None
            ctx.knows_password = True
    if BUG == 'lost-update' and res is VENUES:
        await asyncio.sleep(0.02)
        values = {**{k: row[k] for k in row.keys() if k not in ('id', 'lang')}, **values}
    texts = {}
    if ctx.lang != row['lang']:
        texts = {k: values.pop(k) for k in res.i18n if k in values}
    values['modified_utc'] = fmt(utcnow())
    with transaction():
        update(res.name, id, values)
        for field, v in texts.items():
            db.execute('INSERT OR REPLACE INTO i18n (id, lang, field, value) VALUES (?, ?, ?, ?)', (id, ctx.lang, field, v))
            translated.add((res.name, ctx.lang))
        set_relations(id, rels)
    if BUG == 'organizer-cached-read' and not ctx.by_slug:
        for k in [k for k in read_cache if k[0] == id]:
            del read_cache[k]
    if VARIANT == 'terse-writes':
        return Response(status_code=204)
    return answer(ctx, load(ctx, res, id))


async def delete_record(ctx, res, key):
    try:
        await read_body(ctx)
    except Problem:
        ctx.body_password = None    # the body of a DELETE means nothing but a password
    row = find(ctx, res, key)
    may_write(ctx, res, row)
    check_password(ctx, res, row, True)
    check_preconditions(ctx, res, row)
    id = row['id']
    if VARIANT == 'soft-delete' and not res.is_term and row['status'] != 'trash':
        update(res.name, id, {'status': 'trash', 'modified_utc': fmt(utcnow())})
        return answer(ctx, load(ctx, res, id))
    if BUG == 'organizer-delete-by-slug-keeps' and res is ORGANIZERS and ctx.by_slug:
        db.execute('DELETE FROM organizers WHERE id = ?', (key,))
        return Response(status_code=204)
    last = load(ctx, res, id) if VARIANT == 'other-codes' else None
    with transaction():
        db.execute('DELETE FROM %s WHERE id = ?' % res.name, (id,))
        db.execute('DELETE FROM i18n WHERE id = ?', (id,))
        if res is EVENTS:
            for _, table in RELS.values():
                if BUG == 'category-count-stale-after-event-delete' and table == 'event_categories':
                    continue
                db.execute('DELETE FROM %s WHERE event_id = ?' % table, (id,))
        else:
            db.execute('DELETE FROM %s WHERE ref_id = ?' % JOIN_OF[res.name], (id,))
        if res is CATEGORIES:
            db.execute('UPDATE categories SET parent = NULL WHERE parent = ?', (id,))
    slug_index.pop(row['slug'], None)
    if VARIANT == 'other-codes':
        return answer(ctx, {'deleted': True, 'record': last})
    return Response(status_code=204)


# --------------------------------------------------------------------------- index, documentation

def index(ctx):
    base = ctx.origin + ctx.prefix + '/'
    up = ctx.root if BUG == 'index-up-is-self' else base
    return answer(ctx, {'namespace': NS, 'version': 'v1', 'collections': {r: ctx.root + '/' + r for r in RESOURCES},
                        'links': {'self': {'href': ctx.root}, 'up': {'href': up}, 'doc': {'href': ctx.root + '/doc'}}})


ARRAY = {'type': 'array', 'items': {'type': 'integer'}}
TYPES = {'bool': {'type': 'boolean'}, 'author': {'type': 'integer'}, 'parent': {'type': 'integer'}, 'rel': ARRAY,
         'any': {}, 'url': {'format': 'uri', 'nullable': True}}


def q(name, kind='string', **more):
    schema = ARRAY if kind == 'array' else {'type': kind}
    return {'name': name, 'in': 'query', 'required': False, 'schema': {**schema, **more}}


def query_parameters(res):
    out = [q('page', 'integer', default=1), q('per_page', 'integer', default=10), q('search')]
    if res is EVENTS:
        out += [q(n) for n in ('start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after')]
        out += [q('strict_dates', 'boolean', default=False)]
        out += [q(n, 'array') for n in ('categories', 'tags', 'venue', 'organizer', 'include')]
        out += [q('featured', 'boolean'), q('status'), q('geoloc', 'boolean'), q('geoloc_lat', 'number'),
                q('geoloc_lng', 'number'), q('post_parent', 'integer'), q('ticketed', 'boolean')]
    elif not res.is_term:
        out += [q('event', 'integer'), q('has_events', 'boolean'), q('only_with_upcoming', 'boolean', default=False), q('status')]
    else:
        out += [q('include', 'array'), q('exclude', 'array'), q('order', enum=['asc', 'desc']),
                q('orderby', enum=list(TERM_ORDERS)), q('hide_empty', 'boolean', default=True),
                q('post', 'integer'), q('event', 'integer'), q('slug')]
        if res is CATEGORIES:
            out.append(q('parent', 'integer'))
    return out


def doc(ctx):
    ml = q('ml_language', enum=list(LANGS))
    paths = {'/': {'get': {'summary': 'Index', 'parameters': [q('namespace', default=NS), q('context', default='view'), ml],
                           'responses': {'200': {'description': 'OK'}}}},
             '/doc': {'get': {'summary': 'This document', 'parameters': [ml], 'responses': {'200': {'description': 'OK'}}}}}
    schemas = {}
    for res in RESOURCES.values():
        props = {f.name: dict(TYPES.get(f.type, {'type': 'string'})) for f in res.fields}
        schemas[res.kind] = {'type': 'object', 'properties': props}

        def body(required):
            schema = {'$ref': '#/components/schemas/' + res.kind}
            if required:
                schema = {'allOf': [schema], 'required': [f.name for f in res.fields if f.required]}
            return {'required': required, 'content': {'application/json': {'schema': schema}}}
        paths['/' + res.name] = {
            'get': {'summary': 'List ' + res.name, 'parameters': query_parameters(res) + [ml],
                    'responses': {'200': {'description': 'A page of ' + res.name}}},
            'post': {'summary': 'Create', 'parameters': [ml], 'requestBody': body(True),
                     'responses': {'201': {'description': 'Created'}, '422': {'description': 'Invalid'}}}}
        for path, par in [('/%s/{id}' % res.name, {'name': 'id', 'in': 'path', 'required': True, 'schema': {'type': 'integer'}})] + (
                [('/%s/by-slug/{slug}' % res.name, {'name': 'slug', 'in': 'path', 'required': True, 'schema': {'type': 'string'}})]
                if res.by_slug else []):
            pars = [par, ml] + ([q('password')] if res is EVENTS and '{id}' in path else [])
            ops = {}
            for verb in ('get', 'post', 'put', 'patch', 'delete'):
                ops[verb] = {'summary': verb.upper() + ' ' + res.kind, 'parameters': pars, 'responses': {
                    '204' if verb == 'delete' else '200': {'description': 'OK'}, '404': {'description': 'Not found'}}}
                if verb in ('post', 'put', 'patch'):
                    ops[verb]['requestBody'] = body(False)
            paths[path] = ops
    return answer(ctx, {'openapi': '3.0.3', 'info': {'title': 'Calendar events', 'version': '1'},
                        'servers': [{'url': ctx.root}], 'paths': paths, 'components': {'schemas': schemas}})


# --------------------------------------------------------------------------- routing

PATH_RE = re.compile(r'(?:/(nl|en|de|fr))?/' + re.escape(NS) + r'(?:/(.*))?', re.S)
ITEM_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']


def resolve(path):
    """(language, kind of address, resource, key, allowed methods)"""
    if path.endswith('/') and path != '/':
        path = path[:-1]
    m = PATH_RE.fullmatch(path)
    if not m:
        if re.fullmatch(r'/|/(nl|en|de|fr)', path):
            return None, 'root', None, None, ['GET', 'HEAD', 'OPTIONS']
        raise not_found('address')
    lang, rest = m[1], m[2] or ''
    if rest == '':
        return lang, 'index', None, None, ['GET', 'HEAD', 'OPTIONS']
    if rest == 'doc':
        return lang, 'doc', None, None, ['GET', 'HEAD', 'OPTIONS']
    parts = rest.split('/')
    res = RESOURCES.get(parts[0])
    if res is not None:
        if len(parts) == 1:
            return lang, 'list', res, None, ['GET', 'HEAD', 'OPTIONS', 'POST']
        if len(parts) == 2 and re.fullmatch('[0-9]+', parts[1]):
            return lang, 'item', res, parts[1], ITEM_METHODS
        if len(parts) == 3 and parts[1] == 'by-slug' and res.by_slug and parts[2]:
            return lang, 'slug', res, parts[2], ITEM_METHODS
    raise not_found('address')


async def dispatch(request, ctx):
    lang, where, res, key, allowed = resolve(request.scope['path'])
    if BUG == 'head-405-items' and where in ('item', 'slug'):
        allowed = [m for m in allowed if m != 'HEAD']
    if ctx.method not in allowed:
        headers = {} if BUG == '405-without-allow' else {'Allow': ', '.join(allowed)}
        raise Problem(405, 'The address does not support the method %s.' % ctx.method, headers=headers)
    if ctx.method == 'OPTIONS':
        return Response(status_code=204, headers={'Allow': ', '.join(allowed)})
    if where == 'root':
        return answer(ctx, {'namespaces': [NS], 'links': {'namespace': {'href': ctx.root}}})
    if lang:
        ctx.lang, ctx.prefix = lang, '/' + lang
    ctx.select_language(ctx.get('ml_language'))
    if BUG == 'language-leaks':
        if ctx.lang_given:
            current_lang[0] = ctx.lang
        elif not lang:
            ctx.lang = current_lang[0]
    ctx.authenticate()
    if where == 'index':
        return index(ctx)
    if where == 'doc':
        return doc(ctx)
    ctx.by_slug = where == 'slug'
    if where == 'list':
        return list_records(ctx, res) if ctx.method in ('GET', 'HEAD') else await create_record(ctx, res)
    if ctx.method in ('GET', 'HEAD'):
        return read_record(ctx, res, key)
    if ctx.method == 'DELETE':
        return await delete_record(ctx, res, key)
    return await update_record(ctx, res, key)


async def endpoint(request: Request):
    try:
        return await dispatch(request, Ctx(request))
    except Problem as p:
        return problem_response(request.method, p)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return problem_response(request.method, Problem(500, 'Something went wrong.'))


class Everything:
    """An ASGI endpoint for every method (Starlette would limit a function to GET)."""

    async def __call__(self, scope, receive, send):
        response = await endpoint(Request(scope, receive))
        await response(scope, receive, send)


app = Starlette(routes=[Route('/{path:path}', Everything())])


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets=sockets)
        if self.started:
            print('listening on http://127.0.0.1:%d' % PORT, flush=True)


if __name__ == '__main__':
    Server(uvicorn.Config(app, host='127.0.0.1', port=PORT, log_level='error', access_log=False,
                          timeout_keep_alive=120, date_header=True, server_header=False)).run()
