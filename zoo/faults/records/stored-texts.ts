import type { Fault } from '../../fault.js';
import { type Column, toFault } from './column.js';

const textColumns: readonly Column[] = [
  {
    id: 'records.create.names-capitalized',
    fields: { events: ['title'], venues: ['venue'], organizers: ['organizer'], categories: ['name'], tags: ['name'] },
    statement: 'A create gives every word of a name a capital letter.',
    stores: (text) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  },
  {
    id: 'records.create.description-hyphens-lost',
    fields: {
      events: ['description'],
      venues: ['description'],
      organizers: ['description'],
      categories: ['description'],
      tags: ['description'],
    },
    statement: 'A create stores a description with blanks instead of hyphens.',
    stores: (text) => text.replaceAll('-', ' '),
  },
  {
    id: 'records.create.phone-digits-only',
    fields: { venues: ['phone'], organizers: ['phone'] },
    statement: 'A create stores the digits of a telephone number alone.',
    stores: (text) => text.replace(/\D/g, ''),
  },
  {
    id: 'records.create.website-origin-only',
    fields: { events: ['website'], organizers: ['website'] },
    statement: 'A create stores scheme and host of a website alone.',
    stores: (text) => /^https?:\/\/[^/]+/.exec(text)?.[0] ?? text,
  },
  {
    id: 'venues.create.address-normalized',
    fields: { venues: ['address', 'city', 'country'] },
    statement: 'A create stores the address of a venue as a label: in capitals and without the number of the house.',
    stores: (text) => text.replace(/\s*\d+\s*/, '').toUpperCase(),
  },
  {
    id: 'venues.create.false-is-true',
    fields: { venues: ['show_map', 'show_map_link'] },
    statement: 'A create takes the word false for true.',
    stores: (text) => String(text !== ''),
  },
  {
    id: 'events.create.cost-in-cents',
    fields: { events: ['cost'] },
    statement: 'A create stores the cost of an event in cents and shows it so.',
    stores: (text) => (Number.isNaN(Number(text)) ? text : String(Number(text) * 100)),
  },
];

/** Creates that store another text than the one that was sent. */
export const storedTexts: readonly Fault[] = textColumns.map(toFault);
