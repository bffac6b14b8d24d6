"""What records look like in answers. Rendered records are kept until something changes."""
import copy
from urllib.parse import quote

import dates
from auth import can_read
from flags import variant

NS = "vendor/events/v1"


class Views:
    def __init__(self, store):
        self.store = store
        self._rendered = {}
        store.caches.append(self._rendered)

    # -- addresses ----------------------------------------------------------

    def rest_url(self, ctx, rec):
        return f"{ctx.base}/{NS}/{rec.kind}/{rec.id}"

    def _id(self, value):
        return str(value) if variant("string-ids") else value

    # -- records ------------------------------------------------------------

    def render(self, ctx, rec):
        """The full representation for this caller, language and address prefix."""
        key = (rec.kind, rec.id, ctx.lang, ctx.base, ctx.user.id)
        if key not in self._rendered:
            self._rendered[key] = getattr(self, "_" + rec.kind)(ctx, rec)
        return copy.copy(self._rendered[key])

    def _post(self, ctx, rec):
        d = rec.data
        return {
            "id": self._id(rec.id),
            "author": self._id(d["author"]),
            "status": d["status"],
            "date": dates.fmt(d["date"]),
            "date_utc": dates.fmt(d["date_utc"]),
            "modified": dates.fmt(dates.from_utc(rec.modified, dates.SITE_TZ)),
            "modified_utc": dates.fmt(rec.modified),
            "language": rec.lang if variant("language-records") else ctx.lang,
            "slug": d["slug"],
            "url": f"{ctx.base}/{rec.kind[:-1]}/{quote(d['slug'])}/",
            "rest_url": self.rest_url(ctx, rec),
        }

    def _events(self, ctx, rec):
        d = rec.data
        tz = dates.zone(d["timezone"])
        utc_start, utc_end = dates.utc_span(d["start_date"], d["end_date"], tz)
        body = self._post(ctx, rec)
        body.update({
            "title": rec.text("title", ctx.lang),
            "description": rec.text("description", ctx.lang),
            "excerpt": rec.text("excerpt", ctx.lang),
            "start_date": dates.fmt(d["start_date"]),
            "end_date": dates.fmt(d["end_date"]),
            "utc_start_date": dates.fmt(utc_start),
            "utc_end_date": dates.fmt(utc_end),
            "timezone": d["timezone"],
        })
        for name in ("all_day", "image", "cost", "website", "show_map", "show_map_link",
                     "hide_from_listings", "sticky", "featured"):
            body[name] = d[name]
        body["protected"] = bool(d.get("password"))
        for name in ("categories", "tags"):
            terms = [self.store.get(name, i) for i in dict.fromkeys(d[name])]
            body[name] = [self._term_card(ctx, term) for term in terms if term is not None]
        for name, kind in (("venue", "venues"), ("organizer", "organizers")):
            cards = [self.store.cards[kind].get(i) for i in d[name]]
            body[name] = [self._post_card(ctx, name, card) for card in cards
                          if card is not None and can_read(ctx.user, card)]
        return body

    def _post_card(self, ctx, name, rec):
        return {"id": self._id(rec.id), name: rec.text(name, ctx.lang), "slug": rec.data["slug"],
                "rest_url": self.rest_url(ctx, rec)}

    def _term_card(self, ctx, rec):
        card = {"id": self._id(rec.id), "name": rec.text("name", ctx.lang), "slug": rec.data["slug"],
                "rest_url": self.rest_url(ctx, rec)}
        if rec.kind == "categories":
            card["parent"] = self._id(rec.data["parent"])
        return card

    def _venues(self, ctx, rec):
        body = self._post(ctx, rec)
        body["venue"] = rec.text("venue", ctx.lang)
        body["description"] = rec.text("description", ctx.lang)
        for name in ("show_map", "show_map_link", "address", "city", "country", "province", "state",
                     "zip", "phone", "stateprovince", "website", "image"):
            body[name] = rec.data[name]
        return body

    def _organizers(self, ctx, rec):
        body = self._post(ctx, rec)
        body["organizer"] = rec.text("organizer", ctx.lang)
        body["description"] = rec.text("description", ctx.lang)
        for name in ("phone", "website", "email", "image"):
            body[name] = rec.data[name]
        return body

    def _term(self, ctx, rec):
        return {"id": self._id(rec.id), "name": rec.text("name", ctx.lang), "slug": rec.data["slug"],
                "description": rec.text("description", ctx.lang),
                "count": self.store.count(rec.kind, rec.id),
                "language": rec.lang if variant("language-records") else ctx.lang,
                "rest_url": self.rest_url(ctx, rec)}

    def _categories(self, ctx, rec):
        return {**self._term(ctx, rec), "parent": self._id(rec.data["parent"])}

    _tags = _term
