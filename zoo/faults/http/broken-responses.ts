import { type Collection, type FieldType, resourceOf } from '../../../contract/resources.js';
import type { Outcome } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { parseJson, toText } from '../../../wire/message-body.js';
import { isError, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

const cut = (outcome: Outcome): Outcome => {
  if (outcome.kind !== 'response') return outcome;
  const { body } = outcome.response;
  return { kind: 'truncated', response: { ...outcome.response, body: body.subarray(0, body.length / 2) } };
};

/** A page is cut off where a buffer ends. */
const longListCut: Fault = {
  id: 'events.list.cut-off',
  clause: 'event.list.per_page',
  neighbours: ['event.list', 'coherence.pages'],
  statement: 'A page of more than four events is cut off in the middle.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request }, next) => {
      const outcome = await next(request);
      return view.items('events', outcome).length > 4 ? cut(outcome) : outcome;
    }),
};

/** The connection is closed without an answer. */
const unknownSlugReset: Fault = {
  id: 'organizers.by-slug.read.reset',
  clause: 'address.slug',
  neighbours: ['organizer.read', 'http.connection'],
  statement: 'A GET of an organizer by an unknown slug closes the connection without a response.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.by-slug.read' }, async ({ request }, next) => {
      const outcome = await next(request);
      return !isError(outcome) ? outcome : { kind: 'reset', message: 'the connection was closed without an answer' };
    }),
};

/** A query never ends. */
const emptySearchStalls: Fault = {
  id: 'venues.list.search-stalls',
  clause: 'venue.list.search',
  neighbours: ['venue.list'],
  statement: 'A search for venues that finds none gets no response.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const found = !query.has('search') || view.items('venues', outcome).length > 0;
      return found ? outcome : { kind: 'stalled', message: 'no answer' };
    }),
};

/** What an update waits for never comes, however idle the service is. */
const updateStalls: Fault = {
  id: 'tags.update.patch.stalls',
  clause: 'tag.update',
  statement: 'A PATCH of a tag gets no response.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.update.patch' }, async () => ({ kind: 'stalled', message: 'no answer' })),
};

/** Answers that do not arrive, or not whole. */
export const connections: readonly Fault[] = [longListCut, unknownSlugReset, emptySearchStalls, updateStalls];

/** Whoever reads a refused create forgets to catch what the validator throws. */
const crashesOnInvalid: Fault = {
  id: 'records.create.500-on-invalid',
  clause: 'http.server-error',
  statement: 'A refused create returns 500.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'create' }], async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 400 ? toRefusal(500) : outcome;
    }),
};

const isTyped = (text: string): boolean => /^(\d+e\d+|0|null)$/.test(text);
const isPlain = (text: string): boolean =>
  /^[\w+/]+([ .:/@+-]{1,3}[\w+/]+)*\/?$/.test(text) && !/\.\.|--/.test(text) && text.length < 90 && !isTyped(text);
const isId = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31 - 1;

const times = ['start_date', 'end_date', 'date', 'date_utc'];
const isTime = (text: string): boolean => /^20[1-9]\d-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
const isZone = (text: string): boolean => /^(UTC|[A-Z][a-z]+\/\w+)$/.test(text);

/** What somebody expects in a field who has never seen an odd value. */
function isUsual(field: string, type: FieldType, value: JsonValue): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return isId(value);
  if (type === 'integers') return isJsonArray(value) && value.length > 0 && value.every(isId);
  if (typeof value !== 'string') return false;
  if (times.includes(field)) return isTime(value);
  return isPlain(value) && (field !== 'timezone' || isZone(value));
}

const isUsualIn = (collection: Collection, body: JsonObject): boolean =>
  Object.entries(body).every(([name, value]) =>
    isUsual(name, resourceOf(collection).fields[name]?.type ?? 'untyped', value),
  );

/** A parser that was made for the values of a demonstration. */
const crashesOnOdd: Fault = {
  id: 'records.create.500-on-odd',
  clause: 'http.server-error',
  statement: 'A create with a long, empty, null or otherwise unusual value returns 500.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'create' }], async ({ request, collection }, next) =>
      isUsualIn(collection, bodyOf(request) ?? {}) ? next(request) : toRefusal(500),
    ),
};

/** Whatever is valid JSON is taken for an object. */
const crashesOnNoObject: Fault = {
  id: 'venues.create.500-on-no-object',
  clause: 'http.server-error',
  statement: 'A create of a venue with JSON that is not an object returns 500.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'create', collection: 'venues' }], async ({ request }, next) => {
      const sent = request.body && parseJson(toText(request.body));
      return sent === undefined || isJsonObject(sent) ? next(request) : toRefusal(500);
    }),
};

/** Creates that break on what they are sent. */
export const crashes: readonly Fault[] = [crashesOnInvalid, crashesOnOdd, crashesOnNoObject];
