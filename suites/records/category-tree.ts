import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectResponse, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isRefused } from '../../wire/status.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectFound } from '../expect/expect-shown.js';
import { itemOperation } from '../expect/record-address.js';
import { isShownBy } from '../expect/shown-in.js';

/** An update that moves the first of three categories below itself or the last of them. */
interface Move {
  readonly verb: UpdateVerb;
  readonly below: 'eldest' | 'youngest';
}

/** A check for the category above its parent misses the one, a check of one level up misses the other. */
const all: readonly Move[] = [
  { verb: 'PUT', below: 'youngest' },
  { verb: 'PATCH', below: 'youngest' },
  { verb: 'POST', below: 'eldest' },
];

const moves: Arbitrary<readonly Move[]> = droppableButOne(all.map((move) => fc.constant(move)));

/** Three categories, each below the one before. */
async function makeFamily(calendar: Calendar, [one, two, three]: Bodies) {
  const eldest = await calendar.make('categories', one);
  const middle = await calendar.make('categories', { ...two, parent: toWireId(eldest.id) });
  const youngest = await calendar.make('categories', { ...three, parent: toWireId(middle.id) });
  return { eldest, middle, youngest };
}

type Family = Awaited<ReturnType<typeof makeFamily>>;

/** A category as it is read, and the one above it. */
interface Placed {
  readonly id: string;
  readonly parent: string | undefined;
  readonly exchange: Exchange;
}

async function readPlace(calendar: Calendar, { id }: Made): Promise<Placed> {
  const { exchange, ...shown } = await expectFound(calendar, 'categories', byId({ id }));
  return { id, parent: idsIn(calendar.lens.field(shown, 'parent'))[0], exchange };
}

/** Where the eldest is now, and where it is below another one of its family, all others as well. */
async function readPlaces(calendar: Calendar, { eldest, ...others }: Family): Promise<readonly Placed[]> {
  const first = await readPlace(calendar, eldest);
  const below = Object.values(others);
  if (![eldest, ...below].some(({ id }) => id === first.parent)) return [first];
  return [first, ...(await Promise.all(below.map((made) => readPlace(calendar, made))))];
}

/** Those that are met on the way up from a category, until there is none, or one of them again. */
function wayUp(places: readonly Placed[], { id, parent }: Placed, seen: readonly string[] = []): readonly string[] {
  const way = [...seen, id];
  const above = places.find((place) => place.id === parent);
  return above && !way.includes(above.id) ? wayUp(places, above, way) : [...way, ...(parent ? [parent] : [])];
}

/** Expects each category to have an end to its way up. */
function expectTree(places: readonly Placed[]): void {
  for (const place of places) {
    const way = wayUp(places, place);
    const isCircle = new Set(way).size < way.length;
    const expected = `categories/${place.id} not to be below itself`;
    expectThat(!isCircle, { kind: 'state', expected, observed: `parents ${way.join(', ')}`, exchange: place.exchange });
  }
}

type Bodies = readonly [Payload, Payload, Payload];

const smallBodies = (world: World): Arbitrary<Bodies> => {
  const small = payload(resourceOf('categories'), world, { only: [] });
  return fc.tuple(small, small, small);
};

/** Whether such a move is refused, or another category moves to the top instead, is open (gap.category.cycle). */
export const staysTree: CalendarRequirement = requirement({
  id: 'categories.update.own-ancestor',
  level: 'SHOULD',
  clause: 'category.field.parent',
  alsoCovers: ['category.update', 'coherence.relations'],
  operations: updateVerbs.map((verb) => itemOperation('categories', 'id', verb)),
  profile: 'coherence',
  needs: ['categories.create', 'categories.read', 'categories.update.patch'],
  effects: 'writes',
  statement:
    'An update that moves a category below itself or its grandchild is refused, or all are shown as a tree still.',
  cost: 10,
  given: (world) => fc.record({ bodies: smallBodies(world), moves }),
  arrange: ({ calendar }, { bodies }) => makeFamily(calendar, bodies),
  async check({ calendar }, { moves: attempted }, family) {
    for (const { verb, below } of attempted) {
      const change = { parent: toWireId(family[below].id) };
      expectResponse((await calendar.update('categories', byId(family.eldest), verb, change)).exchange);
    }
    expectTree(await readPlaces(calendar, family));
  },
});

/** What a target shows of a category without a parent, as it may be sent: 0, or null where it shows nothing. */
async function topOf(calendar: Calendar, made: Made): Promise<0 | null> {
  const { exchange: _, ...shown } = await expectFound(calendar, 'categories', byId(made));
  if (!isShownBy(calendar, shown, 'parent')) throw new DoesNotApply('the target shows no parents of categories');
  return toText(calendar.lens.field(shown, 'parent')) === '0' ? 0 : null;
}

/** What a target means by the parent of a category without one, it also takes; null may be taken for nothing sent. */
export const movesToTop: CalendarRequirement = requirement({
  id: 'categories.update.to-top',
  level: 'MUST',
  clause: 'category.field.parent',
  alsoCovers: ['category.update', 'coherence.kept-write'],
  operations: [itemOperation('categories', 'id', 'PATCH')],
  profile: 'coherence',
  needs: ['categories.create', 'categories.read', 'categories.update.patch'],
  effects: 'writes',
  statement: 'Where top categories show the parent 0, an update with 0 is refused or takes a category from its parent.',
  cost: 7,
  given: smallBodies,
  async arrange({ calendar }, [one, two]) {
    const eldest = await calendar.make('categories', one);
    const top = await topOf(calendar, eldest);
    return { top, child: await calendar.make('categories', { ...two, parent: toWireId(eldest.id) }) };
  },
  async check({ calendar }, _, { top, child }) {
    const { exchange } = await calendar.update('categories', byId(child), 'PATCH', { parent: top });
    if (isRefused(exchange)) throw new DoesNotApply(`the target refuses ${top} as a parent`);
    const seen = await readPlace(calendar, child);
    if (top === null && seen.parent !== undefined)
      throw new DoesNotApply('null is taken for a parent that is not sent');
    expectThat(seen.parent === undefined, {
      kind: 'value',
      expected: `categories/${child.id} with the parent ${top}, as it was sent`,
      observed: `parent ${seen.parent}`,
      exchange: seen.exchange,
      about: { field: shownFieldId('categories', 'parent') },
    });
  },
});
