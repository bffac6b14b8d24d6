package cal;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.*;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Finds language and user of a request, and takes the language segment and a trailing slash off its path. */
@Component
@Order(10)
class ContextFilter extends OncePerRequestFilter {
    static final List<String> LANGUAGES = List.of("nl", "en", "fr", "de");
    private static final Map<String, Long> USERS = Map.of("editor", 1L, "author", 2L, "reader", 3L);
    private final ObjectMapper json;

    ContextFilter(ObjectMapper json) {
        this.json = json;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest req, HttpServletResponse res, FilterChain chain) throws ServletException, IOException {
        String path = req.getRequestURI(), prefix = "", lang = "en";
        for (String l : List.of("nl", "de", "fr")) {
            if (path.equals("/" + l) || path.startsWith("/" + l + "/")) {
                prefix = "/" + l;
                lang = l;
                path = path.substring(3);
            }
        }
        while (path.length() > 1 && path.endsWith("/")) path = path.substring(0, path.length() - 1);
        if (path.isEmpty()) path = "/";
        String user = Switch.USERS ? "" : "editor";
        try {
            if (Switch.USERS && req.getHeader("Authorization") != null) user = authenticate(req.getHeader("Authorization"));
            if (req.getParameterMap().containsKey("ml_language")) {
                String wanted = req.getParameter("ml_language");
                if (!LANGUAGES.contains(wanted) && !(Switch.bug("t-delete-lang") && req.getMethod().equals("DELETE") && path.contains("/tags/")))
                    throw ApiException.badParam("ml_language", "one of " + LANGUAGES + " is expected");
                lang = LANGUAGES.contains(wanted) ? wanted : lang;
            }
        } catch (ApiException e) {
            res.setStatus(e.status);
            if (e.status == 401) res.setHeader("WWW-Authenticate", "Basic realm=\"calendar\", charset=\"UTF-8\"");
            res.setContentType("application/json");
            json.writeValue(res.getOutputStream(), Errors.body(e.status, e.code, e.getMessage()));
            return;
        }
        String origin = req.getScheme() + "://" + (req.getHeader("Host") == null ? "127.0.0.1:" + req.getLocalPort() : req.getHeader("Host"));
        req.setAttribute("ctx", new Ctx(lang, origin, prefix, user, USERS.getOrDefault(user, 0L)));
        final String inner = path;
        chain.doFilter(inner.equals(req.getRequestURI()) ? req : new HttpServletRequestWrapper(req) {
            @Override
            public String getRequestURI() {
                return inner;
            }

            @Override
            public String getServletPath() {
                return inner;
            }
        }, res);
    }

    private String authenticate(String header) {
        try {
            if (header.regionMatches(true, 0, "Basic ", 0, 6)) {
                String[] pair = new String(Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8).split(":", 2);
                if (pair.length == 2 && USERS.containsKey(pair[0]) && pair[0].equals(pair[1])) return pair[0];
            }
        } catch (IllegalArgumentException e) {
            // not Base64: falls through
        }
        throw new ApiException(401, "rest_bad_credentials", "Unknown user or wrong password");
    }
}
