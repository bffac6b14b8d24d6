import fc from 'fast-check';
import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { isBlank } from '../../adapter/notation/shown-values.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId, shownFieldId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { isRefused } from '../../wire/status.js';
import { expectCreated, expectFields, expectFound, shows } from '../expect/expect-shown.js';
import { addressingsOn, addressOf } from '../expect/record-address.js';

const accepted = {
  level: 'MUST',
  profile: 'coherence',
  clause: 'coherence.kept-write',
  operations: ['events.create'],
  needs: ['events.create', 'events.read'],
  effects: 'writes',
} as const;

interface Mistakable {
  readonly id: string;
  readonly statement: string;
  readonly values: JsonObject;
  /** What updates send afterwards, one after the other. */
  readonly next?: readonly JsonObject[];
}

/** A value that a service may refuse, but not take for its opposite or for none. */
const keepsIfTaken = ({ id, statement, values, next = [] }: Mistakable): CalendarRequirement =>
  requirement({
    ...accepted,
    ...(next.length > 0 && { operations: ['events.create', 'events.update.patch'] }),
    id,
    alsoCovers: Object.keys(values).map((field) => fieldClauseId('events', field)),
    statement,
    cost: 3 + next.length,
    given: (world) => payload(resourceOf('events'), world, { only: [] }),
    // The create is no preparation: its response is judged.
    async check({ calendar }, body) {
      const fields = Object.keys(values);
      if (!fields.some((field) => calendar.lens.fact('events', field)))
        throw new DoesNotApply(`the target shows no ${fields.join(', ')}`);
      const written = await calendar.create('events', { ...body, ...values });
      if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses such values');
      const made = expectCreated(calendar, written);
      const sent = [values, ...next];
      let answer: Pick<Written, 'exchange'> = written;
      for (const [nth, some] of sent.entries()) {
        if (nth > 0) answer = await calendar.update('events', byId(made), 'PATCH', some);
        if (!isRefused(answer.exchange))
          await expectShown(calendar, { made, values: some, answer, isLast: nth === next.length });
      }
    },
  });

/** A record that was sent some values, and the answer to that. */
interface Sent {
  readonly made: Made;
  readonly values: JsonObject;
  readonly answer: Pick<Written, 'exchange'>;
  readonly isLast: boolean;
}

/** Expects the record to show what was sent. Where more is sent afterwards, what the answer shows need not be read as well. */
async function expectShown(calendar: Calendar, { made, values, answer, isLast }: Sent): Promise<void> {
  const { exchange } = answer;
  const seen = isLast ? undefined : calendar.lens.recordIfAny('events', exchange);
  if (seen && Object.keys(values).every((field) => calendar.lens.field(seen, field) !== undefined))
    return expectFields(calendar, values, { shown: seen, exchange, where: 'the answer', allDay: false });
  const { exchange: read, ...shown } = await expectFound(calendar, 'events', byId(made));
  expectFields(calendar, values, { shown, where: 'the item', exchange: read, allDay: false });
}

/** What is lost where any value that is not there counts as one that is, or one that is there as none. */
export const keepsMistakable: readonly CalendarRequirement[] = [
  {
    id: 'events.create.cost-of-zero',
    statement:
      'A cost that is accepted as a number is shown as that number: 0 not as no cost, and 1234567.5 and 2500000 with all their digits.',
    values: { cost: 0 },
    next: [{ cost: 2_500_000 }, { cost: 1_234_567.5 }],
  },
  {
    id: 'events.create.flags-as-words',
    statement: 'A flag that is accepted as the word "false" is not shown as true.',
    values: { all_day: 'false', featured: 'false', sticky: 'false', show_map: 'false', hide_from_listings: 'false' },
  },
].map(keepsIfTaken);

/** What programs write for what is not there. */
const WORDS = /^[^a-z0-9]*(none|null|undefined|nil|nan|object \w+)[^a-z0-9]*$/i;

const nullableOf = (collection: Nullable): readonly string[] =>
  Object.entries(resourceOf(collection).fields).flatMap(([name, { type, default: initial, required }]) =>
    initial === null && !required && type !== 'integers' ? [name] : [],
  );

const toNulls = (names: readonly string[]): JsonObject => Object.fromEntries(names.map((name) => [name, null]));

type Nullable = 'events' | 'venues' | 'organizers';

/** The default of these fields is stated as null: sent, it is no word. */
export const keepsNulls = (collection: Nullable): CalendarRequirement => {
  const nullable = nullableOf(collection);
  const nulls = toNulls(nullable);
  return requirement({
    ...accepted,
    id: `${collection}.create.nulls`,
    operations: [`${collection}.create`, `${collection}.update.patch`],
    needs: [`${collection}.create`, `${collection}.read`],
    alsoCovers: nullable.map((name) => fieldClauseId(collection, name)),
    statement: `A field of ${withArticle(resources[collection].singular)} that is accepted as null, its default, is not shown as a word for it.`,
    cost: 5,
    given: (world) => requiredOnly(resourceOf(collection), world),
    async arrange({ calendar }, body) {
      const written = await calendar.create(collection, { ...body, ...nulls });
      if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses null');
      return expectCreated(calendar, written);
    },
    async check({ calendar }, _, made) {
      await expectNoWords(calendar, made, nullable);
      const [by = 'id'] = addressingsOn(calendar.profile, collection).toReversed();
      const { exchange } = await calendar.update(collection, await addressOf(calendar, made, by), 'PATCH', nulls);
      if (!isRefused(exchange)) await expectNoWords(calendar, made, nullable);
    },
  });
};

async function expectNoWords(calendar: Calendar, made: Made, fields: readonly string[]) {
  const { collection } = made;
  const found = await expectFound(calendar, collection, byId(made));
  const { exchange, ...shown } = found;
  for (const name of fields) {
    const value = calendar.lens.fact(collection, name) && calendar.lens.field(shown, name);
    const isWord = typeof value === 'string' && WORDS.test(value);
    const about = { field: shownFieldId(collection, name) };
    expectThat(!isWord, { kind: 'value', expected: `no ${name}`, observed: JSON.stringify(value), exchange, about });
  }
  return found;
}

/** Texts of venues and organizers alike, with null as their stated default. */
const clearable = {
  description: 'To be cleared',
  website: 'https://example.org/cleared',
  phone: '+31 20 5550100',
} as const;

type Clearable = 'venues' | 'organizers';

/** The texts that the target shows, as they were sent. */
const textsOf = (calendar: Calendar, collection: Clearable): readonly (readonly [string, string])[] =>
  Object.entries(clearable).filter(([name]) => calendar.lens.fact(collection, name));

/** Sends null for each text; gives the refusal, if it is one. @throws DoesNotApply where none of them is shown */
async function refusalOfNull(calendar: Calendar, { id }: Made, collection: Clearable): Promise<Exchange | undefined> {
  const names = textsOf(calendar, collection).map(([name]) => name);
  if (names.length === 0) throw new DoesNotApply(`the target shows no texts of ${collection}`);
  const { exchange } = await calendar.update(collection, byId({ id }), 'PATCH', toNulls(names));
  return isRefused(exchange) ? exchange : undefined;
}

/** A text after an update to null. What is shown in yet another way is neither kept nor cleared. */
interface AfterNull {
  readonly collection: Clearable;
  readonly name: string;
  readonly now: 'kept' | 'cleared' | 'changed';
  readonly exchange: Exchange;
}

/** What an update to null left of the texts; it left no word for it. */
async function textsAfterNull(calendar: Calendar, made: Made, collection: Clearable): Promise<readonly AfterNull[]> {
  const texts = textsOf(calendar, collection);
  const names = texts.map(([name]) => name);
  const { exchange, ...shown } = await expectNoWords(calendar, made, names);
  return texts.map(([name, sent]) => {
    const isKept = shows({ calendar, shown, field: name, sent });
    const now = isBlank(calendar.lens.field(shown, name)) ? 'cleared' : isKept ? 'kept' : 'changed';
    return { collection, name, now, exchange };
  });
}

/** Expects a text that an update to null may clear or keep to be treated alike in both kinds. */
function expectAlike(texts: readonly AfterNull[]): void {
  const [cleared] = texts.filter(({ now }) => now === 'cleared');
  const [kept] = texts.filter(({ now }) => now === 'kept');
  if (!cleared || !kept) return;
  const expected = `${kept.name} of ${kept.collection} cleared like ${cleared.name} of ${cleared.collection}`;
  const about = { field: shownFieldId(kept.collection, kept.name) };
  expectThat(false, { kind: 'state', expected, observed: `${kept.name} unchanged`, exchange: kept.exchange, about });
}

/** Whether null clears a field or counts as not sent is open, but a client may expect the same of both kinds. */
export const clearsAlike: CalendarRequirement = requirement({
  ...accepted,
  id: 'coherence.nulls',
  operations: ['venues.update.patch', 'organizers.update.patch'],
  needs: ['venues.create', 'venues.update.patch', 'organizers.create', 'organizers.update.patch'],
  statement:
    'An update with null, the default, is taken for venues and organizers alike, and clears a text of both or of neither.',
  cost: 8,
  given: (world) =>
    fc.record({
      venues: requiredOnly(resourceOf('venues'), world),
      organizers: requiredOnly(resourceOf('organizers'), world),
    }),
  arrange: async ({ calendar }, bodies) => ({
    venue: await calendar.make('venues', { ...bodies.venues, ...clearable }),
    organizer: await calendar.make('organizers', { ...bodies.organizers, ...clearable }),
  }),
  async check({ calendar }, _, { venue, organizer }) {
    const refusals = [
      await refusalOfNull(calendar, venue, 'venues'),
      await refusalOfNull(calendar, organizer, 'organizers'),
    ];
    const [refusal, ...others] = refusals.filter((exchange) => exchange !== undefined);
    if (others.length > 0) throw new DoesNotApply('the target refuses null in updates');
    const taken = `an update of ${refusals[0] ? 'venues' : 'organizers'} with null, which the other kind takes,`;
    if (refusal) expectSuccess(refusal, taken);
    const venues = await textsAfterNull(calendar, venue, 'venues');
    const texts = [...venues, ...(await textsAfterNull(calendar, organizer, 'organizers'))];
    for (const one of Object.keys(clearable)) expectAlike(texts.filter(({ name }) => name === one));
  },
});
