"""Writes ../bugs.json and ../variants.json."""
import json, os
BUGS = []
W = {'start_date': '2031-05-10 10:00:00', 'end_date': '2031-05-10 12:00:00'}


def st(method, path, body=None, query=None, as_=None, raw=None, save=None, check=None):
    o = {'method': method, 'path': path}
    if query: o['query'] = query
    if body is not None: o['body'] = body
    if raw is not None: o['raw'] = raw
    if as_: o['as'] = as_
    if save: o['save'] = save
    if check: o['check'] = check
    return o


def mk(kind, var, as_=None, query=None, path=None, **f):
    if kind == 'events':
        f = {**W, **f}
    return st('POST', path or f'/{kind}', f, query, as_, save={var: 'id', var + '_slug': 'slug'}, check=[{'status': 201}])


def ev(var, title=None, **f): return mk('events', var, title=title or f'Event {var}', **f)
def get(path, *check, query=None, as_=None): return st('GET', path, None, query, as_, check=list(check))
def patch(path, body, *check, **k): return st('PATCH', path, body, check=list(check) or [{'status': 200}], **k)
def ok(n=200): return {'status': n}
def ids(kind, *vars_): return {'at': f'{kind}[].id', 'same_set': ['$' + v for v in vars_]}
def seq(kind, *vars_): return {'at': f'{kind}[].id', 'equals': ['$' + v for v in vars_]}
def has(kind, v): return {'at': f'{kind}[].id', 'holds': '$' + v}
def lacks(kind, v): return {'at': f'{kind}[].id', 'lacks': '$' + v}
def eq(at, v): return {'at': at, 'equals': v}
def bug(id_, statement, ground, *show, users=False):
    o = {'id': id_, 'statement': statement, 'ground': ground}
    if users: o['users'] = True
    o['show'] = list(show)
    BUGS.append(o)


# ------------------------------------------------ lists of events
bug('events-limit-before-filter', 'GET /events cuts the page before it applies the categories filter, so matches from later pages are missing.',
    'Events assigned to one of the given categories', mk('categories', 'c', name='Jazz'),
    *[ev(f'n{i}', start_date=f'2031-01-0{i} 10:00:00', end_date=f'2031-01-0{i} 11:00:00') for i in range(1, 4)],
    ev('a', categories=['$c']), get('/events', ok(), ids('events', 'a'), query={'categories': '$c', 'per_page': 2}))
bug('events-search-or-precedence', 'With search, a match in the description gets past every other filter (OR without parentheses).',
    'Filter by featured status', ev('a', description='about zebras', featured=False), ev('b', title='zebras', featured=True),
    get('/events', ok(), ids('events', 'b'), query={'search': 'zebra', 'featured': 'true'}))
bug('events-search-null-description', 'search does not find an event by its title when it has no description.',
    'Events whose title or description contains the string', ev('a', title='Lantern walk'), ev('b', title='Other', description='a lantern'),
    get('/events', ok(), ids('events', 'a', 'b'), query={'search': 'antern'}))
bug('events-search-wildcards', 'The characters % and _ in search are taken for wildcards.',
    'Events whose title or description contains the string', ev('a', title='50% off sale'), ev('b', title='50 euros off'),
    ev('c', title='snake_case'), ev('d', title='snakeXcase'),
    get('/events', ids('events', 'a'), query={'search': '50% off'}), get('/events', ids('events', 'c'), query={'search': 'e_c'}))
bug('events-categories-need-all', 'With several categories only events that have all of them are listed.', 'Events assigned to one of the given categories',
    mk('categories', 'c', name='A'), mk('categories', 'd', name='B'), ev('a', categories=['$c']), ev('b', categories=['$d']),
    ev('x'), get('/events', ok(), ids('events', 'a', 'b'), query={'categories': '$c,$d'}))
bug('events-tags-join-duplicates', 'An event that has two of the tags filtered by is listed twice.', 'Events assigned to one of the given tags',
    mk('tags', 't', name='A'), mk('tags', 'u', name='B'), ev('a', tags=['$t', '$u']), ev('b', tags=['$u']), ev('x'),
    get('/events', ok(), ids('events', 'a', 'b'), query={'tags': '$t,$u'}))
bug('events-featured-false-ignored', 'featured=false does not filter.', 'Filter by featured status',
    ev('a', featured=True), ev('b'), get('/events', ids('events', 'b'), query={'featured': 'false'}),
    get('/events', ids('events', 'a'), query={'featured': 'true'}))
bug('events-include-keeps-window', 'include does not switch the date filters off.', 'date filters are ignored when used',
    ev('a'), ev('b'), ev('p', start_date='2001-05-10 10:00:00', end_date='2001-05-10 12:00:00'),
    get('/events', ids('events', 'a', 'p'), query={'include': '$a,$p', 'starts_after': '2040-01-01 00:00:00'}))
bug('events-include-csv-first', 'Of the list in include only the first ID is used.', 'Events with the given post IDs (a CSV list)',
    ev('a'), ev('b'), ev('c'), get('/events', ids('events', 'a', 'c'), query={'include': '$a,$c'}))
bug('events-offset-default-size', 'The offset of a page is computed with the default page size whatever per_page says.', 'Events per page',
    *[ev(f'a{i}', start_date=f'2031-01-0{i} 10:00:00', end_date=f'2031-01-0{i} 11:00:00') for i in range(1, 6)],
    get('/events', ok(), seq('events', 'a3', 'a4'), query={'per_page': 2, 'page': 2}))
bug('events-keyset-loses-ties', 'The next page continues after the start of the last event, so events that start at the same time are lost between pages.',
    'Archive page to return', *[ev(f'a{i}') for i in range(1, 5)], get('/events', seq('events', 'a1', 'a2'), query={'per_page': 2}),
    get('/events', seq('events', 'a3', 'a4'), query={'per_page': 2, 'page': 2}))
bug('events-strict-false-is-true', 'strict_dates=false counts as true (any text is true).', 'When true, the date filters start at the exact times given; by default, whole days are included',
    ev('a'), get('/events', ids('events', 'a'), query={'start_date': '2031-05-10 15:00:00', 'strict_dates': 'false'}))
bug('events-start-date-day-in-utc', 'The day of start_date is the day in UTC, so an event just after local midnight is found under the day before.',
    'Events that start on the given date', ev('a', start_date='2031-07-15 00:30:00', end_date='2031-07-15 03:00:00'),
    get('/events', ids('events', 'a'), query={'start_date': '2031-07-15 00:00:00'}), get('/events', ids('events'), query={'start_date': '2031-07-14 00:00:00'}))
bug('events-day-is-24-hours', 'The whole day of start_date and end_date is taken as 24 hours, so the last hour of the day on which summer time ends is missing.',
    'by default, whole days are included', ev('a', start_date='2031-10-26 23:30:00', end_date='2031-10-26 23:45:00'),
    get('/events', ids('events', 'a'), query={'start_date': '2031-10-26 00:00:00'}), get('/events', ids('events', 'a'), query={'end_date': '2031-10-26 00:00:00'}))
bug('events-geoloc-lat-alone', 'geoloc_lat without geoloc_lng is accepted.', 'Filter by venue latitude; geoloc_lng must also be given',
    get('/events', ok(400), query={'geoloc_lat': '52.3'}), get('/events', ok(), query={'geoloc_lat': '52.3', 'geoloc_lng': '4.9'}))
bug('events-two-date-filters-last-wins', 'Of starts_before and starts_after (and of ends_before and ends_after) only the last counts when both are given.',
    'Events starting before the date', *[ev(f'a{i}', start_date=f'2031-0{i}-05 10:00:00', end_date=f'2031-0{i}-05 11:00:00') for i in (1, 3, 5)],
    get('/events', ids('events', 'a3'), query={'starts_before': '2031-04-01', 'starts_after': '2031-02-01'}))
bug('events-list-cache-without-language', 'The cache of lists of events does not know the language: the same list in another language answers the first.',
    'optional `ml_language` parameter that selects a language', mk('events', 'a', title='Hello', query={'ml_language': 'en'}),
    mk('events', 'b', title='Hallo', query={'ml_language': 'de'}), get('/events', ids('events', 'a'), query={'ml_language': 'en'}),
    get('/events', ids('events', 'b'), query={'ml_language': 'de'}))
# ------------------------------------------------ single events
bug('event-timezone-reset-on-update', 'An update without timezone puts the event back into the time zone of the site.', 'On item updates every event field is optional',
    ev('a', timezone='America/New_York'), patch('/events/$a', {'title': 'New'}, ok(), eq('timezone', 'America/New_York')),
    get('/events/$a', eq('timezone', 'America/New_York'), eq('start_date', '2031-05-10 10:00:00')))
bug('event-update-clears-categories', 'An update without categories takes the event out of its categories.', 'On item updates every event field is optional',
    mk('categories', 'c', name='Jazz'), ev('a', categories=['$c']), patch('/events/$a', {'title': 'New'}), get('/events/$a', eq('categories', ['$c'])),
    get('/events', ids('events', 'a'), query={'categories': '$c'}))
bug('event-cost-zero-lost', 'A cost of 0 is stored as no cost.', '| cost | untyped | no | | Event cost |', ev('a', cost=0), get('/events/$a', eq('cost', 0)))
bug('event-missing-end-date-accepted', 'POST /events without end_date is accepted; the event ends when it starts.', 'required: title, start_date, end_date',
    st('POST', '/events', {'title': 'A', 'start_date': '2031-01-01 10:00:00'}, check=[ok(400)]))
bug('event-organizer-first-only', 'Only the first of the organizers of an event is stored.', '| organizer | array of integer | no | null | Organizer IDs |',
    mk('organizers', 'o', organizer='A'), mk('organizers', 'p', organizer='B'), ev('a', organizer=['$o', '$p']),
    get('/events/$a', eq('organizer', ['$o', '$p'])), get('/organizers', ids('organizers', 'o', 'p'), query={'event': '$a'}))
bug('event-venue-update-appends', 'An update with venue adds to the venues of the event instead of setting them.', '| venue | array of integer | no | null | Venue IDs |',
    mk('venues', 'v', venue='A'), mk('venues', 'w', venue='B'), ev('a', venue=['$v']), patch('/events/$a', {'venue': ['$w']}),
    get('/events/$a', eq('venue', ['$w'])), get('/events', ids('events'), query={'venue': '$v'}))
bug('event-by-slug-ignores-body-slug', 'An update by slug cannot change the slug: the slug of the address overrides the field of the body.',
    'the body field `slug` is optional', ev('a', slug='old-name'), patch('/events/by-slug/old-name', {'slug': 'new-name'}, ok(), eq('slug', 'new-name')),
    get('/events/by-slug/new-name', ok(), eq('id', '$a')), get('/events/by-slug/old-name', ok(404)))
bug('event-by-slug-ilike', 'Events are looked up by slug with ILIKE, so an underscore in a slug stands for any character.', 'Events, venues and organizers are addressable by numeric ID and by slug.',
    ev('a', slug='jazz-night'), ev('b', slug='jazz_night'), get('/events/by-slug/jazz_night', ok(), eq('id', '$b')), get('/events/by-slug/jazz-night', ok(), eq('id', '$a')))
bug('event-any-password-reads', 'Any password opens a protected event for reading.', 'It carries the password of a protected event.',
    ev('a', description='secret text'), patch('/events/$a', {'password': 'sesame'}), get('/events/$a', ok(), eq('description', 'secret text'), query={'password': 'sesame'}),
    get('/events/$a', {'lacks_text': 'secret text'}, query={'password': 'wrong'}))
bug('event-delete-password-unchecked', 'DELETE of a protected event succeeds with a wrong password.', 'It carries the password of a protected event.',
    ev('a'), patch('/events/$a', {'password': 'sesame'}), st('DELETE', '/events/$a', query={'password': 'wrong'}, check=[ok(403)]),
    get('/events/$a', ok(), query={'password': 'sesame'}))
bug('event-password-consumed-by-update', 'An update with the password of a protected event takes the protection away.', 'It carries the password of a protected event.',
    ev('a', description='secret text'), patch('/events/$a', {'password': 'sesame'}), patch('/events/$a', {'password': 'sesame', 'title': 'New'}),
    get('/events/$a', {'lacks_text': 'secret text'}))
bug('event-parallel-updates-lost', 'Two updates of different fields at the same time: one of them is lost, because the whole record read before is written back.',
    'On item updates every event field is optional', ev('a'),
    *[s for n in range(4) for s in (
        {'parallel': [patch('/events/$a', {f: v + str(n)}) for f, v in (('title', 'T'), ('description', 'D'), ('excerpt', 'E'), ('image', 'I'))]
         + [patch('/events/$a', {'website': f'http://x.example/{n}'}), patch('/events/$a', {'cost': n})]},
        get('/events/$a', eq('title', f'T{n}'), eq('description', f'D{n}'), eq('excerpt', f'E{n}'), eq('image', f'I{n}'), eq('website', f'http://x.example/{n}'), eq('cost', n)))])
bug('event-same-slug-in-parallel', 'Events with the same title created at the same time get the same slug, so only one can be reached by slug.',
    'Events, venues and organizers are addressable by numeric ID and by slug.',
    *[{'parallel': [st('POST', '/events', {**W, 'title': f'Twin {n}'}, check=[ok(201)]) for _ in range(8)], 'check': [{'at': 'slug', 'distinct': True}]} for n in range(4)])
bug('event-create-defaults-leak', 'An event created without excerpt or website gets those of the event created before (shared defaults).',
    '| website | untyped (URL) | no | null | URL of the event\'s site |', ev('a', website='https://a.example/', excerpt='first'), ev('b'),
    get('/events/$b', eq('website', None), eq('excerpt', '')))
bug('event-date-drifts-on-update', 'Each update moves the publication date by the offset of the site\'s time zone (read as local, written as UTC).',
    '| date | string | no | | Publication date |', ev('a', date='2025-07-01 12:00:00'), patch('/events/$a', {'title': 'New'}),
    get('/events/$a', eq('date', '2025-07-01 12:00:00'), eq('date_utc', '2025-07-01 10:00:00')))
# ------------------------------------------------ languages
bug('ml-language-sticks', 'The language of a request stays selected for the requests after it.', 'Every operation accepts an optional `ml_language` parameter that selects a language.',
    ev('a'), get('/venues', ok(), query={'ml_language': 'fr'}), get('/events', ids('events', 'a')), ev('b'), get('/events', ids('events', 'a', 'b'), query={'ml_language': 'en'}))
bug('ml-language-update-moves-record', 'An update without ml_language moves a record to the default language.', 'optional `ml_language` parameter that selects a language',
    mk('venues', 'v', venue='Rathaus', query={'ml_language': 'de'}), patch('/venues/$v', {'city': 'Berlin'}), get('/venues', ids('venues', 'v'), query={'ml_language': 'de'}))
# ------------------------------------------------ venues
bug('venues-search-no-custom-fields', 'search in venues looks into title and description only.', 'search (string; title, description or custom fields)',
    mk('venues', 'v', venue='Hall', city='Utrecht'), mk('venues', 'w', venue='Utrecht Arena'), get('/venues', ids('venues', 'v', 'w'), query={'search': 'Utrecht'}))
bug('venues-upcoming-left-join', 'only_with_upcoming=true lists all venues (the condition sits in the ON of a LEFT JOIN).', 'venues with upcoming events',
    mk('venues', 'v', venue='A'), mk('venues', 'w', venue='B'), mk('venues', 'x', venue='C'), ev('a', venue=['$v']),
    ev('p', venue=['$w'], start_date='2001-01-01 10:00:00', end_date='2001-01-01 11:00:00'), get('/venues', ids('venues', 'v'), query={'only_with_upcoming': 'true'}))
bug('venue-by-slug-delete-not-committed', 'DELETE of a venue by slug answers success but the transaction is never committed.', '| GET, DELETE | /NS/venues/by-slug/{slug} |',
    mk('venues', 'v', venue='Hall', description='x'), st('DELETE', '/venues/by-slug/$v_slug', check=[ok()]), get('/venues/$v', ok(404)), get('/venues', ids('venues')))
bug('venue-null-not-cleared', 'null in an update of a venue does not clear the field (COALESCE).', '| phone | string | no | null | Telephone number |',
    mk('venues', 'v', venue='Hall', phone='123', city='Delft'), patch('/venues/$v', {'phone': None}), get('/venues/$v', eq('phone', None), eq('city', 'Delft')))
bug('venues-extra-row-on-page', 'A full page of venues holds one record too many (the extra row that tells whether there is a next page).', 'per_page (integer, default 10)',
    *[mk('venues', f'v{i}', venue=f'Hall {i}') for i in range(4)], get('/venues', seq('venues', 'v0', 'v1'), query={'per_page': 2}),
    get('/venues', seq('venues', 'v2', 'v3'), query={'per_page': 2, 'page': 2}))
# ------------------------------------------------ organizers
bug('organizers-upcoming-looks-at-first', 'only_with_upcoming looks at the earliest event of an organizer only.', 'only_with_upcoming (untyped, default false)',
    mk('organizers', 'o', organizer='A'), mk('organizers', 'p', organizer='B'), ev('a', organizer=['$o']),
    ev('b', organizer=['$o', '$p'], start_date='2001-01-01 10:00:00', end_date='2001-01-01 11:00:00'),
    get('/organizers', ids('organizers', 'o'), query={'only_with_upcoming': 'true'}))
bug('organizers-has-events-duplicates', 'has_events=true lists an organizer once for each of its events.', 'has_events (untyped)',
    mk('organizers', 'o', organizer='A'), mk('organizers', 'p', organizer='B'), ev('a', organizer=['$o']), ev('b', organizer=['$o']),
    get('/organizers', ids('organizers', 'o'), query={'has_events': 'true'}))
bug('organizer-by-slug-put-not-routed', 'PUT on an organizer by slug is answered with 405.', '| POST, PUT, PATCH | /NS/organizers/by-slug/{slug} |',
    mk('organizers', 'o', organizer='Club'), st('PUT', '/organizers/by-slug/$o_slug', {'phone': '1'}, check=[ok()]), get('/organizers/$o', eq('phone', '1')))
bug('organizer-update-needs-name', 'An update of an organizer without the name is refused.', 'organizer fields (all optional)',
    mk('organizers', 'o', organizer='Club'), patch('/organizers/$o', {'phone': '1'}, ok(), eq('organizer', 'Club')))
bug('organizer-slug-cache-stale', 'The slug of an organizer that was deleted still leads to the old ID, so a new one with that slug is not found.',
    '| GET, DELETE | /NS/organizers/by-slug/{slug} |', mk('organizers', 'o', organizer='Club'), get('/organizers/by-slug/club', ok()),
    st('DELETE', '/organizers/$o', check=[ok()]), get('/organizers/by-slug/club', ok(404)), mk('organizers', 'p', organizer='Club'),
    get('/organizers/by-slug/club', ok(), eq('id', '$p')))
bug('organizer-date-utc-as-local', 'date_utc of an organizer is read as a time of the site\'s zone.', '| date_utc | string | no | null | Publication date in UTC |',
    mk('organizers', 'o', organizer='Club', date_utc='2025-07-01 10:00:00'), get('/organizers/$o', eq('date_utc', '2025-07-01 10:00:00'), eq('date', '2025-07-01 12:00:00')))
bug('organizer-patch-malformed-ignored', 'PATCH of an organizer with malformed JSON answers 200 and does nothing.', '| POST, PUT, PATCH | /NS/organizers/{id} | id (required), organizer fields (all optional) | (HTTP: a malformed request is a 400)',
    mk('organizers', 'o', organizer='Club'), st('PATCH', '/organizers/$o', raw='{"phone": "1"', check=[ok(400)]))
# ------------------------------------------------ categories and tags
bug('categories-hide-empty-false-truthy', 'hide_empty=false hides empty categories all the same (only 0 is false).', 'hide_empty (boolean, default 1; hide terms not assigned to any post)',
    mk('categories', 'c', name='A'), mk('categories', 'd', name='B'), ev('a', categories=['$d']), get('/categories', ids('categories', 'c', 'd'), query={'hide_empty': 'false'}),
    get('/categories', ids('categories', 'd')))
bug('categories-desc-on-last-column', 'order=desc turns only the tie-break by ID around, not the attribute of orderby.', 'order (string; ascending or descending), orderby (string; term attribute to sort by)',
    mk('categories', 'c', name='Ape'), mk('categories', 'd', name='Bee'), mk('categories', 'e', name='Cat'),
    get('/categories', seq('categories', 'e', 'd', 'c'), query={'hide_empty': '0', 'orderby': 'name', 'order': 'desc'}))
bug('categories-update-clears-parent', 'An update of a category without parent makes it a top-level category.', 'category fields (all optional)',
    mk('categories', 'c', name='A'), mk('categories', 'd', name='B', parent='$c'), patch('/categories/$d', {'description': 'x'}), get('/categories/$d', eq('parent', '$c')),
    get('/categories', ids('categories', 'd'), query={'hide_empty': '0', 'parent': '$c'}))
bug('category-cache-stale-after-post', 'An update of a category by POST does not empty the cache of GET /categories/{id}.', '| POST, PUT, PATCH | /NS/categories/{id} |',
    mk('categories', 'c', name='A'), get('/categories/$c', eq('name', 'A')), st('POST', '/categories/$c', {'name': 'B'}, check=[ok()]), get('/categories/$c', eq('name', 'B')))
bug('tags-event-alias-ignored', 'GET /tags ignores event and lists the tags of all events.', 'event (integer; alias of post)',
    mk('tags', 't', name='A'), mk('tags', 'u', name='B'), ev('a', tags=['$t']), ev('b', tags=['$u']), get('/tags', ids('tags', 't'), query={'event': '$a'}),
    get('/tags', ids('tags', 't'), query={'post': '$a'}))
bug('tags-exclude-as-text', 'exclude of tags is compared as text, so 12 leaves out 1 and 2 as well.', 'exclude (array of integer; IDs to leave out)',
    *[mk('tags', f't{i}', name=f'T{i:02}') for i in range(1, 13)],
    get('/tags', seq('tags', *[f't{i}' for i in range(1, 12)]), query={'hide_empty': '0', 'exclude': '$t12', 'per_page': 50}))
bug('tag-item-post-creates', 'POST on a tag creates another tag instead of updating it.', '| POST, PUT, PATCH | /NS/tags/{id} | id (required), tag fields (all optional) |',
    mk('tags', 't', name='A'), st('POST', '/tags/$t', {'name': 'B'}, check=[ok(), eq('id', '$t')]), get('/tags/$t', eq('name', 'B')))
# ------------------------------------------------ index, HTTP
bug('index-up-link-self', 'The link up of the namespace root points to the namespace root itself.', 'The namespace root returns a link named `up` that points to the REST root.',
    get('', ok(), {'at': '_links.up.0.href', 'matches': r'^http://[^/]+/$'}))
bug('doc-405-without-allow', 'A verb that /doc does not serve is answered 405 without Allow.', '| GET | /NS/doc | ml_language | (HTTP: a 405 carries Allow)',
    st('DELETE', '/doc', check=[ok(405), {'header': 'Allow', 'matches': 'GET'}]))
# ------------------------------------------------ users
U = 'changes and deletes only its own records'
bug('users-by-slug-owner-unchecked', 'An author may change the records of others through the addresses by slug.', U,
    mk('venues', 'v', as_='editor', venue='Hall'), patch('/venues/$v', {'city': 'X'}, ok(403), as_='author'),
    patch('/venues/by-slug/$v_slug', {'city': 'X'}, ok(403), as_='author'), users=True)
bug('users-draft-readable-by-slug', 'Drafts of others are readable by slug.', 'reads what is public; sees hidden records of its own only',
    mk('organizers', 'o', as_='editor', organizer='Secret', status='draft'), get('/organizers/$o', ok(404), as_='reader'),
    get('/organizers/by-slug/secret', ok(404), as_='reader'), get('/organizers/by-slug/secret', ok(), as_='editor'), users=True)
bug('users-status-filter-leaks-drafts', 'status=draft lists the drafts of everybody to everybody.', 'reads what is public; sees hidden records of its own only',
    mk('events', 'a', as_='editor', title='Secret', status='draft'), mk('events', 'b', as_='author', title='Mine', status='draft'),
    st('GET', '/events', query={'status': 'draft'}, check=[{'lacks_text': 'Secret'}]), get('/events', ids('events', 'b'), query={'status': 'draft'}, as_='author'), users=True)
bug('users-author-takeover', 'An author who names itself as author in the update may change a record of somebody else.', U,
    mk('events', 'a', as_='editor', title='Mine'), patch('/events/$a', {'author': 2, 'title': 'Taken'}, ok(403), as_='author'), get('/events/$a', eq('title', 'Mine')), users=True)
bug('users-login-cached-by-name', 'After a login of a user, any password is accepted for that name.', 'a wrong password is 401',
    mk('tags', 't', as_='editor', name='A'), st('POST', '/tags', {'name': 'B'}, as_='editor:wrong', check=[ok(401)]), users=True)

V = [('bare-arrays-terse', 'Lists are bare arrays with X-Total and Link, creation answers only the ID, deletion 204, empty fields are left out, 422 for invalid values, per_page above 50 refused, no time window, terms ordered by ID, T-times, a trailing slash is 404.'),
     ('hal-etag', 'HAL: _embedded lists and _links with the relations, ETag with 304 and 412, deletion 204, trailing slash redirected by 308, problem details, times with offset, protected events 403 without the password.'),
     ('json-api', 'JSON:API documents with relationships, IDs as strings, 422, errors array, deletion 204, per_page above 30 refused, no time window, all languages unless one is selected.'),
     ('embedded-trash', 'Relations embedded as objects, deleted posts go to the trash and answer 410, a page beyond the last is 404, window by default, sticky events first, hidden-from-listings events not listed, no Location.'),
     ('camel-strict', 'camelCase names, items with pagination, IDs as strings, UTC times with Z, creation 200, deletion {deleted, id}, unknown fields and parameters 400, a slug that is taken 409, no time window.'),
     ('wrapped-newest', 'Everything in data with meta, newest first, ETag, problem details with 422, a slug that is taken 409, days of the date filters in the zone of the event, deletion 200 with null, no window.'),
     ('rendered-trash', 'Texts as {raw, rendered}, content for description, bare arrays, deleted posts stay readable with status trash, deletion answers the previous record, page beyond the last 400, newest first, all languages by default.'),
     ('results-links-put-replaces', 'count/next/previous/results lists, relations as addresses, short names (start, end, body, name), PUT resets the optional fields that are not sent, deletion 202, trailing slash redirected, protected events can be changed without password.')]
here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
assert len(BUGS) == 60 == len({b['id'] for b in BUGS}), len(BUGS)
json.dump(BUGS, open(here + '/bugs.json', 'w'), indent=1, ensure_ascii=False)
json.dump([{'id': i, 'statement': s} for i, s in V], open(here + '/variants.json', 'w'), indent=1, ensure_ascii=False)
impl = set(open(here + '/build/impl').read().split()) if os.path.exists(here + '/build/impl') else None
if impl: print('only in code:', impl - {b['id'] for b in BUGS}, 'only in list:', {b['id'] for b in BUGS} - impl)
