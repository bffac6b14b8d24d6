package cal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Named values from the query or a body, with the checks of their types. */
final class Params {
    final Map<String, JsonNode> values = new LinkedHashMap<>();

    /** Reads a=1&b[]=2&b[]=3; repeated and bracketed names become arrays. */
    static Params urlEncoded(String s, boolean twice) {
        Params p = new Params();
        for (String pair : s == null ? new String[0] : s.split("&")) {
            if (pair.isEmpty()) continue;
            int eq = pair.indexOf('=');
            String value = Text.decode(eq < 0 ? "" : pair.substring(eq + 1));
            if (twice) {
                try {
                    value = Text.decode(value);
                } catch (ApiError e) {
                    // not encoded a second time
                }
            }
            p.put(Text.decode(eq < 0 ? pair : pair.substring(0, eq)), value);
        }
        return p;
    }

    void put(String name, String value) {
        boolean array = name.matches("[^\\[]+\\[\\d*]");
        if (array) name = name.substring(0, name.indexOf('['));
        JsonNode old = values.get(name);
        if (!array && old == null) {
            values.put(name, TextNode.valueOf(value));
            return;
        }
        ArrayNode a = old instanceof ArrayNode o ? o : JsonNodeFactory.instance.arrayNode();
        if (old != null && !(old instanceof ArrayNode)) a.add(old);
        values.put(name, a.add(value));
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** In a query an empty value counts as not given. */
    boolean given(String name) {
        JsonNode n = values.get(name);
        return n != null && !n.isNull() && !(n.isTextual() && n.asText().isBlank());
    }

    static String string(String name, JsonNode n) {
        if (n.isTextual()) return Text.clean(n.asText());
        if (n.isNumber() && !(Math.abs(n.doubleValue()) < 1e30)) throw ApiError.invalid(name, "is out of range.");
        if (n.isNumber()) return n.isIntegralNumber() ? n.bigIntegerValue().toString() : n.decimalValue().toPlainString();
        throw ApiError.invalid(name, "must be a string.");
    }

    String string(String name) {
        return given(name) ? string(name, values.get(name)) : null;
    }

    static int integer(String name, JsonNode n) {
        String s = n.isTextual() ? n.asText().trim() : n.isIntegralNumber() ? n.asText() : "";
        if (!s.matches("[+-]?\\d{1,18}")) throw ApiError.invalid(name, "must be an integer.");
        long v = Long.parseLong(s);
        if (v != (int) v) throw ApiError.invalid(name, "is out of range.");
        return (int) v;
    }

    Integer integer(String name) {
        return given(name) ? Integer.valueOf(integer(name, values.get(name))) : null;
    }

    int atLeast(String name, int min, int standard) {
        Integer v = integer(name);
        if (v != null && v < min) throw ApiError.invalid(name, "must be at least " + min + ".");
        return v == null ? standard : v;
    }

    static boolean bool(String name, JsonNode n) {
        if (n.isBoolean()) return n.booleanValue();
        String s = n.isTextual() || n.isIntegralNumber() ? n.asText().trim().toLowerCase(Locale.ROOT) : "";
        switch (s) {
            case "true": case "1": case "yes": case "on": return true;
            case "false": case "0": case "no": case "off": return false;
            default: throw ApiError.invalid(name, "must be a boolean.");
        }
    }

    Boolean bool(String name) {
        return given(name) ? Boolean.valueOf(bool(name, values.get(name))) : null;
    }

    static List<String> list(String name, JsonNode n) {
        List<String> out = new ArrayList<>();
        if (n.isArray()) {
            for (JsonNode e : n) {
                if (e.isTextual()) out.addAll(list(name, e));
                else if (e.isIntegralNumber()) out.add(e.asText());
                else throw ApiError.invalid(name, "must be a list of IDs.");
            }
        } else if (n.isTextual()) {
            for (String s : n.asText().split(",")) if (!s.isBlank()) out.add(s.trim());
        } else if (n.isIntegralNumber()) {
            out.add(n.asText());
        } else {
            throw ApiError.invalid(name, "must be a list of IDs.");
        }
        return out;
    }

    static List<Integer> ids(String name, JsonNode n) {
        List<Integer> out = new ArrayList<>();
        for (String s : list(name, n)) out.add(integer(name, TextNode.valueOf(s)));
        return out;
    }

    List<Integer> ids(String name) {
        return given(name) ? ids(name, values.get(name)) : null;
    }
}
