#!/usr/bin/env python3
"""Calendar of events: http.server + sqlite3, SQL does the work of the lists."""
import base64, json, os, re, socket, sqlite3, sys, threading, time, unicodedata
from datetime import datetime, timedelta, timezone as dtz
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, quote, unquote, urlencode
from zoneinfo import ZoneInfo

PORT = int(os.environ.get('PORT') or 8000)
BUG = os.environ.get('BUG') or ''
VARIANT = os.environ.get('VARIANT') or ''
USERS = os.environ.get('USERS') == '1'
NS = 'vendor/events/v1'
LANGS = ('nl', 'en', 'fr', 'de')
SEGMENTS = ('nl', 'de', 'fr')
DEFAULT_LANG = 'en'
SITE_TZ = 'Europe/Amsterdam'
STATUSES = ('publish', 'draft', 'pending', 'private', 'future')
ACCOUNTS = {'editor': ('editor', 1), 'author': ('author', 2), 'reader': ('reader', 3)}
FMT = '%Y-%m-%d %H:%M:%S'
UPDATE = ('POST', 'PUT', 'PATCH')


def bug(name):
    return BUG == name


def variant(name):
    return VARIANT == name


# ---------------------------------------------------------------- data model
# field -> type; text fields live per language in table `tr`
COMMON = {'author': 'int', 'date': 'date', 'date_utc': 'date', 'status': 'status', 'image': 'str'}
KINDS = {
    'event': dict(table='events', path='events', title='title', slugs=True,
                  texts={'title': 'title', 'description': 'description', 'excerpt': 'excerpt'}, slug_field=True,
                  cols=dict(COMMON, start_date='edate', end_date='edate', timezone='tz', all_day='bool', cost='any',
                            website='str', show_map='bool', show_map_link='bool', hide_from_listings='bool',
                            sticky='bool', featured='bool'),
                  rels={'categories': 'category', 'tags': 'tag', 'venue': 'venue', 'organizer': 'organizer'},
                  required=('title', 'start_date', 'end_date')),
    'venue': dict(table='venues', path='venues', title='venue', slugs=True,
                  texts={'venue': 'title', 'description': 'description'}, slug_field=False,
                  cols=dict(COMMON, show_map='flag', show_map_link='flag', address='str', city='str', country='str',
                            province='str', state='str', zip='str', phone='str', stateprovince='str', website='str'),
                  rels={}, required=('venue',)),
    'organizer': dict(table='organizers', path='organizers', title='organizer', slugs=True,
                      texts={'organizer': 'title', 'description': 'description'}, slug_field=False,
                      cols=dict(COMMON, phone='str', website='str', email='str'),
                      rels={}, required=('organizer',)),
    'category': dict(table='terms', path='categories', title='name', slugs=False,
                     texts={'name': 'title', 'description': 'description'}, slug_field=True,
                     cols={'parent': 'parent'}, rels={}, required=('name',)),
    'tag': dict(table='terms', path='tags', title='name', slugs=False,
                texts={'name': 'title', 'description': 'description'}, slug_field=True,
                cols={}, rels={}, required=('name',)),
}
BY_PATH = {v['path']: k for k, v in KINDS.items()}
POSTS = ('event', 'venue', 'organizer')
TERMS = ('category', 'tag')

SCHEMA = '''
CREATE TABLE events(id INTEGER PRIMARY KEY AUTOINCREMENT, lang, author, date, date_utc, modified, status, image,
  start_date, end_date, timezone, utc_start_date, utc_end_date, all_day DEFAULT 0, cost, website, show_map DEFAULT 0,
  show_map_link DEFAULT 0, hide_from_listings DEFAULT 0, sticky DEFAULT 0, featured DEFAULT 0, password);
CREATE TABLE venues(id INTEGER PRIMARY KEY AUTOINCREMENT, lang, author, date, date_utc, modified, status, image,
  show_map, show_map_link, address, city, country, province, state, zip, phone, stateprovince, website);
CREATE TABLE organizers(id INTEGER PRIMARY KEY AUTOINCREMENT, lang, author, date, date_utc, modified, status, image,
  phone, website, email);
CREATE TABLE terms(id INTEGER PRIMARY KEY AUTOINCREMENT, lang, author, tax, parent DEFAULT 0, modified, status DEFAULT 'publish');
CREATE TABLE tr(kind, ref, lang, title, description, excerpt, slug, PRIMARY KEY(kind, ref, lang));
CREATE INDEX tr_slug ON tr(kind, slug);
CREATE TABLE links(event, kind, ref, pos);
CREATE INDEX links_e ON links(event, kind);
CREATE INDEX links_r ON links(kind, ref);
'''

LOCK = threading.RLock()
DB = sqlite3.connect(':memory:', check_same_thread=False, isolation_level=None)
DB.row_factory = sqlite3.Row
DB.executescript(SCHEMA)


def nfc(s):
    return unicodedata.normalize('NFC', s)


def contains(hay, needle):
    if hay is None:
        return 0
    return int(nfc(needle).casefold() in nfc(str(hay)).casefold())


def fold(s):
    return None if s is None else nfc(str(s)).casefold()


DB.create_function('CONTAINS', 2, contains, deterministic=True)
DB.create_function('FOLD', 1, fold, deterministic=True)


def q(sql, args=()):
    return DB.execute(sql, args)


class Err(Exception):
    def __init__(self, status, code, message, field=None, headers=None):
        self.status, self.code, self.message, self.field = status, code, message, field
        self.headers = headers or {}


def bad(field, message):
    return Err(400, 'invalid_parameter', '%s: %s' % (field, message), field)


# ---------------------------------------------------------------- values
def to_int(v, name, minimum=None):
    if isinstance(v, bool) or v is None:
        raise bad(name, 'must be an integer')
    if isinstance(v, float):
        if abs(v) > 2 ** 53 or v != int(v):
            raise bad(name, 'must be an integer')
        v = int(v)
    if isinstance(v, str):
        if not re.fullmatch(r'\s*[+-]?[0-9]{1,18}\s*', v):
            raise bad(name, 'must be an integer')
        v = int(v)
    if not isinstance(v, int) or abs(v) > 2 ** 62:
        raise bad(name, 'must be an integer')
    if minimum is not None and v < minimum:
        raise bad(name, 'must be at least %d' % minimum)
    return v


def to_bool(v, name):
    if isinstance(v, bool):
        return v
    if isinstance(v, (int, float)) and v in (0, 1):
        return bool(v)
    if isinstance(v, str):
        s = v.strip().lower()
        if s in ('true', '1', 'yes', 'on'):
            return True
        if s in ('false', '0', 'no', 'off', ''):
            return False
    raise bad(name, 'must be a boolean')


def get_tz(name, field='timezone'):
    if not isinstance(name, str):
        raise bad(field, 'must be a string')
    m = re.fullmatch(r'UTC([+-])(\d{1,2})(?::?(\d\d)|\.(5))?', name)
    if m:
        mins = int(m[2]) * 60 + int(m[3] or (30 if m[4] else 0))
        if mins > 14 * 60:
            raise bad(field, 'no such time zone')
        return dtz(timedelta(minutes=mins if m[1] == '+' else -mins))
    try:
        if not re.fullmatch(r'[A-Za-z][A-Za-z0-9_+\-/]*', name):
            raise ValueError
        return ZoneInfo(name)
    except Exception:
        raise bad(field, 'no such time zone')


DATE_RE = re.compile(r'(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?')


def parse_dt(v, name, tz, end=False):
    """-> naive local datetime in tz"""
    if not isinstance(v, str):
        raise bad(name, 'must be a date')
    m = DATE_RE.fullmatch(v.strip())
    if not m:
        raise bad(name, 'must be a date in the format YYYY-MM-DD HH:MM:SS')
    if variant('v-strict') and not re.fullmatch(r'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d', v):
        raise bad(name, 'must have the format YYYY-MM-DD HH:MM:SS')
    hms = (m[4], m[5], m[6] or '00') if m[4] else (('23', '59', '59') if end else ('00', '00', '00'))
    try:
        d = datetime(int(m[1]), int(m[2]), int(m[3]), *map(int, hms))
        if m[7]:
            off = m[7].replace(':', '')
            mins = 0 if off == 'Z' else (int(off[1:3]) * 60 + int(off[3:])) * (1 if off[0] == '+' else -1)
            d = d.replace(tzinfo=dtz(timedelta(minutes=mins))).astimezone(tz).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise bad(name, 'no such date')
    return d


def to_utc(d, tz):
    try:
        if bug('ev-utc-dst') and isinstance(tz, ZoneInfo):
            off = datetime(d.year, 1, 15, 12, tzinfo=tz).utcoffset()
            return fmt(d - off)
        return fmt(d.replace(tzinfo=tz).astimezone(dtz.utc).replace(tzinfo=None))
    except OverflowError:
        raise bad('start_date', 'date out of range')


def fmt(d):
    return d.isoformat(' ', 'seconds')


def now_utc():
    return datetime.now(dtz.utc).replace(tzinfo=None, microsecond=0)


def site_from_utc(d):
    return d.replace(tzinfo=dtz.utc).astimezone(ZoneInfo(SITE_TZ)).replace(tzinfo=None)


def slugify(s):
    out = []
    for ch in unicodedata.normalize('NFC', s):
        base = unicodedata.normalize('NFD', ch)
        if len(base) > 1 and ord(base[0]) < 128:
            ch = base[0]
        out.append({'ß': 'ss', 'æ': 'ae', 'ø': 'o', 'œ': 'oe', 'ł': 'l'}.get(ch.lower(), ch))
    s = re.sub(r"['’]", '', ''.join(out).lower())
    s = re.sub(r'[^\w]+', '-', s, flags=re.U).strip('-')
    return nfc(s[:180])


def unique_slug(kind, slug, ref=None):
    base, n = slug, 2
    while True:
        row = q('SELECT 1 FROM tr WHERE kind=? AND slug=? AND ref IS NOT ?', (kind, slug, ref)).fetchone()
        if not row or bug('ve-dup-slug') and kind == 'venue':
            return slug
        slug = '%s-%d' % (base, n)
        n += 1


# ---------------------------------------------------------------- reading
def ctx_where(ctx):
    return '' if ctx.sees_all else "p.status='publish'"


def base_select(kind):
    k = KINDS[kind]
    sel = ('SELECT p.*, COALESCE(t.title,b.title) AS x_title, COALESCE(t.description,b.description) AS x_description,'
           ' COALESCE(t.excerpt,b.excerpt) AS x_excerpt, COALESCE(t.slug,b.slug) AS x_slug')
    if kind in TERMS:
        sel += ', ' + COUNT_SQL + ' AS x_count'
    frm = (" FROM %s p JOIN tr b ON b.kind='%s' AND b.ref=p.id AND b.lang=p.lang"
           " LEFT JOIN tr t ON t.kind=b.kind AND t.ref=p.id AND t.lang=:lang" % (k['table'], kind))
    return sel, frm


COUNT_SQL = "(SELECT COUNT(DISTINCT l.event) FROM links l JOIN events ce ON ce.id=l.event AND ce.status<>'trash' WHERE l.kind=p.tax AND l.ref=p.id)"
if bug('ca-count-stale'):
    COUNT_SQL = "(SELECT COUNT(*) FROM links l WHERE l.kind=p.tax AND l.ref=p.id)"


def fetch(kind, rid, lang):
    sel, frm = base_select(kind)
    extra = ''
    if kind in TERMS and not (bug('ta-id-cross') and kind == 'tag'):
        extra = " AND p.tax='%s'" % kind
    row = q(sel + frm + ' WHERE p.id=:id' + extra, {'lang': lang, 'id': rid}).fetchone()
    if row is None and bug('ta-id-cross') and kind == 'tag':
        sel, frm = base_select('category')
        row = q(sel + frm + ' WHERE p.id=:id', {'lang': lang, 'id': rid}).fetchone()
    return row


def ident(n):
    return str(n) if variant('v-string-ids') and n is not None else n


def embedded(ctx, event_id, kind):
    sel, frm = base_select(kind)
    where = " WHERE l.event=:e AND l.kind='%s' AND p.status<>'trash'" % kind
    if kind in TERMS:
        where += " AND p.tax='%s'" % kind
    elif not ctx.sees_all:
        where += " AND p.status='publish'"
    rows = q(sel + frm + ' JOIN links l ON l.ref=p.id' + where + ' ORDER BY l.pos', {'lang': ctx.lang, 'e': event_id})
    out = []
    for r in rows.fetchall():
        if variant('v-wrapped'):
            out.append(r['id'])
        else:
            out.append({'id': ident(r['id']), KINDS[kind]['title']: r['x_title'], 'slug': r['x_slug']})
    if bug('ve-delete-dangling') and kind == 'venue':
        for r in q("SELECT ref FROM links WHERE event=? AND kind='venue' AND ref NOT IN (SELECT id FROM venues)", (event_id,)).fetchall():
            out.append({'id': r['ref'], 'venue': None, 'slug': None})
    return out


def represent(ctx, kind, row, opened=None, listing=False):
    k = KINDS[kind]
    out = {'id': ident(row['id'])}
    for f, c in k['texts'].items():
        out[f] = row['x_' + c]
    out['slug'] = row['x_slug']
    if kind in TERMS:
        if bug('ca-lang-list') and listing and kind == 'category':
            out['name'] = q('SELECT title FROM tr WHERE kind=? AND ref=? AND lang=?', (kind, row['id'], row['lang'])).fetchone()[0]
        if kind == 'category':
            out['parent'] = ident(row['parent'])
        out['count'] = row['x_count']
    else:
        for f, t in k['cols'].items():
            v = row[f]
            if t == 'bool':
                v = bool(v)
            elif t == 'any':
                v = None if v is None else json.loads(v)
            elif f == 'author':
                v = ident(v)
            out[f] = v
        out['modified_utc'] = row['modified']
    if kind == 'event':
        out['utc_start_date'], out['utc_end_date'] = row['utc_start_date'], row['utc_end_date']
        for f, rk in k['rels'].items():
            out[f] = embedded(ctx, row['id'], rk)
        out['password_protected'] = bool(row['password'])
        if opened is None:
            opened = may_open(ctx, row, None)
        if bug('ev-password-list') and listing:
            opened = True
        if not opened:
            out['description'] = out['excerpt'] = None
    out['language'] = ctx.lang
    out['original_language'] = row['lang']
    out['url'] = '%s/%s/%s/%d' % (ctx.root, NS, k['path'], row['id'])
    return out


UNLOCKED = set()


def may_open(ctx, row, pw):
    """may this caller read the protected parts?"""
    if not row['password'] or ctx.bypasses(row):
        return True
    if bug('ev-password-any') and pw:
        return True
    if bug('ev-password-sticky') and row['id'] in UNLOCKED:
        return True
    if pw is not None and pw == row['password']:
        UNLOCKED.add(row['id'])
        return True
    return False


# ---------------------------------------------------------------- writing
def coerce(ctx, kind, body):
    """validated column values, texts and relations of what the body holds"""
    k = KINDS[kind]
    strict = variant('v-strict')
    if strict:
        for f in body:
            if f not in k['cols'] and f not in k['texts'] and f not in k['rels'] and f not in ('slug', 'password', 'ml_language', 'id'):
                raise bad(f, 'unknown field')
    texts, cols, rels = {}, {}, {}
    for f, c in k['texts'].items():
        if f in body:
            v = to_str(body[f], f)
            if c == 'title' and (v is None or not v.strip()):
                raise bad(f, 'must not be empty')
            if bug('ev-astral') and kind == 'event' and v:
                v = re.sub('[\U00010000-\U0010ffff]', '?', v)
            texts[c] = v
    if 'slug' in body and k['slug_field'] and body['slug'] is not None:
        v = slugify(to_str(body['slug'], 'slug') or '')
        if v:
            texts['slug'] = v
    for f, t in k['cols'].items():
        if f not in body:
            continue
        v = body[f]
        if strict and t in ('int', 'parent') and isinstance(v, str):
            raise bad(f, 'must be an integer')
        if t == 'int':
            cols[f] = None if v is None else to_int(v, f, 0)
        elif t == 'bool':
            if strict and not (v is None or isinstance(v, bool)):
                raise bad(f, 'must be a boolean')
            cols[f] = 0 if v is None else int(to_bool(v, f))
        elif t == 'str':
            v = to_str(v, f)
            if strict and v and f == 'website' and not re.fullmatch(r'https?://[^\s/]+\S*', v):
                raise bad(f, 'must be a URL')
            if strict and v and f == 'email' and not re.fullmatch(r'[^@\s]+@[^@\s]+\.[^@\s]+', v):
                raise bad(f, 'must be an e-mail address')
            cols[f] = v
        elif t == 'flag':
            cols[f] = str(v).lower() if isinstance(v, bool) else to_str(v, f)
        elif t == 'any':
            if bug('ev-cost-zero') and not v:
                v = None
            cols[f] = None if v is None else json.dumps(v)
        elif t == 'status':
            if v is None:
                continue
            if v not in STATUSES:
                raise bad(f, 'must be one of ' + ', '.join(STATUSES))
            cols[f] = v
        elif t == 'tz':
            if v is None:
                continue
            get_tz(v)
            cols[f] = v
        elif t in ('date', 'edate'):
            if v is None and t == 'date':
                continue
            cols[f] = v
        elif t == 'parent':
            v = 0 if v is None else to_int(v, f, 0)
            if v and not q("SELECT 1 FROM terms WHERE id=? AND tax='category' AND status<>'trash'", (v,)).fetchone():
                raise bad(f, 'no such category')
            cols[f] = v
    for f, rk in k['rels'].items():
        if f not in body:
            continue
        v = body[f]
        if strict and not (v is None or isinstance(v, list) and all(isinstance(x, int) for x in v)):
            raise bad(f, 'must be an array of integers')
        if v is None or v == '':
            v = []
        if isinstance(v, str):
            v = [x for x in v.split(',') if x.strip()]
        elif not isinstance(v, list):
            v = [v]
        ids = []
        for x in v:
            n = to_int(x, f, 1)
            ks = KINDS[rk]
            extra = " AND tax='%s'" % rk if rk in TERMS else ''
            if not q("SELECT 1 FROM %s WHERE id=? AND status<>'trash'%s" % (ks['table'], extra), (n,)).fetchone():
                raise bad(f, 'no record with the id %d' % n)
            if n not in ids:
                ids.append(n)
        rels[rk] = ids
    return texts, cols, rels


def to_str(v, name):
    if v is None or isinstance(v, str):
        return v
    if isinstance(v, (int, float)) and not isinstance(v, bool) and not variant('v-strict'):
        return json.dumps(v)
    raise bad(name, 'must be a string')


def pub_dates(cols, create):
    try:
        pub_dates_in(cols, create)
    except OverflowError:
        raise bad('date', 'date out of range')


def pub_dates_in(cols, create):
    tz = ZoneInfo(SITE_TZ)
    if 'date' in cols:
        d = parse_dt(cols['date'], 'date', tz)
        cols['date'], cols['date_utc'] = fmt(d), fmt(d.replace(tzinfo=tz).astimezone(dtz.utc).replace(tzinfo=None))
    elif 'date_utc' in cols:
        d = parse_dt(cols['date_utc'], 'date_utc', dtz.utc)
        cols['date_utc'], cols['date'] = fmt(d), fmt(site_from_utc(d))
    elif create:
        d = now_utc()
        cols['date_utc'], cols['date'] = fmt(d), fmt(site_from_utc(d))


def event_dates(cols, old):
    """local times, zone and UTC times kept together"""
    if not ('start_date' in cols or 'end_date' in cols or 'timezone' in cols):
        return
    if old is None:
        cols.setdefault('timezone', SITE_TZ)
    name = cols.get('timezone') or old['timezone']
    tz = get_tz(name)
    start = parse_dt(cols['start_date'] if 'start_date' in cols else old['start_date'], 'start_date', tz)
    end = parse_dt(cols['end_date'] if 'end_date' in cols else old['end_date'], 'end_date', tz, end=True)
    if end < start:
        raise bad('end_date', 'must not be before start_date')
    cols['start_date'], cols['end_date'] = fmt(start), fmt(end)
    stale = bug('ev-tz-stale-utc') and old is not None and cols['start_date'] == old['start_date'] and cols['end_date'] == old['end_date']
    if not stale:
        cols['utc_start_date'], cols['utc_end_date'] = to_utc(start, tz), to_utc(end, tz)


def set_links(eid, rels):
    for rk, ids in rels.items():
        q('DELETE FROM links WHERE event=? AND kind=?', (eid, rk))
        for i, n in enumerate(ids):
            q('INSERT INTO links(event,kind,ref,pos) VALUES(?,?,?,?)', (eid, rk, n, i))


def create(ctx, kind, body):
    k = KINDS[kind]
    ctx.need_create(kind)
    for f in k['required']:
        if body.get(f) is None or body.get(f) == '':
            raise Err(400, 'missing_parameter', '%s is required' % f, f)
    texts, cols, rels = coerce(ctx, kind, body)
    if cols.get('author') is None:
        cols.pop('author', None)
    ctx.check_author(cols.get('author'))
    cols.setdefault('author', ctx.uid or 1)
    cols['lang'] = ctx.lang
    cols['modified'] = fmt(now_utc())
    if kind in POSTS:
        cols.setdefault('status', 'publish')
        pub_dates(cols, True)
    else:
        cols['tax'] = kind
        cols.setdefault('parent', 0)
    if kind == 'event':
        event_dates(cols, None)
        if body.get('password'):
            cols['password'] = to_str(body['password'], 'password')
    if bug('ve-zip-int') and kind == 'venue' and cols.get('zip') and cols['zip'].isdigit():
        cols['zip'] = str(int(cols['zip']))
    names = list(cols)
    cur = q('INSERT INTO %s(%s) VALUES(%s)' % (k['table'], ','.join(names), ','.join('?' * len(names))), [cols[n] for n in names])
    rid = cur.lastrowid
    slug = texts.get('slug') or slugify(texts['title']) or '%s-%d' % (kind, rid)
    q('INSERT INTO tr(kind,ref,lang,title,description,excerpt,slug) VALUES(?,?,?,?,?,?,?)',
      (kind, rid, ctx.lang, texts['title'], texts.get('description'), texts.get('excerpt'), unique_slug(kind, slug, rid)))
    if kind == 'event':
        set_links(rid, rels)
    return rid


def update(ctx, kind, row, body, method, by_slug):
    k = KINDS[kind]
    rid = row['id']
    ctx.need_edit(kind, row, method)
    if variant('v-put-replaces') and method == 'PUT':
        full = {}
        for f, t in k['cols'].items():
            if t in ('bool', 'any', 'str', 'flag', 'parent'):
                full[f] = None
        for f, c in k['texts'].items():
            if c != 'title':
                full[f] = None
        for f in k['rels']:
            full[f] = None
        body = {**full, **body}
    if bug('ev-byslug-patch-tags') and kind == 'event' and by_slug and method == 'PATCH':
        body = dict(body)
        body.setdefault('tags', [])
    if bug('ca-patch-parent') and kind == 'category' and method == 'PATCH':
        body = dict(body)
        body.setdefault('parent', 0)
    if bug('ve-draft-publishes') and kind == 'venue':
        body = dict(body)
        body.setdefault('status', 'publish')
    if bug('or-null-string') and kind == 'organizer' and by_slug:
        body = {f: ('null' if v is None and KINDS[kind]['cols'].get(f) == 'str' else v) for f, v in body.items()}
    if bug('ta-desc-empty') and kind == 'tag':
        body = {f: v for f, v in body.items() if v != ''}
    texts, cols, rels = coerce(ctx, kind, body)
    if kind == 'event':
        for f in ('start_date', 'end_date'):
            if f in cols and cols[f] is None:
                raise bad(f, 'must not be null')
        cred, fresh = ctx.password, body.get('password')
        opened = row['password'] and not ctx.bypasses(row)
        if opened:
            given = cred if cred is not None else fresh
            if not may_open(ctx, row, given):
                raise Err(403, 'wrong_password', 'This event is protected by a password')
        if 'password' in body and not by_slug and (not opened or cred is not None):
            cols['password'] = to_str(fresh, 'password') or None
        event_dates(cols, row)
    if cols.get('author') is None:
        cols.pop('author', None)
    elif kind in POSTS:
        if cols['author'] != row['author']:
            ctx.check_author(cols['author'])
    if bug('users-owner-moves') and kind in POSTS and 'author' not in cols and ctx.uid:
        cols['author'] = ctx.uid
    if kind in POSTS:
        pub_dates(cols, False)
    if cols.get('parent'):
        p = cols['parent']
        while p:
            if p == rid:
                raise bad('parent', 'a category cannot be below itself')
            r = q('SELECT parent FROM terms WHERE id=?', (p,)).fetchone()
            p = r['parent'] if r else 0
    if bug('ve-zip-int') and kind == 'venue' and cols.get('zip') and cols['zip'].isdigit():
        cols['zip'] = str(int(cols['zip']))
    cols['modified'] = fmt(now_utc())
    q('UPDATE %s SET %s WHERE id=?' % (k['table'], ','.join(n + '=?' for n in cols)), list(cols.values()) + [rid])
    if bug('ve-double-escape') and kind == 'venue':
        d = texts.get('description', row['x_description'])
        if d is not None:
            texts['description'] = d.replace('&', '&amp;')
    if 'slug' in texts:
        texts['slug'] = unique_slug(kind, texts['slug'], rid)
    if bug('or-lang-erase') and kind == 'organizer' and ctx.lang != row['lang']:
        q('DELETE FROM tr WHERE kind=? AND ref=? AND lang=?', (kind, rid, ctx.lang))
    if texts:
        q('INSERT OR IGNORE INTO tr(kind,ref,lang) VALUES(?,?,?)', (kind, rid, ctx.lang))
        q('UPDATE tr SET %s WHERE kind=? AND ref=? AND lang=?' % ','.join(n + '=?' for n in texts),
          list(texts.values()) + [kind, rid, ctx.lang])
        if bug('ev-lang-overwrites') and kind == 'event' and ctx.lang == 'fr':
            q('UPDATE tr SET %s WHERE kind=? AND ref=? AND lang=?' % ','.join(n + '=?' for n in texts),
              list(texts.values()) + [kind, rid, row['lang']])
    if rels:
        set_links(rid, rels)


def delete(ctx, kind, row, by_slug):
    rid = row['id']
    ctx.need_edit(kind, row, 'DELETE')
    if kind == 'event' and not may_open(ctx, row, ctx.password):
        raise Err(403, 'wrong_password', 'This event is protected by a password')
    if bug('ev-delete-byslug-noop') and kind == 'event' and by_slug:
        return
    if kind == 'category':
        q("UPDATE terms SET parent=? WHERE tax='category' AND parent=?", (row['parent'], rid))
    if variant('v-soft-delete') and kind in POSTS:
        q("UPDATE %s SET status='trash' WHERE id=?" % KINDS[kind]['table'], (rid,))
        return
    q('DELETE FROM %s WHERE id=?' % KINDS[kind]['table'], (rid,))
    q('DELETE FROM tr WHERE kind=? AND ref=?', (kind, rid))
    if kind == 'event':
        if not bug('ca-count-stale'):
            q('DELETE FROM links WHERE event=?', (rid,))
    elif bug('or-delete-unlinks') and kind == 'organizer':
        q('DELETE FROM links WHERE ref=?', (rid,))
    elif not (bug('ve-delete-dangling') and kind == 'venue'):
        q('DELETE FROM links WHERE kind=? AND ref=?', (kind, rid))


# ---------------------------------------------------------------- lists
class Params:
    """query parameters: last value wins, arrays as a=1,2 / a[]=1&a[]=2 / a=1&a=2"""

    def __init__(self, pairs):
        self.one, self.many = {}, {}
        for name, v in pairs:
            base = re.sub(r'\[\d*\]$', '', name)
            self.one[base] = v
            self.many.setdefault(base, []).append(v)

    def get(self, name):
        v = self.one.get(name)
        return None if v is None or v == '' else v

    def list(self, name):
        vals = self.many.get(name)
        if not vals:
            return None
        if bug('ta-exclude-last') and name == 'exclude':
            vals = vals[-1:]
        out = [x.strip() for v in vals for x in v.split(',') if x.strip()]
        return out or None

    def ints(self, name, minimum=0):
        v = self.list(name)
        return None if v is None else [to_int(x, name, minimum) for x in v]

    def flag(self, name):
        v = self.get(name)
        return None if v is None else to_bool(v, name)


def marks(ids, args, prefix):
    names = []
    for i, v in enumerate(ids):
        n = '%s%d' % (prefix, i)
        args[n] = v
        names.append(':' + n)
    return ','.join(names) or 'NULL'


def page_params(ctx, kind):
    p = ctx.params
    page = to_int(p.get('page'), 'page', 1) if p.get('page') is not None else 1
    default = 20 if bug('or-per-page-20') and kind == 'organizer' else 10
    per = to_int(p.get('per_page'), 'per_page', 1) if p.get('per_page') is not None else default
    if variant('v-strict') and per > 50:
        raise bad('per_page', 'must be at most 50')
    return page, min(per, 500)


def run_list(ctx, kind, where, args, order, joins='', distinct=True, post=None):
    page, per = page_params(ctx, kind)
    args['lang'] = ctx.lang
    sel, frm = base_select(kind)
    w = ' WHERE ' + ' AND '.join('(%s)' % x for x in where) if where else ''
    if bug('ev-search-or') and kind == 'event' and where:
        w = ' WHERE ' + ' AND '.join(where)
    offset = (page - 1) * per
    total = q('SELECT COUNT(*)' + frm + joins + w, args).fetchone()[0]
    group = ' GROUP BY p.id' if joins else ''
    if bug('ev-page3-overlap') and kind == 'event' and page >= 3:
        offset -= 1
    rows = q(sel + frm + joins + w + group + ' ORDER BY ' + order + ' LIMIT :limit OFFSET :offset',
             dict(args, limit=per, offset=offset)).fetchall()
    if post:
        rows = [r for r in rows if post(r)]
    pages = -(-total // per)
    items = [represent(ctx, kind, r, listing=True) for r in rows]
    if page > 1 and page > pages and variant('v-strict'):
        raise Err(404, 'no_such_page', 'The page is beyond the last one')

    def link(n):
        pairs = [(a, b) for a, b in ctx.pairs if a != 'page'] + [('page', n)]
        return '%s/%s/%s?%s' % (ctx.root, NS, KINDS[kind]['path'], urlencode(pairs))
    headers = {'X-Total': str(total), 'X-Total-Pages': str(pages)}
    if variant('v-array'):
        return 200, items, headers
    return 200, {'items': items, 'total': total, 'pages': pages, 'page': page, 'per_page': per,
                 'next': link(page + 1) if page < pages else None, 'prev': link(page - 1) if page > 1 else None}, headers


def status_where(ctx, kind, where, args):
    s = ctx.params.list('status')
    if not ctx.sees_all and not (bug('users-anon-draft-list') and kind == 'venue' and s):
        if not (bug('users-include-leak') and kind == 'event' and ctx.params.get('include')):
            where.append("p.status='publish'")
    if s is None:
        if bug('users-include-leak') and kind == 'event' and ctx.params.get('include'):
            return
        if variant('v-readings'):
            where.append("p.status<>'trash'")
        else:
            where.append("p.status='publish'")
    elif 'any' in s:
        where.append("p.status<>'trash'")
    else:
        for x in s:
            if x not in STATUSES + ('trash',):
                raise bad('status', 'must be one of ' + ', '.join(STATUSES))
        where.append('p.status IN (%s)' % marks(s, args, 'st'))


def list_events(ctx):
    p, where, args, joins = ctx.params, [], {}, ''
    include = p.ints('include')
    strict = p.flag('strict_dates') or False
    if bug('ev-strict-false') and p.get('strict_dates'):
        strict = True
    utc = dtz.utc
    dates = {}
    for name in ('start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'):
        v = p.get(name)
        if v is not None:
            m = re.fullmatch(r'\d{4}-\d\d-\d\d', v)
            dates[name] = datetime.strptime(v + ' 00:00:00', FMT) if m and valid_day(v) else parse_dt(v, name, utc)

    def lo(d):
        return fmt(d if strict else d.replace(hour=0, minute=0, second=0))

    def hi(d):
        return fmt(d if strict else d.replace(hour=23, minute=59, second=59))
    if include is None or bug('ev-include-dates'):
        if include is None and variant('v-window'):
            today = site_from_utc(now_utc()).replace(hour=0, minute=0, second=0)
            if not dates:
                where.append("p.end_date >= '%s' AND p.start_date <= '%s'" % (fmt(today), fmt(today + timedelta(days=730))))
        for name, d in dates.items():
            args['d_' + name] = None
            if variant('v-readings') and name in ('start_date', 'end_date') and not strict:
                where.append('substr(p.%s,1,10) = :d_%s' % (name, name))
                args['d_' + name] = fmt(d)[:10]
                continue
            exact = strict or variant('v-readings')
            col = 'p.start_date' if name.startswith('start') else 'p.end_date'
            if bug('ev-ends-before') and name == 'ends_before':
                col = 'p.start_date'
            if name == 'start_date':
                op, val = '>=', lo(d)
            elif name == 'end_date':
                op, val = '<=', hi(d)
            elif name.endswith('before'):
                op, val = ('<', fmt(d)) if exact else ('<=', hi(d))
            else:
                op, val = ('>', fmt(d)) if exact else ('>=', lo(d))
            where.append('%s %s :d_%s' % (col, op, name))
            args['d_' + name] = val
    if include is not None:
        where.append('p.id IN (%s)' % marks(include, args, 'inc'))
    status_where(ctx, 'event', where, args)
    if variant('v-readings') and include is None:
        where.append('p.hide_from_listings=0')
    for name, rk in (('categories', 'category'), ('tags', 'tag'), ('venue', 'venue'), ('organizer', 'organizer')):
        vals = p.list(name)
        if vals is None:
            continue
        if rk in TERMS:
            ids = []
            for v in vals:
                if re.fullmatch(r'\d+', v) and q("SELECT 1 FROM terms WHERE tax=? AND id=?", (rk, int(v[:18]))).fetchone():
                    ids.append(int(v))
                else:
                    ids += [r[0] for r in q('SELECT ref FROM tr WHERE kind=? AND slug=?', (rk, nfc(v)))]
        else:
            ids = [to_int(v, name, 0) for v in vals]
        if bug('ev-categories-and') and name == 'categories':
            for n in ids:
                where.append("EXISTS(SELECT 1 FROM links l WHERE l.event=p.id AND l.kind='category' AND l.ref=%d)" % n)
            if ids:
                continue
        m = marks(ids, args, 'r_' + name)
        if bug('ev-total-join') and name == 'categories':
            joins += " JOIN links lc ON lc.event=p.id AND lc.kind='category' AND lc.ref IN (%s)" % m
            continue
        where.append("EXISTS(SELECT 1 FROM links l WHERE l.event=p.id AND l.kind='%s' AND l.ref IN (%s))" % (rk, m))
    featured = p.flag('featured')
    if featured is not None and not (bug('ev-featured-false') and not featured):
        where.append('p.featured=%d' % featured)
    ticketed = p.flag('ticketed')
    if ticketed:
        where.append('0')
    if p.get('post_parent') is not None and to_int(p.get('post_parent'), 'post_parent', 0):
        where.append('0')
    p.flag('geoloc')
    lat, lng = p.get('geoloc_lat'), p.get('geoloc_lng')
    for n, v in (('geoloc_lat', lat), ('geoloc_lng', lng)):
        if v is not None and not re.fullmatch(r'[+-]?\d+(\.\d+)?', v):
            raise bad(n, 'must be a number')
    if (lat is None) != (lng is None):
        raise bad('geoloc_lng' if lng is None else 'geoloc_lat', 'geoloc_lat and geoloc_lng must be given together')
    s = p.get('search')
    if s is not None:
        args['s'] = s
        guard = "(p.password IS NULL%s)" % ('' if not USERS else ' OR ' + {'editor': '1'}.get(ctx.role, 'p.author=%d' % (ctx.uid or -1)))
        if bug('ev-search-title-only'):
            where.append('CONTAINS(COALESCE(t.title,b.title),:s)')
        elif bug('ev-search-wildcards'):
            where.append("COALESCE(t.title,b.title) LIKE '%%'||:s||'%%' OR (%s AND COALESCE(t.description,b.description) LIKE '%%'||:s||'%%')" % guard)
        elif bug('ev-search-or'):
            where.insert(0, 'CONTAINS(COALESCE(t.title,b.title),:s)')
            where.append('1 OR (CONTAINS(COALESCE(t.description,b.description),:s) AND %s)' % guard)
        else:
            where.append('CONTAINS(COALESCE(t.title,b.title),:s) OR (%s AND CONTAINS(COALESCE(t.description,b.description),:s))' % guard)
    order = 'p.start_date, p.id'
    if bug('ev-ties-page2') and (p.get('page') or '1') != '1':
        order = 'p.start_date, p.id DESC'
    return run_list(ctx, 'event', where, args, order, joins)


def valid_day(v):
    try:
        datetime.strptime(v, '%Y-%m-%d')
        return True
    except ValueError:
        return False


CUSTOM = {'venue': ('address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'),
          'organizer': ('phone', 'website', 'email')}


def list_places(ctx, kind):
    p, where, args = ctx.params, [], {}
    status_where(ctx, kind, where, args)
    s = p.get('search')
    if s is not None:
        args['s'] = s
        exprs = ['COALESCE(t.title,b.title)', 'COALESCE(t.description,b.description)']
        if not (bug('ve-search-custom') and kind == 'venue'):
            exprs += ['p.' + c for c in CUSTOM[kind]]
        where.append(' OR '.join('CONTAINS(%s,:s)' % e for e in exprs))
    vis = "ev.status<>'trash'" if ctx.sees_all else "ev.status='publish'"
    linked = "SELECT 1 FROM links l JOIN events ev ON ev.id=l.event WHERE l.kind='%s' AND l.ref=p.id AND %s" % (kind, vis)
    if p.get('event') is not None:
        args['ev'] = to_int(p.get('event'), 'event', 0)
        if bug('or-event-first') and kind == 'organizer':
            where.append("p.id = (SELECT l.ref FROM links l JOIN events ev ON ev.id=l.event WHERE l.kind='organizer' AND l.event=:ev AND %s ORDER BY l.pos LIMIT 1)" % vis)
        else:
            where.append('EXISTS(%s AND l.event=:ev)' % linked)
    has = p.flag('has_events')
    if has is not None and not (variant('v-readings') and not has):
        where.append(('' if has else 'NOT ') + 'EXISTS(%s)' % linked)
    if p.flag('only_with_upcoming'):
        args['now'] = fmt(now_utc())
        if bug('ve-upcoming-any') and kind == 'venue':
            where.append('EXISTS(%s)' % linked)
        else:
            where.append('EXISTS(%s AND ev.utc_end_date >= :now)' % linked)
    return run_list(ctx, kind, where, args, 'FOLD(COALESCE(t.title,b.title)), p.id')


ORDERBY = {'name': 'FOLD(COALESCE(t.title,b.title))', 'id': 'p.id', 'slug': 'COALESCE(t.slug,b.slug)', 'count': 'x_count',
           'description': 'FOLD(COALESCE(t.description,b.description))', 'parent': 'p.parent', 'term_id': 'p.id', 'include': None}


def list_terms(ctx, kind):
    p, args = ctx.params, {}
    where = ["p.tax='%s'" % kind, "p.status<>'trash'"]
    s = p.get('search')
    if s is not None:
        args['s'] = s
        where.append('CONTAINS(COALESCE(t.title,b.title),:s) OR CONTAINS(COALESCE(t.description,b.description),:s) OR CONTAINS(COALESCE(t.slug,b.slug),:s)')
    include, exclude = p.ints('include'), p.ints('exclude')
    if include is not None:
        where.append('p.id IN (%s)' % marks(include, args, 'inc'))
    if exclude is not None:
        where.append('p.id NOT IN (%s)' % marks(exclude, args, 'exc'))
    if kind == 'category' and p.get('parent') is not None:
        args['parent'] = to_int(p.get('parent'), 'parent', 0)
        where.append('p.parent=:parent')
    for name in ('post', 'event'):
        if p.get(name) is not None:
            if bug('ca-event-alias') and kind == 'category' and name == 'event':
                continue
            args['p_' + name] = to_int(p.get(name), name, 0)
            vis = "ev.status<>'trash'" if ctx.sees_all else "ev.status='publish'"
            where.append("EXISTS(SELECT 1 FROM links l JOIN events ev ON ev.id=l.event WHERE l.kind=p.tax AND l.ref=p.id AND l.event=:p_%s AND %s)" % (name, vis))
    if p.get('slug') is not None:
        args['slug'] = nfc(p.get('slug'))
        if bug('ta-slug-prefix') and kind == 'tag':
            where.append("COALESCE(t.slug,b.slug) LIKE :slug||'%'")
        else:
            where.append('COALESCE(t.slug,b.slug)=:slug OR b.slug=:slug')
    hide = p.flag('hide_empty')
    if hide is None:
        hide = not (bug('ca-hide-empty-off') and kind == 'category')
    order = (p.get('order') or 'asc').lower()
    order = {'ascending': 'asc', 'descending': 'desc'}.get(order, order)
    if order not in ('asc', 'desc'):
        raise bad('order', 'must be asc or desc')
    ob = p.get('orderby') or 'name'
    if ob not in ORDERBY:
        raise bad('orderby', 'must be one of ' + ', '.join(ORDERBY))
    expr = ORDERBY[ob]
    if ob == 'include':
        ids = include or []
        expr = 'CASE p.id %s ELSE %d END' % (' '.join('WHEN %d THEN %d' % (n, i) for i, n in enumerate(ids)), len(ids)) if ids else 'p.id'
    if bug('ca-count-text') and kind == 'category' and ob == 'count':
        expr = 'CAST(%s AS TEXT)' % COUNT_SQL
    post = None
    if hide:
        if bug('ca-page-then-filter') and kind == 'category':
            post = lambda r: r['x_count'] > 0
        else:
            where.append(COUNT_SQL + ' > 0')
    return run_list(ctx, kind, where, args, '%s %s, p.id %s' % (expr, order, order), post=post)


# ---------------------------------------------------------------- requests
class Ctx:
    role, uid = None, None

    def __init__(self, h, method, segments, pairs, body):
        self.method, self.segments, self.pairs, self.body = method, segments, pairs, body
        self.params = Params(pairs)
        self.password = self.params.one.get('password')
        self.host = h.headers.get('Host') or '127.0.0.1:%d' % PORT
        self.auth(h.headers.get('Authorization'))

    def auth(self, header):
        if not USERS:
            self.role = 'editor'
            self.sees_all = True
            return
        if header:
            try:
                scheme, value = header.split(' ', 1)
                assert scheme.lower() == 'basic'
                name, pw = base64.b64decode(value.strip()).decode('utf-8').split(':', 1)
            except Exception:
                raise self.unauth('The Authorization header is not understood')
            if name not in ACCOUNTS or (pw != ACCOUNTS[name][0] and not bug('users-any-password')):
                raise self.unauth('Unknown user or wrong password')
            self.role, self.uid = name, ACCOUNTS[name][1]
        self.sees_all = self.role is not None

    def unauth(self, msg):
        return Err(401, 'unauthorized', msg, headers={'WWW-Authenticate': 'Basic realm="events", charset="UTF-8"'})

    def bypasses(self, row):
        return USERS and (self.role == 'editor' or self.uid is not None and self.role == 'author' and row['author'] == self.uid)

    def need_create(self, kind):
        if not USERS:
            return
        if self.role is None:
            raise self.unauth('You must log in to do this')
        if self.role == 'reader' and not (bug('users-reader-tag') and kind == 'tag'):
            raise Err(403, 'forbidden', 'You may not create records')

    def need_edit(self, kind, row, method):
        if not USERS:
            return
        if self.role is None:
            raise self.unauth('You must log in to do this')
        if self.role == 'editor':
            return
        if self.role == 'author' and (row['author'] == self.uid or bug('users-author-put') and method == 'PUT' and kind == 'event'):
            return
        raise Err(403, 'forbidden', 'You may not change this record')

    def check_author(self, uid):
        if USERS and self.role == 'author' and uid is not None and uid != self.uid:
            raise Err(403, 'forbidden', 'You may not give records to another author')

    def set_language(self, segment):
        lang = self.params.get('ml_language')
        if lang is None and isinstance(self.body, dict):
            lang = self.body.get('ml_language')
        if lang is not None and lang not in LANGS:
            raise bad('ml_language', 'must be one of ' + ', '.join(LANGS))
        if bug('ev-segment-de') and segment == 'de' and 'events' in self.segments[3:4]:
            self.lang = lang or DEFAULT_LANG
        else:
            self.lang = lang or segment or DEFAULT_LANG
        self.root = 'http://%s%s' % (self.host, '/' + segment if segment else '')


CACHE = {}


def item_body(ctx, kind, rid, opened=None):
    row = fetch(kind, rid, ctx.lang)
    return represent(ctx, kind, row, opened)


def wrap(v):
    return {'data': v} if variant('v-wrapped') else v


def dispatch(ctx):
    seg = list(ctx.segments)
    lang_seg = None
    if seg and seg[0] in SEGMENTS:
        lang_seg = seg.pop(0)
    ctx.segments = seg
    if seg[:3] != ['vendor', 'events', 'v1']:
        if not seg:
            ctx.set_language(lang_seg)
            only(ctx, 'GET')
            return 200, {'name': 'Calendar', 'namespaces': [NS], 'url': ctx.root}, {}
        raise Err(404, 'no_route', 'No such address')
    ctx.set_language(lang_seg)
    rest = seg[3:]
    if not rest:
        only(ctx, 'GET')
        c = ctx.params.get('context') or 'view'
        if c not in ('view', 'embed', 'edit', 'help'):
            raise bad('context', 'unknown context')
        up = ctx.root if not bug('idx-up') else '%s/%s' % (ctx.root, NS)
        routes = {}
        for k in KINDS.values():
            base = '/%s/%s' % (NS, k['path'])
            routes[base] = {'methods': ['GET', 'POST']}
            for a in ['/{id}'] + (['/by-slug/{slug}'] if k['slugs'] else []):
                routes[base + a] = {'methods': ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
        routes['/%s' % NS] = routes['/%s/doc' % NS] = {'methods': ['GET']}
        return 200, {'namespace': NS, 'routes': routes, '_links': {'up': [{'href': up}]}}, {}
    if rest == ['doc']:
        only(ctx, 'GET')
        return 200, {'openapi': '3.0.0', 'info': {'title': 'Calendar events', 'version': 'v1'},
                     'servers': [{'url': '%s/%s' % (ctx.root, NS)}],
                     'paths': {'/' + k['path']: {'get': {}, 'post': {}} for k in KINDS.values()}}, {}
    kind = BY_PATH.get(rest[0])
    if kind is None:
        raise Err(404, 'no_route', 'No such address')
    if len(rest) == 1:
        only(ctx, 'GET', 'POST')
        if ctx.method == 'GET':
            with LOCK:
                if kind == 'event':
                    return list_events(ctx)
                if kind in TERMS:
                    return list_terms(ctx, kind)
                return list_places(ctx, kind)
        with LOCK:
            CACHE.clear()
            rid = write(lambda: create(ctx, kind, ctx.body))
            out = item_body(ctx, kind, rid, opened=True)
        return (200 if variant('v-put-replaces') else 201), wrap(out), {'Location': '%s/%s/%s/%d' % (ctx.root, NS, rest[0], rid)}
    by_slug = False
    if len(rest) == 2 and re.fullmatch(r'[0-9]{1,18}', rest[1]):
        key = int(rest[1])
    elif len(rest) == 3 and rest[1] == 'by-slug' and KINDS[kind]['slugs'] and rest[2]:
        by_slug, key = True, nfc(rest[2])
    else:
        raise Err(404, 'no_route', 'No such address')
    if bug('ta-put-405') and kind == 'tag' and ctx.method == 'PUT':
        raise Err(405, 'method_not_allowed', 'Not allowed here', headers={'Allow': 'GET, POST, PATCH, DELETE'})
    only(ctx, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE')
    if bug('or-post-creates') and kind == 'organizer' and ctx.method == 'POST' and not by_slug:
        with LOCK:
            src = find(ctx, kind, key, by_slug)
            body = dict({'organizer': src['x_title']}, **ctx.body)
            rid = write(lambda: create(ctx, kind, body))
            return 200, item_body(ctx, kind, rid), {}
    if bug('ve-lost-update') and kind == 'venue' and ctx.method in UPDATE:
        with LOCK:
            snap = find(ctx, kind, key, by_slug)
            full = {c: snap[c] for c, t in KINDS['venue']['cols'].items() if t in ('str', 'flag')}
        time.sleep(0.15)
        ctx.body = {**full, **ctx.body}
    ckey = (kind, key, ctx.lang)
    with LOCK:
        if bug('users-cache') and ctx.method == 'GET' and ckey in CACHE:
            return 200, CACHE[ckey], {}
        row = find(ctx, kind, key, by_slug)
        rid = row['id']
        if ctx.method == 'GET':
            opened = None
            if kind == 'event':
                opened = may_open(ctx, row, ctx.password)
                if not opened and ctx.password is not None:
                    raise Err(403, 'wrong_password', 'Wrong password for this event')
            out = represent(ctx, kind, row, opened)
            if bug('users-cache') and (kind != 'event' or not row['password']):
                CACHE[ckey] = out
            return 200, wrap(out), {}
        CACHE.clear()
        if ctx.method == 'DELETE':
            before = represent(ctx, kind, row)
            write(lambda: delete(ctx, kind, row, by_slug))
            if variant('v-put-replaces'):
                return 204, None, {}
            return 200, {'deleted': True, 'previous': before}, {}
        write(lambda: update(ctx, kind, row, ctx.body, ctx.method, by_slug))
        return 200, wrap(item_body(ctx, kind, rid, opened=True if kind == 'event' else None)), {}


def find(ctx, kind, key, by_slug):
    rid = key
    if by_slug:
        if bug('ev-byslug-like') and kind == 'event':
            r = q('SELECT ref FROM tr WHERE kind=? AND slug LIKE ? ORDER BY ref LIMIT 1', (kind, key)).fetchone()
        else:
            r = q('SELECT ref FROM tr WHERE kind=? AND slug=? ORDER BY ref LIMIT 1', (kind, key)).fetchone()
        if not r:
            raise Err(404, 'not_found', 'There is no %s with this slug' % kind)
        rid = r['ref']
    row = fetch(kind, rid, ctx.lang)
    if row is None:
        raise Err(404, 'not_found', 'There is no %s with this id' % kind)
    if not ctx.sees_all and row['status'] != 'publish' and not (bug('users-anon-byslug') and kind == 'organizer' and by_slug and ctx.method == 'GET'):
        raise Err(404, 'not_found', 'There is no such %s' % kind)
    return row


def only(ctx, *methods):
    if ctx.method not in methods:
        raise Err(405, 'method_not_allowed', 'Not allowed here', headers={'Allow': ', '.join(methods + ('HEAD',) if 'GET' in methods else methods)})


def write(fn):
    q('BEGIN')
    try:
        out = fn()
        q('COMMIT')
        return out
    except BaseException:
        q('ROLLBACK')
        raise


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    wbufsize = -1
    server_version = 'calendar/1'
    sys_version = ''

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, *a):
        pass

    def read_body(self):
        te = (self.headers.get('Transfer-Encoding') or '').lower()
        if 'chunked' in te:
            data = b''
            while True:
                n = int(self.rfile.readline(64).split(b';')[0].strip() or b'0', 16)
                if n == 0:
                    while self.rfile.readline(65537).strip():
                        pass
                    return data
                data += self.rfile.read(n)
                self.rfile.readline(8)
        try:
            n = int(self.headers.get('Content-Length') or 0)
        except ValueError:
            n = 0
        return self.rfile.read(n) if n > 0 else b''

    def parse_body(self, raw):
        if not raw.strip():
            return {}
        ctype = (self.headers.get('Content-Type') or '').split(';')[0].strip().lower()
        if ctype == 'application/x-www-form-urlencoded' and not variant('v-strict'):
            out = {}
            for name, v in parse_qsl(raw.decode('utf-8', 'replace'), keep_blank_values=True):
                base = re.sub(r'\[\d*\]$', '', name)
                if base != name:
                    out.setdefault(base, []).append(v)
                else:
                    out[name] = v
            return out
        if ctype and ctype != 'application/json' and not ctype.endswith('+json') and ctype != 'text/plain':
            raise Err(415, 'unsupported_media_type', 'Send JSON or a form')
        try:
            out = json.loads(raw.decode('utf-8'))
            json.dumps(out, ensure_ascii=False, allow_nan=False).encode('utf-8')
        except (ValueError, RecursionError):
            raise Err(400, 'invalid_json', 'The body is not valid JSON')
        if not isinstance(out, dict):
            raise Err(400, 'invalid_json', 'The body must be an object')
        return out

    def handle_any(self):
        head = self.command == 'HEAD'
        method = 'GET' if head else self.command
        headers = {}
        try:
            try:
                raw = self.read_body()
            except ValueError:
                self.close_connection = True
                raise Err(400, 'invalid_body', 'The body cannot be read')
            try:
                self.path = self.path.encode('latin-1').decode('utf-8')
            except ValueError:
                pass
            path, _, query = self.path.partition('?')
            segs = [s for s in path.split('/') if s]
            if not (bug('ev-byslug-unicode') and 'events' in segs and 'by-slug' in segs):
                segs = [unquote(s) for s in segs]
            pairs = parse_qsl(query, keep_blank_values=True)
            body = self.parse_body(raw) if method in UPDATE else {}
            ctx = Ctx(self, method, segs, pairs, body)
            status, out, headers = dispatch(ctx)
        except Err as e:
            status = e.status
            headers = e.headers
            out = {'error': {'code': e.code, 'message': e.message, 'field': e.field, 'status': e.status}}
        except Exception as e:
            import traceback
            traceback.print_exc()
            status, out = 500, {'error': {'code': 'internal', 'message': 'Internal error', 'field': None, 'status': 500}}
        text = '' if out is None else json.dumps(out, ensure_ascii=False)
        data = text.encode('utf-8')
        n = len(data)
        self.send_response(status)
        if status != 204:
            if bug('or-content-length') and 'organizers/' in self.path and method == 'GET' and status == 200 and n != len(text):
                n = len(text)
                self.send_header('Connection', 'close')
                self.close_connection = True
            self.send_header('Content-Type', 'application/json; charset=utf-8')
            self.send_header('Content-Length', str(n))
        self.send_header('Cache-Control', 'no-store')
        for a, b in headers.items():
            self.send_header(a, b)
        self.end_headers()
        if not head and status != 204:
            self.wfile.write(data)
        self.wfile.flush()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_any


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


if __name__ == '__main__':
    srv = Server(('127.0.0.1', PORT), Handler)
    print('listening', flush=True)
    try:
        srv.serve_forever()
    except KeyboardInterrupt:
        pass
