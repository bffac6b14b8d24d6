<?php

declare(strict_types=1);

namespace Calendar\Controller;

use Calendar\App;
use Calendar\Http\Conditional;
use Calendar\Http\Request;
use Calendar\Http\Response;
use Calendar\Language;
use Calendar\Schema;

final class IndexController
{
    public function root(Request $request): Response
    {
        return $this->answer($request, ['name' => 'Calendar', 'namespaces' => [App::NS], 'languages' => Language::ALL, '_links' => ['namespace' => [['href' => $request->root() . '/' . App::NS]]]]);
    }

    public function index(Request $request): Response
    {
        $base = $request->root() . '/' . App::NS;
        $routes = ['/' . App::NS => ['methods' => ['GET'], '_links' => ['self' => [['href' => $base]]]]];
        foreach ($this->paths() as $path => $methods) {
            $routes['/' . App::NS . $path] = ['methods' => $methods];
        }

        return $this->answer($request, ['namespace' => App::NS, 'routes' => $routes, '_links' => ['up' => [['href' => $request->root() . '/']]]]);
    }

    public function doc(Request $request): Response
    {
        $paths = [];
        foreach ($this->paths() as $path => $methods) {
            foreach ($methods as $method) {
                $kind = explode('/', $path)[1];
                $parameters = [['name' => 'ml_language', 'in' => 'query', 'type' => 'string', 'required' => false, 'enum' => Language::ALL]];
                if (isset(Schema::FIELDS[$kind]) && in_array($method, ['POST', 'PUT', 'PATCH'], true)) {
                    foreach (array_keys(Schema::FIELDS[$kind]) as $field) {
                        $required = $path === "/$kind" && in_array($field, Schema::required($kind), true);
                        $parameters[] = ['name' => $field, 'in' => 'formData', 'type' => 'string', 'required' => $required];
                    }
                }
                $paths[$path][strtolower($method)] = ['parameters' => $parameters, 'responses' => ['200' => ['description' => 'OK']]];
            }
        }

        return $this->answer($request, ['swagger' => '2.0', 'info' => ['title' => 'Calendar Events', 'version' => '1.0.0'], 'basePath' => '/' . App::NS, 'paths' => $paths]);
    }

    /** @return array<string, list<string>> */
    private function paths(): array
    {
        $paths = ['/doc' => ['GET']];
        $item = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
        foreach (array_keys(Schema::FIELDS) as $kind) {
            $paths["/$kind"] = ['GET', 'POST'];
            $paths["/$kind/{id}"] = $item;
            if (!Schema::isTerm($kind)) {
                $paths["/$kind/by-slug/{slug}"] = $item;
            }
        }

        return $paths;
    }

    private function answer(Request $request, array $data): Response
    {
        $response = Response::json(200, $data);
        $response->headers['ETag'] = Conditional::etag($response->body);

        return Conditional::apply($request, $response);
    }
}
