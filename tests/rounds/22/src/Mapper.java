import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;

/** Rows to representations. */
final class Mapper {
  private final Caller who; private final String lang, password;
  Mapper(Caller who, String lang, String password) { this.who = who; this.lang = lang; this.password = password; }

  Map<String, Object> map(Kind k, Map<String, Object> r, boolean top) {
    Map<String, Object> o = new LinkedHashMap<>();
    long id = Service.id(r);
    o.put("id", id);
    o.put(k.title, text(r.get(k.title)));
    o.put("slug", r.get("slug"));
    boolean locked = k == Kind.EVENT && Service.locked(r, who, password);
    if (k == Kind.EVENT) o.put("protected", r.get("password") != null);
    o.put("description", text(locked ? "" : r.get("description")));
    ZoneId zone = k == Kind.EVENT ? ZoneId.of((String) r.get("timezone")) : Config.SITE;
    for (Map.Entry<String, Kind.T> f : k.fields.entrySet()) {
      String n = f.getKey(); Object v = r.get(n);
      if (o.containsKey(n)) continue;
      switch (f.getValue()) {
        case TIME: o.put(n, time((String) v, n.equals("date_utc") ? ZoneOffset.UTC : zone(n, zone))); break;
        case ANY:
          try { v = v == null ? null : Web.JSON.readValue((String) v, Object.class); } catch (java.io.IOException e) { throw new IllegalStateException(e); }
          o.put(n, v != null && Config.choice("cost-string") && !(v instanceof Map) && !(v instanceof List) ? v.toString() : v); break;
        case IDS: break;
        case INT:
          if (n.equals("parent")) o.put(n, Config.choice("parent-null") && v != null && ((Number) v).longValue() == 0 ? null : v);
          else o.put(n, n.equals("author") && Config.choice("author-object") ? Map.of("id", v, "name", "user-" + v) : v);
          break;
        default:
          if (n.equals("excerpt")) o.put(n, text(locked ? "" : v));
          else if (n.equals("stateprovince") && v == null) o.put(n, r.get("state") != null ? r.get("state") : r.get("province"));
          else if (k == Kind.VENUE && n.startsWith("show_map") && v != null && Config.choice("map-flags-boolean")) o.put(n, List.of("1", "true", "yes", "on").contains(v.toString().toLowerCase(Locale.ROOT)));
          else o.put(n, v);
      }
    }
    if (k == Kind.EVENT) {
      o.put("utc_start_date", time((String) r.get("start_utc"), ZoneOffset.UTC));
      o.put("utc_end_date", time((String) r.get("end_utc"), ZoneOffset.UTC));
      for (Kind t : List.of(Kind.CATEGORY, Kind.TAG, Kind.VENUE, Kind.ORGANIZER)) {
        List<Object> l = new ArrayList<>();
        for (Long x : Repository.related(id, t.rel())) {
          Map<String, Object> row = Repository.byId(t, x, lang);
          if (row == null || "trash".equals(row.get("status"))) continue;
          if (!Service.visible(t, row, who) && !Config.bug("embedded-draft-venue")) continue;
          if (Config.choice("relations-ids")) l.add(x);
          else if (Config.choice("relations-links")) { Map<String, Object> m = new LinkedHashMap<>(); m.put("id", x); m.put("href", url(t, x)); l.add(m); }
          else l.add(map(t, row, false));
        }
        o.put(t.rel(), l);
      }
    }
    if (k.term) o.put("count", Repository.count(k, id));
    o.put("modified_utc", time((String) r.get("modified"), ZoneOffset.UTC));
    o.put("rest_url", url(k, id));
    if (Config.choice("omit-null")) o.values().removeIf(Objects::isNull);
    return o;
  }
  static String url(Kind k, long id) { return Config.base() + Config.NS + "/" + k.path + "/" + id; }
  private static ZoneId zone(String n, ZoneId z) { return n.equals("date") ? Config.SITE : z; }
  private static Object text(Object s) {
    if (!Config.choice("texts-objects")) return s;
    Map<String, Object> m = new LinkedHashMap<>(); m.put("rendered", s); m.put("raw", s);
    return m;
  }
  private static String time(String s, ZoneId zone) {
    if (s == null) return null;
    ZonedDateTime t = LocalDateTime.parse(s, Text.F).atZone(zone);
    if (Config.choice("times-iso-offset")) return t.format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx"));
    if (Config.choice("times-iso-utc")) return t.withZoneSameInstant(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'"));
    if (Config.choice("times-iso-local")) return s.replace(' ', 'T');
    return s;
  }
}
