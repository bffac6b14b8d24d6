package cal;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.springframework.http.*;

/** The shapes of the answers. */
final class Answers {
    private Answers() {}

    static ResponseEntity<Object> list(String plural, PageOf<?> page, HttpServletRequest req, Ctx c) {
        int n = page.paging().page(), last = page.totalPages();
        if (Switch.bug("o-total-pages") && plural.equals("organizers")) last = (int) (page.total() / page.paging().perPage()) + 1;
        if (Switch.variant("page-404") && n > Math.max(1, last)) throw new ApiException(404, "rest_page_not_found", "There is no such page");
        HttpHeaders h = new HttpHeaders();
        h.set("X-Total", String.valueOf(page.total()));
        h.set("X-Total-Pages", String.valueOf(last));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put(plural, page.items());
        body.put("rest_url", url(plural, req, c, n));
        if (n > 1) body.put("previous_rest_url", url(plural, req, c, Math.min(n - 1, Math.max(1, last))));
        if (n < last) body.put("next_rest_url", url(plural, req, c, n + 1));
        body.put("total", page.total());
        body.put("total_pages", last);
        for (String rel : List.of("previous", "next"))
            if (body.containsKey(rel + "_rest_url")) h.add("Link", "<" + body.get(rel + "_rest_url") + ">; rel=\"" + (rel.equals("next") ? rel : "prev") + '"');
        return ResponseEntity.ok().headers(h).body(Switch.variant("bare-list") ? page.items() : body);
    }

    private static String url(String plural, HttpServletRequest req, Ctx c, int page) {
        StringBuilder s = new StringBuilder(c.base()).append('/').append(plural).append('?');
        req.getParameterMap().forEach((name, values) -> {
            if (name.equals("page") || (name.equals("ml_language") && plural.equals("venues") && Switch.bug("v-next-lang"))) return;
            for (String v : values) s.append(encode(name)).append('=').append(encode(v)).append('&');
        });
        return s.append("page=").append(page).toString();
    }

    private static String encode(String s) {
        return URLEncoder.encode(s, StandardCharsets.UTF_8);
    }

    static ResponseEntity<Object> item(Object dto) {
        return ResponseEntity.ok().eTag(Etags.of(dto)).body(dto);
    }

    static ResponseEntity<Object> created(Dto dto) {
        String at = Switch.bug("t-location") ? dto.restUrl.replace("/tags/", "/categories/") : dto.restUrl;
        return ResponseEntity.status(Switch.variant("codes") ? 200 : 201).location(URI.create(at)).body(dto);
    }

    static ResponseEntity<Object> deleted(Object dto) {
        return Switch.variant("codes") ? ResponseEntity.noContent().build() : ResponseEntity.ok(dto);
    }
}
