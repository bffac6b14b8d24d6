package cal;

import jakarta.servlet.http.HttpServletRequest;
import java.util.*;
import org.slf4j.LoggerFactory;
import org.springframework.http.*;
import org.springframework.web.HttpMediaTypeException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

@RestControllerAdvice
class Errors {
    static Map<String, Object> body(int status, String code, String message) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("code", code);
        m.put("message", message);
        m.put("data", Map.of("status", status));
        return m;
    }

    private static ResponseEntity<Object> answer(int status, String code, String message, HttpHeaders headers) {
        return ResponseEntity.status(status).headers(headers).contentType(MediaType.APPLICATION_JSON).body(body(status, code, message));
    }

    @ExceptionHandler(ApiException.class)
    ResponseEntity<Object> api(ApiException e, HttpServletRequest req) {
        HttpHeaders h = new HttpHeaders();
        if (e.status == 401 && !(Switch.bug("u-www") && req.getMethod().equals("DELETE")))
            h.set("WWW-Authenticate", "Basic realm=\"calendar\", charset=\"UTF-8\"");
        return answer(e.status, e.code, e.getMessage(), h);
    }

    @ExceptionHandler(HttpRequestMethodNotSupportedException.class)
    ResponseEntity<Object> method(HttpRequestMethodNotSupportedException e, HttpServletRequest req) {
        HttpHeaders h = new HttpHeaders();
        Set<String> allow = new LinkedHashSet<>();
        for (HttpMethod m : Objects.requireNonNullElse(e.getSupportedHttpMethods(), Set.<HttpMethod>of())) {
            allow.add(m.name());
            if (m == HttpMethod.GET) allow.add("HEAD");
        }
        allow.add("OPTIONS");
        if (!(Switch.bug("c-405") && req.getRequestURI().contains("/categories"))) h.set("Allow", String.join(", ", allow));
        return answer(405, "rest_method_not_allowed", "Method " + e.getMethod() + " is not allowed here", h);
    }

    @ExceptionHandler({NoHandlerFoundException.class, NoResourceFoundException.class})
    ResponseEntity<Object> route() {
        return answer(404, "rest_no_route", "No route was found matching the URL and request method", new HttpHeaders());
    }

    @ExceptionHandler(HttpMediaTypeException.class)
    ResponseEntity<Object> media(HttpMediaTypeException e) {
        return answer(e.getStatusCode().value(), "rest_media_type", e.getMessage(), new HttpHeaders());
    }

    @ExceptionHandler(Exception.class)
    ResponseEntity<Object> any(Exception e) {
        LoggerFactory.getLogger(Errors.class).error("request failed", e);
        return answer(500, "internal_error", "Something went wrong", new HttpHeaders());
    }
}
