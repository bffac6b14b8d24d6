import fc, { type Arbitrary } from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, collections, resourceOf, resources } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectAbsent, expectResponse, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted, isSuccess, NO_RECORD, statusOf } from '../../wire/status.js';
import { anyRecord, publicRecord, recordElsewhere } from '../arbitraries/any-record.js';
import { startOf } from '../arbitraries/in-turn.js';
import { unknownId, wrapped } from '../arbitraries/unknown-id.js';
import { expectUnknown } from '../expect/expect-deleted.js';
import { expectOpen } from '../expect/expect-open.js';
import { shows } from '../expect/expect-shown.js';
import { addressOf, expectSame, itemOperation } from '../expect/record-address.js';

const namings = {
  id: { infix: '', clause: 'address.id', name: 'its id' },
  slug: { infix: '.by-slug', clause: 'address.slug', name: 'the slug it shows' },
} as const;

/** An address returns the record that it names. */
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
    statement: `A GET of ${withArticle(singular)} by ${name} returns that ${singular}.`,
    cost: 1,
    given: (world) => publicRecord(world, collection),
    async arrange({ calendar, world }, ref) {
      const { id, slug } = world.record(ref);
      return by === 'slug' && slug ? { by, value: slug } : addressOf(calendar, { collection, id }, by);
    },
    async check({ calendar, world }, ref, address) {
      const { exchange, ...shown } = await expectOpen({ calendar, world }, ref, address);
      expectSame(shown, { collection, id: calendar.idOf(ref) }, `its ${by}`, exchange);
    },
  });
};

const infoOf = (collection: Collection) =>
  ({
    clause: 'address.id',
    operations: [`${collection}.read`],
    profile: 'core',
    needs: [`${collection}.read`],
    effects: 'reads',
    cost: 1,
  }) as const;

/** An unknown id finds nothing, also one that 32 bits cut to the id of a record: every other one is such. */
export const findsNoUnknownId = (collection: Collection): CalendarRequirement =>
  requirement({
    ...infoOf(collection),
    id: `${collection}.read.unknown-id`,
    level: 'MUST',
    alsoCovers: [`${resources[collection].singular}.read`],
    statement: `A GET of ${withArticle(resources[collection].singular)} with an unknown id finds nothing, however large the id.`,
    runs: 2,
    given: (world, { turn }) =>
      fc.record({
        unknown: unknownId,
        known: anyRecord(world, collection),
        isPlain: fc.constant((turn + startOf(collection)) % 2 === 0),
      }),
    check: ({ calendar }, { unknown, known, isPlain }) =>
      expectUnknown(calendar, collection, isPlain ? unknown : wrapped(calendar.idOf(known))),
  });

/** What readers of numbers cut off, those that stop at a letter and those that know of exponents. */
const BEHIND = 'e0';

/** Only digits are an id: nothing is cut off to make one. */
export const findsNoOtherThanDigits = (collection: Collection): CalendarRequirement =>
  requirement({
    ...infoOf(collection),
    id: `${collection}.read.not-digits`,
    level: 'SHOULD',
    statement: `A GET of an id followed by letters finds no ${resources[collection].singular}.`,
    given: (world) => anyRecord(world, collection),
    async check({ calendar }, ref) {
      const id = `${calendar.idOf(ref)}${BEHIND}`;
      expectAbsent(await calendar.read(collection, byId({ id })), `${collection}/${id}`);
    },
  });

/** What one kind of record takes for no id, all do. */
export const readsDigitsAlike: CalendarRequirement = requirement({
  id: 'coherence.ids.not-digits',
  level: 'MUST',
  clause: 'coherence.siblings',
  alsoCovers: ['address.id'],
  operations: collections.map((collection) => `${collection}.read` as const),
  profile: 'coherence',
  needs: collections.map((collection) => `${collection}.read` as const),
  effects: 'reads',
  statement: 'An id followed by letters finds no record in any collection, or that of its digits in all.',
  cost: collections.length,
  given: (world) => fc.tuple(...collections.map((collection) => anyRecord(world, collection))),
  async check({ calendar }, refs) {
    const read: Exchange[] = [];
    for (const ref of refs) read.push(await calendar.read(ref.ref, byId({ id: `${calendar.idOf(ref)}${BEHIND}` })));
    const [first, ...others] = read.filter((one) => isGranted(one) || NO_RECORD.includes(statusOf(one)));
    if (!first || others.length === 0) throw new DoesNotApply('fewer than two collections say whether it is an id');
    for (const other of others) expectAlikeFound(first, other);
  },
});

function expectAlikeFound(one: Exchange, other: Exchange): void {
  const [exchange, missing] = isGranted(one) ? [one, other] : [other, one];
  expectThat(isGranted(one) === isGranted(other), {
    kind: 'status',
    expected: `${statusOf(missing)}, as for ${missing.request.target}`,
    observed: String(statusOf(exchange)),
    exchange,
    about: { wanted: 'absent' },
  });
}

/** What is kept beside it, in one table perhaps. */
const siblings: Readonly<Record<Collection, Collection>> = {
  events: 'venues',
  venues: 'organizers',
  organizers: 'venues',
  categories: 'tags',
  tags: 'categories',
};

const siblingOf = (world: World, collection: Collection): Arbitrary<Ref> =>
  world.of(siblings[collection]).length === 0
    ? recordElsewhere(world, collection)
    : anyRecord(world, siblings[collection]);

/** The id of another kind of record is another record's or nobody's (reading `id.space`). */
export const findsNoOtherKind = (collection: Collection): CalendarRequirement =>
  requirement({
    ...infoOf(collection),
    id: `${collection}.read.other-kind`,
    level: 'MUST',
    statement: `A GET under ${collection} never returns a record of another collection.`,
    given: (world, { turn }) => (turn === 0 ? siblingOf(world, collection) : recordElsewhere(world, collection)),
    async check({ calendar, world }, ref) {
      const { id, body } = world.record(ref);
      const exchange = await calendar.read(collection, byId({ id }));
      const { status } = expectResponse(exchange);
      const shown = isSuccess(status) ? calendar.lens.recordIfAny(ref.ref, exchange) : undefined;
      const { label } = resourceOf(ref.ref);
      const isOther = shown !== undefined && shows({ calendar, shown, field: label, sent: body[label] ?? null });
      const expected = `none of ${ref.ref} under ${collection}`;
      expectThat(!isOther, { kind: 'state', expected, observed: `${ref.ref}/${id}`, exchange });
    },
  });
