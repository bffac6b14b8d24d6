"""Event categories and event tags."""
import html

from auth import check_create, check_write, can_read
from errors import ApiError, invalid, not_found
from flags import bug, variant
from listing import envelope, page_params, paginate
from schema import clean, defaults, split_texts
from search import matching
from text import slugify, unique_slug

ORDERS = {"asc": False, "ascending": False, "desc": True, "descending": True}


class TermResource:
    kind = ""
    singular = ""

    def __init__(self, store, views):
        self.store = store
        self.views = views

    def find(self, id):
        rec = self.store.get(self.kind, id)
        if rec is None:
            raise not_found(self.singular)
        return rec

    # -- hooks --------------------------------------------------------------

    def prepare(self, rec, values):
        """Check a term before it is saved."""

    def forget(self, uow, rec):
        for event in self.store.events_of(self.kind, rec.id):
            changed = event.copy()
            changed.data[self.kind] = [i for i in event.data[self.kind] if i != rec.id]
            uow.save(changed)

    def list_item(self, ctx, rec):
        return self.views.render(ctx, rec)

    # -- operations ---------------------------------------------------------

    def assign_slug(self, rec, wanted):
        base = wanted or slugify(rec.text("name", rec.lang) or "") or f"{self.singular}-{rec.id}"

        def taken(slug):
            other = self.store.slugs[self.kind].get(slug)
            return other is not None and other != rec.id

        rec.data["slug"] = unique_slug(base, taken)

    def read(self, ctx, id):
        with self.store.lock:
            rec = self.find(id)
            return ctx.json(200, self.views.render(ctx, rec), rec=rec)

    def create(self, ctx):
        check_create(ctx.user)
        values = clean(self.kind, ctx.body, partial=False)
        with self.store.unit() as uow:
            if variant("strict-validation"):
                self.refuse_duplicate(values)
            rec = uow.new(self.kind, ctx.lang, ctx.user.id)
            texts, data = split_texts(self.kind, {**defaults(self.kind), **values})
            rec.set_texts(texts, ctx.lang)
            rec.data.update(data)
            self.prepare(rec, values)
            self.assign_slug(rec, values.get("slug"))
            uow.save(rec)
        with self.store.lock:
            return ctx.json(201, self.views.render(ctx, rec), rec=rec,
                            headers={"Location": self.views.rest_url(ctx, rec)})

    def refuse_duplicate(self, values):
        for rec in self.store.all(self.kind):
            if any(t.get("name") == values["name"] for t in rec.texts.values()) \
                    and (rec.data.get("parent") or 0) == (values.get("parent") or 0):
                raise ApiError(409, "term-exists", "A term with that name exists already.")

    def update_values(self, ctx, rec):
        values = clean(self.kind, ctx.body, partial=True)
        if ctx.request.method == "PUT" and variant("put-replaces"):
            values = {**{k: v for k, v in defaults(self.kind).items() if k != "slug"}, **values}
        return values

    def update(self, ctx, id):
        with self.store.unit() as uow:
            rec = self.find(id).copy()
            check_write(ctx.user, rec, ctx.request.method)
            values = self.update_values(ctx, rec)
            ctx.check_if_match(lambda: self.views.render(ctx, self.find(id)))
            wanted = values.pop("slug", None)
            texts, data = split_texts(self.kind, values)
            rec.set_texts(texts, ctx.lang)
            rec.data.update(data)
            self.prepare(rec, values)
            if wanted:
                self.assign_slug(rec, wanted)
            uow.save(rec)
        with self.store.lock:
            return ctx.json(200, self.views.render(ctx, rec), rec=rec)

    def delete(self, ctx, id):
        with self.store.unit() as uow:
            rec = self.find(id)
            check_write(ctx.user, rec, "DELETE")
            ctx.check_if_match(lambda: self.views.render(ctx, rec))
            body = self.views.render(ctx, rec)
            self.forget(uow, rec)
            uow.remove(rec)
        return ctx.json(200, body)

    # -- lists --------------------------------------------------------------

    def list(self, ctx):
        with self.store.lock:
            page = self.query_page(ctx)
            payload, headers = envelope(ctx, self.kind, page, [self.list_item(ctx, r) for r in page.rows])
            return ctx.json(200, payload, headers=headers)

    def hide_empty(self, q):
        return q.bool("hide_empty", True)

    def post_param(self, q):
        return q.int("post") if q.has("post") else q.int("event")

    def excluded(self, q):
        return set(q.ids("exclude") or ())

    def slug_matches(self, rec, slug):
        return rec.data["slug"] == slug

    def sort_key(self, ctx, attribute):
        keys = {"name": lambda r: (r.text("name", ctx.lang) or "").casefold(),
                "id": lambda r: r.id, "term_id": lambda r: r.id,
                "slug": lambda r: r.data["slug"],
                "description": lambda r: (r.text("description", ctx.lang) or "").casefold(),
                "count": lambda r: self.store.count(self.kind, r.id)}
        if attribute not in keys:
            raise invalid({"orderby": "must be one of " + ", ".join(keys)})
        return keys[attribute]

    def descending(self, q):
        order = q.str("order", "asc").lower()
        if order not in ORDERS:
            raise invalid({"order": "must be asc or desc"})
        return ORDERS[order]

    def filter_parent(self, q, rows):
        return rows

    def query_page(self, ctx):
        q = ctx.query
        number, size = page_params(q)
        rows = self.store.all(self.kind)
        if variant("language-records") and ctx.explicit_lang:
            rows = [r for r in rows if r.lang == ctx.lang]
        post = self.post_param(q)
        if post is not None:
            event = self.store.get("events", post)
            seen = event is not None and not event.trashed and can_read(ctx.user, event)
            wanted = set(self.store.targets_of(self.kind, post)) if seen else set()
            rows = [r for r in rows if r.id in wanted]
        if q.has("include"):
            included = set(q.ids("include"))
            rows = [r for r in rows if r.id in included]
        excluded = self.excluded(q)
        rows = [r for r in rows if r.id not in excluded]
        if self.hide_empty(q):
            rows = [r for r in rows if self.store.count(self.kind, r.id) > 0]
        if q.has("slug"):
            rows = [r for r in rows if self.slug_matches(r, q.str("slug"))]
        if q.has("search"):
            rows = matching(self.store.search[self.kind], rows, q.str("search"), ctx.lang)
        rows = self.filter_parent(q, rows)
        rows.sort(key=lambda r: r.id)
        rows.sort(key=self.sort_key(ctx, q.str("orderby", "name").lower()), reverse=self.descending(q))
        return paginate(rows, number, size)


class Categories(TermResource):
    kind, singular = "categories", "category"

    def prepare(self, rec, values):
        parent = rec.data["parent"]
        if "parent" not in values or parent == 0:
            return
        seen = {rec.id}
        while parent:
            if parent in seen:
                raise invalid({"parent": "a category cannot be its own ancestor"})
            seen.add(parent)
            ancestor = self.store.get("categories", parent)
            if ancestor is None:
                raise invalid({"parent": f"unknown ID {parent}"})
            parent = ancestor.data["parent"]

    def update_values(self, ctx, rec):
        values = super().update_values(ctx, rec)
        if bug("ca-parent-to-top") and not values.get("parent"):
            values.pop("parent", None)
        return values

    def forget(self, uow, rec):
        super().forget(uow, rec)
        for child in self.store.all("categories"):
            if child.data["parent"] == rec.id:
                changed = child.copy()
                changed.data["parent"] = rec.data["parent"]
                uow.save(changed)

    def hide_empty(self, q):
        return q.bool("hide_empty", not bug("ca-hide-empty-default"))

    def excluded(self, q):
        ids = q.ids("exclude") or []
        return set(ids[:1] if bug("ca-exclude-first") else ids)

    def slug_matches(self, rec, slug):
        if bug("ca-slug-prefix"):
            return rec.data["slug"].startswith(slug)
        return rec.data["slug"] == slug

    def sort_key(self, ctx, attribute):
        key = super().sort_key(ctx, attribute)
        if bug("ca-count-as-text") and attribute == "count":
            return lambda r: str(key(r))
        return key

    def descending(self, q):
        reverse = super().descending(q)
        return False if bug("ca-order-ignored") else reverse

    def filter_parent(self, q, rows):
        parent = q.int("parent", minimum=0)
        if parent is None or (bug("ca-parent-zero") and not parent):
            return rows
        return [r for r in rows if r.data["parent"] == parent]


class Tags(TermResource):
    kind, singular = "tags", "tag"

    def hide_empty(self, q):
        if bug("ta-hide-empty-zero") and q.has("hide_empty"):
            return q.str("hide_empty") != "false"
        return q.bool("hide_empty", True)

    def post_param(self, q):
        if bug("ta-event-alias"):
            return q.int("post")
        return super().post_param(q)

    def update_values(self, ctx, rec):
        values = super().update_values(ctx, rec)
        if bug("ta-patch-description") and ctx.request.method == "PATCH":
            values.setdefault("description", "")
        return values

    def list_item(self, ctx, rec):
        item = super().list_item(ctx, rec)
        if bug("ta-list-entities"):
            item["name"] = html.escape(item["name"])
        return item
