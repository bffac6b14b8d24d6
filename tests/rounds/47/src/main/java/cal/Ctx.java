package cal;

import jakarta.servlet.http.HttpServletRequest;

/** Who asks, in which language, and under which address. */
public record Ctx(String lang, String origin, String prefix, String user, long userId) {
    static final String NS = "/vendor/events/v1";

    static Ctx of(HttpServletRequest r) {
        return (Ctx) r.getAttribute("ctx");
    }

    String base() {
        return origin + prefix + NS;
    }

    boolean editor() {
        return user.equals("editor");
    }

    boolean anonymous() {
        return user.isEmpty();
    }

    boolean maySee(String status, Long author) {
        return editor() || status.equals("publish") || (status.equals("private") && !anonymous())
                || (user.equals("author") && author == userId);
    }

    ApiException refusal() {
        return anonymous() ? new ApiException(401, "rest_unauthorized", "You must sign in to do that")
                : new ApiException(403, "rest_forbidden", "You are not allowed to do that");
    }

    void requireWriter() {
        if (!editor() && !user.equals("author")) throw refusal();
    }

    void requireEditor() {
        if (!editor()) throw refusal();
    }

    void requireOwner(Long author) {
        if (!editor() && !(user.equals("author") && author == userId)) throw refusal();
    }

    String cacheTag() {
        return lang + "|" + base() + "|" + user;
    }
}
