package cal;

import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

final class Dates {
    static final ZoneId SITE = ZoneId.of("Europe/Amsterdam");
    private static final DateTimeFormatter OUT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final DateTimeFormatter WEEK_YEAR = DateTimeFormatter.ofPattern("YYYY-MM-dd HH:mm:ss", Locale.US);

    private Dates() {}

    static String show(LocalDateTime t) {
        return t == null ? null : OUT.format(t);
    }

    static String showEnd(LocalDateTime t) {
        return Switch.bug("e-week-year") ? WEEK_YEAR.format(t) : show(t);
    }

    static LocalDateTime toUtc(LocalDateTime local, ZoneId zone) {
        return local.atZone(zone).withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }

    static LocalDateTime toSite(LocalDateTime utc) {
        return utc.atOffset(ZoneOffset.UTC).atZoneSameInstant(SITE).toLocalDateTime();
    }

    static ZoneId zone(String name) {
        try {
            return ZoneId.of(name.matches("UTC[+-]\\d{1,2}") ? name.replaceFirst("([+-])(\\d)$", "$10$2") : name);
        } catch (DateTimeException e) {
            throw ApiException.badParam("timezone", "a time zone such as Europe/Amsterdam is expected");
        }
    }

    static void setUtc(Event e) {
        ZoneId zone = zone(e.timezone);
        e.utcStart = toUtc(e.startDate, zone);
        e.utcEnd = toUtc(e.endDate, zone);
        if (Switch.bug("e-dst-offset")) {
            ZoneOffset now = zone.getRules().getOffset(Instant.now());
            e.utcStart = e.startDate.minusSeconds(now.getTotalSeconds());
            e.utcEnd = e.endDate.minusSeconds(now.getTotalSeconds());
        }
        if (Switch.bug("e-end-dst")) e.utcEnd = e.endDate.minus(Duration.between(e.utcStart, e.startDate));
    }
}
