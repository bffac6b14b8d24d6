<?php

declare(strict_types=1);

namespace Calendar;

use Calendar\Http\Request;

/** Rendered bodies, keyed by the generations of everything that went into them. */
final class ResponseCache
{
    private const LIMIT = 400;
    private const DEPENDS = [
        'events' => ['events', 'venues', 'organizers', 'categories', 'tags'],
        'venues' => ['venues', 'events'],
        'organizers' => ['organizers', 'events'],
        'categories' => ['categories', 'events'],
        'tags' => ['tags', 'events'],
    ];

    /** @var array<string, mixed> */
    private array $entries = [];
    /** @var array<string, array<string, int>> kind => language => generation */
    private array $generations = [];

    public function remember(string $group, string $kind, string $what, Request $request, User $user, callable $render): mixed
    {
        $depends = self::DEPENDS[$kind];
        if (bug('ve-embed-stale') && $kind === 'events' && $group === 'list') {
            $depends = array_diff($depends, ['venues']);
        }
        if (bug('ta-event-keeps') && $kind === 'events' && $group === 'item') {
            $depends = array_diff($depends, ['tags']);
        }
        $parts = [$group, $kind, $what, $request->root(), $request->language];
        if (!(bug('us-cache-shared') && $group === 'list')) {
            $parts[] = $user->login;
        }
        foreach ($depends as $other) {
            $parts[] = $this->generations[$other][$request->language] ?? 0;
        }
        $key = implode('|', $parts);
        if (!array_key_exists($key, $this->entries)) {
            if (count($this->entries) >= self::LIMIT) {
                $this->entries = array_slice($this->entries, self::LIMIT / 2, null, true);
            }
            $this->entries[$key] = $render();
        }

        return $this->entries[$key];
    }

    /** Everything that shows records of this kind is out of date. */
    public function touch(string $kind, Request $request): void
    {
        foreach (Language::ALL as $language) {
            if (bug('ve-lang-stale') && $kind === 'venues' && $language !== $request->language) {
                continue;
            }
            $this->generations[$kind][$language] = ($this->generations[$kind][$language] ?? 0) + 1;
        }
    }
}
