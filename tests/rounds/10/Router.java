import java.util.*;

/** What a controller answers. */
final class Reply {
    final int status;
    final Object body;
    final Map<String, String> headers = new LinkedHashMap<>();
    Reply(int status, Object body) { this.status = status; this.body = body; }
    Reply header(String n, String v) { headers.put(n, v); return this; }
}

/** Controllers per resource, all of one shape. */
class ResourceController {
    final Kind kind;
    final CrudService service;
    ResourceController(Kind kind, CrudService service) { this.kind = kind; this.service = service; }

    Reply collection(Ctx c) {
        switch (c.method) {
            case "GET": case "HEAD": return page(service.list(kind, c), c);
            case "POST": {
                Map<String, Object> m = service.create(kind, c);
                return new Reply(201, item(m)).header("Location", String.valueOf(m.get("rest_url")));
            }
            default: throw Router.notAllowed("GET, HEAD, POST, OPTIONS");
        }
    }

    Reply item(Object address, Ctx c) {
        switch (c.method) {
            case "GET": case "HEAD": return new Reply(200, item(service.get(kind, address, c)));
            case "PUT":
                if (Cfg.bug("cat-put-405") && kind == Kind.CATEGORY) throw Router.notAllowed("GET, HEAD, POST, PATCH, DELETE, OPTIONS");
            case "POST": case "PATCH": return new Reply(200, item(service.update(kind, address, c)));
            case "DELETE": {
                Map<String, Object> before = service.delete(kind, address, c);
                if (Cfg.variant("bare-lists")) return new Reply(204, null);
                Map<String, Object> m = new LinkedHashMap<>();
                m.put("deleted", true);
                m.put("previous", Render.ids(before));
                return new Reply(200, Cfg.variant("envelope") ? Render.wrap(m, null) : m);
            }
            default: throw Router.notAllowed("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
        }
    }

    private Object item(Map<String, Object> m) { return Cfg.variant("envelope") ? Render.wrap(m, null) : Render.ids(m); }

    private Reply page(Page<Map<String, Object>> p, Ctx c) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("total", p.total);
        meta.put("total_pages", p.pages);
        meta.put("page", p.page);
        meta.put("per_page", p.perPage);
        Reply r;
        if (Cfg.variant("bare-lists")) r = new Reply(200, p.items);
        else if (Cfg.variant("envelope")) r = new Reply(200, Render.wrap(p.items, meta));
        else {
            Map<String, Object> m = new LinkedHashMap<>();
            m.put(kind.plural, Render.ids(p.items));
            m.putAll(meta);
            m.put("next_rest_url", p.page < p.pages ? c.url(kind.plural) + "?" + Render.query(c, p.page + 1) : null);
            m.put("previous_rest_url", p.page > 1 ? c.url(kind.plural) + "?" + Render.query(c, p.page - 1) : null);
            r = new Reply(200, m);
        }
        return r.header("X-Total", String.valueOf(p.total)).header("X-Total-Pages", String.valueOf(p.pages));
    }
}

final class Render {
    static Map<String, Object> wrap(Object data, Map<String, Object> meta) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("data", data);
        if (meta != null) m.put("meta", meta);
        return m;
    }
    /** String IDs, for the variant that has them. */
    static Object ids(Object v) {
        if (!Cfg.variant("string-ids")) return v;
        if (v instanceof List<?> l) { List<Object> o = new ArrayList<>(); for (Object x : l) o.add(ids(x)); return o; }
        if (!(v instanceof Map<?, ?> m)) return v;
        Map<String, Object> o = new LinkedHashMap<>();
        m.forEach((k, x) -> o.put(k.toString(), List.of("id", "author", "parent").contains(k.toString()) && x != null ? x.toString() : ids(x)));
        return o;
    }
    static String query(Ctx c, long page) {
        StringBuilder b = new StringBuilder();
        c.query.forEach((k, v) -> {
            if (k.equals("page")) return;
            for (Object x : v instanceof List<?> l ? l : List.of(v)) b.append(enc(k)).append(v instanceof List<?> ? "%5B%5D" : "").append('=').append(enc(x.toString())).append('&');
        });
        return b.append("page=").append(page).toString();
    }
    private static String enc(String s) { return java.net.URLEncoder.encode(s, java.nio.charset.StandardCharsets.UTF_8); }
}

/** The routes. */
final class Router {
    private final Map<String, ResourceController> controllers = new LinkedHashMap<>();
    Router(CrudService s) { for (Kind k : Kind.values()) controllers.put(k.plural, new ResourceController(k, s)); }

    static ApiException notAllowed(String allow) { return new ApiException(405, "method_not_allowed", "This address does not take this method.").header("Allow", allow); }
    static ApiException noRoute() { return new ApiException(404, "no_route", "There is nothing at this address."); }

    /** path: the decoded segments after the language segment. */
    Reply route(List<String> path, Ctx c) {
        if (path.isEmpty()) return only(c, root(c));
        String joined = String.join("/", path.subList(0, Math.min(3, path.size())));
        if (!joined.equals(Cfg.NS)) throw noRoute();
        List<String> rest = path.subList(3, path.size());
        if (rest.isEmpty()) return only(c, index(c));
        if (rest.size() == 1 && rest.get(0).equals("doc")) return only(c, Docs.document(c));
        ResourceController r = controllers.get(rest.get(0));
        if (r == null) throw noRoute();
        boolean options = c.method.equals("OPTIONS");
        if (rest.size() == 1) return options ? options("GET, HEAD, POST, OPTIONS") : r.collection(c);
        String all = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
        if (rest.size() == 2 && rest.get(1).matches("[0-9]+")) {
            if (options) return options(all);
            if (rest.get(1).length() > 18) throw ApiException.notFound(r.kind);
            return r.item((Object) Long.valueOf(rest.get(1)), c);
        }
        if (rest.size() == 3 && rest.get(1).equals("by-slug") && r.kind.post()) {
            if (options) return options(all);
            c.bySlug = true;
            return r.item((Object) rest.get(2), c);
        }
        throw noRoute();
    }

    private Reply options(String allow) { return new Reply(204, null).header("Allow", allow); }
    private Reply only(Ctx c, Object body) {
        if (c.method.equals("OPTIONS")) return options("GET, HEAD, OPTIONS");
        if (!c.method.equals("GET") && !c.method.equals("HEAD")) throw notAllowed("GET, HEAD, OPTIONS");
        return new Reply(200, body);
    }

    private String rootUrl(Ctx c) { return c.base + (c.segment == null ? "" : "/" + c.segment) + "/"; }

    private Object root(Ctx c) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("name", "Calendar");
        m.put("namespaces", List.of(Cfg.NS));
        m.put("languages", Cfg.LANGS);
        m.put("_links", Map.of("self", List.of(Map.of("href", rootUrl(c))), "item", List.of(Map.of("href", c.url("")))));
        return m;
    }

    private Object index(Ctx c) {
        String ns = c.str("namespace");
        if (ns != null && !ns.equals(Cfg.NS)) throw ApiException.bad("namespace", "must be " + Cfg.NS);
        String context = c.str("context");
        if (context != null && !List.of("view", "embed", "edit", "help").contains(context)) throw ApiException.bad("context", "must be view, embed, edit or help");
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("namespace", Cfg.NS);
        Map<String, Object> routes = new LinkedHashMap<>();
        for (Kind k : Kind.values()) {
            routes.put("/" + Cfg.NS + "/" + k.plural, Map.of("methods", List.of("GET", "POST")));
            routes.put("/" + Cfg.NS + "/" + k.plural + "/{id}", Map.of("methods", List.of("GET", "POST", "PUT", "PATCH", "DELETE")));
            if (k.post()) routes.put("/" + Cfg.NS + "/" + k.plural + "/by-slug/{slug}", Map.of("methods", List.of("GET", "POST", "PUT", "PATCH", "DELETE")));
        }
        routes.put("/" + Cfg.NS + "/doc", Map.of("methods", List.of("GET")));
        m.put("routes", routes);
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("self", List.of(Map.of("href", c.url(""))));
        links.put("up", List.of(Map.of("href", Cfg.bug("idx-up-link") ? c.url("") : rootUrl(c))));
        m.put("_links", links);
        return m;
    }
}

/** The documentation, made from the columns. */
final class Docs {
    static Object document(Ctx c) {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Kind k : Kind.values()) {
            Map<String, Object> props = new LinkedHashMap<>();
            List<String> required = new ArrayList<>();
            for (FieldDef d : k.fields.values()) {
                if (d.type == FType.PASSWORD) continue;
                String t = d.type == FType.INT ? "integer" : d.type == FType.BOOL ? "boolean" : d.type == FType.IDS ? "array" : "string";
                props.put(d.name, d.type == FType.IDS ? Map.of("type", t, "items", Map.of("type", "integer")) : Map.of("type", t));
                if (d.required) required.add(d.name);
            }
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("properties", props);
            schema.put("required", required);
            paths.put("/" + k.plural, Map.of("get", Map.of("summary", "List of " + k.plural), "post", Map.of("summary", "Creates", "schema", schema)));
            paths.put("/" + k.plural + "/{id}", Map.of("get", Map.of("summary", "One by ID"), "delete", Map.of("summary", "Deletes by ID")));
        }
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("openapi", "3.0.0");
        m.put("info", Map.of("title", "Calendar Events", "version", "1"));
        m.put("servers", List.of(Map.of("url", c.url(""))));
        m.put("paths", paths);
        return m;
    }
}
