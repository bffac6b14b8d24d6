import java.time.*;
import java.util.*;
import java.util.function.Supplier;
import java.util.stream.*;

/** Service layer over all five resources. */
final class CrudService {
    final Transactions tx;
    final Map<Kind, Repository> repos;
    final Criteria criteria;
    final LinkedCriteria linked;
    final TermCounter counter;
    final Mappers mappers;
    final Writer writer;

    CrudService(Transactions tx) {
        this.tx = tx;
        Map<Kind, Repository> m = new EnumMap<>(Kind.class);
        for (Kind k : Kind.values()) m.put(k, new Repository(k, tx.cache));
        repos = m;
        counter = new TermCounter(repos);
        criteria = new Criteria(repos);
        linked = new LinkedCriteria(repos, counter, criteria);
        mappers = new Mappers(repos, counter);
        writer = new Writer(repos, counter);
    }

    /* ---- reading ---- */

    Page<Map<String, Object>> list(Kind kind, Ctx c) {
        return tx.read(() -> {
            List<Entity> rows;
            String key = kind + " " + c.query + c.lang + c.who.viewKey() + c.base;
            if (kind == Kind.ORGANIZER && c.has("has_events")) {
                @SuppressWarnings("unchecked") List<Entity> cached = (List<Entity>) tx.cache.queries.get(key);
                rows = cached != null ? cached : query(kind, c);
                tx.cache.queries.put(key, rows);
            } else rows = query(kind, c);
            Page<Entity> page = Page.of(rows, c, kind);
            long total = page.total;
            if (Cfg.bug("ven-total-with-drafts") && kind == Kind.VENUE && !c.has("status") && !c.has("search")) total = repos.get(kind).findAll(e -> true).size();
            List<Map<String, Object>> out = new ArrayList<>();
            for (Entity e : page.items) out.add(mappers.map(e, listCtx(c, e), opened(e, c)));
            return new Page<>(out, total, page.page, page.perPage);
        });
    }

    private Ctx listCtx(Ctx c, Entity e) {
        if (!(Cfg.bug("cat-list-language") && e.kind == Kind.CATEGORY)) return c;
        Ctx d = new Ctx();
        d.method = c.method; d.base = c.base; d.segment = c.segment; d.who = c.who; d.lang = e.lang;
        return d;
    }

    private List<Entity> query(Kind kind, Ctx c) {
        List<Entity> rows;
        switch (kind) {
            case EVENT: {
                rows = repos.get(kind).findAll(criteria.events(c));
                Comparator<Entity> cmp = Comparator.comparing(e -> e.str("start_date"));
                boolean odd = Cfg.bug("ev-unstable-ties") && c.integer("page") != null && c.integer("page") % 2 == 0;
                rows.sort(odd ? cmp.thenComparing(e -> -e.id) : cmp.thenComparing(e -> e.id));
                List<Long> org = c.ints("organizer");
                if (Cfg.bug("ev-organizer-join-duplicates") && org != null) {
                    List<Entity> joined = new ArrayList<>();
                    for (Entity e : rows) for (long id : e.rel("organizer")) if (org.contains(id)) joined.add(e);
                    rows = joined;
                }
                return rows;
            }
            case VENUE: case ORGANIZER: {
                return repos.get(kind).findAll(linked.linked(c, kind));
            }
            default: {
                Comparator<Entity> order = linked.termOrder(c, kind);
                rows = repos.get(kind).findAll(linked.terms(c, kind));
                rows.sort(order);
                return rows;
            }
        }
    }

    private boolean opened(Entity e, Ctx c) { return !e.isProtected() || Access.privileged(c.who, e); }

    /** Finds the addressed record. */
    private Entity load(Kind kind, Object address, Ctx c) {
        Optional<Entity> e = address instanceof Long id ? repos.get(kind).findById(id) : repos.get(kind).findBySlug((String) address);
        return e.orElseThrow(() -> ApiException.notFound(kind));
    }

    Map<String, Object> get(Kind kind, Object address, Ctx c) {
        return tx.read(() -> {
            Entity e = load(kind, address, c);
            Access.requireRead(c.who, e, c.bySlug);
            checkPassword(e, c);
            String lang = Cfg.bug("ev-lang-cache") && kind == Kind.EVENT ? "" : c.lang;
            String key = kind + ":" + e.id + ":" + lang + ":" + c.who.viewKey() + ":" + c.base + ":" + c.segment;
            @SuppressWarnings("unchecked") Map<String, Object> hit = (Map<String, Object>) tx.cache.items.get(key);
            if (hit != null) return hit;
            Map<String, Object> dto = mappers.map(e, c, true);
            tx.cache.items.put(key, dto);
            return dto;
        });
    }

    /** A protected event opens for its password; by slug there is no way to give it. */
    private void checkPassword(Entity e, Ctx c) {
        if (!e.isProtected() || Access.privileged(c.who, e)) return;
        if (Cfg.bug("ev-password-delete") && c.method.equals("DELETE")) return;
        Object given = c.query.containsKey("password") ? c.query.get("password") : c.body.get("password");
        if (given instanceof List<?> l) given = l.isEmpty() ? null : l.get(l.size() - 1);
        if (!c.bySlug && given != null) {
            if (given.toString().equals(e.password)) return;
            if (Cfg.bug("ev-password-any") && !given.toString().isEmpty()) return;
        }
        throw new ApiException(403, "password_required", c.bySlug ? "This event is protected: address it by ID with its password." : "This event is protected by a password.");
    }

    /* ---- writing ---- */

    Map<String, Object> create(Kind kind, Ctx c) {
        Supplier<Map<String, Object>> work = () -> {
            Access.requireCreate(c.who, kind);
            Map<String, Object> in = Validator.validate(kind, c.fields(), true);
            Entity e = new Entity(kind);
            e.lang = c.lang;
            e.owner = c.who.id;
            writer.apply(e, in, c, true);
            if (Cfg.bug("tag-concurrent-id") && kind == Kind.TAG) {
                EntityManager em = EntityManager.current();
                e.id = Stream.concat(em.all(Kind.TAG), em.all(Kind.CATEGORY)).mapToLong(x -> x.id).max().orElse(0) + 1;
            }
            repos.get(kind).save(e);
            writer.ensureSlug(e, c);
            return mappers.map(e, c, true);
        };
        return Cfg.bug("tag-concurrent-id") && kind == Kind.TAG ? tx.optimistic(work) : tx.write(work);
    }

    Map<String, Object> update(Kind kind, Object address, Ctx c) {
        if (Cfg.bug("org-post-by-slug-creates") && kind == Kind.ORGANIZER && c.bySlug && c.method.equals("POST") && c.fields().containsKey("organizer")) return create(kind, c);
        boolean lost = Cfg.bug("ev-lost-update") && kind == Kind.EVENT && c.method.equals("PATCH");
        boolean detached = Cfg.bug("ven-post-by-slug-not-saved") && kind == Kind.VENUE && c.bySlug && c.method.equals("POST");
        Supplier<Map<String, Object>> work = () -> {
            Entity e = load(kind, address, c);
            if (e.trashed) throw new ApiException(410, "already_deleted", "The record was deleted before.");
            if (detached) e = e.copy();
            Access.requireWrite(c.who, e, c.method, c.bySlug);
            checkPassword(e, c);
            Map<String, Object> fields = c.fields();
            if (c.bySlug && kind != Kind.EVENT) fields.remove("slug");
            if (Cfg.variant("put-replaces") && c.method.equals("PUT")) writer.defaults(kind, fields);
            Map<String, Object> in = Validator.validate(kind, fields, false);
            writer.apply(e, in, c, false);
            if (Cfg.bug("ev-password-lost") && kind == Kind.EVENT && c.query.containsKey("password")) e.password = null;
            return mappers.map(e, c, true);
        };
        return lost ? tx.optimistic(work) : tx.write(work);
    }

    Map<String, Object> delete(Kind kind, Object address, Ctx c) {
        return tx.write(() -> {
            Entity e = load(kind, address, c);
            if (e.trashed) throw new ApiException(410, "already_deleted", "The record was deleted before.");
            Access.requireWrite(c.who, e, c.method, c.bySlug);
            checkPassword(e, c);
            Map<String, Object> before = mappers.map(e, c, true);
            if (Cfg.bug("ven-delete-by-slug-noop") && kind == Kind.VENUE && c.bySlug) return before;
            if (Cfg.variant("soft-delete") && kind.post()) {
                e.trashed = true;
                return before;
            }
            writer.unlink(e);
            repos.get(kind).delete(e);
            return before;
        });
    }
}
