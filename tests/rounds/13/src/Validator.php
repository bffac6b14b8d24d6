<?php

declare(strict_types=1);

namespace Calendar;

use Calendar\Http\HttpException;

/** Checks the fields of a body and brings them into stored form. */
final class Validator
{
    /** @var array<string, string> */
    private array $errors = [];

    public function __construct(private Database $db)
    {
    }

    /** @return array<string, mixed> only the fields that were sent */
    public function clean(string $kind, array $body, ?array $current): array
    {
        $this->errors = [];
        $values = [];
        $creating = $current === null;
        if (variant('strict')) {
            foreach (array_diff(array_keys($body), array_keys(Schema::FIELDS[$kind]), ['id', 'ml_language']) as $unknown) {
                $this->errors[(string) $unknown] = 'unknown field';
            }
        }
        $zone = $this->zone($body, $current);
        foreach (Schema::FIELDS[$kind] as $name => $type) {
            if (!array_key_exists($name, $body)) {
                continue;
            }
            if ($name === 'password' && $creating) {
                continue;
            }
            $value = $body[$name];
            if (bug('or-null') && $kind === 'organizers' && !isset($body[$name])) {
                continue;
            }
            $required = in_array($name, Schema::required($kind), true);
            if ($value === null) {
                if ($required) {
                    $this->errors[$name] = 'must not be null';
                } elseif (!in_array($type, ['date', 'integer'], true)) {
                    $values[$name] = Schema::defaults($kind)[$name];
                }
                continue;
            }
            $values[$name] = match ($type) {
                'name' => $this->name($kind, $name, $value),
                'string' => $this->string($name, $value),
                'integer' => $this->integer($name, $value),
                'boolean' => $this->boolean($name, $value),
                'moment' => $this->date($name, $value, $zone),
                'date' => $this->date($name, $value, $name === 'date_utc' ? 'UTC' : $zone),
                'slug' => $this->slug($name, $value),
                'status' => $this->status($name, $value),
                'timezone' => $this->timezone($name, $value),
                'image' => is_int($value) ? (string) $value : $this->string($name, $value),
                'any' => $this->any($value),
                'url' => $this->url($name, $value),
                'email' => $this->email($name, $value),
                'ids' => $this->ids($name, $value),
                'parent' => $this->parent($name, $value, $current),
            };
        }
        if ($creating) {
            foreach (Schema::required($kind) as $name) {
                $missing = bug('ta-name-zero') && $kind === 'tags' ? empty($body[$name]) : !array_key_exists($name, $body);
                if ($missing) {
                    $this->errors[$name] ??= 'is required';
                }
            }
        }
        if (variant('strict') && $kind === 'events' && $this->errors === []) {
            $start = $values['start_date'] ?? $current['start_date'] ?? '';
            $end = $values['end_date'] ?? $current['end_date'] ?? '';
            if ($end < $start) {
                $this->errors['end_date'] = 'must not be before start_date';
            }
        }
        if ($this->errors !== []) {
            throw new HttpException(variant('strict') ? 422 : 400, 'invalid_param', 'Invalid or missing fields: ' . implode(', ', array_keys($this->errors)), $this->errors);
        }

        return $values;
    }

    private function zone(array $body, ?array $current): string
    {
        $zone = $body['timezone'] ?? null;
        if (is_string($zone) && Dates::zone($zone) !== null) {
            return $zone;
        }

        return $current['timezone'] ?? 'UTC';
    }

    private function name(string $kind, string $name, mixed $value): ?string
    {
        if (!is_string($value) || trim($value) === '') {
            $this->errors[$name] = 'must be a non-empty string';

            return null;
        }
        if (bug('ta-apostrophe') && $kind === 'tags') {
            return addslashes($value);
        }

        return $value;
    }

    private function string(string $name, mixed $value): ?string
    {
        if (!is_string($value)) {
            $this->errors[$name] = 'must be a string';

            return null;
        }

        return $value;
    }

    private function integer(string $name, mixed $value): ?int
    {
        if (is_string($value) && preg_match('~^\d{1,18}$~', $value) && !variant('strict')) {
            $value = (int) $value;
        }
        if (is_float($value) && floor($value) === $value && abs($value) < 1e15) {
            $value = (int) $value;
        }
        if (!is_int($value) || $value < 0) {
            $this->errors[$name] = 'must be an integer';

            return null;
        }

        return $value;
    }

    private function boolean(string $name, mixed $value): ?int
    {
        if (is_bool($value)) {
            return (int) $value;
        }
        $known = ['1' => 1, '0' => 0, 'true' => 1, 'false' => 0, 'yes' => 1, 'no' => 0];
        $text = is_scalar($value) ? strtolower((string) $value) : '';
        if (variant('strict') || !array_key_exists($text, $known)) {
            $this->errors[$name] = 'must be a boolean';

            return null;
        }

        return $known[$text];
    }

    private function date(string $name, mixed $value, string $zone): ?string
    {
        $date = is_string($value) ? Dates::normalize($value, Dates::zone($zone) ?? new \DateTimeZone('UTC')) : null;
        if ($date === null) {
            $this->errors[$name] = 'must be a date (YYYY-MM-DD HH:MM:SS)';
        }

        return $date;
    }

    private function slug(string $name, mixed $value): ?string
    {
        $slug = is_string($value) ? trim($value) : null;
        if ($slug === null || str_contains($slug, '/')) {
            $this->errors[$name] = 'must be a string without "/"';

            return null;
        }
        if (variant('strict') && $slug !== '' && !preg_match('~^[a-z0-9][a-z0-9_-]*$~', $slug)) {
            $this->errors[$name] = 'must match [a-z0-9_-]+';
        }

        return variant('translated') ? Text::slugify($slug) : $slug;
    }

    private function status(string $name, mixed $value): ?string
    {
        if (!is_string($value) || !in_array($value, Schema::STATUSES, true)) {
            $this->errors[$name] = 'must be one of ' . implode(', ', Schema::STATUSES);

            return null;
        }

        return $value;
    }

    private function timezone(string $name, mixed $value): ?string
    {
        if ($value === '') {
            return 'UTC';
        }
        if (!is_string($value) || Dates::zone($value) === null) {
            $this->errors[$name] = 'must be a time zone';

            return null;
        }

        return $value;
    }

    private function any(mixed $value): ?string
    {
        if (bug('ev-cost-zero') && empty($value)) {
            return null;
        }

        return json_encode($value, JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
    }

    private function url(string $name, mixed $value): ?string
    {
        if ($value === '' || $value === false) {
            return null;
        }
        if (!is_string($value) || !preg_match('~^https?://[^\s/]+\S*$~iu', $value)) {
            $this->errors[$name] = 'must be a URL';

            return null;
        }

        return $value;
    }

    private function email(string $name, mixed $value): ?string
    {
        if ($value === '') {
            return '';
        }
        if (!is_string($value) || !preg_match('~^[^\s@]+@[^\s@]+$~u', $value)) {
            $this->errors[$name] = 'must be an e-mail address';

            return null;
        }

        return $value;
    }

    /** @return list<int>|null */
    private function ids(string $name, mixed $value): ?array
    {
        if (is_string($value)) {
            $value = $value === '' ? [] : explode(',', $value);
        }
        $ids = [];
        foreach (is_array($value) ? $value : [$value] as $item) {
            if (is_string($item)) {
                $item = preg_match('~^\s*\d{1,18}\s*$~', $item) ? (int) trim($item) : null;
            }
            if (!is_int($item) || $this->db->value('SELECT id FROM ' . Schema::TARGETS[$name] . ' WHERE id = ?', [$item]) === null) {
                $this->errors[$name] = 'must be a list of existing IDs';

                return null;
            }
            $ids[] = $item;
        }

        return array_values(array_unique($ids));
    }

    private function parent(string $name, mixed $value, ?array $current): ?int
    {
        $parent = $value === '' ? 0 : $this->integer($name, $value);
        if ($parent === null || $parent === 0) {
            return $parent;
        }
        $seen = [];
        for ($at = $parent; $at > 0 && !isset($seen[$at]);) {
            $seen[$at] = true;
            if ($current !== null && $at === (int) $current['id']) {
                $this->errors[$name] = 'must not be the category itself or one below it';

                return null;
            }
            $row = $this->db->row('SELECT parent FROM categories WHERE id = ?', [$at]);
            if ($row === null) {
                $this->errors[$name] = 'must be an existing category';

                return null;
            }
            $at = (int) $row['parent'];
        }

        return $parent;
    }
}
