<?php
declare(strict_types=1);

namespace Calendar;

final class Clock
{
    public const FORMAT = 'Y-m-d H:i:s';

    public static function zone(string $name): ?\DateTimeZone
    {
        if (!preg_match('~^[+-]\d\d:\d\d$~', $name) && !preg_match('~^[A-Za-z][A-Za-z0-9_+/-]*$~', $name)) {
            return null;
        }
        try {
            return new \DateTimeZone($name);
        } catch (\Throwable) {
            return null;
        }
    }

    /** Wall clock time in the zone, or null when it is no date. */
    public static function parse(string $text, \DateTimeZone $zone): ?string
    {
        if (!preg_match('~^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)?)?$~D', $text, $m)) {
            return null;
        }
        [, $y, $mo, $d] = array_map('intval', $m);
        $h = (int) ($m[4] ?? 0);
        $i = (int) ($m[5] ?? 0);
        $s = (int) ($m[6] ?? 0);
        if ($h > 23 || $i > 59 || $s > 59) {
            return null;
        }
        if (!checkdate($mo, $d, $y) && !(bug('date-rolls-over') && $mo >= 1 && $mo <= 12 && $d >= 1 && $d <= 31)) {
            return null;
        }
        $wall = sprintf('%04d-%02d-%02d %02d:%02d:%02d', $y, $mo, $d, $h, $i, $s);
        if (bug('date-rolls-over')) {
            $wall = (new \DateTimeImmutable($wall, new \DateTimeZone('UTC')))->format(self::FORMAT);
        }
        if (!empty($m[7])) {
            try {
                return (new \DateTimeImmutable($wall.$m[7]))->setTimezone($zone)->format(self::FORMAT);
            } catch (\Throwable) {
                return null;
            }
        }

        return $wall;
    }

    public static function toUtc(string $wall, string $zone): string
    {
        return (new \DateTimeImmutable($wall, self::zone($zone)))->setTimezone(new \DateTimeZone('UTC'))->format(self::FORMAT);
    }

    public static function fromUtc(string $utc, string $zone): string
    {
        return (new \DateTimeImmutable($utc, new \DateTimeZone('UTC')))->setTimezone(self::zone($zone))->format(self::FORMAT);
    }

    /** The offset of the zone in winter, in seconds. */
    public static function standardOffset(string $zone): int
    {
        return self::zone($zone)->getOffset(new \DateTimeImmutable('2026-01-15'));
    }
}
