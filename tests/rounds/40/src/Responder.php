<?php
declare(strict_types=1);

namespace Calendar;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

final class Responder
{
    public static function encode(mixed $data): string
    {
        return json_encode($data, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR);
    }

    public static function json(mixed $data, int $status = 200, array $headers = []): Response
    {
        return new Response(self::encode($data), $status, $headers + ['Content-Type' => 'application/json; charset=utf-8']);
    }

    public static function item(array $record): array
    {
        return variant('data-envelope') ? ['data' => $record] : $record;
    }

    public static function etag(array $record): string
    {
        if (bug('etag-ignores-relations')) {
            $record = array_diff_key($record, isset($record['title']) ? Schema::LINKS : []);
        }

        return '"'.md5(self::encode($record)).'"';
    }

    public static function conditional(Request $request, Response $response, string $etag): Response
    {
        $response->setEtag($etag);
        $response->isNotModified($request);

        return $response;
    }
}
