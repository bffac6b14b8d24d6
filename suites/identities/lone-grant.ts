import type { Subject } from '../../adapter/subject.js';
import { byId } from '../../adapter/reading/paths.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { MARK } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { ANONYMOUS } from '../../wire/client/authentication.js';
import type { Exchange } from '../../wire/exchange.js';
import { isDenied, statusOf } from '../../wire/status.js';
import type { Try } from './attempts.js';

/**
 * So many kinds besides events deny what another one grants where that is a hole and no rule of the service. Whatever is
 * granted of events, too, is one: an open calendar.
 */
export const MOST_DENY = 2;

/** Asked for and not yet done: somebody may have to agree (RFC 9110 section 15.3.3). */
const ACCEPTED = 202;

/** Whether a write was granted, and is done. */
export const isDone = ({ permission, exchange }: Try): boolean =>
  permission === 'granted' && statusOf(exchange) !== ACCEPTED;

const isDelete = ({ exchange }: Try): boolean => exchange.request.method === 'DELETE';

/** Terms belong to nobody: whoever may create one may be granted all, but not to delete what they may not change. */
const isTerm = (collection: Collection): boolean => collection === 'categories' || collection === 'tags';

/** The writes that somebody tried on a record of somebody else. */
interface Tried {
  readonly collection: Collection;
  readonly name: string;
  readonly tries: readonly Try[];
}

/** Whether somebody was refused the same of an event. */
function isRefusedOfEvents({ profile }: World, name: string, one: Try): boolean {
  const rights = profile.identities.find((identity) => identity.name === name)?.rights;
  return rights?.get(isDelete(one) ? 'events.delete' : 'events.update.patch') === 'refused';
}

/** Whether no role grants one kind of write without the other: to delete and not to update, to rename terms and no more. */
const isNoRole = (one: Try, others: readonly Try[], collection: Collection): boolean =>
  others.length > 0 &&
  others.every(({ permission }) => permission === 'refused') &&
  (isDelete(one) || isTerm(collection));

/** An update, and a DELETE, that were granted though the same of an event is refused. */
function suspectsOf(world: World, { collection, name, tries }: Tried): readonly Try[] {
  if (collection === 'events') return [];
  const [updates, deletes] = [tries.filter((one) => !isDelete(one)), tries.filter(isDelete)];
  const granted = [
    { one: updates.find(isDone), others: deletes },
    { one: deletes.find(isDone), others: updates },
  ];
  return granted.flatMap(({ one, others }) =>
    one && isRefusedOfEvents(world, name, one) && (name === ANONYMOUS || isNoRole(one, others, collection))
      ? [one]
      : [],
  );
}

const drafted = (collection: Collection) => ({ [resourceOf(collection).label]: `Alike ${MARK}` });

/** Tries the same on a record of another kind. */
async function tryElsewhere({ calendar, as }: Subject, name: string, like: Try, other: Collection): Promise<Exchange> {
  const made = await calendar.make(other, drafted(other));
  if (isDelete(like)) return as(name).remove(other, byId(made));
  return (await as(name).update(other, byId(made), 'PATCH', { description: `Changed ${MARK}` })).exchange;
}

/** The other kinds, besides events, that deny somebody what one grants; none where it is theirs to create such terms. */
async function denyingKinds(subject: Subject, { collection, name }: Tried, like: Try): Promise<readonly Collection[]> {
  const { lacks } = subject.world.profile;
  const isCreator =
    name !== ANONYMOUS &&
    isTerm(collection) &&
    !isDelete(like) &&
    !isDenied((await subject.as(name).create(collection, drafted(collection))).exchange);
  const others = isCreator ? [] : collections.filter((one) => ![collection, 'events'].includes(one));
  const denying: Collection[] = [];
  for (const other of others.filter((one) => !lacks.has(`${one}.create`)))
    if (isDenied(await tryElsewhere(subject, name, like, other))) denying.push(other);
  return denying;
}

/** Expects somebody not to be granted of one kind of records what all others deny: only what was granted is compared. */
export async function expectNoLoneGrant(subject: Subject, tried: Tried): Promise<void> {
  const { collection, name } = tried;
  for (const one of suspectsOf(subject.world, tried)) {
    const denying = await denyingKinds(subject, tried, one);
    expectThat(denying.length < MOST_DENY, {
      kind: 'status',
      expected: `a ${one.what} of ${collection} as ${name} to be refused as it is of ${['events', ...denying].join(', ')}`,
      observed: String(statusOf(one.exchange)),
      exchange: one.exchange,
      sign: { status: 'refused' },
    });
  }
}
