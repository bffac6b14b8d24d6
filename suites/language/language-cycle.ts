import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import type { Address, Via } from '../../adapter/reading/paths.js';
import { narrow, unfilteredFor } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import {
  type Addressing,
  type OperationId,
  operations,
  type UpdateVerb,
  updateVerbs,
} from '../../contract/operations.js';
import { type Language, languages, segmentLanguages } from '../../contract/queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { type ListQuery, MARK, type Payload } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppable } from '../arbitraries/subsets.js';
import { expectCreated, expectFound } from '../expect/expect-shown.js';
import { addressings, addressOf } from '../expect/record-address.js';
import { toWords } from './localized.js';

/** One request of those that are made of a record, or of its like. */
type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly by: Addressing }
  | { readonly kind: 'update'; readonly by: Addressing; readonly verb: UpdateVerb }
  | { readonly kind: 'delete'; readonly by: Addressing; readonly isLast: boolean };

type VerbsBy = (nth: number) => readonly UpdateVerb[];

function stepsOf(collection: Collection, verbsBy: VerbsBy): readonly Step[] {
  const ways = addressings(collection);
  return [
    { kind: 'list' },
    ...ways.flatMap((by, nth): Step[] => [
      { kind: 'read', by },
      ...verbsBy(nth).map((verb) => ({ kind: 'update', by, verb }) as const),
    ]),
    ...ways.map((by): Step => ({ kind: 'delete', by, isLast: by === ways.at(-1) })),
  ];
}

/** All of them; when shrunk, those that matter. */
const anySteps = (collection: Collection, verbsBy: VerbsBy): Arbitrary<readonly Step[]> =>
  droppable(stepsOf(collection, verbsBy).map((step) => fc.constant(step)));

/** One verb for each address, another one in the next collection and turn: what a path begins with is taken off before its verb matters. */
const verbInTurn =
  (collection: Collection, turn: number): VerbsBy =>
  (nth) => [updateVerbs[(startOf(collection) + turn + nth) % updateVerbs.length] ?? 'PATCH'];

/** What is created in a language. */
interface LocalizedDraft {
  readonly collection: Collection;
  readonly body: Payload;
  readonly via: Via;
}

/** Expects a record to be created in its language. */
const expectMade = async (calendar: Calendar, { collection, body, via }: LocalizedDraft): Promise<Made> =>
  expectCreated(calendar, await calendar.create(collection, body, via));

interface MadeRecord {
  readonly record: LocalizedDraft;
  readonly made: Made;
}

/** Expects one request of a record, or of its like, to be accepted in its language. */
async function expectAccepted(calendar: Calendar, step: Step, { record, made }: MadeRecord): Promise<void> {
  const { collection, via } = record;
  if (step.kind === 'list') {
    expectSuccess(await calendar.list(collection, holding(calendar, made), via), `a list ${toWords(via)}`);
  } else if (step.kind === 'read') {
    await expectRead(calendar, await addressOf(calendar, made, step.by, via), { record, made });
  } else if (step.kind === 'update') {
    await expectUpdated(calendar, await addressOf(calendar, made, step.by, via), { record, made }, step.verb);
  } else {
    const one = step.isLast ? made : await expectMade(calendar, record);
    await expectDeleted(calendar, await addressOf(calendar, one, step.by, via), record);
  }
}

/**
 * What lists the record: events years ahead and terms of no event are not listed by default, and how an empty list is
 * answered is not stated.
 */
const holding = ({ profile }: Calendar, { collection, body }: Made): ListQuery =>
  collection === 'events' ? narrow(collection, body, profile) : unfilteredFor(profile, collection);

async function expectRead(calendar: Calendar, address: Address, { record, made: { id } }: MadeRecord): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, record.collection, address, record.via);
  expectThat(shown.id === id, { kind: 'value', expected: `record ${id}`, observed: `record ${shown.id}`, exchange });
}

/** All fields are sent, so that the record keeps its name and with it its slug. */
async function expectUpdated(
  calendar: Calendar,
  address: Address,
  { record: { collection, body, via }, made }: MadeRecord,
  verb: UpdateVerb,
): Promise<void> {
  const { label } = resourceOf(collection);
  const changed = { ...body, [label]: toText(made.body[label]), description: `Changed ${MARK}` };
  const written = await calendar.update(collection, address, verb, changed, via);
  expectSuccess(written.exchange, `a ${verb} of a record of ${collection} ${toWords(via)}`);
}

async function expectDeleted(calendar: Calendar, address: Address, { collection, via }: LocalizedDraft): Promise<void> {
  const exchange = await calendar.remove(collection, address, via);
  expectSuccess(exchange, `a DELETE of a record of ${collection} ${toWords(via)}`);
}

const operationsOn = (collection: Collection): readonly OperationId[] =>
  operations.filter((operation) => operation.collection === collection).map(({ id }) => id);

/** A create, a list, and for each address a read, its updates and a DELETE, the first of a record of its own. */
const costOf = (collection: Collection, verbs: number): number => {
  const ways = addressings(collection).length;
  return 2 + ways * (2 + verbs) + (ways - 1);
};

const small = (collection: Collection, world: World): Arbitrary<Payload> =>
  payload(resourceOf(collection), world, { only: ['description'] });

/** Where English is the default, a service that forgets the parameter does no harm in it: so it is drawn less often. */
const anyLanguage = fc.oneof(
  { arbitrary: fc.constantFrom<Language>(...segmentLanguages), weight: 9 },
  { arbitrary: fc.constantFrom(...languages), weight: 1 },
);

/** Languages are part of every operation, not of some. */
export const acceptsLanguageEverywhere = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.life-cycle.language`,
    level: 'MUST',
    clause: 'language.parameter',
    operations: operationsOn(collection),
    profile: 'core',
    needs: operationsOn(collection),
    effects: 'writes',
    statement: `Every operation on ${collection} succeeds in each of the languages nl, en, fr and de.`,
    cost: costOf(collection, 1),
    given: (world, { turn }) =>
      fc.record({
        steps: anySteps(collection, verbInTurn(collection, turn)),
        language: anyLanguage,
        body: small(collection, world),
      }),
    check: ({ calendar }, { steps, language, body }) =>
      expectLifeCycle(calendar, { collection, body, via: { language } }, steps),
  });

/** Where there are segments, they are part of every operation too; each record shows in its language by parameter. */
export const acceptsSegmentEverywhere = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.life-cycle.segment`,
    level: 'MUST',
    clause: 'language.segment',
    operations: operationsOn(collection),
    profile: 'core',
    needs: [...operationsOn(collection), 'language.segment'],
    effects: 'writes',
    statement: `Requests of every kind on ${collection} succeed under the path segments nl, de and fr.`,
    cost: costOf(collection, 1),
    given: (world, { turn }) =>
      fc.record({
        steps: anySteps(collection, verbInTurn(collection, turn)),
        segment: fc.constantFrom(...segmentLanguages),
        body: small(collection, world),
      }),
    check: ({ calendar }, { steps, segment, body }) =>
      expectLifeCycle(calendar, { collection, body, via: { segment } }, steps),
  });

async function expectLifeCycle(calendar: Calendar, record: LocalizedDraft, steps: readonly Step[]): Promise<void> {
  const made = await expectMade(calendar, record);
  for (const step of steps) await expectAccepted(calendar, step, { record, made });
}
