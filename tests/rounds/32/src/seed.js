import { DateTime } from 'luxon';
import { nowUtc, wallToUtc } from './dates.js';

/** A small world to start with. */
export async function seed(knex, users) {
  const now = nowUtc();
  const editor = users.find((u) => u.role === 'editor')?.id ?? 1;
  const writer = users.find((u) => u.role === 'author')?.id ?? editor;
  const post = (language, slug, author = editor) => ({ author, status: 'publish', language, slug, description: '', date: now, date_utc: now, modified_utc: now });

  const venue = (language, slug, name, rest) => ({ ...post(language, slug), venue: name, ...rest });
  await knex('venues').insert([
    venue('en', 'harbour-hall', 'Harbour Hall', { address: '12 Quay Street', city: 'Rotterdam', country: 'Netherlands', province: 'Zuid-Holland', zip: '3011 AA', phone: '+31 10 123 45 67', website: 'https://harbourhall.example/' }),
    venue('nl', 'de-oude-kerk', 'De Oude Kerk', { address: 'Kerkplein 1', city: 'Utrecht', country: 'Nederland', zip: '3512 JE' }),
    venue('fr', 'theatre-de-l-etoile', 'Théâtre de l’Étoile', { address: '4 rue des Fleurs', city: 'Lyon', country: 'France', zip: '69001' }),
    venue('de', 'gruene-wiese', 'Grüne Wiese', { address: 'Hauptstraße 9', city: 'Köln', country: 'Deutschland', state: 'Nordrhein-Westfalen', zip: '50667' }),
  ]);
  const organizer = (language, slug, name, rest) => ({ ...post(language, slug), organizer: name, ...rest });
  await knex('organizers').insert([
    organizer('en', 'city-arts', 'City Arts', { email: 'info@cityarts.example', phone: '+31 10 765 43 21', website: 'https://cityarts.example/' }),
    organizer('nl', 'stichting-muziek', 'Stichting Muziek', { email: 'post@muziek.example' }),
    organizer('fr', 'les-amis-du-theatre', 'Les Amis du Théâtre', {}),
    organizer('de', 'kulturverein', 'Kulturverein', { phone: '+49 221 5555' }),
  ]);
  const term = (taxonomy, language, slug, name, parent = 0) => ({ taxonomy, language, slug, name, description: '', parent });
  await knex('terms').insert([
    term('category', 'en', 'music', 'Music'), term('category', 'en', 'jazz', 'Jazz', 1), term('category', 'en', 'theatre', 'Theatre'),
    term('category', 'nl', 'muziek', 'Muziek'), term('category', 'de', 'markt', 'Markt'),
    term('tag', 'en', 'outdoor', 'Outdoor'), term('tag', 'en', 'family', 'Family'), term('tag', 'fr', 'gratuit', 'Gratuit'),
  ]);

  const world = [
    ['en', 'jazz-night', 'Jazz Night', 12, '20:00', '23:00', 'Europe/Amsterdam', [1], [1], [1, 2, 7]],
    ['en', 'harbour-festival', 'Harbour Festival', 20, '10:00', '22:00', 'Europe/Amsterdam', [1], [1], [1, 6, 7]],
    ['en', 'poetry-reading', 'Poetry Reading', 25, '19:30', '21:00', 'Europe/London', [], [1], [3]],
    ['nl', 'orgelconcert', 'Orgelconcert', 15, '15:00', '16:30', 'Europe/Amsterdam', [2], [2], [4]],
    ['nl', 'kerstmarkt-utrecht', 'Kerstmarkt Utrecht', 30, '09:00', '18:00', 'Europe/Amsterdam', [2], [], [6]],
    ['fr', 'le-malade-imaginaire', 'Le malade imaginaire', 18, '20:30', '22:45', 'Europe/Paris', [3], [3], [3]],
    ['fr', 'fete-du-quartier', 'Fête du quartier', 40, '14:00', '23:00', 'Europe/Paris', [], [3], [6, 8]],
    ['de', 'wochenmarkt', 'Wochenmarkt', 8, '07:00', '13:00', 'Europe/Berlin', [4], [4], [5]],
    ['de', 'sommerkonzert', 'Sommerkonzert', 60, '18:00', '20:00', 'Europe/Berlin', [4], [4], [6]],
    ['en', 'film-club', 'Film Club', -10, '20:00', '22:30', 'America/New_York', [], [], []],
  ];
  const events = [];
  const links = { event_venues: [], event_organizers: [], event_terms: [] };
  for (const [i, [language, slug, title, days, from, to, timezone, venues, organizers, terms]] of world.entries()) {
    const date = DateTime.utc().plus({ days }).toFormat('yyyy-MM-dd');
    const start = `${date} ${from}:00`, end = `${date} ${to}:00`;
    events.push({
      ...post(language, slug, i % 5 === 2 ? writer : editor), title, excerpt: '', description: `${title}: everybody is welcome.`, timezone, start_date: start, end_date: end,
      utc_start_date: wallToUtc(start, timezone), utc_end_date: wallToUtc(end, timezone),
      cost: i % 2 ? JSON.stringify('12.50') : null, website: null, all_day: false, show_map: true, show_map_link: true, hide_from_listings: false, sticky: false, featured: i === 1,
    });
    for (const [table, column, ids] of [['event_venues', 'venue_id', venues], ['event_organizers', 'organizer_id', organizers], ['event_terms', 'term_id', terms]]) {
      links[table].push(...ids.map((value, position) => ({ event_id: i + 1, [column]: value, position })));
    }
  }
  await knex('events').insert(events);
  for (const [table, rows] of Object.entries(links)) await knex(table).insert(rows);
}
