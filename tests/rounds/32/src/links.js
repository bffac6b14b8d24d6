import { presentEvent, presentVenue, presentOrganizer, presentTerm } from './present.js';
import { mayRead } from './auth.js';
import { invalid } from './errors.js';
import { bug } from './switches.js';

export const LINKS = {
  categories: { table: 'event_terms', column: 'term_id', target: 'terms', taxonomy: 'category' },
  tags: { table: 'event_terms', column: 'term_id', target: 'terms', taxonomy: 'tag' },
  venue: { table: 'event_venues', column: 'venue_id', target: 'venues' },
  organizer: { table: 'event_organizers', column: 'organizer_id', target: 'organizers' },
};

/** Terms with a count above zero. */
export const counts = new Set();

/** The events with all that is linked to them: one query per kind of link, whatever the number of events. */
export async function presentEvents(db, rows, user, base) {
  const ids = rows.map((r) => r.id);
  const of = new Map(rows.map((r) => [r.id, { categories: [], tags: [], venue: [], organizer: [] }]));
  const load = (table, column, target) => db(`${table} as l`).join(`${target} as t`, 't.id', `l.${column}`)
    .whereIn('l.event_id', ids).orderBy(['l.event_id', 'l.position']).select('t.*', 'l.event_id');
  for (const t of await load('event_terms', 'term_id', 'terms')) {
    of.get(t.event_id)[t.taxonomy === 'category' ? 'categories' : 'tags'].push(presentTerm(t, base));
  }
  const shown = (row) => row.status !== 'trash' && mayRead(user, row);
  for (const v of await load('event_venues', 'venue_id', 'venues')) if (shown(v) || (bug('draft-venue-in-event') && v.status !== 'trash')) of.get(v.event_id).venue.push(presentVenue(v, base));
  for (const o of await load('event_organizers', 'organizer_id', 'organizers')) if (shown(o)) of.get(o.event_id).organizer.push(presentOrganizer(o, base));
  return rows.map((r) => presentEvent(r, of.get(r.id), base));
}

export async function saveLinks(trx, eventId, body, { partial }) {
  for (const [name, link] of Object.entries(LINKS)) {
    if (!(name in body)) continue;
    const wanted = [...new Set(body[name] ?? [])];
    const known = await trx(link.target).whereIn('id', wanted).modify((q) => link.taxonomy && q.where('taxonomy', link.taxonomy)).pluck('id');
    const missing = wanted.filter((id) => !known.includes(id));
    if (missing.length) throw invalid(name, `no such ID: ${missing.join(', ')}`);
    const old = trx(link.table).where('event_id', eventId);
    if (link.taxonomy && !(bug('tags-wipe-categories') && name === 'tags')) old.whereIn('term_id', trx('terms').where('taxonomy', link.taxonomy).select('id'));
    if (!(partial && bug('update-appends-links'))) await old.del();
    if (link.taxonomy) wanted.forEach((id) => counts.add(id));
    for (const [position, id] of wanted.entries()) {
      await trx(link.table).insert({ event_id: eventId, [link.column]: id, position }).onConflict(['event_id', link.column]).ignore();
    }
  }
}
