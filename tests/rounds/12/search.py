"""Substring search: trigram postings give candidates, the caller's text decides."""
import re

from flags import bug
from text import fold, trigrams

TEXT_FIELDS = {"events": ("title", "description"), "venues": ("venue", "description"),
               "organizers": ("organizer", "description"), "categories": ("name", "description"),
               "tags": ("name", "description")}
CUSTOM_FIELDS = {"venues": ("address", "city", "country", "province", "state", "zip", "phone",
                            "stateprovince", "website"),
                 "organizers": ("phone", "website", "email")}


class SearchIndex:
    def __init__(self):
        self._postings = {}
        self._grams = {}

    def add(self, rec):
        self.remove(rec.id)
        grams = set()
        for texts in rec.texts.values():
            for name in TEXT_FIELDS[rec.kind]:
                grams |= trigrams(fold(texts.get(name) or ""))
        for name in CUSTOM_FIELDS.get(rec.kind, ()):
            grams |= trigrams(fold(rec.data.get(name) or ""))
        for gram in grams:
            self._postings.setdefault(gram, set()).add(rec.id)
        self._grams[rec.id] = grams

    def remove(self, id):
        for gram in self._grams.pop(id, ()):
            self._postings[gram].discard(id)

    def candidates(self, needle):
        """Ids that may contain the folded needle, or None when the index cannot tell."""
        grams = trigrams(needle)
        if not grams:
            return None
        postings = [self._postings.get(gram, set()) for gram in grams]
        return set.intersection(*postings)


def haystack(rec, lang):
    names = TEXT_FIELDS[rec.kind]
    if rec.kind == "events":
        if bug("ev-search-title-only"):
            names = names[:1]
        if bug("ev-search-language"):
            lang = "en"
    values = [rec.text(name, lang) or "" for name in names]
    if not (bug("ve-search-custom") and rec.kind == "venues"):
        values += [rec.data.get(name) or "" for name in CUSTOM_FIELDS.get(rec.kind, ())]
    return [fold(value) for value in values]


def _like(needle):
    return re.compile(re.escape(needle).replace("%", ".*").replace("_", "."), re.DOTALL)


def matching(index, records, needle, lang):
    """The records with a text that contains the string, ignoring case."""
    needle = fold(needle.strip())
    if not needle:
        return records
    if bug("ve-search-wildcard") and records and records[0].kind == "venues":
        pattern = _like(needle)
        return [r for r in records if any(pattern.search(value) for value in haystack(r, lang))]
    ids = index.candidates(needle)
    return [r for r in records
            if (ids is None or r.id in ids) and any(needle in value for value in haystack(r, lang))]
