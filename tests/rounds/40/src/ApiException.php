<?php
declare(strict_types=1);

namespace Calendar;

final class ApiException extends \RuntimeException
{
    public function __construct(public int $status, public string $error, string $message, public array $headers = [], public array $params = [])
    {
        parent::__construct($message);
    }

    public static function invalid(string $field, string $message): self
    {
        return new self(400, 'invalid_param', "Invalid parameter: $field. $message", [], [$field => $message]);
    }

    public static function notFound(): self
    {
        return new self(404, 'not_found', 'The requested record does not exist.');
    }
}
