import java.time.*;
import java.util.*;

/** Rules: validation, defaults, partial updates, access. */
final class Service {
  static final List<String> STATUSES = List.of("publish", "draft", "pending", "private", "future");
  static final List<String> TEXTS = List.of("description", "excerpt");

  // ---- access

  static void mayWrite(Kind k, Caller who) {
    if (who.role.equals("anonymous")) throw new ApiException(401, "unauthorized", "Log in first");
    if (who.role.equals("reader") || k.term && !who.all()) throw new ApiException(403, "forbidden", "Not allowed");
  }
  static boolean visible(Kind k, Map<String, Object> row, Caller who) {
    return k.term || who.owns(row) || "publish".equals(row.get("status"));
  }
  static boolean locked(Map<String, Object> row, Caller who, String password) {
    Object p = row.get("password");
    return p != null && !who.owns(row) && !p.equals(password);
  }

  // ---- reading

  static Map<String, Object> find(Kind k, Address a, String lang) {
    Map<String, Object> row = a.slug != null ? Repository.bySlug(k, a.slug, lang) : Repository.byId(k, a.id, lang);
    if (row == null) throw Config.choice("gone-410") && a.slug == null && DELETED.contains(k.path + a.id) ? new ApiException(410, "gone", k.one + " is gone") : ApiException.notFound(k.one);
    return row;
  }
  static Map<String, Object> read(Kind k, Address a, Caller who, String lang, String password) {
    Map<String, Object> row = find(k, a, lang);
    if (!visible(k, row, who) && !(Config.bug("draft-by-slug-public") && a.slug != null)) {
      if (Config.choice("forbidden-404")) throw ApiException.notFound(k.one);
      throw who.role.equals("anonymous") ? new ApiException(401, "unauthorized", "Log in first") : new ApiException(403, "forbidden", "Not allowed");
    }
    if (k == Kind.EVENT && password != null && !password.isEmpty() && locked(row, who, password)) throw new ApiException(403, "wrong_password", "Wrong password");
    return row;
  }
  private static final Set<String> DELETED = Collections.newSetFromMap(new java.util.concurrent.ConcurrentHashMap<>());

  // ---- input

  static Map<String, Object> parse(Kind k, Map<String, Object> body, boolean update, Address a) {
    Map<String, Object> out = new LinkedHashMap<>();
    for (Map.Entry<String, Object> e : body.entrySet()) {
      String n = e.getKey(); Object v = e.getValue();
      Kind.T t = k.fields.get(n);
      if (t == null) {
        if (Config.choice("reject-unknown") && !List.of("ml_language", "password", "id", "slug").contains(n)) throw ApiException.bad(n + " is not a field");
        continue;
      }
      switch (t) {
        case STR: case TIME:
          if (v instanceof Map || v instanceof List) throw ApiException.bad(n + " is not a string");
          out.put(n, v == null ? null : text(v.toString(), n, update)); break;
        case INT: out.put(n, Text.integer("".equals(v) ? null : v, n)); break;
        case BOOL:
          if (v instanceof Map || v instanceof List) throw ApiException.bad(n + " is not a boolean");
          out.put(n, v == null ? Boolean.FALSE : Text.bool(v, n)); break;
        case ANY:
          try { if (v instanceof String) text((String) v, n, false); out.put(n, v == null ? null : Web.JSON.writeValueAsString(v)); }
          catch (java.io.IOException x) { throw ApiException.bad(n + " cannot be stored"); }
          break;
        default: out.put(n, ids(v, n));
      }
    }
    return out;
  }
  private static String text(String s, String n, boolean update) {
    for (int i = 0; i < s.length(); i++) if (Character.isSurrogate(s.charAt(i))) {
      if (Character.isHighSurrogate(s.charAt(i)) && i + 1 < s.length() && Character.isLowSurrogate(s.charAt(i + 1))) i++;
      else throw ApiException.bad(n + " is not Unicode text");
    }
    if (Config.bug("four-byte-text-lost-on-update") && update) s = s.replaceAll("[\\x{10000}-\\x{10FFFF}]", "?");
    return s;
  }
  private static List<Long> ids(Object v, String n) {
    List<Long> out = new ArrayList<>();
    if (v == null || "".equals(v)) return out;
    if (!(v instanceof List) && Config.choice("reject-scalar-ids")) throw ApiException.bad(n + " is not an array");
    List<?> l = v instanceof List ? (List<?>) v : v instanceof String ? Arrays.asList(((String) v).split(",")) : List.of(v);
    for (Object o : l) { Long id = o == null ? null : Text.integer(o, n); if (id == null) throw ApiException.bad(n + " is not an array of integers"); out.add(id); }
    return out;
  }

  // ---- writing

  static Map<String, Object> create(Kind k, Map<String, Object> body, Caller who, String lang) {
    Map<String, Object> in = parse(k, body, false, null);
    return Db.write(() -> {
      Map<String, Object> row = new HashMap<>();
      row.put("id", Db.scalar("SELECT NEXT VALUE FOR " + (k.term ? "term_seq" : "post_seq")));
      row.put("lang", lang);
      for (Map.Entry<String, Kind.T> f : k.fields.entrySet()) if (f.getValue() == Kind.T.BOOL) row.put(f.getKey(), false);
      if (!k.term) {
        row.put("status", "publish"); row.put("author", (long) who.id);
        row.put("date_utc", Text.now()); row.put("date", Text.local(Text.now(), Config.SITE));
      } else if (k == Kind.CATEGORY) row.put("parent", 0L);
      if (k == Kind.EVENT) {
        row.put("timezone", Config.SITE.getId());
        if (Config.bug("end-date-optional-when-all-day") && Boolean.TRUE.equals(in.get("all_day")) && in.get("end_date") == null) in.put("end_date", in.get("start_date"));
        for (String n : List.of("start_date", "end_date")) if (blank(in.get(n))) throw ApiException.bad(n + " is required");
      }
      if (blank(in.get(k.title))) throw ApiException.bad(k.title + " is required");
      if (k.term && Config.choice("dup-term-409") && Db.scalar("SELECT COUNT(*) FROM " + k.table + " WHERE LOWER(c_name)=LOWER(?)", in.get("name")) > 0) throw new ApiException(409, "term_exists", "The name is taken");
      apply(k, row, in, true, who, null, null);
      Repository.save(k, row, true);
      relations(k, row, in);
      forget(row, "POST", true);
      return Repository.byId(k, id(row), lang);
    });
  }
  static long id(Map<String, Object> row) { return ((Number) row.get("id")).longValue(); }
  private static boolean blank(Object o) { return o == null || o.toString().trim().isEmpty(); }

  static Map<String, Object> update(Kind k, Address a, Map<String, Object> body, Caller who, String lang, String method, java.util.function.Consumer<Map<String, Object>> precondition) {
    return Db.write(() -> {
      Map<String, Object> shown = find(k, a, lang);
      if (!k.term && !who.owns(shown) && !(Config.bug("author-puts-others-venue") && method.equals("PUT") && k == Kind.VENUE)) throw new ApiException(403, "forbidden", "Not yours");
      precondition.accept(shown);
      Map<String, Object> in = parse(k, body, true, a);
      long id = id(shown);
      Map<String, Object> row = Db.query("SELECT * FROM " + k.table + " WHERE id=?", id).get(0);
      if (Config.choice("put-replaces") && method.equals("PUT"))
        for (Map.Entry<String, Kind.T> f : k.fields.entrySet()) {
          String n = f.getKey();
          if (in.containsKey(n) || List.of(k.title, "start_date", "end_date", "slug", "status", "author", "date", "date_utc", "timezone").contains(n)) continue;
          if (f.getValue() == Kind.T.BOOL) in.put(n, false); else if (f.getValue() == Kind.T.IDS) in.put(n, List.of()); else in.put(n, null);
        }
      if (method.equals("PUT") && k == Kind.VENUE && a.slug == null && Config.bug("venue-put-requires-name") && !in.containsKey("venue")) throw ApiException.bad("venue is required");
      if (method.equals("PATCH")) {
        if (Config.bug("patch-by-slug-clears-excerpt") && k == Kind.EVENT && a.slug != null && !in.containsKey("excerpt")) in.put("excerpt", null);
        if (Config.bug("category-parent-lost-on-patch") && k == Kind.CATEGORY && !in.containsKey("parent")) in.put("parent", 0L);
        if (Config.bug("patch-false-ignored")) in.values().removeIf(Boolean.FALSE::equals);
      }
      if (in.containsKey(k.title) && blank(in.get(k.title))) throw ApiException.bad(k.title + " is empty");
      if (k == Kind.EVENT && Config.bug("empty-tags-not-clearing") && in.get("tags") != null && ((List<?>) in.get("tags")).isEmpty()) in.remove("tags");
      if (k == Kind.EVENT && a.slug == null && body.containsKey("password")) row.put("password", blank(body.get("password")) ? null : body.get("password").toString());
      if (!lang.equals(row.get("lang")) && !Config.choice("lang-ignored")) {
        String t = (String) in.remove(k.title), d = null, x = null;
        if (in.containsKey("description")) { d = (String) in.remove("description"); if (d == null) d = ""; }
        if (in.containsKey("excerpt")) { x = (String) in.remove("excerpt"); if (x == null) x = ""; }
        if (t != null || d != null || x != null) Repository.translate(k, id, lang, t, d, x);
      }
      apply(k, row, in, false, who, method, a);
      Repository.save(k, row, false);
      relations(k, row, in);
      if (Config.bug("list-cache-stale-after-by-slug-update") && k == Kind.EVENT && a.slug != null) { Repository.SLUGS.values().removeIf(v -> v == id); }
      else forget(row, method, false);
      return Repository.byId(k, id, lang);
    });
  }

  private static void forget(Map<String, Object> row, String method, boolean created) {
    Repository.LISTS.clear();
    if (!created && !(Config.bug("slug-map-stale-after-put") && "PUT".equals(method))) Repository.SLUGS.values().removeIf(v -> v == id(row));
    if (!"PATCH".equals(method)) Repository.ITEMS.clear();
  }

  private static void apply(Kind k, Map<String, Object> row, Map<String, Object> in, boolean create, Caller who, String method, Address a) {
    ZoneId old = k == Kind.EVENT ? ZoneId.of((String) row.get("timezone")) : Config.SITE, zone = old;
    if (k == Kind.EVENT && !blank(in.get("timezone")) && (create || !Config.bug("timezone-not-updated"))) {
      try { zone = ZoneId.of(in.get("timezone").toString()); } catch (DateTimeException e) { throw ApiException.bad("timezone is unknown"); }
      row.put("timezone", in.get("timezone"));
    }
    for (Map.Entry<String, Object> e : in.entrySet()) {
      String n = e.getKey(); Object v = e.getValue();
      switch (n) {
        case "slug": case "timezone": case "start_date": case "end_date": case "date": case "date_utc": case "categories": case "tags": break;
        case "venue": case "organizer": if (k != Kind.EVENT) row.put(n, v); break;
        case "status":
          if (blank(v)) break;
          if (!STATUSES.contains(v)) throw ApiException.bad("status is unknown");
          row.put(n, v); break;
        case "author":
          if (v == null) break;
          if ((Long) v == 0) throw ApiException.bad("author is unknown");
          if (!who.all() && (Long) v != who.id) throw new ApiException(403, "forbidden", "Not allowed to set another author");
          row.put(n, v); break;
        case "parent": {
          long p = v == null ? 0 : (Long) v;
          for (long up = p; up != 0; ) {
            List<Map<String, Object>> l = Db.query("SELECT c_parent FROM categories WHERE id=?", up);
            if (l.isEmpty() || up == id(row)) throw ApiException.bad("parent cannot be used");
            up = ((Number) l.get(0).get("parent")).longValue();
          }
          row.put(n, p); break;
        }
        case "website":
          if (Config.choice("strict-url") && !blank(v) && !v.toString().matches("https?://[^\\s/]+(/\\S*)?(\\?\\S*)?")) throw ApiException.bad("website is not a URL");
          row.put(n, v); break;
        case "cost": row.put(n, Config.bug("cost-zero-lost") && v != null && v.toString().matches("\"?0\"?") ? null : v); break;
        default: row.put(n, v);
      }
    }
    if (!k.term) {
      if (!blank(in.get("date"))) {
        LocalDateTime t = Text.time(in.get("date").toString(), Config.SITE, "date");
        row.put("date", t.format(Text.F)); row.put("date_utc", Text.utc(t, Config.SITE));
      } else if (!blank(in.get("date_utc"))) {
        String u = Text.time(in.get("date_utc").toString(), ZoneOffset.UTC, "date_utc").format(Text.F);
        row.put("date_utc", u); row.put("date", Text.local(u, Config.bug("date-utc-fixed-offset") ? ZoneOffset.ofHours(1) : Config.SITE));
      }
    }
    if (k == Kind.EVENT) {
      LocalDateTime s = when(in, row, "start_date", zone), e = when(in, row, "end_date", zone);
      if (!create && Config.bug("start-only-moves-end") && !blank(in.get("start_date")) && blank(in.get("end_date")))
        e = e.plus(Duration.between(LocalDateTime.parse((String) row.get("start_date"), Text.F), s));
      if (Config.bug("midnight-means-all-day") && create && !in.containsKey("all_day") && s.toLocalTime().equals(LocalTime.MIDNIGHT)) row.put("all_day", true);
      if (Config.choice("all-day-normalised") && Boolean.TRUE.equals(row.get("all_day"))) { s = s.toLocalDate().atStartOfDay(); e = e.toLocalDate().atTime(23, 59, 59); }
      if (e.isBefore(s)) throw ApiException.bad("end_date is before start_date");
      row.put("start_date", s.format(Text.F)); row.put("end_date", e.format(Text.F));
      row.put("start_utc", Text.utc(s, zone)); row.put("end_utc", Text.utc(e, zone));
    }
    String want = k == Kind.EVENT || k.term ? (String) in.get("slug") : null;
    if (!blank(want) || create) {
      String base = Text.slug(blank(want) ? row.get(k.title).toString() : want);
      if (base.isEmpty()) base = k.one + "-" + row.get("id");
      String slug = base;
      boolean check = create || !Config.bug("slug-duplicate-on-update");
      if (check && !blank(want) && Config.choice("slug-conflict-409") && Repository.slugTaken(k, base, id(row))) throw new ApiException(409, "slug_taken", "The slug is taken");
      for (int i = 2; check && Repository.slugTaken(k, slug, id(row)); i++) slug = base + "-" + i;
      row.put("slug", slug);
    }
    if (create || !(Config.bug("venue-search-not-reindexed") && k == Kind.VENUE)) {
      StringBuilder b = new StringBuilder();
      for (String n : List.of("address", "city", "country", "province", "state", "stateprovince", "zip", "phone", "website", "email"))
        if (k != Kind.EVENT && row.get(n) != null) b.append(row.get(n).toString().toLowerCase(Locale.ROOT)).append('\n');
      row.put("search", b.toString());
    }
    row.put("modified", Text.now());
  }
  private static LocalDateTime when(Map<String, Object> in, Map<String, Object> row, String n, ZoneId zone) {
    return Text.time(blank(in.get(n)) ? (String) row.get(n) : in.get(n).toString(), zone, n);
  }
  private static void relations(Kind k, Map<String, Object> row, Map<String, Object> in) {
    if (k != Kind.EVENT) return;
    for (Kind o : Kind.ALL) {
      @SuppressWarnings("unchecked") List<Long> ids = o == Kind.EVENT ? null : (List<Long>) in.get(o.rel());
      if (ids == null) continue;
      ids = new ArrayList<>(ids);
      if (Config.choice("unknown-relation-ignored")) ids.removeIf(i -> !Repository.exists(o, i));
      for (Long i : ids) if (!Repository.exists(o, i)) throw ApiException.bad(o.rel() + ": " + i + " does not exist");
      Repository.relate(id(row), o.rel(), ids);
    }
  }

  static Map<String, Object> delete(Kind k, Address a, Caller who, String lang, java.util.function.Consumer<Map<String, Object>> precondition, java.util.function.Function<Map<String, Object>, Object> mapper, Object[] out) {
    return Db.write(() -> {
      Kind kind = k;
      if (Config.bug("tag-delete-hits-category") && k == Kind.TAG && !Repository.exists(k, a.id) && Repository.exists(Kind.CATEGORY, a.id)) kind = Kind.CATEGORY;
      Map<String, Object> row = find(kind, a, lang);
      if (!k.term && !who.owns(row) && !(Config.bug("author-deletes-others-by-slug") && a.slug != null && who.role.equals("author"))) throw new ApiException(403, "forbidden", "Not yours");
      precondition.accept(row);
      long id = id(row);
      if (Config.bug("by-slug-delete-keeps-record") && a.slug != null) {
        out[0] = mapper.apply(row);
        Db.exec("UPDATE " + k.table + " SET c_slug=? WHERE id=?", row.get("slug") + "__deleted", id);
      } else if (Config.choice("trash") && !k.term && !"trash".equals(row.get("status"))) {
        Db.exec("UPDATE " + k.table + " SET c_status='trash' WHERE id=?", id);
        row.put("status", "trash");
        out[0] = mapper.apply(row);
      } else {
        out[0] = mapper.apply(row);
        if (kind == Kind.CATEGORY) Db.exec("UPDATE categories SET c_parent=? WHERE c_parent=?", Config.choice("children-orphan") ? 0L : row.get("parent"), id);
        Repository.delete(kind, id);
        if (Config.choice("gone-410")) DELETED.add(k.path + id);
      }
      if (Config.bug("term-lists-stale-after-event-delete") && k == Kind.EVENT) {
        Repository.LISTS.keySet().removeIf(s -> !s.startsWith("tags?") && !s.startsWith("categories?"));
        Repository.SLUGS.clear(); Repository.ITEMS.clear();
      } else forget(row, "DELETE", false);
      return row;
    });
  }
  private Service() { }
}

/** An item's address: by ID or by slug. */
final class Address {
  final long id; final String slug;
  Address(long id, String slug) { this.id = id; this.slug = slug; }
}
