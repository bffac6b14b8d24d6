"""The five collections, as Django models over SQLite."""
from django.db import models
from django.db.backends.signals import connection_created


def _contains(hay, needle):
    return int(hay is not None and needle.casefold() in hay.casefold())


def _contains_case(hay, needle):
    return int(hay is not None and needle in hay)


def _on_connect(sender, connection, **kw):
    raw = connection.connection
    raw.create_function('UCONTAINS', 2, _contains, deterministic=True)
    raw.create_function('UCONTAINS_CASE', 2, _contains_case, deterministic=True)
    raw.create_function('UFOLD', 1, lambda s: None if s is None else s.casefold(), deterministic=True)


connection_created.connect(_on_connect)


class UContains(models.Func):
    function = 'UCONTAINS'
    output_field = models.BooleanField()


class UContainsCase(UContains):
    function = 'UCONTAINS_CASE'


class UFold(models.Func):
    function = 'UFOLD'
    output_field = models.TextField()


class Record(models.Model):
    slug = models.TextField(unique=True)
    lang = models.TextField(default='en')

    class Meta:
        abstract = True


class Post(Record):
    author = models.BigIntegerField(default=1)
    date = models.DateTimeField()          # wall clock of the site
    date_utc = models.DateTimeField()
    status = models.TextField(default='publish')
    image = models.TextField(null=True)

    class Meta:
        abstract = True


class Term(Record):
    name = models.TextField()
    description = models.TextField(default='')
    owner = models.BigIntegerField(default=1)

    class Meta:
        abstract = True


class Category(Term):
    parent = models.ForeignKey('self', null=True, on_delete=models.SET_NULL, related_name='children')


class Tag(Term):
    pass


class Venue(Post):
    venue = models.TextField()
    description = models.TextField(null=True)
    show_map = models.TextField(null=True)
    show_map_link = models.TextField(null=True)
    address = models.TextField(null=True)
    city = models.TextField(null=True)
    country = models.TextField(null=True)
    province = models.TextField(null=True)
    state = models.TextField(null=True)
    zip = models.TextField(null=True)
    phone = models.TextField(null=True)
    stateprovince = models.TextField(null=True)
    website = models.TextField(null=True)


class Organizer(Post):
    organizer = models.TextField()
    description = models.TextField(null=True)
    phone = models.TextField(null=True)
    website = models.TextField(null=True)
    email = models.TextField(null=True)


class Event(Post):
    title = models.TextField()
    description = models.TextField(default='')
    excerpt = models.TextField(default='')
    start_date = models.DateTimeField()    # wall clock of the event's own zone
    end_date = models.DateTimeField()
    utc_start_date = models.DateTimeField()
    utc_end_date = models.DateTimeField()
    timezone = models.TextField()
    all_day = models.BooleanField(default=False)
    cost_json = models.TextField(default='null')
    website = models.TextField(null=True)
    show_map = models.BooleanField(default=True)
    show_map_link = models.BooleanField(default=True)
    hide_from_listings = models.BooleanField(default=False)
    sticky = models.BooleanField(default=False)
    featured = models.BooleanField(default=False)
    password = models.TextField(default='')
    categories = models.ManyToManyField(Category, related_name='events')
    tags = models.ManyToManyField(Tag, related_name='events')
    venue = models.ManyToManyField(Venue, related_name='events')
    organizer = models.ManyToManyField(Organizer, related_name='events')


MODELS = {'events': Event, 'venues': Venue, 'organizers': Organizer, 'categories': Category, 'tags': Tag}
NAME = {'events': 'title', 'venues': 'venue', 'organizers': 'organizer', 'categories': 'name', 'tags': 'name'}
POSTS = ('events', 'venues', 'organizers')
RELATIONS = {'categories': ('categories', 'category_id'), 'tags': ('tags', 'tag_id'),
             'venue': ('venues', 'venue_id'), 'organizer': ('organizers', 'organizer_id')}
