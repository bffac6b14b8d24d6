<?php

declare(strict_types=1);

namespace Calendar;

use Calendar\Http\HttpException;
use Calendar\Http\Request;

final class Auth
{
    private const USERS = ['editor' => 1, 'author' => 2, 'reader' => 3];
    private const CHALLENGE = ['WWW-Authenticate' => 'Basic realm="calendar", charset="UTF-8"'];

    public function __construct(private bool $enabled)
    {
    }

    public function identify(Request $request): User
    {
        if (!$this->enabled) {
            return new User(1, 'everybody', 'editor', false);
        }
        $header = $request->header('authorization');
        if ($header === null) {
            return new User(0, '', 'anonymous', true);
        }
        if (preg_match('~^Basic\s+(\S+)$~i', $header, $m)) {
            [$login, $password] = explode(':', (string) base64_decode($m[1]), 2) + [1 => ''];
            if (isset(self::USERS[$login]) && hash_equals($login, $password)) {
                return new User(self::USERS[$login], $login, $login, true);
            }
        }
        throw new HttpException(401, 'bad_credentials', 'Unknown user or wrong password.', [], self::CHALLENGE);
    }

    public function requireWriter(User $user): void
    {
        if ($user->role === 'anonymous') {
            throw self::loginRequired();
        }
        if ($user->role === 'reader') {
            throw new HttpException(403, 'forbidden', 'You may not change anything.');
        }
    }

    public static function loginRequired(): HttpException
    {
        return new HttpException(401, 'login_required', 'Please log in.', [], self::CHALLENGE);
    }
}
