package cal;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.*;

@JsonPropertyOrder({"id"})
abstract class Dto {
    public Long id;
    public String restUrl, language, description, slug;
    public Set<String> languages;
}

abstract class PostDto extends Dto {
    public String status, date, dateUtc, modified, modifiedUtc, url;
    public Long author;
    public Object image, website;
}

class VenueDto extends PostDto {
    public String venue, address, city, country, province, state, zip, phone, stateprovince;
    public boolean showMap, showMapLink;
    public Double geoLat, geoLng;
    public Map<String, String> customFields;
}

class OrganizerDto extends PostDto {
    public String organizer, phone, email;
}

class TermDto extends Dto {
    public String name, taxonomy;
    public long count;
    @JsonIgnore String rawName;
}

class CategoryDto extends TermDto {
    public long parent;
}

class EventDto extends PostDto implements Cloneable {
    public String title, excerpt, startDate, endDate, utcStartDate, utcEndDate, timezone, cost;
    public boolean allDay, showMap, showMapLink, hideFromListings, sticky, featured, ticketed;
    @JsonProperty("protected") public boolean locked;
    public long postParent;
    public List<?> categories, tags, venue, organizer;
    @JsonIgnore String password;

    /** The event as shown to somebody who has not given its password. */
    EventDto redacted() {
        try {
            EventDto d = (EventDto) clone();
            d.description = d.excerpt = "";
            return d;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
