import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;

/** The "database": committed rows per resource. */
final class Database {
    final Map<Kind, ConcurrentSkipListMap<Long, Entity>> tables = new EnumMap<>(Kind.class);
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private final Map<Boolean, Long> sequences = new HashMap<>();
    Database() { for (Kind k : Kind.values()) tables.put(k, new ConcurrentSkipListMap<>()); }

    /** Posts share one sequence, terms another. */
    long nextId(Kind k) {
        synchronized (sequences) {
            long n = sequences.getOrDefault(k.post(), k.post() ? 100L : 0L) + 1;
            sequences.put(k.post(), n);
            return n;
        }
    }
}

/** Second-level cache: answers by key, and IDs by slug; a commit empties it. */
final class SecondLevelCache {
    final Map<String, Object> items = new ConcurrentHashMap<>();
    final Map<String, Long> slugs = new ConcurrentHashMap<>();
    final Map<String, Object> queries = new ConcurrentHashMap<>();

    void evict(Collection<Entity> changed) {
        if (Cfg.bug("tag-stale-second-update") && !changed.isEmpty() && changed.stream().allMatch(e -> e.kind == Kind.TAG && e.version > 2)) return;
        items.clear();
        if (!Cfg.bug("ev-old-slug-cached")) slugs.clear();
        if (Cfg.bug("org-has-events-cached") && changed.stream().noneMatch(e -> e.kind == Kind.ORGANIZER)) return;
        queries.clear();
    }
}

/** Unit of work: identity map over the database, with dirty checking at flush. */
final class EntityManager {
    private static final ThreadLocal<EntityManager> CURRENT = new ThreadLocal<>();
    private final Database db;
    private final Map<String, Entity> identity = new LinkedHashMap<>();
    private final Map<String, Entity> snapshots = new HashMap<>();
    private final List<Entity> inserted = new ArrayList<>(), removed = new ArrayList<>();

    private EntityManager(Database db) { this.db = db; }
    static EntityManager open(Database db) { EntityManager em = new EntityManager(db); CURRENT.set(em); return em; }
    static EntityManager current() { return CURRENT.get(); }
    static void close() { CURRENT.remove(); }

    private static String key(Kind k, long id) { return k + "#" + id; }

    Entity find(Kind kind, long id) {
        String key = key(kind, id);
        if (identity.containsKey(key)) return identity.get(key);
        Entity row = db.tables.get(kind).get(id);
        if (row == null) return null;
        Entity managed = row.copy();
        identity.put(key, managed);
        snapshots.put(key, row);
        return managed;
    }

    /** Rows of a table as committed, for queries. */
    Stream<Entity> all(Kind kind) { return db.tables.get(kind).values().stream(); }
    Entity row(Kind kind, long id) { return db.tables.get(kind).get(id); }

    void persist(Entity e) {
        if (e.id == 0) e.id = db.nextId(e.kind);
        inserted.add(e);
        identity.put(key(e.kind, e.id), e);
    }
    void remove(Entity e) { removed.add(e); }

    Set<Entity> flush(LocalDateTime now) {
        Set<Entity> changed = new LinkedHashSet<>();
        for (Entity e : inserted) {
            e.version = 1;
            e.modified = now;
            db.tables.get(e.kind).put(e.id, e.copy());
            changed.add(e);
        }
        for (Map.Entry<String, Entity> en : identity.entrySet()) {
            Entity e = en.getValue(), snap = snapshots.get(en.getKey());
            if (snap == null || inserted.contains(e) || removed.contains(e) || e.sameAs(snap)) continue;
            e.version = snap.version + 1;
            e.modified = now;
            db.tables.get(e.kind).put(e.id, e.copy());
            changed.add(e);
        }
        for (Entity e : removed) {
            db.tables.get(e.kind).remove(e.id);
            changed.add(e);
        }
        return changed;
    }
}

/** Runs work in a transaction, like an annotated service method. */
final class Transactions {
    final Database db;
    final SecondLevelCache cache;
    Transactions(Database db, SecondLevelCache cache) { this.db = db; this.cache = cache; }

    <T> T read(Supplier<T> work) {
        db.lock.readLock().lock();
        EntityManager.open(db);
        try { return work.get(); }
        finally { EntityManager.close(); db.lock.readLock().unlock(); }
    }

    <T> T write(Supplier<T> work) {
        db.lock.writeLock().lock();
        EntityManager em = EntityManager.open(db);
        try {
            T result = work.get();
            cache.evict(em.flush(LocalDateTime.now(ZoneOffset.UTC).truncatedTo(java.time.temporal.ChronoUnit.SECONDS)));
            return result;
        } finally { EntityManager.close(); db.lock.writeLock().unlock(); }
    }

    /** No lock around the work, only around the flush. */
    <T> T optimistic(Supplier<T> work) {
        EntityManager em = EntityManager.open(db);
        try {
            T result = work.get();
            pause(150);
            db.lock.writeLock().lock();
            try { cache.evict(em.flush(LocalDateTime.now(ZoneOffset.UTC).truncatedTo(java.time.temporal.ChronoUnit.SECONDS))); }
            finally { db.lock.writeLock().unlock(); }
            return result;
        } finally { EntityManager.close(); }
    }
    static void pause(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
}

/** Repository of one resource. */
final class Repository {
    final Kind kind;
    private final SecondLevelCache cache;
    Repository(Kind kind, SecondLevelCache cache) { this.kind = kind; this.cache = cache; }
    private EntityManager em() { return EntityManager.current(); }

    Optional<Entity> findById(long id) { return Optional.ofNullable(em().find(kind, id)).filter(e -> !e.trashed || Cfg.variant("soft-delete")); }
    boolean existsById(long id) { Entity e = em().row(kind, id); return e != null && !e.trashed; }
    Entity row(long id) { Entity e = em().row(kind, id); return e == null || e.trashed ? null : e; }

    Optional<Entity> findBySlug(String slug) {
        String key = kind + "/" + slug;
        Long id = cache.slugs.get(key);
        if (id != null) {
            Optional<Entity> hit = findById(id);
            if (hit.isPresent() && (slug.equals(hit.get().slug) || Cfg.bug("ev-old-slug-cached") && kind == Kind.EVENT)) return hit;
            cache.slugs.remove(key);
        }
        Optional<Entity> found = em().all(kind).filter(e -> slug.equals(e.slug) && (!e.trashed || Cfg.variant("soft-delete")))
            .sorted(Comparator.comparing((Entity e) -> e.trashed).thenComparing(e -> e.id)).findFirst();
        found.ifPresent(e -> cache.slugs.put(key, e.id));
        return found.map(e -> em().find(kind, e.id));
    }

    List<Entity> findAll(Predicate<Entity> spec) { return em().all(kind).filter(e -> !e.trashed).filter(spec).collect(Collectors.toList()); }
    boolean slugTaken(String slug, long exceptId) { return em().all(kind).anyMatch(e -> e.id != exceptId && slug.equals(e.slug)); }
    void save(Entity e) { em().persist(e); }
    void delete(Entity e) { em().remove(e); }
}
