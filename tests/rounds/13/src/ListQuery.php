<?php

declare(strict_types=1);

namespace Calendar;

use Calendar\Http\HttpException;
use Calendar\Http\Request;

/** Reads and checks the query parameters of a list. */
final class ListQuery
{
    private const MAX_PER_PAGE = 100;

    public readonly int $page;
    public readonly int $perPage;

    /** @param list<string> $known */
    public function __construct(public readonly Request $request, array $known)
    {
        if (variant('strict')) {
            $unknown = array_diff($request->queryNames(), $known, ['page', 'per_page', 'ml_language']);
            if ($unknown !== []) {
                throw self::invalid((string) reset($unknown), 'unknown parameter');
            }
        }
        $this->page = $this->int('page', 1) ?? 1;
        $perPage = $this->int('per_page', 1) ?? 10;
        if (variant('strict') && $perPage > 20) {
            throw self::invalid('per_page', 'must not exceed 20');
        }
        $this->perPage = min($perPage, variant('window') ? 20 : self::MAX_PER_PAGE);
    }

    public static function invalid(string $name, string $why): HttpException
    {
        return new HttpException(400, 'invalid_param', "Invalid parameter: $name $why.", [$name => $why]);
    }

    public function offset(): int
    {
        return ($this->page - 1) * $this->perPage;
    }

    public function given(string $name): bool
    {
        $value = $this->request->query($name);

        return $value !== null && $value !== '';
    }

    public function text(string $name): ?string
    {
        return $this->given($name) ? $this->request->query($name) : null;
    }

    public function int(string $name, int $min = 0): ?int
    {
        if (!$this->given($name)) {
            return null;
        }
        $value = trim($this->request->query($name));
        if (!preg_match('~^[0-9]+$~', $value)) {
            throw self::invalid($name, 'must be an integer');
        }
        $number = strlen(ltrim($value, '0')) > 15 ? 999999999999999 : (int) $value;
        if ($number < $min) {
            throw self::invalid($name, "must be at least $min");
        }

        return $number;
    }

    public function bool(string $name): ?bool
    {
        if (!$this->given($name)) {
            return null;
        }

        return match (strtolower(trim($this->request->query($name)))) {
            '1', 'true', 'yes', 'on' => true,
            '0', 'false', 'no', 'off' => false,
            default => throw self::invalid($name, 'must be true or false'),
        };
    }

    public function float(string $name): ?float
    {
        if (!$this->given($name)) {
            return null;
        }
        if (!is_numeric($this->request->query($name))) {
            throw self::invalid($name, 'must be a number');
        }

        return (float) $this->request->query($name);
    }

    /** @return list<int>|null */
    public function ids(string $name): ?array
    {
        if (!$this->given($name)) {
            return null;
        }
        $ids = [];
        foreach ($this->request->queryList($name) as $item) {
            if (!preg_match('~^[0-9]+$~', $item)) {
                throw self::invalid($name, 'must be a list of IDs');
            }
            $ids[] = strlen($item) > 18 ? 0 : (int) $item;
        }

        return $ids;
    }

    public function date(string $name): ?string
    {
        if (!$this->given($name)) {
            return null;
        }

        return Dates::normalize($this->request->query($name), new \DateTimeZone('UTC')) ?? throw self::invalid($name, 'must be a date (YYYY-MM-DD HH:MM:SS)');
    }

    public function status(): ?string
    {
        $status = $this->text('status');
        if ($status !== null && !in_array($status, [...Schema::STATUSES, 'trash'], true)) {
            throw self::invalid('status', 'is not known');
        }

        return $status;
    }
}
