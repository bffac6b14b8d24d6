import java.nio.charset.StandardCharsets;
import java.util.*;

/** Who asks. */
final class Principal {
    enum Role { ANONYMOUS, READER, AUTHOR, EDITOR, SYSTEM }
    final long id;
    final String name;
    final Role role;
    Principal(long id, String name, Role role) { this.id = id; this.name = name; this.role = role; }
    static final Principal ANONYMOUS = new Principal(0, "", Role.ANONYMOUS);
    static final Principal SYSTEM = new Principal(1, "system", Role.SYSTEM);
    String viewKey() { return role + ":" + id; }
}

final class Accounts {
    private static final Map<String, Principal> BY_NAME = new LinkedHashMap<>();
    static {
        BY_NAME.put("editor", new Principal(1, "editor", Principal.Role.EDITOR));
        BY_NAME.put("author", new Principal(2, "author", Principal.Role.AUTHOR));
        BY_NAME.put("reader", new Principal(3, "reader", Principal.Role.READER));
    }
    static boolean exists(long id) { return id >= 1 && id <= 3; }
    private static final Map<String, Principal> BY_CONNECTION = new java.util.concurrent.ConcurrentHashMap<>();

    static Principal authenticate(String header, String connection) {
        if (!Cfg.USERS) return Principal.SYSTEM;
        if (header == null) {
            if (Cfg.bug("users-session-on-connection")) return BY_CONNECTION.getOrDefault(connection, Principal.ANONYMOUS);
            return Principal.ANONYMOUS;
        }
        if (header.regionMatches(true, 0, "Basic ", 0, 6)) {
            try {
                String pair = new String(Base64.getDecoder().decode(header.substring(6).trim()), StandardCharsets.UTF_8);
                int c = pair.indexOf(':');
                if (c > 0) {
                    String name = pair.substring(0, c), pass = pair.substring(c + 1);
                    Principal p = BY_NAME.get(name);
                    if (p != null && (pass.equals(name) || Cfg.bug("users-password-prefix") && name.startsWith(pass) && !pass.isEmpty())) {
                        BY_CONNECTION.put(connection, p);
                        return p;
                    }
                }
            } catch (IllegalArgumentException e) { /* not Base64 */ }
        }
        throw unauthorized("invalid_credentials", "The credentials are not right.");
    }
    static ApiException unauthorized(String code, String message) {
        return new ApiException(401, code, message).header("WWW-Authenticate", "Basic realm=\"events\", charset=\"UTF-8\"");
    }
}

/** Permissions. */
final class Access {
    static boolean mayRead(Principal p, Entity e) {
        if (e.kind.term() || e.status().equals("publish")) return true;
        return sees(p, e);
    }
    /** Whether the principal sees what is not public of this record. */
    static boolean sees(Principal p, Entity e) {
        switch (p.role) {
            case SYSTEM: case EDITOR: return true;
            case AUTHOR: return e.owner == p.id;
            default: return false;
        }
    }
    /** Whether the principal needs no password for a protected event. */
    static boolean privileged(Principal p, Entity e) { return p.role != Principal.Role.SYSTEM && sees(p, e); }

    static void requireRead(Principal p, Entity e, boolean bySlug) {
        if (Cfg.bug("users-anon-draft-by-slug") && bySlug && e.kind != Kind.EVENT) return;
        if (!mayRead(p, e)) refuse(p);
    }
    static void requireCreate(Principal p, Kind k) {
        if (Cfg.bug("users-reader-creates-tags") && k == Kind.TAG && p.role == Principal.Role.READER) return;
        if (p.role == Principal.Role.ANONYMOUS || p.role == Principal.Role.READER) refuse(p);
    }
    static void requireWrite(Principal p, Entity e, String method, boolean bySlug) {
        if (p.role == Principal.Role.SYSTEM || p.role == Principal.Role.EDITOR) return;
        if (p.role == Principal.Role.AUTHOR) {
            if (Cfg.bug("users-author-deletes-by-slug") && e.kind == Kind.VENUE && bySlug && method.equals("DELETE")) return;
            if (Cfg.bug("users-author-patches-others") && e.kind == Kind.EVENT && method.equals("PATCH")) return;
            if (Cfg.bug("users-author-own-organizer-refused") && e.kind == Kind.ORGANIZER && method.equals("DELETE")) refuse(p);
            if (e.owner == p.id) return;
        }
        refuse(p);
    }
    private static void refuse(Principal p) {
        if (p.role == Principal.Role.ANONYMOUS) throw Accounts.unauthorized("authentication_required", "This needs authentication.");
        throw new ApiException(403, "forbidden", "You may not do this.");
    }
}
