<?php

declare(strict_types=1);

namespace Calendar;

use Calendar\Http\HttpException;
use Calendar\Http\Request;

final class Language
{
    public const ALL = ['nl', 'en', 'fr', 'de'];
    private const NOT_FOUND = ['nl' => 'Niet gevonden.', 'fr' => 'Introuvable.', 'de' => 'Nicht gefunden.'];

    /** Takes the language of the address and of the parameter (which wins); returns the path without the segment. */
    public static function resolve(Request $request): string
    {
        $path = $request->path;
        if (preg_match('~^/(nl|en|fr|de)(/.*)?$~s', $path, $m)) {
            $request->segment = $m[1];
            $request->language = $m[1];
            $path = ($m[2] ?? '') === '' ? '/' : $m[2];
        }
        $wanted = $request->query('ml_language');
        if ($wanted !== null && $wanted !== '') {
            if (!in_array($wanted, self::ALL, true)) {
                throw new HttpException(400, 'invalid_language', 'ml_language must be one of nl, en, fr, de.', ['ml_language' => 'unknown language']);
            }
            $request->language = $wanted;
        }

        return $path;
    }

    public static function message(HttpException $e, string $language): string
    {
        return $e->error === 'not_found' ? (self::NOT_FOUND[$language] ?? $e->getMessage()) : $e->getMessage();
    }
}
