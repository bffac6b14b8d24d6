import java.time.ZoneId;
import java.util.*;

/** Environment of the process: port, switched bug, switched variant, users. */
final class Config {
  static final int PORT = Integer.parseInt(env("PORT", "8080"));
  static final String BUG = env("BUG", "");
  static final String VARIANT = env("VARIANT", "");
  static final boolean USERS = "1".equals(env("USERS", ""));
  static final ZoneId SITE = ZoneId.of("Europe/Amsterdam");
  static final String NS = "vendor/events/v1";
  static final List<String> LANGS = List.of("nl", "en", "fr", "de");

  private static final Map<String, Set<String>> VARIANTS = new HashMap<>();
  static {
    var("data-envelope", "env-data", "item-wrapped", "times-iso-offset", "relations-ids", "create-200", "max-50-clamp", "default-order-desc");
    var("bare-arrays", "env-array", "texts-objects", "delete-204", "gone-410", "beyond-404", "default-upcoming", "terms-order-id");
    var("trash-bin", "trash", "default-publish", "env-items", "slug-conflict-409", "has-events-false-none", "cost-string", "no-etag");
    var("strict-validation", "reject-unknown", "status-422", "strict-url", "max-25-reject", "dup-term-409", "unknown-status-filter-400", "problem-json", "reject-scalar-ids");
    var("lenient-input", "lang-invalid-ignored", "unknown-relation-ignored", "bad-paging-default", "item-named", "delete-ack", "omit-null", "author-object");
    var("put-replaces", "put-replaces", "times-iso-local", "create-200", "env-data", "sticky-first", "all-day-normalised", "parent-null");
    var("language-separate", "lang-separate", "relations-links", "texts-objects", "times-iso-utc", "delete-204", "max-50-clamp", "forbidden-404");
    var("single-language", "lang-ignored", "env-array", "wall-clock", "relations-ids", "beyond-404", "map-flags-boolean", "children-orphan", "default-publish");
  }
  private static void var(String id, String... choices) { VARIANTS.put(id, new HashSet<>(Arrays.asList(choices))); }
  private static final Set<String> CHOICES = VARIANTS.getOrDefault(VARIANT, Set.of());

  static boolean bug(String id) { return BUG.equals(id); }
  static boolean choice(String c) { return CHOICES.contains(c); }
  static String env(String k, String d) { String v = System.getenv(k); return v == null || v.isEmpty() ? d : v; }
  static String base() { return "http://127.0.0.1:" + PORT + "/"; }
  private Config() { }
}

/** A failure that has a status of its own. */
final class ApiException extends RuntimeException {
  final int status; final String code;
  ApiException(int status, String code, String message) { super(message, null, false, false); this.status = status; this.code = code; }
  static ApiException bad(String message) { return new ApiException(Config.choice("status-422") ? 422 : 400, "invalid_param", message); }
  static ApiException notFound(String what) { return new ApiException(404, "not_found", what + " not found"); }
}

/** Who asks. */
final class Caller {
  final int id; final String role;
  Caller(int id, String role) { this.id = id; this.role = role; }
  boolean all() { return role.equals("editor"); }
  boolean owns(Map<String, Object> row) { return all() || role.equals("author") && ((Number) row.get("author")).intValue() == id; }
}
