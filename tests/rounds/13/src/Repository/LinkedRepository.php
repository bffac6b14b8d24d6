<?php

declare(strict_types=1);

namespace Calendar\Repository;

use Calendar\Dates;
use Calendar\ListQuery;
use Calendar\Text;
use Calendar\User;

/** Venues and organizers: what events are linked to. */
final class LinkedRepository extends Repository
{
    private const SEARCHED = [
        'venues' => ['description', 'address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone', 'website'],
        'organizers' => ['description', 'phone', 'website', 'email'],
    ];

    private function relation(): string
    {
        return $this->kind === 'venues' ? 'venue' : 'organizer';
    }

    public function search(ListQuery $query, User $user): array
    {
        $relation = $this->relation();
        $linked = "SELECT r.target_id FROM relations r JOIN events e ON e.id = r.event_id WHERE r.relation = '$relation'" . ($user->seesHidden() ? '' : " AND e.status = 'publish'");
        $where = [];
        $params = [];
        if (!$user->seesHidden()) {
            $where[] = "t.status = 'publish'";
        }
        $search = $query->text('search');
        if ($search !== null) {
            $where[] = "(s.title LIKE ? ESCAPE '\\' OR s.body LIKE ? ESCAPE '\\')";
            $pattern = Text::pattern($search, $this->kind);
            array_push($params, $pattern, $pattern);
        }
        $event = $query->int('event');
        if ($event !== null) {
            if (bug('ve-event-first') && $this->kind === 'venues') {
                $where[] = "t.id = ($linked AND r.event_id = ? ORDER BY r.position LIMIT 1)";
            } else {
                $where[] = "t.id IN ($linked AND r.event_id = ?)";
            }
            $params[] = $event;
        }
        $has = $query->bool('has_events');
        if ($has !== null) {
            $where[] = 't.id ' . ($has ? 'IN' : 'NOT IN') . " ($linked)";
        }
        if ($query->bool('only_with_upcoming') === true) {
            if (bug('or-upcoming-first') && $this->kind === 'organizers') {
                $where[] = "t.id IN ($linked GROUP BY r.target_id HAVING MIN(e.end_utc) >= ?)";
            } else {
                $where[] = "t.id IN ($linked AND e.end_utc >= ?)";
            }
            $params[] = Dates::now();
        }
        $status = $query->status();
        if (bug('or-status-search') && $this->kind === 'organizers' && $search !== null) {
            $status = null;
        }
        if ($status !== null) {
            $where[] = 't.status = ?';
            $params[] = $status;
        } elseif (variant('trash')) {
            $where[] = "t.status <> 'trash'";
        }
        $offset = null;
        if (bug('ve-perpage-offset') && $this->kind === 'venues') {
            $offset = ($query->page - 1) * 10;
        }

        return $this->fetch("{$this->kind} t" . $this->searchJoin($query), $where, $params, variant('window') ? 't.id DESC' : 't.id', $query, $offset);
    }

    protected function searchTexts(array $row): array
    {
        $fields = self::SEARCHED[$this->kind];
        if (bug('ve-search-custom') && $this->kind === 'venues') {
            $fields = ['description'];
        }

        return [$row[$this->relation()], implode("\n", array_map(static fn (string $f): string => (string) $row[$f], $fields))];
    }

    protected function unlink(int $id): void
    {
        $this->db->run('DELETE FROM relations WHERE relation = ? AND target_id = ?', [$this->relation(), $id]);
    }

    public function trash(array $row): void
    {
        parent::trash($row);
        $this->unlink((int) $row['id']);
    }
}
