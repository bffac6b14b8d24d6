import type { Collection } from '../../contract/field.js';
import type { Addressing } from '../../contract/operation.js';
import { resources } from '../../contract/resources.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { addressOf, itemOperation } from './addressed.js';
import { expectSame } from './expect-identity.js';
import { publicRecord } from './specimens.js';

const namings = {
  id: { infix: '', clause: 'address.id', name: 'its id' },
  slug: { infix: '.by-slug', clause: 'address.slug', name: 'the slug that it shows' },
} as const;

/** An address leads to the record that it names. */
export const answersWithRecord = (collection: Collection, by: Addressing): CalendarRequirement => {
  const { singular } = resources[collection];
  const { infix, clause, name } = namings[by];
  const operation = itemOperation(collection, by, 'GET');
  return requirement({
    id: `${collection}${infix}.read.record`,
    level: 'MUST',
    clause: `${singular}.read`,
    alsoCovers: [clause],
    operations: [operation],
    profile: 'core',
    needs: [operation],
    establishes: operation,
    effects: 'reads',
    statement: `A GET by ${name} answers with that ${singular}.`,
    cost: 1,
    given: (world) => publicRecord(world, collection),
    async arrange({ calendar, world }, ref) {
      const { id, slug } = world.record(ref);
      return by === 'slug' && slug ? { by, value: slug } : addressOf(calendar, { collection, id }, by);
    },
    async check({ calendar }, ref, address) {
      const { exchange, ...shown } = await expectFound(calendar, collection, address);
      expectSame(shown, { collection, id: calendar.idOf(ref) }, `its ${by}`, exchange);
    },
  });
};
