"""How answers look; the variants differ here and by the switches of V."""
import datetime as dt, hashlib, json, re, zoneinfo
from base import *

V = dict(list='envelope', created=201, created_body=True, deleted='body', err='wp', invalid=400, ids='int', rels='ids',
         time='space', etag=True, slash='same', maxpp=100, overpp='clamp', beyond='empty', window='upcoming',
         lang='en', strict=False, soft=None, slugs='suffix', order='start', names='plain', nulls=True, protected='blank',
         put='partial', daytz='site', ctype='application/json', hide=False, location=True, wrap=None, termorder='name',
         pw_write=True, updated='body', status='publish', allday='whole', idspace='shared', gzip=False, content_location=False,
         bools='bool')
VARIANTS = {
    'odata-minimal': dict(list='odata', names='pascal', created_body='none', updated='204', deleted='204', err='odata',
                          idspace='large', etag=False, slash='308', rels='odata', time='offset', maxpp=1000, window='none'),
    'google-like': dict(list='google', names='google', ids='str', time='offset', deleted='204', err='google',
                        rels='google', etag=False, window='running', maxpp=250, overpp='400', lang='any'),
    'kebab-epoch': dict(list='entries', names='kebab', time='epoch', bools='int', created=200, err='plain', invalid=422,
                        order='iddesc', termorder='id', deleted='202', slash='404', location=False, window='none'),
    'normalized': dict(list='normalized', idspace='own', deleted='result', err='fields', beyond='404', etag=False, protected='403', maxpp=20),
    'language-maps': dict(list='records', names='langmap', rels='map', err='messages', order='newest', window='none',
                          lang='any', daytz='event', deleted='flag2', wrap='record'),
    'ascii-slugs-gzip': dict(slugs='random', gzip=True, status='any', allday='keep', deleted='again204', invalid=422,
                             order='slug', termorder='slug', maxpp=25, content_location=True, etag=False, window='none', err='problem'),
    'json-ld-hydra': dict(list='hydra', rels='iri', ctype='application/ld+json', err='hydra', deleted='204', time='T',
                          nulls=False, maxpp=30, created_body=True),
    'siren': dict(list='siren', rels='siren', ctype='application/vnd.siren+json', err='siren', deleted='nobody',
                  time='utcz', soft='gone', order='sticky', slugs='409', daytz='event', hide=True, window='none', pw_write=False),
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
    if V['time'] == 'epoch':
        return int(aware.timestamp())
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
            elif V['rels'] == 'odata':
                o[k] = [{'@odata.id': url(x['id']), 'Id': x['id']} for x in refs]
            elif V['rels'] == 'google':
                o[k] = {'kind': 'calendar#' + k + 'Refs', 'ids': [str(x['id']) for x in refs]}
            elif V['rels'] == 'map':
                o[k] = {str(x['id']): x['slug'] for x in refs}
            elif V['rels'] == 'iri':
                o[k] = [f'/{NS}/{target}/{x["id"]}' for x in refs]
            elif V['rels'] == 'siren':
                rels[k] = [{'class': [target], 'rel': [k], 'properties': {'id': x['id']}, 'href': url(x['id'])} for x in refs]
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
    elif V['names'] == 'pascal':
        o = {k if k == '@odata.id' else camel('_' + k): v for k, v in o.items()}
        o['@odata.id'] = o.pop('RestUrl')
    elif V['names'] == 'kebab':
        o = {k.replace('_', '-'): v for k, v in o.items()}
    elif V['names'] == 'langmap':
        lang = o['language']
        o = {k: {lang: v} if k in ('title', 'description', 'excerpt', 'name') or kind != 'events' and k in ('venue', 'organizer') else v
             for k, v in o.items()}
        o['translations'] = {lang: o['rest_url']}
    elif V['names'] == 'google':
        o = {'kind': 'calendar#' + kind, **o, 'selfLink': o.pop('rest_url')}
        if kind == 'events':
            zone = o.pop('timezone')
            for k in ('start', 'end'):
                o[k] = {'dateTime': o.pop(k + '_date'), 'timeZone': zone}
                o.pop(f'utc_{k}_date')
        for a, b in (('title', 'summary'), ('venue', 'displayName'), ('organizer', 'displayName'), ('name', 'displayName')):
            if a in o and not isinstance(o[a], dict):
                o[b] = o.pop(a)
        o = {camel(k): v for k, v in o.items()}
    elif V['names'] == 'camel':
        o = {camel(k): v for k, v in o.items()}
    if V['bools'] == 'int':
        o = {k: int(v) if isinstance(v, bool) else v for k, v in o.items()}
    if not V['nulls']:
        o = {k: v for k, v in o.items() if v not in (None, '')}
    if V['list'] == 'hal':
        o['_links'] = {'self': {'href': o.pop('rest_url')}, **rels}
    if V['list'] == 'hydra':
        path = f"/{NS}/{kind}/{o['id']}"
        o = {'@context': {'@vocab': base}, '@id': path, '@type': kind, **o}
        o.pop('rest_url')
    if V['list'] == 'siren':
        link = o.pop('rest_url')
        o = {'class': [kind], 'properties': o, 'entities': [x for v in rels.values() for x in v], 'links': [{'rel': ['self'], 'href': link}],
             'actions': [{'name': 'change', 'method': 'PATCH', 'href': link}, {'name': 'remove', 'method': 'DELETE', 'href': link}]}
    if V['list'] == 'jsonapi':
        i, link = o.pop('id'), o.pop('rest_url')
        o = {'type': kind, 'id': str(i), 'attributes': o, 'links': {'self': link}}
        if rels:
            o['relationships'] = rels
    return o


def one(o):
    if V['wrap'] == 'record':
        return {'record': o}
    if V['list'] == 'normalized':
        kind = o['rest_url'].rsplit('/', 2)[1]
        return {'result': o['id'], 'entities': {kind: {str(o['id']): o}}}
    if V['list'] == 'odata':
        return {'@odata.context': '$metadata#entity', **o}
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
    if f == 'odata':
        o = {'@odata.context': f'$metadata#{kind}', '@odata.count': total, 'value': rows}
        if nxt: o['@odata.nextLink'] = nxt
        return o, {}
    if f == 'google':
        return {'kind': f'calendar#{kind}List', 'items': rows, 'pageInfo': {'totalResults': total, 'resultsPerPage': pp},
                **({'nextLink': nxt} if nxt else {})}, {}
    if f == 'entries':
        return {'total-items': total, 'page-number': page, 'page-size': pp, 'entries': rows}, {}
    if f == 'normalized':
        return {'result': [x['id'] for x in rows], 'entities': {kind: {str(x['id']): x for x in rows}}, 'total': total}, {}
    if f == 'records':
        return {'records': rows, 'paging': {'total': total, 'current': page, 'last': pages, 'next': nxt, 'previous': prv}}, {}
    if f == 'hydra':
        view = {'@id': url(page), '@type': 'hydra:PartialCollectionView'}
        if nxt: view['hydra:next'] = nxt
        if prv: view['hydra:previous'] = prv
        return {'@context': '/contexts/' + kind, '@id': f'/{NS}/{kind}', '@type': 'hydra:Collection', 'hydra:totalItems': total,
                'hydra:member': rows, 'hydra:view': view}, {}
    if f == 'siren':
        links = [{'rel': ['self'], 'href': url(page)}] + [{'rel': [n], 'href': u} for n, u in (('next', nxt), ('prev', prv)) if u]
        return {'class': [kind, 'collection'], 'properties': {'total': total, 'page': page, 'size': pp}, 'entities': rows, 'links': links}, {}
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
    if f == 'plain':
        return st, e.message + ''.join(f'\n{k}: {v}' for k, v in (e.params or {}).items()) + '\n', 'text/plain'
    if f == 'odata':
        return st, {'error': {'code': e.code, 'message': e.message, 'details': [{'target': k, 'message': v} for k, v in (e.params or {}).items()]}}, ct
    if f == 'google':
        return st, {'error': {'code': st, 'message': e.message, 'errors': [{'domain': 'global', 'reason': e.code, 'location': k, 'message': v}
                                                                           for k, v in (e.params or {'': e.message}).items()]}}, ct
    if f == 'fields':
        return st, {'errors': {k: [v] for k, v in (e.params or {'_': e.message}).items()}}, ct
    if f == 'messages':
        return st, {'messages': [e.message, *(f'{k} {v}' for k, v in (e.params or {}).items())]}, ct
    if f == 'hydra':
        return st, {'@context': '/contexts/Error', '@type': 'hydra:Error', 'hydra:title': e.code, 'hydra:description': e.message}, V['ctype']
    if f == 'siren':
        return st, {'class': ['error'], 'properties': {'status': st, 'code': e.code, 'message': e.message}}, V['ctype']
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
