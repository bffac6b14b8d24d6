package cal;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** Starts the server, binds addresses to work, and speaks HTTP. */
public final class Main {
    private static final List<HandlerType> METHODS = List.of(HandlerType.GET, HandlerType.HEAD, HandlerType.POST, HandlerType.PUT, HandlerType.PATCH, HandlerType.DELETE);
    private static Javalin app;

    interface Action {
        void run(Context ctx) throws Exception;
    }

    private Main() { }

    public static void main(String[] args) {
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        Req.base = "http://127.0.0.1:" + port;
        Seed.fill();
        app = Javalin.create(c -> {
            c.showJavalinBanner = false;
            c.http.generateEtags = false;
            c.http.prefer405over404 = false;
            c.routing.treatMultipleSlashesAsSingleSlash = true;
        });
        app.exception(ApiError.class, (e, ctx) -> error(ctx, e.status, e.code, e.getMessage()));
        app.exception(HttpResponseException.class, (e, ctx) -> error(ctx, e.getStatus(), e.getStatus() == 404 ? "rest_no_route" : "rest_error", e.getMessage()));
        app.exception(Exception.class, (e, ctx) -> {
            error(ctx, 500, "internal_server_error", "Something went wrong.");
        });
        for (String lang : Arrays.asList(null, "nl", "de", "fr")) {
            String root = lang == null ? "" : "/" + lang, ns = root + "/" + Req.NS;
            route(root + "/", lang, null, false, Map.of("GET", r -> Doc.root()));
            route(ns, lang, null, false, Map.of("GET", Doc::index));
            route(ns + "/doc", lang, null, false, Map.of("GET", r -> Doc.openApi()));
            for (Kind kind : Kind.values()) {
                route(ns + "/" + kind.path, lang, kind, false, Map.of("GET", r -> Db.JDBI.withHandle(h -> Lists.answer(h, r, kind)), "POST", r -> create(r, kind)));
                Map<String, Function<Req, Object>> item = new LinkedHashMap<>();
                item.put("GET", r -> Db.JDBI.withHandle(h -> read(h, r, kind)));
                for (String m : List.of("POST", "PUT", "PATCH")) item.put(m, r -> update(r, kind));
                item.put("DELETE", r -> delete(r, kind));
                route(ns + "/" + kind.path + "/{id}", lang, kind, false, item);
                if (kind.post()) route(ns + "/" + kind.path + "/by-slug/{slug}", lang, kind, true, item);
            }
        }
        app.error(404, ctx -> {
            if (ctx.attribute("done") == null) error(ctx, 404, "rest_no_route", "No route was found matching the URL and request method.");
        });
        app.start("127.0.0.1", port);
    }

    /** Binds the methods of one address; HEAD goes with GET, OPTIONS and 405 tell what is allowed. */
    private static void route(String path, String lang, Kind kind, boolean bySlug, Map<String, Function<Req, Object>> work) {
        List<String> allowed = new ArrayList<>(work.keySet());
        if (work.containsKey("GET")) allowed.add("HEAD");
        allowed.add("OPTIONS");
        for (HandlerType m : METHODS) {
            Function<Req, Object> f = work.get(m == HandlerType.HEAD ? "GET" : m.name());
            app.addHandler(m, path, ctx -> {
                if (f == null) {
                    if (!(Switch.bug(35) && kind == Kind.VENUE)) ctx.header("Allow", String.join(", ", allowed));
                    throw new ApiError(405, "rest_method_not_allowed", "This address does not take " + m.name() + ".");
                }
                Req r = new Req(ctx, lang, kind, bySlug);
                answer(r, f.apply(r));
            });
        }
        app.addHandler(HandlerType.OPTIONS, path, ctx -> {
            ctx.header("Allow", String.join(", ", allowed));
            answer(new Req(ctx, lang, kind, bySlug), Map.of("namespace", Req.NS, "methods", allowed));
        });
    }

    private static void error(Context ctx, int status, String code, String message) {
        ctx.attribute("done", true);
        ctx.status(status);
        if (status == 401) ctx.header("WWW-Authenticate", "Basic realm=\"calendar\", charset=\"UTF-8\"");
        boolean problem = Switch.variant("problem");
        Object body = problem ? Map.of("type", "about:blank", "title", code, "status", status, "detail", "" + message)
            : Map.of("code", code, "message", "" + message, "data", Map.of("status", status));
        ctx.contentType(problem ? "application/problem+json" : "application/json; charset=utf-8").result(json(body));
    }

    private static byte[] json(Object o) {
        try {
            return Req.JSON.writeValueAsBytes(o);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String etag(Object body) {
        try {
            if (Switch.bug(21) && body instanceof Map<?, ?> m && m.containsKey("all_day"))
                body = m.get("id") + "-" + m.get("language") + "-" + Db.JDBI.withHandle(h -> Db.row(h, Kind.EVENT, (Integer) m.get("id")).map(x -> x.get("ver")).orElse(0));
            return "\"" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(body instanceof String s ? s.getBytes(StandardCharsets.UTF_8) : json(body)), 0, 10) + "\"";
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answer(Req r, Object body) {
        Context ctx = r.ctx;
        ctx.attribute("done", true);
        if (body == null) return;
        ctx.contentType("application/json; charset=utf-8");
        ctx.header("Content-Language", body instanceof Map<?, ?> m && m.get("language") instanceof String s ? s : r.lang());
        if (Switch.USERS) ctx.header("Vary", "Authorization");
        if (!ctx.method().name().equals("OPTIONS") && !ctx.method().name().equals("DELETE")) {
            String tag = etag(body), seen = ctx.header("If-None-Match");
            ctx.header("ETag", tag);
            boolean read = ctx.method() == HandlerType.GET || ctx.method() == HandlerType.HEAD;
            if (read && seen != null && matches(seen, tag)) {
                ctx.status(304);
                return;
            }
        }
        ctx.result(json(body));
    }

    private static boolean matches(String header, String tag) {
        if (header.trim().equals("*")) return true;
        for (String s : header.split(",")) if (s.trim().replaceFirst("^W/", "").equals(tag)) return true;
        return false;
    }

    /** Finds the record the address names. */
    private static Map<String, Object> find(Handle h, Req r, Kind kind) {
        Integer id = null;
        if (r.bySlug) {
            String slug = r.ctx.pathParam("slug");
            boolean cached = Switch.bug(20) && kind == Kind.EVENT;
            if (cached && Write.SLUG_CACHE.containsKey(slug) && Db.row(h, kind, Write.SLUG_CACHE.get(slug)).isPresent()) id = Write.SLUG_CACHE.get(slug);
            else id = Db.bySlug(h, kind, slug).orElse(null);
            if (cached && id != null) Write.SLUG_CACHE.put(slug, id);
        } else if (r.ctx.pathParam("id").matches("[0-9]{1,9}")) {
            id = Integer.valueOf(r.ctx.pathParam("id"));
        } else if (!r.ctx.pathParam("id").matches("[0-9]+")) {
            throw new ApiError(404, "rest_no_route", "No route was found matching the URL and request method.");
        }
        Map<String, Object> row = id == null ? null : Db.row(h, kind, id).orElse(null);
        boolean anyTerm = Switch.bug(47) && kind == Kind.CATEGORY && r.ctx.method() == HandlerType.GET;
        if (anyTerm && row == null && id != null) row = Db.row(h, Kind.TAG, id).orElse(null);
        if (row == null) throw ApiError.notFound(kind);
        if ("trash".equals(row.get("status")) && !r.bySlug) throw new ApiError(410, kind.singular + "-gone", "The requested " + kind.singular + " is in the trash.");
        if ("trash".equals(row.get("status"))) throw ApiError.notFound(kind);
        if (!r.user.sees(row) && !(Switch.bug(57) && r.bySlug && kind == Kind.EVENT)) throw r.user.refusal();
        if (row.get("password") != null && r.input.given("password") && !row.get("password").equals(r.input.string("password")))
            throw new ApiError(403, "rest_forbidden", "The password is wrong.");
        return row;
    }

    private static Object read(Handle h, Req r, Kind kind) {
        if (Switch.bug(59) && kind == Kind.CATEGORY && r.ctx.method() == HandlerType.HEAD) return Map.of();
        Map<String, Object> row = find(h, r, kind);
        if (Switch.variant("redirect") && r.bySlug) {
            String query = r.ctx.queryString();
            r.ctx.status(302).header("Location", r.root() + "/" + kind.path + "/" + row.get("id") + (query == null ? "" : "?" + query));
            return null;
        }
        return Repr.one(h, r, kind, (Integer) row.get("id"));
    }

    private static void conditions(Handle h, Req r, Kind kind, Map<String, Object> row) {
        String match = r.ctx.header("If-Match"), none = r.ctx.header("If-None-Match");
        if (match == null && none == null || Switch.bug(53) && kind == Kind.TAG && r.ctx.method() == HandlerType.DELETE) return;
        String tag = etag(Repr.many(h, r, kind, List.of((Integer) row.get("id"))).get(row.get("id")));
        if (match != null && !matches(match, tag) || none != null && matches(none, tag)) throw new ApiError(412, "rest_precondition_failed", "The record has another version.");
    }

    private static Object create(Req r, Kind kind) {
        r.user.mayCreate(kind);
        int id;
        if (Switch.bug(27) && kind == Kind.EVENT) {
            id = Db.JDBI.inTransaction(h -> Write.create(h, r, kind));
        } else {
            synchronized (Db.WRITE) {
                id = Db.JDBI.inTransaction(h -> Write.create(h, r, kind));
            }
        }
        Kind place = Switch.bug(54) && kind == Kind.TAG ? Kind.CATEGORY : kind;
        r.ctx.status(201).header("Location", r.root() + "/" + place.path + "/" + id);
        return Db.JDBI.withHandle(h -> Repr.one(h, r, kind, id));
    }

    private static Object update(Req r, Kind kind) {
        Object updated;
        synchronized (Db.WRITE) {
            updated = Db.JDBI.inTransaction(h -> {
                Map<String, Object> row = find(h, r, kind);
                if (!(Switch.bug(56) && r.bySlug && kind == Kind.EVENT && r.user.role().equals("author"))) r.user.mayWrite(kind, row);
                conditions(h, r, kind, row);
                if (Switch.bug(17) && r.bySlug && kind == Kind.EVENT && r.ctx.method() == HandlerType.PATCH && !r.input.has("sticky")) r.input.put("sticky", "false");
                Write.update(h, r, kind, row);
                return Repr.one(h, r, kind, (Integer) row.get("id"));
            });
        }
        if (Switch.bug(26) && r.bySlug && kind == Kind.EVENT) return Db.JDBI.withHandle(h -> Repr.one(h, r, kind, (Integer) find(h, r, kind).get("id")));
        return updated;
    }

    private static Object delete(Req r, Kind kind) {
        synchronized (Db.WRITE) {
            return Db.JDBI.inTransaction(h -> {
                Map<String, Object> row = find(h, r, kind);
                r.user.mayWrite(kind, row);
                conditions(h, r, kind, row);
                Map<String, Object> last = Repr.many(h, r, kind, List.of((Integer) row.get("id"))).get(row.get("id"));
                Write.delete(h, r, kind, row);
                if (Switch.variant("problem")) {
                    r.ctx.status(204);
                    return null;
                }
                if (kind.post() && Switch.variant("trash")) last.put("status", "trash");
                return last;
            });
        }
    }
}
