package cal;

import java.text.Normalizer;
import java.util.Locale;
import java.util.function.Predicate;

final class Slugs {
    private Slugs() {}

    static String slugify(String text) {
        String s = Normalizer.normalize(text.replace("ß", "ss").replace("ø", "o").replace("Ø", "o"), Normalizer.Form.NFD);
        s = s.replaceAll("(?<=\\p{IsLatin})\\p{M}+", "");
        s = Normalizer.normalize(s, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        s = s.replaceAll("[^\\p{L}\\p{M}\\p{N}]+", "-").replaceAll("^-+|-+$", "");
        return s.codePointCount(0, s.length()) > 180 ? s.substring(0, s.offsetByCodePoints(0, 180)) : s;
    }

    static String unique(String text, String fallback, Predicate<String> taken) {
        String s = slugify(text);
        if (s.isEmpty()) s = fallback;
        String candidate = s;
        for (int n = 2; taken.test(candidate); n++) candidate = s + "-" + n;
        return candidate;
    }
}
