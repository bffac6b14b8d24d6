<?php
declare(strict_types=1);

/** The REST root, the namespace index and the service's own documentation. */
class Docs
{
    private const TYPES = ['events', 'venues', 'organizers', 'categories', 'tags'];

    public static function root(Request $req): array
    {
        return ['name' => 'Calendar', 'url' => "$req->base/", 'namespaces' => [NS], 'languages' => LANGS,
            '_links' => ['namespace' => [['href' => "$req->base/" . NS]], 'help' => [['href' => "$req->base/" . NS . '/doc']]]];
    }

    public static function index(Request $req): array
    {
        $context = $req->query['context'] ?? 'view';
        if (!in_array($context, ['view', 'embed', 'edit', 'help'], true)) {
            throw invalid('context', 'Must be one of view, embed, edit, help.');
        }
        $ns = $req->query['namespace'] ?? NS;
        if (!is_string($ns) || trim($ns, '/') !== NS) {
            throw new HttpError(404, 'rest_invalid_namespace', 'The specified namespace could not be found.');
        }
        $routes = [];
        foreach (self::TYPES as $t) {
            $routes['/' . NS . "/$t"] = ['methods' => ['GET', 'POST'], '_links' => ['self' => "$req->base/" . NS . "/$t"]];
            $routes['/' . NS . "/$t/{id}"] = ['methods' => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']];
            if (!in_array($t, ['categories', 'tags'], true)) {
                $routes['/' . NS . "/$t/by-slug/{slug}"] = ['methods' => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']];
            }
        }
        $routes['/' . NS . '/doc'] = ['methods' => ['GET'], '_links' => ['self' => "$req->base/" . NS . '/doc']];
        $up = bug('idx-up-port') ? preg_replace('#^(http://[^/:]+):\d+#', '$1', $req->base) : $req->base;
        return ['namespace' => NS, 'routes' => $routes, '_links' => ['self' => [['href' => "$req->base/" . NS]], 'up' => [['href' => "$up/"]]]];
    }

    public static function doc(Request $req): array
    {
        $paths = [];
        $lang = ['name' => 'ml_language', 'in' => 'query', 'required' => false, 'schema' => ['type' => 'string', 'enum' => LANGS]];
        foreach (self::TYPES as $t) {
            $res = Resource::make($t, $req);
            $props = [];
            foreach ($res->fields as $f => $type) {
                $props[$f] = match ($type) {
                    'bool' => ['type' => 'boolean'],
                    'int', 'author' => ['type' => 'integer'],
                    'ids' => ['type' => 'array', 'items' => ['type' => 'integer']],
                    'cost' => new stdClass(),
                    default => ['type' => 'string'],
                };
            }
            $body = ['content' => ['application/json' => ['schema' => ['type' => 'object', 'properties' => $props]]]];
            $op = fn (string $what, array $more, array $codes) => ['summary' => $what, 'parameters' => [$lang], 'responses' => array_fill_keys($codes, ['description' => $what])] + $more;
            $paths["/$t"] = ['get' => $op("List $t", [], ['200', '400']), 'post' => $op("Create one of the $t", ['requestBody' => $body], ['201', '400'])];
            foreach (in_array($t, ['categories', 'tags'], true) ? ['{id}'] : ['{id}', 'by-slug/{slug}'] as $key) {
                $param = ['parameters' => [$lang, ['name' => $key === '{id}' ? 'id' : 'slug', 'in' => 'path', 'required' => true, 'schema' => ['type' => $key === '{id}' ? 'integer' : 'string']]]];
                $item = ['get' => $param + $op('Read', [], ['200', '404']), 'delete' => $param + $op('Delete', [], ['200', '404'])];
                foreach (['post', 'put', 'patch'] as $m) {
                    $item[$m] = $param + $op('Update the fields sent', ['requestBody' => $body], ['200', '400', '404']);
                }
                $paths["/$t/$key"] = $item;
            }
        }
        return ['openapi' => '3.0.3', 'info' => ['title' => 'Calendar Events REST Interface', 'version' => '1'], 'servers' => [['url' => "$req->base/" . NS]], 'paths' => $paths];
    }
}
