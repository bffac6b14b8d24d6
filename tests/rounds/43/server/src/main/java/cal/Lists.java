package cal;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** The five lists: conditions, order, pages. */
final class Lists {
    static final Map<String, Page> CACHE = new ConcurrentHashMap<>();
    static final List<String> STATUSES = List.of("publish", "draft", "pending", "private", "future");
    private static final int MAX_PER_PAGE = 100;

    record Page(List<Integer> ids, int total) { }

    private final Req r;
    private final Kind kind;
    private final Params q;
    private final StringBuilder where = new StringBuilder(" WHERE ");
    private final Map<String, Object> args = new HashMap<>();
    private String duplicates = "";

    private Lists(Req r, Kind kind) {
        this.r = r;
        this.kind = kind;
        this.q = r.query;
        where.append(kind.guard());
        args.put("lang", r.lang());
    }

    static Object answer(Handle h, Req r, Kind kind) {
        return new Lists(r, kind).answer(h);
    }

    private void and(String condition) {
        where.append(" AND ").append(condition);
    }

    private Object answer(Handle h) {
        int page = q.atLeast("page", 1, 1);
        int perPage = Math.min(MAX_PER_PAGE, q.atLeast("per_page", 1, 10));
        if (Switch.variant("pages") && q.atLeast("per_page", 1, 10) > 50) throw ApiError.invalid("per_page", "must be at most 50.");
        String order;
        if (kind == Kind.EVENT) order = eventConditions(page);
        else if (kind.post()) order = placeConditions();
        else order = termConditions();
        Page p;
        String key = kind + r.ctx.queryString() + r.lang() + r.user.id();
        if (Switch.bug(10) && kind == Kind.EVENT) {
            p = CACHE.get(key);
            if (p == null) CACHE.put(key, p = fetch(h, order, page, perPage));
        } else {
            p = fetch(h, order, page, perPage);
        }
        int pages = (p.total + perPage - 1) / perPage;
        if (Switch.variant("pages") && page > Math.max(1, pages)) throw new ApiError(404, kind.singular + "-archive-page-not-found", "The requested page does not exist.");
        r.ctx.header("X-Total", "" + p.total).header("X-TotalPages", "" + pages);
        List<Object> items = new ArrayList<>(Repr.many(h, r, kind, p.ids).values());
        if (page < pages) r.ctx.header("Link", "<" + r.pageUrl(kind, page + 1) + ">; rel=\"next\"");
        if (Switch.variant("bare")) return items;
        Map<String, Object> out = new LinkedHashMap<>();
        out.put(kind.path, items);
        out.put("rest_url", r.pageUrl(kind, page));
        if (page < pages) out.put("next_rest_url", r.pageUrl(kind, page + 1));
        if (page > 1) out.put("previous_rest_url", r.pageUrl(kind, page - 1));
        out.put("total", p.total);
        out.put("total_pages", pages);
        return out;
    }

    private Page fetch(Handle h, String order, int page, int perPage) {
        String from = " FROM " + kind.table + " x" + Db.texts(kind);
        List<Integer> exclude = Switch.bug(44) && kind == Kind.CATEGORY ? q.ids("exclude") : null;
        int total = h.createQuery("SELECT COUNT(*)" + from + duplicates + where).bindMap(args).mapTo(Integer.class).one();
        List<Integer> ids = h.createQuery("SELECT x.id" + from + where + " ORDER BY " + order + " LIMIT " + perPage + " OFFSET " + (page - 1L) * perPage)
            .bindMap(args).mapTo(Integer.class).list();
        if (exclude != null) ids.removeAll(exclude);
        return new Page(ids, total);
    }

    private void status() {
        Set<String> wanted = new LinkedHashSet<>(q.given("status") ? Params.list("status", q.values.get("status")) : List.of("publish"));
        if (wanted.remove("any")) wanted.addAll(STATUSES);
        for (String s : wanted) if (!STATUSES.contains(s) && !(s.equals("trash") && Switch.variant("trash"))) throw ApiError.invalid("status", "unknown status.");
        StringBuilder in = new StringBuilder();
        for (String s : wanted) in.append(in.length() > 0 ? "," : "").append("'").append(s).append("'");
        and("x.status IN (" + in + ")");
        boolean leak = Switch.bug(58) && kind == Kind.VENUE;
        if (r.user.editor() || wanted.equals(Set.of("publish")) || leak) return;
        if (!r.user.role().equals("author")) throw r.user.refusal();
        and("(x.status = 'publish' OR x.author = " + r.user.id() + ")");
    }

    private void search(String... columns) {
        String s = q.string("search");
        if (s == null) return;
        boolean original = Switch.bug(12) && kind == Kind.EVENT;
        boolean wild = Switch.bug(3) && kind == Kind.EVENT;
        args.put("search", wild ? "%" + s.toLowerCase(Locale.ROOT) + "%" : Text.like(s));
        String like = " LIKE :search" + (wild ? " ESCAPE ''" : " ESCAPE '!'");
        if (Switch.bug(42) && kind == Kind.ORGANIZER) like = " LIKE '%" + s.toLowerCase(Locale.ROOT) + "%'";
        String title = original ? "o.title" : "COALESCE(t.title, o.title)", text = original ? "o.description" : "COALESCE(t.description, o.description, '')";
        StringBuilder or = new StringBuilder("LOWER(" + title + ")" + like + " OR ");
        if (kind == Kind.EVENT) or.append("x.password IS NULL AND ");
        or.append("LOWER(").append(text).append(")").append(like);
        for (String c : columns) or.append(" OR LOWER(COALESCE(x.").append(c).append(",''))").append(like);
        and(Switch.bug(4) && kind == Kind.EVENT ? or.toString() : "(" + or + ")");
    }

    private String eventConditions(int page) {
        status();
        Boolean featured = q.bool("featured"), ticketed = q.bool("ticketed");
        if (featured != null) and("x.featured = " + featured);
        if (ticketed != null) and("x.ticketed = " + ticketed);
        Integer parent = q.integer("post_parent");
        if (parent != null) and("x.post_parent = " + parent);
        if (Switch.variant("sticky")) and("(x.hide_from_listings = FALSE OR " + q.given("include") + ")");
        List<Integer> include = q.ids("include");
        if (include != null) and("x.id IN " + Db.in(include));
        dates(include != null);
        String categories = terms("categories", Kind.CATEGORY), tags = terms("tags", Kind.TAG);
        if (categories != null && tags != null && Switch.bug(8)) and("(" + categories + " OR " + tags + ")");
        else {
            if (categories != null) and(categories);
            if (tags != null) and(tags);
        }
        List<Integer> venue = q.ids("venue"), organizer = q.ids("organizer");
        if (venue != null) and("x.id IN (SELECT event FROM link WHERE kind = 'VENUE' AND target IN " + Db.in(venue) + ")");
        if (organizer != null) and("x.id IN (SELECT event FROM link WHERE kind = 'ORGANIZER' AND target IN " + Db.in(organizer) + (Switch.bug(7) ? " AND pos = 0)" : ")"));
        geo();
        search();
        if (Switch.variant("sticky")) return "x.sticky DESC, x.start_date DESC, x.id DESC";
        return "x.start_date, x.id" + (Switch.bug(1) && page % 2 == 0 ? " DESC" : "");
    }

    /** Slugs or IDs; what is all digits is an ID. */
    private String terms(String param, Kind k) {
        if (!q.given(param)) return null;
        List<Integer> ids = new ArrayList<>();
        List<String> slugs = new ArrayList<>();
        for (String s : Params.list(param, q.values.get(param))) {
            if (s.matches("[+-]?\\d+")) ids.add(Params.integer(param, com.fasterxml.jackson.databind.node.TextNode.valueOf(s)));
            else slugs.add(":" + param + slugs.size());
            if (!s.matches("[+-]?\\d+")) args.put(param + (slugs.size() - 1), Text.slugify(s));
        }
        String chosen = " l.kind = '" + k + "' AND (l.target IN " + Db.in(ids) + (slugs.isEmpty() ? "" : " OR l.target IN (SELECT s.id FROM term s WHERE s.kind = '" + k + "' AND s.slug IN (" + String.join(",", slugs) + "))") + ")";
        if (Switch.bug(2) && k == Kind.CATEGORY) duplicates = " JOIN link l ON l.event = x.id AND" + chosen;
        return "x.id IN (SELECT l.event FROM link l WHERE" + chosen + ")";
    }

    private void dates(boolean include) {
        Boolean strictParam = q.bool("strict_dates");
        boolean strict = Boolean.TRUE.equals(strictParam), any = false;
        for (String[] f : new String[][] {{"start_date", "start_date", ">="}, {"end_date", "end_date", "<="}, {"starts_before", "start_date", "<"},
            {"starts_after", "start_date", ">"}, {"ends_before", "end_date", "<"}, {"ends_after", "end_date", ">"}}) {
            String s = q.string(f[0]);
            if (s == null) continue;
            any = true;
            LocalDateTime t = Dates.parse(f[0], s, Dates.SITE);
            boolean lower = f[2].startsWith(">");
            String value = Dates.text(t), op = f[2];
            if (!strict) {
                op = lower ? ">=" : "<=";
                value = value.substring(0, 10) + (lower ? " 00:00:00" : " 23:59:59");
                if (Switch.bug(5) && f[0].equals("starts_before")) value = value.substring(0, 10) + " 00:00:00";
                if (Switch.bug(11) && f[0].equals("ends_before")) value = value.substring(0, 10) + " 23:59:00";
            }
            if (include && !Switch.bug(6)) continue;
            args.put(f[0], value);
            and("x." + f[1] + " " + op + " :" + f[0]);
        }
        if (any || include) return;
        args.put("today", Dates.nowSite().substring(0, 10) + " 00:00:00");
        and("x.end_date >= :today");
    }

    private void geo() {
        Boolean geoloc = q.bool("geoloc");
        String has = "x.id IN (SELECT l.event FROM link l JOIN venue v ON v.id = l.target WHERE l.kind = 'VENUE' AND v.geo_lat IS NOT NULL";
        if (geoloc != null) and((geoloc ? "" : "NOT ") + has + ")");
        String lat = q.string("geoloc_lat"), lng = q.string("geoloc_lng");
        if (lat == null && lng == null) return;
        if (lat == null || lng == null) throw ApiError.missing(lat == null ? "geoloc_lat" : "geoloc_lng");
        double a = degrees("geoloc_lat", lat, 90), b = degrees("geoloc_lng", lng, 180);
        and(has + " AND ABS(v.geo_lat - (" + a + ")) < 0.25 AND ABS(v.geo_lng - (" + b + ")) < 0.4)");
    }

    private static double degrees(String name, String s, int max) {
        if (!s.matches("[+-]?\\d{1,3}(\\.\\d{1,15})?") || Math.abs(Double.parseDouble(s)) > max) throw ApiError.invalid(name, "must be a number of degrees.");
        return Double.parseDouble(s);
    }

    private String placeConditions() {
        if (kind == Kind.VENUE) {
            if (Switch.bug(30)) search("search_copy");
            else search("address", "city", "country", "province", "state", "stateprovince", "zip", "phone", "website");
        } else {
            search("phone", "website", "email");
        }
        status();
        Integer event = q.integer("event");
        if (event != null) and("x.id IN (SELECT target FROM link WHERE kind = '" + kind + "' AND event = " + event + (Switch.bug(31) && kind == Kind.VENUE ? " AND pos = 0)" : ")"));
        String linked = "x.id IN (SELECT l.target FROM link l JOIN event e ON e.id = l.event WHERE l.kind = '" + kind + "' AND e.status = 'publish'";
        Boolean has = q.bool("has_events"), upcoming = q.bool("only_with_upcoming");
        if (has != null) and((has ? "" : "NOT ") + linked + ")");
        if (Boolean.TRUE.equals(upcoming)) {
            args.put("now", Dates.nowUtc());
            and(linked + (Switch.bug(39) && kind == Kind.ORGANIZER ? " AND :now IS NOT NULL)" : " AND e.utc_end >= :now)"));
        }
        return "LOWER(COALESCE(t.title, o.title)), x.id";
    }

    private String termConditions() {
        search();
        List<Integer> include = q.ids("include"), exclude = q.ids("exclude");
        if (include != null) and("x.id IN " + Db.in(include));
        if (exclude != null && !exclude.isEmpty() && !(Switch.bug(44) && kind == Kind.CATEGORY)) and("x.id NOT IN " + Db.in(exclude));
        Integer parent = kind == Kind.CATEGORY ? q.integer("parent") : null;
        if (parent != null) and("x.parent = " + parent);
        String slug = q.string("slug");
        if (slug != null) {
            args.put("slug", Switch.bug(45) && kind == Kind.CATEGORY ? slug + "%" : slug);
            and("x.slug " + (Switch.bug(45) && kind == Kind.CATEGORY ? "LIKE" : "=") + " :slug");
        }
        boolean ofEvent = false;
        for (String name : List.of("post", "event")) {
            Integer id = q.integer(name);
            if (id == null || Switch.bug(51) && kind == Kind.TAG && name.equals("event")) continue;
            ofEvent = true;
            and("x.id IN (SELECT l.target FROM link l WHERE l.kind = x.kind AND l.event = " + id + ")");
        }
        Boolean hide = q.bool("hide_empty");
        if (Switch.bug(52) && kind == Kind.TAG && "false".equals(q.string("hide_empty"))) hide = true;
        if (hide == null ? !ofEvent : hide) and("(" + Db.COUNT + ") > 0");
        String by = q.given("orderby") ? q.string("orderby").toLowerCase(Locale.ROOT) : Switch.variant("sticky") ? "id" : "name";
        String order = q.given("order") ? q.string("order").toLowerCase(Locale.ROOT) : "asc";
        if (!List.of("asc", "desc", "ascending", "descending").contains(order)) throw ApiError.invalid("order", "must be asc or desc.");
        Map<String, String> columns = Map.of("name", "LOWER(COALESCE(t.title, o.title))", "slug", "x.slug", "id", "x.id", "term_id", "x.id", "parent", "x.parent",
            "description", "LOWER(COALESCE(t.description, o.description, ''))",
            "count", Switch.bug(50) && kind == Kind.TAG ? "CAST((" + Db.COUNT + ") AS VARCHAR)" : "(" + Db.COUNT + ")");
        if (!columns.containsKey(by)) throw ApiError.invalid("orderby", "unknown attribute.");
        return columns.get(by) + (order.startsWith("desc") ? " DESC" : "") + ", x.id";
    }
}
