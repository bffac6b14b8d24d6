import fc from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { expectAbsent, expectResponse, expectThat } from '../../harness/expectations.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { shows } from '../expect-shown.js';
import { anyRecord, recordElsewhere } from './specimens.js';
import { expectUnknown, unknownId } from './unknown-id.js';

const infoOf = (collection: Collection) =>
  ({
    clause: 'address.id',
    operations: [`${collection}.read`],
    profile: 'core',
    needs: [`${collection}.read`],
    effects: 'reads',
    cost: 1,
  }) as const;

/** An id that no record has leads nowhere. */
export const findsNoUnknownId = (collection: Collection): CalendarRequirement =>
  requirement({
    ...infoOf(collection),
    id: `${collection}.read.unknown-id`,
    level: 'MUST',
    alsoCovers: [`${resources[collection].singular}.read`],
    statement: `A GET by an id that no ${resources[collection].singular} has finds nothing.`,
    given: () => unknownId,
    async check({ calendar }, id) {
      await expectUnknown(calendar, collection, id);
    },
  });

/** Only digits are an id: nothing is cut off to make one. */
export const findsNoOtherThanDigits = (collection: Collection): CalendarRequirement =>
  requirement({
    ...infoOf(collection),
    id: `${collection}.read.not-digits`,
    level: 'SHOULD',
    statement: `A GET by an id with a letter behind it finds no ${resources[collection].singular}.`,
    // Some readers of numbers stop at a letter, and others know of exponents.
    given: (world) => fc.record({ ref: anyRecord(world, collection), behind: fc.constantFrom('x', 'e0') }),
    async check({ calendar }, { ref, behind }) {
      const id = `${calendar.idOf(ref)}${behind}`;
      expectAbsent(await calendar.read(collection, byId({ id })), `${collection}/${id}`);
    },
  });

/** The id of another kind of record is another record's or nobody's (reading `id.space`). */
export const findsNoOtherKind = (collection: Collection): CalendarRequirement =>
  requirement({
    ...infoOf(collection),
    id: `${collection}.read.other-kind`,
    level: 'MUST',
    statement: `Under ${collection}, no record is found that is not ${withArticle(resources[collection].singular)}.`,
    given: (world) => recordElsewhere(world, collection),
    async check({ calendar, world }, ref) {
      const { id, body } = world.record(ref);
      const exchange = await calendar.read(collection, byId({ id }));
      const { status } = expectResponse(exchange);
      const shown = status < 300 ? calendar.lens.recordIfAny(ref.ref, exchange) : undefined;
      const { label } = resourceOf(ref.ref);
      const isOther = shown !== undefined && shows({ calendar, shown, field: label, sent: body[label] ?? null });
      const expected = `none of ${ref.ref} under ${collection}`;
      expectThat(!isOther, { kind: 'state', expected, observed: `${ref.ref}/${id}`, exchange });
    },
  });
