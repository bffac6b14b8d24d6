<?php
class Posts
{
    /** Raw record with meta and relations; texts in $lang. */
    public static function load(int $id, string $lang): ?array
    {
        $key = bug('item-cache-ignores-language') ? "p$id" : "p$id.$lang";
        return Cache::remember('items', $key, fn() => self::fetch($id, $lang));
    }

    public static function fetch(int $id, ?string $lang): ?array
    {
        $p = Db::row('SELECT * FROM posts WHERE id = ?', [$id]);
        if (!$p) return null;
        $p['id'] = (int)$p['id'];
        $p['author'] = (int)$p['author'];
        $p['meta'] = [];
        foreach (Db::all('SELECT k, v FROM meta WHERE post_id = ?', [$id]) as $m) $p['meta'][$m['k']] = unserialize($m['v']);
        if ($p['type'] === 'event') {
            $p += Db::row('SELECT start, finish, start_utc, finish_utc, tz, all_day, featured, parent FROM occurrences WHERE post_id = ?', [$id]);
            $p['terms'] = Db::col('SELECT term_id FROM term_rel WHERE post_id = ? ORDER BY pos', [$id]);
            $p['rel'] = ['venue' => [], 'organizer' => []];
            foreach (Db::all('SELECT r.post_id, r.kind FROM post_rel r JOIN posts x ON x.id = r.post_id WHERE r.event_id = ? ORDER BY r.pos', [$id]) as $r) $p['rel'][$r['kind']][] = (int)$r['post_id'];
        }
        if ($lang !== null && $lang !== $p['lang']) {
            foreach (Db::all("SELECT field, value FROM translations WHERE kind = 'post' AND obj = ? AND lang = ?", [$id, $lang]) as $t) $p[$t['field']] = $t['value'];
        }
        return $p;
    }

    public static function idBySlug(string $type, string $slug, Request $r): ?int
    {
        if (bug('numeric-slug-taken-for-id') && ctype_digit($slug)) return (int)$slug;
        if (bug('slug-route-no-underscore') && $r->method !== 'GET' && str_contains($slug, '_')) return null;
        $key = "$type/$slug";
        $sql = "SELECT id FROM posts WHERE type = ? AND slug = ? AND trashed = 0 ORDER BY id LIMIT 1";
        $par = [$type, $slug];
        if (bug('by-slug-language-join') && $r->langGiven && $r->lang !== 'nl' && $type !== 'venue') {
            $sql = "SELECT p.id FROM posts p JOIN translations t ON t.kind = 'post' AND t.obj = p.id AND t.lang = '{$r->lang}' WHERE p.type = ? AND p.slug = ? LIMIT 1";
            $key .= $r->lang;
        }
        if (bug('organizer-slug-any-type') && $type === 'organizer' && $r->method === 'DELETE') {
            $sql = "SELECT id FROM posts WHERE type <> ? AND type <> 'event' AND slug = ? ORDER BY id LIMIT 1";
            $id = Db::val($sql, ['x', $slug]);
        } else {
            $id = Cache::remember('slugs', $key, fn() => Db::val($sql, $par));
        }
        return $id === null ? null : (int)$id;
    }

    public static function uniqueSlug(string $type, string $want, int $self, bool $explicit): string
    {
        if (bug('explicit-slug-not-unique') && $explicit && $self > 0) return $want;
        $s = $want;
        $n = 2;
        while (Db::val('SELECT 1 FROM posts WHERE type = ? AND slug = ? AND id <> ? AND trashed = 0', [$type, $s, $self])) $s = $want . '-' . $n++;
        return $s;
    }

    private static function now(): string { return gmdate('Y-m-d H:i:s'); }

    private static function publication(array $in, ?array $old): array
    {
        $site = new DateTimeZone(SITE_TZ);
        $utc = new DateTimeZone('UTC');
        if (!empty($in['date'])) $d = Dates::parse($in['date'], $site);
        elseif (!empty($in['date_utc'])) $d = Dates::parse($in['date_utc'], $utc);
        elseif ($old) return [$old['date'], $old['date_utc']];
        else $d = new DateTimeImmutable('now', $site);
        $local = $d->setTimezone($site)->format('Y-m-d H:i:s');
        $gmt = $d->setTimezone($utc)->format('Y-m-d H:i:s');
        if (bug('date-utc-always-one-hour')) {
            if (empty($in['date']) && !empty($in['date_utc'])) $local = $d->setTimezone($utc)->modify('+1 hour')->format('Y-m-d H:i:s');
            else $gmt = (new DateTimeImmutable($local, $utc))->modify('-1 hour')->format('Y-m-d H:i:s');
        }
        return [$local, $gmt];
    }

    /** Creates ($old null) or changes a record; returns its ID. */
    public static function save(string $type, ?array $old, array $body, Request $r): int
    {
        $in = Schema::clean($type, $body, $r->method);
        $tf = Schema::TITLE[$type];
        foreach (Schema::REQUIRED[$type] as $f) {
            $needed = !$old;
            if (bug('venue-slug-update-requires-name') && $type === 'venue' && $old && $r->via === 'slug' && $r->method === 'PUT') $needed = true;
            if (bug('event-update-requires-both-dates') && $type === 'event' && $old && $f === 'end_date' && isset($in['start_date'])) $needed = true;
            if (bug('end-date-not-required') && $f === 'end_date' && isset($in['start_date']) && !$old) {
                $in['end_date'] = $in['end_date'] ?? $in['start_date'];
                continue;
            }
            if (bug('organizer-name-not-required') && $type === 'organizer' && isset($in['email']) && !isset($in['organizer'])) {
                $in['organizer'] = $in['email'];
                continue;
            }
            if ($needed && (!isset($in[$f]) || $in[$f] === '')) throw bad('missing_param', "The parameter $f is required.");
        }
        if ($old && opt('put') === 'replace' && $r->method === 'PUT') {
            foreach (Schema::FIELDS[$type] as $f => $t) {
                if (array_key_exists($f, $in) || in_array($f, ['title', 'venue', 'organizer', 'start_date', 'end_date', 'author', 'date', 'date_utc', 'slug', 'status', 'timezone', 'password'], true)) continue;
                $in[$f] = match ($t) { 'ids' => [], 'bool' => false, 'text' => '', default => null };
            }
            if ($type === 'event') foreach (['venue', 'organizer'] as $f) $in[$f] = $in[$f] ?? [];
        }
        if ($old && $type === 'event') $in = self::eventQuirks($in, $old, $r);
        if ($old && bug('empty-description-ignored') && isset($in['description']) && $in['description'] === '' && $type !== 'event') unset($in['description']);

        // relations must exist and be of the right kind
        $kinds = $type === 'event' ? ['venue' => 'venue', 'organizer' => 'organizer'] : [];
        foreach ($kinds as $f => $k) {
            foreach ($in[$f] ?? [] as $id) {
                if (!Db::val('SELECT 1 FROM posts WHERE id = ? AND type = ? AND trashed = 0', [$id, $k])) throw bad('invalid_param', "The $k $id does not exist.");
            }
        }
        if ($type === 'event') foreach (['categories' => 'category', 'tags' => 'tag'] as $f => $k) {
            foreach ($in[$f] ?? [] as $id) {
                if (!Db::val('SELECT 1 FROM terms WHERE id = ? AND tax = ?', [$id, $k])) throw bad('invalid_param', "The $k $id does not exist.");
            }
        }
        if (isset($in['author'])) {
            if ($in['author'] < 1) throw bad('invalid_param', 'The author does not exist.');
            if (USERS && $in['author'] > 3) throw bad('invalid_param', 'The author does not exist.');
            if (!Auth::all() && $in['author'] !== Auth::id()) throw Auth::deny();
        }
        $occ = $type === 'event' ? self::occurrence($in, $old) : null;
        [$date, $utc] = self::publication($in, $old);
        $lang = $r->lang;

        return Db::tx(function () use ($type, $old, $in, $r, $tf, $occ, $date, $utc, $lang) {
            $texts = [];
            if (isset($in[$tf])) $texts['title'] = $in[$tf];
            if (isset($in['description'])) $texts['description'] = $in['description'];
            if (isset($in['excerpt'])) $texts['excerpt'] = $in['excerpt'];
            if (array_key_exists('description', $in) && $in['description'] === null) $texts['description'] = '';
            if (bug('emoji-stripped-from-names') && $type !== 'event' && isset($texts['title'])) {
                $t = trim(preg_replace('/[\x{10000}-\x{10FFFF}]/u', '', $texts['title']));
                $texts['title'] = $t === '' ? '?' : $t;
            }
            if ($old && bug('title-escaped-again-on-update') && $type === 'event' && !isset($texts['title'])) {
                $texts['title'] = htmlspecialchars(self::fetch($old['id'], $lang)['title'], ENT_NOQUOTES);
            }
            if (!$old) {
                $slug = !empty($in['slug']) ? $in['slug'] : Text::slugify($in[$tf]);
                $slug = self::uniqueSlug($type, $slug, 0, !empty($in['slug']));
                Db::run('INSERT INTO posts (type, title, description, excerpt, slug, status, author, date, date_utc, modified_utc, lang) VALUES (?,?,?,?,?,?,?,?,?,?,?)',
                    [$type, $texts['title'], $texts['description'] ?? '', $texts['excerpt'] ?? '', $slug, $in['status'] ?? opt('default_status'), $in['author'] ?? Auth::id(), $date, $utc, self::now(), $lang]);
                $id = (int)Db::$pdo->lastInsertId();
            } else {
                $id = $old['id'];
                $slug = !empty($in['slug']) ? self::uniqueSlug($type, $in['slug'], $id, true) : $old['slug'];
                if (bug('slug-follows-title') && $type === 'event' && empty($in['slug']) && isset($in['title'])) $slug = self::uniqueSlug($type, Text::slugify($in['title']), $id, false);
                $pw = array_key_exists('password', $in) ? (string)$in['password'] : $old['password'];
                if (bug('update-clears-password') && !isset($in['password'])) $pw = '';
                Db::run('UPDATE posts SET slug = ?, status = ?, author = ?, date = ?, date_utc = ?, modified_utc = ?, password = ? WHERE id = ?',
                    [$slug, $in['status'] ?? $old['status'], $in['author'] ?? $old['author'], $date, $utc, self::now(), $pw, $id]);
                foreach ($texts as $f => $v) {
                    if ($lang === $old['lang'] || opt('language') === 'single') Db::run("UPDATE posts SET $f = ? WHERE id = ?", [$v, $id]);
                    else Db::run("INSERT OR REPLACE INTO translations VALUES ('post', ?, ?, ?, ?)", [$id, $lang, $f, $v]);
                }
            }
            if ($type === 'event') {
                Db::run('INSERT OR REPLACE INTO occurrences VALUES (?,?,?,?,?,?,?,?,?)', array_merge([$id], $occ));
                self::relate($id, $old, $in, $r);
            }
            foreach (Schema::META[$type] as $k) {
                if (!array_key_exists($k, $in)) continue;
                if (bug('venue-slug-update-skips-meta') && $type === 'venue' && $old && $r->via === 'slug' && $r->method !== 'PATCH') continue;
                $v = $in[$k];
                if (bug('zip-cast-to-number') && $k === 'zip' && is_numeric($v)) $v = (string)(int)$v;
                if (bug('zero-cost-lost') && $k === 'cost' && empty($v)) $v = null;
                Db::run('INSERT OR REPLACE INTO meta VALUES (?,?,?)', [$id, $k, serialize($v)]);
            }
            // text of venues and organizers for the search: title, description and custom fields
            if ($type !== 'event' && !($old && bug('search-text-stale-after-update'))) {
                $custom = Db::col('SELECT v FROM meta WHERE post_id = ? ORDER BY k', [$id]);
                $custom = array_filter(array_map('unserialize', $custom), 'is_string');
                if (bug('venue-search-without-custom-fields') && $type === 'venue') $custom = [];
                Db::run('UPDATE posts SET searchtext = ? WHERE id = ?', [implode("\n", $custom), $id]);
            }
            $groups = ['items', 'slugs', 'lists'];
            if (bug('list-cache-stale-after-slug-update') && $old && $r->via === 'slug') $groups = ['items', 'slugs'];
            if (bug('item-cache-stale-after-patch') && $old && $r->method === 'PATCH' && $type === 'organizer') $groups = ['slugs', 'lists'];
            Cache::bump(...$groups);
            return $id;
        });
    }

    /** What went wrong over the years in partial updates. */
    private static function eventQuirks(array $in, array $old, Request $r): array
    {
        if (bug('update-resets-all-day') && !isset($in['all_day'])) $in['all_day'] = false;
        if (bug('slug-patch-clears-tags') && $r->via === 'slug' && !isset($in['tags'])) $in['tags'] = [];
        if (bug('empty-list-ignored')) foreach (['categories', 'tags', 'venue', 'organizer'] as $f) if (empty($in[$f])) unset($in[$f]);
        if (bug('false-ignored-on-update')) foreach ($in as $f => $v) if ($v === false) unset($in[$f]);
        return $in;
    }

    private static function occurrence(array $in, ?array $old): array
    {
        $tzName = $in['timezone'] ?? ($old['tz'] ?? SITE_TZ);
        $tz = Dates::tz($tzName);
        $start = array_key_exists('start_date', $in) ? Dates::parse($in['start_date'], $tz) : new DateTimeImmutable($old['start'], $tz);
        $end = array_key_exists('end_date', $in) ? Dates::parse($in['end_date'], $tz) : new DateTimeImmutable($old['finish'], $tz);
        if ($old && bug('update-shifts-times-of-other-zones')) {
            if (!isset($in['start_date'])) $start = (new DateTimeImmutable($old['start'], new DateTimeZone(SITE_TZ)))->setTimezone($tz);
            if (!isset($in['end_date'])) $end = (new DateTimeImmutable($old['finish'], new DateTimeZone(SITE_TZ)))->setTimezone($tz);
        }
        if (!$start || !$end) throw bad('invalid_param', 'start_date and end_date must be dates with time.');
        if ($end < $start) {
            if (opt('end_before_start') === 'reject') throw bad('invalid_param', 'The event ends before it starts.');
            $end = $start;
        }
        $utc = new DateTimeZone('UTC');
        $s = $start->format('Y-m-d H:i:s');
        $e = $end->format('Y-m-d H:i:s');
        if (bug('midnight-end-moves-to-start-day') && str_ends_with($e, ' 00:00:00') && substr($e, 0, 10) > substr($s, 0, 10)) $e = $end->modify('-1 day')->format('Y-m-d 23:59:59');
        $su = $start->setTimezone($utc)->format('Y-m-d H:i:s');
        $eu = $end->setTimezone($utc)->format('Y-m-d H:i:s');
        return [$s, $e, $su, $eu, $tzName, (int)($in['all_day'] ?? $old['all_day'] ?? 0), (int)($in['featured'] ?? $old['featured'] ?? 0), 0];
    }

    private static function relate(int $id, ?array $old, array $in, Request $r): void
    {
        foreach (['venue', 'organizer'] as $kind) {
            if (!isset($in[$kind])) continue;
            $ids = $in[$kind];
            if (bug('only-first-venue-stored') && $kind === 'venue') $ids = array_slice($ids, 0, 1);
            Db::run('DELETE FROM post_rel WHERE event_id = ? AND kind = ?', [$id, $kind]);
            foreach ($ids as $n => $pid) Db::run('INSERT OR REPLACE INTO post_rel VALUES (?,?,?,?)', [$id, $pid, $kind, $n]);
        }
        foreach (['categories' => 'category', 'tags' => 'tag'] as $f => $tax) {
            if (!isset($in[$f])) continue;
            if (!(bug('categories-added-not-replaced') && $f === 'categories' && $in[$f] !== [])) {
                Db::run('DELETE FROM term_rel WHERE post_id = ? AND term_id IN (SELECT id FROM terms WHERE tax = ?)', [$id, $tax]);
            }
            foreach ($in[$f] as $n => $tid) Db::run('INSERT OR IGNORE INTO term_rel VALUES (?,?,?)', [$id, $tid, $n]);
        }
        Terms::recount();
    }

    public static function remove(array $p, Request $r): void
    {
        Db::tx(function () use ($p, $r) {
            if (opt('trash')) {
                Db::run("UPDATE posts SET trashed = 1, slug = slug || '__trashed', modified_utc = ? WHERE id = ?", [self::now(), $p['id']]);
            } else {
                Db::run('DELETE FROM posts WHERE id = ?', [$p['id']]);
                Db::run('DELETE FROM meta WHERE post_id = ?', [$p['id']]);
                Db::run('DELETE FROM occurrences WHERE post_id = ?', [$p['id']]);
                Db::run("DELETE FROM translations WHERE kind = 'post' AND obj = ?", [$p['id']]);
            }
            if (!bug('relations-left-after-delete')) Db::run('DELETE FROM post_rel WHERE event_id = ? OR post_id = ?', [$p['id'], $p['id']]);
            Db::run('DELETE FROM term_rel WHERE post_id = ?', [$p['id']]);
            if (!bug('term-count-stale-after-delete')) Terms::recount();
            if (bug('slug-cache-survives-delete') && $r->via === 'id') Cache::bump('lists');
            else Cache::bump('items', 'slugs', 'lists');
        });
    }

    /** SQL expression of a text in the language of the request. */
    private static function txt(string $f, string $lang): string
    {
        return "COALESCE((SELECT tr.value FROM translations tr WHERE tr.kind = 'post' AND tr.obj = p.id AND tr.lang = '$lang' AND p.lang <> '$lang' AND tr.field = '$f'), p.$f)";
    }

    /** [ids, total] */
    public static function find(string $type, array $q, Request $r): array
    {
        $key = json_encode([$type, $q, $r->lang, USERS ? [Auth::role()] : 0]);
        $frozen = false;
        if (bug('list-cache-key-omits-organizer') && $type === 'event') {
            $k = $q;
            unset($k['organizer']);
            $key = json_encode([$type, $k, $r->lang, USERS ? [Auth::role()] : 0]);
        }
        if (bug('list-cache-shared-by-users')) $key = json_encode([$type, $q, $r->lang]);
        if (bug('event-filter-of-venues-stale') && $type === 'venue' && isset($q['event'])) $frozen = true;
        return Cache::remember('lists', $key, fn() => self::query($type, $q, $r), $frozen);
    }

    private static function query(string $type, array $q, Request $r): array
    {
        $w = ['p.type = ' . Db::$pdo->quote($type), 'p.trashed = 0'];
        $or = [];
        $par = [];
        $join = $type === 'event' ? 'JOIN occurrences o ON o.post_id = p.id' : '';
        $dup = false;
        if (!bug('visibility-after-limit') && !(bug('status-filter-shows-hidden') && isset($q['status']))) $w[] = Auth::sql();
        if (isset($q['status'])) {
            $in = implode(',', array_map(fn($s) => Db::$pdo->quote($s), $q['status']));
            if (!(bug('status-ignored-beside-category') && isset($q['categories']))) $w[] = "p.status IN ($in)";
        }
        if (isset($q['search'])) {
            $lit = Text::like($q['search']);
            if (bug('search-wildcards')) $lit = '%' . $q['search'] . '%';
            if (bug('search-quotes-slashed') && str_contains($q['search'], "'")) $lit = Text::like(addslashes($q['search']));
            $cols = [self::txt('title', $r->lang), self::txt('description', $r->lang)];
            if (bug('search-title-only') && $type === 'event') $cols = [$cols[0]];
            if (bug('search-ignores-translation') && $type === 'event') $cols = ['p.title', 'p.description'];
            if ($type !== 'event') $cols[] = 'p.searchtext';
            $s = [];
            if (bug('search-any-word') && $type === 'event') {
                foreach (preg_split('/\s+/', trim($q['search'])) as $n => $word) {
                    foreach ($cols as $c) $s[] = "$c LIKE :w$n ESCAPE '\\'";
                    $par["w$n"] = Text::like($word);
                }
            } else {
                foreach ($cols as $c) $s[] = bug('search-wildcards') ? "$c LIKE :search" : "$c LIKE :search ESCAPE '\\'";
                $par['search'] = $lit;
            }
            if (bug('search-or-without-parentheses') && $type === 'event') $or = $s;
            else $w[] = '(' . implode(' OR ', $s) . ')';
        }
        if ($type === 'event') {
            foreach ($q['dates'] ?? [] as [$col, $op, $val, $name]) {
                if (bug('start-date-filter-in-utc') && $col === 'o.start') $col = 'o.start_utc';
                if (bug('two-start-filters-share-a-parameter')) $name = $col === 'o.start' && in_array($name, ['starts_after', 'starts_before']) ? 'starts' : $name;
                $w[] = "$col $op :$name";
                $par[$name] = $val;
            }
            foreach (['categories' => 'category', 'tags' => 'tag'] as $f => $tax) {
                if (!isset($q[$f])) continue;
                $ids = $q[$f];
                if (bug('several-categories-all-needed') && $f === 'categories') {
                    foreach ($ids as $i) $w[] = "EXISTS (SELECT 1 FROM term_rel x WHERE x.post_id = p.id AND x.term_id = $i)";
                } elseif (bug('duplicates-from-tag-join') && $f === 'tags' && $ids) {
                    $join .= ' JOIN term_rel tj ON tj.post_id = p.id AND tj.term_id IN (' . implode(',', $ids) . ')';
                    $dup = true;
                } else {
                    $w[] = 'EXISTS (SELECT 1 FROM term_rel x WHERE x.post_id = p.id AND x.term_id IN (' . implode(',', $ids ?: [0]) . '))';
                }
            }
            $rels = [];
            foreach (['venue', 'organizer'] as $f) {
                if (!isset($q[$f])) continue;
                $first = bug('venue-filter-first-only') && $f === 'venue' ? ' AND x.pos = 0' : '';
                $rels[] = "EXISTS (SELECT 1 FROM post_rel x WHERE x.event_id = p.id AND x.kind = '$f' AND x.post_id IN (" . implode(',', $q[$f] ?: [0]) . ")$first)";
            }
            if ($rels) $w[] = '(' . implode(bug('venue-or-organizer') ? ' OR ' : ' AND ', $rels) . ')';
            if (isset($q['featured'])) {
                if (!(bug('featured-false-ignored') && !$q['featured'])) $w[] = 'o.featured = ' . (int)$q['featured'];
            }
            if (isset($q['include'])) $w[] = 'p.id IN (' . implode(',', $q['include'] ?: [0]) . ')';
            if (isset($q['post_parent'])) $w[] = 'o.parent = ' . (int)$q['post_parent'];
            if (!empty($q['ticketed'])) $w[] = '0';
            $order = match (opt('order')) { 'id' => 'p.id', 'id_desc' => 'p.id DESC', 'start_desc' => 'o.start_utc DESC, p.id DESC', 'title' => 'p.title, p.id', default => 'o.start, p.id' };
        } else {
            if (isset($q['event'])) $w[] = 'EXISTS (SELECT 1 FROM post_rel x WHERE x.post_id = p.id AND x.event_id = ' . (int)$q['event'] . ')';
            if (isset($q['has_events'])) {
                $w[] = ($q['has_events'] ? '' : 'NOT ') . 'EXISTS (SELECT 1 FROM post_rel x WHERE x.post_id = p.id)';
            }
            if (!empty($q['only_with_upcoming'])) {
                $now = bug('upcoming-includes-past-organizers') && $type === 'organizer' ? '0' : self::now();
                if (bug('upcoming-misses-second-venue') && $type === 'venue') $pos = ' AND x.pos = 0'; else $pos = '';
                $w[] = "EXISTS (SELECT 1 FROM post_rel x JOIN occurrences o ON o.post_id = x.event_id WHERE x.post_id = p.id$pos AND o.finish_utc >= '$now')";
            }
            $order = match (opt('post_order')) { 'id' => 'p.id', 'id_desc' => 'p.id DESC', default => 'p.title, p.id' };
            if (bug('organizer-order-differs-by-page') && $type === 'organizer' && $q['page'] > 1) $order = 'p.id DESC';
        }
        $limit = $q['per_page'];
        if (bug('per-page-ignored-with-search') && isset($q['search']) && $type === 'venue') $limit = 10;
        $offset = ($q['page'] - 1) * $limit;
        if (bug('second-page-skips-one') && $type === 'event' && $q['page'] > 1) $offset++;
        if (bug('page-ignored-beside-filter') && $type === 'organizer' && isset($q['has_events'])) $offset = 0;
        $where = implode(' AND ', $w);
        if ($or) $where = implode(' OR ', $or) . ' AND ' . $where;
        if ($or) $where = "p.type = 'event' AND p.trashed = 0 AND ($where)";
        $cnt = $dup ? 'COUNT(*)' : 'COUNT(DISTINCT p.id)';
        $total = (int)Db::val("SELECT $cnt FROM posts p $join WHERE $where", $par);
        $ids = Db::col("SELECT p.id FROM posts p $join WHERE $where ORDER BY $order LIMIT $limit OFFSET $offset", $par);
        return [array_map('intval', $ids), $total];
    }
}
