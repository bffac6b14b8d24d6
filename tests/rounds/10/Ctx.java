import java.util.*;

/** One request, as controllers see it. */
final class Ctx {
    String method, base, segment, lang;
    Principal who;
    boolean bySlug;
    Map<String, Object> query = new LinkedHashMap<>(), body = new LinkedHashMap<>();

    /** Fields that a write sends: query parameters with the body over them. */
    Map<String, Object> fields() {
        Map<String, Object> m = new LinkedHashMap<>(query);
        m.putAll(body);
        return m;
    }
    private Object one(String n) {
        Object v = query.get(n);
        if (v instanceof List<?> l) v = l.isEmpty() ? null : l.get(l.size() - 1);
        return v;
    }
    String str(String n) {
        Object v = one(n);
        return v == null || v.toString().isEmpty() ? null : v.toString();
    }
    boolean has(String n) { return str(n) != null; }
    Boolean bool(String n) {
        String s = str(n);
        if (s == null) return null;
        Object b = Coerce.bool(s);
        if (b == Coerce.BAD) throw ApiException.bad(n, "must be a boolean");
        return (Boolean) b;
    }
    /** An untyped flag: anything that does not say yes is no. */
    Boolean flag(String n) {
        String s = str(n);
        return s == null ? null : Coerce.bool(s) == Boolean.TRUE;
    }
    Long integer(String n) {
        String s = str(n);
        if (s == null) return null;
        Object v = Coerce.integer(s);
        if (v == Coerce.BAD || (Long) v < 0) throw ApiException.bad(n, "must be an integer");
        return (Long) v;
    }
    Double decimal(String n) {
        String s = str(n);
        if (s == null) return null;
        try { return Double.valueOf(s); } catch (NumberFormatException e) { throw ApiException.bad(n, "must be a number"); }
    }
    Dates.Parsed date(String n) {
        String s = str(n);
        if (s == null) return null;
        Dates.Parsed p = Dates.parse(s);
        if (p == null) throw ApiException.bad(n, "must be a date");
        return p;
    }
    List<Object> list(String n) {
        List<Object> l = Coerce.elements(query.get(n));
        return l.isEmpty() ? null : l;
    }
    List<Long> ints(String n) {
        List<Object> l = list(n);
        if (l == null) return null;
        List<Long> out = new ArrayList<>();
        for (Object o : l) {
            Object v = Coerce.integer(o);
            if (v == Coerce.BAD) throw ApiException.bad(n, "must be an array of integers");
            out.add((Long) v);
        }
        return out;
    }
    String url(String path) { return base + (segment == null ? "" : "/" + segment) + "/" + Cfg.NS + (path.isEmpty() ? "" : "/" + path); }
}

/** One page of a list. */
final class Page<T> {
    final List<T> items;
    final long total;
    final long page, perPage, pages;
    Page(List<T> items, long total, long page, long perPage) {
        this.items = items;
        this.total = total;
        this.page = page;
        this.perPage = perPage;
        this.pages = Cfg.bug("tag-total-pages-floor") && total > perPage ? total / perPage : (total + perPage - 1) / perPage;
    }

    static <T> Page<T> of(List<T> all, Ctx c, Kind kind) {
        Long page = c.integer("page"), per = c.integer("per_page");
        if (page == null) page = 1L;
        if (per == null) per = Cfg.bug("org-default-size-20") && kind == Kind.ORGANIZER ? 20L : 10L;
        if (page < 1) throw ApiException.bad("page", "must be at least 1");
        if (per < 1 || per > 500) throw ApiException.bad("per_page", "must be between 1 and 500");
        if (Cfg.variant("envelope") && per > 50) per = 50L;
        if (Cfg.bug("cat-per-page-with-search") && kind == Kind.CATEGORY && c.has("search")) per = 10L;
        long from = (page - 1) * per;
        if (Cfg.bug("ev-page-skips") && kind == Kind.EVENT) from = (page - 1) * (per + 1);
        if (Cfg.bug("ven-page-zero-based") && kind == Kind.VENUE) from = c.has("page") ? page * per : 0;
        if (Cfg.bug("tag-last-page-overlap") && kind == Kind.TAG && page > 1 && from < all.size() && from + per > all.size()) from = Math.max(0, all.size() - per);
        if (Cfg.variant("envelope") && page > 1 && from >= all.size()) throw new ApiException(404, "page_not_found", "There is no such page.");
        int a = (int) Math.min(from, all.size()), b = (int) Math.min(from + per, all.size());
        List<T> items = all.subList(a, b);
        long total = Cfg.bug("ev-total-of-search") && kind == Kind.EVENT && c.has("search") ? items.size() : all.size();
        return new Page<>(items, total, page, per);
    }
}
