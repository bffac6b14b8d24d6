<?php

declare(strict_types=1);

namespace Calendar\Http;

final class HttpException extends \RuntimeException
{
    /** @param array<string, string> $headers */
    public function __construct(public readonly int $status, public readonly string $error, string $message, public readonly array $details = [], public readonly array $headers = [])
    {
        parent::__construct($message);
    }

    public static function notFound(string $what = 'record'): self
    {
        return new self(404, 'not_found', "No such $what.");
    }
}
