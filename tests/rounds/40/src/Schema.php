<?php
declare(strict_types=1);

namespace Calendar;

/** The fields of each kind of record and their types. */
final class Schema
{
    public const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'];
    public const LANGUAGES = ['nl', 'en', 'fr', 'de'];
    public const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];
    public const SITE_ZONE = 'Europe/Amsterdam';
    public const LINKS = ['categories' => 'category', 'tags' => 'tag', 'venue' => 'venue', 'organizer' => 'organizer'];
    public const LINK_TABLES = ['categories' => 'categories', 'tags' => 'tags', 'venue' => 'venues', 'organizer' => 'organizers'];

    public const FIELDS = [
        'events' => [
            'title' => 'text', 'start_date' => 'local', 'end_date' => 'local', 'author' => 'author', 'date' => 'date', 'date_utc' => 'date_utc',
            'description' => 'text', 'slug' => 'slug', 'excerpt' => 'text', 'status' => 'status', 'timezone' => 'zone', 'all_day' => 'bool',
            'image' => 'text', 'cost' => 'mixed', 'website' => 'url', 'show_map' => 'bool', 'show_map_link' => 'bool',
            'hide_from_listings' => 'bool', 'sticky' => 'bool', 'featured' => 'bool',
            'categories' => 'ids', 'tags' => 'ids', 'venue' => 'ids', 'organizer' => 'ids', 'password' => 'text',
        ],
        'venues' => [
            'venue' => 'text', 'author' => 'author', 'date' => 'date', 'date_utc' => 'date_utc', 'description' => 'text', 'status' => 'status',
            'show_map' => 'text', 'show_map_link' => 'text', 'address' => 'text', 'city' => 'text', 'country' => 'text', 'province' => 'text',
            'state' => 'text', 'zip' => 'text', 'phone' => 'text', 'stateprovince' => 'text', 'website' => 'url', 'image' => 'text',
        ],
        'organizers' => [
            'organizer' => 'text', 'author' => 'author', 'date' => 'date', 'date_utc' => 'date_utc', 'description' => 'text', 'status' => 'status',
            'phone' => 'text', 'website' => 'url', 'email' => 'email', 'image' => 'text',
        ],
        'categories' => ['name' => 'text', 'description' => 'text', 'slug' => 'slug', 'parent' => 'parent'],
        'tags' => ['name' => 'text', 'description' => 'text', 'slug' => 'slug'],
    ];

    public const REQUIRED = [
        'events' => ['title', 'start_date', 'end_date'], 'venues' => ['venue'], 'organizers' => ['organizer'],
        'categories' => ['name'], 'tags' => ['name'],
    ];

    public static function isTerm(string $kind): bool
    {
        return 'categories' === $kind || 'tags' === $kind;
    }

    public static function nameField(string $kind): string
    {
        return self::REQUIRED[$kind][0];
    }

    public static function singular(string $kind): string
    {
        return ['events' => 'event', 'venues' => 'venue', 'organizers' => 'organizer', 'categories' => 'category', 'tags' => 'tag'][$kind];
    }
}
