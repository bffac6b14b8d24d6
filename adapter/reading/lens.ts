import type { Collection } from '../../contract/resources.js';
import { excerpt, expectJson, expectResponse, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { type Exchange, isSafe, type Outcome } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { isError } from '../../wire/status.js';
import { idText } from '../notation/shown-values.js';
import type { CollectionShape, FieldFact, NumberLocation, Shapes, TerseAnswer } from '../profile/target-profile.js';
import { isWithoutList, numberAt } from './list-counts.js';
import { isBySlug } from './paths.js';
import { suggestShape, toWholeShape, type WholeShape, withoutRequestStatus } from './shape-discovery.js';

/** A record as a target showed it. */
export interface Shown {
  readonly collection: Collection;
  readonly id: string;
  readonly json: JsonObject;
  /** Whether a list shows it. */
  readonly isListed?: true;
  /** The answer that shows it, where that is neither a list nor the item by its id. */
  readonly by?: TerseAnswer;
}

/** A page of a list as a target showed it. `total` and `totalPages` are undefined where it does not tell them. */
export interface ShownPage {
  readonly items: readonly Shown[];
  readonly total: number | undefined;
  readonly totalPages: number | undefined;
  readonly exchange: Exchange;
}

/** What reads records and lists from the answers of one target. */
export interface Lens {
  /** The record of an item or write answer; a deviation when there is none. */
  record(collection: Collection, exchange: Exchange): Shown;
  /** The record of an answer that may hold none; never a deviation. */
  recordIfAny(collection: Collection, exchange: Exchange): Shown | undefined;
  /** The records and totals of a list answer; a deviation when it is no list. */
  page(collection: Collection, exchange: Exchange): ShownPage;
  /** Where and how the target shows a field; undefined when it shows it nowhere, or in a notation that is not known. */
  fact(collection: Collection, field: string): FieldFact | undefined;
  /** A field of a record as shown; undefined when the record leaves it out. */
  field(shown: Shown, field: string): JsonValue | undefined;
}

/** Makes the lens of a target from what was learned of its shapes. */
export function createLens(shapes: Shapes): Lens {
  const shapeFor = (collection: Collection, body: JsonValue): WholeShape =>
    toWholeShape(collection, body, shapes[collection]);
  /** Some services wrap the answers to writes and those to reads in different ways, and call the id otherwise there. */
  function shapeOfRecord(collection: Collection, body: JsonValue): WholeShape {
    const shape = shapeFor(collection, body);
    const isThere = idOf(valueAt(body, shape.record), shape) !== undefined;
    if (isThere) return shape;
    const { record, id } = suggestShape(collection, body);
    return { ...shape, record, id };
  }

  const factOf = (collection: Collection, field: string): FieldFact | undefined =>
    [shapes[collection]?.fields[field]].find((fact) => !fact?.isUnread);

  return {
    record(collection, exchange) {
      const body = expectJson(exchange);
      const shape = shapeOfRecord(collection, body);
      return { ...expectRecord({ collection, exchange, shape, json: valueAt(body, shape.record) }), ...byOf(exchange) };
    },
    recordIfAny(collection, exchange) {
      const { request, outcome } = exchange;
      const body = jsonOf(outcome);
      // An error may name the id that was wrong: of one, only what stands where records are known to is a record.
      const isVague = isError(outcome) && shapes[collection]?.record === undefined;
      if (body === undefined || isVague) return undefined;
      const shape = isError(outcome) ? shapeFor(collection, body) : shapeOfRecord(collection, body);
      const json = valueAt(body, shape.record);
      const id = idOf(json, shape);
      if (id === undefined || !isJsonObject(json)) return undefined;
      return { collection, id, json: withoutRequestStatus(collection, json, request), ...byOf(exchange) };
    },
    page(collection, exchange) {
      const body = isWithoutContent(exchange.outcome) ? null : expectJson(exchange);
      return expectPage({ collection, exchange, shape: shapeFor(collection, body), json: body });
    },
    fact: factOf,
    field(shown, field) {
      const fact = factOf(shown.collection, field);
      if (!fact) throw new Inconclusive(`the target shows no ${field} of ${shown.collection}`);
      return valueAt(shown.json, fact.path);
    },
  };
}

/** A record that the answer to a write shows, or an item by its slug, is marked as such. */
function byOf({ request: { method, target } }: Exchange): Pick<Shown, 'by'> {
  if (!isSafe(method)) return { by: 'write' };
  return isBySlug(target) ? { by: 'by-slug' } : {};
}

const isWithoutContent = (outcome: Outcome): boolean =>
  outcome.kind === 'response' && outcome.response.status === 204 && outcome.response.body.length === 0;

interface Candidate {
  readonly collection: Collection;
  readonly exchange: Exchange;
  readonly shape: WholeShape;
  readonly json: JsonValue | undefined;
}

function expectRecord({ collection, exchange, shape, json }: Candidate): Shown {
  const id = idOf(json, shape);
  if (id === undefined && shape.showsNoIds === true) {
    throw new Inconclusive(`the records of ${collection} show nothing that is known as an id`);
  }
  expectThat(id !== undefined, () => ({
    kind: 'shape',
    expected: `a record of ${collection} with its id`,
    observed: excerpt(JSON.stringify(json) ?? 'none'),
    exchange,
  }));
  return { collection, id, json: isJsonObject(json) ? json : {} };
}

function expectPage({ collection, exchange, shape, json: body = null }: Candidate): ShownPage {
  const isEmpty = isWithoutContent(exchange.outcome) || (!isError(exchange.outcome) && isWithoutList(body, shape));
  const items = isEmpty ? [] : valueAt(body, shape.items);
  expectThat(isJsonArray(items), () => ({
    kind: 'shape',
    expected: `a list of ${collection}`,
    observed: excerpt(JSON.stringify(body)),
    exchange,
  }));
  const { headers } = expectResponse(exchange);
  const tell = (place: NumberLocation | undefined): number | undefined => place && numberAt(place, body, headers);
  const shown = items.map((json) => ({
    ...expectRecord({ collection, exchange, shape, json }),
    isListed: true as const,
  }));
  return { items: shown, total: tell(shape.total), totalPages: tell(shape.totalPages), exchange };
}

/** The id of a record as text; undefined when it has none. */
const idOf = (json: JsonValue | undefined, shape: Pick<CollectionShape, 'id'>): string | undefined =>
  idText(valueAt(json, shape.id));
