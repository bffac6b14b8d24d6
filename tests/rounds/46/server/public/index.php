<?php
// Front controller: routing, content negotiation by language, conditional requests, errors.
declare(strict_types=1);
foreach (['Kernel', 'Db', 'Resource', 'Events', 'Places', 'Terms', 'Docs'] as $f) {
    require __DIR__ . "/../src/$f.php";
}

use FastRoute\Dispatcher;

function send(Request $req, int $status, ?array $data, array $headers = []): void
{
    http_response_code($status);
    if ($data !== null && $status !== 204) {
        header('Content-Type: application/json; charset=utf-8');
        header('Content-Language: ' . $req->lang);
    } else {
        header_remove('Content-Type');
        ini_set('default_mimetype', '');
    }
    header('X-Content-Type-Options: nosniff');
    header('Cache-Control: ' . (Request::closed() ? 'private, ' : '') . 'no-cache');
    Request::closed() && header('Vary: Authorization');
    foreach ($headers as $k => $v) {
        header("$k: $v");
    }
    if ($data !== null && $status !== 204) {
        $json = json_encode($data, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR);
        header('Content-Length: ' . strlen($json));
        if ($req->method !== 'HEAD') {
            echo $json;
        }
    }
}

/** 200 with an entity tag, or 304. */
function sendCacheable(Request $req, array $data, string $etag, array $headers = []): void
{
    $h = $req->header('If-None-Match');
    $tags = array_map(fn ($t) => preg_replace('/^W\//', '', trim($t)), explode(',', (string) $h));
    $headers['ETag'] = $etag;
    if ($h !== null && (in_array($etag, $tags, true) || trim($h) === '*')) {
        send($req, 304, null, $headers);
    } else {
        send($req, 200, $data, $headers);
    }
}

function listing(Request $req, Resource $res): void
{
    $query = $req->query;
    $list = $res->index();
    $link = function (int $page) use ($query, $res) {
        if (bug('ev-next-lang') && $res->type === 'events') {
            unset($query['ml_language']);
        }
        return $res->url() . '?' . http_build_query(['page' => $page] + $query);
    };
    $headers = ['X-Total' => $list['total'], 'X-Total-Pages' => $list['pages']];
    $links = [];
    $data = [$res->type => $list['rows'], 'total' => $list['total'], 'total_pages' => $list['pages']];
    foreach (['prev' => $list['page'] > 1 ? min($list['page'] - 1, max(1, $list['pages'])) : null, 'next' => $list['page'] < $list['pages'] ? $list['page'] + 1 : null] as $rel => $page) {
        if ($page) {
            $links[] = '<' . $link($page) . ">; rel=\"$rel\"";
            $data[$rel === 'next' ? 'next_rest_url' : 'previous_rest_url'] = $link($page);
        }
    }
    $links && $headers['Link'] = implode(', ', $links);
    if (variant('bare')) {
        $data = $list['rows'];
    }
    sendCacheable($req, $data, '"' . md5(json_encode([$data, $list['total']])) . '"', $headers);
}

function handle(Request $req): void
{
    $path = explode('?', (string) $_SERVER['REQUEST_URI'], 2)[0];
    $segment = null;
    if (preg_match('#^/(nl|en|de|fr)(?=/|$)#', $path, $m)) {
        $segment = $m[1];
        $path = substr($path, 3);
        $req->base .= "/$segment";
    }
    $path = '/' . trim($path, '/');
    $dispatcher = FastRoute\simpleDispatcher(function (FastRoute\RouteCollector $r) {
        $item = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
        $r->addRoute('GET', '/', ['root']);
        $r->addRoute('GET', '/' . NS, ['index']);
        $r->addRoute('GET', '/' . NS . '/doc', ['doc']);
        foreach (['events', 'venues', 'organizers', 'categories', 'tags'] as $t) {
            $r->addRoute(['GET', 'POST'], '/' . NS . "/$t", ['collection', $t]);
            $r->addRoute($item, '/' . NS . "/$t/{id:\d+}", ['item', $t]);
            if (!in_array($t, ['categories', 'tags'], true)) {
                $r->addRoute($item, '/' . NS . "/$t/by-slug/{slug:[^/]+}", ['slug', $t]);
            }
        }
    });
    $found = $dispatcher->dispatch($req->method === 'OPTIONS' ? '-' : $req->method, $path);
    if ($found[0] === Dispatcher::NOT_FOUND) {
        throw new HttpError(404, 'rest_no_route', 'No route was found matching the URL and request method.');
    }
    if ($found[0] === Dispatcher::METHOD_NOT_ALLOWED) {
        $allow = ['Allow' => implode(', ', array_merge(['GET', 'HEAD'], array_diff($found[1], ['GET']), ['OPTIONS']))];
        if ($req->method === 'OPTIONS') {
            send($req, 204, null, $allow);
            return;
        }
        if (bug('tag-405-allow') && str_ends_with($path, '/tags')) {
            $allow = [];
        }
        throw new HttpError(405, 'rest_method_not_allowed', "The method $req->method is not allowed here.", [], $allow);
    }
    [$what, $type] = $found[1] + [1 => ''];
    $reading = in_array($req->method, ['GET', 'HEAD'], true);
    $req->path = substr($path, strlen('/' . NS . '/')) ?: '';
    if (!$reading) {
        $req->parseBody($type);
    }
    $req->chooseLang($segment);
    $req->authenticate();
    if (in_array($what, ['root', 'index', 'doc'], true)) {
        $data = Docs::$what($req);
        sendCacheable($req, $data, '"' . md5(json_encode($data)) . '"', $what === 'index' ? ['Link' => '<' . $data['_links']['up'][0]['href'] . '>; rel="up"'] : []);
        return;
    }
    $res = Resource::make($type, $req);
    if ($what === 'collection') {
        if ($reading) {
            listing($req, $res);
            return;
        }
        $row = $res->create();
        send($req, 201, $res->one($row), ['Location' => $res->url((int) $row->id), 'ETag' => $res->etag($row)]);
        return;
    }
    $bySlug = $what === 'slug';
    $key = $found[2][$bySlug ? 'slug' : 'id'];
    if ($bySlug) {
        $key = bug('org-slug-utf8') && $type === 'organizers' ? $key : rawurldecode($key);
        if (!mb_check_encoding($key, 'UTF-8')) {
            throw $res->notFound();
        }
    }
    $row = $res->find($key, $bySlug);
    if ($reading && $bySlug && variant('slug-redirect')) {
        $qs = (string) ($_SERVER['QUERY_STRING'] ?? '');
        send($req, 302, ['location' => $res->url((int) $row->id)], ['Location' => $res->url((int) $row->id) . ($qs === '' ? '' : "?$qs")]);
        return;
    }
    if (!$reading) {
        $exempt = (bug('usr-author-slug') && $type === 'events' && $bySlug && $req->user === 2 && $req->method !== 'DELETE')
            || (bug('usr-reader-delete') && $type === 'tags' && $req->method === 'DELETE' && $req->user !== null);
        $exempt || $req->mayWrite($row);
    }
    if ($res instanceof Events) {
        $res->checkPassword($row, !$reading);
    }
    if ($reading) {
        sendCacheable($req, $res->one($row), $res->etag($row));
    } elseif ($req->method === 'DELETE') {
        $old = $res->one($row);
        $res->delete($row, $bySlug);
        variant('del204') ? send($req, 204, null) : send($req, 200, $old);
    } else {
        $row = $res->update($row, $bySlug);
        send($req, 200, $res->one($row), ['ETag' => $res->etag($row)]);
    }
}

$req = new Request((string) $_SERVER['REQUEST_METHOD'], '');
try {
    handle($req);
} catch (HttpError $e) {
    $data = ['status' => $e->status] + ($e->params ? ['params' => $e->params] : []);
    send($req, $e->status, ['code' => $e->error, 'message' => $e->getMessage(), 'data' => $data], $e->headers);
} catch (Throwable $e) {
    error_log((string) $e);
    send($req, 500, ['code' => 'internal_error', 'message' => 'An unexpected error occurred.', 'data' => ['status' => 500]]);
}
