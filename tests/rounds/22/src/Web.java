import com.fasterxml.jackson.databind.*;
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.util.*;
import javax.servlet.http.*;

/** The servlet: routing, parameters, conditional requests, errors. */
public final class Web extends HttpServlet {
  static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static volatile String lastLang;
  private static final String CAL = Config.NS;

  @Override protected void service(HttpServletRequest q, HttpServletResponse s) throws IOException {
    try { dispatch(q, s); }
    catch (ApiException e) { error(q, s, e); }
    catch (RuntimeException e) { e.printStackTrace(); error(q, s, new ApiException(500, "internal", "Internal error")); }
  }
  private void error(HttpServletRequest q, HttpServletResponse s, ApiException e) throws IOException {
    if (e.status == 401 && !Config.bug("unauthorized-without-challenge")) s.setHeader("WWW-Authenticate", "Basic realm=\"calendar\", charset=\"UTF-8\"");
    Map<String, Object> o = new LinkedHashMap<>();
    String type = "application/json; charset=UTF-8";
    if (Config.choice("problem-json")) { type = "application/problem+json"; o.put("type", "about:blank"); o.put("title", e.code); o.put("status", e.status); o.put("detail", e.getMessage()); }
    else { o.put("code", e.code); o.put("message", e.getMessage()); o.put("data", Map.of("status", e.status)); }
    send(q, s, e.status, type, JSON.writeValueAsBytes(o));
  }
  private void send(HttpServletRequest q, HttpServletResponse s, int status, String type, byte[] body) throws IOException {
    s.setStatus(status);
    if (status != 204 && status != 304) { s.setHeader("Content-Type", type); s.setContentLength(body.length); }
    if (!q.getMethod().equals("HEAD") && status != 204 && status != 304) s.getOutputStream().write(body);
  }
  private void json(HttpServletRequest q, HttpServletResponse s, int status, Object o) throws IOException { send(q, s, status, "application/json; charset=UTF-8", JSON.writeValueAsBytes(o)); }

  // ---- parameters

  private static String decode(String s, boolean plus) {
    ByteArrayOutputStream b = new ByteArrayOutputStream();
    byte[] in = s.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < in.length; i++) {
      if (in[i] == '%') {
        int h = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1, l = i + 2 < in.length ? Character.digit(in[i + 2], 16) : -1;
        if (h < 0 || l < 0) throw ApiException.bad("bad percent encoding");
        b.write(h * 16 + l); i += 2;
      } else b.write(plus && in[i] == '+' ? ' ' : in[i]);
    }
    try { return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(b.toByteArray())).toString(); }
    catch (CharacterCodingException e) { throw ApiException.bad("not UTF-8"); }
  }
  private static Params params(String query) {
    Params p = new Params();
    if (query != null) for (String x : query.split("&")) if (!x.isEmpty()) {
      int i = x.indexOf('=');
      p.add(decode(i < 0 ? x : x.substring(0, i), true), i < 0 ? "" : decode(x.substring(i + 1), true));
    }
    return p;
  }
  private static Map<String, Object> fields(Kind k, Params p) {
    Map<String, Object> m = new LinkedHashMap<>();
    for (String n : p.map.keySet()) if (k.fields.containsKey(n)) m.put(n, k.fields.get(n) == Kind.T.IDS ? (Object) p.ids(n) : p.one(n));
    return m;
  }
  private static Map<String, Object> body(HttpServletRequest q, Kind k, Params p) throws IOException {
    byte[] b = q.getInputStream().readNBytes(8_000_001);
    if (b.length > 8_000_000) throw new ApiException(413, "too_large", "The body is too large");
    String type = q.getContentType() == null ? "" : q.getContentType().toLowerCase(Locale.ROOT).split(";")[0].trim();
    Map<String, Object> m = fields(k, p);
    if (b.length == 0) return m;
    if (type.equals("application/x-www-form-urlencoded")) {
      Params f = params(new String(b, StandardCharsets.UTF_8));
      m.putAll(fields(k, f));
      for (String n : List.of("ml_language", "password")) if (f.has(n)) m.put(n, f.one(n));
      return m;
    }
    if (!type.isEmpty() && !type.equals("application/json") && !type.endsWith("+json")) throw new ApiException(415, "unsupported_media_type", "Send JSON");
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(b));
      Object o = JSON.readValue(b, Object.class);
      if (!(o instanceof Map)) throw ApiException.bad("The body is not an object");
      @SuppressWarnings("unchecked") Map<String, Object> x = (Map<String, Object>) o;
      m.putAll(x);
      return m;
    } catch (IOException | StackOverflowError e) { throw new ApiException(400, "invalid_json", "The body is not JSON"); }
  }
  private static Caller caller(HttpServletRequest q) {
    if (!Config.USERS) return new Caller(1, "editor");
    String h = q.getHeader("Authorization");
    if (h == null) return new Caller(0, "anonymous");
    if (h.regionMatches(true, 0, "Basic ", 0, 6)) try {
      switch (new String(Base64.getDecoder().decode(h.substring(6).trim()), StandardCharsets.UTF_8)) {
        case "editor:editor": return new Caller(1, "editor");
        case "author:author": return new Caller(2, "author");
        case "reader:reader": return new Caller(3, "reader");
      }
    } catch (IllegalArgumentException e) { /* not base64 */ }
    throw new ApiException(401, "bad_credentials", "Unknown user or password");
  }
  private static String lang(Object given, String prefix) {
    if (given == null || given.equals("")) {
      if (Config.bug("language-sticks") && lastLang != null) return lastLang;
      return prefix == null || Config.choice("lang-ignored") ? "nl" : prefix;
    }
    if (!Config.LANGS.contains(given)) {
      if (Config.choice("lang-invalid-ignored")) return "nl";
      throw ApiException.bad("ml_language is one of nl, en, fr, de");
    }
    lastLang = given.toString();
    return Config.choice("lang-ignored") ? "nl" : given.toString();
  }

  // ---- routing

  private static void allow(HttpServletRequest q, HttpServletResponse s, String... methods) {
    String m = q.getMethod();
    if (Arrays.asList(methods).contains(m)) return;
    if (!(Config.bug("method-not-allowed-without-allow") && !m.equals("OPTIONS"))) s.setHeader("Allow", String.join(", ", methods));
    throw new ApiException(405, "method_not_allowed", "The method is not allowed here");
  }
  private void dispatch(HttpServletRequest q, HttpServletResponse s) throws IOException {
    String m = q.getMethod(), uri = q.getRequestURI();
    List<String> path = new ArrayList<>();
    for (String x : uri.split("/", -1)) path.add(decode(x, false));
    path.remove(0);
    if (!path.isEmpty() && path.get(path.size() - 1).isEmpty()) path.remove(path.size() - 1);
    String prefix = null;
    if (!path.isEmpty() && List.of("nl", "de", "fr").contains(path.get(0))) prefix = path.remove(0);
    Params p = params(q.getQueryString());
    s.setHeader("Cache-Control", "no-cache");
    if (Config.USERS) s.setHeader("Vary", "Authorization");
    boolean ns = path.size() >= 3 && String.join("/", path.subList(0, 3)).equals(CAL);
    if (path.isEmpty()) {
      if (options(q, s, "GET", "HEAD", "OPTIONS")) return;
      allow(q, s, "GET", "HEAD", "OPTIONS");
      json(q, s, 200, Map.of("name", "Calendar", "namespaces", List.of(CAL)));
      return;
    }
    if (!ns) throw ApiException.notFound("Route");
    List<String> rest = path.subList(3, path.size());
    if (rest.isEmpty() || rest.size() == 1 && rest.get(0).equals("doc")) {
      if (options(q, s, "GET", "HEAD", "OPTIONS")) return;
      allow(q, s, "GET", "HEAD", "OPTIONS");
      caller(q); lang(p.one("ml_language"), prefix);
      conditional(q, s, rest.isEmpty() ? Doc.index(prefix) : Doc.doc());
      return;
    }
    Kind k = Kind.of(rest.get(0));
    if (k == null) throw ApiException.notFound("Route");
    if (rest.size() == 1) { collection(q, s, k, p, prefix); return; }
    Address a;
    if (rest.size() == 2 && rest.get(1).matches("\\d+")) {
      String d = rest.get(1).replaceAll("^0+(?=.)", "");
      a = new Address(d.length() > 18 ? -1 : Long.parseLong(d), null);
    } else if (rest.size() == 3 && rest.get(1).equals("by-slug") && k.slugged && !rest.get(2).isEmpty()) a = new Address(0, rest.get(2));
    else throw ApiException.notFound("Route");
    item(q, s, k, a, p, prefix);
  }
  private boolean options(HttpServletRequest q, HttpServletResponse s, String... methods) throws IOException {
    if (!q.getMethod().equals("OPTIONS")) return false;
    s.setHeader("Allow", String.join(", ", methods));
    s.setStatus(204);
    return true;
  }

  private void collection(HttpServletRequest q, HttpServletResponse s, Kind k, Params p, String prefix) throws IOException {
    if (options(q, s, "GET", "HEAD", "POST", "OPTIONS")) return;
    allow(q, s, "GET", "HEAD", "POST", "OPTIONS");
    Caller who = caller(q);
    if (q.getMethod().equals("POST")) {
      Service.mayWrite(k, who);
      Map<String, Object> body = body(q, k, p);
      String lang = lang(p.has("ml_language") ? p.one("ml_language") : body.get("ml_language"), prefix);
      if (Config.bug("german-refused-for-new-tags") && k == Kind.TAG && lang.equals("de")) throw ApiException.bad("ml_language is one of nl, en, fr");
      Map<String, Object> row = Service.create(k, body, who, lang);
      Map<String, Object> o = Db.read(() -> new Mapper(who, lang, null).map(k, row, true));
      if (!Config.choice("create-200")) s.setHeader("Location", Mapper.url(k, Service.id(row)));
      json(q, s, Config.choice("create-200") ? 200 : 201, wrap(k, o));
      return;
    }
    String lang = lang(p.one("ml_language"), prefix);
    Object out = Db.read(() -> {
      Repository.Listing l = Repository.list(k, p, who, lang, p.has("ml_language") || false);
      List<Object> items = new ArrayList<>();
      Mapper mapper = new Mapper(who, lang, null);
      for (Map<String, Object> r : l.rows) items.add(mapper.map(k, r, true));
      long pages = (l.total + l.perPage - 1) / l.perPage;
      Map<String, Object> o = new LinkedHashMap<>();
      if (Config.choice("env-array")) { s.setHeader("X-Total", "" + l.total); s.setHeader("X-Total-Pages", "" + pages); return items; }
      if (Config.choice("env-data")) { o.put("data", items); o.put("meta", Map.of("total", l.total, "pages", pages, "page", l.page, "per_page", l.perPage)); return o; }
      if (Config.choice("env-items")) { o.put("count", l.total); o.put("page", l.page); o.put("items", items); return o; }
      o.put(k.path, items); o.put("total", l.total); o.put("total_pages", pages); o.put("page", l.page); o.put("per_page", l.perPage);
      return o;
    });
    conditional(q, s, out);
  }
  private static Object wrap(Kind k, Object o) { return Config.choice("item-wrapped") ? Map.of("data", o) : Config.choice("item-named") ? Map.of(k.one, o) : o; }
  private static String etag(byte[] b) { return "\"" + Long.toHexString(Arrays.hashCode(b) & 0xffffffffL) + "-" + Integer.toHexString(b.length) + "\""; }
  private static boolean matches(String header, String tag) {
    for (String x : header.split(",")) { x = x.trim(); if (x.equals("*") || (x.startsWith("W/") ? x.substring(2) : x).equals(tag)) return true; }
    return false;
  }
  private void conditional(HttpServletRequest q, HttpServletResponse s, Object o) throws IOException {
    byte[] b = JSON.writeValueAsBytes(o);
    if (!Config.choice("no-etag")) {
      String tag = etag(b), h = q.getHeader("If-None-Match");
      s.setHeader("ETag", tag);
      if (h != null && matches(h, tag)) { s.setStatus(304); return; }
    }
    send(q, s, 200, "application/json; charset=UTF-8", b);
  }

  private void item(HttpServletRequest q, HttpServletResponse s, Kind k, Address a, Params p, String prefix) throws IOException {
    String[] methods = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    if (options(q, s, methods)) return;
    if (Config.bug("head-by-slug-refused") && q.getMethod().equals("HEAD") && a.slug != null) throw new ApiException(405, "method_not_allowed", "The method is not allowed here");
    allow(q, s, methods);
    Caller who = caller(q);
    String m = q.getMethod(), password = a.slug == null ? p.one("password") : null;
    if (m.equals("GET") || m.equals("HEAD")) {
      String lang = lang(p.one("ml_language"), prefix);
      String read = Config.bug("english-events-read-as-dutch") && k == Kind.EVENT && lang.equals("en") ? "nl" : lang;
      conditional(q, s, Db.read(() -> wrap(k, new Mapper(who, read, password).map(k, Service.read(k, a, who, read, password), true))));
      return;
    }
    Service.mayWrite(k, who);
    String ifMatch = q.getHeader("If-Match");
    if (m.equals("DELETE")) {
      if (Config.bug("password-on-delete-refused") && p.has("password")) throw ApiException.bad("password is not a parameter");
      String lang = lang(p.one("ml_language"), prefix);
      Mapper mapper = new Mapper(who, lang, password);
      Object[] out = new Object[1];
      Service.delete(k, a, who, lang, r -> precondition(k, ifMatch, mapper, r), r -> mapper.map(k == Kind.TAG && r.containsKey("parent") ? Kind.CATEGORY : k, r, true), out);
      if (Config.choice("delete-204")) { s.setStatus(204); return; }
      Map<String, Object> ack = new LinkedHashMap<>(); ack.put("deleted", true); ack.put("previous", out[0]);
      json(q, s, 200, Config.choice("delete-ack") ? ack : wrap(k, out[0]));
      return;
    }
    Map<String, Object> body = body(q, k, p);
    String lang = lang(p.has("ml_language") ? p.one("ml_language") : body.get("ml_language"), prefix);
    Mapper mapper = new Mapper(who, lang, password);
    Map<String, Object> row = Service.update(k, a, body, who, lang, m, r -> precondition(k, ifMatch, mapper, r));
    json(q, s, 200, wrap(k, Db.read(() -> mapper.map(k, row, true))));
  }
  private static void precondition(Kind k, String ifMatch, Mapper mapper, Map<String, Object> row) {
    if (ifMatch == null || Config.choice("no-etag")) return;
    try {
      if (!matches(ifMatch, etag(JSON.writeValueAsBytes(wrap(k, mapper.map(k, row, true)))))) throw new ApiException(412, "precondition_failed", "The record has changed");
    } catch (IOException e) { throw new IllegalStateException(e); }
  }
}

/** Index and documentation of the namespace. */
final class Doc {
  static Object index(String prefix) {
    Map<String, Object> o = new LinkedHashMap<>(), links = new LinkedHashMap<>(), routes = new LinkedHashMap<>();
    String base = Config.base() + (prefix == null ? "" : prefix + "/"), ns = base + Config.NS;
    o.put("namespace", Config.NS);
    for (Map.Entry<String, List<String>> e : paths().entrySet()) routes.put("/" + Config.NS + e.getKey(), Map.of("methods", e.getValue()));
    o.put("routes", routes);
    links.put("up", List.of(Map.of("href", Config.bug("up-link-to-namespace") ? ns : base)));
    links.put("self", List.of(Map.of("href", ns)));
    o.put("_links", links);
    return o;
  }
  private static Map<String, List<String>> paths() {
    Map<String, List<String>> m = new LinkedHashMap<>();
    m.put("", List.of("GET")); m.put("/doc", List.of("GET"));
    List<String> item = List.of("GET", "POST", "PUT", "PATCH", "DELETE");
    for (Kind k : Kind.ALL) {
      m.put("/" + k.path, List.of("GET", "POST")); m.put("/" + k.path + "/{id}", item);
      if (k.slugged) m.put("/" + k.path + "/by-slug/{slug}", item);
    }
    return m;
  }
  static Object doc() {
    Map<String, Object> o = new LinkedHashMap<>(), paths = new LinkedHashMap<>();
    o.put("openapi", "3.0.0");
    o.put("info", Map.of("title", "Calendar", "version", "1"));
    o.put("servers", List.of(Map.of("url", Config.base() + Config.NS)));
    for (Map.Entry<String, List<String>> e : paths().entrySet()) {
      Map<String, Object> ops = new LinkedHashMap<>();
      for (String m : e.getValue()) ops.put(m.toLowerCase(Locale.ROOT), Map.of("responses", Map.of("default", Map.of("description", "JSON"))));
      paths.put(e.getKey().isEmpty() ? "/" : e.getKey(), ops);
    }
    o.put("paths", paths);
    return o;
  }
}
