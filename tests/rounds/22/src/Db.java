import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** In-memory H2, one connection for each thread of the pool. */
final class Db {
  static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock(true);
  private static final String URL = "jdbc:h2:mem:cal;DB_CLOSE_DELAY=-1";
  private static final ThreadLocal<Connection> CON = ThreadLocal.withInitial(() -> {
    try { return new org.h2.Driver().connect(URL, new Properties()); } catch (SQLException e) { throw new IllegalStateException(e); }
  });
  private static final ThreadLocal<Map<String, PreparedStatement>> STMTS = ThreadLocal.withInitial(HashMap::new);

  static void schema() {
    for (Kind k : Kind.ALL) {
      StringBuilder b = new StringBuilder("CREATE TABLE " + k.table + "(id BIGINT PRIMARY KEY, c_lang VARCHAR, c_slug VARCHAR, c_search VARCHAR, c_modified VARCHAR, c_password VARCHAR");
      for (Map.Entry<String, Kind.T> f : k.fields.entrySet()) {
        if (f.getKey().equals("slug") || f.getValue() == Kind.T.IDS) continue;
        b.append(", c_").append(f.getKey()).append(f.getValue() == Kind.T.INT ? " BIGINT" : f.getValue() == Kind.T.BOOL ? " BOOLEAN" : " VARCHAR");
      }
      if (k == Kind.EVENT) b.append(", c_start_utc VARCHAR, c_end_utc VARCHAR");
      exec(b.append(")").toString());
      exec("CREATE INDEX ix_" + k.table + "_slug ON " + k.table + "(c_slug)");
    }
    exec("CREATE TABLE rel(event_id BIGINT, kind VARCHAR, target_id BIGINT, pos INT)");
    exec("CREATE INDEX ix_rel_e ON rel(event_id, kind)");
    exec("CREATE INDEX ix_rel_t ON rel(target_id, kind)");
    exec("CREATE TABLE tr(kind VARCHAR, rid BIGINT, lang VARCHAR, t_title VARCHAR, t_description VARCHAR, t_excerpt VARCHAR)");
    exec("CREATE INDEX ix_tr ON tr(rid, kind, lang)");
    exec("CREATE SEQUENCE post_seq START WITH 101");
    exec("CREATE SEQUENCE term_seq START WITH 7");
  }
  private static PreparedStatement prep(String sql, Object... args) throws SQLException {
    Map<String, PreparedStatement> m = STMTS.get();
    PreparedStatement p = m.get(sql);
    if (p == null) { if (m.size() > 400) { for (PreparedStatement q : m.values()) q.close(); m.clear(); } p = CON.get().prepareStatement(sql); m.put(sql, p); }
    for (int i = 0; i < args.length; i++) p.setObject(i + 1, args[i]);
    return p;
  }
  static int exec(String sql, Object... args) {
    try { return prep(sql, args).executeUpdate(); } catch (SQLException e) { throw new IllegalStateException(sql, e); }
  }
  static List<Map<String, Object>> query(String sql, Object... args) {
    try (ResultSet r = prep(sql, args).executeQuery()) {
      ResultSetMetaData md = r.getMetaData();
      int n = md.getColumnCount();
      String[] names = new String[n];
      for (int i = 0; i < n; i++) { String c = md.getColumnLabel(i + 1).toLowerCase(Locale.ROOT); names[i] = c.startsWith("c_") ? c.substring(2) : c; }
      List<Map<String, Object>> out = new ArrayList<>();
      while (r.next()) {
        Map<String, Object> row = new HashMap<>();
        for (int i = 0; i < n; i++) row.put(names[i], r.getObject(i + 1));
        out.add(row);
      }
      return out;
    } catch (SQLException e) { throw new IllegalStateException(sql, e); }
  }
  static long scalar(String sql, Object... args) {
    return ((Number) query(sql, args).get(0).values().iterator().next()).longValue();
  }
  static <X> X read(java.util.function.Supplier<X> f) { LOCK.readLock().lock(); try { return f.get(); } finally { LOCK.readLock().unlock(); } }
  static <X> X write(java.util.function.Supplier<X> f) {
    LOCK.writeLock().lock();
    try {
      Connection c = CON.get();
      c.setAutoCommit(false);
      try { X x = f.get(); c.commit(); return x; } catch (RuntimeException e) { c.rollback(); throw e; } finally { c.setAutoCommit(true); }
    } catch (SQLException e) { throw new IllegalStateException(e); } finally { LOCK.writeLock().unlock(); }
  }
  private Db() { }
}

/** The five kinds of resource and their fields. */
final class Kind {
  enum T { STR, INT, BOOL, TIME, ANY, IDS }
  final String path, one, table, title; final boolean slugged, term;
  final LinkedHashMap<String, T> fields = new LinkedHashMap<>();
  private Kind(String path, String one, String table, String title, boolean slugged, boolean term, String... spec) {
    this.path = path; this.one = one; this.table = table; this.title = title; this.slugged = slugged; this.term = term;
    for (String s : spec) { int i = s.indexOf(':'); fields.put(i < 0 ? s : s.substring(0, i), i < 0 ? T.STR : T.valueOf(s.substring(i + 1))); }
  }
  static final Kind EVENT = new Kind("events", "event", "events", "title", true, false, "title", "start_date:TIME", "end_date:TIME", "author:INT",
    "date:TIME", "date_utc:TIME", "description", "slug", "excerpt", "status", "timezone", "all_day:BOOL", "image", "cost:ANY", "website", "show_map:BOOL", "show_map_link:BOOL",
    "hide_from_listings:BOOL", "sticky:BOOL", "featured:BOOL", "categories:IDS", "tags:IDS", "venue:IDS", "organizer:IDS");
  static final Kind VENUE = new Kind("venues", "venue", "venues", "venue", true, false, "venue", "author:INT", "date:TIME", "date_utc:TIME", "description", "status",
    "show_map", "show_map_link", "address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "website", "image");
  static final Kind ORGANIZER = new Kind("organizers", "organizer", "organizers", "organizer", true, false, "organizer", "author:INT", "date:TIME", "date_utc:TIME", "description", "status",
    "phone", "website", "email", "image");
  static final Kind CATEGORY = new Kind("categories", "category", "categories", "name", false, true, "name", "description", "slug", "parent:INT");
  static final Kind TAG = new Kind("tags", "tag", "tags", "name", false, true, "name", "description", "slug");
  static final List<Kind> ALL = List.of(EVENT, VENUE, ORGANIZER, CATEGORY, TAG);
  static Kind of(String path) { for (Kind k : ALL) if (k.path.equals(path)) return k; return null; }
  /** name of the relation in an event */
  String rel() { return term ? path : one; }
}

/** Text and time handling. */
final class Text {
  static final java.time.format.DateTimeFormatter F = java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final java.util.regex.Pattern TIME = java.util.regex.Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:[ T](\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?\\s?(Z|[+-]\\d{2}:?\\d{2})?)?");

  static String slug(String s) {
    String n = java.text.Normalizer.normalize(s, java.text.Normalizer.Form.NFD).replaceAll("\\p{Mn}+", "").toLowerCase(Locale.ROOT).replace("ß", "ss");
    n = n.replaceAll("['’]", "").replaceAll("[^\\p{L}\\p{N}_]+", "-").replaceAll("^-+|-+$", "");
    n = java.text.Normalizer.normalize(n, java.text.Normalizer.Form.NFC);
    return n.length() > 180 ? n.substring(0, 180).replaceAll("-+$", "") : n;
  }
  static boolean dateOnly(String s) { return s.trim().matches("\\d{4}-\\d{1,2}-\\d{1,2}"); }
  /** wall clock in the zone */
  static java.time.LocalDateTime time(String s, java.time.ZoneId zone, String field) {
    java.util.regex.Matcher m = TIME.matcher(s.trim());
    if (!m.matches() || s.trim().startsWith("0000")) throw ApiException.bad(field + " is not a date");
    try {
      java.time.LocalDateTime t = java.time.LocalDateTime.of(i(m, 1), i(m, 2), i(m, 3), i(m, 4), i(m, 5), i(m, 6));
      if (m.group(7) != null) t = t.atOffset(java.time.ZoneOffset.of(m.group(7))).atZoneSameInstant(zone).toLocalDateTime();
      return t;
    } catch (java.time.DateTimeException e) {
      throw ApiException.bad(field + " is not a date");
    }
  }
  private static int i(java.util.regex.Matcher m, int g) { return m.group(g) == null ? 0 : Integer.parseInt(m.group(g)); }
  static String utc(java.time.LocalDateTime t, java.time.ZoneId zone) { return t.atZone(zone).withZoneSameInstant(java.time.ZoneOffset.UTC).format(F); }
  static String local(String utc, java.time.ZoneId zone) { return java.time.LocalDateTime.parse(utc, F).atZone(java.time.ZoneOffset.UTC).withZoneSameInstant(zone).format(F); }
  static String now() { return java.time.LocalDateTime.now(java.time.ZoneOffset.UTC).format(F); }
  static Boolean bool(Object o, String field) {
    if (o == null) return null;
    if (o instanceof Boolean) return (Boolean) o;
    switch (o.toString().trim().toLowerCase(Locale.ROOT)) {
      case "1": case "true": case "yes": case "on": return true;
      case "0": case "false": case "no": case "off": case "": return false;
      default: throw ApiException.bad(field + " is not a boolean");
    }
  }
  static Long integer(Object o, String field) {
    if (o == null) return null;
    if (o instanceof Integer || o instanceof Long) { long l = ((Number) o).longValue(); if (l < 0) throw ApiException.bad(field + " is negative"); return l; }
    if (o instanceof Double && (Double) o == Math.rint((Double) o) && (Double) o >= 0 && (Double) o < 1e15) return ((Double) o).longValue();
    if (o instanceof String && ((String) o).trim().matches("\\d{1,15}")) return Long.parseLong(((String) o).trim());
    throw ApiException.bad(field + " is not an integer");
  }
  private Text() { }
}
