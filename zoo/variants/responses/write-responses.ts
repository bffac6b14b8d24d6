import { findId } from '../../../adapter/reading/shape-discovery.js';
import type { OperationKind } from '../../../contract/operations.js';
import { resourceOf } from '../../../contract/resources.js';
import type { Interceptor, WireResponse } from '../../../wire/exchange.js';
import { type JsonObject, type JsonValue, valueAt } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { inEach, interceptOperations, interceptResponse } from '../../intercept/intercept-operation.js';
import {
  editJson,
  editResponse,
  withBody,
  withoutBody,
  withoutHeader,
  withValueAt,
} from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { answering as answeringWith, creating } from '../../learned-facts.js';
import { allowInEach, type Variant } from '../../variant.js';

type Create = Variant['create'];

/** Answers granted writes of a kind with another response. */
const respondingWith =
  (kind: OperationKind, edit: (response: WireResponse) => WireResponse) =>
  (_: number, view: WireView): Interceptor =>
    interceptResponse(view, { kind }, (outcome) => (isGranted(outcome) ? editResponse(outcome, edit) : outcome));

/** Answers granted writes of a kind with another JSON body in place of the record. */
const showing =
  (kind: OperationKind, edit: (record: JsonObject) => JsonValue): Create =>
  (_, view) =>
    interceptResponse(view, { kind }, (outcome, { collection }) => view.editRecord(collection, outcome, edit));

function idAlone(record: JsonObject): JsonValue {
  const path = findId(record) ?? ['id'];
  return withValueAt({}, path, valueAt(record, path) ?? null);
}

const emptied: Create = (_, view) =>
  interceptResponse(view, { kind: 'delete' }, (outcome) =>
    isGranted(outcome) ? editJson(outcome, () => ({})) : outcome,
  );

/** Finding each record takes one more request: a quick run has too few left where all kinds are silent. */
const silent = ['organizers', 'categories', 'tags'] as const;

/** Says that it went well, and nothing else. */
function flagAlone(response: WireResponse): WireResponse {
  const headers = withoutHeader(response.headers, 'Location');
  return withBody({ ...response, status: 200, headers }, Buffer.from(JSON.stringify({ success: true })));
}

const ONE_MORE = 'Reading each new record takes one more request: none are left at the end.';

const bareCreates = {
  isSparse: true,
  allowances: [
    ...allowInEach('create.odd-kept', 'Only the item shows what was stored.', ['events', 'venues', 'tags']),
    ...allowInEach('list.malformed-handled', ONE_MORE),
    { requirement: 'concurrency.', reason: ONE_MORE },
    { requirement: 'identities.tags.life-cycle', reason: ONE_MORE },
  ],
} as const;

/** What writes are answered with: neither bodies nor statuses are shown. */
export const writeResponses: readonly Variant[] = [
  {
    id: 'create.location-alone',
    aspect: 'create-answer',
    statement: 'A create returns 201 with a Location and without a body.',
    learns: creating({ status: 201, answer: 'nothing' }),
    ...bareCreates,
    create: respondingWith('create', (response) => withoutBody(response, 201)),
  },
  {
    id: 'create.id-alone',
    aspect: 'create-answer',
    statement: 'A create returns only the id.',
    learns: creating({ answer: 'id' }),
    ...bareCreates,
    create: showing('create', idAlone),
  },
  {
    id: 'create.success-alone',
    aspect: 'create-answer',
    statement: 'A create of an organizer, category or tag returns a flag, and no reference to the new record.',
    learns: creating({ status: 200, answer: 'other', location: false }, silent),
    ...bareCreates,
    allowances: [
      ...bareCreates.allowances,
      ...allowInEach('create.location', 'There is no Location to follow.', silent),
    ],
    create: (_, view) =>
      interceptOperations(view, inEach(silent, { kind: 'create' }), async ({ request }, next) => {
        const outcome = await next(request);
        return isGranted(outcome) ? editResponse(outcome, flagAlone) : outcome;
      }),
  },
  {
    id: 'create.nested-id',
    aspect: 'create-answer',
    statement: 'A create returns a flag and the id, in a field of another name.',
    learns: creating({ answer: 'id' }),
    ...bareCreates,
    create: (_, view) =>
      interceptResponse(view, { kind: 'create' }, (outcome, { collection }) =>
        view.editRecord(collection, outcome, (record) => ({
          success: true,
          result: { [`${resourceOf(collection).singular}Id`]: valueAt(record, findId(record) ?? ['id']) ?? null },
        })),
      ),
  },
  {
    id: 'create.outcome-and-id',
    aspect: 'create-answer',
    statement: 'A create returns the id and the status ok of the request.',
    learns: creating({ answer: 'id' }),
    ...bareCreates,
    create: showing('create', (record) => withValueAt(idAlone(record), ['status'], 'ok')),
  },
  {
    id: 'create.status-code-and-id',
    aspect: 'create-answer',
    statement: 'A create returns the id and its status code as a number.',
    learns: creating({ answer: 'id' }),
    ...bareCreates,
    create: showing('create', (record) => withValueAt(idAlone(record), ['status'], 201)),
  },
  {
    id: 'update.204',
    aspect: 'update-answer',
    statement: 'An update returns 204 without a body.',
    learns: answeringWith('update', { status: 204, answer: 'nothing' }),
    create: respondingWith('update', (response) => withoutBody(response, 204)),
  },
  {
    id: 'update.id-alone',
    aspect: 'update-answer',
    statement: 'An update returns only the id.',
    learns: answeringWith('update', { answer: 'id' }),
    create: showing('update', idAlone),
  },
  {
    id: 'status.204-for-delete',
    aspect: 'delete-answer',
    statement: 'A DELETE returns 204 without a body.',
    learns: answeringWith('delete', { status: 204, answer: 'nothing' }),
    create: respondingWith('delete', (response) => withoutBody(response, 204)),
  },
  {
    id: 'delete.empty-object',
    aspect: 'delete-answer',
    statement: 'A DELETE returns an empty object.',
    learns: answeringWith('delete', { answer: 'other' }),
    create: emptied,
  },
  {
    id: 'delete.previous',
    aspect: 'delete-answer',
    statement: 'A DELETE returns the old record, beside a flag.',
    create: showing('delete', (record) => ({ deleted: true, previous: record })),
  },
];
