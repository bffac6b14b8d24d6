import type { Collection } from '../../contract/field.js';
import type { UpdateVerb } from '../../contract/operation.js';
import { resourceOf } from '../../contract/resources.js';
import { type ListQuery, MARK, type Payload } from '../../generators/wire.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { narrow } from '../../target/narrow.js';
import type { Address, Via } from '../../target/paths.js';
import { toText } from '../../target/shown-values.js';
import { unfilteredFor } from '../../target/unfiltered.js';
import { expectCreated, expectFound } from '../expect-shown.js';
import { addressOf } from '../records/addressed.js';
import type { Step } from './steps.js';
import { toWords } from './ways.js';

/** What is created in a language. */
export interface LocalizedDraft {
  readonly collection: Collection;
  readonly body: Payload;
  readonly via: Via;
}

/** Expects a record to be created in its language. */
export const expectMade = async (calendar: Calendar, { collection, body, via }: LocalizedDraft): Promise<Made> =>
  expectCreated(calendar, await calendar.create(collection, body, via));

interface MadeRecord {
  readonly record: LocalizedDraft;
  readonly made: Made;
}

/** Expects one request of a record, or of its like, to be accepted in its language. */
export async function expectAccepted(calendar: Calendar, step: Step, { record, made }: MadeRecord): Promise<void> {
  const { collection, via } = record;
  if (step.kind === 'list') {
    expectSuccess(await calendar.list(collection, holding(calendar, made), via), `a list ${toWords(via)}`);
  } else if (step.kind === 'read') {
    await expectRead(calendar, await addressOf(calendar, made, step.by), { record, made });
  } else if (step.kind === 'update') {
    await expectUpdated(calendar, await addressOf(calendar, made, step.by), { record, made }, step.verb);
  } else {
    const one = step.isLast ? made : await expectMade(calendar, record);
    await expectDeleted(calendar, await addressOf(calendar, one, step.by), record);
  }
}

/**
 * What lists the record: events years ahead and terms of no event are not listed by default, and how an empty list is
 * told is not shown.
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
