<?php

declare(strict_types=1);

namespace Calendar\Http;

/** Entity tags and conditional requests (RFC 9110, section 13). */
final class Conditional
{
    public static function etag(string $body): string
    {
        return (variant('wp') ? 'W/' : '') . '"' . md5($body) . '"';
    }

    /** Answers 304 when the client already holds the representation. */
    public static function apply(Request $request, Response $response): Response
    {
        $sent = $request->header('if-none-match');
        $etag = $response->headers['ETag'] ?? null;
        if ($sent === null || $etag === null || $response->status !== 200) {
            return $response;
        }
        if (self::matches($sent, $etag, true)) {
            $headers = $response->headers;
            unset($headers['Content-Type']);

            return new Response(304, '', $headers);
        }

        return $response;
    }

    /** Refuses a change when If-Match or If-None-Match says so. */
    public static function guard(Request $request, string $etag): void
    {
        $match = $request->header('if-match');
        if ($match !== null && !self::matches($match, $etag, false)) {
            throw new HttpException(412, 'precondition_failed', 'The record has changed in the meantime.');
        }
        $none = $request->header('if-none-match');
        if ($none !== null && self::matches($none, $etag, true)) {
            throw new HttpException(412, 'precondition_failed', 'The record exists in this state.');
        }
    }

    private static function matches(string $header, string $etag, bool $weak): bool
    {
        if (trim($header) === '*') {
            return true;
        }
        preg_match_all('~(W/)?("[^"]*")~', $header, $found, PREG_SET_ORDER);
        $plain = preg_replace('~^W/~', '', $etag);
        foreach ($found as $tag) {
            if ($tag[2] === $plain && ($weak || ($tag[1] === '' && $plain === $etag))) {
                return true;
            }
        }

        return false;
    }
}
