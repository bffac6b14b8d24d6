"""Switches: one bug, one variant, identities."""
import os

BUG = os.environ.get("BUG", "")
VARIANT = os.environ.get("VARIANT", "")
USERS = os.environ.get("USERS") == "1"
NS = "/vendor/events/v1"
SITE_TZ = "Europe/Amsterdam"
LANGS = ("nl", "en", "fr", "de")
PATH_LANGS = ("nl", "en", "fr", "de")


def bug(ident):
    return BUG == ident


VARIANTS = {
    "data-envelope": {"envelope": "data", "times": "iso", "create_status": 200, "delete": "empty", "bad": 422,
                      "past_end": "empty", "max": 1000, "id_start": 100, "id_step": 3, "status_default": "publish"},
    "bare-arrays": {"envelope": "bare", "text": "object", "id_start": 5000, "shared_ids": True, "embed": True,
                    "delete": "flag", "past_end": 400, "max": 100, "order": "title"},
    "trash": {"delete": "trash", "status_default": "draft", "order": "desc", "max": 50, "clamp": True,
              "slug": "suffix", "error": "nested", "has_false": "all"},
    "redirecting": {"redirect": True, "slug": "id", "create_body": "id", "update": "empty", "delete": "empty",
                    "envelope": "items", "null": "omit"},
    "strict-replace": {"strict": True, "put": "replace", "max": 20, "bad": 422, "error": "problem", "dup_names": 409,
                       "id_start": 1, "shared_ids": True, "gone": 410, "past_end": 404},
    "rendered-html": {"text": "html", "ids": "string", "search": "case", "upcoming": True, "slug_dup": "suffix",
                      "past_end": 404, "delete": "flag", "slug": "kind", "embed": True, "max": 200},
    "language-sites": {"partition": True, "names": "camel", "order": "title", "content_language": True, "slug": "suffix",
                       "times": "object", "update_status": 202, "envelope": "results", "clamp": True},
    "guarded": {"guard": True, "hidden": 403, "list_status": "publish", "delete": "empty", "delete_again": 204,
                "error": "list", "envelope": "keyed", "bool": "int", "slug_dup": "suffix", "order": "desc", "past_end": 404},
}
_V = VARIANTS.get(VARIANT, {})


def opt(name, default=None):
    return _V.get(name, default)


class Refuse(Exception):
    def __init__(self, status, code, message, headers=None):
        self.status, self.code, self.message, self.headers = status, code, message, headers or {}


def bad(name, message):
    return Refuse(opt("bad", 400), "invalid_param", f"Invalid parameter {name}: {message}")
