package cal;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** The world of data the server starts with. */
final class Seed {
    private static final String[][] VENUES = {
        {"Concertgebouw", "Concertgebouwplein 10", "Amsterdam", "NL", "", "Noord-Holland", "1071 LN", "52.3563", "4.8791"},
        {"De Doelen", "Schouwburgplein 50", "Rotterdam", "NL", "", "Zuid-Holland", "3012 CL", "51.9217", "4.4735"},
        {"Tivoli Vredenburg", "Vredenburgkade 11", "Utrecht", "NL", "", "Utrecht", "3511 WC", "52.0924", "5.1130"},
        {"Philharmonie", "Herbert-von-Karajan-Straße 1", "Berlin", "DE", "", "", "10785", "52.5100", "13.3699"},
        {"Café de l'Été", "12 rue de Rivoli", "Paris", "FR", "", "Île-de-France", "75004", "48.8556", "2.3575"},
        {"Gewandhaus", "Augustusplatz 8", "Leipzig", "DE", "", "Sachsen", "04109", "51.3378", "12.3805"},
        {"Royal Albert Hall", "Kensington Gore", "London", "GB", "", "", "SW7 2AP", "51.5009", "-0.1774"},
        {"Boston Commons Stage", "139 Tremont St", "Boston", "US", "MA", "", "02111", "42.3554", "-71.0655"},
        {"Library Room 2", "Main Street 5", "Delft", "NL", "", "Zuid-Holland", "2611 AA", null, null},
        {"Online", "", "", "", "", "", "", null, null},
        {"東京ホール", "1-1 Marunouchi", "Tokyo", "JP", "", "", "100-0005", "35.6812", "139.7671"},
        {"Old Barn", "Farm Lane 3", "Ghent", "BE", "", "Oost-Vlaanderen", "9000", "51.0543", "3.7174"}};
    private static final String[] ORGANIZERS = {"Acme Concerts", "Stichting Kunst & Cultuur", "Jazz Society", "O'Brien Productions", "Müller GmbH", "École de Musique",
        "City Council", "Book Lovers", "Tech Meetup", "Food Friends", "Runners United", "Film House"};
    /** name, parent (index or -1), nl, de, fr */
    private static final String[][] CATEGORIES = {{"Music", "-1", "Muziek", "Musik", "Musique"}, {"Jazz", "0", "Jazzmuziek", null, null}, {"Bebop", "1", null, null, null},
        {"Classical", "0", "Klassiek", "Klassik", "Classique"}, {"Arts & Culture", "-1", "Kunst & cultuur", null, null}, {"Film", "4", null, "Kino", null}, {"Documentary", "5", null, null, null},
        {"Sport", "-1", null, null, null}, {"Running", "7", "Hardlopen", "Laufen", null}, {"Marathon", "8", null, null, null}, {"Music Festival", "-1", "Muziekfestival", null, null}, {"Food", "-1", "Eten", "Essen", "Cuisine"}};
    private static final String[] TAGS = {"free", "family", "outdoor", "indoor", "evening", "kids", "new", "sale", "workshop", "lecture", "live", "streaming", "charity", "R&B", "unused"};
    private static final String[] TITLES = {"Spring Concert", "Jazz Night", "City Run", "Book Club", "Film Evening", "Tech Talk", "Cooking Class", "Art Walk", "Children's Theatre", "Poetry Slam", "Open Mic", "Museum Tour"};
    private static final String[] DUTCH = {"Lenteconcert", "Jazzavond", "Stadsloop", "Boekenclub", "Filmavond", "Techpraatje", "Kookles", "Kunstwandeling", "Kindertheater", "Dichtersstrijd", "Open podium", "Museumrondleiding"};

    private final Handle h;
    private final LocalDateTime today = LocalDateTime.now(Dates.SITE).toLocalDate().atStartOfDay();
    private final List<Integer> venues = new ArrayList<>(), organizers = new ArrayList<>(), categories = new ArrayList<>(), tags = new ArrayList<>();
    private final Map<String, Integer> slugs = new HashMap<>();

    private Seed(Handle h) {
        this.h = h;
    }

    static void fill() {
        Db.JDBI.useTransaction(h -> new Seed(h).all());
    }

    private void all() {
        for (int i = 901; i <= 912; i++) h.execute("INSERT INTO media VALUES (?, ?)", i, "http://127.0.0.1/uploads/picture-" + i + ".jpg");
        for (int i = 0; i < CATEGORIES.length; i++) categories.add(term(Kind.CATEGORY, CATEGORIES[i][0], i, "Everything about " + CATEGORIES[i][0].toLowerCase() + "."));
        for (int i = 0; i < TAGS.length; i++) tags.add(term(Kind.TAG, TAGS[i], i, i % 3 == 0 ? "Tagged " + TAGS[i] : ""));
        for (int i = 0; i < VENUES.length; i++) venues.add(venue(i));
        for (int i = 0; i < ORGANIZERS.length; i++) organizers.add(organizer(i));
        for (int i = 0; i < 60; i++) event(i);
    }

    private void insert(String table, Map<String, Object> row) {
        h.createUpdate("INSERT INTO " + table + " (" + String.join(",", row.keySet()) + ") VALUES (:" + String.join(",:", row.keySet()) + ")").bindMap(row).execute();
    }

    private void text(Kind kind, int id, String lang, String title, String description, String excerpt) {
        h.execute("INSERT INTO text VALUES (?, ?, ?, ?, ?, ?)", kind.name(), id, lang, title, description, excerpt);
    }

    private String slug(Kind kind, String title) {
        String s = Text.slugify(title);
        int n = slugs.merge(kind + s, 1, Integer::sum);
        return n == 1 ? s : s + "-" + n;
    }

    private int term(Kind kind, String name, int i, String description) {
        int id = Db.next(h, "term_id");
        Map<String, Object> row = new LinkedHashMap<>(Map.of("id", id, "kind", kind.name(), "slug", slug(kind, name), "lang", "en"));
        if (kind == Kind.CATEGORY && !CATEGORIES[i][1].equals("-1")) row.put("parent", categories.get(Integer.parseInt(CATEGORIES[i][1])));
        insert("term", row);
        text(kind, id, "en", name, description, null);
        if (kind == Kind.CATEGORY) {
            String[] languages = {"nl", "de", "fr"};
            for (int l = 0; l < 3; l++) if (CATEGORIES[i][l + 2] != null) text(kind, id, languages[l], CATEGORIES[i][l + 2], null, null);
        } else if (i < 3) {
            text(kind, id, "nl", new String[] {"gratis", "gezin", "buiten"}[i], null, null);
        }
        return id;
    }

    private Map<String, Object> post(Kind kind, int id, String title, String status, int author, int i) {
        Map<String, Object> row = new LinkedHashMap<>();
        String local = Dates.text(today.minusDays(20L + i * 5).withHour(13).withMinute(i % 60)), utc = Dates.toUtc(local, Dates.SITE);
        row.put("id", id);
        row.put("slug", slug(kind, title));
        row.put("status", status);
        row.put("author", author);
        row.put("lang", "en");
        row.put("date", local);
        row.put("date_utc", utc);
        row.put("modified", local);
        row.put("modified_utc", utc);
        row.put("image", i % 4 == 1 ? 901 + i % 12 : null);
        row.put("website", i % 3 == 0 ? "https://example.org/" + kind.path + "/" + i : null);
        return row;
    }

    private int venue(int i) {
        int id = Db.next(h, "post_id");
        String[] v = VENUES[i];
        Map<String, Object> row = post(Kind.VENUE, id, v[0], i == 11 ? "draft" : "publish", i % 3 == 2 ? 2 : 1, i);
        String[] names = {"address", "city", "country", "state", "province", "zip"};
        for (int f = 0; f < names.length; f++) row.put(names[f], v[f + 1].isEmpty() ? null : v[f + 1]);
        row.put("phone", i % 2 == 0 ? "+31 20 555 01 " + (10 + i) : null);
        row.put("geo_lat", v[7] == null ? null : Double.valueOf(v[7]));
        row.put("geo_lng", v[8] == null ? null : Double.valueOf(v[8]));
        row.put("show_map", v[7] != null);
        row.put("search_copy", String.join(" ", v[1], v[2], v[3], v[4], v[5], v[6], "" + row.get("phone"), "" + row.get("website")));
        insert("venue", row);
        text(Kind.VENUE, id, "en", v[0], i % 2 == 0 ? "A fine place in " + v[2] + " with room for " + (100 + 50 * i) + " guests." : "", null);
        if (i < 4) text(Kind.VENUE, id, "nl", i == 3 ? "Filharmonie" : v[0], "Een mooie plek in " + v[2] + ".", null);
        if (i == 4) text(Kind.VENUE, id, "fr", v[0], "Un bel endroit à Paris.", null);
        return id;
    }

    private int organizer(int i) {
        int id = Db.next(h, "post_id");
        String name = ORGANIZERS[i];
        Map<String, Object> row = post(Kind.ORGANIZER, id, name, i == 11 ? "draft" : "publish", i % 3 == 1 ? 2 : 1, i);
        row.put("email", "info@" + Text.slugify(name) + ".example");
        row.put("phone", i % 2 == 1 ? "+31 10 444 20 " + (10 + i) : null);
        insert("organizer", row);
        text(Kind.ORGANIZER, id, "en", name, "Organizes events since " + (1960 + i * 5) + ".", null);
        if (i < 4) text(Kind.ORGANIZER, id, "de", i == 2 ? "Jazzgesellschaft" : name, "Veranstaltungen seit " + (1960 + i * 5) + ".", null);
        if (i == 1) text(Kind.ORGANIZER, id, "nl", name, "Organiseert sinds 1965.", null);
        return id;
    }

    private void event(int i) {
        int id = Db.next(h, "post_id");
        String title = TITLES[i % 12] + (i < 12 ? "" : " " + (i / 12 + 1)), zone = i % 15 == 7 ? "America/New_York" : i % 15 == 11 ? "Asia/Tokyo" : i % 15 == 13 ? "Europe/London" : "Europe/Amsterdam";
        // 15 past, 3 running, 42 to come; every third shares its start with its neighbour.
        long day = i < 15 ? -120 + i * 8L : i < 18 ? -1 : (i - 17 - (i % 3 == 1 ? 1 : 0)) * 6L;
        LocalDateTime start = today.plusDays(day).withHour(i % 3 == 1 && i >= 18 ? 10 + (i - 1) % 9 : 10 + i % 9).withMinute(i % 2 == 0 || i % 3 == 1 ? 0 : 30);
        LocalDateTime end = i >= 15 && i < 18 ? today.plusDays(2).withHour(22) : start.plusHours(2).plusDays(i % 7 == 3 ? 2 : 0);
        boolean allDay = i % 5 == 2;
        String description = "<p>Join us for " + TITLES[i % 12].toLowerCase() + ".</p>";
        if (i == 20) title = "50% off: Winter Sale";
        if (i == 21) title = "Rhythm & Blues <Live>";
        if (i == 22) description = "A hidden gem: 100% handmade, with an under_score.";
        if (i == 23) title = "Fête de la Musique à l'Étoile";
        if (i == 24) description = "Party time 🎉 for everybody";
        if (i == 30) {
            title = "New Year's Eve Gala";
            start = LocalDateTime.of(today.getYear() + 1, 12, 31, 20, 0);
            end = LocalDateTime.of(today.getYear() + 1, 12, 31, 23, 59, 59);
            allDay = false;
        }
        if (i == 31) {
            title = "Night of the Clocks";
            start = LocalDateTime.of(today.getYear() + 1, 3, 28, 20, 0);
            end = start.plusHours(14);
            while (start.getMonthValue() == 3 && start.getDayOfWeek() != java.time.DayOfWeek.SATURDAY || Dates.SITE.getRules().getOffset(start).equals(Dates.SITE.getRules().getOffset(start.plusHours(14)))) start = start.minusDays(1);
            end = start.plusHours(14);
            allDay = false;
            zone = "Europe/Amsterdam";
        }
        if (allDay) {
            start = start.toLocalDate().atStartOfDay();
            end = end.toLocalDate().atTime(23, 59, 59);
        }
        String status = i % 20 == 9 ? "draft" : i == 44 ? "pending" : i == 45 ? "private" : "publish";
        Map<String, Object> row = post(Kind.EVENT, id, title, status, i % 4 == 3 ? 2 : 1, i);
        row.put("timezone", zone);
        row.put("start_date", Dates.text(start));
        row.put("end_date", Dates.text(end));
        row.put("utc_start", Dates.toUtc(Dates.text(start), Dates.zone("timezone", zone)));
        row.put("utc_end", Dates.toUtc(Dates.text(end), Dates.zone("timezone", zone)));
        row.put("cost", i % 4 == 0 ? "" + (5 + i) : i % 4 == 1 ? "Free" : i % 8 == 2 ? "10 - 25.50" : null);
        row.put("all_day", allDay);
        row.put("featured", i % 6 == 1);
        row.put("sticky", i % 10 == 4);
        row.put("hide_from_listings", i % 25 == 19);
        row.put("password", i == 26 ? "opensesame" : null);
        row.put("ticketed", i % 6 == 5);
        row.put("post_parent", i == 33 || i == 34 ? id - (i - 32) : 0);
        insert("event", row);
        String lang = i % 12 == 10 ? "nl" : "en";
        if (lang.equals("nl")) {
            h.execute("UPDATE event SET lang = 'nl' WHERE id = ?", id);
            text(Kind.EVENT, id, "nl", DUTCH[i % 12] + " " + (i / 12 + 1), "<p>Kom naar ons " + DUTCH[i % 12].toLowerCase() + ".</p>", "Gezellig");
        } else {
            text(Kind.EVENT, id, "en", title, description, i % 3 == 0 ? "Short: " + title : null);
            if (i % 3 == 0) text(Kind.EVENT, id, "nl", DUTCH[i % 12] + (i < 12 ? "" : " " + (i / 12 + 1)), "<p>Kom naar onze " + DUTCH[i % 12].toLowerCase() + ".</p>", null);
            if (i % 8 == 5) text(Kind.EVENT, id, "de", "Veranstaltung " + (i + 1), null, null);
        }
        if (i % 6 != 5) link(id, Kind.CATEGORY, categories, i % 11, i % 3 == 0 ? (i + 3) % 11 : -1);
        if (i % 4 != 3) link(id, Kind.TAG, tags, i % 5, 5 + i % 9, i % 2 == 0 ? 4 : -1);
        if (i % 5 != 4) link(id, Kind.VENUE, venues, i % 11, i % 9 == 2 ? (i + 4) % 11 : -1);
        if (i % 7 != 6) link(id, Kind.ORGANIZER, organizers, i < 15 ? 8 + i % 3 : i % 8, i >= 18 && i % 5 == 1 ? (i + 3) % 8 : -1);
    }

    private void link(int event, Kind kind, List<Integer> from, int... picks) {
        LinkedHashSet<Integer> ids = new LinkedHashSet<>();
        for (int p : picks) if (p >= 0) ids.add(from.get(p));
        int pos = 0;
        for (int target : ids) h.execute("INSERT INTO link VALUES (?, ?, ?, ?)", event, kind.name(), target, pos++);
    }
}
