"""Calendar service: events, venues, organizers, categories, tags (aiohttp, asyncpg, PostgreSQL)."""
import asyncio, datetime as dt, base64, zoneinfo, binascii, json, os, re, sys
import secrets
from urllib.parse import unquote, unquote_plus, urlencode, parse_qsl
import asyncpg
from aiohttp import web
import cluster
from base import *
from base import _page
from present import V, canon, error, etag, listing, one

ACCOUNTS = {'editor': ('editor', 1), 'author': ('author', 2), 'reader': ('reader', 3)}
SUPER = {'id': 1, 'role': 'editor'}
KINDS = ('events', 'venues', 'organizers', 'categories', 'tags')
POSTS = ('events', 'venues', 'organizers')
pool = None
state = {'lang': None, 'logins': {}, 'lists': {}, 'items': {}, 'slugs': {}, 'defaults': {}, 'gone': set()}


class Ctx:
    """One request."""
    def __init__(self, request, user, lang, query, base, prefix, body=None):
        self.request, self.user, self.lang, self.query, self.base, self.prefix = request, user, lang, query, base, prefix
        self.body = body

    def get(self, name, default=None):
        vals = self.query.get(name) or self.query.get(name + '[]')
        return vals[-1] if vals else default

    def many(self, name):
        out = []
        for k, vs in self.query.items():
            if k == name or re.fullmatch(re.escape(name) + r'\[\d*\]', k):
                out += vs
        return out or None

    def bool(self, name, default=None):
        v = self.get(name)
        return default if v is None or v == '' else parse_bool(name, v)

    def ids(self, name):
        v = self.many(name)
        return None if v is None else parse_ids(name, v)


def vis(alias, q, user):
    """SQL: the records of a post type that the user may see."""
    if user and user['role'] == 'editor':
        return 'true'
    if user and user['role'] == 'author':
        return f"({alias}.status = 'publish' OR {alias}.author_id = {q.p(user['id'], 'bigint')})"
    return f"{alias}.status = 'publish'"


def may_see(kind, row, user):
    if kind not in POSTS or row['status'] == 'publish' or user and user['role'] == 'editor':
        return True
    if bug('users-author-sees-all-drafts') and user and user['role'] == 'author':
        return True
    return bool(user and user['role'] == 'author' and row['author_id'] == user['id'])


def owns(row, user):
    return bool(user and (user['role'] == 'editor' or user['role'] == 'author' and row['author_id'] == user['id']))


def need_writer(user, kind=None):
    if not user and bug('users-401-without-challenge'):
        raise ApiError(401, 'rest_not_logged_in', 'You must log in.')
    if not user:
        raise ApiError(401, 'rest_not_logged_in', 'You must log in.', headers={'WWW-Authenticate': 'Basic realm="calendar"'})
    if kind in ('categories', 'tags') and bug('users-reader-creates-terms'):
        return
    if user['role'] == 'reader':
        raise ApiError(403, 'rest_forbidden', 'You may not write.')


def columns(kind, q, user):
    """The select list of a record, with its relations."""
    if kind == 'events':
        cols = ['e.*']
        for k, (link, target) in RELS.items():
            name = 'name'
            cond = vis('t', q, user) + " AND t.status <> 'trash'" if target in POSTS else 'true'
            cols.append(f"""COALESCE((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.{name}, 'slug', t.slug) ORDER BY l.pos)
                FROM {link} l JOIN {target} t ON t.id = l.ref_id WHERE l.event_id = e.id AND {cond}), '[]')::text AS rel_{k}""")
        return ', '.join(cols)
    if kind in ('categories', 'tags'):
        return f'e.*, (SELECT count(*) FROM event_{kind} l WHERE l.ref_id = e.id) AS count'
    return 'e.*'


def same_password(given, stored):
    if bug('event-password-first-eight'):
        return given is not None and given[:8] == stored[:8]
    return given == stored


def blank(row, ctx, password=None):
    """May the text of a protected event not be shown?"""
    if 'password' not in row.keys() or row['password'] is None:
        return False
    if password is not None and same_password(password, row['password']):
        return False
    return not (USERS and owns(row, ctx.user))


def check_list_page(ctx, kind, default=10):
    page = parse_int('page', ctx.get('page') or 1, 1)
    pp = parse_int('per_page', ctx.get('per_page') or default, 1)
    if pp > V['maxpp']:
        if V['overpp'] == '400':
            raise bad('per_page', f"must be at most {V['maxpp']}")
        pp = V['maxpp']
    if kind == 'organizers' and bug('organizers-per-page-ignored'):
        pp = default
    return min(page, 10 ** 12), pp


def wanted_status(ctx, q, where):
    st = ctx.get('status')
    names = items_of(st) or [V['status']]
    if st and names != ['any'] and bug('status-filter-adds-published'):
        names.append('publish')
    for n in names:
        if n not in STATUSES + ('trash', 'any'):
            raise bad('status', 'is not a post status')
    if 'any' not in names:
        where.append(f"e.status = ANY({q.p(names, 'text[]')})")
    else:
        where.append("e.status <> 'trash'")
    where.append(vis('e', q, ctx.user))


def wanted_lang(ctx, q, where):
    if ctx.lang or V['lang'] != 'any':
        where.append(f"e.lang = {q.p(ctx.lang or 'en')}")


def ref_filter(link, q, vals):
    return f"EXISTS (SELECT 1 FROM {link} l WHERE l.event_id = e.id AND l.ref_id = ANY({q.p([v for v in vals if 0 < v <= MAXID], 'bigint[]')}))"


def term_filter(ctx, kind, q):
    vals = ctx.many(kind)
    if vals is None:
        return None
    vals = items_of(vals)
    if not vals:
        return None
    ids = [int(v) for v in vals if v.isascii() and v.isdigit() and int(v) <= MAXID]
    slugs = [v for v in vals if not (v.isascii() and v.isdigit())]
    if slugs and bug('events-terms-mixed-list'):
        ids, slugs = [], vals
    match = f"(t.id = ANY({q.p(ids, 'bigint[]')}) OR t.slug = ANY({q.p(slugs, 'text[]')}))"
    return f'EXISTS (SELECT 1 FROM event_{kind} l JOIN {kind} t ON t.id = l.ref_id WHERE l.event_id = e.id AND {match})'


def date_filters(ctx, q, include):
    """The conditions on times. Whole days of the site's zone unless strict_dates."""
    strict = ctx.get('strict_dates')
    strict = ctx.bool('strict_dates', False)
    where, given = [], False
    zone = "'" + SITE_TZ + "'"
    start, end = ('e.start_at', 'e.end_at')
    if V['daytz'] == 'event':
        start, end = 'e.start_local', 'e.end_local'
        at = lambda x: x
    else:
        at = lambda x: f'({x}) AT TIME ZONE {zone}'
    nxt = lambda p: at(f"date_trunc('day', {p}) + interval '1 day'")
    conds = {}
    for name, col in (('start_date', start), ('end_date', end)):
        v = ctx.get(name)
        if not v:
            continue
        given = True
        p = q.p(parse_dt(name, v, SITE_TZ), 'timestamp')
        lo = p if strict else f"date_trunc('day', {p})"
        if name == 'start_date' and bug('events-start-date-is-from'):
            conds[name] = f'{col} >= {at(lo)}'
        else:
            conds[name] = f'{col} >= {at(lo)} AND {col} < {nxt(p)}'
    for name, col, before in (('starts_before', start, True), ('starts_after', start, False),
                              ('ends_before', end, True),
                              ('ends_after', start if bug('events-ends-after-by-start') else end, False)):
        v = ctx.get(name)
        if not v:
            continue
        given = True
        if bug('events-date-filters-need-time') and not re.search(r'\d[T ]\d\d:\d\d', v):
            raise bad(name, 'must be a date and time, YYYY-MM-DD HH:MM:SS')
        p = q.p(parse_dt(name, v, SITE_TZ), 'timestamp')
        key = name
        if key in conds:
            where.append(f'({conds[key]}) IS NOT NULL')
        if strict and not (name.startswith('ends') and bug('events-strict-not-for-ends')):
            conds[key] = f"{col} {'<' if before else '>'} {at(p)}"
        else:
            conds[key] = f'{col} < {nxt(p)}' if before else f"{col} >= {at(f'date_trunc($$day$$, {p})')}"
    where += conds.values()
    if include is not None:
        # the arguments stay bound, so they have to be named somewhere
        return [f'({c}) IS NOT NULL' for c in where]
    if not given and V['window'] != 'none':
        if V['window'] == 'running':
            where.append('e.end_at >= now()')
        else:
            where.append(f"e.end_at >= date_trunc('day', now() AT TIME ZONE {zone}) AT TIME ZONE {zone}")
        if V['window'] == 'two-years':
            where.append("e.start_at < now() + interval '30 years'")
    return where


async def list_events(ctx):
    page, pp = check_list_page(ctx, 'events')
    q, where = Q(), []
    cols = columns('events', q, ctx.user)
    wanted_lang(ctx, q, where)
    include = ctx.ids('include') or None
    if not (include is not None and bug('users-include-leaks-drafts')):
        wanted_status(ctx, q, where)
    where += date_filters(ctx, q, include)
    if include is not None:
        where.append(f"e.id = ANY({q.p([i for i in include if 0 < i <= MAXID], 'bigint[]')})")
    if include is not None and bug('events-include-drops-filters'):
        ctx.query = {k: v for k, v in ctx.query.items() if k in ('page', 'per_page')}
    refs = []
    for k in ('venue', 'organizer'):
        ids = ctx.ids(k)
        if ids:
            refs.append(ref_filter(RELS[k][0], q, ids))
    if refs and bug('events-venue-or-organizer'):
        where.append('(' + ' OR '.join(refs) + ')')
    else:
        where += refs
    join, late = '', None
    for k in ('categories', 'tags'):
        f = term_filter(ctx, k, q)
        if f:
            where.append(f)
    featured = ctx.bool('featured')
    if featured is not None:
        where.append('e.featured' if featured else 'NOT e.featured')
    if V['hide']:
        where.append('NOT e.hide_from_listings')
    geo = ctx.bool('geoloc')
    if geo:
        where.append('false')               # no venue has geolocation data
    lat, lng = ctx.get('geoloc_lat'), ctx.get('geoloc_lng')
    for n, v, top in (('geoloc_lat', lat, 90), ('geoloc_lng', lng, 180)):
        if v is not None and not (re.fullmatch(r'[+-]?(\d+\.?\d*|\.\d+)', v, re.A) and abs(float(v)) <= top):
            raise bad(n, 'must be a number of degrees')
    if (lat is None) != (lng is None):
        raise bad('geoloc_lng' if lng is None else 'geoloc_lat', 'must also be given')
    if lat is not None:
        where.append('false')
    if ctx.get('post_parent') and parse_int('post_parent', ctx.get('post_parent')) != 0:
        where.append('false')
    if ctx.bool('ticketed'):
        where.append('false')
    search = ctx.get('search')
    if search:
        p = q.p(like(parse_text('search', search)))
        hidden = 'e.password IS NULL AND ' if not (USERS and ctx.user and ctx.user['role'] == 'editor') else ''
        if bug('events-search-any-word'):
            words = [q.p(like(w)) for w in search.split()] or [p]
            where.append(f'{p}::text IS NOT NULL AND (' + ' OR '.join(f'e.title ILIKE {w} OR ({hidden} e.description ILIKE {w})' for w in words) + ')')
        else:
            where.append(f'(e.title ILIKE {p} OR ({hidden} e.description ILIKE {p}))')
    cond = ' AND '.join(where) or 'true'
    order = {'start': 'e.start_at, e.id', 'sticky': 'e.sticky DESC, e.start_at, e.id',
             'newest': 'e.date_at DESC, e.id DESC', 'iddesc': 'e.id DESC', 'slug': 'e.slug'}[V['order']]
    if bug('events-order-without-tie-break'):
        order = 'e.start_at'
    offset = (page - 1) * (pp)
    limit = f"LIMIT {q.p(pp, 'bigint')} OFFSET {q.p(offset, 'bigint')}"
    if late:
        sql = (f'SELECT {cols}, count(*) OVER () AS total FROM (SELECT e.* FROM events e{join} WHERE {cond} '
               f'ORDER BY {order} {limit}) e WHERE {late} ORDER BY {order}')
    else:
        sql = f'SELECT {cols}, count(*) OVER () AS total FROM events e{join} WHERE {cond} ORDER BY {order} {limit}'
    rows = await pool.fetch(sql, *q.args)
    total = rows[0]['total'] if rows else 0
    if not rows and page > 1:
        q.args = q.args[:-1] + [0]
        again = await pool.fetch(sql, *q.args) if not late else []
        total = again[0]['total'] if again else 0
    return rows, total, page, pp


POSTSEARCH = {'venues': ('address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'),
              'organizers': ('phone', 'website', 'email')}


async def list_posts(ctx, kind):
    page, pp = check_list_page(ctx, kind)
    q, where, join = Q(), [], ''
    link = f'event_{kind}'
    wanted_lang(ctx, q, where)
    wanted_status(ctx, q, where)
    search = ctx.get('search')
    if search:
        p = q.p(like(parse_text('search', search)))
        cols = ('name', 'description') + POSTSEARCH[kind]
        where.append('(' + ' OR '.join(f'e.{c} ILIKE {p}' for c in cols) + ')')
    ev = f"ev.status <> 'trash' AND {vis('ev', q, ctx.user)}"
    if ctx.get('event') not in (None, ''):
        i = parse_int('event', ctx.get('event'), 0)
        i = q.p(min(i, MAXID), 'bigint')
        where.append(f'e.id IN (SELECT l.ref_id FROM {link} l JOIN events ev ON ev.id = l.event_id WHERE {"l.ref_id" if kind == "venues" and bug("venues-event-filter-swapped") else "l.event_id"} = {i} AND {ev})')
    has = ctx.bool('has_events')
    if has is not None:
        if kind == 'venues' and bug('venues-has-events-upcoming-only'):
            ev = f'ev.end_at >= now() AND {ev}'
        where.append(f"{'' if has else 'NOT '}EXISTS (SELECT 1 FROM {link} l JOIN events ev ON ev.id = l.event_id WHERE l.ref_id = e.id AND {ev})")
    if ctx.bool('only_with_upcoming', False):
        when = 'ev.date_at' if kind == 'organizers' and bug('organizers-upcoming-by-publication') else 'ev.end_at'
        where.append(f'EXISTS (SELECT 1 FROM {link} l JOIN events ev ON ev.id = l.event_id WHERE l.ref_id = e.id AND {when} >= now() AND {ev})')
    cond = ' AND '.join(where) or 'true'
    # bound though unused in some combinations
    q_used = re.findall(r'\$(\d+)', cond + join)
    if len(set(q_used)) < len(q.args):
        for n in range(1, len(q.args) + 1):
            if str(n) not in q_used:
                cond += f' AND ${n}::bigint IS NOT NULL'
    order = {'newest': 'e.date_at DESC, e.id DESC', 'iddesc': 'e.id DESC', 'slug': 'e.slug'}.get(V['order'], 'lower(e.name), e.id')
    size = pp
    sql = (f'SELECT e.*, count(*) OVER () AS total FROM {kind} e{join} WHERE {cond} ORDER BY {order} '
           f"LIMIT {q.p(size, 'bigint')} OFFSET {q.p((page - 1) * pp, 'bigint')}")
    rows = await pool.fetch(sql, *q.args)
    total = rows[0]['total'] if rows else 0
    if not rows and page > 1:
        again = await pool.fetch(sql, *q.args[:-1], 0)
        total = again[0]['total'] if again else 0
    return rows, total, page, pp


async def list_terms(ctx, kind):
    page, pp = check_list_page(ctx, kind)
    q, where = Q(), []
    wanted_lang(ctx, q, where)
    link = f'event_{kind}'
    search = ctx.get('search')
    if search:
        p = q.p(like(parse_text('search', search)))
        where.append(f'(e.name ILIKE {p} OR e.description ILIKE {p})')
    for name, neg in (('include', ''), ('exclude', 'NOT ')):
        ids = ctx.ids(name)
        if neg and kind == 'categories' and bug('categories-exclude-lost-with-include') and ctx.ids('include'):
            continue
        if ids:
            where.append(f"{neg}(e.id = ANY({q.p([i for i in ids if 0 < i <= MAXID], 'bigint[]')}))")
    hide = ctx.bool('hide_empty', not (kind == 'tags' and bug('tags-hide-empty-default-off')))
    if hide and kind == 'tags' and bug('tags-use-counter-stale'):
        where.append('e.uses > 0')
    elif hide:
        where.append(f'EXISTS (SELECT 1 FROM {link} l WHERE l.ref_id = e.id)')
    if kind == 'categories' and ctx.get('parent') not in (None, ''):
        i = min(parse_int('parent', ctx.get('parent'), 0), MAXID)
        i = q.p(i, 'bigint')
        where.append(f'(COALESCE(e.parent_id, 0) = {i} OR e.id = {i})' if bug('categories-parent-lists-itself') else f'COALESCE(e.parent_id, 0) = {i}')
    for name in ('post', 'event'):
        if ctx.get(name) not in (None, ''):
            i = min(parse_int(name, ctx.get(name), 0), MAXID)
            where.append(f"EXISTS (SELECT 1 FROM {link} l JOIN events ev ON ev.id = l.event_id WHERE l.ref_id = e.id "
                         f"AND l.event_id = {q.p(i, 'bigint')} AND {vis('ev', q, ctx.user)})")
    slug = items_of(ctx.get('slug'))
    if slug:
        where.append(f"e.slug = ANY({q.p(slug, 'text[]')})")
    order = (ctx.get('order') or 'asc').lower()
    if order not in ('asc', 'desc', 'ascending', 'descending'):
        raise bad('order', 'must be asc or desc')
    by = (ctx.get('orderby') or V['termorder']).lower()
    exprs = {'id': 'e.id', 'term_id': 'e.id', 'name': 'lower(e.name)', 'slug': 'e.slug', 'count': 'count',
             'description': "lower(COALESCE(e.description, ''))", 'parent': 'COALESCE(e.parent_id, 0)' if kind == 'categories' else 'e.id'}
    if by not in exprs:
        raise bad('orderby', 'must be one of id, name, slug, count, description')
    d = 'DESC' if order.startswith('desc') else 'ASC'
    ob = f"{exprs[by].replace('e.', 'x.') if by != 'count' else 'x.count'} {d}, x.id {d}"
    cond = ' AND '.join(where) or 'true'
    sql = (f'SELECT x.*, count(*) OVER () AS total FROM (SELECT {columns(kind, q, ctx.user)} FROM {kind} e WHERE {cond}) x '
           f"ORDER BY {ob} LIMIT {q.p(pp, 'bigint')} OFFSET {q.p((page - 1) * pp, 'bigint')}")
    rows = await pool.fetch(sql, *q.args)
    total = rows[0]['total'] if rows else 0
    if not rows and page > 1:
        again = await pool.fetch(sql, *q.args[:-1], 0)
        total = again[0]['total'] if again else 0
    return rows, total, page, pp


async def do_list(ctx, kind):
    key = None
    who = str(ctx.user and ctx.user['id'])
    asked = urlencode(sorted((k, v) for k, vs in ctx.query.items() for v in vs))
    if kind == 'venues' and bug('venues-list-cache-not-emptied'):
        key = (kind, ctx.base, ctx.lang, who, asked)
    elif kind == 'tags' and bug('tags-list-cache-by-values'):
        key = (kind, ctx.base, ctx.lang, who, ','.join(sorted(v for vs in ctx.query.values() for v in vs)))
    elif bug('users-list-cache-shared'):
        key = (kind, ctx.base, ctx.lang, asked)
    if key in state['lists']:
        return state['lists'][key]
    if kind == 'events':
        rows, total, page, pp = await list_events(ctx)
    elif kind in POSTS:
        rows, total, page, pp = await list_posts(ctx, kind)
    else:
        rows, total, page, pp = await list_terms(ctx, kind)
    if not rows and page > 1 and V['beyond'] != 'empty':
        raise ApiError(int(V['beyond']), 'rest_invalid_page', 'There is no such page.')

    def url(n):
        qs = [(k, v) for k, vs in ctx.query.items() if k != 'page' for v in vs] + [('page', n)]
        if kind == 'events' and bug('events-next-link-loses-filters'):
            qs = [(k, v) for k, v in qs if k in ('page', 'per_page', 'ml_language')]
        return f'{ctx.base}{NS}/{kind}?' + urlencode(qs)
    shown = [canon(kind, r, ctx.base, blank(r, ctx)) for r in rows]
    if kind == 'events' and bug('events-list-carries-password'):
        for o, r in zip(shown, rows):
            o['password'] = r['password']
    body, headers = listing(kind, shown, total, page, pp, url)
    if kind == 'organizers' and bug('organizers-etag-by-newest'):
        headers['ETag'] = etag(f"{ctx.request.raw_path}{max((r['modified_at'] for r in rows), default=0)}".encode())
    out = reply(200, body, headers)
    if key:
        state['lists'][key] = out
    return out


def reply(status, body=None, headers=None, ctype=None):
    return status, body, headers or {}, ctype or V['ctype']


# ---------------------------------------------------------------- single records
def not_found(kind):
    return ApiError(404, 'rest_not_found', f'There is no such record in {kind}.')


async def find(con, ctx, kind, key, by_slug, lock=False):
    """The stored row, or 404. Who may not see it finds nothing."""
    q = Q()
    cols = columns(kind, q, ctx.user)
    if by_slug and kind == 'organizers' and key.isascii() and key.isdigit() and bug('organizer-by-slug-digits-as-id'):
        by_slug = False
    if by_slug:
        where = f'e.slug = {q.p(key)}'
    else:
        n = int(key)
        if not 0 < n <= MAXID:
            raise not_found(kind)
        where = f"e.id = {q.p(n, 'bigint')}"
    row = await con.fetchrow(f'SELECT {cols} FROM {kind} e WHERE {where} ORDER BY e.id LIMIT 1{" FOR UPDATE" if lock else ""}', *q.args)
    if row is None:
        raise not_found(kind)
    if kind in POSTS and row['status'] == 'trash' and (V['soft'] == 'gone' or lock):
        raise ApiError(410, 'rest_gone', 'The record was deleted.') if V['soft'] == 'gone' else not_found(kind)
    if not may_see(kind, row, ctx.user):
        raise not_found(kind)
    return row


async def one_row(con, ctx, kind, i):
    q = Q()
    cols = columns(kind, q, ctx.user)
    return await con.fetchrow(f"SELECT {cols} FROM {kind} e WHERE e.id = {q.p(i, 'bigint')}", *q.args)


def given_password(ctx):
    v = ctx.get('password')
    if isinstance(ctx.body, dict) and 'password' in ctx.body:
        v = ctx.body['password']
        if v is not None:
            v = parse_text('password', v)
    return v or None


def guard_password(ctx, row, by_slug):
    """Writes on a protected event."""
    if row['password'] is None or USERS and by_slug and owns(row, ctx.user):
        return
    pw = None if by_slug else given_password(ctx)
    if same_password(pw, row['password']) or pw is None and (USERS and owns(row, ctx.user) or not V['pw_write']):
        return
    raise ApiError(403, 'rest_incorrect_password', 'The event is protected and the password is missing or wrong.')


async def do_get(ctx, kind, key, by_slug):
    row = await find(pool, ctx, kind, key, by_slug)
    hide = False
    if kind == 'events':
        pw = None if by_slug else given_password(ctx)
        hide = blank(row, ctx, pw) and not (by_slug and bug('event-by-slug-shows-protected'))
        if hide and (pw is not None or V['protected'] == '403'):
            raise ApiError(403, 'rest_incorrect_password', 'The password of the event is missing or wrong.')
    headers = {'ETag': record_etag(ctx, kind, row, hide)} if V['etag'] else {}
    if by_slug and V['content_location']:
        headers['Content-Location'] = f"{ctx.base}{NS}/{kind}/{row['id']}"
    out = reply(200, one(canon(kind, row, ctx.base, hide)), headers)
    return out


def record_etag(ctx, kind, row, hide):
    if kind == 'events' and bug('event-etag-without-relations'):
        return etag(f"{ctx.base}{row['id']} {row['modified_at']} {hide}".encode())
    return etag(dump(one(canon(kind, row, ctx.base, hide))))


def if_match(ctx, kind, row):
    want = ctx.request.headers.get('If-Match')
    if V['etag'] and want and want.strip() != '*':
        now = record_etag(ctx, kind, row, kind == 'events' and blank(row, ctx, given_password(ctx)))
        if now not in [x.strip() for x in want.split(',')]:
            raise ApiError(412, 'rest_precondition_failed', 'The record has changed.')


async def do_delete(ctx, kind, key, by_slug):
    need_writer(ctx.user, kind)
    con = await pool.acquire()
    try:
        tx = con.transaction()
        await tx.start()
        try:
            try:
                row = await find(con, ctx, kind, key, by_slug, lock=True)
            except ApiError as e:
                if e.status == 404 and (kind, by_slug, key) in state['gone']:
                    await tx.rollback()
                    return reply(204)
                raise
            if not owns(row, ctx.user) and not bug('users-delete-owner-unchecked'):
                raise ApiError(403, 'rest_forbidden', 'This record belongs to somebody else.')
            if kind == 'events':
                guard_password(ctx, row, by_slug)
            if not bug('delete-ignores-if-match'):
                if_match(ctx, kind, row)
            if kind == 'events' and bug('event-delete-takes-organizers'):
                await con.execute('DELETE FROM organizers o WHERE EXISTS (SELECT 1 FROM event_organizers l WHERE l.ref_id = o.id AND l.event_id = $1) '
                                  'AND NOT EXISTS (SELECT 1 FROM event_organizers l WHERE l.ref_id = o.id AND l.event_id <> $1)', row['id'])
            if V['soft'] and kind in POSTS:
                await con.execute(f"UPDATE {kind} SET status = 'trash', slug = slug || '__trashed-' || id, "
                                  f'modified_at = clock_timestamp() WHERE id = $1', row['id'])
                for link, target in RELS.values():
                    if kind in ('events', target):
                        await con.execute(f"DELETE FROM {link} WHERE {'event_id' if kind == 'events' else 'ref_id'} = $1", row['id'])
            else:
                await con.execute(f'DELETE FROM {kind} WHERE id = $1', row['id'])
        except BaseException:
            if tx._state.name == 'STARTED':
                await tx.rollback()
            raise
        await tx.commit()
    finally:
        await pool.release(con)
    touched(kind, str(row['id']), 'DELETE')
    if V['deleted'] == 'again204':
        state['gone'] |= {(kind, False, str(row['id'])), (kind, True, row['slug'])}
    old = canon(kind, row, ctx.base, kind == 'events' and blank(row, ctx, given_password(ctx)))
    how = V['deleted']
    if how in ('204', 'again204'):
        return reply(204)
    if how == 'flag2':
        return reply(200, {'removed': {kind: [row['id']]}})
    if how == 'flag':
        return reply(200, {'deleted': True, 'id': str(row['id'])})
    if how == 'previous':
        return reply(200, {'deleted': True, 'previous': old})
    if how == '202':
        return reply(202, {'status': 'accepted'})
    if how == 'nobody':
        return reply(200, b'', ctype='text/plain')
    if how == 'result':
        return reply(200, {'result': row['id'], 'entities': {}})
    if how == 'empty200':
        return reply(200, {'data': None})
    return reply(200, one(old))


def touched(kind, key, method):
    if not (bug('venues-list-cache-not-emptied') and kind != 'venues'):
        state['lists'].clear()
    if not (kind == 'categories' and method == 'POST'):
        state['items'].clear()


# ---------------------------------------------------------------- reading input
async def parse_fields(con, ctx, kind, old):
    """-> columns, relations. `old` is None for a creation."""
    body, vals, rels = ctx.body, {}, {}
    if V['strict']:
        extra = set(body) - set(FIELDS[kind]) - {'password', 'id', 'ml_language'}
        if extra:
            raise bad(sorted(extra)[0], 'is not a field')
    need = REQUIRED[kind]
    for name in need:
        if old is None:
            if name not in body or body[name] is None:
                raise ApiError(400, 'rest_missing_callback_param', f'Missing parameter(s): {name}', {name: 'is required'})
    zone = None
    if kind == 'events':
        zone = body.get('timezone') or (old['timezone'] if old else SITE_TZ)
        if not isinstance(zone, str) or zone not in ZONES or zone in ('localtime', 'Factory', 'posixrules'):
            raise bad('timezone', 'is not a time zone')
    for name, (t, col, nullable) in FIELDS[kind].items():
        if name not in body:
            continue
        v = body[name]
        if v is None:
            if not nullable:
                raise bad(name, 'must not be null')
            if t == 'ids':
                rels[name] = []
            elif t in ('date', 'slug', 'int'):
                continue
            elif old is None and col == 'status':
                continue
            elif col == 'status':
                vals[col] = 'publish'
            else:
                vals[col] = DEFAULTS.get(name) if kind == 'events' else None
            continue
        if t == 'req':
            v = parse_text(name, v)
            if not v.strip():
                raise bad(name, 'must not be empty')
            if kind == 'tags' and bug('tag-name-cut-at-comma'):
                v = v.split(',')[0]
            vals[col] = v
        elif t in ('text', 'image', 'flag'):
            if t == 'image' and isinstance(v, int) and not isinstance(v, bool):
                v = str(v)
            if t == 'flag' and isinstance(v, bool):
                v = 'true' if v else 'false'
            if name == 'zip' and isinstance(v, str) and v.isascii() and v.isdigit() and bug('venue-zip-as-number'):
                v = str(int(v))
            vals[col] = parse_text(name, v)
            if kind == 'events' and name == 'description' and bug('event-description-cut-at-emoji'):
                vals[col] = re.split('[\U00010000-\U0010ffff]', vals[col])[0]
        elif t == 'bool':
            vals[col] = parse_bool(name, v)
        elif t == 'int':
            n = parse_int(name, v, 1, MAXID)
            if USERS and n not in (1, 2, 3):
                raise bad(name, 'is not a user')
            vals[col] = n
        elif t == 'when':
            vals[col] = parse_dt(name, v, zone)
        elif t == 'date':
            if name == 'date_utc' and body.get('date') is not None:
                parse_dt(name, v, 'UTC')
                continue
            z = SITE_TZ if name == 'date' else 'UTC'
            vals[col] = await con.fetchval('SELECT $1::timestamp AT TIME ZONE $2', parse_dt(name, v, z), z)
        elif t == 'tz':
            vals[col] = zone
        elif t == 'url':
            vals[col] = parse_url(name, v)
            if kind == 'events' and vals[col] and bug('event-website-lowercased'):
                vals[col] = vals[col].lower()
        elif t == 'email':
            vals[col] = parse_email(name, v)
        elif t == 'status':
            if v not in STATUSES:
                raise bad(name, 'is not a post status')
            vals[col] = v
        elif t == 'json':
            if bug('event-cost-whole-numbers') and isinstance(v, float):
                v = int(v)
            s = json.dumps(v)
            if '\\u0000' in s or re.search(r'\\ud[89a-f]', s) and not _wellformed(v):
                raise bad(name, 'holds text that cannot be stored')
            vals[col] = s
        elif t == 'slug':
            s = slugify(parse_text(name, v))
            if s:
                vals[col] = s
            elif v.strip():
                raise bad(name, 'holds nothing that can stand in an address')
        elif t == 'parent':
            n = parse_int(name, v, 0)
            vals[col] = n or None
            if n:
                if n > MAXID or not await con.fetchval('SELECT 1 FROM categories WHERE id = $1', n):
                    raise bad(name, 'is not a category')
                if old and await con.fetchval(
                        'WITH RECURSIVE up AS (SELECT id, parent_id FROM categories WHERE id = $1 UNION '
                        'SELECT c.id, c.parent_id FROM categories c JOIN up ON c.id = up.parent_id) '
                        'SELECT 1 FROM up WHERE id = $2', n, old['id']):
                    raise bad(name, 'would make a circle')
        elif t == 'ids':
            rels[name] = parse_ids(name, v)
    if old and 'start_local' in vals and 'end_local' not in vals and bug('event-start-update-moves-end'):
        vals['end_local'] = vals['start_local'] + (old['end_local'] - old['start_local'])
    for name, ids in rels.items():
        if not ids:
            continue
        target = RELS[name][1]
        q = Q()
        p = q.p([i for i in ids if 0 < i <= MAXID], 'bigint[]')
        cond = f"t.status <> 'trash' AND {vis('t', q, ctx.user)}" if target in POSTS else 'true'
        ok = {r['id'] for r in await con.fetch(f'SELECT t.id FROM {target} t WHERE t.id = ANY({p}) AND {cond} FOR KEY SHARE', *q.args)}
        for i in ids:
            if i not in ok:
                raise bad(name, f'there is no {i}')
    return vals, rels


def _wellformed(v):
    try:
        json.dumps(v, ensure_ascii=False).encode()
        return True
    except UnicodeEncodeError:
        return False


async def free_slug(con, kind, want, own=None):
    taken = {r['slug'] for r in await con.fetch(
        f"SELECT slug FROM {kind} WHERE (slug = $1 OR starts_with(slug, $1 || '-')) AND id <> $2", want, own or 0)}
    s, n = want, 2
    while s in taken:
        s, n = (f'{want}-{secrets.token_hex(3)}' if V['slugs'] == 'random' else f'{want}-{n}'), n + 1
    return s


async def put_rels(con, event_id, rels, fresh):
    for name, ids in rels.items():
        link = RELS[name][0]
        if name == 'tags' and bug('tags-use-counter-stale'):
            await con.execute('UPDATE tags SET uses = uses - 1 WHERE id IN (SELECT ref_id FROM event_tags WHERE event_id = $1)', event_id)
            await con.execute('UPDATE tags SET uses = uses + 1 WHERE id = ANY($1::bigint[])', ids)
        if not fresh:
            await con.execute(f'DELETE FROM {link} WHERE event_id = $1', event_id)
        if ids:
            await con.execute(f'INSERT INTO {link} (event_id, ref_id, pos) SELECT $1, x, n FROM unnest($2::bigint[]) '
                              f'WITH ORDINALITY AS u(x, n) ON CONFLICT DO NOTHING', event_id, ids)


TIMES = """UPDATE events SET
  start_local = CASE WHEN all_day THEN date_trunc('day', start_local) ELSE start_local END,
  end_local = CASE WHEN all_day THEN date_trunc('day', end_local) + interval '23:59:59' ELSE end_local END,
  start_at = (CASE WHEN all_day THEN date_trunc('day', start_local) ELSE start_local END) AT TIME ZONE timezone,
  end_at = (CASE WHEN all_day THEN date_trunc('day', end_local) + interval '23:59:59' ELSE end_local END) AT TIME ZONE timezone
  WHERE id = $1 RETURNING start_at <= end_at"""


if V['allday'] == 'keep':
    TIMES = '''UPDATE events SET start_at = start_local AT TIME ZONE timezone, end_at = end_local AT TIME ZONE timezone
      WHERE id = $1 RETURNING start_at <= end_at'''
if bug('event-all-day-single-day'):
    TIMES = TIMES.replace("date_trunc('day', end_local)", "date_trunc('day', start_local)")


async def settle_times(con, i):
    fine = await con.fetchval(TIMES, i)
    if fine and bug('event-utc-winter-offset'):
        zone = await con.fetchval('SELECT timezone FROM events WHERE id = $1', i)
        off = zoneinfo.ZoneInfo(zone).utcoffset(dt.datetime(2031, 1, 1))
        await con.execute("UPDATE events SET start_at = (start_local - $2::interval) AT TIME ZONE 'UTC', "
                          "end_at = (end_local - $2::interval) AT TIME ZONE 'UTC' WHERE id = $1", i, off)
    if not fine:
        raise bad('end_date', 'must not be before start_date')


async def do_create(ctx, kind):
    need_writer(ctx.user, kind)
    async with pool.acquire() as con:
        async with con.transaction():
            late = None
            try:
                vals, rels = await parse_fields(con, ctx, kind, None)
            except ApiError as e:
                if not (kind == 'categories' and bug('category-bad-parent-leaves-category') and 'parent' in (e.params or {})):
                    raise
                late = e
                vals, rels = await parse_fields(con, Ctx(ctx.request, ctx.user, ctx.lang, {}, '', None, {k: v for k, v in ctx.body.items() if k != 'parent'}), kind, None)
            vals.setdefault('author_id', ctx.user['id'])
            if ctx.user['role'] == 'author' and vals['author_id'] != ctx.user['id']:
                raise ApiError(403, 'rest_forbidden', 'You may not create records for others.')
            if bug('users-created-record-of-first-user'):
                vals['author_id'] = SUPER['id']
            vals['lang'] = ctx.lang or 'en'
            if kind == 'organizers' and bug('organizer-create-language-ignored'):
                del vals['lang']
            if kind == 'events':
                vals['start_at'] = vals['end_at'] = await con.fetchval('SELECT now()')
                pw = given_password(ctx) if 'password' in ctx.body else None
                if pw:
                    vals['password'] = pw
            asked = vals.get('slug')
            want = asked or slugify(vals[NAMECOL[kind]]) or kind.rstrip('s')
            while True:
                vals['slug'] = await free_slug(con, kind, want)
                if V['slugs'] == '409' and asked and vals['slug'] != asked:
                    raise ApiError(409, 'rest_slug_exists', 'The slug is taken.')
                names = list(vals)
                conflict = 'ON CONFLICT (slug) DO NOTHING '
                if bug('tag-parallel-create-fails') and kind == 'tags':
                    conflict = ''
                i = await con.fetchval(
                    f"INSERT INTO {kind} ({', '.join(names)}) VALUES ({', '.join(f'${n + 1}' for n in range(len(names)))}) "
                    f'{conflict}RETURNING id', *vals.values())
                if i is not None:
                    break
            if kind == 'events':
                await settle_times(con, i)
                await put_rels(con, i, rels, True)
            row = await one_row(con, ctx, kind, i)
    touched(kind, str(i), 'CREATE')
    if late:
        raise late
    loc = {'Location': f'{ctx.base}{NS}/{kind}/{i}'} if V['location'] else {}
    if V['created_body'] == 'none':
        return reply(V['created'], b'', loc, 'text/plain')
    if V['created_body'] == 'id':
        return reply(V['created'], {'id': i}, loc)
    return reply(V['created'], one(canon(kind, row, ctx.base)), loc)


async def do_update(ctx, kind, key, by_slug):
    need_writer(ctx.user, kind)
    stale = None
    async with pool.acquire() as con:
        async with con.transaction():
            row = await find(con, ctx, kind, key, by_slug, lock=stale is None)
            if stale is not None and not owns(row, ctx.user):
                raise ApiError(403, 'rest_forbidden', 'This record belongs to somebody else.')
            mine = owns(row, ctx.user)
            if not mine:
                raise ApiError(403, 'rest_forbidden', 'This record belongs to somebody else.')
            if kind == 'events':
                guard_password(ctx, row, by_slug)
            if_match(ctx, kind, row)
            vals, rels = await parse_fields(con, ctx, kind, row)
            if ctx.user['role'] == 'author' and vals.get('author_id', ctx.user['id']) != ctx.user['id']:
                raise ApiError(403, 'rest_forbidden', 'You may not give records to others.')
            if V['put'] == 'replace' and ctx.request.method == 'PUT':
                for name, (t, col, nullable) in FIELDS[kind].items():
                    if nullable and name not in ctx.body and t not in ('slug', 'date', 'ids', 'status', 'tz', 'int'):
                        vals.setdefault(col, DEFAULTS.get(name) if kind == 'events' else None)
                    elif t == 'ids':
                        rels.setdefault(name, [])
            if kind == 'events':
                pw = given_password(ctx) if not by_slug and 'password' in ctx.body else None
                if pw and row['password'] is None:
                    vals['password'] = pw
            if stale is not None:
                merged = {k: v for k, v in stale.items() if not k.startswith('rel_') and k not in ('id', 'slug', 'modified_at')}
                vals = {**merged, **vals}
            if kind == 'events' and 'title' in vals and bug('event-title-update-renews-slug'):
                vals.setdefault('slug', slugify(vals['title']) or 'event')
            want = vals.get('slug')
            late = None
            while True:
                if want:
                    vals['slug'] = await free_slug(con, kind, want, None if kind == 'events' and bug('event-own-slug-gets-suffix') else row['id'])
                    if V['slugs'] == '409' and vals['slug'] != want:
                        raise ApiError(409, 'rest_slug_exists', 'The slug is taken.')
                sets = ''.join(f', {c} = ${n + 2}' for n, c in enumerate(vals))
                try:
                    async with con.transaction():
                        await con.execute(f'UPDATE {kind} SET modified_at = clock_timestamp(){sets} WHERE id = $1',
                                          row['id'], *vals.values())
                    break
                except asyncpg.UniqueViolationError:
                    continue
            if kind == 'events':
                try:
                    if not (bug('event-timezone-change-keeps-instant') and not {'start_local', 'end_local', 'all_day'} & set(vals)):
                        await settle_times(con, row['id'])
                except ApiError as e:
                    if not bug('event-refused-update-kept'):
                        raise
                    late = e
                await put_rels(con, row['id'], rels, False)
            new = await one_row(con, ctx, kind, row['id'])
    touched(kind, str(row['id']), ctx.request.method)
    if late:
        raise late
    if V['updated'] == '204':
        return reply(204)
    hide = kind == 'events' and blank(new, ctx, given_password(ctx))
    return reply(200, one(canon(kind, new, ctx.base, hide)))


# ---------------------------------------------------------------- index
def do_index(ctx):
    c = ctx.get('context')
    if c and c not in ('view', 'embed', 'edit', 'help'):
        raise bad('context', 'must be view, embed or edit')
    up = ctx.base.rstrip('/') + '/'
    routes = {('/' + NS + p): {'methods': sorted(m), '_links': {'self': [{'href': ctx.base + NS + p}]}}
              for p, m in (('', ['GET']), ('/doc', ['GET']), *((f'/{k}', ['GET', 'POST']) for k in KINDS))}
    return reply(200, {'namespace': NS, 'routes': routes, '_links': {'up': [{'href': up}]}})


def do_doc(ctx):
    paths = {}
    for k in KINDS:
        names = sorted(FIELDS[k])
        paths['/' + k] = {'get': {'parameters': [{'name': n, 'in': 'query'} for n in sorted(LISTPARAMS[k])]},
                          'post': {'parameters': [{'name': n, 'in': 'body', 'required': n in REQUIRED[k]} for n in names]}}
        for p in ('/{id}',) + (('/by-slug/{slug}',) if k in POSTS else ()):
            paths[f'/{k}{p}'] = {m: {'parameters': []} for m in ('get', 'post', 'put', 'patch', 'delete')}
    return reply(200, {'swagger': '2.0', 'info': {'title': 'Calendar', 'version': '1.0.0'}, 'basePath': '/' + NS, 'paths': paths},
                 ctype='application/json')


# ---------------------------------------------------------------- requests
def login(request):
    if not USERS:
        return SUPER
    h = request.headers.get('Authorization')
    if not h:
        return None
    no = ApiError(401, 'rest_login_failed', 'Unknown user or wrong password.', headers={'WWW-Authenticate': 'Basic realm="calendar"'})
    try:
        scheme, _, rest = h.partition(' ')
        if scheme.lower() != 'basic':
            raise no
        name, _, pw = base64.b64decode(rest.strip(), validate=True).decode().partition(':')
    except (binascii.Error, UnicodeDecodeError, ValueError):
        raise no
    if bug('users-login-any-case'):
        pw = pw.lower()
    if name not in ACCOUNTS or ACCOUNTS[name][0] != pw:
        raise no
    u = {'id': ACCOUNTS[name][1], 'role': name}
    state['logins'][name] = u
    return u


def nope(x):
    raise ValueError(x)


def finite(x):
    f = float(x)
    if f in (float('inf'), float('-inf')):
        raise ValueError(x)
    return f


async def read_body(request):
    raw = await request.read()
    if bug('json-charset-not-understood') and request.headers.get('Content-Type', 'application/json') != 'application/json':
        return dict(parse_qsl(raw.decode(errors='replace')))
    ct = request.content_type if 'Content-Type' in request.headers else 'application/json'
    if ct == 'multipart/form-data':
        form = await request.post()
        pairs = [(k, v) for k, v in form.items() if isinstance(v, str)]
    elif ct == 'application/x-www-form-urlencoded':
        try:
            pairs = parse_qsl(raw.decode(), keep_blank_values=True)
        except UnicodeDecodeError:
            raise ApiError(400, 'rest_invalid_body', 'The body is not UTF-8.')
    else:
        if not raw.strip():
            return {}
        try:
            o = json.loads(raw.decode('utf-8-sig'), parse_constant=nope, parse_float=finite)
        except (ValueError, RecursionError):
            raise ApiError(400, 'rest_invalid_json', 'The body is not JSON.')
        if not isinstance(o, dict):
            raise ApiError(400, 'rest_invalid_json', 'The body must be an object.')
        return o
    out = {}
    for k, v in pairs:
        m = re.fullmatch(r'(\w+)\[\d*\]', k)
        if m:
            out.setdefault(m.group(1), [])
            if isinstance(out[m.group(1)], list):
                out[m.group(1)].append(v)
        else:
            out[k] = v
    return out


ITEM = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']


def route(segs):
    """-> name, argument(s), verbs"""
    if not segs:
        return ('root', None, None, ['GET'])
    if segs == NS.split('/'):
        return ('index', None, None, ['GET'])
    if segs[:3] != NS.split('/'):
        return None
    s = segs[3:]
    if s == ['doc']:
        return ('doc', None, None, ['GET'])
    if s[0] not in KINDS:
        return None
    if len(s) == 1:
        return ('list', s[0], None, ['GET', 'POST'])
    if len(s) == 2 and re.fullmatch(r'[0-9]{1,40}', s[1]):
        return ('item', s[0], s[1], ITEM)
    if len(s) == 3 and s[1] == 'by-slug' and s[0] in POSTS and s[2] and '/' not in s[2]:
        verbs = ITEM
        return ('slug', s[0], s[2], verbs)
    return None


async def dispatch(request):
    path, _, qs = request.raw_path.partition('?')
    try:
        segs = [unquote(x, errors='strict') for x in path.split('/')[1:]]
        pairs = parse_qsl(qs, keep_blank_values=True, errors='strict', max_num_fields=1000)
    except (UnicodeDecodeError, ValueError):
        raise ApiError(400, 'rest_invalid_address', 'The address is not valid.')
    query = {}
    for k, v in pairs:
        query.setdefault(k, []).append(unquote_plus(v) if bug('query-decoded-twice') else v)
    raw_last = path.rstrip('/').rpartition('/')[2]
    slash = len(segs) > 1 and segs[-1] == ''
    if segs and segs[-1] == '':
        segs.pop()
    prefix = None
    if segs and segs[0] in ('nl', 'de', 'fr'):
        prefix = segs.pop(0)
    r = route(segs)
    if r is None or slash and V['slash'] == '404' and segs:
        raise ApiError(404, 'rest_no_route', 'There is nothing at this address.')
    if slash and V['slash'] == '308' and segs:
        return reply(308, None, {'Location': path.rstrip('/') + ('?' + qs if qs else '')})
    name, kind, key, verbs = r
    if name == 'slug' and kind == 'venues' and bug('venue-by-slug-not-decoded'):
        key = raw_last
    method = 'GET' if request.method == 'HEAD' and not bug('head-not-served') else request.method
    allow = ', '.join(sorted(verbs + (['HEAD'] if 'GET' in verbs and not bug('head-not-served') else []) + ['OPTIONS']))
    if method == 'OPTIONS':
        return reply(204, None, {'Allow': allow})
    if method not in verbs:
        raise ApiError(405, 'rest_no_method', 'This verb is not served here.',
                       headers={'Allow': allow})
    user = login(request)
    if method != 'GET':
        need_writer(user, kind)
    body = None
    if method != 'GET':
        body = await read_body(request) if method != 'DELETE' or request.content_length else {}
    lang = (query.get('ml_language') or [None])[-1]
    if lang is None and isinstance(body, dict):
        lang = body.pop('ml_language', None)
    if lang == '':
        lang = None
    if lang is not None and (lang not in LANGS or lang == 'en' and bug('ml-language-en-refused')):
        raise bad('ml_language', 'must be one of nl, en, fr, de')
    lang = lang or prefix
    base = f"{request.scheme}://{request.host}/" + (f'{prefix}/' if prefix else '')
    ctx = Ctx(request, user, lang, query, base, prefix)
    ctx.body = body
    for vs in query.values():
        for v in vs:
            parse_text('query', v)
    if V['strict'] and name != 'root':
        known = {'index': {'namespace', 'context', 'ml_language'}, 'doc': {'ml_language'}, 'slug': {'ml_language'},
                 'list': LISTPARAMS.get(kind) if method == 'GET' else {'ml_language'},
                 'item': {'ml_language'} | ({'password'} if kind == 'events' else set())}[name]
        for k in query:
            if re.sub(r'\[\d*\]$', '', k) not in known:
                raise bad(k, 'is not a parameter of this address')
    if name == 'root':
        return reply(200, {'name': 'Calendar', 'timezone_string': SITE_TZ, 'namespaces': [NS],
                           '_links': {'self': [{'href': base}], 'help': [{'href': base + NS + '/doc'}]}})
    if name == 'index':
        return do_index(ctx)
    if name == 'doc':
        return do_doc(ctx)
    if name == 'list':
        return await (do_list(ctx, kind) if method == 'GET' else do_create(ctx, kind))
    args = (ctx, kind, key, name == 'slug')
    if method == 'GET':
        return await do_get(*args)
    if method == 'DELETE':
        return await do_delete(*args)
    return await do_update(*args)


def dump(body):
    return json.dumps(body, ensure_ascii=False, default=str).encode('utf-8', 'surrogatepass')


async def handle(request):
    try:
        for attempt in range(4):
            try:
                status, body, headers, ctype = await dispatch(request)
                break
            except (asyncpg.DeadlockDetectedError, asyncpg.ForeignKeyViolationError):
                if attempt == 3:              # the other transaction is through by then
                    raise
                await asyncio.sleep(0.01 * (attempt + 1))
    except ApiError as e:
        status, body, ctype = error(e)
        headers = e.headers
    except web.HTTPException as e:
        status, body, ctype = error(ApiError(e.status, 'rest_http', e.reason))
        headers = {}
    except asyncpg.PostgresError as e:
        print('database:', repr(e), file=sys.stderr, flush=True)
        status, body, ctype = error(ApiError(500, 'internal', 'Something went wrong.'))
        headers = {}
    except asyncio.CancelledError:
        raise
    except Exception:
        import traceback
        traceback.print_exc()
        status, body, ctype = error(ApiError(500, 'internal', 'Something went wrong.'))
        headers = {}
    if status in (204, 308):
        return web.Response(status=status, headers=headers)
    data = body if isinstance(body, bytes) else body.encode() if ctype == 'text/plain' else dump(body)
    if bug('content-length-in-characters'):
        data = data[:len(data.decode())]
    headers = dict(headers)
    if V['etag'] and status == 200 and request.method in ('GET', 'HEAD'):
        tag = headers.setdefault('ETag', etag(data))
        known = [x.strip().removeprefix('W/') for x in request.headers.get('If-None-Match', '').split(',')]
        if tag in known or '*' in known:
            return web.Response(status=304, headers={'ETag': tag})
    elif not V['etag']:
        headers.pop('ETag', None)
    if V['gzip']:
        headers['Vary'] = 'Accept-Encoding'
        out = web.Response(status=status, body=data, headers={**headers, 'Content-Type': ctype + '; charset=utf-8'})
        if data and 'gzip' in request.headers.get('Accept-Encoding', ''):
            out.enable_compression(web.ContentCoding.gzip)
        return out
    return web.Response(status=status, body=data, headers={**headers, 'Content-Type': ctype + '; charset=utf-8'})


async def main():
    global pool
    d, _w = cluster.start()
    for n in range(200):
        try:
            con = await asyncpg.connect(host=d, user='postgres', database='template1')
            break
        except (OSError, asyncpg.PostgresError):
            await asyncio.sleep(0.04)
    else:
        raise SystemExit('no database')
    with open(os.path.join(cluster.HERE, 'schema.sql')) as f:
        sql = f.read()
    sql = sql.replace('Europe/Amsterdam', SITE_TZ)
    if bug('category-delete-takes-children'):
        sql = sql.replace('REFERENCES categories(id) ON DELETE SET NULL', 'REFERENCES categories(id) ON DELETE CASCADE')
    if bug('tags-use-counter-stale'):
        sql += ' ALTER TABLE tags ADD uses int NOT NULL DEFAULT 0;'
    if V['idspace'] == 'large':
        sql += ' ALTER SEQUENCE post_id RESTART 5000000000; ALTER SEQUENCE term_id RESTART 7000000000;'
    if V['idspace'] == 'own':
        sql += ''.join(f" CREATE SEQUENCE {k}_id; ALTER TABLE {k} ALTER id SET DEFAULT nextval('{k}_id');" for k in KINDS)
    await con.execute(sql)
    await con.close()
    pool = await asyncpg.create_pool(host=d, user='postgres', database='template1', min_size=2, max_size=10)
    app = web.Application(client_max_size=8 * 2 ** 20)
    app.router.add_route('*', '/{tail:.*}', handle)
    runner = web.AppRunner(app, access_log=None, keepalive_timeout=75)
    await runner.setup()
    port = int(os.environ.get('PORT') or 8080)
    await web.TCPSite(runner, '127.0.0.1', port, backlog=256).start()
    print(f'listening on 127.0.0.1:{port}', flush=True)
    await asyncio.Event().wait()


if __name__ == '__main__':
    asyncio.run(main())
