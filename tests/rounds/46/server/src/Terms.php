<?php
declare(strict_types=1);

use Illuminate\Database\Query\Builder;

/** Categories and tags. */
abstract class Terms extends Resource
{
    public string $nameField = 'name';
    public bool $isPost = false;
    public array $translated = ['name', 'description'];
    public array $searched = ['name', 'description'];
    public array $fields = ['name' => 'string', 'description' => 'text', 'slug' => 'string'];

    private function countSql(): string
    {
        if (bug('cat-count-stale') && $this->type === 'categories') {
            return "(SELECT COUNT(*) FROM links l WHERE l.kind = 'categories' AND l.ref_id = categories.id)";
        }
        return "(SELECT COUNT(*) FROM links l JOIN events e ON e.id = l.event_id WHERE l.kind = '$this->type' AND l.ref_id = $this->type.id AND e.status <> 'trash')";
    }

    protected function filter(Builder $q): void
    {
        $t = $this->type;
        $hide = true;
        if ($this->has('hide_empty')) {
            $hide = Input::bool('hide_empty', $this->q('hide_empty'));
            if (bug('cat-hide-empty') && $t === 'categories' && $this->q('hide_empty') !== '0') {
                $hide = true;
            }
        }
        if ($hide) {
            $q->whereRaw($this->countSql() . ' > 0');
        }
        if ($this->has('include')) {
            $ids = Input::ids('include', $this->q('include'));
            if (bug('tag-include-none') && $t === 'tags') {
                $ids = Db::table('tags')->whereIn('id', $ids)->pluck('id')->all();
                $ids && $q->whereIn('id', $ids);
            } else {
                $q->whereIn("$t.id", $ids);
            }
        }
        if ($this->has('exclude')) {
            $ids = Input::ids('exclude', $this->q('exclude'));
            if (!(bug('cat-exclude-page') && $t === 'categories')) {
                $q->whereNotIn("$t.id", $ids);
            }
        }
        if ($t === 'categories' && $this->has('parent')) {
            $parent = Input::int('parent', $this->q('parent'));
            if ($parent || !bug('cat-parent0')) {
                $q->where('parent', $parent);
            }
        }
        foreach (['post', 'event'] as $p) {
            if ($this->has($p) && !(bug('cat-event-alias') && $t === 'categories' && $p === 'event')) {
                $id = Input::int($p, $this->q($p));
                $q->whereIn("$t.id", fn ($s) => $s->select('ref_id')->from('links')->where('kind', $t)->where('event_id', $id)->whereIn('event_id', $this->readableEvents()));
            }
        }
        if ($this->has('slug')) {
            $slug = Input::clean('slug', 'string', $this->q('slug'));
            bug('tag-slug-prefix') && $t === 'tags' ? $q->where('slug', 'like', "$slug%") : $q->where('slug', $slug);
        }
    }

    protected function afterPaging(array $rows): array
    {
        if (bug('cat-exclude-page') && $this->type === 'categories' && $this->has('exclude')) {
            $ids = Input::ids('exclude', $this->q('exclude'));
            return array_values(array_filter($rows, fn ($r) => !in_array((int) $r->id, $ids, true)));
        }
        return $rows;
    }

    protected function order(Builder $q): void
    {
        $by = $this->has('orderby') ? $this->q('orderby') : 'name';
        $columns = ['name' => $this->column('name') . ' COLLATE NOCASE', 'slug' => 'slug', 'id' => 'id', 'term_id' => 'id', 'count' => $this->countSql(), 'description' => $this->column('description') . ' COLLATE NOCASE'];
        if ($this->type === 'categories') {
            $columns['parent'] = 'parent';
        }
        if (!is_string($by) || !isset($columns[$by])) {
            throw invalid('orderby', 'Must be one of ' . implode(', ', array_keys($columns)) . '.');
        }
        $order = $this->has('order') ? $this->q('order') : 'asc';
        $order = is_string($order) ? (['asc' => 'asc', 'desc' => 'desc', 'ascending' => 'asc', 'descending' => 'desc'][strtolower($order)] ?? null) : null;
        if ($order === null) {
            throw invalid('order', 'Must be asc or desc.');
        }
        if (bug('cat-order-slug') && $this->type === 'categories' && $by === 'slug') {
            $order = 'asc';
        }
        $q->orderByRaw("$columns[$by] $order")->orderBy("$this->type.id");
    }

    protected function context(array $ids): array
    {
        return $ids ? Db::table($this->type)->whereIn('id', $ids)->selectRaw('id, ' . $this->countSql() . ' AS n')->pluck('n', 'id')->all() : [];
    }

    protected function renderRow(object $row, array $ctx): array
    {
        $out = $this->common($row) + ['name' => $row->name, 'description' => (string) $row->description, 'count' => (int) ($ctx[$row->id] ?? 0)];
        if ($this->type === 'categories') {
            $out['parent'] = (int) $row->parent;
        }
        return $out;
    }

    protected function unlink(object $row, bool $bySlug): void
    {
        Db::table('links')->where(['kind' => $this->type, 'ref_id' => $row->id])->delete();
        if (!bug('cat-del-parent')) {
            Db::table($this->type)->where('parent', $row->id)->update(['parent' => $row->parent]);
        }
    }
}

class Categories extends Terms
{
    public string $type = 'categories';
    public array $fields = ['name' => 'string', 'description' => 'text', 'slug' => 'string', 'parent' => 'int'];

    protected function prepare(array &$in, ?object $row, bool $bySlug = false): array
    {
        if (array_key_exists('parent', $in)) {
            $in['parent'] = (int) $in['parent'];
            $at = $in['parent'];
            for ($depth = 0; $at !== 0; $depth++) {
                $up = Db::table('categories')->find($at);
                if (!$up) {
                    throw invalid('parent', 'There is no such category.');
                }
                if ($row && $at === (int) $row->id && !(bug('cat-cycle') && $depth > 1)) {
                    throw invalid('parent', 'A category cannot be below itself.');
                }
                if (bug('cat-cycle') && $depth > 1) {
                    break;
                }
                $at = (int) $up->parent;
            }
        }
        return [];
    }
}

class Tags extends Terms
{
    public string $type = 'tags';
}
