<?php
declare(strict_types=1);

namespace Calendar;

final class Text
{
    public static function fold(?string $text): string
    {
        if (null === $text) {
            return '';
        }
        $normal = \Normalizer::normalize($text, \Normalizer::FORM_C);

        return mb_convert_case(false === $normal ? $text : $normal, MB_CASE_FOLD, 'UTF-8');
    }

    public static function slugify(string $text): string
    {
        static $t = null;
        $t ??= \Transliterator::create('Any-Latin; Latin-ASCII; Lower()');
        $ascii = $t->transliterate($text);
        $ascii = false === $ascii ? $text : $ascii;

        return substr(trim(preg_replace('/[^a-z0-9]+/', '-', strtolower($ascii)), '-'), 0, 190);
    }

    /** Pattern for LIKE ... ESCAPE '\' */
    public static function pattern(string $needle): string
    {
        if (bug('search-non-ascii')) {
            $needle = (string) preg_replace('/[^\x20-\x7e]/', '', mb_convert_encoding($needle, 'ASCII', 'UTF-8'));
        }
        if (bug('search-wildcards')) {
            return '%'.self::fold($needle).'%';
        }

        return '%'.addcslashes(self::fold($needle), '\\%_').'%';
    }
}
