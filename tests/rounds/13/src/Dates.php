<?php

declare(strict_types=1);

namespace Calendar;

use DateTimeImmutable;
use DateTimeZone;

final class Dates
{
    public const FORMAT = 'Y-m-d H:i:s';
    private const PATTERN = '~^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$~';

    public static function zone(string $name): ?DateTimeZone
    {
        if (preg_match('~^UTC([+-])(\d{1,2})(?::?(\d{2})|\.5)?$~', $name, $m)) {
            $minutes = $m[3] ?? (str_ends_with($name, '.5') ? '30' : '00');
            $name = sprintf('%s%02d:%s', $m[1], (int) $m[2], $minutes);
        }
        try {
            return new DateTimeZone($name);
        } catch (\Throwable) {
            return null;
        }
    }

    /** Local wall-clock text of the given moment in the zone, or null when it is no date. */
    public static function normalize(string $text, DateTimeZone $zone): ?string
    {
        if (!preg_match(self::PATTERN, trim($text), $m) || !checkdate((int) $m[2], (int) $m[3], (int) $m[1])) {
            return null;
        }
        [$hour, $minute, $second] = [(int) ($m[4] ?? 0), (int) ($m[5] ?? 0), (int) ($m[6] ?? 0)];
        if ($hour > 23 || $minute > 59 || $second > 59) {
            return null;
        }
        $local = sprintf('%s-%s-%s %02d:%02d:%02d', $m[1], $m[2], $m[3], $hour, $minute, $second);
        if (($m[7] ?? '') !== '') {
            $offset = $m[7] === 'Z' ? new DateTimeZone('UTC') : new DateTimeZone($m[7]);

            return (new DateTimeImmutable($local, $offset))->setTimezone($zone)->format(self::FORMAT);
        }

        return $local;
    }

    public static function toUtc(string $local, string $zone): string
    {
        $tz = self::zone($zone) ?? new DateTimeZone('UTC');
        if (bug('ev-dst')) {
            // offset of the zone, as looked up once for the year
            $offset = $tz->getOffset(new DateTimeImmutable(substr($local, 0, 4) . '-01-01 00:00:00'));

            return gmdate(self::FORMAT, strtotime($local . ' UTC') - $offset);
        }

        return (new DateTimeImmutable($local, $tz))->setTimezone(new DateTimeZone('UTC'))->format(self::FORMAT);
    }

    public static function toLocal(string $utc, string $zone): string
    {
        return (new DateTimeImmutable($utc, new DateTimeZone('UTC')))->setTimezone(self::zone($zone) ?? new DateTimeZone('UTC'))->format(self::FORMAT);
    }

    public static function now(): string
    {
        return gmdate(self::FORMAT);
    }
}
