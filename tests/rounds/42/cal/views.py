"""The resources over HTTP."""
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpResponse
from rest_framework import exceptions, viewsets
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from . import filters, serializers
from .core import (DEFAULT_LANGUAGE, LANGUAGES, MAX_INT, NAMESPACE, WITH_USERS, bug, variant)
from .http import Gone, PreconditionFailed, make_etag, tag_in
from .models import Category, Event, Organizer, Tag, Venue

MAX_PER_PAGE = 100
WRITES = ("POST", "PUT", "PATCH", "DELETE")
memory = {"language": None, "slugs": {}, "lists": {}}    # only used by bugs


class Viewer:
    """Who asks, and what he may do. Without USERS everybody may do everything."""

    def __init__(self, account):
        self.account = account
        self.editor = not WITH_USERS or (account is not None and account.name == "editor")
        self.author = account is not None and account.name == "author"

    def owns(self, record):
        return self.author and getattr(record, "author", None) == self.account.pk

    def may_read(self, record):
        return getattr(record, "status", "publish") == "publish" or self.editor or self.owns(record)

    def readable(self, queryset):
        if self.editor:
            return queryset
        public = queryset.filter(status="publish")
        return public | queryset.filter(author=self.account.pk) if self.author else public

    def may_create(self, model):
        if bug("reader-terms") and model in (Tag, Category):
            return self.editor or self.account is not None
        return self.editor or (self.author and model in (Event, Venue, Organizer))

    def may_write(self, record, method):
        if bug("author-post") and method == "POST" and self.author and hasattr(record, "author"):
            return True
        return self.editor or self.owns(record)

    def refuse(self):
        if self.account is None:
            raise exceptions.NotAuthenticated("Log in first.")
        raise exceptions.PermissionDenied("You may not do that.")


class CalendarView(APIView):
    """Language, viewer and addresses of a request."""

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        self.viewer = Viewer(request.user)
        self.body = self.read_body() if request.method in ("POST", "PUT", "PATCH") else {}
        language = request.query_params.get("ml_language") or self.body.get("ml_language") \
            or kwargs.get("site_lang")
        if language is not None and language not in LANGUAGES:
            raise exceptions.ValidationError(
                {"ml_language": ["Must be one of: " + ", ".join(LANGUAGES)]})
        if bug("ml-sticky"):
            if language and request.method in WRITES:
                memory["language"] = language
            language = language or memory["language"]
        self.language = language
        self.memo = {}    # what several records of one answer share
        prefix = "/" + kwargs["site_lang"] if kwargs.get("site_lang") else ""
        self.root = f"{request.scheme}://{request.get_host()}{prefix}"
        self.base = f"{self.root}/{NAMESPACE}"

    def read_body(self):
        data = self.request.data
        if hasattr(data, "getlist"):    # a form; arrays as name=1,2 or name[]=1&name[]=2
            body = {}
            for key in data:
                name = key[:-2] if key.endswith("[]") else key
                array = name in serializers.EventSerializer.relations
                body[name] = ",".join(map(str, data.getlist(key))) if array else data.get(key)
            return body
        if not isinstance(data, dict):
            raise exceptions.ValidationError({"body": ["Must be an object."]})
        return data

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code < 300:
            response["Content-Language"] = getattr(self, "language", None) or DEFAULT_LANGUAGE
        if bug("allow-missing") and response.status_code == 405:
            del response["Allow"]
        return response

    def options(self, request, *args, **kwargs):
        return Response({"namespace": NAMESPACE, "methods": self.allowed_methods})


class Resource(viewsets.ViewSetMixin, CalendarView):
    model = serializer = filter_set = None

    @property
    def plural(self):
        return self.serializer.plural

    # --- addressing ---

    def find(self):
        by_slug = self.kwargs.get("slug")
        record = None
        if by_slug is not None:
            if bug("slug-digits") and self.model is Venue and by_slug.isdigit():
                record = self.model.objects.filter(pk=min(int(by_slug), MAX_INT)).first()
            else:
                try:
                    record = self.model.objects.get(slug=by_slug)
                except self.model.DoesNotExist:
                    pass
        else:
            pk = int(self.kwargs["pk"][:4000])
            if pk <= MAX_INT or (bug("id-overflow") and self.model is Organizer):
                record = self.model.objects.filter(pk=pk).first()
        if record is None:
            raise exceptions.NotFound("No such record.")
        if not self.viewer.may_read(record):
            if not (bug("draft-slug") and by_slug is not None and self.model is Event):
                self.viewer.refuse()
        return record

    def find_to_write(self):
        record = self.find()
        if not self.viewer.may_write(record, self.request.method):
            self.viewer.refuse()
        self.unlock(record)
        if not self.unlocked:
            raise exceptions.PermissionDenied("The event is protected: its password is needed.")
        wanted = self.request.META.get("HTTP_IF_MATCH")
        unwanted = self.request.META.get("HTTP_IF_NONE_MATCH")
        if bug("if-match-delete") and self.model is Venue and self.request.method == "DELETE":
            wanted = None
        if wanted or unwanted:
            current = self.own_etag(record) or make_etag(JSONRenderer().render(self.show(record)))
            if wanted and not tag_in(current, wanted, weak=False):
                raise PreconditionFailed()
            if unwanted and tag_in(current, unwanted):
                raise PreconditionFailed()
        return record

    def unlock(self, record):
        """Whether the protected texts may be seen: the password fits, or there is none."""
        password = getattr(record, "password", "")
        given = self.request.query_params.get("password", self.body.get("password"))
        self.unlocked = not password or given == password or (WITH_USERS and self.viewer.editor)
        if password and given and not self.unlocked:
            raise exceptions.PermissionDenied("Wrong password.")

    # --- answering ---

    def context(self, **more):
        return {"base": self.base, "root": self.root, "lang": self.language,
                "may_read": self.viewer.may_read, "by_slug": "slug" in self.kwargs,
                "method": self.request.method, "memo": self.memo, **more}

    def show(self, record):
        language = self.language
        if bug("ml-by-slug") and self.model is Venue and "slug" in self.kwargs:
            language = None
        return self.serializer(context=self.context(
            unlocked=getattr(self, "unlocked", False), lang=language)).to_representation(record)

    def own_etag(self, record):
        if bug("etag-m2m") and self.model is Event:
            return make_etag(f"{record.pk} {record.modified} {self.language}".encode())
        return None

    # --- operations ---

    def list(self, request, **kwargs):
        key = tuple(sorted(i for i in request.query_params.items() if i[0] != "ml_language"))
        cached = bug("cat-list-lang") and self.model is Category
        if cached and key in memory["lists"]:
            body, headers = memory["lists"][key]
            return Response(body, headers=headers)
        request.language, request.readable = self.language, self.viewer.readable
        found = self.filter_set(self.query(), queryset=self.model.objects.all(), request=request)
        if not found.is_valid():
            raise exceptions.ValidationError(found.errors)
        page = found.form.cleaned_data["page"] or 1
        per_page = min(found.form.cleaned_data["per_page"] or 10, MAX_PER_PAGE)
        rows = self.ordered(found.qs, found.form.cleaned_data, page)
        total = len(rows) if isinstance(rows, list) else rows.count()
        pages = -(-total // per_page)
        if bug("total-pages") and self.model is Organizer:
            pages = total // per_page + 1
        if page > MAX_INT // per_page:
            rows = []
        shown = [self.show(r) for r in rows[(page - 1) * per_page:page * per_page]]
        response = self.page_response(shown, page, pages, total)
        if cached:
            memory["lists"][key] = response.data, dict(response.items())
        return response

    def query(self):
        """The query as a plain dict: repeated and bracketed array parameters joined by commas."""
        params, data = self.request.query_params, {}
        for key in params:
            name = key[:-2] if key.endswith("[]") else key
            if name in self.filter_set.arrays:
                values = ([data[name]] if name in data else []) + params.getlist(key)
                data[name] = ",".join(values)
            else:
                data[key] = params.get(key)
        return data

    def page_response(self, shown, page, pages, total):
        def address(number):
            params = [(k, v) for k, values in self.request.query_params.lists() for v in values
                      if k != "page"]
            if bug("next-repeat"):
                params = list(dict(params).items())
            return f"{self.base}/{self.plural}?{urlencode(params + [('page', number)])}"

        body = {self.plural: shown, "rest_url": address(page), "total": total, "total_pages": pages}
        headers = {"X-Total": str(total), "X-Total-Pages": str(pages)}
        links = []
        if page < pages:
            body["next_rest_url"] = address(page + 1)
            links.append(f'<{address(page + 1)}>; rel="next"')
        if 1 < page <= pages + 1:
            body["previous_rest_url"] = address(page - 1)
            links.append(f'<{address(page - 1)}>; rel="prev"')
        if links:
            headers["Link"] = ", ".join(links)
        if variant("bare"):
            if page > max(pages, 1):
                raise exceptions.NotFound("No such page.")
            body = shown
        return Response(body, headers=headers)

    def ordered(self, queryset, data, page):
        return queryset.order_by("pk")

    def create(self, request, **kwargs):
        if not self.viewer.may_create(self.model):
            self.viewer.refuse()
        body = self.body
        if bug("org-required") and self.model is Organizer:
            body = {"organizer": "Unnamed organizer", **body}
        serializer = self.serializer(data=body, context=self.context())
        serializer.is_valid(raise_exception=True)
        record = self.model()
        if self.viewer.account is not None and hasattr(record, "author"):
            record.author = self.viewer.account.pk
        self.check_author(serializer.validated_data)
        with transaction.atomic():
            serializer.save_into(record, self.language)
        self.changed(record)
        self.memo, self.unlocked = {}, True
        shown = self.show(record)
        return Response(shown, status=201, headers={"Location": shown["rest_url"]})

    def check_author(self, data):
        if not self.viewer.editor and data.get("author", self.viewer.account.pk) \
                != self.viewer.account.pk:
            self.viewer.refuse()

    def retrieve(self, request, **kwargs):
        cache = memory["slugs"].setdefault(self.plural, {})
        by_slug = self.kwargs.get("slug")
        key = by_slug, self.language
        if by_slug and key in cache:
            return Response(cache[key])
        record = self.find()
        self.unlock(record)
        if variant("redirect") and by_slug is not None:
            query = request.META.get("QUERY_STRING")
            response = HttpResponse(status=302)
            response["Location"] = f"{self.base}/{self.plural}/{record.pk}" + (
                "?" + query if query else "")
            return response
        response = Response(self.show(record))
        response.own_etag = self.own_etag(record)
        if by_slug and ((bug("event-slug-cache") and self.model is Event)
                        or (bug("org-slug-cache") and self.model is Organizer)):
            cache[key] = response.data
        return response

    def update(self, request, **kwargs):
        record = self.find_to_write()
        serializer = self.serializer(record, data=self.body, partial=True, context=self.context())
        serializer.is_valid(raise_exception=True)
        self.check_author(serializer.validated_data)
        before = record.modified
        if bug("non-atomic"):
            serializer.save_into(record, self.language)
        else:
            with transaction.atomic():
                serializer.save_into(record, self.language)
        if bug("etag-m2m") and set(self.body) <= set(serializers.EventSerializer.relations):
            record.modified = before
        record.save(update_fields=["modified"], keep_index=True)
        self.changed(record)
        self.memo, self.unlocked = {}, True
        return Response(self.show(record))

    def destroy(self, request, **kwargs):
        record = self.find_to_write()
        if variant("trash") and hasattr(record, "status"):
            if record.status == "trash":
                raise Gone()
            record.status, record.slug = "trash", record.free_slug(record.slug + "__trashed")
            record.save()
            return Response(self.show(record))
        shown = self.show(record)
        with transaction.atomic():
            self.remove(record)
        self.changed(record, deleted=True)
        if variant("nocontent"):
            return Response(status=204)
        return Response(shown)

    def remove(self, record):
        record.delete()

    def changed(self, record, deleted=False):
        """Empties the caches (which only bugs have)."""
        memory["lists"].clear()
        by_slug = "slug" in self.kwargs
        if self.model is Event and not (deleted and not by_slug):
            memory["slugs"].pop("events", None)
        if self.model is Organizer and (by_slug or deleted):
            memory["slugs"].pop("organizers", None)
        if self.model is Event and not deleted:
            serializers.CategorySerializer.counted.clear()


class Events(Resource):
    model, serializer, filter_set = Event, serializers.EventSerializer, filters.EventFilter

    def ordered(self, queryset, data, page):
        if bug("unstable-ties"):
            return queryset.order_by("start", "-pk" if page % 2 == 0 else "pk")
        return queryset.order_by("start", "pk").prefetch_related(
            "categories", "tags", "venue", "organizer")


class Venues(Resource):
    model, serializer, filter_set = Venue, serializers.VenueSerializer, filters.VenueFilter

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        if bug("head-slug") and request.method == "HEAD" and "slug" in kwargs:
            raise exceptions.MethodNotAllowed("HEAD")


class Organizers(Resource):
    model, serializer, filter_set = (Organizer, serializers.OrganizerSerializer,
                                     filters.OrganizerFilter)

    def remove(self, record):
        if bug("org-cascade"):
            record.events.all().delete()
        record.delete()


class Terms(Resource):
    def ordered(self, queryset, data, page):
        field = data["orderby"] or "name"
        language = self.language

        counts = serializers.event_counts(self.model) if field == "count" else {}

        def count(term):
            return str(counts[term.pk]) if bug("orderby-count") else counts[term.pk]

        keys = {
            "name": lambda t: (t.text("title", language) or "").casefold(),
            "description": lambda t: (t.text("description", language) or "").casefold(),
            "slug": lambda t: t.slug, "count": count,
            "parent": lambda t: getattr(t, "parent_id", 0) or 0,
        }
        terms = list(queryset.order_by("pk"))
        if field in keys:
            terms.sort(key=keys[field])
        if (data["order"] or "asc").startswith("desc"):
            terms.reverse()
        return terms


class Categories(Terms):
    model, serializer, filter_set = (Category, serializers.CategorySerializer,
                                     filters.CategoryFilter)

    def remove(self, record):
        record.children.update(parent=record.parent)
        record.delete()


class Tags(Terms):
    model, serializer, filter_set = Tag, serializers.TagSerializer, filters.TagFilter


# --- root, index, documentation ---

class Root(CalendarView):
    def get(self, request, **kwargs):
        return Response({"name": "Calendar of events", "namespaces": [NAMESPACE],
                         "_links": {"namespace": [{"href": self.base}]}})


class Index(CalendarView):
    def get(self, request, **kwargs):
        if request.query_params.get("namespace", NAMESPACE) != NAMESPACE:
            raise exceptions.ValidationError({"namespace": ["Unknown namespace."]})
        routes = {f"/{NAMESPACE}{path}": {"methods": methods} for path, methods in ROUTES.items()}
        up = self.base if bug("up-link") else self.root + "/"
        return Response({"namespace": NAMESPACE, "routes": routes,
                         "_links": {"self": [{"href": self.base}], "up": [{"href": up}]}})


class Documentation(CalendarView):
    titles = {"en": "Calendar of events", "de": "Veranstaltungskalender",
              "fr": "Calendrier des événements", "nl": "Evenementenkalender"}

    def get(self, request, **kwargs):
        titles = {k: v for k, v in self.titles.items() if k != "nl"} if bug("doc-nl") else self.titles
        return Response({
            "swagger": "2.0",
            "info": {"title": titles[self.language or DEFAULT_LANGUAGE], "version": "1.0.0"},
            "host": request.get_host(), "basePath": self.base.partition(request.get_host())[2],
            "schemes": [request.scheme], "consumes": ["application/json"],
            "produces": ["application/json"],
            "paths": {path: {method.lower(): {"responses": {"200": {"description": "Done."}}}
                             for method in methods} for path, methods in ROUTES.items()}})


ITEM = ["GET", "POST", "PUT", "PATCH", "DELETE"]
ROUTES = {"": ["GET"], "/doc": ["GET"]}
for _name in ("events", "venues", "organizers", "categories", "tags"):
    ROUTES[f"/{_name}"] = ["GET", "POST"]
    ROUTES[f"/{_name}/{{id}}"] = ITEM
    if _name in ("events", "venues", "organizers"):
        ROUTES[f"/{_name}/by-slug/{{slug}}"] = ITEM
