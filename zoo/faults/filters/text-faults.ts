import { collections } from '../../../contract/resources.js';
import { type Fault, listClausesOf } from '../../fault.js';
import { withParameter } from '../../intercept/request-edit.js';
import { editingPages, misreading } from '../../list-fault.js';

const everySearch = listClausesOf(collections, 'search');

const descriptionsOnly: Fault = {
  id: 'events.list.search-descriptions-only',
  clause: 'event.list.search',
  statement: 'A search finds events only by their description.',
  create: editingPages(['events'], (items, { query }, view) => {
    const wanted = query.get('search')?.toLowerCase() ?? '';
    return items.filter((event) => view.text('events', event, 'description').toLowerCase().includes(wanted));
  }),
};

const wordBeginnings: Fault = {
  id: 'events.list.search-word-beginnings',
  clause: 'event.list.search',
  statement: 'A search finds events only where a word of the title or description begins with the string.',
  create: editingPages(['events'], (items, { query }, view) => {
    const wanted = ` ${query.get('search')?.toLowerCase() ?? ''}`;
    return items.filter((event) =>
      ['title', 'description'].some((name) => ` ${view.text('events', event, name).toLowerCase()}`.includes(wanted)),
    );
  }),
};

const symbolsFindNothing: Fault = {
  id: 'lists.search-symbols-find-nothing',
  clause: 'event.list.search',
  neighbours: everySearch,
  statement: 'A search for a string with a symbol finds nothing.',
  create: editingPages(collections, (items, { query }) => (/[^\w -]|_/.test(query.get('search') ?? '') ? [] : items)),
};

/** The string is folded by the program, and the column by a database that knows the letters of ASCII alone. */
const foldsAsciiAlone: Fault = {
  id: 'lists.search-folds-ascii-alone',
  clause: 'event.list.search',
  neighbours: everySearch,
  statement: 'A search for a string with a capital letter beyond ASCII finds nothing.',
  create: editingPages(collections, (items, { query }) => {
    const wanted = query.get('search') ?? '';
    return wanted.replace(/[A-Z]/g, 'a') === wanted.replace(/[A-Z]/g, 'a').toLowerCase() ? items : [];
  }),
};

const firstWordOnly: Fault = {
  id: 'lists.search-first-word-only',
  clause: 'event.list.search',
  neighbours: everySearch,
  statement: 'A search of several words searches only for the first of them.',
  create: misreading(collections, ({ request, query }) => {
    const [first = '', ...others] = (query.get('search') ?? '').split(' ');
    return others.length === 0 ? request : withParameter(request, 'search', first);
  }),
};

/** As much as an index takes of a text. */
const INDEXED = 200;

/** What is searched is an index of the beginnings of texts. */
const beginningsAlone: Fault = {
  id: 'events.list.search-beginnings-alone',
  clause: 'event.list.search',
  neighbours: ['coherence.kept-write'],
  statement: `A search for events covers only the first ${INDEXED} characters of a description.`,
  create: editingPages(['events'], (items, { query }, view) => {
    const wanted = (query.get('search') ?? '').toLowerCase();
    const isIndexed = (item: (typeof items)[number]): boolean =>
      ['title', 'description'].some((name) =>
        view.text('events', item, name).slice(0, INDEXED).toLowerCase().includes(wanted),
      );
    return wanted === '' ? items : items.filter(isIndexed);
  }),
};

/** Searches for less than the whole string, or in less than all texts. */
export const textFaults: readonly Fault[] = [
  descriptionsOnly,
  wordBeginnings,
  symbolsFindNothing,
  foldsAsciiAlone,
  firstWordOnly,
  beginningsAlone,
];
