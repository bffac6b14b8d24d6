"""The operations: who asks, what for, and the answer's HTTP."""
import base64
import functools
import traceback


from django.http import HttpResponse

from . import lists, store
from .fields import LANGS, SPEC, ApiError, clean, language, parse_body, to_text
from .models import MODELS, NAME, POSTS
from .render import NS, error_response, etag_of, item_body, item_url, render_many, respond
from .switches import USERS, bug, opt

ACCOUNTS = {'editor': 1, 'author': 2, 'reader': 3}
ANON = {'id': 0, 'role': 'anonymous', 'all': False}
SANDBOX = {'id': 1, 'role': 'sandbox', 'all': True}
WRITES = ('POST', 'PUT', 'PATCH', 'DELETE')
page_cache = {}


def authenticate(request):
    if not USERS:
        return SANDBOX
    header = request.META.get('HTTP_AUTHORIZATION')
    if header is None:
        return ANON
    try:
        scheme, _, rest = header.partition(' ')
        name, _, word = base64.b64decode(rest.strip(), validate=True).decode('utf-8').partition(':')
        if scheme.lower() == 'basic' and name in ACCOUNTS and word == name:
            return {'id': ACCOUNTS[name], 'role': name, 'all': name == 'editor'}
    except ValueError:
        pass
    raise ApiError(401, 'rest_wrong_credentials', 'Wrong credentials.', CHALLENGE)


CHALLENGE = {'WWW-Authenticate': 'Basic realm="calendar", charset="UTF-8"'}


def forbidden(user):
    if user['role'] == 'anonymous':
        return ApiError(401, 'rest_not_logged_in', 'Log in first.', CHALLENGE)
    return ApiError(403, 'rest_forbidden', 'You may not do this.')


def not_found():
    return ApiError(404, 'rest_not_found', 'There is no such record.')


def api(methods):
    """A view with this interface's errors, methods, identities, languages and conditional requests."""
    def wrap(view):
        @functools.wraps(view)
        def run(request, path_lang=None, **kw):
            try:
                request.user = authenticate(request)
                allowed = methods(kw) if callable(methods) else methods
                allow = ', '.join(sorted(set(allowed) | {'HEAD', 'OPTIONS'}))
                if request.method == 'OPTIONS':
                    response = HttpResponse(status=204)
                    response['Allow'] = allow
                    return response
                if request.method != 'HEAD' and request.method not in allowed:
                    raise ApiError(405, 'rest_no_route', 'This method is not allowed here.', {'Allow': allow})
                if opt('redirect_slash') and request.path.endswith('/') and request.path.strip('/') not in LANGS + ('',):
                    query = request.META.get('QUERY_STRING')
                    return respond({}, 308, {'Location': request.META['cal.raw_path'].rstrip('/') + ('?' + query if query else '')})
                if USERS and request.method in WRITES and request.user['role'] == 'anonymous':
                    raise forbidden(request.user)
                request.base = '%s://%s/%s' % (request.scheme, request.META.get('HTTP_HOST') or '127.0.0.1',
                                               path_lang + '/' if path_lang else '')
                request.data = parse_body(request) if request.method in ('POST', 'PUT', 'PATCH') else {
                    k: request.GET.get(k) for k in request.GET}
                if request.method == 'DELETE' and request.body.strip():
                    try:
                        request.data = parse_body(request)
                    except ApiError:
                        pass
                request.lang = path_lang
                if 'ml_language' in request.data:
                    if not (bug('ta-unknown-language-on-patch') and kw.get('kind') == 'tags' and request.method == 'PATCH'):
                        request.lang = language(request.data['ml_language'])
                request.path_lang = path_lang
                response = view(request, **kw)
                if request.method in ('GET', 'HEAD') and response.status_code == 200:
                    response = conditional(request, response)
            except ApiError as err:
                response = error_response(err)
            except Exception:
                traceback.print_exc()
                response = respond({'code': 'internal', 'message': 'Internal error.', 'data': {'status': 500}}, 500)
            if bug('head-by-slug-length-zero') and request.method == 'HEAD' and 'slug' in kw:
                response['Content-Length'] = '0'
            if USERS:
                response['Vary'] = 'Authorization'
            return response
        return run
    return wrap


def tags_in(header):
    return [t.strip() for t in header.split(',')]


def conditional(request, response):
    tag = etag_of(response.content)
    match = request.META.get('HTTP_IF_MATCH')
    none = request.META.get('HTTP_IF_NONE_MATCH')
    if match is not None and match.strip() != '*' and not (tag and not tag.startswith('W/') and tag in tags_in(match)):
        raise ApiError(412, 'rest_precondition_failed', 'If-Match does not hold.')
    if tag:
        response['ETag'] = tag
    if none is not None:
        bare = [t[2:] if t.startswith('W/') else t for t in tags_in(none)]
        if none.strip() == '*' or tag and tag.replace('W/', '') in bare:
            out = HttpResponse(status=304)
            del out['Content-Type']
            if tag:
                out['ETag'] = tag
            return out
    return response


def precondition(request, current):
    """If-Match and If-None-Match of a write; current() is the body that GET would answer here."""
    match = request.META.get('HTTP_IF_MATCH')
    none = request.META.get('HTTP_IF_NONE_MATCH')
    if match is None and none is None:
        return
    tag = etag_of(current())
    if match is not None and match.strip() != '*':
        if not tag or tag.startswith('W/') or tag not in tags_in(match):
            raise ApiError(412, 'rest_precondition_failed', 'If-Match does not hold.')
    if none is not None:
        bare = [t[2:] if t.startswith('W/') else t for t in tags_in(none)]
        if none.strip() == '*' or tag and tag.replace('W/', '') in bare:
            raise ApiError(412, 'rest_precondition_failed', 'If-None-Match does not hold.')


def up_links(base):
    if opt('up') == 'list':
        return {'links': [{'rel': 'up', 'href': base}]}
    if opt('up') == 'object':
        return {'_links': {'up': {'href': base}}}
    return {'_links': {'up': [{'href': base}]}}


ROUTES = {'/' + NS: ['GET'], '/' + NS + '/doc': ['GET']}
for _kind in MODELS:
    ROUTES['/%s/%s' % (NS, _kind)] = ['GET', 'POST']
    ROUTES['/%s/%s/{id}' % (NS, _kind)] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    if _kind in POSTS:
        ROUTES['/%s/%s/by-slug/{slug}' % (NS, _kind)] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']


@api(['GET'])
def root(request):
    return respond({'name': 'Calendar', 'namespaces': [NS], '_links': {'self': [{'href': request.base}]}})


@api(['GET'])
def index(request):
    if request.GET.get('namespace', NS) != NS:
        raise ApiError(404, 'rest_invalid_namespace', 'There is no such namespace.')
    routes = {path: {'namespace': NS, 'methods': m} for path, m in ROUTES.items()}
    return respond({'namespace': NS, 'routes': routes, **up_links(request.base)})


TYPES = {'int': {'type': 'integer'}, 'parent': {'type': 'integer'}, 'bool': {'type': 'boolean'}, 'any': {},
         'ids': {'type': 'array', 'items': {'type': 'integer'}}}


@api(['GET'])
def doc(request):
    lang = {'name': 'ml_language', 'in': 'query', 'schema': {'type': 'string', 'enum': list(LANGS)}}
    paths = {}
    for path, methods in ROUTES.items():
        ops = {}
        for m in methods:
            params = [lang]
            for name, typ in (('id', 'integer'), ('slug', 'string')):
                if '{%s}' % name in path:
                    params.append({'name': name, 'in': 'path', 'required': True, 'schema': {'type': typ}})
            kind = path[len(NS) + 2:].split('/')[0]
            if m == 'GET' and kind in MODELS and '{' not in path:
                params += [{'name': p, 'in': 'query', 'schema': {}} for p in lists.PARAMS[kind] if p != 'ml_language']
            ops[m.lower()] = {'parameters': params, 'responses': {'default': {'description': 'JSON'}}}
            if m in ('POST', 'PUT', 'PATCH'):
                ops[m.lower()]['requestBody'] = {'content': {'application/json': {'schema': {'$ref': '#/components/schemas/' + kind}}}}
        paths[path] = ops
    schemas = {k: {'type': 'object', 'properties': {f: TYPES.get(t, {'type': 'string'}) for f, (t, _, _) in spec.items()}}
               for k, spec in SPEC.items()}
    return respond({'openapi': '3.0.0', 'info': {'title': 'Calendar', 'version': 'v1'}, 'servers': [{'url': request.base}],
                    'paths': paths, 'components': {'schemas': schemas}})


@api(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
def unknown(request):
    raise ApiError(404, 'rest_no_route', 'There is nothing at this address.')


def may_write(user):
    return user['all'] or user['role'] == 'author'


@api(['GET', 'POST'])
def collection(request, kind):
    if request.method != 'POST':
        return lists.answer(request, request.base, kind, request.user, request.lang)
    if not may_write(request.user):
        raise forbidden(request.user)
    data = clean(kind, request.data, True)
    obj = MODELS[kind]()
    store.check(kind, obj, data, True, request.user)
    precondition(request, lambda: lists.answer(request, request.base, kind, request.user, request.lang).content)
    obj = store.create(kind, data, request.lang, request.user)
    obj.refresh_from_db()
    body = item_body(kind, render_many(kind, [obj], request.base)[0])
    where = 'venues' if bug('or-location-of-venues') and kind == 'organizers' else kind
    return respond(body, opt('created'), {'Location': item_url(request.base, where, obj.pk)})


def find(request, kind, pk, slug):
    by_slug = slug is not None
    if not by_slug:
        digits = pk.lstrip('0') or '0'
        if len(digits) > 18 and not (bug('ca-huge-id-500') and kind == 'categories'):
            raise not_found()
        obj = MODELS[kind].objects.filter(pk=int(digits)).first()
        key = (kind, int(digits))
    else:
        obj = None
        if bug('ev-digit-slug-as-id') and kind == 'events' and slug.isascii() and slug.isdigit() and request.method in WRITES:
            obj = MODELS[kind].objects.filter(pk=int(slug[:18])).first()
        else:
            obj = MODELS[kind].objects.filter(slug=slug).first()
        key = (kind, slug)
    if obj is None:
        if opt('gone') == '410' and key in store.tombs:
            raise ApiError(410, 'rest_gone', 'This record was deleted.')
        raise not_found()
    return obj


def password_ok(request, obj, by_slug):
    given = request.data.get('password')
    given = request.GET.get('password', given) if not isinstance(given, str) else given
    if not by_slug and given is not None and (given == obj.password or request.GET.get('password') == obj.password):
        return True
    return False


def check_read(request, kind, obj, by_slug):
    user = request.user
    denied = not_found() if opt('hide404') and USERS else forbidden(user)
    if kind not in POSTS or user['all'] and not opt('protect'):
        return
    own = user['role'] == 'author' and obj.author == user['id']
    if not (user['all'] or own or obj.status == 'publish'):
        if not (bug('or-draft-by-slug-open') and kind == 'organizers' and by_slug):
            raise denied
    if kind == 'events' and obj.password and not own and not (user['all'] and USERS):
        if not password_ok(request, obj, by_slug):
            if user['role'] == 'sandbox':
                raise ApiError(403, 'password_required', 'This event is protected by a password.')
            raise denied


def check_write(request, kind, obj, by_slug):
    user = request.user
    if user['all']:
        if opt('protect') and not USERS:
            check_read(request, kind, obj, by_slug)
        return
    if bug('ca-put-by-reader') and kind == 'categories' and request.method == 'PUT' and user['role'] == 'reader':
        return
    owner = obj.author if kind in POSTS else obj.owner
    if bug('or-owner-from-body') and kind == 'organizers' and isinstance(request.data.get('author'), int):
        owner = request.data['author']
    if bug('ev-by-slug-owner-unchecked') and kind == 'events' and by_slug and user['role'] == 'author':
        return
    if user['role'] != 'author' or owner != user['id']:
        if opt('hide404') and user['role'] != 'anonymous' and kind in POSTS and obj.status != 'publish':
            raise not_found()
        raise forbidden(user)


def read(request, kind, obj):
    return respond(item_body(kind, render_many(kind, [obj], request.base)[0]))


def cached_by_slug(request, kind, by_slug):
    """Two bugs' cache: answers kept by address."""
    if not by_slug or not (bug('ve-draft-cached-for-all') and kind == 'venues' or bug('or-deleted-still-by-slug') and kind == 'organizers'):
        return None
    return page_cache


@api(lambda kw: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
def item(request, kind, pk=None, slug=None):
    by_slug = slug is not None
    method = request.method
    cache = cached_by_slug(request, kind, by_slug)
    if cache is not None and method in ('GET', 'HEAD') and request.path in cache:
        return respond(cache[request.path])
    obj = find(request, kind, pk, slug)
    if method in ('GET', 'HEAD'):
        check_read(request, kind, obj, by_slug)
    else:
        check_write(request, kind, obj, by_slug)
    if by_slug and opt('redirect_slug'):
        query = request.META.get('QUERY_STRING')
        url = item_url(request.base, kind, obj.pk) + ('?' + query if query else '')
        return respond({'location': url}, 307, {'Location': url})
    if method in ('GET', 'HEAD'):
        response = read(request, kind, obj)
        if cache is not None:
            cache[request.path] = item_body(kind, render_many(kind, [obj], request.base)[0])
        if bug('ca-length-in-characters') and kind == 'categories':
            n = len(response.content.decode('utf-8'))
            response['Content-Length'] = str(n)
            response.content = response.content[:n]
        return response
    current = lambda: read(request, kind, obj).content
    if method == 'DELETE':
        if not (bug('delete-by-slug-ignores-if-match') and by_slug):
            precondition(request, current)
        shown = render_many(kind, [obj], request.base)[0]
        store.delete(kind, obj, by_slug)
        how = opt('deleted')
        if how == '204':
            return HttpResponse(status=204)
        if how == 'flag':
            return respond({'deleted': True, 'previous': shown})
        if how == 'empty':
            return respond({})
        return respond(item_body(kind, shown))
    return change(request, kind, obj, by_slug, current)


def change(request, kind, obj, by_slug, current):
    data = dict(request.data)
    if by_slug:
        if bug('ev-by-slug-slug-shadowed') and kind == 'events':
            data['slug'] = obj.slug
        data.pop('password', None)
    required = (NAME[kind],) if bug('or-by-slug-post-needs-name') and kind == 'organizers' and by_slug and request.method == 'POST' else ()
    if bug('ev-refused-update-half-saved') and kind == 'events':
        plain = {k: v for k, v in data.items() if k in ('title', 'description', 'excerpt')}
        store.update(kind, obj, clean(kind, plain, False), by_slug, request.method, request.lang)
    cleaned = clean(kind, data, False, required)
    if opt('put') == 'replace' and request.method == 'PUT':
        store.reset(kind, obj, cleaned)
    if kind == 'events' and not by_slug and 'password' in data:
        word = to_text(data['password'], 'password')
        if 'password' not in request.GET:      # in the query it is only shown, in the body it is a field
            cleaned['password'] = word
    store.check(kind, obj, cleaned, False, request.user)
    precondition(request, current)
    obj = store.update(kind, obj, cleaned, by_slug, request.method, request.lang)
    page_cache.clear()
    obj = MODELS[kind].objects.get(pk=obj.pk)
    return respond(item_body(kind, render_many(kind, [obj], request.base)[0]))
