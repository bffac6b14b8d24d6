import fc from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { carriersOf } from '../../generators/carriers.js';
import { malformed, type ViolationChoice } from '../../generators/malformed.js';
import { payload } from '../../generators/payload.js';
import type { ListQuery } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectThat } from '../../harness/expectations.js';
import type { JsonObject } from '../../harness/json.js';
import { holdsToken } from '../../target/marker.js';
import { markOf } from '../../target/narrow.js';
import { toText } from '../../target/shown-values.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFields, expectFound } from '../expect-shown.js';
import { quickOnlyFor } from '../quick-sample.js';
import { addressings, addressOf, itemOperation } from '../records/addressed.js';

const refused = { level: 'MUST', clause: 'coherence.refused-write', profile: 'coherence', effects: 'writes' } as const;

/** What is not refused is another matter. */
function requireRefused({ outcome }: Exchange): void {
  if (outcome.kind === 'response' && outcome.response.status < 300) throw new CannotTell('the write was accepted');
}

/** What is wrong is not the name: that it was changed all the same would not be seen. */
const wrongOf = (collection: Collection): ViolationChoice => {
  const { label, fields } = resourceOf(collection);
  return { kinds: ['type', 'date'], fields: Object.keys(fields).filter((name) => name !== label) };
};

/** A body with one thing wrong is refused whole: what is right in it is not written either. */
export const keepsWhatWasRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    ...refused,
    id: `${collection}.update.refused`,
    operations: updateVerbs.map((verb) => itemOperation(collection, 'id', verb)),
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A refused update leaves ${withArticle(resources[collection].singular)} as it was.`,
    cost: 4,
    ...quickOnlyFor('events', collection),
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { only: carriersOf(collection) }),
        wrong: malformed(resourceOf(collection), world, wrongOf(collection)).map(({ body }) => body),
        verb: fc.constantFrom(...updateVerbs),
        by: fc.constantFrom(...addressings(collection)),
      }),
    async arrange({ calendar }, { base, wrong, verb, by }) {
      const made = await calendar.make(collection, base);
      const address = await addressOf(calendar, made, by);
      requireRefused((await calendar.update(collection, address, verb, wrong)).exchange);
      return made;
    },
    async check({ calendar }, _, made) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      expectFields(calendar, made.body, { shown, where: 'the item after the refusal', exchange });
    },
  });

/** A create that was refused has made nothing. */
export const createsNothingRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    ...refused,
    id: `${collection}.create.refused`,
    operations: [`${collection}.create`],
    needs: [`${collection}.create`, `${collection}.list`],
    thorough: true,
    statement: `A refused create makes no ${resources[collection].singular}.`,
    cost: 2,
    given: (world) => malformed(resourceOf(collection), world).map(({ body, field }) => ({ body, field })),
    async arrange({ calendar }, { body, field }) {
      const written = await calendar.create(collection, body);
      requireRefused(written.exchange);
      return markIn(collection, written.body, field);
    },
    async check({ calendar }, _, mark) {
      const exchange = await calendar.list(collection, searchFor(collection, mark));
      const { items } = calendar.lens.page(collection, exchange);
      const ours = items.filter(({ json }) => holdsToken(JSON.stringify(json), mark));
      const observed = `${collection}/${ours[0]?.id}`;
      expectThat(ours.length === 0, { kind: 'state', expected: 'nothing to have been created', observed, exchange });
    },
  });

/** The mark of a body, from a field other than the one that is wrong. */
const markIn = (collection: Collection, body: JsonObject, wrong: string): string =>
  wrong === 'description' ? markOf(collection, body) : (toText(body.description).split(' ').at(-1) ?? '');

/** A list that holds whatever has this mark. */
const searchFor = (collection: Collection, search: string): ListQuery => ({
  search,
  ...(collection === 'events' && { starts_after: '1900-01-01', starts_before: '2200-01-01' }),
  ...((collection === 'categories' || collection === 'tags') && { hide_empty: false }),
});
