package cal;

import java.time.*;
import java.util.*;
import java.util.stream.Collectors;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What categories and tags have in common. There are few of them: lists are filtered and sorted in memory. */
abstract class TermService<T extends Named, D extends TermDto> {
    final String type, plural;
    final NamedRepository<T> repo;
    final EventRepository events;
    private final Writes writes;
    private final ItemCache cache;
    private final TransactionTemplate readOnly;

    TermService(String type, String plural, NamedRepository<T> repo, EventRepository events, Writes writes, ItemCache cache, PlatformTransactionManager manager) {
        this.type = type;
        this.plural = plural;
        this.repo = repo;
        this.events = events;
        this.writes = writes;
        this.cache = cache;
        readOnly = new TransactionTemplate(manager);
        readOnly.setReadOnly(true);
    }

    abstract T fresh();

    abstract D newDto(T term);

    abstract List<Object[]> countRows();

    abstract Collection<T> ofEvent(Event e);

    abstract void unlink(T term);

    void applyParent(T term, Input in) {}

    Map<Long, Long> counts() {
        return countRows().stream().collect(Collectors.toMap(r -> (Long) r[0], r -> (Long) r[1]));
    }

    PageOf<D> list(Input in, Ctx c) {
        Paging p = Paging.of(in);
        return readOnly.execute(s -> {
            Map<Long, Long> counts = counts();
            List<T> terms = repo.findAll();
            List<D> all = new ArrayList<>();
            for (T t : terms)
                if (!Switch.variant("translated-only") || c.lang().equals("en") || t.languages().contains(c.lang())) all.add(map(t, c, counts));
            boolean hideEmpty = in.given("hide_empty") ? hide(in) : true;
            if (hideEmpty) all.removeIf(d -> d.count == 0);
            boolean including = in.given("include");
            if (including) keep(all, new HashSet<>(in.ids("include")));
            if (in.given("exclude") && !(including && Switch.bug("t-include-exclude") && type.equals("tag"))) {
                Set<Long> out = new HashSet<>(in.ids("exclude"));
                all.removeIf(d -> out.contains(d.id));
            }
            if (in.given("slug")) all.removeIf(d -> !in.list("slug").contains(d.slug));
            if (in.given("search")) {
                String part = in.str("search").strip().toLowerCase(Locale.ROOT);
                all.removeIf(d -> !(d.rawName + "\n" + d.description).toLowerCase(Locale.ROOT).contains(part));
            }
            more(all, in);
            int before = all.size();
            for (String name : List.of("post", "event")) {
                if (!in.given(name)) continue;
                Event e = events.findById(in.integer(name)).filter(x -> c.maySee(x.status, x.author)).orElse(null);
                keep(all, e == null ? Set.of() : ofEvent(e).stream().map(t -> t.id).collect(Collectors.toSet()));
            }
            int total = Switch.bug("t-total-post") && type.equals("tag") && in.given("post") ? before : all.size();
            sort(all, in, c);
            int from = (int) Math.min(all.size(), (p.page() - 1L) * p.perPage());
            return new PageOf<>(List.copyOf(all.subList(from, Math.min(all.size(), from + p.perPage()))), total, p);
        });
    }

    private boolean hide(Input in) {
        if (Switch.bug("c-hide-one") && type.equals("category")) return Boolean.parseBoolean(in.str("hide_empty"));
        return in.bool("hide_empty");
    }

    void more(List<D> all, Input in) {}

    private void keep(List<D> all, Set<Long> ids) {
        all.removeIf(d -> !ids.contains(d.id));
    }

    private void sort(List<D> all, Input in, Ctx c) {
        Comparator<D> by;
        String orderby = in.given("orderby") ? in.str("orderby") : "name";
        switch (orderby) {
            case "id", "term_id", "term_group" -> by = Switch.bug("c-orderby-id") && type.equals("category")
                    ? Comparator.comparing(d -> d.id.toString()) : Comparator.comparing(d -> d.id);
            case "name" -> {
                if (Switch.bug("c-lang-sort") && type.equals("category")) {
                    Map<Long, String> base = new HashMap<>();
                    repo.findAll().forEach(t -> base.put(t.id, t.title));
                    by = Comparator.comparing(d -> base.get(d.id), String.CASE_INSENSITIVE_ORDER);
                } else {
                    by = Comparator.comparing(d -> d.rawName, String.CASE_INSENSITIVE_ORDER);
                }
            }
            case "slug" -> by = Comparator.comparing(d -> d.slug);
            case "description" -> by = Comparator.comparing(d -> d.description, String.CASE_INSENSITIVE_ORDER);
            case "count" -> by = Comparator.comparing(d -> d.count);
            case "parent" -> by = Comparator.comparing(d -> d instanceof CategoryDto k ? k.parent : 0L);
            case "include" -> {
                List<Long> ids = in.ids("include");
                by = Comparator.comparing(d -> ids.indexOf(d.id));
            }
            default -> throw ApiException.badParam("orderby", "a term attribute is expected");
        }
        String order = in.given("order") ? in.str("order").toLowerCase(Locale.ROOT) : "asc";
        if (!List.of("asc", "desc", "ascending", "descending").contains(order)) throw ApiException.badParam("order", "asc or desc is expected");
        if (order.startsWith("desc")) by = by.reversed();
        all.sort(by.thenComparing(d -> d.id));
    }

    @SuppressWarnings("unchecked")
    D get(long id, Ctx c) {
        return (D) cache.term(type + "|" + writes.termsVersion() + "|" + id + "|" + c.cacheTag(), () -> readOnly.execute(s -> map(find(id), c, counts())));
    }

    private T find(long id) {
        return repo.findById(id).orElseThrow(() -> ApiException.notFound(type));
    }

    D create(Input in, Ctx c) {
        c.requireEditor();
        return writes.run(() -> {
            T t = fresh();
            t.lang = c.lang();
            apply(t, in, c);
            if (in.given("slug")) {
                t.slug = Slugs.unique(in.str("slug"), type, repo::existsBySlug);
            } else {
                t.slug = Slugs.unique(t.title, type, repo::existsBySlug);
            }
            if (Switch.bug("t-emoji") && type.equals("tag")) t.title = t.title.replaceAll("[^\\u0000-\\uFFFF]", "?");
            return map(repo.saveAndFlush(t), c, counts());
        });
    }

    D update(long id, Input in, Ctx c) {
        if (!(Switch.bug("u-reader-tag") && type.equals("tag") && !c.anonymous())) c.requireEditor();
        return writes.run(() -> {
            T t = find(id);
            in.precondition(map(t, c, counts()));
            apply(t, in, c);
            if (in.given("slug")) t.slug = Slugs.unique(in.str("slug"), type, s -> repo.existsBySlugAndIdNot(s, id));
            return map(repo.saveAndFlush(t), c, counts());
        });
    }

    private void apply(T t, Input in, Ctx c) {
        boolean translation = !c.lang().equals(t.lang);
        Text text = translation ? t.translations.getOrDefault(c.lang(), new Text()) : new Text(t.title, t.description, null);
        if (in.has("name") || t.title == null) text.title = in.required("name", 200);
        if (in.has("description")) text.description = Objects.requireNonNullElse(in.str("description", 100000), "");
        if (translation) {
            if (text.title != null || text.description != null) t.translations.put(c.lang(), text);
        } else {
            t.title = text.title;
            t.description = text.description;
        }
        applyParent(t, in);
    }

    D delete(long id, Input in, Ctx c) {
        c.requireEditor();
        return writes.run(() -> {
            T t = find(id);
            D d = map(t, c, counts());
            in.precondition(d);
            unlink(t);
            repo.delete(t);
            repo.flush();
            return d;
        });
    }

    D map(T t, Ctx c, Map<Long, Long> counts) {
        D d = newDto(t);
        Text text = t.text(c.lang());
        d.id = t.id;
        d.language = c.lang();
        d.languages = t.languages();
        d.rawName = text.title;
        d.name = PostService.rendered(text.title, false);
        d.description = PostService.rendered(Objects.requireNonNullElse(text.description, ""), true);
        d.slug = t.slug;
        d.taxonomy = "event_" + type;
        d.count = counts.getOrDefault(t.id, 0L);
        d.restUrl = c.base() + "/" + plural + "/" + t.id;
        return d;
    }
}

@Service
class CategoryService extends TermService<Category, CategoryDto> {
    private final CategoryRepository categories;

    CategoryService(CategoryRepository repo, EventRepository events, Writes writes, ItemCache cache, PlatformTransactionManager tm) {
        super("category", "categories", repo, events, writes, cache, tm);
        categories = repo;
    }

    @Override
    Category fresh() {
        return new Category();
    }

    @Override
    CategoryDto newDto(Category t) {
        CategoryDto d = new CategoryDto();
        d.parent = Objects.requireNonNullElse(t.parentId, 0L);
        return d;
    }

    @Override
    List<Object[]> countRows() {
        return events.countByCategory();
    }

    @Override
    Collection<Category> ofEvent(Event e) {
        return e.categories;
    }

    @Override
    void more(List<CategoryDto> all, Input in) {
        if (in.given("parent")) {
            long parent = in.integer("parent");
            all.removeIf(d -> d.parent != parent);
        }
    }

    @Override
    void applyParent(Category t, Input in) {
        if (!in.has("parent")) return;
        Long parent = in.given("parent") ? in.integer("parent") : null;
        if (parent == null || parent == 0) {
            t.parentId = null;
            return;
        }
        if (!repo.existsById(parent)) throw ApiException.badParam("parent", parent + " does not exist");
        for (Long up = parent; up != null; up = repo.findById(up).map(x -> x.parentId).orElse(null)) {
            if (up.equals(t.id)) throw ApiException.badParam("parent", "a category may not lie below itself");
            if (Switch.bug("c-cycle")) break;
        }
        t.parentId = parent;
    }

    @Override
    void unlink(Category t) {
        events.withCategory(t.id).forEach(e -> e.categories.remove(t));
        if (!Switch.bug("c-del-parent")) categories.findByParentId(t.id).forEach(x -> x.parentId = t.parentId);
    }
}

@Service
class TagService extends TermService<Tag, TermDto> {
    TagService(TagRepository repo, EventRepository events, Writes writes, ItemCache cache, PlatformTransactionManager tm) {
        super("tag", "tags", repo, events, writes, cache, tm);
    }

    @Override
    Tag fresh() {
        return new Tag();
    }

    @Override
    TermDto newDto(Tag t) {
        return new TermDto();
    }

    @Override
    List<Object[]> countRows() {
        return events.countByTag();
    }

    @Override
    Collection<Tag> ofEvent(Event e) {
        return e.tags;
    }

    @Override
    void unlink(Tag t) {
        events.withTag(t.id).forEach(e -> e.tags.remove(t));
    }
}
