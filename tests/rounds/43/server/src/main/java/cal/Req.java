package cal;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** One request: who, in which language, with which parameters. */
final class Req {
    static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    static final List<String> LANGUAGES = List.of("nl", "en", "fr", "de");
    static final String NS = "vendor/events/v1";
    static String base;

    final Context ctx;
    final Users user;
    final Params query;
    /** Everything sent with a write: the query, overlaid by the body. */
    final Params input;
    final String pathLang;
    /** The language asked for, or null. */
    final String asked;
    final boolean bySlug;

    Req(Context ctx, String pathLang, Kind kind, boolean bySlug) {
        this.ctx = ctx;
        this.pathLang = pathLang;
        this.bySlug = bySlug;
        user = Users.of(ctx.header("Authorization"));
        query = Params.urlEncoded(ctx.queryString(), false);
        input = new Params();
        input.values.putAll(query.values);
        if (List.of("POST", "PUT", "PATCH").contains(ctx.method().name())) input.values.putAll(body(kind).values);
        boolean dropPath = Switch.bug(41) && kind == Kind.ORGANIZER && !ctx.path().endsWith("/organizers");
        asked = input.given("ml_language") ? input.string("ml_language") : dropPath ? null : pathLang;
        if (asked != null && !LANGUAGES.contains(asked)) throw ApiError.invalid("ml_language", "must be one of nl, en, fr, de.");
    }

    String lang() {
        return asked == null ? "en" : asked;
    }

    private Params body(Kind kind) {
        String type = ctx.contentType() == null ? "" : ctx.contentType().split(";")[0].trim().toLowerCase();
        if (type.equals("multipart/form-data")) {
            Params p = new Params();
            ctx.formParamMap().forEach((k, v) -> v.forEach(s -> p.put(k, s)));
            return p;
        }
        byte[] raw = ctx.bodyAsBytes();
        if (raw.length == 0) return new Params();
        String s;
        try {
            s = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
        } catch (CharacterCodingException e) {
            throw ApiError.malformed("The body is not valid UTF-8.");
        }
        if (type.equals("application/x-www-form-urlencoded")) return Params.urlEncoded(s, Switch.bug(40) && kind == Kind.ORGANIZER);
        if (!type.equals("application/json") && !type.endsWith("+json"))
            throw new ApiError(415, "unsupported_media_type", "Send application/json or application/x-www-form-urlencoded.");
        try {
            JsonNode n = JSON.readTree(s);
            if (!n.isObject()) throw ApiError.malformed("The body must be a JSON object.");
            Params p = new Params();
            n.fields().forEachRemaining(e -> p.values.put(e.getKey(), e.getValue()));
            return p;
        } catch (JsonProcessingException e) {
            if (Switch.bug(46) && kind == Kind.CATEGORY && ctx.method().name().equals("PUT")) throw new IllegalStateException(e);
            throw ApiError.malformed("The body is not valid JSON.");
        }
    }

    String root() {
        return base + (pathLang == null ? "" : "/" + pathLang) + "/" + NS;
    }

    /** The address of this list with another page number. */
    String pageUrl(Kind kind, int page) {
        StringBuilder b = new StringBuilder(root()).append('/').append(kind.path).append("?page=").append(page);
        for (Map.Entry<String, JsonNode> e : query.values.entrySet()) {
            if (e.getKey().equals("page") || Switch.bug(9) && kind == Kind.EVENT && e.getKey().equals("ml_language")) continue;
            String name = Text.encode(e.getKey());
            if (e.getValue().isArray()) e.getValue().forEach(v -> b.append('&').append(name).append("%5B%5D=").append(Text.encode(v.asText())));
            else b.append('&').append(name).append('=').append(Text.encode(e.getValue().asText()));
        }
        return b.toString();
    }
}
