<?php
declare(strict_types=1);

require dirname(__DIR__).'/src/bootstrap.php';

use Calendar\Kernel;
use Symfony\Component\HttpFoundation\Request;

$path = explode('?', $_SERVER['REQUEST_URI'], 2);
if (strlen($path[0]) > 1 && str_ends_with($path[0], '/')) {
    $path[0] = rtrim($path[0], '/') ?: '/';
    $_SERVER['REQUEST_URI'] = implode('?', $path);
}
$request = Request::createFromGlobals();
$response = Kernel::create()->handle($request);
$response->send();
