package cal;

import jakarta.persistence.criteria.*;
import java.util.*;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;

@Service
class OrganizerService extends PostService<Organizer, OrganizerDto> {
    private final EventRepository events;

    OrganizerService(OrganizerRepository repo, EventRepository events, Writes writes, ItemCache cache, PlatformTransactionManager tm) {
        super("organizer", repo, writes, cache, tm);
        this.events = events;
    }

    @Override
    Organizer fresh() {
        return new Organizer();
    }

    @Override
    Sort sort(Paging p) {
        if (Switch.bug("o-page2-order") && p.page() > 1) return Sort.by("id");
        return Sort.by(Sort.Order.asc("title").ignoreCase(), Sort.Order.asc("id"));
    }

    @Override
    void filter(List<Predicate> out, Root<Organizer> root, CriteriaQuery<?> q, CriteriaBuilder cb, Input in, Ctx c) {
        if (in.given("search")) {
            String s = in.str("search").strip();
            List<Predicate> any = new ArrayList<>();
            for (String f : List.of("title", "description")) any.add(Specs.contains(cb, Specs.text(root, cb, c.lang(), f), s, true));
            for (String f : List.of("phone", "email", "website")) any.add(Specs.contains(cb, root.get(f), s, true));
            out.add(cb.or(any.toArray(Predicate[]::new)));
        }
        if (in.given("event")) out.add(Specs.linked(root, q, cb, "organizers", null, in.integer("event")));
        if (in.given("has_events")) {
            Predicate p = Specs.linked(root, q, cb, "organizers", null, null);
            out.add(in.bool("has_events") ? p : cb.not(p));
        }
        if (in.given("only_with_upcoming") && (in.bool("only_with_upcoming") || Switch.bug("o-upcoming-false")))
            out.add(Specs.linked(root, q, cb, "organizers", now(), null));
    }

    @Override
    void apply(Organizer o, Input in, Ctx c, boolean create) {
        applyTexts(o, in, c, "organizer");
        applyCommon(o, in, c);
        if (in.has("phone") && !keep(in, "phone")) o.phone = in.str("phone", 1000);
        if (in.has("email") && !keep(in, "email")) {
            String email = in.str("email", 320);
            if (email != null && !email.isBlank() && !email.strip().matches("[^@\\s]+@[^@\\s]+"))
                throw ApiException.badParam("email", "an e-mail address is expected");
            o.email = email == null ? null : email.strip();
        }
    }

    private static boolean keep(Input in, String field) {
        return Switch.bug("o-null-keep") && in.str(field) == null;
    }

    @Override
    OrganizerDto map(Organizer o, Ctx c) {
        OrganizerDto d = new OrganizerDto();
        mapCommon(d, o, c);
        d.organizer = rendered(o.text(c.lang()).title, false);
        d.phone = o.phone;
        d.email = o.email;
        return d;
    }

    @Override
    void unlink(Organizer o) {
        events.withOrganizer(o.id).forEach(e -> e.organizers.remove(o));
    }
}
