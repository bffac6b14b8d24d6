import type { Interceptor } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { type CallContext } from './record-lookup.js';
import { interceptOperations } from './intercept-operation.js';
import { bodyOf, withJson } from './request-edit.js';
import type { WireView } from './wire-view.js';

const writes = [
  { kind: 'create', collection: 'events' },
  { kind: 'update', collection: 'events' },
] as const;

const terms = ['categories', 'tags'] as const;

type Term = (typeof terms)[number];

/** The names that a value of categories or tags contains; undefined if it is passed on as it is. */
type NamesIn = (value: JsonValue) => readonly string[] | undefined;

const isName = (value: JsonValue): value is string => typeof value === 'string' && !/^[\d,\s]*$/.test(value);

/** The words in a list that are no ids. */
export const wordsIn: NamesIn = (value) =>
  isJsonArray(value) && value.some(isName) ? value.filter(isName) : undefined;

/** Every text at any depth, if there is an object in it. */
export const textsInObjects: NamesIn = (value) => {
  const items = isJsonArray(value) ? value : [value];
  const texts = items.filter(isJsonObject).flatMap((item) => Object.values(item));
  return texts.length > 0 ? texts.filter((text) => text !== undefined).filter(isName) : undefined;
};

/** Creates a term for each name among the categories and tags of an event, as some services do. */
export const creatingTerms =
  (namesIn: NamesIn) =>
  (_: number, view: WireView): Interceptor =>
    interceptOperations(view, writes, async (call, next) => {
      const sent = bodyOf(call.request);
      if (!sent) return next(call.request);
      let body = sent;
      for (const collection of terms) {
        const value = body[collection];
        const names = value === undefined ? undefined : namesIn(value);
        if (names) body = { ...body, [collection]: await createAll({ view, call, next }, collection, names) };
      }
      return next(body === sent ? call.request : withJson(call.request, body));
    });

async function createAll(
  { view, call: { request }, next }: CallContext,
  collection: Term,
  names: readonly string[],
): Promise<number[]> {
  const target = request.target.replace(/\/events(\/\d+|\/by-slug\/[^/?]+)?(\?.*)?$/, `/${collection}`);
  const ids: number[] = [];
  for (const name of names) {
    const outcome = await next(withJson({ method: 'POST', target, headers: request.headers }, { name }));
    const record = view.record(collection, outcome);
    const id = record && view.id(collection, record);
    if (id !== undefined) ids.push(Number(id));
  }
  return ids;
}
