import type { CalendarRequirement } from '../../target/subject.js';
import { expectFields } from '../expect-shown.js';
import { collectionOf, type Name } from './action.js';
import { anyUpdate, creation } from './draw.js';
import type { Scene } from './law.js';
import { lifecycle } from './lifecycle.js';
import { basicsOf, updatesOf } from './operations.js';
import { follow } from './situation.js';
import { see } from './stage.js';

/** Expects a record to show, of each field, the value that was written last. */
async function showsLastWritten({ context, situation }: Scene, name: Name): Promise<void> {
  const { exchange, ...shown } = await see(context, name);
  follow(situation, (state) => {
    const written = Object.entries(state.get(name)?.written ?? {});
    const body = Object.fromEntries(written.map(([field, number]) => [field, context.bodies[number]?.[field] ?? null]));
    expectFields(context.calendar, body, { shown, where: name, exchange });
  });
}

interface UpdatedFamily {
  /** What begins the id: a collection, or the two that are alike. */
  readonly family: string;
  readonly names: readonly [Name, Name];
  /** Those that are updated; the others only look on. */
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
      statement: `However ${collections.join(' and ')} are updated one after another, each shows what it was given last.`,
      cost: requests + 2 * names.length + 1,
    },
    {
      cast: names.map((name) => creation(name)),
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
  keepsUpdates({ family: 'events', names: ['events/1', 'events/2'], updated: ['events/1'], requests: 13 }),
  keepsUpdates({ family: 'places', names: venuesAndOrganizers, updated: venuesAndOrganizers, requests: 13 }),
  keepsUpdates({ family: 'terms', names: terms, updated: terms, requests: 11 }),
];
