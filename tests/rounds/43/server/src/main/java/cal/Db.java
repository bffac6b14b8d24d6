package cal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** The database (in memory, made anew at each start). */
final class Db {
    static final Jdbi JDBI = open();
    /** Writers take turns: slugs stay unique and a partial update never loses another. */
    static final Object WRITE = new Object();

    private static final String SCHEMA = """
        CREATE SEQUENCE post_id START WITH 101;
        CREATE SEQUENCE term_id START WITH 11;
        CREATE SEQUENCE media_id START WITH 913;
        CREATE TABLE media (id INT PRIMARY KEY, url VARCHAR NOT NULL);
        CREATE TABLE event (id INT PRIMARY KEY, slug VARCHAR NOT NULL, status VARCHAR NOT NULL, author INT NOT NULL, lang VARCHAR NOT NULL,
          date VARCHAR, date_utc VARCHAR, modified VARCHAR, modified_utc VARCHAR, image INT, website VARCHAR,
          timezone VARCHAR NOT NULL, start_date VARCHAR NOT NULL, end_date VARCHAR NOT NULL, utc_start VARCHAR NOT NULL, utc_end VARCHAR NOT NULL,
          cost VARCHAR, all_day BOOLEAN DEFAULT FALSE, show_map BOOLEAN DEFAULT TRUE, show_map_link BOOLEAN DEFAULT TRUE,
          hide_from_listings BOOLEAN DEFAULT FALSE, sticky BOOLEAN DEFAULT FALSE, featured BOOLEAN DEFAULT FALSE,
          password VARCHAR, post_parent INT DEFAULT 0, ticketed BOOLEAN DEFAULT FALSE, ver INT DEFAULT 0);
        CREATE TABLE venue (id INT PRIMARY KEY, slug VARCHAR NOT NULL, status VARCHAR NOT NULL, author INT NOT NULL, lang VARCHAR NOT NULL,
          date VARCHAR, date_utc VARCHAR, modified VARCHAR, modified_utc VARCHAR, image INT, website VARCHAR,
          show_map BOOLEAN DEFAULT TRUE, show_map_link BOOLEAN DEFAULT TRUE, address VARCHAR, city VARCHAR, country VARCHAR, province VARCHAR,
          state VARCHAR, zip VARCHAR, phone VARCHAR, stateprovince VARCHAR, geo_lat DOUBLE, geo_lng DOUBLE, search_copy VARCHAR, ver INT DEFAULT 0);
        CREATE TABLE organizer (id INT PRIMARY KEY, slug VARCHAR NOT NULL, status VARCHAR NOT NULL, author INT NOT NULL, lang VARCHAR NOT NULL,
          date VARCHAR, date_utc VARCHAR, modified VARCHAR, modified_utc VARCHAR, image INT, website VARCHAR, phone VARCHAR, email VARCHAR, ver INT DEFAULT 0);
        CREATE TABLE term (id INT PRIMARY KEY, kind VARCHAR NOT NULL, slug VARCHAR NOT NULL, parent INT DEFAULT 0, lang VARCHAR NOT NULL, ver INT DEFAULT 0);
        CREATE TABLE text (kind VARCHAR, id INT, lang VARCHAR, title VARCHAR, description VARCHAR, excerpt VARCHAR, PRIMARY KEY (kind, id, lang));
        CREATE TABLE link (event INT, kind VARCHAR, target INT, pos INT, PRIMARY KEY (event, kind, target));
        CREATE INDEX link_target ON link (kind, target);
        CREATE INDEX event_slug ON event (slug);
        """;

    private Db() { }

    private static Jdbi open() {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:calendar;DB_CLOSE_DELAY=-1", "sa", "");
        pool.setMaxConnections(20);
        Jdbi jdbi = Jdbi.create(pool);
        jdbi.useHandle(h -> h.createScript(SCHEMA).execute());
        return jdbi;
    }

    static List<Map<String, Object>> rows(Handle h, String sql, Map<String, ?> args) {
        return h.createQuery(sql).bindMap(args).mapToMap().list();
    }

    static Optional<Map<String, Object>> row(Handle h, Kind kind, int id) {
        return h.createQuery("SELECT x.* FROM " + kind.table + " x WHERE x.id = :id AND " + kind.guard()).bind("id", id).mapToMap().findOne();
    }

    static Optional<Integer> bySlug(Handle h, Kind kind, String slug) {
        String how = Switch.bug(37) && kind == Kind.ORGANIZER ? "LIKE" : "=";
        return h.createQuery("SELECT x.id FROM " + kind.table + " x WHERE x.slug " + how + " :slug ORDER BY x.id").bind("slug", slug).mapTo(Integer.class).findFirst();
    }

    static int next(Handle h, String sequence) {
        return h.createQuery("SELECT NEXT VALUE FOR " + sequence).mapTo(Integer.class).one();
    }

    /** A comma list of integers is safe to put into a statement. */
    static String in(Collection<Integer> ids) {
        if (ids.isEmpty()) return "(NULL)";
        StringBuilder b = new StringBuilder("(");
        for (Integer i : ids) b.append(b.length() > 1 ? "," : "").append(i);
        return b.append(")").toString();
    }

    /** Joins the text of a record in the wanted language (t) and in its own (o). */
    static String texts(Kind kind) {
        return " LEFT JOIN text t ON t.kind = '" + kind + "' AND t.id = x.id AND t.lang = :lang"
            + " JOIN text o ON o.kind = '" + kind + "' AND o.id = x.id AND o.lang = x.lang";
    }

    /** The number of published events a term is assigned to. */
    static final String COUNT = "(SELECT COUNT(*) FROM link l JOIN event e ON e.id = l.event WHERE l.kind = x.kind AND l.target = x.id AND e.status = 'publish')"
        + (Switch.bug(55) ? " + (SELECT COUNT(*) FROM link l WHERE l.kind = x.kind AND l.target = x.id AND NOT EXISTS (SELECT 1 FROM event e WHERE e.id = l.event))" : "");
}
