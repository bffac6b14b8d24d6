import { findId, idText } from '../../../adapter/notation/shown-values.js';
import { type Collection, resources } from '../../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonValue, valueAt } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead } from '../../intercept/intercept-operation.js';
import { editJson } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { inSequence, learning, type Learns, placing } from '../../learned-facts.js';
import { terms } from '../../list-fault.js';
import type { Variant } from '../../variant.js';

type Rewrap = (body: JsonValue, collection: Collection) => JsonValue;

/** Rewrites granted answers: lists by one function, single records by another. */
const rewrapping = (list: Rewrap, record: Rewrap) => (_: number, view: WireView) =>
  alsoForHead(async (request, next) => {
    const outcome = await next(request);
    const call = view.operationCall(request);
    if (!call || !isGranted(outcome) || jsonOf(outcome) === undefined) return outcome;
    const rewrap = call.operation.kind === 'list' ? list : record;
    return editJson(outcome, (body) => rewrap(body, call.collection));
  });

const asIs: Rewrap = (body) => body;

/** `{ data: [...], total, total_pages, ... }` */
const toData: Rewrap = (body, collection) => {
  if (!isJsonObject(body)) return body;
  const { [collection]: data = [], ...rest } = body;
  return { data, ...rest };
};

const toItems: Rewrap = (body, collection) => {
  if (!isJsonObject(body)) return body;
  const { [collection]: items = [], total = 0, total_pages: pages = 0 } = body;
  return { items, meta: { total, total_pages: pages } };
};

/** As in HAL, with the numbers under page. */
const toEmbedded: Rewrap = (body, collection) => {
  if (!isJsonObject(body)) return body;
  const { [collection]: items = [], total = 0, total_pages: pages = 0 } = body;
  return { _embedded: { [collection]: items }, page: { totalElements: total, totalPages: pages } };
};

/** `{ records: { "12": {...} } }`, where an empty object is written as an empty array. */
const toMembers: Rewrap = (body, collection) => {
  if (!isJsonObject(body)) return body;
  const { [collection]: items = [], ...rest } = body;
  const records = isJsonArray(items) ? items : [];
  const entries = records.map((record) => [idText(valueAt(record, findId(record, collection) ?? [])) ?? '', record]);
  return { records: entries.length === 0 ? [] : Object.fromEntries(entries), ...rest };
};

/** `[{ total, total_pages, ... }, [...]]` */
const toPair: Rewrap = (body, collection) => {
  if (!isJsonObject(body)) return body;
  const { [collection]: items = [], ...rest } = body;
  return [rest, items];
};

/** `{ "events": [{ "event": {...} }], ... }` */
const toWrapped: Rewrap = (body, collection) => {
  const items = isJsonObject(body) ? body[collection] : undefined;
  if (!isJsonObject(body) || !isJsonArray(items)) return body;
  return { ...body, [collection]: items.map((item) => ({ [resources[collection].singular]: item })) };
};

const toArray: Rewrap = (body, collection) => {
  const items = isJsonObject(body) ? body[collection] : undefined;
  return isJsonArray(items) ? items : body;
};

/** Without the links in the body, those in the header are left. */
const linkedByHeader: Learns = (facts) =>
  facts['lists.next-link']?.startsWith('body:') ? { ...facts, 'lists.next-link': 'header:link' } : facts;

/** Ways to wrap lists and records. */
export const envelopes: readonly Variant[] = [
  {
    id: 'envelope.data',
    aspect: 'list-envelope',
    statement: 'Lists stand under data.',
    learns: placing('list', () => '/data'),
    create: rewrapping(toData, asIs),
  },
  {
    id: 'envelope.items',
    aspect: 'list-envelope',
    statement: 'Lists stand under items, totals under meta.',
    learns: inSequence(
      placing('list', () => '/items'),
      linkedByHeader,
    ),
    create: rewrapping(toItems, asIs),
  },
  {
    id: 'envelope.bare',
    aspect: 'list-envelope',
    statement: 'Lists are bare arrays with totals in headers.',
    learns: inSequence(
      placing('list', () => ''),
      linkedByHeader,
    ),
    create: rewrapping(toArray, asIs),
  },
  {
    id: 'envelope.embedded',
    aspect: 'list-envelope',
    statement: 'Lists stand under _embedded, totals under page.',
    learns: inSequence(
      placing('list', (collection) => `/_embedded/${collection}`),
      linkedByHeader,
    ),
    create: rewrapping(toEmbedded, asIs),
  },
  {
    id: 'envelope.by-id',
    aspect: 'list-envelope',
    statement: 'Lists are objects that hold records by their ids.',
    allowances: terms.map((collection) => ({
      requirement: `${collection}.list.order`,
      reason: 'The members of an object have no order.',
    })),
    learns: inSequence(
      placing('list', () => '/records/*'),
      learning({ 'readings.terms.order-words': 'none' }),
    ),
    create: rewrapping(toMembers, asIs),
  },
  {
    id: 'envelope.pair',
    aspect: 'list-envelope',
    statement: 'Lists are arrays of two: the totals and links, and the array of records.',
    learns: inSequence(
      placing('list', () => '/1'),
      learning({ 'lists.next-link': 'body:/0/next_rest_url' }),
    ),
    create: rewrapping(toPair, asIs),
  },
  {
    id: 'envelope.wrapped',
    aspect: 'list-envelope',
    statement: 'Each record of a list is wrapped in an object with one member, which is named after its kind.',
    learns: placing('list', (collection) => `/${collection}/*/${resources[collection].singular}`),
    create: rewrapping(toWrapped, asIs),
  },
  {
    id: 'envelope.record',
    aspect: 'record-envelope',
    statement: 'Single records are wrapped in an object with one member.',
    learns: placing('record', () => '/result'),
    create: rewrapping(asIs, (body) => ({ result: body })),
  },
  {
    id: 'envelope.record-data',
    aspect: 'record-envelope',
    statement: 'Single records stand under data.',
    learns: placing('record', () => '/data'),
    create: rewrapping(asIs, (body) => ({ data: body })),
  },
  {
    id: 'envelope.record-in-array',
    aspect: 'record-envelope',
    statement: 'Single records are wrapped in an array.',
    learns: placing('record', () => '/0'),
    create: rewrapping(asIs, (body) => [body]),
  },
  {
    id: 'envelope.record-as-list',
    aspect: 'record-envelope',
    statement: 'Single records are wrapped as lists of one.',
    learns: placing('record', (collection) => `/${collection}/0`),
    create: rewrapping(asIs, (body, collection) => ({ [collection]: [body] })),
  },
];
