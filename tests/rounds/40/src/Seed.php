<?php
declare(strict_types=1);

namespace Calendar;

/** The small world a server starts with. */
final class Seed
{
    public static function run(Repository $r): void
    {
        $r->write(static function () use ($r): void {
            $c = $t = $v = $o = [];
            foreach ([['Muziek', 'Concerten en festivals', 'nl'], ['Theatre', 'Plays and readings', 'en'], ['Musique', null, 'fr'], ['Märkte', 'Wochenmärkte', 'de'], ['Workshops', 'Learn by doing', 'en']] as [$name, $text, $lang]) {
                $c[] = $r->create('categories', ['name' => $name, 'description' => $text], $lang);
            }
            $c[] = $r->create('categories', ['name' => 'Puppet theatre', 'parent' => $c[1]], 'en');
            foreach ([['family', 'en'], ['gratis', 'nl'], ['en plein air', 'fr'], ['open air', 'en']] as [$name, $lang]) {
                $t[] = $r->create('tags', ['name' => $name], $lang);
            }
            foreach ([
                [['venue' => 'Paradiso', 'address' => 'Weteringschans 6', 'city' => 'Amsterdam', 'zip' => '1017 SG', 'country' => 'Netherlands'], 'nl'],
                [['venue' => 'Town Hall', 'address' => '1 High Street', 'city' => 'Bath', 'country' => 'United Kingdom', 'phone' => '+44 1225 000000'], 'en'],
                [['venue' => 'Théâtre du Nord', 'city' => 'Lille', 'country' => 'France', 'website' => 'https://theatre.example'], 'fr'],
                [['venue' => 'Marktplatz', 'city' => 'Köln', 'country' => 'Germany', 'state' => 'Nordrhein-Westfalen'], 'de'],
            ] as [$row, $lang]) {
                $v[] = $r->create('venues', $row, $lang);
            }
            foreach ([['Stichting Muziek', 'nl'], ['Bath Players', 'en'], ['Les Amis du Théâtre', 'fr'], ['Kölner Marktverein', 'de']] as [$name, $lang]) {
                $o[] = $r->create('organizers', ['organizer' => $name, 'email' => 'info@'.Text::slugify($name).'.example'], $lang);
            }
            $day = static fn (int $n, string $time): string => gmdate('Y-m-d', time() + 86400 * $n).' '.$time;
            foreach ([
                ['Lentefestival', 'Muziek in het park', 'nl', -40, 0, 0, 1, 1], ['Spring reading', 'Poems read aloud', 'en', -12, 1, 1, 0, 0],
                ['Hamlet', 'The tragedy in five acts', 'en', 5, 1, 1, 0, 0], ['Puppets for all', 'A family show', 'en', 9, 5, 1, 0, 0],
                ['Concert de chambre', 'Quatuors à cordes', 'fr', 14, 2, 2, 2, 2], ['Fête de la musique', 'Dans toute la ville', 'fr', 20, 2, 2, 2, 2],
                ['Wochenmarkt', 'Obst, Gemüse und Käse', 'de', 3, 3, 3, 1, 3], ['Weihnachtsmarkt', 'Glühwein am Dom', 'de', 30, 3, 3, 1, 3],
                ['Pottery workshop', 'Clay and glaze', 'en', 25, 4, 1, 3, 1], ['Avondconcert', 'Orgel en koor', 'nl', 45, 0, 0, 1, 0],
            ] as $i => [$title, $text, $lang, $in, $category, $venue, $tag, $organizer]) {
                $r->create('events', [
                    'title' => $title, 'description' => $text, 'start_date' => $day($in, sprintf('%02d:00:00', 9 + $i)), 'end_date' => $day($in, sprintf('%02d:30:00', 11 + $i)),
                    'featured' => 0 === $i % 4 ? 1 : 0, 'cost' => 0 === $i % 2 ? '"12.50"' : null,
                    'categories' => [$c[$category]], 'tags' => [$t[$tag]], 'venue' => [$v[$venue]], 'organizer' => [$o[$organizer]],
                ], $lang);
            }
        });
    }
}
