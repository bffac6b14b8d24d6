<?php
date_default_timezone_set('Europe/Amsterdam');
mb_internal_encoding('UTF-8');
define('BUG', (string)($_SERVER['APP_BUG'] ?? ''));
define('VARIANT', (string)($_SERVER['APP_VARIANT'] ?? ''));
define('USERS', ($_SERVER['APP_USERS'] ?? '') === '1');
define('DATA', (string)($_SERVER['APP_DATA'] ?? '/tmp'));
const SITE_TZ = 'Europe/Amsterdam';
const LANGS = ['nl', 'en', 'fr', 'de'];
const NS = '/vendor/events/v1';

function bug(string $id): bool { return BUG === $id; }

/** Configuration of the site; the variants are other configurations. */
function opt(string $k)
{
    static $o = null;
    if ($o === null) {
        $o = array_merge([
            'envelope' => 'tec', 'times' => 'sql', 'texts' => 'plain', 'relations' => 'objects', 'created' => 201,
            'deleted' => 'body', 'trash' => false, 'max' => 100, 'over_max' => 'clamp', 'beyond' => 'empty', 'order' => 'start',
            'post_order' => 'title', 'errors' => 'wp', 'bad_status' => 400, 'put' => 'merge', 'window' => 'all', 'unknown_param' => 'ignore',
            'bad_lang' => 400, 'names' => 'snake', 'default_status' => 'publish', 'end_before_start' => 'reject', 'hidden' => 401,
            'bad_page' => 400, 'wrong_password' => 403, 'term_order' => 'name', 'slash' => 'accept', 'dup_term' => 'suffix',
            'bools' => 'bool', 'etag' => true, 'email' => 'lenient', 'protected' => 'blank', 'unknown_rel' => 400, 'drop_null' => false,
            'strip_html' => false, 'ids' => 'int', 'slugs' => 'plain', 'updated' => 'body', 'delete_again' => 404, 'first_id' => 1, 'id_step' => 1, 'unknown_field' => 'ignore', 'pretty' => false, 'wrap' => '', 'tombstone' => false, 'drop_empty' => false, 'content_location' => false, 'ctype' => '', 'language' => 'translate', 'bad_filter' => 400,
        ], (require __DIR__ . '/variants.php')[VARIANT] ?? []);
    }
    return $o[$k];
}

class ApiError extends Exception
{
    public function __construct(public int $status, public string $slug, string $message, public array $headers = [])
    {
        parent::__construct($message);
    }
}

function bad(string $slug, string $msg): ApiError { return new ApiError(opt('bad_status'), $slug, $msg); }
function not_found(string $msg = 'The requested record does not exist.'): ApiError { return new ApiError(404, 'not_found', $msg); }

/** Hooks, as plug-ins use them. */
class Hooks
{
    private static array $f = [];
    public static function add(string $name, callable $c): void { self::$f[$name][] = $c; }
    public static function filter(string $name, $v, ...$a)
    {
        foreach (self::$f[$name] ?? [] as $c) $v = $c($v, ...$a);
        return $v;
    }
}

/** Object cache in files; the keys carry the generation of their group. */
class Cache
{
    private static ?array $gen = null;
    private static function gen(string $grp): int
    {
        if (self::$gen === null) {
            self::$gen = [];
            foreach (Db::all('SELECT grp, n FROM gen') as $r) self::$gen[$r['grp']] = (int)$r['n'];
        }
        return self::$gen[$grp];
    }
    public static function remember(string $grp, string $key, callable $make, bool $frozen = false)
    {
        $file = DATA . '/cache/' . $grp . '-' . ($frozen ? 'x' : self::gen($grp)) . '-' . md5($key);
        $s = @file_get_contents($file);
        if ($s !== false && $s !== '') return unserialize($s);
        $v = $make();
        if ($v !== null) {
            $t = $file . '.' . getmypid();
            if (@file_put_contents($t, serialize($v)) !== false) @rename($t, $file);
        }
        return $v;
    }
    /** Must run inside the writing transaction. */
    public static function bump(string ...$groups): void
    {
        foreach ($groups as $g) Db::run('UPDATE gen SET n = n + 1 WHERE grp = ?', [$g]);
    }
    public static function forget(): void { self::$gen = null; }
}

class Text
{
    public static function slugify(string $s): string
    {
        static $tr = null;
        $tr ??= Transliterator::create('Any-Latin; Latin-ASCII');
        $t = $tr ? $tr->transliterate($s) : $s;
        $t = strtolower((string)$t);
        $t = preg_replace("/['’]/u", '', $t);
        $t = trim(preg_replace('/[^a-z0-9_]+/', '-', $t), '-');
        if (opt('slugs') === 'short') $t = trim(substr(str_replace('_', '-', $t), 0, 24), '-');
        return $t === '' ? 'item' : substr($t, 0, 180);
    }
    /** Removes what must never be stored: scripts and control characters. */
    public static function sanitize(string $s): string
    {
        $s = preg_replace('#<(script|style)\b[^>]*>.*?</\1\s*>#is', '', $s) ?? $s;
        return preg_replace('/[\x00-\x08\x0B\x0C\x0E-\x1F]/', '', $s) ?? $s;
    }
    public static function like(string $s): string
    {
        return '%' . addcslashes($s, '\\%_') . '%';
    }
}

class Dates
{
    public static function tz(string $name): ?DateTimeZone
    {
        if (preg_match('/^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/', $name, $m) && (int)$m[2] <= 14) {
            return new DateTimeZone(sprintf('%s%02d:%02d', $m[1], $m[2], $m[3] ?? 0));
        }
        static $names = null;
        $names ??= array_change_key_case(array_flip(DateTimeZone::listIdentifiers(DateTimeZone::ALL_WITH_BC)));
        if (!isset($names[strtolower($name)])) return null;
        return new DateTimeZone($name);
    }
    /** Returns a moment, or null; a text without offset is a local time of $tz. */
    public static function parse($v, DateTimeZone $tz): ?DateTimeImmutable
    {
        if (!is_string($v)) return null;
        $v = trim($v);
        if (!preg_match('/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/', $v, $m)) return null;
        if (bug('impossible-date-rolls-over') && (int)$m[3] <= 31 && (int)$m[3] > 0 && (int)$m[2] <= 12 && (int)$m[2] > 0) {
            $o = new DateTimeImmutable(sprintf('%s-%s-01', $m[1], $m[2]));
            [$m[1], $m[2], $m[3]] = explode('-', $o->modify('+' . ((int)$m[3] - 1) . ' days')->format('Y-m-d'));
        }
        if (!checkdate((int)$m[2], (int)$m[3], bug('leap-day-refused') ? 2001 : (int)$m[1]) || (int)($m[4] ?? 0) > 23 || (int)($m[5] ?? 0) > 59 || (int)($m[6] ?? 0) > 59) return null;
        $z = !empty($m[7]) ? new DateTimeZone($m[7] === 'Z' ? 'UTC' : $m[7]) : $tz;
        $d = new DateTimeImmutable(sprintf('%s-%s-%s %02d:%02d:%02d', $m[1], $m[2], $m[3], (int)($m[4] ?? 0), (int)($m[5] ?? 0), (int)($m[6] ?? 0)), $z);
        return $d->setTimezone($tz);
    }
    public static function hasTime(string $v): bool { return (bool)preg_match('/\d{1,2}:\d{2}/', $v); }
}

class Auth
{
    public static ?array $user = null;
    private const PEOPLE = ['editor' => 1, 'author' => 2, 'reader' => 3];
    public static function start(): void
    {
        if (!USERS) return;
        $h = $_SERVER['HTTP_AUTHORIZATION'] ?? '';
        if ($h === '') return;
        if (preg_match(bug('basic-scheme-case-sensitive') ? '/^Basic\s+(\S+)$/' : '/^Basic\s+(\S+)$/i', $h, $m)) {
            $p = explode(':', (string)base64_decode($m[1]), 2);
            if (count($p) === 2 && isset(self::PEOPLE[$p[0]]) && hash_equals($p[0], $p[1])) {
                self::$user = ['id' => self::PEOPLE[$p[0]], 'role' => $p[0]];
                return;
            }
        }
        throw self::challenge('Wrong credentials.');
    }
    public static function challenge(string $msg = 'Log in to do this.'): ApiError
    {
        return new ApiError(401, 'unauthorized', $msg, ['WWW-Authenticate' => 'Basic realm="calendar", charset="UTF-8"']);
    }
    public static function role(): string { return self::$user['role'] ?? 'anonymous'; }
    public static function all(): bool { return !USERS || self::role() === 'editor'; }
    public static function id(): int { return USERS ? (self::$user['id'] ?? 0) : 1; }
    public static function deny(): ApiError
    {
        return self::$user === null ? self::challenge() : new ApiError(403, 'forbidden', 'You are not allowed to do this.');
    }
    public static function create(bool $term): void
    {
        if (self::all() || (self::role() === 'author' && !$term)) return;
        throw self::deny();
    }
    public static function changeTerm(string $method): void
    {
        if (self::all()) return;
        if (bug('anonymous-deletes-tags') && $method === 'DELETE' && self::$user === null) return;
        throw self::deny();
    }
    public static function changePost(array $p, string $via, string $method): void
    {
        if (self::all()) return;
        if (bug('reader-updates-by-post') && self::$user !== null && $method === 'POST') return;
        if (self::role() === 'author') {
            if ((int)$p['author'] === self::id()) return;
        }
        throw self::deny();
    }
    public static function sees(array $p): bool
    {
        if (self::all() || $p['status'] === 'publish') return true;
        return self::role() === 'author' && (int)$p['author'] === self::id();
    }
    /** The part of the SQL that leaves out what this user may not see. */
    public static function sql(): string
    {
        if (self::all()) return '1';
        if (bug('drafts-of-others-in-author-lists') && self::role() === 'author') return "p.status IN ('publish', 'draft', 'pending')";
        $own = self::role() === 'author' ? ' OR p.author = ' . self::id() : '';
        return "(p.status = 'publish'$own)";
    }
}
