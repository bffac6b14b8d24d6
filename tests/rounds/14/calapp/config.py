import os

BUG = os.environ.get("BUG") or ""
VARIANT = os.environ.get("VARIANT") or ""
USERS = os.environ.get("USERS") == "1"
NS = "vendor/events/v1"
SITE_ZONE = "Europe/Brussels"
LANGS = ("nl", "en", "fr", "de")


def bug(name):
    return BUG == name


DEFAULT = dict(
    envelope="keyed",       # keyed | bare | data | hal
    item="plain",           # plain | data | keyed
    names="snake",          # snake | camel
    rename={},              # snake name -> own name
    rendered=False,         # texts as {"raw":..,"rendered":..}
    ids="int",              # int | str
    relations="objects",    # objects | ids | links | first (venue as one object)
    created=201, location=True, updated="body",
    delete="record",        # record | empty | trash | note
    invalid=400, unknown_relation="error",
    beyond="empty",         # empty | error
    order="start", published_only=False, upcoming_only=False,
    strict_fields=False, strict_query=False, lenient_types=False,
    language="overlay",     # overlay | records | ignore
    zone="local",           # local | utc | offset
    slug="ascii",           # ascii | unicode | id
    slug_follows=False, cap=100, over_cap="clip", put="partial",
    status="publish", all_day_normal=False, day_inclusive=True,
    redirect_slug=False, trim=False, entities=False, nested=False, omit_null=False, null_as_empty=False,
    duplicate_terms="allow", cache_control=None, etag=True, mime="application/json",
    in_use="unlink", problem=False, gone=404, has_events_false="without", first_id=1, head_total=False,
)
VARIANTS = {
    "hal-shelf": dict(envelope="hal", mime="application/hal+json", relations="links", delete="empty", order="newest", cap=25,
                      over_cap="error", problem=True, slug="id", location=True, etag=False, cache_control="no-store"),
    "terse-strings": dict(envelope="bare", ids="str", relations="ids", created=200, location=False, omit_null=True,
                          head_total=True, beyond="error", invalid=422, first_id=5001, names="camel"),
    "trash-can": dict(envelope="data", item="data", delete="trash", gone=410, published_only=True, order="title",
                      redirect_slug=True, cap=50, has_events_false="all", cache_control="private, max-age=0"),
    "rendered-press": dict(rendered=True, rename={"id": "ID", "venue": "venue_name", "organizer": "organizer_name",
                           "description": "content"}, entities=True, trim=True, updated="body", upcoming_only=True, language="records",
                           relations="objects", slug="unicode", delete="note"),
    "strict-clerk": dict(strict_fields=True, strict_query=True, invalid=422, over_cap="error", cap=100, beyond="error",
                         put="replace", duplicate_terms="conflict", in_use="refuse", item="keyed", order="latest"),
    "soft-hands": dict(lenient_types=True, unknown_relation="drop", nested=True, trim=True, null_as_empty=True, all_day_normal=True,
                       slug_follows=True, language="ignore", envelope="data", created=201, delete="empty", duplicate_terms="suffix"),
    "utc-house": dict(zone="utc", names="camel", envelope="hal", relations="ids", order="newest", item="data", first_id=100000, in_use="refuse",
                      has_events_false="all", updated="empty", status="publish", cap=20),
    "offset-draft": dict(zone="offset", status="draft", relations="first", created=201, order="title", language="records", put="replace",
                         rename={"id": "event_id", "title": "name", "start_date": "starts", "end_date": "ends", "name": "label"},
                         envelope="bare", delete="trash", gone=404, cap=1000, head_total=True, etag=False),
}


class Opt(dict):
    __getattr__ = dict.__getitem__


opt = Opt(DEFAULT)
opt.update(VARIANTS.get(VARIANT, {}))
