"""Text helpers: slugs, folding for search."""
import re
import unicodedata

_SPECIAL = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "œ": "oe",
                          "Œ": "OE", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L"})


def slugify(value: str) -> str:
    """Lower case, Latin letters without accents, other letters kept, hyphens between words."""
    value = value.translate(_SPECIAL)
    out = []
    for ch in unicodedata.normalize("NFC", value):
        base = unicodedata.normalize("NFKD", ch)[0]
        out.append(base if ord(base) < 128 else ch)
    value = "".join(out).lower()
    value = re.sub(r"[^\w\s-]", "", value)
    value = re.sub(r"[\s_-]+", "-", value).strip("-")
    return unicodedata.normalize("NFC", value)[:180].strip("-")


def unique_slug(wanted: str, taken) -> str:
    """wanted, or wanted-2, wanted-3, ... whichever is free."""
    if not taken(wanted):
        return wanted
    n = 2
    while taken(f"{wanted}-{n}"):
        n += 1
    return f"{wanted}-{n}"


def fold(value) -> str:
    return unicodedata.normalize("NFC", str(value)).casefold()


def trigrams(value: str):
    return {value[i:i + 3] for i in range(len(value) - 2)}
