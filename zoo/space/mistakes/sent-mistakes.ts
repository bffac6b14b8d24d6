import type { Interceptor } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isRefused } from '../../../wire/status.js';
import { interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { bodyOf, withJson } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { Making, Mistake } from './mistake.js';
import { blanks } from '../sites/families.js';
import type { Family, FaultSite } from '../sites/fault-site.js';
import { howOf, valueMistakes } from './value-mistakes.js';

/** What is sent instead of a body; undefined where the mistake does not concern it. */
type Alter = (body: JsonObject, call: OperationCall) => JsonObject | undefined;

/** Sends other bodies than it was given. What the target then refuses is sent as it was: a fault here is never loud. */
const sending = ({ site, view, when }: Making, alter: Alter): Interceptor =>
  interceptOperations(view, site.choices, async (call, next) => {
    const body = bodyOf(call.request);
    const isHit = body && when.value(body[site.name]) && (await when.call(call, next));
    const altered = isHit ? alter(body, call) : undefined;
    if (!altered) return next(call.request);
    const outcome = await next(withJson(call.request, altered));
    return isRefused(outcome) ? next(call.request) : outcome;
  });

/** Makes a body of the one before, by whatever is remembered of that. */
function remembering(
  making: Making,
  keyOf: (call: OperationCall) => string,
  alter: (body: JsonObject, former: JsonValue | undefined) => JsonObject | undefined,
): Interceptor {
  const { site, view } = making;
  const former = new Map<string, JsonValue>();
  const remember = interceptOperations(view, site.choices, async (call, next) => {
    const outcome = await next(call.request);
    const value = bodyOf(call.request)?.[site.name];
    if (value !== undefined) former.set(keyOf(call), value);
    return outcome;
  });
  return inTurn(
    remember,
    sending(making, (body, call) => alter(body, former.get(keyOf(call)))),
  );
}

const without = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([one]) => one !== name));

/** A body with the values of two fields exchanged; where one is missing, so is the other then. */
function exchanged(body: JsonObject, one: string, other: string): JsonObject {
  const { [one]: first, [other]: second, ...rest } = body;
  return { ...rest, ...(second !== undefined && { [one]: second }), ...(first !== undefined && { [other]: first }) };
}

const isSent = ({ kind }: FaultSite): boolean => kind === 'sent';
const isUpdate = (site: FaultSite): boolean => isSent(site) && site.does === 'update';

/** Fields that are lost, emptied, or mixed up with others. */
const losses: readonly Mistake[] = [
  {
    id: 'dropped',
    isOfAnyValue: true,
    fits: isSent,
    does: ({ name }) => `drops ${name}`,
    create: (making) =>
      sending(making, (body) => (making.site.name in body ? without(body, making.site.name) : undefined)),
  },
  {
    id: 'defaulted',
    isOfAnyValue: true,
    fits: (site) => isUpdate(site) && site.family in blanks,
    does: ({ name }) => `empties ${name}, whatever is sent`,
    create: (making) =>
      sending(making, (body) => (making.site.name in body ? { ...body, ...blank(making.site) } : undefined)),
  },
  {
    id: 'reset',
    fits: (site) => isUpdate(site) && site.family in blanks,
    does: ({ name }) => `empties ${name} where it is not sent`,
    create: (making) =>
      sending(making, (body) => (making.site.name in body ? undefined : { ...body, ...blank(making.site) })),
  },
  {
    id: 'swapped',
    fits: (site) => isSent(site) && site.neighbour !== undefined,
    does: ({ name, neighbour }) => `exchanges ${name} and ${neighbour}`,
    create: (making) =>
      sending(making, (body) => {
        const { name, neighbour = '' } = making.site;
        return name in body ? exchanged(body, name, neighbour) : undefined;
      }),
  },
  {
    id: 'stale',
    fits: isUpdate,
    does: ({ name }) => `writes the ${name} of the update before`,
    create: (making) =>
      remembering(
        making,
        ({ address }) => address,
        (body, former) => {
          const { name } = making.site;
          if (!(name in body)) return undefined;
          return former === undefined ? without(body, name) : { ...body, [name]: former };
        },
      ),
  },
  {
    id: 'leaked',
    fits: isSent,
    does: ({ name }) => `takes ${name} from the request before, where it is not sent`,
    create: (making) =>
      remembering(
        making,
        () => '',
        (body, former) => {
          const { name } = making.site;
          return name in body || former === undefined ? undefined : { ...body, [name]: former };
        },
      ),
  },
];

const blank = ({ name, family }: FaultSite): JsonObject => ({ [name]: blanks[family] ?? null });

/** Families of values for which no coercion explains another type. */
const typed: readonly Family[] = ['text', 'word', 'slug', 'email', 'flag', 'time', 'ids', 'id'];

const isWrong = (value: JsonValue | undefined, { family, isRequired, does }: FaultSite): boolean => {
  if (value === undefined) return isRequired === true && does === 'create';
  if (isJsonArray(value)) return value.some((one) => typeof one !== 'number');
  if (typeof value === 'string') return family === 'time' ? !/^\d/.test(value) : family === 'id' && !/^\d/.test(value);
  return isJsonObject(value);
};

/** What a target makes of a required field that it did not check. */
const filler = (body: JsonObject, { name, family, isRequired }: FaultSite): JsonObject => {
  if (!isRequired) return {};
  return { [name]: family === 'time' ? (body[name === 'start_date' ? 'end_date' : 'start_date'] ?? '') : 'Untitled' };
};

const unchecked: Mistake = {
  id: 'unchecked',
  fits: (site) => isSent(site) && typed.includes(site.family),
  does: ({ name }) => `accepts anything as ${name}, and does without what it cannot use`,
  create: ({ site, view, when }) =>
    interceptOperations(view, site.choices, async (call, next) => {
      const outcome = await next(call.request);
      const body = bodyOf(call.request);
      if (!isRefused(outcome) || !body || !isWrong(body[site.name], site)) return outcome;
      if (!(await when.call(call, next))) return outcome;
      return next(withJson(call.request, { ...without(body, site.name), ...filler(body, site) }));
    }),
};

const broken: Mistake = {
  id: '500',
  isOfAnyValue: true,
  fits: isSent,
  does: ({ name }) => `with ${name} is answered by 500`,
  create: ({ site, view, when }) =>
    interceptOperations(view, site.choices, async (call, next) => {
      const body = bodyOf(call.request) ?? {};
      const isHit = site.name in body && when.value(body[site.name]) && (await when.call(call, next));
      return isHit ? toRefusal(500) : next(call.request);
    }),
};

/** What can go wrong with a field on its way to the store. */
export const sentMistakes: readonly Mistake[] = [
  ...losses,
  unchecked,
  broken,
  ...valueMistakes.map(
    (mistake): Mistake => ({
      id: mistake.id,
      fits: (site) => isSent(site) && mistake.among.includes(site.family),
      does: (site) => howOf('stores', mistake, site),
      create: (making) =>
        sending(making, (body) => {
          const value = body[making.site.name];
          return value === undefined ? undefined : { ...body, [making.site.name]: mistake.change(value, making.site) };
        }),
    }),
  ),
];
