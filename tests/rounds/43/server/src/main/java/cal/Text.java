package cal;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.text.Normalizer;
import java.util.Locale;

/** Text handling: slugs, percent encoding, cleaning, LIKE patterns. */
final class Text {
    private Text() { }

    static String slugify(String s) {
        String t = Normalizer.normalize(s.replace("ß", "ss").replace("ø", "o").replace("Ø", "o"), Normalizer.Form.NFD).replaceAll("\\p{InCombiningDiacriticalMarks}+", "");
        t = Normalizer.normalize(t, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        t = t.replaceAll("<[^>]*>", "").replaceAll("['’]", "").replaceAll("[^\\p{L}\\p{M}\\p{N}_]+", "-").replaceAll("^-+|-+$", "");
        if (t.codePointCount(0, t.length()) > 180) t = t.substring(0, t.offsetByCodePoints(0, 180)).replaceAll("-+$", "");
        return t;
    }

    /** Drops control characters and repairs lone surrogates, so that whatever is stored can be sent. */
    static String clean(String s) {
        StringBuilder b = new StringBuilder(s.length());
        for (int i = 0; i < s.length(); ) {
            int c = s.codePointAt(i);
            i += Character.charCount(c);
            if (c >= 0xD800 && c <= 0xDFFF) b.append('\uFFFD');
            else if (c >= 32 || c == '\n' || c == '\t' || c == '\r') b.appendCodePoint(c);
        }
        return b.toString();
    }

    static String decode(String s) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] in = s.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < in.length; i++) {
            if (in[i] == '+') out.write(' ');
            else if (in[i] == '%') {
                int hi = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1, lo = hi < 0 ? -1 : Character.digit(in[i + 2], 16);
                if (lo < 0) throw ApiError.malformed("Broken percent-encoding.");
                out.write(hi * 16 + lo);
                i += 2;
            } else out.write(in[i]);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(out.toByteArray())).toString();
        } catch (CharacterCodingException e) {
            throw ApiError.malformed("Text is not valid UTF-8.");
        }
    }

    static String encode(String s) {
        return URLEncoder.encode(s, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String like(String s) {
        return "%" + s.toLowerCase(Locale.ROOT).replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
    }

    static String escapeHtml(String s) {
        return s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    static boolean isUrl(String s) {
        try {
            URI u = new URI(s);
            return u.getHost() != null && ("http".equalsIgnoreCase(u.getScheme()) || "https".equalsIgnoreCase(u.getScheme()));
        } catch (Exception e) {
            return false;
        }
    }
}
