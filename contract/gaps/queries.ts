import type { Gap } from '../gap.js';

/** What the interface leaves open about list parameters. */
export const queryGaps = [
  {
    id: 'gap.per-page.maximum',
    question: 'How large may a page be?',
    source: 'Limits',
    decision: 'per_page is 1 to 100; anything else is 400, as is a page below 1.',
  },
  {
    id: 'gap.query.arrays',
    question: 'How is an array written in a query?',
    source: 'Events',
    decision: 'Separated by commas, as include states; a repeated name and name[]=1 are taken too.',
  },
  {
    id: 'gap.query.booleans',
    question: 'How is a boolean written in a query?',
    source: 'Events',
    decision: 'true, false, 1 or 0; anything else is 400. strict_dates, has_events and only_with_upcoming alike.',
  },
  {
    id: 'gap.query.dates',
    question: 'How is a date written in a query?',
    source: 'Events',
    decision: 'As in a body. Without a time, a strict filter means midnight.',
  },
  {
    id: 'gap.query.combination',
    question: 'What do several filters select together?',
    source: 'Events',
    decision: 'Only what all of them select.',
  },
  {
    id: 'gap.query.default-window',
    question: 'Which defaults does the service compute for start_date and end_date?',
    source: 'Events',
    decision:
      "Not ended before today 00:00 in the site's zone, and starting within 24 months. Any of the six date parameters or include lifts it.",
  },
  {
    id: 'gap.query.search-fields',
    question: 'Which fields does a search cover where none or not all are stated?',
    source: 'Venues',
    decision:
      'Events: title and description. Venues: name, description, address, phone and website. Organizers: name, description, phone, website and email. Terms: name and description.',
  },
  {
    id: 'gap.query.search-empty',
    question: 'What does an empty search select?',
    source: 'Events',
    decision: 'All records.',
  },
  {
    id: 'gap.query.geoloc-distance',
    question: 'How near must a venue be to geoloc_lat and geoloc_lng?',
    source: 'Events',
    decision: 'Within 0.01 degree in both.',
  },
  {
    id: 'gap.query.ticketed',
    question: 'Does ticketed need an extension, as geoloc is stated to?',
    source: 'Events',
    decision: 'Yes, that of tickets. A parameter whose extension is switched off is 400.',
  },
  {
    id: 'gap.query.provisioned',
    question: 'Where do coordinates, tickets and parent posts come from, for which no field is stated?',
    source: 'Events',
    decision: 'From the world file that the server starts with.',
  },
  {
    id: 'gap.query.zero-parent',
    question: 'What do parent=0 and post_parent=0 select?',
    source: 'Categories',
    decision: 'Nothing: no record has the id 0.',
  },
  {
    id: 'gap.query.index-values',
    question: 'Which types and values do namespace and context of the index have?',
    source: 'Index and documentation',
    decision: 'Strings. Any context is taken; a namespace other than our own is 400.',
  },
] as const satisfies readonly Gap[];
