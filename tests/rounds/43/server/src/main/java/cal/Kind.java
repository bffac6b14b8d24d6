package cal;

import java.util.ArrayList;
import java.util.List;

/** The five resources with the fields a client may send. */
enum Kind {
    EVENT("events", "event", "event", "title"),
    VENUE("venues", "venue", "venue", "venue"),
    ORGANIZER("organizers", "organizer", "organizer", "organizer"),
    CATEGORY("categories", "category", "term", "name"),
    TAG("tags", "tag", "term", "name");

    enum Type { TITLE, TEXT, STRING, URL, EMAIL, BOOL, STATUS, AUTHOR, SLUG, TIMEZONE, DATE, IMAGE, COST, LINKS, PARENT }

    record Field(String name, String column, Type type, Kind target) { }

    final String path, singular, table, nameField;
    final List<Field> fields = new ArrayList<>();

    Kind(String path, String singular, String table, String nameField) {
        this.path = path;
        this.singular = singular;
        this.table = table;
        this.nameField = nameField;
    }

    boolean post() {
        return this == EVENT || this == VENUE || this == ORGANIZER;
    }

    /** SQL condition that keeps categories and tags apart in their common table. */
    String guard() {
        return post() ? "TRUE" : "x.kind = '" + name() + "'";
    }

    private void add(Type type, String... names) {
        for (String n : names) fields.add(new Field(n, n, type, null));
    }

    static {
        for (Kind k : values()) {
            k.fields.add(new Field(k.nameField, "title", Type.TITLE, null));
            k.add(Type.TEXT, "description");
            if (k.post()) {
                k.add(Type.STATUS, "status");
                k.add(Type.AUTHOR, "author");
                k.add(Type.DATE, "date", "date_utc");
                k.add(Type.IMAGE, "image");
                k.add(Type.URL, "website");
            } else {
                k.add(Type.SLUG, "slug");
            }
        }
        EVENT.add(Type.TEXT, "excerpt");
        EVENT.add(Type.SLUG, "slug");
        EVENT.add(Type.TIMEZONE, "timezone");
        EVENT.add(Type.DATE, "start_date", "end_date");
        EVENT.add(Type.COST, "cost");
        EVENT.add(Type.BOOL, "all_day", "show_map", "show_map_link", "hide_from_listings", "sticky", "featured");
        EVENT.fields.add(new Field("categories", null, Type.LINKS, CATEGORY));
        EVENT.fields.add(new Field("tags", null, Type.LINKS, TAG));
        EVENT.fields.add(new Field("venue", null, Type.LINKS, VENUE));
        EVENT.fields.add(new Field("organizer", null, Type.LINKS, ORGANIZER));
        VENUE.add(Type.BOOL, "show_map", "show_map_link");
        VENUE.add(Type.STRING, "address", "city", "country", "province", "state", "zip", "phone", "stateprovince");
        ORGANIZER.add(Type.STRING, "phone");
        ORGANIZER.add(Type.EMAIL, "email");
        CATEGORY.add(Type.PARENT, "parent");
    }
}
