<?php

declare(strict_types=1);

require __DIR__ . '/src/bootstrap.php';

use Calendar\App;
use Calendar\Http\Server;

$port = (int) (getenv('PORT') ?: 8080);
$app = new App(getenv('USERS') === '1');
$server = new Server('127.0.0.1', $port, $app->handle(...));
$server->run();
