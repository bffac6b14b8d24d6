<?php

declare(strict_types=1);

namespace Calendar\Controller;

use Calendar\Http\Request;
use Calendar\ListQuery;

/** Venues and organizers. */
final class LinkedController extends ResourceController
{
    protected function parameters(): array
    {
        return ['search', 'event', 'has_events', 'only_with_upcoming', 'status'];
    }

    protected function timeless(ListQuery $query): bool
    {
        return $query->bool('only_with_upcoming') !== true;
    }

    protected function prepare(Request $request, array $row, array $values, bool $bySlug): array
    {
        $body = $request->fields();
        if (bug('ve-slug-nulls') && $this->kind === 'venues' && $bySlug) {
            foreach (['address', 'city', 'country', 'zip'] as $field) {
                $values[$field] ??= $body[$field] ?? null;
            }
        }
        if (bug('or-email-lost') && $this->kind === 'organizers') {
            $values['email'] = $body['email'] ?? null;
        }

        return $values;
    }
}
