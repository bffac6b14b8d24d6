<?php

declare(strict_types=1);

namespace Calendar\Controller;

use Calendar\Http\Request;
use Calendar\Text;

/** Categories and tags. */
final class TermController extends ResourceController
{
    protected function parameters(): array
    {
        $parameters = ['search', 'exclude', 'include', 'order', 'orderby', 'hide_empty', 'post', 'event', 'slug'];

        return $this->kind === 'categories' ? [...$parameters, 'parent'] : $parameters;
    }

    protected function prepare(Request $request, array $row, array $values, bool $bySlug): array
    {
        if (bug('ca-parent-lost') && $this->kind === 'categories') {
            $values['parent'] ??= 0;
        }
        if (bug('ca-name-slug') && $this->kind === 'categories' && $request->method === 'POST' && isset($values['name'])) {
            $values['slug'] ??= Text::slugify($values['name']);
        }

        return $values;
    }
}
