"""Reading query parameters: repeated, bracketed and CSV forms of arrays; strict numbers, booleans and dates."""
import re
from urllib.parse import parse_qsl

from .config import MAX_PER_PAGE, variant
from .errors import invalid
from .texts import parse_date

TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def parse_bool(name: str, text: str) -> bool:
    text = text.strip().lower()
    if text in TRUE or text in FALSE:
        return text in TRUE
    raise invalid(name, "not a boolean")


class Query:
    def __init__(self, raw: bytes):
        try:
            self.pairs = parse_qsl(raw.decode("latin-1"), keep_blank_values=True, errors="strict")
        except (ValueError, UnicodeDecodeError):
            raise invalid("query", "not UTF-8") from None

    def text(self, name: str) -> str | None:
        values = [v for k, v in self.pairs if k == name and v != ""]
        return values[-1] if values else None

    def items(self, name: str) -> list[str] | None:
        values = [v for k, v in self.pairs if re.fullmatch(re.escape(name) + r"(\[\d*\])?", k)]
        out = [x.strip() for v in values for x in v.split(",") if x.strip()]
        return out or None

    def number(self, name: str, least: int = 0, most: int = 10**15) -> int | None:
        value = self.text(name)
        if value is None:
            return None
        if not re.fullmatch(r"\d{1,18}", value.strip(), re.ASCII) or not least <= int(value) <= most:
            raise invalid(name, "not an integer in range")
        return int(value)

    def ids(self, name: str) -> list[int] | None:
        values = self.items(name)
        if values is None:
            return None
        if not all(re.fullmatch(r"\d{1,18}", v, re.ASCII) for v in values):
            raise invalid(name, "not a list of integers")
        return [int(v) for v in values]

    def flag(self, name: str) -> bool | None:
        value = self.text(name)
        return None if value is None else parse_bool(name, value)

    def day(self, name: str) -> tuple[str, bool] | None:
        value = self.text(name)
        if value is None:
            return None
        try:
            return parse_date(value)
        except ValueError as error:
            raise invalid(name, str(error)) from None

    def real(self, name: str, limit: float) -> float | None:
        value = self.text(name)
        if value is None:
            return None
        if not re.fullmatch(r"[+-]?\d{1,3}(\.\d+)?", value.strip(), re.ASCII) or abs(float(value)) > limit:
            raise invalid(name, "not a coordinate")
        return float(value)

    def paging(self) -> tuple[int, int]:
        page = self.number("page", 1, 10**9) or 1
        if variant("lean"):
            return page, min(self.number("per_page", 1) or 10, MAX_PER_PAGE)
        return page, self.number("per_page", 1, MAX_PER_PAGE) or 10
