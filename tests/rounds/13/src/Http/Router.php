<?php

declare(strict_types=1);

namespace Calendar\Http;

final class Router
{
    /** @var list<array{string, array<string, callable>}> */
    private array $routes = [];

    /** @param array<string, callable> $methods */
    public function add(string $pattern, array $methods): void
    {
        $this->routes[] = ['~^' . $pattern . '$~su', $methods];
    }

    public function dispatch(Request $request, string $path): Response
    {
        foreach ($this->routes as [$pattern, $methods]) {
            if (!preg_match($pattern, $path, $m)) {
                continue;
            }
            $args = array_map(rawurldecode(...), array_slice($m, 1));
            $method = $request->method === 'HEAD' ? 'GET' : $request->method;
            if (isset($methods[$method])) {
                return $methods[$method]($request, ...$args);
            }
            $allow = array_keys($methods);
            if (isset($methods['GET'])) {
                $allow[] = 'HEAD';
            }
            $allow[] = 'OPTIONS';
            $headers = ['Allow' => implode(', ', $allow)];
            if ($request->method === 'OPTIONS') {
                return new Response(204, '', $headers);
            }
            if (bug('ht-allow')) {
                $headers = [];
            }

            return Response::error(405, 'method_not_allowed', 'This address does not support ' . $request->method . '.', [], $headers);
        }

        return Response::error(404, 'no_route', 'No route matches this address.');
    }
}
