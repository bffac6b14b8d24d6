import fc from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { itemOperation } from '../records/addressed.js';
import { expectLegal } from './expect-legal.js';
import { type ApartCollection, someFields } from './fields.js';
import { updatesApart } from './histories.js';
import { play, type Step } from './play.js';

const isUnset = (value: unknown): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** Whether a step gives each of its fields another value: what is lost otherwise is not seen. */
const changesAll = (base: Payload, step: Step): boolean =>
  step.kind === 'update' &&
  Object.entries(step.change).every(
    ([field, value]) =>
      !(isUnset(base[field]) && isUnset(value)) && JSON.stringify(base[field]) !== JSON.stringify(value),
  );

/** Updates that have nothing to do with each other do not undo each other. */
export const keepsAllFields = (collection: ApartCollection): CalendarRequirement => {
  const patch = itemOperation(collection, 'id', 'PATCH');
  return requirement({
    id: `concurrency.${collection}.fields`,
    level: 'MUST',
    clause: 'coherence.parallel',
    alsoCovers: ['coherence.kept-write'],
    operations: [patch],
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, patch],
    effects: 'writes',
    statement: `Updates of different fields of ${withArticle(resources[collection].singular)} at the same time are all kept.`,
    cost: 6,
    runs: 2,
    given: (world) =>
      someFields(world, collection).chain((fields) =>
        fc
          .record({
            clients: updatesApart(world, collection, fields),
            fields: fc.constant(fields),
            base: payload(resourceOf(collection), world, { only: fields }),
          })
          .filter(({ base, clients }) => clients.flat().every((step) => changesAll(base, step))),
      ),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    async check({ calendar }, { fields, clients }, made) {
      expectLegal({ calendar, made, fields }, await play(calendar, { made }, clients));
    },
  });
};
