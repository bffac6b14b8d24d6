<?php

declare(strict_types=1);

namespace Calendar\Http;

final class Response
{
    public const REASONS = [200 => 'OK', 201 => 'Created', 204 => 'No Content', 301 => 'Moved Permanently', 303 => 'See Other', 304 => 'Not Modified', 307 => 'Temporary Redirect', 308 => 'Permanent Redirect', 400 => 'Bad Request', 401 => 'Unauthorized', 403 => 'Forbidden', 404 => 'Not Found', 405 => 'Method Not Allowed', 409 => 'Conflict', 410 => 'Gone', 412 => 'Precondition Failed', 413 => 'Content Too Large', 415 => 'Unsupported Media Type', 422 => 'Unprocessable Content', 431 => 'Request Header Fields Too Large', 500 => 'Internal Server Error', 501 => 'Not Implemented'];
    public const JSON = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;

    /** @param array<string, string> $headers */
    public function __construct(public int $status, public string $body = '', public array $headers = [])
    {
    }

    public static function json(int $status, mixed $data, array $headers = []): self
    {
        return new self($status, json_encode($data, self::JSON), ['Content-Type' => 'application/json; charset=UTF-8'] + $headers);
    }

    public static function error(int $status, string $code, string $message, array $details = [], array $headers = []): self
    {
        $data = ['code' => $code, 'message' => $message, 'data' => ['status' => $status] + ($details === [] ? [] : ['params' => $details])];

        return self::json($status, $data, $headers);
    }

    public function toHttp(bool $head, bool $close, bool $modern): string
    {
        $out = "HTTP/1.1 {$this->status} " . (self::REASONS[$this->status] ?? 'Status') . "\r\n";
        $out .= 'Date: ' . gmdate('D, d M Y H:i:s') . " GMT\r\nServer: calendar\r\n";
        foreach ($this->headers as $name => $value) {
            $out .= "$name: " . str_replace(["\r", "\n"], '', $value) . "\r\n";
        }
        $out .= $close ? "Connection: close\r\n" : "Connection: keep-alive\r\n";
        if ($this->status === 204 || $this->status === 304) {
            return $out . "\r\n";
        }
        if (variant('wp') && $modern && !$head && $this->body !== '') {
            $out .= "Transfer-Encoding: chunked\r\n\r\n";
            foreach (str_split($this->body, 1000) as $chunk) {
                $out .= dechex(strlen($chunk)) . "\r\n$chunk\r\n";
            }
            return $out . "0\r\n\r\n";
        }
        $length = bug('ht-content-length') ? mb_strlen($this->body) : strlen($this->body);
        $out .= "Content-Length: $length\r\n\r\n";
        if ($head) {
            return $out;
        }

        return $out . (bug('ht-content-length') ? substr($this->body, 0, $length) : $this->body);
    }
}
