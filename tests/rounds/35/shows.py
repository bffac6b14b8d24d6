"""The conversations that show the bugs: steps with checks that hold for the honest server; the bug breaks the last but one or the last.
`python3 selftest.py write` makes bugs.json of them."""
BUGS = []
W = {'start_date': '2031-05-10 10:00:00', 'end_date': '2031-05-10 12:00:00'}


def st(method, path, *check, body=None, query=None, as_=None, raw=None, save=None, headers=None, save_header=None):
    o = {'method': method, 'path': path, 'check': list(check)}
    for k, v in (('body', body), ('query', query), ('as', as_), ('raw', raw), ('save', save), ('headers', headers), ('save_header', save_header)):
        if v is not None: o[k] = v
    return o


def mk(kind, var, as_=None, query=None, **f):
    if kind == 'events': f = {**W, **f}
    return st('POST', '/' + kind, {'status': 201}, body=f, query=query, as_=as_, save={var: 'id', var + '_slug': 'slug'})


def ev(var, title=None, day=None, **f):
    if day: f = {'start_date': day + ' 10:00:00', 'end_date': day + ' 12:00:00', **f}
    return mk('events', var, title=title or f'Event {var}', **f)


def get(path, *check, **k): return st('GET', path, *check, **k)
def patch(path, body, *check, **k): return st('PATCH', path, *(check or [{'status': 200}]), body=body, **k)
def delete(path, *check, **k): return st('DELETE', path, *(check or [ok()]), **k)
def ok(n=200): return {'status': n}
def ids(kind, *v): return {'at': f'{kind}[].id', 'same_set': ['$' + x for x in v]}
def seq(kind, *v): return {'at': f'{kind}[].id', 'equals': ['$' + x for x in v]}
def eq(at, v): return {'at': at, 'equals': v}
def bug(id_, statement, ground, *show, users=False): BUGS.append({'id': id_, 'statement': statement, 'ground': ground, 'users': users, 'show': list(show)})


# ------------------------------------------------ lists of events
bug('events-next-link-loses-filters', 'The links to the next and the previous page of events carry the page and the page size but none of the filters.',
    'Plain sense: page 2 of a list is page 2 of the same list ("page: Archive page to return", "Events whose title or description contains the string").',
    ev('a', 'Jazz one', '2031-01-01'), ev('b', 'Other', '2031-01-02'), ev('c', 'Jazz two', '2031-01-03'),
    get('/events', ok(), seq('events', 'a'), {'at': 'next_rest_url', 'matches': 'search=Jazz'}, query={'search': 'Jazz', 'per_page': 1}))
bug('events-strict-not-for-ends', 'strict_dates is applied to starts_before and starts_after only; ends_before and ends_after still take whole days.',
    'When true, the date filters start at the exact times given', ev('a'),
    get('/events', ids('events', 'a'), query={'ends_before': '2031-05-10 11:00:00'}),
    get('/events', ok(), ids('events'), query={'ends_before': '2031-05-10 11:00:00', 'strict_dates': 'true'}))
bug('events-ends-after-by-start', 'ends_after compares the start of the event, so an event that began before and ends after is missing.', 'Events ending after the date',
    ev('a', start_date='2031-05-01 10:00:00', end_date='2031-05-20 10:00:00'), ev('b', day='2031-05-02'),
    get('/events', ok(), ids('events', 'a'), query={'ends_after': '2031-05-10 00:00:00'}))
bug('events-start-date-is-from', 'start_date lists all events from that date on, not those that start on it.', 'Events that start on the given date',
    ev('a'), ev('b', day='2031-05-12'), get('/events', ok(), ids('events', 'a'), query={'start_date': '2031-05-10 00:00:00'}))
bug('events-venue-or-organizer', 'venue and organizer together list the events that have the one or the other.',
    'Events assigned to one of the given venue IDs (and) Events assigned to one of the given organizer IDs: each filter holds for itself.',
    mk('venues', 'v', venue='Hall'), mk('organizers', 'o', organizer='Club'), ev('a', venue=['$v'], organizer=['$o']), ev('b', venue=['$v']), ev('c', organizer=['$o']),
    get('/events', ok(), ids('events', 'a'), query={'venue': '$v', 'organizer': '$o'}))
bug('events-terms-mixed-list', 'In a list of categories or tags that holds a slug, the IDs are taken for slugs too.', 'Events assigned to one of the given categories (slugs or IDs per the description)',
    mk('categories', 'c', name='Jazz'), mk('categories', 'd', name='Folk'), ev('a', categories=['$c']), ev('b', categories=['$d']),
    get('/events', ok(), ids('events', 'a', 'b'), query={'categories': '$c,$d_slug'}))
bug('events-include-drops-filters', 'include switches off all other filters (search, featured, venue, categories ...), not only those on dates.', 'date filters are ignored when used (those on dates only)',
    ev('a', featured=True), ev('b'), get('/events', ok(), ids('events', 'a'), query={'include': '$a,$b', 'featured': 'true'}))
bug('events-order-without-tie-break', 'Events are sorted by their start alone, so among events with the same start the pages overlap and events are missing.',
    'Archive page to return: the pages together are the list.', *[ev(f'a{i}') for i in range(1, 7)],
    *[{**get('/events', ok(), *([{'gathered': 'all', 'same_set': [f'$a{n}' for n in range(1, 7)]}] if p == 6 else []), query={'per_page': 1, 'page': p}),
       'gather': {'all': 'events[].id'}} for p in range(1, 7)])
bug('events-search-any-word', 'search of several words lists the events that contain any of the words.', 'Events whose title or description contains the string',
    ev('a', 'Open jazz night'), ev('b', 'Jazz brunch'), ev('c', 'x', description='A quiet night'), get('/events', ok(), ids('events', 'a'), query={'search': 'jazz night'}))
bug('query-decoded-twice', 'The values of the query are percent-decoded a second time, so a plus sign becomes a space.', 'RFC 3986, 2.4: implementations must not percent-encode or decode the same string more than once.',
    ev('a', 'C++ meeting'), ev('b', 'C meeting'), get('/events', ok(), ids('events', 'a'), query={'search': 'C++ m'}))
bug('status-filter-adds-published', 'The filter by status adds the published records to those with the status asked for.', 'status (string): Filter by post status',
    mk('venues', 'v', venue='A', status='draft'), mk('venues', 'w', venue='B'), get('/venues', ok(), ids('venues', 'v'), query={'status': 'draft'}),
    get('/venues', ids('venues', 'w'), query={'status': 'publish'}))
bug('events-date-filters-need-time', 'starts_before, starts_after, ends_before and ends_after refuse a date without a time.', '| starts_before | date | none | Events starting before the date |',
    ev('a'), ev('b', day='2031-07-10'), get('/events', ok(), ids('events', 'a'), query={'starts_before': '2031-06-01'}))
bug('events-list-carries-password', 'The records in the list of events hold the password of protected events.', 'It carries the password of a protected event: who does not have it must not be told it.',
    ev('a'), patch('/events/$a', {'password': 'open-sesame'}), get('/events', ok(), ids('events', 'a'), {'lacks_text': 'open-sesame'}))
# ------------------------------------------------ single events
bug('event-utc-winter-offset', 'The instant of an event is computed with the winter offset of its zone all year, so late events in summer are found on the next day.',
    'Events that start on the given date', ev('a', start_date='2031-07-15 23:30:00', end_date='2031-07-15 23:50:00'),
    get('/events', ok(), ids('events'), query={'start_date': '2031-07-16 00:00:00'}), get('/events', ok(), ids('events', 'a'), query={'start_date': '2031-07-15 00:00:00'}))
bug('event-timezone-change-keeps-instant', 'An update that changes only the time zone leaves the stored instants of start and end as they were.',
    'Plain sense: reads agree with each other; an event moved to a zone is found like one created in it (timezone: Event time zone).',
    ev('a', timezone='Asia/Tokyo'), ev('b', timezone='America/New_York'), patch('/events/$b', {'timezone': 'Asia/Tokyo'}, ok(), eq('timezone', 'Asia/Tokyo'), eq('start_date', '2031-05-10 10:00:00')),
    get('/events', ok(), ids('events', 'a', 'b'), query={'starts_before': '2031-05-10 08:00:00', 'strict_dates': 'true'}))
bug('event-own-slug-gets-suffix', 'An update that sends the slug the event already has gets a suffix, as if the slug were taken by somebody else.', '| slug | string | no | | Event slug | (what was sent, and free, is kept)',
    ev('a', slug='summer-night'), patch('/events/$a', {'title': 'New', 'slug': 'summer-night'}, ok(), eq('slug', 'summer-night')), get('/events/by-slug/summer-night', ok(), eq('id', '$a')))
bug('event-title-update-renews-slug', 'A change of the title replaces the slug, even one that the client had set.', 'Plain sense: what was not asked for is not changed (any event fields, all optional).',
    ev('a', slug='my-own-slug'), patch('/events/$a', {'title': 'Brand new title'}), get('/events/by-slug/my-own-slug', ok(), eq('id', '$a')))
bug('event-cost-whole-numbers', 'A cost that is a number loses its cents.', '| cost | untyped | no | | Event cost | (what was accepted is kept)', ev('a', cost=12.5), get('/events/$a', ok(), eq('cost', 12.5)))
bug('event-website-lowercased', 'The website of an event is stored in lower case, path and query too.', 'URL of the event\'s site; RFC 3986, 6.2.2.1: other components than scheme and host are case-sensitive.',
    ev('a', website='https://example.org/Programme/Jazz?Id=AbC'), get('/events/$a', ok(), eq('website', 'https://example.org/Programme/Jazz?Id=AbC')))
bug('event-refused-update-kept', 'An update that is refused because the event would end before it starts is stored all the same.', 'Plain sense: what was refused changes nothing.',
    ev('a', 'Old title'), patch('/events/$a', {'title': 'New title', 'end_date': '2031-05-09 10:00:00'}, ok(400)), get('/events/$a', ok(), eq('title', 'Old title')))
bug('event-delete-takes-organizers', 'With an event its organizers are deleted that have no other event.', 'Plain sense: what was not asked for is not changed (DELETE /NS/events/{id}).',
    mk('organizers', 'o', organizer='Club'), ev('a', organizer=['$o']), delete('/events/$a'), get('/organizers/$o', ok()))
bug('event-description-cut-at-emoji', 'The description of an event is cut off at the first character beyond the basic plane (an emoji).', 'Plain sense: what was accepted is kept (description: Event description).',
    ev('a', description='Fun \U0001F389 for all'), get('/events/$a', ok(), eq('description', 'Fun \U0001F389 for all')))
bug('event-start-update-moves-end', 'An update of start_date alone moves end_date by the same span.', 'On item updates every event field is optional; what was not asked for is not changed.',
    ev('a'), patch('/events/$a', {'start_date': '2031-05-10 09:00:00'}), get('/events/$a', ok(), eq('start_date', '2031-05-10 09:00:00'), eq('end_date', '2031-05-10 12:00:00')))
bug('event-all-day-single-day', 'An all-day event over several days ends on the day on which it starts.', '| end_date | string | yes | | End date and time | (what was accepted is kept)',
    ev('a', start_date='2031-05-10 00:00:00', end_date='2031-05-12 23:59:59', all_day=True), get('/events/$a', ok(), {'at': 'end_date', 'matches': '^2031-05-12'}),
    get('/events', ids('events', 'a'), query={'ends_after': '2031-05-12'}))
bug('event-password-first-eight', 'Of the password of a protected event only the first eight characters are compared.', 'It carries the password of a protected event.',
    ev('a', description='secret text'), patch('/events/$a', {'password': 'long-password-1'}), get('/events/$a', ok(), eq('description', 'secret text'), query={'password': 'long-password-1'}),
    get('/events/$a', {'lacks_text': 'secret text'}, ok(403), query={'password': 'long-password-2'}))
bug('event-by-slug-shows-protected', 'GET by slug shows the text of a protected event without a password.', 'It carries the password of a protected event (by-ID only); reads agree with each other.',
    ev('a', description='secret text'), patch('/events/$a', {'password': 'sesame'}), get('/events/$a', {'lacks_text': 'secret text'}), get('/events/by-slug/$a_slug', ok(), {'lacks_text': 'secret text'}))
bug('event-etag-without-relations', 'The ETag of an event is made of its ID and time of change, so it stays when one of its venues is deleted.', 'RFC 9110, 8.8.1: a strong validator changes whenever the representation changes.',
    mk('venues', 'v', venue='Hall'), ev('a', venue=['$v']), get('/events/$a', ok(), eq('venue', ['$v']), save_header={'tag': 'ETag'}), get('/events/$a', ok(304), headers={'If-None-Match': '$tag'}),
    delete('/venues/$v'), get('/events/$a', ok(), eq('venue', []), headers={'If-None-Match': '$tag'}))
# ------------------------------------------------ venues
bug('delete-ignores-if-match', 'DELETE does not look at If-Match (updates do).', 'RFC 9110, 13.1.1: the server must not perform the method if the condition is false.',
    mk('venues', 'v', venue='Hall'), patch('/venues/$v', {'city': 'Gouda'}, ok(412), headers={'If-Match': '"other"'}), delete('/venues/$v', ok(412), headers={'If-Match': '"other"'}), get('/venues/$v', ok()))
bug('venue-zip-as-number', 'A postal code of digits is stored as a number and loses its leading zeros.', '| zip | string | no | null | Postal code | (what was accepted is kept)',
    mk('venues', 'v', venue='Halle', zip='01067'), get('/venues/$v', ok(), eq('zip', '01067')))
bug('venue-by-slug-not-decoded', 'The slug in the address of a venue is compared without percent-decoding, so a slug with other than ASCII letters is never found.',
    'Events, venues and organizers are addressable by numeric ID and by slug. ({slug} is a string without /)', mk('venues', 'v', venue='東京 Hall', address='x'), get('/venues/by-slug/%E6%9D%B1%E4%BA%AC-hall', ok(), eq('id', '$v')))
bug('venues-event-filter-swapped', 'event of venues compares the ID of the event with the venue side of the link.', 'event (integer; venues related to the event)',
    mk('venues', 'v', venue='A'), mk('venues', 'w', venue='B'), ev('a', venue=['$v']), get('/venues', ok(), ids('venues', 'v'), query={'event': '$a'}))
bug('venues-has-events-upcoming-only', 'has_events of venues counts upcoming events only.', 'has_events (untyped; venues with associated events), only_with_upcoming (... venues with upcoming events)',
    mk('venues', 'v', venue='A'), mk('venues', 'w', venue='B'), ev('a', day='2011-05-10', venue=['$v']), get('/venues', ok(), ids('venues', 'v'), query={'has_events': 'true'}))
bug('venues-list-cache-not-emptied', 'Lists of venues are cached and emptied when a venue is written, but not when an event is.', 'event (integer; venues related to the event); reads agree with each other',
    mk('venues', 'v', venue='A'), ev('a'), get('/venues', ok(), ids('venues'), query={'event': '$a'}), patch('/events/$a', {'venue': ['$v']}), get('/venues', ok(), ids('venues', 'v'), query={'event': '$a'}))
# ------------------------------------------------ organizers
bug('organizer-by-slug-digits-as-id', 'A slug of digits in the address of an organizer is taken for an ID.', 'GET /NS/organizers/by-slug/{slug}: slug (string, required)',
    mk('organizers', 'o', organizer='1984'), get('/organizers/by-slug/$o_slug', ok(), eq('id', '$o')))
bug('organizer-email-plus-refused', 'An e-mail address with a plus sign is refused.', '| email | string | no | null | E-mail address | (RFC 5322: + may stand in the local part)',
    mk('organizers', 'o', organizer='Club', email='club+events@example.org'), get('/organizers/$o', ok(), eq('email', 'club+events@example.org')))
bug('organizers-per-page-ignored', 'per_page of organizers is read and not used.', 'per_page (integer, default 10)',
    *[mk('organizers', f'o{i}', organizer=f'Club {i}') for i in (1, 2, 3)], get('/organizers', ok(), seq('organizers', 'o1', 'o2'), query={'per_page': 2}),
    get('/organizers', ok(), seq('organizers', 'o3'), query={'per_page': 2, 'page': 2}))
bug('organizers-upcoming-by-publication', 'only_with_upcoming of organizers looks at the publication date of the events.', 'only_with_upcoming (untyped, default false)',
    mk('organizers', 'o', organizer='A'), mk('organizers', 'p', organizer='B'), ev('a', organizer=['$o']), ev('b', day='2011-05-10', organizer=['$p']),
    get('/organizers', ok(), ids('organizers', 'o'), query={'only_with_upcoming': 'true'}))
bug('organizer-create-language-ignored', 'An organizer is created in the default language whatever ml_language says.', 'Every operation accepts an optional `ml_language` parameter that selects a language.',
    mk('organizers', 'o', query={'ml_language': 'de'}, organizer='Verein'), get('/organizers', ok(), ids('organizers'), query={'ml_language': 'en'}), get('/organizers', ok(), ids('organizers', 'o'), query={'ml_language': 'de'}))
bug('organizers-etag-by-newest', 'The ETag of a list of organizers is that of its newest change, so it stays when an older organizer is deleted.', 'RFC 9110, 8.8.1: a strong validator changes whenever the representation changes.',
    mk('organizers', 'o', organizer='A'), mk('organizers', 'p', organizer='B'), get('/organizers', ok(), ids('organizers', 'o', 'p'), save_header={'tag': 'ETag'}), delete('/organizers/$o'),
    get('/organizers', ok(), ids('organizers', 'p'), headers={'If-None-Match': '$tag'}))
# ------------------------------------------------ categories
bug('category-bad-parent-leaves-category', 'POST of a category with a parent that does not exist is refused, but the category is there afterwards.', 'Plain sense: what was refused changes nothing.',
    st('POST', '/categories', ok(400), body={'name': 'Orphan', 'parent': 98765}), get('/categories', ok(), ids('categories'), query={'hide_empty': '0'}))
bug('category-delete-takes-children', 'With a category all categories below it are deleted.', 'Plain sense: what was not asked for is not changed (DELETE /NS/categories/{id}).',
    mk('categories', 'c', name='Music'), mk('categories', 'd', name='Jazz', parent='$c'), delete('/categories/$c'), get('/categories/$d', ok(), eq('name', 'Jazz')))
bug('categories-exclude-lost-with-include', 'exclude of categories is ignored when include is given.', 'exclude (array of integer; IDs to leave out)',
    mk('categories', 'c', name='A'), mk('categories', 'd', name='B'), get('/categories', ok(), ids('categories', 'c'), query={'hide_empty': '0', 'include': '$c,$d', 'exclude': '$d'}))
bug('categories-parent-lists-itself', 'The filter parent lists the parent itself along with the categories below it.', 'parent (integer) / Parent category ID',
    mk('categories', 'c', name='Music'), mk('categories', 'd', name='Jazz', parent='$c'), get('/categories', ok(), ids('categories', 'd'), query={'hide_empty': '0', 'parent': '$c'}))
# ------------------------------------------------ tags
bug('tags-hide-empty-default-off', 'Without hide_empty, GET /tags lists tags that no event has.', 'hide_empty (boolean, default 1; hide terms not assigned to any post)',
    mk('tags', 't', name='Used'), mk('tags', 'u', name='Unused'), ev('a', tags=['$t']), get('/tags', ok(), ids('tags', 't')))
bug('tags-use-counter-stale', 'hide_empty of tags looks at a stored counter that is not counted down when an event is deleted.', 'hide_empty (boolean, default 1; hide terms not assigned to any post)',
    mk('tags', 't', name='Used'), ev('a', tags=['$t']), get('/tags', ok(), ids('tags', 't')), delete('/events/$a'), get('/tags', ok(), ids('tags')))
bug('tags-list-cache-by-values', 'The key of the cache of lists of tags is made of the values of the parameters without their names, so exclude=5 answers what include=5 did.', 'exclude (array of integer; IDs to leave out), include (array of integer; restrict to IDs)',
    mk('tags', 't', name='A'), mk('tags', 'u', name='B'), get('/tags', ok(), ids('tags', 't'), query={'hide_empty': '0', 'include': '$t'}),
    get('/tags', ok(), ids('tags', 'u'), query={'hide_empty': '0', 'exclude': '$t'}))
bug('tag-parallel-create-fails', 'Of tags with the same name created at the same time some fail with 500 (the race for the slug is not handled).', 'RFC 9110, 15.6.1: 500 is a failure of the server; POST /NS/tags: name (required).',
    {'parallel': [mk('tags', f't{i}', name='Same') for i in range(8)]})
bug('tag-name-cut-at-comma', 'The name of a tag is cut off at a comma.', '| name | string | yes | Tag name | (what was accepted is kept)', mk('tags', 't', name='Food, drink'), get('/tags/$t', ok(), eq('name', 'Food, drink')))
# ------------------------------------------------ common
bug('ml-language-en-refused', 'ml_language=en is refused (the languages are taken from those that have a path segment).', '| ml_language | string | no | nl, en, fr, de |',
    mk('categories', 'c', name='A'), get('/categories/$c', ok(), query={'ml_language': 'nl'}), get('/categories/$c', ok(), query={'ml_language': 'en'}))
bug('head-not-served', 'HEAD is answered 405 where GET is served.', 'RFC 9110, 9.1: all general-purpose servers must support the methods GET and HEAD.',
    mk('organizers', 'o', organizer='Club'), st('HEAD', '/organizers/$o', ok()), st('HEAD', '/events', ok()))
bug('content-length-in-characters', 'An answer is cut to the count of its characters in place of its bytes, so JSON with other than ASCII characters is not complete.', 'RFC 9110, 8.6: Content-Length counts octets; the answer must be whole.',
    st('POST', '/categories', ok(201), body={'name': 'Kunst & Müsik für Ältere'}), get('/categories', ok(), eq('categories.0.name', 'Kunst & Müsik für Ältere'), query={'hide_empty': '0'}))
bug('json-charset-not-understood', 'A body whose Content-Type is "application/json; charset=utf-8" is not read as JSON.', 'RFC 9110, 8.3.1: a media type may carry parameters; required: name (it was given).',
    st('POST', '/categories', ok(201), body={'name': 'Jazz'}, headers={'Content-Type': 'application/json; charset=utf-8'}))
# ------------------------------------------------ users
U = 'Plain sense of the users: '
bug('users-reader-creates-terms', 'A reader may create categories and tags.', U + 'a reader reads.', mk('tags', 't', 'editor', name='A'), st('POST', '/events', ok(403), body={**W, 'title': 'x'}, as_='reader'),
    st('POST', '/tags', ok(403), body={'name': 'B'}, as_='reader'), users=True)
bug('users-author-sees-all-drafts', 'An author reads the drafts of everybody by ID.', U + 'a draft is for its author and for editors; reads agree with each other (the list does not show it).',
    mk('venues', 'v', 'editor', venue='Secret', status='draft'), get('/venues', ok(), ids('venues'), query={'status': 'draft'}, as_='author'), get('/venues/$v', ok(404), as_='author'), users=True)
bug('users-include-leaks-drafts', 'include lists drafts to everybody.', U + 'a draft is not public; of the filters only those on dates are ignored with include.',
    mk('events', 'a', 'editor', title='Secret', status='draft'), mk('events', 'b', 'editor', title='Public'), get('/events/$a', ok(404)), get('/events', ok(), ids('events', 'b'), query={'include': '$a,$b'}), users=True)
bug('users-list-cache-shared', 'The cache of lists does not know the user: what an editor was shown is shown to all who ask the same.', U + 'a draft is not public.',
    mk('organizers', 'o', 'editor', organizer='Secret', status='draft'), get('/organizers', ok(), ids('organizers', 'o'), query={'status': 'draft'}, as_='editor'),
    get('/organizers', ok(), ids('organizers'), query={'status': 'draft'}), users=True)
bug('users-delete-owner-unchecked', 'An author may delete the records of others (but not update them).', U + 'an author changes and deletes only its own records.',
    mk('organizers', 'o', 'editor', organizer='Club'), patch('/organizers/$o', {'phone': '1'}, ok(403), as_='author'), delete('/organizers/$o', ok(403), as_='author'), users=True)
bug('users-login-any-case', 'The password of a login is compared without regard to case.', 'RFC 7617: the password is what was agreed; another one is a wrong one (401).',
    st('POST', '/tags', ok(401), body={'name': 'A'}, as_='editor:EDITOR'), users=True)
bug('users-401-without-challenge', 'A write without login is answered 401 without WWW-Authenticate.', 'RFC 9110, 15.5.2: the server generating a 401 must send a WWW-Authenticate header field.',
    st('POST', '/categories', ok(401), {'header': 'WWW-Authenticate', 'matches': '(?i)basic'}, body={'name': 'A'}), users=True)
bug('users-created-record-of-first-user', 'What an author creates is stored as the record of user 1, so the author cannot change it afterwards.', U + 'an author changes its own records; what was accepted is kept.',
    mk('events', 'a', 'author', title='Mine'), patch('/events/$a', {'title': 'Still mine'}, ok(), as_='author'), users=True)
