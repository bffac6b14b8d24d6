<?php
declare(strict_types=1);

namespace Calendar;

use Doctrine\DBAL\Connection;
use Doctrine\DBAL\Query\QueryBuilder;

final class Repository
{
    public function __construct(public Connection $db, public Access $access)
    {
    }

    /** Runs a write as one transaction that holds the lock of the store from its start. */
    public function write(callable $work, string $purpose = ''): mixed
    {
        if ('' !== $purpose && bug($purpose)) {
            $result = $work();
            $this->db->executeStatement('UPDATE meta SET generation = generation + 1');

            return $result;
        }
        // writers queue here; SQLite would have them poll
        $queue = fopen(Database::dir().'/write.lock', 'c');
        flock($queue, LOCK_EX);
        $this->db->executeStatement('BEGIN IMMEDIATE');
        try {
            $result = $work();
            if (!('delete' === $purpose && bug('list-cache-survives-delete'))) {
                $this->db->executeStatement('UPDATE meta SET generation = generation + 1');
            }
            $this->db->executeStatement('COMMIT');

            return $result;
        } catch (\Throwable $e) {
            $this->db->executeStatement('ROLLBACK');
            throw $e;
        } finally {
            fclose($queue);
        }
    }

    public function generation(): int
    {
        return (int) $this->db->fetchOne('SELECT generation FROM meta');
    }

    public function find(string $kind, string $id): ?array
    {
        if (\strlen(ltrim($id, '0')) > 15) {
            return null;
        }

        return $this->complete($kind, $this->db->fetchAssociative("SELECT * FROM $kind WHERE id = ?", [(int) $id]));
    }

    public function findBySlug(string $kind, string $slug): ?array
    {
        if (!mb_check_encoding($slug, 'UTF-8') || str_contains($slug, "\0")) {
            return null;
        }
        if (bug('slug-numeric-as-id') && ctype_digit($slug)) {
            return $this->find($kind, $slug);
        }

        return $this->complete($kind, $this->db->fetchAssociative("SELECT * FROM $kind WHERE slug = ? ORDER BY id", [$slug]));
    }

    private function complete(string $kind, array|false $row): ?array
    {
        return false === $row ? null : $this->withLinks($kind, [$row])[0];
    }

    public function withLinks(string $kind, array $rows): array
    {
        if (!$rows) {
            return [];
        }
        $ids = implode(',', array_map('intval', array_column($rows, 'id')));
        if ('events' === $kind) {
            foreach (Schema::LINKS as $name => $link) {
                $of = [];
                $sql = "SELECT event_id, target_id FROM event_$link WHERE event_id IN ($ids) ORDER BY position";
                foreach ($this->db->fetchAllNumeric($sql) as [$event, $target]) {
                    $of[$event][] = (int) $target;
                }
                foreach ($rows as &$row) {
                    $row[$name] = $of[$row['id']] ?? [];
                }
                unset($row);
            }
        } elseif (Schema::isTerm($kind)) {
            $link = Schema::singular($kind);
            $join = bug('term-count-keeps-deleted') ? '' : 'JOIN events e ON e.id = l.event_id AND '.$this->access->visible('e');
            $counts = $this->db->fetchAllKeyValue("SELECT l.target_id, COUNT(*) FROM event_$link l $join WHERE l.target_id IN ($ids) GROUP BY l.target_id");
            foreach ($rows as &$row) {
                $row['count'] = (int) ($counts[$row['id']] ?? 0);
            }
        }

        return $rows;
    }

    public function create(string $kind, array $data, string $language): int
    {
        $links = 'events' === $kind ? array_intersect_key($data, Schema::LINKS) : [];
        $row = array_diff_key($data, $links) + ['description' => null, 'lang' => $language];
        if (bug('language-lost-on-create')) {
            $row['lang'] = 'en';
        }
        if (!Schema::isTerm($kind)) {
            $now = gmdate(Clock::FORMAT);
            $row += ['author' => $this->access->id() ?: 1, 'date_utc' => $now, 'date' => Clock::fromUtc($now, Schema::SITE_ZONE), 'status' => 'publish', 'image' => null, 'website' => null];
        }
        if ('events' === $kind) {
            $row += ['excerpt' => null, 'timezone' => Schema::SITE_ZONE, 'all_day' => 0, 'cost' => null, 'show_map' => 1, 'show_map_link' => 1, 'hide_from_listings' => 0, 'sticky' => 0, 'featured' => 0, 'password' => null];
            $row = $this->times($row);
        } elseif ('venues' === $kind) {
            $row += array_fill_keys(['show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'], null);
        } elseif ('organizers' === $kind) {
            $row += ['phone' => null, 'email' => null];
        } elseif ('categories' === $kind) {
            $row += ['parent' => 0];
            $this->checkParent($row['parent'], 0);
        }
        $this->db->insert(Schema::isTerm($kind) ? 'term_node' : 'node', ['kind' => $kind]);
        $row['id'] = (int) $this->db->lastInsertId();
        $row['slug'] = $this->uniqueSlug($kind, $row['slug'] ?? null, (string) $row[Schema::nameField($kind)], $row['id']);
        if (bug('slug-race')) {
            usleep(30000);
        }
        $this->db->insert($kind, $row);
        foreach ($links as $name => $ids) {
            $this->link($row['id'], $name, $ids);
        }

        return $row['id'];
    }

    public function update(string $kind, array $current, array $data): void
    {
        $id = (int) $current['id'];
        $links = 'events' === $kind ? array_intersect_key($data, Schema::LINKS) : [];
        $row = array_diff_key($data, $links);
        if (bug('title-renames-slug') && 'events' === $kind && isset($row['title'])) {
            $row += ['slug' => $row['title']];
        }
        if (\array_key_exists('slug', $row)) {
            if (null === $row['slug'] || '' === $row['slug']) {
                unset($row['slug']);
            } else {
                $row['slug'] = $this->uniqueSlug($kind, $row['slug'], (string) $current[Schema::nameField($kind)], $id);
            }
        }
        if ('events' === $kind) {
            $times = array_intersect_key($current, array_flip(['start_date', 'end_date', 'timezone']));
            $row = $this->times($row + $times);
        }
        if ('categories' === $kind && isset($row['parent'])) {
            $this->checkParent($row['parent'], $id);
        }
        if (bug('lost-update')) {
            usleep(30000);
            $row += array_diff_key($current, 'events' === $kind ? Schema::LINKS : [], ['count' => 1]);
        }
        if ($row) {
            $this->db->update($kind, $row, ['id' => $id]);
        }
        foreach ($links as $name => $ids) {
            $this->link($id, $name, $ids);
        }
    }

    private function times(array $row): array
    {
        if ($row['end_date'] < $row['start_date']) {
            throw ApiException::invalid('end_date', 'The event ends before it starts.');
        }
        $row['start_utc'] = Clock::toUtc($row['start_date'], $row['timezone']);
        $row['end_utc'] = Clock::toUtc($row['end_date'], $row['timezone']);

        return $row;
    }

    private function checkParent(int $parent, int $self): void
    {
        for ($id = $parent; 0 !== $id; $id = (int) $found) {
            $found = $this->db->fetchOne('SELECT parent FROM categories WHERE id = ?', [$id]);
            if (false === $found) {
                throw ApiException::invalid('parent', 'There is no such category.');
            }
            if ($id === $self) {
                throw ApiException::invalid('parent', 'A category cannot be below itself.');
            }
        }
    }

    private function link(int $event, string $name, array $ids): void
    {
        $link = Schema::LINKS[$name];
        $table = Schema::LINK_TABLES[$name];
        if (!(bug('tags-update-adds') && 'tags' === $name)) {
            $this->db->delete("event_$link", ['event_id' => $event]);
        }
        foreach ($ids as $position => $id) {
            $exists = $this->db->fetchOne("SELECT id FROM $table WHERE id = ?", [$id]);
            if (false === $exists) {
                throw ApiException::invalid($name, "There is no record $id of this kind.");
            }
            $this->db->executeStatement("INSERT OR IGNORE INTO event_$link VALUES (?, ?, ?)", [$event, $id, $position]);
        }
    }

    private function uniqueSlug(string $kind, ?string $wanted, string $name, int $id): string
    {
        $slug = Text::slugify(null === $wanted || '' === $wanted ? $name : $wanted);
        if ('' === $slug) {
            $slug = Schema::singular($kind).'-'.$id;
        }
        if (variant('slug-suffix') && !str_ends_with($slug, "-$id")) {
            $slug .= "-$id";
        }
        $base = $slug;
        $own = bug('slug-collides-with-itself') ? 0 : $id;
        for ($n = 2; false !== $this->db->fetchOne("SELECT id FROM $kind WHERE slug = ? AND id <> ?", [$slug, $own]); ++$n) {
            $slug = "$base-$n";
        }

        return $slug;
    }

    public function delete(string $kind, array $row): void
    {
        $id = (int) $row['id'];
        if (variant('delete-moves-to-trash') && !Schema::isTerm($kind) && 'trash' !== $row['status']) {
            $this->db->update($kind, ['status' => 'trash'], ['id' => $id]);

            return;
        }
        if ('events' === $kind) {
            if (!bug('term-count-keeps-deleted')) {
                foreach (Schema::LINKS as $link) {
                    $this->db->delete("event_$link", ['event_id' => $id]);
                }
            }
        } else {
            $link = Schema::singular($kind);
            if (bug('category-deletes-events') && 'categories' === $kind) {
                $this->db->executeStatement('DELETE FROM events WHERE id IN (SELECT event_id FROM event_category WHERE target_id = ?)', [$id]);
            }
            if (!(bug('deleted-venue-stays-linked') && 'venues' === $kind)) {
                $this->db->delete("event_$link", ['target_id' => $id]);
            }
        }
        if ('categories' === $kind) {
            $this->db->update('categories', ['parent' => $row['parent']], ['parent' => $id]);
        }
        $this->db->delete($kind, ['id' => $id]);
    }

    /** @return array{rows: array, total: int} */
    public function page(QueryBuilder $qb, string $kind, int $page, int $perPage): array
    {
        $count = clone $qb;
        $total = (int) $count->select('COUNT(DISTINCT t.id)')->resetQueryPart('orderBy')->executeQuery()->fetchOne();
        $offset = ($page - 1) * $perPage;
        if (!(bug('duplicates-from-join') && 'events' === $kind)) {
            $qb->distinct();
        }
        $rows = $qb->select('t.*')->setFirstResult($offset)->setMaxResults($perPage)->executeQuery()->fetchAllAssociative();

        return ['rows' => $this->withLinks($kind, $rows), 'total' => $total];
    }
}
