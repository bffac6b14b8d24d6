package cal;

import jakarta.persistence.*;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.*;

/** What every record has: a number, a slug, and texts in one or more languages. */
@MappedSuperclass
abstract class Named {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "ids")
    @SequenceGenerator(name = "ids", sequenceName = "ids", initialValue = 95, allocationSize = 1)
    Long id;
    String lang = "en";
    @Column(length = 2000) String title;
    @Column(length = 1000000) String description;
    @Column(length = 100000) String excerpt;
    @Column(length = 2000) String slug;
    @ElementCollection
    @MapKeyColumn(name = "lang")
    Map<String, Text> translations = new HashMap<>();

    Text text(String language) {
        Text base = new Text(title, description, excerpt);
        Text t = language.equals(lang) ? null : translations.get(language);
        return t == null ? base : new Text(t.title == null ? title : t.title,
                t.description == null ? description : t.description, t.excerpt == null ? excerpt : t.excerpt);
    }

    Set<String> languages() {
        Set<String> all = new TreeSet<>(translations.keySet());
        all.add(lang);
        return all;
    }
}

@Embeddable
class Text {
    @Column(length = 2000) String title;
    @Column(length = 1000000) String description;
    @Column(length = 100000) String excerpt;

    Text() {}

    Text(String title, String description, String excerpt) {
        this.title = title;
        this.description = description;
        this.excerpt = excerpt;
    }
}

@MappedSuperclass
abstract class Post extends Named {
    String status = "publish";
    Long author = 1L;
    LocalDateTime published = LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
    LocalDateTime modified = published;
    @Column(length = 2000) String image;
    @Column(length = 2000) String website;
}

@Entity
class Venue extends Post {
    @Column(length = 4000) String address, city, country, province, state, zip, phone, stateprovince;
    Boolean showMap = true, showMapLink = true;
    Double lat, lng;
    @ElementCollection
    @MapKeyColumn(name = "name")
    @Column(name = "field_value", length = 4000)
    Map<String, String> customFields = new TreeMap<>();
}

@Entity
class Organizer extends Post {
    @Column(length = 4000) String phone, email;
}

@Entity
class Category extends Named {
    Long parentId;
}

@Entity
class Tag extends Named {}

@Entity
class Event extends Post {
    LocalDateTime startDate, endDate, utcStart, utcEnd;
    String timezone;
    boolean allDay, showMap = true, showMapLink = true, hideFromListings, sticky, featured;
    Boolean ticketed;
    String cost, password;
    Long postParent;
    @ManyToMany Set<Category> categories = new HashSet<>();
    @ManyToMany Set<Tag> tags = new HashSet<>();
    @ManyToMany Set<Venue> venues = new HashSet<>();
    @ManyToMany Set<Organizer> organizers = new HashSet<>();
}
