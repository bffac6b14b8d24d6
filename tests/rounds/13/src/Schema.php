<?php

declare(strict_types=1);

namespace Calendar;

/** The declared fields of every kind of record. */
final class Schema
{
    public const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];
    public const RELATIONS = ['categories', 'tags', 'venue', 'organizer'];
    /** Kind of the record a relation of an event points to. */
    public const TARGETS = ['categories' => 'categories', 'tags' => 'tags', 'venue' => 'venues', 'organizer' => 'organizers'];
    /** Field that carries the name of a record. */
    public const NAME = ['events' => 'title', 'venues' => 'venue', 'organizers' => 'organizer', 'categories' => 'name', 'tags' => 'name'];
    /** Translatable texts. */
    public const TEXTS = ['events' => ['title', 'description', 'excerpt'], 'venues' => ['venue', 'description'], 'organizers' => ['organizer', 'description'], 'categories' => ['name', 'description'], 'tags' => ['name', 'description']];

    public const FIELDS = [
        'events' => [
            'title' => 'name', 'start_date' => 'moment', 'end_date' => 'moment', 'author' => 'integer', 'date' => 'date', 'date_utc' => 'date',
            'description' => 'string', 'slug' => 'slug', 'excerpt' => 'string', 'status' => 'status', 'timezone' => 'timezone', 'all_day' => 'boolean',
            'image' => 'image', 'cost' => 'any', 'website' => 'url', 'show_map' => 'boolean', 'show_map_link' => 'boolean',
            'hide_from_listings' => 'boolean', 'sticky' => 'boolean', 'featured' => 'boolean',
            'categories' => 'ids', 'tags' => 'ids', 'venue' => 'ids', 'organizer' => 'ids', 'password' => 'string',
        ],
        'venues' => [
            'venue' => 'name', 'author' => 'integer', 'date' => 'date', 'date_utc' => 'date', 'description' => 'string', 'status' => 'status',
            'show_map' => 'string', 'show_map_link' => 'string', 'address' => 'string', 'city' => 'string', 'country' => 'string', 'province' => 'string',
            'state' => 'string', 'zip' => 'string', 'phone' => 'string', 'stateprovince' => 'string', 'website' => 'string', 'image' => 'image',
        ],
        'organizers' => [
            'organizer' => 'name', 'author' => 'integer', 'date' => 'date', 'date_utc' => 'date', 'description' => 'string', 'status' => 'status',
            'phone' => 'string', 'website' => 'string', 'email' => 'email', 'image' => 'image',
        ],
        'categories' => ['name' => 'name', 'description' => 'string', 'slug' => 'slug', 'parent' => 'parent'],
        'tags' => ['name' => 'name', 'description' => 'string', 'slug' => 'slug'],
    ];

    public static function isTerm(string $kind): bool
    {
        return $kind === 'categories' || $kind === 'tags';
    }

    /** @return list<string> fields that must be sent on create */
    public static function required(string $kind): array
    {
        return $kind === 'events' ? ['title', 'start_date', 'end_date'] : [self::NAME[$kind]];
    }

    /** @return list<string> stored columns of the client's fields */
    public static function columns(string $kind): array
    {
        return array_values(array_diff(array_keys(self::FIELDS[$kind]), $kind === 'events' ? self::RELATIONS : []));
    }

    /** Values of a fresh record. */
    public static function defaults(string $kind): array
    {
        $values = [];
        foreach (self::FIELDS[$kind] as $name => $type) {
            $values[$name] = match ($type) {
                'boolean' => 0,
                'ids' => [],
                'parent' => 0,
                'status' => variant('window') ? 'draft' : 'publish',
                'timezone' => 'UTC',
                default => null,
            };
        }

        return $values;
    }
}
