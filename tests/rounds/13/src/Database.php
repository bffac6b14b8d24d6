<?php

declare(strict_types=1);

namespace Calendar;

use PDO;

final class Database
{
    private PDO $pdo;
    /** @var array<string, \PDOStatement> */
    private array $prepared = [];

    public function __construct()
    {
        $this->pdo = new PDO('sqlite::memory:', null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
        $this->migrate();
    }

    private function migrate(): void
    {
        foreach (array_keys(Schema::FIELDS) as $kind) {
            $columns = ['id INTEGER PRIMARY KEY AUTOINCREMENT', 'owner TEXT', 'lang TEXT', 'modified TEXT'];
            $fields = Schema::columns($kind);
            if (!in_array('slug', $fields, true)) {
                $fields[] = 'slug';
            }
            if ($kind === 'events') {
                array_push($fields, 'start_utc', 'end_utc');
            }
            foreach ($fields as $field) {
                $type = match (Schema::FIELDS[$kind][$field] ?? 'string') {
                    'boolean', 'integer', 'parent' => 'INTEGER',
                    default => 'TEXT',
                };
                if (bug('ve-zip') && $field === 'zip') {
                    $type = 'NUMERIC';
                }
                $columns[] = "$field $type";
            }
            $this->pdo->exec("CREATE TABLE $kind (" . implode(', ', $columns) . ')');
            if (variant('translated')) {
                $this->pdo->exec("INSERT INTO sqlite_sequence (name, seq) VALUES ('$kind', " . (3000000000 + random_int(0, 9999)) . ')');
            }
        }
        $this->pdo->exec('CREATE TABLE relations (event_id INTEGER, relation TEXT, target_id INTEGER, position INTEGER, PRIMARY KEY (event_id, relation, target_id))');
        $this->pdo->exec('CREATE INDEX relations_target ON relations (relation, target_id)');
        $this->pdo->exec('CREATE TABLE slug_index (kind TEXT, slug TEXT, id INTEGER, PRIMARY KEY (kind, slug))');
        $this->pdo->exec('CREATE TABLE search_index (kind TEXT, id INTEGER, lang TEXT, title TEXT, body TEXT, PRIMARY KEY (kind, id, lang))');
        $this->pdo->exec('CREATE TABLE term_counts (kind TEXT, id INTEGER, n INTEGER, PRIMARY KEY (kind, id))');
        $this->pdo->exec('CREATE TABLE translations (kind TEXT, id INTEGER, lang TEXT, texts TEXT, PRIMARY KEY (kind, id, lang))');
    }

    public function run(string $sql, array $params = []): \PDOStatement
    {
        if (count($this->prepared) > 300) {
            $this->prepared = [];
        }
        $statement = $this->prepared[$sql] ??= $this->pdo->prepare($sql);
        foreach (array_values($params) as $i => $value) {
            $statement->bindValue($i + 1, $value, is_int($value) ? PDO::PARAM_INT : ($value === null ? PDO::PARAM_NULL : PDO::PARAM_STR));
        }
        $statement->execute();

        return $statement;
    }

    /** @return list<array<string, mixed>> */
    public function all(string $sql, array $params = []): array
    {
        return $this->run($sql, $params)->fetchAll();
    }

    public function row(string $sql, array $params = []): ?array
    {
        return $this->all($sql, $params)[0] ?? null;
    }

    public function value(string $sql, array $params = []): mixed
    {
        $row = $this->row($sql, $params);

        return $row === null ? null : reset($row);
    }

    public function lastId(): int
    {
        return (int) $this->pdo->lastInsertId();
    }

    public function transaction(callable $work): mixed
    {
        $this->pdo->beginTransaction();
        try {
            $result = $work();
            $this->pdo->commit();

            return $result;
        } catch (\Throwable $e) {
            $this->pdo->rollBack();
            throw $e;
        }
    }
}
