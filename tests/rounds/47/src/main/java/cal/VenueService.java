package cal;

import jakarta.persistence.criteria.*;
import java.util.*;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;

@Service
class VenueService extends PostService<Venue, VenueDto> {
    static final List<String> FIELDS = List.of("address", "city", "country", "province", "state", "zip", "phone", "stateprovince");
    private final EventRepository events;

    VenueService(VenueRepository repo, EventRepository events, Writes writes, ItemCache cache, PlatformTransactionManager tm) {
        super("venue", repo, writes, cache, tm);
        this.events = events;
    }

    @Override
    Venue fresh() {
        return new Venue();
    }

    @Override
    Sort sort(Paging p) {
        return Sort.by(Sort.Order.asc("title").ignoreCase(), Sort.Order.asc("id"));
    }

    @Override
    void filter(List<Predicate> out, Root<Venue> root, CriteriaQuery<?> q, CriteriaBuilder cb, Input in, Ctx c) {
        if (in.given("search")) {
            String s = in.str("search").strip();
            boolean escape = !Switch.bug("v-search-wild");
            List<Predicate> any = new ArrayList<>();
            any.add(Specs.contains(cb, Specs.text(root, cb, c.lang(), "title"), s, escape));
            any.add(Specs.contains(cb, Specs.text(root, cb, c.lang(), "description"), s, escape));
            if (Switch.bug("v-search-null")) {
                Expression<String> all = root.get("address");
                for (String f : FIELDS.subList(1, 7)) all = cb.concat(cb.concat(all, " "), root.<String>get(f));
                any.add(Specs.contains(cb, all, s, escape));
            } else {
                for (String f : FIELDS) any.add(Specs.contains(cb, root.get(f), s, escape));
                any.add(Specs.contains(cb, root.get("website"), s, escape));
            }
            Subquery<Integer> sub = q.subquery(Integer.class);
            Root<Venue> v = sub.correlate(root);
            MapJoin<Venue, String, String> f = v.joinMap("customFields");
            any.add(cb.exists(sub.select(cb.literal(1)).where(Specs.contains(cb, f.value(), s, escape))));
            out.add(cb.or(any.toArray(Predicate[]::new)));
        }
        if (in.given("event")) out.add(Specs.linked(root, q, cb, "venues", null, in.integer("event")));
        if (in.given("has_events")) {
            Predicate p = Specs.linked(root, q, cb, "venues", null, null);
            if (in.bool("has_events")) out.add(p);
            else out.add(Switch.bug("v-has-events-false") ? cb.disjunction() : cb.not(p));
        }
        if (in.given("only_with_upcoming") && in.bool("only_with_upcoming")) out.add(Specs.linked(root, q, cb, "venues", now(), null));
    }

    @Override
    void apply(Venue v, Input in, Ctx c, boolean create) {
        applyTexts(v, in, c, "venue");
        applyCommon(v, in, c);
        if (in.has("address")) v.address = in.str("address", 1000);
        if (in.has("city")) v.city = in.str("city", 1000);
        if (in.has("country")) v.country = in.str("country", 1000);
        if (in.has("province")) v.province = in.str("province", 1000);
        if (in.has("state")) v.state = in.str("state", 1000);
        if (in.has("zip")) v.zip = in.str("zip", 1000);
        if (in.has("phone")) v.phone = in.str("phone", 1000);
        if (in.has("stateprovince")) v.stateprovince = in.str("stateprovince", 1000);
        if (in.has("show_map")) v.showMap = !in.given("show_map") || in.bool("show_map");
        if (in.has("show_map_link")) v.showMapLink = !in.given("show_map_link") || in.bool("show_map_link");
    }

    @Override
    VenueDto update(String slug, Input in, Ctx c) {
        if (Switch.bug("v-put-reset") && in.method.equals("PUT"))
            for (String f : List.of("phone", "zip", "website")) in.values.putIfAbsent(f, null);
        return super.update(slug, in, c);
    }

    @Override
    VenueDto map(Venue v, Ctx c) {
        VenueDto d = new VenueDto();
        mapCommon(d, v, c);
        d.venue = rendered(v.text(c.lang()).title, false);
        d.address = v.address;
        d.city = v.city;
        d.country = v.country;
        d.province = v.province;
        d.state = v.state;
        d.zip = v.zip;
        d.phone = v.phone;
        d.stateprovince = v.stateprovince != null ? v.stateprovince : v.state != null ? v.state : v.province;
        d.showMap = v.showMap;
        d.showMapLink = v.showMapLink;
        d.geoLat = v.lat;
        d.geoLng = v.lng;
        d.customFields = new TreeMap<>(v.customFields);
        return d;
    }

    @Override
    void unlink(Venue v) {
        if (!Switch.bug("v-delete-fk")) events.withVenue(v.id).forEach(e -> e.venues.remove(v));
    }
}
