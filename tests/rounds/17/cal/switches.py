"""Which bug, which variant and which mode this process runs with."""
import os

BUG = os.environ.get('BUG', '')
VARIANT = os.environ.get('VARIANT', '')
USERS = os.environ.get('USERS', '') == '1'

# Everything the interface leaves open, with the honest server's choices.
PROFILE = {
    'list': 'object', 'item': 'bare', 'case': 'snake', 'rename': {}, 'rendered': False,
    'times': 'space', 'rel': 'ids', 'bools': 'json', 'nulls': 'keep', 'summary': False,
    'escape': False, 'autop': False, 'auto_excerpt': False, 'nest_address': False, 'no_count': False,
    'ids': 'auto', 'idstr': False,
    'created': 201, 'deleted': 'record', 'gone': 'hard', 'invalid': 400, 'error': 'wp',
    'beyond': 'empty', 'max': ('refuse', 1000), 'order': 'start', 'post_order': 'id', 'term_orderby': 'name',
    'slug_auto': 'name', 'slug_taken': 'refuse', 'slug_norm': False,
    'window': False, 'default_lang_only': False, 'site_tz': 'Europe/Brussels',
    'status': 'publish', 'show_map': True, 'author': 1, 'event_tz': None,
    'put': 'merge', 'redirect_slug': False, 'redirect_slash': False,
    'strict_fields': False, 'strict_query': False, 'strict_types': False, 'strict_slug': False,
    'lenient': False, 'unique_names': False, 'busy_delete': False, 'case_search': False,
    'protect': False, 'hide404': False, 'etag': 'strong', 'up': 'wp', 'orphans': 'up',
}

VARIANTS = {
    'wp-shapes': {
        'list': 'bare', 'rendered': True, 'autop': True, 'ids': 'shared', 'gone': 'trash', 'slug_taken': 'suffix',
        'slug_norm': True, 'order': '-id', 'post_order': '-id', 'beyond': 400, 'max': ('refuse', 100),
    },
    'camel-data': {
        'list': 'data', 'item': 'data', 'case': 'camel', 'times': 'offset', 'invalid': 422, 'error': 'problem',
        'created': 200, 'deleted': '204', 'ids': 'sparse', 'idstr': True, 'rel': 'strings', 'order': '-start',
        'up': 'list', 'term_orderby': 'id',
    },
    'hal-embedded': {
        'list': 'hal', 'rel': 'objects', 'summary': True, 'times': 'utc', 'bools': 'int', 'deleted': 'flag',
        'gone': '410', 'error': 'list', 'up': 'object', 'beyond': 404,
    },
    'slug-redirects': {
        'redirect_slug': True, 'redirect_slash': True, 'item': 'named', 'list': 'records', 'times': 'iso',
        'slug_auto': 'random', 'ids': 'random', 'order': '-id', 'etag': 'none', 'deleted': 'empty',
        'max': ('clip', 20),
    },
    'strict': {
        'strict_fields': True, 'strict_query': True, 'strict_types': True, 'strict_slug': True, 'unique_names': True,
        'busy_delete': True, 'case_search': True, 'max': ('refuse', 50), 'invalid': 422, 'error': 'plain',
        'beyond': 404, 'term_orderby': 'id', 'times': 'iso',
    },
    'lenient': {
        'lenient': True, 'max': ('clip', 25), 'status': 'draft', 'author': 0, 'show_map': False, 'event_tz': 'UTC',
        'nulls': 'empty', 'error': 'plain', 'created': 200, 'deleted': 'flag', 'slug_taken': 'suffix', 'beyond': 404,
        'rename': {'start_date': 'start', 'end_date': 'end', 'website': 'url'},
    },
    'texts-upcoming': {
        'escape': True, 'autop': True, 'auto_excerpt': True, 'slug_auto': 'suffix-id', 'nulls': 'omit', 'times': 'parts',
        'window': True, 'default_lang_only': True, 'etag': 'weak', 'site_tz': 'America/New_York', 'list': 'data',
        'order': '-start', 'orphans': 'top',
    },
    'put-replaces': {
        'put': 'replace', 'protect': True, 'hide404': True, 'list': 'results', 'ids': 'random', 'deleted': 'empty',
        'nest_address': True, 'no_count': True, 'orphans': 'top', 'term_orderby': 'id', 'etag': 'none', 'created': 200,
        'rename': {'title': 'name', 'venue_name': 'name', 'organizer_name': 'name', 'start_date': 'starts_at',
                   'end_date': 'ends_at', 'description': 'text'},
    },
}

if VARIANT:
    PROFILE.update(VARIANTS[VARIANT])


def bug(name):
    return BUG == name


def opt(name):
    return PROFILE[name]
