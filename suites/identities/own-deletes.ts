import fc from 'fast-check';
import type { Made } from '../../adapter/calendar/calendar.js';
import { wasGranted } from '../../adapter/profile/rights.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement, type Subject } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isDenied, isGranted, statusOf } from '../../wire/status.js';
import { slugged, weakerIdentity } from './weaker-identity.js';

/** An own record, and what came of its DELETE. */
interface Deleted {
  readonly made: Made;
  readonly exchange: Exchange;
}

/** Whether a DELETE is denied to whoever may update the record: otherwise it is not theirs to write. */
async function isWithheld({ as }: Subject, name: string, { made, exchange }: Deleted): Promise<boolean> {
  if (!isDenied(exchange)) return false;
  const changed = await as(name).update(made.collection, byId(made), 'PATCH', { description: `Changed ${MARK}` });
  return isGranted(changed.exchange);
}

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
  cost: 2 * slugged.length + 2,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world, (one) => slugged.every((collection) => wasGranted(one, `${collection}.create`))),
      drafts: fc.tuple(
        ...slugged.map((collection) =>
          requiredOnly(resourceOf(collection), world).map((body) => ({ collection, body })),
        ),
      ),
    }),
  arrange: ({ as }, { name, drafts }) =>
    Promise.all(drafts.map(({ collection, body }) => as(name).make(collection, body))),
  async check(subject, { name }, records) {
    const deleted: Deleted[] = [];
    for (const made of records)
      deleted.push({ made, exchange: await subject.as(name).remove(made.collection, byId(made)) });
    const granted = deleted.filter(({ exchange }) => isGranted(exchange));
    const withheld: Deleted[] = [];
    for (const one of granted.length < slugged.length - 1 ? [] : deleted)
      if (await isWithheld(subject, name, one)) withheld.push(one);
    const [first] = withheld;
    expectThat(first === undefined, () => ({
      kind: 'status',
      expected: `a DELETE of an own record of ${first?.made.collection} as ${name} to be granted as of all other kinds`,
      observed: String(first && statusOf(first.exchange)),
      ...(first && { exchange: first.exchange }),
    }));
  },
});
