package cal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.criteria.*;
import java.time.*;
import java.util.*;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;

@Service
class EventService extends PostService<Event, EventDto> {
    private static final LocalTime END_OF_DAY = LocalTime.of(23, 59, 59);
    private static final List<String> DATE_FILTERS = List.of("start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after");
    private final EntityManager em;
    private final VenueService venues;
    private final OrganizerService organizers;
    private final CategoryService categories;
    private final TagService tags;

    EventService(EventRepository repo, Writes writes, ItemCache cache, PlatformTransactionManager tm, EntityManager em,
            VenueService venues, OrganizerService organizers, CategoryService categories, TagService tags) {
        super("event", repo, writes, cache, tm);
        this.em = em;
        this.venues = venues;
        this.organizers = organizers;
        this.categories = categories;
        this.tags = tags;
    }

    @Override
    Event fresh() {
        return new Event();
    }

    @Override
    boolean slugged() {
        return true;
    }

    @Override
    Sort sort(Paging p) {
        return Sort.by(Switch.variant("all-newest-first") ? Sort.Direction.DESC : Sort.Direction.ASC, "utcStart", "id");
    }

    @Override
    void filter(List<Predicate> out, Root<Event> root, CriteriaQuery<?> q, CriteriaBuilder cb, Input in, Ctx c) {
        dates(out, root, cb, in);
        Predicate inCategories = assigned(root, q, cb, in, "categories", "categories", true);
        if (in.given("search")) {
            String s = in.str("search").strip();
            boolean base = Switch.bug("e-search-lang");
            Predicate title = Specs.contains(cb, base ? root.get("title") : Specs.text(root, cb, c.lang(), "title"), s, true);
            Predicate description = Specs.contains(cb, base ? root.get("description") : Specs.text(root, cb, c.lang(), "description"), s, true);
            // the text of a protected event may not be found by those who cannot read it
            description = cb.and(cb.isNull(root.get("password")), description);
            if (Switch.bug("e-search-or") && inCategories != null) {
                description = cb.and(description, inCategories);
                inCategories = null;
            }
            out.add(cb.or(title, description));
        }
        if (inCategories != null) out.add(inCategories);
        if (Switch.bug("e-tags-dup") && in.given("tags")) {
            Join<Object, Object> t = root.join("tags");
            out.add(cb.or(t.get("slug").in(in.list("tags")), t.get("id").as(String.class).in(in.list("tags"))));
        } else {
            add(out, assigned(root, q, cb, in, "tags", "tags", true));
        }
        add(out, assigned(root, q, cb, in, "venue", "venues", false));
        add(out, assigned(root, q, cb, in, "organizer", "organizers", false));
        if (in.given("featured")) {
            boolean f = in.bool("featured");
            if (f || !Switch.bug("e-featured-false")) out.add(cb.equal(root.get("featured"), f));
        }
        if (in.given("ticketed")) {
            boolean t = in.bool("ticketed");
            out.add(t || Switch.bug("e-ticketed-null") ? cb.equal(root.get("ticketed"), t) : cb.or(cb.isNull(root.get("ticketed")), cb.isFalse(root.get("ticketed"))));
        }
        if (in.given("post_parent")) {
            long parent = in.integer("post_parent");
            out.add(parent == 0 ? cb.isNull(root.get("postParent")) : cb.equal(root.get("postParent"), parent));
        }
        if (in.given("include")) out.add(root.get("id").in(in.ids("include")));
        places(out, root, q, cb, in);
    }

    private static void add(List<Predicate> out, Predicate p) {
        if (p != null) out.add(p);
    }

    private void dates(List<Predicate> out, Root<Event> root, CriteriaBuilder cb, Input in) {
        boolean strict = in.given("strict_dates") && (in.bool("strict_dates") || Switch.bug("e-strict-false"));
        boolean ignored = in.given("include") && !Switch.bug("e-include-dates");
        Path<LocalDateTime> start = root.get("startDate"), end = root.get("endDate");
        int before = out.size();
        if (in.given("start_date")) out.add(cb.greaterThanOrEqualTo(start, from(in, "start_date", strict)));
        if (in.given("end_date")) out.add(cb.lessThanOrEqualTo(end, to(in, "end_date", strict)));
        if (in.given("starts_after")) out.add(after(cb, start, in, "starts_after", strict));
        if (in.given("ends_after")) out.add(after(cb, end, in, "ends_after", strict));
        if (in.given("starts_before")) out.add(before(cb, start, in, "starts_before", strict || Switch.bug("e-before-day")));
        if (in.given("ends_before")) out.add(before(cb, end, in, "ends_before", strict));
        if (ignored) out.subList(before, out.size()).clear();
        if (in.given("include") || DATE_FILTERS.stream().anyMatch(in::given) || Switch.variant("all-newest-first")) return;
        // unless told otherwise: what has not ended before today and ends within two years
        LocalDateTime today = LocalDate.now(Dates.SITE).atStartOfDay();
        out.add(cb.between(end, today, today.plusYears(2)));
    }

    private static LocalDateTime from(Input in, String name, boolean strict) {
        LocalDateTime t = in.dateTime(name, LocalTime.MIDNIGHT);
        return strict ? t : t.toLocalDate().atStartOfDay();
    }

    private static LocalDateTime to(Input in, String name, boolean strict) {
        LocalDateTime t = in.dateTime(name, strict && name.startsWith("end_") ? END_OF_DAY : LocalTime.MIDNIGHT);
        return strict ? t : t.toLocalDate().atTime(END_OF_DAY);
    }

    private static Predicate after(CriteriaBuilder cb, Path<LocalDateTime> p, Input in, String name, boolean strict) {
        return strict ? cb.greaterThan(p, from(in, name, true)) : cb.greaterThanOrEqualTo(p, from(in, name, false));
    }

    private static Predicate before(CriteriaBuilder cb, Path<LocalDateTime> p, Input in, String name, boolean strict) {
        return strict ? cb.lessThan(p, to(in, name, true)) : cb.lessThanOrEqualTo(p, to(in, name, false));
    }

    /** Events linked to one of the given records (by ID, or by slug for terms). */
    private Predicate assigned(Root<Event> root, CriteriaQuery<?> q, CriteriaBuilder cb, Input in, String param, String relation, boolean slugs) {
        if (!in.given(param)) return null;
        List<Long> ids = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String s : in.list(param)) {
            if (s.matches("\\d{1,18}")) ids.add(Long.valueOf(s));
            else if (!slugs) throw ApiException.badParam(param, "IDs are expected");
            if (slugs) names.add(s);
        }
        Subquery<Integer> sub = q.subquery(Integer.class);
        Join<Event, Object> t = sub.correlate(root).join(relation);
        Predicate p = t.get("id").in(ids);
        if (slugs) p = cb.or(p, t.get("slug").in(names));
        return cb.exists(sub.select(cb.literal(1)).where(p));
    }

    private void places(List<Predicate> out, Root<Event> root, CriteriaQuery<?> q, CriteriaBuilder cb, Input in) {
        if (in.given("geoloc")) {
            Subquery<Integer> sub = q.subquery(Integer.class);
            Join<Event, Venue> v = sub.correlate(root).join("venues");
            Predicate located = cb.exists(sub.select(cb.literal(1)).where(cb.isNotNull(v.get("lat")), cb.isNotNull(v.get("lng"))));
            out.add(in.bool("geoloc") ? located : cb.not(located));
        }
        boolean lat = in.given("geoloc_lat"), lng = in.given("geoloc_lng");
        if (lat && !lng) throw ApiException.badParam("geoloc_lat", "geoloc_lng must be given too");
        if (lng && !lat) {
            if (Switch.bug("e-geo-lng-alone")) return;
            throw ApiException.badParam("geoloc_lng", "geoloc_lat must be given too");
        }
        if (!lat) return;
        double y = in.decimal("geoloc_lat"), x = in.decimal("geoloc_lng");
        if (Math.abs(y) > 90) throw ApiException.badParam("geoloc_lat", "a latitude is expected");
        if (Math.abs(x) > 180) throw ApiException.badParam("geoloc_lng", "a longitude is expected");
        if (Switch.bug("e-geo-swap")) {
            double z = x;
            x = y;
            y = z;
        }
        // about ten kilometres around the point
        double dy = 0.09, dx = dy / Math.max(0.01, Math.cos(Math.toRadians(y)));
        Subquery<Integer> sub = q.subquery(Integer.class);
        Join<Event, Venue> v = sub.correlate(root).join("venues");
        out.add(cb.exists(sub.select(cb.literal(1)).where(
                cb.between(v.get("lat"), y - dy, y + dy), cb.between(v.get("lng"), x - dx, x + dx))));
    }

    @Override
    void apply(Event e, Input in, Ctx c, boolean create) {
        applyTexts(e, in, c, "title");
        applyCommon(e, in, c);
        if (in.given("timezone")) {
            Dates.zone(in.str("timezone"));
            e.timezone = in.str("timezone");
        } else if (e.timezone == null) {
            e.timezone = Dates.SITE.getId();
        }
        if (in.has("all_day")) e.allDay = in.bool("all_day");
        if (create || in.has("start_date")) e.startDate = in.dateTime("start_date", LocalTime.MIDNIGHT);
        if (create || in.has("end_date")) e.endDate = in.dateTime("end_date", e.allDay ? END_OF_DAY : LocalTime.MIDNIGHT);
        if (e.allDay) {
            e.startDate = e.startDate.toLocalDate().atStartOfDay();
            e.endDate = (Switch.bug("e-allday-days") ? e.startDate : e.endDate).toLocalDate().atTime(END_OF_DAY);
        }
        if (e.endDate.isBefore(e.startDate)) throw ApiException.badParam("end_date", "an event may not end before it starts");
        if (!Switch.bug("e-tz-stale") || create || in.has("start_date") || in.has("end_date")) Dates.setUtc(e);
        if (in.has("cost")) e.cost = in.str("cost", 1000);
        if (in.has("show_map")) e.showMap = in.bool("show_map");
        if (in.has("show_map_link")) e.showMapLink = in.bool("show_map_link");
        if (in.has("hide_from_listings")) e.hideFromListings = in.bool("hide_from_listings");
        if (in.has("sticky")) e.sticky = in.bool("sticky");
        if (in.has("featured")) e.featured = in.bool("featured");
        relate(in, "categories", Category.class, s -> e.categories = s);
        relate(in, "tags", Tag.class, s -> e.tags = s);
        relate(in, "venue", Venue.class, s -> e.venues = s);
        relate(in, "organizer", Organizer.class, s -> e.organizers = s);
    }

    private <R extends Named> void relate(Input in, String name, Class<R> type, Consumer<Set<R>> set) {
        if (!in.has(name)) return;
        List<Long> ids = in.ids(name);
        if (ids.isEmpty() && Switch.bug("e-empty-array")) return;
        Set<R> found = new LinkedHashSet<>();
        for (Long id : ids) {
            R r = em.find(type, id);
            if (r == null) throw ApiException.badParam(name, id + " does not exist");
            if (!found.add(r) && Switch.bug("e-dup-ids")) throw new IllegalStateException("unique index violated: " + name + " " + id);
        }
        set.accept(found);
    }

    @Override
    EventDto update(String slug, Input in, Ctx c) {
        if (Switch.bug("e-put-slug-tags") && in.method.equals("PUT")) in.values.putIfAbsent("tags", List.of());
        return super.update(slug, in, c);
    }

    @Override
    void checkPassword(Event e, Input in) {
        if (e.password != null && !e.password.equals(in.str("password")))
            throw new ApiException(403, "event-password-required", "The event is protected by a password");
    }

    /** Without its password a protected event is shown without its texts; with a wrong one not at all. */
    EventDto unlocked(EventDto d, Input in) {
        if (!d.locked) return d;
        if (!in.given("password")) return d.redacted();
        if (!d.password.equals(in.str("password"))) throw new ApiException(403, "event-password-wrong", "The password is wrong");
        return d;
    }

    @Override
    EventDto map(Event e, Ctx c) {
        return map(e, c, e.categories.isEmpty() ? Map.of() : categories.counts(), e.tags.isEmpty() ? Map.of() : tags.counts());
    }

    @Override
    List<EventDto> mapAll(List<Event> all, Ctx c) {
        Map<Long, Long> byCategory = categories.counts(), byTag = tags.counts();
        return all.stream().map(e -> map(e, c, byCategory, byTag)).toList();
    }

    private EventDto map(Event e, Ctx c, Map<Long, Long> byCategory, Map<Long, Long> byTag) {
        EventDto d = new EventDto();
        mapCommon(d, e, c);
        Text t = e.text(c.lang());
        d.title = rendered(t.title, false);
        d.excerpt = rendered(Objects.requireNonNullElse(t.excerpt, ""), true);
        d.startDate = Dates.show(e.startDate);
        d.endDate = Dates.showEnd(e.endDate);
        d.utcStartDate = Dates.show(e.utcStart);
        d.utcEndDate = Dates.show(e.utcEnd);
        d.timezone = e.timezone;
        d.allDay = e.allDay;
        d.cost = Objects.requireNonNullElse(e.cost, "");
        d.showMap = e.showMap;
        d.showMapLink = e.showMapLink;
        d.hideFromListings = e.hideFromListings;
        d.sticky = e.sticky;
        d.featured = e.featured;
        d.ticketed = Boolean.TRUE.equals(e.ticketed);
        d.postParent = Objects.requireNonNullElse(e.postParent, 0L);
        d.locked = e.password != null;
        d.password = e.password;
        if (Switch.variant("ids-only")) {
            d.categories = sorted(e.categories).map(x -> x.id).toList();
            d.tags = sorted(e.tags).map(x -> x.id).toList();
            d.venue = sorted(e.venues).filter(x -> shown(x, c)).map(x -> x.id).toList();
            d.organizer = sorted(e.organizers).filter(x -> shown(x, c)).map(x -> x.id).toList();
        } else {
            d.categories = sorted(e.categories).map(x -> categories.map(x, c, byCategory)).toList();
            d.tags = sorted(e.tags).map(x -> tags.map(x, c, byTag)).toList();
            d.venue = sorted(e.venues).filter(x -> shown(x, c)).map(x -> venues.map(x, c)).toList();
            d.organizer = sorted(e.organizers).filter(x -> shown(x, c)).map(x -> organizers.map(x, c)).toList();
        }
        return d;
    }

    private static boolean shown(Post p, Ctx c) {
        return !p.status.equals("trash") && c.maySee(p.status, p.author);
    }

    private static <R extends Named> Stream<R> sorted(Collection<R> all) {
        return all.stream().sorted(Comparator.comparing(x -> x.id));
    }

    @Override
    void unlink(Event e) {}
}
