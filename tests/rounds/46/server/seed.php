<?php
// Makes the database and its world of data.
declare(strict_types=1);
foreach (['Kernel', 'Db', 'Resource', 'Events', 'Places', 'Terms'] as $f) {
    require __DIR__ . "/src/$f.php";
}

use Carbon\Carbon;

Db::schema();
$slugs = [];
$slug = function (string $type, string $name) use (&$slugs): string {
    $base = $s = Resource::slugify($name);
    for ($n = 2; isset($slugs[$type][$s]); $n++) {
        $s = "$base-$n";
    }
    $slugs[$type][$s] = true;
    return $s;
};
$translate = function (string $type, int $id, array $by) {
    foreach ($by as $lang => $fields) {
        foreach ($fields as $f => $v) {
            Db::table('translations')->insert(['type' => $type, 'rec_id' => $id, 'lang' => $lang, 'field' => $f, 'value' => $v]);
        }
    }
};
$published = Carbon::now(SITE_TZ)->subDays(40)->setTime(9, 30);
$post = function (string $type, string $name, array $row) use ($slug, $published): array {
    $t = $published->copy()->addHours(Db::table($type)->count() * 7);
    return $row + ['slug' => $slug($type, $name), 'language' => 'en', 'status' => 'publish', 'author' => 1, 'date' => $t->format('Y-m-d H:i:s'), 'date_utc' => $t->copy()->setTimezone('UTC')->format('Y-m-d H:i:s'), 'modified' => Resource::now()];
};

Db::write(function () use ($slug, $translate, $post) {
    // name, address, city, country, province, state, zip, lat, lng, status, author
    $venues = [
        ['Grand Hall', 'Damrak 1', 'Amsterdam', 'Netherlands', 'Noord-Holland', null, '1012 LG', 52.3752, 4.8959, 'publish', 1],
        ['Café Zürich', 'Bahnhofstrasse 21', 'Zürich', 'Switzerland', null, null, '8001', 47.3717, 8.5390, 'publish', 1],
        ['Théâtre du Nord', '4 Place du Général de Gaulle', 'Lille', 'France', null, null, '59000', 50.6367, 3.0635, 'publish', 2],
        ['Stadthalle München', 'Rosenheimer Str. 5', 'München', 'Germany', null, 'Bayern', '81667', 48.1310, 11.5920, 'publish', 1],
        ["O'Connor's Pub", '12 Market Street', 'Boston', 'United States', null, 'MA', '02109', 42.3601, -71.0542, 'publish', 1],
        ['Riverside Park', 'Maasboulevard 100', 'Rotterdam', 'Netherlands', 'Zuid-Holland', null, '3063 NS', 51.9139, 4.5186, 'publish', 2],
        ['Harbour Studio', 'Kattendijkdok 8', 'Antwerp', 'Belgium', 'Antwerpen', null, '2000', 51.2340, 4.4100, 'publish', 1],
        ['Old Library', 'Oude Gracht 44', 'Utrecht', 'Netherlands', 'Utrecht', null, '3511 AR', 52.0907, 5.1214, 'publish', 1],
        ['Sydney Quay', '2 Circular Quay', 'Sydney', 'Australia', null, 'NSW', '2000', -33.8610, 151.2110, 'publish', 1],
        ['Online Room', null, null, null, null, null, null, null, null, 'publish', 1],
        ['Garden & Greenhouse', 'Lange Voorhout 3', 'The Hague', 'Netherlands', 'Zuid-Holland', null, '2514 EA', null, null, 'publish', 2],
        ['Building Site', 'Dock 9', 'Ghent', 'Belgium', 'Oost-Vlaanderen', null, '9000', null, null, 'draft', 2],
    ];
    foreach ($venues as $i => [$name, $address, $city, $country, $province, $state, $zip, $lat, $lng, $status, $author]) {
        Db::table('venues')->insert($post('venues', $name, ['venue' => $name, 'address' => $address, 'city' => $city, 'country' => $country, 'province' => $province, 'state' => $state, 'zip' => $zip,
            'geo_lat' => $lat, 'geo_lng' => $lng, 'status' => $status, 'author' => $author, 'description' => "$name" . ($city ? " in $city" : '') . ', a place for ' . (20 + 30 * $i) . ' guests.', 'phone' => $city ? '+31 20 555 01' . sprintf('%02d', $i) : null,
            'website' => $i % 3 ? null : "https://venues.example.org/$i", 'show_map' => $lat ? 'true' : 'false', 'show_map_link' => $lat ? 'true' : 'false']));
    }
    $translate('venues', 1, ['nl' => ['venue' => 'Grote Zaal', 'description' => 'De Grote Zaal in Amsterdam.'], 'de' => ['venue' => 'Großer Saal']]);
    $translate('venues', 8, ['nl' => ['venue' => 'Oude Bibliotheek', 'description' => 'De bibliotheek aan de gracht.']]);

    $organizers = ['City Council', 'Müller & Söhne', 'Jazz Society', "L'Atelier Créatif", 'Книжный клуб', 'Running Club', 'Open Source Group', 'Chamber Music Trust', 'Foodies United', 'Tech Meetup', 'Kids First', 'Draft Bureau'];
    foreach ($organizers as $i => $name) {
        Db::table('organizers')->insert($post('organizers', $name, ['organizer' => $name, 'status' => $i === 11 ? 'draft' : 'publish', 'author' => $i % 4 === 1 ? 2 : 1, 'description' => "$name organizes events all year.",
            'phone' => '+31 10 444 0' . (100 + $i), 'email' => "info$i@organizers.example.org", 'website' => $i % 2 ? null : "https://organizers.example.org/$i"]));
    }
    $translate('organizers', 1, ['nl' => ['organizer' => 'Gemeenteraad', 'description' => 'De gemeente organiseert het hele jaar.'], 'fr' => ['organizer' => 'Conseil municipal']]);

    // name, parent
    $categories = [['Music', 0], ['Jazz', 1], ['Classical', 1], ['Sport', 0], ['Running', 4], ['Marathon', 5], ['Bebop', 2], ['Education', 0], ['Workshops', 8], ['Programming', 9], ['Food & Drink', 0], ['Unused', 0]];
    foreach ($categories as $i => [$name, $parent]) {
        Db::table('categories')->insert(['slug' => $slug('categories', $name), 'language' => 'en', 'name' => $name, 'description' => "Events about $name.", 'parent' => $parent, 'author' => $i % 5 === 4 ? 2 : 1, 'modified' => Resource::now()]);
    }
    $translate('categories', 1, ['nl' => ['name' => 'Muziek', 'description' => 'Alles over muziek.'], 'de' => ['name' => 'Musik'], 'fr' => ['name' => 'Musique']]);
    $translate('categories', 8, ['nl' => ['name' => 'Onderwijs'], 'de' => ['name' => 'Bildung']]);
    $tags = ['free', 'outdoor', 'indoor', 'family', 'evening', 'weekend', 'beginner', 'expert', 'live', 'online', 'été', 'rock & roll', 'free parking', 'members', 'spare'];
    foreach ($tags as $i => $name) {
        Db::table('tags')->insert(['slug' => $slug('tags', $name), 'language' => 'en', 'name' => $name, 'description' => $i % 2 ? "Tagged $name" : '', 'author' => $i % 5 === 3 ? 2 : 1, 'modified' => Resource::now()]);
    }
    $translate('tags', 1, ['nl' => ['name' => 'gratis', 'description' => 'Kost niets'], 'fr' => ['name' => 'gratuit', 'description' => 'Sans frais']]);

    $titles = ['Spring Concert', 'Jazz Night', 'Morning Run', 'PHP Workshop', 'Wine Tasting', 'City Marathon', 'Chamber Music', 'Book Fair', 'Family Picnic', 'Open Day', 'Tech Talk', 'Cooking & Baking',
        'Bebop Session', 'Poetry Evening', 'Museum Night', 'Harbour Tour', 'Film Festival', 'Chess Tournament', 'Winter Market', '50% Sale Day'];
    $nl = ['Lenteconcert', 'Jazznacht', 'Ochtendloop', 'PHP-workshop', 'Wijnproeverij', 'Stadsmarathon', 'Kamermuziek', 'Boekenbeurs', 'Familiepicknick', 'Open dag'];
    $zones = ['Europe/Amsterdam', 'Europe/Amsterdam', 'Europe/Berlin', 'America/New_York', 'Europe/Amsterdam', 'Australia/Sydney'];
    $today = Carbon::now(SITE_TZ)->startOfDay();
    for ($i = 0; $i < 60; $i++) {
        $title = $titles[$i % 20] . ($i < 20 ? '' : ' ' . ($i < 40 ? 'II' : 'III'));
        $tz = $zones[$i % 6];
        $day = match (true) { // past, running, then future
            $i < 14 => -90 + 6 * $i,
            $i < 18 => -1,
            default => 2 + ($i - 18) * 5,
        };
        $allDay = $i % 7 === 5;
        $days = $i >= 14 && $i < 18 ? 4 : ($i % 9 === 4 ? 3 : ($allDay && $i % 2 ? 2 : 1));
        $start = Carbon::parse($today->copy()->addDays($day)->format('Y-m-d') . sprintf(' %02d:%02d:00', 9 + $i % 11, 15 * ($i % 4)), $tz);
        $end = $start->copy()->addDays($days - 1)->addMinutes(90);
        if ($allDay) {
            $start->startOfDay();
            $end->setTime(23, 59, 59);
        }
        $id = Db::table('events')->insertGetId($post('events', $title, [
            'title' => $title, 'description' => "$title, number " . ($i + 1) . '. ' . ($i % 3 ? 'Everybody is welcome.' : 'Doors open half an hour before; bring a friend & enjoy.'), 'excerpt' => $i % 4 ? '' : "About $title",
            'status' => match (true) { in_array($i, [21, 33, 47, 52], true) => 'draft', $i === 38 => 'pending', $i === 44 => 'private', default => 'publish' },
            'author' => $i % 6 === 3 || $i === 33 ? 2 : 1, 'start_date' => $start->format('Y-m-d H:i:s'), 'end_date' => $end->format('Y-m-d H:i:s'),
            'utc_start_date' => $start->copy()->setTimezone('UTC')->format('Y-m-d H:i:s'), 'utc_end_date' => $end->copy()->setTimezone('UTC')->format('Y-m-d H:i:s'),
            'timezone' => $tz, 'all_day' => (int) $allDay, 'cost' => ['', '0', '12.50', '25', '10 - 20'][$i % 5], 'website' => $i % 4 === 1 ? "https://events.example.org/$i" : null,
            'image' => $i % 6 === 0 ? (string) (500 + $i) : ($i % 6 === 3 ? "https://images.example.org/$i.jpg" : null), 'show_map' => (int) ($i % 3 > 0), 'show_map_link' => (int) ($i % 2 > 0),
            'hide_from_listings' => (int) in_array($i, [25, 41], true), 'sticky' => (int) ($i % 13 === 2), 'featured' => (int) ($i % 8 === 3), 'password' => $i === 36 ? 'open-sesame' : null,
            'post_parent' => in_array($i, [22, 23], true) ? 20 : 0, 'ticketed' => (int) ($i % 5 === 2),
        ]));
        $links = ['venue' => $i % 6 === 5 ? [] : [1 + $i % 11], 'organizer' => $i % 5 === 4 ? [] : ($i % 4 === 2 ? [1 + $i % 11, 1 + ($i + 3) % 11] : [1 + $i % 11]),
            'categories' => $i % 10 === 9 ? [] : ($i % 3 === 0 ? [1 + $i % 11, 1 + ($i + 4) % 11] : [1 + $i % 11]), 'tags' => $i % 8 === 7 ? [] : array_values(array_unique([1 + $i % 14, 1 + ($i * 3) % 14]))];
        foreach ($links as $kind => $ids) {
            foreach ($ids as $pos => $ref) {
                Db::table('links')->insert(['event_id' => $id, 'kind' => $kind, 'ref_id' => $ref, 'pos' => $pos]);
            }
        }
        if ($i % 20 < 10) {
            $translate('events', $id, ['nl' => ['title' => $nl[$i % 20] . ($i < 20 ? '' : ' ' . ($i < 40 ? 'II' : 'III')), 'description' => 'Iedereen is welkom, nummer ' . ($i + 1) . '.']]
                + ($i % 20 === 1 ? ['de' => ['title' => 'Jazzabend', 'description' => 'Alle sind willkommen.'], 'fr' => ['title' => 'Soirée jazz', 'description' => 'Bienvenue à tous.']] : []));
        }
    }
});
