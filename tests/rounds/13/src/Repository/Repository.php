<?php

declare(strict_types=1);

namespace Calendar\Repository;

use Calendar\Database;
use Calendar\Dates;
use Calendar\ListQuery;
use Calendar\Schema;
use Calendar\Text;
use Calendar\User;

/** Common storage of all kinds of records, with the slug and search index kept beside. */
abstract class Repository
{
    public function __construct(protected Database $db, public readonly string $kind)
    {
    }

    /** @return array{rows: array, total: int} */
    abstract public function search(ListQuery $query, User $user): array;

    public function find(int $id): ?array
    {
        return $this->db->row("SELECT * FROM {$this->kind} WHERE id = ?", [$id]);
    }

    public function findBySlug(string $slug): ?array
    {
        $id = $this->db->value('SELECT id FROM slug_index WHERE kind = ? AND slug = ?', [$this->kind, $slug]);

        return $id === null ? null : $this->find((int) $id);
    }

    public function create(array $values, User $user, string $language): int
    {
        return $this->db->transaction(function () use ($values, $user, $language): int {
            $row = $values + Schema::defaults($this->kind);
            if (array_key_exists('author', $row)) {
                $row['author'] ??= $user->id;
            }
            $row = $this->complete($values, $row);
            if (array_key_exists('date', $row)) {
                $row['date_utc'] ??= Dates::now();
                $row['date'] ??= Dates::toLocal($row['date_utc'], $row['timezone'] ?? 'UTC');
            }
            $row['slug'] = $this->uniqueSlug(($row['slug'] ?? '') !== '' ? $row['slug'] : Text::slugify($row[Schema::NAME[$this->kind]]), null);
            $columns = [...array_diff(Schema::columns($this->kind), ['slug']), 'slug', ...$this->extraColumns()];
            $data = ['owner' => $user->login, 'lang' => $language, 'modified' => Dates::now()];
            foreach ($columns as $column) {
                $data[$column] = $row[$column] ?? null;
            }
            $marks = implode(', ', array_fill(0, count($data), '?'));
            $this->db->run("INSERT INTO {$this->kind} (" . implode(', ', array_keys($data)) . ") VALUES ($marks)", $data);
            $id = $this->db->lastId();
            $this->db->run('INSERT OR REPLACE INTO slug_index (kind, slug, id) VALUES (?, ?, ?)', [$this->kind, $row['slug'], $id]);
            $this->index($id);
            $this->relate($id, $values);

            return $id;
        });
    }

    public function update(array $row, array $values, string $language, bool $bySlug = false): void
    {
        $this->db->transaction(function () use ($row, $values, $language, $bySlug): void {
            $id = (int) $row['id'];
            if (variant('translated') && $language !== $row['lang']) {
                $values = $this->translate($id, $values, $language);
            }
            if (array_key_exists('slug', $values) && Schema::FIELDS[$this->kind]['slug'] ?? false) {
                $slug = (string) $values['slug'];
                if ($slug === '') {
                    $slug = Text::slugify($values[Schema::NAME[$this->kind]] ?? $row[Schema::NAME[$this->kind]]);
                }
                $values['slug'] = $slug === $row['slug'] && !(bug('ta-own-slug') && $this->kind === 'tags') ? $slug : $this->uniqueSlug($slug, $id);
                if (!(bug('ev-slug-moved') && $this->kind === 'events' && $bySlug)) {
                    $this->db->run('DELETE FROM slug_index WHERE kind = ? AND id = ?', [$this->kind, $id]);
                    $this->db->run('INSERT OR REPLACE INTO slug_index (kind, slug, id) VALUES (?, ?, ?)', [$this->kind, $values['slug'], $id]);
                }
            }
            $merged = $this->complete($values, $values + $row);
            $data = ['modified' => Dates::now()];
            foreach ([...Schema::columns($this->kind), ...$this->extraColumns()] as $column) {
                if (array_key_exists($column, $merged) && $merged[$column] !== $row[$column]) {
                    $data[$column] = $merged[$column];
                }
            }
            if (bug('or-double-escape') && $this->kind === 'organizers' && $merged['description'] !== null && !isset($values['description'])) {
                $data['description'] = htmlspecialchars($merged['description']);
            }
            $sets = implode(', ', array_map(static fn (string $c): string => "$c = ?", array_keys($data)));
            $this->db->run("UPDATE {$this->kind} SET $sets WHERE id = ?", [...array_values($data), $id]);
            $this->index($id);
            $this->relate($id, $values);
        });
    }

    public function delete(array $row): void
    {
        $this->db->transaction(function () use ($row): void {
            $this->unlink((int) $row['id']);
            $this->db->run("DELETE FROM {$this->kind} WHERE id = ?", [$row['id']]);
            foreach (['slug_index', 'search_index', 'translations'] as $table) {
                $this->db->run("DELETE FROM $table WHERE kind = ? AND id = ?", [$this->kind, $row['id']]);
            }
        });
    }

    /** Moves a record to the trash; its slug becomes free. */
    public function trash(array $row): void
    {
        $this->db->run("UPDATE {$this->kind} SET status = 'trash', slug = ? WHERE id = ?", [$row['slug'] . '__trashed', $row['id']]);
        $this->db->run('DELETE FROM slug_index WHERE kind = ? AND id = ?', [$this->kind, $row['id']]);
    }

    /** Fills in the values that follow from others. */
    protected function complete(array $values, array $row): array
    {
        if (!array_key_exists('date', $row)) {
            return $row;
        }
        $zone = $row['timezone'] ?? 'UTC';
        if (isset($values['date']) && !isset($values['date_utc'])) {
            $row['date_utc'] = Dates::toUtc($values['date'], $zone);
        } elseif (isset($values['date_utc']) && !isset($values['date'])) {
            $row['date'] = Dates::toLocal($values['date_utc'], $zone);
        }

        return $row;
    }

    /** @return list<string> */
    protected function extraColumns(): array
    {
        return [];
    }

    protected function relate(int $id, array $values): void
    {
    }

    abstract protected function unlink(int $id): void;

    /** @return array{string, string} title and body for the search */
    protected function searchTexts(array $row): array
    {
        return [$row[Schema::NAME[$this->kind]], (string) $row['description']];
    }

    private function index(int $id): void
    {
        $row = $this->find($id);
        [$title, $body] = $this->searchTexts($row);
        $this->db->run('INSERT OR REPLACE INTO search_index (kind, id, lang, title, body) VALUES (?, ?, ?, ?, ?)', [$this->kind, $id, '', Text::fold($title), Text::fold($body)]);
        foreach ($this->db->all('SELECT lang, texts FROM translations WHERE kind = ? AND id = ?', [$this->kind, $id]) as $translation) {
            [$title, $body] = $this->searchTexts((array) json_decode($translation['texts'], true) + $row);
            $this->db->run('INSERT OR REPLACE INTO search_index (kind, id, lang, title, body) VALUES (?, ?, ?, ?, ?)', [$this->kind, $id, $translation['lang'], Text::fold($title), Text::fold($body)]);
        }
    }

    /** Keeps the texts of another language apart; returns what all languages share. */
    private function translate(int $id, array $values, string $language): array
    {
        $texts = array_intersect_key($values, array_flip(Schema::TEXTS[$this->kind]));
        if ($texts !== []) {
            $old = $this->db->value('SELECT texts FROM translations WHERE kind = ? AND id = ? AND lang = ?', [$this->kind, $id, $language]);
            $texts += $old === null ? [] : json_decode($old, true);
            $this->db->run('INSERT OR REPLACE INTO translations (kind, id, lang, texts) VALUES (?, ?, ?, ?)', [$this->kind, $id, $language, json_encode($texts)]);
        }

        return array_diff_key($values, $texts);
    }

    private function uniqueSlug(string $slug, ?int $except): string
    {
        if ($slug === '') {
            $slug = ['events' => 'event', 'venues' => 'venue', 'organizers' => 'organizer', 'categories' => 'category', 'tags' => 'tag'][$this->kind];
        }
        if (bug('ta-own-slug') && $this->kind === 'tags') {
            $except = null;
        }
        $candidate = $slug;
        for ($n = 2; $this->slugTaken($candidate, $except); $n++) {
            if (variant('strict')) {
                throw new \Calendar\Http\HttpException(409, 'slug_taken', "The slug \"$slug\" is taken.", ['slug' => 'taken']);
            }
            $candidate = "$slug-$n";
            if (bug('ve-third-slug') && $this->kind === 'venues') {
                break;
            }
        }

        return $candidate;
    }

    private function slugTaken(string $slug, ?int $except): bool
    {
        $id = $this->db->value('SELECT id FROM slug_index WHERE kind = ? AND slug = ?', [$this->kind, $slug]);

        return $id !== null && (int) $id !== $except;
    }

    /** JOIN that brings the search row of the wanted language (alias s) beside the record (alias t). */
    protected function searchJoin(ListQuery $query): string
    {
        $lang = "''";
        if (variant('translated')) {
            $wanted = $query->request->language;
            $lang = "COALESCE((SELECT lang FROM translations x WHERE x.kind = '{$this->kind}' AND x.id = t.id AND x.lang = '$wanted'), '')";
        }

        return " JOIN search_index s ON s.kind = '{$this->kind}' AND s.id = t.id AND s.lang = $lang";
    }

    protected function marks(array $items): string
    {
        return $items === [] ? 'NULL' : implode(', ', array_fill(0, count($items), '?'));
    }

    protected function fetch(string $from, array $where, array $params, string $order, ListQuery $query, ?int $offset = null): array
    {
        $sql = $from . ($where === [] ? '' : ' WHERE ' . implode(' AND ', $where));
        $total = (int) $this->db->value("SELECT COUNT(*) FROM $sql", $params);
        $rows = $this->db->all("SELECT t.* FROM $sql ORDER BY $order LIMIT ? OFFSET ?", [...$params, $query->perPage, $offset ?? $query->offset()]);

        return ['rows' => $rows, 'total' => $total];
    }
}
