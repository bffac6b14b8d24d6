package cal;

import jakarta.persistence.criteria.*;
import java.util.Locale;

final class Specs {
    private Specs() {}

    /** The text of a record in a language, or in its own where it is not translated. */
    static Expression<String> text(Root<?> root, CriteriaBuilder cb, String lang, String field) {
        MapJoin<Object, String, Text> t = join(root);
        t.on(cb.equal(t.key(), lang));
        return cb.coalesce(t.value().get(field), root.get(field));
    }

    @SuppressWarnings("unchecked")
    private static MapJoin<Object, String, Text> join(Root<?> root) {
        for (Join<?, ?> j : root.getJoins())
            if (j.getAttribute().getName().equals("translations")) return (MapJoin<Object, String, Text>) j;
        return (MapJoin<Object, String, Text>) (MapJoin<?, ?, ?>) root.joinMap("translations", JoinType.LEFT);
    }

    static Predicate contains(CriteriaBuilder cb, Expression<String> e, String part, boolean escape) {
        String p = part.toLowerCase(Locale.ROOT);
        if (escape) p = p.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
        return cb.like(cb.lower(e), "%" + p + "%", '\\');
    }

    static Predicate translated(Root<?> root, CriteriaBuilder cb, String lang) {
        MapJoin<Object, String, Text> t = join(root);
        t.on(cb.equal(t.key(), lang));
        return cb.or(cb.equal(root.get("lang"), lang), cb.isNotNull(t.key()));
    }

    /** Whether a published event is linked to the record, perhaps one that has not ended. */
    static Predicate linked(Root<?> root, CriteriaQuery<?> q, CriteriaBuilder cb, String relation, java.time.LocalDateTime endsAfter, Long eventId) {
        Subquery<Long> s = q.subquery(Long.class);
        Root<Event> e = s.from(Event.class);
        Predicate p = cb.equal(e.join(relation).get("id"), root.get("id"));
        if (eventId != null) p = cb.and(p, cb.equal(e.get("id"), eventId));
        else p = cb.and(p, cb.equal(e.get("status"), "publish"));
        if (endsAfter != null) p = cb.and(p, cb.greaterThanOrEqualTo(e.get("utcEnd"), endsAfter));
        return cb.exists(s.select(e.get("id")).where(p));
    }
}
