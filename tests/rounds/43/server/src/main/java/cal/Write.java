package cal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Creating, updating and deleting. */
final class Write {
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+\\.[^@\\s.]+");
    static final Map<String, Integer> SLUG_CACHE = new java.util.concurrent.ConcurrentHashMap<>();

    private final Handle h;
    private final Req r;
    private final Kind kind;
    private final Params in;
    /** The record before the write, or null when it is created. */
    private final Map<String, Object> old;
    private final Map<String, Object> columns = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<Kind, Set<Integer>> links = new LinkedHashMap<>();

    private Write(Handle h, Req r, Kind kind, Map<String, Object> old) {
        this.h = h;
        this.r = r;
        this.kind = kind;
        this.in = r.input;
        this.old = old;
    }

    static int create(Handle h, Req r, Kind kind) {
        return new Write(h, r, kind, null).save();
    }

    static void update(Handle h, Req r, Kind kind, Map<String, Object> old) {
        new Write(h, r, kind, old).save();
    }

    private int save() {
        boolean create = old == null;
        if (create) {
            require(kind.nameField);
            if (kind == Kind.EVENT) {
                require("start_date");
                require("end_date");
            }
        }
        for (Kind.Field f : kind.fields) {
            JsonNode n = in.values.get(f.name());
            if (n != null) field(f, n);
        }
        if (kind == Kind.EVENT) times();
        if (kind.post()) publication();
        int id = create ? Db.next(h, kind.post() ? "post_id" : "term_id") : (Integer) old.get("id");
        String lang = textLang();
        slug(id);
        if (create) {
            columns.put("id", id);
            columns.put("lang", lang);
            if (kind.post()) {
                columns.putIfAbsent("status", "publish");
                columns.putIfAbsent("author", r.user.id());
            } else {
                columns.put("kind", kind.name());
            }
            if (kind == Kind.VENUE) columns.put("search_copy", List.of("address", "city", "country", "province", "state", "stateprovince", "zip", "phone", "website").stream()
                .map(c -> columns.get(c) == null ? "" : columns.get(c).toString()).collect(Collectors.joining(" ")));
            h.createUpdate("INSERT INTO " + kind.table + " (" + String.join(",", columns.keySet()) + ") VALUES (:" + String.join(",:", columns.keySet()) + ")").bindMap(columns).execute();
        } else {
            boolean touch = !Switch.bug(21) || kind != Kind.EVENT || !columns.isEmpty() || !texts.isEmpty();
            if (kind.post()) {
                columns.put("modified", Dates.nowSite());
                columns.put("modified_utc", Dates.nowUtc());
            }
            String set = columns.keySet().stream().map(c -> c + " = :" + c + ", ").collect(Collectors.joining());
            columns.put("id", id);
            h.createUpdate("UPDATE " + kind.table + " SET " + set + "ver = ver + " + (touch ? 1 : 0) + " WHERE id = :id").bindMap(columns).execute();
            if (Switch.bug(19) && kind == Kind.EVENT && !texts.containsKey("title")) reescape(id, lang);
        }
        saveTexts(id, lang);
        links.forEach((k, targets) -> saveLinks(id, k, targets));
        Repr.VENUE_CACHE.remove(id);
        if (!(r.bySlug && kind == Kind.EVENT)) Lists.CACHE.clear();
        return id;
    }

    private void require(String name) {
        JsonNode n = in.values.get(name);
        if (n == null || n.isNull()) throw ApiError.missing(name);
    }

    /** The language that this write speaks: the one asked for, else the one a reader without a wish gets. */
    private String textLang() {
        if (r.asked != null) return r.asked;
        if (old == null) return "en";
        boolean english = h.createQuery("SELECT COUNT(*) FROM text WHERE kind = :k AND id = :id AND lang = 'en'").bind("k", kind.name()).bind("id", old.get("id")).mapTo(Integer.class).one() > 0;
        return english ? "en" : (String) old.get("lang");
    }

    private void field(Kind.Field f, JsonNode n) {
        String name = f.name(), column = f.column();
        switch (f.type()) {
            case TITLE: {
                if (n.isNull()) throw ApiError.invalid(name, "must not be empty.");
                String s = Params.string(name, n).strip();
                if (s.isEmpty()) throw ApiError.invalid(name, "must not be empty.");
                if (Switch.bug(48) && kind == Kind.TAG) s = s.replaceAll("[\\x{10000}-\\x{10FFFF}]", "?");
                texts.put("title", s);
                break;
            }
            case TEXT: {
                String s = n.isNull() ? "" : Params.string(name, n);
                if (Switch.bug(28) && kind == Kind.VENUE && old != null && s.length() > 1000) s = s.substring(0, 1000);
                texts.put(column, s);
                break;
            }
            case STRING: {
                String s = n.isNull() ? null : Params.string(name, n);
                if (Switch.bug(32) && name.equals("zip") && old != null && s != null && s.matches("\\d+")) s = s.replaceFirst("^0+(?=\\d)", "");
                columns.put(column, s);
                break;
            }
            case COST:
                columns.put(column, n.isNull() ? null : Params.string(name, n));
                break;
            case URL: case EMAIL: {
                String s = n.isNull() ? "" : Params.string(name, n).strip();
                boolean ok = s.isEmpty() || (f.type() == Kind.Type.URL ? Text.isUrl(s) : EMAIL.matcher(s).matches());
                if (!ok) throw ApiError.invalid(name, f.type() == Kind.Type.URL ? "must be a URL." : "must be an e-mail address.");
                columns.put(column, s.isEmpty() ? null : s);
                break;
            }
            case BOOL: {
                boolean standard = name.startsWith("show_map");
                if (Switch.bug(34) && kind == Kind.VENUE && n.isTextual() && !n.asText().isEmpty()) n = BooleanNode.TRUE;
                columns.put(column, n.isNull() || n.isTextual() && n.asText().isEmpty() ? standard : Params.bool(name, n));
                break;
            }
            case STATUS:
                if (n.isNull()) break;
                if (!Lists.STATUSES.contains(Params.string(name, n))) throw ApiError.invalid(name, "unknown status.");
                columns.put(column, n.asText());
                break;
            case AUTHOR: {
                if (n.isNull()) break;
                int author = Params.integer(name, n);
                if (!Users.IDS.contains(author)) throw ApiError.invalid(name, "no such user.");
                if (!r.user.editor() && author != r.user.id()) throw r.user.refusal();
                columns.put(column, author);
                break;
            }
            case TIMEZONE:
                if (n.isNull()) break;
                Dates.zone(name, Params.string(name, n));
                columns.put(column, n.asText());
                break;
            case IMAGE:
                columns.put(column, image(name, n));
                break;
            case LINKS:
                links(f, n);
                break;
            case PARENT:
                parent(name, n);
                break;
            default: // SLUG and DATE are looked at together with other fields
        }
    }

    private Integer image(String name, JsonNode n) {
        String s = n.isNull() || n.isBoolean() && !n.booleanValue() ? "" : Params.string(name, n).strip();
        if (s.isEmpty()) return null;
        boolean id = s.matches("\\d{1,9}");
        if (!id && !Text.isUrl(s)) throw ApiError.invalid(name, "must be an image ID or a URL.");
        Integer found = h.createQuery("SELECT id FROM media WHERE " + (id ? "id = " + s : "url = :url")).bindMap(id ? Map.of() : Map.of("url", s)).mapTo(Integer.class).findFirst().orElse(null);
        if (found != null) return found;
        if (id) throw ApiError.invalid(name, "no such image.");
        int next = Db.next(h, "media_id");
        h.createUpdate("INSERT INTO media VALUES (:id, :url)").bind("id", next).bind("url", s).execute();
        return next;
    }

    private void links(Kind.Field f, JsonNode n) {
        List<Integer> ids = n.isNull() ? List.of() : Params.ids(f.name(), n);
        if (Switch.bug(18) && f.target() == Kind.TAG && ids.isEmpty()) return;
        for (Integer id : ids) {
            if (Db.row(h, f.target(), id).filter(x -> !"trash".equals(x.get("status"))).isEmpty()) throw ApiError.invalid(f.name(), "there is no " + f.target().singular + " " + id + ".");
        }
        if (Switch.bug(24) && new LinkedHashSet<>(ids).size() < ids.size()) throw new IllegalStateException("Unique index or primary key violation");
        links.put(f.target(), new LinkedHashSet<>(ids));
    }

    private void parent(String name, JsonNode n) {
        int parent = n.isNull() || n.isTextual() && n.asText().isBlank() ? 0 : Params.integer(name, n);
        int self = old == null ? -1 : (Integer) old.get("id");
        for (int p = parent, depth = 0; p != 0; depth++) {
            Map<String, Object> row = Db.row(h, Kind.CATEGORY, p).orElse(null);
            if (row == null || depth > 1000) throw ApiError.invalid(name, "no such category.");
            if (p == self) throw ApiError.invalid(name, "a category cannot lie below itself.");
            if (Switch.bug(43)) break;
            p = (Integer) row.get("parent");
        }
        columns.put("parent", parent);
    }

    private void times() {
        String zoneName = (String) columns.getOrDefault("timezone", old == null ? Dates.SITE.getId() : old.get("timezone"));
        columns.putIfAbsent("timezone", zoneName);
        ZoneId zone = Dates.zone("timezone", zoneName);
        boolean allDay = (Boolean) columns.getOrDefault("all_day", old != null && (Boolean) old.get("all_day"));
        String start = time("start_date", zone), end = time("end_date", zone);
        boolean sent = in.has("start_date") || in.has("end_date");
        if (allDay) {
            start = start.substring(0, 10) + " 00:00:00";
            end = end.substring(0, 10) + " 23:59:59";
        }
        boolean lax = Switch.bug(16) && !(in.has("start_date") && in.has("end_date"));
        if (end.compareTo(start) < 0 && !lax) throw ApiError.invalid("end_date", "lies before start_date.");
        String utcStart = Dates.toUtc(start, zone), utcEnd = Dates.toUtc(end, zone);
        if (Switch.bug(14)) {
            java.time.ZoneOffset offset = zone.getRules().getOffset(Dates.read(start));
            utcEnd = Dates.text(Dates.read(end).minusSeconds(offset.getTotalSeconds()));
        }
        columns.put("start_date", start);
        columns.put("end_date", end);
        if (old == null || sent || in.has("all_day") || !Switch.bug(15)) {
            columns.put("utc_start", utcStart);
            columns.put("utc_end", utcEnd);
        }
        // Nothing of the times was sent: leave them alone.
        if (old != null && !sent && !in.has("all_day") && !in.has("timezone")) columns.keySet().removeAll(List.of("timezone", "start_date", "end_date", "utc_start", "utc_end"));
    }

    private String time(String name, ZoneId zone) {
        if (!in.has(name)) return (String) old.get(name);
        JsonNode n = in.values.get(name);
        if (n.isNull()) throw ApiError.invalid(name, "must be a date.");
        return Dates.text(Dates.parse(name, Params.string(name, n), zone));
    }

    private void publication() {
        String date = null, utc = null;
        if (in.given("date_utc")) {
            utc = Dates.text(Dates.parse("date_utc", in.string("date_utc"), java.time.ZoneOffset.UTC));
            date = Dates.fromUtc(utc, Dates.SITE);
        }
        if (in.given("date")) {
            date = Dates.text(Dates.parse("date", in.string("date"), Dates.SITE));
            utc = Switch.bug(60) ? Dates.text(Dates.read(date).minusHours(1)) : Dates.toUtc(date, Dates.SITE);
        }
        if (date == null && old == null) {
            utc = Dates.nowUtc();
            date = Dates.fromUtc(utc, Dates.SITE);
        }
        if (date != null) {
            columns.put("date", date);
            columns.put("date_utc", utc);
        }
        if (old == null) {
            columns.put("modified", Dates.nowSite());
            columns.put("modified_utc", Dates.nowUtc());
        }
    }

    private void slug(int id) {
        boolean settable = kind == Kind.EVENT || !kind.post();
        String wish = settable && in.given("slug") ? Text.slugify(in.string("slug")) : "";
        if (old != null && wish.isEmpty()) return;
        if (wish.isEmpty()) wish = Text.slugify(texts.get("title"));
        if (Switch.bug(36) && kind == Kind.ORGANIZER) wish = wish.replaceAll("[^a-z0-9-]", "");
        else if (wish.isEmpty()) wish = kind.singular + "-" + id;
        String slug = wish;
        String guard = Switch.bug(29) && kind == Kind.VENUE ? "x.status = 'publish'" : kind.guard();
        for (int i = 2; h.createQuery("SELECT COUNT(*) FROM " + kind.table + " x WHERE x.slug = :slug AND x.id <> :id AND " + guard)
            .bind("slug", slug).bind("id", id).mapTo(Integer.class).one() > 0 && !slug.isEmpty(); i++) slug = wish + "-" + i;
        if (Switch.bug(27) && kind == Kind.EVENT && old == null) pause();
        columns.put("slug", slug);
    }

    private static void pause() {
        try {
            Thread.sleep(60);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void saveTexts(int id, String lang) {
        if (texts.isEmpty()) return;
        Map<String, Object> key = new HashMap<>(Map.of("kind", kind.name(), "id", id, "lang", lang));
        if (h.createQuery("SELECT COUNT(*) FROM text WHERE kind = :kind AND id = :id AND lang = :lang").bindMap(key).mapTo(Integer.class).one() == 0)
            h.createUpdate("INSERT INTO text (kind, id, lang) VALUES (:kind, :id, :lang)").bindMap(key).execute();
        key.putAll(texts);
        h.createUpdate("UPDATE text SET " + texts.keySet().stream().map(c -> c + " = :" + c).collect(Collectors.joining(", ")) + " WHERE kind = :kind AND id = :id AND lang = :lang").bindMap(key).execute();
    }

    private void reescape(int id, String lang) {
        String where = " WHERE kind = 'EVENT' AND id = :id AND lang = :lang";
        h.createQuery("SELECT title FROM text" + where).bind("id", id).bind("lang", lang).mapTo(String.class).findFirst().ifPresent(t ->
            h.createUpdate("UPDATE text SET title = :t" + where).bind("t", Text.escapeHtml(t)).bind("id", id).bind("lang", lang).execute());
    }

    private void saveLinks(int event, Kind k, Set<Integer> targets) {
        h.createUpdate("DELETE FROM link WHERE event = :e AND kind = :k").bind("e", event).bind("k", k.name()).execute();
        int pos = 0;
        for (Integer t : targets) h.createUpdate("INSERT INTO link VALUES (:e, :k, :t, :p)").bind("e", event).bind("k", k.name()).bind("t", t).bind("p", pos++).execute();
    }

    static void delete(Handle h, Req r, Kind kind, Map<String, Object> row) {
        int id = (Integer) row.get("id");
        if (!(r.bySlug && kind == Kind.EVENT)) Lists.CACHE.clear();
        Repr.VENUE_CACHE.remove(id);
        if (kind.post() && Switch.variant("trash")) {
            h.createUpdate("UPDATE " + kind.table + " SET status = 'trash', slug = slug || '__trashed-' || id, ver = ver + 1 WHERE id = :id").bind("id", id).execute();
            return;
        }
        if (kind == Kind.EVENT) {
            if (!(Switch.bug(55) && r.bySlug)) h.createUpdate("DELETE FROM link WHERE event = :id").bind("id", id).execute();
        } else if (Switch.bug(49) && kind == Kind.TAG) {
            h.createUpdate("DELETE FROM link WHERE kind = 'TAG' AND event IN (SELECT event FROM link WHERE kind = 'TAG' AND target = :id)").bind("id", id).execute();
        } else if (!(Switch.bug(38) && kind == Kind.ORGANIZER)) {
            h.createUpdate("DELETE FROM link WHERE kind = :k AND target = :id").bind("k", kind.name()).bind("id", id).execute();
        }
        // Children of a category move up to its parent.
        if (kind == Kind.CATEGORY) h.createUpdate("UPDATE term SET parent = :p, ver = ver + 1 WHERE kind = 'CATEGORY' AND parent = :id").bind("p", row.get("parent")).bind("id", id).execute();
        h.createUpdate("DELETE FROM text WHERE kind = :k AND id = :id").bind("k", kind.name()).bind("id", id).execute();
        h.createUpdate("DELETE FROM " + kind.table + " WHERE id = :id").bind("id", id).execute();
    }
}
