import java.time.*;
import java.util.*;

/** Applies validated fields to entities. */
final class Writer {
    private final Map<Kind, Repository> repos;
    private final TermCounter counter;
    Writer(Map<Kind, Repository> repos, TermCounter counter) { this.repos = repos; this.counter = counter; }

    /** For the variant in which PUT replaces: what is not sent goes back to its default. */
    void defaults(Kind kind, Map<String, Object> fields) {
        for (FieldDef d : kind.fields.values())
            if (!d.required && d.type != FType.SLUG && d.type != FType.PASSWORD && d.type != FType.DATE && !d.name.equals("author")) fields.putIfAbsent(d.name, null);
    }

    void apply(Entity e, Map<String, Object> in, Ctx c, boolean creating) {
        author(e, in, c);
        dates(e, in, creating);
        for (FieldDef d : e.kind.fields.values()) {
            boolean sent = in.containsKey(d.name);
            Object v = in.get(d.name);
            if (d.text) { if (sent) text(e, d.name, v, c, creating); continue; }
            switch (d.type) {
                case DATETIME: case DATE: case SLUG: case PASSWORD: break;
                case IDS: if (sent) relation(e, d, v, c); else if (creating) e.rels.put(d.name, new ArrayList<>()); break;
                default:
                    if (d.name.equals("author")) break;
                    if (d.name.equals("parent")) { parent(e, sent ? (Long) v : creating ? (Long) 0L : null, creating); break; }
                    if (sent) e.cols.put(d.name, v);
                    else if (creating) e.cols.put(d.name, d.dflt);
            }
        }
        if (e.kind == Kind.EVENT) {
            times(e, in);
            if (in.containsKey("password")) e.password = (String) in.get("password");
        }
        if (Cfg.variant("strict") && e.kind.term()) {
            String name = e.name(c.lang);
            if (!repos.get(e.kind).findAll(o -> o.id != e.id && Texts.fold(o.name(c.lang)).equals(Texts.fold(name))).isEmpty())
                throw new ApiException(409, "name_exists", "There is a " + e.kind.singular + " of this name.");
        }
        String slug = (String) in.get("slug");
        if (slug != null) e.slug = unique(e, slug);
        else if (in.containsKey("slug") && !creating) e.slug = unique(e, fromName(e, c));
        faults(e, in, c, creating);
    }

    private void faults(Entity e, Map<String, Object> in, Ctx c, boolean creating) {
        if (creating) return;
        if (Cfg.bug("ven-state-overwrites-province") && e.kind == Kind.VENUE && in.containsKey("state")) e.cols.put("province", in.get("state"));
        if (Cfg.bug("org-update-publishes") && e.kind == Kind.ORGANIZER && !in.containsKey("status")) e.cols.put("status", "publish");
        if (Cfg.bug("org-name-escaped-on-update") && e.kind == Kind.ORGANIZER && !in.containsKey("organizer")) e.setText("organizer", c.lang, Texts.escape(e.name(c.lang)));
        if (Cfg.bug("ev-slug-patch-clears-categories") && e.kind == Kind.EVENT && c.bySlug && c.method.equals("PATCH") && !in.containsKey("categories")) e.rels.put("categories", new ArrayList<>());
        if (Cfg.bug("ev-nl-wipes-others") && e.kind == Kind.EVENT && c.lang.equals("nl")) e.texts.keySet().removeIf(l -> !l.equals("nl") && !l.equals(e.lang));
        if (Cfg.bug("tag-count-drifts") && e.kind == Kind.EVENT && in.containsKey("tags")) for (long id : e.rel("tags")) counter.drift(Kind.TAG, id, 1);
    }

    private void author(Entity e, Map<String, Object> in, Ctx c) {
        Long a = (Long) in.get("author");
        if (a == null || a == e.owner) return;
        if (Cfg.USERS) {
            if (c.who.role == Principal.Role.AUTHOR) throw new ApiException(403, "forbidden", "You may not give a record to another author.");
            if (!Accounts.exists(a)) throw ApiException.bad("author", "is no user");
        }
        e.owner = a;
    }

    /** Publication date: `date` in the time of the site, `date_utc` in UTC; `date` goes first. */
    private void dates(Entity e, Map<String, Object> in, boolean creating) {
        if (e.kind.term()) return;
        Dates.Parsed local = (Dates.Parsed) in.get("date"), utc = (Dates.Parsed) in.get("date_utc");
        if (local != null) {
            LocalDateTime t = local.in(Cfg.SITE_ZONE);
            if (Cfg.bug("org-date-standard-offset") && e.kind == Kind.ORGANIZER) e.published = t.minusSeconds(Cfg.SITE_ZONE.getRules().getStandardOffset(Instant.now()).getTotalSeconds());
            else e.published = Dates.toUtc(t, Cfg.SITE_ZONE);
        } else if (utc != null) e.published = utc.in(ZoneOffset.UTC);
        else if (creating) e.published = Dates.nowUtc();
    }

    private void text(Entity e, String f, Object v, Ctx c, boolean creating) {
        e.setText(f, c.lang, v);
        if (Cfg.bug("ev-fr-overwrites-default") && e.kind == Kind.EVENT && c.lang.equals("fr") && !creating) e.setText(f, e.lang, v);
        if (Cfg.bug("cat-de-overwrites-default") && e.kind == Kind.CATEGORY && c.lang.equals("de") && !creating && c.method.equals("PATCH")) e.setText(f, e.lang, v);
    }

    @SuppressWarnings("unchecked")
    private void relation(Entity e, FieldDef d, Object v, Ctx c) {
        List<Long> ids = (List<Long>) v;
        for (long id : ids) if (!repos.get(d.target).existsById(id)) throw ApiException.bad(d.name, "there is no " + d.target.singular + " " + id);
        List<Long> next = new ArrayList<>(ids);
        if (Cfg.bug("ev-tags-appended") && d.name.equals("tags") && c.method.equals("PATCH")) {
            next = new ArrayList<>(e.rel("tags"));
            for (long id : ids) if (!next.contains(id)) next.add(id);
        }
        e.rels.put(d.name, next);
    }

    private void parent(Entity e, Long parent, boolean creating) {
        if (parent == null) return;
        if (Cfg.bug("cat-parent-update-ignored") && !creating) return;
        if (parent != 0) {
            Entity p = repos.get(Kind.CATEGORY).row(parent);
            if (p == null) throw ApiException.bad("parent", "there is no category " + parent);
            for (Entity a = p; a != null; a = repos.get(Kind.CATEGORY).row((Long) a.get("parent")))
                if (a.id == e.id) throw ApiException.bad("parent", "a category cannot be below itself");
        }
        e.cols.put("parent", parent);
    }

    private void times(Entity e, Map<String, Object> in) {
        ZoneId zone = Dates.zone(e.str("timezone"));
        for (String f : List.of("start_date", "end_date")) {
            Dates.Parsed p = (Dates.Parsed) in.get(f);
            if (p != null) {
                LocalDateTime t = p.in(zone);
                if (f.equals("end_date") && !p.hasTime && p.offset == null && e.flag("all_day")) t = t.toLocalDate().atTime(23, 59, 59);
                e.cols.put(f, Dates.out(t));
            }
        }
        if (e.str("end_date").compareTo(e.str("start_date")) < 0) throw ApiException.bad("end_date", "must not be before start_date");
    }

    /* ---- slugs ---- */

    private String fromName(Entity e, Ctx c) {
        String s = Texts.slugify(e.name(c.lang));
        return s.isEmpty() ? e.kind.singular + "-" + e.id : s;
    }
    void ensureSlug(Entity e, Ctx c) { if (e.slug == null) e.slug = unique(e, fromName(e, c)); }

    private String unique(Entity e, String slug) {
        if (Cfg.bug("ev-duplicate-slug") && e.kind == Kind.EVENT) return slug;
        String s = slug;
        for (int n = 2; repos.get(e.kind).slugTaken(s, e.id); n++) s = slug + "-" + n;
        return s;
    }

    /* ---- deletes ---- */

    void unlink(Entity e) {
        EntityManager em = EntityManager.current();
        if (e.kind == Kind.EVENT) {
            if (Cfg.bug("cat-count-after-delete")) for (long id : e.rel("categories")) counter.drift(Kind.CATEGORY, id, 1);
            return;
        }
        String rel = TermCounter.rel(e.kind);
        if (!(Cfg.bug("ven-delete-stale-link") && e.kind == Kind.VENUE))
            for (Entity ev : repos.get(Kind.EVENT).findAll(x -> x.rel(rel).contains(e.id))) em.find(Kind.EVENT, ev.id).rels.get(rel).remove((Long) e.id);
        if (e.kind == Kind.CATEGORY && !Cfg.bug("cat-child-of-deleted"))
            for (Entity child : repos.get(Kind.CATEGORY).findAll(x -> ((Long) e.id).equals(x.get("parent")))) em.find(Kind.CATEGORY, child.id).cols.put("parent", e.get("parent"));
    }
}
