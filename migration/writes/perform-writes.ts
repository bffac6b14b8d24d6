import { createdId } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import type { OwnCalendar } from '../../adapter/open-context.js';
import { ifOurs } from '../../adapter/ownership/guard.js';
import { holdsToken, tokensIn } from '../../adapter/ownership/marker.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { unfilteredFor } from '../../adapter/reading/record-queries.js';
import { findField } from '../../adapter/reading/shape-discovery.js';
import type { Collection } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import { type JsonObject, valueAt } from '../../wire/json.js';
import { isGranted, statusOf } from '../../wire/status.js';
import { type Known, sendStep, settle, withoutUnmade } from './send-step.js';
import { toChanged, toSentJson, type WriteAnswer } from './write-answer.js';
import { type WriteStep, writeScript } from './write-script.js';
import { type Canon, toWrittenFields } from './written-fields.js';

/** Where the script is performed. */
interface Stage extends Pick<OwnCalendar, 'calendar' | 'bindings' | 'marker'> {
  readonly origin: string;
}

interface Performing extends Stage {
  /** By collection and key, as `venues 1`. */
  readonly known: Map<string, Known>;
  /** The collections of which a write may have had an effect twice. */
  readonly doubtful: Set<Collection>;
  /** What marks records that are not to be made. */
  readonly invalid: Set<string>;
}

/**
 * Performs the script, one request after the other. A step is left out if its record could not be created, and if it was
 * answered at the second try alone.
 */
export async function performWrites(stage: Stage): Promise<readonly WriteAnswer[]> {
  const performing: Performing = { ...stage, known: new Map(), doubtful: new Set(), invalid: new Set() };
  const answers: WriteAnswer[] = [];
  for (const step of writeScript) {
    const answer = await ifOurs(() => perform(step, performing));
    if (answer) answers.push(answer);
  }
  return answers;
}

async function perform(step: WriteStep, performing: Performing): Promise<WriteAnswer | undefined> {
  const { name: write, collection, kind } = step;
  if (step.kind === 'list') return { write, collection, kind, ...(await countListed(step, performing)) };
  const known = 'of' in step ? performing.known.get(nameOf(step.of)) : undefined;
  if (isWithoutRecord(step, known)) return undefined;
  const payload = 'payload' in step ? withoutUnmade(step.payload, performing) : undefined;
  const send = () => sendStep(step, performing, { known, payload });
  const { exchange, isDoubtful } = await settle(send, toOther(step, performing));
  if (step.kind === 'invalid') for (const token of tokensOf(exchange)) performing.invalid.add(token);
  const sent = payload ? toSentJson(payload) : {};
  const answer = { write, collection, kind, status: statusOf(exchange), ...(payload && { sent }) };
  const seen = step.kind === 'invalid' ? {} : await see(step, { exchange, known, sent }, performing);
  if (isDoubtful || answer.status === 0) performing.doubtful.add(collection);
  return isDoubtful ? undefined : { ...answer, ...seen };
}

/** A request that a target which answers at all answers. */
const toOther =
  ({ collection }: WriteStep, { calendar }: Performing) =>
  () =>
    calendar.list(collection, { per_page: 1 });

const tokensOf = ({ request }: Exchange): readonly string[] => tokensIn(new TextDecoder().decode(request.body));

/** A step that was sent. */
interface Sent {
  readonly exchange: Exchange;
  /** The record before it. */
  readonly known: Known | undefined;
  readonly sent: JsonObject;
}

/** What the response to a step shows of its record, and a read after it. */
async function see(
  step: RecordStep,
  { exchange, known, sent }: Sent,
  performing: Performing,
): Promise<Pick<WriteAnswer, 'answered' | 'after'>> {
  const toNews = (fields: JsonObject): JsonObject => toChanged(fields, sent, known?.fields ?? {});
  const fields = step.kind === 'read' ? undefined : fieldsIn(step, exchange, performing);
  const answered = fields && { answered: toNews(fields) };
  const id = known?.id ?? createdId(performing.calendar.lens, step.collection, exchange);
  if (id === undefined) return { ...answered };
  if (!known) note(step.of, { id, slug: '', fields: {} }, performing);
  const after = await readAfter(step, { id, exchange }, performing);
  return { ...answered, after: { status: after.status, ...(after.fields && { fields: toNews(after.fields) }) } };
}

type RecordStep = Extract<WriteStep, { of: Ref }>;

const nameOf = ({ ref, key }: Ref): string => `${ref} ${key}`;

/** Whether a step needs a record that was not created, or an address that it has not. */
const isWithoutRecord = (step: WriteStep, known: Known | undefined): boolean =>
  'of' in step && step.kind !== 'create' && (!known || ('by' in step && step.by === 'slug' && known.slug === ''));

function note(of: Ref, known: Known, { known: all, bindings }: Performing): void {
  bindings.bind(of, known.id);
  all.set(nameOf(of), known);
}

/** The record as it is by its id now. A step that reads is its own answer. */
async function readAfter(
  step: RecordStep,
  { id, exchange }: { readonly id: string; readonly exchange: Exchange },
  performing: Performing,
) {
  const { lens, read } = performing.calendar;
  const again = () => settle(() => read(step.collection, byId({ id })), toOther(step, performing));
  const now = step.kind === 'read' ? exchange : (await again()).exchange;
  const shown = lens.recordIfAny(step.collection, now);
  const fields = shown?.id === id ? fieldsIn(step, now, performing) : undefined;
  if (shown && fields) note(step.of, { id, slug: slugOf(shown), fields }, performing);
  return { status: statusOf(now), fields };
}

function slugOf({ json }: Shown): string {
  const path = findField(json, 'slug');
  return toText(path && valueAt(json, path));
}

function fieldsIn(step: RecordStep, exchange: Exchange, performing: Performing): JsonObject | undefined {
  const shown = isGranted(exchange) ? performing.calendar.lens.recordIfAny(step.collection, exchange) : undefined;
  return shown && toWrittenFields(shown, toCanon(step, performing));
}

function toCanon({ collection }: RecordStep, { calendar, marker, origin, known }: Performing): Canon {
  return {
    marker,
    origin,
    shape: calendar.profile.shapes[collection],
    nameOf: (kind, id) => [...known].find(([name, one]) => name.startsWith(`${kind} `) && one.id === id)?.[0],
  };
}

/**
 * How many records of the script the list shows that is searched for them: what was made besides, and what a DELETE left.
 * Those of invalid creates are left out: that they were made is known.
 */
async function countListed(step: WriteStep, performing: Performing) {
  const { collection } = step;
  const { calendar, marker, doubtful, invalid } = performing;
  const query = { ...unfilteredFor(calendar.profile, collection), search: marker };
  const { exchange } = await settle(() => calendar.list(collection, query), toOther(step, performing));
  const items = isGranted(exchange) && !doubtful.has(collection) ? itemsIn(exchange) : undefined;
  const texts = items?.map(({ json }) => JSON.stringify(json)).filter((text) => holdsToken(text, marker));
  const ours = texts?.filter((text) => !tokensIn(text).some((token) => invalid.has(token)));
  return { status: statusOf(exchange), ...(ours && { listed: ours.length }) };

  function itemsIn(list: Exchange): readonly Shown[] | undefined {
    try {
      return calendar.lens.page(collection, list).items;
    } catch (error) {
      if (error instanceof Deviation) return undefined;
      throw error;
    }
  }
}
