import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, createdId, type Written } from '../../adapter/calendar/calendar.js';
import { permissionOf } from '../../adapter/profile/rights.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { collections, resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { ANONYMOUS } from '../../wire/client/authentication.js';
import { isDenied, statusOf } from '../../wire/status.js';
import { type AnyDraft, writableAmong } from '../arbitraries/any-record.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { toTry, type Try } from './attempts.js';
import { isDone, MOST_DENY } from './lone-grant.js';

interface Creates {
  readonly name: string;
  readonly drafts: readonly AnyDraft[];
}

/** Those who were refused an event. @throws DoesNotApply where there are none: what is granted so is no exception */
function namesOf({ profile }: World, isOne: (name: string) => boolean): readonly string[] {
  const refused = profile.identities.filter(
    ({ name, isWeaker, rights }) => isWeaker && isOne(name) && rights.get('events.create') === 'refused',
  );
  if (refused.length === 0)
    throw new DoesNotApply('nobody of whom this could be required is refused creates of events');
  return refused.map(({ name }) => name);
}

interface CreateChoice {
  readonly isOne: (name: string) => boolean;
  readonly turn: number;
}

/** A record of each kind, and somebody who was refused an event: whoever may submit events may be denied all else. */
const creates = (world: World, { isOne, turn }: CreateChoice): Arbitrary<Creates> =>
  fc.record({
    name: inTurn(namesOf(world, isOne), turn),
    drafts: fc.tuple(
      ...writableAmong(world).map((collection) =>
        requiredOnly(resourceOf(collection), world).map((body) => ({ collection, body })),
      ),
    ),
  });

/** A create that was tried. */
type Tried = Try & Pick<Written, 'collection'>;

async function tryCreates(own: Calendar, drafts: readonly AnyDraft[]): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const { collection, body } of drafts) {
    const { exchange } = await own.create(collection, body);
    tried.push({ collection, ...toTry(`create of ${collection}`, exchange) });
  }
  return tried;
}

const isEvent = ({ collection }: AnyDraft): boolean => collection === 'events';

/** Tries a create of each kind; of events, refused before, only where another one is granted. */
async function tryAll(own: Calendar, drafts: readonly AnyDraft[]): Promise<readonly Tried[]> {
  const others = drafts.filter((one) => !isEvent(one));
  const tried = await tryCreates(own, others);
  return tried.some(isDone) ? [...tried, ...(await tryCreates(own, drafts.filter(isEvent)))] : tried;
}

/** Whether whoever created a record sees it, and is denied changes of it: what waits for somebody's approval is not seen. */
async function isLeftOpen(own: Calendar, name: string, { collection, ...one }: Tried): Promise<boolean> {
  const id = isDone(one) ? createdId(own.lens, collection, one.exchange) : undefined;
  if (id === undefined || permissionOf(await own.read(collection, byId({ id }))) !== 'granted') return false;
  if (name === ANONYMOUS) return true;
  return isDenied((await own.update(collection, byId({ id }), 'PATCH', { description: `Changed ${MARK}` })).exchange);
}

/** Expects one who is denied events and most other kinds to create none of the rest. */
async function expectNoLoneCreate({ as }: Subject, { name, drafts }: Creates): Promise<void> {
  const own = as(name);
  const tried = await tryAll(own, drafts);
  const denying = tried.filter(({ exchange }) => isDenied(exchange)).map(({ collection }) => collection);
  const isRule = !denying.includes('events') || denying.length <= MOST_DENY;
  const open: Tried[] = [];
  for (const each of isRule ? [] : tried) if (await isLeftOpen(own, name, each)) open.push(each);
  const [one] = open;
  expectThat(one === undefined, () => ({
    kind: 'status',
    expected: `a ${one?.what} as ${name} to be refused as those of ${denying.join(', ')} are`,
    observed: String(one && statusOf(one.exchange)),
    ...(one && { exchange: one.exchange }),
    sign: { status: 'refused' },
  }));
}

const common = {
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  operations: collections.map((collection) => `${collection}.create` as const),
  needs: ['identity.weaker', 'events.create'],
  cost: 4,
  check: expectNoLoneCreate,
} as const;

/** No kind of record is open to everybody where all the others are not. */
export const opensNoneAlone = requirement({
  ...common,
  level: 'MUST',
  id: 'identities.records.anonymous-create',
  statement: 'Whoever is not logged in and is refused creates of events and most other kinds creates no record.',
  given: (world, { turn }) => creates(world, { isOne: (name) => name === ANONYMOUS, turn }),
});

/** A role that creates one kind of record, and changes none, is hardly meant. */
export const grantsNoneAlone = requirement({
  ...common,
  level: 'SHOULD',
  runs: 2,
  id: 'identities.records.lone-create',
  statement: 'A user refused creates of events and most other kinds creates no record that it may not change again.',
  given: (world, { turn }) => creates(world, { isOne: (name) => name !== ANONYMOUS, turn }),
});
