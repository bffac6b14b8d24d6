import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { wasGranted } from '../../adapter/profile/rights.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isDenied, isGranted, statusOf } from '../../wire/status.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { slugged, weakerIdentity } from './weaker-identity.js';

/** An own record, and what came of its DELETE. */
interface Deleted {
  readonly made: Made;
  readonly exchange: Exchange;
}

/** Whether a DELETE is denied to whoever may update the record: otherwise it is not theirs to write. */
async function isWithheld(own: Calendar, { made, exchange }: Deleted): Promise<boolean> {
  if (!isDenied(exchange)) return false;
  const changed = await own.update(made.collection, byId(made), 'PATCH', { description: `Changed ${MARK}` });
  return isGranted(changed.exchange);
}

async function makeAndDelete(own: Calendar, collection: Collection, body: Payload): Promise<Deleted> {
  const made = await own.make(collection, body);
  return { made, exchange: await own.remove(collection, byId(made)) };
}

const draftsOf = (world: World) => ({
  events: requiredOnly(resourceOf('events'), world),
  venues: requiredOnly(resourceOf('venues'), world),
  organizers: requiredOnly(resourceOf('organizers'), world),
});

/** Whoever may delete what is theirs may do so whatever it is; terms belong to nobody. */
export const deletesOwn = requirement({
  level: 'SHOULD',
  clause: 'coherence.siblings',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.records.own-delete',
  operations: slugged.map((collection) => `${collection}.delete` as const),
  needs: [
    'identity.author',
    ...slugged.flatMap((one) => [`${one}.create`, `${one}.update.patch`, `${one}.delete`] as const),
  ],
  statement:
    'A user who may update its own records of each kind, and delete those of all but one, may delete those too.',
  cost: 2,
  runs: slugged.length,
  given: (world, { turn }) =>
    fc.record({
      name: weakerIdentity(world, (one) => slugged.every((collection) => wasGranted(one, `${collection}.create`))),
      first: inTurn(slugged.toReversed(), turn),
      drafts: fc.record(draftsOf(world)),
    }),
  async check({ as }, { name, first, drafts }) {
    const own = as(name);
    const deleted = await makeAndDelete(own, first, drafts[first]);
    const others: Deleted[] = [];
    for (const one of (await isWithheld(own, deleted)) ? slugged.filter((each) => each !== first) : [])
      others.push(await makeAndDelete(own, one, drafts[one]));
    const granted = others.filter(({ exchange }) => isGranted(exchange));
    expectThat(granted.length < slugged.length - 1, {
      kind: 'status',
      expected: `a DELETE of an own record of ${first} as ${name} to be granted as of all other kinds`,
      observed: String(statusOf(deleted.exchange)),
      exchange: deleted.exchange,
    });
  },
});
