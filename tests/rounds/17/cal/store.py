"""Writing: create, update, delete; slugs, ids and relations."""
import html
import random
import unicodedata
from datetime import datetime

from django.db import transaction
from django.utils.text import slugify

from . import lists
from .fields import SITE, UTC, SPEC, ApiError, convert, get_tz, invalid, wall
from .models import MODELS, NAME, POSTS, RELATIONS, Category, Event
from .render import SINGULAR
from .switches import USERS, bug, opt

tombs = set()               # (kind, id) and (kind, slug) of what was deleted, for the variant that says 410
_last = {}                  # the last id, for variants that choose ids themselves
stale = {}                  # one bug's cached instances


def new_id(kind):
    how = opt('ids')
    if how == 'shared':
        _last['all'] = _last.get('all', 100) + 1
        return _last['all']
    if how == 'sparse':
        _last[kind] = _last.get(kind, 7000) + 13
        return _last[kind]
    if how == 'random':
        while True:
            pk = random.randrange(10 ** 8, 10 ** 9)
            if (kind, pk) not in tombs and not MODELS[kind].objects.filter(pk=pk).exists():
                return pk
    return None


def free_slug(kind, base, own=None):
    taken = set(MODELS[kind].objects.filter(slug__startswith=base).exclude(pk=own).values_list('slug', flat=True))
    slug, n = base, 1
    while slug in taken:
        n += 1
        slug = '%s-%d' % (base, n)
    return slug


def auto_slug(kind, name):
    if opt('slug_auto') == 'random':
        return free_slug(kind, '%08x' % random.getrandbits(32))
    return free_slug(kind, slugify(name, allow_unicode=True)[:150].strip('-') or SINGULAR[kind])


def check(kind, obj, data, creating, user):
    """Rules that span fields; raises before anything is written. data is completed in place."""
    model = MODELS[kind]
    if 'slug' in data:
        if opt('slug_norm'):
            data['slug'] = slugify(data['slug']) or SINGULAR[kind]
        if model.objects.filter(slug=data['slug']).exclude(pk=obj.pk).exists():
            if opt('slug_taken') != 'suffix':
                raise ApiError(409, 'slug_taken', 'Another record has this slug.')
            data['slug'] = free_slug(kind, data['slug'], obj.pk)
    if opt('unique_names') and kind in ('categories', 'tags') and 'name' in data:
        if model.objects.filter(name=data['name']).exclude(pk=obj.pk).exists():
            raise ApiError(409, 'term_exists', 'A term with this name exists.')
    if kind == 'categories' and 'parent' in data:
        parent = data['parent'] or 0
        if parent:
            if not Category.objects.filter(pk=parent).exists():
                raise invalid('parent', 'is not a category')
            if obj.pk and (parent == obj.pk or parent in lists.descendants(obj.pk)):
                raise invalid('parent', 'would be its own ancestor')
        data['parent'] = parent or None
    if kind in POSTS:
        if user['role'] == 'author' and data.get('author', user['id']) != user['id']:
            raise ApiError(403, 'rest_cannot_edit_others', 'You may not write in the name of others.')
        date, utc = data.get('date'), data.get('date_utc')
        if date is not None:
            data['date'] = date = wall(date, SITE, 'date')
        if utc is not None:
            data['date_utc'] = utc = wall(utc, UTC, 'date_utc')
        if date is not None and utc is None:
            data['date_utc'] = convert(date, SITE, UTC, 'date')
        if utc is not None and date is None:
            data['date'] = convert(utc, UTC, SITE, 'date_utc')
    if kind == 'events':
        zone = data.get('timezone', obj.timezone if not creating else opt('event_tz') or opt('site_tz'))
        data['timezone'] = zone
        tz = get_tz(zone)
        for name in ('start_date', 'end_date'):
            value = wall(data[name], tz, name) if name in data else getattr(obj, name)
            if name in data and bug('ev-summer-hour-on-update') and not creating:
                shift = value.replace(tzinfo=tz).dst()
                value += shift if shift else value - value
            data[name] = value
            data['utc_' + name] = convert(value, tz, UTC, name)
        if data['end_date'] < data['start_date'] and not opt('lenient'):
            raise invalid('end_date', 'is before start_date')


def reset(kind, obj, data):
    """The variant whose PUT replaces the record: what was not sent goes back to its default."""
    if kind == 'events':
        fresh = {'description': '', 'excerpt': '', 'all_day': False, 'image': None, 'cost': 'null', 'website': None,
                 'show_map': opt('show_map'), 'show_map_link': opt('show_map'), 'hide_from_listings': False, 'sticky': False,
                 'featured': False, 'categories': [], 'tags': [], 'venue': [], 'organizer': []}
    elif kind in POSTS:
        fresh = {f: None for f, (typ, needed, null) in SPEC[kind].items() if null and typ not in ('int', 'dt', 'status')}
    else:
        fresh = {'description': ''}
        if kind == 'categories':
            fresh['parent'] = 0
    for name, value in fresh.items():
        data.setdefault(name, value)


def set_relation(event, name, ids, new=False):
    through = getattr(Event, name).through
    column = RELATIONS[name][1]
    old = set() if new else set(through.objects.filter(event_id=event.pk).values_list(column, flat=True))
    if bug('ev-venue-patch-appends') and name == 'venue' and old:
        ids = [pk for pk in ids if pk not in old]
    elif old:
        through.objects.filter(event_id=event.pk).delete()
    if name == 'categories':
        lists.stale_terms.update(old - set(ids))
    through.objects.bulk_create([through(**{'event_id': event.pk, column: pk}) for pk in ids])


def assign(kind, obj, data):
    for name, value in data.items():
        if name in RELATIONS and kind == 'events':
            continue
        if name == 'cost':
            obj.cost_json = value
        elif name == 'parent' and kind == 'categories':
            obj.parent_id = value
        else:
            setattr(obj, name, value)


@transaction.atomic
def create(kind, data, lang, user):
    model = MODELS[kind]
    obj = model(lang=lang or 'en')
    obj.pk = new_id(kind)
    if kind in POSTS:
        now = datetime.utcnow().replace(microsecond=0)
        obj.status = opt('status')
        obj.author = user['id'] if USERS else opt('author')
        data.setdefault('date', convert(now, UTC, SITE, 'date'))
        data.setdefault('date_utc', now)
        if kind == 'events':
            obj.show_map = obj.show_map_link = opt('show_map')
    else:
        obj.owner = user['id']
    obj.slug = data.get('slug') or auto_slug(kind, data[NAME[kind]])
    if bug('ve-zip-leading-zero') and kind == 'venues' and (data.get('zip') or '').isdigit():
        data['zip'] = str(int(data['zip']))
    if bug('ta-name-nfkc') and kind == 'tags':
        data['name'] = unicodedata.normalize('NFKC', data['name'])
    assign(kind, obj, data)
    obj.save(force_insert=True)
    if opt('slug_auto') == 'suffix-id' and 'slug' not in data:
        obj.slug = free_slug(kind, '%s-%d' % (obj.slug, obj.pk))
        obj.save()
    if kind == 'events':
        for name in RELATIONS:
            if data.get(name):
                set_relation(obj, name, data[name], True)
    return obj


@transaction.atomic
def update(kind, obj, data, by_slug, method, lang):
    if bug('ve-stale-instance-save') and kind == 'venues' and not by_slug:
        obj = stale.setdefault(obj.pk, obj)
    if kind == 'events':
        if bug('ev-slug-update-drops-false') and by_slug:
            data = {k: v for k, v in data.items() if v is not False}
        if bug('ev-patch-resets-all-day') and method == 'PATCH':
            data.setdefault('all_day', False)
        if bug('ev-lang-reset-on-update'):
            obj.lang = lang or 'en'
    if kind == 'venues' and bug('ve-ampersand-reescaped') and 'venue' not in data:
        obj.venue = html.escape(obj.venue, quote=False)
    if kind == 'organizers':
        if bug('or-date-drifts') and 'date' not in data:
            obj.date = convert(obj.date, UTC, SITE, 'date')
        if bug('or-date-utc-as-local') and by_slug and 'date_utc' in data:
            data['date_utc'] = convert(data['date_utc'], SITE, UTC, 'date_utc')
        if bug('or-phone-plus-lost') and method == 'PATCH' and data.get('phone'):
            data['phone'] = data['phone'].replace('+', ' ')
    if kind == 'tags' and bug('ta-slug-change-drops-description') and 'slug' in data and 'description' not in data:
        obj.description = ''
    if 'slug' in data and data['slug'] != obj.slug:
        tombs.discard((kind, data['slug']))
    assign(kind, obj, data)
    obj.save()
    if kind == 'events':
        for name in RELATIONS:
            if name in data:
                set_relation(obj, name, data[name])
    return obj


@transaction.atomic
def delete(kind, obj, by_slug):
    if opt('busy_delete') and kind != 'events' and obj.events.exists():
        raise ApiError(409, 'in_use', 'Events refer to this record.')
    if kind == 'categories':
        obj.children.update(parent_id=obj.parent_id if opt('orphans') == 'up' else None)
    if kind == 'events':
        lists.gone_links.update(obj.organizer.values_list('pk', flat=True))
    if kind == 'venues' and by_slug and bug('ve-delete-by-slug-cascades'):
        obj.events.all().delete()
    if opt('gone') == 'trash' and kind in POSTS and obj.status != 'trash':
        obj.status = 'trash'
        obj.slug = free_slug(kind, obj.slug + '__trashed')
        obj.save()
        return
    tombs.update({(kind, obj.pk), (kind, obj.slug)})
    obj.delete()
