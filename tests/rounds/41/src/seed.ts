/** The world of data at start. */
import { DateTime } from 'luxon';
import { db, Kind } from './db';
import { SITE_TZ } from './config';
import { FORMAT, nowSite, slugify } from './text';

const created = DateTime.utc().minus({ days: 30 });
const stamp = (n: number): Record<string, string> => {
  const d = created.plus({ hours: n });
  return { date: d.setZone(SITE_TZ).toFormat(FORMAT), date_utc: d.toFormat(FORMAT), modified_utc: d.toFormat(FORMAT) };
};
const slugs = new Set<string>();
const slugFor = (kind: string, title: string): string => {
  const base = slugify(title, kind);
  let s = base;
  for (let i = 2; slugs.has(`${kind}/${s}`); i++) s = `${base}-${i}`;
  slugs.add(`${kind}/${s}`);
  return s;
};

const translations: Record<string, any>[] = [];
const translate = (kind: Kind, id: number, lang: string, fields: Record<string, string>): void => {
  for (const [field, value] of Object.entries(fields)) translations.push({ kind, item_id: id, lang, field, value });
};

const VENUES: [string, string, string, string, string, number | null, number | null, string][] = [
  ['Concertgebouw', 'Concertgebouwplein 10', 'Amsterdam', 'Netherlands', '1071 LN', 52.3563, 4.8791, 'Famous hall with a great acoustic.'],
  ['De Doelen', 'Schouwburgplein 50', 'Rotterdam', 'Netherlands', '3012 CL', 51.9218, 4.4735, 'Concert and congress hall.'],
  ['TivoliVredenburg', 'Vredenburgkade 11', 'Utrecht', 'Netherlands', '3511 WC', 52.0924, 5.1133, 'Five halls under one roof.'],
  ['Café de Flore', '172 Boulevard Saint-Germain', 'Paris', 'France', '75006', 48.8541, 2.3325, 'A café with readings.'],
  ['Théâtre du Châtelet', '1 Place du Châtelet', 'Paris', 'France', '75001', 48.8575, 2.3470, 'Opera, dance and musicals.'],
  ['Elbphilharmonie', 'Platz der Deutschen Einheit 4', 'Hamburg', 'Germany', '20457', 53.5413, 9.9841, 'Concert hall on the river.'],
  ['Münchner Kammerspiele', 'Maximilianstraße 26', 'München', 'Germany', '80539', 48.1391, 11.5836, 'City theatre.'],
  ['Royal Albert Hall', 'Kensington Gore', 'London', 'United Kingdom', 'SW7 2AP', 51.5009, -0.1774, 'Home of the Proms.'],
  ['Old Harbour Shed', 'Quay 7', 'Boston', 'United States', '02110', 42.3554, -71.0497, 'A warehouse for markets & fairs.'],
  ['City Library', 'Oosterdokskade 143', 'Amsterdam', 'Netherlands', '1011 DL', null, null, 'Meeting rooms and a lecture hall.'],
  ['Open Field', '', 'Biddinghuizen', 'Netherlands', '8256', null, null, 'No building at all; bring boots.'],
  ['Closed Cinema', 'Main Street 1', 'Haarlem', 'Netherlands', '2011', 52.3874, 4.6462, 'Shut since the last screening.'],
];
const ORGANIZERS: [string, string, string, string][] = [
  ['City Music Foundation', '+31 20 555 0101', 'info@citymusic.example', 'Concerts for all.'],
  ["O'Neill Events", '+353 1 555 0102', 'hello@oneill.example', 'Irish folk nights.'],
  ['Über Kultur e.V.', '+49 40 555 0103', 'kontakt@ueberkultur.example', 'Verein für Kultur.'],
  ['Les Amis du Théâtre', '+33 1 5550104', 'amis@theatre.example', 'Friends of the theatre.'],
  ['Tech Meetups', '+31 10 555 0105', 'team@techmeetups.example', 'Talks about software.'],
  ['Farmers & Makers', '+1 617 555 0106', 'market@farmers.example', 'Markets with local food.'],
  ['Run Club', '+31 30 555 0107', 'run@runclub.example', 'Races in all seasons.'],
  ['Book Circle', '+44 20 5550 108', 'read@bookcircle.example', 'Readings and talks.'],
  ['Film House', '+31 23 555 0109', 'film@filmhouse.example', 'Screenings, now closed.'],
  ['Youth Orchestra', '+31 20 555 0110', 'jong@orchestra.example', 'Young players.'],
  ['Green Gardens', '+31 20 555 0111', 'tuin@green.example', 'Gardens open to visitors.'],
  ['Silent Partner', '', 'nobody@silent.example', 'Has never organised anything.'],
];
const CATEGORIES: [string, number, string][] = [
  ['Music', 0, 'All that sounds'], ['Classical', 11, 'Orchestras and chamber music'], ['Baroque', 12, 'Before 1750'],
  ['Jazz', 11, 'Improvised music'], ['Theatre', 0, 'On stage'], ['Opera', 15, 'Sung theatre'],
  ['Food & Drink', 0, 'Markets and tastings'], ['Market', 17, 'Stalls'], ['Sport', 0, 'Races and games'],
  ['Talks', 0, 'Lectures'], ['Software', 20, 'Talks on software'], ['Empty Shelf', 0, 'Nothing here yet'],
];
const TAGS: [string, string, string][] = [
  ['free', 'free', ''], ['family', 'family', 'For children'], ['outdoor', 'outdoor', ''], ['indoor', 'a-roof-overhead', 'With a roof'],
  ['art', 'art', ''], ['art deco', 'art-deco', 'Style'], ['evening', 'late', ''], ['morning', 'early', ''],
  ['wheelchair access', 'accessible', ''], ['English spoken', 'english-spoken', ''], ['sold out', 'zero-left', ''], ['Été', 'ete', 'Summer'],
  ['members only', 'members-only', ''], ['streamed', 'online', ''], ['unused', 'unused', 'On no event'],
];
const TITLES = [
  'Mahler Symphony', 'Baroque Evening', 'Jazz at the Quay', 'Farmers Market', 'City Half Marathon', 'Type Systems 101', 'Opera Gala',
  'Poetry Reading', 'Garden Day', 'Über den Wolken', "St Patrick's Folk Night", 'Rock & Roll Revival', 'Film Marathon', 'Children\'s Theatre',
  'Book Fair', 'Wine Tasting', 'Youth Orchestra Concert', 'Night of the Museums', 'Fête de la Musique', 'Cycling Tour',
];

export async function seed(): Promise<void> {
  await db('media').insert([1, 2, 3, 4, 5].map((n) => ({ id: 900 + n, url: `https://images.example/photo-${n}.jpg` })));

  await db('venues').insert(VENUES.map(([title, address, city, country, zip, lat, lng, description], i) => ({
    id: 101 + i, title, slug: slugFor('venues', title), description, lang: 'en', author: 1 + (i % 2), status: i === 10 ? 'draft' : 'publish',
    ...stamp(i), image: i % 4 === 0 ? '901' : null, website: i % 3 === 0 ? `https://venue-${i}.example/` : null,
    address: address || null, city, country, zip, phone: `+31 20 444 01${10 + i}`, province: country === 'Netherlands' ? 'Holland' : null,
    state: country === 'United States' ? 'MA' : null, stateprovince: country === 'Netherlands' ? 'Holland' : country === 'United States' ? 'MA' : null,
    show_map: 'true', show_map_link: 'true', geo_lat: lat, geo_lng: lng,
    custom_fields: JSON.stringify({ capacity: String(200 + i * 50), parking: i % 2 ? 'none' : 'underground garage' }),
  })));
  await db('organizers').insert(ORGANIZERS.map(([title, phone, email, description], i) => ({
    id: 201 + i, title, slug: slugFor('organizers', title), description, lang: 'en', author: 1 + (i % 2),
    status: i === 10 ? 'draft' : 'publish', ...stamp(20 + i), image: i % 5 === 0 ? '902' : null,
    website: i % 2 ? null : `https://org-${i}.example/`, phone: phone || null, email,
  })));
  const modified_utc = created.toFormat(FORMAT);
  await db('categories').insert(CATEGORIES.map(([title, parent, description], i) =>
    ({ id: 11 + i, title, slug: slugFor('categories', title), description, parent, lang: 'en', modified_utc })));
  await db('tags').insert(TAGS.map(([title, slug, description], i) => ({ id: 31 + i, title, slug, description, lang: 'en', modified_utc })));

  const today = nowSite().startOf('day');
  const events: Record<string, any>[] = [];
  const links: Record<string, any>[] = [];
  const zones = [SITE_TZ, SITE_TZ, SITE_TZ, 'Europe/London', 'America/New_York', SITE_TZ];
  for (let i = 0; i < 60; i++) {
    const id = 1001 + i;
    const lap = Math.floor(i / 20);
    const base = TITLES[i % 20] as string;
    const german: Record<number, string> = { 26: 'Operngala im Herbst', 43: 'Bauernmarkt am Abend' };
    const title = german[i] ?? (lap === 0 ? base : lap === 1 ? `${base} II` : `${base} (autumn)`);
    // one third past, a few running, the rest in the coming year; 1040..1047 all start at the same moment
    let offset = i < 16 ? -200 + i * 12 : i < 20 ? -1 : i < 39 ? 2 + (i - 20) * 9 : i < 47 ? 45 : 60 + (i - 47) * 20;
    let hour = [20, 19, 10, 9, 14, 0][i % 6] as number;
    let minutes = 120;
    const allDay = i % 6 === 5;
    let days = i % 12 === 11 ? 2 : 0;
    if (i >= 16 && i < 20) { days = 3; hour = 9; minutes = 480; }
    if (i >= 39 && i < 47) hour = 20;
    let timezone = i >= 39 && i < 47 ? SITE_TZ : (zones[i % 6] as string);
    let start = today.setZone(timezone, { keepLocalTime: true }).plus({ days: offset }).set({ hour });
    if (i === 59) start = DateTime.fromObject({ year: today.year + 1, month: 12, day: 31, hour: 22 }, { zone: timezone });
    let end = start.plus({ days, minutes });
    const day = allDay && !(i >= 39 && i < 47);
    if (day) { start = start.startOf('day'); end = start.plus({ days }).endOf('day').startOf('second'); }
    const n = i % 20;
    events.push({
      id, title, slug: slugFor('events', title), lang: i === 9 || german[i] ? 'de' : 'en', author: 1 + (i % 2), ...stamp(40 + i),
      description: german[i] ? `<p>${german[i]}, Einlass eine halbe Stunde vorher.</p>` : `<p>${base} number ${i + 1}. ${n === 11 ? '100% live_music & dance.' : n === 3 ? 'Bread, cheese and honey.' : 'Doors open half an hour before.'}</p>`,
      excerpt: i % 3 === 0 ? `About ${base}` : '',
      status: [24, 37, 52].includes(i) ? 'draft' : i === 28 ? 'pending' : i === 31 ? 'private' : 'publish',
      start_date: start.toFormat(FORMAT), end_date: end.toFormat(FORMAT), timezone, all_day: day,
      utc_start_date: start.toUTC().toFormat(FORMAT), utc_end_date: end.toUTC().toFormat(FORMAT),
      cost: i % 4 === 0 ? '12.50' : i % 4 === 1 ? '0' : i % 8 === 2 ? '5 - 20' : '', website: i % 5 === 0 ? `https://event-${id}.example/` : null,
      image: i % 3 === 1 ? String(901 + (i % 5)) : null, featured: i % 7 === 0, sticky: i % 11 === 0, hide_from_listings: i % 13 === 12,
      show_map: i % 9 !== 0, show_map_link: true, ticketed: i % 6 === 0, post_parent: i === 21 || i === 22 ? 1021 : 0,
      password: i === 30 ? 'sesame' : null,
    });
    const link = (kind: string, ...targets: number[]): void => {
      [...new Set(targets)].forEach((target_id, position) => links.push({ event_id: id, kind, target_id, position }));
    };
    const past = i < 16;
    if (past && n === 12) { link('venues', 112); link('organizers', 209); }
    else {
      if (i % 8 !== 7) link('venues', ...(i % 10 === 4 ? [101 + (i % 9), 110] : [101 + (i % 9)]));
      if (i % 7 !== 6) link('organizers', ...(i % 9 === 3 ? [201 + (i % 8), 210] : [201 + (i % 8)]));
    }
    const cats: number[][] = [[11, 12], [13, 12], [14], [17, 18], [19], [21, 20], [15, 16], [20], [17], [11], [11, 14], [11], [15], [15], [20], [17], [11, 12], [], [11], [19]];
    link('categories', ...(cats[n] as number[]));
    if (i % 5 !== 4) link('tags', 31 + (i % 14), 31 + ((i * 3) % 14));
    if (i % 4 === 0) translate('events', id, 'nl', { title: `${base} (NL) ${i + 1}`, description: `<p>Nederlandse tekst bij ${base}.</p>` });
    if (i % 6 === 0) translate('events', id, 'fr', { title: `${base} (FR) ${i + 1}` });
    if (i % 10 === 0) translate('events', id, 'de', { title: `${base} (DE) ${i + 1}`, description: `<p>Deutscher Text zu ${base}.</p>` });
  }
  for (let i = 0; i < events.length; i += 20) await db('events').insert(events.slice(i, i + 20));
  for (let i = 0; i < links.length; i += 100) await db('links').insert(links.slice(i, i + 100));

  translate('venues', 101, 'de', { title: 'Konzerthaus Amsterdam', description: 'Berühmter Saal.' });
  translate('venues', 108, 'fr', { title: 'Salle Royale Albert' });
  translate('venues', 110, 'nl', { title: 'Stadsbibliotheek', description: 'Vergaderzalen.' });
  translate('organizers', 201, 'nl', { title: 'Stichting Stadsmuziek', description: 'Concerten voor iedereen.' });
  translate('organizers', 208, 'de', { title: 'Lesekreis' });
  translate('organizers', 208, 'fr', { title: 'Cercle de lecture' });
  [['Muziek', 11], ['Klassiek', 12], ['Eten en drinken', 17], ['Lezingen', 20]].forEach(([t, id]) => translate('categories', id as number, 'nl', { title: t as string }));
  translate('categories', 11, 'fr', { title: 'Musique' });
  translate('categories', 11, 'de', { title: 'Musik' });
  translate('tags', 31, 'nl', { title: 'gratis' });
  translate('tags', 31, 'fr', { title: 'gratuit' });
  translate('tags', 32, 'de', { title: 'Familie' });
  for (let i = 0; i < translations.length; i += 50) await db('translations').insert(translations.slice(i, i + 50));
}
