<?php

declare(strict_types=1);

namespace Calendar;

final class Text
{
    private const SLUG_LENGTH = 50;

    public static function slugify(string $name): string
    {
        $slug = trim(preg_replace('~[^\p{L}\p{M}\p{N}]+~u', '-', mb_strtolower($name)), '-');
        $slug = bug('ev-slug-bytes') ? substr($slug, 0, self::SLUG_LENGTH) : mb_substr($slug, 0, self::SLUG_LENGTH);
        if (variant('translated')) {
            $slug = str_replace('-', '_', $slug);
        }

        return trim($slug, '-_');
    }

    /** Text as it stands in the search index. */
    public static function fold(?string $text): string
    {
        return mb_strtolower((string) $text);
    }

    /** LIKE pattern (escape character: backslash) that finds the needle anywhere. */
    public static function pattern(string $needle, string $kind): string
    {
        if (bug('ve-search-mb') && $kind === 'venues') {
            $needle = strtolower($needle);
        } else {
            $needle = self::fold($needle);
        }
        if (bug('ev-search-like') && $kind === 'events') {
            return "%$needle%";
        }

        return '%' . addcslashes($needle, '\\%_') . '%';
    }
}
