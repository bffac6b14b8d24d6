import java.time.*;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;

/** Hand-written SQL for all kinds. */
final class Repository {
  /** a WHERE clause that grows */
  static final class Where {
    final StringBuilder sql = new StringBuilder("1=1"); final List<Object> args = new ArrayList<>();
    void and(String s, Object... a) { sql.append(" AND (").append(s).append(")"); args.addAll(Arrays.asList(a)); }
    void raw(String s, Object... a) { sql.append(s); args.addAll(Arrays.asList(a)); }
  }
  static final class Listing { List<Map<String, Object>> rows; long total; int page, perPage; }

  static final Map<String, Listing> LISTS = new ConcurrentHashMap<>();
  static final Map<String, Long> SLUGS = new ConcurrentHashMap<>();
  static final Map<String, Map<String, Object>> ITEMS = new ConcurrentHashMap<>();

  private static final String TITLE = "COALESCE(t.t_title, e.c_%s)", DESC = "COALESCE(t.t_description, e.c_description)";
  private static String title(Kind k) { return String.format(TITLE, k.title); }
  private static String from(Kind k) { return k.table + " e LEFT JOIN tr t ON t.rid=e.id AND t.kind='" + k.path + "' AND t.lang=?"; }

  static Map<String, Object> byId(Kind k, long id, String lang) {
    List<Map<String, Object>> l = Db.query("SELECT e.*, t.t_title, t.t_description, t.t_excerpt FROM " + from(k) + " WHERE e.id=?", lang, id);
    return l.isEmpty() ? null : overlay(k, l.get(0));
  }
  private static Map<String, Object> overlay(Kind k, Map<String, Object> r) {
    if (r.get("t_title") != null) r.put(k.title, r.get("t_title"));
    if (r.get("t_description") != null) r.put("description", r.get("t_description"));
    if (r.get("t_excerpt") != null) r.put("excerpt", r.get("t_excerpt"));
    return r;
  }
  static Map<String, Object> bySlug(Kind k, String slug, String lang) {
    if (Config.bug("by-slug-cache-stale-after-patch") && k == Kind.EVENT) {
      String key = slug + "|" + lang;
      Map<String, Object> hit = ITEMS.get(key);
      if (hit == null) { hit = byId(k, slugId(k, slug), lang); if (hit != null) ITEMS.put(key, hit); }
      return hit;
    }
    return byId(k, slugId(k, slug), lang);
  }
  private static long slugId(Kind k, String slug) {
    if (Config.bug("numeric-slug-as-id") && slug.matches("\\d{1,15}")) return Long.parseLong(slug);
    String key = k.path + "/" + slug;
    Long id = SLUGS.get(key);
    if (id != null) return id;
    List<Map<String, Object>> l = Db.query("SELECT id FROM " + k.table + " WHERE c_slug=? OR c_slug=? ORDER BY id", slug, slug.toLowerCase(Locale.ROOT));
    if (l.isEmpty()) return -1;
    id = ((Number) l.get(0).get("id")).longValue();
    if (SLUGS.size() > 2000) SLUGS.clear();
    SLUGS.put(key, id);
    return id;
  }
  static boolean slugTaken(Kind k, String slug, long not) { return Db.scalar("SELECT COUNT(*) FROM " + k.table + " WHERE c_slug=? AND id<>?", slug, not) > 0; }
  static boolean exists(Kind k, long id) { return Db.scalar("SELECT COUNT(*) FROM " + k.table + " WHERE id=?", id) > 0; }
  static List<Long> related(long event, String rel) {
    List<Long> out = new ArrayList<>();
    for (Map<String, Object> r : Db.query("SELECT target_id FROM rel WHERE event_id=? AND kind=? ORDER BY pos", event, rel)) out.add(((Number) r.get("target_id")).longValue());
    return out;
  }
  static void relate(long event, String rel, List<Long> ids) {
    Db.exec("DELETE FROM rel WHERE event_id=? AND kind=?", event, rel);
    int pos = 0;
    for (Long id : new LinkedHashSet<>(ids)) Db.exec("INSERT INTO rel VALUES(?,?,?,?)", event, rel, id, pos++);
  }
  static long count(Kind k, long id) { return Db.scalar("SELECT COUNT(*) FROM rel r JOIN events v ON v.id=r.event_id AND v.c_status<>'trash' WHERE r.kind=? AND r.target_id=?", k.rel(), id); }

  static void save(Kind k, Map<String, Object> row, boolean insert) {
    StringBuilder cols = new StringBuilder(), marks = new StringBuilder(), sets = new StringBuilder();
    List<Object> args = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of("lang", "slug", "modified", "password", "search"));
    for (Map.Entry<String, Kind.T> f : k.fields.entrySet()) if (f.getValue() != Kind.T.IDS && !f.getKey().equals("slug")) names.add(f.getKey());
    if (k == Kind.EVENT) { names.add("start_utc"); names.add("end_utc"); }
    for (String n : names) {
      cols.append(", c_").append(n); marks.append(",?"); sets.append(sets.length() == 0 ? "" : ", ").append("c_").append(n).append("=?");
      args.add(row.get(n));
    }
    if (insert) { args.add(0, row.get("id")); Db.exec("INSERT INTO " + k.table + "(id" + cols + ") VALUES(?" + marks + ")", args.toArray()); }
    else { args.add(row.get("id")); Db.exec("UPDATE " + k.table + " SET " + sets + " WHERE id=?", args.toArray()); }
  }
  static void translate(Kind k, long id, String lang, String title, String description, String excerpt) {
    if (Db.exec("UPDATE tr SET t_title=COALESCE(?,t_title), t_description=COALESCE(?,t_description), t_excerpt=COALESCE(?,t_excerpt) WHERE kind=? AND rid=? AND lang=?",
        title, description, excerpt, k.path, id, lang) == 0)
      Db.exec("INSERT INTO tr VALUES(?,?,?,?,?,?)", k.path, id, lang, title, description, excerpt);
  }
  static void delete(Kind k, long id) {
    Db.exec("DELETE FROM " + k.table + " WHERE id=?", id);
    Db.exec("DELETE FROM tr WHERE kind=? AND rid=?", k.path, id);
    if (k == Kind.EVENT) { if (!Config.bug("has-events-after-event-delete")) Db.exec("DELETE FROM rel WHERE event_id=?", id); }
    else Db.exec("DELETE FROM rel WHERE kind=? AND target_id=?", k.rel(), id);
  }

  // ---- lists

  static Listing list(Kind k, Params p, Caller who, String lang, boolean explicitLang) {
    String key = k.path + "?" + (Config.bug("list-cache-ignores-language") ? p.canonical().replaceAll("ml_language=\\[\\w*\\],? ?", "") : p.canonical()) + "|" + (Config.bug("list-cache-ignores-language") ? "" : lang + explicitLang)
        + "|" + (Config.bug("list-cache-ignores-user") ? "" : who.id);
    Listing hit = LISTS.get(key);
    if (hit != null) return hit;
    Listing l = select(k, p, who, lang, explicitLang);
    if (!p.flag("only_with_upcoming") && !Config.choice("default-upcoming")) { if (LISTS.size() > 500) LISTS.clear(); LISTS.put(key, l); }
    return l;
  }

  private static Listing select(Kind k, Params p, Caller who, String lang, boolean explicitLang) {
    Listing out = new Listing();
    out.page = p.positive("page", 1);
    out.perPage = p.positive("per_page", Config.bug("venues-default-twenty") && k == Kind.VENUE ? 20 : 10);
    int max = Config.choice("max-50-clamp") ? 50 : Config.choice("max-25-reject") ? 25 : 100;
    if (out.perPage > max) { if (Config.choice("max-25-reject")) throw ApiException.bad("per_page is too large"); out.perPage = max; }
    Where w = new Where();
    String join = "";
    if (!k.term) {
      String st = p.one("status");
      if (st != null && st.replace(",", "").isEmpty()) st = null;
      if (Config.choice("lang-separate") && explicitLang) w.and("e.c_lang=?", lang);
      boolean leak = Config.bug("status-filter-leaks-drafts") && st != null;
      if (!who.all() && !leak) w.and("e.c_status='publish' OR e.c_author=?", (long) who.id);
      if (st == null) { w.and("e.c_status<>'trash'"); if (Config.choice("default-publish")) w.and("e.c_status='publish'"); }
      else if (!st.equals("any")) {
        if (Config.choice("unknown-status-filter-400")) for (String s : st.split(",")) if (!Service.STATUSES.contains(s)) throw ApiException.bad("status is unknown");
        List<Object> l = new ArrayList<>(Arrays.asList(st.split(",")));
        w.and("e.c_status IN (" + marks(l.size()) + ")", l.toArray());
      }
    } else if (Config.choice("lang-separate") && explicitLang) w.and("e.c_lang=?", lang);
    String order;
    if (k == Kind.EVENT) {
      join = events(p, w, who, out.page);
      order = Config.choice("default-order-desc") ? "e.c_start_utc DESC, e.id DESC" : "e.c_start_utc, e.id";
      if (Config.choice("sticky-first")) order = "e.c_sticky DESC, " + order;
    } else if (!k.term) {
      places(k, p, w, who);
      order = Config.choice("default-order-desc") ? "e.id DESC" : "LOWER(" + title(k) + "), e.id";
    } else order = terms(k, p, w, out.page);

    List<Object> args = new ArrayList<>(); args.add(lang); args.addAll(w.args);
    out.total = Db.scalar("SELECT COUNT(*) FROM " + from(k) + join + " WHERE " + w.sql, args.toArray());
    int limit = out.perPage; long offset = (long) (out.page - 1) * out.perPage;
    if (Config.bug("organizers-one-more") && k == Kind.ORGANIZER && out.page > 1) limit++;
    if (Config.bug("page-two-overlaps") && k == Kind.EVENT && out.page > 1) offset--;
    args.add(limit); args.add(offset);
    out.rows = Db.query("SELECT e.*, t.t_title, t.t_description, t.t_excerpt FROM " + from(k) + join + " WHERE " + w.sql + " ORDER BY " + order + " LIMIT ? OFFSET ?", args.toArray());
    for (Map<String, Object> r : out.rows) overlay(k, r);
    if (out.rows.isEmpty() && out.page > 1 && Config.choice("beyond-404")) throw new ApiException(404, "page_not_found", "The page does not exist");
    return out;
  }
  static String marks(int n) { return String.join(",", Collections.nCopies(n, "?")); }

  private static String bound(String v, boolean strict, boolean dayAfter, ZoneId zone) {
    LocalDateTime t = Text.time(v, Config.SITE, "date");
    if (!strict) t = t.toLocalDate().atStartOfDay();
    if (dayAfter) {
      if (Config.bug("day-of-24-hours")) return t.atZone(zone).toInstant().plusSeconds(86400).atZone(ZoneOffset.UTC).format(Text.F);
      t = t.toLocalDate().plusDays(1).atStartOfDay();
    }
    return Config.choice("wall-clock") ? t.format(Text.F) : Text.utc(t, zone);
  }

  private static String events(Params p, Where w, Caller who, int page) {
    String join = "";
    List<Long> include = p.ids("include");
    String s = Config.choice("wall-clock") ? "e.c_start_date" : "e.c_start_utc", e = Config.choice("wall-clock") ? "e.c_end_date" : "e.c_end_utc";
    boolean strict = Config.bug("strict-false-is-true") ? p.has("strict_dates") : p.flag("strict_dates");
    boolean dates = include == null || Config.bug("include-keeps-dates");
    if (Config.bug("dates-only-on-first-page") && page > 1) dates = false;
    boolean any = false;
    for (String n : List.of("start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after")) {
      String v = p.one(n);
      if (v == null || v.isEmpty()) continue;
      any = true;
      Text.time(v, Config.SITE, n);
      if (!dates) continue;
      switch (n) {
        case "start_date": case "end_date": {
          ZoneId zone = Config.bug("start-date-in-utc") && n.equals("start_date") ? ZoneOffset.UTC : Config.SITE;
          String c = n.equals("start_date") ? s : e;
          w.and(c + ">=? AND " + c + "<?", bound(v, strict, false, zone), bound(v, false, true, zone));
          break;
        }
        case "starts_before": case "ends_before": {
          String c = n.equals("starts_before") || Config.bug("ends-before-uses-start") ? s : e;
          w.and(c + "<?", strict ? bound(v, true, false, Config.SITE) : bound(v, false, true, Config.SITE));
          break;
        }
        case "starts_after":
          if (Config.bug("starts-before-displaces-starts-after") && p.has("starts_before")) break;
          if (strict) w.and(s + ">?", bound(v, true, false, Config.SITE));
          else w.and(s + ">=?", bound(v, false, Config.bug("starts-after-skips-day"), Config.SITE));
          break;
        default:
          if (strict && !Config.bug("strict-ignored-for-ends-after")) w.and(e + ">?", bound(v, true, false, Config.SITE));
          else w.and(e + ">=?", bound(v, false, false, Config.SITE));
      }
    }
    if (!any && include == null && Config.choice("default-upcoming"))
      w.and("e.c_end_utc>=?", Text.utc(LocalDate.now(Config.SITE).atStartOfDay(), Config.SITE));
    if (include != null) in(w, "e.id", include);
    for (String rel : List.of("categories", "tags", "venue", "organizer")) {
      List<Long> ids = rel.equals("categories") || rel.equals("tags") ? p.terms(rel) : p.ids(rel);
      if (ids == null) continue;
      if (Config.bug("venue-filter-first-only") && rel.equals("venue")) ids = ids.subList(0, 1);
      List<Object> a = new ArrayList<>(); a.add(rel); a.addAll(ids);
      if (Config.bug("category-join-duplicates") && rel.equals("categories")) {
        join = " JOIN rel rc ON rc.event_id=e.id AND rc.kind='categories'";
        in(w, "rc.target_id", ids);
      } else if (Config.bug("tags-need-all") && rel.equals("tags")) {
        for (Long id : ids) w.and("EXISTS(SELECT 1 FROM rel r WHERE r.event_id=e.id AND r.kind='tags' AND r.target_id=?)", id);
      } else w.and("EXISTS(SELECT 1 FROM rel r WHERE r.event_id=e.id AND r.kind=? AND r.target_id IN (" + marks(ids.size()) + "))", a.toArray());
    }
    Boolean f = p.bool("featured");
    if (f != null && !(Config.bug("featured-false-ignored") && !f)) w.and("e.c_featured=?", f);
    p.bool("geoloc");
    if (p.has("geoloc_lat") != p.has("geoloc_lng")) throw ApiException.bad("geoloc_lat and geoloc_lng go together");
    Long parent = p.integer("post_parent");
    if (parent != null && parent != 0) w.and("1=0");
    Boolean t = p.bool("ticketed");
    if (t != null && t) w.and("1=0");
    String q = p.one("search");
    if (q != null && !q.isEmpty()) {
      String ti = "LOWER(" + title(Kind.EVENT) + ")", de = "LOWER(" + DESC + ")", x = q.toLowerCase(Locale.ROOT);
      if (Config.bug("search-first-100")) de = "LEFT(" + de + ", 100)";
      if (Config.bug("search-wildcards")) w.and(ti + " LIKE ? OR " + de + " LIKE ?", "%" + x + "%", "%" + x + "%");
      else if (Config.bug("search-bypasses-filters")) w.raw(" AND LOCATE(?, " + ti + ")>0 OR LOCATE(?, " + de + ")>0", x, x);
      else if (who.all()) w.and("LOCATE(?, " + ti + ")>0 OR LOCATE(?, " + de + ")>0", x, x);
      else w.and("LOCATE(?, " + ti + ")>0 OR LOCATE(?, " + de + ")>0 AND (e.c_password IS NULL OR e.c_author=?)", x, x, (long) who.id);
    }
    return join;
  }
  private static void in(Where w, String c, List<Long> ids) { w.and(c + " IN (" + marks(ids.size()) + ")", ids.toArray()); }

  private static void places(Kind k, Params p, Where w, Caller who) {
    String q = p.one("search");
    if (q != null && !q.isEmpty()) {
      String x = q.toLowerCase(Locale.ROOT);
      w.and("LOCATE(?, LOWER(" + title(k) + "))>0 OR LOCATE(?, LOWER(" + DESC + "))>0 OR LOCATE(?, e.c_search)>0", x, x, x);
    }
    String vis = who.all() ? "v.c_status<>'trash'" : "(v.c_status='publish' OR v.c_author=" + who.id + ")";
    String link = "SELECT 1 FROM rel r JOIN events v ON v.id=r.event_id WHERE r.kind='" + k.rel() + "' AND r.target_id=e.id AND " + vis;
    Long event = p.integer("event");
    if (event != null) w.and("EXISTS(" + link + " AND v.id=?" + (Config.bug("venues-of-event-first-only") && k == Kind.VENUE ? " AND r.pos=0" : "") + ")", event);
    Boolean has = p.bool("has_events");
    if (has != null) {
      String l = Config.bug("has-events-after-event-delete") ? "SELECT 1 FROM rel r WHERE r.kind='" + k.rel() + "' AND r.target_id=e.id" : link;
      if (has) w.and("EXISTS(" + l + ")"); else if (!Config.choice("has-events-false-none")) w.and("NOT EXISTS(" + l + ")");
    }
    if (p.flag("only_with_upcoming") && !(Config.bug("upcoming-ignored-with-has-events") && k == Kind.ORGANIZER && has != null))
      w.and("EXISTS(" + link + " AND v.c_end_utc>=?)", Text.now());
  }

  private static String terms(Kind k, Params p, Where w, int page) {
    String rel = "SELECT 1 FROM rel r JOIN events v ON v.id=r.event_id AND v.c_status<>'trash' WHERE r.kind='" + k.rel() + "' AND r.target_id=e.id";
    Boolean hide = p.bool("hide_empty");
    if (hide == null) hide = !(Config.bug("tags-show-empty") && k == Kind.TAG);
    if (hide) w.and("EXISTS(" + rel + ")");
    String q = p.one("search");
    if (q != null && !q.isEmpty()) { String x = q.toLowerCase(Locale.ROOT); w.and("LOCATE(?, LOWER(" + title(k) + "))>0 OR LOCATE(?, LOWER(" + DESC + "))>0 OR LOCATE(?, e.c_slug)>0", x, x, x); }
    List<Long> l = p.ids("include");
    if (l != null) in(w, "e.id", l);
    l = p.ids("exclude");
    if (l != null) w.and("e.id NOT IN (" + marks(l.size()) + ")", l.toArray());
    for (String n : List.of("post", "event")) { Long id = p.integer(n); if (id != null) w.and("EXISTS(" + rel + " AND r.event_id=?)", id); }
    String slug = p.one("slug");
    if (slug != null && !slug.replace(",", "").isEmpty()) { List<Object> sl = new ArrayList<>(Arrays.asList(slug.toLowerCase(Locale.ROOT).split(","))); w.and("e.c_slug IN (" + marks(sl.size()) + ")", sl.toArray()); }
    if (k == Kind.CATEGORY) { Long parent = p.integer("parent"); if (parent != null) w.and("COALESCE(e.c_parent,0)=?", parent); }
    String o = p.one("order"), by = p.one("orderby"), dir = "";
    if (o != null && !o.isEmpty()) switch (o.toLowerCase(Locale.ROOT)) {
      case "asc": case "ascending": break;
      case "desc": case "descending": if (!(Config.bug("desc-first-page-only") && page > 1)) dir = " DESC"; break;
      default: throw ApiException.bad("order is asc or desc");
    }
    if (by == null || by.isEmpty()) by = Config.choice("terms-order-id") ? "id" : "name";
    switch (by.toLowerCase(Locale.ROOT)) {
      case "name": return "LOWER(" + title(k) + ")" + dir + ", e.id" + dir;
      case "slug": return "e.c_slug" + dir + ", e.id" + dir;
      case "description": return "LOWER(COALESCE(" + DESC + ",''))" + dir + ", e.id" + dir;
      case "count": return "(SELECT COUNT(*) FROM rel r WHERE r.kind='" + k.rel() + "' AND r.target_id=e.id)" + dir + ", e.id" + dir;
      case "parent": if (k == Kind.CATEGORY) return "COALESCE(e.c_parent,0)" + dir + ", e.id" + dir; throw ApiException.bad("orderby is unknown");
      case "id": case "term_id": case "include": case "term_group": case "none": return "e.id" + dir;
      default: throw ApiException.bad("orderby is unknown");
    }
  }
  private Repository() { }
}

/** The query string. */
final class Params {
  final TreeMap<String, List<String>> map = new TreeMap<>();
  void add(String k, String v) { map.computeIfAbsent(k.replaceAll("\\[\\d*\\]$", ""), x -> new ArrayList<>()).add(v); }
  String canonical() { return map.toString(); }
  boolean has(String n) { return map.containsKey(n); }
  String one(String n) { List<String> l = map.get(n); return l == null ? null : l.get(l.size() - 1); }
  Boolean bool(String n) { String s = one(n); return s == null || s.isEmpty() ? null : Text.bool(s, n); }
  boolean flag(String n) { Boolean b = bool(n); return b != null && b; }
  Long integer(String n) { String s = one(n); return s == null || s.isEmpty() ? null : Text.integer(s, n); }
  int positive(String n, int d) {
    String s = one(n);
    if (s == null || s.isEmpty()) return d;
    if (s.matches("\\d{1,9}") && Integer.parseInt(s) > 0) return Integer.parseInt(s);
    if (Config.choice("bad-paging-default")) return d;
    throw ApiException.bad(n + " is not a positive integer");
  }
  List<String> tokens(String n) {
    if (!has(n)) return null;
    List<String> out = new ArrayList<>();
    for (String v : map.get(n)) for (String t : v.split(",")) if (!t.trim().isEmpty()) out.add(t.trim());
    return out.isEmpty() ? null : out;
  }
  List<Long> ids(String n) {
    List<String> l = tokens(n);
    if (l == null) return null;
    List<Long> out = new ArrayList<>();
    for (String t : l) out.add(Text.integer(t, n));
    return out;
  }
  /** slugs or IDs */
  List<Long> terms(String n) {
    List<String> l = tokens(n);
    if (l == null) return null;
    List<Long> out = new ArrayList<>();
    for (String t : l) {
      if (t.matches("\\d{1,15}")) out.add(Long.parseLong(t));
      else { for (Map<String, Object> r : Db.query("SELECT id FROM " + n + " WHERE c_slug=?", t.toLowerCase(Locale.ROOT))) out.add(((Number) r.get("id")).longValue()); }
    }
    if (out.isEmpty()) out.add(-1L);
    return out;
  }
}
