import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { contentOf, findId, idsIn, isEmpty, isKeyed } from '../../adapter/notation/shown-values.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { eventRelations, type Relation, resources } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { recordWith } from '../arbitraries/any-record.js';
import { expectOpen } from '../expect/expect-open.js';
import { expectFound } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { type Appearance, expectAlike, fieldIn, shownFields } from '../expect/shown-in.js';

/** A record of which an event shows more than the id: where, and which of its fields. */
interface Embedded {
  readonly appearance: Appearance;
  readonly fields: readonly string[];
}

/** What an event shows of a linked record; targets that show ids alone show no fields. */
export function embeddedIn(
  calendar: Pick<Calendar, 'lens'>,
  event: Shown & { readonly exchange: Exchange },
  link: Link,
): Embedded {
  const collection = eventRelations[link.relation];
  const json = objectWith(calendar.lens.field(event, link.relation), link.id) ?? {};
  const shown = { collection, id: link.id, json };
  const fields = shownFields(calendar, collection).filter((field) => !isEmpty(fieldIn(calendar, shown, field)));
  const where = `the event that embeds the ${resources[collection].singular}`;
  const appearance = { where, shown, exchange: event.exchange, mistake: mistakes.embedsOtherwise };
  return { appearance, fields };
}

/** A linked record, by the field of the event that links it. */
export interface Link {
  readonly relation: Relation;
  readonly id: string;
}

function objectWith(value: JsonValue | undefined, id: string): JsonObject | undefined {
  if (isJsonArray(value)) return value.map((one) => objectWith(one, id)).find((found) => found !== undefined);
  if (!isJsonObject(value)) return undefined;
  // A record may hold lists of others.
  const around = findId(value) ? value.data : contentOf(value);
  const below = objectWith(around, id) ?? (isKeyed(value) ? objectWith(Object.values(value), id) : undefined);
  return below ?? (idsIn(value).includes(id) ? value : undefined);
}

/** Expects a linked record to be there, and to show what the event shows of it. */
async function expectAsEmbedded(calendar: Calendar, { appearance, fields }: Embedded): Promise<void> {
  const { collection, id } = appearance.shown;
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  if (fields.length > 0) expectAlike(calendar, { where: 'the item', shown, exchange }, appearance, fields);
}

/** Of several that are linked in no order of their own, names may stand beside the ids of others. */
const positions: Readonly<Record<Relation, readonly number[]>> = {
  venue: [0],
  organizer: [0, -1],
  categories: [-1],
  tags: [0],
};

/** An event that is linked to several records, where there is one. */
function eventWithMany(world: World, relation: Relation): Arbitrary<Ref> {
  const isMany = ({ payload: { [relation]: value } }: WorldRecord): boolean => Array.isArray(value) && value.length > 2;
  const many = world.of('events').filter(isMany);
  return many.length === 0
    ? recordWith(world, 'events', relation)
    : recordWith({ ...world, records: many }, 'events', relation);
}

const linked = { level: 'MUST', profile: 'coherence' } as const;

/** What an event shows as linked is there, and is alike by itself. */
export const embedsAsItem = (relation: Relation): CalendarRequirement => {
  const collection = eventRelations[relation];
  return requirement({
    ...linked,
    id: `events.read.embedded-${relation}`,
    clause: 'coherence.relations',
    alsoCovers: ['coherence.shown-everywhere'],
    operations: ['events.read', `${collection}.read`],
    needs: ['events.read', `${collection}.read`],
    effects: 'reads',
    statement: `An event embeds each linked ${resources[collection].singular} as a GET of that ${resources[collection].singular} shows it.`,
    cost: 1 + positions[relation].length,
    given: (world) => fc.record({ event: eventWithMany(world, relation) }),
    arrange: (subject, { event }) => expectOpen(subject, event),
    async check({ calendar }, _, shown) {
      const ids = idsIn(calendar.lens.field(shown, relation));
      const { exchange } = shown;
      expectThat(ids.length > 0, { kind: 'value', expected: `a ${relation}`, observed: 'none', exchange });
      for (const id of new Set(positions[relation].map((at) => ids.at(at) ?? '')))
        await expectAsEmbedded(calendar, embeddedIn(calendar, shown, { relation, id }));
    },
  });
};
