<?php
declare(strict_types=1);

namespace Calendar;

use Doctrine\DBAL\Connection;
use Doctrine\DBAL\DriverManager;

final class Database
{
    private static ?Connection $connection = null;

    public static function dir(): string
    {
        return (string) getenv('CALENDAR_DIR');
    }

    public static function get(): Connection
    {
        if (self::$connection) {
            return self::$connection;
        }
        $c = DriverManager::getConnection(['driver' => 'pdo_sqlite', 'path' => self::dir().'/calendar.sqlite', 'driverOptions' => [\PDO::ATTR_TIMEOUT => 20]]);
        /** @var \PDO $pdo */
        $pdo = $c->getNativeConnection();
        $pdo->exec('PRAGMA synchronous = OFF');
        $pdo->sqliteCreateFunction('fold', [Text::class, 'fold'], 1, \PDO::SQLITE_DETERMINISTIC);
        $collator = new \Collator('root');
        $pdo->sqliteCreateCollation('uca', static fn ($a, $b) => $collator->compare((string) $a, (string) $b) ?: strcmp((string) $a, (string) $b));

        return self::$connection = $c;
    }

    public static function install(): void
    {
        $c = self::get();
        $c->executeStatement('PRAGMA journal_mode = WAL');
        $post = 'id INTEGER PRIMARY KEY, author INTEGER NOT NULL, date TEXT NOT NULL, date_utc TEXT NOT NULL, slug TEXT NOT NULL, status TEXT NOT NULL, lang TEXT NOT NULL, description TEXT, image TEXT, website TEXT';
        foreach ([
            'CREATE TABLE node (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL)',
            'CREATE TABLE term_node (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL)',
            'CREATE TABLE meta (generation INTEGER NOT NULL)',
            'INSERT INTO meta VALUES (1)',
            "CREATE TABLE events ($post, title TEXT NOT NULL, excerpt TEXT, timezone TEXT NOT NULL, start_date TEXT NOT NULL, end_date TEXT NOT NULL, start_utc TEXT NOT NULL, end_utc TEXT NOT NULL, all_day INTEGER NOT NULL, cost TEXT, show_map INTEGER NOT NULL, show_map_link INTEGER NOT NULL, hide_from_listings INTEGER NOT NULL, sticky INTEGER NOT NULL, featured INTEGER NOT NULL, password TEXT)",
            "CREATE TABLE venues ($post, venue TEXT NOT NULL, show_map TEXT, show_map_link TEXT, address TEXT, city TEXT, country TEXT, province TEXT, state TEXT, zip TEXT, phone TEXT, stateprovince TEXT)",
            "CREATE TABLE organizers ($post, organizer TEXT NOT NULL, phone TEXT, email TEXT)",
            'CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT, slug TEXT NOT NULL, lang TEXT NOT NULL, parent INTEGER NOT NULL)',
            'CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT, slug TEXT NOT NULL, lang TEXT NOT NULL)',
        ] as $sql) {
            $c->executeStatement($sql);
        }
        foreach (Schema::LINKS as $link) {
            $c->executeStatement("CREATE TABLE event_$link (event_id INTEGER NOT NULL, target_id INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (event_id, target_id))");
            $c->executeStatement("CREATE INDEX event_{$link}_target ON event_$link (target_id)");
        }
        $c->executeStatement("INSERT INTO node (id, kind) VALUES (20, 'root')");
        $c->executeStatement("INSERT INTO term_node (id, kind) VALUES (92, 'root')");
        Seed::run(new Repository($c, new Access(null, false)));
        self::$connection = null;
    }
}
