import { idsIn } from '../../../adapter/reading/agreement.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../../contract/queries.js';
import type { Collection, Relation } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { dateParameters } from '../../intercept/list-selection.js';
import { respondWith, wholeList } from '../../intercept/list-walk.js';
import { valuesOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { editingPages, misreading, places, terms } from '../../list-fault.js';

const choices = {
  'first-asked-only': { choose: (values: readonly string[]) => values.slice(0, 1), effect: 'only the first counts' },
  'last-asked-only': { choose: (values: readonly string[]) => values.slice(-1), effect: 'only the last counts' },
  'first-asked-lost': { choose: (values: readonly string[]) => values.slice(1), effect: 'the first is ignored' },
  'last-asked-lost': { choose: (values: readonly string[]) => values.slice(0, -1), effect: 'the last is ignored' },
} as const;

/** Of several values of a parameter, only some count. */
const someValuesOnly = <C extends Collection>(
  collection: C,
  parameter: ParameterOf<C>,
  what: keyof typeof choices,
): Fault => ({
  id: `${collection}.list.${parameter}-${what}`,
  clause: listClauseId(collection, parameter),
  statement: `Of several values of ${parameter} in a list of ${collection}, ${choices[what].effect}.`,
  create: misreading([collection], ({ request, query }) => {
    const values = valuesOf(query, parameter);
    return values.length < 2 ? request : withParameter(request, parameter, choices[what].choose(values).join());
  }),
});

/** The parameters that take several values, by their lists. */
const takingSeveral: { readonly [C in Collection]?: readonly ParameterOf<C>[] } = {
  events: ['categories', 'tags', 'venue', 'organizer', 'include'],
  categories: ['include', 'exclude'],
  tags: ['include', 'exclude'],
};

/** A value is read as a number, and what follows the first is not seen, however the list is written. */
const firstOfMany: Fault = {
  id: 'lists.first-of-many',
  clause: listClauseId('events', 'categories'),
  neighbours: [
    ...(['tags', 'venue', 'organizer', 'include'] as const).map((name) => listClauseId('events', name)),
    ...terms.flatMap((collection) => (['include', 'exclude'] as const).map((name) => listClauseId(collection, name))),
  ],
  statement: 'Of several values of any parameter of any list, only the first counts.',
  create: misreading(['events', ...terms], ({ request, query, collection }) =>
    (takingSeveral[collection] ?? []).reduce((kept, name) => {
      const [first, ...others] = valuesOf(query, name);
      return first !== undefined && others.length > 0 ? withParameter(kept, name, first) : kept;
    }, request),
  ),
};

/** What begins like a number is one. */
const slugAsId: Fault = {
  id: 'events.list.slug-read-as-id',
  clause: listClauseId('events', 'categories'),
  neighbours: [listClauseId('events', 'tags')],
  statement: 'A category or tag slug that begins with digits is read as the id of these digits.',
  create: misreading(['events'], ({ request, query }) =>
    ['categories', 'tags'].reduce((kept, name) => {
      const values = valuesOf(query, name);
      return values.length === 0
        ? kept
        : withParameter(kept, name, values.map((value) => /^\d+/.exec(value)?.[0] ?? value).join());
    }, request),
  ),
};

/** Any text counts as true, also the word false. */
const falseIsTrue = <C extends Collection>(among: readonly [C, ...C[]], flag: ParameterOf<C>): Fault => ({
  id: `${among[0]}.list.${flag}-false-is-true`,
  clause: listClauseId(among[0], flag),
  neighbours: among.map((collection) => listClauseId(collection, flag)),
  statement: `In lists of ${among.join(' and ')}, ${flag}=false has the effect of ${flag}=true.`,
  create: misreading(among, ({ request, query }) => (query.has(flag) ? withParameter(request, flag, 'true') : request)),
});

/** A filter is applied only where its value is true. */
const featuredFalseUnfiltered: Fault = {
  id: 'events.list.featured-false-unfiltered',
  clause: 'event.list.featured',
  statement: 'featured=false selects all events.',
  create: misreading(['events'], ({ request, query }) =>
    ['false', '0'].includes(query.get('featured') ?? '') ? withoutParameter(request, 'featured') : request,
  ),
};

const coordinateFixed = (name: 'geoloc_lat' | 'geoloc_lng', value: string): Fault => ({
  id: `events.list.${name}-fixed`,
  clause: listClauseId('events', name),
  statement: `${name} is taken as ${value}, whatever is sent.`,
  create: misreading(['events'], ({ request, query }) =>
    query.has(name) ? withParameter(request, name, value) : request,
  ),
});

const tagSlugUnfiltered: Fault = {
  id: 'events.list.tags-slug-unfiltered',
  clause: 'event.list.tags',
  statement: 'tags with a slug in it selects all events.',
  create: misreading(['events'], ({ request, query }) =>
    valuesOf(query, 'tags').some((value) => /[a-z]/.test(value)) ? withoutParameter(request, 'tags') : request,
  ),
};

const includeBesideDates: Fault = {
  id: 'events.list.include-beside-dates-ignored',
  clause: 'event.list.include.lifts-dates',
  neighbours: ['event.list.include'],
  statement: 'include is ignored beside a date filter.',
  create: misreading(['events'], ({ request, query }) =>
    dateParameters.some((name) => query.has(name)) ? withoutParameter(request, 'include') : request,
  ),
};

/** One filter is built from each query, from the first parameter that is one. */
const firstFilterOnly: Fault = {
  id: 'lists.first-filter-only',
  clause: 'event.list.search',
  neighbours: ['events', 'venues', 'organizers', 'categories', 'tags'].map((one) => `${one}.list.combined`),
  statement: 'Of several filters of a list, only the first has an effect.',
  create: misreading(['events', ...places, ...terms], ({ request, query }) => {
    const framing = /^(page|per_page|order|orderby|hide_empty|starts_after|ends_before)$/;
    const [, ...others] = [...query.keys()].filter((name) => !framing.test(name));
    return others.reduce(withoutParameter, request);
  }),
};

/** Whether an event with these ids of a relation is listed when others are asked for. */
type Selects = (linked: readonly string[], wanted: readonly string[]) => boolean;

/** A filter by ids of a relation that compares them in its own way. */
const comparing =
  (relation: Relation, selects: Selects): Fault['create'] =>
  (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const wanted = valuesOf(call.query, relation);
      if (wanted.length === 0 || !wanted.every((id) => /^\d+$/.test(id))) return next(call.request);
      const listing = { view, call, next };
      const all = await wholeList(listing, withoutParameter(call.request, relation));
      const isSelected = (event: JsonObject) => selects([...idsIn(view.field('events', event, relation))], wanted);
      return respondWith(listing, all.filter(isSelected));
    });

/** The values of a filter are joined by AND. */
const allVenues: Fault = {
  id: 'events.list.venue-all-asked',
  clause: 'event.list.venue',
  statement: 'Of several venue ids, an event must have all to be listed.',
  create: comparing('venue', (linked, wanted) => wanted.every((id) => linked.includes(id))),
};

/** Ids are compared as texts, with LIKE and a wildcard at the end. */
const tagsByBeginning: Fault = {
  id: 'events.list.tags-by-beginning',
  clause: 'event.list.tags',
  statement: 'tags selects the events of all tags with an id that begins with one of the given ids.',
  create: comparing('tags', (linked, wanted) => linked.some((id) => wanted.some((one) => id.startsWith(one)))),
};

const lastOrganizerOnly: Fault = {
  id: 'events.list.organizer-last-only',
  clause: 'event.list.organizer',
  statement: 'organizer finds an event only by the last of its organizers.',
  create: editingPages(['events'], (items, { query }, view) => {
    const wanted = valuesOf(query, 'organizer');
    const isWanted = (id: string | undefined): boolean => id !== undefined && wanted.includes(id);
    return wanted.length === 0
      ? items
      : items.filter((event) => isWanted(idsIn(view.field('events', event, 'organizer')).at(-1)));
  }),
};

/** Only the word for it is false. */
const zeroIsTrue: Fault = {
  id: 'categories.list.hide_empty-zero-is-true',
  clause: 'category.list.hide_empty',
  neighbours: ['tag.list.hide_empty'],
  statement: 'hide_empty=0 leaves out the terms that no event has.',
  create: misreading(terms, ({ request, query }) =>
    query.get('hide_empty') === '0' ? withParameter(request, 'hide_empty', 'true') : request,
  ),
};

/** Only the word for it is true. */
const oneIsFalse: Fault = {
  id: 'categories.list.hide_empty-one-is-false',
  clause: 'category.list.hide_empty',
  statement: 'hide_empty=1 lists the categories that no event has, too.',
  create: misreading(['categories'], ({ request, query }) =>
    query.get('hide_empty') === '1' ? withParameter(request, 'hide_empty', 'false') : request,
  ),
};

/** Zero is taken for nothing. */
const parentZeroIgnored: Fault = {
  id: 'categories.list.parent-zero-ignored',
  clause: 'category.list.parent',
  statement: 'parent=0 is ignored.',
  create: misreading(['categories'], ({ request, query }) =>
    query.get('parent') === '0' ? withoutParameter(request, 'parent') : request,
  ),
};

/** Values of filters that are dropped, misread or combined wrongly. */
export const filterValues: readonly Fault[] = [
  zeroIsTrue,
  oneIsFalse,
  parentZeroIgnored,
  someValuesOnly('events', 'tags', 'first-asked-only'),
  someValuesOnly('events', 'venue', 'first-asked-only'),
  someValuesOnly('events', 'organizer', 'first-asked-only'),
  someValuesOnly('events', 'include', 'first-asked-only'),
  someValuesOnly('categories', 'include', 'first-asked-only'),
  someValuesOnly('categories', 'exclude', 'first-asked-only'),
  someValuesOnly('events', 'categories', 'last-asked-only'),
  someValuesOnly('events', 'tags', 'last-asked-only'),
  someValuesOnly('events', 'venue', 'last-asked-only'),
  someValuesOnly('events', 'organizer', 'last-asked-only'),
  someValuesOnly('events', 'include', 'last-asked-only'),
  someValuesOnly('categories', 'exclude', 'last-asked-only'),
  someValuesOnly('tags', 'include', 'last-asked-only'),
  someValuesOnly('tags', 'exclude', 'last-asked-only'),
  firstOfMany,
  slugAsId,
  someValuesOnly('events', 'tags', 'first-asked-lost'),
  someValuesOnly('categories', 'exclude', 'last-asked-lost'),
  featuredFalseUnfiltered,
  falseIsTrue(['events'], 'featured'),
  falseIsTrue(['events'], 'ticketed'),
  falseIsTrue(places, 'only_with_upcoming'),
  falseIsTrue(terms, 'hide_empty'),
  coordinateFixed('geoloc_lat', '52.37'),
  coordinateFixed('geoloc_lng', '4.89'),
  tagSlugUnfiltered,
  includeBesideDates,
  firstFilterOnly,
  allVenues,
  tagsByBeginning,
  lastOrganizerOnly,
];
