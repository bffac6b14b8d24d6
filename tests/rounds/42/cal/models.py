"""Tables. Texts are kept per language; every record has an original language to fall back on."""
import itertools
from zoneinfo import ZoneInfo

from django.db import models

from .core import (DEFAULT_LANGUAGE, SITE_ZONE, bug, fold, from_utc, now_utc, slug_from, to_utc)


class Record(models.Model):
    slug = models.CharField(max_length=200, db_index=True)
    language = models.CharField(max_length=2, default=DEFAULT_LANGUAGE)
    texts = models.JSONField(default=dict)   # {language: {title, description, excerpt}}
    index = models.JSONField(default=dict)   # {language: folded text to search in}
    modified = models.DateTimeField(default=now_utc)

    class Meta:
        abstract = True

    def text(self, field, language=None):
        for key in (language or DEFAULT_LANGUAGE, self.language):
            if field in self.texts.get(key, {}):
                return self.texts[key][field]
        return None

    def shown_language(self, language):
        language = language or DEFAULT_LANGUAGE
        return language if language in self.texts else self.language

    def extra_search(self):
        return []

    def search_fields(self):
        return ("title", "description")

    def build_index(self):
        self.index = {
            language: "\0".join(fold(part) for part in
                                [self.text(f, language) for f in self.search_fields()]
                                + self.extra_search() if part)
            for language in self.texts}

    def found_in(self, language):
        return self.index.get(language or DEFAULT_LANGUAGE) or self.index.get(self.language, "")

    def free_slug(self, wanted):
        """`wanted`, or the first of wanted-2, wanted-3, ... that no other record has."""
        wanted = wanted or type(self).__name__.lower()
        others = type(self).objects.exclude(pk=self.pk)
        for number in itertools.count(1):
            slug = wanted if number == 1 else f"{wanted}-{number}"
            if not others.filter(slug=slug).exists():
                return slug

    def save(self, *args, keep_index=False, **kwargs):
        if not self.slug:
            self.slug = self.free_slug(slug_from(self.text("title", self.language) or ""))
        if not keep_index:
            self.build_index()
        super().save(*args, **kwargs)


class Post(Record):
    author = models.BigIntegerField(default=1)
    status = models.CharField(max_length=20, default="publish")
    date = models.DateTimeField()
    date_utc = models.DateTimeField()
    website = models.TextField(null=True)
    image = models.TextField(null=True)

    class Meta:
        abstract = True

    def save(self, *args, **kwargs):
        if self.date_utc is None:
            self.date_utc = now_utc().replace(microsecond=0)
        if self.date is None:
            self.date = from_utc(self.date_utc, SITE_ZONE)
        super().save(*args, **kwargs)


class Venue(Post):
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
    geo_lat = models.FloatField(null=True)
    geo_lng = models.FloatField(null=True)
    custom_fields = models.JSONField(default=dict)

    PLAIN = ("show_map", "show_map_link", "address", "city", "country", "province", "state", "zip",
             "phone", "stateprovince", "website")

    def extra_search(self):
        return [getattr(self, f) for f in self.PLAIN[2:]] + [str(v) for v in
                                                             self.custom_fields.values()]


class Organizer(Post):
    phone = models.TextField(null=True)
    email = models.TextField(null=True)

    PLAIN = ("phone", "email", "website")

    def extra_search(self):
        return [self.phone, self.email, self.website]


class Category(Record):
    parent = models.ForeignKey("self", null=True, related_name="children",
                               on_delete=models.SET_NULL)


class Tag(Record):
    pass


class Event(Post):
    start = models.DateTimeField(db_index=True)
    end = models.DateTimeField()
    utc_start = models.DateTimeField()
    utc_end = models.DateTimeField()
    timezone = models.CharField(max_length=64, default=SITE_ZONE)
    all_day = models.BooleanField(default=False)
    cost = models.TextField(null=True)
    show_map = models.BooleanField(default=True)
    show_map_link = models.BooleanField(default=True)
    hide_from_listings = models.BooleanField(default=False)
    sticky = models.BooleanField(default=False)
    featured = models.BooleanField(default=False)
    ticketed = models.BooleanField(default=False)
    password = models.TextField(default="")
    post_parent = models.IntegerField(default=0)
    categories = models.ManyToManyField(Category, related_name="events")
    tags = models.ManyToManyField(Tag, related_name="events")
    venue = models.ManyToManyField(Venue, related_name="events")
    organizer = models.ManyToManyField(Organizer, related_name="events")

    PLAIN = ("cost", "website", "all_day", "show_map", "show_map_link", "hide_from_listings",
             "sticky", "featured", "timezone")

    def search_fields(self):
        return ("title",) if self.password else ("title", "description")

    def set_utc(self):
        self.utc_start = to_utc(self.start, self.timezone)
        self.utc_end = to_utc(self.end, self.timezone)
        if bug("dst-span"):
            self.utc_end = self.end - (self.start - self.utc_start)

    def zone_abbr(self):
        return self.start.replace(tzinfo=ZoneInfo(self.timezone)).tzname()
