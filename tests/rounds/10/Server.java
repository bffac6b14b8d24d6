import com.sun.net.httpserver.*;
import java.io.*;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.Executors;

/** Starts the HTTP server and runs the filter chain: body, language, authentication, routes, errors. */
public final class Server {
    private static Router router;

    public static void main(String[] args) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int port = Integer.parseInt(Optional.ofNullable(System.getenv("PORT")).orElse("8080"));
        router = new Router(new CrudService(new Transactions(new Database(), new SecondLevelCache())));
        HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 200);
        http.setExecutor(Executors.newFixedThreadPool(24));
        http.createContext("/", Server::handle);
        http.start();
        System.out.println("listening");
        System.out.flush();
    }

    private static void handle(HttpExchange x) {
        Reply r;
        try { r = chain(x); }
        catch (ApiException e) { r = error(e.status, e.code, e.getMessage(), e.errors); r.headers.putAll(e.headers); }
        catch (Throwable e) {
            e.printStackTrace();
            r = error(500, "internal_error", "The server failed.", List.of());
        }
        try { send(x, r); }
        catch (IOException e) { /* the client went away */ }
        finally { x.close(); }
    }

    private static Reply error(int status, String code, String message, List<Map<String, Object>> errors) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("code", code);
        m.put("message", message);
        m.put("status", status);
        if (!errors.isEmpty()) m.put("errors", errors);
        return new Reply(status, Cfg.variant("envelope") ? Map.of("error", m) : m);
    }

    private static Reply chain(HttpExchange x) throws IOException {
        Ctx c = new Ctx();
        c.method = x.getRequestMethod().toUpperCase(Locale.ROOT);
        byte[] raw = x.getRequestBody().readAllBytes();
        String host = x.getRequestHeaders().getFirst("Host");
        c.base = "http://" + (host == null ? "127.0.0.1" : host);
        List<String> path = new ArrayList<>();
        for (String s : x.getRequestURI().getRawPath().split("/")) if (!s.isEmpty()) path.add(decode(s, false));
        if (!path.isEmpty() && Cfg.LANGS.contains(path.get(0))) c.segment = path.remove(0);
        if (Cfg.bug("idx-doc-segment") && c.segment != null && path.size() == 4 && path.get(3).equals("doc")) throw Router.noRoute();
        pairs(x.getRequestURI().getRawQuery(), c.query);
        c.who = Accounts.authenticate(x.getRequestHeaders().getFirst("Authorization"), x.getRemoteAddress().toString());
        body(raw, x.getRequestHeaders().getFirst("Content-Type"), c);
        language(c, path);
        return router.route(path, c);
    }

    private static void language(Ctx c, List<String> path) {
        Object l = c.query.get("ml_language");
        if (l instanceof List<?> m) l = m.get(m.size() - 1);
        if (l == null || l.equals("")) l = c.body.get("ml_language");
        if (l != null && !l.equals("")) {
            if (!(l instanceof String) || !Cfg.LANGS.contains(l)) throw ApiException.bad("ml_language", "must be one of " + String.join(", ", Cfg.LANGS));
            c.lang = (String) l;
            if (Cfg.bug("tag-segment-beats-parameter") && c.segment != null && path.contains("tags")) c.lang = c.segment;
        } else c.lang = c.segment != null ? c.segment : Cfg.DEFAULT_LANG;
        if (Cfg.bug("ev-segment-ignored-by-slug") && l == null && path.contains("events") && path.contains("by-slug") && c.method.equals("GET")) c.lang = Cfg.DEFAULT_LANG;
    }

    private static void body(byte[] raw, String type, Ctx c) {
        if (raw.length == 0 || c.method.equals("GET") || c.method.equals("HEAD")) return;
        String t = type == null ? "" : type.toLowerCase(Locale.ROOT);
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(raw)).toString();
        } catch (java.nio.charset.CharacterCodingException e) { throw new ApiException(400, "invalid_body", "The body is not UTF-8."); }
        if (t.startsWith("application/x-www-form-urlencoded")) { pairs(text, c.body); return; }
        if (!t.isEmpty() && !t.contains("json") && !t.startsWith("text/plain")) throw new ApiException(415, "unsupported_media_type", "Send JSON or a form.");
        if (text.isBlank()) return;
        Object v;
        try { v = Json.parse(text); }
        catch (Json.Bad e) { throw new ApiException(400, "invalid_json", "The body is not JSON: " + e.getMessage()); }
        if (!(v instanceof Map<?, ?> m)) throw new ApiException(400, "invalid_json", "The body must be a JSON object.");
        m.forEach((k, o) -> c.body.put(k.toString(), o));
    }

    /** name=value pairs; name[]=, name[0]= and repeated names make lists. */
    static void pairs(String s, Map<String, Object> out) {
        if (s == null) return;
        for (String p : s.split("&")) {
            if (p.isEmpty()) continue;
            int e = p.indexOf('=');
            String k = decode(e < 0 ? p : p.substring(0, e), true), v = e < 0 ? "" : decode(p.substring(e + 1), true);
            boolean array = k.matches(".+\\[\\d*\\]");
            if (array) k = k.substring(0, k.lastIndexOf('['));
            Object had = out.get(k);
            if (had == null && !array) { out.put(k, v); continue; }
            List<Object> l = new ArrayList<>();
            if (had instanceof List<?> h) l.addAll(h); else if (had != null) l.add(had);
            l.add(v);
            out.put(k, l);
        }
    }

    static String decode(String s, boolean plus) {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        byte[] in = s.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < in.length; i++) {
            if (in[i] == '%' && i + 2 < in.length + 0 && Character.digit(in[i + 1], 16) >= 0 && Character.digit(in[i + 2], 16) >= 0) {
                b.write(Character.digit(in[i + 1], 16) * 16 + Character.digit(in[i + 2], 16));
                i += 2;
            } else if (in[i] == '+' && plus) b.write(' ');
            else b.write(in[i]);
        }
        return b.toString(StandardCharsets.UTF_8);
    }

    private static void send(HttpExchange x, Reply r) throws IOException {
        Headers h = x.getResponseHeaders();
        r.headers.forEach(h::set);
        h.set("X-Content-Type-Options", "nosniff");
        boolean head = x.getRequestMethod().equalsIgnoreCase("HEAD");
        if (r.body == null) { x.sendResponseHeaders(r.status, -1); return; }
        h.set("Content-Type", "application/json; charset=utf-8");
        String text = Json.write(r.body);
        byte[] out = text.getBytes(StandardCharsets.UTF_8);
        if (Cfg.bug("ven-content-length-chars") && x.getRequestURI().getPath().contains("/venues/by-slug/")) out = Arrays.copyOf(out, text.length());
        if (head) { h.set("Content-Length", String.valueOf(out.length)); x.sendResponseHeaders(r.status, -1); return; }
        x.sendResponseHeaders(r.status, out.length);
        try (OutputStream o = x.getResponseBody()) { o.write(out); }
    }
}
