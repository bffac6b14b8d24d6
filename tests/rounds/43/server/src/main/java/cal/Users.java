package cal;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Who asks, and what he may do. */
record Users(int id, String role) {
    private static final Map<String, Users> ALL = Map.of("editor", new Users(1, "editor"), "author", new Users(2, "author"), "reader", new Users(3, "reader"));
    private static final Users NOBODY = new Users(0, "anonymous");

    static final List<Integer> IDS = List.of(1, 2, 3);

    static Users of(String authorization) {
        if (!Switch.USERS) return ALL.get("editor");
        if (authorization == null) return NOBODY;
        String[] pair = {};
        try {
            if (authorization.regionMatches(true, 0, "Basic ", 0, 6))
                pair = new String(Base64.getDecoder().decode(authorization.substring(6).trim()), StandardCharsets.UTF_8).split(":", 2);
        } catch (IllegalArgumentException e) {
            // falls through to the refusal
        }
        if (pair.length == 2 && ALL.containsKey(pair[0]) && pair[0].equals(pair[1])) return ALL.get(pair[0]);
        throw new ApiError(401, "invalid_credentials", "The user name or password is wrong.");
    }

    boolean editor() {
        return role.equals("editor");
    }

    ApiError refusal() {
        return id == 0 ? new ApiError(401, "rest_not_logged_in", "You must log in to do this.")
            : new ApiError(403, "rest_forbidden", "You are not allowed to do this.");
    }

    void mayCreate(Kind kind) {
        if (!editor() && !(role.equals("author") && kind.post())) throw refusal();
    }

    void mayWrite(Kind kind, Map<String, Object> row) {
        if (!editor() && !(role.equals("author") && kind.post() && row.get("author").equals(id))) throw refusal();
    }

    boolean sees(Map<String, Object> row) {
        return !row.containsKey("status") || "publish".equals(row.get("status")) || editor() || (id != 0 && row.get("author").equals(id));
    }
}
