import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { decodeEntities, isSameText } from '../../adapter/notation/text-form.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import { isTypeset } from '../../adapter/world/world-drafts.js';
import type { World } from '../../adapter/world/world.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { isFormatted, letters, plainTexts, richTextsFor } from '../../generators/rich-texts.js';
import { MARK, type Payload, type Ref } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { countExpectation } from '../../kernel/tally.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';
import { isRefused } from '../../wire/status.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';
import { findListed } from '../expect/find-listed.js';

/** A text in a field of a collection. */
interface Placed {
  readonly collection: Collection;
  readonly field: string;
  readonly text: string;
}

/** Kinds of records that a service shows alike. */
const families: readonly (readonly Collection[])[] = [
  ['events', 'venues'],
  ['categories', 'tags'],
];

/** An entity of HTML stands for a sign in prose that is HTML, and for itself in plain text: which of them prose is may differ. */
const ENTITY = /&\w+;/;

/** Whether a service keeps a text in two kinds of records alike: in all posts, and in all terms. */
const areKeptAlike = (text: string, one: Collection, other: Collection): boolean =>
  ENTITY.test(text)
    ? families.some((family) => family.includes(one) && family.includes(other))
    : 'author' in resourceOf(one).fields === 'author' in resourceOf(other).fields;

/** The texts that were tried in the fields of this target, and whether they came back. */
const tried = ({
  profile: { keptTexts },
}: Pick<World, 'profile'>): readonly (Placed & { readonly isKept: boolean })[] =>
  collections.flatMap((collection) =>
    Object.entries(keptTexts[collection] ?? {}).flatMap(([field, kept]) =>
      richTextsFor(collection, field)
        .filter((text) => isFormatted(field) || field === 'description' || plainTexts.includes(text))
        .map((text) => ({ collection, field, text, isKept: kept.includes(text) })),
    ),
  );

/** Whether a text that one field keeps is kept in another: letters and URLs everywhere, anything in like descriptions. */
const areAlike = (one: Placed, other: Placed): boolean =>
  one.text === other.text &&
  (plainTexts.includes(one.text) ||
    isFormatted(one.field) ||
    (one.field === 'description' &&
      other.field === 'description' &&
      areKeptAlike(one.text, one.collection, other.collection)));

/** How many are looked at: where a text is cut off, those after the first that is lost are only lost with it. */
const MOST = 4;

/** An address that is altered is that of somebody else, whatever other fields keep. */
const isAddress = ({ field }: Placed): boolean => field === 'email';

/** Letters that every field was seen to lose, in one of them each: they are kept, or refused. */
const lostEverywhere = (all: ReturnType<typeof tried>): readonly Placed[] =>
  letters.flatMap((text) => {
    const placed = all.filter((one) => one.text === text);
    return placed.some(({ isKept }) => isKept) ? [] : placed.slice(0, 1);
  });

/** Texts that one field was seen to lose and another to keep, and letters that are lost everywhere; where all are kept, any. */
function doubtful(world: World): readonly Placed[] {
  const all = tried(world);
  const kept = all.filter(({ isKept }) => isKept);
  const lost = all.filter((one) => !one.isKept && (isAddress(one) || kept.some((other) => areAlike(one, other))));
  const doubted = [...lost, ...lostEverywhere(all)];
  const these = doubted.length > 0 ? doubted.slice(0, MOST) : kept.slice(0, 1);
  if (these.length === 0) throw new DoesNotApply('the target keeps none of the texts that were tried');
  return these;
}

const withText = (world: World, { collection, field, text }: Placed): Arbitrary<Draft> =>
  payload(resourceOf(collection), world, { only: ['description'] }).map((body) => ({
    collection,
    field,
    body: { ...body, [field]: isFormatted(field) ? text : `Harbor ${text} ${MARK}` },
  }));

interface Draft {
  readonly collection: Collection;
  readonly field: string;
  readonly body: Payload;
}

/** Whether a text is whole but for HTML that is escaped: where that is done is a matter of its own. */
function isEscapedAlone(
  { lens }: Calendar,
  shown: Shown,
  { field, sent }: { readonly field: string; readonly sent: JsonValue },
): boolean {
  const value = lens.fact(shown.collection, field) && lens.field(shown, field);
  return typeof sent === 'string' && typeof value === 'string' && isSameText('markup', sent, value);
}

/** What one kind of record keeps is nothing that a service cannot keep. */
export const keepsLettersEverywhere: CalendarRequirement = requirement({
  id: 'coherence.texts.letters',
  level: 'MUST',
  clause: 'coherence.kept-write',
  alsoCovers: ['organizer.field.email'],
  operations: collections.map((collection) => `${collection}.create` as const),
  profile: 'coherence',
  needs: ['events.create', 'events.read'],
  effects: 'writes',
  statement:
    'All fields keep letters and e-mail addresses, and signs and URLs that one keeps; posts keep the same in descriptions, and so do terms.',
  cost: 3,
  given: (world) => allOrFewer(doubtful(world).map((one) => withText(world, one))),
  async check({ calendar }, drafts) {
    let taken = 0;
    for (const { collection, field, body } of drafts) {
      const written = await calendar.create(collection, body);
      if (isRefused(written.exchange)) continue;
      taken += 1;
      const made = expectCreated(calendar, written);
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      const sent = made.body[field] ?? null;
      if (isEscapedAlone(calendar, shown, { field, sent })) countExpectation();
      else expectFields(calendar, { [field]: sent }, { shown, where: 'the item', exchange });
    }
    if (taken === 0) throw new DoesNotApply('the target refuses these texts');
  },
});

/** The records of the test data with characters that HTML gives a meaning, one of each kind. */
const withMarkup = ({ records }: World, family: readonly Collection[]): readonly Ref[] =>
  family.flatMap(
    (collection) =>
      records.find(({ ref, payload: { description } }) => ref.ref === collection && isTypeset(description ?? null))
        ?.ref ?? [],
  );

/** Whether texts are escaped is open; what is escaped in one kind of record and not in the next is wrong in one. */
export const escapesAlike: CalendarRequirement = requirement({
  id: 'coherence.texts.escaped',
  level: 'MUST',
  clause: 'coherence.siblings',
  operations: families.flat().map((collection) => `${collection}.read` as const),
  profile: 'coherence',
  needs: ['events.create', 'events.read'],
  effects: 'reads',
  statement:
    'Events and venues show names and descriptions escaped or all of them not, as items and in lists, and so do categories and tags.',
  cost: 2 * families.flat().length,
  given: (world) => fc.constant(families.map((family) => withMarkup(world, family))),
  async check({ calendar, world }, groups) {
    let compared = 0;
    for (const refs of groups) {
      const [first, ...others] = await readAll(calendar, refs);
      for (const other of [...others, ...(await listAll({ calendar, world }, refs))])
        compared += expectSameEscaping(calendar, first, other);
    }
    if (compared === 0) throw new DoesNotApply('no two kinds of records show a text with an ampersand');
  },
});

type Item = Shown & { readonly exchange: Exchange };

async function readAll(calendar: Calendar, refs: readonly Ref[]): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const ref of refs) items.push(await expectFound(calendar, ref.ref, byId({ id: calendar.idOf(ref) })));
  return items;
}

/** The same records in lists, where these show them. */
async function listAll(
  { calendar, world }: Pick<Subject, 'calendar' | 'world'>,
  refs: readonly Ref[],
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const ref of refs) {
    const { id, body } = world.record(ref);
    const { shown, exchange } = await findListed(calendar, { collection: ref.ref, id, body });
    if (shown) items.push({ ...shown, exchange });
  }
  return items;
}

/** What a service that renders a text puts around it: HTML is escaped, whatever becomes of plain texts elsewhere. */
const ELEMENT = /<\/?(?:p|br|div|span)\b/i;

/** Whether a text is escaped; undefined where it is not shown, is rendered, or has nothing to escape. */
function isEscaped({ lens }: Calendar, shown: Item, field: string): boolean | undefined {
  const text = lens.fact(shown.collection, field) && lens.field(shown, field);
  if (typeof text !== 'string' || ELEMENT.test(text) || !/[&"]/.test(decodeEntities(text))) return undefined;
  return decodeEntities(text) !== text;
}

const asWords = (isEscaped: boolean | undefined): string => (isEscaped === true ? 'escaped' : 'as it is');

/** Compares names and descriptions of two kinds of records; gives how many could be compared. */
function expectSameEscaping(calendar: Calendar, first: Item | undefined, other: Item): number {
  let compared = 0;
  for (const role of ['label', 'description'] as const) {
    const [one, its] = [first, other].map((item) => item && isEscaped(calendar, item, nameOf(item, role)));
    if (one === undefined || its === undefined || !isOneForm(calendar, [first, other], role)) continue;
    compared += 1;
    expectThat(one === its, {
      kind: 'value',
      expected: `the ${nameOf(other, role)} of ${placeOf(other)} ${asWords(one)}, as in the item of ${first?.collection}`,
      observed: asWords(its),
      exchange: other.exchange,
      about: { field: shownFieldId(other.collection, nameOf(other, role)) },
    });
  }
  return compared;
}

type Role = 'label' | 'description';

/** Members in which a text stands beside other forms of it: `{ "raw": "R&B", "rendered": "R&amp;B" }`. */
const FORMS: readonly (string | undefined)[] = ['raw', 'rendered', 'html', 'plain'];

/** Whether two texts are shown in the same form: as themselves, or in the same member of an object. */
function isOneForm({ lens }: Calendar, items: readonly (Item | undefined)[], role: Role): boolean {
  const members = items.map((item) => item && lens.fact(item.collection, nameOf(item, role))?.path.at(-1));
  const [one, its] = members.map((member) => (FORMS.includes(member) ? member : undefined));
  return one === its;
}

const placeOf = ({ collection, isListed }: Shown): string => `${isListed ? 'the list' : 'the item'} of ${collection}`;

const nameOf = ({ collection }: Shown, role: Role): string => (role === 'label' ? resourceOf(collection).label : role);
