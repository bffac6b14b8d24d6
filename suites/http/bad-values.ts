import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { oddTexts } from '../../generators/exploratory.js';
import { malformedQueries } from '../../generators/malformed-query.js';
import { malformed } from '../../generators/malformed.js';
import { MARK } from '../../generators/wire-value.js';
import { countExpectation } from '../../kernel/tally.js';
import { anyDraft } from '../arbitraries/any-record.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppable, droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled } from '../expect/expect-handled.js';

const bad = { level: 'MUST', clause: 'http.server-error', profile: 'http' } as const;

/** Values of a wrong type break nothing. */
export const survivesMalformedFields = (collection: Collection): CalendarRequirement =>
  requirement({
    ...bad,
    id: `${collection}.create.malformed-handled`,
    operations: [`${collection}.create`],
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `A create of ${collection} with a malformed or missing field causes no server error.`,
    cost: 2,
    runs: 2,
    given: (world) => malformed(resourceOf(collection), world).map(({ body, violation }) => ({ body, violation })),
    async check({ calendar }, { body, violation }) {
      const { exchange } = await calendar.create(collection, body);
      expectHandled(exchange, `a create where ${violation}`);
    },
  });

/** So that the executions of all collections begin with texts of other kinds. */
const STRIDE = 5;

/** Nor do texts that are merely odd: several at once, each in a field of its own. */
export const survivesOddFields = (collection: Collection): CalendarRequirement =>
  requirement({
    ...bad,
    id: `${collection}.create.odd-handled`,
    operations: [`${collection}.create`],
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `A create of ${collection} with unusual texts causes no server error.`,
    cost: 2,
    runs: 2,
    given: (world, { turn }) =>
      droppableButOne(oddTexts(resourceOf(collection), world, STRIDE * turn + startOf(collection))),
    async check({ calendar }, oddities) {
      const odd = Object.fromEntries(oddities.map(({ field, body }) => [field, body[field] ?? '']));
      const { exchange } = await calendar.create(collection, { ...oddities[0]?.body, ...odd });
      expectHandled(exchange, `a create where ${oddities.map(({ label }) => label).join(' and ')}`);
    },
  });

/** What a target refuses first hides what it would do about the rest, so that all are not sent at once. */
const PARTS = 2;

const inParts = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: PARTS }, (_, part) => items.filter((__, index) => index % PARTS === part)).filter(
    ({ length }) => length > 0,
  );

/** Nor do list queries with any number of values that cannot be understood. */
export const survivesMalformedQueries = (collection: Collection): CalendarRequirement =>
  requirement({
    ...bad,
    id: `${collection}.list.malformed-handled`,
    operations: [`${collection}.list`],
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} with malformed parameters causes no server error.`,
    cost: PARTS,
    runs: 5,
    given: ({ seed }, { turn }) =>
      droppable(malformedQueries(collection, { turn, seed })).filter(({ length }) => length > 0),
    async check({ calendar }, oddities) {
      for (const some of inParts(oddities)) {
        const query = some.flatMap((oddity) => oddity.query);
        const exchange = await calendar.send({ method: 'GET', path: `/${collection}`, query });
        expectHandled(exchange, `a list where ${some.map(({ violation }) => violation).join(' and ')}`);
      }
    },
  });

const TWO_MEBIBYTES = 2 * 1024 * 1024;

/** A body that is too large is refused, also by closing the connection while it is still being sent, or taken. */
export const survivesLargeBody = requirement({
  ...bad,
  id: 'http.bad-input.large-body',
  operations: ['venues.create'],
  needs: ['venues.create'],
  effects: 'writes',
  statement: 'A create with a body of two mebibytes causes no server error.',
  cost: 2,
  given: (world) => anyDraft(world, { among: ['venues'], only: [] }),
  async check({ calendar }, { body }) {
    const text = 'x'.repeat(TWO_MEBIBYTES);
    const { exchange } = await calendar.create('venues', { ...body, description: `${MARK} ${text} ${MARK}` });
    if (exchange.outcome.kind === 'reset') return countExpectation();
    expectHandled(exchange, 'a create with a body of two mebibytes');
  },
});
