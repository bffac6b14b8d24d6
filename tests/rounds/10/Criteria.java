import java.time.*;
import java.util.*;
import java.util.function.Predicate;
import java.util.stream.*;

/** Specifications: the filters of lists as predicates over entities. */
final class Criteria {
    private final Map<Kind, Repository> repos;
    Criteria(Map<Kind, Repository> repos) { this.repos = repos; }

    /** Honest visibility and status of posts in a list. */
    Predicate<Entity> status(Ctx c, Kind kind) {
        String s = c.str("status");
        if (Cfg.bug("ev-status-page-2") && kind == Kind.EVENT && c.integer("page") != null && c.integer("page") > 1) s = null;
        if (s == null) {
            if (Cfg.bug("users-search-shows-drafts") && kind == Kind.EVENT && c.has("search")) return e -> true;
            return e -> e.status().equals("publish");
        }
        Set<String> wanted = new HashSet<>();
        for (Object o : Coerce.elements(s)) {
            if (!o.equals("any") && !Cfg.STATUSES.contains(o.toString())) throw ApiException.bad("status", "must be one of " + String.join(", ", Cfg.STATUSES) + ", any");
            wanted.add(o.toString());
        }
        Predicate<Entity> seen = e -> Access.mayRead(c.who, e);
        if (Cfg.bug("users-anon-status-private") && wanted.contains("private")) seen = e -> true;
        return seen.and(e -> wanted.contains("any") || wanted.contains(e.status()));
    }

    Predicate<Entity> events(Ctx c) {
        Predicate<Entity> p = status(c, Kind.EVENT);
        List<Long> include = c.ints("include");
        if (include != null) {
            List<Long> ids = Cfg.bug("ev-include-first") ? include.subList(0, 1) : include;
            p = p.and(e -> ids.contains(e.id));
            if (Cfg.bug("ev-include-keeps-dates")) p = p.and(dates(c));
            else dates(c);
        } else p = p.and(dates(c));
        if (c.has("search")) p = p.and(eventSearch(c));
        p = p.and(terms(c, "categories", Kind.CATEGORY)).and(terms(c, "tags", Kind.TAG));
        for (String rel : List.of("venue", "organizer")) {
            List<Long> ids = c.ints(rel);
            if (ids == null) continue;
            if (Cfg.bug("ev-venue-filter-first") && rel.equals("venue")) p = p.and(e -> !e.rel(rel).isEmpty() && ids.contains(e.rel(rel).get(0)));
            else p = p.and(e -> e.rel(rel).stream().anyMatch(ids::contains));
        }
        Boolean featured = c.bool("featured");
        if (featured != null && !(Cfg.bug("ev-featured-false") && !featured)) p = p.and(e -> e.flag("featured") == featured);
        Long parent = c.integer("post_parent");
        if (parent != null && parent != 0) p = p.and(e -> false);
        if (Boolean.TRUE.equals(c.bool("ticketed"))) p = p.and(e -> false);
        c.bool("geoloc"); // the premium extension is not installed: checked, not used
        if ((c.decimal("geoloc_lat") == null) != (c.decimal("geoloc_lng") == null)) throw ApiException.bad("geoloc_lat", "geoloc_lat and geoloc_lng must be given together");
        if (Cfg.variant("window-dates")) p = p.and(e -> !e.flag("hide_from_listings"));
        if (Cfg.variant("language-lists") && c.query.get("ml_language") != null) p = p.and(e -> e.texts.containsKey(c.lang));
        return p;
    }

    private Predicate<Entity> eventSearch(Ctx c) {
        String q = c.str("search");
        if (Cfg.bug("ev-search-wildcard")) {
            String rx = ".*" + Arrays.stream(Texts.fold(q).split("")).map(x -> x.equals("%") ? ".*" : x.equals("_") ? "." : java.util.regex.Pattern.quote(x)).collect(Collectors.joining()) + ".*";
            java.util.regex.Pattern pt = java.util.regex.Pattern.compile(rx, java.util.regex.Pattern.DOTALL);
            return e -> pt.matcher(Texts.fold(e.text("title", c.lang))).matches() || !e.isProtected() && pt.matcher(Texts.fold(e.text("description", c.lang))).matches();
        }
        return e -> {
            String title = e.text("title", c.lang), description = e.text("description", c.lang);
            if (e.isProtected() && !Access.privileged(c.who, e)) description = null;
            if (Cfg.bug("ev-search-escaped")) {
                title = Texts.escape(title);
                description = description == null ? null : Texts.escape(description);
            }
            if (Cfg.bug("ev-search-no-description")) description = null;
            return Texts.contains(title, q) || Texts.contains(description, q);
        };
    }

    private Predicate<Entity> terms(Ctx c, String param, Kind kind) {
        List<Object> wanted = c.list(param);
        if (wanted == null) return e -> true;
        Set<Long> ids = new LinkedHashSet<>();
        for (Object o : wanted) {
            Object n = Coerce.integer(o);
            if (n != Coerce.BAD && repos.get(kind).existsById((Long) n)) ids.add((Long) n);
            else if (!(Cfg.bug("ev-tags-no-slugs") && kind == Kind.TAG)) repos.get(kind).findAll(t -> o.toString().equals(t.slug)).forEach(t -> ids.add(t.id));
        }
        if (Cfg.bug("ev-categories-and") && kind == Kind.CATEGORY) return e -> !ids.isEmpty() && e.rel(param).containsAll(ids);
        return e -> e.rel(param).stream().anyMatch(ids::contains);
    }

    /** Date filters compare with the event's own wall clock. */
    private Predicate<Entity> dates(Ctx c) {
        boolean strict = Boolean.TRUE.equals(c.flag("strict_dates"));
        if (Cfg.bug("ev-strict-string") && c.has("strict_dates")) strict = true;
        Predicate<Entity> p = e -> true;
        if (Cfg.variant("window-dates")) return window(c, strict);
        for (String f : List.of("start_date", "end_date")) {
            Dates.Parsed d = c.date(f);
            if (d == null) continue;
            LocalDate day = d.local.toLocalDate();
            LocalDateTime from = strict ? d.local : day.atStartOfDay();
            if (Cfg.bug("ev-week-year")) {
                java.time.format.DateTimeFormatter wy = java.time.format.DateTimeFormatter.ofPattern("YYYY-MM-dd", Locale.US);
                p = p.and(e -> Dates.of(e.str(f)).format(wy).equals(day.toString()) && !Dates.of(e.str(f)).isBefore(from));
            } else p = p.and(e -> Dates.of(e.str(f)).toLocalDate().equals(day) && !Dates.of(e.str(f)).isBefore(from));
        }
        for (String f : List.of("start", "end")) {
            Dates.Parsed before = c.date(f + "s_before"), after = c.date(f + "s_after");
            String col = f + "_date";
            if (before != null) {
                LocalDateTime bound = strict ? before.local : before.local.toLocalDate().atStartOfDay();
                p = p.and(e -> Dates.of(e.str(col)).isBefore(bound));
            }
            if (after != null) {
                if (Cfg.bug("ev-before-beats-after") && f.equals("start") && before != null) continue;
                String used = Cfg.bug("ev-ends-after-start") && f.equals("end") ? "start_date" : col;
                LocalDateTime bound = strict ? after.local : after.local.toLocalDate().atTime(23, 59, 59);
                p = p.and(e -> Dates.of(e.str(used)).isAfter(bound));
            }
        }
        return p;
    }

    /** Another reading: the dates bound a window, and days named by before and after belong to it. */
    private Predicate<Entity> window(Ctx c, boolean strict) {
        Dates.Parsed s = c.date("start_date"), n = c.date("end_date");
        LocalDateTime from = s == null ? LocalDate.now(Cfg.SITE_ZONE).atStartOfDay() : strict ? s.local : s.local.toLocalDate().atStartOfDay();
        LocalDateTime to = n == null ? null : strict ? n.local : n.local.toLocalDate().atTime(23, 59, 59);
        boolean other = c.has("starts_before") || c.has("starts_after") || c.has("ends_before") || c.has("ends_after");
        Predicate<Entity> p = e -> (s == null && other || !Dates.of(e.str(s == null ? "end_date" : "start_date")).isBefore(from)) && (to == null || !Dates.of(e.str("end_date")).isAfter(to));
        for (String f : List.of("start", "end")) {
            Dates.Parsed before = c.date(f + "s_before"), after = c.date(f + "s_after");
            if (before != null) {
                LocalDateTime b = strict ? before.local : before.local.toLocalDate().atTime(23, 59, 59);
                p = p.and(e -> !Dates.of(e.str(f + "_date")).isAfter(b));
            }
            if (after != null) {
                LocalDateTime a = strict ? after.local : after.local.toLocalDate().atStartOfDay();
                p = p.and(e -> !Dates.of(e.str(f + "_date")).isBefore(a));
            }
        }
        return p;
    }
}
