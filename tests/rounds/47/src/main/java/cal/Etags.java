package cal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.stereotype.Component;
import org.springframework.util.DigestUtils;

/** The entity tag of a representation. */
@Component
class Etags {
    private static ObjectMapper json;

    Etags(ObjectMapper mapper) {
        json = mapper;
    }

    static String of(Object dto) {
        if (Switch.bug("e-etag") && dto instanceof EventDto e) return "\"" + e.id + "-" + e.language + "-" + Integer.toHexString(e.modifiedUtc.hashCode()) + '"';
        try {
            return '"' + DigestUtils.md5DigestAsHex(json.writeValueAsBytes(dto)) + '"';
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
