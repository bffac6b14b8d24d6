import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { factInWords } from '../../adapter/profile/fact-words.js';
import { type BodyKind, kindOfType, statedForms } from '../../adapter/profile/request-body-forms.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { WorldRecord } from '../../adapter/world/world.js';
import { fieldClauseId } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { JsonValue } from '../../wire/json.js';
import { recordsWith } from '../arbitraries/any-record.js';
import { expectCreated, expectField, expectFound, shows, widenings } from '../expect/expect-shown.js';

/** Fields without stated values: only what this target was seen to take can be sent. */
const unstated = ['author', 'image', 'status'] as const;
const isUnstated = (field: string): field is (typeof unstated)[number] => unstated.some((one) => one === field);

/** What is sent in a field is shown as it was sent. */
export const keepsField = (collection: Collection, field: string): CalendarRequirement =>
  isUnstated(field) ? keepsSeenValue(collection, field) : keepsValue(collection, field);

const infoOf = (collection: Collection, field: string) =>
  ({
    id: `${collection}.fields.${field.replaceAll('_', '-')}`,
    level: 'MUST',
    clause: fieldClauseId(collection, field),
    alsoCovers: ['coherence.kept-write'],
    operations: [`${collection}.create`],
    profile: 'core',
    effects: 'writes',
    statement: `A created ${resources[collection].singular} shows the ${field} it was sent with.`,
  }) as const;

/**
 * Two of the world's records stand for all, so that a field costs two requests and a flag is seen both set and not. What
 * they do not keep is tried again on a record with little else: no other field can explain that, and it is a smaller
 * counterexample.
 */
const keepsValue = (collection: Collection, field: string): CalendarRequirement =>
  requirement({
    ...infoOf(collection, field),
    needs: [`${collection}.create`, `${collection}.read`],
    cost: 2,
    given: (world) =>
      fc.record({
        specimens: recordsWith(world, collection, field),
        body: payload(resourceOf(collection), world, { only: [] }),
      }),
    async check({ calendar, world }, { specimens, body }) {
      for (const record of specimens.map(world.record)) {
        const { exchange, ...shown } = await expectFound(calendar, collection, byId(record));
        const one = { calendar, shown, field };
        const meant = meantBy(record, field);
        const kept = meant.find((sent) => shows({ ...one, sent }));
        if (kept === undefined) await expectKept(calendar, collection, field, { ...body, ...sameField(record, field) });
        expectField({ ...one, sent: kept ?? record.body[field] ?? null, where: 'the item', exchange });
      }
    },
  });

/** What a record may show in a field: what was sent, or of an event that lasts all day the days that it lasts. */
const meantBy = ({ body }: WorldRecord, field: string): readonly JsonValue[] =>
  widenings({ [field]: body[field] ?? null }, body.all_day === true).map(({ [field]: value }) => value ?? null);

/** The value that was not kept, for another record; the times of an event only make sense together. */
function sameField({ payload: sent }: WorldRecord, field: string): Payload {
  const names = field === 'start_date' || field === 'end_date' ? ['start_date', 'end_date'] : [field];
  return Object.fromEntries(names.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])));
}

const keepsSeenValue = (collection: Collection, field: (typeof unstated)[number]): CalendarRequirement =>
  requirement({
    ...infoOf(collection, field),
    needs: [`${collection}.create`, `${collection}.read`, `accepted.${field}`],
    cost: 3,
    given: (world) => payload(resourceOf(collection), world, { only: [field] }),
    check: ({ calendar }, body) => expectKept(calendar, collection, field, body),
  });

async function expectKept(calendar: Calendar, collection: Collection, field: string, sent: Payload): Promise<void> {
  const { id, body } = expectCreated(calendar, await calendar.create(collection, sent));
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectField({ calendar, shown, field, sent: body[field] ?? null, where: 'the item', exchange });
}

const { fields } = resources.events;

/** The fields of events that are of a kind. */
const fieldsOf = (kind: BodyKind): readonly string[] =>
  Object.entries(fields).flatMap(([name, { type }]) => (kindOfType(type) === kind ? [name] : []));

interface Form {
  readonly id: string;
  readonly kind: BodyKind;
  readonly statement: string;
}

/** Judged by what was learned while the world was made; what was refused then is sent once more, to show it. */
const takesAsStated = ({ id, kind, statement }: Form): CalendarRequirement => {
  const names = fieldsOf(kind);
  const [clause = 'event.create', ...alsoCovers] = names.map((name) => fieldClauseId('events', name));
  return requirement({
    id,
    level: 'MUST',
    clause,
    alsoCovers: alsoCovers,
    operations: ['events.create'],
    profile: 'core',
    needs: ['events.create'],
    effects: 'writes',
    statement,
    cost: 0,
    given: (world) => payload(resourceOf('events'), world, { only: names }),
    async check({ calendar }, body) {
      const fact = calendar.profile.facts.find((one) => one.id === `bodies.${kind}`);
      if (!fact) throw new Inconclusive(`no event could be created with ${names.join(', ')}`);
      const isStated = fact.value === statedForms[kind];
      if (!isStated) {
        const { exchange } = await calendar.create('events', body, { forms: statedForms });
        expectSuccess(exchange, `an event with ${names.join(', ')} in the stated form`);
      }
      const observed = `only ${factInWords(fact.id, fact.value)} when the test data was created`;
      expectThat(isStated, { kind: 'value', expected: factInWords(fact.id, statedForms[kind]), observed });
    },
  });
};

/** Relations and flags in the form in which they are declared. */
export const statedFormsTaken: readonly CalendarRequirement[] = [
  {
    id: 'events.create.relations-as-arrays',
    kind: 'relations' as const,
    statement: 'The relations of an event are accepted as arrays of ids.',
  },
  {
    id: 'events.create.flags-as-booleans',
    kind: 'flags' as const,
    statement: 'The flags of an event are accepted as booleans.',
  },
].map(takesAsStated);
