import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Calendar events service. One file, in memory. */
public class Main {
    static final String BUG = Objects.requireNonNullElse(System.getenv("BUG"), "");
    static final String VARIANT = Objects.requireNonNullElse(System.getenv("VARIANT"), "");
    static final boolean USERS = "1".equals(System.getenv("USERS"));

    static boolean bug(String id) { return BUG.equals(id); }
    static boolean variant(String id) { return VARIANT.equals(id); }

    static final String NS = "vendor/events/v1";
    static final ZoneId SITE_ZONE = ZoneId.of("Europe/Amsterdam");
    static final Set<String> LANGUAGES = new LinkedHashSet<>(List.of("nl", "en", "fr", "de"));
    static final String SITE_LANGUAGE = "en";
    static final List<String> STATUSES = List.of("publish", "draft", "pending", "private", "future");
    static final int MAX_PER_PAGE = 200;
    static int port;

    // ------------------------------------------------------------------ JSON

    static final class JsonError extends RuntimeException {
        JsonError(String m) { super(m); }
    }

    static final class Json {
        private final String s;
        private int i = 0;
        private int depth = 0;

        private Json(String s) { this.s = s; }

        static Object parse(String text) {
            Json j = new Json(text);
            Object v = j.value();
            j.space();
            if (j.i < text.length()) throw new JsonError("unexpected text after the value at " + j.i);
            return v;
        }

        private void space() {
            while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++;
        }

        private Object value() {
            space();
            if (i >= s.length()) throw new JsonError("unexpected end");
            char c = s.charAt(i);
            switch (c) {
                case '{': return object();
                case '[': return array();
                case '"': return string();
                case 't': return word("true", Boolean.TRUE);
                case 'f': return word("false", Boolean.FALSE);
                case 'n': return word("null", null);
                default: return number();
            }
        }

        private Object word(String w, Object v) {
            if (!s.startsWith(w, i)) throw new JsonError("unexpected character at " + i);
            i += w.length();
            return v;
        }

        private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

        private Object number() {
            Matcher m = NUMBER.matcher(s).region(i, s.length());
            if (!m.lookingAt()) throw new JsonError("unexpected character at " + i);
            String t = m.group();
            if (t.length() > 400) throw new JsonError("number too long");
            i += t.length();
            if (m.group(2) == null && m.group(3) == null) {
                BigInteger b = new BigInteger(t);
                return b.bitLength() < 64 ? (Object) b.longValueExact() : b;
            }
            return new BigDecimal(t);
        }

        private Map<String, Object> object() {
            if (++depth > 100) throw new JsonError("nested too deep");
            Map<String, Object> m = new LinkedHashMap<>();
            i++;
            space();
            if (i < s.length() && s.charAt(i) == '}') { i++; depth--; return m; }
            while (true) {
                space();
                if (i >= s.length() || s.charAt(i) != '"') throw new JsonError("a member name was expected at " + i);
                String k = string();
                space();
                if (i >= s.length() || s.charAt(i) != ':') throw new JsonError("':' was expected at " + i);
                i++;
                m.put(k, value());
                space();
                if (i >= s.length()) throw new JsonError("unexpected end");
                char c = s.charAt(i++);
                if (c == '}') { depth--; return m; }
                if (c != ',') throw new JsonError("',' was expected at " + (i - 1));
            }
        }

        private List<Object> array() {
            if (++depth > 100) throw new JsonError("nested too deep");
            List<Object> l = new ArrayList<>();
            i++;
            space();
            if (i < s.length() && s.charAt(i) == ']') { i++; depth--; return l; }
            while (true) {
                l.add(value());
                space();
                if (i >= s.length()) throw new JsonError("unexpected end");
                char c = s.charAt(i++);
                if (c == ']') { depth--; return l; }
                if (c != ',') throw new JsonError("',' was expected at " + (i - 1));
            }
        }

        private String string() {
            StringBuilder b = new StringBuilder();
            i++;
            while (true) {
                if (i >= s.length()) throw new JsonError("unterminated string");
                char c = s.charAt(i++);
                if (c == '"') return b.toString();
                if (c < 0x20) throw new JsonError("control character in a string at " + (i - 1));
                if (c != '\\') { b.append(c); continue; }
                if (i >= s.length()) throw new JsonError("unterminated string");
                char e = s.charAt(i++);
                switch (e) {
                    case '"': case '\\': case '/': b.append(e); break;
                    case 'b': b.append('\b'); break;
                    case 'f': b.append('\f'); break;
                    case 'n': b.append('\n'); break;
                    case 'r': b.append('\r'); break;
                    case 't': b.append('\t'); break;
                    case 'u':
                        if (i + 4 > s.length()) throw new JsonError("bad escape");
                        String h = s.substring(i, i + 4);
                        if (!h.matches("[0-9a-fA-F]{4}")) throw new JsonError("bad escape");
                        b.append((char) Integer.parseInt(h, 16));
                        i += 4;
                        break;
                    default: throw new JsonError("bad escape at " + (i - 1));
                }
            }
        }

        static String write(Object v) {
            StringBuilder b = new StringBuilder(512);
            write(b, v);
            return b.toString();
        }

        private static void write(StringBuilder b, Object v) {
            if (v == null) b.append("null");
            else if (v instanceof String) quote(b, (String) v);
            else if (v instanceof Map) {
                b.append('{');
                boolean first = true;
                for (Map.Entry<?, ?> e : ((Map<?, ?>) v).entrySet()) {
                    if (!first) b.append(',');
                    first = false;
                    quote(b, String.valueOf(e.getKey()));
                    b.append(':');
                    write(b, e.getValue());
                }
                b.append('}');
            } else if (v instanceof Collection) {
                b.append('[');
                boolean first = true;
                for (Object o : (Collection<?>) v) {
                    if (!first) b.append(',');
                    first = false;
                    write(b, o);
                }
                b.append(']');
            } else b.append(v);
        }

        private static void quote(StringBuilder b, String s) {
            b.append('"');
            for (int k = 0; k < s.length(); k++) {
                char c = s.charAt(k);
                switch (c) {
                    case '"': b.append("\\\""); break;
                    case '\\': b.append("\\\\"); break;
                    case '\n': b.append("\\n"); break;
                    case '\r': b.append("\\r"); break;
                    case '\t': b.append("\\t"); break;
                    default:
                        if (c < 0x20) b.append(String.format("\\u%04x", (int) c));
                        else b.append(c);
                }
            }
            b.append('"');
        }
    }

    // ------------------------------------------------------------ the schema

    enum Kind { TEXT, STRING, INT, PARENT, BOOL, DATETIME, PUBDATE, ANY, IDS, STATUS, ZONE, SLUG }

    static final class Field {
        final String name, target, meaning;
        final Kind kind;
        final boolean required;

        Field(String name, Kind kind, boolean required, String target, String meaning) {
            this.name = name; this.kind = kind; this.required = required; this.target = target; this.meaning = meaning;
        }

        /** Texts are the fields that have a version for each language. */
        boolean translatable() { return kind == Kind.TEXT; }
    }

    static Field f(String name, Kind kind, String meaning) { return new Field(name, kind, false, null, meaning); }
    static Field req(String name, Kind kind, String meaning) { return new Field(name, kind, true, null, meaning); }
    static Field ids(String name, String target, String meaning) { return new Field(name, Kind.IDS, false, target, meaning); }

    /** A stored record. */
    static final class Rec {
        final long id;
        String lang;
        volatile Map<String, Object> f = new LinkedHashMap<>();
        volatile Map<String, Map<String, Object>> tr = new LinkedHashMap<>();
        String slug;
        long owner;
        Instant created, modified;

        Rec(long id) { this.id = id; }

        @SuppressWarnings("unchecked")
        List<Long> ids(String name) {
            List<Long> l = (List<Long>) f.get(name);
            return l == null ? List.of() : l;
        }
        LocalDateTime dt(String name) { return (LocalDateTime) f.get(name); }
        String str(String name) { return (String) f.get(name); }
        boolean flag(String name) { return Boolean.TRUE.equals(f.get(name)); }
        ZoneId zone() { return ZoneId.of((String) f.get("timezone")); }
    }

    static final class Coll {
        final String name, single, title;
        final boolean term, bySlug;
        final Map<String, Field> fields = new LinkedHashMap<>();
        final ConcurrentSkipListMap<Long, Rec> recs = new ConcurrentSkipListMap<>();
        final Map<String, Rec> slugs = new ConcurrentHashMap<>();

        Coll(String name, String single, String title, boolean term, Field... fs) {
            this.name = name; this.single = single; this.title = title; this.term = term; this.bySlug = !term;
            for (Field x : fs) fields.put(x.name, x);
        }
    }

    static final Coll EVENTS = new Coll("events", "event", "title", false,
        req("title", Kind.TEXT, "Event title"), req("start_date", Kind.DATETIME, "Start date and time"),
        req("end_date", Kind.DATETIME, "End date and time"), f("author", Kind.INT, "Author ID"),
        f("date", Kind.PUBDATE, "Publication date"), f("date_utc", Kind.PUBDATE, "Publication date in UTC"),
        f("description", Kind.TEXT, "Event description"), f("slug", Kind.SLUG, "Event slug"),
        f("excerpt", Kind.TEXT, "Event excerpt"), f("status", Kind.STATUS, "Post status of the event"),
        f("timezone", Kind.ZONE, "Event time zone"), f("all_day", Kind.BOOL, "Whether the event lasts all day"),
        f("image", Kind.STRING, "Featured image ID or URL"), f("cost", Kind.ANY, "Event cost"),
        f("website", Kind.ANY, "URL of the event's site"), f("show_map", Kind.BOOL, "Whether to show a map"),
        f("show_map_link", Kind.BOOL, "Whether to show a map link"),
        f("hide_from_listings", Kind.BOOL, "Whether to hide the event in calendar views"),
        f("sticky", Kind.BOOL, "Whether the event is sticky in the calendar view"),
        f("featured", Kind.BOOL, "Whether the event is featured on the site"),
        ids("categories", "categories", "Category IDs"), ids("tags", "tags", "Tag IDs"),
        ids("venue", "venues", "Venue IDs"), ids("organizer", "organizers", "Organizer IDs"));

    static final Coll VENUES = new Coll("venues", "venue", "venue", false,
        req("venue", Kind.TEXT, "Venue name"), f("author", Kind.INT, "Author ID"),
        f("date", Kind.PUBDATE, "Publication date"), f("date_utc", Kind.PUBDATE, "Publication date in UTC"),
        f("description", Kind.TEXT, "Description"), f("status", Kind.STATUS, "Post status"),
        f("show_map", Kind.STRING, "Whether events linked to the venue show a map"),
        f("show_map_link", Kind.STRING, "Whether events linked to the venue show a map link"),
        f("address", Kind.STRING, "Street address"), f("city", Kind.STRING, "City"),
        f("country", Kind.STRING, "Country"), f("province", Kind.STRING, "Province"),
        f("state", Kind.STRING, "State"), f("zip", Kind.STRING, "Postal code"),
        f("phone", Kind.STRING, "Telephone number"), f("stateprovince", Kind.STRING, "Combined state and province"),
        f("website", Kind.STRING, "Website URL"), f("image", Kind.STRING, "Featured image ID or URL"));

    static final Coll ORGANIZERS = new Coll("organizers", "organizer", "organizer", false,
        req("organizer", Kind.TEXT, "Organizer name"), f("author", Kind.INT, "Author ID"),
        f("date", Kind.PUBDATE, "Publication date"), f("date_utc", Kind.PUBDATE, "Publication date in UTC"),
        f("description", Kind.TEXT, "Description"), f("status", Kind.STATUS, "Post status"),
        f("phone", Kind.STRING, "Telephone number"), f("website", Kind.STRING, "Website"),
        f("email", Kind.STRING, "E-mail address"), f("image", Kind.STRING, "Featured image ID or URL"));

    static final Coll CATEGORIES = new Coll("categories", "category", "name", true,
        req("name", Kind.TEXT, "Category name"), f("description", Kind.TEXT, "Description"),
        f("slug", Kind.SLUG, "Slug"), f("parent", Kind.PARENT, "Parent category ID"));

    static final Coll TAGS = new Coll("tags", "tag", "name", true,
        req("name", Kind.TEXT, "Tag name"), f("description", Kind.TEXT, "Description"), f("slug", Kind.SLUG, "Slug"));

    static final Map<String, Coll> COLLS = new LinkedHashMap<>();
    static {
        for (Coll c : List.of(EVENTS, VENUES, ORGANIZERS, CATEGORIES, TAGS)) COLLS.put(c.name, c);
    }

    static final ReentrantLock LOCK = new ReentrantLock();
    static long lastId = 100;

    static final List<Rec> removedEvents = new ArrayList<>();
    static final List<Long> NO_TAGS = new ArrayList<>();
    static final Map<String, Object> listCache = new ConcurrentHashMap<>();
    static volatile String currentLanguage = null;

    // --------------------------------------------------------------- problems

    static final class Problem extends RuntimeException {
        final int status;
        final List<Map<String, Object>> errors;
        final Map<String, String> headers = new LinkedHashMap<>();

        Problem(int status, String detail) { this(status, detail, null); }
        Problem(int status, String detail, List<Map<String, Object>> errors) {
            super(detail, null, false, false);
            this.status = status;
            this.errors = errors;
        }
        Problem header(String n, String v) { headers.put(n, v); return this; }
    }

    static final Map<Integer, String> REASONS = Map.of(400, "Bad Request", 401, "Unauthorized", 403, "Forbidden", 404, "Not Found",
        405, "Method Not Allowed", 412, "Precondition Failed", 415, "Unsupported Media Type", 422, "Unprocessable Content",
        413, "Content Too Large", 500, "Internal Server Error");

    // ---------------------------------------------------------------- queries

    static String decode(String raw, boolean plus) {
        if (raw.indexOf('%') < 0 && !(plus && raw.indexOf('+') >= 0)) return raw;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '+' && plus) out.write(' ');
            else if (c == '%') {
                int hi = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 1), 16) : -1;
                int lo = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 2), 16) : -1;
                if (hi < 0 || lo < 0) throw new Problem(400, "The address holds a broken percent escape.");
                out.write(hi * 16 + lo);
                i += 2;
            } else out.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
        }
        return utf8(out.toByteArray(), "The address is not UTF-8.");
    }

    static String utf8(byte[] bytes, String complaint) {
        try {
            return StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new Problem(400, complaint);
        }
    }

    static final Pattern INDEXED = Pattern.compile("^(.+?)\\[[0-9]*]$");

    static final class Query {
        final Map<String, List<String>> values = new LinkedHashMap<>();

        Query(String raw) {
            if (raw == null || raw.isEmpty()) return;
            for (String part : raw.split("&")) {
                if (part.isEmpty()) continue;
                int eq = part.indexOf('=');
                String k = decode(eq < 0 ? part : part.substring(0, eq), true);
                String v = eq < 0 ? "" : decode(part.substring(eq + 1), true);
                Matcher m = INDEXED.matcher(k);
                if (m.matches()) k = m.group(1);
                values.computeIfAbsent(k, x -> new ArrayList<>()).add(v);
            }
        }

        /** The last value of a scalar parameter; null where it is absent or empty. */
        String get(String name) {
            List<String> l = values.get(name);
            if (l == null) return null;
            String v = l.get(l.size() - 1);
            return v.isEmpty() ? null : v;
        }

        boolean has(String name) { return get(name) != null; }

        /** The items of a list parameter (repeated, bracketed or CSV); null where it is absent or empty. */
        List<String> list(String name) {
            List<String> l = values.get(name);
            if (l == null) return null;
            List<String> out = new ArrayList<>();
            for (String v : l) for (String item : v.split(",")) if (!item.trim().isEmpty()) out.add(item.trim());
            return out.isEmpty() ? null : out;
        }

        Long integer(String name) {
            String v = get(name);
            if (v == null) return null;
            if (!v.trim().matches("-?[0-9]{1,18}")) throw bad(name, "must be an integer");
            return Long.parseLong(v.trim());
        }

        Set<Long> idSet(String name) {
            List<String> l = list(name);
            if (l == null) return null;
            Set<Long> out = new LinkedHashSet<>();
            for (String v : l) {
                if (!v.matches("-?[0-9]{1,18}")) throw bad(name, "must be a list of integers");
                out.add(Long.parseLong(v));
            }
            return out;
        }

        Boolean bool(String name) {
            String v = get(name);
            if (v == null) return null;
            Boolean b = asBool(v);
            if (b == null) throw bad(name, "must be true or false");
            return b;
        }

        static Problem bad(String name, String why) {
            return new Problem(400, "The parameter '" + name + "' " + why + ".", List.of(Map.of("field", name, "message", why)));
        }
    }

    static Boolean asBool(String v) {
        switch (v.trim().toLowerCase(Locale.ROOT)) {
            case "true": case "1": case "yes": case "on": return true;
            case "false": case "0": case "no": case "off": return false;
            default: return null;
        }
    }

    // ------------------------------------------------------------------ dates

    static final DateTimeFormatter STAMP = bug("week-year-dates") ? DateTimeFormatter.ofPattern("YYYY-MM-dd HH:mm:ss")
        : DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    static final Pattern DATE = Pattern.compile(
        "(\\d{4})-(\\d{2})-(\\d{2})(?:[ T](\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?\\s?(Z|z|[+-]\\d{2}:?\\d{2})?)?");

    static final class When {
        LocalDateTime at;
        ZoneOffset offset;
        boolean timed;

        LocalDateTime in(ZoneId zone) {
            return offset == null ? at : at.atOffset(offset).atZoneSameInstant(zone).toLocalDateTime();
        }
    }

    static When parseDate(String text) {
        Matcher m = DATE.matcher(text.trim());
        if (!m.matches()) return null;
        try {
            When w = new When();
            LocalDate d = LocalDate.of(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)), Integer.parseInt(m.group(3)));
            w.timed = m.group(4) != null;
            LocalTime t = w.timed ? LocalTime.of(Integer.parseInt(m.group(4)), Integer.parseInt(m.group(5)),
                m.group(6) == null ? 0 : Integer.parseInt(m.group(6))) : LocalTime.MIDNIGHT;
            w.at = LocalDateTime.of(d, t);
            if (m.group(7) != null) w.offset = ZoneOffset.of(m.group(7).equalsIgnoreCase("z") ? "Z" : m.group(7));
            return w;
        } catch (DateTimeException e) {
            return null;
        }
    }

    static ZoneId parseZone(String text) {
        String t = text.trim();
        if (t.equals("UTC") || t.equals("GMT") || t.equals("Z")) return ZoneId.of("UTC");
        if (ZoneId.getAvailableZoneIds().contains(t)) return ZoneId.of(t);
        try {
            if (t.matches("(UTC|GMT)?[+-]\\d{1,2}(:?\\d{2})?")) return ZoneId.of(t);
        } catch (DateTimeException e) {
            return null;
        }
        return null;
    }

    static LocalDateTime toUtc(LocalDateTime local, ZoneId zone) {
        return local.atZone(zone).withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }

    static LocalDateTime eventUtc(Rec r, String field) {
        LocalDateTime local = r.dt(field);
        ZoneId zone = r.zone();
        if (bug("event-utc-standard-offset"))
            return local.minusSeconds(zone.getRules().getStandardOffset(local.atZone(zone).toInstant()).getTotalSeconds());
        if (bug("event-end-utc-start-offset") && field.equals("end_date"))
            return local.minusSeconds(r.dt("start_date").atZone(zone).getOffset().getTotalSeconds());
        return toUtc(local, zone);
    }

    // ------------------------------------------------------------------ slugs

    static String slugify(String text) {
        String t = Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("[\\u0300-\\u036f]", "");
        t = Normalizer.normalize(t, Normalizer.Form.NFC).toLowerCase(Locale.ROOT).replace("ß", "ss");
        t = t.replaceAll("[^\\p{L}\\p{N}\\p{M}]+", "-");
        return t.replaceAll("^-+|-+$", "");
    }

    static String freeSlug(Coll c, String wanted, Rec self) {
        String base = wanted.isEmpty() ? c.single : wanted;
        if (bug("venue-slug-duplicate") && c == VENUES) return base;
        String s = base;
        for (int n = 2; c.slugs.containsKey(s) && c.slugs.get(s) != self; n++) s = base + "-" + n;
        return s;
    }

    // --------------------------------------------------------------- requests

    static final class User {
        final long id;
        final String name;
        User(long id, String name) { this.id = id; this.name = name; }
    }

    static final Map<String, User> ACCOUNTS = Map.of("editor", new User(1, "editor"), "author", new User(2, "author"),
        "reader", new User(3, "reader"));

    static final class Req {
        String method, host, pathLang, lang, rawQuery;
        List<String> path;
        Query query;
        User user;
        Map<String, Object> body;
        boolean viaSlug;

        String base() { return "http://" + host + (pathLang == null ? "" : "/" + pathLang) + "/" + NS; }
        String root() { return "http://" + host + (pathLang == null ? "" : "/" + pathLang) + "/"; }

        boolean privileged() { return !USERS || user != null; }
        boolean canSee(Coll c, Rec r) {
            return c.term || privileged() || "publish".equals(r.f.get("status"));
        }
    }

    static final class Res {
        int status;
        Object body;
        boolean problem;
        final Map<String, String> headers = new LinkedHashMap<>();

        Res(int status, Object body) { this.status = status; this.body = body; }
        Res header(String n, String v) { headers.put(n, v); return this; }
    }

    // ------------------------------------------------------- reading the body

    static Map<String, Object> readBody(HttpExchange x, byte[] bytes) {
        String type = x.getRequestHeaders().getFirst("Content-Type");
        String media = type == null ? "" : type.split(";")[0].trim().toLowerCase(Locale.ROOT);
        if (bytes.length == 0) return new LinkedHashMap<>();
        boolean json = media.isEmpty() || media.equals("application/json") || media.endsWith("+json");
        if (media.equals("application/x-www-form-urlencoded")) {
            Map<String, Object> m = new LinkedHashMap<>();
            Query q = new Query(utf8(bytes, "The body is not UTF-8."));
            for (Map.Entry<String, List<String>> e : q.values.entrySet()) {
                m.put(e.getKey(), String.join(",", e.getValue()));
            }
            return m;
        }
        if (!json) throw new Problem(415, "Send application/json or application/x-www-form-urlencoded.");
        String text;
        if (bug("json-latin1") && (type == null || !type.toLowerCase(Locale.ROOT).contains("charset")))
            text = new String(bytes, StandardCharsets.ISO_8859_1);
        else text = utf8(bytes, "The body is not UTF-8.");
        if (text.isBlank()) return new LinkedHashMap<>();
        Object v;
        try {
            v = Json.parse(text);
        } catch (JsonError e) {
            throw new Problem(400, "The body is not JSON: " + e.getMessage() + ".");
        }
        if (!(v instanceof Map)) throw new Problem(400, "The body must be a JSON object.");
        @SuppressWarnings("unchecked") Map<String, Object> m = (Map<String, Object>) v;
        return m;
    }

    // --------------------------------------------------------------- coercion

    static final class Invalid extends Exception {
        Invalid(String m) { super(m, null, false, false); }
    }

    static Object coerce(Coll c, Field fd, Object v, Rec self) throws Invalid {
        switch (fd.kind) {
            case TEXT: case STRING: case SLUG:
                if (v instanceof Number || v instanceof Boolean) v = String.valueOf(v);
                if (!(v instanceof String)) throw new Invalid("must be a string");
                if (fd.required && ((String) v).isBlank()) throw new Invalid("must not be empty");
                return v;
            case INT: case PARENT: {
                Long n = asLong(v);
                if (n == null || n < 0) throw new Invalid("must be an integer");
                if (fd.kind == Kind.PARENT && n != 0) {
                    if (!c.recs.containsKey(n)) throw new Invalid("is not the ID of a category");
                    for (Long p = n; self != null && p != null && p != 0; ) {
                        if (p == self.id) throw new Invalid("would make the category its own ancestor");
                        Rec pr = c.recs.get(p);
                        p = pr == null ? null : (Long) pr.f.get("parent");
                    }
                }
                return n;
            }
            case BOOL:
                if (v instanceof Boolean) return v;
                Boolean b = v instanceof String ? asBool((String) v) : v instanceof Long && ((Long) v == 0 || (Long) v == 1) ? (Long) v == 1 : null;
                if (b == null) throw new Invalid("must be a boolean");
                return b;
            case DATETIME: case PUBDATE:
                When w = v instanceof String ? parseDate((String) v) : null;
                if (w == null) throw new Invalid("must be a date and time (YYYY-MM-DD HH:MM:SS)");
                return w;
            case STATUS:
                if (!(v instanceof String) || !STATUSES.contains(v)) throw new Invalid("must be one of " + String.join(", ", STATUSES));
                return v;
            case ZONE:
                ZoneId z = v instanceof String ? parseZone((String) v) : null;
                if (z == null) throw new Invalid("is not a known time zone");
                return ((String) v).trim();
            case IDS: {
                Collection<?> items;
                if (v instanceof Collection) items = (Collection<?>) v;
                else if (v instanceof String) items = Arrays.stream(((String) v).split(",")).map(String::trim).filter(s -> !s.isEmpty()).collect(Collectors.toList());
                else if (v instanceof Number) items = List.of(v);
                else throw new Invalid("must be an array of integers");
                LinkedHashSet<Long> out = new LinkedHashSet<>();
                for (Object o : items) {
                    Long n = asLong(o);
                    if (n == null) throw new Invalid("must be an array of integers");
                    if (!COLLS.get(fd.target).recs.containsKey(n)) throw new Invalid("names " + n + ", which is not one of the " + fd.target);
                    out.add(n);
                }
                return new ArrayList<>(out);
            }
            default:
                return v;
        }
    }

    static Long asLong(Object v) {
        if (v instanceof Long) return (Long) v;
        if (v instanceof String && ((String) v).trim().matches("-?[0-9]{1,18}")) return Long.parseLong(((String) v).trim());
        return null;
    }

    static Object emptyOf(Field fd, Rec r) {
        switch (fd.kind) {
            case BOOL: return false;
            case IDS: return new ArrayList<Long>();
            case STATUS: return "publish";
            case ZONE: return SITE_ZONE.getId();
            case PARENT: return 0L;
            case INT: return r.owner;
            default: return null;
        }
    }

    // ---------------------------------------------------------------- writing

    /** The fields a request sends for this collection: the body's, then those of the query. */
    static Map<String, Object> input(Coll c, Req q, boolean create) {
        Map<String, Object> in = new LinkedHashMap<>();
        for (Field fd : c.fields.values()) {
            if (q.body.containsKey(fd.name)) in.put(fd.name, q.body.get(fd.name));
            else if (q.query.values.containsKey(fd.name)) {
                if (fd.kind == Kind.IDS) in.put(fd.name, String.join(",", q.query.values.get(fd.name)));
                else if (q.query.has(fd.name)) in.put(fd.name, q.query.get(fd.name));
            }
        }
        return in;
    }

    static LocalDateTime siteTime(Instant i) { return LocalDateTime.ofInstant(i, SITE_ZONE).truncatedTo(ChronoUnit.SECONDS); }

    /** Puts the input on a record; nothing of the record changes when a value is refused. */
    static void apply(Coll c, Rec r, Map<String, Object> in, Req q, boolean create) {
        List<Map<String, Object>> errors = new ArrayList<>();
        Map<String, Object> values = new LinkedHashMap<>();
        for (Map.Entry<String, Object> e : in.entrySet()) {
            Field fd = c.fields.get(e.getKey());
            Object v = e.getValue();
            if (v == null && fd.required) {
                errors.add(Map.of("field", fd.name, "message", "must not be null"));
                continue;
            }
            try {
                values.put(fd.name, v == null ? null : coerce(c, fd, v, create ? null : r));
            } catch (Invalid x) {
                errors.add(Map.of("field", fd.name, "message", x.getMessage()));
            }
        }
        if (create) for (Field fd : c.fields.values())
            if (fd.required && !in.containsKey(fd.name)) errors.add(Map.of("field", fd.name, "message", "is required"));
        if (!errors.isEmpty()) throw new Problem(422, "Some fields are not acceptable.", errors);

        Map<String, Object> nf = new LinkedHashMap<>(r.f);
        Map<String, Map<String, Object>> ntr = new LinkedHashMap<>(r.tr);

        if (!create && bug("lost-update")) {
            LOCK.unlock();
            try { Thread.sleep(6); } catch (InterruptedException ignored) { Thread.currentThread().interrupt(); }
            LOCK.lock();
        }
        if (!create && variant("put-replaces") && q.method.equals("PUT")) {
            for (Field fd : c.fields.values())
                if (!fd.required && fd.kind != Kind.SLUG && fd.kind != Kind.PUBDATE && !values.containsKey(fd.name)
                    && !(fd.translatable() && q.lang != null && !q.lang.equals(r.lang))) nf.put(fd.name, emptyOf(fd, r));
        }
        if (create) {
            for (Field fd : c.fields.values()) if (fd.kind != Kind.SLUG && fd.kind != Kind.PUBDATE && fd.kind != Kind.DATETIME) nf.put(fd.name, emptyOf(fd, r));
            if (c == EVENTS && bug("event-shared-default-tags")) nf.put("tags", NO_TAGS);
        }
        if (!create && c == EVENTS && bug("event-update-applies-defaults")) {
            nf.put("all_day", false);
            nf.put("website", null);
        }
        boolean translation = !create && q.lang != null && !q.lang.equals(r.lang);
        for (Map.Entry<String, Object> e : values.entrySet()) {
            Field fd = c.fields.get(e.getKey());
            Object v = e.getValue();
            if (fd.kind == Kind.SLUG || fd.kind == Kind.DATETIME || fd.kind == Kind.PUBDATE) continue;
            if (fd.translatable()) {
                if (bug("organizer-emoji-cut") && fd.name.equals("organizer")) v = beforeEmoji((String) v);
                if (translation) {
                    Map<String, Object> t = new LinkedHashMap<>(ntr.getOrDefault(q.lang, Map.of()));
                    t.put(fd.name, v);
                    ntr.put(q.lang, t);
                } else nf.put(fd.name, v);
                continue;
            }
            if (v == null) { nf.put(fd.name, emptyOf(fd, r)); continue; }
            if (bug("event-by-slug-relations-ignored") && !create && q.viaSlug && fd.kind == Kind.IDS) continue;
            if (bug("event-false-not-saved") && !create && c == EVENTS && fd.kind == Kind.BOOL && v.equals(false)) continue;
            if (bug("event-cost-zero-null") && fd.name.equals("cost") && v instanceof Number && ((Number) v).doubleValue() == 0) v = null;
            if (bug("event-organizer-only-first") && c == EVENTS && fd.name.equals("organizer") && ((List<?>) v).size() > 1)
                v = new ArrayList<>(((List<?>) v).subList(0, 1));
            if (bug("event-shared-default-tags") && !create && c == EVENTS && fd.name.equals("tags")) {
                @SuppressWarnings("unchecked") List<Long> kept = (List<Long>) nf.get("tags");
                @SuppressWarnings("unchecked") List<Long> given = (List<Long>) v;
                kept.clear();
                kept.addAll(given);
                continue;
            }
            if (bug("venue-zip-number") && c == VENUES && fd.name.equals("zip") && ((String) v).matches("[0-9]{1,18}"))
                v = String.valueOf(Long.parseLong((String) v));
            if (bug("venue-put-country-lost") && c == VENUES && fd.name.equals("country") && q.method.equals("PUT")) continue;
            if (bug("category-parent-not-stored-on-create") && create && fd.kind == Kind.PARENT) continue;
            if (bug("organizer-create-status-ignored") && create && c == ORGANIZERS && fd.name.equals("status")) continue;
            nf.put(fd.name, v);
        }
        dates(c, r, nf, values, create);

        // all is well: keep it
        r.f = nf;
        r.tr = ntr;
        if (!c.term) r.owner = (Long) nf.get("author");
        String wanted = null;
        if (values.get("slug") != null && !slugify((String) values.get("slug")).isEmpty()) wanted = slugify((String) values.get("slug"));
        else if (create || values.containsKey("slug")) {
            wanted = slugify((String) nf.get(c.title));
            if (variant("slug-with-id")) wanted = (wanted.isEmpty() ? c.single : wanted) + "-" + r.id;
        }
        if (wanted != null) {
            String slug = freeSlug(c, wanted, create ? null : r);
            if (!create && bug("event-slug-rename-unreachable") && c == EVENTS) r.slug = slug;
            else {
                if (r.slug != null && c.slugs.get(r.slug) == r) c.slugs.remove(r.slug);
                r.slug = slug;
                c.slugs.put(slug, r);
            }
        }
        r.modified = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        if (create) r.created = r.modified;
    }

    static String beforeEmoji(String v) {
        for (int k = 0; k < v.length(); k++) if (Character.isHighSurrogate(v.charAt(k))) return v.substring(0, k);
        return v;
    }

    static void dates(Coll c, Rec r, Map<String, Object> nf, Map<String, Object> values, boolean create) {
        if (c.term) return;
        Instant made = create ? Instant.now() : r.created;
        if (create && !values.containsKey("date") && !values.containsKey("date_utc")) values.put("date", null);
        if (values.containsKey("date") || values.containsKey("date_utc")) {
            When d = (When) values.get("date"), u = (When) values.get("date_utc");
            if (d == null && u == null) {
                nf.put("date", siteTime(made));
                nf.put("date_utc", LocalDateTime.ofInstant(made, ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS));
            } else {
                LocalDateTime local = d == null ? null : d.in(SITE_ZONE), utc = u == null ? null : u.in(ZoneOffset.UTC);
                if (local == null) local = utc.atOffset(ZoneOffset.UTC).atZoneSameInstant(SITE_ZONE).toLocalDateTime();
                if (utc == null) utc = toUtc(local, SITE_ZONE);
                nf.put("date", local);
                nf.put("date_utc", utc);
            }
        }
        if (c != EVENTS) return;
        ZoneId zone = ZoneId.of((String) nf.get("timezone"));
        for (String name : List.of("start_date", "end_date")) {
            When w = (When) values.get(name);
            if (w == null) continue;
            LocalDateTime t = w.in(zone);
            if (bug("event-seconds-dropped")) t = t.withSecond(0);
            nf.put(name, t);
        }
        if (((LocalDateTime) nf.get("end_date")).isBefore((LocalDateTime) nf.get("start_date")))
            throw new Problem(422, "Some fields are not acceptable.",
                List.of(Map.of("field", "end_date", "message", "must not be before start_date")));
    }

    // ------------------------------------------------------------ showing

    static Object idOut(Object id) { return variant("ids-as-strings") && id != null ? String.valueOf(id) : id; }

    static String languageOf(Req q) {
        if (!bug("lang-sticks")) return q.lang;
        if (q.method.equals("GET")) {
            if (q.lang != null) currentLanguage = q.lang;
            return currentLanguage;
        }
        return q.lang;
    }

    /** The text of a field in the language that was asked for, else in the record's own. */
    static Object text(Rec r, String name, String lang) {
        if (bug("lang-fr-not-read") && "fr".equals(lang)) lang = null;
        if (lang != null && !lang.equals(r.lang)) {
            Map<String, Object> t = r.tr.get(lang);
            if (t != null && t.containsKey(name)) return t.get(name);
        }
        return r.f.get(name);
    }

    static String html(String v) { return v.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"); }

    static Map<String, Object> view(Coll c, Rec r, Req q, boolean inList) {
        String lang = languageOf(q);
        Map<String, Object> o = new LinkedHashMap<>();
        o.put("id", idOut(r.id));
        o.put("slug", r.slug);
        for (Field fd : c.fields.values()) {
            if (fd.kind == Kind.SLUG) continue;
            Object v = fd.translatable() ? text(r, fd.name, lang) : r.f.get(fd.name);
            if (v instanceof LocalDateTime) v = STAMP.format((LocalDateTime) v);
            if (fd.kind == Kind.IDS) v = r.ids(fd.name).stream().map(Main::idOut).collect(Collectors.toList());
            if (fd.kind == Kind.PARENT || fd.kind == Kind.INT) v = idOut(v);
            if (bug("venue-province-from-state") && c == VENUES && fd.name.equals("province")) v = r.f.get("state");
            if (bug("organizer-list-phone-missing") && c == ORGANIZERS && inList && fd.name.equals("phone")) v = null;
            if (bug("tag-name-escaped") && c == TAGS && fd.name.equals("name")) v = html((String) v);
            o.put(fd.name, v);
            if (c == EVENTS && fd.kind == Kind.DATETIME) o.put(fd.name + "_utc", STAMP.format(eventUtc(r, fd.name)));
        }
        if (c.term) o.put("count", count(c, r));
        o.put("language", r.lang);
        o.put("translations", new ArrayList<>(r.tr.keySet()));
        o.put("created", r.created.toString());
        o.put("modified", r.modified.toString());
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("self", q.base() + "/" + c.name + "/" + r.id);
        if (c.bySlug) links.put("by_slug", q.base() + "/" + c.name + "/by-slug/" + pathEncode(r.slug));
        links.put("collection", q.base() + "/" + c.name);
        o.put("links", links);
        return o;
    }

    static String pathEncode(String s) { return URLEncoder.encode(s, StandardCharsets.UTF_8).replace("+", "%20"); }

    static Object item(Coll c, Rec r, Req q) {
        Map<String, Object> v = view(c, r, q, false);
        return variant("data-envelope") ? wrap("data", v) : v;
    }

    static Map<String, Object> wrap(String k, Object v) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put(k, v);
        return m;
    }

    // -------------------------------------------------------------- relations

    static long count(Coll terms, Rec term) {
        long n = EVENTS.recs.values().stream().filter(e -> e.ids(terms.name).contains(term.id)).count();
        if (bug("category-count-stale-after-event-delete") && terms == CATEGORIES)
            n += removedEvents.stream().filter(e -> e.ids(terms.name).contains(term.id)).count();
        return n;
    }

    static boolean upcoming(Rec event) {
        return !toUtc(event.dt("end_date"), event.zone()).toInstant(ZoneOffset.UTC).isBefore(Instant.now());
    }

    /** The field of an event that refers to this collection. */
    static String relation(Coll c) {
        return c == VENUES ? "venue" : c == ORGANIZERS ? "organizer" : c.name;
    }

    static List<Rec> eventsOf(Coll c, Rec r) {
        String field = relation(c);
        return EVENTS.recs.values().stream().filter(e -> e.ids(field).contains(r.id)).collect(Collectors.toList());
    }

    static void unlink(Coll c, Rec gone) {
        if (c == VENUES && bug("venue-delete-dangling")) return;
        if (c == EVENTS) return;
        String field = relation(c);
        for (Rec e : EVENTS.recs.values()) {
            if (!e.ids(field).contains(gone.id)) continue;
            List<Long> left = new ArrayList<>(e.ids(field));
            left.remove((Object) gone.id);
            Map<String, Object> nf = new LinkedHashMap<>(e.f);
            nf.put(field, left);
            e.f = nf;
        }
        if (c == CATEGORIES) for (Rec child : c.recs.values()) {
            if (!Long.valueOf(gone.id).equals(child.f.get("parent"))) continue;
            Map<String, Object> nf = new LinkedHashMap<>(child.f);
            nf.put("parent", 0L);
            child.f = nf;
        }
    }

    // ------------------------------------------------------------------ lists

    static boolean contains(Object text, String needle) {
        if (!(text instanceof String)) return false;
        if (bug("search-like-wildcards")) {
            String like = Arrays.stream(needle.split("(?<=[%_])|(?=[%_])"))
                .map(p -> p.equals("%") ? ".*" : p.equals("_") ? "." : Pattern.quote(p)).collect(Collectors.joining());
            return Pattern.compile(like, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL).matcher((String) text).find();
        }
        return ((String) text).toLowerCase(Locale.ROOT).contains(needle.toLowerCase(Locale.ROOT));
    }

    static boolean matches(Coll c, Rec r, String needle, String lang) {
        for (Field fd : c.fields.values()) {
            if (c == EVENTS && !fd.name.equals("title") && !fd.name.equals("description")) continue;
            if (c == EVENTS && fd.name.equals("description") && bug("events-search-title-only")) continue;
            if (fd.translatable() && contains(text(r, fd.name, lang), needle)) return true;
            if (fd.kind == Kind.STRING && !fd.name.startsWith("show_map") && contains(r.f.get(fd.name), needle)) return true;
        }
        return false;
    }

    static List<Rec> byStatus(Coll c, List<Rec> in, Req q) {
        List<String> wanted = q.query.list("status");
        if (wanted == null) wanted = List.of("publish");
        for (String s : wanted)
            if (!STATUSES.contains(s) && !s.equals("any") && !(variant("soft-delete") && s.equals("trash")))
                throw Query.bad("status", "must be one of " + String.join(", ", STATUSES) + " or any");
        Set<String> set = new HashSet<>(wanted);
        if (set.contains("any")) set.addAll(STATUSES);
        boolean leak = bug("anon-status-filter-drafts") && q.query.has("status");
        return in.stream().filter(r -> set.contains((String) r.f.get("status")) && (leak || q.canSee(c, r))).collect(Collectors.toList());
    }

    static List<Rec> keep(List<Rec> in, java.util.function.Predicate<Rec> p) {
        return in.stream().filter(p).collect(Collectors.toList());
    }

    static boolean strictDates(Query q) { return Boolean.TRUE.equals(q.bool("strict_dates")); }

    static When dateParam(Query q, String name) {
        String v = q.get(name);
        if (v == null) return null;
        When w = parseDate(v);
        if (w == null) throw Query.bad(name, "must be a date and time (YYYY-MM-DD HH:MM:SS)");
        return w;
    }

    /** on: during the day that is given (strict: from the exact time until the end of that day). */
    static boolean onDay(LocalDateTime t, When w, ZoneId zone, boolean strict) {
        LocalDateTime at = w.in(zone);
        LocalDateTime from = strict ? at : at.toLocalDate().atStartOfDay();
        return !t.isBefore(from) && t.isBefore(at.toLocalDate().plusDays(1).atStartOfDay());
    }

    static boolean before(LocalDateTime t, When w, ZoneId zone, boolean strict) {
        LocalDateTime at = w.in(zone);
        if (strict) return t.isBefore(at);
        LocalDateTime day = at.toLocalDate().atStartOfDay();
        return t.isBefore(variant("whole-days-exclusive") ? day : day.plusDays(1));
    }

    static boolean after(LocalDateTime t, When w, ZoneId zone, boolean strict) {
        LocalDateTime at = w.in(zone);
        if (strict) return t.isAfter(at);
        LocalDateTime day = at.toLocalDate().atStartOfDay();
        return !t.isBefore(variant("whole-days-exclusive") ? day.plusDays(1) : day);
    }

    static boolean assigned(Rec event, String field, List<String> wanted) {
        Coll terms = COLLS.get(field);
        for (Long id : event.ids(field)) {
            Rec t = terms.recs.get(id);
            if (wanted.contains(String.valueOf(id)) || t != null && wanted.contains(t.slug)) return true;
        }
        return false;
    }

    static List<Rec> listEvents(Req q) {
        Query p = q.query;
        List<Rec> all = new ArrayList<>(EVENTS.recs.values());
        if (bug("events-deleted-still-listed")) all.addAll(removedEvents);
        List<Rec> out = byStatus(EVENTS, all, q);
        String lang = languageOf(q);

        Set<Long> include = p.idSet("include");
        boolean strict = strictDates(p);
        When sd = dateParam(p, "start_date"), ed = dateParam(p, "end_date"), sb = dateParam(p, "starts_before"),
            sa = dateParam(p, "starts_after"), eb = dateParam(p, "ends_before"), ea = dateParam(p, "ends_after");
        if (include != null) out = keep(out, r -> include.contains(r.id));
        if (include == null || bug("events-include-date-filtered")) {
            if (sd != null) out = keep(out, r -> onDay(r.dt("start_date"), sd, r.zone(), strict));
            if (ed != null) out = keep(out, r -> onDay(r.dt("end_date"), ed, r.zone(), strict));
            if (sb != null) out = keep(out, r -> before(r.dt("start_date"), sb, r.zone(), strict));
            if (sa != null) out = keep(out, r -> after(r.dt("start_date"), sa, r.zone(), strict));
            if (eb != null) out = keep(out, r -> before(r.dt("end_date"), eb, r.zone(), strict));
            if (ea != null) out = keep(out, r -> after(r.dt("end_date"), ea, r.zone(), strict));
            if (variant("upcoming-by-default") && sd == null && ed == null && sb == null && sa == null && eb == null && ea == null && include == null)
                out = keep(out, Main::upcoming);
        }
        String search = p.get("search");
        if (search != null) out = keep(out, r -> matches(EVENTS, r, search, lang));
        List<String> tags = p.list("tags");
        if (tags != null) out = keep(out, r -> assigned(r, "tags", tags));
        Set<Long> venue = p.idSet("venue"), organizer = p.idSet("organizer");
        if (venue != null && !(organizer != null && bug("events-second-filter-overwrites")))
            out = keep(out, r -> r.ids("venue").stream().anyMatch(venue::contains));
        if (organizer != null) out = keep(out, r -> r.ids("organizer").stream().anyMatch(organizer::contains));
        Boolean featured = p.bool("featured");
        if (featured != null) out = keep(out, r -> r.flag("featured") == featured);

        // no venue has coordinates, no event has tickets or a parent: these extensions are not installed
        Boolean geoloc = p.bool("geoloc"), ticketed = p.bool("ticketed");
        Double lat = number(p, "geoloc_lat"), lng = number(p, "geoloc_lng");
        if ((lat == null) != (lng == null)) throw Query.bad(lat == null ? "geoloc_lng" : "geoloc_lat", "needs the other coordinate too");
        Long parent = p.integer("post_parent");
        if (Boolean.TRUE.equals(geoloc) || Boolean.TRUE.equals(ticketed) || lat != null || parent != null && parent != 0) out = new ArrayList<>();

        out = new ArrayList<>(out);
        out.sort(Comparator.comparing((Rec r) -> toUtc(r.dt("start_date"), r.zone())).thenComparing(r -> r.id));

        List<String> categories = p.list("categories");
        if (categories != null && bug("events-category-slug-ignored")) {
            List<String> numbers = categories.stream().filter(v -> v.matches("[0-9]+")).collect(Collectors.toList());
            return numbers.isEmpty() ? out : keep(out, r -> assigned(r, "categories", numbers));
        }
        if (categories != null && bug("events-category-join-duplicates")) {
            List<Rec> rows = new ArrayList<>();
            for (Rec r : out) for (Long id : r.ids("categories"))
                if (categories.contains(String.valueOf(id)) || categories.contains(CATEGORIES.recs.get(id).slug)) rows.add(r);
            return rows;
        }
        if (categories != null) out = keep(out, r -> assigned(r, "categories", categories));
        return out;
    }

    static Double number(Query q, String name) {
        String v = q.get(name);
        if (v == null) return null;
        if (!v.trim().matches("[+-]?[0-9]{1,4}(\\.[0-9]+)?")) throw Query.bad(name, "must be a number");
        return Double.valueOf(v.trim());
    }

    static List<Rec> listPlaces(Coll c, Req q) {
        Query p = q.query;
        List<Rec> out = byStatus(c, new ArrayList<>(c.recs.values()), q);
        String lang = languageOf(q), search = p.get("search");
        if (search != null) out = keep(out, r -> matches(c, r, search, lang));
        Long event = p.integer("event");
        if (event != null) {
            Rec e = EVENTS.recs.get(event);
            if (e == null || !q.canSee(EVENTS, e)) return new ArrayList<>();
            List<Long> linked = e.ids(relation(c));
            out = keep(out, r -> linked.contains(r.id));
        }
        Boolean has = p.bool("has_events");
        if (has != null) out = keep(out, r -> eventsOf(c, r).isEmpty() != has);
        if (Boolean.TRUE.equals(p.bool("only_with_upcoming"))) {
            if (bug("venue-upcoming-first-event-only") && c == VENUES)
                out = keep(out, r -> eventsOf(c, r).stream().limit(1).anyMatch(Main::upcoming));
            else out = keep(out, r -> eventsOf(c, r).stream().anyMatch(Main::upcoming));
        }
        return out;
    }

    static List<Rec> listTerms(Coll c, Req q) {
        Query p = q.query;
        List<Rec> out = new ArrayList<>(c.recs.values());
        String lang = languageOf(q), search = p.get("search"), slug = p.get("slug");
        if (search != null) out = keep(out, r -> matches(c, r, search, lang));
        Set<Long> include = p.idSet("include"), exclude = p.idSet("exclude");
        if (include != null) out = keep(out, r -> include.contains(r.id));
        if (exclude != null) {
            if (bug("tags-exclude-first-only") && c == TAGS) {
                long first = exclude.iterator().next();
                out = keep(out, r -> r.id != first);
            } else out = keep(out, r -> !exclude.contains(r.id));
        }
        Boolean hide = p.bool("hide_empty");
        if (bug("tags-hide-empty-false") && c == TAGS && p.has("hide_empty")) hide = !p.get("hide_empty").equals("0");
        if (hide == null || hide) out = keep(out, r -> count(c, r) > 0);
        if (c == CATEGORIES) {
            Long parent = p.integer("parent");
            if (parent != null) out = keep(out, r -> parent.equals(r.f.get("parent")));
        }
        for (String name : List.of("post", "event")) {
            Long event = p.integer(name);
            if (event == null || name.equals("event") && c == TAGS && bug("tags-event-alias-ignored")) continue;
            Rec e = EVENTS.recs.get(event);
            List<Long> linked = e == null || !q.canSee(EVENTS, e) ? List.of() : e.ids(c.name);
            out = keep(out, r -> linked.contains(r.id));
        }
        if (slug != null) out = keep(out, r -> r.slug.equals(slug));

        String by = Objects.requireNonNullElse(p.get("orderby"), "name");
        Comparator<Rec> order;
        switch (by) {
            case "id": case "term_id": order = Comparator.comparing(r -> r.id); break;
            case "name": order = Comparator.comparing(r -> String.valueOf(text(r, "name", lang)).toLowerCase(Locale.ROOT)); break;
            case "slug": order = Comparator.comparing(r -> r.slug); break;
            case "description": order = Comparator.comparing(r -> Objects.requireNonNullElse((String) text(r, "description", lang), "").toLowerCase(Locale.ROOT)); break;
            case "count": order = Comparator.comparing(r -> count(c, r)); break;
            default: throw Query.bad("orderby", "must be one of id, name, slug, description, count");
        }
        order = order.thenComparing(r -> r.id);
        String dir = Objects.requireNonNullElse(p.get("order"), "asc").toLowerCase(Locale.ROOT);
        if (dir.equals("desc") || dir.equals("descending")) order = order.reversed();
        else if (!dir.equals("asc") && !dir.equals("ascending")) throw Query.bad("order", "must be asc or desc");
        out = new ArrayList<>(out);
        out.sort(order);
        return out;
    }

    static Res page(Coll c, Req q, List<Rec> rows) {
        Query p = q.query;
        long page = positive(p, "page", 1);
        long size = positive(p, "per_page", c == TAGS && bug("tags-default-page-size") ? 20 : 10);
        size = Math.min(size, MAX_PER_PAGE);
        long total = rows.size();
        long from = (page - 1) * size;
        if (bug("venues-offset-skips") && c == VENUES && page > 1) from++;
        long to = from + size;
        if (bug("categories-per-page-off-by-one") && c == CATEGORIES) to++;
        List<Rec> slice = from >= total ? List.of() : rows.subList((int) from, (int) Math.min(to, total));
        if (bug("organizers-total-of-page") && c == ORGANIZERS) total = slice.size();
        if (bug("events-total-unfiltered") && c == EVENTS)
            total = EVENTS.recs.values().stream().filter(r -> "publish".equals(r.f.get("status"))).count();
        long pages = (total + size - 1) / size;
        if (bug("categories-pages-floor") && c == CATEGORIES) pages = total / size;

        List<Object> items = new ArrayList<>();
        for (Rec r : slice) items.add(view(c, r, q, true));
        Map<String, Object> body = new LinkedHashMap<>();
        if (variant("data-envelope")) {
            body.put("data", items);
            Map<String, Object> g = new LinkedHashMap<>();
            g.put("count", total);
            g.put("num_pages", pages);
            g.put("current", page);
            g.put("page_size", size);
            body.put("pagination", g);
            return new Res(200, body);
        }
        body.put("items", items);
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("page", page);
        meta.put("per_page", size);
        meta.put("total", total);
        meta.put("total_pages", pages);
        body.put("meta", meta);
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("self", pageLink(c, q, page, size, false));
        links.put("prev", page > 1 ? pageLink(c, q, page - 1, size, false) : null);
        links.put("next", page < pages ? pageLink(c, q, page + 1, size, bug("next-link-drops-filters")) : null);
        body.put("links", links);
        return new Res(200, body);
    }

    static long positive(Query p, String name, long otherwise) {
        Long v = p.integer(name);
        if (v == null) return otherwise;
        if (v < 1 || v > 1_000_000_000L) throw Query.bad(name, "must be a positive integer");
        return v;
    }

    static String pageLink(Coll c, Req q, long page, long size, boolean bare) {
        StringBuilder b = new StringBuilder(q.base()).append('/').append(c.name).append("?page=").append(page).append("&per_page=").append(size);
        if (!bare) for (Map.Entry<String, List<String>> e : q.query.values.entrySet()) {
            if (e.getKey().equals("page") || e.getKey().equals("per_page")) continue;
            for (String v : e.getValue()) b.append('&').append(pathEncode(e.getKey())).append('=').append(pathEncode(v));
        }
        return b.toString();
    }

    // ------------------------------------------------------------- operations

    static Res list(Coll c, Req q) {
        String key = null;
        if (bug("events-list-cache-stale-on-update") && c == EVENTS) {
            key = q.host + "|" + q.pathLang + "|" + q.rawQuery;
            Object hit = listCache.get(key);
            if (hit != null) return new Res(200, hit);
        }
        Res r = page(c, q, c == EVENTS ? listEvents(q) : c.term ? listTerms(c, q) : listPlaces(c, q));
        if (key != null) listCache.put(key, r.body);
        return r;
    }

    static void mayWrite(Req q, Rec r) {
        if (!USERS) return;
        if (q.user == null) throw unauthorized("Log in to do this.");
        if (q.user.name.equals("editor")) return;
        if (q.user.name.equals("reader")) {
            if (bug("reader-deletes-by-slug") && q.viaSlug && q.method.equals("DELETE")) return;
            throw new Problem(403, "Your account may only read.");
        }
        if (r != null && r.owner != q.user.id && !(bug("author-puts-others") && q.method.equals("PUT")))
            throw new Problem(403, "You may change only your own records.");
    }

    static void mayClaim(Req q, Map<String, Object> in) {
        if (!USERS || !in.containsKey("author") || q.user.name.equals("editor")) return;
        Long a = asLong(in.get("author"));
        if (a != null && a != q.user.id) throw new Problem(403, "You may not write in the name of somebody else.");
    }

    static Problem unauthorized(String detail) {
        Problem p = new Problem(401, detail);
        return bug("missing-www-authenticate") ? p : p.header("WWW-Authenticate", "Basic realm=\"calendar\", charset=\"UTF-8\"");
    }

    static Res create(Coll c, Req q, Headers h) {
        mayWrite(q, null);
        if (h.containsKey("If-Match") || h.containsKey("If-None-Match")) precondition(q, h, tagOf(list(c, q).body, null));
        Map<String, Object> in = input(c, q, true);
        mayClaim(q, in);
        long id = lastId + 1;
        if (bug("id-race")) {
            LOCK.unlock();
            try { Thread.sleep(4); } catch (InterruptedException ignored) { Thread.currentThread().interrupt(); }
            LOCK.lock();
        }
        Rec r = new Rec(id);
        r.lang = q.lang == null ? SITE_LANGUAGE : q.lang;
        r.owner = USERS ? q.user.id : 1;
        apply(c, r, in, q, true);
        lastId = id;
        c.recs.put(id, r);
        listCache.clear();
        Object body = item(c, r, q);
        if (variant("terse-writes")) body = wrap("id", idOut(r.id));
        return new Res(201, body).header("Location", q.base() + "/" + c.name + "/" + r.id);
    }

    static Rec find(Coll c, Req q, String key) {
        Rec r;
        if (q.viaSlug) r = c.slugs.get(Normalizer.normalize(key, Normalizer.Form.NFC));
        else {
            BigInteger n = new BigInteger(key);
            if (bug("id-int-truncation")) n = BigInteger.valueOf(n.intValue());
            r = n.bitLength() < 64 ? c.recs.get(n.longValue()) : null;
        }
        if (r == null || !q.canSee(c, r) && !(bug("anon-slug-draft") && q.viaSlug && !USERS_WRITE.contains(q.method)))
            throw new Problem(404, "There is no such " + c.single + ".");
        return r;
    }

    static final Set<String> USERS_WRITE = Set.of("POST", "PUT", "PATCH", "DELETE");

    static Res update(Coll c, Rec r, Req q) {
        Map<String, Object> in = input(c, q, false);
        if (q.viaSlug && !q.body.containsKey("slug")) in.remove("slug");
        mayClaim(q, in);
        apply(c, r, in, q, false);
        if (variant("terse-writes")) return new Res(204, null);
        return new Res(200, item(c, r, q));
    }

    static Res delete(Coll c, Rec r, Req q) {
        listCache.clear();
        if (variant("soft-delete") && !c.term && !"trash".equals(r.f.get("status"))) {
            Map<String, Object> nf = new LinkedHashMap<>(r.f);
            nf.put("status", "trash");
            r.f = nf;
            r.modified = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            return new Res(200, item(c, r, q));
        }
        Object last = item(c, r, q);
        c.recs.remove(r.id);
        if (!(bug("organizer-slug-after-delete") && c == ORGANIZERS) && c.slugs.get(r.slug) == r) c.slugs.remove(r.slug);
        if (bug("event-slug-rename-unreachable")) c.slugs.values().remove(r);
        unlink(c, r);
        if (c == EVENTS && !BUG.isEmpty()) removedEvents.add(r);
        return variant("soft-delete") ? new Res(200, last) : new Res(204, null);
    }

    static String tagOf(Object body, Rec r) {
        if (r != null && bug("etag-second-resolution")) return "\"" + r.id + "-" + r.modified.getEpochSecond() + "\"";
        return tagOf(Json.write(body).getBytes(StandardCharsets.UTF_8));
    }

    static String tagOf(byte[] bytes) {
        try {
            byte[] d = MessageDigest.getInstance("SHA-1").digest(bytes);
            return "\"" + HexFormat.of().formatHex(d, 0, 10) + "\"";
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean listed(List<String> header, String tag, boolean weak) {
        for (String line : header) for (String t : line.split(",")) {
            t = t.trim();
            if (t.equals("*") || t.equals(tag) || weak && t.startsWith("W/") && t.substring(2).equals(tag)) return true;
        }
        return false;
    }

    /** If-Match and If-None-Match of a write to something that exists. */
    static void precondition(Req q, Headers h, String tag) {
        List<String> m = h.get("If-Match"), n = h.get("If-None-Match");
        if (m != null && !listed(m, tag, false) && !(bug("if-match-ignored-on-delete") && q.method.equals("DELETE")))
            throw new Problem(412, "The record has changed since you read it.");
        if (n != null && listed(n, tag, true)) throw new Problem(412, "The record exists already.");
    }

    // ---------------------------------------------------------------- routing

    static final String ITEM = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS", LIST = "GET, HEAD, POST, OPTIONS", READ = "GET, HEAD, OPTIONS";

    static Res route(Req q, Headers h) {
        List<String> s = q.path;
        if (!s.isEmpty() && (LANGUAGES.contains(s.get(0)))) {
            q.pathLang = s.get(0);
            s = s.subList(1, s.size());
        }
        String allow;
        Coll c = null;
        String key = null;
        boolean ns = s.size() >= 3 && String.join("/", s.subList(0, 3)).equals(NS);
        if (s.isEmpty() || s.size() == 3 && ns) allow = READ;
        else if (!ns) throw new Problem(404, "There is nothing at this address.");
        else {
            s = s.subList(3, s.size());
            c = COLLS.get(s.get(0));
            if (c == null && s.size() == 1 && s.get(0).equals("doc")) allow = READ;
            else if (c == null) throw new Problem(404, "There is nothing at this address.");
            else if (s.size() == 1) allow = LIST;
            else if (s.size() == 2 && s.get(1).matches("[0-9]+")) {
                allow = ITEM;
                key = s.get(1);
            } else if (s.size() == 3 && c.bySlug && s.get(1).equals("by-slug") && !s.get(2).isEmpty()) {
                allow = ITEM;
                q.viaSlug = true;
                key = s.get(2);
            } else throw new Problem(404, "There is nothing at this address.");
        }
        if (q.method.equals("OPTIONS")) return new Res(204, null).header("Allow", allow);
        if (!Arrays.asList(allow.split(", ")).contains(q.method)) {
            Problem p = new Problem(405, "The method " + q.method + " is not allowed here.");
            throw bug("allow-missing-on-405") ? p : p.header("Allow", allow);
        }
        boolean read = q.method.equals("GET") || q.method.equals("HEAD");

        q.lang = q.query.get("ml_language");
        if (q.lang == null && q.body.get("ml_language") != null) q.lang = String.valueOf(q.body.get("ml_language"));
        if (q.lang != null && (!LANGUAGES.contains(q.lang) || bug("lang-en-rejected") && q.lang.equals("en")))
            throw Query.bad("ml_language", "must be one of " + String.join(", ", LANGUAGES));
        if (q.lang == null) q.lang = q.pathLang;

        if (c == null) {
            if (allow == READ && ns && s.size() == 1) return new Res(200, document(q));
            return new Res(200, ns ? index(q) : siteIndex(q));
        }
        if (key == null) return read ? list(c, q) : create(c, q, h);
        if (q.method.equals("HEAD") && q.viaSlug && bug("head-by-slug-404")) throw new Problem(404, "There is nothing at this address.");
        if (!read && USERS && q.user == null) mayWrite(q, null);
        Rec r = find(c, q, key);
        Object now = item(c, r, q);
        if (read) return bug("etag-second-resolution") ? new Res(200, now).header("ETag", tagOf(now, r)) : new Res(200, now);
        mayWrite(q, r);
        if (h.containsKey("If-Match") || h.containsKey("If-None-Match")) precondition(q, h, tagOf(now, r));
        return q.method.equals("DELETE") ? delete(c, r, q) : update(c, r, q);
    }

    static Map<String, Object> siteIndex(Req q) {
        Map<String, Object> o = new LinkedHashMap<>();
        o.put("name", "Calendar");
        o.put("namespaces", List.of(NS));
        o.put("languages", new ArrayList<>(LANGUAGES));
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("self", q.root());
        links.put("events", q.base());
        o.put("links", links);
        return o;
    }

    static Map<String, Object> index(Req q) {
        Map<String, Object> o = new LinkedHashMap<>();
        o.put("namespace", NS);
        o.put("context", Objects.requireNonNullElse(q.query.get("context"), "view"));
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("self", q.base());
        if (!(bug("index-up-lost-with-namespace") && q.query.has("namespace"))) links.put("up", q.root());
        links.put("doc", q.base() + "/doc");
        for (String n : COLLS.keySet()) links.put(n, q.base() + "/" + n);
        o.put("links", links);
        return o;
    }

    // -------------------------------------------------------------- document

    static Map<String, Object> schemaOf(Kind k) {
        Map<String, Object> s = new LinkedHashMap<>();
        switch (k) {
            case INT: case PARENT: s.put("type", "integer"); break;
            case BOOL: s.put("type", "boolean"); break;
            case IDS: s.put("type", "array"); s.put("items", Map.of("type", "integer")); break;
            case ANY: break;
            case STATUS: s.put("type", "string"); s.put("enum", STATUSES); break;
            default: s.put("type", "string"); if (k != Kind.DATETIME && k != Kind.PUBDATE && k != Kind.ZONE) s.put("nullable", true);
        }
        return s;
    }

    static Map<String, Object> param(String name, String in, String type, boolean required) {
        Map<String, Object> p = new LinkedHashMap<>();
        p.put("name", name);
        p.put("in", in);
        p.put("required", required);
        Map<String, Object> schema = new LinkedHashMap<>();
        if (type.equals("array") || type.equals("list")) {
            schema.put("type", "array");
            schema.put("items", Map.of("type", type.equals("array") ? "integer" : "string"));
            p.put("style", "form");
            p.put("explode", false);
        } else if (!type.isEmpty()) schema.put("type", type);
        if (name.equals("ml_language")) schema.put("enum", new ArrayList<>(LANGUAGES));
        if (name.equals("page")) schema.put("default", 1);
        if (name.equals("per_page")) schema.put("default", 10);
        if (name.equals("hide_empty")) schema.put("default", true);
        p.put("schema", schema);
        return p;
    }

    static final String EVENT_PARAMS = "page:integer per_page:integer start_date:string end_date:string starts_before:string "
        + "starts_after:string ends_before:string ends_after:string strict_dates:boolean search:string categories:list tags:list "
        + "venue:array organizer:array featured:boolean status:string geoloc:boolean geoloc_lat:number geoloc_lng:number include:array "
        + "post_parent:integer ticketed:boolean";
    static final String PLACE_PARAMS = "page:integer per_page:integer search:string event:integer has_events:boolean "
        + "only_with_upcoming:boolean status:string";
    static final String TERM_PARAMS = "page:integer per_page:integer search:string exclude:array include:array order:string "
        + "orderby:string hide_empty:boolean post:integer event:integer slug:string";

    static Map<String, Object> operation(Coll c, String id, List<Map<String, Object>> params, String bodySchema, int ok, String answer) {
        Map<String, Object> o = new LinkedHashMap<>();
        o.put("operationId", id);
        if (c != null) o.put("tags", List.of(c.name));
        List<Object> ps = new ArrayList<>(params);
        ps.add(param("ml_language", "query", "string", false));
        o.put("parameters", ps);
        if (bodySchema != null) o.put("requestBody", Map.of("required", true, "content",
            Map.of("application/json", Map.of("schema", Map.of("$ref", "#/components/schemas/" + bodySchema)))));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(String.valueOf(ok), Map.of("description", answer));
        responses.put("default", Map.of("description", "A problem", "content",
            Map.of("application/problem+json", Map.of("schema", Map.of("$ref", "#/components/schemas/Problem")))));
        o.put("responses", responses);
        return o;
    }

    static String cap(String s) { return Character.toUpperCase(s.charAt(0)) + s.substring(1); }

    static Map<String, Object> document(Req q) {
        Map<String, Object> doc = new LinkedHashMap<>();
        doc.put("openapi", "3.0.3");
        doc.put("info", Map.of("title", "Calendar events", "version", "1.0.0"));
        doc.put("servers", List.of(Map.of("url", q.base())));
        Map<String, Object> paths = new LinkedHashMap<>(), schemas = new LinkedHashMap<>();
        paths.put("/", Map.of("get", operation(null, "index", List.of(param("namespace", "query", "string", false),
            param("context", "query", "string", false)), null, 200, "The index")));
        paths.put("/doc", Map.of("get", operation(null, "doc", List.of(), null, 200, "This document")));
        for (Coll c : COLLS.values()) {
            String one = cap(c.single);
            List<Map<String, Object>> filters = new ArrayList<>();
            for (String p : (c == EVENTS ? EVENT_PARAMS : c.term ? TERM_PARAMS + (c == CATEGORIES ? " parent:integer" : "") : PLACE_PARAMS).split(" "))
                filters.add(param(p.split(":")[0], "query", p.split(":")[1], false));
            Map<String, Object> at = new LinkedHashMap<>();
            at.put("get", operation(c, "list" + cap(c.name), filters, null, 200, "A page of " + c.name));
            at.put("post", operation(c, "create" + one, List.of(), one + "Create", 201, "The new " + c.single));
            paths.put("/" + c.name, at);
            for (boolean slug : c.bySlug ? new boolean[] {false, true} : new boolean[] {false}) {
                List<Map<String, Object>> ps = new ArrayList<>();
                ps.add(slug ? param("slug", "path", "string", true) : param("id", "path", "integer", true));
                if (c == EVENTS && !slug) ps.add(param("password", "query", "string", false));
                String suffix = slug ? one + "BySlug" : one;
                Map<String, Object> it = new LinkedHashMap<>();
                it.put("get", operation(c, "get" + suffix, ps, null, 200, "The " + c.single));
                it.put("post", operation(c, "edit" + suffix, ps, one + "Update", 200, "The updated " + c.single));
                it.put("put", operation(c, "put" + suffix, ps, one + "Update", 200, "The updated " + c.single));
                it.put("patch", operation(c, "patch" + suffix, ps, one + "Update", 200, "The updated " + c.single));
                it.put("delete", operation(c, "delete" + suffix, ps, null, 204, "Deleted"));
                paths.put("/" + c.name + (slug ? "/by-slug/{slug}" : "/{id}"), it);
            }
            Map<String, Object> props = new LinkedHashMap<>();
            List<String> required = new ArrayList<>();
            for (Field fd : c.fields.values()) {
                Map<String, Object> sc = schemaOf(fd.kind);
                if (fd.required) { sc.remove("nullable"); required.add(fd.name); }
                sc.put("description", fd.meaning);
                props.put(fd.name, sc);
            }
            schemas.put(one + "Update", new LinkedHashMap<>(Map.of("type", "object", "properties", props)));
            schemas.put(one + "Create", new LinkedHashMap<>(Map.of("type", "object", "properties", props, "required", required)));
        }
        schemas.put("Problem", Map.of("type", "object", "properties", Map.of("title", Map.of("type", "string"),
            "status", Map.of("type", "integer"), "detail", Map.of("type", "string"))));
        doc.put("paths", paths);
        doc.put("components", Map.of("schemas", schemas));
        return doc;
    }

    // ------------------------------------------------------------------ HTTP

    static User authenticate(Headers h) {
        String a = h.getFirst("Authorization");
        if (!USERS || a == null) return null;
        String[] parts = a.trim().split("\\s+", 2);
        if (parts.length == 2 && parts[0].equalsIgnoreCase("Basic")) {
            try {
                String[] pair = new String(Base64.getDecoder().decode(parts[1]), StandardCharsets.UTF_8).split(":", 2);
                if (pair.length == 2 && pair[0].equals(pair[1]) && ACCOUNTS.containsKey(pair[0])) return ACCOUNTS.get(pair[0]);
            } catch (IllegalArgumentException ignored) {
                // falls through to the refusal
            }
        }
        throw unauthorized("Unknown user or wrong password.");
    }

    static Res answer(HttpExchange x) throws IOException {
        byte[] bytes = x.getRequestBody().readAllBytes();
        Headers h = x.getRequestHeaders();
        List<String> hosts = h.get("Host");
        if (hosts != null && hosts.size() > 1 || hosts == null && x.getProtocol().equals("HTTP/1.1"))
            throw new Problem(400, "One Host header is needed.");
        Req q = new Req();
        q.method = x.getRequestMethod();
        q.host = hosts == null || hosts.get(0).isBlank() ? "127.0.0.1:" + port : hosts.get(0).trim();
        q.rawQuery = x.getRequestURI().getRawQuery();
        String raw = Objects.requireNonNullElse(x.getRequestURI().getRawPath(), "/");
        q.path = new ArrayList<>();
        String[] segments = raw.split("/", -1);
        for (int k = 1; k < segments.length; k++)
            if (k < segments.length - 1 || !segments[k].isEmpty()) q.path.add(decode(segments[k], false));
        q.query = new Query(q.rawQuery);
        q.user = authenticate(h);
        q.body = Set.of("POST", "PUT", "PATCH").contains(q.method) ? readBody(x, bytes) : new LinkedHashMap<>();
        LOCK.lock();
        try {
            return route(q, h);
        } finally {
            if (LOCK.isHeldByCurrentThread()) LOCK.unlock();
        }
    }

    static void handle(HttpExchange x) throws IOException {
        Res r;
        try {
            r = answer(x);
        } catch (Problem p) {
            Map<String, Object> o = new LinkedHashMap<>();
            o.put("type", "about:blank");
            o.put("title", REASONS.getOrDefault(p.status, "Problem"));
            o.put("status", p.status);
            o.put("detail", p.getMessage());
            if (p.errors != null) o.put("errors", p.errors);
            r = new Res(p.status, o);
            r.problem = true;
            r.headers.putAll(p.headers);
        } catch (RuntimeException | StackOverflowError e) {
            e.printStackTrace();
            Map<String, Object> o = new LinkedHashMap<>();
            o.put("type", "about:blank");
            o.put("title", "Internal Server Error");
            o.put("status", 500);
            r = new Res(500, o);
            r.problem = true;
        }
        boolean head = x.getRequestMethod().equals("HEAD");
        Headers out = x.getResponseHeaders();
        r.headers.forEach(out::set);
        if (r.body == null) {
            x.sendResponseHeaders(r.status, -1);
            x.close();
            return;
        }
        String text = Json.write(r.body);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = bug("content-length-chars") ? text.length() : bytes.length;
        out.set("Content-Type", r.problem ? "application/problem+json" : "application/json; charset=utf-8");
        if (r.status == 200 && (head || x.getRequestMethod().equals("GET"))) {
            if (!out.containsKey("ETag")) out.set("ETag", tagOf(bytes));
            String tag = out.getFirst("ETag");
            List<String> m = x.getRequestHeaders().get("If-Match"), n = x.getRequestHeaders().get("If-None-Match");
            if (m != null && !listed(m, tag, false)) {
                out.remove("Content-Type");
                x.sendResponseHeaders(412, -1);
                x.close();
                return;
            }
            if (n != null && listed(n, tag, true)) {
                out.remove("Content-Type");
                x.sendResponseHeaders(304, -1);
                x.close();
                return;
            }
        }
        if (head) {
            out.set("Content-Length", String.valueOf(length));
            x.sendResponseHeaders(r.status, -1);
            x.close();
            return;
        }
        x.sendResponseHeaders(r.status, length);
        try (OutputStream o = x.getResponseBody()) {
            o.write(bytes, 0, length);
        }
        x.close();
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
        System.setProperty("sun.net.httpserver.idleInterval", "300");
        port = Integer.parseInt(Objects.requireNonNullElse(System.getenv("PORT"), "8080"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 256);
        port = server.getAddress().getPort();
        server.createContext("/", x -> {
            try {
                handle(x);
            } catch (IOException e) {
                x.close();
            }
        });
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
        System.out.println("listening on http://127.0.0.1:" + port);
        System.out.flush();
    }
}
