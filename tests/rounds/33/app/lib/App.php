<?php
class App
{
    const ROUTES = [
        '#^/$#' => ['root', ['GET']],
        '#^' . NS . '$#' => ['index', ['GET']],
        '#^' . NS . '/doc$#' => ['doc', ['GET']],
        '#^' . NS . '/(events|venues|organizers|categories|tags)$#' => ['collection', ['GET', 'POST']],
        '#^' . NS . '/(events|venues|organizers|categories|tags)/(\d+)$#' => ['item', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
        '#^' . NS . '/(events|venues|organizers)/by-slug/([^/]+)$#' => ['slug', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ];
    const ONE = ['events' => 'event', 'venues' => 'venue', 'organizers' => 'organizer', 'categories' => 'category', 'tags' => 'tag'];

    public static function handle(Request $r): Response
    {
        foreach (self::ROUTES as $re => [$name, $methods]) {
            if (!preg_match($re, $r->path, $m)) continue;
            $allow = $methods;
            array_splice($allow, 1, 0, 'HEAD');
            $allow[] = 'OPTIONS';
            if ($r->method === 'OPTIONS') return new Response(204, null, ['Allow' => implode(', ', $allow)]);
            if (!in_array($r->method, $methods, true)) {
                throw new ApiError(405, 'method_not_allowed', 'Method not allowed.', ['Allow' => implode(', ', $allow)]);
            }
            if ($r->slash && opt('slash') === 'redirect' && $r->method === 'GET') {
                $qs = $_SERVER['QUERY_STRING'] ?? '';
                return new Response(301, ['moved' => true], ['Location' => $r->base . $r->path . ($qs !== '' ? "?$qs" : '')]);
            }
            Auth::start();
            if ($r->method !== 'GET') $r->readBody();
            foreach ($r->query as $v) foreach ((array)$v as $x) if (is_string($x) && !mb_check_encoding($x, 'UTF-8')) throw bad('invalid_param', 'The text must be UTF-8.');
            $r->language();
            return self::$name($r, ...array_slice($m, 1));
        }
        throw new ApiError(404, 'no_route', 'No route matches this address.');
    }

    private static function root(Request $r): Response
    {
        return new Response(200, ['name' => 'Calendar', 'url' => $r->base . '/', 'namespaces' => [ltrim(NS, '/')], 'timezone_string' => SITE_TZ]);
    }

    private static function index(Request $r): Response
    {
        $routes = [];
        foreach (self::ONE as $p => $s) {
            $routes[NS . "/$p"] = ['methods' => ['GET', 'POST']];
            $routes[NS . "/$p/{id}"] = ['methods' => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']];
            if (in_array($s, ['event', 'venue', 'organizer'])) $routes[NS . "/$p/by-slug/{slug}"] = ['methods' => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']];
        }
        $up = $r->base . '/';
        return new Response(200, ['namespace' => ltrim(NS, '/'), 'routes' => $routes, '_links' => ['up' => [['href' => $up]]]]);
    }

    private static function doc(Request $r): Response
    {
        $paths = [];
        foreach (self::ONE as $p => $s) {
            $fields = [];
            foreach (Schema::FIELDS[$s] as $f => $t) $fields[] = ['name' => $f, 'in' => 'body', 'required' => in_array($f, Schema::REQUIRED[$s])];
            $paths["/$p"] = ['get' => ['summary' => "List of $p"], 'post' => ['summary' => "New $s", 'parameters' => $fields]];
            $paths["/$p/{id}"] = ['get' => ['summary' => "One $s"], 'put' => ['summary' => "Change $s"], 'delete' => ['summary' => "Delete $s"]];
        }
        return new Response(200, ['swagger' => '2.0', 'info' => ['title' => 'Calendar', 'version' => '1.0.0'], 'host' => $_SERVER['HTTP_HOST'] ?? '', 'basePath' => NS, 'paths' => $paths]);
    }

    // ------------------------------------------------------------------ items

    private static function item(Request $r, string $plural, string $digits): Response
    {
        $type = self::ONE[$plural];
        $r->via = 'id';
        if (bug('post-to-tag-creates') && $plural === 'tags' && $r->method === 'POST') return self::collection($r, $plural);
        if (strlen(ltrim($digits, '0')) > 18) {
            throw not_found();
        }
        return in_array($type, ['category', 'tag']) ? self::termItem($r, $type, (int)$digits) : self::postItem($r, $type, (int)$digits);
    }

    private static function slug(Request $r, string $plural, string $slug): Response
    {
        $type = self::ONE[$plural];
        $r->via = 'slug';
        $slug = rawurldecode($slug);
        if (!mb_check_encoding($slug, 'UTF-8')) throw not_found();
        // the address carries the slug; for venues and organizers it is no field
        $id = Posts::idBySlug($type, $slug, $r);
        if ($id === null) throw not_found();
        return self::postItem($r, $type, $id);
    }

    private static function postItem(Request $r, string $type, int $id): Response
    {
        $password = $r->body['password'] ?? $r->query['password'] ?? null;
        if ($password !== null && !is_scalar($password)) throw bad('invalid_param', 'password must be a string.');
        if ($r->method === 'GET') {
            $p = Posts::load($id, $r->lang);
            if (!$p) self::again($type, $id, $r);
            if (!$p) throw not_found();
            if ($p['type'] !== $type) throw not_found();
            if ($p['trashed'] && opt('trash') === 'gone') throw new ApiError(410, 'gone', 'The record was deleted.');
            if (!Auth::sees($p)) throw opt('hidden') === 404 ? not_found() : Auth::deny();
            $res = self::show($p, $r, $password === null ? null : (string)$password);
            if (opt('content_location')) $res->headers['Content-Location'] = Present::link($r, $type . 's', $id);
            return $res;
        }
        if (bug('update-stored-before-check') && $type === 'organizer' && $r->method !== 'DELETE') {
            $old = Posts::fetch($id, null);
            if (!$old || $old['type'] !== $type) throw not_found();
            Posts::save($type, $old, $r->body, $r);
            Auth::changePost($old, $r->via, $r->method);
            return self::show(Posts::fetch($id, $r->lang), $r, null, true);
        }
        $stale = null;
        if (bug('concurrent-updates-lose-fields')) {
            $stale = Posts::fetch($id, null);
            usleep(60000); // what the many hooks take between reading and writing
        }
        return Db::tx(function () use ($r, $type, $id, $stale) {
            $old = $stale ?? Posts::fetch($id, null);
            if (!$old) self::again($type, $id, $r);
            if (!$old || $old['type'] !== $type) throw not_found();
            if ($old['trashed']) throw new ApiError(opt('trash') === 'gone' ? 410 : 404, 'gone', 'The record was deleted.');
            Auth::changePost($old, $r->via, $r->method);
            // a client may have read it with the password or without: both are the current state
            self::precondition(array_map(fn($o) => new Response(200, Present::one(Present::post(Posts::fetch($id, $r->lang), $r, $o), $type . 's')), [true, false]), $r);
            if ($r->method === 'DELETE') {
                $shown = Present::post(Posts::fetch($id, $r->lang), $r, true);
                Posts::remove($old, $r);
                if ($done = self::deleted($id, $shown, $type . 's')) return $done;
                if (opt('trash')) {
                    $shown['status'] = 'trash';
                }
                return new Response(200, $shown);
            }
            $body = $r->body;
            if ($r->via === 'slug') unset($body['password']);
            Posts::save($type, $old, $body, $r);
            if (opt('updated') === 204) return new Response(204, null);
            return self::show(Posts::fetch($id, $r->lang), $r, null, true);
        });
    }

    private static function show(array $p, Request $r, ?string $password, bool $written = false): Response
    {
        $open = true;
        if ($p['type'] === 'event' && $p['password'] !== '') {
            $open = $written || (USERS && (Auth::all() || (Auth::role() === 'author' && $p['author'] === Auth::id())));
            if (bug('empty-password-opens') && $password === '') $open = true;
            if (!$open && $password !== null && $password !== '') {
                $open = hash_equals($p['password'], $password);
                if (!$open && opt('wrong_password') !== 'blank') throw new ApiError(opt('wrong_password'), 'incorrect_password', 'The password is wrong.', opt('wrong_password') === 401 ? ['WWW-Authenticate' => 'Basic realm="event"'] : []);
            }
            if (!$open && opt('protected') === 'deny' && $r->method === 'GET') throw new ApiError(403, 'password_required', 'The event is protected by a password.');
        }
        return new Response(200, Present::one(Present::post($p, $r, $open), $p['type'] . 's'));
    }

    private static function precondition(array $now, Request $r): void
    {
        $given = $_SERVER['HTTP_IF_MATCH'] ?? '';
        if ($given === '' || !opt('etag')) return;
        if (bug('if-match-ignored-on-delete') && $r->method === 'DELETE') return;
        foreach ($now as $res) {
            if (Etag::matches($given, Etag::of(json_encode($res->body, JSON_FLAGS), $res->body))) return;
        }
        throw new ApiError(412, 'precondition_failed', 'The record has changed.');
    }

    /** For records that are no longer there. */
    private static function again(string $type, int $id, Request $r): void
    {
        if (opt('tombstone')) {
            $t = Db::val('SELECT at FROM tombstones WHERE kind = ? AND id = ?', [$type, $id]);
            if ($t !== null) throw new ApiError(410, 'deleted', "Deleted at $t.");
        }
        if (opt('delete_again') === 204 && $r->method === 'DELETE') throw new ApiError(204, 'deleted', '');
    }

    private static function deleted(int $id, array $shown, string $plural): ?Response
    {
        return match (opt('deleted')) {
            204 => new Response(204, null),
            'previous' => new Response(200, ['deleted' => true, 'previous' => $shown]),
            'accepted' => new Response(202, ['deleted' => $id]),
            'message' => new Response(200, ['message' => "Record $id was deleted."]),
            default => opt('wrap') ? new Response(200, Present::one($shown, $plural)) : null,
        };
    }

    private static function termItem(Request $r, string $tax, int $id): Response
    {
        if ($r->method === 'GET') {
            $t = Terms::load($id, $r->lang);
            if (!$t) self::again($tax, $id, $r);
            if (!$t || $t['tax'] !== $tax) throw not_found();
            return new Response(200, Present::one(Present::term($t, $r), $tax === 'tag' ? 'tags' : 'categories'));
        }
        return Db::tx(function () use ($r, $tax, $id) {
            $old = Terms::load($id, null);
            if (!$old) self::again($tax, $id, $r);
            if (!$old || $old['tax'] !== $tax) throw not_found();
            Auth::changeTerm($r->method);
            self::precondition([new Response(200, Present::one(Present::term(Terms::load($id, $r->lang), $r), $tax === 'tag' ? 'tags' : 'categories'))], $r);
            if ($r->method === 'DELETE') {
                $shown = Present::term(Terms::load($id, $r->lang), $r);
                Terms::remove($old);
                if ($done = self::deleted($id, $shown, $tax === 'tag' ? 'tags' : 'categories')) return $done;
                return new Response(200, $shown);
            }
            Terms::save($tax, $old, $r->body, $r);
            if (opt('updated') === 204) return new Response(204, null);
            return new Response(200, Present::one(Present::term(Terms::load($id, $r->lang), $r), $tax === 'tag' ? 'tags' : 'categories'));
        });
    }

    // ------------------------------------------------------------ collections

    private static function collection(Request $r, string $plural): Response
    {
        $type = self::ONE[$plural];
        $term = in_array($type, ['category', 'tag']);
        if ($r->method === 'POST') {
            Auth::create($term);
            $body = $r->body;
            unset($body['password']);
            if (bug('concurrent-creates-share-slug') && !$term) $id = Posts::save($type, null, $body, $r);
            else $id = Db::tx(fn() => $term ? Terms::save($type, null, $body, $r) : Posts::save($type, null, $body, $r));
            $shown = $term ? Present::term(Terms::load($id, $r->lang), $r) : Present::post(Posts::fetch($id, $r->lang), $r, true);
            $loc = Present::link($r, bug('location-of-new-category-wrong') ? $type . 's' : $plural, $id);
            if (opt('updated') === 204) $shown = ['id' => $id];
            if (opt('updated') !== 204) $shown = Present::one($shown, $plural);
            return new Response(opt('created'), $shown, ['Location' => $loc]);
        }
        $q = $term ? Query::terms($type, $r) : Query::posts($type, $r);
        if (!$term && isset($q['event']) && USERS) {
            $e = Posts::load($q['event'], $r->lang);
            if ($e && !Auth::sees($e)) $q['event'] = 0;
        }
        [$ids, $total] = $term ? Terms::find($type, $q, $r) : Posts::find($type, $q, $r);
        if ($q['page'] > 1 && $q['page'] > ceil($total / $q['per_page']) && opt('beyond') !== 'empty') throw new ApiError(opt('beyond'), 'no_such_page', 'There is no such page.');
        $items = [];
        foreach ($ids as $id) {
            if ($term) {
                $t = Terms::load($id, $r->lang);
                if ($t) $items[] = Present::term($t, $r);
                continue;
            }
            $p = Posts::load($id, $r->lang);
            if (!$p) continue;
            $items[] = Present::post($p, $r, bug('list-shows-protected-description') || USERS && (Auth::all() || (Auth::role() === 'author' && $p['author'] === Auth::id())));
        }
        return Present::page($plural, $items, $total, $q, $r);
    }
}

/** Reads and checks the parameters of the lists. */
class Query
{
    const KNOWN = [
        'event' => ['page', 'per_page', 'start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'strict_dates', 'search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'status', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'include', 'post_parent', 'ticketed', 'ml_language'],
        'venue' => ['page', 'per_page', 'search', 'event', 'has_events', 'only_with_upcoming', 'status', 'ml_language'],
        'organizer' => ['page', 'per_page', 'search', 'event', 'has_events', 'only_with_upcoming', 'status', 'ml_language'],
        'category' => ['page', 'per_page', 'search', 'exclude', 'include', 'order', 'orderby', 'hide_empty', 'parent', 'post', 'event', 'slug', 'ml_language'],
        'tag' => ['page', 'per_page', 'search', 'exclude', 'include', 'order', 'orderby', 'hide_empty', 'post', 'event', 'slug', 'ml_language'],
    ];

    private static function common(string $type, Request $r): array
    {
        $in = $r->query;
        if (opt('unknown_param') === 'reject') foreach ($in as $k => $v) if (!in_array($k, self::KNOWN[$type], true)) throw bad('unknown_param', "The parameter $k is not known.");
        $q = ['page' => 1, 'per_page' => min(10, opt('max'))];
        foreach (['page', 'per_page'] as $k) {
            if (!isset($in[$k]) || $in[$k] === '') continue;
            try {
                $n = Schema::int($in[$k], $k);
                if ($n < 1) throw bad('invalid_param', "$k must be at least 1.");
            } catch (ApiError $e) {
                if (opt('bad_page') === 'default') continue;
                throw $e;
            }
            if (bug('organizers-page-counts-from-zero') && $type === 'organizer' && $k === 'page') $n++; // counted from 0 where it is read
            $q[$k] = min($n, 1000000000);
        }
        if ($q['per_page'] > opt('max')) {
            if (opt('over_max') === 'reject') throw bad('invalid_param', 'per_page is too large.');
            $q['per_page'] = opt('max');
        }
        if (isset($in['search'])) {
            if (!is_string($in['search'])) throw bad('invalid_param', 'search must be a string.');
            if (trim($in['search']) !== '') {
                $q['search'] = $in['search'];
            }
        }
        return $q;
    }

    private static function flag(array $in, string $k): ?bool
    {
        if (!isset($in[$k]) || $in[$k] === '') return null;
        return Schema::bool($in[$k], $k);
    }

    private static function status(array $in, array &$q): void
    {
        if (!isset($in['status']) || $in['status'] === '') return;
        $s = Schema::csv($in['status']);
        foreach ($s as $x) if (!in_array($x, Schema::STATUSES, true)) throw bad('invalid_param', 'Unknown post status.');
        if ($s) $q['status'] = $s;
    }

    public static function posts(string $type, Request $r): array
    {
        $in = $r->query;
        $q = self::common($type, $r);
        self::status($in, $q);
        if ($type !== 'event') {
            if (isset($in['event']) && $in['event'] !== '') $q['event'] = Schema::int($in['event'], 'event');
            $v = self::flag($in, 'has_events');
            if ($v !== null) $q['has_events'] = $v;
            $v = self::flag($in, 'only_with_upcoming');
            if ($v) $q['only_with_upcoming'] = true;
            return $q;
        }
        $strict = (bool)self::flag($in, 'strict_dates');
        $dates = [];
        $site = new DateTimeZone(SITE_TZ);
        foreach (['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as $k) {
            if (!isset($in[$k]) || $in[$k] === '') continue;
            $d = is_string($in[$k]) ? Dates::parse($in[$k], $site) : null;
            if (!$d) throw bad('invalid_param', "$k must be a date.");
            $day = $d->format('Y-m-d');
            $exact = $d->format('Y-m-d H:i:s');
            if (bug('strict-dates-drop-seconds')) $exact = $d->format('Y-m-d H:i:00');
            $st = $strict;
            $col = str_starts_with($k, 'start') ? 'o.start' : 'o.finish';
            switch ($k) {
                case 'start_date': case 'end_date':
                    if (bug('end-date-filter-exact-moment') && $k === 'end_date') {
                        $dates[] = [$col, '=', $exact, "{$k}_at"];
                        break;
                    }
                    if (bug('start-date-filter-open-ended') && $k === 'start_date') {
                        $dates[] = [$col, '>=', $st ? $exact : "$day 00:00:00", "{$k}_from"];
                        break;
                    }
                    $dates[] = [$col, '>=', $st ? $exact : "$day 00:00:00", "{$k}_from"];
                    $dates[] = [$col, '<=', "$day 23:59:59", "{$k}_to"];
                    break;
                case 'starts_before': case 'ends_before':
                    if ($st) $dates[] = [$col, '<', $exact, $k];
                    else $dates[] = [$col, '<=', bug('day-as-86400-seconds') ? date('Y-m-d H:i:s', strtotime("$day 00:00:00") + 86399) : "$day 23:59:59", $k];
                    break;
                default:
                    $dates[] = [$col, '>=', $st ? $exact : "$day 00:00:00", $k];
            }
        }
        if (isset($in['include']) && $in['include'] !== '') {
            $q['include'] = Schema::ids($in['include'], 'include');
            $dates = [];
        } elseif (!$dates && opt('window') === 'upcoming') {
            $dates[] = ['o.finish', '>=', date('Y-m-d 00:00:00', time() - 86400), 'w1'];
            $dates[] = ['o.start', '<=', date('Y-m-d 23:59:59', strtotime('+24 months')), 'w2'];
        }
        if ($dates) $q['dates'] = $dates;
        foreach (['categories' => 'category', 'tags' => 'tag'] as $f => $tax) {
            if (!isset($in[$f]) || $in[$f] === '') continue;
            $ids = [];
            foreach (Schema::csv($in[$f]) as $x) {
                if (bug('category-slug-with-leading-digits') && (int)$x > 0) {
                    $ids[] = (int)$x;
                    continue;
                }
                if (bug('term-slug-lookup-without-kind') && !ctype_digit($x)) {
                    $s = Db::val('SELECT id FROM terms WHERE slug = ? ORDER BY id', [$x]);
                    if ($s !== null) $ids[] = (int)$s;
                    continue;
                }
                if (ctype_digit($x)) {
                    $ok = Db::val('SELECT id FROM terms WHERE id = ? AND tax = ?', [substr($x, 0, 15), $tax]);
                    if ($ok !== null) $ids[] = (int)$ok;
                }
                $s = Db::val('SELECT id FROM terms WHERE slug = ? AND tax = ?', [$x, $tax]);
                if ($s !== null && !ctype_digit($x)) $ids[] = (int)$s;
            }
            $q[$f] = $ids ?: [0];
        }
        foreach (['venue', 'organizer'] as $f) {
            if (!isset($in[$f]) || $in[$f] === '') continue;
            $q[$f] = Schema::ids($in[$f], $f);
        }
        $v = self::flag($in, 'featured');
        if ($v !== null) $q['featured'] = $v;
        $v = self::flag($in, 'ticketed');
        if ($v !== null) $q['ticketed'] = $v;
        self::flag($in, 'geoloc');
        foreach (['geoloc_lat' => 'geoloc_lng', 'geoloc_lng' => 'geoloc_lat'] as $a => $b) {
            if (!isset($in[$a]) || $in[$a] === '') continue;
            if (!is_numeric($in[$a]) || !isset($in[$b])) throw bad('invalid_param', 'geoloc_lat and geoloc_lng must be numbers, given together.');
        }
        if (isset($in['post_parent']) && $in['post_parent'] !== '') $q['post_parent'] = Schema::int($in['post_parent'], 'post_parent');
        return $q;
    }

    public static function terms(string $tax, Request $r): array
    {
        $in = $r->query;
        $q = self::common($tax, $r);
        foreach (['include', 'exclude'] as $f) if (isset($in[$f]) && $in[$f] !== '') $q[$f] = Schema::ids($in[$f], $f);
        foreach ($tax === 'category' ? ['parent', 'post', 'event'] : ['post', 'event'] as $f) if (isset($in[$f]) && $in[$f] !== '') $q[$f] = Schema::int($in[$f], $f);
        $q['hide_empty'] = self::flag($in, 'hide_empty') ?? true;
        $q['order'] = 'asc';
        if (isset($in['order']) && $in['order'] !== '') {
            $o = is_string($in['order']) ? strtolower($in['order']) : '';
            if (in_array($o, ['asc', 'ascending'])) $q['order'] = 'asc';
            elseif (in_array($o, ['desc', 'descending'])) $q['order'] = 'desc';
            else throw bad('invalid_param', 'order must be asc or desc.');
        }
        if (isset($in['orderby']) && $in['orderby'] !== '') {
            if (!in_array($in['orderby'], ['id', 'name', 'slug', 'count', 'description', 'parent', 'include', 'term_id', 'term_group', 'none'], true)) throw bad('invalid_param', 'orderby is not known.');
            $q['orderby'] = $in['orderby'];
        }
        if (isset($in['slug']) && is_string($in['slug']) && $in['slug'] !== '') $q['slug'] = $in['slug'];
        return $q;
    }
}
