"""In-memory tables with secondary indexes, changed through units of work.

All reads and writes of one request happen under one lock. A unit of work collects
changed copies of records and applies them together, so a refused request leaves no trace.
"""
import copy
import re
import threading

from dates import utc_now
from flags import bug, variant
from search import SearchIndex

KINDS = ("events", "venues", "organizers", "categories", "tags")
POSTS = ("events", "venues", "organizers")
RELATIONS = {"venue": "venues", "organizer": "organizers", "categories": "categories", "tags": "tags"}
DEFAULT_LANGUAGE = "en"


class Record:
    __slots__ = ("id", "kind", "lang", "texts", "data", "owner", "modified")

    def __init__(self, id, kind, lang, owner):
        self.id = id
        self.kind = kind
        self.lang = lang
        self.texts = {}
        self.data = {}
        self.owner = owner
        self.modified = utc_now()

    def text(self, name, lang):
        """Text in a language; falls back to the language the record was written in."""
        if variant("language-records"):
            lang = self.lang
        for code in (lang, self.lang, DEFAULT_LANGUAGE):
            if name in self.texts.get(code, ()):
                return self.texts[code][name]
        for texts in self.texts.values():
            if name in texts:
                return texts[name]
        return None

    def set_texts(self, values, lang):
        if variant("language-records"):
            lang = self.lang
        self.texts.setdefault(lang, {}).update(values)

    def copy(self):
        return copy.deepcopy(self)

    @property
    def trashed(self):
        return self.data.get("status") == "trash"


class Store:
    def __init__(self):
        self.lock = threading.RLock()
        self.tables = {kind: {} for kind in KINDS}
        self.slugs = {kind: {} for kind in KINDS}
        self.related = {name: {} for name in RELATIONS}   # relation -> target id -> {event id}
        self.linked = {name: {} for name in RELATIONS}    # relation -> event id -> [target id]
        self.counts = {"categories": {}, "tags": {}}      # taxonomy -> term id -> posts
        self.cards = {"venues": {}, "organizers": {}}     # records embedded in events
        self.search = {kind: SearchIndex() for kind in KINDS}
        self.caches = []
        self._sequence = {"post": 0, "term": 0}

    def next_id(self, kind):
        name = "post" if kind in POSTS else "term"
        self._sequence[name] += 1
        return self._sequence[name]

    def get(self, kind, id):
        return self.tables[kind].get(id)

    def all(self, kind):
        return list(self.tables[kind].values())

    def by_slug(self, kind, slug):
        id = self.slugs[kind].get(slug)
        return None if id is None else self.tables[kind].get(id)

    def count(self, kind, term_id):
        return self.counts[kind].get(term_id, 0)

    def events_of(self, relation, target_id):
        ids = self.related[relation].get(target_id, ())
        return [self.tables["events"][i] for i in sorted(ids) if i in self.tables["events"]]

    def targets_of(self, relation, event_id):
        return self.linked[relation].get(event_id, [])

    def unit(self):
        return UnitOfWork(self)

    # -- index maintenance, called by the unit of work ---------------------

    def put(self, rec):
        old = self.tables[rec.kind].get(rec.id)
        self.tables[rec.kind][rec.id] = rec
        if old is not None and old.data["slug"] != rec.data["slug"]:
            if not (bug("ev-slug-stale") and rec.kind == "events"):
                self.slugs[rec.kind].pop(old.data["slug"], None)
        self.slugs[rec.kind][rec.data["slug"]] = rec.id
        if rec.kind == "events":
            if old is not None:
                self._unlink(old)
            if not rec.trashed:
                self._link(rec)
        elif rec.kind in self.cards:
            self.cards[rec.kind][rec.id] = rec
        if (bug("ev-search-index-stale") and rec.kind == "events" and old is not None
                and [t.get("title") for t in old.texts.values()] == [t.get("title") for t in rec.texts.values()]):
            return
        self.search[rec.kind].add(rec)

    def drop(self, rec):
        self.tables[rec.kind].pop(rec.id, None)
        slug = rec.data["slug"]
        if bug("or-slug-freed") and rec.kind == "organizers":
            slug = re.sub(r"-\d+$", "", slug)
        self.slugs[rec.kind].pop(slug, None)
        if rec.kind == "events" and not rec.trashed:
            self._unlink(rec, deleted=True)
        if rec.kind in self.cards:
            self.cards[rec.kind].pop(rec.id, None)
        if rec.kind in self.counts:
            self.counts[rec.kind].pop(rec.id, None)
        self.search[rec.kind].remove(rec.id)

    def _link(self, event):
        for name in RELATIONS:
            ids = event.data[name]
            for target in ids:
                self.related[name].setdefault(target, set()).add(event.id)
                if name in self.counts:
                    self.counts[name][target] = self.counts[name].get(target, 0) + 1
            if bug("ve-event-filter-stale") and name == "venue":
                before = self.linked[name].get(event.id, [])
                ids = before + [i for i in ids if i not in before]
            self.linked[name][event.id] = list(ids)

    def _unlink(self, event, deleted=False):
        if event.trashed:
            return
        for name in RELATIONS:
            for target in event.data[name]:
                self.related[name].get(target, set()).discard(event.id)
                if name in self.counts:
                    if bug("ca-count-after-delete") and deleted and name == "categories":
                        continue
                    self.counts[name][target] = max(0, self.counts[name].get(target, 0) - 1)
            if deleted:
                self.linked[name].pop(event.id, None)


class UnitOfWork:
    """Use as a context manager: commits on success, forgets everything on an exception."""

    def __init__(self, store):
        self.store = store
        self._changes = []

    def __enter__(self):
        self.store.lock.acquire()
        return self

    def __exit__(self, exc_type, exc, tb):
        try:
            if exc_type is None and self._changes:
                for action, rec in self._changes:
                    action(rec)
                for cache in self.store.caches:
                    cache.clear()
        finally:
            self.store.lock.release()
        return False

    def new(self, kind, lang, owner):
        return Record(self.store.next_id(kind), kind, lang, owner)

    def save(self, rec):
        rec.modified = utc_now()
        self._changes.append((self.store.put, rec))

    def remove(self, rec):
        self._changes.append((self.store.drop, rec))

    def unslug(self, rec):
        """Take a record out of the slug index only."""
        self._changes.append((lambda r: self.store.slugs[r.kind].pop(r.data["slug"], None), rec))
