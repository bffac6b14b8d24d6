import { addDays } from 'date-fns';
import { formatInTimeZone } from 'date-fns-tz';
import { SITE_TZ } from './config';
import { EventRow, PlaceRow, db } from './db';
import { saveTranslation } from './repos/common';
import { createEvent } from './repos/events';
import { createPlace } from './repos/places';
import { createTerm } from './repos/terms';
import { EventInput, PlaceInput } from './schemas';
import { parseDate } from './time';

const at = (days: number, time: string) => parseDate(`${formatInTimeZone(addDays(new Date(), days), SITE_TZ, 'yyyy-MM-dd')} ${time}:00`)!;

const categories: [name: string, parent: number, de?: string][] = [
  ['Music', 0, 'Musik'], ['Jazz', 1], ['Bebop', 2], ['Classical', 1, 'Klassik'], ['Opera', 4, 'Oper'], ['Sport', 0, 'Sport'],
  ['Running', 6, 'Laufen'], ['Food & Drink', 0, 'Essen und Trinken'], ['Wine', 8, 'Wein'], ['Théâtre', 0, 'Theater'], ['Workshops', 0], ['Archive', 0, 'Archiv'],
];
const tags = ['free', 'outdoor', 'kids', 'evening', 'weekend', 'soirée', 'accessible', 'sold out', 'new', 'Q&A', 'live', 'online', 'members', 'festival', 'unused'];

const venues: [PlaceInput, number, number][] = [
  [{ venue: 'Concertgebouw', address: 'Concertgebouwplein 10', city: 'Amsterdam', country: 'Netherlands', province: 'Noord-Holland', zip: '1071 LN', phone: '+31 20 573 0573', website: 'https://concert.example' }, 52.3563, 4.8791],
  [{ venue: 'Paradiso', address: 'Weteringschans 6', city: 'Amsterdam', country: 'Netherlands', zip: '1017 SG', description: 'A former church.' }, 52.3622, 4.8839],
  [{ venue: 'Tivoli', address: 'Vredenburgkade 11', city: 'Utrecht', country: 'Netherlands', province: 'Utrecht', zip: '3511 WC' }, 52.0929, 5.1132],
  [{ venue: 'Philharmonie', address: 'Herbert-von-Karajan-Straße 1', city: 'Berlin', country: 'Germany', zip: '10785', phone: '+49 30 254880' }, 52.51, 13.3699],
  [{ venue: 'Gewandhaus', address: 'Augustusplatz 8', city: 'Leipzig', country: 'Germany', state: 'Sachsen', zip: '04109' }, 51.3377, 12.3806],
  [{ venue: 'Café de la Gare', address: "41 rue du Temple", city: 'Paris', country: 'France', zip: '75004' }, 48.8603, 2.3543],
  [{ venue: "L'Olympia", address: '28 boulevard des Capucines', city: 'Paris', country: 'France', zip: '75009' }, 48.8702, 2.3283],
  [{ venue: 'Symphony Hall', address: '301 Massachusetts Ave', city: 'Boston', country: 'United States', state: 'MA', zip: '02115', stateprovince: 'MA' }, 42.3429, -71.0856],
  [{ venue: 'Stadspark', city: 'Groningen', country: 'Netherlands', province: 'Groningen', show_map: 'true' }, 53.2056, 6.5379],
  [{ venue: 'De Kleine Zaal', city: 'Haarlem', country: 'Netherlands', description: 'Small hall, 100% accessible.' }, 52.3812, 4.6372],
  [{ venue: 'Online' }, NaN, NaN],
  [{ venue: 'Old Barn', city: 'Ede', status: 'draft' }, 52.0402, 5.6649],
];
const organizers: PlaceInput[] = [
  { organizer: 'City Council', email: 'events@city.example', phone: '+31 20 555 0100', website: 'https://city.example' },
  { organizer: 'Jazz Society', email: 'jazz@society.example' }, { organizer: 'Müller & Söhne', email: 'info@mueller.example', description: 'Konzertagentur' },
  { organizer: 'Association Élan', website: 'https://elan.example' }, { organizer: "O'Brien Promotions", phone: '+353 1 555 0199' },
  { organizer: 'Runners Club', email: 'run@club.example' }, { organizer: 'Wine Guild' }, { organizer: 'Theatre Company' }, { organizer: 'Library', description: 'Readings and talks.' },
  { organizer: 'Museum Night' }, { organizer: 'Idle Hands' }, { organizer: 'Secret Committee', status: 'draft' },
];

interface Seed { title: string; from: number; time?: string; days?: number; hours?: number; more?: Partial<EventInput>; extra?: Partial<EventRow>; de?: string; fr?: string }
const named: Seed[] = [
  { title: 'Winter Festival', from: -2, days: 6, time: '10:00', more: { featured: true, description: 'Six days of music & lights.' }, de: 'Winterfest', fr: "Festival d'hiver" },
  { title: 'Street Art Exhibition', from: -20, days: 45, more: { all_day: true, cost: '12.50' }, de: 'Ausstellung Straßenkunst' },
  { title: 'Café Chantant', from: 1, time: '20:30', more: { cost: 'Free', description: 'Chansons and coffee.' }, fr: 'Café chantant de Noël' },
  { title: 'Midnight Jazz', from: 3, time: '00:30', hours: 2, more: { cost: 15, excerpt: 'Late.' }, de: 'Mitternachtsjazz' },
  { title: '100% Vinyl', from: 5, time: '19:00', more: { description: 'Only records_no_streams.' } },
  { title: "Rock 'n' Roll Night", from: 6, time: '21:00', hours: 5, more: { sticky: true } },
  { title: 'Größe und Klang', from: 8, time: '19:30', more: { timezone: 'Europe/Berlin' }, de: 'Größe und Klang' },
  { title: 'Boston Pops', from: 9, time: '20:00', more: { timezone: 'America/New_York', cost: '45' } },
  { title: '東京の夜', from: 11, time: '18:00', more: { timezone: 'Asia/Tokyo', description: '日本の音楽' } },
  { title: 'Opera: La Bohème 🎭', from: 14, time: '19:30', hours: 4, more: { featured: true, image: '9001' }, de: 'Oper: La Bohème' },
  { title: 'Hidden Rehearsal', from: 15, time: '14:00', more: { hide_from_listings: true } },
  { title: 'Members Evening', from: 16, time: '19:00', more: { description: 'For members only.' }, extra: { password: 'open-sesame' } },
  { title: 'Draft Gala', from: 18, time: '20:00', more: { status: 'draft', description: 'Gala with jazz, not announced.' } },
  { title: 'Pending Parade', from: 25, time: '13:00', more: { status: 'pending' } },
  { title: 'Private Viewing', from: 27, time: '17:00', more: { status: 'private' } },
  { title: 'Marathon', from: 130, time: '09:00', hours: 7, more: { featured: true, website: 'https://marathon.example' }, extra: { ticketed: 1 }, de: 'Marathonlauf' },
  { title: 'Spring Weekend', from: 115, days: 4, time: '12:00', extra: { ticketed: 1 } },
  { title: 'Summer Camp', from: 220, days: 14, more: { all_day: true, image: 'https://img.example/camp.jpg' }, de: 'Sommerlager', fr: "Camp d'été" },
  { title: 'Wine Tasting', from: 12, time: '16:00', more: { cost: '0' } },
  { title: 'New Year Concert', from: 31, time: '15:00', more: { show_map_link: false } },
];
const series = ['Lunch Concert', 'Open Day', 'Reading Club', 'Dance Class', 'Film Night', 'Garden Walk'];

export async function seed(): Promise<void> {
  await db.insertInto('media').values([{ id: 9001, url: 'https://img.example/boheme.jpg' }, { id: 9002, url: 'https://img.example/park.jpg' }]).execute();
  const cat: number[] = [];
  for (const [name, parent, de] of categories) {
    const id = await createTerm(db, 'category', { name, parent: parent ? cat[parent - 1] : undefined, description: `All about ${name.toLowerCase()}.` }, 'en', 1);
    if (de) await saveTranslation(db, 'category', id, 'de', { title: de });
    cat.push(id);
  }
  const tag: number[] = [];
  for (const [i, name] of tags.entries()) tag.push(await createTerm(db, 'tag', { name }, 'en', i % 5 === 4 ? 2 : 1));
  const venue: number[] = [];
  for (const [input, lat, lng] of venues) {
    const id = await createPlace(db, 'venue', input, 'en', 1);
    if (!Number.isNaN(lat)) await db.updateTable('places').set({ lat, lng } as Partial<PlaceRow>).where('id', '=', id).execute();
    venue.push(id);
  }
  await saveTranslation(db, 'venue', venue[8], 'de', { title: 'Stadtpark', description: 'Ein Park.' });
  const organizer: number[] = [];
  for (const input of organizers) organizer.push(await createPlace(db, 'organizer', input, 'en', 1));
  await saveTranslation(db, 'organizer', organizer[0], 'de', { title: 'Stadtrat' });

  const all: Seed[] = [...named];
  for (let i = 0; all.length < 62; i++) {
    // Several of a series begin at the same time; some lie in the past.
    const block = Math.floor(i / 7);
    all.push({ title: `${series[i % series.length]} ${i + 1}`, from: [7, -14, 21, 28, -60, 42][block], time: i % 7 === 6 ? '10:00' : '12:30', hours: 1 });
  }
  for (const [i, s] of all.entries()) {
    const pick = <T>(from: T[], ...at: number[]) => at.map((n) => from[n % from.length]);
    const few = i % 6 === 5;
    const more: Partial<EventInput> = {
      description: `About ${s.title}.`, ...s.more,
      categories: few ? null : [...new Set(pick(cat, i % 11, ...(i % 2 ? [(i + 3) % 11] : [])))],
      tags: i % 5 === 4 ? null : [...new Set(pick(tag, i % 14, (i * 3) % 14, ...(i % 4 ? [] : [(i + 5) % 14])))],
      venue: few ? null : i % 4 === 2 ? pick(venue, i % 10, (i + 4) % 10) : [venue[i % 11]],
      organizer: i % 7 === 3 ? null : i % 3 === 1 ? pick(organizer, i % 10, (i + 5) % 10) : [organizer[i % 10]],
      featured: s.more?.featured ?? i % 13 === 0,
    };
    const start = at(s.from, s.time ?? '00:00');
    const end = s.days ? at(s.from + s.days - 1, '18:00') : parseDate(addHours(start.wall, s.hours ?? 3))!;
    const id = await createEvent(db, { title: s.title, start_date: start, end_date: end, ...more } as EventInput, 'en', i % 4 === 0 ? 2 : 1);
    if (s.extra) await db.updateTable('events').set(s.extra).where('id', '=', id).execute();
    if (s.de) await saveTranslation(db, 'event', id, 'de', { title: s.de, description: `Über ${s.de}.` });
    if (s.fr) await saveTranslation(db, 'event', id, 'fr', { title: s.fr });
  }
  const marathon = await db.selectFrom('events').select('id').where('slug', '=', 'marathon').executeTakeFirst();
  if (marathon) await db.updateTable('events').set({ post_parent: marathon.id }).where('title', 'like', 'Garden Walk%').execute();
}

const addHours = (wall: string, hours: number) => new Date(Date.parse(wall.replace(' ', 'T') + 'Z') + hours * 3600_000).toISOString().slice(0, 19).replace('T', ' ');
