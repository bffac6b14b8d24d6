import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { type Address, byId, bySlug } from '../../target/paths.js';
import type { Subject } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { anyCollection, unlisting } from '../any-draft.js';
import { expectFound } from '../expect-shown.js';
import { slugIfShown } from '../records/addressed.js';
import { calendarOf, creatorOf, weakerIdentity } from './who.js';

/** Who tries to change whose record, made how. */
export interface Attempt {
  readonly collection: Collection;
  readonly name: string;
  readonly owner: string;
  readonly body: Payload;
}

/** An attempt by somebody on a record of one of several collections, whatever its status. */
export const attempts = (
  among: readonly Collection[],
  world: World,
  name: Arbitrary<string> = weakerIdentity(world),
): Arbitrary<Attempt> =>
  anyCollection(world, among).chain((collection) =>
    fc.record({
      collection: fc.constant(collection),
      name,
      owner: creatorOf(world, collection),
      body: fc
        .tuple(payload(resourceOf(collection), world, { omit: unlisting }), statedIn(collection, world))
        .map(([body, status]) => ({ ...body, ...status })),
    }),
  );

const statedIn = (collection: Collection, { accepted }: World): Arbitrary<Payload> => {
  const statuses = 'status' in resourceOf(collection).fields ? accepted.status : [];
  return fc.constantFrom<Payload>({}, ...statuses.map((status) => ({ status })));
};

/** A record, and the addresses at which it can be tried: its slug, where it has one, last. */
export interface Tried {
  readonly made: Made;
  readonly addresses: readonly Address[];
}

/** Makes the record of an attempt, as its owner. */
export async function makeFor(subject: Subject, { collection, owner, body }: Attempt): Promise<Tried> {
  const calendar = calendarOf(subject, owner);
  const made = await calendar.make(collection, body);
  const slug = resourceOf(collection).bySlug ? await slugIfAny(calendar, made) : undefined;
  return { made, addresses: [byId(made), ...(slug === undefined ? [] : [bySlug(slug)])] };
}

/** The slug of a record just made: as the answer shows it, else as its item does. */
async function slugIfAny(calendar: Calendar, made: Made): Promise<string | undefined> {
  const answered = slugIfShown(calendar, made.shown);
  const isElsewhere = answered === undefined && calendar.lens.fact(made.collection, 'slug') !== undefined;
  return isElsewhere ? slugIfShown(calendar, await expectFound(calendar, made.collection, byId(made))) : answered;
}
