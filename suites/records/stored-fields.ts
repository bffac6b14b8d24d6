import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { fieldId, kindOfField, type SentField } from '../../adapter/profile/request-body-forms.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { isTypeset } from '../../adapter/world/world-drafts.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { fieldClauseId } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload, WireValue } from '../../generators/wire-value.js';
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

/** A boolean is seen both true and false. Of the rest one record stands for all: every response is watched for what others show. */
const specimensOf = (collection: Collection, field: string): number =>
  resourceOf(collection).fields[field]?.type === 'boolean' ? 2 : 1;

/**
 * What the world's records do not keep is tried again on a record with little else: no other field can explain that, and it
 * is a smaller counterexample.
 */
const keepsValue = (collection: Collection, field: string): CalendarRequirement =>
  requirement({
    ...infoOf(collection, field),
    needs: [`${collection}.create`, `${collection}.read`],
    cost: specimensOf(collection, field),
    given(world) {
      const refused = refusedIn(world, collection, field);
      return fc.record({
        specimens:
          refused === undefined
            ? recordsWith(world, collection, field, specimensOf(collection, field))
            : fc.constant([]),
        body: payload(resourceOf(collection), world, { only: [] }),
        refused: fc.constant(refused ?? null),
      });
    },
    async check({ calendar, world }, { specimens, body, refused }) {
      if (refused !== null) await expectKept(calendar, collection, field, { ...body, [field]: refused });
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

/** Texts that services compare with a format or a list of their own: none is stated, so that one may be refused. */
const ownFormats: readonly string[] = ['phone', 'zip', 'country', 'province', 'state', 'stateprovince'];

/** The value of a field for which a record of the world was refused; other requirements judge forms. */
function refusedIn({ profile }: World, collection: Collection, field: string): WireValue | undefined {
  const isMatch = (one: SentField): boolean => one.collection === collection && one.name === field;
  const value = profile.refusedValues.find(isMatch)?.value;
  const isOther = profile.bodyForms[fieldId(collection, field)] === 'other-values';
  const isOpen = isOther && (ownFormats.includes(field) || isTypeset(value ?? null));
  const isForm = ['relations', 'flags'].includes(kindOfField(collection, field) ?? '');
  return isOpen || isForm ? undefined : value;
}

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
