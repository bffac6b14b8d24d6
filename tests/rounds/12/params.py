"""Query parameters and request bodies."""
import json
import re
from urllib.parse import parse_qsl

from errors import ApiError, invalid

TRUE = {"true", "1", "yes", "on"}
FALSE = {"false", "0", "no", "off"}


def parse_bool(value):
    """bool for the usual spellings; ValueError otherwise."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    if isinstance(value, str):
        if value.strip().lower() in TRUE:
            return True
        if value.strip().lower() in FALSE:
            return False
    raise ValueError("not a boolean")


def parse_int(value):
    if isinstance(value, bool):
        raise ValueError("not an integer")
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,15}", value.strip(), re.ASCII):
        return int(value)
    raise ValueError("not an integer")


def decode_pairs(text):
    try:
        pairs = parse_qsl(text, keep_blank_values=True, encoding="utf-8", errors="strict")
    except (UnicodeDecodeError, ValueError):
        raise ApiError(400, "rest_invalid_encoding", "Parameters must be percent-encoded UTF-8.")
    values = {}
    for name, value in pairs:
        values.setdefault(re.sub(r"\[\d*\]$", "", name), []).append(value)
    return values


class Query:
    """Typed access to query parameters; an empty value counts as absent."""

    def __init__(self, text):
        self.values = {}
        for name, values in decode_pairs(text).items():
            kept = [v for v in values if v.strip() != ""]
            if kept:
                self.values[name] = kept

    def has(self, name):
        return name in self.values

    def str(self, name, default=None):
        return self.values[name][-1] if name in self.values else default

    def _typed(self, name, default, convert):
        if name not in self.values:
            return default
        try:
            return convert(self.str(name))
        except ValueError as exc:
            raise invalid({name: str(exc)})

    def int(self, name, default=None, minimum=None):
        value = self._typed(name, default, parse_int)
        if value is not None and minimum is not None and value < minimum:
            raise invalid({name: f"must be at least {minimum}"})
        return value

    def float(self, name):
        return self._typed(name, None, float)

    def bool(self, name, default=None):
        return self._typed(name, default, parse_bool)

    def list(self, name):
        """All values: name=1,2 and name[]=1&name[]=2 and name=1&name=2."""
        items = []
        for value in self.values.get(name, ()):
            items += [part.strip() for part in value.split(",") if part.strip()]
        return items

    def ids(self, name):
        if name not in self.values:
            return None
        try:
            return [parse_int(item) for item in self.list(name)]
        except ValueError as exc:
            raise invalid({name: str(exc)})

    def key(self):
        return tuple(sorted((k, tuple(v)) for k, v in self.values.items()))


LIST_FIELDS = {"categories", "tags", "venue", "organizer"}


def parse_body(request, kind):
    """The body as a dict of fields, from JSON or a form."""
    if not request.body.strip():
        return {}
    ctype = (request.headers.get("Content-Type") or "application/json").split(";")[0].strip().lower()
    if ctype == "application/x-www-form-urlencoded":
        try:
            values = decode_pairs(request.body.decode("utf-8"))
        except UnicodeDecodeError:
            raise ApiError(400, "rest_invalid_encoding", "The form must be UTF-8.")
        many = LIST_FIELDS if kind == "events" else ()
        return {name: (v if name in many else v[-1]) for name, v in values.items()}
    if ctype == "application/json" or ctype.endswith("+json"):
        try:
            body = json.loads(request.body.decode("utf-8-sig"), parse_constant=_no_constant)
            json.dumps(body, ensure_ascii=False).encode("utf-8")  # refuses lone surrogates
        except (UnicodeDecodeError, ValueError, RecursionError):
            raise ApiError(400, "rest_invalid_json", "The body is not valid JSON.")
        if not isinstance(body, dict):
            raise ApiError(400, "rest_invalid_json", "The body must be a JSON object.")
        return body
    raise ApiError(415, "rest_unsupported_media_type", f"Content type {ctype} is not supported.",
                   headers={"Accept-Post": "application/json, application/x-www-form-urlencoded"})


def _no_constant(name):
    raise ValueError(name)
