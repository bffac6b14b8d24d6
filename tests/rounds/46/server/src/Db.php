<?php
declare(strict_types=1);

use Illuminate\Database\Capsule\Manager as Capsule;
use Illuminate\Database\Connection;
use Illuminate\Database\Query\Builder;

/** The SQLite database: connection, schema and small helpers. */
class Db
{
    private static ?Connection $c = null;

    public static function get(): Connection
    {
        if (self::$c === null) {
            $file = getenv('CAL_DIR') . '/calendar.sqlite';
            is_file($file) || touch($file);
            $capsule = new Capsule();
            $capsule->addConnection(['driver' => 'sqlite', 'database' => $file]);
            self::$c = $capsule->getConnection();
            $pdo = self::$c->getPdo();
            $pdo->exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
            $pdo->sqliteCreateFunction('fold', fn ($s) => self::fold((string) $s), 1);
            // Unicode-aware, literal "contains".
            $pdo->sqliteCreateFunction('has', fn ($hay, $needle) => $needle === '' || ($hay !== null && str_contains(self::fold((string) $hay), $needle)) ? 1 : 0, 2);
        }
        return self::$c;
    }

    public static function table(string $name): Builder
    {
        return self::get()->table($name);
    }

    public static function fold(string $s): string
    {
        return mb_strtolower(Normalizer::normalize($s, Normalizer::FORM_C) ?: $s, 'UTF-8');
    }

    /** Writers are serialised: the lock is taken before anything is read. */
    public static function write(callable $f): mixed
    {
        $pdo = self::get()->getPdo();
        $pdo->exec('BEGIN IMMEDIATE');
        try {
            $r = $f();
            $pdo->exec('COMMIT');
            return $r;
        } catch (Throwable $e) {
            $pdo->exec('ROLLBACK');
            throw $e;
        }
    }

    public static function schema(): void
    {
        $post = 'id INTEGER PRIMARY KEY AUTOINCREMENT, slug TEXT NOT NULL, language TEXT NOT NULL, description TEXT, status TEXT NOT NULL, author INTEGER NOT NULL, date TEXT, date_utc TEXT, modified TEXT, image TEXT, website TEXT';
        $term = 'id INTEGER PRIMARY KEY AUTOINCREMENT, slug TEXT NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL, description TEXT, author INTEGER NOT NULL, modified TEXT, parent INTEGER NOT NULL DEFAULT 0';
        $contact = 'phone TEXT';
        self::get()->getPdo()->exec("
            CREATE TABLE events ($post, title TEXT NOT NULL, excerpt TEXT, start_date TEXT NOT NULL, end_date TEXT NOT NULL, utc_start_date TEXT NOT NULL, utc_end_date TEXT NOT NULL,
                timezone TEXT NOT NULL, all_day INTEGER NOT NULL DEFAULT 0, cost TEXT, show_map INTEGER, show_map_link INTEGER, hide_from_listings INTEGER NOT NULL DEFAULT 0,
                sticky INTEGER NOT NULL DEFAULT 0, featured INTEGER NOT NULL DEFAULT 0, password TEXT, post_parent INTEGER NOT NULL DEFAULT 0, ticketed INTEGER NOT NULL DEFAULT 0);
            CREATE TABLE venues ($post, $contact, venue TEXT NOT NULL, show_map TEXT, show_map_link TEXT, address TEXT, city TEXT, country TEXT, province TEXT, state TEXT, zip TEXT, stateprovince TEXT, geo_lat REAL, geo_lng REAL);
            CREATE TABLE organizers ($post, $contact, organizer TEXT NOT NULL, email TEXT);
            CREATE TABLE categories ($term);
            CREATE TABLE tags ($term);
            CREATE TABLE translations (type TEXT, rec_id INTEGER, lang TEXT, field TEXT, value TEXT, PRIMARY KEY (type, rec_id, lang, field)) WITHOUT ROWID;
            CREATE TABLE links (event_id INTEGER, kind TEXT, ref_id INTEGER, pos INTEGER, PRIMARY KEY (event_id, kind, ref_id)) WITHOUT ROWID;
            CREATE INDEX links_ref ON links (kind, ref_id);
            CREATE INDEX events_start ON events (utc_start_date, id);
            CREATE INDEX events_slug ON events (slug);
        ");
    }
}
