"""Listing: filters, order and pages."""
import re
from datetime import datetime, time, timedelta

from django.db.models import Count, F, Min, Q, Value

from .fields import SITE, ApiError, FormStr, invalid, parse_dt, to_bool, to_int, wall
from .models import MODELS, NAME, Category, Event, Tag, UContains, UContainsCase, UFold
from .render import list_response, render_many
from .switches import USERS, bug, opt

COMMON = ['page', 'per_page', 'search', 'ml_language']
PARAMS = {
    'events': COMMON + ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'strict_dates',
                        'categories', 'tags', 'venue', 'organizer', 'featured', 'status', 'geoloc', 'geoloc_lat',
                        'geoloc_lng', 'include', 'post_parent', 'ticketed'],
    'venues': COMMON + ['event', 'has_events', 'only_with_upcoming', 'status'],
    'organizers': COMMON + ['event', 'has_events', 'only_with_upcoming', 'status'],
    'categories': COMMON + ['exclude', 'include', 'order', 'orderby', 'hide_empty', 'parent', 'post', 'event', 'slug'],
    'tags': COMMON + ['exclude', 'include', 'order', 'orderby', 'hide_empty', 'post', 'event', 'slug'],
}
NEVER = Q(pk__in=[])
gone_links = set()          # organizers of deleted events (one bug's stale links)
stale_terms = set()         # categories whose stored count was not lowered (one bug)


def readable(kind, qs, user):
    """The records of a collection of posts that this user may see in a list."""
    if opt('gone') == 'trash':
        qs = qs.exclude(status='trash')
    if opt('protect') and kind == 'events' and not USERS:
        qs = qs.filter(password='')
    if user['all']:
        return qs
    public = Q(status='publish')
    if kind == 'events':
        public &= Q(password='')
    if user['role'] == 'author' and not (bug('ve-own-drafts-unlisted') and kind == 'venues'):
        return qs.filter(public | Q(author=user['id']))
    return qs.filter(public)


class Query:
    def __init__(self, request):
        self.get = request.GET

    def text(self, name):
        return self.get.get(name, '')

    def has(self, name):
        return name in self.get

    def bool(self, name):
        return to_bool(FormStr(self.get[name]), name)

    def int(self, name, low=0):
        return to_int(FormStr(self.get[name]), name, low)

    def tokens(self, name):
        out = []
        for key in self.get:
            if key == name or re.fullmatch(re.escape(name) + r'\[\d*\]', key):
                for v in self.get.getlist(key):
                    out += [t.strip() for t in v.split(',') if t.strip()]
        return out

    def ids(self, name):
        out = []
        for t in self.tokens(name):
            if not re.fullmatch(r'-?\d{1,30}', t, re.A):
                raise invalid(name, 'has an item that is not an ID')
            n = int(t)
            out.append(n if 0 < n < 2 ** 63 else 0)     # 0 is never an ID
        return out


def contains(fields, text):
    cond = NEVER
    func = UContainsCase if opt('case_search') else UContains
    for f in fields:
        cond |= Q(func(F(f), Value(text)))
    return cond


def term_ids(q, name):
    """categories/tags of the event list: IDs or slugs."""
    model = Category if name == 'categories' else Tag
    out = []
    for t in q.tokens(name):
        found = []
        if re.fullmatch(r'\d{1,18}', t, re.A):
            found = list(model.objects.filter(pk=int(t)).values_list('pk', flat=True))
        if not found:
            found = list(model.objects.filter(slug=t).values_list('pk', flat=True))
            if bug('ev-category-slug-beside-id') and name == 'categories' and any(re.fullmatch(r'\d+', x) for x in q.tokens(name)):
                found = []
        out += found or [0]
    return out


def date_filters(q):
    cond = Q()
    strict = q.has('strict_dates') and q.bool('strict_dates')
    for name in ('start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'):
        if not q.has(name):
            continue
        value, _ = parse_dt(q.text(name), name)
        value = wall(value, SITE, name)
        day = datetime.combine(value.date(), time())
        try:
            after = day + timedelta(days=1)
        except OverflowError:
            after = datetime.max
        column = 'start_date' if name.startswith('start') else 'end_date'
        exact = strict and not (bug('ev-strict-ignored-ends-before') and name == 'ends_before')
        if name.endswith('_date'):
            if bug('ev-start-filter-utc') and name == 'start_date':
                column = 'utc_start_date'
            upper = {column + '__lt': after}
            if bug('ev-end-last-second') and name == 'end_date':
                upper = {column + '__lt': after - timedelta(seconds=1)}
            cond &= Q(**{column + '__gte': value if exact else day}, **upper)
        elif name.endswith('before'):
            cond &= Q(**{column + '__lt': value if exact else after})
        elif bug('ev-starts-after-lost') and name == 'starts_after' and q.has('starts_before'):
            pass
        else:
            cond &= Q(**{column + '__gt': value}) if exact else Q(**{column + '__gte': day})
    return cond


DATES = ('start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after')


def list_events(q, user):
    qs = readable('events', MODELS['events'].objects.all(), user)
    if q.tokens('include'):
        if bug('ev-include-shows-drafts'):
            qs = Event.objects.exclude(status='trash')
        qs = qs.filter(pk__in=q.ids('include'))
        if bug('ev-include-keeps-ends-before') and q.has('ends_before'):
            qs = qs.filter(date_filters(q))
    else:
        qs = qs.filter(date_filters(q))
        if opt('window') and not any(q.has(d) for d in DATES):
            qs = qs.filter(utc_end_date__gte=datetime.utcnow())
    text = q.text('search')
    if text:
        if bug('ev-search-nonascii-upper'):
            needle = text.lower()           # Python lowers all of it, SQLite's LOWER() only ASCII
            ids = [pk for pk, *texts in qs.values_list('pk', 'title', 'description') if any(
                needle in re.sub('[A-Z]', lambda m: m.group().lower(), t) for t in texts)]
            qs = qs.filter(pk__in=ids)
        else:
            qs = qs.filter(contains(('title', 'description'), text))
    twice = False
    for name in ('categories', 'tags', 'venue', 'organizer'):
        if not q.tokens(name):
            continue
        ids = term_ids(q, name) if name in ('categories', 'tags') else q.ids(name)
        if bug('ev-tags-filter-twice') and name == 'tags':
            qs, twice = qs.filter(tags__in=ids), True
            continue
        through = getattr(Event, name).through
        column = {'categories': 'category', 'tags': 'tag', 'venue': 'venue', 'organizer': 'organizer'}[name]
        qs = qs.filter(pk__in=through.objects.filter(**{column + '_id__in': ids}).values('event_id'))
    if q.has('featured'):
        qs = qs.filter(featured=q.bool('featured'))
    if q.text('status'):
        qs = qs.filter(status__in=q.tokens('status'))
    if q.has('geoloc') and q.bool('geoloc'):
        qs = qs.filter(NEVER)               # no premium extension: no venue has geolocation data
    if q.has('geoloc_lat') or q.has('geoloc_lng'):
        for name in ('geoloc_lat', 'geoloc_lng'):
            if not re.fullmatch(r'[+-]?\d+(\.\d*)?([eE][+-]?\d+)?', q.text(name), re.A):
                raise invalid(name, 'must be given as a number')
        qs = qs.filter(NEVER)
    if q.has('post_parent') and q.int('post_parent') != 0:
        qs = qs.filter(NEVER)               # events have no parent post
    if q.has('ticketed') and q.bool('ticketed'):
        qs = qs.filter(NEVER)               # there are no tickets
    order = {'start': ('start_date', 'pk'), '-start': ('-start_date', '-pk'), '-id': ('-pk',)}[opt('order')]
    if bug('ev-ties-flip-even-pages') and q.has('page') and q.int('page', 1) % 2 == 0:
        order = ('start_date', '-pk')
    return qs.order_by(*order)


CUSTOM = {'venues': ('address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'),
          'organizers': ('phone', 'website', 'email')}


def list_linked(kind, q, user):
    """Venues and organizers."""
    model = MODELS[kind]
    field = NAME[kind]
    qs = readable(kind, model.objects.all(), user)
    text = q.text('search')
    if text:
        if bug('ve-search-wildcards') and kind == 'venues':
            pattern = re.compile(''.join('.*' if c == '%' else '.' if c == '_' else re.escape(c) for c in text), re.I | re.S)
            names = (field, 'description') + CUSTOM[kind]
            qs = qs.filter(pk__in=[r[0] for r in qs.values_list('pk', *names) if any(v and pattern.search(v) for v in r[1:])])
        else:
            cond = contains((field, 'description'), text)
            extra = contains(CUSTOM[kind], text)
            if bug('ve-search-null-concat') and kind == 'venues':
                for f in CUSTOM[kind]:
                    extra &= Q(**{f + '__isnull': False})
            qs = qs.filter(cond | extra)
    events = readable('events', Event.objects.all(), user)
    through = getattr(Event, field).through
    links = through.objects.filter(event__in=events)
    column = field + '_id'
    if q.has('event'):
        event = q.int('event')
        if opt('strict_query') and not events.filter(pk=event).exists():
            raise invalid('event', 'is not an event')
        qs = qs.filter(pk__in=links.filter(event_id=event).values(column))
    if q.has('has_events'):
        ids = set(links.values_list(column, flat=True))
        if bug('or-has-events-after-delete') and kind == 'organizers':
            ids |= gone_links
        qs = qs.filter(pk__in=ids) if q.bool('has_events') else qs.exclude(pk__in=ids)
    if q.has('only_with_upcoming') and q.bool('only_with_upcoming'):
        upcoming = links.filter(event__utc_end_date__gte=datetime.utcnow())
        if bug('ve-upcoming-first-event') and kind == 'venues':
            first = links.values(column).annotate(first=Min('event_id'))
            pairs = {(r[column], r['first']) for r in first}
            ids = [v for v, e in upcoming.values_list(column, 'event_id') if (v, e) in pairs]
            qs = qs.filter(pk__in=ids)
        else:
            qs = qs.filter(pk__in=upcoming.values(column))
    if q.text('status') and not (bug('or-status-lost-with-event') and kind == 'organizers' and q.has('event')):
        qs = qs.filter(status__in=q.tokens('status'))
    return qs.order_by('-pk' if opt('post_order') == '-id' else 'pk')


ORDERBY = ('id', 'term_id', 'name', 'slug', 'description', 'count', 'parent')


def descendants(pk):
    out, todo = [], [pk]
    while todo:
        kids = list(Category.objects.filter(parent_id__in=todo).values_list('pk', flat=True))
        todo = [k for k in kids if k not in out]
        out += todo
    return out


def list_terms(kind, q, user):
    model = MODELS[kind]
    qs = model.objects.all()
    events = readable('events', Event.objects.all(), user)
    through = getattr(Event, kind).through
    column = 'category_id' if kind == 'categories' else 'tag_id'
    hide = q.bool('hide_empty') if q.has('hide_empty') else True
    if bug('ta-hide-empty-zero') and kind == 'tags' and q.text('hide_empty') == '0':
        hide = True
    orderby = (q.text('orderby') or opt('term_orderby')).lower()
    if orderby not in ORDERBY or orderby == 'parent' and kind == 'tags':
        raise invalid('orderby', 'is not a term attribute')
    order = (q.text('order') or 'asc').lower()
    if order not in ('asc', 'desc', 'ascending', 'descending'):
        raise invalid('order', 'is neither asc nor desc')
    down = order.startswith('desc')
    if bug('ta-order-desc-alone') and kind == 'tags' and not q.has('orderby'):
        down = False
    if hide or bug('ta-orderby-count-inner-join') and kind == 'tags' and orderby == 'count':
        used = through.objects.values(column)
        if opt('gone') == 'trash':
            used = used.exclude(event__status='trash')
        cond = Q(pk__in=used)
        if bug('ca-count-stale-on-replace') and kind == 'categories':
            cond |= Q(pk__in=stale_terms)
        qs = qs.filter(cond)
    if q.text('search'):
        qs = qs.filter(contains(('name', 'description'), q.text('search')))
    if q.tokens('include'):
        qs = qs.filter(pk__in=q.ids('include'))
    if q.tokens('exclude') and not (bug('ta-exclude-lost-with-include') and kind == 'tags' and q.tokens('include')):
        ids = q.ids('exclude')
        if bug('ca-exclude-unknown-null') and kind == 'categories' and model.objects.filter(pk__in=ids).count() < len(set(ids)):
            qs = qs.filter(NEVER)
        qs = qs.exclude(pk__in=ids)
    if kind == 'categories' and q.has('parent'):
        parent = q.int('parent')
        if bug('ca-parent-grandchildren') and parent:
            qs = qs.filter(pk__in=descendants(parent))
        else:
            qs = qs.filter(parent_id=parent) if parent else qs.filter(parent_id=None)
    late = None
    for name in ('post', 'event'):
        if q.has(name):
            event = q.int(name)
            if opt('strict_query') and not events.filter(pk=event).exists():
                raise invalid(name, 'is not an event')
            if bug('ca-event-lost-with-include') and kind == 'categories' and name == 'event' and q.tokens('include'):
                continue
            ids = through.objects.filter(event__in=events, event_id=event).values(column)
            if bug('ta-post-after-limit') and kind == 'tags':
                late = set(ids.values_list(column, flat=True))
            else:
                qs = qs.filter(pk__in=ids)
    if q.text('slug'):
        qs = qs.filter(slug=q.text('slug'))
    if orderby == 'count':
        qs = qs.annotate(uses=Count('events', filter=~Q(events__status='trash'), distinct=True))
    key = {'id': F('pk'), 'term_id': F('pk'), 'name': UFold(F('name')), 'slug': F('slug'), 'parent': F('parent_id'),
           'description': UFold(F('description')), 'count': F('uses')}[orderby]
    qs = qs.order_by(key.desc() if down else key.asc(), '-pk' if down else 'pk')
    return qs, late


def answer(request, base, kind, user, lang):
    q = Query(request)
    if opt('strict_query'):
        for key in request.GET:
            if re.sub(r'\[\d*\]$', '', key) not in PARAMS[kind]:
                raise invalid(key, 'is not a parameter')
    page = 1
    per_page = 10
    if q.has('page'):
        page = q.int('page', 1)
    if q.has('per_page'):
        per_page = q.int('per_page', 1)
    elif bug('ta-default-size-with-search') and kind == 'tags' and q.text('search'):
        per_page = 20
    how, most = opt('max')
    if per_page > most:
        if how == 'refuse':
            raise invalid('per_page', 'is more than %d' % most)
        per_page = most
    late = None
    if kind == 'events':
        qs = list_events(q, user)
    elif kind in ('venues', 'organizers'):
        qs = list_linked(kind, q, user)
    else:
        qs, late = list_terms(kind, q, user)
    if not lang and opt('default_lang_only'):
        lang = 'en'
    if lang and not (bug('or-lang-lost-page-two') and kind == 'organizers' and page > 1):
        qs = qs.filter(lang=lang)
    total = qs.count()
    pages = -(-total // per_page)
    if page > max(1, pages) and opt('beyond') != 'empty':
        raise ApiError(opt('beyond'), 'rest_invalid_page_number', 'There is no such page.')
    if bug('ve-last-partial-page-lost') and kind == 'venues' and page > 1 and page > total // per_page:
        page = pages + 1
    rows = [] if page > pages else qs[(page - 1) * per_page:page * per_page]
    if late is not None:
        rows = [r for r in rows if r.pk in late]
    rows = render_many(kind, rows, base, opt('summary'))
    return list_response(request, base, kind, rows, page, per_page, total)
