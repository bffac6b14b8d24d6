"""One serializer per resource: validates what a client sends, and shows what is stored.

`save_into(record, language)` on a validated serializer writes the data; it is the only writer.
"""
import html
import re

from django.db import transaction
from django.db.models import Count, Q
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from .core import (MAX_INT, SITE_ZONE, STATUSES, ZONES, bug, clean_slug, from_utc, now_utc,
                   parse_datetime, show_date, to_local, to_utc, variant, without_astral)
from .http import ACCOUNTS
from .models import Category, Organizer, Tag, Venue


# --- fields ---

class Text(serializers.CharField):
    def __init__(self, **kwargs):
        kwargs = {"required": False, "allow_null": True, "allow_blank": True,
                  "trim_whitespace": False, **kwargs}
        super().__init__(**kwargs)

    def to_internal_value(self, data):
        value = super().to_internal_value(data)
        if any(0xD800 <= ord(c) <= 0xDFFF for c in value):
            raise ValidationError("Not valid Unicode text.")
        return value


class Name(Text):
    def __init__(self, **kwargs):
        super().__init__(required=True, allow_null=False, allow_blank=False, trim_whitespace=True,
                         max_length=1000, **kwargs)


class Url(Text):
    def to_internal_value(self, data):
        value = super().to_internal_value(data).strip()
        if value and not re.fullmatch(r"https?://[^\s/?#]+[^\s]*", value, re.I):
            raise ValidationError("Not an http(s) URL.")
        return value or None


class Image(Text):
    """A media ID or a URL."""

    def to_internal_value(self, data):
        value = super().to_internal_value(data).strip()
        if value and not (re.fullmatch(r"[1-9][0-9]{0,17}", value)
                          or re.fullmatch(r"https?://[^\s/?#]+[^\s]*", value, re.I)):
            raise ValidationError("Neither an image ID nor a URL.")
        return value or None


class Email(Text):
    def to_internal_value(self, data):
        value = super().to_internal_value(data).strip()
        if value and not re.fullmatch(r"[^@\s]+@[^@\s]+", value):
            raise ValidationError("Not an e-mail address.")
        return value or None


class Moment(Text):
    def __init__(self, **kwargs):
        super().__init__(allow_null=False, allow_blank=False, **kwargs)

    def to_internal_value(self, data):
        try:
            return parse_datetime(super().to_internal_value(data))
        except ValueError as error:
            raise ValidationError(str(error))


class Cost(serializers.Field):
    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, (str, int, float)):
            raise ValidationError("Cost must be a string or a number.")
        return Text(max_length=200).run_validation(data)


class Whole(serializers.IntegerField):
    def __init__(self, **kwargs):
        super().__init__(**{"required": False, "max_value": MAX_INT, **kwargs})


class IdList(serializers.Field):
    """A list of IDs of existing records; a CSV string is taken too."""

    def __init__(self, model):
        super().__init__(required=False, allow_null=True)
        self.model = model

    def to_internal_value(self, data):
        if isinstance(data, str):
            data = [part.strip() for part in data.split(",") if part.strip()]
        elif isinstance(data, int) and not isinstance(data, bool):
            data = [data]
        if not isinstance(data, list):
            raise ValidationError("Must be a list of IDs.")
        ids = []
        for item in data:
            if isinstance(item, bool) or not re.fullmatch(r"[0-9]{1,18}", str(item), re.ASCII):
                raise ValidationError("Must be a list of IDs.")
            ids.append(int(item))
        return ids


# --- showing ---

def marked_up(text):
    return f"<p>{text}</p>\n" if variant("markup") and text else text


def title_shown(text):
    return text.replace("&", "&#038;").replace("'", "&#8217;") if variant("markup") and text else text


def moment_parts(moment):
    return dict(zip(("year", "month", "day", "hour", "minutes", "seconds"),
                    moment.strftime("%Y %m %d %H %M %S").split()))


class RecordSerializer(serializers.Serializer):
    """Common part. Context: base (address of the namespace), lang, viewer, unlocked."""
    description = Text()

    name_field = "title"
    plural = ""
    text_fields = ("description",)

    def to_representation(self, record):
        lang = self.context["lang"]
        address = f"{self.context['base']}/{self.plural}/{record.pk}"
        return {
            "id": record.pk,
            self.name_field: title_shown(record.text("title", lang)),
            "slug": record.slug,
            "description": marked_up(record.text("description", lang)),
            "language": record.shown_language(lang),
            "rest_url": address,
            "_links": {"self": [{"href": address}],
                       "collection": [{"href": f"{self.context['base']}/{self.plural}"}]},
        }

    def save_into(self, record, language):
        data = self.validated_data
        creating = record.pk is None
        if language is None:
            language = "en" if creating or "en" in record.texts else record.language
        if creating:
            record.language = language
        texts = record.texts.setdefault(language, {})
        if self.name_field in data:
            texts["title"] = data[self.name_field]
        for field in self.text_fields:
            if field in data:
                texts[field] = data[field]
        if bug("ml-write-leak") and self.plural == "events":
            record.texts[record.language].update(texts)
        self.write(record, data, creating)
        record.modified = now_utc()
        return record

    def write(self, record, data, creating):
        raise NotImplementedError


# --- venues and organizers ---

class PostSerializer(RecordSerializer):
    author = Whole()
    date = Moment()
    date_utc = Moment()
    status = serializers.ChoiceField(STATUSES, required=False)
    website = Url()
    image = Image()

    def validate_author(self, value):
        if value not in [account.pk for account in ACCOUNTS.values()]:
            raise ValidationError("No such author.")
        return value

    def validate_status(self, value):
        return value

    def to_representation(self, post):
        shown = super().to_representation(post)
        image = post.image
        if image and image.isdigit():
            image = {"id": int(image), "url": f"{self.context['root']}/uploads/{image}.jpg"}
        elif image:
            image = {"id": None, "url": image}
        shown.update({
            "author": post.author, "status": post.status,
            "date": show_date(post.date, SITE_ZONE), "date_utc": show_date(post.date_utc, "UTC"),
            "modified": show_date(from_utc(post.modified, SITE_ZONE), SITE_ZONE),
            "modified_utc": show_date(post.modified, "UTC"),
            "website": post.website, "image": image,
        })
        return shown

    def write(self, post, data, creating):
        for field in ("author", "status", "image"):
            if field in data:
                setattr(post, field, data[field])
        if "date" in data:
            post.date = to_local(data["date"], SITE_ZONE)
            post.date_utc = to_utc(post.date, SITE_ZONE)
        elif "date_utc" in data:
            post.date_utc = to_local(data["date_utc"], "UTC")
            if creating or not bug("date-utc"):
                post.date = from_utc(post.date_utc, SITE_ZONE)
        for field in post.PLAIN:
            if field in data:
                setattr(post, field, data[field])


class VenueSerializer(PostSerializer):
    venue = Name()
    show_map = Text()
    show_map_link = Text()
    address = Text()
    city = Text()
    country = Text()
    province = Text()
    state = Text()
    zip = Text()
    phone = Text()
    stateprovince = Text()

    name_field, plural = "venue", "venues"

    def to_representation(self, venue):
        shown = super().to_representation(venue)
        for field in Venue.PLAIN:
            shown[field] = getattr(venue, field)
        if venue.stateprovince is None:
            shown["stateprovince"] = venue.state or venue.province
        shown.update({"geo_lat": venue.geo_lat, "geo_lng": venue.geo_lng,
                      "custom_fields": venue.custom_fields})
        return shown

    def write(self, venue, data, creating):
        if bug("venue-slug-resets") and self.context.get("by_slug") and not creating:
            data = {**{f: None for f in Venue.PLAIN}, **data}
        super().write(venue, data, creating)
        if bug("zip-zero") and not creating and (data.get("zip") or "").isdigit():
            venue.zip = str(int(data["zip"]))
        venue.save()


class OrganizerSerializer(PostSerializer):
    organizer = Name()
    phone = Text()
    email = Email()

    name_field, plural = "organizer", "organizers"

    def to_representation(self, organizer):
        shown = super().to_representation(organizer)
        shown.update({"phone": organizer.phone, "email": organizer.email})
        return shown

    def write(self, organizer, data, creating):
        if bug("org-null") and not creating:
            data = {field: value for field, value in data.items() if value is not None}
        super().write(organizer, data, creating)
        if bug("emoji"):
            for texts in organizer.texts.values():
                texts["description"] = without_astral(texts.get("description") or "") or None
        organizer.save()


# --- terms ---

def event_counts(model):
    rows = model.objects.values_list("pk").annotate(
        number=Count("events", filter=~Q(events__status="trash")))
    return dict(rows)


class TermSerializer(RecordSerializer):
    name = Name()
    slug = Text(max_length=200)
    name_field = "name"
    counted = {}    # only used by the bug "count-stale"

    def to_representation(self, term):
        shown = super().to_representation(term)
        count = self.counts(type(term)).get(term.pk, 0)
        if bug("count-stale") and self.plural == "categories":
            count = self.counted.setdefault(term.pk, count)
        shown["count"] = count
        return shown

    def counts(self, model):
        """How many events each term has; worked out once per answer."""
        memo = self.context["memo"]
        if model not in memo:
            memo[model] = event_counts(model)
        return memo[model]

    def write(self, term, data, creating):
        if clean_slug(data.get("slug") or ""):
            term.slug = term.free_slug(clean_slug(data["slug"]))
        term.save()


class CategorySerializer(TermSerializer):
    parent = Whole(allow_null=True, min_value=0)
    plural = "categories"

    def validate_parent(self, value):
        if not value:
            return None
        parent = Category.objects.filter(pk=value).first()
        if parent is None:
            raise ValidationError("No such category.")
        above = None if bug("category-cycle") and parent != self.instance else parent
        while above is not None and self.instance is not None:
            if above.pk == self.instance.pk:
                raise ValidationError("A category cannot lie below itself.")
            above = above.parent
        return parent

    def to_representation(self, category):
        shown = super().to_representation(category)
        shown["parent"] = category.parent_id or 0
        shown["taxonomy"] = "event_category"
        return shown

    def write(self, category, data, creating):
        if "parent" in data:
            category.parent = data["parent"]
        super().write(category, data, creating)


class TagSerializer(TermSerializer):
    plural = "tags"

    def to_representation(self, tag):
        shown = super().to_representation(tag)
        shown["taxonomy"] = "event_tag"
        return shown


# --- events ---

class EventSerializer(PostSerializer):
    title = Name()
    start_date = Moment()
    end_date = Moment()
    excerpt = Text()
    slug = Text(max_length=200)
    timezone = Text(allow_null=False)
    all_day = serializers.BooleanField(required=False)
    cost = Cost(required=False, allow_null=True)
    show_map = serializers.BooleanField(required=False)
    show_map_link = serializers.BooleanField(required=False)
    hide_from_listings = serializers.BooleanField(required=False)
    sticky = serializers.BooleanField(required=False)
    featured = serializers.BooleanField(required=False)
    password = Text(max_length=100)
    categories = IdList(Category)
    tags = IdList(Tag)
    venue = IdList(Venue)
    organizer = IdList(Organizer)

    plural = "events"
    text_fields = ("description", "excerpt")
    relations = ("categories", "tags", "venue", "organizer")
    shown_tags = {}    # only used by the bug "tag-name-stale"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not self.partial and hasattr(self, "initial_data"):
            self.fields["start_date"].required = self.fields["end_date"].required = True

    def validate_timezone(self, value):
        if value not in ZONES:
            raise ValidationError("Unknown time zone.")
        return value

    def validate(self, data):
        event = self.instance
        zone = data.get("timezone") or (event.timezone if event else SITE_ZONE)
        for field in ("start_date", "end_date"):
            if field in data:
                data[field] = to_local(data[field], zone)
        start = data["start_date"] if "start_date" in data else event and event.start
        end = data["end_date"] if "end_date" in data else event and event.end
        if data.get("all_day", event.all_day if event else False):
            start, end = start.replace(hour=0, minute=0, second=0), end.replace(
                hour=23, minute=59, second=59)
            if bug("allday-multiday") and event is None:
                end = start.replace(hour=23, minute=59, second=59)
        check = {"start_date", "end_date"} & set(data)
        if bug("end-partial"):
            check = len(check) == 2
        if check and end < start:
            raise ValidationError({"end_date": ["The event would end before it starts."]})
        data["_times"] = (start, end)
        return data

    def to_representation(self, event):
        shown = super().to_representation(event)
        lang = self.context["lang"]
        locked = event.password and not self.context.get("unlocked")
        shown.update({
            "description": None if locked else shown["description"],
            "excerpt": None if locked else marked_up(event.text("excerpt", lang)),
            "protected": bool(event.password),
            "all_day": event.all_day, "timezone": event.timezone,
            "timezone_abbr": event.zone_abbr(),
            "start_date": show_date(event.start, event.timezone),
            "start_date_details": moment_parts(event.start),
            "end_date": show_date(event.end, event.timezone),
            "end_date_details": moment_parts(event.end),
            "utc_start_date": show_date(event.utc_start, "UTC"),
            "utc_end_date": show_date(event.utc_end, "UTC"),
            "cost": event.cost, "show_map": event.show_map, "show_map_link": event.show_map_link,
            "hide_from_listings": event.hide_from_listings, "sticky": event.sticky,
            "featured": event.featured, "ticketed": event.ticketed,
            "post_parent": event.post_parent,
        })
        for field, serializer in (("categories", CategorySerializer), ("tags", TagSerializer),
                                  ("venue", VenueSerializer), ("organizer", OrganizerSerializer)):
            linked = sorted((r for r in getattr(event, field).all() if self.may_show(r)),
                            key=lambda r: r.pk)
            if variant("ids"):
                shown[field] = [record.pk for record in linked]
            else:
                shown[field] = [self.embedded(serializer, record) for record in linked]
        return shown

    def embedded(self, serializer, record):
        if bug("tag-name-stale") and serializer is TagSerializer:
            key = record.pk, self.context["lang"]
            if key not in self.shown_tags:
                self.shown_tags[key] = serializer(context=self.context).to_representation(record)
            return self.shown_tags[key]
        memo, key = self.context["memo"], (serializer, record.pk)
        if key not in memo:
            memo[key] = serializer(context=self.context).to_representation(record)
        return memo[key]

    def may_show(self, record):
        status = getattr(record, "status", "publish")
        return status == "publish" or (status != "trash" and self.context["may_read"](record))

    def write(self, event, data, creating):
        if bug("allday-reset") and not creating and self.context.get("method") != "PUT":
            data.setdefault("all_day", False)
        if bug("amp-escape") and not creating and "description" not in data:
            for texts in event.texts.values():
                texts["description"] = texts.get("description") and html.escape(
                    texts["description"], quote=False)
        super().write(event, data, creating)
        if creating or "start_date" in data or "end_date" in data or event.all_day:
            event.start, event.end = data["_times"]
        if creating or "start_date" in data or "end_date" in data or not bug("tz-utc-stale"):
            event.set_utc()
        if "password" in data:
            event.password = data["password"] or ""
        slug = clean_slug(data.get("slug") or "")
        if slug:
            duplicate = bug("slug-dup-update") and not creating
            event.slug = slug if duplicate else event.free_slug(slug)
        stale = bug("search-stale") and not creating and "title" not in data
        if bug("non-atomic"):
            event.save(keep_index=stale)
            self.write_relations(event, data, creating)
        else:
            with transaction.atomic():
                event.save(keep_index=stale)
                self.write_relations(event, data, creating)

    def write_relations(self, event, data, creating):
        for field in self.relations:
            if field not in data:
                continue
            ids = data[field] or []
            if bug("tags-noclear") and field == "tags" and not ids:
                continue
            if bug("slug-patch-terms") and field in ("categories", "tags") and \
                    self.context.get("by_slug"):
                continue
            model = self.fields[field].model
            found = set(model.objects.filter(pk__in=ids).values_list("pk", flat=True))
            if found != set(ids):
                raise ValidationError({field: ["No such ID: %s" % ", ".join(
                    str(i) for i in ids if i not in found)]})
            getattr(event, field).set(found)
