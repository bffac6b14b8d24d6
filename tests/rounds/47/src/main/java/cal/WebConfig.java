package cal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.*;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.method.support.*;
import org.springframework.web.servlet.config.annotation.*;

@Configuration
class WebConfig implements WebMvcConfigurer {
    private final ObjectMapper json;

    WebConfig(ObjectMapper json) {
        this.json = json;
    }

    @Bean
    FilterRegistrationBean<ShallowEtagHeaderFilter> etagFilter() {
        FilterRegistrationBean<ShallowEtagHeaderFilter> f = new FilterRegistrationBean<>(new ShallowEtagHeaderFilter());
        f.setOrder(5);
        return f;
    }

    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer c) {
        c.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new HandlerMethodArgumentResolver() {
            @Override
            public boolean supportsParameter(MethodParameter p) {
                return p.getParameterType() == Input.class || p.getParameterType() == Ctx.class;
            }

            @Override
            public Object resolveArgument(MethodParameter p, ModelAndViewContainer m, NativeWebRequest w, WebDataBinderFactory f) throws Exception {
                HttpServletRequest r = w.getNativeRequest(HttpServletRequest.class);
                return p.getParameterType() == Ctx.class ? Ctx.of(r) : new Input(read(r), r);
            }
        });
    }

    private Map<String, Object> read(HttpServletRequest r) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        r.getParameterMap().forEach((name, v) -> {
            Object value = v.length == 1 && !name.endsWith("[]") ? v[0] : Arrays.asList(v);
            values.put(name.endsWith("[]") ? name.substring(0, name.length() - 2) : name, value);
        });
        if (r.getMethod().equals("GET") || r.getMethod().equals("HEAD")) return values;
        byte[] body = r.getInputStream().readAllBytes();
        if (body.length == 0) return values;
        MediaType type;
        try {
            type = MediaType.parseMediaType(Objects.requireNonNullElse(r.getContentType(), ""));
        } catch (RuntimeException e) {
            throw new ApiException(415, "rest_media_type", "Send application/json or application/x-www-form-urlencoded");
        }
        if (MediaType.APPLICATION_FORM_URLENCODED.includes(type)) return values;
        if (!type.getSubtype().equals("json") && !type.getSubtype().endsWith("+json"))
            throw new ApiException(415, "rest_media_type", "Send application/json or application/x-www-form-urlencoded");
        try {
            Object o = json.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).forType(Object.class).readValue(body);
            if (o instanceof Map<?, ?> m) m.forEach((k, v) -> values.put((String) k, v));
            else if (Switch.bug("v-array-body") && r.getRequestURI().contains("/venues")) throw new ClassCastException("body");
            else throw new ApiException(400, "rest_invalid_json", "A JSON object is expected");
        } catch (JsonProcessingException e) {
            throw new ApiException(400, "rest_invalid_json", "The body is not well-formed JSON");
        }
        if (values.containsKey("ml_language")) {
            Ctx c = Ctx.of(r);
            String lang = new Input(values, r).choice("ml_language", ContextFilter.LANGUAGES);
            r.setAttribute("ctx", new Ctx(lang, c.origin(), c.prefix(), c.user(), c.userId()));
        }
        return values;
    }
}
