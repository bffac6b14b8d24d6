import type { Collection } from '../../contract/resources.js';
import { Deviation, DoesNotApply } from '../../kernel/deviation.js';
import { excerpt } from '../../kernel/excerpt.js';
import { expectJson, expectResponse, expectThat } from '../../kernel/expectations.js';
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

/** A record as shown in a response. */
export interface Shown {
  readonly collection: Collection;
  readonly id: string;
  readonly json: JsonObject;
  /** Whether a list shows it. */
  readonly isListed?: true;
  /** The response that shows it, unless that is a list or the item by its id. */
  readonly by?: TerseAnswer;
}

/** A page of a list. `total` and `totalPages` are undefined if the response does not contain them. */
export interface ShownPage {
  readonly items: readonly Shown[];
  readonly total: number | undefined;
  readonly totalPages: number | undefined;
  readonly exchange: Exchange;
}

/** Reads records and lists from the responses of one target. */
export interface Lens {
  /** The record in the response to an item read or a write; a deviation if there is none. */
  record(collection: Collection, exchange: Exchange): Shown;
  /** The record in a response, if any; never a deviation. */
  recordIfAny(collection: Collection, exchange: Exchange): Shown | undefined;
  /** The records and totals of a list response; a deviation if it is not a list. */
  page(collection: Collection, exchange: Exchange): ShownPage;
  /** Where and how the target shows a field; undefined if it never returns it, or in an unknown notation. */
  fact(collection: Collection, field: string): FieldFact | undefined;
  /** The value of a field in a record; undefined if the record leaves it out. */
  field(shown: Shown, field: string): JsonValue | undefined;
}

/** Creates the lens of a target from its learned shapes. */
export function createLens(shapes: Shapes): Lens {
  const shapeFor = (collection: Collection, body: JsonValue): WholeShape =>
    toWholeShape(collection, body, shapes[collection]);
  /** Some services wrap responses to writes and to reads differently, and name the id differently. */
  function shapeOfRecord(collection: Collection, body: JsonValue): WholeShape {
    const shape = shapeFor(collection, body);
    const isThere = idOf(valueAt(body, shape.record), shape) !== undefined;
    if (isThere) return shape;
    const { record, id } = suggestShape(collection, body);
    return { ...shape, record, id };
  }

  /** Why a field cannot be read: of records that were seen, only the notation may be what is not known. */
  const unshown = (collection: Collection, field: string): Inconclusive => {
    const reason = `the target does not return ${field} of ${collection}`;
    const isNowhere = shapes[collection] !== undefined && shapes[collection].fields[field] === undefined;
    return isNowhere ? new DoesNotApply(reason) : new Inconclusive(reason);
  };

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
      // An error may contain the invalid id: in errors only the known location of records counts.
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
      const isLearned = shapes[collection] === undefined || shapes[collection].items !== undefined;
      return readPage({ collection, exchange, shape: shapeFor(collection, body), json: body }, isLearned);
    },
    fact: factOf,
    field(shown, field) {
      const fact = factOf(shown.collection, field);
      if (!fact) throw unshown(shown.collection, field);
      return valueAt(shown.json, fact.path);
    },
  };
}

/** Marks a record that came from a write, or from an item by its slug. */
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
    throw new Inconclusive(`no id was recognized in the records of ${collection}`);
  }
  expectThat(id !== undefined, () => ({
    kind: 'shape',
    expected: `a record of ${collection} with its id`,
    observed: excerpt(JSON.stringify(json) ?? 'none'),
    exchange,
  }));
  return { collection, id, json: isJsonObject(json) ? json : {} };
}

/** Where a list holds its records is not stated: where no list that was seen showed it, no list is judged by it. */
function readPage(candidate: Candidate, isLearned: boolean): ShownPage {
  try {
    return expectPage(candidate);
  } catch (error) {
    if (isLearned || !(error instanceof Deviation) || error.details.kind !== 'shape') throw error;
    throw new Inconclusive(`no records were recognized in the lists of ${candidate.collection}`);
  }
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
  const numberIn = (location: NumberLocation | undefined): number | undefined =>
    location && numberAt(location, body, headers);
  const shown = items.map((json) => ({
    ...expectRecord({ collection, exchange, shape, json }),
    isListed: true as const,
  }));
  return { items: shown, total: numberIn(shape.total), totalPages: numberIn(shape.totalPages), exchange };
}

/** The id of a record as text; undefined if it has none. */
const idOf = (json: JsonValue | undefined, shape: Pick<CollectionShape, 'id'>): string | undefined =>
  idText(valueAt(json, shape.id));
