<?php
/** From records to what is sent. */
class Present
{
    private static function time(?string $local, string $tz)
    {
        if ($local === null || $local === '') return $local;
        $d = new DateTimeImmutable($local, Dates::tz($tz) ?? new DateTimeZone('UTC'));
        return match (opt('times')) {
            'iso' => $d->format('c'),
            'isoz' => $d->setTimezone(new DateTimeZone('UTC'))->format('Y-m-d\TH:i:s\Z'),
            't' => $d->format('Y-m-d\TH:i:s'),
            'epoch' => $d->getTimestamp(),
            'parts' => ['date' => $d->format('Y-m-d'), 'time' => $d->format('H:i:s'), 'timezone' => $tz],
            default => $local,
        };
    }
    private static function text(?string $s, bool $html)
    {
        $s = (string)$s;
        if (opt('texts') === 'rendered') {
            $x = htmlspecialchars($s, ENT_NOQUOTES);
            return ['raw' => $s, 'rendered' => $html && $s !== '' ? "<p>$x</p>\n" : $x];
        }
        if (opt('texts') === 'html') {
            $x = htmlspecialchars($s, ENT_NOQUOTES);
            return $html && $s !== '' ? '<p>' . nl2br($x) . "</p>\n" : $x;
        }
        return $s;
    }
    private static function id(int $i) { return opt('ids') === 'string' ? (string)$i : $i; }
    private static function bool($b) { return match (opt('bools')) { 'int' => (int)(bool)$b, 'yesno' => $b ? 'yes' : 'no', default => (bool)$b }; }

    public static function link(Request $r, string $what, int $id): string { return $r->base . NS . "/$what/$id"; }

    public static function post(array $p, Request $r, bool $open): array
    {
        $type = $p['type'];
        $plural = $type . 's';
        $closed = $type === 'event' && $p['password'] !== '' && !$open;
        $o = [
            'id' => self::id($p['id']),
            Schema::TITLE[$type] => self::text($p['title'], false),
            'slug' => $p['slug'],
            'description' => self::text($closed ? '' : $p['description'], true),
        ];
        if ($type === 'event') $o['excerpt'] = self::text($closed ? '' : $p['excerpt'], true);
        $o += [
            'status' => $p['trashed'] ? 'trash' : $p['status'],
            'author' => self::id($p['author']),
            'date' => self::time($p['date'], SITE_TZ),
            'date_utc' => self::time($p['date_utc'], 'UTC'),
            'modified_utc' => self::time($p['modified_utc'], 'UTC'),
            'language' => $r->lang,
            'rest_url' => self::link($r, $plural, $p['id']),
        ];
        if ($type === 'event') {
            $o += [
                'start_date' => self::time($p['start'], $p['tz']),
                'end_date' => self::time($p['finish'], $p['tz']),
                'utc_start_date' => self::time($p['start_utc'], 'UTC'),
                'utc_end_date' => self::time($p['finish_utc'], 'UTC'),
                'timezone' => $p['tz'],
                'all_day' => self::bool($p['all_day']),
                'featured' => self::bool($p['featured']),
                'password_protected' => self::bool($p['password'] !== ''),
            ];
        }
        foreach (Schema::META[$type] as $k) {
            $v = $p['meta'][$k] ?? null;
            if ($type === 'event' && in_array($k, ['show_map', 'show_map_link', 'hide_from_listings', 'sticky'])) $v = self::bool($v);
            $o[$k] = $v;
        }
        if ($type === 'event') {
            foreach (['venue', 'organizer'] as $k) $o[$k] = self::related($p['rel'][$k], $k, $r);
            $c = $t = [];
            foreach ($p['terms'] as $id) {
                $x = Terms::load((int)$id, $r->lang);
                if (!$x) continue;
                if ($x['tax'] === 'category') $c[] = $x;
                else $t[] = $x;
            }
            $o['categories'] = self::terms($c, 'categories', $r);
            $o['tags'] = self::terms($t, 'tags', $r);
        }
        return self::finish(Hooks::filter('present_post', $o, $p), $plural);
    }

    private static function related(array $ids, string $kind, Request $r)
    {
        $o = [];
        foreach ($ids as $id) {
            if (opt('relations') === 'ids') { $o[] = self::id($id); continue; }
            $x = Posts::load($id, $r->lang);
            if (!$x || (!Auth::sees($x) && !bug('draft-venue-shown-in-event'))) continue;
            if (opt('relations') === 'links') $o[] = ['id' => self::id($id), 'href' => self::link($r, $kind . 's', $id)];
            elseif (opt('relations') === 'full') $o[] = self::post($x, $r, true);
            elseif (opt('relations') === 'map') $o[$id] = $x['title'];
            else $o[] = ['id' => self::id($id), $kind => self::text($x['title'], false), 'slug' => $x['slug'], 'rest_url' => self::link($r, $kind . 's', $id)];
        }
        return opt('relations') === 'map' ? (object)$o : $o;
    }

    private static function terms(array $ts, string $plural, Request $r)
    {
        if (opt('relations') === 'map') return (object)array_column($ts, 'name', 'id');
        return array_map(fn($t) => match (opt('relations')) {
            'ids' => self::id($t['id']),
            'links' => ['id' => self::id($t['id']), 'href' => self::link($r, $plural, $t['id'])],
            'full' => self::term($t, $r),
            default => ['id' => self::id($t['id']), 'name' => self::text($t['name'], false), 'slug' => $t['slug']],
        }, $ts);
    }

    public static function term(array $t, Request $r): array
    {
        $o = ['id' => self::id($t['id']), 'name' => self::text($t['name'], false), 'slug' => $t['slug'], 'description' => self::text($t['description'], true)];
        if ($t['tax'] === 'category') $o['parent'] = self::id($t['parent']);
        $o += ['count' => $t['count'], 'taxonomy' => $t['tax'], 'language' => $r->lang, 'rest_url' => self::link($r, $t['tax'] === 'category' ? 'categories' : 'tags', $t['id'])];
        return self::finish($o, $t['tax'] === 'category' ? 'categories' : 'tags');
    }

    private const GROUPS = [
        'content' => ['name', 'description', 'excerpt', 'image', 'website', 'cost'],
        'schedule' => ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'timezone', 'all_day'],
        'publication' => ['status', 'author', 'date', 'date_utc', 'modified_utc'],
        'place' => ['address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince'],
        'contact' => ['phone', 'email'],
        'display' => ['featured', 'sticky', 'hide_from_listings', 'show_map', 'show_map_link'],
    ];

    private static function finish(array $o, string $plural): array
    {
        $one = App::ONE[$plural];
        if (opt('drop_empty')) $o = array_filter($o, fn($v) => $v !== null && $v !== '' && $v !== [] && !(is_object($v) && !(array)$v));
        if (opt('wrap') === 'jsonapi') {
            $d = ['type' => $plural, 'id' => $o['id'], 'attributes' => [], 'relationships' => (object)[], 'links' => ['self' => $o['rest_url']]];
            $rel = [];
            foreach ($o as $k => $v) {
                if ($plural === 'events' && in_array($k, ['venue', 'organizer', 'categories', 'tags'])) {
                    $kind = in_array($k, ['venue', 'organizer']) ? $k . 's' : $k;
                    $rel[$k] = ['data' => array_map(fn($i) => ['type' => $kind, 'id' => $i], $v)];
                } elseif (!in_array($k, ['id', 'rest_url'])) $d['attributes'][$k] = $v;
            }
            if ($rel) $d['relationships'] = $rel;
            return $d;
        }
        if (opt('wrap') === 'grouped') {
            $d = [];
            foreach ($o as $k => $v) {
                $g = null;
                foreach (self::GROUPS as $name => $ks) if (in_array($k, $ks)) $g = $name;
                if ($k === (Schema::TITLE[$one] ?? '')) $g = 'content';
                if ($g) $d[$g][$k] = $v;
                else $d[$k] = $v;
            }
            return $d;
        }
        if (opt('names') === 'pascal') {
            $d = [];
            foreach ($o as $k => $v) $d[$k === 'id' ? 'ID' : ucfirst($one) . str_replace('_', '', ucwords($k === $one ? 'name' : $k, '_'))] = $v;
            return $d;
        }
        if (opt('drop_null')) $o = array_filter($o, fn($v) => $v !== null);
        if (opt('names') === 'camel') {
            $c = [];
            foreach ($o as $k => $v) $c[preg_replace_callback('/_([a-z])/', fn($m) => strtoupper($m[1]), $k)] = $v;
            $o = $c;
        }
        return $o;
    }

    public static function page(string $plural, array $items, int $total, array $q, Request $r): Response
    {
        $pages = (int)ceil($total / $q['per_page']);
        $qs = $r->query;
        $url = fn(int $n) => $r->base . $r->path . '?' . http_build_query(['page' => $n] + $qs);
        $h = ['X-Total' => $total, 'X-Total-Pages' => $pages];
        switch (opt('envelope')) {
            case 'array':
                return new Response(200, $items, ['X-WP-Total' => $total, 'X-WP-TotalPages' => $pages]);
            case 'data':
                return new Response(200, ['data' => $items, 'meta' => ['total' => $total, 'pages' => $pages, 'page' => $q['page'], 'per_page' => $q['per_page']]]);
            case 'hal':
                $l = ['self' => ['href' => $url($q['page'])]];
                if ($q['page'] < $pages) $l['next'] = ['href' => $url($q['page'] + 1)];
                return new Response(200, ['_embedded' => [$plural => $items], '_links' => $l, 'total' => $total]);
            case 'jsonapi':
                return new Response(200, ['data' => $items, 'links' => ['self' => $url($q['page']), 'next' => $q['page'] < $pages ? $url($q['page'] + 1) : null], 'meta' => ['total' => $total]]);
            case 'paging':
                return new Response(200, ['items' => array_map(fn($i) => [App::ONE[$plural] => $i], $items), 'paging' => ['page' => $q['page'], 'of' => $pages, 'size' => $q['per_page'], 'found' => $total]]);
            case 'pascal':
                return new Response(200, [ucfirst($plural) => $items, 'Found' => $total, 'PageSize' => $q['per_page']], $h);
            case 'results':
                return new Response(200, ['count' => $total, 'next' => $q['page'] < $pages ? $url($q['page'] + 1) : null, 'previous' => $q['page'] > 1 ? $url($q['page'] - 1) : null, 'results' => $items]);
        }
        $o = [$plural => $items, 'rest_url' => $url($q['page']), 'total' => $total, 'total_pages' => $pages];
        if ($q['page'] < $pages) $o['next_rest_url'] = $url($q['page'] + 1);
        if ($q['page'] > 1) $o['previous_rest_url'] = $url($q['page'] - 1);
        return new Response(200, $o, $h);
    }

    public static function one(array $item, string $plural): array
    {
        return match (opt('wrap')) { 'jsonapi' => ['data' => $item], 'grouped' => [App::ONE[$plural] => $item], default => $item };
    }

    public static function error(ApiError $e): Response
    {
        if ($e->status === 204 || opt('errors') === 'empty') return new Response($e->status, null, $e->headers);
        if (opt('errors') === 'text') return new Response($e->status, $e->getMessage() . "\n", $e->headers + ['Content-Type' => 'text/plain; charset=UTF-8']);
        $m = $e->getMessage();
        $h = $e->headers;
        $b = match (opt('errors')) {
            'problem' => ['type' => 'about:blank', 'title' => $e->slug, 'status' => $e->status, 'detail' => $m],
            'simple' => ['error' => $m],
            'jsonapi' => ['errors' => [['status' => (string)$e->status, 'code' => $e->slug, 'detail' => $m]]],
            default => ['code' => $e->slug, 'message' => $m, 'data' => ['status' => $e->status]],
        };
        if (opt('errors') === 'problem') $h['Content-Type'] = 'application/problem+json';
        return new Response($e->status, $b, $h);
    }
}
