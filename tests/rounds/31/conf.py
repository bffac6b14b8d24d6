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
    "json-api": {"envelope": "jsonapi", "media": "application/vnd.api+json", "error": "jsonapi", "delete": "meta",
                 "id_start": 41, "id_step": 2, "bad": 422, "max": 60},
    "hal": {"envelope": "hal", "media": "application/hal+json", "order": "start_desc", "delete": "links", "shared_ids": True,
            "id_start": 700, "max": 500},
    "grouped": {"group": True, "bool": "words", "envelope": "counted", "slug": "city", "null": "empty", "delete": "empty"},
    "all-languages": {"texts": "map", "envelope": "language", "error": "languages", "order": "title_desc", "max": 100},
    "terse": {"create_body": "none", "update": "minimal", "delete": "accepted", "etag": False, "envelope": "link",
              "past_end": 204, "max": 25, "clamp": True, "options": 200},
    "slug-rewriting": {"slug": "dated", "slug_given": "normal", "slug_dup": "suffix", "scatter": True, "permalink": True,
                       "old_slugs": True},
    "login-wall": {"login": True, "error": "text", "protected_lists": "omit", "hidden": 403, "locked": 404,
                   "status_default": "pending", "delete": "now"},
    "zulu": {"times": "zulu", "envelope": "pair", "delete": "true", "relations": "urls", "created": True, "cost": "text"},
}
_V = VARIANTS.get(VARIANT, {})


def opt(name, default=None):
    return _V.get(name, default)


class Refuse(Exception):
    def __init__(self, status, code, message, headers=None):
        self.status, self.code, self.message, self.headers = status, code, message, headers or {}


def bad(name, message):
    return Refuse(opt("bad", 400), "invalid_param", f"Invalid parameter {name}: {message}")
