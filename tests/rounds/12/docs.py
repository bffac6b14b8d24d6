"""The REST root, the index of the namespace and its documentation."""
from schema import FIELDS
from store import POSTS
from views import NS

SINGULAR = {"events": "event", "venues": "venue", "organizers": "organizer",
            "categories": "category", "tags": "tag"}
JSON_TYPES = {"author": "integer", "parent": "integer", "bool": "boolean", "ids": "array"}
EVENT_QUERY = ("page", "per_page", "start_date", "end_date", "starts_before", "starts_after",
               "ends_before", "ends_after", "strict_dates", "search", "categories", "tags", "venue",
               "organizer", "featured", "status", "geoloc", "geoloc_lat", "geoloc_lng", "include",
               "post_parent", "ticketed", "ml_language")
LINKED_QUERY = ("page", "per_page", "search", "event", "has_events", "only_with_upcoming", "status",
                "ml_language")
TERM_QUERY = ("page", "per_page", "search", "exclude", "include", "order", "orderby", "hide_empty",
              "post", "event", "slug", "ml_language")


def routes():
    out = {f"/{NS}": ["GET"], f"/{NS}/doc": ["GET"]}
    for kind in FIELDS:
        out[f"/{NS}/{kind}"] = ["GET", "POST"]
        out[f"/{NS}/{kind}/{{id}}"] = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        if kind in POSTS:
            out[f"/{NS}/{kind}/by-slug/{{slug}}"] = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return out


def root(ctx):
    return ctx.json(200, {"name": "Calendar", "namespaces": [NS],
                          "_links": {"namespace": [{"href": ctx.root + NS}]}})


def index(ctx):
    return ctx.json(200, {
        "namespace": NS,
        "routes": {path: {"methods": methods} for path, methods in routes().items()},
        "_links": {"up": [{"href": ctx.root}]}})


def query_names(kind):
    if kind == "events":
        return EVENT_QUERY
    if kind in POSTS:
        return LINKED_QUERY
    return TERM_QUERY + (("parent",) if kind == "categories" else ())


def document(ctx):
    paths = {}
    for path, methods in routes().items():
        kind = path[len(NS) + 2:].split("/")[0]
        entry = {}
        for method in methods:
            operation = {"responses": {"200": {"description": "Success"}}}
            if method == "GET" and kind in FIELDS and path.endswith(kind):
                operation["parameters"] = [{"name": n, "in": "query", "required": False}
                                           for n in query_names(kind)]
            if method in ("POST", "PUT", "PATCH"):
                creating = path.endswith(kind)
                operation["parameters"] = [
                    {"name": name, "in": "body", "required": creating and field.required,
                     "type": JSON_TYPES.get(field.type, "string")}
                    for name, field in FIELDS[kind].items() if name != "password" or not creating]
            entry[method.lower()] = operation
        paths[path[len(NS) + 1:] or "/"] = entry
    return ctx.json(200, {
        "swagger": "2.0",
        "info": {"title": "Calendar REST API", "version": "1",
                 "description": "Event dates are local to the event's time zone; utc_start_date and "
                                "utc_end_date give the same instants in UTC. Text fields are kept per "
                                "language and fall back to the language the record was created in. "
                                "Updates change the fields that are sent. Readers see what is published; "
                                "authors create and change their own records; editors do everything."},
        "host": ctx.request.headers.get("Host"), "basePath": f"/{NS}", "paths": paths})
