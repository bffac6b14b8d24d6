import { bySlug } from '../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { expectSame } from '../expect/record-address.js';
import { expectAlike } from '../expect/shown-in.js';
import { lifecycle } from './action-histories.js';
import { type Action, collectionOf, type Name } from './action.js';
import type { State } from './state-model.js';
import { readRecord, recordOf } from './history-context.js';
import { anyUpdate, basicsOf, bySlugReadsOf, creation, updatesOf } from './drawn-actions.js';
import { follow, type ObservedState } from './invariant.js';

/** Expects a record to show, of each field, the value that was written last. */
async function showsLastWritten({ context, progress }: ObservedState, name: Name): Promise<void> {
  const { exchange, ...shown } = await readRecord(context, name);
  follow(progress, (state) => {
    const written = Object.entries(state.get(name)?.written ?? {});
    const body = Object.fromEntries(written.map(([field, number]) => [field, context.bodies[number]?.[field] ?? null]));
    expectFields(context.calendar, body, { shown, where: name, exchange });
  });
}

interface UpdatedFamily {
  /** What begins the id: a collection, or the two that are alike. */
  readonly family: string;
  readonly names: readonly [Name, Name];
  /** Those that are updated; the others must stay unchanged. */
  readonly updated: readonly Name[];
  readonly requests: number;
}

const venuesAndOrganizers = ['venues/1', 'organizers/1'] as const;
const terms = ['categories/1', 'tags/1'] as const;

const keepsUpdates = ({ family, names, updated, requests }: UpdatedFamily): CalendarRequirement => {
  const collections = [...new Set(names.map(collectionOf))];
  const operations = updatesOf(...collections);
  return lifecycle(
    {
      id: `${family}.lifecycle.updates`,
      clause: 'coherence.kept-write',
      alsoCovers: ['coherence.other-records', 'coherence.siblings'],
      operations,
      profile: 'coherence',
      needs: [...basicsOf(...collections), ...operations],
      statement: `After any sequence of updates, ${collections.join(' and ')} show the latest value of each field.`,
      cost: requests + 2 * names.length,
    },
    {
      initial: names.map((name) => creation(name)),
      actions: [anyUpdate({ names: updated })],
      requests,
      dearest: 2,
      affected: ({ name }) => [name],
      observe: showsLastWritten,
      concluded: () => names,
    },
  );
};

/** Of all updates of a field, by whatever verb and address, the last one counts, and it counts for one record. */
export const keptUpdates: readonly CalendarRequirement[] = [
  keepsUpdates({ family: 'events', names: ['events/1', 'events/2'], updated: ['events/1'], requests: 9 }),
  keepsUpdates({ family: 'places', names: venuesAndOrganizers, updated: venuesAndOrganizers, requests: 7 }),
  keepsUpdates({ family: 'terms', names: terms, updated: terms, requests: 7 }),
];

/** Expects a record to be the same by its id and by the slug that it shows there. */
async function isAlikeByBoth({ context }: ObservedState, name: Name): Promise<void> {
  const { calendar } = context;
  const { exchange: byId, ...first } = await readRecord(context, name);
  const { made, slug = '' } = recordOf(context, name);
  const { exchange, ...second } = await expectFound(calendar, made.collection, bySlug(slug));
  expectSame(second, made, `by-slug/${slug}`, exchange);
  const one = { where: `${name} by id`, shown: first, exchange: byId };
  expectAlike(calendar, one, { where: `${name} by slug`, shown: second, exchange });
}

interface ViewedFamily {
  readonly family: string;
  readonly names: readonly [Name, Name];
  /** The fields that histories write, where they are not the usual ones. */
  readonly fields?: readonly string[];
  readonly requests: number;
}

const keepsViewsAlike = ({ family, names, fields, requests }: ViewedFamily): CalendarRequirement => {
  const collections = [...new Set(names.map(collectionOf))];
  const operations = [...bySlugReadsOf(...collections), ...updatesOf(...collections)];
  return lifecycle(
    {
      id: `${family}.lifecycle.views`,
      clause: 'coherence.shown-everywhere',
      alsoCovers: ['coherence.siblings', 'address.slug', 'http.freshness'],
      operations,
      profile: 'coherence',
      needs: [...basicsOf(...collections), ...operations],
      statement: `After any sequence of updates, a GET by slug shows the same ${collections.join(' and ')} as a GET by id.`,
      cost: requests + 2 * names.length + 1,
    },
    {
      initial: names.map((name) => creation(name)),
      actions: [anyUpdate({ names, ...(fields && { fields: () => fields }) })],
      isAbout: followsById,
      requests,
      dearest: 3,
      affected: ({ name }) => [name],
      observe: isAlikeByBoth,
      concluded: () => names,
    },
  );
};

/** Every other update is of the same record by its id: what was kept of a read by slug is stale then. */
const followsById = (action: Action, _: State, ran: readonly Action[]): boolean =>
  ran.length % 2 === 0 || (action.do === 'update' && action.by === 'id' && action.name === ran.at(-1)?.name);

/** The two addresses of a record always return the same one. */
export const alikeViews: readonly CalendarRequirement[] = [
  keepsViewsAlike({
    family: 'events',
    names: ['events/1', 'events/2'],
    fields: ['title', 'description', 'slug'],
    requests: 10,
  }),
  keepsViewsAlike({ family: 'places', names: ['venues/1', 'organizers/1'], requests: 8 }),
];
