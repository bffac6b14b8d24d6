<?php

declare(strict_types=1);

namespace Calendar;

use Calendar\Http\Request;

/** Turns stored rows into what clients see. */
final class Presenter
{
    public function __construct(private Database $db)
    {
    }

    public function item(string $kind, array $row, Request $request, User $user, bool $unlocked): array
    {
        $row = $this->localize($kind, $row, $request);
        $data = match ($kind) {
            'events' => $this->event($row, $request, $user, $unlocked),
            'venues', 'organizers' => $this->linked($kind, $row, $request),
            default => $this->term($kind, $row, $request),
        };
        if (variant('envelope')) {
            $data = self::stringIds($data);
        }
        if (variant('wp')) {
            $data = $this->rendered($kind, $data);
        }

        return $data;
    }

    private function event(array $row, Request $request, User $user, bool $unlocked): array
    {
        $protected = (string) $row['password'] !== '';
        $open = !$protected || $unlocked || $user->skipsPassword($row);
        $data = [
            'id' => $row['id'],
            'title' => $row['title'],
            'slug' => $row['slug'],
            'description' => $open ? $row['description'] : null,
            'excerpt' => $open ? $row['excerpt'] : null,
            'status' => $row['status'],
            'author' => $row['author'],
            'date' => $row['date'],
            'date_utc' => $row['date_utc'],
            'modified' => $row['modified'],
            'start_date' => $row['start_date'],
            'end_date' => $row['end_date'],
            'utc_start_date' => $row['start_utc'],
            'utc_end_date' => $row['end_utc'],
            'timezone' => $row['timezone'],
            'image' => $row['image'],
            'cost' => $row['cost'] === null ? null : json_decode($row['cost'], true),
            'website' => $row['website'],
        ];
        foreach (['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as $flag) {
            $data[$flag] = (bool) $row[$flag];
        }
        $data['protected'] = $protected;
        foreach (Schema::TARGETS as $relation => $kind) {
            $hidden = !Schema::isTerm($kind) && !$user->seesHidden() ? " AND t.status = 'publish'" : '';
            $targets = $this->db->all("SELECT t.* FROM relations r JOIN $kind t ON t.id = r.target_id WHERE r.event_id = ? AND r.relation = ?$hidden ORDER BY r.position", [$row['id'], $relation]);
            $data[$relation] = array_map(function (array $target) use ($kind, $request): array {
                $target = $this->localize($kind, $target, $request);
                $shown = Schema::isTerm($kind) ? $this->term($kind, $target, $request) : $this->linked($kind, $target, $request);
                unset($shown['count']);

                return $shown;
            }, $targets);
            if (variant('wp')) {
                $data[$relation] = array_column($data[$relation], 'id');
            }
        }

        return $data + $this->links('events', $row, $request);
    }

    private function linked(string $kind, array $row, Request $request): array
    {
        $data = ['id' => $row['id'], 'slug' => $row['slug']];
        foreach (array_keys(Schema::FIELDS[$kind]) as $field) {
            $data[$field] = $row[$field];
        }
        if ($kind === 'venues') {
            $data['zip'] = $row['zip'] === null ? null : (string) $row['zip'];
        }

        return $data + ['modified' => $row['modified']] + $this->links($kind, $row, $request);
    }

    private function term(string $kind, array $row, Request $request): array
    {
        $data = ['id' => $row['id'], 'name' => $row['name'], 'slug' => $row['slug'], 'description' => $row['description']];
        if ($kind === 'categories') {
            $data['parent'] = $row['parent'];
        }
        $data['count'] = (int) $this->db->value('SELECT n FROM term_counts WHERE kind = ? AND id = ?', [$kind, $row['id']]);

        return $data + $this->links($kind, $row, $request);
    }

    private function links(string $kind, array $row, Request $request): array
    {
        $base = $request->root() . '/' . App::NS;

        return ['_links' => ['self' => [['href' => "$base/$kind/{$row['id']}"]], 'collection' => [['href' => "$base/$kind"]], 'up' => [['href' => $base]]]];
    }

    private function localize(string $kind, array $row, Request $request): array
    {
        if (!variant('translated') || $row['lang'] === $request->language) {
            return $row;
        }
        $texts = $this->db->value('SELECT texts FROM translations WHERE kind = ? AND id = ? AND lang = ?', [$kind, $row['id'], $request->language]);

        return $texts === null ? $row : json_decode($texts, true) + $row;
    }

    private static function stringIds(array $data): array
    {
        foreach ($data as $key => $value) {
            if (is_array($value)) {
                $data[$key] = self::stringIds($value);
            } elseif (is_int($value) && in_array($key, ['id', 'author', 'parent'], true)) {
                $data[$key] = (string) $value;
            }
        }

        return $data;
    }

    /** The look of the newer interfaces: rendered texts, ISO dates, nothing that is null. */
    private function rendered(string $kind, array $data): array
    {
        foreach (Schema::TEXTS[$kind] as $field) {
            if (($data[$field] ?? null) !== null) {
                $html = htmlspecialchars($data[$field], ENT_NOQUOTES);
                $data[$field] = ['raw' => $data[$field], 'rendered' => $field === Schema::NAME[$kind] ? $html : "<p>$html</p>\n"];
            }
        }
        foreach (['date', 'date_utc', 'start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'modified'] as $field) {
            if (isset($data[$field])) {
                $data[$field] = str_replace(' ', 'T', $data[$field]);
            }
        }

        return array_filter($data, static fn (mixed $value): bool => $value !== null);
    }
}
