<?php

declare(strict_types=1);

namespace Calendar;

use Calendar\Controller\EventController;
use Calendar\Controller\IndexController;
use Calendar\Controller\LinkedController;
use Calendar\Controller\TermController;
use Calendar\Http\HttpException;
use Calendar\Http\Request;
use Calendar\Http\Response;
use Calendar\Http\Router;
use Calendar\Repository\EventRepository;
use Calendar\Repository\LinkedRepository;
use Calendar\Repository\TermRepository;

/** Wires everything together and turns exceptions into answers. */
final class App
{
    public const NS = 'vendor/events/v1';

    private Router $router;

    public function __construct(bool $users)
    {
        $db = new Database();
        $auth = new Auth($users);
        $cache = new ResponseCache();
        $validator = new Validator($db);
        $presenter = new Presenter($db);
        $this->router = new Router();

        $index = new IndexController();
        $this->router->add('/', ['GET' => $index->root(...)]);
        $this->router->add('/' . self::NS, ['GET' => $index->index(...)]);
        $this->router->add('/' . self::NS . '/doc', ['GET' => $index->doc(...)]);

        $controllers = [
            new EventController('events', new EventRepository($db), $auth, $cache, $validator, $presenter),
            new LinkedController('venues', new LinkedRepository($db, 'venues'), $auth, $cache, $validator, $presenter),
            new LinkedController('organizers', new LinkedRepository($db, 'organizers'), $auth, $cache, $validator, $presenter),
            new TermController('categories', new TermRepository($db, 'categories'), $auth, $cache, $validator, $presenter),
            new TermController('tags', new TermRepository($db, 'tags'), $auth, $cache, $validator, $presenter),
        ];
        foreach ($controllers as $controller) {
            $base = '/' . self::NS . '/' . $controller->kind;
            $this->router->add($base, ['GET' => $controller->list(...), 'POST' => $controller->create(...)]);
            $digits = bug('or-id-letters') && $controller->kind === 'organizers' ? '([0-9][^/]*)' : '([0-9]+)';
            $this->router->add("$base/$digits", [
                'GET' => $controller->read(...), 'POST' => $controller->update(...), 'PUT' => $controller->update(...),
                'PATCH' => $controller->update(...), 'DELETE' => $controller->delete(...),
            ]);
            if (Schema::isTerm($controller->kind)) {
                continue;
            }
            $methods = [
                'GET' => $controller->readBySlug(...), 'POST' => $controller->updateBySlug(...), 'PUT' => $controller->updateBySlug(...),
                'PATCH' => $controller->updateBySlug(...), 'DELETE' => $controller->deleteBySlug(...),
            ];
            if (bug('or-post-slug') && $controller->kind === 'organizers') {
                unset($methods['POST']);
            }
            $this->router->add("$base/by-slug/([^/]+)", $methods);
        }
    }

    public function handle(Request $request): Response
    {
        try {
            $path = Language::resolve($request);
            $request->assertUtf8();
            if (variant('redirects')) {
                $redirect = $this->redirect($request, $path);
                if ($redirect !== null) {
                    return $redirect;
                }
            }
            if ($path !== '/') {
                $path = rtrim($path, '/');
            }
            if (!mb_check_encoding(rawurldecode($path), 'UTF-8')) {
                throw HttpException::notFound('address');
            }
            $response = $this->router->dispatch($request, $path);
        } catch (HttpException $e) {
            $response = Response::error($e->status, $e->error, Language::message($e, $request->language), $e->details, $e->headers);
        } catch (\Throwable $e) {
            fwrite(STDERR, (string) $e . "\n");
            $response = Response::error(500, 'internal_error', 'Something went wrong.');
        }
        $response->headers += ['Content-Language' => $request->language, 'Vary' => 'Authorization', 'Cache-Control' => 'no-cache'];

        return $response;
    }

    /** Canonical addresses: no language segment, no closing slash. */
    private function redirect(Request $request, string $path): ?Response
    {
        $query = explode('?', $request->target, 2)[1] ?? '';
        if ($request->segment !== '') {
            if (!$request->has('ml_language')) {
                $query = ltrim($query . '&ml_language=' . $request->segment, '&');
            }

            return new Response(307, '', ['Location' => $path . '?' . $query]);
        }
        if ($path !== '/' && str_ends_with($path, '/')) {
            return new Response(308, '', ['Location' => rtrim($path, '/') . ($query === '' ? '' : "?$query")]);
        }

        return null;
    }
}
