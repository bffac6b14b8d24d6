<?php
declare(strict_types=1);

namespace Calendar;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

final class IndexController
{
    public const NS = 'vendor/events/v1';

    private function base(Request $request): string
    {
        $site = $request->attributes->get('site');

        return $request->getSchemeAndHttpHost().'/'.($site ? "$site/" : '');
    }

    public function root(Request $request): Response
    {
        Input::language(Input::query($request));

        return Responder::json(['name' => 'Calendar', 'namespaces' => [self::NS], '_links' => ['namespace' => [['href' => $this->base($request).self::NS]]]]);
    }

    public function namespace(Request $request): Response
    {
        $in = Input::query($request);
        Input::language($in);
        $namespace = Input::string($in, 'namespace') ?? self::NS;
        if (self::NS !== trim($namespace, '/')) {
            throw ApiException::invalid('namespace', 'Always '.self::NS.'.');
        }
        $context = Input::string($in, 'context') ?? 'view';
        if (!\in_array($context, ['view', 'embed', 'edit', 'help'], true)) {
            throw ApiException::invalid('context', 'One of view, embed, edit, help.');
        }
        $base = $this->base($request);
        $routes = [];
        foreach (Kernel::routes() as $name => $route) {
            if (!str_starts_with($name, 'site_')) {
                $routes[$route->getPath()]['methods'] = array_values(array_unique([...$routes[$route->getPath()]['methods'] ?? [], ...$route->getMethods()]));
            }
        }

        return Responder::json([
            'namespace' => self::NS,
            'routes' => $routes,
            '_links' => ['up' => [['href' => bug('up-link-to-itself') ? $base.self::NS : $base]], 'self' => [['href' => $base.self::NS]]],
        ]);
    }

    public function doc(Request $request): Response
    {
        Input::language(Input::query($request));
        $resources = [];
        foreach (Schema::FIELDS as $kind => $fields) {
            $resources[$kind] = ['required' => Schema::REQUIRED[$kind], 'fields' => $fields];
        }

        return Responder::json(['title' => 'Calendar events', 'version' => 'v1', 'base' => $this->base($request).self::NS, 'languages' => Schema::LANGUAGES, 'resources' => $resources]);
    }
}
