import { idText } from '../../adapter/notation/shown-values.js';
import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import { findField, toWholeShape, type WholeShape } from '../../adapter/reading/shape-discovery.js';
import { pathBelow } from '../../contract/operations.js';
import type { Collection } from '../../contract/resources.js';
import type { Outcome, WireRequest } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonPath, type JsonValue, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';
import { type OperationCall, toOperationCall } from './operation-call.js';
import { editJson, editTotal, withoutValueAt, withValueAt } from './response-edit.js';

/** Reads and rewrites the answers of one target on the wire, in the shapes in which it gives them. */
export interface WireView {
  readonly languageParameter: string;
  /** The path below the namespace; undefined for a request that goes elsewhere. */
  path(request: WireRequest): string | undefined;
  operationCall(request: WireRequest): OperationCall | undefined;
  /** The record of an item or write answer, and the records of a list answer. */
  record(collection: Collection, outcome: Outcome): JsonObject | undefined;
  items(collection: Collection, outcome: Outcome): readonly JsonObject[];
  /** Rewrites the record of a granted item or write answer. */
  editRecord(collection: Collection, outcome: Outcome, edit: (record: JsonObject) => JsonValue): Outcome;
  /** Rewrites the records of a granted list answer. */
  editItems(
    collection: Collection,
    outcome: Outcome,
    edit: (items: readonly JsonObject[]) => readonly JsonValue[],
  ): Outcome;
  /** Rewrites the total of a granted list answer, in its body and in its header alike. */
  editTotal(outcome: Outcome, edit: (total: number) => number): Outcome;
  id(collection: Collection, record: JsonObject): string;
  withId(collection: Collection, record: JsonObject, id: JsonValue): JsonObject;
  field(collection: Collection, record: JsonObject, name: string): JsonValue | undefined;
  /** A field as text; empty when it is shown as anything else. */
  text(collection: Collection, record: JsonObject, name: string): string;
  withField(collection: Collection, record: JsonObject, name: string, value: JsonValue): JsonObject;
  withoutField(collection: Collection, record: JsonObject, name: string): JsonObject;
}

/** What must be known of a target to reach into its answers; a shape that is not known is suggested by each answer. */
export type WireShapes = Pick<TargetProfile, 'namespace' | 'languageParameter' | 'shapes'>;

/** Makes the lens of a target on the wire. */
export function createWireView({ namespace, languageParameter, shapes }: WireShapes): WireView {
  const shapeOf = (collection: Collection, body: JsonValue): WholeShape =>
    toWholeShape(collection, body, shapes[collection]);
  const pathOf = (collection: Collection, record: JsonObject, name: string): JsonPath =>
    shapes[collection]?.fields[name]?.path ?? findField(record, name) ?? [name];

  const edit = (
    outcome: Outcome,
    place: (body: JsonValue) => JsonPath,
    rewrite: (value: JsonValue) => JsonValue,
  ): Outcome => {
    if (!isGranted(outcome)) return outcome;
    return editJson(outcome, (body) => {
      const value = valueAt(body, place(body));
      return value === undefined ? body : withValueAt(body, place(body), rewrite(value));
    });
  };

  const field = (collection: Collection, record: JsonObject, name: string): JsonValue | undefined =>
    valueAt(record, pathOf(collection, record, name));

  return {
    languageParameter,
    path: (request) => pathBelow(request, namespace),
    operationCall: (request) => toOperationCall(request, namespace),
    record(collection, outcome) {
      const body = jsonOf(outcome);
      const record = body === undefined ? undefined : valueAt(body, shapeOf(collection, body).record);
      return isJsonObject(record) ? record : undefined;
    },
    items(collection, outcome) {
      const body = jsonOf(outcome);
      const items = body === undefined ? undefined : valueAt(body, shapeOf(collection, body).items);
      return isJsonArray(items) ? items.filter(isJsonObject) : [];
    },
    editRecord: (collection, outcome, rewrite) =>
      edit(
        outcome,
        (body) => shapeOf(collection, body).record,
        (value) => (isJsonObject(value) ? rewrite(value) : value),
      ),
    editItems: (collection, outcome, rewrite) =>
      edit(
        outcome,
        (body) => shapeOf(collection, body).items,
        (value) => (isJsonArray(value) ? rewrite(value.filter(isJsonObject)) : value),
      ),
    editTotal,
    id: (collection, record) => idText(valueAt(record, shapes[collection]?.id ?? ['id'])) ?? '',
    withId: (collection, record, id) => toObject(withValueAt(record, shapes[collection]?.id ?? ['id'], id)),
    field,
    text: (collection, record, name) => toText(field(collection, record, name)),
    withField: (collection, record, name, value) =>
      toObject(withValueAt(record, pathOf(collection, record, name), value)),
    withoutField: (collection, record, name) => toObject(withoutValueAt(record, pathOf(collection, record, name))),
  };
}

const toObject = (value: JsonValue): JsonObject => (isJsonObject(value) ? value : {});

const toText = (value: JsonValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
