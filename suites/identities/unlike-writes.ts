import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import { MARK } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import { statusOf } from '../../target/learn/permission.js';
import { holdsToken } from '../../target/marker.js';
import { markOf } from '../../target/narrow.js';
import { byId } from '../../target/paths.js';
import { isNotFound } from '../../target/refused.js';
import { type KnownIdentity, wasGranted } from '../../target/rights.js';
import { requirement } from '../../target/subject.js';
import { unfilteredFor } from '../../target/unfiltered.js';
import type { World } from '../../target/world/world.js';
import { type AnyDraft, anyDraft } from '../any-draft.js';
import { isGranted, toTry } from './tries.js';
import { weakerIdentity } from './who.js';

/** To delete a record is to change it, and more. */
export const deletesNoMore = requirement({
  level: 'SHOULD',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.records.delete-without-update',
  operations: collections.map((collection) => `${collection}.delete` as const),
  needs: ['identity.weaker', ...collections.map((collection) => `${collection}.create`)],
  statement: 'Who is refused an update of a record is refused to delete it.',
  cost: 4,
  runs: 5,
  given: (world) => fc.record({ name: weakerIdentity(world), draft: anyDraft(world) }),
  arrange: ({ calendar }, { draft }) => calendar.make(draft.collection, draft.body),
  async check({ as }, { name }, made) {
    const { collection } = made;
    const update = await as(name).update(collection, byId(made), 'PATCH', { description: `Changed ${MARK}` });
    if (isGranted([toTry('PATCH by id', update.exchange)])) throw new Inconclusive(`${name} may update ${collection}`);
    const exchange = await as(name).remove(collection, byId(made));
    expectThat(!isGranted([toTry('DELETE by id', exchange)]), {
      kind: 'status',
      expected: `a DELETE as ${name} to be refused as a PATCH is (${statusOf(update.exchange)})`,
      observed: String(statusOf(exchange)),
      exchange,
    });
  },
});

/** A record, and somebody who was not seen to be allowed to create one of its kind. */
const deniedDraft = (world: World): Arbitrary<{ readonly name: string; readonly draft: AnyDraft }> => {
  const among = (one: Pick<KnownIdentity, 'rights'>): readonly Collection[] =>
    collections.filter((collection) => !wasGranted(one, `${collection}.create`));
  return weakerIdentity(world, (one) => among(one).length > 0).chain((name) => {
    const rights = world.profile.identities.find((one) => one.name === name)?.rights ?? new Map();
    return fc.record({ name: fc.constant(name), draft: anyDraft(world, { among: among({ rights }) }) });
  });
};

/** What was refused was not made. */
export const createsNothingDenied = requirement({
  level: 'MUST',
  clause: 'coherence.refused-write',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.records.create-denied',
  operations: collections.map((collection) => `${collection}.create` as const),
  needs: ['identity.weaker', ...collections.flatMap((one) => [`${one}.create`, `${one}.list`])],
  statement: 'Who is refused to create a record has created none.',
  cost: 2,
  runs: 5,
  given: deniedDraft,
  async arrange({ as }, { name, draft }) {
    const { exchange, body } = await as(name).create(draft.collection, draft.body);
    if (isGranted([toTry('a create', exchange)])) throw new Inconclusive(`${name} may create ${draft.collection}`);
    return markOf(draft.collection, body);
  },
  async check({ calendar }, { name, draft: { collection } }, mark) {
    const query = { ...unfilteredFor(calendar.profile, collection), search: mark };
    const exchange = await calendar.list(collection, query);
    // How a list of nothing is told is not shown.
    const items = isNotFound(exchange) ? [] : calendar.lens.page(collection, exchange).items;
    const found = items.find(({ json }) => holdsToken(JSON.stringify(json), mark));
    const [expected, observed] = [`nothing to have been created by ${name}`, `${collection}/${found?.id}`];
    expectThat(found === undefined, { kind: 'state', expected, observed, exchange });
  },
});
