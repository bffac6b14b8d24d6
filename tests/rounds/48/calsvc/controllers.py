"""Controllers: one per resource; posts are addressed by ID and slug, terms by ID."""
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec
from litestar import Controller, HttpMethod, Request, Response, delete, get, post, route

from .config import DEFAULT_LANGUAGE, HOST, LANGUAGES, NS, bug, variant
from .context import Context
from .errors import ApiError, invalid
from .middleware import etag_of, etags_match
from .presenters import COLLECTION, address, present
from .query import Query
from .repositories import (CategoryRepository, EventRepository, OrganizerRepository, Repository, TagRepository,
                           VenueRepository)

UPDATE = [HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH]
MAX_BODY = 2_000_000


class DataVersion:
    """Part of every cache key: a write makes all cached lists unreachable."""
    value = 0

    @classmethod
    def bump(cls) -> None:
        cls.value += 1


SLUG_PAGES: dict[tuple, bytes] = {}


def language_from(request: Request, body: dict | None = None) -> tuple[str, bool]:
    wanted = [v for k, v in request.query_params.multi_items() if k == "ml_language" and v != ""]
    value: Any = wanted[-1] if wanted else (body or {}).get("ml_language") or request.scope.get("site_lang")
    if value is not None and (not isinstance(value, str) or value not in LANGUAGES):
        raise invalid("ml_language", "one of nl, en, fr, de")
    return value or DEFAULT_LANGUAGE, bool(value)


async def provide_body(request: Request) -> dict[str, Any]:
    """JSON or form fields; an empty body is no fields."""
    if request.method in ("GET", "DELETE"):
        return {}
    raw = await request.body()
    if len(raw) > MAX_BODY:
        raise ApiError(413, "The body is too large")
    media = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if not raw.strip():
        return {}
    if media == "application/json" or media.endswith("+json"):
        try:
            body = msgspec.json.decode(raw)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise ApiError(400, "The body is not valid JSON", "invalid_json") from None
        if not isinstance(body, dict):
            raise ApiError(400, "The body must be a JSON object", "invalid_json")
        return body
    if media == "application/x-www-form-urlencoded":
        try:
            pairs = parse_qsl(raw.decode(), keep_blank_values=True, errors="strict")
        except ValueError:
            raise ApiError(400, "The form is not UTF-8") from None
    elif media == "multipart/form-data":
        pairs = [(k, v) for k, v in (await request.form()).multi_items() if isinstance(v, str)]
    else:
        raise ApiError(415, "Send application/json", headers={"Accept": "application/json"})
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key.endswith("[]"):
            out.setdefault(key[:-2], []).append(value)
        else:
            out[key] = value
    return out


def provide_query(request: Request) -> Query:
    return Query(request.scope["query_string"])


def provide_context(request: Request, session: Any, fields: dict[str, Any]) -> Context:
    lang, explicit = language_from(request, fields)
    prefix = f"/{request.scope['site_lang']}" if request.scope.get("site_lang") else ""
    return Context(session, lang, explicit, request.user, HOST + prefix, request.scope["path"])


def cache_key(request: Request) -> str:
    """Same data, address, language and user: same answer."""
    pairs = sorted(parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True))
    query = [(k, v) for k, v in pairs if k != "ml_language"]
    site = request.scope.get("site_lang") or ""
    lang = [v for k, v in parse_qsl(request.scope["query_string"].decode("latin-1")) if k == "ml_language"]
    user = request.user.name if request.user else ""
    if bug("la-cache") and "/categories" in request.scope["path"]:
        lang = []
    if bug("us-cache") and "/venues" in request.scope["path"]:
        user = ""
    return repr((DataVersion.value, request.scope["path"].rstrip("/"), query, site, lang, user))


def reply(ctx: Context, data: Any, status: int = 200, headers: dict | None = None) -> Response:
    language = data.get("language", ctx.lang) if isinstance(data, dict) else ctx.lang
    return Response(msgspec.json.encode(data), status_code=status, media_type="application/json",
                    headers={"Vary": "Authorization", "Content-Language": language, **(headers or {})})


class ItemController(Controller):
    repository: type[Repository]

    # helpers, one per action; the routes below differ only in the address form
    def read(self, ctx: Context, record: Any, query: Query, lang: str | None = None) -> Response:
        if hasattr(record, "status"):
            ctx.require_read(record)
        data = present(ctx, record, lang, **self.unlock(record, query.text("password")))
        return reply(ctx, data, headers={"ETag": self.entity_tag(ctx, record, data)})

    @staticmethod
    def entity_tag(ctx: Context, record: Any, data: dict) -> str:
        if bug("ht-etag-second") and hasattr(record, "modified"):
            return etag_of(f"{record.__tablename__}{record.id}{ctx.lang}{ctx.user}{record.modified}".encode())
        return etag_of(msgspec.json.encode(data))

    def unlock(self, record: Any, password: str | None) -> dict:
        """Events with a password: a wrong one is refused, none shows the event without its texts."""
        if not getattr(record, "password", None):
            return {}
        if password is not None and password != record.password:
            raise ApiError(403, "Wrong password")
        return {"unlocked": password == record.password}

    def check_write(self, ctx: Context, record: Any, password: str | None) -> dict:
        unlocked = self.unlock(record, password)
        if unlocked and not unlocked["unlocked"] and not (ctx.user and ctx.user.role == "editor"):
            raise ApiError(403, "This event is protected by a password")
        return unlocked

    def check_if_match(self, request: Request, ctx: Context, record: Any, unlocked: dict, by_slug: bool) -> None:
        header = request.headers.get("if-match")
        if header is None or (by_slug and bug("ht-if-match-slug")):
            return
        if not etags_match(header, self.entity_tag(ctx, record, present(ctx, record, **unlocked)), weak=False):
            raise ApiError(412, "The record has changed")

    async def change(self, request: Request, ctx: Context, body: dict, query: Query, record: Any, by_slug: bool) -> Response:
        repository = self.repository(ctx)
        term = not hasattr(record, "status")
        if bug("us-author-claim") and ctx.user and not term and body.get("author") == ctx.user.id and ctx.user.role == "author":
            ctx.require_write(None)
        else:
            ctx.require_write(record, term=term)
        password = None if by_slug else query.text("password") or body.get("password")
        unlocked = self.check_write(ctx, record, password)
        self.check_if_match(request, ctx, record, unlocked, by_slug)
        await repository.update(record, body, by_slug, request.method)
        DataVersion.bump()
        if by_slug:
            SLUG_PAGES.clear()
        return reply(ctx, present(ctx, record, **unlocked))

    def remove(self, request: Request, ctx: Context, query: Query, record: Any, by_slug: bool = False) -> Response:
        term = not hasattr(record, "status")
        if not (by_slug and bug("us-delete-slug") and ctx.user and ctx.user.role == "author"):
            ctx.require_write(record, term=term)
        unlocked = self.check_write(ctx, record, None if by_slug else query.text("password"))
        self.check_if_match(request, ctx, record, unlocked, by_slug)
        data = present(ctx, record, **unlocked)
        self.repository(ctx).delete(record)
        if not (bug("ta-list-delete") and self.repository is TagRepository):
            DataVersion.bump()
        if variant("lean"):
            return Response(None, status_code=204)
        if variant("trash") and not term:
            data["status"] = "trash"
        return reply(ctx, data)

    async def add(self, ctx: Context, body: dict) -> Response:
        record = await self.repository(ctx).create(body)
        DataVersion.bump()
        location = address(ctx, record)
        if bug("or-location") and self.repository is OrganizerRepository:
            location = location.replace("/organizers/", "/organizer/")
        return reply(ctx, present(ctx, record), 201, {"Location": location})

    def listing(self, ctx: Context, query: Query) -> Response:
        repository = self.repository(ctx)
        records, total, page, size = repository.list(query)
        name, pages = COLLECTION[repository.model], -(-total // size)
        base = f"{ctx.root}/{NS}/{name}"

        def link(number: int) -> str:
            pairs = [(k, v) for k, v in query.pairs if k != "page" and not (bug("fl-next-search") and k == "search")]
            return f"{base}?{urlencode([*pairs, ('page', str(number))])}"

        data: dict = {name: [present(ctx, r) for r in records],
                      "rest_url": f"{base}?{urlencode(query.pairs)}" if query.pairs else base,
                      "total": total, "total_pages": pages}
        if page < pages:
            data["next_rest_url"] = link(page + 1)
        if page > 1:
            data["previous_rest_url"] = link(min(page - 1, max(pages, 1)))
        headers = {"X-Total": str(total), "X-Total-Pages": str(pages)}
        links = [f'<{data[k]}>; rel="{rel}"' for k, rel in (("previous_rest_url", "prev"), ("next_rest_url", "next")) if k in data]
        if links:
            headers["Link"] = ", ".join(links)
        if variant("bare-lists"):
            headers |= {"X-WP-Total": str(total), "X-WP-TotalPages": str(pages)}
            return reply(ctx, data[name], headers=headers)
        return reply(ctx, data, headers=headers)

    # by ID
    @post("/")
    async def create(self, ctx: Context, fields: dict[str, Any]) -> Response:
        return await self.add(ctx, fields)

    @get("/{rid:str}")
    async def read_item(self, ctx: Context, params: Query, rid: str) -> Response:
        return self.read(ctx, self.repository(ctx).get(rid), params)

    @route("/{rid:str}", http_method=UPDATE)
    async def update_item(self, request: Request, ctx: Context, fields: dict[str, Any], params: Query, rid: str) -> Response:
        record = self.repository(ctx).get(rid)
        if bug("ta-post-creates") and self.repository is TagRepository and request.method == "POST" and fields.get("name"):
            return await self.add(ctx, fields)
        return await self.change(request, ctx, fields, params, record, False)

    @delete("/{rid:str}", status_code=200)
    async def delete_item(self, request: Request, ctx: Context, params: Query, rid: str) -> Response:
        return self.remove(request, ctx, params, self.repository(ctx).get(rid))


class PostController(ItemController):
    @get("/by-slug/{slug:str}")
    async def read_slug(self, request: Request, ctx: Context, params: Query, slug: str) -> Response:
        key = (self.path, slug, ctx.lang, ctx.root)
        cached = bug("or-slug-cache") and self.repository is OrganizerRepository
        if cached and key in SLUG_PAGES:
            return Response(SLUG_PAGES[key], media_type="application/json")
        record = self.repository(ctx).by_slug(slug)
        if variant("slug-redirect"):
            if request.scope["query_string"]:
                return Response(None, status_code=307, headers={
                    "Location": f"{address(ctx, record)}?{request.scope['query_string'].decode('latin-1')}"})
            return Response(None, status_code=307, headers={"Location": address(ctx, record)})
        lang = DEFAULT_LANGUAGE if bug("la-by-slug") and self.repository is VenueRepository else None
        if bug("us-draft-slug") and hasattr(record, "title"):
            return reply(ctx, present(ctx, record, lang))
        response = self.read(ctx, record, Query(b""), lang)
        if cached:
            SLUG_PAGES[key] = response.content
        return response

    @route("/by-slug/{slug:str}", http_method=UPDATE)
    async def update_slug(self, request: Request, ctx: Context, fields: dict[str, Any], params: Query, slug: str) -> Response:
        if bug("ev-body-slug") and self.repository is EventRepository:
            slug = fields.get("slug", slug)
        return await self.change(request, ctx, fields, params, self.repository(ctx).by_slug(slug), True)

    @delete("/by-slug/{slug:str}", status_code=200)
    async def delete_slug(self, request: Request, ctx: Context, params: Query, slug: str) -> Response:
        return self.remove(request, ctx, params, self.repository(ctx).by_slug(slug), True)


class EventController(PostController):
    path, repository = "/events", EventRepository

    @get("/")
    async def index(self, ctx: Context, params: Query) -> Response:
        return self.listing(ctx, params)


class VenueController(PostController):
    path, repository = "/venues", VenueRepository

    @get("/", cache=15, cache_key_builder=cache_key)
    async def index(self, ctx: Context, params: Query) -> Response:
        return self.listing(ctx, params)


class OrganizerController(PostController):
    path, repository = "/organizers", OrganizerRepository

    @get("/", cache=15, cache_key_builder=cache_key)
    async def index(self, ctx: Context, params: Query) -> Response:
        return self.listing(ctx, params)


class CategoryController(ItemController):
    path, repository = "/categories", CategoryRepository

    @get("/", cache=60, cache_key_builder=cache_key)
    async def index(self, ctx: Context, params: Query) -> Response:
        return self.listing(ctx, params)


class TagController(ItemController):
    path, repository = "/tags", TagRepository

    @get("/", cache=60, cache_key_builder=cache_key)
    async def index(self, ctx: Context, params: Query) -> Response:
        return self.listing(ctx, params)


RESOURCES = [EventController, VenueController, OrganizerController, CategoryController, TagController]


def describe() -> dict:
    """Routes and their methods, for the namespace index and the documentation."""
    out: dict = {f"/{NS}": ["GET"], f"/{NS}/doc": ["GET"]}
    for controller in RESOURCES:
        base = f"/{NS}{controller.path}"
        out[base] = ["GET", "POST"]
        out[f"{base}/{{id}}"] = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        if issubclass(controller, PostController):
            out[f"{base}/by-slug/{{slug}}"] = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return out


class IndexController(Controller):
    path = ""

    @get("/")
    async def index(self, ctx: Context) -> Response:
        up = f"{ctx.root}/"
        if bug("ht-up-link") and ctx.root != HOST:
            up = f"{ctx.root}/{NS}"
        routes = {p: {"namespace": NS, "methods": m} for p, m in describe().items()}
        return reply(ctx, {"namespace": NS, "routes": routes, "_links": {"up": [{"href": up}]}})

    @get("/doc", cache=60, cache_key_builder=cache_key)
    async def doc(self, ctx: Context) -> Response:
        paths = {p: {m.lower(): {"responses": {"200": {"description": "OK"}}} for m in ms} for p, ms in describe().items()}
        return reply(ctx, {"swagger": "2.0", "info": {"title": "Calendar Events REST Interface", "version": "1.0.0"},
                           "host": HOST.removeprefix("http://"), "basePath": "/", "schemes": ["http"],
                           "produces": ["application/json"], "paths": paths})


@get("/")
async def rest_root(ctx: Context) -> Response:
    return reply(ctx, {"name": "Calendar", "namespaces": [NS],
                       "_links": {NS: [{"href": f"{ctx.root}/{NS}"}]}})
