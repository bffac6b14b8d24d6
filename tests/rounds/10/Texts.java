import java.time.*;
import java.time.format.*;
import java.util.*;
import java.util.regex.*;
import java.text.Normalizer;

/** Slugs and folding of text. */
final class Texts {
    static String slugify(String s) {
        String n = Normalizer.normalize(s, Normalizer.Form.NFD).replaceAll("\\p{M}+", "").toLowerCase(Locale.ROOT)
            .replace("ß", "ss").replace("æ", "ae").replace("ø", "o").replace("œ", "oe").replace("ł", "l");
        n = Normalizer.normalize(n, Normalizer.Form.NFC);
        n = n.replaceAll("['’]", "").replaceAll("[^\\p{L}\\p{N}]+", "-").replaceAll("^-+|-+$", "");
        if (n.codePointCount(0, n.length()) > 190) n = n.substring(0, n.offsetByCodePoints(0, 190));
        return n;
    }
    static String fold(String s) { return s == null ? "" : Normalizer.normalize(s, Normalizer.Form.NFC).toLowerCase(Locale.ROOT); }
    static boolean contains(String hay, String needle) { return hay != null && fold(hay).contains(fold(needle)); }
    static String sortKey(String s) { return fold(Normalizer.normalize(s == null ? "" : s, Normalizer.Form.NFD).replaceAll("\\p{M}+", "")); }
    static String escape(String s) { return s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"); }
}

/** Dates and times as the interface writes them. */
final class Dates {
    static final DateTimeFormatter OUT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final Pattern IN = Pattern.compile(
        "(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{2}:\\d{2})(:\\d{2})?(?:\\.\\d+)?\\s*(Z|[+-]\\d{2}:?\\d{2})?)?");

    /** A moment as parsed: local, whether it had a time of day, and an offset if one was given. */
    static final class Parsed {
        LocalDateTime local;
        boolean hasTime;
        ZoneOffset offset;
        LocalDateTime in(ZoneId zone) {
            return offset == null ? local : local.atOffset(offset).atZoneSameInstant(zone).toLocalDateTime();
        }
    }

    static Parsed parse(String s) {
        if (s == null) return null;
        Matcher m = IN.matcher(s.trim());
        if (!m.matches()) return null;
        try {
            LocalDate d = LocalDate.parse(m.group(1), DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT));
            Parsed p = new Parsed();
            p.hasTime = m.group(2) != null;
            p.local = p.hasTime ? d.atTime(LocalTime.parse(m.group(2) + (m.group(3) == null ? ":00" : m.group(3)))) : d.atStartOfDay();
            if (m.group(4) != null) {
                String o = m.group(4);
                p.offset = o.equals("Z") ? ZoneOffset.UTC : ZoneOffset.of(o.contains(":") ? o : o.substring(0, 3) + ":" + o.substring(3));
            }
            return p;
        } catch (DateTimeException e) { return null; }
    }

    static String out(LocalDateTime t) { return t == null ? null : t.format(OUT); }
    static LocalDateTime of(String s) { return LocalDateTime.parse(s, OUT); }
    static LocalDateTime toUtc(LocalDateTime local, ZoneId zone) { return local.atZone(zone).withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime(); }
    static LocalDateTime fromUtc(LocalDateTime utc, ZoneId zone) { return utc.atOffset(ZoneOffset.UTC).atZoneSameInstant(zone).toLocalDateTime(); }
    static ZoneId zone(String name) {
        try { return name == null || name.isBlank() ? Cfg.SITE_ZONE : ZoneId.of(name.trim()); }
        catch (DateTimeException e) { return null; }
    }
    static LocalDateTime nowUtc() { return LocalDateTime.now(ZoneOffset.UTC).truncatedTo(java.time.temporal.ChronoUnit.SECONDS); }
}

/** Coercion of values that came in JSON, a form or the query. */
final class Coerce {
    static final Object BAD = new Object();

    static Object bool(Object v) {
        if (v instanceof Boolean) return v;
        if (v == null) return BAD;
        switch (v.toString().trim().toLowerCase(Locale.ROOT)) {
            case "true": case "1": case "yes": case "on": return Boolean.TRUE;
            case "false": case "0": case "no": case "off": case "": return Boolean.FALSE;
            default: return BAD;
        }
    }

    static Object integer(Object v) {
        if (v instanceof Long) return v;
        if (v instanceof java.math.BigDecimal b) {
            try { return b.longValueExact(); } catch (ArithmeticException e) { return BAD; }
        }
        if (v instanceof String s && s.trim().matches("-?\\d{1,18}")) return Long.parseLong(s.trim());
        return BAD;
    }

    static Object string(Object v) {
        if (v instanceof String) return v;
        if (v instanceof Number && !Cfg.variant("strict")) return v.toString();
        return BAD;
    }

    /** The elements of a list: an array, a CSV list or one value. */
    static List<Object> elements(Object v) {
        List<Object> out = new ArrayList<>();
        if (v == null) return out;
        if (v instanceof Collection<?> c) { for (Object o : c) out.addAll(o instanceof String ? elements(o) : Collections.singletonList(o)); return out; }
        if (v instanceof Map<?, ?> m) { out.add(m); return out; }
        for (String p : v.toString().split(",")) if (!p.isBlank()) out.add(p.trim());
        return out;
    }
}
