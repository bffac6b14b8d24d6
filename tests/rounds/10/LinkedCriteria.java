import java.time.*;
import java.util.*;
import java.util.function.Predicate;
import java.util.stream.*;

/** Counts how often terms are used; events that the asker may not see do not count. */
final class TermCounter {
    private final Map<Kind, Repository> repos;
    final Map<String, Integer> drift = new java.util.concurrent.ConcurrentHashMap<>(); // only faults put something here
    TermCounter(Map<Kind, Repository> repos) { this.repos = repos; }
    static String rel(Kind k) { return k == Kind.CATEGORY ? "categories" : k == Kind.TAG ? "tags" : k.singular; }
    int count(Entity term, Principal who) {
        int n = repos.get(Kind.EVENT).findAll(e -> e.rel(rel(term.kind)).contains(term.id) && Access.mayRead(who, e)).size();
        return n + drift.getOrDefault(term.kind + "#" + term.id, 0);
    }
    void drift(Kind k, long id, int by) { drift.merge(k + "#" + id, by, Integer::sum); }
}

/** Specifications of venues, organizers, categories and tags. */
final class LinkedCriteria {
    private static final List<String> VENUE_CUSTOM = List.of("address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "website");
    private static final List<String> ORGANIZER_CUSTOM = List.of("phone", "website", "email");
    private final Map<Kind, Repository> repos;
    private final TermCounter counter;
    private final Criteria events;
    LinkedCriteria(Map<Kind, Repository> repos, TermCounter counter, Criteria events) {
        this.repos = repos;
        this.counter = counter;
        this.events = events;
    }

    private List<Entity> visibleEvents(Ctx c) { return repos.get(Kind.EVENT).findAll(e -> Access.mayRead(c.who, e)); }

    /** Venues and organizers. */
    Predicate<Entity> linked(Ctx c, Kind kind) {
        String rel = kind.singular;
        Predicate<Entity> p = events.status(c, kind);
        String q = c.str("search");
        if (q != null) {
            List<String> custom = kind == Kind.VENUE ? Cfg.bug("ven-search-no-custom-fields") ? List.of() : VENUE_CUSTOM : ORGANIZER_CUSTOM;
            p = p.and(e -> {
                String lang = Cfg.bug("org-search-default-language") && kind == Kind.ORGANIZER ? e.lang : c.lang;
                return Texts.contains(e.name(lang), q) || Texts.contains(e.text("description", lang), q)
                    || custom.stream().anyMatch(f -> Texts.contains(e.str(f), q));
            });
        }
        Long event = c.integer("event");
        if (event != null && !(Cfg.bug("ven-event-with-search") && kind == Kind.VENUE && q != null)) {
            Entity ev = repos.get(Kind.EVENT).row(event);
            List<Long> ids = ev == null || !Access.mayRead(c.who, ev) ? List.of() : ev.rel(rel);
            if (Cfg.bug("org-event-first-only") && kind == Kind.ORGANIZER && ids.size() > 1) ids = ids.subList(0, 1);
            List<Long> linked = ids;
            p = p.and(e -> linked.contains(e.id));
        }
        Boolean has = c.flag("has_events");
        if (has != null) {
            if (Cfg.bug("ven-has-events-false") && kind == Kind.VENUE) has = true;
            boolean want = has;
            Set<Long> used = visibleEvents(c).stream().flatMap(e -> e.rel(rel).stream()).collect(Collectors.toSet());
            p = p.and(e -> used.contains(e.id) == want);
        }
        Boolean upcoming = c.flag("only_with_upcoming");
        if (upcoming == null && Cfg.bug("org-upcoming-default") && kind == Kind.ORGANIZER) upcoming = true;
        if (Boolean.TRUE.equals(upcoming)) {
            Instant now = Instant.now();
            Set<Long> used = visibleEvents(c).stream()
                .filter(e -> Cfg.bug("ven-upcoming-counts-past") && kind == Kind.VENUE || Dates.of(e.str("end_date")).atZone(Dates.zone(e.str("timezone"))).toInstant().isAfter(now))
                .flatMap(e -> e.rel(rel).stream()).collect(Collectors.toSet());
            p = p.and(e -> used.contains(e.id));
        }
        if (Cfg.variant("language-lists") && c.query.get("ml_language") != null) p = p.and(e -> e.texts.containsKey(c.lang));
        return p;
    }

    /** Categories and tags. */
    Predicate<Entity> terms(Ctx c, Kind kind) {
        Predicate<Entity> p = e -> true;
        String q = c.str("search");
        Boolean hide = c.bool("hide_empty");
        if (Cfg.bug("cat-hide-empty-default") && kind == Kind.CATEGORY && hide == null) hide = false;
        if (Cfg.bug("tag-hide-empty-string") && kind == Kind.TAG && "false".equals(c.str("hide_empty"))) hide = true;
        if (hide == null) hide = true;
        if (hide) p = p.and(e -> counter.count(e, c.who) > 0);
        if (q != null && !(Cfg.bug("tag-search-beside-hide-empty") && kind == Kind.TAG && !hide))
            p = p.and(e -> Texts.contains(e.name(c.lang), q) || Texts.contains(e.text("description", c.lang), q));
        List<Long> include = c.ints("include"), exclude = c.ints("exclude");
        if (include != null) {
            List<Long> ids = Cfg.bug("tag-include-drops-last") && kind == Kind.TAG && include.size() > 1 ? include.subList(0, include.size() - 1) : include;
            p = p.and(e -> ids.contains(e.id));
        }
        if (exclude != null && !(Cfg.bug("cat-exclude-with-search") && kind == Kind.CATEGORY && q != null)) p = p.and(e -> !exclude.contains(e.id));
        if (kind == Kind.CATEGORY) {
            Long parent = c.integer("parent");
            if (parent != null && !(Cfg.bug("cat-parent-filter-page-2") && c.integer("page") != null && c.integer("page") > 1)) p = p.and(e -> parent.equals(e.get("parent")));
        }
        Long post = c.integer("post"), alias = c.integer("event");
        if (Cfg.bug("cat-event-alias") && kind == Kind.CATEGORY) alias = null;
        if (post == null) post = alias;
        if (post != null && !(Cfg.bug("tag-post-ignored") && kind == Kind.TAG)) {
            Entity ev = repos.get(Kind.EVENT).row(post);
            List<Long> ids = ev == null || !Access.mayRead(c.who, ev) ? List.of() : ev.rel(TermCounter.rel(kind));
            p = p.and(e -> ids.contains(e.id));
        }
        String slug = c.str("slug");
        if (slug != null) {
            if (Cfg.bug("cat-slug-prefix") && kind == Kind.CATEGORY) p = p.and(e -> e.slug.startsWith(slug));
            else p = p.and(e -> e.slug.equals(slug));
        }
        return p;
    }

    Comparator<Entity> termOrder(Ctx c, Kind kind) {
        String by = c.str("orderby") == null ? "name" : c.str("orderby"), order = c.str("order") == null ? "asc" : c.str("order").toLowerCase(Locale.ROOT);
        Comparator<Entity> cmp;
        switch (by) {
            case "name": cmp = Comparator.comparing(e -> Texts.sortKey(e.name(c.lang))); break;
            case "id": case "term_id":
                cmp = Cfg.bug("cat-orderby-id-text") && kind == Kind.CATEGORY ? Comparator.comparing(e -> String.valueOf(e.id)) : Comparator.comparing(e -> e.id);
                break;
            case "slug": cmp = Comparator.comparing(e -> e.slug); break;
            case "count": cmp = Comparator.comparing(e -> counter.count(e, c.who)); break;
            case "description": cmp = Comparator.comparing(e -> Texts.sortKey(e.text("description", c.lang))); break;
            case "parent": cmp = Comparator.comparing(e -> e.get("parent") == null ? 0L : (Long) e.get("parent")); break;
            default: throw ApiException.bad("orderby", "must be one of name, id, slug, count, description, parent");
        }
        switch (order) {
            case "asc": case "ascending": break;
            case "desc": case "descending":
                if (!(Cfg.bug("tag-order-desc-count") && kind == Kind.TAG && by.equals("count"))) cmp = cmp.reversed();
                break;
            default: throw ApiException.bad("order", "must be asc or desc");
        }
        return cmp.thenComparing(e -> e.id);
    }
}
