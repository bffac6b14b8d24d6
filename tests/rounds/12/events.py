"""Events: dates, relations and the filters of the archive."""
import dates
from errors import invalid, missing
from flags import bug, variant
from listing import page_params, paginate, require_pair, status_filter
from params import parse_int
from posts import PostResource
from schema import STATUSES
from search import matching
from store import RELATIONS

DATE_FILTERS = ("start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after")
DEFAULT_WINDOW_YEARS = 2


class Events(PostResource):
    kind, singular, title_field = "events", "event", "title"

    def __init__(self, store, views, cache):
        super().__init__(store, views, cache)
        self.slug_answers = {}
        store.caches.append(self.slug_answers)

    # -- reading ------------------------------------------------------------

    def read(self, ctx, id=None, slug=None):
        with self.store.lock:
            rec = self.find(ctx, id, slug)
            if self.is_locked(ctx, rec):
                super().read(ctx, id, slug)
                return ctx.json(200, self.locked(self.views.render(ctx, rec)), rec=rec)
            response = super().read(ctx, id, slug)
            if slug is None:
                return response
            key = (slug, ctx.lang, ctx.base, ctx.user.id, ctx.request.method)
            if bug("ev-slug-cache-language"):
                key = (slug, ctx.base, ctx.user.id, ctx.request.method)
            if ctx.request.headers.get("If-None-Match"):
                return response
            return self.slug_answers.setdefault(key, response)

    @staticmethod
    def is_locked(ctx, rec):
        """Whether the event has a password that the caller did not give."""
        password = rec.data.get("password")
        given = ctx.query.str("password") or ctx.body.get("password")
        return bool(password) and given != password

    @staticmethod
    def locked(body):
        return {**body, "description": "", "excerpt": ""}

    # -- writing ------------------------------------------------------------

    def update_values(self, ctx, rec):
        if bug("ev-slug-put-required") and ctx.request.method == "PUT" and ctx.by_slug:
            if "title" not in ctx.body:
                raise missing(["title"])
        values = super().update_values(ctx, rec)
        if bug("ev-empty-categories") and not values.get("categories"):
            values.pop("categories", None)
        if bug("ev-timezone-reset") and "start_date" in values:
            values.setdefault("timezone", dates.SITE_TZ_NAME)
        return values

    def update_language(self, ctx):
        if bug("ev-prefix-update-language"):
            return ctx.query.str("ml_language") or ctx.body.get("ml_language") or "en"
        return ctx.lang

    def check_preconditions(self, ctx, rec, slug):
        if bug("ev-if-match-slug") and slug is not None and ctx.request.method == "PUT":
            return
        def current():
            stored = self.store.get(self.kind, rec.id)
            body = self.views.render(ctx, stored)
            return self.locked(body) if self.is_locked(ctx, stored) else body

        ctx.check_if_match(current)

    def remove(self, uow, rec, slug):
        if bug("ev-delete-by-slug") and slug is not None:
            uow.unslug(rec)
            return
        uow.remove(rec)

    def prepare(self, ctx, rec, values, created):
        d = rec.data
        tz = dates.zone(d["timezone"])
        for name in ("start_date", "end_date"):
            d[name] = dates.to_local(d[name], tz)
        if d["all_day"]:
            d["start_date"] = dates.day_start(d["start_date"])
            d["end_date"] = dates.day_end(d["end_date"])
        if d["end_date"] < d["start_date"]:
            raise invalid({"end_date": "must not be before start_date"})
        if created and bug("ev-cost-zero"):
            d["cost"] = d["cost"] or None
        for name, kind in RELATIONS.items():
            if name not in values:
                continue
            unknown = [i for i in values[name] if not self._exists(kind, i)]
            if unknown:
                raise invalid({name: "unknown ID " + ", ".join(map(str, unknown))})

    def _exists(self, kind, id):
        rec = self.store.get(kind, id)
        return rec is not None and not rec.trashed

    # -- the archive --------------------------------------------------------

    def query_page(self, ctx):
        q = ctx.query
        number, size = page_params(q)
        statuses = status_filter(q, STATUSES)
        if q.has("include"):
            wanted = set(q.ids("include"))
            tests = [lambda r: r.id in wanted]
            if bug("ev-include-dates") and any(q.has(name) for name in DATE_FILTERS):
                tests += self.date_tests(q)
        else:
            tests = self.date_tests(q)
        tests += self.relation_tests(q) + self.flag_tests(q)
        rows = [r for r in self.in_language(ctx, self.store.all("events"))
                if r.data["status"] in statuses and all(test(r) for test in tests)]
        if q.has("search"):
            rows = matching(self.store.search["events"], rows, q.str("search"), ctx.lang)
        total = None
        if bug("us-total-hidden"):
            total = len(rows)
        rows = self.visible(ctx, rows)
        rows.sort(key=lambda r: (r.data["start_date"], r.id))
        if bug("ev-page-ties") and number > 1:
            rows.sort(key=lambda r: (r.data["start_date"], -r.id))
        offset = (number - 1) * 10 if bug("ev-page-offset") else None
        return paginate(rows, number, size, offset=offset, total=total)

    def compute_list(self, ctx):
        payload, headers = super().compute_list(ctx)
        items = payload if isinstance(payload, list) else payload["events"]
        for item in items:
            if item["protected"]:
                item.update(self.locked(item))
        return payload, headers

    def _strict(self, q):
        if bug("ev-strict-false"):
            return bool(q.str("strict_dates"))
        return q.bool("strict_dates", False)

    def date_tests(self, q):
        """Predicates on the local start and end. Whole days count unless strict_dates is set."""
        given = {}
        for name in DATE_FILTERS:
            if not q.has(name):
                continue
            try:
                given[name] = dates.to_local(dates.parse(q.str(name)), dates.SITE_TZ)
            except ValueError as exc:
                raise invalid({name: str(exc)})
        strict = self._strict(q)
        if not given:
            if variant("no-window"):
                return []
            today = dates.day_start(dates.site_now())
            last = dates.day_end(today.replace(year=today.year + DEFAULT_WINDOW_YEARS, day=min(today.day, 28)))
            return [lambda r: r.data["end_date"] >= today and r.data["start_date"] <= last]
        tests = []

        def test(name, field, compare, whole_day):
            if name in given:
                limit = given[name] if strict else whole_day(given[name])
                tests.append(lambda r: compare(r.data[field], limit))

        def at_least(a, b):
            return a >= b

        def at_most(a, b):
            return a <= b

        after = (lambda a, b: a > b) if strict else at_least
        before = (lambda a, b: a < b) if strict else at_most
        test("start_date", "start_date", at_least, dates.day_start)
        test("end_date", "end_date", at_most, dates.whole_day_limit)
        if variant("on-the-day"):
            for name in ("start_date", "end_date"):
                if name in given:
                    tests.append(lambda r, n=name: r.data[n].date() == given[n].date())
        test("starts_before", "start_date", before, dates.whole_day_limit)
        test("starts_after", "start_date", after, dates.day_start)
        test("ends_before", "end_date", before, dates.whole_day_limit)
        test("ends_after", "start_date" if bug("ev-ends-after-start") else "end_date", after, dates.day_start)
        return tests

    def _term_ids(self, q, name):
        """IDs for a filter that takes slugs or IDs; unknown ones match nothing."""
        ids, slugs = set(), []
        for item in q.list(name):
            try:
                ids.add(parse_int(item))
            except ValueError:
                slugs.append(item)
        found = {t.id for t in (self.store.by_slug(name, s) for s in slugs) if t is not None}
        if bug("ev-categories-mixed") and name == "categories" and slugs:
            return found
        return ids | found

    def relation_tests(self, q):
        tests = []
        for name in ("categories", "tags"):
            if not q.has(name):
                continue
            ids = self._term_ids(q, name)
            if bug("ev-tags-all") and name == "tags":
                tests.append(lambda r, n=name, ids=ids: ids <= set(r.data[n]))
            else:
                tests.append(lambda r, n=name, ids=ids: not ids.isdisjoint(r.data[n]))
        for name in ("venue", "organizer"):
            if not q.has(name):
                continue
            ids = set(q.ids(name))
            if bug("ev-venue-first") and name == "venue":
                tests.append(lambda r, ids=ids: not ids.isdisjoint(r.data["venue"][:1]))
            else:
                tests.append(lambda r, n=name, ids=ids: not ids.isdisjoint(r.data[n]))
        return tests

    def flag_tests(self, q):
        tests = []
        featured = q.bool("featured")
        if featured is not None and not (bug("ev-featured-false") and not featured):
            tests.append(lambda r: r.data["featured"] == featured)
        # no venue has geolocation data and no event has tickets or a parent without the extensions
        require_pair(q, "geoloc_lat", "geoloc_lng")
        if q.has("geoloc_lat"):
            q.float("geoloc_lat"), q.float("geoloc_lng")
            tests.append(lambda r: False)
        if q.bool("geoloc") or q.bool("ticketed") or q.int("post_parent", 0) != 0:
            tests.append(lambda r: False)
        return tests
