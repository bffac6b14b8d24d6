<?php

declare(strict_types=1);

namespace Calendar\Controller;

use Calendar\Http\HttpException;
use Calendar\Http\Request;
use Calendar\ListQuery;
use Calendar\Repository\EventRepository;
use Calendar\User;

final class EventController extends ResourceController
{
    protected function parameters(): array
    {
        return [...EventRepository::DATE_PARAMS, 'strict_dates', 'search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'status', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'include', 'post_parent', 'ticketed'];
    }

    protected function timeless(ListQuery $query): bool
    {
        return !variant('window');
    }

    protected function unlock(Request $request, User $user, array $row): bool
    {
        $password = (string) $row['password'];
        if ($password === '' || $user->skipsPassword($row)) {
            return true;
        }
        foreach ([$request->query('password'), $this->sentPassword($request)] as $given) {
            if ($given === null) {
                continue;
            }
            if (bug('ev-password-loose') ? $given == $password : hash_equals($password, $given)) {
                return true;
            }
        }
        throw new HttpException(403, 'password_required', 'This event is protected by a password.');
    }

    private function sentPassword(Request $request): ?string
    {
        if (in_array($request->method, ['GET', 'HEAD'], true)) {
            return null;
        }
        $password = $request->fields()['password'] ?? null;

        return is_scalar($password) ? (string) $password : null;
    }

    protected function prepare(Request $request, array $row, array $values, bool $bySlug): array
    {
        if ($bySlug) {
            unset($values['password']); // only the address by ID takes it
        }
        if (bug('ev-sticky-off') && empty($values['sticky'])) {
            unset($values['sticky']);
        }

        return $values;
    }
}
