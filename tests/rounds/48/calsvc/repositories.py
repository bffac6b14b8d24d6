"""Repositories: finding, listing, creating, changing and deleting records of each kind."""
import asyncio
import html
from typing import Any

from sqlalchemy import Select, and_, case, delete, exists, func, insert, or_, select
from sqlalchemy import text as raw
from sqlalchemy.orm import selectinload

from .config import SITE_TZ, STATUSES, bug, variant
from .context import AUTHOR_IDS, Context
from .errors import ApiError, invalid
from .models import Category, Event, LINK_TARGETS, LINKS, Media, Organizer, Tag, Venue, event_venue
from .query import Query, parse_bool
from .schemas import CategoryInput, EventInput, OrganizerInput, TermInput, VenueInput, read_input, sent
from .texts import check_email, check_url, from_utc, parse_date, slugify, to_utc, utc_now, zone


class Repository:
    model: type
    schema: type
    name_field = "name"      # column of the name
    name_input = "name"      # field of the interface
    translated = ("name", "description")
    eager: tuple = ()        # relations to load with a page

    def __init__(self, ctx: Context):
        self.ctx, self.session = ctx, ctx.session

    # finding
    def get(self, rid: str) -> Any:
        record = None
        if rid.isascii() and rid.isdigit() and len(rid) <= 18:
            record = self.session.get(self.model, int(rid))
        return self._found(record)

    def by_slug(self, slug: str) -> Any:
        found = self.session.scalars(select(self.model).where(self.model.slug == slug).order_by(self.model.id).limit(1))
        return self._found(found.first())

    def _found(self, record: Any) -> Any:
        if record is None:
            raise ApiError(404, f"No such {self.model.__tablename__}")
        if getattr(record, "status", "") == "trash":
            raise ApiError(410, f"This {self.model.__tablename__} is in the trash")
        return record

    # texts and search
    def text_column(self, field: str):
        column = getattr(self.model, field)
        if bug("la-search") and self.model is Event:
            return column
        return case((self.model.lang == self.ctx.lang, column), else_=func.coalesce(
            func.json_extract(self.model.translations, f"$.{self.ctx.lang}.{field}"), column))

    def contains(self, column, needle: str):
        needle = needle.casefold()
        if not (bug("fl-like-wildcard") and self.model is Event):
            needle = needle.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
        return func.fold(column).like(f"%{needle}%", escape="\\")

    def search(self, query: Query) -> list:
        needle = query.text("search")
        if needle is None:
            return []
        return [or_(*(self.contains(c, needle) for c in self.search_columns()))]

    def search_columns(self) -> list:
        return [self.text_column(self.name_field), self.text_column("description")]

    def in_language(self) -> list:
        if variant("lang-only") and self.ctx.explicit_lang:
            return [or_(self.model.lang == self.ctx.lang,
                        func.json_extract(self.model.translations, f"$.{self.ctx.lang}").is_not(None))]
        return []

    def page(self, stmt: Select, query: Query, order: list) -> tuple[list, int, int, int]:
        page, size = query.paging()
        total = self.session.scalar(select(func.count()).select_from(stmt.order_by(None).subquery()))
        if variant("lean") and page > max(1, -(-total // size)):
            raise ApiError(404, "There is no such page")
        offset = (page - 1) * (10 if bug("or-offset") and self.model is Organizer else size)
        return list(self.session.scalars(stmt.options(*self.eager).order_by(*order).limit(size).offset(offset))), total, page, size

    # writing
    async def create(self, body: dict) -> Any:
        self.authorize_create(body)
        data = read_input(self.schema, body)
        values = await self.values(data, None)
        record = self.model(lang=self.ctx.lang, translations={}, **values)
        self.session.add(record)
        self.session.flush()
        self.after(record, data, None)
        self.commit()
        return record

    async def update(self, record: Any, body: dict, by_slug: bool = False, method: str = "PATCH") -> Any:
        data = read_input(self.schema, body)
        values = await self.values(data, record)
        self.quirks(record, values, body, by_slug, method)
        for name, value in values.items():
            self.put(record, name, value)
        self.after(record, data, record)
        self.commit()
        return record

    def put(self, record: Any, name: str, value: Any) -> None:
        if name in self.translated and self.ctx.lang != record.lang:
            translation = dict(record.translations.get(self.ctx.lang) or {})
            translation[name] = value
            record.translations = {**record.translations, self.ctx.lang: translation}
            if not (bug("la-patch-base") and self.model is Event):
                return
        setattr(record, name, value)

    def quirks(self, record: Any, values: dict, body: dict, by_slug: bool, method: str) -> None:
        """A place for kinds to look at how they are addressed."""

    def after(self, record: Any, data: Any, old: Any) -> None:
        """Links and the like."""

    def authorize_create(self, body: dict) -> None:
        self.ctx.require_write(None)

    async def values(self, data: Any, record: Any) -> dict:
        raise NotImplementedError

    def name_value(self, values: dict, record: Any) -> None:
        """Takes the name out of the input; it is required on create and never empty."""
        if self.name_input not in values:
            if record is None:
                raise invalid(self.name_input, "required")
            return
        name = values.pop(self.name_input).strip()
        if not name:
            raise invalid(self.name_input, "must not be empty")
        if bug("or-emoji") and self.model is Organizer:
            name = "".join(c for c in name if ord(c) < 0x10000)
        values[self.name_field] = name

    def unique_slug(self, wanted: str, own: int | None) -> str:
        model, slug, n = self.model, wanted, 2
        while self.session.scalar(select(model.id).where(model.slug == slug, model.id != (own or 0)).limit(1)):
            slug, n = f"{wanted}-{n}", n + 1
        return slug

    def delete(self, record: Any) -> None:
        if variant("trash") and hasattr(record, "status"):
            record.status = "trash"
            record.slug = f"{record.slug}__trashed-{record.id}"
        else:
            self.session.delete(record)
        self.commit()

    def commit(self) -> None:
        self.session.commit()
        self.ctx.memo.clear()

    def unlink(self, kind: str, record: Any) -> None:
        self.session.execute(delete(LINKS[kind]).where(LINKS[kind].c.target_id == record.id))


class PostRepository(Repository):
    link_kind = ""

    def authorize_create(self, body: dict) -> None:
        self.ctx.require_write(None)

    def statuses(self, query: Query) -> list[str]:
        wanted = query.items("status") or ["publish"]
        if wanted == ["any"]:
            return list(STATUSES)
        for status in wanted:
            if status not in STATUSES and not (variant("trash") and status == "trash"):
                raise invalid("status", "unknown status")
        return wanted

    def visible(self, query: Query) -> list:
        return [self.model.status.in_(self.statuses(query)), self.ctx.readable(self.model), *self.in_language()]

    async def values(self, data: Any, record: Any) -> dict:
        """Checks what all posts have in common and turns it into columns."""
        values, user = sent(data), self.ctx.user
        self.name_value(values, record)
        own_author = user.id if user else 1
        if "author" in values or record is None:
            author = values.get("author") or (record.author if record else own_author)
            if author not in AUTHOR_IDS:
                raise invalid("author", "no such author")
            if user and user.role != "editor" and author != user.id:
                raise ApiError(403, "You may not write for another author")
            values["author"] = author
        if "status" in values or record is None:
            values["status"] = values.get("status") or (record.status if record else "publish")
            if values["status"] not in STATUSES:
                raise invalid("status", "unknown status")
        self._publication(values, record)
        if "website" in values:
            values["website"] = self.checked("website", values["website"], check_url)
        if "image" in values:
            values["image_id"] = self._image(values.pop("image"))
        values["modified_utc"] = utc_now()
        values["modified"] = from_utc(values["modified_utc"])
        return values

    @staticmethod
    def checked(name: str, value: str | None, check) -> str | None:
        try:
            return check(value) if value else None
        except ValueError as error:
            raise invalid(name, str(error)) from None

    def _publication(self, values: dict, record: Any) -> None:
        local, utc = values.pop("date", None), values.pop("date_utc", None)
        try:
            if local:
                values["date"] = parse_date(local)[0]
                values["date_utc"] = to_utc(values["date"], SITE_TZ)
            elif utc:
                values["date_utc"] = parse_date(utc, "UTC")[0]
                values["date"] = from_utc(values["date_utc"])
                if bug("or-date-utc") and self.model is Organizer:
                    values["date"], values["date_utc"] = values["date_utc"], to_utc(values["date_utc"], SITE_TZ)
            elif record is None:
                values["date_utc"] = utc_now()
                values["date"] = from_utc(values["date_utc"])
        except ValueError as error:
            raise invalid("date" if local else "date_utc", str(error)) from None

    def _image(self, value: str | int | None) -> int | None:
        value = str(value or "").strip()
        if not value:
            return None
        if value.isascii() and value.isdigit():
            if len(value) > 18 or self.session.get(Media, int(value)) is None:
                raise invalid("image", "no such image")
            return int(value)
        media = Media(url=self.checked("image", value, check_url))
        self.session.add(media)
        self.session.flush()
        return media.id

    # filters that venues and organizers share
    def linked_filters(self, query: Query) -> list:
        link = LINKS[self.link_kind]
        mine = select(link.c.target_id).join(Event, Event.id == link.c.event_id)
        out = []
        if (number := query.number("event", 0, 10**18)) is not None:
            shown = and_(Event.id == number, Event.status != "trash", self.ctx.readable(Event))
            out.append(self.model.id.in_(mine.where(shown)))
        has = query.flag("has_events")
        if has is not None:
            inside = self.model.id.in_(mine.where(Event.status == "publish"))
            out.append(inside if has else ~inside)
        upcoming = query.flag("only_with_upcoming")
        coming = and_(Event.status == "publish", Event.end_utc >= utc_now())
        if bug("or-upcoming") and self.model is Organizer:
            coming = Event.status == "publish"
        if upcoming:
            out.append(self.model.id.in_(mine.where(coming)))
        elif upcoming is False and bug("ve-upcoming-false") and self.model is Venue:
            out.append(~self.model.id.in_(mine.where(coming)))
        return out

    def list(self, query: Query) -> tuple:
        where = [*self.visible(query), *self.search(query), *self.linked_filters(query)]
        return self.page(select(self.model).where(*where), query, [func.fold(self.model.name), self.model.id])

    def delete(self, record: Any) -> None:
        self.unlink(self.link_kind, record)
        super().delete(record)


class EventRepository(PostRepository):
    model, schema = Event, EventInput
    name_field = name_input = "title"
    translated = ("title", "description", "excerpt")
    eager = tuple(selectinload(r) for r in (Event.venues, Event.organizers, Event.categories, Event.tags))

    async def create(self, body: dict) -> Event:
        for name in ("title", "start_date", "end_date"):
            if body.get(name) is None:
                raise invalid(name, "required")
        return await super().create(body)

    async def values(self, data: Any, record: Event | None) -> dict:
        values = await super().values(data, record)
        old = record
        if bug("ev-nonatomic") and record is not None and "title" in values:
            self.put(record, "title", values["title"])
            self.session.commit()
        self._times(values, old)
        if "cost" in values:
            cost = values["cost"]
            empty = not cost if bug("ev-cost-zero") else cost is None or cost == ""
            values["cost"] = None if empty else str(cost)
        if values.get("slug") or record is None:
            wanted = slugify(values.get("slug") or values["title"], "event")
            if bug("ev-slug-dup") and values.get("slug"):
                values["slug"] = wanted
            else:
                values["slug"] = self.unique_slug(wanted, record.id if record else None)
        else:
            values.pop("slug", None)
        for kind in LINKS:
            if kind in values:
                self._check_links(kind, values.pop(kind) or [])
        return values

    def _times(self, values: dict, old: Event | None) -> None:
        tz = values.get("timezone") or (old.timezone if old else SITE_TZ)
        name = "timezone"
        try:
            zone(tz)
            values["timezone"] = tz
            for name, column in (("start_date", "start"), ("end_date", "end")):
                given = values.pop(name, None)
                values[column] = getattr(old, column) if given is None else parse_date(given, tz)[0]
            if values.get("all_day", old.all_day if old else False):
                values["start"] = values["start"][:10] + " 00:00:00"
                last = values["start"] if bug("ev-allday-multi") and old and not old.all_day else values["end"]
                values["end"] = last[:10] + " 23:59:59"
        except ValueError as error:
            raise invalid(name, str(error)) from None
        if values["end"] < values["start"]:
            raise invalid("end_date", "the event would end before it starts")
        if bug("ev-tz-stale") and old and (old.start, old.end) == (values["start"], values["end"]):
            return
        values["start_utc"], values["end_utc"] = to_utc(values["start"], tz), to_utc(values["end"], tz)

    def _check_links(self, kind: str, ids: list[int]) -> None:
        target = LINK_TARGETS[kind]
        known = select(target.id).where(target.id.in_([i for i in ids if abs(i) < 2**62]))
        if kind in ("venue", "organizer"):
            known = known.where(target.status != "trash")
        unknown = set(ids) - set(self.session.scalars(known))
        if unknown:
            raise invalid(kind, f"unknown IDs {sorted(unknown)}")

    def after(self, record: Event, data: Any, old: Event | None) -> None:
        given, touched = sent(data), set()
        for kind, link in LINKS.items():
            if kind not in given:
                continue
            ids = given[kind] or []
            if not ids and old and kind == "categories" and bug("ev-cats-empty"):
                continue
            before = list(self.session.scalars(select(link.c.target_id).where(link.c.event_id == record.id)
                                               .order_by(link.c.position)))
            if kind == "tags" and old and bug("ev-tags-append"):
                ids = before + ids
            if not bug("ev-dup-ids-500"):
                ids = list(dict.fromkeys(ids))
            touched |= set(before) | set(ids) if kind == "categories" else set()
            if old:
                self.session.execute(delete(link).where(link.c.event_id == record.id))
            for position, target in enumerate(ids):
                self.session.execute(insert(link).values(event_id=record.id, target_id=target, position=position))
        self.session.flush()
        if bug("ca-stale-count"):
            self._recount(set(c.id for c in record.categories) | touched)

    def _recount(self, ids: set[int]) -> None:
        link = LINKS["categories"]
        for category in self.session.scalars(select(Category).where(Category.id.in_(ids))):
            category.count_cache = self.session.scalar(
                select(func.count()).select_from(link).join(Event, Event.id == link.c.event_id)
                .where(link.c.target_id == category.id, Event.status == "publish"))

    def quirks(self, record: Event, values: dict, body: dict, by_slug: bool, method: str) -> None:
        if bug("ev-allday-reset") and by_slug and method == "PATCH":
            values.setdefault("all_day", False)
        if bug("ev-reescape") and "description" not in values and record.lang == self.ctx.lang:
            values["description"] = html.escape(record.description or "", quote=False)

    def delete(self, record: Event) -> None:
        if not variant("trash") and not bug("ev-id-reuse"):
            for link in LINKS.values():
                self.session.execute(delete(link).where(link.c.event_id == record.id))
        Repository.delete(self, record)

    # listing
    def list(self, query: Query) -> tuple:
        where = [*self.visible(query), *self._date_filters(query), *self._flags(query)]
        stmt = select(Event)
        for kind in LINKS:
            stmt = self._link_filter(stmt, kind, query)
        if bug("fl-search-or") and (needle := query.text("search")):
            first, second = (self.contains(c, needle) for c in self.search_columns())
            where = [where[0], where[1], or_(first, and_(second, *where[2:]))]
        else:
            where += self.search(query)
        order = [Event.start_utc, func.random() if bug("fl-unstable") else Event.id]
        if variant("calendar-view"):
            order.insert(0, Event.sticky.desc())
            if not query.items("include"):
                where.append(~Event.hide_from_listings)
        return self.page(stmt.where(*where), query, order)

    def _flags(self, query: Query) -> list:
        out = []
        featured = query.flag("featured")
        if featured or (featured is False and not bug("fl-featured-false")):
            out.append(Event.featured == featured)
        if (ticketed := query.flag("ticketed")) is not None:
            out.append(Event.ticketed == ticketed)
        if (parent := query.number("post_parent", 0, 10**18)) is not None:
            out.append(Event.post_parent == parent)
        out += self._geo(query)
        include = query.ids("include")
        if include is not None:
            out.append(Event.id.in_(include))
        return out

    def _geo(self, query: Query) -> list:
        geoloc, lat, lng = query.flag("geoloc"), query.real("geoloc_lat", 90), query.real("geoloc_lng", 180)
        if (lat is None) != (lng is None):
            raise invalid("geoloc_lat", "geoloc_lat and geoloc_lng must be given together")
        located = exists().where(event_venue.c.event_id == Event.id, event_venue.c.target_id == Venue.id,
                                 Venue.geo_lat.is_not(None))
        out = [] if geoloc is None else [located if geoloc else ~located]
        if lat is not None:
            out.append(located.where(func.abs(Venue.geo_lat - lat) <= 0.1, func.abs(Venue.geo_lng - lng) <= 0.1))
        return out

    def _link_filter(self, stmt: Select, kind: str, query: Query) -> Select:
        items = query.items(kind)
        if items is None:
            return stmt
        link, target = LINKS[kind], LINK_TARGETS[kind]
        if kind in ("venue", "organizer"):
            ids = query.ids(kind)
            if kind == "organizer" and bug("fl-organizer-unknown"):
                ids = list(self.session.scalars(select(Organizer.id).where(Organizer.id.in_(ids))))
                if not ids:
                    return stmt
        else:
            numbers = [int(x) for x in items if x.isascii() and x.isdigit() and len(x) <= 18]
            ids = list(self.session.scalars(select(target.id).where(or_(target.id.in_(numbers), target.slug.in_(items)))))
        if kind == "categories" and bug("fl-cat-dup"):
            return stmt.join(link, link.c.event_id == Event.id).where(link.c.target_id.in_(ids))
        if kind == "tags" and bug("fl-tags-and"):
            for one in ids:
                stmt = stmt.where(Event.id.in_(select(link.c.event_id).where(link.c.target_id == one)))
            return stmt
        return stmt.where(Event.id.in_(select(link.c.event_id).where(link.c.target_id.in_(ids))))

    def _date_filters(self, query: Query) -> list:
        """Lower bounds reach back to the start of the day, upper ones to its end, unless strict_dates is set."""
        raw = query.text("strict_dates")
        strict = parse_bool("strict_dates", raw) if raw else False
        if bug("fl-strict-false"):
            strict = bool(raw)
        given = {n: query.day(n) for n in ("start_date", "end_date", "starts_before", "starts_after",
                                           "ends_before", "ends_after")}
        given = {n: v[0] for n, v in given.items() if v is not None}
        if query.items("include") and not (bug("fl-include-dates") and given):
            return []
        if not given:
            today = from_utc(utc_now())[:10]
            return [Event.end >= f"{today} 00:00:00", Event.start < f"{int(today[:4]) + 2}{today[4:]} 23:59:59"]
        if bug("fl-start-overwrite") and "starts_before" in given:
            given.pop("starts_after", None)
        out = []
        for name, value in given.items():
            column = Event.start if name.startswith("start") else Event.end
            if name == "ends_after" and bug("fl-ends-after-start"):
                column = Event.start
            upper = name in ("end_date", "starts_before", "ends_before")
            if not strict and not (name == "starts_after" and bug("fl-starts-after-time")):
                day = value[:10]
                beyond = name in ("starts_before", "ends_before") and variant("exclusive-days")
                out.append(column < f"{day} 00:00:00" if beyond else
                           column <= f"{day} 23:59:59" if upper else column >= f"{day} 00:00:00")
            elif name in ("start_date", "end_date"):
                out.append(column <= value if upper else column >= value)
            else:
                out.append(column < value if upper else column > value)
        return out


class VenueRepository(PostRepository):
    model, schema, name_input, link_kind = Venue, VenueInput, "venue", "venue"
    custom = ("address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "website")

    def search_columns(self) -> list:
        columns = super().search_columns() + [getattr(Venue, n) for n in self.custom]
        if bug("ve-search-null"):
            joined = columns[0]
            for column in (columns[1], Venue.address, Venue.city, Venue.country, Venue.zip):
                joined = joined.op("||")(" ").op("||")(column)
            return [joined]
        return columns

    async def values(self, data: Any, record: Venue | None) -> dict:
        values = await super().values(data, record)
        for name in ("show_map", "show_map_link"):
            if name not in values:
                continue
            value = values[name]
            if value in (None, ""):
                values[name] = True
            elif isinstance(value, str):
                checked = parse_bool(name, value)
                values[name] = bool(value) if bug("ve-show-map-string") else checked
        if record is None:
            wanted = slugify(values["name"], "venue", ascii_only=bug("ve-slug-unicode"))
            values["slug"] = self.unique_slug(wanted, None) if wanted else ""
            if bug("ve-race"):
                await asyncio.sleep(0.1)
        elif bug("ve-desc-255") and values.get("description"):
            values["description"] = values["description"][:255]
        return values

    def quirks(self, record: Venue, values: dict, body: dict, by_slug: bool, method: str) -> None:
        if bug("ve-image-lost") and by_slug and method == "PATCH":
            values.setdefault("image_id", None)


class OrganizerRepository(PostRepository):
    model, schema, name_input, link_kind = Organizer, OrganizerInput, "organizer", "organizer"

    def search_columns(self) -> list:
        return super().search_columns() + [Organizer.phone, Organizer.email, Organizer.website]

    def search(self, query: Query) -> list:
        if bug("or-quote-500") and (needle := query.text("search")):
            needle = needle.replace(":", "\\:")
            return [raw(f"(fold(name) LIKE '%{needle.casefold()}%' OR fold(description) LIKE '%{needle.casefold()}%')")]
        return super().search(query)

    async def values(self, data: Any, record: Organizer | None) -> dict:
        values = await super().values(data, record)
        if "email" in values:
            values["email"] = self.checked("email", values["email"], check_email)
        if record is None:
            values["slug"] = self.unique_slug(slugify(values["name"], "organizer"), None)
        elif bug("or-lost-update"):
            whole = {c.name: getattr(record, c.name) for c in Organizer.__table__.columns
                     if c.name not in ("id", "lang", "translations", *self.translated)}
            await asyncio.sleep(0.1)
            self.session.expire(record)
            values = whole | values
        return values


class TermRepository(Repository):
    kind = ""

    def authorize_create(self, body: dict) -> None:
        self.ctx.require_write(None, term=True)

    async def values(self, data: Any, record: Any) -> dict:
        values = sent(data)
        self.name_value(values, record)
        if values.get("slug") or record is None:
            wanted = slugify(values.get("slug") or values["name"], self.model.__tablename__)
            values["slug"] = self.unique_slug(wanted, record.id if record else None)
        else:
            values.pop("slug", None)
        if bug("ta-desc-empty") and self.model is Tag and record is not None and not values.get("description"):
            values.pop("description", None)
        return values

    def counter(self):
        if bug("ca-stale-count") and self.model is Category:
            return Category.count_cache
        link = LINKS[self.kind]
        return (select(func.count()).select_from(link).join(Event, Event.id == link.c.event_id)
                .where(link.c.target_id == self.model.id, Event.status == "publish")
                .correlate(self.model).scalar_subquery())

    def list(self, query: Query) -> tuple:
        where, link = [*self.in_language(), *self.search(query)], LINKS[self.kind]
        count = self.counter()
        hide_empty = query.flag("hide_empty")
        if hide_empty or hide_empty is None:
            where.append(count > 0)
        if (include := query.ids("include")) is not None:
            where.append(self.model.id.in_(include))
        if (exclude := query.ids("exclude")) is not None:
            where.append(self.model.id.not_in(exclude))
        if (slug := query.text("slug")) is not None:
            where.append(self.model.slug == slug)
        for name in ("post",) if bug("ta-event-alias") and self.model is Tag else ("post", "event"):
            if (number := query.number(name, 0, 10**18)) is not None:
                shown = select(link.c.target_id).join(Event, Event.id == link.c.event_id).where(
                    Event.id == number, Event.status != "trash", self.ctx.readable(Event))
                where.append(self.model.id.in_(shown))
        return self.page(select(self.model).where(*where, *self.more(query)), query, self.order(query, count))

    def more(self, query: Query) -> list:
        return []

    def order(self, query: Query, count) -> list:
        orderby, order = query.text("orderby") or "name", (query.text("order") or "asc").lower()
        columns = {"name": func.fold(self.text_column("name")), "slug": self.model.slug, "id": self.model.id,
                   "term_id": self.model.id, "count": count, "description": self.text_column("description")}
        if orderby not in columns and not (orderby == "parent" and self.model is Category):
            raise invalid("orderby", "unknown attribute")
        if order not in ("asc", "desc", "ascending", "descending"):
            raise invalid("order", "asc or desc")
        column = columns[orderby] if orderby in columns else Category.parent
        down = order.startswith("desc")
        if bug("ca-order-count") and self.model is Category and orderby == "count":
            down = False
        return [column.desc() if down else column, self.model.id.desc() if down else self.model.id]

    def delete(self, record: Any) -> None:
        self.unlink(self.kind, record)
        super().delete(record)


class CategoryRepository(TermRepository):
    model, schema, kind = Category, CategoryInput, "categories"

    async def values(self, data: Any, record: Category | None) -> dict:
        values = await super().values(data, record)
        if "parent" in values:
            values["parent"] = values["parent"] or 0
            self._check_parent(values["parent"], record)
        return values

    def _check_parent(self, parent: int, record: Category | None) -> None:
        seen = set()
        while parent and parent not in seen:
            if record is not None and parent == record.id:
                raise invalid("parent", "a category cannot lie below itself")
            seen.add(parent)
            above = self.session.get(Category, parent) if 0 < parent < 2**62 else None
            if above is None:
                raise invalid("parent", "no such category")
            parent = above.parent

    def more(self, query: Query) -> list:
        parent = query.number("parent", 0, 10**18)
        return [] if parent is None else [Category.parent == parent]

    def delete(self, record: Category) -> None:
        if not bug("ca-dangling-parent"):
            for child in self.session.scalars(select(Category).where(Category.parent == record.id)):
                child.parent = record.parent
        super().delete(record)


class TagRepository(TermRepository):
    model, schema, kind = Tag, TermInput, "tags"
