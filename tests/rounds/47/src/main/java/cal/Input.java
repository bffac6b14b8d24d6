package cal;

import jakarta.servlet.http.HttpServletRequest;
import java.math.BigDecimal;
import java.net.URI;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.*;

/** The parameters of a request (query and body together), read by type; what cannot be read is a 400. */
public class Input {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("H:mm[:ss]").withResolverStyle(ResolverStyle.STRICT);
    private static final Set<String> TRUE = Set.of("true", "1", "yes", "on"), FALSE = Set.of("false", "0", "no", "off", "");
    final Map<String, Object> values;
    final String method, ifMatch;

    Input(Map<String, Object> values, HttpServletRequest request) {
        this.values = values;
        this.method = request.getMethod();
        this.ifMatch = request.getHeader("If-Match");
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Refuses a write that was meant for another state of the record. */
    void precondition(Object current) {
        if (ifMatch == null || ifMatch.strip().equals("*")) return;
        for (String tag : ifMatch.split(",")) if (tag.strip().equals(Etags.of(current))) return;
        throw new ApiException(412, "rest_precondition_failed", "The record has changed meanwhile");
    }

    /** True when the parameter is there and says something. */
    boolean given(String name) {
        Object v = values.get(name);
        return v != null && !(v instanceof String s && s.isBlank());
    }

    String str(String name) {
        Object v = values.get(name);
        if (v == null) return null;
        if (v instanceof Collection || v instanceof Map) throw ApiException.badParam(name, "a string is expected");
        String s = v instanceof Number ? number(name, v) : v.toString();
        if (s.codePoints().anyMatch(p -> p >= 0xD800 && p <= 0xDFFF)) throw ApiException.badParam(name, "well-formed text is expected");
        return s;
    }

    private static String number(String name, Object v) {
        BigDecimal d = new BigDecimal(v.toString());
        if (Math.abs((long) d.scale()) > 100) throw ApiException.badParam(name, "the number is out of range");
        if (Switch.bug("e-cost-sci")) return d.stripTrailingZeros().toString();
        return d.toPlainString();
    }

    String required(String name, int max) {
        String s = str(name);
        if (s == null || s.isBlank()) throw ApiException.badParam(name, "it may not be empty");
        s = s.strip();
        if (s.codePointCount(0, s.length()) > max) throw ApiException.badParam(name, "at most " + max + " characters");
        return s;
    }

    String str(String name, int max) {
        String s = str(name);
        if (s != null && s.length() > max) throw ApiException.badParam(name, "at most " + max + " characters");
        return s;
    }

    Long integer(String name) {
        Object v = values.get(name);
        if (v == null) return null;
        return toLong(name, v);
    }

    private static long toLong(String name, Object v) {
        if (v instanceof Boolean) throw ApiException.badParam(name, "an integer is expected");
        try {
            return v instanceof Number ? new BigDecimal(v.toString()).longValueExact() : Long.parseLong(v.toString().strip());
        } catch (ArithmeticException | NumberFormatException e) {
            throw ApiException.badParam(name, "an integer is expected");
        }
    }

    Double decimal(String name) {
        try {
            double d = Double.parseDouble(str(name));
            if (Double.isFinite(d)) return d;
        } catch (NumberFormatException e) {
            // falls through
        }
        throw ApiException.badParam(name, "a number is expected");
    }

    boolean bool(String name) {
        String s = str(name);
        s = s == null ? "" : s.strip().toLowerCase(Locale.ROOT);
        if (TRUE.contains(s)) return true;
        if (FALSE.contains(s)) return false;
        throw ApiException.badParam(name, "a boolean is expected");
    }

    /** A list given as a JSON array, as repeated parameters, or as comma separated values. */
    List<String> list(String name) {
        Object v = values.get(name);
        List<String> out = new ArrayList<>();
        if (v == null) return out;
        if (v instanceof Map) throw ApiException.badParam(name, "a list is expected");
        for (Object o : v instanceof Collection<?> c ? c : List.of(v)) {
            if (o == null || o instanceof Collection || o instanceof Map || o instanceof Boolean) throw ApiException.badParam(name, "a list of single values is expected");
            for (String s : o.toString().split(",")) if (!s.isBlank()) out.add(s.strip());
        }
        return out;
    }

    List<Long> ids(String name) {
        List<Long> out = new ArrayList<>();
        for (String s : list(name)) out.add(toLong(name, s));
        return out;
    }

    LocalDateTime dateTime(String name, LocalTime whenDateOnly) {
        String s = str(name);
        if (s == null || s.isBlank()) throw ApiException.badParam(name, "a date is expected");
        String[] parts = s.strip().split("[ T]", 2);
        try {
            LocalDate d = LocalDate.parse(parts[0], Switch.bug("e-feb30") ? DATE.withResolverStyle(ResolverStyle.SMART) : DATE);
            if (d.getYear() < 1 || d.getYear() > 9999) throw ApiException.badParam(name, "the year is out of range");
            return parts.length == 1 ? d.atTime(whenDateOnly) : d.atTime(LocalTime.parse(parts[1], TIME));
        } catch (DateTimeParseException e) {
            throw ApiException.badParam(name, "a date as YYYY-MM-DD HH:MM:SS is expected");
        }
    }

    String url(String name) {
        String s = str(name, 2000);
        if (s == null || s.isBlank()) return null;
        try {
            URI u = URI.create(s.strip());
            if (("http".equals(u.getScheme()) || "https".equals(u.getScheme())) && u.getHost() != null) return s.strip();
        } catch (IllegalArgumentException e) {
            // falls through
        }
        throw ApiException.badParam(name, "an http or https URL is expected");
    }

    /** A featured image: the number of an image, or its URL. */
    String image(String name) {
        String s = str(name);
        if (s == null || s.isBlank() || s.equals("0") || s.equals("false")) return null;
        return s.matches("[1-9]\\d{0,9}") ? s : url(name);
    }

    String choice(String name, Collection<String> allowed) {
        String s = str(name);
        if (!allowed.contains(s)) throw ApiException.badParam(name, "one of " + allowed + " is expected");
        return s;
    }
}
