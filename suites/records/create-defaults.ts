import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { contentOf, isEmpty } from '../../adapter/notation/shown-values.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { capitalized, type defaulted, shownFieldId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, relations, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Ref } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import type { Exchange } from '../../wire/exchange.js';
import { wasGranted } from '../expect/expect-handled.js';
import { expectCreated, expectField, expectFound } from '../expect/expect-shown.js';
import { isRedacted } from '../model/status-condition.js';

/** From a midnight on, for less than the day: what takes that for a whole day. */
const startsAtMidnight = ({ payload: { start_date: start, end_date: end } }: WorldRecord): boolean =>
  typeof start === 'string' && start.endsWith('00:00:00') && typeof end === 'string' && !end.endsWith('23:59:59');

/**
 * Events of the world created without all_day, at midnight where there are such, and with false. @throws Inconclusive
 * when either is missing.
 */
function pairs(world: World): readonly (readonly [without: Ref, withFalse: Ref])[] {
  const events = world.of('events');
  const unset = events.filter(({ payload }) => !('all_day' in payload));
  const atMidnight = unset.filter(startsAtMidnight);
  const without = atMidnight.length > 0 ? atMidnight : unset;
  const withFalse = events.filter(({ payload }) => payload.all_day === false);
  const found = withFalse.flatMap((one) => without.map((other) => [other.ref, one.ref] as const));
  if (found.length === 0) throw new Inconclusive('the test data has no events to compare', 'events.create');
  return found;
}

/** The declared default, by equivalence: left out is the same as sent. */
export const allDayIsFalseByDefault: CalendarRequirement = requirement({
  id: 'events.create.default.all-day',
  level: 'MUST',
  clause: 'event.default.all_day',
  operations: ['events.create'],
  profile: 'core',
  needs: ['events.create', 'events.read'],
  effects: 'reads',
  statement: 'An event created without all_day shows the same all_day as one created with all_day=false.',
  cost: 2,
  given: (world) => fc.constantFrom(...pairs(world)),
  async check({ calendar }, [without, withFalse]) {
    const one = await expectFound(calendar, 'events', byId({ id: calendar.idOf(withFalse) }));
    const shown = await expectFound(calendar, 'events', byId({ id: calendar.idOf(without) }));
    const sent = calendar.lens.field(one, 'all_day') ?? false;
    const where = 'an event created without all_day';
    expectField({ calendar, shown, field: 'all_day', sent, where, exchange: shown.exchange });
  },
});

/** What a service works out where it is not sent: who made a record and when, what is shown with it, and where its page is. */
const worked: readonly string[] = [
  'author',
  'date',
  'date_utc',
  'status',
  'show_map',
  'show_map_link',
  'image',
  'website',
];

/** Of these one may follow from another. */
const regions: readonly string[] = ['state', 'province', 'stateprovince'];

/** The fields that nothing was sent for, of which null is the stated default and nothing else follows. */
function leftNull({ ref, payload: sent }: WorldRecord): readonly string[] {
  const isSent = (name: string): boolean =>
    name in sent || (regions.includes(name) && regions.some((one) => one in sent));
  return Object.entries(resourceOf(ref.ref).fields)
    .filter(([name, { default: value, required }]) => value === null && required !== true && !worked.includes(name))
    .flatMap(([name]) => (isSent(name) ? [] : [name]));
}

/** The record of the world for which the fewest fields were sent. */
function barest(world: World, collection: Collection): Ref {
  const [first] = world
    .of(collection)
    .filter((record) => record.listed !== true && !isRedacted(record))
    .toSorted((one, other) => leftNull(other).length - leftNull(one).length);
  if (!first) throw new Inconclusive(`the test data has no ${collection}`, `${collection}.create`);
  return first.ref;
}

/** Whether a field shows nothing: a list in an object says so by having no entry. */
function showsNothing(value: JsonValue | undefined): boolean {
  const content = isJsonObject(value) ? contentOf(value) : undefined;
  return isEmpty(value) || (isJsonArray(content) && content.length === 0);
}

/** Fields that are to show nothing in a record. */
interface Unset {
  readonly names: readonly string[];
  readonly shown: Shown;
  readonly exchange: Exchange;
}

/** Expects a record to show nothing in these fields, as far as it shows them. */
function expectNothingIn({ lens }: Calendar, { names, shown, exchange }: Unset): void {
  for (const field of names) {
    const value = lens.fact(shown.collection, field) && lens.field(shown, field);
    expectThat(showsNothing(value), {
      kind: 'value',
      expected: `nothing in ${field}, which is null by default and was sent as null or not at all`,
      observed: JSON.stringify(value),
      exchange,
      about: { field: shownFieldId(shown.collection, field) },
    });
  }
}

/** No relation is null where none is sent, and may be sent as null: taken, it is the same; refused, it is no server error. */
export const takesNullRelations: CalendarRequirement = requirement({
  id: 'events.create.null-relations',
  level: 'MUST',
  clause: 'event.default.null',
  alsoCovers: ['http.server-error'],
  operations: ['events.create'],
  profile: 'core',
  needs: ['events.create'],
  effects: 'writes',
  statement: 'A create of an event with null for its relations, which is their default, is refused, or shows none.',
  // An event is read before it is deleted.
  cost: 2,
  given: (world) => payload(resourceOf('events'), world, { only: [] }),
  async check({ calendar }, body) {
    const nulls = Object.fromEntries(relations.map((name) => [name, null]));
    const written = await calendar.create('events', { ...body, ...nulls });
    if (!wasGranted(written.exchange, 'a create with null for relations')) return;
    const { shown, exchange } = expectCreated(calendar, written);
    expectNothingIn(calendar, { names: relations, shown, exchange });
  },
});

/** Nothing is made up for fields of which null is the default. */
export const leavesNull = (collection: (typeof defaulted)[number]): CalendarRequirement =>
  requirement({
    id: `${collection}.create.default.null`,
    level: 'MUST',
    clause: `${resources[collection].singular}.default.null`,
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`],
    effects: 'reads',
    statement: `${capitalized(withArticle(resources[collection].singular))} shows nothing in fields that are null by default and were not sent.`,
    cost: 1,
    given: (world) => fc.constant(barest(world, collection)),
    async check({ calendar, world }, ref) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id: calendar.idOf(ref) }));
      const names = leftNull(world.record(ref)).filter((field) => calendar.lens.fact(collection, field) !== undefined);
      if (names.length === 0) throw new DoesNotApply(`the target shows no field of ${collection} that was not sent`);
      expectNothingIn(calendar, { names, shown, exchange });
    },
  });
