<?php

declare(strict_types=1);

namespace Calendar\Http;

final class Request
{
    public readonly string $path;
    /** Language prefix of the address ("" or "fr"). */
    public string $segment = '';
    public string $language = 'en';
    /** @var array<string, list<string>> */
    private array $query = [];
    private ?array $decoded = null;

    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $method,
        public readonly string $target,
        private array $headers,
        public readonly string $body,
    ) {
        $target = preg_replace('~^https?://[^/?#]*~i', '', $target);
        $target = explode('#', $target, 2)[0];
        $parts = explode('?', $target, 2);
        $this->path = $parts[0] === '' ? '/' : $parts[0];
        foreach (explode('&', $parts[1] ?? '') as $pair) {
            if ($pair === '') {
                continue;
            }
            [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2) + [1 => '']);
            $name = preg_replace('~\[[^\]]*\]$~', '', $name);
            $this->query[$name][] = $value;
        }
    }

    public function header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }

    public function origin(): string
    {
        return 'http://' . ($this->header('host') ?? '127.0.0.1');
    }

    /** Address of the REST root as this client sees it. */
    public function root(): string
    {
        return $this->origin() . ($this->segment === '' ? '' : '/' . $this->segment);
    }

    public function has(string $name): bool
    {
        return isset($this->query[$name]);
    }

    public function query(string $name): ?string
    {
        $values = $this->query[$name] ?? [];

        return $values === [] ? null : $values[count($values) - 1];
    }

    /** @return list<string> all values of the parameter, comma separated lists taken apart */
    public function queryList(string $name): array
    {
        $items = [];
        foreach ($this->query[$name] ?? [] as $value) {
            foreach (explode(',', $value) as $item) {
                if (trim($item) !== '') {
                    $items[] = trim($item);
                }
            }
        }

        return $items;
    }

    /** @return list<string> */
    public function queryNames(): array
    {
        return array_map(strval(...), array_keys($this->query));
    }

    public function queryKey(): string
    {
        $query = $this->query;
        ksort($query);

        return json_encode($query, JSON_INVALID_UTF8_SUBSTITUTE);
    }

    public function assertUtf8(): void
    {
        foreach ($this->query as $values) {
            foreach ($values as $value) {
                if (!mb_check_encoding($value, 'UTF-8')) {
                    throw new HttpException(400, 'invalid_encoding', 'Parameters must be UTF-8.');
                }
            }
        }
    }

    /** @return array<string, mixed> the fields of the body */
    public function fields(): array
    {
        return $this->decoded ??= $this->decode();
    }

    private function decode(): array
    {
        if (trim($this->body) === '') {
            return [];
        }
        $type = strtolower(trim(explode(';', $this->header('content-type') ?? 'application/json')[0]));
        if ($type === 'application/x-www-form-urlencoded') {
            parse_str($this->body, $fields);
            array_walk_recursive($fields, static function ($value): void {
                if (!mb_check_encoding((string) $value, 'UTF-8')) {
                    throw new HttpException(400, 'invalid_encoding', 'The body must be UTF-8.');
                }
            });

            return $fields;
        }
        if ($type !== 'application/json' && !str_ends_with($type, '+json') && $type !== '' && $type !== 'text/json') {
            throw new HttpException(415, 'unsupported_media_type', 'Send application/json.');
        }
        try {
            $data = json_decode($this->body, false, 64, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        } catch (\JsonException $e) {
            throw new HttpException(400, 'invalid_json', 'The body is not valid JSON: ' . $e->getMessage());
        }
        if (!$data instanceof \stdClass) {
            throw new HttpException(400, 'invalid_body', 'The body must be a JSON object.');
        }

        return (array) json_decode($this->body, true, 64, JSON_BIGINT_AS_STRING);
    }
}
