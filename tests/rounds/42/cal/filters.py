"""Query parameters of the collections (django-filter)."""
import math
import re
from datetime import timedelta

import django_filters
from django import forms
from django.db.models import Q

from .core import (MAX_INT, SITE_ZONE, STATUSES, bug, clean_slug, fold, now_local, now_utc,
                   parse_datetime, to_local, variant)
from .models import Category, Event, Organizer, Tag, Venue


# --- form fields ---

class WholeField(forms.Field):
    def __init__(self, minimum=0, **kwargs):
        super().__init__(**kwargs)
        self.minimum = minimum

    def to_python(self, value):
        if value in (None, ""):
            return None
        if not re.fullmatch(r"[0-9]+", value.strip(), re.ASCII) or len(value) > 4000:
            raise forms.ValidationError("Not a whole number.")
        if int(value) < self.minimum:
            raise forms.ValidationError(f"Must be {self.minimum} or more.")
        return min(int(value), MAX_INT)


class IdsField(forms.Field):
    slugs = False

    def to_python(self, value):
        if value in (None, ""):
            return None
        ids = []
        for part in value.split(","):
            part = part.strip()
            if re.fullmatch(r"[0-9]+", part, re.ASCII):
                ids.append(min(int(part[:30]), MAX_INT))
            elif self.slugs and part:
                ids.append(part)
            elif part:
                raise forms.ValidationError("Not a list of IDs.")
        return ids


class TermsField(IdsField):
    slugs = True


class FlagField(forms.Field):
    def to_python(self, value):
        if value in (None, ""):
            return None
        if value.lower() in ("1", "true", "yes", "on"):
            return True
        if value.lower() in ("0", "false", "no", "off"):
            return False
        raise forms.ValidationError("Not a boolean.")


class MomentField(forms.Field):
    def to_python(self, value):
        if value in (None, ""):
            return None
        try:
            return parse_datetime(value)
        except ValueError as error:
            raise forms.ValidationError(str(error))


class StatusField(forms.Field):
    def to_python(self, value):
        if value in (None, ""):
            return None
        wanted = [part.strip() for part in value.split(",")]
        if not set(wanted) <= set(STATUSES):
            raise forms.ValidationError("Unknown status.")
        return wanted


class DegreesField(forms.FloatField):
    def to_python(self, value):
        number = super().to_python(value)
        if number is not None and not -180 <= number <= 180:
            raise forms.ValidationError("Out of range.")
        return number


class ChoiceField(forms.Field):
    def __init__(self, choices=(), **kwargs):
        super().__init__(**kwargs)
        self.choices = choices

    def to_python(self, value):
        if value and value.lower() not in self.choices:
            raise forms.ValidationError("Must be one of: " + ", ".join(self.choices))
        return value.lower() if value else None


def parameter(field, method="keep", **kwargs):
    made = django_filters.Filter(method=method, **kwargs)
    made.field_class = field
    return made


# --- filter sets ---

class Collection(django_filters.FilterSet):
    page = parameter(WholeField, minimum=1)
    per_page = parameter(WholeField, minimum=1)
    search = parameter(forms.CharField, "by_search", strip=False)

    arrays = ()

    def keep(self, queryset, name, value):
        return queryset

    def by_search(self, queryset, name, value):
        wanted, language = fold(value), self.request.language
        match = lambda text: wanted in text
        if bug("search-wild") and queryset.model is Event:
            pattern = re.escape(wanted).replace("%", ".*").replace("_", ".")
            match = lambda text: re.search(pattern, text, re.S)
        found = [r.pk for r in queryset.only("pk", "index", "language")
                 if match(r.found_in(language))]
        return queryset.filter(pk__in=found)


class PostCollection(Collection):
    status = parameter(StatusField)

    def by_status(self, queryset):
        """Published records unless others are asked for; never those the viewer may not read."""
        status = self.form.cleaned_data.get("status") or ["publish"]
        return self.request.readable(queryset).filter(status__in=status)


class EventFilter(PostCollection):
    start_date = parameter(MomentField)
    end_date = parameter(MomentField)
    starts_before = parameter(MomentField)
    starts_after = parameter(MomentField)
    ends_before = parameter(MomentField)
    ends_after = parameter(MomentField)
    strict_dates = parameter(FlagField)
    categories = parameter(TermsField, "by_terms")
    tags = parameter(TermsField, "by_terms")
    venue = parameter(IdsField, "by_ids")
    organizer = parameter(IdsField, "by_ids")
    featured = parameter(FlagField, "by_flag")
    ticketed = parameter(FlagField, "by_flag")
    geoloc = parameter(FlagField, "by_geoloc")
    geoloc_lat = parameter(DegreesField)
    geoloc_lng = parameter(DegreesField)
    include = parameter(IdsField)
    post_parent = parameter(WholeField, "by_parent")

    class Meta:
        model = Event
        fields = []

    arrays = ("categories", "tags", "venue", "organizer", "include")
    dates = ("start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after")
    nearby = 25    # kilometres around geoloc_lat, geoloc_lng

    def by_terms(self, queryset, name, value):
        ids = [v for v in value if isinstance(v, int)]
        slugs = [clean_slug(v) for v in value if isinstance(v, str)]
        if bug("tags-and") and name == "tags":
            for pk in ids:
                queryset = queryset.filter(tags__pk=pk)
            return queryset.filter(tags__slug__in=slugs) if slugs else queryset
        found = queryset.filter(Q(**{name + "__pk__in": ids}) | Q(**{name + "__slug__in": slugs}))
        return found if bug("category-dups") and name == "categories" else found.distinct()

    def by_ids(self, queryset, name, value):
        return queryset.filter(**{name + "__pk__in": value}).distinct()

    def by_flag(self, queryset, name, value):
        return queryset.filter(**{name: value})

    def by_parent(self, queryset, name, value):
        return queryset.filter(post_parent=value)

    def by_geoloc(self, queryset, name, value):
        located = Event.objects.filter(venue__geo_lat__isnull=False, venue__geo_lng__isnull=False)
        return (queryset.filter if value else queryset.exclude)(pk__in=located.values("pk"))

    def filter_queryset(self, queryset):
        data = self.form.cleaned_data
        include = data.get("include")
        if bug("include-drafts") and include:
            queryset = queryset.filter(pk__in=include)
        else:
            queryset = self.by_status(queryset)
        queryset = super().filter_queryset(queryset)
        lat, lng = data.get("geoloc_lat"), data.get("geoloc_lng")
        if lat is not None:
            near = [v.pk for v in Venue.objects.filter(geo_lat__isnull=False, geo_lng__isnull=False)
                    if distance(v.geo_lat, v.geo_lng, lat, lng) <= self.nearby]
            queryset = queryset.filter(venue__pk__in=near).distinct()
        if include is not None:
            queryset = queryset.filter(pk__in=include)
            if not bug("include-dates"):
                return queryset
        return self.by_dates(queryset, data, include)

    def by_dates(self, queryset, data, include):
        given = {name: data[name] for name in self.dates if data.get(name)}
        if include is not None:
            given = {k: v for k, v in given.items() if k not in ("start_date", "end_date")}
        elif not given:
            # The computed default: what has not ended before today, for two years ahead.
            today = now_local().replace(hour=0, minute=0, second=0, microsecond=0)
            return queryset.filter(end__gte=today, start__lt=today + timedelta(days=731))
        for name, moment in given.items():
            moment = to_local(moment, SITE_ZONE)
            strict = data.get("strict_dates")
            if bug("strict-false"):
                strict = bool(self.data.get("strict_dates"))
            if bug("strict-ends-after") and name == "ends_after":
                strict = False
            if bug("end-date-midnight") and name == "end_date":
                strict = True
            column = "end" if name.startswith("end") else "start"
            day = moment.replace(hour=0, minute=0, second=0)
            next_day = day + timedelta(days=1)
            if variant("ondate") and name in ("start_date", "end_date"):
                bounds = {"": moment} if strict else {"__gte": day, "__lt": next_day}
            elif name.endswith("_before") or name == "end_date":
                if strict:
                    bounds = {"__lte" if name == "end_date" else "__lt": moment}
                else:
                    bounds = {"__lt": next_day}
            elif strict:
                bounds = {"__gte" if name == "start_date" else "__gt": moment}
            else:
                bounds = {"__gte": day}
            queryset = queryset.filter(**{column + suffix: v for suffix, v in bounds.items()})
        return queryset

    def is_valid(self):
        if super().is_valid():
            lat, lng = self.form.cleaned_data["geoloc_lat"], self.form.cleaned_data["geoloc_lng"]
            lacks = (not lat) != (not lng) if bug("geoloc-zero") else (lat is None) != (lng is None)
            if lacks:
                self.form.add_error("geoloc_lat", "geoloc_lat and geoloc_lng go together.")
        return not self.errors


def distance(lat1, lng1, lat2, lng2):
    """Kilometres on the great circle."""
    lat1, lng1, lat2, lng2 = map(math.radians, (lat1, lng1, lat2, lng2))
    a = (math.sin((lat2 - lat1) / 2) ** 2
         + math.cos(lat1) * math.cos(lat2) * math.sin((lng2 - lng1) / 2) ** 2)
    return 2 * 6371 * math.asin(math.sqrt(min(1, a)))


class PlaceFilter(PostCollection):
    """Venues and organizers."""
    event = parameter(WholeField, "by_event")
    has_events = parameter(FlagField, "by_events")
    only_with_upcoming = parameter(FlagField, "by_upcoming")

    def by_event(self, queryset, name, value):
        return queryset.filter(events__pk=value).distinct()

    def with_events(self, **conditions):
        events = Event.objects.filter(status="publish", **conditions)
        relation = "venue" if self._meta.model is Venue else "organizer"
        return events.exclude(**{relation: None}).values(relation)

    def by_events(self, queryset, name, value):
        return (queryset.filter if value else queryset.exclude)(pk__in=self.with_events())

    def by_upcoming(self, queryset, name, value):
        if not value or (bug("upcoming-elif") and self._meta.model is Venue
                         and self.form.cleaned_data.get("has_events") is not None):
            return queryset
        return queryset.filter(pk__in=self.with_events(utc_end__gte=now_utc()))

    def filter_queryset(self, queryset):
        return super().filter_queryset(self.by_status(queryset))


class VenueFilter(PlaceFilter):
    class Meta:
        model = Venue
        fields = []


class OrganizerFilter(PlaceFilter):
    class Meta:
        model = Organizer
        fields = []


class TermFilter(Collection):
    exclude = parameter(IdsField)
    include = parameter(IdsField)
    order = parameter(ChoiceField, choices=("asc", "desc", "ascending", "descending"))
    orderby = parameter(ChoiceField, choices=("name", "id", "term_id", "slug", "count",
                                              "description", "parent"))
    hide_empty = parameter(FlagField)
    post = parameter(WholeField, "by_post")
    event = parameter(WholeField, "by_post")
    slug = parameter(forms.CharField, "by_slug")

    arrays = ("exclude", "include")

    def by_post(self, queryset, name, value):
        if bug("event-alias") and name == "event" and self._meta.model is Tag:
            return queryset
        return queryset.filter(events__pk=value).distinct()

    def by_slug(self, queryset, name, value):
        if bug("slug-prefix") and self._meta.model is Tag:
            return queryset.filter(slug__startswith=value)
        return queryset.filter(slug=value)

    def filter_queryset(self, queryset):
        queryset = super().filter_queryset(queryset)
        data = self.form.cleaned_data
        if data["include"] is not None:
            queryset = queryset.filter(pk__in=data["include"])
        if data["exclude"] and not (bug("exclude-include") and data["include"]):
            queryset = queryset.exclude(pk__in=data["exclude"])
        hide = data["hide_empty"]
        if bug("hide-empty-false") and self._meta.model is Tag and hide is False:
            hide = self.data["hide_empty"] != "0"
        if hide is None or hide:
            queryset = queryset.filter(events__in=Event.objects.exclude(status="trash")).distinct()
        return queryset


class CategoryFilter(TermFilter):
    parent = parameter(WholeField, "by_parent")

    class Meta:
        model = Category
        fields = []

    def by_parent(self, queryset, name, value):
        if value == 0:
            return queryset.filter(parent=None)
        if bug("parent-deep"):
            return queryset.filter(Q(parent=value) | Q(parent__parent=value))
        return queryset.filter(parent=value)


class TagFilter(TermFilter):
    class Meta:
        model = Tag
        fields = []
