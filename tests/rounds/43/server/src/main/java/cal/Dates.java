package cal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates are kept as text in the form YYYY-MM-DD HH:MM:SS, local to the event's own zone. */
final class Dates {
    static final ZoneId SITE = ZoneId.of("Europe/Amsterdam");
    static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final DateTimeFormatter WEEK_YEAR = DateTimeFormatter.ofPattern("YYYY-MM-dd HH:mm:ss", Locale.US);
    private static final Pattern IN = Pattern.compile(
        "(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.\\d{1,9})?)?(Z|[+-]\\d\\d:?\\d\\d)?)?");

    private Dates() { }

    static LocalDateTime parse(String param, String s, ZoneId zone) {
        Matcher m = IN.matcher(s.trim());
        if (!m.matches() || m.group(1).equals("0000")) throw ApiError.invalid(param, "not a date (YYYY-MM-DD HH:MM:SS).");
        try {
            int y = Integer.parseInt(m.group(1)), mo = Integer.parseInt(m.group(2)), d = Integer.parseInt(m.group(3));
            if (Switch.bug(22) && mo >= 1 && mo <= 12 && d <= 31) d = Math.min(d, YearMonth.of(y, mo).lengthOfMonth());
            LocalDateTime t = LocalDateTime.of(y, mo, d, part(m, 4), part(m, 5), part(m, 6));
            if (m.group(7) == null) return t;
            String off = m.group(7);
            ZoneOffset o = off.equals("Z") ? ZoneOffset.UTC : ZoneOffset.of(off.contains(":") ? off : off.substring(0, 3) + ":" + off.substring(3));
            return OffsetDateTime.of(t, o).atZoneSameInstant(zone).toLocalDateTime();
        } catch (DateTimeException e) {
            throw ApiError.invalid(param, "no such date.");
        }
    }

    private static int part(Matcher m, int g) {
        return m.group(g) == null ? 0 : Integer.parseInt(m.group(g));
    }

    static boolean dateOnly(String s) {
        return s.trim().length() == 10;
    }

    static String text(LocalDateTime t) {
        return FORMAT.format(t);
    }

    static LocalDateTime read(String s) {
        return LocalDateTime.parse(s, FORMAT);
    }

    static String weekYear(String s) {
        return WEEK_YEAR.format(read(s));
    }

    static String toUtc(String local, ZoneId zone) {
        return text(ZonedDateTime.of(read(local), zone).withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime());
    }

    static String fromUtc(String utc, ZoneId zone) {
        return text(read(utc).atOffset(ZoneOffset.UTC).atZoneSameInstant(zone).toLocalDateTime());
    }

    static String nowUtc() {
        return text(LocalDateTime.ofInstant(Instant.now(), ZoneOffset.UTC));
    }

    static String nowSite() {
        return text(LocalDateTime.now(SITE));
    }

    /** IANA names (not the three-letter ones of old Java), UTC, and UTC offsets such as UTC+2 or UTC-3.5. */
    static ZoneId zone(String param, String name) {
        Matcher m = Pattern.compile("UTC([+-])(\\d{1,2})(?:(?::(\\d\\d))|\\.(5|75|25))?").matcher(name);
        try {
            if (!m.matches()) {
                if (!ZoneId.getAvailableZoneIds().contains(name)) throw ApiError.invalid(param, "unknown time zone.");
                return ZoneId.of(name);
            }
            int minutes = Integer.parseInt(m.group(2)) * 60 + (m.group(3) != null ? Integer.parseInt(m.group(3))
                : m.group(4) == null ? 0 : Math.round(Float.parseFloat("0." + m.group(4)) * 60));
            return ZoneOffset.ofTotalSeconds((m.group(1).equals("-") ? -60 : 60) * minutes);
        } catch (DateTimeException e) {
            throw ApiError.invalid(param, "unknown time zone.");
        }
    }
}
