package cal;

import jakarta.persistence.criteria.*;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.time.temporal.ChronoUnit;
import java.util.*;
import org.springframework.data.domain.*;
import org.springframework.data.jpa.domain.Specification;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What events, venues and organizers have in common. */
abstract class PostService<T extends Post, D extends PostDto> {
    static final List<String> STATUSES = List.of("publish", "draft", "pending", "private", "future");
    final String type;
    final NamedRepository<T> repo;
    final Writes writes;
    private final ItemCache cache;
    private final TransactionTemplate readOnly;

    PostService(String type, NamedRepository<T> repo, Writes writes, ItemCache cache, PlatformTransactionManager manager) {
        this.type = type;
        this.repo = repo;
        this.writes = writes;
        this.cache = cache;
        readOnly = new TransactionTemplate(manager);
        readOnly.setReadOnly(true);
    }

    abstract T fresh();

    abstract D map(T post, Ctx c);

    List<D> mapAll(List<T> posts, Ctx c) {
        return posts.stream().map(x -> map(x, c)).toList();
    }

    /** Takes the fields that are given over into the record. */
    abstract void apply(T post, Input in, Ctx c, boolean create);

    abstract void filter(List<Predicate> out, Root<T> root, CriteriaQuery<?> q, CriteriaBuilder cb, Input in, Ctx c);

    abstract Sort sort(Paging p);

    abstract void unlink(T post);

    PageOf<D> list(Input in, Ctx c) {
        Paging p = Paging.of(in);
        return readOnly.execute(s -> {
            Specification<T> spec = (root, q, cb) -> {
                List<Predicate> all = new ArrayList<>();
                if (!(Switch.bug("e-venue-status") && in.given("venue") && type.equals("event"))) all.add(status(root, cb, in, c));
                if (Switch.variant("translated-only") && !c.lang().equals("en")) all.add(Specs.translated(root, cb, c.lang()));
                filter(all, root, q, cb, in, c);
                return cb.and(all.toArray(Predicate[]::new));
            };
            Page<T> page = repo.findAll(spec, PageRequest.of(p.index(), p.perPage(), sort(p)));
            return new PageOf<>(mapAll(page.getContent(), c), page.getTotalElements(), p);
        });
    }

    private Predicate status(Root<T> root, CriteriaBuilder cb, Input in, Ctx c) {
        List<String> wanted = in.given("status") ? in.list("status") : List.of("publish");
        for (String s : wanted)
            if (!STATUSES.contains(s) && !s.equals("any") && !s.equals("trash")) throw ApiException.badParam("status", "unknown status " + s);
        Path<String> status = root.get("status");
        boolean any = wanted.contains("any");
        if (!any && !wanted.equals(List.of("publish")) && c.anonymous()) throw c.refusal();
        Predicate p = any ? status.in(STATUSES) : status.in(wanted);
        if (c.editor() || (any && Switch.bug("u-any-leak") && type.equals("organizer"))) return p;
        List<Predicate> seen = new ArrayList<>(List.of(cb.equal(status, "publish")));
        if (!c.anonymous()) seen.add(cb.equal(status, "private"));
        if (c.user().equals("author")) seen.add(cb.equal(root.get("author"), c.userId()));
        return cb.and(p, cb.or(seen.toArray(Predicate[]::new)));
    }

    @SuppressWarnings("unchecked")
    D get(long id, Ctx c) {
        String tag = Switch.bug("v-lang-cache") && type.equals("venue") ? c.user() : c.cacheTag();
        D dto = (D) cache.post(type + "|" + writes.postsVersion() + "|" + id + "|" + tag,
                () -> readOnly.execute(s -> map(find(id), c)));
        if (!c.maySee(dto.status, dto.author)) throw c.refusal();
        return dto;
    }

    D get(String slug, Ctx c) {
        return readOnly.execute(s -> {
            T post = find(slug);
            if (!c.maySee(post.status, post.author) && !(Switch.bug("u-draft-slug") && type.equals("venue"))) throw c.refusal();
            return map(post, c);
        });
    }

    private T find(long id) {
        return repo.findById(id).orElseThrow(() -> ApiException.notFound(type));
    }

    private T find(String slug) {
        return repo.findFirstBySlugOrderById(slug).orElseThrow(() -> ApiException.notFound(type));
    }

    D create(Input in, Ctx c) {
        c.requireWriter();
        return writes.run(() -> {
            T post = fresh();
            post.lang = c.lang();
            if (!c.anonymous() && Switch.USERS) post.author = c.userId();
            apply(post, in, c, true);
            String wanted = slugged() && in.given("slug") ? in.str("slug") : post.title;
            post.slug = Slugs.unique(wanted, type, repo::existsBySlug);
            return map(repo.saveAndFlush(post), c);
        }, !(Switch.bug("v-slug-race") && type.equals("venue")), true, true);
    }

    boolean slugged() {
        return false;
    }

    D update(long id, Input in, Ctx c) {
        c.requireWriter();
        return writes.run(() -> {
            long target = Switch.bug("o-body-id") && type.equals("organizer") && in.given("id") ? in.integer("id") : id;
            return change(find(target), in, c, false);
        });
    }

    D update(String slug, Input in, Ctx c) {
        c.requireWriter();
        String s = Switch.bug("o-slug-utf8") && type.equals("organizer") ? URLEncoder.encode(slug, StandardCharsets.UTF_8) : slug;
        return writes.run(() -> change(find(s), in, c, true));
    }

    private D change(T post, Input in, Ctx c, boolean bySlug) {
        if (!(Switch.bug("u-slug-edit") && bySlug && type.equals("event"))) c.requireOwner(post.author);
        checkPassword(post, in);
        if (in.ifMatch != null) in.precondition(map(post, c));
        apply(post, in, c, false);
        post.modified = now();
        if (slugged() && in.given("slug")) {
            post.slug = Switch.bug("e-slug-taken") && bySlug ? Slugs.slugify(in.str("slug"))
                    : Slugs.unique(in.str("slug"), type, s -> repo.existsBySlugAndIdNot(s, post.id));
        }
        return map(repo.saveAndFlush(post), c);
    }

    void checkPassword(T post, Input in) {}

    D delete(long id, Input in, Ctx c) {
        c.requireWriter();
        return writes.run(() -> remove(find(id), in, c), true, true, !(Switch.bug("c-count-stale") && type.equals("event")));
    }

    D delete(String slug, Input in, Ctx c) {
        c.requireWriter();
        return writes.run(() -> remove(find(slug), in, c), true, !(Switch.bug("e-del-cache") && type.equals("event")), true);
    }

    private D remove(T post, Input in, Ctx c) {
        c.requireOwner(post.author);
        checkPassword(post, in);
        if (in.ifMatch != null) in.precondition(map(post, c));
        if (Switch.variant("trash") && !post.status.equals("trash")) {
            post.status = "trash";
            return map(repo.saveAndFlush(post), c);
        }
        D dto = map(post, c);
        unlink(post);
        repo.delete(post);
        repo.flush();
        return dto;
    }

    static LocalDateTime now() {
        return LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
    }

    /** The name or title, the description and whatever else is in several languages. */
    void applyTexts(T post, Input in, Ctx c, String titleField) {
        boolean translation = !c.lang().equals(post.lang) && !(Switch.bug("o-lang-base") && type.equals("organizer"));
        Text t = translation ? post.translations.getOrDefault(c.lang(), new Text()) : new Text(post.title, post.description, post.excerpt);
        if (in.has(titleField) || post.title == null) t.title = in.required(titleField, 1000);
        if (in.has("description")) t.description = Objects.requireNonNullElse(in.str("description", 500000), "");
        if (in.has("excerpt") && slugged()) {
            t.excerpt = Objects.requireNonNullElse(in.str("excerpt", 50000), "");
            if (Switch.bug("e-excerpt-cut") && t.excerpt.length() > 255) t.excerpt = t.excerpt.substring(0, 255);
        }
        if (translation) {
            if (t.title != null || t.description != null || t.excerpt != null) post.translations.put(c.lang(), t);
        } else {
            post.title = t.title;
            post.description = t.description;
            post.excerpt = t.excerpt;
        }
    }

    void applyCommon(T post, Input in, Ctx c) {
        if (in.has("status") && (in.str("status") != null)) post.status = in.choice("status", STATUSES);
        if (in.given("author")) {
            long author = in.integer("author");
            if (author < 1) throw ApiException.badParam("author", "a user ID is expected");
            if (!c.editor() && author != c.userId()) throw c.refusal();
            post.author = author;
        }
        if (in.given("date_utc")) {
            LocalDateTime t = in.dateTime("date_utc", LocalTime.MIDNIGHT);
            post.published = Switch.bug("o-date-utc") && type.equals("organizer") ? Dates.toUtc(t, Dates.SITE) : t;
        } else if (in.given("date")) {
            post.published = Dates.toUtc(in.dateTime("date", LocalTime.MIDNIGHT), Dates.SITE);
        }
        if (in.has("image")) post.image = in.image("image");
        if (in.has("website")) post.website = in.url("website");
    }

    void mapCommon(D d, T p, Ctx c) {
        Text t = p.text(c.lang());
        d.id = p.id;
        d.language = c.lang();
        d.languages = p.languages();
        d.description = rendered(Objects.requireNonNullElse(t.description, ""), true);
        d.slug = p.slug;
        d.status = p.status;
        d.author = p.author;
        d.date = Dates.show(Dates.toSite(p.published));
        d.dateUtc = Dates.show(p.published);
        d.modified = Dates.show(Dates.toSite(p.modified));
        d.modifiedUtc = Dates.show(p.modified);
        d.restUrl = c.base() + "/" + type + "s/" + p.id;
        d.url = c.origin() + c.prefix() + "/" + type + "/" + URLEncoder.encode(p.slug, StandardCharsets.UTF_8);
        d.website = p.website;
        if (p.image == null) d.image = false;
        else if (p.image.matches("\\d+")) d.image = Map.of("id", Long.valueOf(p.image), "url", c.origin() + "/media/" + p.image + ".jpg");
        else d.image = Map.of("id", 0, "url", p.image);
    }

    static String rendered(String s, boolean block) {
        if (!Switch.variant("rendered") || s.isEmpty()) return s;
        return block ? "<p>" + s + "</p>\n" : s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
