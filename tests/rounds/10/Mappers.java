import java.time.*;
import java.util.*;

/** DTO mappers, one per resource. */
final class Mappers {
    private final Map<Kind, Repository> repos;
    private final TermCounter counter;
    Mappers(Map<Kind, Repository> repos, TermCounter counter) { this.repos = repos; this.counter = counter; }

    Map<String, Object> map(Entity e, Ctx c, boolean opened) {
        switch (e.kind) {
            case EVENT: return event(e, c, opened);
            case VENUE: return venue(e, c);
            case ORGANIZER: return organizer(e, c);
            default: return term(e, c);
        }
    }

    private void post(Map<String, Object> m, Entity e, Ctx c) {
        m.put("slug", e.slug);
        m.put("status", e.status());
        m.put("author", e.owner);
        LocalDateTime local = Dates.fromUtc(e.published, Cfg.SITE_ZONE);
        m.put("date", Dates.out(local));
        m.put("date_utc", Dates.out(e.published));
        m.put("modified", Dates.out(Dates.fromUtc(e.modified == null ? Dates.nowUtc() : e.modified, Cfg.SITE_ZONE)));
        m.put("modified_utc", Dates.out(e.modified == null ? Dates.nowUtc() : e.modified));
    }

    private Map<String, Object> event(Entity e, Ctx c, boolean opened) {
        Map<String, Object> m = new LinkedHashMap<>();
        ZoneId zone = Dates.zone(e.str("timezone"));
        m.put("id", e.id);
        m.put("title", e.text("title", c.lang));
        m.put("description", opened ? e.text("description", c.lang) : null);
        m.put("excerpt", opened ? e.text("excerpt", c.lang) : null);
        post(m, e, c);
        for (String f : List.of("start_date", "end_date")) {
            LocalDateTime t = Dates.of(e.str(f));
            if (Cfg.bug("ev-dst-end") && f.equals("end_date") && zone.getRules().isDaylightSavings(t.atZone(zone).toInstant()) && !c.method.equals("POST")) t = t.minusHours(1);
            m.put(f, Dates.out(t));
        }
        m.put("utc_start_date", Dates.out(Dates.toUtc(Dates.of(e.str("start_date")), zone)));
        m.put("utc_end_date", Dates.out(Dates.toUtc(Dates.of(e.str("end_date")), zone)));
        m.put("timezone", e.str("timezone"));
        for (String f : List.of("all_day", "image", "cost", "website", "show_map", "show_map_link", "hide_from_listings", "sticky", "featured")) m.put(f, e.get(f));
        if (Cfg.bug("ev-website-null-text") && e.get("website") == null && e.version > 1) m.put("website", "null");
        m.put("protected", e.isProtected());
        m.put("categories", relation(e, "categories", Kind.CATEGORY, c));
        m.put("tags", relation(e, "tags", Kind.TAG, c));
        m.put("venue", relation(e, "venue", Kind.VENUE, c));
        m.put("organizer", relation(e, "organizer", Kind.ORGANIZER, c));
        return tail(m, e, c);
    }

    /** Lazy relation: loaded when it is mapped. */
    private List<Object> relation(Entity e, String rel, Kind kind, Ctx c) {
        List<Object> out = new ArrayList<>();
        for (long id : e.rel(rel)) {
            Entity r = repos.get(kind).row(id);
            if (r == null && !(Cfg.bug("ven-delete-stale-link") && kind == Kind.VENUE)) continue;
            if (r != null && !Access.mayRead(c.who, r)) continue;
            if (Cfg.variant("bare-lists")) { out.add(id); continue; }
            Map<String, Object> m = new LinkedHashMap<>();
            m.put("id", id);
            m.put(kind.nameField, r == null ? null : r.name(c.lang));
            m.put("slug", r == null ? null : r.slug);
            out.add(m);
        }
        return out;
    }

    private Map<String, Object> venue(Entity e, Ctx c) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("id", e.id);
        m.put("venue", e.text("venue", c.lang));
        m.put("description", e.text("description", c.lang));
        post(m, e, c);
        if (Cfg.bug("ven-date-is-utc")) m.put("date", m.get("date_utc"));
        for (String f : List.of("show_map", "show_map_link", "address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "website", "image")) m.put(f, e.get(f));
        if (Cfg.bug("ven-map-link-copied")) m.put("show_map_link", e.get("show_map"));
        return tail(m, e, c);
    }

    private Map<String, Object> organizer(Entity e, Ctx c) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("id", e.id);
        m.put("organizer", e.text("organizer", c.lang));
        m.put("description", e.text("description", c.lang));
        post(m, e, c);
        for (String f : List.of("phone", "website", "email", "image")) m.put(f, e.get(f));
        return tail(m, e, c);
    }

    private Map<String, Object> term(Entity e, Ctx c) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("id", e.id);
        m.put("name", e.text("name", c.lang));
        m.put("slug", e.slug);
        m.put("description", e.text("description", c.lang));
        if (e.kind == Kind.CATEGORY) m.put("parent", e.get("parent") == null ? 0L : e.get("parent"));
        m.put("count", counter.count(e, c.who));
        return tail(m, e, c);
    }

    private Map<String, Object> tail(Map<String, Object> m, Entity e, Ctx c) {
        m.put("language", c.lang);
        m.put("rest_url", c.url(e.kind.plural + "/" + e.id));
        return m;
    }
}
