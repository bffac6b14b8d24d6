package cal;

import java.time.*;
import java.util.*;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** The world of data the service holds at start: it is loaded before the first request is taken. */
@Component
class Seed implements SmartInitializingSingleton {
    private final CategoryRepository categories;
    private final TagRepository tags;
    private final VenueRepository venues;
    private final OrganizerRepository organizers;
    private final EventRepository events;
    private final Writes writes;
    private final LocalDate today = LocalDate.now(Dates.SITE);

    Seed(CategoryRepository categories, TagRepository tags, VenueRepository venues, OrganizerRepository organizers, EventRepository events, Writes writes) {
        this.categories = categories;
        this.tags = tags;
        this.venues = venues;
        this.organizers = organizers;
        this.events = events;
        this.writes = writes;
    }

    @Override
    public void afterSingletonsInstantiated() {
        writes.run(() -> {
            terms();
            venues();
            organizers();
            events();
            return null;
        });
    }

    private static void name(Named n, String lang, String title, String description, Map<String, String> translated) {
        n.lang = lang;
        n.title = title;
        n.description = description;
        n.slug = Slugs.slugify(title);
        translated.forEach((l, t) -> n.translations.put(l, new Text(t, description == null ? null : description + " (" + l + ")", null)));
    }

    private void terms() {
        String[][] rows = { // name, parent, nl, fr, de
            {"Music", null, "Muziek", "Musique", "Musik"}, {"Sports", null, "Sport", "Sports", "Sport"}, {"Arts", null, "Kunst", "Beaux-arts", "Kunst"},
            {"Food & Drink", null, "Eten en drinken", "Gastronomie", "Essen und Trinken"}, {"Classical", "Music", "Klassiek", "Classique", "Klassik"},
            {"Jazz", "Music", null, null, null}, {"Running", "Sports", "Hardlopen", "Course à pied", "Laufen"}, {"Theatre", "Arts", "Toneel", "Théâtre", "Schauspiel"},
            {"Film", "Arts", null, "Cinéma", null}, {"Chamber Music", "Classical", "Kamermuziek", "Musique de chambre", "Kammermusik"},
            {"Marathon", "Running", null, null, null}, {"Family", null, "Familie", "Famille", "Familie"}};
        Map<String, Category> byName = new HashMap<>();
        for (String[] r : rows) {
            Category c = new Category();
            Map<String, String> t = new HashMap<>();
            if (r[2] != null) t.put("nl", r[2]);
            if (r[3] != null) t.put("fr", r[3]);
            if (r[4] != null) t.put("de", r[4]);
            name(c, "en", r[0], "All about " + r[0], t);
            if (r[1] != null) c.parentId = byName.get(r[1]).id;
            byName.put(r[0], categories.save(c));
        }
        for (String n : List.of("Free", "Outdoor", "Kids", "Live", "Premiere", "Workshop", "Lecture", "Accessible", "Late Night", "Weekend", "Charity", "Café", "Online", "Vegan", "Unused")) {
            Tag t = new Tag();
            name(t, "en", n, "Tagged " + n, n.equals("Free") ? Map.of("nl", "Gratis", "fr", "Gratuit") : n.equals("Kids") ? Map.of("de", "Kinder") : Map.of());
            tags.save(t);
        }
    }

    private void venues() {
        Object[][] rows = { // name, address, city, country, province, state, zip, phone, lat, lng
            {"Paradiso", "Weteringschans 6", "Amsterdam", "Netherlands", "Noord-Holland", null, "1017 SG", "+31 20 626 4521", 52.3622, 4.8839},
            {"TivoliVredenburg", "Vredenburgkade 11", "Utrecht", "Netherlands", "Utrecht", null, "3511 WC", "+31 30 231 4544", 52.0926, 5.1137},
            {"De Doelen", "Schouwburgplein 50", "Rotterdam", "Netherlands", "Zuid-Holland", null, "3012 CL", null, 51.9219, 4.4738},
            {"Philharmonie", "Herbert-von-Karajan-Straße 1", "Berlin", "Germany", null, null, "10785", "+49 30 254880", 52.5101, 13.3699},
            {"Olympia", "28 Boulevard des Capucines", "Paris", "France", null, null, "75009", null, 48.8702, 2.3283},
            {"Madison Hall", "4 Pennsylvania Plaza", "New York", "United States", null, "NY", "10001", "+1 212 465 6741", 40.7505, -73.9934},
            {"Opera House", "Bennelong Point", "Sydney", "Australia", null, "NSW", "2000", null, -33.8568, 151.2153},
            {"Café L'Été", "Rue Neuve 12", "Lyon", "France", "Rhône", null, "69002", null, 45.7640, 4.8357},
            {"City Park", null, "Utrecht", "Netherlands", "Utrecht", null, null, null, 52.0800, 5.1300},
            {"Library 100% Quiet", "Oude Gracht 167", "Utrecht", "Netherlands", "Utrecht", null, "3511 AL", null, null, null},
            {"Empty Barn", "Dorpsstraat 1", "Ede", "Netherlands", "Gelderland", null, "6711 AA", null, null, null},
            {"Secret Cellar", "Hidden Lane 3", "London", "United Kingdom", null, null, "01234", null, 51.5074, -0.1278}};
        for (int i = 0; i < rows.length; i++) {
            Object[] r = rows[i];
            Venue v = new Venue();
            name(v, i == 3 ? "de" : "en", (String) r[0], "The venue " + r[0] + " in " + r[2], i == 4 ? Map.of("nl", "Olympia Parijs", "de", "Olympia Paris") : i == 8 ? Map.of("nl", "Stadspark", "fr", "Parc municipal", "de", "Stadtpark") : Map.of());
            v.address = (String) r[1];
            v.city = (String) r[2];
            v.country = (String) r[3];
            v.province = (String) r[4];
            v.state = (String) r[5];
            v.zip = (String) r[6];
            v.phone = (String) r[7];
            v.lat = (Double) r[8];
            v.lng = (Double) r[9];
            v.website = i % 3 == 0 ? "https://venue" + i + ".example.org/?a=1&b=2" : null;
            if (i % 2 == 0) v.customFields.putAll(Map.of("capacity", String.valueOf(500 + 50 * i), "access", i % 4 == 0 ? "wheelchair ramp" : "stairs"));
            v.author = i % 3 == 0 ? 2L : 1L;
            if (i == 11) v.status = "draft";
            venues.save(v);
        }
    }

    private void organizers() {
        List<String> names = List.of("Concert Foundation", "Runners United", "Théâtre Libre", "Jazz Collective", "Kino Klub", "Müller & Söhne", "Zebra Events", "alpine society",
                "日本文化協会", "Bureau Noord", "Idle Agency", "Hidden Helpers");
        for (int i = 0; i < names.size(); i++) {
            Organizer o = new Organizer();
            name(o, i == 9 ? "nl" : "en", names.get(i), "We are " + names.get(i), i == 1 ? Map.of("nl", "Lopers Verenigd", "fr", "Coureurs unis") : i == 3 ? Map.of("fr", "Collectif de jazz") : Map.of());
            o.email = i % 2 == 0 ? "info" + i + "@example.org" : null;
            o.phone = i % 3 == 0 ? "+31 20 555 00" + (10 + i) : null;
            o.website = i % 4 == 0 ? "https://organizer" + i + ".example.org" : null;
            o.author = i % 2 == 0 ? 1L : 2L;
            if (i == 11) o.status = "draft";
            organizers.save(o);
        }
    }

    private void events() {
        String[] titles = {"Winter Concert", "City Marathon", "Film Night", "Jazz Session", "Street Food Market", "Chamber Evening", "Theatre Premiere", "Morning Run", "Reading Circle", "Open Stage"};
        List<Category> cats = categories.findAll();
        List<Tag> allTags = tags.findAll();
        List<Venue> allVenues = venues.findAll();
        List<Organizer> allOrganizers = organizers.findAll();
        int[] category = {4, 10, 8, 5, 3, 9, 7, 6, 2, 0};
        Random random = new Random(47);
        Long parent = null;
        for (int i = 0; i < 60; i++) {
            String title = titles[i % 10] + (i < 10 ? "" : " " + (i / 10 + 1));
            int kind = i % 6;
            LocalDate day = today.plusDays(i < 15 ? -12L * (15 - i) : i < 20 ? -1 : 7L * (i - 19));
            LocalTime at = LocalTime.of(9 + i % 12, i % 2 == 0 ? 0 : 30);
            Event e = new Event();
            e.timezone = i % 11 == 5 ? "America/New_York" : i % 13 == 7 ? "Australia/Sydney" : i % 17 == 3 ? "UTC" : "Europe/Amsterdam";
            e.startDate = day.atTime(at);
            e.endDate = i >= 15 && i < 20 ? day.plusDays(3).atTime(18, 0) : kind == 2 ? day.plusDays(2).atTime(17, 0) : e.startDate.plusHours(1 + i % 3);
            if (kind == 4) {
                e.allDay = true;
                e.startDate = day.atStartOfDay();
                e.endDate = day.plusDays(i % 4).atTime(23, 59, 59);
            }
            if (i == 58) {
                e.startDate = LocalDateTime.of(today.getYear(), 12, 31, 21, 0);
                e.endDate = LocalDateTime.of(today.getYear() + 1, 1, 1, 2, 0);
            }
            if (i == 57) {
                e.startDate = LocalDateTime.of(today.getYear() + 1, 3, 27, 20, 0);
                e.endDate = LocalDateTime.of(today.getYear() + 1, 3, 28, 6, 0);
            }
            e.utcStart = Dates.toUtc(e.startDate, Dates.zone(e.timezone));
            e.utcEnd = Dates.toUtc(e.endDate, Dates.zone(e.timezone));
            Map<String, String> translated = new HashMap<>();
            if (i % 3 == 0) translated.put("nl", "Vertaald: " + title);
            if (i % 5 == 0) translated.put("fr", "Traduit : " + title);
            if (i % 7 == 0) translated.put("de", "Übersetzt: " + title);
            String lang = i % 8 == 7 ? "nl" : "en";
            translated.remove(lang);
            name(e, lang, title, i % 9 == 8 ? "" : "<p>" + title + ": everything about it, with friends & music.</p>", translated);
            e.excerpt = i % 4 == 0 ? "In short: " + title : "";
            e.author = i % 4 == 1 ? 2L : 1L;
            e.featured = i % 7 == 0;
            e.sticky = i % 9 == 0;
            e.hideFromListings = i == 31;
            e.ticketed = i % 5 == 0 ? Boolean.TRUE : i % 5 == 1 ? Boolean.FALSE : null;
            e.cost = i % 3 == 0 ? null : i % 3 == 1 ? String.valueOf(5 + i) : "10 - 25";
            e.website = i % 6 == 0 ? "https://event" + i + ".example.org/info" : null;
            e.image = i % 10 == 0 ? "https://images.example.org/" + i + ".jpg" : i % 10 == 5 ? "1" + i : null;
            if (i % 8 != 6) e.categories.add(cats.get(category[i % 10]));
            if (i % 5 == 3) e.categories.add(cats.get(0));
            if (i % 4 != 3) e.tags.add(allTags.get(i % 7));
            if (i % 4 == 2) e.tags.add(allTags.get(7 + i % 7));
            if (i % 5 != 4) e.venues.add(allVenues.get(i % 10));
            if (i % 6 != 5) e.organizers.add(allOrganizers.get(random.nextInt(10)));
            if (i % 12 == 1) e.organizers.add(allOrganizers.get(0));
            e.status = i % 20 == 12 ? "draft" : i == 44 ? "pending" : i == 45 ? "private" : "publish";
            if (i == 33) e.password = "opensesame";
            if (i > 40 && i % 10 == 3) e.postParent = parent;
            events.save(e);
            if (i == 23) parent = e.id;
        }
    }
}
