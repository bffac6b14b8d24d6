package cal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** What clients get to see. */
final class Repr {
    static final Map<Integer, Map<String, Object>> VENUE_CACHE = new ConcurrentHashMap<>();
    private static final Map<String, Map<String, Object>> TERM_CACHE = new ConcurrentHashMap<>();

    private Repr() { }

    static Map<String, Object> one(Handle h, Req r, Kind kind, int id) {
        if (Switch.bug(33) && kind == Kind.VENUE && r.ctx.method().name().equals("GET"))
            return VENUE_CACHE.computeIfAbsent(id, i -> many(h, r, kind, List.of(i)).get(i));
        return many(h, r, kind, List.of(id)).get(id);
    }

    /** Loads records in the order of the ids, with a fixed number of queries. */
    static Map<Integer, Map<String, Object>> many(Handle h, Req r, Kind kind, Collection<Integer> ids) {
        Map<Integer, Map<String, Object>> out = new LinkedHashMap<>();
        if (ids.isEmpty()) return out;
        String in = Db.in(ids);
        String sql = "SELECT x.*, COALESCE(t.title, o.title) AS title, COALESCE(t.description, o.description, '') AS description,"
            + " COALESCE(t.excerpt, o.excerpt, '') AS excerpt, t.lang AS text_lang" + (kind.post() ? ", m.url AS image_url" : ", " + Db.COUNT + " AS uses")
            + " FROM " + kind.table + " x " + Db.texts(kind).replace("'" + kind + "'", kind.post() ? "'" + kind + "'" : "x.kind")
            + (kind.post() ? " LEFT JOIN media m ON m.id = x.image" : "") + " WHERE x.id IN " + in;
        Map<Integer, Map<String, Object>> rows = new HashMap<>();
        for (Map<String, Object> row : Db.rows(h, sql, Map.of("lang", r.lang()))) rows.put((Integer) row.get("id"), row);
        Map<Integer, Map<Kind, List<Integer>>> links = kind == Kind.EVENT ? links(h, in) : Map.of();
        Map<Kind, Map<Integer, Map<String, Object>>> linked = new HashMap<>();
        if (kind == Kind.EVENT) {
            for (Kind k : List.of(Kind.CATEGORY, Kind.TAG, Kind.VENUE, Kind.ORGANIZER)) {
                Set<Integer> wanted = new LinkedHashSet<>();
                links.values().forEach(m -> wanted.addAll(m.getOrDefault(k, List.of())));
                linked.put(k, many(h, r, k, wanted));
            }
        }
        for (Integer id : ids) {
            Map<String, Object> row = rows.get(id);
            if (row == null) continue;
            switch (kind) {
                case EVENT: out.put(id, event(r, row, links.getOrDefault(id, Map.of()), linked)); break;
                case VENUE: out.put(id, venue(r, row)); break;
                case ORGANIZER: out.put(id, organizer(r, row)); break;
                default: out.put(id, term(r, kind, row));
            }
        }
        return out;
    }

    private static Map<Integer, Map<Kind, List<Integer>>> links(Handle h, String in) {
        Map<Integer, Map<Kind, List<Integer>>> out = new HashMap<>();
        for (Map<String, Object> l : Db.rows(h, "SELECT * FROM link WHERE event IN " + in + " ORDER BY event, kind, pos", Map.of()))
            out.computeIfAbsent((Integer) l.get("event"), e -> new HashMap<>()).computeIfAbsent(Kind.valueOf((String) l.get("kind")), k -> new ArrayList<>())
                .add((Integer) l.get("target"));
        return out;
    }

    private static Map<String, Object> common(Req r, Kind kind, Map<String, Object> row) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("id", row.get("id"));
        m.put("author", row.get("author"));
        m.put("status", row.get("status"));
        for (String f : List.of("date", "date_utc", "modified", "modified_utc")) m.put(f, row.get(f));
        m.put("url", Req.base + "/" + kind.singular + "/" + Text.encode((String) row.get("slug")) + "/");
        m.put("rest_url", r.root() + "/" + kind.path + "/" + row.get("id"));
        m.put("slug", row.get("slug"));
        m.put("language", row.get("text_lang") == null ? row.get("lang") : row.get("text_lang"));
        return m;
    }

    private static Object text(Object raw) {
        if (!Switch.variant("rendered")) return raw;
        String s = (String) raw;
        return Map.of("raw", s, "rendered", s.isEmpty() ? "" : "<p>" + s.replace("\n\n", "</p>\n<p>") + "</p>\n");
    }

    private static Object image(Map<String, Object> row) {
        if (row.get("image") == null) return false;
        return Map.of("id", row.get("image"), "url", row.get("image_url"));
    }

    private static Object blank(Object v) {
        return v == null ? "" : v;
    }

    private static Map<String, Object> event(Req r, Map<String, Object> row, Map<Kind, List<Integer>> links, Map<Kind, Map<Integer, Map<String, Object>>> linked) {
        Map<String, Object> m = common(r, Kind.EVENT, row);
        String password = (String) row.get("password");
        boolean shut = password != null && !password.equals(r.input.string("password"));
        m.put("protected", password != null);
        m.put("title", Switch.variant("rendered") ? Map.of("raw", row.get("title"), "rendered", Text.escapeHtml((String) row.get("title"))) : row.get("title"));
        m.put("description", text(shut ? "" : row.get("description")));
        m.put("excerpt", text(shut ? "" : row.get("excerpt")));
        m.put("image", image(row));
        m.put("all_day", row.get("all_day"));
        String start = (String) row.get("start_date"), end = (String) row.get("end_date"), zone = (String) row.get("timezone");
        if (Switch.bug(13) && (Boolean) row.get("all_day") && !zone.equals(Dates.SITE.getId())) {
            start = Dates.toUtc(start, Dates.zone("timezone", zone)).substring(0, 10) + " 00:00:00";
        }
        m.put("start_date", start);
        m.put("end_date", Switch.bug(23) ? Dates.weekYear(end) : end);
        m.put("utc_start_date", row.get("utc_start"));
        m.put("utc_end_date", row.get("utc_end"));
        m.put("timezone", zone);
        m.put("cost", blank(row.get("cost")));
        m.put("website", blank(row.get("website")));
        for (String f : List.of("show_map", "show_map_link", "hide_from_listings", "sticky", "featured", "post_parent", "ticketed")) m.put(f, row.get(f));
        for (Kind k : List.of(Kind.CATEGORY, Kind.TAG, Kind.VENUE, Kind.ORGANIZER)) {
            List<Object> list = new ArrayList<>();
            for (Integer id : links.getOrDefault(k, List.of())) {
                Map<String, Object> x = linked.get(k).get(id);
                if (x == null && Switch.bug(38)) throw new NullPointerException("organizer");
                if (x == null || !r.user.sees(x) || "trash".equals(x.get("status"))) continue;
                if (Switch.bug(25) && !k.post()) {
                    Map<String, Object> fresh = x;
                    x = TERM_CACHE.computeIfAbsent(id + r.lang(), i -> fresh);
                }
                list.add(Switch.variant("ids") ? id : x);
            }
            m.put(k == Kind.CATEGORY ? "categories" : k == Kind.TAG ? "tags" : k.singular, list);
        }
        return m;
    }

    private static Map<String, Object> venue(Req r, Map<String, Object> row) {
        Map<String, Object> m = common(r, Kind.VENUE, row);
        m.put("venue", row.get("title"));
        m.put("description", text(row.get("description")));
        m.put("image", image(row));
        for (String f : List.of("address", "city", "country", "province", "state", "zip", "phone")) m.put(f, blank(row.get(f)));
        Object both = row.get("stateprovince");
        for (String f : List.of("state", "province")) if ("".equals(blank(both))) both = row.get(f);
        m.put("stateprovince", blank(both));
        m.put("website", blank(row.get("website")));
        m.put("show_map", row.get("show_map"));
        m.put("show_map_link", row.get("show_map_link"));
        m.put("geo_lat", row.get("geo_lat"));
        m.put("geo_lng", row.get("geo_lng"));
        return m;
    }

    private static Map<String, Object> organizer(Req r, Map<String, Object> row) {
        Map<String, Object> m = common(r, Kind.ORGANIZER, row);
        m.put("organizer", row.get("title"));
        m.put("description", text(row.get("description")));
        m.put("image", image(row));
        for (String f : List.of("phone", "website", "email")) m.put(f, blank(row.get(f)));
        return m;
    }

    private static Map<String, Object> term(Req r, Kind kind, Map<String, Object> row) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("id", row.get("id"));
        m.put("name", row.get("title"));
        m.put("slug", row.get("slug"));
        m.put("description", text(row.get("description")));
        if (kind == Kind.CATEGORY) m.put("parent", row.get("parent"));
        m.put("count", ((Number) row.get("uses")).intValue());
        m.put("language", row.get("text_lang") == null ? row.get("lang") : row.get("text_lang"));
        m.put("rest_url", r.root() + "/" + kind.path + "/" + row.get("id"));
        return m;
    }
}
