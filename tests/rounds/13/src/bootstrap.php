<?php

declare(strict_types=1);

namespace {
    error_reporting(E_ALL);
    ini_set('display_errors', 'stderr');
    date_default_timezone_set('UTC');
    mb_internal_encoding('UTF-8');

    spl_autoload_register(static function (string $class): void {
        if (str_starts_with($class, 'Calendar\\')) {
            $file = __DIR__ . '/' . str_replace('\\', '/', substr($class, 9)) . '.php';
            if (is_file($file)) {
                require $file;
            }
        }
    });

    set_error_handler(static function (int $no, string $msg, string $file, int $line): bool {
        throw new ErrorException($msg, 0, $no, $file, $line);
    });

    define('ACTIVE_BUG', (string) (getenv('BUG') ?: ''));
    define('ACTIVE_VARIANT', (string) (getenv('VARIANT') ?: ''));

    function bug(string $id): bool
    {
        return ACTIVE_BUG === $id;
    }

    function variant(string $id): bool
    {
        return ACTIVE_VARIANT === $id;
    }
}
