import java.util.*;

/** Settings of the process. */
final class Cfg {
    static final String BUG = env("BUG");
    static final String VARIANT = env("VARIANT");
    static final boolean USERS = "1".equals(env("USERS"));
    static final String NS = "vendor/events/v1";
    static final java.time.ZoneId SITE_ZONE = java.time.ZoneId.of("Europe/Amsterdam");
    static final List<String> LANGS = List.of("nl", "en", "fr", "de");
    static final String DEFAULT_LANG = "en";
    static final List<String> STATUSES = List.of("publish", "draft", "pending", "private", "future");
    private static String env(String n) { String v = System.getenv(n); return v == null ? "" : v.trim(); }
    static boolean bug(String id) { return BUG.equals(id); }
    static boolean variant(String id) { return VARIANT.equals(id); }
}

enum FType { STRING, INT, BOOL, DATETIME, DATE, URL, EMAIL, ANY, IDS, STATUS, ZONE, SLUG, PASSWORD }

/** One column of a resource, with its constraints. */
final class FieldDef {
    final String name;
    final FType type;
    boolean required, text;
    Object dflt;
    Kind target;
    FieldDef(String name, FType type) { this.name = name; this.type = type; }
    FieldDef required() { required = true; return this; }
    FieldDef text() { text = true; return this; }
    FieldDef dflt(Object d) { dflt = d; return this; }
    FieldDef to(Kind k) { target = k; return this; }
}

/** The five resources with their columns. */
enum Kind {
    EVENT("events", "event", "title"), VENUE("venues", "venue", "venue"), ORGANIZER("organizers", "organizer", "organizer"),
    CATEGORY("categories", "category", "name"), TAG("tags", "tag", "name");

    final String plural, singular, nameField;
    final Map<String, FieldDef> fields = new LinkedHashMap<>();
    Kind(String plural, String singular, String nameField) { this.plural = plural; this.singular = singular; this.nameField = nameField; }
    boolean term() { return this == CATEGORY || this == TAG; }
    boolean post() { return !term(); }

    static Kind of(String plural) {
        for (Kind k : values()) if (k.plural.equals(plural)) return k;
        return null;
    }
    private FieldDef f(String name, FType t) {
        FieldDef d = new FieldDef(name, t);
        fields.put(name, d);
        return d;
    }
    static {
        for (Kind k : values()) k.f(k.nameField, FType.STRING).required().text();
        for (Kind k : List.of(EVENT, VENUE, ORGANIZER)) {
            k.f("author", FType.INT);
            k.f("date", FType.DATE);
            k.f("date_utc", FType.DATE);
            k.f("description", FType.STRING).text();
            k.f("status", FType.STATUS).dflt("publish");
            k.f("image", FType.STRING);
        }
        EVENT.f("start_date", FType.DATETIME).required();
        EVENT.f("end_date", FType.DATETIME).required();
        EVENT.f("slug", FType.SLUG);
        EVENT.f("excerpt", FType.STRING).text();
        EVENT.f("timezone", FType.ZONE).dflt("Europe/Amsterdam");
        EVENT.f("all_day", FType.BOOL).dflt(false);
        EVENT.f("cost", FType.ANY);
        EVENT.f("website", FType.URL);
        EVENT.f("show_map", FType.BOOL).dflt(true);
        EVENT.f("show_map_link", FType.BOOL).dflt(true);
        EVENT.f("hide_from_listings", FType.BOOL).dflt(false);
        EVENT.f("sticky", FType.BOOL).dflt(false);
        EVENT.f("featured", FType.BOOL).dflt(false);
        EVENT.f("categories", FType.IDS).to(CATEGORY);
        EVENT.f("tags", FType.IDS).to(TAG);
        EVENT.f("venue", FType.IDS).to(VENUE);
        EVENT.f("organizer", FType.IDS).to(ORGANIZER);
        EVENT.f("password", FType.PASSWORD);
        for (String n : List.of("show_map", "show_map_link", "address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "website"))
            VENUE.f(n, FType.STRING);
        ORGANIZER.f("phone", FType.STRING);
        ORGANIZER.f("website", FType.STRING);
        ORGANIZER.f("email", FType.EMAIL);
        for (Kind k : List.of(CATEGORY, TAG)) {
            k.f("description", FType.STRING).text();
            k.f("slug", FType.SLUG);
        }
        CATEGORY.f("parent", FType.INT).dflt(0L);
    }
}

/** An entity: columns, texts per language and relations by ID. */
final class Entity {
    final Kind kind;
    long id;
    String slug, lang, password;
    long owner;
    long version;
    boolean trashed;
    Map<String, Object> cols = new LinkedHashMap<>();
    Map<String, Map<String, Object>> texts = new LinkedHashMap<>();
    Map<String, List<Long>> rels = new LinkedHashMap<>();
    java.time.LocalDateTime published, modified; // in UTC

    Entity(Kind kind) { this.kind = kind; }

    Entity copy() {
        Entity e = new Entity(kind);
        e.id = id; e.slug = slug; e.lang = lang; e.password = password; e.owner = owner; e.version = version; e.trashed = trashed;
        e.published = published; e.modified = modified;
        e.cols = new LinkedHashMap<>(cols);
        texts.forEach((l, m) -> e.texts.put(l, new LinkedHashMap<>(m)));
        rels.forEach((n, l) -> e.rels.put(n, new ArrayList<>(l)));
        return e;
    }
    boolean sameAs(Entity o) {
        return Objects.equals(slug, o.slug) && Objects.equals(password, o.password) && owner == o.owner && trashed == o.trashed
            && Objects.equals(published, o.published) && cols.equals(o.cols) && texts.equals(o.texts) && rels.equals(o.rels);
    }

    Object get(String f) { return cols.get(f); }
    String str(String f) { Object v = cols.get(f); return v == null ? null : v.toString(); }
    boolean flag(String f) { return Boolean.TRUE.equals(cols.get(f)); }
    List<Long> rel(String f) { return rels.getOrDefault(f, List.of()); }
    String status() { return trashed ? "trash" : kind.term() ? "publish" : str("status"); }
    boolean isProtected() { return password != null && !password.isEmpty(); }

    /** The text in a language; where there is none, the text in the language the record was made in. */
    String text(String f, String l) {
        Map<String, Object> m = texts.get(l);
        Object v = m == null ? null : m.get(f);
        if (v == null) {
            m = texts.get(lang);
            v = m == null ? null : m.get(f);
        }
        if (v == null) for (Map<String, Object> t : texts.values()) if (t.get(f) != null && f.equals(kind.nameField)) return t.get(f).toString();
        return v == null ? null : v.toString();
    }
    String name(String l) { return text(kind.nameField, l); }
    void setText(String f, String l, Object v) { texts.computeIfAbsent(l, x -> new LinkedHashMap<>()).put(f, v); }
}
