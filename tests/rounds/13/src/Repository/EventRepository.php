<?php

declare(strict_types=1);

namespace Calendar\Repository;

use Calendar\Database;
use Calendar\Dates;
use Calendar\ListQuery;
use Calendar\Schema;
use Calendar\Text;
use Calendar\User;

final class EventRepository extends Repository
{
    public const DATE_PARAMS = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];

    public function __construct(Database $db)
    {
        parent::__construct($db, 'events');
    }

    public function findBySlug(string $slug): ?array
    {
        if (bug('ev-digit-slug') && is_numeric($slug)) {
            return $this->find((int) $slug);
        }

        return parent::findBySlug($slug);
    }

    public function search(ListQuery $query, User $user): array
    {
        $from = 'events t' . $this->searchJoin($query);
        $where = [];
        $params = [];
        $include = $query->ids('include');
        if (!$user->seesHidden() && !(bug('us-anon-include') && $include !== null)) {
            $where[] = "t.status = 'publish'";
        }
        if ($include !== null) {
            $where[] = 't.id IN (' . $this->marks($include) . ')';
            array_push($params, ...$include);
        }
        if ($include === null || bug('ev-include-dates')) {
            $this->dates($query, $where, $params);
        }
        $search = $query->text('search');
        if ($search !== null) {
            $pattern = Text::pattern($search, 'events');
            if (bug('ev-search-desc')) {
                $where[] = "s.title LIKE ? ESCAPE '\\'";
                $params[] = $pattern;
            } else {
                $where[] = bug('ev-search-like') ? '(s.title LIKE ? OR s.body LIKE ?)' : "(s.title LIKE ? ESCAPE '\\' OR s.body LIKE ? ESCAPE '\\')";
                array_push($params, $pattern, $pattern);
            }
        }
        foreach (['categories', 'tags'] as $relation) {
            if (!$query->given($relation) || (bug('ev-tags-page2') && $relation === 'tags' && $query->page > 1)) {
                continue;
            }
            $terms = $this->termIds($relation, $query->request->queryList($relation));
            if (bug('ev-cat-join') && $relation === 'categories') {
                $from .= " JOIN relations rc ON rc.event_id = t.id AND rc.relation = 'categories'";
                $where[] = 'rc.target_id IN (' . $this->marks($terms) . ')';
                array_push($params, ...$terms);
                continue;
            }
            if (bug('ev-tags-and') && $relation === 'tags') {
                foreach ($terms as $term) {
                    $this->related($relation, [$term], $where, $params);
                }
                continue;
            }
            $this->related($relation, $terms, $where, $params);
        }
        $venues = $query->ids('venue');
        if ($venues !== null) {
            $this->related('venue', $venues, $where, $params);
        }
        $organizers = $query->ids('organizer');
        if ($organizers !== null && !(bug('ev-venue-organizer') && $venues !== null)) {
            $this->related('organizer', $organizers, $where, $params);
        }
        $featured = $query->bool('featured');
        if ($featured !== null) {
            $where[] = 't.featured = ?';
            $params[] = bug('ev-featured-false') ? (int) (bool) $query->text('featured') : (int) $featured;
        }
        $status = $query->status();
        if ($status !== null) {
            $where[] = 't.status = ?';
            $params[] = $status;
        } elseif (variant('trash')) {
            $where[] = "t.status <> 'trash'";
        }
        if (($query->int('post_parent') ?? 0) > 0) {
            $where[] = '0'; // events stand alone, none has a parent
        }
        if ($query->bool('ticketed') === true) {
            $where[] = '0'; // this calendar sells no tickets
        }
        $this->geoloc($query);

        $order = 't.start_date, t.id';
        if (bug('ev-tie-order') && $query->page > 1) {
            $order = 't.start_date, t.id DESC';
        }
        if (variant('window')) {
            $order = 't.start_date DESC, t.id DESC';
        }

        return $this->fetch($from, $where, $params, $order, $query);
    }

    /** Days are whole unless strict_dates asks for exact times. */
    private function dates(ListQuery $query, array &$where, array &$params): void
    {
        $strict = $query->bool('strict_dates') ?? false;
        $any = false;
        foreach (['start_date', 'end_date'] as $name) {
            $date = $query->date($name);
            if ($date === null) {
                continue;
            }
            $any = true;
            $where[] = "t.$name BETWEEN ? AND ?";
            array_push($params, $strict ? $date : substr($date, 0, 10) . ' 00:00:00', substr($date, 0, 10) . ' 23:59:59');
        }
        foreach (['starts' => 'start_date', 'ends' => 'end_date'] as $prefix => $column) {
            $before = $query->date("{$prefix}_before");
            if ($before !== null) {
                $any = true;
                $field = bug('ev-ends-before') ? 'start_date' : $column;
                $where[] = $strict ? "t.$field < ?" : "t.$field <= ?";
                $params[] = $strict ? $before : substr($before, 0, 10) . ' 23:59:59';
            }
            $after = $query->date("{$prefix}_after");
            if ($after !== null) {
                $any = true;
                $where[] = "t.$column >= ?";
                $params[] = $strict ? $after : substr($after, 0, 10) . ' 00:00:00';
            }
        }
        if (variant('window') && !$any) {
            $where[] = 't.end_date >= ? AND t.start_date < ?';
            array_push($params, gmdate('Y-m-d 00:00:00'), gmdate('Y-m-d 00:00:00', strtotime('+2 years')));
        }
    }

    private function related(string $relation, array $ids, array &$where, array &$params): void
    {
        $where[] = "EXISTS (SELECT 1 FROM relations r WHERE r.event_id = t.id AND r.relation = '$relation' AND r.target_id IN (" . $this->marks($ids) . '))';
        array_push($params, ...$ids);
    }

    /** @return list<int> IDs of terms given by ID or slug */
    private function termIds(string $kind, array $items): array
    {
        $ids = [];
        foreach ($items as $item) {
            $id = preg_match('~^[0-9]{1,18}$~', $item) ? $this->db->value("SELECT id FROM $kind WHERE id = ?", [(int) $item]) : null;
            $id ??= $this->db->value("SELECT id FROM $kind WHERE slug = ?", [$item]);
            $ids[] = (int) ($id ?? 0);
        }

        return $ids;
    }

    /** Geolocation needs the premium extension; without it the parameters are only checked. */
    private function geoloc(ListQuery $query): void
    {
        $query->bool('geoloc');
        $lat = $query->float('geoloc_lat');
        $lng = $query->float('geoloc_lng');
        if (($lat === null) !== ($lng === null)) {
            throw ListQuery::invalid($lat === null ? 'geoloc_lat' : 'geoloc_lng', 'must also be given');
        }
    }

    protected function extraColumns(): array
    {
        return ['start_utc', 'end_utc'];
    }

    protected function complete(array $values, array $row): array
    {
        foreach (['start', 'end'] as $edge) {
            $row["{$edge}_utc"] = Dates::toUtc($row["{$edge}_date"], $row['timezone']);
            if (bug('ev-dst')) {
                $row["{$edge}_date"] = Dates::toLocal($row["{$edge}_utc"], $row['timezone']);
            }
        }

        return parent::complete($values, $row);
    }

    protected function searchTexts(array $row): array
    {
        // what a password protects must not be found without it
        return [$row['title'], (string) $row['password'] === '' ? (string) $row['description'] : ''];
    }

    protected function relate(int $id, array $values): void
    {
        foreach (Schema::RELATIONS as $relation) {
            if (!array_key_exists($relation, $values)) {
                continue;
            }
            $old = $this->targets($id, $relation);
            $this->db->run('DELETE FROM relations WHERE event_id = ? AND relation = ?', [$id, $relation]);
            foreach ($values[$relation] as $position => $target) {
                $this->db->run('INSERT INTO relations (event_id, relation, target_id, position) VALUES (?, ?, ?, ?)', [$id, $relation, $target, $position]);
            }
            $this->recount($relation, array_unique([...$old, ...$values[$relation]]));
        }
    }

    protected function unlink(int $id): void
    {
        $terms = ['categories' => $this->targets($id, 'categories'), 'tags' => $this->targets($id, 'tags')];
        $this->db->run('DELETE FROM relations WHERE event_id = ?', [$id]);
        foreach ($terms as $relation => $ids) {
            if (bug('ca-count-stale') && $relation === 'categories') {
                continue;
            }
            $this->recount($relation, $ids);
        }
    }

    public function trash(array $row): void
    {
        parent::trash($row);
        $this->unlink((int) $row['id']);
    }

    /** @return list<int> */
    private function targets(int $id, string $relation): array
    {
        return array_column($this->db->all('SELECT target_id FROM relations WHERE event_id = ? AND relation = ?', [$id, $relation]), 'target_id');
    }

    private function recount(string $relation, array $ids): void
    {
        if (!Schema::isTerm($relation)) {
            return;
        }
        foreach ($ids as $term) {
            $this->db->run('INSERT OR REPLACE INTO term_counts (kind, id, n) SELECT ?, ?, COUNT(*) FROM relations WHERE relation = ? AND target_id = ?', [$relation, $term, $relation, $term]);
        }
    }
}
