<?php
/** Thin PDO layer, as it grew. */
class Db
{
    public static PDO $pdo;

    public static function open(string $file): void
    {
        self::$pdo = new PDO('sqlite:' . $file, null, null, [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
            PDO::ATTR_TIMEOUT => 10,
            PDO::ATTR_PERSISTENT => true, // or the last one to close cleans up the WAL while the next request opens: SQLITE_BUSY
        ]);
        self::$pdo->exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA busy_timeout=10000; PRAGMA temp_store=MEMORY');
    }

    public static function schema(): void
    {
        self::$pdo->exec("
CREATE TABLE posts (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT, title TEXT, description TEXT, excerpt TEXT, slug TEXT,
  status TEXT, author INTEGER, date TEXT, date_utc TEXT, modified_utc TEXT, password TEXT DEFAULT '', lang TEXT, searchtext TEXT DEFAULT '', trashed INTEGER DEFAULT 0);
CREATE INDEX posts_slug ON posts(type, slug);
CREATE TABLE occurrences (post_id INTEGER PRIMARY KEY, start TEXT, finish TEXT, start_utc TEXT, finish_utc TEXT, tz TEXT, all_day INTEGER, featured INTEGER, parent INTEGER DEFAULT 0);
CREATE INDEX occ_start ON occurrences(start);
CREATE TABLE meta (post_id INTEGER, k TEXT, v TEXT, PRIMARY KEY (post_id, k));
CREATE TABLE terms (id INTEGER PRIMARY KEY AUTOINCREMENT, tax TEXT, name TEXT, description TEXT, slug TEXT, parent INTEGER DEFAULT 0, lang TEXT, count INTEGER DEFAULT 0);
CREATE INDEX terms_slug ON terms(tax, slug);
CREATE TABLE term_rel (post_id INTEGER, term_id INTEGER, pos INTEGER, PRIMARY KEY (post_id, term_id));
CREATE INDEX term_rel_t ON term_rel(term_id);
CREATE TABLE post_rel (event_id INTEGER, post_id INTEGER, kind TEXT, pos INTEGER, PRIMARY KEY (event_id, post_id));
CREATE INDEX post_rel_p ON post_rel(post_id);
CREATE TABLE translations (kind TEXT, obj INTEGER, lang TEXT, field TEXT, value TEXT, PRIMARY KEY (kind, obj, lang, field));
CREATE TABLE gen (grp TEXT PRIMARY KEY, n INTEGER);
CREATE TABLE tombstones (kind TEXT, id INTEGER, at TEXT, PRIMARY KEY (kind, id));
CREATE TABLE last_id (tab TEXT PRIMARY KEY, id INTEGER);
INSERT INTO gen VALUES ('items',1),('slugs',1),('lists',1);
");
    }

    public static function all(string $sql, array $p = []): array
    {
        $st = self::$pdo->prepare($sql);
        $st->execute($p);
        return $st->fetchAll();
    }

    public static function row(string $sql, array $p = []): ?array
    {
        return self::all($sql, $p)[0] ?? null;
    }

    public static function col(string $sql, array $p = []): array
    {
        $st = self::$pdo->prepare($sql);
        $st->execute($p);
        return $st->fetchAll(PDO::FETCH_COLUMN);
    }

    public static function val(string $sql, array $p = [])
    {
        $c = self::col($sql, $p);
        return $c[0] ?? null;
    }

    public static function run(string $sql, array $p = []): void
    {
        $st = self::$pdo->prepare($sql);
        $st->execute($p);
    }

    /** The next ID of a table; IDs are never used again. Must run inside the writing transaction. */
    public static function nextId(string $tab): int
    {
        $last = self::val('SELECT id FROM last_id WHERE tab = ?', [$tab]);
        $id = $last === null ? opt('first_id') : (int)$last + opt('id_step');
        self::run('INSERT OR REPLACE INTO last_id VALUES (?, ?)', [$tab, $id]);
        return $id;
    }

    private static int $depth = 0;
    public static function tx(callable $f)
    {
        if (self::$depth > 0) return $f();
        self::$pdo->exec('BEGIN IMMEDIATE');
        self::$depth++;
        try {
            $r = $f();
            self::$pdo->exec('COMMIT');
            return $r;
        } catch (Throwable $e) {
            self::$pdo->exec('ROLLBACK');
            throw $e;
        } finally {
            self::$depth--;
            Cache::forget();
        }
    }
}
