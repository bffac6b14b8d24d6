<?php
declare(strict_types=1);

namespace Calendar;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\Validator\Constraints as Assert;
use Symfony\Component\Validator\Validation;
use Symfony\Component\Validator\Validator\ValidatorInterface;

/** Reads and checks what a client sends. */
final class Input
{
    private static ?ValidatorInterface $validator = null;

    /** Parameters of a write: the body, and what the query adds. */
    public static function body(Request $request): array
    {
        $content = $request->getContent();
        $type = strtolower(trim((string) $request->headers->get('Content-Type', '')));
        $type = trim(explode(';', $type)[0]);
        $query = self::query($request);
        if ('multipart/form-data' === $type) {
            if ('POST' !== $request->getMethod()) {
                throw new ApiException(415, 'unsupported_media_type', 'multipart/form-data is only read with POST.');
            }

            return self::utf8($request->request->all()) + $query;
        }
        if ('' === $content) {
            return $query;
        }
        if ('application/x-www-form-urlencoded' === $type) {
            parse_str($content, $fields);

            return self::utf8($fields) + $query;
        }
        if ('' !== $type && 'application/json' !== $type && !str_ends_with($type, '+json')) {
            throw new ApiException(415, 'unsupported_media_type', 'Send application/json or application/x-www-form-urlencoded.');
        }
        $data = json_decode($content, true, 64);
        if (bug('malformed-json-empty')) {
            return (array) $data + $query;
        }
        if (JSON_ERROR_NONE !== json_last_error() || !\is_array($data) || ([] !== $data && array_is_list($data))) {
            throw new ApiException(400, 'invalid_json', 'The body is no JSON object.');
        }
        array_walk_recursive($data, static function ($value): void {
            if (\is_float($value) && !is_finite($value)) {
                throw new ApiException(400, 'invalid_json', 'A number is too large.');
            }
        });

        return $data + $query;
    }

    public static function query(Request $request): array
    {
        return self::utf8($request->query->all());
    }

    private static function utf8(array $fields): array
    {
        array_walk_recursive($fields, static function ($value, $key): void {
            if ((\is_string($value) && !mb_check_encoding($value, 'UTF-8')) || !mb_check_encoding((string) $key, 'UTF-8')) {
                throw new ApiException(400, 'invalid_encoding', 'Texts must be UTF-8.');
            }
        });

        return $fields;
    }

    public static function language(array $in): ?string
    {
        $language = $in['ml_language'] ?? null;
        if (null === $language || '' === $language) {
            return null;
        }
        if (bug('language-en-refused') && 'en' === $language) {
            throw ApiException::invalid('ml_language', 'One of nl, fr, de.');
        }
        if (!\in_array($language, Schema::LANGUAGES, true)) {
            throw ApiException::invalid('ml_language', 'One of nl, en, fr, de.');
        }

        return $language;
    }

    public static function int(array $in, string $name, int $min = 0): ?int
    {
        $value = $in[$name] ?? null;
        if (null === $value || '' === $value) {
            return null;
        }
        if (\is_int($value)) {
            $value = (string) $value;
        }
        if (!\is_string($value) || !preg_match('/^\d{1,15}$/D', $value) || (int) $value < $min) {
            throw ApiException::invalid($name, "An integer of at least $min.");
        }

        return (int) $value;
    }

    public static function bool(array $in, string $name): ?bool
    {
        $value = $in[$name] ?? null;
        if (null === $value || '' === $value) {
            return null;
        }
        if (bug('form-boolean-false') && 'false' === $value) {
            return (bool) $value;
        }
        if (\is_bool($value)) {
            return $value;
        }
        if (\is_int($value) || \is_string($value)) {
            switch (strtolower((string) $value)) {
                case '1': case 'true': case 'yes': case 'on': return true;
                case '0': case 'false': case 'no': case 'off': return false;
            }
        }
        throw ApiException::invalid($name, 'A boolean.');
    }

    public static function string(array $in, string $name): ?string
    {
        $value = $in[$name] ?? null;
        if (null === $value) {
            return null;
        }
        if (!\is_string($value) && !\is_int($value) && !\is_float($value)) {
            throw ApiException::invalid($name, 'A string.');
        }
        if (str_contains((string) $value, "\0")) {
            throw ApiException::invalid($name, 'A string without NUL.');
        }

        return (string) $value;
    }

    /** A list parameter of the query: name=1,2 or name[]=1&name[]=2 or name=1&name=2. Null when absent. */
    public static function listParam(Request $request, string $name): ?array
    {
        $found = null;
        foreach (explode('&', (string) $request->server->get('QUERY_STRING')) as $pair) {
            [$key, $value] = array_map('urldecode', explode('=', $pair, 2) + [1 => '']);
            if (preg_match('/^'.$name.'(\[\d*\])?$/D', $key)) {
                foreach (explode(',', $value) as $part) {
                    if ('' !== trim($part)) {
                        $found[] = trim($part);
                    }
                }
            }
        }

        return $found;
    }

    public static function idParam(Request $request, string $name): ?array
    {
        $list = self::listParam($request, $name);
        foreach ($list ?? [] as $item) {
            if (!preg_match('/^\d{1,15}$/D', $item)) {
                throw ApiException::invalid($name, 'A list of integers.');
            }
        }

        return null === $list ? null : array_map('intval', $list);
    }

    /** @return array column => value, and for relations name => list of IDs */
    public static function fields(string $kind, array $in, ?array $current): array
    {
        $out = [];
        foreach (Schema::REQUIRED[$kind] as $name) {
            if (null === $current || \array_key_exists($name, $in)) {
                $value = $in[$name] ?? null;
                if (null === $value || (\is_string($value) && '' === trim($value))) {
                    throw ApiException::invalid($name, 'Required.');
                }
            }
        }
        if (bug('update-resets-flags') && null !== $current && 'events' === $kind) {
            $in += ['all_day' => false];
        }
        if (bug('update-clears-relations') && null !== $current && 'events' === $kind) {
            $in += ['categories' => [], 'tags' => []];
        }
        $zone = $current['timezone'] ?? Schema::SITE_ZONE;
        foreach (Schema::FIELDS[$kind] as $name => $type) {
            if (!\array_key_exists($name, $in)) {
                continue;
            }
            $value = $in[$name];
            switch ($type) {
                case 'text':
                    $text = self::string($in, $name);
                    if (bug('zip-as-number') && 'zip' === $name && is_numeric($text)) {
                        $text = (string) (int) $text;
                    }
                    if (bug('astral-characters-lost') && null !== $text) {
                        $text = preg_replace('/[\x{10000}-\x{10ffff}]/u', '?', $text);
                    }
                    if (bug('title-escaped') && 'title' === $name) {
                        $text = htmlspecialchars((string) $text);
                    }
                    $out[$name] = $text;
                    break;
                case 'slug':
                    $out[$name] = self::string($in, $name);
                    break;
                case 'url':
                case 'email':
                    $text = self::string($in, $name);
                    if (null !== $text && '' !== $text) {
                        self::check($name, $text, 'url' === $type ? new Assert\Url() : new Assert\Email(['mode' => 'html5']));
                    }
                    $out[$name] = $text;
                    break;
                case 'bool':
                    $flag = self::bool($in, $name);
                    $out[$name] = (int) ($flag ?? \in_array($name, ['show_map', 'show_map_link'], true));
                    break;
                case 'status':
                    $text = self::string($in, $name);
                    if (null !== $text && '' !== $text) {
                        self::check($name, $text, new Assert\Choice(variant('delete-moves-to-trash') ? [...Schema::STATUSES, 'trash'] : Schema::STATUSES));
                        $out[$name] = $text;
                    }
                    break;
                case 'zone':
                    $text = self::string($in, $name);
                    if (bug('timezone-update-ignored') && null !== $current && !isset($in['start_date'])) {
                        break;
                    }
                    if (null !== $text && '' !== $text) {
                        if (!Clock::zone($text)) {
                            throw ApiException::invalid($name, 'A time zone name.');
                        }
                        $out[$name] = $zone = $text;
                    }
                    break;
                case 'author':
                    $id = self::int($in, $name, 1);
                    if (null !== $id) {
                        $out[$name] = $id;
                    }
                    break;
                case 'mixed':
                    if (bug('cost-zero-dropped') && empty($value)) {
                        $value = null;
                    }
                    $out[$name] = null === $value ? null : json_encode($value, JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR);
                    break;
                case 'parent':
                    $id = self::int($in, $name);
                    $out[$name] = $id ?? 0;
                    break;
                case 'ids':
                    if (bug('empty-relation-ignored') && empty($value)) {
                        break;
                    }
                    $out[$name] = self::ids($name, $value);
                    break;
            }
        }
        foreach (['start_date', 'end_date'] as $name) {
            if ('events' === $kind && isset($in[$name])) {
                $out[$name] = Clock::parse((string) self::string($in, $name), Clock::zone($zone)) ?? throw ApiException::invalid($name, 'A date and time: YYYY-MM-DD HH:MM:SS.');
            }
        }
        foreach (['date' => Schema::SITE_ZONE, 'date_utc' => 'UTC'] as $name => $in_zone) {
            if (!Schema::isTerm($kind) && isset($in[$name]) && '' !== $in[$name] && !isset($out['date_utc'])) {
                $wall = Clock::parse((string) self::string($in, $name), Clock::zone($in_zone)) ?? throw ApiException::invalid($name, 'A date and time: YYYY-MM-DD HH:MM:SS.');
                if ('date' === $name || bug('date-utc-taken-as-local')) {
                    $out['date'] = $wall;
                    $out['date_utc'] = Clock::toUtc($wall, Schema::SITE_ZONE);
                } else {
                    $out['date_utc'] = $wall;
                    $out['date'] = Clock::fromUtc($wall, Schema::SITE_ZONE);
                }
            }
        }

        return $out;
    }

    private static function ids(string $name, mixed $value): array
    {
        if (null === $value || '' === $value) {
            return [];
        }
        if (\is_string($value)) {
            $value = explode(',', $value);
        } elseif (\is_int($value)) {
            $value = [$value];
        }
        if (!\is_array($value)) {
            throw ApiException::invalid($name, 'A list of IDs.');
        }
        $ids = [];
        foreach ($value as $item) {
            if (\is_string($item)) {
                $item = trim($item);
            }
            $ids[] = self::int([$name => $item], $name, 1) ?? throw ApiException::invalid($name, 'A list of IDs.');
        }

        return array_values(array_unique($ids));
    }

    private static function check(string $name, string $value, object $constraint): void
    {
        self::$validator ??= Validation::createValidator();
        $violations = self::$validator->validate($value, $constraint);
        if (\count($violations)) {
            throw ApiException::invalid($name, (string) $violations[0]->getMessage());
        }
    }
}
