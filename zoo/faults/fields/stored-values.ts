import { addSeconds, isWallClock } from '../../../adapter/notation/day-times.js';
import type { ClauseId } from '../../../contract/clauses/clauses.js';
import type { JsonValue } from '../../../wire/json.js';
import { aboutFields, collectionsOf, type Fault, type FieldTable } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { editBody } from '../../intercept/request-edit.js';

/** A column type that does something to what a create puts into it. */
interface Column {
  readonly id: string;
  /** Clauses besides those of the fields. */
  readonly neighbours?: readonly ClauseId[];
  readonly fields: FieldTable;
  readonly statement: string;
  /** By which kind of write; a create, when not given, and by both where it is all. */
  readonly by?: 'create' | 'update' | 'all';
  /** What becomes of a text; undefined is not stored at all. */
  readonly stores: (text: string) => JsonValue | undefined;
}

const storedIn =
  (names: readonly string[], stores: Column['stores']) =>
  ([name, value]: [string, JsonValue]): readonly (readonly [string, JsonValue])[] => {
    const stored = names.includes(name) && typeof value === 'string' ? stores(value) : value;
    return stored === undefined ? [] : [[name, stored]];
  };

const withNeighbours = (about: ReturnType<typeof aboutFields>, more: readonly ClauseId[]) => ({
  ...about,
  neighbours: [...about.neighbours, ...more],
});

/** The fault of a column type. */
const toFault = ({ id, fields, statement, by = 'create', neighbours = [], stores }: Column): Fault => ({
  id,
  ...withNeighbours(aboutFields(fields, by === 'update' ? 'update' : 'create'), neighbours),
  statement,
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(collectionsOf(fields), by === 'all' ? {} : { kind: by }),
      ({ request, collection }, next) =>
        next(
          editBody(request, (body) =>
            Object.fromEntries(Object.entries(body).flatMap(storedIn(fields[collection] ?? [], stores))),
          ),
        ),
    ),
});

const labels: FieldTable = {
  events: ['title'],
  venues: ['venue'],
  organizers: ['organizer'],
  categories: ['name'],
  tags: ['name'],
};

const descriptions: FieldTable = {
  events: ['description'],
  venues: ['description'],
  organizers: ['description'],
  categories: ['description'],
  tags: ['description'],
};

/** What updates lose that creates keep, because they go another way. */
const losses: readonly (readonly [string, FieldTable, string, (text: string) => string])[] = [
  ['astral-lost', descriptions, 'loses the characters beyond 16 bits in', (text) => text.replace(/[^\0-\uffff]/gu, '')],
  ['cut-at-255', descriptions, 'cuts off after 255 characters', (text) => text.slice(0, 255)],
  ['line-breaks-lost', descriptions, 'joins the lines of', (text) => text.replaceAll('\n', ' ')],
  ['ampersand-escaped', labels, 'escapes the ampersands of', (text) => text.replaceAll('&', '&amp;amp;')],
  ['non-ascii-lost', labels, 'replaces letters outside ASCII in', (text) => text.replace(/[^\0-\x7f]/g, '?')],
  ['percent-decoded', labels, 'decodes percent signs in', (text) => text.replaceAll('%41', 'A')],
];
const lossyUpdates: readonly Column[] = losses.map(([id, fields, does, stores]) => ({
  id: `records.update.${id}`,
  fields,
  statement: `An update ${does} ${fields === labels ? 'a name' : 'a description'}.`,
  by: 'update',
  stores,
}));

const textColumns: readonly Column[] = [
  ...lossyUpdates,
  {
    id: 'tags.create.name-by-compatibility',
    fields: { tags: ['name'], categories: ['name'] },
    neighbours: ['coherence.kept-write'],
    statement:
      'A create brings the name of a term into a normal form by compatibility: ½ becomes 1⁄2, and ² becomes 2.',
    stores: (text) => text.normalize('NFKC'),
  },
  {
    id: 'records.create.names-capitalized',
    fields: labels,
    statement: 'A create capitalizes every word of a name.',
    stores: (text) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  },
  {
    id: 'records.create.description-hyphens-lost',
    fields: descriptions,
    statement: 'A create replaces the hyphens of a description with spaces.',
    stores: (text) => text.replaceAll('-', ' '),
  },
  {
    id: 'records.descriptions-cut',
    fields: descriptions,
    neighbours: ['coherence.kept-write'],
    statement: 'Every write cuts off descriptions after 255 characters.',
    by: 'all',
    stores: (text) => text.slice(0, 255),
  },
  {
    id: 'venues.update.zip-as-number',
    fields: { venues: ['zip'] },
    statement: 'An update reads the zip of a venue as a number.',
    by: 'update',
    stores: (text) => (/^\d+$/.test(text) ? String(Number(text)) : text),
  },
  {
    id: 'events.update.zero-is-nothing',
    fields: { events: ['cost'] },
    statement: 'An update of an event ignores a cost of 0.',
    by: 'update',
    stores: (text) => (Number(text) === 0 ? undefined : text),
  },
  {
    id: 'records.create.phone-digits-only',
    fields: { venues: ['phone'], organizers: ['phone'] },
    statement: 'A create stores only the digits of a telephone number.',
    stores: (text) => text.replace(/\D/g, ''),
  },
  {
    id: 'records.create.website-origin-only',
    fields: { events: ['website'], organizers: ['website'] },
    statement: 'A create stores only the scheme and host of a website.',
    stores: (text) => /^https?:\/\/[^/]+/.exec(text)?.[0] ?? text,
  },
  {
    id: 'venues.create.address-normalized',
    fields: { venues: ['address', 'city', 'country'] },
    statement: 'A create stores the address of a venue in capitals and without the house number.',
    stores: (text) => text.replace(/\s*\d+\s*/, '').toUpperCase(),
  },
  {
    id: 'venues.create.false-is-true',
    fields: { venues: ['show_map', 'show_map_link'] },
    statement: 'A create reads the word false as true.',
    stores: (text) => String(text !== ''),
  },
  {
    id: 'events.create.cost-in-cents',
    fields: { events: ['cost'] },
    statement: 'A create stores and shows the cost of an event in cents.',
    stores: (text) => (Number.isNaN(Number(text)) ? text : String(Number(text) * 100)),
  },
];

/** Creates and updates that store another text than the one that was sent. */
export const storedTexts: readonly Fault[] = textColumns.map(toFault);

const HOUR = 3600;

const timeColumns: readonly Column[] = [
  {
    id: 'events.create.start-hour-early',
    fields: { events: ['start_date'] },
    statement: 'A create stores the start of an event one hour early.',
    stores: (text) => (isWallClock(text) ? addSeconds(text, -HOUR) : text),
  },
  {
    id: 'events.create.end-second-early',
    fields: { events: ['end_date'] },
    statement: 'A create stores the end of an event one second early.',
    stores: (text) => (isWallClock(text) ? addSeconds(text, -1) : text),
  },
  {
    id: 'records.create.date-without-time',
    fields: { events: ['date'], venues: ['date'], organizers: ['date'] },
    statement: 'A create stores only the day of a publication date.',
    stores: (text) => text.replace(/ .*/, ' 00:00:00'),
  },
  {
    id: 'records.create.date_utc-as-local',
    fields: { events: ['date_utc'], venues: ['date_utc'], organizers: ['date_utc'] },
    statement: 'A create reads a publication date in UTC as UTC+1.',
    stores: (text) => (isWallClock(text) ? addSeconds(text, -HOUR) : text),
  },
];

/** A time that a calendar makes of the numbers in a text, whatever they are. */
function rolled(time: string): string {
  const [year = 0, month = 1, ...rest] = time.split(/[- :]/).map(Number);
  const [day = 1, hour = 0, minute = 0, second = 0] = rest;
  const made = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return made.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
}

const wasRolled = (time: string): boolean => /^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/.test(time) && rolled(time) !== time;

/** A date is made of its parts by a calendar that counts on where a month ends. */
const daysRollOver: Fault = {
  id: 'events.update.days-roll-over',
  clause: 'coherence.refused-write',
  neighbours: ['event.update', 'event.field.start_date'],
  statement: 'An update of an event takes a day that does not exist for one of the next month.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'events' }, ({ request }, next) =>
      next(
        editBody(request, (body) => {
          const { start_date: start } = body;
          return typeof start === 'string' && wasRolled(start) ? { ...body, start_date: rolled(start) } : body;
        }),
      ),
    ),
};

/** Writes that store another time than the one that was sent. */
export const storedTimes: readonly Fault[] = [...timeColumns.map(toFault), daysRollOver];
