<?php
declare(strict_types=1);
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require_once '/usr/share/php/Illuminate/Database/autoload.php';
require_once '/usr/share/php/FastRoute/autoload.php';

use Carbon\Carbon;

const NS = 'vendor/events/v1';
const LANGS = ['nl', 'en', 'fr', 'de'];
const DEFAULT_LANG = 'en';
const SITE_TZ = 'Europe/Amsterdam';
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];
const MAX_PER_PAGE = 100;
const USERS = [1 => 'editor', 2 => 'author', 3 => 'reader'];

function bug(string $id): bool
{
    static $on = null;
    $on ??= (string) getenv('BUG');
    return $on === $id;
}

function variant(string $id): bool
{
    static $on = null;
    $on ??= (string) getenv('VARIANT');
    return $on === $id;
}

/** An answer that ends the request. */
class HttpError extends RuntimeException
{
    public function __construct(public int $status, public string $error, string $message, public array $params = [], public array $headers = [])
    {
        parent::__construct($message);
    }
}

function invalid(string $param, string $why): HttpError
{
    return new HttpError(variant('e422') ? 422 : 400, 'rest_invalid_param', "Invalid parameter: $param. $why", [$param => $why]);
}

/** The request as the handlers see it. */
class Request
{
    public array $query = [];
    public array $body = [];
    public string $base;
    public string $lang = DEFAULT_LANG;
    public bool $langGiven = false;
    public ?int $user = null;

    public function __construct(public string $method, public string $path)
    {
        $qs = (string) ($_SERVER['QUERY_STRING'] ?? '');
        parse_str($qs, $this->query);
        // tags=1&tags=2 means the same as tags[]=1&tags[]=2.
        if (preg_match_all('/(?:^|&)(categories|tags|venue|organizer|include|exclude)=([^&]*)/', $qs, $m, PREG_SET_ORDER) > 1) {
            $all = [];
            foreach ($m as [, $k, $v]) {
                $all[$k][] = urldecode($v);
            }
            $this->query = array_map(fn ($vs) => implode(',', $vs), $all) + $this->query;
        }
        $host = (string) ($_SERVER['HTTP_HOST'] ?? '');
        if (!preg_match('/^[\w.\-]+(:\d+)?$/', $host)) {
            $host = '127.0.0.1:' . getenv('PORT');
        }
        $this->base = "http://$host";
    }

    public function header(string $name): ?string
    {
        return $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? null;
    }

    public function param(string $name): mixed
    {
        return array_key_exists($name, $this->body) ? $this->body[$name] : ($this->query[$name] ?? null);
    }

    /** Body of a writing request: JSON, form or multipart. */
    public function parseBody(string $resource): void
    {
        $type = strtolower(trim(explode(';', (string) ($_SERVER['CONTENT_TYPE'] ?? ''))[0]));
        $raw = (string) file_get_contents('php://input');
        if ($type === 'multipart/form-data') {
            if ($this->method !== 'POST') {
                throw new HttpError(415, 'rest_unsupported_media_type', 'multipart/form-data is accepted with POST only.', [], ['Accept' => 'application/json, application/x-www-form-urlencoded']);
            }
            $this->body = $_POST;
        } elseif ($raw === '') {
            $this->body = [];
        } elseif ($type === 'application/x-www-form-urlencoded') {
            if (bug('cat-put-form') && $resource === 'categories') {
                $this->body = $_POST;
            } else {
                parse_str($raw, $this->body);
            }
        } elseif ($type === '' || $type === 'application/json' || str_ends_with($type, '+json')) {
            $data = json_decode($raw, false, 64);
            if (bug('org-badjson') && $resource === 'organizers' && json_last_error() && $this->path !== 'organizers') {
                $data = new stdClass();
            }
            if (json_last_error() && $data === null) {
                throw new HttpError(400, 'rest_invalid_json', 'Invalid JSON body passed: ' . json_last_error_msg() . '.');
            }
            if (!$data instanceof stdClass) {
                throw new HttpError(400, 'rest_invalid_json', 'The JSON body must be an object.');
            }
            $this->body = json_decode($raw, true, 64) ?? [];
        } else {
            throw new HttpError(415, 'rest_unsupported_media_type', "Media type $type is not supported.", [], ['Accept' => 'application/json, application/x-www-form-urlencoded, multipart/form-data']);
        }
        array_walk_recursive($this->body, function ($v, $k) {
            if (is_string($v) && !mb_check_encoding($v, 'UTF-8')) {
                throw invalid((string) $k, 'Must be valid UTF-8.');
            }
        });
    }

    /** Language: path segment, overridden by ml_language. */
    public function chooseLang(?string $segment): void
    {
        $given = $this->param('ml_language');
        if ($given !== null && $given !== '') {
            if (!is_string($given) || !in_array($given, LANGS, true)) {
                throw invalid('ml_language', 'Must be one of ' . implode(', ', LANGS) . '.');
            }
            $this->lang = $given;
            $this->langGiven = true;
        } elseif ($segment !== null) {
            $this->lang = $segment;
        }
    }

    /** Basic authentication (USERS=1); without it everybody acts as the editor. */
    public function authenticate(): void
    {
        if (!self::closed()) {
            $this->user = 1;
            return;
        }
        $auth = $this->header('Authorization');
        if ($auth === null || $auth === '') {
            return;
        }
        $name = $pass = '';
        if (preg_match('/^Basic\s+(\S+)$/i', $auth, $m)) {
            [$name, $pass] = explode(':', (string) base64_decode($m[1]), 2) + ['', ''];
        }
        $id = array_search($name, USERS, true);
        if ($id === false || !hash_equals($name, $pass)) {
            throw self::unauthorized('The user name or password is wrong.');
        }
        $this->user = $id;
    }

    public static function closed(): bool
    {
        return !in_array((string) getenv('USERS'), ['', '0'], true);
    }

    public static function unauthorized(string $message): HttpError
    {
        return new HttpError(401, 'rest_not_logged_in', $message, [], ['WWW-Authenticate' => 'Basic realm="calendar", charset="UTF-8"']);
    }

    public function mayWrite(?object $row): void
    {
        if ($this->user === null) {
            throw self::unauthorized('You must sign in to do that.');
        }
        if (USERS[$this->user] === 'reader' || (USERS[$this->user] === 'author' && $row && (int) $row->author !== $this->user)) {
            throw new HttpError(403, 'rest_forbidden', 'You are not allowed to do that.');
        }
    }
}

/** Values of parameters and fields, checked by their declared type. */
class Input
{
    public static function clean(string $name, string $type, mixed $v): mixed
    {
        switch ($type) {
            case 'string':
            case 'text':
                if (!is_string($v)) {
                    throw invalid($name, 'Must be a string.');
                }
                return $type === 'string' ? trim($v) : $v;
            case 'zip':
                return bug('ven-zip') && is_numeric($v) ? (string) (int) $v : self::clean($name, 'string', $v);
            case 'flagstring':
                return is_bool($v) ? ($v ? 'true' : 'false') : self::clean($name, 'string', $v);
            case 'bool':
                return self::bool($name, $v) ? 1 : 0;
            case 'int':
                return self::int($name, $v);
            case 'url':
                $v = self::clean($name, 'string', $v);
                if ($v === '') {
                    return null;
                }
                if (!preg_match('#^https?://[^\s/?\#]+[^\s]*$#iu', $v)) {
                    throw invalid($name, 'Must be a URL.');
                }
                return $v;
            case 'email':
                $v = self::clean($name, 'string', $v);
                if ($v !== '' && !filter_var($v, FILTER_VALIDATE_EMAIL, FILTER_FLAG_EMAIL_UNICODE)) {
                    throw invalid($name, 'Must be an e-mail address.');
                }
                return $v === '' ? null : $v;
            case 'image':
                $v = is_int($v) ? (string) $v : self::clean($name, 'string', $v);
                if ($v !== '' && !ctype_digit($v) && !preg_match('#^https?://[^\s/]+\S*$#i', $v)) {
                    throw invalid($name, 'Must be an image ID or URL.');
                }
                return $v === '' ? null : $v;
            case 'cost':
                if (is_int($v) || is_float($v)) {
                    return (string) $v;
                }
                return self::clean($name, 'string', $v);
            case 'status':
                if (!is_string($v) || !in_array($v, STATUSES, true)) {
                    throw invalid($name, 'Must be one of ' . implode(', ', STATUSES) . '.');
                }
                return $v;
            case 'timezone':
                $v = self::clean($name, 'string', $v);
                if (!in_array($v, DateTimeZone::listIdentifiers(DateTimeZone::ALL_WITH_BC), true) && !preg_match('/^[+-](0\d|1[0-4]):[0-5]\d$/', $v)) {
                    throw invalid($name, 'Must be a time zone.');
                }
                return $v;
            case 'author':
                $v = self::int($name, $v);
                if (!isset(USERS[$v])) {
                    throw invalid($name, 'There is no such author.');
                }
                return $v;
            case 'ids':
                return self::ids($name, $v);
        }
        return $v;
    }

    public static function bool(string $name, mixed $v): bool
    {
        $s = is_bool($v) ? ($v ? '1' : '0') : (is_int($v) || is_string($v) ? strtolower((string) $v) : '');
        if (!in_array($s, ['1', '0', 'true', 'false', 'yes', 'no'], true)) {
            throw invalid($name, 'Must be a boolean.');
        }
        return in_array($s, ['1', 'true', 'yes'], true);
    }

    public static function int(string $name, mixed $v, int $min = 0): int
    {
        if (!(is_int($v) || (is_string($v) && preg_match('/^-?\d{1,18}$/', $v))) || (int) $v < $min) {
            throw invalid($name, "Must be an integer of at least $min.");
        }
        return (int) $v;
    }

    public static function float(string $name, mixed $v, float $limit): float
    {
        if (!is_string($v) || !is_numeric($v) || abs((float) $v) > $limit) {
            throw invalid($name, "Must be a number from -$limit to $limit.");
        }
        return (float) $v;
    }

    /** A list given as array, CSV string or single value. */
    public static function items(string $name, mixed $v): array
    {
        if (is_string($v)) {
            $v = $v === '' ? [] : array_map('trim', explode(',', $v));
        } elseif (!is_array($v)) {
            $v = [$v];
        }
        foreach ($v as $item) {
            if (is_array($item) || is_bool($item) || $item === null || $item === '') {
                throw invalid($name, 'Must be a list of integers.');
            }
        }
        return array_values($v);
    }

    /** @return int[] */
    public static function ids(string $name, mixed $v): array
    {
        return array_values(array_unique(array_map(fn ($i) => self::int($name, $i), self::items($name, $v))));
    }

    /** Wall-clock time in $tz; a string with its own offset is converted into it. */
    public static function time(string $name, mixed $v, string $tz = SITE_TZ): Carbon
    {
        $re = '/^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/';
        if (!is_string($v) || !preg_match($re, trim($v), $m) || !checkdate((int) $m[2], (int) $m[3], (int) $m[1])
            || (int) ($m[4] ?? 0) > 23 || (int) ($m[5] ?? 0) > 59 || (int) ($m[6] ?? 0) > 59) {
            throw invalid($name, 'Must be a date and time, YYYY-MM-DD HH:MM:SS.');
        }
        $t = Carbon::create((int) $m[1], (int) $m[2], (int) $m[3], (int) ($m[4] ?? 0), (int) ($m[5] ?? 0), (int) ($m[6] ?? 0), ($m[7] ?? '') !== '' ? str_replace('Z', '+00:00', $m[7]) : $tz);
        return $t->setTimezone($tz);
    }

    public static function hasTime(string $v): bool
    {
        return strlen(trim($v)) > 10;
    }
}
