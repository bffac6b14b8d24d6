"""Lists: paging, envelopes and the cache of list answers."""
from urllib.parse import parse_qsl, urlencode

from dates import site_now
from errors import ApiError, invalid
from flags import USERS, bug, variant

MAX_PER_PAGE = 100


class Page:
    def __init__(self, rows, number, size, total):
        self.rows = rows
        self.number = number
        self.size = size
        self.total = total
        self.pages = -(-total // size)


def page_params(query, default=10):
    number = query.int("page", 1, minimum=1)
    size = query.int("per_page", default, minimum=1)
    if size > MAX_PER_PAGE:
        if variant("strict-validation"):
            raise invalid({"per_page": f"must be at most {MAX_PER_PAGE}"})
        size = MAX_PER_PAGE
    return number, size


def paginate(rows, number, size, offset=None, total=None):
    if offset is None:
        offset = (number - 1) * size
    return Page(rows[offset:offset + size], number, size, len(rows) if total is None else total)


def _page_url(ctx, kind, number):
    pairs = [(k, v) for k, v in parse_qsl(ctx.request.query) if k != "page"]
    return f"{ctx.base}/vendor/events/v1/{kind}?" + urlencode(pairs + [("page", number)])


def envelope(ctx, kind, page, items):
    """(payload, headers) of a list answer."""
    headers = {"X-Total": str(page.total), "X-Total-Pages": str(page.pages)}
    if variant("bare-array"):
        return items, headers
    payload = {kind: items, "rest_url": f"{ctx.base}/vendor/events/v1/{kind}",
               "page": page.number, "per_page": page.size,
               "total": page.total, "total_pages": page.pages}
    if page.number < page.pages:
        payload["next_rest_url"] = _page_url(ctx, kind, page.number + 1)
    if page.number > 1:
        payload["previous_rest_url"] = _page_url(ctx, kind, page.number - 1)
    return payload, headers


class ListCache:
    """Answers of lists by caller, language, address and parameters; emptied on every change."""

    def __init__(self, store):
        self._answers = {}
        store.caches.append(self._answers)

    def get(self, ctx, kind, compute):
        user = ctx.user.id
        if bug("us-list-cache") and USERS:
            user = None
        if ctx.query.has("only_with_upcoming"):
            return compute()  # moves with the clock
        key = (kind, user, ctx.lang, ctx.explicit_lang, ctx.base, ctx.query.key(), site_now().date())
        if key not in self._answers:
            self._answers[key] = compute()
        return self._answers[key]


def status_filter(query, statuses, default=("publish",)):
    wanted = query.list("status") or list(default)
    unknown = [s for s in wanted if s not in statuses and not (s == "trash" and variant("soft-delete"))]
    if unknown:
        raise invalid({"status": "unknown status " + ", ".join(unknown)})
    return set(wanted)


def require_pair(query, one, other):
    if query.has(one) != query.has(other):
        absent = other if query.has(one) else one
        raise ApiError(400, "rest_missing_callback_param", f"{one} and {other} go together.", params=[absent])
