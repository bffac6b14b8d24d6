"""How answers look; the variants differ here and by the switches of V."""
import datetime as dt, hashlib, json, re, zoneinfo
from base import *

V = dict(list='envelope', created=201, created_body=True, deleted='body', err='wp', invalid=400, ids='int', rels='ids',
         time='space', etag=False, slash='same', maxpp=100, overpp='clamp', beyond='empty', window='upcoming',
         lang='en', strict=False, soft=None, slugs='suffix', order='start', names='plain', nulls=True, protected='blank',
         put='partial', daytz='site', ctype='application/json', hide=False, location=True, wrap=None, termorder='name',
         pw_write=True)
VARIANTS = {
    'bare-arrays-terse': dict(list='bare', created_body='id', deleted='204', invalid=422, nulls=False, maxpp=50,
                              overpp='400', time='T', window='none', slash='404', err='short', termorder='id'),
    'hal-etag': dict(list='hal', deleted='204', etag=True, slash='308', rels='hal', time='offset', err='problem',
                     protected='403', ctype='application/hal+json', location=True),
    'json-api': dict(list='jsonapi', ids='str', invalid=422, err='jsonapi', deleted='204', time='offset', rels='jsonapi',
                     ctype='application/vnd.api+json', maxpp=30, overpp='400', window='none', lang='any'),
    'embedded-trash': dict(rels='embed', soft='gone', maxpp=50, beyond='404', window='two-years', created=201,
                           location=False, order='sticky', hide=True, pw_write=False),
    'camel-strict': dict(list='items', ids='str', names='camel', time='utcz', created=200, deleted='flag', strict=True,
                         window='none', location=False, err='nested', slugs='409', maxpp=200, overpp='400'),
    'wrapped-newest': dict(list='data', wrap='data', order='newest', etag=True, err='problem', slugs='409', window='none',
                           deleted='empty200', daytz='event', invalid=422, termorder='id', lang='any'),
    'rendered-trash': dict(list='bare', rels='ids', time='T', names='rendered', beyond='400', soft='trash',
                           deleted='previous', window='none', lang='any', overpp='400', order='newest',
                           protected='blank'),
    'results-links-put-replaces': dict(list='results', rels='urls', put='replace', deleted='202', slash='308',
                                       window='none', names='short', err='detail', time='offset', pw_write=False),
}
V.update(VARIANTS.get(VARIANT, {}))


def fmt(local, zone, utc=False):
    """local: naive datetime in zone"""
    if local is None:
        return None
    if V['time'] == 'space' or utc and V['time'] == 'T':
        s = local.strftime('%Y-%m-%d %H:%M:%S') if local.year > 999 else str(local)
        return s if V['time'] == 'space' else s.replace(' ', 'T')
    if V['time'] == 'T':
        return local.replace(microsecond=0).isoformat()
    aware = local.replace(microsecond=0, tzinfo=zoneinfo.ZoneInfo(zone))
    if V['time'] == 'utcz':
        return aware.astimezone(dt.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')
    return aware.isoformat()


def both(at):
    """timestamptz -> (site local, utc), both naive"""
    return (at.astimezone(zoneinfo.ZoneInfo(SITE_TZ)).replace(tzinfo=None),
            at.astimezone(dt.timezone.utc).replace(tzinfo=None))


def canon(kind, r, base, blank=False):
    o = {'id': r['id']}
    root = f'{base}{NS}/{kind}'
    if kind in ('events', 'venues', 'organizers'):
        local, utc = both(r['date_at'])
        ml, mu = both(r['modified_at'])
        o.update(author=r['author_id'], status=r['status'], date=fmt(local, SITE_TZ), date_utc=fmt(utc, 'UTC', True),
                 modified=fmt(ml, SITE_TZ), modified_utc=fmt(mu, 'UTC', True))
    o['language'] = r['lang']
    o['rest_url'] = f"{root}/{r['id']}"
    o['slug'] = r['slug']
    if kind == 'events':
        _, su = both(r['start_at'])
        _, eu = both(r['end_at'])
        o.update(title=r['title'], description='' if blank else r['description'] or '',
                 excerpt='' if blank else r['excerpt'] or '', protected=r['password'] is not None,
                 all_day=r['all_day'], start_date=fmt(r['start_local'], r['timezone']),
                 end_date=fmt(r['end_local'], r['timezone']), utc_start_date=fmt(su, 'UTC', True),
                 utc_end_date=fmt(eu, 'UTC', True), timezone=r['timezone'], image=r['image'],
                 cost=None if r['cost'] is None else json.loads(r['cost']), website=r['website'])
        for k in ('show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'):
            o[k] = r[k]
        for k in RELS:
            o[k] = json.loads(r['rel_' + k])
    else:
        name = {'venues': 'venue', 'organizers': 'organizer'}.get(kind, 'name')
        o[name] = r['name']
        o['description'] = r['description'] if kind in ('venues', 'organizers') else r['description'] or ''
        for k, (t, col, _) in FIELDS[kind].items():
            if k not in o and t in ('text', 'url', 'email', 'image', 'flag'):
                o[k] = r[col]
        if kind == 'categories':
            o['parent'] = r['parent_id'] or 0
        if kind in ('categories', 'tags'):
            o['count'] = r['count']
    return shape(kind, o, base)


def camel(s):
    return re.sub(r'_(\w)', lambda m: m.group(1).upper(), s)


def shape(kind, o, base):
    sid = (lambda i: str(i)) if V['ids'] == 'str' else (lambda i: i)
    rels = {}
    if kind == 'events':
        for k, (_, target) in RELS.items():
            refs = o[k]
            url = lambda i: f'{base}{NS}/{target}/{i}'
            if V['rels'] == 'ids':
                o[k] = [sid(x['id']) for x in refs]
            elif V['rels'] == 'embed':
                o[k] = [{'id': x['id'], 'name': x['name'], 'slug': x['slug'], 'rest_url': url(x['id'])} for x in refs]
            elif V['rels'] == 'urls':
                o[k] = [url(x['id']) for x in refs]
            elif V['rels'] == 'hal':
                rels[k] = [{'href': url(x['id']), 'name': str(x['id'])} for x in refs]
                del o[k]
            else:
                rels[k] = {'data': [{'type': target, 'id': str(x['id'])} for x in refs]}
                del o[k]
    if V['ids'] == 'str':
        for k in ('id', 'author', 'parent'):
            if k in o:
                o[k] = str(o[k])
    if V['names'] == 'rendered':
        for k in ('title', 'description', 'excerpt', 'venue', 'organizer'):
            if k in o and isinstance(o[k], str):
                o[k] = {'raw': o[k], 'rendered': o[k].replace('&', '&amp;').replace('<', '&lt;')}
        if 'description' in o and kind == 'events':
            o['content'] = o.pop('description')
    elif V['names'] == 'short':
        ren = {'start_date': 'start', 'end_date': 'end', 'venue': 'venues' if kind == 'events' else 'name',
               'organizer': 'organizers' if kind == 'events' else 'name', 'description': 'body', 'rest_url': 'url'}
        o = {ren.get(k, k): v for k, v in o.items()}
    elif V['names'] == 'camel':
        o = {camel(k): v for k, v in o.items()}
    if not V['nulls']:
        o = {k: v for k, v in o.items() if v not in (None, '')}
    if V['list'] == 'hal':
        o['_links'] = {'self': {'href': o.pop('rest_url')}, **rels}
    if V['list'] == 'jsonapi':
        i, link = o.pop('id'), o.pop('rest_url')
        o = {'type': kind, 'id': str(i), 'attributes': o, 'links': {'self': link}}
        if rels:
            o['relationships'] = rels
    return o


def one(o):
    if V['list'] == 'jsonapi' or V['wrap'] == 'data':
        return {'data': o}
    return o


def listing(kind, rows, total, page, pp, url):
    """-> body, headers. url(page) gives the address of a page"""
    pages = -(-total // pp)
    nxt, prv = (url(page + 1) if page < pages else None), (url(page - 1) if page > 1 else None)
    h = {'X-Total': str(total), 'X-TotalPages': str(pages)}
    links = [f'<{u}>; rel="{n}"' for n, u in (('prev', prv), ('next', nxt)) if u]
    if links:
        h['Link'] = ', '.join(links)
    f = V['list']
    if f == 'bare':
        return rows, h
    if f == 'hal':
        ln = {'self': {'href': url(page)}}
        if nxt: ln['next'] = {'href': nxt}
        if prv: ln['prev'] = {'href': prv}
        return {'_links': ln, '_embedded': {kind: rows}, 'total': total, 'page_count': pages, 'page': page}, {}
    if f == 'jsonapi':
        return {'data': rows, 'meta': {'total': total, 'pages': pages},
                'links': {'self': url(page), 'next': nxt, 'prev': prv}}, {}
    if f == 'items':
        return {'items': rows, 'pagination': {'page': page, 'perPage': pp, 'totalItems': total, 'totalPages': pages}}, {}
    if f == 'data':
        return {'data': rows, 'meta': {'total': total, 'page': page, 'per_page': pp, 'last_page': max(pages, 1)}}, {}
    if f == 'results':
        return {'count': total, 'next': nxt, 'previous': prv, 'results': rows}, {}
    o = {kind: rows, 'rest_url': url(page), 'total': total, 'total_pages': pages}
    if nxt: o['next_rest_url'] = nxt
    if prv: o['previous_rest_url'] = prv
    return o, h


def error(e):
    """-> status, body, content type"""
    st = V['invalid'] if e.status == 400 and e.code in ('rest_invalid_param', 'rest_missing_callback_param') else e.status
    f, ct = V['err'], 'application/json'
    if f == 'short':
        return st, {'error': e.message}, ct
    if f == 'problem':
        o = {'type': 'about:blank', 'title': e.message, 'status': st, 'detail': e.code}
        if e.params: o['errors'] = e.params
        return st, o, 'application/problem+json'
    if f == 'jsonapi':
        return st, {'errors': [{'status': str(st), 'code': e.code, 'title': e.message,
                                **({'source': {'parameter': next(iter(e.params))}} if e.params else {})}]}, V['ctype']
    if f == 'nested':
        return st, {'error': {'code': e.code, 'message': e.message, 'details': e.params or {}}}, ct
    if f == 'detail':
        return st, {'detail': e.message, **({'fields': e.params} if e.params else {})}, ct
    return st, {'code': e.code, 'message': e.message, 'data': {'status': st, **({'params': e.params} if e.params else {})}}, ct


def etag(body):
    return '"' + hashlib.md5(body).hexdigest()[:20] + '"'
