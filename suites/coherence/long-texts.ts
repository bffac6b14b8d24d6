import type { Arbitrary } from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { fieldClauseId } from '../../contract/clauses/resource-clauses.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { longText } from '../../generators/rich-texts.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { isRefused } from '../../wire/status.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';

/** A record that has little but a long description. */
interface LongRecord {
  readonly collection: Collection;
  readonly body: Payload;
}

/** The collections in which descriptions were seen to lose a long text among others, or one where none was. */
function doubtful({ profile: { keptTexts } }: Pick<World, 'profile'>): readonly Collection[] {
  const lost = collections.filter((one) => keptTexts[one]?.['description']?.includes(longText) === false);
  return lost.length > 0 ? lost : ['events'];
}

const longOf = (world: World, collection: Collection): Arbitrary<LongRecord> =>
  requiredOnly(resourceOf(collection), world).map((body) => ({
    collection,
    body: { ...body, description: `${longText} ${MARK}` },
  }));

/** Expects a long description to be shown to its end; returns whether it was taken at all. */
async function expectWhole({ calendar }: Subject, { collection, body }: LongRecord): Promise<boolean> {
  const written = await calendar.create(collection, body);
  if (isRefused(written.exchange)) return false;
  const made = expectCreated(calendar, written);
  const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
  const { description = null } = made.body;
  expectFields(calendar, { description }, { shown, where: 'the item', exchange });
  return true;
}

/** How long a description may be is not stated: one that is longer than a service can keep is refused, not cut. */
export const keepsLongTexts: CalendarRequirement = requirement({
  id: 'coherence.texts.long',
  level: 'MUST',
  clause: 'coherence.kept-write',
  alsoCovers: collections.map((collection) => fieldClauseId(collection, 'description')),
  operations: collections.map((collection) => `${collection}.create` as const),
  profile: 'coherence',
  needs: ['events.create', 'events.read'],
  effects: 'writes',
  statement: 'A description of 1,200 plain characters is kept to its end, or refused.',
  cost: 3,
  given: (world) => allOrFewer(doubtful(world).map((collection) => longOf(world, collection))),
  async check(subject, records) {
    let taken = 0;
    for (const record of records) if (await expectWhole(subject, record)) taken += 1;
    if (taken === 0) throw new DoesNotApply('the target refuses descriptions of that length');
  },
});
