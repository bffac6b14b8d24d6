<?php

declare(strict_types=1);

namespace Calendar\Http;

/** A small single-process HTTP/1.1 server: keep-alive, pipelining, chunked request bodies. */
final class Server
{
    private const MAX_HEAD = 32768;
    private const MAX_BODY = 4194304;

    /** @var array<int, array{sock: resource, in: string, out: string, close: bool, continued: bool}> */
    private array $clients = [];

    /** @param callable(Request): Response $handler */
    public function __construct(private string $host, private int $port, private $handler)
    {
    }

    public function run(): void
    {
        $listener = stream_socket_server("tcp://{$this->host}:{$this->port}", $errno, $error, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, stream_context_create(['socket' => ['backlog' => 128, 'so_reuseport' => false, 'tcp_nodelay' => true]]));
        if ($listener === false) {
            fwrite(STDERR, "cannot listen: $error\n");
            exit(1);
        }
        stream_set_blocking($listener, false);
        fwrite(STDOUT, "listening on http://{$this->host}:{$this->port}\n");
        fflush(STDOUT);

        while (true) {
            $read = [$listener];
            $write = [];
            foreach ($this->clients as $client) {
                $read[] = $client['sock'];
                if ($client['out'] !== '') {
                    $write[] = $client['sock'];
                }
            }
            $except = null;
            if (@stream_select($read, $write, $except, 60) === false) {
                continue;
            }
            foreach ($read as $sock) {
                if ($sock === $listener) {
                    $conn = @stream_socket_accept($listener, 0);
                    if ($conn !== false) {
                        stream_set_blocking($conn, false);
                        $this->clients[(int) $conn] = ['sock' => $conn, 'in' => '', 'out' => '', 'close' => false, 'continued' => false];
                    }
                    continue;
                }
                $this->receive((int) $sock);
            }
            foreach ($write as $sock) {
                $this->flush((int) $sock);
            }
        }
    }

    private function receive(int $id): void
    {
        if (!isset($this->clients[$id])) {
            return;
        }
        try {
            $chunk = fread($this->clients[$id]['sock'], 65536);
        } catch (\ErrorException) {
            $chunk = false;
        }
        if ($chunk === false || ($chunk === '' && feof($this->clients[$id]['sock']))) {
            $this->drop($id);
            return;
        }
        $this->clients[$id]['in'] .= $chunk;
        while (isset($this->clients[$id]) && !$this->clients[$id]['close'] && $this->step($id)) {
        }
        $this->flush($id);
    }

    /** Answers one request of the input buffer; false when it is not complete yet. */
    private function step(int $id): bool
    {
        $client = &$this->clients[$id];
        $client['in'] = ltrim($client['in'], "\r\n");
        if ($client['in'] === '') {
            return false;
        }
        $end = strpos($client['in'], "\r\n\r\n");
        if ($end === false) {
            if (strlen($client['in']) > self::MAX_HEAD) {
                return $this->refuse($client, 431, 'headers_too_large');
            }
            return false;
        }
        $lines = explode("\r\n", substr($client['in'], 0, $end));
        if (!preg_match('~^([A-Za-z]+) (\S+) HTTP/1\.([01])$~', array_shift($lines), $m)) {
            return $this->refuse($client, 400, 'bad_request_line');
        }
        [, $method, $target, $minor] = $m;
        $headers = [];
        foreach ($lines as $line) {
            if (!preg_match('~^([!#$%&\'*+\-.^_`|\~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$~s', $line, $h)) {
                return $this->refuse($client, 400, 'bad_header');
            }
            $name = strtolower($h[1]);
            $headers[$name] = isset($headers[$name]) ? $headers[$name] . ', ' . $h[2] : $h[2];
        }
        if ($minor === '1' && !isset($headers['host'])) {
            return $this->refuse($client, 400, 'host_required');
        }
        $rest = $end + 4;
        $body = '';
        if (isset($headers['transfer-encoding'])) {
            if (strtolower($headers['transfer-encoding']) !== 'chunked') {
                return $this->refuse($client, 501, 'unknown_transfer_coding');
            }
            $body = $this->chunked($client['in'], $rest);
            if ($body === false) {
                return $this->refuse($client, 400, 'bad_chunk');
            }
        } elseif (isset($headers['content-length'])) {
            if (!ctype_digit($headers['content-length'])) {
                return $this->refuse($client, 400, 'bad_content_length');
            }
            $length = (int) $headers['content-length'];
            if ($length > self::MAX_BODY) {
                return $this->refuse($client, 413, 'body_too_large');
            }
            $body = strlen($client['in']) - $rest < $length ? null : substr($client['in'], $rest, $length);
            $rest += $length;
        }
        if ($body === null) {
            if (!$client['continued'] && strtolower($headers['expect'] ?? '') === '100-continue') {
                $client['out'] .= "HTTP/1.1 100 Continue\r\n\r\n";
                $client['continued'] = true;
            }
            return false;
        }
        $client['in'] = (string) substr($client['in'], $rest);
        $client['continued'] = false;

        $connection = strtolower($headers['connection'] ?? '');
        $close = str_contains($connection, 'close') || ($minor === '0' && !str_contains($connection, 'keep-alive'));
        $close = $close || variant('envelope');
        $response = ($this->handler)(new Request($method, $target, $headers, $body));
        $client['out'] .= $response->toHttp($method === 'HEAD', $close, $minor === '1');
        $client['close'] = $close;

        return true;
    }

    /** Decodes a chunked body from $offset (moved behind it): null when incomplete, false when broken. */
    private function chunked(string $buffer, int &$offset): string|null|false
    {
        $body = '';
        $at = $offset;
        while (true) {
            $eol = strpos($buffer, "\r\n", $at);
            if ($eol === false) {
                return null;
            }
            if (!preg_match('~^([0-9A-Fa-f]{1,7})[ \t]*(;.*)?$~', substr($buffer, $at, $eol - $at), $m)) {
                return false;
            }
            $size = (int) hexdec($m[1]);
            $at = $eol + 2;
            if ($size === 0) {
                while (true) {
                    $eol = strpos($buffer, "\r\n", $at);
                    if ($eol === false) {
                        return null;
                    }
                    $empty = $eol === $at;
                    $at = $eol + 2;
                    if ($empty) {
                        $offset = $at;
                        return $body;
                    }
                }
            }
            if (strlen($body) + $size > self::MAX_BODY) {
                return false;
            }
            if (strlen($buffer) < $at + $size + 2) {
                return null;
            }
            if (substr($buffer, $at + $size, 2) !== "\r\n") {
                return false;
            }
            $body .= substr($buffer, $at, $size);
            $at += $size + 2;
        }
    }

    private function refuse(array &$client, int $status, string $code): bool
    {
        $client['out'] .= Response::error($status, $code, Response::REASONS[$status] ?? 'Error')->toHttp(false, true, true);
        $client['close'] = true;
        $client['in'] = '';

        return false;
    }

    private function flush(int $id): void
    {
        if (!isset($this->clients[$id])) {
            return;
        }
        $client = &$this->clients[$id];
        if ($client['out'] !== '') {
            try {
                $sent = fwrite($client['sock'], $client['out']);
            } catch (\ErrorException) {
                $sent = false;
            }
            if ($sent === false) {
                $this->drop($id);
                return;
            }
            $client['out'] = (string) substr($client['out'], $sent);
        }
        if ($client['out'] === '' && $client['close']) {
            $this->drop($id);
        }
    }

    private function drop(int $id): void
    {
        fclose($this->clients[$id]['sock']);
        unset($this->clients[$id]);
    }
}
