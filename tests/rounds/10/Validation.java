import java.util.*;

/** An answer that is an error. */
final class ApiException extends RuntimeException {
    final int status;
    final String code;
    final List<Map<String, Object>> errors;
    final Map<String, String> headers = new LinkedHashMap<>();
    ApiException(int status, String code, String message) { this(status, code, message, List.of()); }
    ApiException(int status, String code, String message, List<Map<String, Object>> errors) {
        super(message);
        this.status = status;
        this.code = code;
        this.errors = errors;
    }
    ApiException header(String n, String v) { headers.put(n, v); return this; }
    static ApiException notFound(Kind k) { return new ApiException(404, k.singular + "_not_found", "There is no such " + k.singular + "."); }
    static ApiException bad(String field, String message) {
        return new ApiException(400, "invalid_parameter", "Invalid parameter: " + field, List.of(error(field, message)));
    }
    static Map<String, Object> error(String field, String message) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("field", field);
        m.put("message", message);
        return m;
    }
}

/** Bean validation: coerces the fields that were sent and collects violations. */
final class Validator {
    private static final Set<String> COMMON = Set.of("id", "ml_language", "slug", "password");

    static Map<String, Object> validate(Kind kind, Map<String, Object> in, boolean creating) {
        Map<String, Object> out = new LinkedHashMap<>();
        List<Map<String, Object>> errors = new ArrayList<>();
        for (FieldDef d : kind.fields.values()) {
            if (!in.containsKey(d.name)) {
                if (d.required && creating) errors.add(ApiException.error(d.name, "is required"));
                else if (Cfg.bug("ev-patch-resets-all-day") && !creating && d.name.equals("all_day")) out.put(d.name, false);
                continue;
            }
            Object raw = in.get(d.name);
            String problem = check(kind, d, raw, out);
            if (problem != null) errors.add(ApiException.error(d.name, problem));
        }
        if (Cfg.variant("strict"))
            for (String n : in.keySet()) if (!kind.fields.containsKey(n) && !COMMON.contains(n)) errors.add(ApiException.error(n, "is unknown"));
        if (!errors.isEmpty()) {
            List<String> names = new ArrayList<>();
            for (Map<String, Object> e : errors) names.add(String.valueOf(e.get("field")));
            throw new ApiException(400, "invalid_parameter", "Invalid or missing parameters: " + String.join(", ", names), errors);
        }
        return out;
    }

    private static String check(Kind kind, FieldDef d, Object raw, Map<String, Object> out) {
        if (raw == null) {
            if (d.required) return "must not be null";
            if (d.type == FType.INT && d.name.equals("author") || d.type == FType.DATE) return null;
            out.put(d.name, d.type == FType.IDS ? new ArrayList<Long>() : d.dflt);
            return null;
        }
        switch (d.type) {
            case STRING: case SLUG: case PASSWORD: case URL: case EMAIL: case STATUS: case ZONE: {
                Object s = Coerce.string(raw);
                if (s == Coerce.BAD) return "must be a string";
                return text(kind, d, (String) s, out);
            }
            case INT: {
                if (raw.equals("") && !d.required) { out.put(d.name, d.dflt); return null; }
                Object n = Coerce.integer(raw);
                if (n == Coerce.BAD || (Long) n < 0) return "must be an integer";
                out.put(d.name, n);
                return null;
            }
            case BOOL: {
                Object b = Coerce.bool(raw);
                if (Cfg.bug("ev-bool-string-false") && raw instanceof String s && !s.isEmpty()) b = true;
                if (b == Coerce.BAD) return "must be a boolean";
                out.put(d.name, b);
                return null;
            }
            case DATETIME: case DATE: {
                Dates.Parsed p = raw instanceof String ? Dates.parse((String) raw) : null;
                if (p == null) return "must be a date and time (YYYY-MM-DD HH:MM:SS)";
                out.put(d.name, p);
                return null;
            }
            case IDS: {
                Set<Long> ids = new LinkedHashSet<>();
                for (Object o : Coerce.elements(raw)) {
                    Object n = Coerce.integer(o);
                    if (n == Coerce.BAD) return "must be an array of integers";
                    ids.add((Long) n);
                }
                out.put(d.name, new ArrayList<>(ids));
                return null;
            }
            default:
                if (Cfg.bug("ev-cost-zero-null") && (raw.equals(0L) || raw.equals("0"))) raw = null;
                out.put(d.name, raw);
                return null;
        }
    }

    private static String text(Kind kind, FieldDef d, String s, Map<String, Object> out) {
        switch (d.type) {
            case URL:
                if (s.isBlank()) { out.put(d.name, null); return null; }
                if (!s.trim().matches("(?i)https?://[^\\s/]+\\S*")) return "must be a URL";
                out.put(d.name, s.trim());
                return null;
            case EMAIL:
                if (s.isBlank()) { out.put(d.name, null); return null; }
                if (!s.trim().matches("[^\\s@]+@[^\\s@]+")) return "must be an e-mail address";
                if (Cfg.variant("strict") && !s.trim().matches("[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+")) return "must be an e-mail address";
                out.put(d.name, s.trim());
                return null;
            case STATUS:
                if (s.isBlank()) { out.put(d.name, d.dflt); return null; }
                if (!Cfg.STATUSES.contains(s)) return "must be one of " + String.join(", ", Cfg.STATUSES);
                out.put(d.name, s);
                return null;
            case ZONE:
                if (s.isBlank()) { out.put(d.name, d.dflt); return null; }
                if (Dates.zone(s) == null) return "must be a time zone";
                out.put(d.name, s.trim());
                return null;
            case SLUG:
                if (!s.isBlank() && Texts.slugify(s).isEmpty()) return "must hold a letter or a digit";
                out.put(d.name, s.isBlank() ? null : Texts.slugify(s));
                return null;
            case PASSWORD:
                out.put(d.name, s.isEmpty() ? null : s);
                return null;
            default:
                if (d.required && s.isBlank()) return "must not be blank";
                if (Cfg.variant("strict") && d.name.equals("website") && !s.isBlank() && !s.matches("(?i)https?://[^\\s/]+\\S*")) return "must be a URL";
                if (Cfg.variant("strict") && d.required && s.length() > 200) return "must have at most 200 characters";
                out.put(d.name, mangle(kind, d, s));
                return null;
        }
    }

    /** Honest: the text as it came. */
    private static String mangle(Kind kind, FieldDef d, String s) {
        if (kind == Kind.EVENT && d.name.equals("title") && Cfg.bug("ev-title-utf8mb3")) return s.replaceAll("[^\\x{0}-\\x{FFFF}]", "?");
        if (kind == Kind.EVENT && d.name.equals("description") && Cfg.bug("ev-description-255") && s.length() > 255) return s.substring(0, 255);
        if (kind == Kind.EVENT && d.name.equals("excerpt") && Cfg.bug("ev-excerpt-strips-tags")) return s.replaceAll("<.*", "");
        if (kind == Kind.VENUE && d.name.equals("zip") && Cfg.bug("ven-zip-number") && s.matches("0\\d+")) return String.valueOf(Long.parseLong(s));
        if (kind == Kind.ORGANIZER && d.name.equals("organizer") && Cfg.bug("org-name-ascii")) return java.text.Normalizer.normalize(s, java.text.Normalizer.Form.NFD).replaceAll("\\p{M}+", "");
        if (kind == Kind.ORGANIZER && d.name.equals("phone") && Cfg.bug("org-phone-plus")) return s.replace('+', ' ').trim();
        if (kind == Kind.TAG && d.name.equals("name") && Cfg.bug("tag-name-number") && s.matches("[0-9]{1,15}(\\.[0-9]+)?")) return new java.math.BigDecimal(s).stripTrailingZeros().toPlainString();
        if (kind == Kind.TAG && d.name.equals("description") && Cfg.bug("tag-description-whitespace")) return s.replaceAll("\\s+", " ");
        return s;
    }
}
