"""Calendar of events over HTTP: Falcon on Cheroot, MariaDB below."""
import base64
import hashlib
import hmac
import json
import os
import re
import signal
import sys
from datetime import datetime, time as clock, timedelta, timezone
from urllib.parse import urlencode

import falcon
import pymysql
from cheroot import wsgi
from falcon.routing import BaseConverter

import fields as f
from fields import Invalid
from mariadb import MariaDB
from store import DETAIL, RELATIONS, Store, contains, marks, now, seed
from switches import bug, variant

NAMESPACE = 'vendor/events/v1'
NS = '/' + NAMESPACE
MAX_BODY = 8 * 1024 * 1024
PLURAL = {'event': 'events', 'venue': 'venues', 'organizer': 'organizers', 'category': 'categories', 'tag': 'tags'}
ROLES = ('editor', 'author', 'reader')
DAY = timedelta(days=1)


# ---- users -------------------------------------------------------------------------------------------------------

class Viewer:
    def __init__(self, ident, name, role):
        self.id, self.name, self.role = ident, name, role

    @property
    def edits_all(self):
        return self.role == 'editor'

    def may_edit(self, row):
        return self.edits_all or (self.role == 'author' and row['author_id'] == self.id)

    def opens(self, row):
        """Whether a protected event is open to them without its password."""
        return bool(self.name) and self.may_edit(row)

    def may_read(self, row):
        return row['status'] == 'publish' or self.may_edit(row)


class Users:
    """HTTP Basic users of the environment. Without any, the service is open: who does not log in may do everything."""

    def __init__(self, setting):
        self.open = not setting.strip()
        self.by_name, self.hashes = {}, {}
        for number, entry in enumerate((setting.strip() or 'editor:editor author:author reader:reader').split(), 1):
            name, _, password = entry.partition(':')
            role = next((role for role in ROLES if name.startswith(role)), 'reader')
            self.by_name[name] = Viewer(number, name, role)
            self.hashes[name] = self._hash(name, password)
        self.ids = {user.id for user in self.by_name.values()}
        first = next((u for u in self.by_name.values() if u.role == 'editor'), None)
        self.anonymous = Viewer(first.id if first else 1, '', 'editor') if self.open else Viewer(0, '', '')
        self.authors = [first.id if first else 1]

    @staticmethod
    def _hash(name, password):
        if bug('basic-password-case'):
            password = password.lower()
        return hashlib.sha256(f'{name}\0{password}'.encode()).digest()

    def of(self, req):
        header = req.auth
        if not header:
            return self.anonymous
        scheme, _, token = header.partition(' ')
        try:
            if scheme.lower() != 'basic':
                raise ValueError
            name, colon, password = base64.b64decode(token.strip(), validate=True).decode().partition(':')
            known = self.hashes[name]
        except (ValueError, KeyError):
            raise self.challenge('The credentials are not valid.')
        if not hmac.compare_digest(known, self._hash(name, password)):
            raise self.challenge('The credentials are not valid.')
        return self.by_name[name]

    @staticmethod
    def challenge(text):
        return falcon.HTTPUnauthorized(title='rest_not_logged_in', description=text,
                                       challenges=['Basic realm="calendar", charset="UTF-8"'])


# ---- framework pieces ----------------------------------------------------------------------------------------------

class IdConverter(BaseConverter):
    """`{id}` is a string of digits."""

    def convert(self, value):
        return value if re.fullmatch('[0-9]+', value) else None


def _loads(data):
    def refuse(constant):
        raise ValueError(f'{constant} is not JSON')
    try:
        value = json.loads(data, parse_constant=refuse)
        json.dumps(value, ensure_ascii=False).encode()       # refuses lone surrogates
        return value
    except RecursionError:
        raise ValueError('too deep')


class Language:
    """Takes a language segment before the REST root off the path."""

    def process_request(self, req, resp):
        segment = re.match(r'/(nl|de|fr|en)(?=/|$)', req.path)
        req.context.path_language = segment[1] if segment else None
        req.context.root = f'{req.prefix}/{segment[1]}' if segment else req.prefix
        if segment:
            req.path = req.path[len(segment[0]):] or '/'
            if len(req.path) > 1:
                req.path = req.path.rstrip('/') or '/'


class Session:
    def __init__(self, users):
        self.users = users

    def process_resource(self, req, resp, resource, params):
        req.context.by_slug = False
        if req.method != 'OPTIONS':
            req.context.viewer = self.users.of(req)
            read_parameters(req)


class Validators:
    """Entity tags: they are taken from the representation itself."""

    def process_response(self, req, resp, resource, succeeded):
        if req.method not in ('GET', 'HEAD') or not succeeded or resp.status != falcon.HTTP_200 or resp.data is None:
            return
        resp.etag = entity_tag(resp.data)
        resp.cache_control = ['no-cache']
        resp.vary = ('Authorization',)
        if any(tag == '*' or tag == resp.get_header('ETag')[1:-1] for tag in req.if_none_match or ()):
            resp.status = falcon.HTTP_304
            resp.data = None


def entity_tag(data):
    if bug('etag-ignores-relations'):
        record = json.loads(data)
        if isinstance(record, dict) and 'id' in record:
            data = json.dumps({k: v for k, v in record.items() if k not in RELATIONS}).encode()
    return hashlib.sha1(data).hexdigest()


def check_preconditions(req, data):
    """If-Match and If-None-Match of a write, against what a read would have answered."""
    tag = entity_tag(data)
    if req.if_match is not None and not bug('if-match-ignored'):
        if not any(t == '*' or (t == tag and not getattr(t, 'is_weak', False)) for t in req.if_match):
            raise falcon.HTTPPreconditionFailed(title='rest_precondition_failed', description='If-Match does not hold.')
    if req.if_none_match is not None and any(t == '*' or t == tag for t in req.if_none_match):
        raise falcon.HTTPPreconditionFailed(title='rest_precondition_failed', description='If-None-Match does not hold.')


def error_document(req, resp, exception):
    resp.content_type = falcon.MEDIA_JSON
    resp.data = json.dumps({'code': exception.title if '_' in (exception.title or '') else 'rest_error',
                            'message': exception.description or exception.title,
                            'data': {'status': int(exception.status[:3])}}, ensure_ascii=False).encode()
    if exception.status.startswith('405') and bug('not-allowed-without-allow'):
        resp.delete_header('Allow')
    resp.append_header('Vary', 'Authorization')


def on_invalid(req, resp, error, params):
    status = falcon.HTTP_422 if variant('strict-codes') else falcon.HTTP_400
    raise falcon.HTTPError(status, title='rest_invalid_param', description=f'{error.name} {error.reason}')


def on_data_error(req, resp, error, params):
    raise falcon.HTTPBadRequest(title='rest_invalid_param', description='A value cannot be stored.')


# ---- parameters ----------------------------------------------------------------------------------------------------

def read_parameters(req):
    """Query and body become one set of parameters; the body wins."""
    req.context.query = query = {}
    for name, value in req.params.items():
        if value == '' or value == []:
            continue
        base = re.sub(r'\[\d*\]$', '', name)
        if base in query or isinstance(value, list) or base != name:
            parts = query.get(base, [])
            query[base] = (parts if isinstance(parts, list) else [parts]) + (value if isinstance(value, list) else [value])
        else:
            query[base] = value
    body = read_body(req) if req.method in ('POST', 'PUT', 'PATCH', 'DELETE') else {}
    req.context.body = body
    req.context.input = {**query, **body}
    language = body.get('ml_language', query.get('ml_language'))
    if isinstance(language, list) and language:
        language = language[-1]
    if language is not None and language != '' and language not in f.LANGUAGES:
        if not bug('unknown-language-accepted'):
            raise Invalid('ml_language', 'must be one of ' + ', '.join(f.LANGUAGES))
        language = 'en'
    req.context.language = language or req.context.path_language


def read_body(req):
    stream = req.stream if req.env.get('wsgi.input_terminated') and req.content_length is None else req.bounded_stream
    if req.content_length is not None and req.content_length > MAX_BODY:
        while stream.read(65536):                            # lets the client finish and read the answer
            pass
        raise falcon.HTTPPayloadTooLarge(title='rest_too_large', description='The body is too large.')
    if req.content_length is None and not req.env.get('wsgi.input_terminated'):
        return {}
    data = stream.read(MAX_BODY + 1)
    if len(data) > MAX_BODY:
        raise falcon.HTTPPayloadTooLarge(title='rest_too_large', description='The body is too large.')
    if not data.strip():
        return {}
    content_type = (req.content_type or falcon.MEDIA_JSON).split(';')[0].strip().lower()
    if content_type == falcon.MEDIA_URLENCODED:
        try:
            values = falcon.uri.parse_query_string(data.decode('ascii'), keep_blank=True)
        except UnicodeDecodeError:
            raise falcon.HTTPBadRequest(title='rest_invalid_form', description='The form is malformed.')
        form = {}
        for name, value in values.items():
            base = re.sub(r'\[\d*\]$', '', name)
            if base != name:
                value = value if isinstance(value, list) else [value]
                value = form.get(base, []) + [item for item in value if item]
            form[base] = value
        return form
    if content_type != falcon.MEDIA_JSON and not content_type.endswith('+json'):
        raise falcon.HTTPUnsupportedMediaType(title='rest_unsupported_media_type',
                                              description='A body is JSON (application/json) or a form.')
    try:
        body = _loads(data)
    except ValueError as error:
        if bug('malformed-json-ignored'):
            return {}
        raise falcon.HTTPBadRequest(title='rest_invalid_json', description='The body is not JSON.')
    if not isinstance(body, dict):
        raise falcon.HTTPBadRequest(title='rest_invalid_json', description='The body must be a JSON object.')
    return body


def scalar(req, name, convert=None, default=None, **more):
    value = req.context.query.get(name)
    if isinstance(value, list):
        value = value[-1] if value else None
    if value is None:
        return default
    return convert(name, value, **more) if convert else value


def listing(req, name):
    value = req.context.query.get(name)
    if value is None:
        return None
    values = value if isinstance(value, list) else [value]
    parts = [part.strip() for item in values for part in item.split(',') if part.strip()]
    return parts or None


def ids(req, name):
    parts = listing(req, name)
    return parts and [f.integer(name, part, 0) for part in parts]


def paging(req, kind):
    if bug('page-not-number-500') and 'page' in req.context.query:
        page = int(req.context.query['page'])
    page = scalar(req, 'page', f.integer, 1, minimum=1)
    default = 20 if bug('per-page-default-venues') and kind == 'venue' else 10
    per_page = scalar(req, 'per_page', f.integer, default, minimum=1)
    if per_page > 1000:
        raise Invalid('per_page', 'must not be greater than 1000')
    offset = (page - 1) * per_page
    if bug('paging-offset-off') and page > 1:
        offset = page * per_page
    return page, per_page, min(offset, f.MAX_ID)


# ---- representations -----------------------------------------------------------------------------------------------

def send(resp, value, status=falcon.HTTP_200):
    resp.status = status
    resp.content_type = falcon.MEDIA_JSON
    resp.data = encode(value)


def encode(value):
    return json.dumps(value, ensure_ascii=False, separators=(',', ':')).encode()


def stamp(value, tz=None):
    if variant('iso-times'):
        aware = value.replace(tzinfo=f.zone(tz) if tz else timezone.utc)
        return aware.isoformat()
    return value.strftime('%Y-%m-%d %H:%M:%S')


def camel(value):
    """Variant: other member names."""
    if isinstance(value, dict):
        return {re.sub(r'_(\w)', lambda m: m[1].upper(), key): camel(item) for key, item in value.items()}
    return [camel(item) for item in value] if isinstance(value, list) else value


def post_document(req, row, unlocked=False):
    kind = row['kind']
    table = DETAIL[kind]
    reveal = not row['password'] or unlocked or req.context.viewer.opens(row)
    if bug('date-utc-summer-shift'):
        row = dict(row, date_utc=row['date_local'] - timedelta(hours=1))
    document = {'id': row['id'], 'type': kind, 'language': row['language'], 'slug': row['slug'],
                'status': row['status'], 'author': row['author_id'],
                'date': stamp(row['date_local'], f.SITE_ZONE), 'date_utc': stamp(row['date_utc']),
                'modified': stamp(f.from_utc(row['modified_utc'], f.SITE_ZONE), f.SITE_ZONE),
                'modified_utc': stamp(row['modified_utc']),
                'rest_url': f'{req.context.root}{NS}/{PLURAL[kind]}/{row["id"]}'}
    for name, (place, column, convert, _) in f.FIELDS[kind].items():
        value = row[column]
        if convert is f.boolean:
            value = bool(value)
        elif convert is f.anything and value is not None:
            value = json.loads(value)
        elif name == 'zip' and bug('zip-as-number') and re.fullmatch('[0-9]+', value or ''):
            value = int(value)
        document[name] = value
    if kind == 'event':
        document.update({name: row[name] for name in RELATIONS})
        document.update(timezone=row['timezone'], post_parent=row['post_parent'], protected=bool(row['password']),
                        start_date=stamp(row['start_local'], row['timezone']), utc_start_date=stamp(row['start_utc']),
                        end_date=stamp(row['end_local'], row['timezone']), utc_end_date=stamp(row['end_utc']))
        for name in ('description', 'excerpt'):
            document[name] = document[name] or ''
            if not reveal:
                document[name] = ''
    return document


def term_document(req, row):
    document = {key: row[key] for key in ('id', 'taxonomy', 'language', 'name', 'slug', 'count')}
    document['description'] = row['description'] or ''
    if row['taxonomy'] == 'category':
        document['parent'] = row['parent']
    document['rest_url'] = f'{req.context.root}{NS}/{PLURAL[row["taxonomy"]]}/{row["id"]}'
    return document


class Resource:
    def __init__(self, store, users, kind):
        self.store, self.users, self.kind = store, users, kind

    def finish(self, cur, req, documents):
        """Shapes that other conforming servers give to the same records."""
        if variant('embedded-relations') and self.kind == 'event':
            documents = [dict(doc) for doc in documents]
            for doc in documents:
                for name, kind in RELATIONS.items():
                    if kind in DETAIL:
                        rows = [self.store.find(cur, kind, ident) for ident in doc[name]]
                        doc[name] = [post_document(req, row) if req.context.viewer.may_read(row)
                                     else {'id': row['id']} for row in rows]
                    else:
                        doc[name] = [term_document(req, self.store.find_term(cur, kind, ident, req.context.viewer))
                                     for ident in doc[name]]
        return [camel(doc) for doc in documents] if variant('camel-case') else documents

    def send_list(self, req, resp, documents, total, page, per_page):
        pages = -(-total // per_page)
        if variant('strict-codes') and page > 1 and page > pages:
            raise falcon.HTTPNotFound(title='rest_no_such_page', description='There is no such page.')

        def link(number):
            query = [(k, v) for k, values in {**req.params, 'page': str(number)}.items()
                     for v in (values if isinstance(values, list) else [values])]
            return f'{req.context.root}{req.path}?{urlencode(query)}'

        links = {rel: link(number) for rel, number in (('prev', page - 1), ('next', page + 1)) if 1 <= number <= pages}
        for rel, target in links.items():
            resp.append_link(target, rel)
        resp.set_headers({'X-Total': str(total), 'X-Total-Pages': str(pages)})
        if variant('data-envelope'):
            send(resp, {'data': documents, 'meta': {'count': total, 'pages': pages, 'page': page, 'perPage': per_page},
                        'links': links})
            return
        envelope = {PLURAL[self.kind]: documents, 'total': total, 'total_pages': pages,
                    'rest_url': f'{req.context.root}{req.path}'}
        envelope.update({f'{"previous" if rel == "prev" else rel}_rest_url': target for rel, target in links.items()})
        send(resp, camel(envelope) if variant('camel-case') else envelope)

    def send_one(self, req, resp, document, status=falcon.HTTP_200):
        send(resp, {'data': document} if variant('data-envelope') else document, status)

    def data_of(self, document):
        return encode({'data': document} if variant('data-envelope') else document)

    def not_found(self, row=None):
        if row and variant('delete-no-content-gone'):
            return falcon.HTTPGone(title='rest_gone', description=f'This {self.kind} was deleted.')
        return falcon.HTTPNotFound(title='rest_not_found', description=f'There is no such {self.kind}.')

    def refuse(self, req, text):
        if not req.context.viewer.name:
            return self.users.challenge('Please log in.')
        return falcon.HTTPForbidden(title='rest_forbidden', description=text)

    def send_deleted(self, req, resp, document):
        if variant('delete-no-content-gone'):
            resp.status = falcon.HTTP_204
        else:
            self.send_one(req, resp, document)


# ---- events, venues, organizers ------------------------------------------------------------------------------------

class Posts(Resource):
    """The collection of one kind of post."""

    def on_get(self, req, resp):
        page, per_page, offset = paging(req, self.kind)
        viewer = req.context.viewer
        where, params, joins = [], [], ''

        def add(clause, values=()):
            where.append(clause)
            params.extend(values)

        if req.context.language and not (bug('language-filter-missing-venues') and self.kind == 'venue'):
            add('p.language = %s', [req.context.language])
        statuses = listing(req, 'status')
        if statuses and statuses != ['any']:
            if set(statuses) - set(f.STATUSES) - {'trash'}:
                raise Invalid('status', 'must be one of ' + ', '.join(f.STATUSES))
            add(f'p.status IN ({marks(statuses)})', statuses)
        order = 'p.title, p.id'
        if self.kind == 'event':
            joins = self.event_filters(req, add)
            order = 'd.start_utc, p.id'
            if bug('paging-unstable-ties'):
                order = 'd.start_utc, RAND()'
        else:
            self.linked_filters(req, add)
        if variant('default-window-newest-first'):
            order = 'p.id DESC'
        search = scalar(req, 'search')
        if search:
            columns = ['p.title'] + ([] if self.kind == 'event' else [
                'd.' + column for table, column, _, _ in f.FIELDS[self.kind].values()
                if table != 'posts' and not column.startswith('show_map')])
            clause, values = contains(columns, search)
            if self.kind == 'event':
                about, needle = contains(['p.description'], search)
                seen, seen_params = ('1', []) if viewer.edits_all and viewer.name else ("(p.password IS NULL OR p.author_id = %s)",
                                                                        [viewer.id if viewer.role == 'author' else 0])
                combined = f'{clause} OR ({about} AND {seen})'
                add(combined if bug('search-or-precedence') else f'({combined})', values + needle + seen_params)
            else:
                about, needle = contains(['p.description'], search)
                combined = f'{clause} OR {about}'
                add(combined if bug('search-or-precedence') else f'({combined})', values + needle)

        def work(cur):
            rows, total = self.store.list_posts(cur, self.kind, viewer, where, params, per_page, offset, order, joins)
            documents = [post_document(req, row, bug('protected-description-in-list')) for row in rows]
            return self.finish(cur, req, documents), total

        documents, total = self.store.read(work)
        self.send_list(req, resp, documents, total, page, per_page)

    on_head = on_get

    def event_filters(self, req, add):
        joins = ''
        include = ids(req, 'include')
        if include:
            add(f'p.id IN ({marks(include)})', include)
        if not include or bug('include-keeps-date-filters'):
            self.date_filters(req, add)
        else:
            self.date_filters(req, lambda *_: None)          # malformed dates are still refused
        for name in ('categories', 'tags'):
            wanted = listing(req, name)
            if not wanted:
                continue
            numbers = [int(part) for part in wanted if re.fullmatch('[0-9]{1,18}', part)]
            slugs = [part for part in wanted if not re.fullmatch('[0-9]{1,18}', part)]
            if bug('categories-filter-slug-ignored') and name == 'categories':
                numbers, slugs = numbers + [0] * len(slugs), []
            taxonomy = RELATIONS[name]
            match = f'(t.id IN ({marks(numbers or [0])}) OR t.slug IN ({marks(slugs or [""])}))'
            values = [taxonomy] + (numbers or [0]) + (slugs or [''])
            if bug('categories-filter-all') and name == 'categories':
                add('(SELECT COUNT(DISTINCT t.id) FROM event_terms et JOIN terms t ON t.id = et.term_id WHERE '
                    f'et.event_id = p.id AND t.taxonomy = %s AND t.deleted_at IS NULL AND {match}) >= %s',
                    values + [len(wanted)])
            elif bug('tags-filter-duplicates') and name == 'tags':
                joins = 'JOIN event_terms et ON et.event_id = p.id JOIN terms t ON t.id = et.term_id'
                add(f't.taxonomy = %s AND t.deleted_at IS NULL AND {match}', values)
            else:
                add('EXISTS (SELECT 1 FROM event_terms et JOIN terms t ON t.id = et.term_id WHERE et.event_id = p.id '
                    f'AND t.taxonomy = %s AND t.deleted_at IS NULL AND {match})', values)
        for name in ('venue', 'organizer'):
            wanted = ids(req, name)
            if wanted:
                add('EXISTS (SELECT 1 FROM event_posts ep JOIN posts x ON x.id = ep.target_id WHERE ep.event_id = p.id '
                    f'AND ep.kind = %s AND x.deleted_at IS NULL AND ep.target_id IN ({marks(wanted)}))', [name] + wanted)
        featured = scalar(req, 'featured', f.boolean)
        if featured is not None:
            add('d.featured = %s', [featured])
        parent = scalar(req, 'post_parent', f.integer)
        if parent is not None:
            add('p.post_parent = %s', [parent])
        # No event has tickets and no venue has coordinates: neither extension is installed.
        if scalar(req, 'ticketed', f.boolean):
            add('0')
        if scalar(req, 'geoloc', f.boolean):
            add('0')
        latitude, longitude = scalar(req, 'geoloc_lat', f.number), scalar(req, 'geoloc_lng', f.number)
        if (latitude is None) != (longitude is None) and not bug('geoloc-lat-alone'):
            raise Invalid('geoloc_lng' if longitude is None else 'geoloc_lat', 'must also be given')
        if latitude is not None and longitude is not None:
            add('0')
        return joins

    def date_filters(self, req, add):
        given = {name: scalar(req, name, f.moment) for name in
                 ('start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after')}
        if bug('strict-dates-false-string'):
            strict = bool(scalar(req, 'strict_dates'))
        else:
            strict = scalar(req, 'strict_dates', f.boolean, False)
        start, end = 'd.start_local', 'd.end_local'
        if variant('default-window-newest-first') and not any(given.values()):
            add('d.end_utc >= %s', [datetime.combine(now().date(), clock.min)])

        def bounds(at):
            day = datetime.combine(at.date(), clock.min)
            return day, day + DAY

        if given['start_date']:
            at = given['start_date']
            day, next_day = bounds(at)
            column = 'd.start_utc' if bug('start-date-filter-in-utc') else start
            add(f'{column} >= %s AND {column} < %s', [at if strict else day, next_day])
        if given['end_date']:
            at = given['end_date']
            day, next_day = bounds(at)
            add(f'{end} >= %s AND ' + (f'{end} <= %s' if strict else f'{end} < %s'), [day, at if strict else next_day])
        for name, column in (('starts_before', start), ('ends_before', end)):
            if given[name]:
                if bug('starts-before-uses-end') and name == 'starts_before':
                    column = end
                add(f'{column} < %s', [given[name] if strict else bounds(given[name])[1]])
        for name, column in (('starts_after', start), ('ends_after', end)):
            if given[name]:
                exact = strict
                add(f'{column} > %s' if exact else f'{column} >= %s', [given[name] if exact else bounds(given[name])[0]])

    def linked_filters(self, req, add):
        viewer = req.context.viewer
        seen, seen_params = self.store.visible(viewer, 'e')
        alive = '1' if bug('has-events-counts-deleted') else 'e.deleted_at IS NULL'
        linked = ('EXISTS (SELECT 1 FROM event_posts ep JOIN posts e ON e.id = ep.event_id JOIN events v ON v.post_id = e.id '
                  f'WHERE ep.target_id = p.id AND {alive} AND {seen}')
        event = scalar(req, 'event', f.integer)
        if event is not None:
            add(linked + ' AND e.id = %s)', seen_params + [event])
        has_events = scalar(req, 'has_events', f.boolean)
        if has_events is not None:
            add(('' if has_events else 'NOT ') + linked + ')', seen_params)
        if scalar(req, 'only_with_upcoming', f.boolean):
            column = 'v.end_local' if bug('upcoming-local-against-utc') else 'v.end_utc'
            add(f'{linked} AND {column} > %s)', seen_params + [now()])

    def on_post(self, req, resp):
        viewer = req.context.viewer
        if viewer.role not in ('editor', 'author'):
            raise self.refuse(req, f'You may not create a {self.kind}.')
        values = post_values(self.kind, req, self.users, viewer)
        language = req.context.language or 'en'

        def work(cur):
            ident = self.store.insert_post(cur, self.kind, values, language)
            row = self.store.find(cur, self.kind, ident)
            if self.kind == 'event':
                self.store.attach(cur, [row])
            return self.finish(cur, req, [post_document(req, row, True)])[0]

        document = self.store.write(work)
        resp.location = f'{req.context.root}{NS}/{PLURAL[self.kind]}/{document["id"]}'
        self.send_one(req, resp, document, falcon.HTTP_201)


def post_values(kind, req, users, viewer, row=None):
    """Columns from what the client sent; with `row`, only of the fields that were sent."""
    sent, creating = req.context.input, row is None
    table = DETAIL[kind]
    values = {'posts': {}, table: {}, 'viewer_id': viewer.id}
    post, detail = values['posts'], values[table]
    title = f.TITLE[kind]
    if not creating and bug('put-requires-title') and req.method == 'PUT' and title not in sent:
        raise Invalid(title, 'is required')
    for name, (place, column, convert, default) in f.FIELDS[kind].items():
        if name in sent:
            values[place][column] = convert(name, sent[name])
        elif creating:
            if name == title:
                raise Invalid(name, 'is required')
            values[place][column] = default

    status = sent.get('status')
    if status is not None and status != '':
        if status not in f.STATUSES:
            raise Invalid('status', 'must be one of ' + ', '.join(f.STATUSES))
        post['status'] = status
    elif creating:
        post['status'] = 'publish'

    if sent.get('author') is not None and sent.get('author') != '':
        author = f.integer('author', sent['author'], 1)
        if author not in users.ids:
            raise Invalid('author', 'is not a user')
        if not viewer.edits_all and author != viewer.id:
            raise falcon.HTTPForbidden(title='rest_forbidden', description='You may not write in the name of others.')
        post['author_id'] = author
    elif creating:
        post['author_id'] = viewer.id

    date, date_utc = (sent.get(name) or None for name in ('date', 'date_utc'))
    if date is not None:
        post['date_local'] = f.moment('date', date)
        post['date_utc'] = f.to_utc(post['date_local'], f.SITE_ZONE)
    if date_utc is not None:
        post['date_utc'] = f.moment('date_utc', date_utc, 'UTC')
        if date is None:
            post['date_local'] = f.from_utc(post['date_utc'], f.SITE_ZONE)
    if creating and date is None and date_utc is None:
        post['date_utc'] = now()
        post['date_local'] = f.from_utc(post['date_utc'], f.SITE_ZONE)

    if kind != 'event':
        return values
    if sent.get('slug') is not None and sent.get('slug') != '':
        if not (bug('by-slug-update-drops-slug') and req.context.by_slug):
            slug = f.text()('slug', sent['slug'])
            if slug != (row or {}).get('slug') and not f.slugify(slug):
                raise Invalid('slug', 'must have letters or digits')
            post['slug'] = slug
    if 'password' in req.context.body and not req.context.by_slug:
        post['password'] = f.text(255)('password', sent['password']) or None

    tz = f.timezone_name('timezone', sent['timezone']) if 'timezone' in sent else None
    if creating or tz or 'start_date' in sent or 'end_date' in sent:
        zone = tz or (row['timezone'] if row else f.SITE_ZONE)
        detail['timezone'] = zone
        for name, column in (('start_date', 'start'), ('end_date', 'end')):
            if name in sent:
                local = f.moment(name, sent[name], zone)
            elif creating:
                raise Invalid(name, 'is required')
            else:
                local = row[column + '_local']
                if bug('timezone-update-moves-start') and tz:
                    local = f.from_utc(row[column + '_utc'], zone)
            detail[column + '_local'] = local
            detail[column + '_utc'] = f.to_utc(local, zone)
        if detail['end_local'] < detail['start_local']:
            raise Invalid('end_date', 'must not be before start_date')
    values['relations'] = {name: f.id_list(name, sent[name]) for name in RELATIONS if name in sent}
    return values


class Post(Resource):
    """One post, by ID or by slug."""

    def locate(self, cur, req, ident, slug, lock=False):
        if slug is not None:
            if bug('slug-non-ascii-unreachable'):
                slug = slug.encode('utf-8').decode('latin-1')
            row = self.store.find(cur, self.kind, slug=slug, lock=lock)
        else:
            row = self.store.find(cur, self.kind, ident=int(ident), lock=lock) if len(ident) < 19 else None
        if not row:
            raise self.not_found()
        if row['deleted_at']:
            by_slug = bug('deleted-event-by-slug') and slug is not None and self.kind == 'event'
            if not by_slug and not (bug('update-revives-deleted') and lock):
                raise self.not_found(row)
        if self.kind == 'event':
            self.store.attach(cur, [row])
        return row

    def unlocked(self, req, row, by_slug):
        """Whether the password that came with the request opens the event."""
        password = scalar(req, 'password')
        if not row['password'] or req.context.viewer.opens(row):
            return True
        if bug('any-event-password') and password:
            return True
        return not by_slug and password is not None and hmac.compare_digest(row['password'].encode(), password.encode())

    def read(self, req, resp, ident=None, slug=None):
        def work(cur):
            row = self.locate(cur, req, ident, slug)
            if not req.context.viewer.may_read(row):
                raise self.not_found() if variant('strict-codes') else self.refuse(req, f'You may not read this {self.kind}.')
            if not self.unlocked(req, row, slug is not None):
                raise falcon.HTTPForbidden(title='rest_post_incorrect_password',
                                           description='This event is protected: its password is needed.')
            return self.finish(cur, req, [post_document(req, row, True)])[0]

        self.send_one(req, resp, self.store.read(work))

    def may_write(self, req, row, by_slug):
        viewer = req.context.viewer
        if bug('author-edits-others-by-slug') and by_slug and viewer.role == 'author':
            return
        if not viewer.may_edit(row):
            if not viewer.may_read(row) and variant('strict-codes'):
                raise self.not_found()
            raise self.refuse(req, f'You may not change this {self.kind}.')

    def write(self, req, resp, ident=None, slug=None):
        if bug('patch-missing-by-slug-organizers') and req.method == 'PATCH' and slug and self.kind == 'organizer':
            raise falcon.HTTPMethodNotAllowed(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])
        req.context.by_slug = slug is not None

        def work(cur):
            row = self.locate(cur, req, ident, slug, lock=not bug('lost-update'))
            self.may_write(req, row, slug is not None)
            check_preconditions(req, self.data_of(self.finish(cur, req, [post_document(req, row, True)])[0]))
            values = post_values(self.kind, req, self.users, req.context.viewer, row)
            self.store.update_post(cur, row, values, req.context.language)
            row = self.store.find(cur, self.kind, row['id'])
            if self.kind == 'event':
                self.store.attach(cur, [row])
            return self.finish(cur, req, [post_document(req, row, True)])[0]

        self.send_one(req, resp, self.store.write(work))

    def remove(self, req, resp, ident=None, slug=None):
        def work(cur):
            row = self.locate(cur, req, ident, slug, lock=True)
            self.may_write(req, row, False)
            document = self.finish(cur, req, [post_document(req, row, True)])[0]
            check_preconditions(req, self.data_of(document))
            self.store.delete_post(cur, row)
            return document

        self.send_deleted(req, resp, self.store.write(work))

    def on_get(self, req, resp, ident):
        self.read(req, resp, ident=ident)

    def on_post(self, req, resp, ident):
        self.write(req, resp, ident=ident)

    def on_delete(self, req, resp, ident):
        self.remove(req, resp, ident=ident)

    def on_get_by_slug(self, req, resp, slug):
        self.read(req, resp, slug=slug)

    def on_post_by_slug(self, req, resp, slug):
        self.write(req, resp, slug=slug)

    def on_delete_by_slug(self, req, resp, slug):
        self.remove(req, resp, slug=slug)

    on_head, on_put, on_patch = on_get, on_post, on_post
    on_head_by_slug, on_put_by_slug, on_patch_by_slug = on_get_by_slug, on_post_by_slug, on_post_by_slug


# ---- categories and tags -------------------------------------------------------------------------------------------

def term_values(kind, req, creating):
    sent, values = req.context.input, {}
    if 'name' in sent:
        values['name'] = f.text(200, required=True)('name', sent['name'])
    elif creating:
        raise Invalid('name', 'is required')
    if 'description' in sent or creating:
        values['description'] = f.text(1_000_000)('description', sent.get('description'))
    if sent.get('slug') is not None and sent.get('slug') != '':
        values['slug'] = f.text()('slug', sent['slug'])
        if not f.slugify(values['slug']):
            raise Invalid('slug', 'must have letters or digits')
    if kind == 'category' and 'parent' in sent:
        values['parent'] = f.integer('parent', 0 if sent['parent'] in (None, '') else sent['parent'])
    return values


class Terms(Resource):
    ORDERBY = {'id': 'id', 'term_id': 'id', 'name': 'name', 'slug': 'slug', 'count': 'count', 'description': 'description',
               'parent': 'parent', 'term_group': 'id', 'include': 'id'}
    ORDER = {'asc': 'ASC', 'ascending': 'ASC', 'desc': 'DESC', 'descending': 'DESC'}

    def on_get(self, req, resp):
        page, per_page, offset = paging(req, self.kind)
        where, params = ['taxonomy = %s', 'deleted_at IS NULL'], [self.kind]
        viewer = req.context.viewer

        def add(clause, values=()):
            where.append(clause)
            params.extend(values)

        if req.context.language:
            add('language = %s', [req.context.language])
        search = scalar(req, 'search')
        if search:
            add(*contains(['name', 'description'], search))
        include, exclude = ids(req, 'include'), ids(req, 'exclude')
        if include:
            add(f'id IN ({marks(include)})', include)
        if exclude:
            add(f'id NOT IN ({marks(exclude)})', exclude)
        if bug('hide-empty-false-string'):
            hide_empty = scalar(req, 'hide_empty', default='1') != '0'
        else:
            hide_empty = scalar(req, 'hide_empty', f.boolean, True)
        if hide_empty:
            add('count > 0')
        parent = scalar(req, 'parent', f.integer) if self.kind == 'category' else None
        if parent is not None:
            add('parent = %s', [parent])
        for name in ('post',) if bug('terms-event-alias-ignored') else ('post', 'event'):
            event = scalar(req, name, f.integer)
            if event is not None:
                seen, seen_params = self.store.visible(viewer, 'e')
                add('id IN (SELECT et.term_id FROM event_terms et JOIN posts e ON e.id = et.event_id '
                    f'WHERE e.id = %s AND e.deleted_at IS NULL AND {seen})', [event] + seen_params)
        slug = listing(req, 'slug')
        if slug:
            add(f'slug IN ({marks(slug)})', slug)
        orderby = scalar(req, 'orderby', default='name').lower()
        order = scalar(req, 'order', default='asc').lower()
        if orderby not in self.ORDERBY:
            raise Invalid('orderby', 'must be one of ' + ', '.join(self.ORDERBY))
        if order not in self.ORDER:
            raise Invalid('order', 'must be asc or desc')
        column, direction = self.ORDERBY[orderby], self.ORDER[order]
        if bug('orderby-id-as-text') and column == 'id':
            column = 'CAST(id AS CHAR)'
        if bug('order-desc-ignored-tags') and self.kind == 'tag':
            direction = 'ASC'

        def work(cur):
            source, source_params = self.store.term_source(viewer)
            source = f'FROM {source} WHERE ' + ' AND '.join(where)
            cur.execute('SELECT COUNT(*) AS total ' + source, source_params + params)
            total = cur.fetchone()['total']
            cur.execute(f'SELECT * {source} ORDER BY {column} {direction}, id {direction} LIMIT %s OFFSET %s',
                        source_params + params + [per_page, offset])
            return self.finish(cur, req, [term_document(req, row) for row in cur.fetchall()]), total

        documents, total = self.store.read(work)
        self.send_list(req, resp, documents, total, page, per_page)

    on_head = on_get

    def on_post(self, req, resp):
        if not req.context.viewer.edits_all:
            raise self.refuse(req, f'You may not create a {self.kind}.')
        values = term_values(self.kind, req, True)
        language = req.context.language or 'en'

        def work(cur):
            ident = self.store.insert_term(cur, self.kind, values, language)
            return self.finish(cur, req, [term_document(req, self.store.find_term(cur, self.kind, ident, req.context.viewer))])[0]

        document = self.store.write(work)
        resp.location = f'{req.context.root}{NS}/{PLURAL[self.kind]}/{document["id"]}'
        self.send_one(req, resp, document, falcon.HTTP_201)


class Term(Resource):
    def locate(self, cur, req, ident, lock=False):
        row = self.store.find_term(cur, self.kind, int(ident), req.context.viewer, lock) if len(ident) < 19 else None
        if not row or row['deleted_at']:
            raise self.not_found(row)
        return row

    def document(self, cur, req, row):
        return self.finish(cur, req, [term_document(req, row)])[0]

    def on_get(self, req, resp, ident):
        self.send_one(req, resp, self.store.read(lambda cur: self.document(cur, req, self.locate(cur, req, ident))))

    def on_post(self, req, resp, ident):
        def work(cur):
            row = self.locate(cur, req, ident, lock=True)
            if not req.context.viewer.edits_all:
                raise self.refuse(req, f'You may not change this {self.kind}.')
            check_preconditions(req, self.data_of(self.document(cur, req, row)))
            self.store.update_term(cur, row, term_values(self.kind, req, False))
            return self.document(cur, req, self.locate(cur, req, ident))

        self.send_one(req, resp, self.store.write(work))

    def on_delete(self, req, resp, ident):
        def work(cur):
            row = self.locate(cur, req, ident, lock=True)
            if not req.context.viewer.edits_all:
                raise self.refuse(req, f'You may not delete this {self.kind}.')
            document = self.document(cur, req, row)
            check_preconditions(req, self.data_of(document))
            self.store.delete_term(cur, row)
            return document

        self.send_deleted(req, resp, self.store.write(work))

    on_head, on_put, on_patch = on_get, on_post, on_post


# ---- index and documentation ---------------------------------------------------------------------------------------

ROUTES = {'': ['GET'], '/doc': ['GET']}
for _plural in PLURAL.values():
    ROUTES[f'/{_plural}'] = ['GET', 'POST']
    ROUTES[f'/{_plural}/{{id}}'] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    if _plural not in ('categories', 'tags'):
        ROUTES[f'/{_plural}/by-slug/{{slug}}'] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']


class Root:
    def on_get(self, req, resp):
        send(resp, {'name': 'Calendar', 'namespaces': [NAMESPACE],
                    '_links': {'namespace': [{'href': f'{req.context.root}{NS}'}]}})

    on_head = on_get


class Index:
    def on_get(self, req, resp):
        if scalar(req, 'namespace', default=NAMESPACE).strip('/') != NAMESPACE:
            raise falcon.HTTPNotFound(title='rest_no_route', description='There is no such namespace.')
        if scalar(req, 'context', default='view') not in ('view', 'embed', 'edit', 'help'):
            raise Invalid('context', 'must be one of view, embed, edit, help')
        root = req.context.root
        routes = {NS + path: {'namespace': NAMESPACE, 'methods': methods, '_links': {'self': [{'href': root + NS + path}]}}
                  for path, methods in ROUTES.items()}
        up = root + NS if bug('index-up-link-self') else root + '/'
        send(resp, {'namespace': NAMESPACE, 'routes': routes, '_links': {'up': [{'href': up}]}})

    on_head = on_get


class Documentation:
    def on_get(self, req, resp):
        language = {'name': 'ml_language', 'in': 'query', 'type': 'string', 'required': False, 'enum': list(f.LANGUAGES)}
        paths = {}
        for path, methods in ROUTES.items():
            names = re.findall(r'\{(\w+)\}', path)
            own = [{'name': name, 'in': 'path', 'required': True, 'type': 'integer' if name == 'id' else 'string'}
                   for name in names]
            paths[path or '/'] = {method.lower(): {'parameters': own + [language],
                                                   'responses': {'default': {'description': 'JSON'}}}
                                  for method in methods}
        send(resp, {'swagger': '2.0', 'info': {'title': 'Calendar Events REST Interface', 'version': 'v1'},
                    'host': req.netloc, 'basePath': NS, 'schemes': [req.scheme], 'consumes': [falcon.MEDIA_JSON],
                    'produces': [falcon.MEDIA_JSON], 'paths': paths})

    on_head = on_get


# ---- the application -----------------------------------------------------------------------------------------------

def create_app(store, users):
    app = falcon.App(middleware=[Language(), Session(users), Validators()])
    app.req_options.strip_url_path_trailing_slash = True
    app.router_options.converters['digits'] = IdConverter
    app.set_error_serializer(error_document)
    app.add_error_handler(Invalid, on_invalid)
    app.add_error_handler(pymysql.err.DataError, on_data_error)
    app.add_route('/', Root())
    app.add_route(NS, Index())
    app.add_route(NS + '/doc', Documentation())
    for kind, plural in PLURAL.items():
        many, one = (Posts, Post) if kind in DETAIL else (Terms, Term)
        app.add_route(f'{NS}/{plural}', many(store, users, kind))
        item = one(store, users, kind)
        app.add_route(f'{NS}/{plural}/{{ident:digits}}', item)
        if kind in DETAIL:
            app.add_route(f'{NS}/{plural}/by-slug/{{slug}}', item, suffix='by_slug')
    return app


def main():
    users = Users(os.environ.get('USERS', ''))
    db = MariaDB()
    server = None

    def leave(*_):
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    try:
        store = Store(db)
        seed(store, open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'schema.sql')).read(), users.authors)
        server = wsgi.Server(('127.0.0.1', int(os.environ.get('PORT', '8000'))), create_app(store, users),
                             numthreads=12, request_queue_size=128, timeout=30, shutdown_timeout=1)
        server.keep_alive_conn_limit = 200
        server.max_request_body_size = 4 * MAX_BODY
        server.start()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        db.stop()
        os._exit(0) if server else None


if __name__ == '__main__':
    main()
