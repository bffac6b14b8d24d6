<?php

declare(strict_types=1);

namespace Calendar\Repository;

use Calendar\ListQuery;
use Calendar\Text;
use Calendar\User;

/** Categories and tags. */
final class TermRepository extends Repository
{
    private const ORDERBY = ['id' => 't.id', 'term_id' => 't.id', 'name' => 's.title', 'slug' => 't.slug', 'count' => 'COALESCE(c.n, 0)', 'description' => "COALESCE(t.description, '')", 'parent' => 't.parent'];

    public function search(ListQuery $query, User $user): array
    {
        $from = "{$this->kind} t" . $this->searchJoin($query) . " LEFT JOIN term_counts c ON c.kind = '{$this->kind}' AND c.id = t.id";
        $where = [];
        $params = [];
        $include = $query->ids('include');
        if ($include !== null) {
            $where[] = 't.id IN (' . $this->marks($include) . ')';
            array_push($params, ...$include);
        }
        $exclude = $query->ids('exclude');
        if ($exclude !== null && $exclude !== [] && !(bug('ca-include-exclude') && $this->kind === 'categories' && $include !== null)) {
            $where[] = 't.id NOT IN (' . $this->marks($exclude) . ')';
            array_push($params, ...$exclude);
        }
        if ($this->hideEmpty($query)) {
            $where[] = 'COALESCE(c.n, 0) > 0';
        }
        if ($this->kind === 'categories') {
            $parent = $query->int('parent');
            if ($parent !== null) {
                $where[] = 't.parent = ?';
                $params[] = $parent;
            }
        }
        foreach (['post', 'event'] as $name) {
            $event = $query->int($name);
            if ($event !== null && !(bug('ca-event-alias') && $this->kind === 'categories' && $name === 'event')) {
                $where[] = 't.id IN (SELECT r.target_id FROM relations r JOIN events e ON e.id = r.event_id WHERE r.relation = ? AND r.event_id = ?' . ($user->seesHidden() ? '' : " AND e.status = 'publish'") . ')';
                array_push($params, $this->kind, $event);
            }
        }
        $slug = $query->text('slug');
        if ($slug !== null) {
            $where[] = 't.slug = ?';
            $params[] = $slug;
        }
        $search = $query->text('search');
        if (bug('ca-search-zero') && $this->kind === 'categories' ? !empty($search) : $search !== null) {
            $condition = "s.title LIKE ? ESCAPE '\\' OR s.body LIKE ? ESCAPE '\\'";
            $where[] = bug('ta-search-or') && $this->kind === 'tags' ? $condition : "($condition)";
            $pattern = Text::pattern($search, $this->kind);
            array_push($params, $pattern, $pattern);
        }

        [$column, $descending] = $this->order($query);
        if (bug('ta-desc-page') && $this->kind === 'tags' && $descending) {
            $found = $this->fetch($from, $where, $params, "$column, t.id", $query);
            $found['rows'] = array_reverse($found['rows']);
        } else {
            $direction = $descending ? ' DESC' : '';
            $found = $this->fetch($from, $where, $params, "$column$direction, t.id$direction", $query);
        }
        if ($include !== null) {
            // a term appears once, however often its ID was given
            $found['rows'] = array_column($found['rows'], null, 'id');
            if (!(bug('ta-object-list') && $this->kind === 'tags')) {
                $found['rows'] = array_values($found['rows']);
            }
        }

        return $found;
    }

    private function hideEmpty(ListQuery $query): bool
    {
        if ($this->kind === 'categories') {
            if (bug('ca-hide-default')) {
                return $query->bool('hide_empty') ?? false;
            }
            if (bug('ca-hide-false')) {
                return (bool) ($query->text('hide_empty') ?? true);
            }
        }

        return $query->bool('hide_empty') ?? true;
    }

    /** @return array{string, bool} column and whether descending */
    private function order(ListQuery $query): array
    {
        $by = strtolower($query->text('orderby') ?? 'name');
        $columns = $this->kind === 'categories' ? self::ORDERBY : array_diff_key(self::ORDERBY, ['parent' => 1]);
        if (!isset($columns[$by])) {
            throw ListQuery::invalid('orderby', 'must be one of ' . implode(', ', array_keys($columns)));
        }
        $descending = match (strtolower($query->text('order') ?? 'asc')) {
            'asc', 'ascending' => false,
            'desc', 'descending' => true,
            default => throw ListQuery::invalid('order', 'must be asc or desc'),
        };
        if (bug('ca-order-bound') && $this->kind === 'categories' && $by !== 'name') {
            return ["'$by'", false];
        }

        return [$columns[$by], $descending];
    }

    protected function unlink(int $id): void
    {
        $this->db->run('DELETE FROM relations WHERE relation = ? AND target_id = ?', [$this->kind, $id]);
        $this->db->run('DELETE FROM term_counts WHERE kind = ? AND id = ?', [$this->kind, $id]);
        if ($this->kind === 'categories') {
            $this->db->run('UPDATE categories SET parent = (SELECT parent FROM categories WHERE id = ?) WHERE parent = ?', [$id, $id]);
        }
    }
}
