<?php
declare(strict_types=1);

foreach (['EventDispatcher', 'HttpFoundation', 'HttpKernel', 'Routing', 'Validator'] as $component) {
    require_once "/usr/share/php/Symfony/Component/$component/autoload.php";
}
require_once '/usr/share/php/Doctrine/DBAL/autoload.php';
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Calendar\\')) {
        require __DIR__.'/'.substr($class, 9).'.php';
    }
});
require_once __DIR__.'/switches.php';
