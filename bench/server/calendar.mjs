/**
 * A calendar of events spread evenly over ten years, each with a venue, an organizer, a tag and a category. A tenth of
 * them have the category `sought` too, but in 2030 only `matches` of them: so neither the window nor the category alone
 * says much about the events that have both.
 *
 * @param {{ events: number, matches: number }} size
 * @returns {import('../../build/contract/world-file.js').WorldFile}
 */
export function createCalendar({ events, matches }) {
  return {
    venues: numbered('venue', 50, (name) => ({ venue: name, city: 'Ghent', country: 'Belgium' })),
    organizers: numbered('organizer', 50, (name) => ({ organizer: name, email: 'someone@example.org' })),
    categories: [...numbered('category', 20, (name) => ({ name })), { key: 'sought', name: 'Sought' }],
    tags: numbered('tag', 20, (name) => ({ name })),
    events: numbered('event', events, (name, index) => ({
      title: `${name} of the season`,
      description: `What happens at ${name} is described in a sentence or two, as most events have it.`,
      ...timesOf(index, events),
      website: `https://example.org/${index}`,
      cost: '12.50',
      categories: [...(isSought(index, events, matches) ? ['sought'] : []), `category-${index % 20}`],
      tags: [`tag-${index % 20}`],
      venue: [`venue-${index % 50}`],
      organizer: [`organizer-${index % 50}`],
    })),
  };
}

/** Selects just the matches. */
export const soughtQuery = 'categories=sought&starts_after=2030-01-01&ends_before=2030-12-31';

/**
 * @template T
 * @param {string} kind
 * @param {number} count
 * @param {(name: string, index: number) => T} fields
 */
const numbered = (kind, count, fields) =>
  Array.from({ length: count }, (_, index) => ({ key: `${kind}-${index}`, ...fields(`${kind} ${index}`, index) }));

const FIRST = Date.UTC(2026, 0, 1);
const PERIOD = Date.UTC(2036, 0, 1) - FIRST;
const HOUR = 3_600_000;

/** @param {number} index @param {number} events */
const startOf = (index, events) => FIRST + Math.floor((PERIOD * index) / events / HOUR) * HOUR;

/** @param {number} index @param {number} events */
function timesOf(index, events) {
  const start = startOf(index, events);
  return { start_date: toText(start), end_date: toText(start + HOUR / 2) };
}

/** @param {number} instant */
const toText = (instant) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

/** @param {number} index @param {number} events @param {number} matches */
function isSought(index, events, matches) {
  const place = index - firstIn(2030, events);
  const inYear = firstIn(2031, events) - firstIn(2030, events);
  if (place < 0 || place >= inYear) return index % 10 === 0;
  const step = Math.floor(inYear / matches);
  return place % step === 0 && place / step < matches;
}

/** The index of the first event of a year. @param {number} year @param {number} events */
function firstIn(year, events) {
  let index = Math.floor(((Date.UTC(year, 0, 1) - FIRST) / PERIOD) * events) - 2;
  while (startOf(index, events) < Date.UTC(year, 0, 1)) index += 1;
  return index;
}
