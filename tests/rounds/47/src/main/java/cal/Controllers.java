package cal;

import jakarta.servlet.http.HttpServletRequest;
import java.util.*;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.*;

abstract class PostController<T extends Post, D extends PostDto> {
    final PostService<T, D> service;

    PostController(PostService<T, D> service) {
        this.service = service;
    }

    static long number(String id, String type) {
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException e) {
            throw ApiException.notFound(type);
        }
    }

    D view(D d, Input in) {
        return d;
    }

    @GetMapping
    ResponseEntity<Object> list(Input in, Ctx c, HttpServletRequest req) {
        PageOf<D> page = service.list(in, c);
        List<D> items = page.items().stream().map(d -> view(d, new Input(Map.of(), req))).toList();
        return Answers.list(service.type + "s", new PageOf<>(items, page.total(), page.paging()), req, c);
    }

    @PostMapping
    ResponseEntity<Object> create(Input in, HttpServletRequest req) {
        return Answers.created(service.create(in, Ctx.of(req)));
    }

    @GetMapping("/{id:\\d+}")
    ResponseEntity<Object> get(@PathVariable String id, Input in, Ctx c) {
        return Answers.item(view(service.get(number(id, service.type), c), in));
    }

    @RequestMapping(path = "/{id:\\d+}", method = {RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH})
    ResponseEntity<Object> update(@PathVariable String id, Input in, HttpServletRequest req) {
        return Answers.item(service.update(number(id, service.type), in, Ctx.of(req)));
    }

    @DeleteMapping("/{id:\\d+}")
    ResponseEntity<Object> delete(@PathVariable String id, Input in, HttpServletRequest req) {
        return Answers.deleted(service.delete(number(id, service.type), in, Ctx.of(req)));
    }

    @GetMapping("/by-slug/{slug}")
    ResponseEntity<Object> bySlug(@PathVariable String slug, Input in, Ctx c, HttpServletRequest req) throws HttpRequestMethodNotSupportedException {
        if (Switch.bug("o-head") && service.type.equals("organizer") && req.getMethod().equals("HEAD"))
            throw new HttpRequestMethodNotSupportedException("HEAD", List.of("GET", "POST", "PUT", "PATCH", "DELETE"));
        return Answers.item(view(service.get(slug, c), in));
    }

    @RequestMapping(path = "/by-slug/{slug}", method = {RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH})
    ResponseEntity<Object> updateBySlug(@PathVariable String slug, Input in, HttpServletRequest req) {
        return Answers.item(service.update(slug, in, Ctx.of(req)));
    }

    @DeleteMapping("/by-slug/{slug}")
    ResponseEntity<Object> deleteBySlug(@PathVariable String slug, Input in, HttpServletRequest req) {
        return Answers.deleted(service.delete(slug, in, Ctx.of(req)));
    }
}

@RestController
@RequestMapping(Ctx.NS + "/events")
class EventController extends PostController<Event, EventDto> {
    private final EventService events;

    EventController(EventService service) {
        super(service);
        events = service;
    }

    @Override
    EventDto view(EventDto d, Input in) {
        return events.unlocked(d, in);
    }
}

@RestController
@RequestMapping(Ctx.NS + "/venues")
class VenueController extends PostController<Venue, VenueDto> {
    VenueController(VenueService service) {
        super(service);
    }
}

@RestController
@RequestMapping(Ctx.NS + "/organizers")
class OrganizerController extends PostController<Organizer, OrganizerDto> {
    OrganizerController(OrganizerService service) {
        super(service);
    }
}

abstract class TermController<T extends Named, D extends TermDto> {
    final TermService<T, D> service;

    TermController(TermService<T, D> service) {
        this.service = service;
    }

    @GetMapping
    ResponseEntity<Object> list(Input in, Ctx c, HttpServletRequest req) {
        return Answers.list(service.plural, service.list(in, c), req, c);
    }

    @PostMapping
    ResponseEntity<Object> create(Input in, HttpServletRequest req) {
        return Answers.created(service.create(in, Ctx.of(req)));
    }

    @GetMapping("/{id:\\d+}")
    ResponseEntity<Object> get(@PathVariable String id, Ctx c) {
        return Answers.item(service.get(PostController.number(id, service.type), c));
    }

    @RequestMapping(path = "/{id:\\d+}", method = {RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH})
    ResponseEntity<Object> update(@PathVariable String id, Input in, HttpServletRequest req) {
        return Answers.item(service.update(PostController.number(id, service.type), in, Ctx.of(req)));
    }

    @DeleteMapping("/{id:\\d+}")
    ResponseEntity<Object> delete(@PathVariable String id, Input in, HttpServletRequest req) {
        return Answers.deleted(service.delete(PostController.number(id, service.type), in, Ctx.of(req)));
    }
}

@RestController
@RequestMapping(Ctx.NS + "/categories")
class CategoryController extends TermController<Category, CategoryDto> {
    CategoryController(CategoryService service) {
        super(service);
    }
}

@RestController
@RequestMapping(Ctx.NS + "/tags")
class TagController extends TermController<Tag, TermDto> {
    TagController(TagService service) {
        super(service);
    }
}

@RestController
class IndexController {
    private static final String NAMESPACE = Ctx.NS.substring(1);
    private static final List<String> ITEM = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private static Map<String, List<String>> routes() {
        Map<String, List<String>> routes = new LinkedHashMap<>();
        routes.put(Ctx.NS, List.of("GET"));
        routes.put(Ctx.NS + "/doc", List.of("GET"));
        for (String r : List.of("events", "venues", "organizers", "categories", "tags")) {
            routes.put(Ctx.NS + "/" + r, List.of("GET", "POST"));
            routes.put(Ctx.NS + "/" + r + "/{id}", ITEM);
            if (!List.of("categories", "tags").contains(r)) routes.put(Ctx.NS + "/" + r + "/by-slug/{slug}", ITEM);
        }
        return routes;
    }

    @GetMapping("/")
    Map<String, Object> root(Ctx c) {
        return Map.of("name", "Calendar", "namespaces", List.of(NAMESPACE), "_links", Map.of("namespace", List.of(Map.of("href", c.base()))));
    }

    @GetMapping(Ctx.NS)
    Map<String, Object> index(Input in, Ctx c) {
        if (in.given("namespace") && !in.str("namespace").equals(NAMESPACE)) throw ApiException.badParam("namespace", NAMESPACE + " is expected");
        if (in.given("context")) in.choice("context", List.of("view", "embed", "edit", "help"));
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("namespace", NAMESPACE);
        m.put("routes", routes());
        m.put("_links", Map.of("up", List.of(Map.of("href", c.origin() + c.prefix() + "/")), "self", List.of(Map.of("href", c.base()))));
        return m;
    }

    @GetMapping(Ctx.NS + "/doc")
    Map<String, Object> doc(Ctx c) {
        Map<String, Object> paths = new LinkedHashMap<>();
        routes().forEach((path, methods) -> {
            Map<String, Object> operations = new LinkedHashMap<>();
            for (String m : methods) operations.put(m.toLowerCase(Locale.ROOT), Map.of("responses", Map.of("default", Map.of("description", "JSON"))));
            paths.put(path.substring(Ctx.NS.length()).isEmpty() ? "/" : path.substring(Ctx.NS.length()), operations);
        });
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("openapi", "3.0.0");
        m.put("info", Map.of("title", "Calendar Events REST Interface", "version", "1.0.0"));
        m.put("servers", List.of(Map.of("url", c.base())));
        m.put("paths", paths);
        return m;
    }
}
