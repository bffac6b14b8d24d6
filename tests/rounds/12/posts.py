"""What events, venues and organizers have in common, and the venues and organizers themselves."""
import dates
from auth import can_read, check_create, check_read, check_write
from errors import ApiError, gone, not_found
from flags import bug, variant
from listing import envelope, page_params, paginate, status_filter
from schema import STATUSES, clean, defaults, split_texts
from search import matching
from text import slugify, unique_slug


class PostResource:
    kind = ""
    singular = ""
    title_field = ""

    def __init__(self, store, views, cache):
        self.store = store
        self.views = views
        self.cache = cache

    # -- finding ------------------------------------------------------------

    def find(self, ctx, id=None, slug=None):
        rec = self.store.get(self.kind, id) if slug is None else self.store.by_slug(self.kind, slug)
        if rec is None:
            raise not_found(self.singular)
        return rec

    def visible(self, ctx, rows):
        return [r for r in rows if can_read(ctx.user, r)]

    # -- slugs and dates ----------------------------------------------------

    def assign_slug(self, rec, wanted):
        base = wanted or slugify(rec.text(self.title_field, rec.lang) or "") or f"{self.singular}-{rec.id}"

        def taken(slug):
            other = self.store.slugs[self.kind].get(slug)
            return other is not None and other != rec.id

        rec.data["slug"] = unique_slug(base, taken)

    def publication_dates(self, values):
        """Keep date (site time) and date_utc in step; date wins when both are given."""
        if values.get("date") is not None:
            values["date"] = dates.to_local(values["date"], dates.SITE_TZ)
            values["date_utc"] = dates.to_utc(values["date"], dates.SITE_TZ)
        elif values.get("date_utc") is not None:
            utc = values["date_utc"]
            values["date_utc"] = dates.to_local(utc, dates.timezone.utc)
            values["date"] = dates.from_utc(values["date_utc"], dates.SITE_TZ)
        else:
            values.pop("date", None)
            values.pop("date_utc", None)

    # -- hooks --------------------------------------------------------------

    def prepare(self, ctx, rec, values, created):
        """Check and complete a record before it is saved."""

    def forget(self, uow, rec):
        """Take a deleted record out of the records that refer to it."""

    # -- operations ---------------------------------------------------------

    def read(self, ctx, id=None, slug=None):
        with self.store.lock:
            rec = self.find(ctx, id, slug)
            if not (bug("us-draft-by-slug") and slug is not None and self.kind == "events"
                    and ctx.user.role == "reader"):
                check_read(ctx.user, rec)
            return ctx.json(200, self.views.render(ctx, rec), rec=rec)

    def create(self, ctx):
        check_create(ctx.user)
        values = clean(self.kind, ctx.body, partial=False)
        check_create(ctx.user, values.get("author"))
        with self.store.unit() as uow:
            self.refuse_duplicate(values)
            rec = uow.new(self.kind, ctx.lang, ctx.user.id)
            base = defaults(self.kind)
            now = dates.utc_now()
            base.update(date=dates.from_utc(now, dates.SITE_TZ), date_utc=now, author=ctx.user.id)
            self.publication_dates(values)
            if values.get("author") is None:
                values.pop("author", None)
            base.update(values)
            texts, data = split_texts(self.kind, base)
            rec.set_texts(texts, ctx.lang)
            rec.data.update(data)
            rec.owner = rec.data["author"]
            self.prepare(ctx, rec, values, created=True)
            self.assign_slug(rec, values.get("slug"))
            uow.save(rec)
        with self.store.lock:
            location = self.views.rest_url(ctx, rec)
            return ctx.json(201, self.views.render(ctx, rec), headers={"Location": location}, rec=rec)

    def refuse_duplicate(self, values):
        if not variant("strict-validation"):
            return
        wanted = values.get("slug")
        if wanted and wanted in self.store.slugs[self.kind]:
            raise ApiError(409, "slug-exists", "Another record has that slug.")

    def replace_values(self, values):
        """PUT as replacement: whatever is optional and not given falls back to its default."""
        kept = ("author", "date", "date_utc", "slug", "password")
        return {**{k: v for k, v in defaults(self.kind).items() if k not in kept}, **values}

    def update_values(self, ctx, rec):
        values = clean(self.kind, ctx.body, partial=True)
        if self.kind == "organizers" and bug("or-null-ignored"):
            values = {k: v for k, v in values.items() if v is not None}
        if ctx.request.method == "PUT" and variant("put-replaces"):
            values = self.replace_values(values)
        return values

    def update_language(self, ctx):
        return ctx.lang

    def update(self, ctx, id=None, slug=None):
        with self.store.unit() as uow:
            rec = self.find(ctx, id, slug).copy()
            check_read(ctx.user, rec)
            check_write(ctx.user, rec, ctx.request.method)
            values = self.update_values(ctx, rec)
            check_create(ctx.user, values.get("author"))
            self.check_preconditions(ctx, rec, slug)
            if not (self.kind == "organizers" and bug("or-date-utc-stale") and values.get("date")):
                self.publication_dates(values)
            if values.get("author") is None:
                values.pop("author", None)
            wanted = values.pop("slug", None)
            texts, data = split_texts(self.kind, values)
            rec.set_texts(texts, self.update_language(ctx))
            rec.data.update(data)
            rec.owner = rec.data["author"]
            self.prepare(ctx, rec, values, created=False)
            if wanted:
                self.assign_slug(rec, wanted)
            uow.save(rec)
        with self.store.lock:
            return ctx.json(200, self.views.render(ctx, rec), rec=rec)

    def check_preconditions(self, ctx, rec, slug):
        ctx.check_if_match(lambda: self.views.render(ctx, self.store.get(rec.kind, rec.id)))

    def delete(self, ctx, id=None, slug=None):
        with self.store.unit() as uow:
            rec = self.find(ctx, id, slug)
            check_read(ctx.user, rec)
            check_write(ctx.user, rec, "DELETE")
            self.check_preconditions(ctx, rec, slug)
            if rec.trashed:
                raise gone(self.singular)
            body = self.views.render(ctx, rec)
            if variant("soft-delete"):
                trashed = rec.copy()
                trashed.data["status"] = "trash"
                trashed.data["slug"] = f"{rec.data['slug']}__trashed-{rec.id}"
                uow.save(trashed)
                body = {**body, "status": "trash", "slug": trashed.data["slug"]}
            else:
                self.remove(uow, rec, slug)
            self.forget(uow, rec)
        return ctx.json(200, body)

    def remove(self, uow, rec, slug):
        uow.remove(rec)

    def list(self, ctx):
        with self.store.lock:
            payload, headers = self.cache.get(ctx, self.kind, lambda: self.compute_list(ctx))
            return ctx.json(200, payload, headers=headers)

    def compute_list(self, ctx):
        page = self.query_page(ctx)
        return envelope(ctx, self.kind, page, [self.views.render(ctx, r) for r in page.rows])

    def query_page(self, ctx):
        raise NotImplementedError

    def in_language(self, ctx, rows):
        if variant("language-records") and ctx.explicit_lang:
            return [r for r in rows if r.lang == ctx.lang]
        return rows


class LinkedResource(PostResource):
    """Venues and organizers: records that events refer to."""
    relation = ""

    def events_of(self, ctx, rec):
        return self.visible(ctx, self.store.events_of(self.relation, rec.id))

    def is_upcoming(self, ctx, event):
        if event.data["status"] != "publish":
            return False
        tz = dates.zone(event.data["timezone"])
        return dates.utc_span(event.data["start_date"], event.data["end_date"], tz)[1] >= dates.utc_now()

    def has_events_wanted(self, query):
        return query.bool("has_events")

    def default_size(self):
        return 10

    def linked_to(self, ctx, event_id):
        event = self.store.get("events", event_id)
        if event is None or event.trashed or not can_read(ctx.user, event):
            return set()
        return set(self.store.targets_of(self.relation, event_id))

    def query_page(self, ctx):
        q = ctx.query
        number, size = page_params(q, self.default_size())
        statuses = status_filter(q, STATUSES)
        rows = self.visible(ctx, self.in_language(ctx, self.store.all(self.kind)))
        if q.has("search"):
            rows = matching(self.store.search[self.kind], rows, q.str("search"), ctx.lang)
        if q.has("event"):
            wanted = self.linked_to(ctx, q.int("event"))
            rows = [r for r in rows if r.id in wanted]
        has_events = self.has_events_wanted(q)
        if has_events is not None:
            rows = [r for r in rows if bool(self.events_of(ctx, r)) == has_events]
        if q.bool("only_with_upcoming", False):
            rows = [r for r in rows if any(self.is_upcoming(ctx, e) for e in self.events_of(ctx, r))]
        total = None
        if bug("ve-total-status") and self.kind == "venues":
            total = len(rows)
        rows = [r for r in rows if r.data["status"] in statuses]
        rows.sort(key=lambda r: ((r.text(self.title_field, ctx.lang) or "").casefold(), r.id))
        return paginate(rows, number, size, total=total)

    def forget(self, uow, rec):
        for event in self.store.events_of(self.relation, rec.id):
            changed = event.copy()
            changed.data[self.relation] = [i for i in event.data[self.relation] if i != rec.id]
            uow.save(changed)


class Venues(LinkedResource):
    kind, singular, title_field, relation = "venues", "venue", "venue", "venue"

    def has_events_wanted(self, query):
        if bug("ve-has-events-false"):
            return True if query.has("has_events") else None
        return query.bool("has_events")


class Organizers(LinkedResource):
    kind, singular, title_field, relation = "organizers", "organizer", "organizer", "organizer"

    def default_size(self):
        return 20 if bug("or-per-page-default") else 10

    def is_upcoming(self, ctx, event):
        return True if bug("or-upcoming-past") else super().is_upcoming(ctx, event)

    def linked_to(self, ctx, event_id):
        ids = super().linked_to(ctx, event_id)
        return set(sorted(ids)[:1]) if bug("or-event-first-only") else ids

    def forget(self, uow, rec):
        if bug("or-delete-dangling"):
            return
        super().forget(uow, rec)
