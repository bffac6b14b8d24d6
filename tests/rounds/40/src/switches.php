<?php
declare(strict_types=1);

namespace Calendar;

function bug(string $id): bool
{
    static $active = null;
    $active ??= (string) getenv('BUG');

    return $active === $id;
}

function variant(string $id): bool
{
    static $active = null;
    $active ??= (string) getenv('VARIANT');

    return $active === $id;
}
