package cal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The index of the namespace and the OpenAPI description. */
final class Doc {
    private static final String NOTES = "Lists show published records unless status says otherwise (publish, draft, pending, private, future, any). "
        + "Without date filters and include, the event list starts with today's and later events, running ones too. Date filters compare in the event's own zone. "
        + "per_page is capped at 100. POST, PUT and PATCH on an item all change only what is sent; null clears. DELETE is final; children of a deleted category move up. "
        + "A record has one ID in all languages; texts that are not translated come in the original language.";

    private Doc() { }

    private static String item(Kind k) {
        return "/" + Req.NS + "/" + k.path + "/(?P<id>\\d+)";
    }

    static Object root() {
        return Map.of("name", "Calendar", "namespaces", List.of(Req.NS), "_links", Map.of("namespace", List.of(Map.of("href", Req.base + "/" + Req.NS))));
    }

    static Object index(Req r) {
        String namespace = r.query.string("namespace"), context = r.query.string("context");
        if (namespace != null && !namespace.equals(Req.NS)) throw ApiError.invalid("namespace", "must be " + Req.NS + ".");
        if (context != null && !List.of("view", "edit", "embed", "help").contains(context)) throw ApiError.invalid("context", "unknown context.");
        Map<String, Object> routes = new LinkedHashMap<>();
        List<String> all = List.of("GET", "POST", "PUT", "PATCH", "DELETE");
        routes.put("/" + Req.NS, methods(List.of("GET")));
        routes.put("/" + Req.NS + "/doc", methods(List.of("GET")));
        for (Kind k : Kind.values()) {
            routes.put("/" + Req.NS + "/" + k.path, methods(List.of("GET", "POST")));
            routes.put(item(k), methods(all));
            if (k.post()) routes.put("/" + Req.NS + "/" + k.path + "/by-slug/(?P<slug>[^/]+)", methods(all));
        }
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("namespace", Req.NS);
        out.put("routes", routes);
        out.put("_links", Map.of("up", List.of(Map.of("href", Req.base + (r.pathLang == null ? "" : "/" + r.pathLang) + "/"))));
        return out;
    }

    private static Map<String, Object> methods(List<String> m) {
        return Map.of("namespace", Req.NS, "methods", m);
    }

    static Object openApi() {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Kind k : Kind.values()) {
            paths.put("/" + k.path, Map.of("get", operation("List " + k.path, List.of()), "post", operation("Create", body(k))));
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("get", operation("Read", List.of()));
            for (String m : List.of("post", "put", "patch")) item.put(m, operation("Update", body(k)));
            item.put("delete", operation("Delete", List.of()));
            paths.put("/" + k.path + "/{id}", item);
            if (k.post()) paths.put("/" + k.path + "/by-slug/{slug}", item);
        }
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("openapi", "3.0.3");
        out.put("info", Map.of("title", "Calendar Events REST Interface", "version", "1", "description", NOTES));
        out.put("servers", List.of(Map.of("url", Req.base + "/" + Req.NS)));
        out.put("paths", paths);
        return out;
    }

    private static List<String> body(Kind k) {
        List<String> names = new ArrayList<>();
        k.fields.forEach(f -> names.add(f.name()));
        return names;
    }

    private static Map<String, Object> operation(String summary, List<String> fields) {
        Map<String, Object> op = new LinkedHashMap<>();
        op.put("summary", summary);
        op.put("parameters", List.of(Map.of("name", "ml_language", "in", "query", "required", false, "schema", Map.of("type", "string", "enum", Req.LANGUAGES))));
        if (!fields.isEmpty()) {
            Map<String, Object> props = new LinkedHashMap<>();
            fields.forEach(f -> props.put(f, Map.of()));
            op.put("requestBody", Map.of("content", Map.of("application/json", Map.of("schema", Map.of("type", "object", "properties", props)))));
        }
        op.put("responses", Map.of("default", Map.of("description", "JSON")));
        return op;
    }
}
