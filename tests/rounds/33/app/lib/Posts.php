<?php
class Posts
{
    /** Raw record with meta and relations; texts in $lang. */
    public static function load(int $id, string $lang): ?array
    {
        $key = "p$id.$lang";
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
        if (bug('slug-number-suffix-stripped') && $type === 'venue') $slug = preg_replace('/-\d+$/', '', $slug);
        $key = "$type/$slug";
        $sql = "SELECT id FROM posts WHERE type = ? AND slug = ? AND trashed = 0 ORDER BY id LIMIT 1";
        $par = [$type, $slug];
        if (bug('by-slug-published-only') && $type === 'organizer') $sql = "SELECT id FROM posts WHERE type = ? AND slug = ? AND trashed = 0 AND status = 'publish' ORDER BY id LIMIT 1";
        if (bug('unknown-slug-remembered')) return Cache::remember('slugs', $key, fn() => Db::val($sql, $par) ?? 0, true) ?: null;
        $id = Cache::remember('slugs', $key, fn() => Db::val($sql, $par));
        return $id === null ? null : (int)$id;
    }

    public static function uniqueSlug(string $type, string $want, int $self, bool $explicit): string
    {
        if (bug('own-slug-counts-as-taken')) $self = 0;
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
        elseif ($old && !bug('update-renews-publication-date')) return [$old['date'], $old['date_utc']];
        else $d = new DateTimeImmutable('now', $site);
        $local = $d->setTimezone($site)->format('Y-m-d H:i:s');
        $gmt = $d->setTimezone($utc)->format('Y-m-d H:i:s');
        if (bug('publication-date-twelve-hours')) $local = $d->setTimezone($site)->format('Y-m-d h:i:s');
        return [$local, $gmt];
    }

    /** Creates ($old null) or changes a record; returns its ID. */
    public static function save(string $type, ?array $old, array $body, Request $r): int
    {
        $in = Schema::clean($type, $body, $r->method);
        $tf = Schema::TITLE[$type];
        foreach (Schema::REQUIRED[$type] as $f) {
            $needed = !$old;
            if ($needed && (!isset($in[$f]) || $in[$f] === '')) throw bad('missing_param', "The parameter $f is required.");
        }
        if ($old && opt('put') === 'replace' && $r->method === 'PUT') {
            foreach (Schema::FIELDS[$type] as $f => $t) {
                if (array_key_exists($f, $in) || in_array($f, ['title', 'venue', 'organizer', 'start_date', 'end_date', 'author', 'date', 'date_utc', 'slug', 'status', 'timezone', 'password'], true)) continue;
                $in[$f] = match ($t) { 'ids' => [], 'bool' => false, 'text' => '', default => null };
            }
            if ($type === 'event') foreach (['venue', 'organizer'] as $f) $in[$f] = $in[$f] ?? [];
        }
        if ($old && $type === 'event' && bug('excerpt-made-from-description') && isset($in['description']) && !isset($in['excerpt'])) $in['excerpt'] = mb_substr($in['description'], 0, 55);
        if ($type === 'event' && bug('sticky-sets-featured') && isset($in['sticky'])) $in['featured'] = $in['featured'] ?? $in['sticky'];

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
        $early = null;
        if (bug('concurrent-creates-share-slug') && !$old) {
            $early = self::uniqueSlug($type, !empty($in['slug']) ? $in['slug'] : Text::slugify($in[$tf]), 0, !empty($in['slug']));
            usleep(60000); // the pictures and so on that are made between check and INSERT
        }

        return Db::tx(function () use ($type, $old, $in, $r, $tf, $occ, $date, $utc, $lang, $early) {
            $texts = [];
            if (isset($in[$tf])) $texts['title'] = $in[$tf];
            if (isset($in['description'])) $texts['description'] = $in['description'];
            if (isset($in['excerpt'])) $texts['excerpt'] = $in['excerpt'];
            if (array_key_exists('description', $in) && $in['description'] === null) $texts['description'] = '';
            if (!$old) {
                $slug = !empty($in['slug']) ? $in['slug'] : Text::slugify($in[$tf]);
                if (!empty($in['slug']) && opt('slugs') === 'short' && Db::val('SELECT 1 FROM posts WHERE type = ? AND slug = ? AND trashed = 0', [$type, $slug])) throw new ApiError(409, 'slug_taken', 'The slug is taken.');
                $new = Db::nextId('posts');
                if (opt('slugs') === 'short' && empty($in['slug'])) $slug = trim(substr($type, 0, 2) . dechex($new + 4096) . '-' . $slug, '-');
                $slug = $early ?? self::uniqueSlug($type, $slug, 0, !empty($in['slug']));
                Db::run('INSERT INTO posts (id, type, title, description, excerpt, slug, status, author, date, date_utc, modified_utc, lang) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)',
                    [$new, $type, $texts['title'], $texts['description'] ?? '', $texts['excerpt'] ?? '', $slug, $in['status'] ?? opt('default_status'), $in['author'] ?? Auth::id(), $date, $utc, self::now(), $lang]);
                $id = (int)Db::$pdo->lastInsertId();
            } else {
                $id = $old['id'];
                if (!empty($in['slug']) && opt('slugs') === 'short' && Db::val('SELECT 1 FROM posts WHERE type = ? AND slug = ? AND trashed = 0 AND id <> ?', [$type, $in['slug'], $id])) throw new ApiError(409, 'slug_taken', 'The slug is taken.');
                $slug = !empty($in['slug']) ? self::uniqueSlug($type, $in['slug'], $id, true) : $old['slug'];
                $pw = array_key_exists('password', $in) ? (string)$in['password'] : $old['password'];
                Db::run('UPDATE posts SET slug = ?, status = ?, author = ?, date = ?, date_utc = ?, modified_utc = ?, password = ? WHERE id = ?',
                    [$slug, $in['status'] ?? $old['status'], $in['author'] ?? (bug('update-takes-over-author') ? Auth::id() : $old['author']), $date, $utc, self::now(), $pw, $id]);
                foreach ($texts as $f => $v) {
                    if ($lang === $old['lang'] || opt('language') === 'single') Db::run("UPDATE posts SET $f = ? WHERE id = ?", [$v, $id]);
                    elseif (bug('translated-excerpt-lost') && !in_array($f, ['title', 'description'])) continue;
                    else Db::run("INSERT OR REPLACE INTO translations VALUES ('post', ?, ?, ?, ?)", [$id, $lang, $f, $v]);
                }
            }
            if ($type === 'event') {
                Db::run('INSERT OR REPLACE INTO occurrences VALUES (?,?,?,?,?,?,?,?,?)', array_merge([$id], $occ));
                self::relate($id, $old, $in, $r);
            }
            foreach (Schema::META[$type] as $k) {
                if (!array_key_exists($k, $in)) continue;
                $v = $in[$k];
                if (bug('province-stored-from-state') && $k === 'province' && isset($in['state'])) $v = $in['state'];
                if (bug('https-website-gets-http-prefix') && $k === 'website' && $type === 'organizer' && $v && !str_starts_with($v, 'http://')) $v = 'http://' . $v;
                Db::run('INSERT OR REPLACE INTO meta VALUES (?,?,?)', [$id, $k, serialize($v)]);
            }
            // text of venues and organizers for the search: title, description and custom fields
            if ($type !== 'event') {
                $custom = Db::col('SELECT v FROM meta WHERE post_id = ? ORDER BY k', [$id]);
                $custom = array_filter(array_map('unserialize', $custom), 'is_string');
                Db::run('UPDATE posts SET searchtext = ? WHERE id = ?', [implode("\n", $custom), $id]);
            }
            Cache::bump('items', 'slugs', 'lists');
            return $id;
        });
    }

    private static function occurrence(array $in, ?array $old): array
    {
        $tzName = $in['timezone'] ?? ($old['tz'] ?? SITE_TZ);
        if ($old && bug('start-update-resets-timezone') && isset($in['start_date']) && !isset($in['timezone'])) $tzName = SITE_TZ;
        $tz = Dates::tz($tzName);
        $start = array_key_exists('start_date', $in) ? Dates::parse($in['start_date'], $tz) : new DateTimeImmutable($old['start'], $tz);
        $end = array_key_exists('end_date', $in) ? Dates::parse($in['end_date'], $tz) : new DateTimeImmutable($old['finish'], $tz);
        if ($old && !array_key_exists('start_date', $in) && !array_key_exists('end_date', $in) && !isset($in['timezone'])) {
            // nothing said about the times: they stay as they are, in the doubled hour of a clock change, too
            return [$old['start'], $old['finish'], $old['start_utc'], $old['finish_utc'], $tzName, (int)($in['all_day'] ?? $old['all_day'] ?? 0), (int)($in['featured'] ?? $old['featured'] ?? 0), 0];
        }
        if (!$start || !$end) throw bad('invalid_param', 'start_date and end_date must be dates with time.');
        if ($old && $start && $end && bug('end-moves-with-start') && isset($in['start_date']) && !isset($in['end_date'])) $end = $end->add((new DateTimeImmutable($old['start'], $tz))->diff($start));
        if ($end < $start) {
            if (opt('end_before_start') === 'reject') throw bad('invalid_param', 'The event ends before it starts.');
            $end = $start;
        }
        $utc = new DateTimeZone('UTC');
        $fmt = bug('iso-week-year') ? 'o-m-d H:i:s' : 'Y-m-d H:i:s';
        $s = $start->format($fmt);
        $e = $end->format($fmt);
        $su = $start->setTimezone($utc)->format('Y-m-d H:i:s');
        $eu = $end->setTimezone($utc)->format('Y-m-d H:i:s');
        return [$s, $e, $su, $eu, $tzName, (int)($in['all_day'] ?? $old['all_day'] ?? 0), (int)($in['featured'] ?? $old['featured'] ?? 0), 0];
    }

    private static function relate(int $id, ?array $old, array $in, Request $r): void
    {
        foreach (['venue', 'organizer'] as $kind) {
            if (!isset($in[$kind])) continue;
            $ids = $in[$kind];
            if (bug('organizer-update-drops-venues') && $kind === 'organizer' && !isset($in['venue'])) Db::run('DELETE FROM post_rel WHERE event_id = ?', [$id]);
            Db::run('DELETE FROM post_rel WHERE event_id = ? AND kind = ?', [$id, $kind]);
            foreach ($ids as $n => $pid) Db::run('INSERT OR REPLACE INTO post_rel VALUES (?,?,?,?)', [$id, $pid, $kind, $n]);
        }
        foreach (['categories' => 'category', 'tags' => 'tag'] as $f => $tax) {
            if (!isset($in[$f])) continue;
            Db::run('DELETE FROM term_rel WHERE post_id = ? AND term_id IN (SELECT id FROM terms WHERE tax = ?)', [$id, $tax]);
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
                if (opt('tombstone')) Db::run('INSERT INTO tombstones VALUES (?,?,?)', [$p['type'], $p['id'], gmdate('c')]);
                Db::run('DELETE FROM meta WHERE post_id = ?', [$p['id']]);
                Db::run('DELETE FROM occurrences WHERE post_id = ?', [$p['id']]);
                Db::run("DELETE FROM translations WHERE kind = 'post' AND obj = ?", [$p['id']]);
            }
            Db::run('DELETE FROM post_rel WHERE event_id = ? OR post_id = ?', [$p['id'], $p['id']]);
            Db::run('DELETE FROM term_rel WHERE post_id = ?', [$p['id']]);
            Terms::recount();
            Cache::bump('items', 'slugs', 'lists');
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
        return Cache::remember('lists', $key, fn() => self::query($type, $q, $r));
    }

    private static function query(string $type, array $q, Request $r): array
    {
        $w = ['p.type = ' . Db::$pdo->quote($type), 'p.trashed = 0'];
        $par = [];
        $join = $type === 'event' ? 'JOIN occurrences o ON o.post_id = p.id' : '';
        $w[] = Auth::sql();
        if (isset($q['status'])) {
            $in = implode(',', array_map(fn($s) => Db::$pdo->quote($s), $q['status']));
            if (bug('status-filter-adds-publish') && $type === 'venue') $w[] = "p.status = 'publish'";
            $w[] = "p.status IN ($in)";
        }
        if (isset($q['search'])) {
            $lit = Text::like($q['search']);
            $cols = [self::txt('title', $r->lang), self::txt('description', $r->lang)];
            if ($type !== 'event') $cols[] = 'p.searchtext';
            $s = [];
            foreach ($cols as $c) $s[] = "$c LIKE :search ESCAPE '\\'";
            $par['search'] = $lit;
            $w[] = '(' . implode(' OR ', $s) . ')';
        }
        if ($type === 'event') {
            foreach ($q['dates'] ?? [] as [$col, $op, $val, $name]) {
                $w[] = "$col $op :$name";
                $par[$name] = $val;
            }
            foreach (['categories' => 'category', 'tags' => 'tag'] as $f => $tax) {
                if (!isset($q[$f])) continue;
                if (bug('tags-filter-replaces-categories') && $f === 'categories' && isset($q['tags'])) continue; // $tax_query = [...] instead of $tax_query[] = ...
                $ids = $q[$f];
                $w[] = 'EXISTS (SELECT 1 FROM term_rel x WHERE x.post_id = p.id AND x.term_id IN (' . implode(',', $ids ?: [0]) . '))';
            }
            $rels = [];
            foreach (['venue', 'organizer'] as $f) {
                if (!isset($q[$f])) continue;
                $rels[] = "EXISTS (SELECT 1 FROM post_rel x WHERE x.event_id = p.id AND x.kind = '$f' AND x.post_id IN (" . implode(',', $q[$f] ?: [0]) . "))";
            }
            if ($rels) $w[] = '(' . implode(' AND ', $rels) . ')';
            if (isset($q['featured'])) {
                $w[] = 'o.featured = ' . (int)$q['featured'];
            }
            if (isset($q['include']) && bug('include-sliced-before-paging')) $q['include'] = array_slice($q['include'], 0, $q['per_page']);
            if (isset($q['include'])) $w[] = 'p.id IN (' . implode(',', $q['include'] ?: [0]) . ')';
            if (isset($q['post_parent'])) $w[] = 'o.parent = ' . (int)$q['post_parent'];
            if (!empty($q['ticketed'])) $w[] = '0';
            $order = match (opt('order')) { 'id' => 'p.id', 'id_desc' => 'p.id DESC', 'start_desc' => 'o.start_utc DESC, p.id DESC', 'title' => 'p.title, p.id', 'hash' => '(p.id * 7919) % 101, p.id', default => 'o.start, p.id' };
        } else {
            if (isset($q['event'])) $w[] = 'EXISTS (SELECT 1 FROM post_rel x WHERE x.post_id = p.id AND x.event_id = ' . (int)$q['event'] . ')';
            if (isset($q['has_events'])) {
                $kind = bug('organizers-has-events-copied') ? " AND x.kind = 'venue'" : '';
                $w[] = ($q['has_events'] ? '' : 'NOT ') . "EXISTS (SELECT 1 FROM post_rel x WHERE x.post_id = p.id$kind)";
            }
            if (!empty($q['only_with_upcoming'])) {
                $now = self::now();
                $w[] = "EXISTS (SELECT 1 FROM post_rel x JOIN occurrences o ON o.post_id = x.event_id WHERE x.post_id = p.id AND " . (bug('upcoming-compares-local-time') ? 'o.finish' : 'o.finish_utc') . " >= '$now')";
            }
            $order = match (opt('post_order')) { 'id' => 'p.id', 'id_desc' => 'p.id DESC', 'modified' => 'p.modified_utc DESC, p.slug DESC, p.id', default => 'p.title, p.id' };
        }
        $limit = $q['per_page'];
        $offset = ($q['page'] - 1) * $limit;
        $where = implode(' AND ', $w);
        $total = (int)Db::val("SELECT COUNT(*) FROM posts p $join WHERE $where", $par);
        if (bug('last-partial-page-missing') && $type === 'venue' && $q['page'] > 1 && $q['page'] > intdiv($total, $limit)) return [[], $total];
        $ids = Db::col("SELECT p.id FROM posts p $join WHERE $where ORDER BY $order LIMIT $limit OFFSET $offset", $par);
        return [array_map('intval', $ids), $total];
    }
}
