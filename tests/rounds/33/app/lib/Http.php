<?php
class Request
{
    public string $method = "GET";
    public string $verb = "GET";
    public array $segments = [];
    public array $query = [];
    public array $body = [];
    public string $lang = 'nl';
    public bool $langGiven = false;
    public string $via = 'id';
    public string $base;
    public string $path;
    public bool $slash = false;

    public static function read(): self
    {
        $r = new self();
        $r->verb = $_SERVER['REQUEST_METHOD'];
        $r->method = $r->verb === 'HEAD' ? 'GET' : $r->verb;
        $uri = $_SERVER['REQUEST_URI'];
        if (preg_match('#^https?://[^/]*(/.*)?$#i', $uri, $m)) $uri = $m[1] ?? '/';
        $path = explode('?', $uri, 2)[0];
        $r->base = 'http://' . ($_SERVER['HTTP_HOST'] ?? '127.0.0.1');
        if (preg_match('#^/(nl|fr|de|en)(/vendor/.*|/?)$#', $path, $m)) {
            $r->lang = $m[1];
            $r->base .= '/' . $m[1];
            $path = $m[2] === '' ? '/' : $m[2];
        }
        $path = preg_replace('#/{2,}#', '/', $path);
        if (strlen($path) > 1 && str_ends_with($path, '/')) {
            $r->slash = true;
            $path = rtrim($path, '/');
        }
        $r->path = $path;
        $r->query = self::form($_SERVER['QUERY_STRING'] ?? '');
        return $r;
    }

    /** Like parse_str, but a repeated name makes a list and dots stay. */
    public static function form(string $s): array
    {
        $out = [];
        $n = [];
        foreach (explode('&', $s) as $pair) {
            if ($pair === '') continue;
            $kv = explode('=', $pair, 2);
            $k = urldecode($kv[0]);
            $v = bug('query-plus-not-a-space') && $s === ($_SERVER['QUERY_STRING'] ?? '') ? rawurldecode($kv[1] ?? '') : urldecode($kv[1] ?? '');
            if (preg_match('/^([^\[\]]+)\[([^\[\]]*)\]$/', $k, $m)) {
                $k = $m[1];
                if (!isset($out[$k]) || !is_array($out[$k])) $out[$k] = [];
                if ($m[2] === '' || ctype_digit($m[2])) $out[$k][] = $v;
                else $out[$k][$m[2]] = $v;
            } elseif (isset($out[$k])) {
                if (!is_array($out[$k])) $out[$k] = [$out[$k]];
                $out[$k][] = $v;
            } else {
                $out[$k] = $v;
            }
        }
        return $out;
    }

    public function readBody(): void
    {
        $raw = file_get_contents('php://input');
        $type = strtolower(trim(explode(';', $_SERVER['CONTENT_TYPE'] ?? '')[0]));
        if (bug('json-charset-taken-for-form') && str_starts_with($type, 'application/json') && $_SERVER['CONTENT_TYPE'] !== 'application/json') $type = 'application/x-www-form-urlencoded';
        $in = [];
        if ($type === 'multipart/form-data') {
            if ($this->method === 'POST') $in = $_POST;
            else $in = self::multipart($raw, $_SERVER['CONTENT_TYPE']);
        } elseif (trim((string)$raw) !== '') {
            $json = $type === 'application/json' || str_ends_with($type, '+json') || ($type !== 'application/x-www-form-urlencoded' && preg_match('/^\s*[{\[]/', $raw));
            if ($json) {
                $in = json_decode($raw, true, 64);
                if (!is_array($in) || (array_is_list($in) && $in !== [])) throw new ApiError(400, 'invalid_json', 'The body is no JSON object.');
            } elseif ($type === '' || $type === 'application/x-www-form-urlencoded' || $type === 'text/plain') {
                $in = self::form($raw);
            } else {
                throw new ApiError(415, 'unsupported_media_type', 'Send JSON or a form.');
            }
        }
        array_walk_recursive($in, function ($v) {
            if (is_string($v) && !mb_check_encoding($v, 'UTF-8')) throw bad('invalid_param', 'The text must be UTF-8.');
        });
        $this->body = $in + $this->query;
    }

    private static function multipart(string $raw, string $type): array
    {
        if (!preg_match('/boundary="?([^";]+)"?/i', $type, $m)) throw new ApiError(400, 'invalid_body', 'No boundary.');
        $pairs = [];
        foreach (explode('--' . $m[1], $raw) as $part) {
            if (preg_match('/name="([^"]+)".*?\r\n\r\n(.*)\r\n$/s', $part, $x)) $pairs[] = urlencode($x[1]) . '=' . urlencode($x[2]);
        }
        return self::form(implode('&', $pairs));
    }

    public function language(): void
    {
        $v = $this->body['ml_language'] ?? $this->query['ml_language'] ?? null;
        $keep = DATA . '/cache/language';
        if ($v === null || $v === '') {
            return;
        }
        if (!is_string($v) || !in_array($v, LANGS, true)) {
            if (opt('bad_lang') === 'ignore') return;
            throw bad('invalid_param', 'ml_language must be one of nl, en, fr, de.');
        }
        if (bug('path-language-beats-parameter') && str_ends_with($this->base, '/' . $this->lang)) return;
        $this->lang = $v;
        $this->langGiven = true;
    }
}

define('JSON_FLAGS', (opt('pretty') ? JSON_PRETTY_PRINT : JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES) | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRESERVE_ZERO_FRACTION);

class Response
{
    public function __construct(public int $status, public $body, public array $headers = []) {}

    public function send(Request $r): void
    {
        $json = $this->body === null ? '' : (is_string($this->body) ? $this->body : json_encode($this->body, JSON_FLAGS));
        if ($this->status === 200 && $r->method === 'GET' && opt('etag')) {
            $tag = Etag::of($json, $this->body);
            $this->headers += ['ETag' => $tag];
            $given = $_SERVER['HTTP_IF_NONE_MATCH'] ?? '';
            if ($given !== '' && Etag::matches($given, $tag)) {
                $this->status = 304;
                $json = '';
            }
        }
        header_remove('X-Powered-By');
        foreach ($this->headers as $k => $v) {
            if ($k === 'Location' && $this->status === 200) continue; // PHP would make it a redirect
            header("$k: $v");
        }
        http_response_code($this->status);
        header('Cache-Control: no-cache' . (USERS ? ', private' : ''));
        header('Vary: Authorization', false);
        if ($this->status === 204 || $this->status === 304) {
            header_remove('Content-Type');
            ini_set('default_mimetype', '');
            return;
        }
        if ($json !== '') header('Content-Type: ' . ($this->headers['Content-Type'] ?? (opt('ctype') ?: 'application/json; charset=UTF-8')));
        header('Content-Length: ' . strlen($json));
        if ($r->verb !== 'HEAD') echo $json;
    }
}

class Etag
{
    public static function of(string $json, $body): string
    {
        if (bug('list-etag-from-ids') && is_array($body) && isset($body['rest_url'], $body['total'])) {
            foreach (['events', 'venues', 'organizers', 'categories', 'tags'] as $k) if (isset($body[$k])) return '"' . md5($body['rest_url'] . implode(',', array_column($body[$k], 'id'))) . '"';
        }
        return '"' . md5($json) . '"';
    }
    public static function matches(string $given, string $tag): bool
    {
        if (trim($given) === '*') return true;
        foreach (explode(',', $given) as $g) {
            $g = preg_replace('/^W\//', '', trim($g));
            if ($g === $tag) return true;
        }
        return false;
    }
}
