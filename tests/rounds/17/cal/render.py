"""Answers: the representation of records, lists and errors."""
import hashlib
import html
import json
import re


from django.db import connection
from django.http import HttpResponse

from .fields import SITE, UTC, get_tz
from .models import NAME, RELATIONS, Event, MODELS
from .switches import bug, opt

SINGULAR = {'events': 'event', 'venues': 'venue', 'organizers': 'organizer', 'categories': 'category', 'tags': 'tag'}
NS = 'vendor/events/v1'


def time_out(value, tz):
    style = opt('times')
    if style == 'space':
        return value.isoformat(sep=' ')
    if style == 'iso':
        return value.isoformat()
    if style == 'parts':
        return {'date': value.date().isoformat(), 'time': value.time().isoformat()}
    aware = value.replace(tzinfo=tz)
    if style == 'utc':
        try:
            return aware.astimezone(UTC).replace(tzinfo=None).isoformat() + 'Z'
        except OverflowError:
            pass
    return aware.isoformat()


# One query for the four link tables; the ORM would ask four times.
RELATIONS_SQL = ' UNION ALL '.join(
    "SELECT '%s' AS name, id, event_id, %s FROM %s WHERE event_id IN ({0})" % (name, column, getattr(Event, name).through._meta.db_table)
    for name, (_, column) in RELATIONS.items()) + ' ORDER BY name, id'


def relations(ids):
    """{event id: {field: [ids in the order given]}}"""
    out = {pk: {name: [] for name in RELATIONS} for pk in ids}
    if not out:
        return out
    with connection.cursor() as cursor:
        cursor.execute(RELATIONS_SQL.format(','.join(map(str, out))))
        for name, _, event, other in cursor.fetchall():
            out[event][name].append(other)
    return out


def counts(kind, objs):
    through = Event.categories.through if kind == 'categories' else Event.tags.through
    column = RELATIONS[kind][1]
    out = {o.pk: 0 for o in objs}
    rows = through.objects.filter(**{column + '__in': list(out)}).order_by()
    if opt('gone') == 'trash':
        rows = rows.exclude(event__status='trash')
    for pk, event in rows.values_list(column, 'event_id'):
        n = 1
        if bug('ca-count-multiplied') and kind == 'categories':
            n = max(1, Event.tags.through.objects.filter(event_id=event).count())
        out[pk] += n
    return out


def render_many(kind, objs, base, summary=False):
    objs = list(objs)
    rel = relations([o.pk for o in objs]) if kind == 'events' else {}
    count = counts(kind, objs) if kind in ('categories', 'tags') else {}
    out = []
    for o in objs:
        d = {'id': o.pk, 'slug': o.slug}
        if kind in ('categories', 'tags'):
            d.update(name=o.name, description=o.description, count=count[o.pk])
            if kind == 'categories':
                d['parent'] = o.parent_id or 0
        else:
            date = time_out(o.date, SITE)
            if bug('ve-date-iso-year') and kind == 'venues':
                date = '%04d%s' % (o.date.isocalendar()[0], date[4:])
            d.update(status=o.status, author=o.author, date=date, date_utc=time_out(o.date_utc, UTC))
        if kind == 'events':
            tz = get_tz(o.timezone)
            d.update(
                title=o.title, description=o.description, excerpt=o.excerpt, start_date=time_out(o.start_date, tz),
                end_date=time_out(o.end_date, tz), utc_start_date=time_out(o.utc_start_date, UTC),
                utc_end_date=time_out(o.utc_end_date, UTC), timezone=o.timezone, all_day=o.all_day, image=o.image,
                cost=json.loads(o.cost_json), website=o.website, show_map=o.show_map, show_map_link=o.show_map_link,
                hide_from_listings=o.hide_from_listings, sticky=o.sticky, featured=o.featured,
                protected=bool(o.password), **rel[o.pk])
        elif kind == 'venues':
            d['venue'] = o.venue
            for f in ('description', 'show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip',
                      'phone', 'stateprovince', 'website', 'image'):
                d[f] = getattr(o, f)
        elif kind == 'organizers':
            d['organizer'] = o.organizer
            for f in ('description', 'phone', 'website', 'email', 'image'):
                d[f] = getattr(o, f)
        d['ml_language'] = o.lang
        d['rest_url'] = '%s%s/%s/%d' % (base, NS, kind, o.pk)
        out.append(shape(kind, d, summary))
    return out


def camel(value):
    if isinstance(value, dict):
        return {re.sub('_([a-z])', lambda m: m.group(1).upper(), k): camel(v) for k, v in value.items()}
    if isinstance(value, list):
        return [camel(v) for v in value]
    return value


ADDRESS = ('address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince')


def shape(kind, d, summary):
    """What a conforming variant makes of the honest representation."""
    name = NAME[kind]
    if opt('idstr'):
        d['id'] = str(d['id'])
        if 'parent' in d:
            d['parent'] = str(d['parent'])
    if opt('auto_excerpt') and kind == 'events' and not d['excerpt']:
        d['excerpt'] = ' '.join(d['description'].split()[:20])
    if opt('escape'):
        for f in (name, 'description', 'excerpt'):
            if isinstance(d.get(f), str):
                d[f] = html.escape(d[f])
    if opt('autop'):
        for f in ('description', 'excerpt'):
            if d.get(f):
                d[f] = '<p>%s</p>\n' % d[f]
    if opt('rendered'):
        for f in (name, 'description', 'excerpt'):
            if f in d:
                d[f] = {'rendered': d[f]}
    if kind == 'events' and opt('rel') == 'strings':
        for f in RELATIONS:
            d[f] = [str(v) for v in d[f]]
    if kind == 'events' and opt('rel') == 'objects':
        for f, (other, _) in RELATIONS.items():
            rows = MODELS[other].objects.in_bulk(d[f])
            d[f] = [{'id': v, NAME[other]: getattr(rows[v], NAME[other]), 'slug': rows[v].slug} for v in d[f]]
    if opt('no_count'):
        d.pop('count', None)
    if opt('bools') == 'int':
        d = {k: int(v) if isinstance(v, bool) else v for k, v in d.items()}
    if opt('nulls') == 'omit':
        d = {k: v for k, v in d.items() if v is not None}
    if opt('nulls') == 'empty':
        d = {k: '' if v is None else v for k, v in d.items()}
    if summary:
        keep = ('id', 'slug', name, 'start_date', 'end_date', 'status', 'parent', 'count', 'ml_language', 'rest_url')
        d = {k: v for k, v in d.items() if k in keep}
    if opt('nest_address') and kind == 'venues':
        d['location'] = {f: d.pop(f) for f in ADDRESS}
    if opt('rename'):
        rename = opt('rename')
        own = {'venues': 'venue', 'organizers': 'organizer'}.get(kind)
        d = {rename.get(k + '_name', k) if k == own else rename.get(k, k): v for k, v in d.items()}
    if opt('case') == 'camel':
        d = camel(d)
    return d


def respond(data, status=200, headers=None):
    body = json.dumps(data, ensure_ascii=False, allow_nan=False).encode('utf-8')
    response = HttpResponse(body, status=status, content_type='application/json')
    for k, v in (headers or {}).items():
        response[k] = v
    return response


def item_body(kind, d):
    if opt('item') == 'data':
        return {'data': d}
    if opt('item') == 'named':
        return {SINGULAR[kind]: d}
    return d


def etag_of(body):
    if opt('etag') == 'none':
        return None
    tag = '"%s"' % hashlib.sha1(body).hexdigest()[:24]
    return 'W/' + tag if opt('etag') == 'weak' else tag


def list_response(request, base, kind, rows, page, per_page, total):
    pages = -(-total // per_page)
    query = request.GET.copy()

    def link(n):
        query['page'] = str(n)
        return base + NS + '/' + kind + '?' + query.urlencode()
    links = []
    if page > 1:
        links.append('<%s>; rel="prev"' % link(max(1, min(page - 1, pages))))
    if page < pages:
        links.append('<%s>; rel="next"' % link(page + 1))
    headers = {'X-WP-Total': str(total), 'X-WP-TotalPages': str(pages)}
    if links:
        headers['Link'] = ', '.join(links)
    style = opt('list')
    meta = {'page': page, 'per_page': per_page, 'total': total, 'total_pages': pages}
    nxt, prev = link(page + 1) if page < pages else None, link(page - 1) if page > 1 else None
    if style == 'bare':
        data = rows
    elif style == 'data':
        data = {'data': rows, 'meta': camel(meta) if opt('case') == 'camel' else meta}
    elif style == 'hal':
        data = {'_embedded': {kind: rows}, '_links': {'self': {'href': link(page)}}, 'page': {'size': per_page, 'totalElements': total, 'number': page}}
    elif style == 'records':
        data = {'records': rows, 'more': page < pages}
    elif style == 'results':
        data = {'count': total, 'next': nxt, 'previous': prev, 'results': rows}
    else:
        data = {kind: rows, **meta, 'rest_url': link(page)}
        if nxt:
            data['next_rest_url'] = nxt
        if prev:
            data['previous_rest_url'] = prev
    if style not in ('object', 'bare'):
        for name in ('X-WP-Total', 'X-WP-TotalPages', 'Link'):
            headers.pop(name, None)
    return respond(data, 200, headers)


def error_response(err):
    style = opt('error')
    headers = dict(err.headers)
    if style == 'problem':
        r = respond({'type': 'about:blank', 'title': err.code, 'status': err.status, 'detail': err.message}, err.status, headers)
        r['Content-Type'] = 'application/problem+json'
        return r
    if style == 'plain':
        return respond({'error': err.message}, err.status, headers)
    if style == 'list':
        return respond({'errors': [{'code': err.code, 'detail': err.message}]}, err.status, headers)
    return respond({'code': err.code, 'message': err.message, 'data': {'status': err.status}}, err.status, headers)


def item_url(base, kind, pk):
    return '%s%s/%s/%d' % (base, NS, kind, pk)


