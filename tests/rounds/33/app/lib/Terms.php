<?php
class Terms
{
    public static function load(int $id, ?string $lang): ?array
    {
        $t = Db::row('SELECT * FROM terms WHERE id = ?', [$id]);
        if (!$t) return null;
        foreach (['id', 'parent', 'count'] as $k) $t[$k] = (int)$t[$k];
        if ($lang !== null && $lang !== $t['lang']) {
            foreach (Db::all("SELECT field, value FROM translations WHERE kind = 'term' AND obj = ? AND lang = ?", [$id, $lang]) as $x) $t[$x['field']] = $x['value'];
        }
        return $t;
    }

    public static function recount(): void
    {
        Db::run('UPDATE terms SET count = (SELECT COUNT(*) FROM term_rel r WHERE r.term_id = terms.id)');
    }

    public static function save(string $tax, ?array $old, array $body, Request $r): int
    {
        $in = Schema::clean($tax, $body, $r->method);
        if (bug('tag-name-split-at-comma') && $tax === 'tag' && isset($in['name'])) $in['name'] = trim(explode(',', $in['name'])[0]) ?: $in['name'];
        $needed = !$old;
        if ($needed && !isset($in['name'])) throw bad('missing_param', 'The parameter name is required.');
        if ($old && opt('put') === 'replace' && $r->method === 'PUT') $in += ['description' => ''] + ($tax === 'category' ? ['parent' => 0] : []);
        if (!empty($in['parent'])) {
            $up = $in['parent'];
            for ($n = 0; $up && $n < 1000; $n++) {
                if ($old && $up === $old['id']) throw bad('invalid_param', 'A category cannot be its own ancestor.');
                $t = Db::row('SELECT parent FROM terms WHERE id = ? AND tax = ?', [$up, 'category']);
                if (!$t) throw bad('invalid_param', 'The parent category does not exist.');
                $up = (int)$t['parent'];
            }
        }
        return Db::tx(function () use ($tax, $old, $in, $r) {
            $lang = $r->lang;
            if (!$old) {
                if (opt('dup_term') === 'reject' && Db::val('SELECT 1 FROM terms WHERE tax = ? AND name = ? AND parent = ?', [$tax, $in['name'], $in['parent'] ?? 0])) {
                    throw new ApiError(409, 'term_exists', 'A term with this name exists.');
                }
                $slug = self::unique($tax, !empty($in['slug']) ? $in['slug'] : Text::slugify($in['name']), 0);
                Db::run('INSERT INTO terms (id, tax, name, description, slug, parent, lang) VALUES (?,?,?,?,?,?,?)', [Db::nextId('terms'), $tax, $in['name'], $in['description'] ?? '', $slug, $in['parent'] ?? 0, $lang]);
                $id = (int)Db::$pdo->lastInsertId();
            } else {
                $id = $old['id'];
                $slug = !empty($in['slug']) ? self::unique($tax, $in['slug'], $id) : $old['slug'];
                if (bug('tag-slug-update-lost') && $tax === 'tag') $slug = $old['slug'];
                Db::run('UPDATE terms SET slug = ?, parent = ? WHERE id = ?', [$slug, $in['parent'] ?? $old['parent'], $id]);
                foreach (['name', 'description'] as $f) {
                    if (!isset($in[$f])) continue;
                    if ($lang === $old['lang'] || opt('language') === 'single') Db::run("UPDATE terms SET $f = ? WHERE id = ?", [$in[$f], $id]);
                    else Db::run("INSERT OR REPLACE INTO translations VALUES ('term', ?, ?, ?, ?)", [$id, $lang, $f, $in[$f]]);
                }
            }
            Cache::bump('items', 'lists');
            return $id;
        });
    }

    private static function unique(string $tax, string $want, int $self): string
    {
        $s = $want;
        $n = 2;
        while (Db::val('SELECT 1 FROM terms WHERE tax = ? AND slug = ? AND id <> ?', [$tax, $s, $self])) $s = $want . '-' . $n++;
        return $s;
    }

    public static function remove(array $t): void
    {
        Db::tx(function () use ($t) {
            Db::run('DELETE FROM terms WHERE id = ?', [$t['id']]);
            if (bug('category-delete-takes-children')) Db::run('DELETE FROM terms WHERE parent = ?', [$t['id']]);
            if (opt('tombstone')) Db::run('INSERT INTO tombstones VALUES (?,?,?)', [$t['tax'], $t['id'], gmdate('c')]);
            Db::run('UPDATE terms SET parent = ? WHERE parent = ? AND tax = ?', [$t['parent'], $t['id'], $t['tax']]);
            Db::run('DELETE FROM term_rel WHERE term_id = ?', [$t['id']]);
            Db::run("DELETE FROM translations WHERE kind = 'term' AND obj = ?", [$t['id']]);
            Cache::bump('items', 'lists');
        });
    }

    /** [ids, total] */
    public static function find(string $tax, array $q, Request $r): array
    {
        if (bug('term-list-cache-wrong-group')) return Cache::remember('slugs', json_encode(['terms', $tax, $q, $r->lang]), fn() => self::query($tax, $q, $r));
        return self::query($tax, $q, $r);
    }

    private static function query(string $tax, array $q, Request $r): array
    {
        $w = ['t.tax = ?'];
        $par = [$tax];
        $hide = $q['hide_empty'];
        if ($hide) $w[] = 't.count > 0';
        $name = "COALESCE((SELECT tr.value FROM translations tr WHERE tr.kind = 'term' AND tr.obj = t.id AND tr.lang = '{$r->lang}' AND t.lang <> '{$r->lang}' AND tr.field = 'name'), t.name)";
        $desc = "COALESCE((SELECT tr.value FROM translations tr WHERE tr.kind = 'term' AND tr.obj = t.id AND tr.lang = '{$r->lang}' AND t.lang <> '{$r->lang}' AND tr.field = 'description'), t.description)";
        if (isset($q['search'])) {
            $w[] = "($name LIKE ? ESCAPE '\\' OR $desc LIKE ? ESCAPE '\\')";
            array_push($par, Text::like($q['search']), Text::like($q['search']));
        }
        if (isset($q['include'])) $w[] = 't.id IN (' . implode(',', $q['include'] ?: [0]) . ')';
        if (!empty($q['exclude'])) {
            $ex = $q['exclude'];
            $w[] = 't.id NOT IN (' . implode(',', $ex) . ')';
        }
        if (isset($q['parent'])) {
            if (bug('parent-filter-includes-parent')) {
                $w[] = '(t.parent = ? OR t.id = ?)';
                array_push($par, $q['parent'], $q['parent']);
            } else {
                $w[] = 't.parent = ?';
                $par[] = $q['parent'];
            }
        }
        foreach (['post', 'event'] as $f) {
            if (!isset($q[$f])) continue;
            $w[] = 'EXISTS (SELECT 1 FROM term_rel x WHERE x.term_id = t.id AND x.post_id = ?)';
            $par[] = $q[$f];
        }
        if (isset($q['slug'])) {
            $w[] = 't.slug = ?';
            $par[] = $q['slug'];
        }
        $cols = ['id' => 't.id', 'name' => $name, 'slug' => 't.slug', 'count' => 't.count', 'description' => $desc, 'parent' => 't.parent', 'include' => 't.id', 'term_id' => 't.id', 'term_group' => 't.id', 'none' => 't.id', 'busy' => '-t.count'];
        if (bug('tags-orderby-slug-uses-name') && $tax === 'tag') $cols['slug'] = $name;
        $by = $cols[$q['orderby'] ?? opt('term_order')];
        $dir = $q['order'] === 'desc' ? 'DESC' : 'ASC';
        $limit = $q['per_page'];
        $offset = ($q['page'] - 1) * $limit;
        if (bug('terms-of-a-post-not-paged') && (isset($q['post']) || isset($q['event']))) [$limit, $offset] = [-1, 0];
        $where = implode(' AND ', $w);
        $total = (int)Db::val("SELECT COUNT(*) FROM terms t WHERE $where", $par);
        $ids = array_map('intval', Db::col("SELECT t.id FROM terms t WHERE $where ORDER BY $by $dir, t.id $dir LIMIT $limit OFFSET $offset", $par));
        if ($q['hide_empty'] && !$hide) {
            $ids = array_values(array_filter($ids, fn($i) => (int)Db::val('SELECT count FROM terms WHERE id = ?', [$i]) > 0));
        }
        return [$ids, $total];
    }
}
