<?php
class Schema
{
    const META = [
        'event' => ['image', 'cost', 'website', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky'],
        'venue' => ['show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website', 'image'],
        'organizer' => ['phone', 'website', 'email', 'image'],
    ];
    const FIELDS = [
        'event' => ['title' => 'title', 'start_date' => 'string', 'end_date' => 'string', 'author' => 'int', 'date' => 'date', 'date_utc' => 'date',
            'description' => 'text', 'slug' => 'slug', 'excerpt' => 'text', 'status' => 'status', 'timezone' => 'tz', 'all_day' => 'bool',
            'image' => 'image', 'cost' => 'any', 'website' => 'url', 'show_map' => 'bool', 'show_map_link' => 'bool', 'hide_from_listings' => 'bool',
            'sticky' => 'bool', 'featured' => 'bool', 'categories' => 'ids', 'tags' => 'ids', 'venue' => 'ids', 'organizer' => 'ids', 'password' => 'string'],
        'venue' => ['venue' => 'title', 'author' => 'int', 'date' => 'date', 'date_utc' => 'date', 'description' => 'text', 'status' => 'status',
            'show_map' => 'str', 'show_map_link' => 'str', 'address' => 'str', 'city' => 'str', 'country' => 'str', 'province' => 'str', 'state' => 'str',
            'zip' => 'str', 'phone' => 'str', 'stateprovince' => 'str', 'website' => 'str', 'image' => 'image'],
        'organizer' => ['organizer' => 'title', 'author' => 'int', 'date' => 'date', 'date_utc' => 'date', 'description' => 'text', 'status' => 'status',
            'phone' => 'str', 'website' => 'str', 'email' => 'email', 'image' => 'image'],
        'category' => ['name' => 'title', 'description' => 'text', 'slug' => 'slug', 'parent' => 'int'],
        'tag' => ['name' => 'title', 'description' => 'text', 'slug' => 'slug'],
    ];
    const REQUIRED = ['event' => ['title', 'start_date', 'end_date'], 'venue' => ['venue'], 'organizer' => ['organizer'], 'category' => ['name'], 'tag' => ['name']];
    const TITLE = ['event' => 'title', 'venue' => 'venue', 'organizer' => 'organizer'];
    const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];

    public static function bool($v, string $name): bool
    {
        if (is_bool($v)) return $v;
        $s = is_scalar($v) ? strtolower(trim((string)$v)) : 'x';
        if (in_array($s, ['1', 'true', 'yes', 'on'], true)) return true;
        if (in_array($s, ['0', 'false', 'no', 'off', ''], true)) return false;
        throw bad('invalid_param', "The parameter $name must be a boolean.");
    }
    public static function int($v, string $name): int
    {
        if (is_int($v)) return $v;
        if (is_float($v) && floor($v) == $v && abs($v) < 1e15) return (int)$v;
        if (is_string($v) && preg_match('/^-?\d{1,15}$/', trim($v))) return (int)trim($v);
        throw bad('invalid_param', "The parameter $name must be an integer.");
    }
    /** CSV, array or a single value -> list of strings */
    public static function csv($v): array
    {
        if ($v === null || $v === '') return [];
        if (!is_array($v)) $v = explode(',', (string)$v);
        $out = [];
        foreach ($v as $x) {
            if (is_array($x)) {
                if (isset($x['id']) && is_scalar($x['id'])) $x = $x['id'];
                else throw bad('invalid_param', 'A list of IDs is expected.');
            }
            if (is_string($x) && str_contains($x, ',')) foreach (explode(',', $x) as $y) $out[] = trim($y);
            else $out[] = is_bool($x) ? 'x' : trim((string)$x);
        }
        return array_values(array_filter($out, fn($x) => $x !== ''));
    }
    public static function ids($v, string $name): array
    {
        $o = [];
        foreach (self::csv($v) as $x) {
            $i = self::int($x, $name);
            if (!in_array($i, $o, true)) $o[] = $i;
        }
        return $o;
    }

    /** Checks and cleans the fields of a body; unknown fields are dropped. */
    public static function clean(string $type, array $in, string $method): array
    {
        $out = [];
        if (opt('unknown_field') === 'reject') foreach ($in as $k => $v) if (!isset(self::FIELDS[$type][$k]) && !in_array($k, ['ml_language', 'id', 'slug', 'password'], true)) throw bad('unknown_field', "The field $k is not known.");
        foreach (self::FIELDS[$type] as $f => $t) {
            if (!array_key_exists($f, $in)) continue;
            $v = $in[$f];
            if ($v === null && $t !== 'title') {
                if ($t === 'status' || $t === 'tz' || $t === 'date' || ($t === 'int' && $f === 'author') || $f === 'start_date' || $f === 'end_date' || $t === 'slug') continue;
                $out[$f] = match ($t) { 'ids' => [], 'bool' => false, 'int' => 0, 'text' => '', 'string' => '', default => null };
                continue;
            }
            switch ($t) {
                case 'title':
                    if (!is_scalar($v) || is_bool($v) || trim((string)$v) === '') throw bad('invalid_param', "The parameter $f must be a text that is not empty.");
                    $out[$f] = trim(Text::sanitize((string)$v));
                    if (bug('organizer-name-cut-in-bytes') && $type === 'organizer') $out[$f] = substr($out[$f], 0, 60);
                    break;
                case 'text': case 'string': case 'str': case 'slug': case 'email':
                    if (is_bool($v) && $t === 'str') $v = $v ? 'true' : 'false';
                    if (!is_scalar($v) || is_bool($v)) throw bad('invalid_param', "The parameter $f must be a string.");
                    $v = (string)$v;
                    if (!mb_check_encoding($v, 'UTF-8')) throw bad('invalid_param', "The parameter $f must be UTF-8.");
                    if ($t === 'text') {
                        $v = Text::sanitize($v);
                    }
                    if ($t === 'email' && opt('email') === 'strict' && $v !== '' && !filter_var($v, FILTER_VALIDATE_EMAIL)) throw bad('invalid_param', 'The e-mail address is not valid.');
                    if (bug('email-lowercased') && $t === 'email') $v = strtolower($v);
                    if ($t === 'slug') $v = trim($v) === '' ? '' : Text::slugify($v);
                    $out[$f] = $v;
                    break;
                case 'int': $out[$f] = self::int($v, $f); break;
                case 'bool': $out[$f] = self::bool($v, $f); break;
                case 'ids': $out[$f] = self::ids($v, $f); break;
                case 'any':
                    if (!is_scalar($v)) throw bad('invalid_param', "The parameter $f must be a scalar.");
                    if (bug('cost-must-be-a-number') && $f === 'cost' && !is_numeric($v)) throw bad('invalid_param', 'cost must be a number.');
                    $out[$f] = $v;
                    break;
                case 'image':
                    if (!is_scalar($v) || is_bool($v)) throw bad('invalid_param', "The parameter $f must be an ID or a URL.");
                    $out[$f] = (string)$v;
                    break;
                case 'url':
                    if ($v !== '' && (!is_string($v) || !preg_match('#^https?://[^\s/]+#i', $v))) throw bad('invalid_param', "The parameter $f must be a URL.");
                    $out[$f] = $v;
                    break;
                case 'status':
                    if (!is_string($v) || !in_array($v, self::STATUSES, true)) throw bad('invalid_param', 'Unknown post status.');
                    $out[$f] = $v;
                    break;
                case 'tz':
                    if ($v === '') break;
                    if (!is_string($v) || !Dates::tz($v)) throw bad('invalid_param', 'Unknown time zone.');
                    $out[$f] = $v;
                    break;
                case 'date':
                    if ($v === '') break;
                    if (!Dates::parse($v, new DateTimeZone('UTC'))) throw bad('invalid_param', "The parameter $f is no date.");
                    $out[$f] = $v;
                    break;
            }
        }
        return $out;
    }
}
