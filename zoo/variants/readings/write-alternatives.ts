import { toText } from '../../../adapter/notation/shown-values.js';
import { eventRelations, resourceOf } from '../../../contract/resources.js';
import type { Send, WireRequest } from '../../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { bodyOf, editBody, parameterOf, withJson } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import type { Variant } from '../../variant.js';

/** Every field that need not be sent, unset; the slug stays, by which a record may be asked for. */
const unset = ({ collection }: OperationCall): JsonObject =>
  Object.fromEntries(
    Object.entries(resourceOf(collection).fields)
      .filter(([name, { required }]) => !required && name !== 'slug')
      .map(([name]) => [name, null]),
  );

/** A PUT replaces a record, but for texts that are kept for each language where it names one. */
const replacingButTexts = (view: WireView) =>
  interceptOperation(view, { kind: 'update' }, (call, next) => {
    const { request, operation } = call;
    if (operation.method !== 'PUT') return next(request);
    const stays = (name: string): boolean =>
      parameterOf(request, view) !== undefined && ['description', 'excerpt'].includes(name);
    const reset = Object.fromEntries(Object.entries(unset(call)).filter(([name]) => !stays(name)));
    return next(editBody(request, (body) => ({ ...reset, ...body })));
  });

/** POST and PUT replace a record. */
const replacing = (view: WireView) =>
  interceptOperation(view, { kind: 'update' }, (call, next) => {
    const { request, operation } = call;
    return next(operation.method === 'PATCH' ? request : editBody(request, (body) => ({ ...unset(call), ...body })));
  });

const relations = { ...eventRelations, parent: 'categories' } as const;

const isRelation = (name: string): name is keyof typeof relations => name in relations;

const isId = (value: JsonValue): boolean => typeof value === 'number' && Number.isSafeInteger(value);

/** What is left of one id or several when those of nothing are dropped. */
async function knownOnly(value: JsonValue, isKnown: (id: JsonValue) => Promise<boolean>): Promise<JsonValue> {
  if (!isJsonArray(value)) return isId(value) && !(await isKnown(value)) ? null : value;
  const kept = await Promise.all(value.map(async (one) => !isId(one) || (await isKnown(one))));
  return value.filter((_, index) => kept[index]);
}

async function withKnownOnly({ request, at }: OperationCall, next: Send, body: JsonObject): Promise<WireRequest> {
  const entries = Object.entries(body).map(async ([name, value]): Promise<[string, JsonValue]> => {
    if (!isRelation(name)) return [name, value];
    const isKnown = async (id: JsonValue): Promise<boolean> =>
      statusOf(await next({ method: 'GET', target: at(`/${relations[name]}/${JSON.stringify(id)}`), headers: [] })) !==
      404;
    return [name, await knownOnly(value, isKnown)];
  });
  return withJson(request, Object.fromEntries(await Promise.all(entries)));
}

/** An id of nothing is dropped from what is sent. */
const dropping = (view: WireView, kind: 'create' | 'update') =>
  interceptOperation(view, { kind }, async (call, next) => {
    const body = bodyOf(call.request);
    const isLinked = call.collection === 'events' || call.collection === 'categories';
    return next(body && isLinked ? await withKnownOnly(call, next, body) : call.request);
  });

/** A circle is broken at the category that is to be the parent: it moves to the top, and itself cannot be that. */
const breakingCircles = (view: WireView) =>
  interceptOperation(view, { kind: 'update', collection: 'categories' }, async ({ request, address, at }, next) => {
    const outcome = await next(request);
    const parent = toText(bodyOf(request)?.parent);
    if (statusOf(outcome) !== 400 || parent === '') return outcome;
    const isOwn = parent === address;
    const top = withJson({ method: 'PATCH', target: at(`/categories/${parent}`), headers: [] }, { parent: null });
    if (!isOwn) await next(top);
    return next(isOwn ? editBody(request, ({ parent: _own, ...others }) => others) : request);
  });

/** The other readings of what writes do. */
export const writeReadings: readonly Variant[] = [
  {
    id: 'reading.updates-replace',
    aspect: 'reading.writes',
    statement: 'POST and PUT on an item reset the fields not sent, and unknown ids are dropped.',
    readings: {
      'update.put.unsent': 'reset',
      'update.post.unsent': 'reset',
      'body.unknown-id': 'dropped',
    },
    create: (_, view) => inTurn(replacing(view), dropping(view, 'create'), dropping(view, 'update')),
  },
  {
    id: 'reading.puts-replace-but-texts',
    aspect: 'reading.writes',
    statement: 'A PUT resets the fields not sent, but in a language neither description nor excerpt.',
    readings: { 'update.put.unsent': 'reset' },
    create: (_, view) => replacingButTexts(view),
  },
  {
    id: 'categories.circles-broken',
    aspect: 'methods',
    statement: 'A category that is moved below a descendant gets it as its parent, and that one moves to the top.',
    create: (_, view) => breakingCircles(view),
  },
];
