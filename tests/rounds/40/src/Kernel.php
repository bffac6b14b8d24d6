<?php
declare(strict_types=1);

namespace Calendar;

use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\RequestStack;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Controller\ArgumentResolver;
use Symfony\Component\HttpKernel\Controller\ControllerResolver;
use Symfony\Component\HttpKernel\Event\ExceptionEvent;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\Event\ResponseEvent;
use Symfony\Component\HttpKernel\EventListener\RouterListener;
use Symfony\Component\HttpKernel\Exception\HttpExceptionInterface;
use Symfony\Component\HttpKernel\Exception\MethodNotAllowedHttpException;
use Symfony\Component\HttpKernel\HttpKernel;
use Symfony\Component\HttpKernel\KernelEvents;
use Symfony\Component\Routing\Matcher\UrlMatcher;
use Symfony\Component\Routing\RequestContext;
use Symfony\Component\Routing\Route;
use Symfony\Component\Routing\RouteCollection;

final class Kernel
{
    public static function routes(): RouteCollection
    {
        $ns = '/'.IndexController::NS;
        $build = static function () use ($ns): RouteCollection {
            $routes = new RouteCollection();
            $add = static function (string $name, string $path, array $methods, array $controller, array $requirements = []) use ($routes): void {
                $routes->add($name, new Route($path, ['_controller' => $controller], $requirements, ['utf8' => false], '', [], $methods));
            };
            $all = ['kind' => implode('|', Schema::KINDS)];
            $posts = ['kind' => 'events|venues|organizers', 'slug' => '[^/]+'];
            $c = ResourceController::class;
            $add('namespace', $ns, ['GET'], [IndexController::class, 'namespace']);
            $add('doc', "$ns/doc", ['GET'], [IndexController::class, 'doc']);
            $add('list', "$ns/{kind}", ['GET'], [$c, 'list'], $all);
            $add('create', "$ns/{kind}", ['POST'], [$c, 'create'], $all);
            foreach (['' => ["$ns/{kind}/{id}", $all + ['id' => '\d+']], 'slug_' => ["$ns/{kind}/by-slug/{slug}", $posts]] as $prefix => [$path, $requirements]) {
                $add("{$prefix}show", $path, ['GET'], [$c, 'show'], $requirements);
                $add("{$prefix}update", $path, ['POST', 'PUT', 'PATCH'], [$c, 'update'], $requirements);
                $add("{$prefix}delete", $path, ['DELETE'], [$c, 'delete'], $requirements);
            }
            $add('root', '/', ['GET'], [IndexController::class, 'root']);

            return $routes;
        };
        $routes = $build();
        $site = $build();
        $site->addPrefix('/{site}', [], ['site' => 'nl|de|fr']);
        $site->addNamePrefix('site_');
        $routes->addCollection($site);

        return $routes;
    }

    public static function create(): HttpKernel
    {
        $dispatcher = new EventDispatcher();
        $stack = new RequestStack();
        $matcher = new UrlMatcher(self::routes(), new RequestContext());
        $dispatcher->addListener(KernelEvents::REQUEST, [self::class, 'authenticate'], 64);
        $dispatcher->addSubscriber(new RouterListener($matcher, $stack, null, null, null, false));
        $dispatcher->addListener(KernelEvents::EXCEPTION, [self::class, 'error']);
        $dispatcher->addListener(KernelEvents::RESPONSE, [self::class, 'finish'], -10);

        return new HttpKernel($dispatcher, new ControllerResolver(), $stack, new ArgumentResolver());
    }

    public static function authenticate(RequestEvent $event): void
    {
        $request = $event->getRequest();
        $name = $password = null;
        $header = (string) $request->headers->get('Authorization', '');
        if (preg_match('/^Basic\s+(\S+)\s*$/i', $header, $m)) {
            [$name, $password] = explode(':', (string) base64_decode($m[1]), 2) + [1 => ''];
        }
        if (bug('head-refused') && $request->isMethod('HEAD')) {
            throw new MethodNotAllowedHttpException(['GET'], 'Method not allowed.');
        }
        $request->attributes->set('_access', Access::fromCredentials($name, $password));
    }

    public static function error(ExceptionEvent $event): void
    {
        $e = $event->getThrowable();
        $request = $event->getRequest();
        $headers = $params = [];
        if ($e instanceof ApiException) {
            [$status, $code, $message, $headers, $params] = [$e->status, $e->error, $e->getMessage(), $e->headers, $e->params];
        } elseif ($e instanceof HttpExceptionInterface) {
            [$status, $headers] = [$e->getStatusCode(), $e->getHeaders()];
            if ($e instanceof MethodNotAllowedHttpException) {
                $methods = array_map('trim', explode(',', $headers['Allow']));
                $allow = array_values(array_unique([...$methods, ...(\in_array('GET', $methods, true) ? ['HEAD'] : []), 'OPTIONS']));
                $headers['Allow'] = implode(', ', $allow);
                if ('OPTIONS' === $request->getMethod()) {
                    $event->allowCustomResponseCode();
                    $event->setResponse(new Response('', 204, $headers));

                    return;
                }
            }
            $code = 404 === $status ? 'no_route' : (405 === $status ? 'method_not_allowed' : 'bad_request');
            $message = 404 === $status ? 'There is nothing at this address.' : (405 === $status ? 'Method not allowed.' : 'The request could not be understood.');
        } else {
            error_log((string) $e);
            [$status, $code, $message] = [500, 'internal', 'Something went wrong.'];
        }
        if (variant('problem-details')) {
            if (400 === $status && $params) {
                $status = 422;
            }
            $problem = ['type' => 'about:blank', 'title' => Response::$statusTexts[$status] ?? 'Error', 'status' => $status, 'detail' => $message];
            if ($params) {
                $problem['errors'] = $params;
            }
            $response = Responder::json($problem, $status, $headers + ['Content-Type' => 'application/problem+json']);
        } else {
            $body = ['code' => $code, 'message' => $message, 'status' => $status];
            if ($params) {
                $body['params'] = $params;
            }
            $response = Responder::json($body, $status, $headers);
        }
        $event->allowCustomResponseCode();
        $event->setResponse($response);
    }

    public static function finish(ResponseEvent $event): void
    {
        $response = $event->getResponse();
        if ('1' === getenv('USERS')) {
            $response->setVary('Authorization');
        }
        $response->prepare($event->getRequest());
        if (!$response->isEmpty() && !$response->headers->has('Content-Length') && !$event->getRequest()->isMethod('HEAD')) {
            $response->headers->set('Content-Length', (string) \strlen((string) $response->getContent()));
        }
    }
}
