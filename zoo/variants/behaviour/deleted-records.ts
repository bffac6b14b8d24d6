import { resourceOf } from '../../../contract/resources.js';
import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { alsoForHead, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { eventsOf, relationTo, statuses } from '../../intercept/list-walk.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { type CallContext, findAll, recordNow } from '../../intercept/record-lookup.js';
import { representing } from '../../intercept/record-rewrite.js';
import { editResponse, toRefusal, withoutHeader } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { answering } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';
import { keepsTrashedLinks, selectsByTrashedLinks, takesTrashedLinks } from './trashed-links.js';

/** What is answered instead of 404 for a record that was deleted; undefined where it stays. */
type Afterlife = (call: OperationCall, last: Outcome, view: WireView) => Outcome | undefined;

/** Remembers what was deleted, and how it was shown last, to answer for it once the target has it no more. */
const remembering =
  (afterlife: Afterlife) =>
  (_: number, view: WireView): Interceptor => {
    const deleted = new Map<string, Outcome>();
    const key = (collection: string, id: string): string => `${collection}/${id}`;
    const remember = interceptOperation(
      view,
      { kind: 'delete' },
      async ({ request, collection, address, operation }, next) => {
        const last = await next({ method: 'GET', target: request.target, headers: [] });
        const record = view.record(collection, last);
        const outcome = await next(request);
        const id = operation.addressing === 'id' ? address : record && view.id(collection, record);
        if (isGranted(outcome) && id !== undefined) deleted.set(key(collection, id), last);
        return outcome;
      },
    );
    const answer = interceptOperation(view, { addressing: 'id' }, async (call, next) => {
      const last = deleted.get(key(call.collection, call.address));
      const outcome = await next(call.request);
      const after = last && statusOf(outcome) === 404 ? afterlife(call, last, view) : undefined;
      if (after && call.operation.kind === 'delete' && isGranted(after))
        deleted.delete(key(call.collection, call.address));
      return after ?? outcome;
    });
    return alsoForHead(inTurn(answer, remember));
  };

/** Answers a DELETE with the record as it was, but for its status. */
const trashedOnce = (view: WireView): Interceptor =>
  interceptOperation(view, { kind: 'delete' }, async (call, next) => {
    const last = await next({ method: 'GET', target: call.request.target, headers: [] });
    const outcome = await next(call.request);
    return isGranted(outcome) && isGranted(last) ? (withStatus(call, last, view) ?? outcome) : outcome;
  });

/** A record in the trash has another representation, and another ETag, than before. */
const trashed: Afterlife = ({ operation, collection }, last, view) => {
  if (operation.kind !== 'read' || !isGranted(last) || !('status' in resourceOf(collection).fields)) return undefined;
  const outcome = view.editRecord(collection, last, (record) => view.withField(collection, record, 'status', 'trash'));
  return editResponse(outcome, (response) => ({ ...response, headers: withoutHeader(response.headers, 'ETag') }));
};

/** What is kept of a deleted record, and what others show in the same place. */
const marking = (alive: JsonObject, dead: JsonObject) => {
  const keep: Afterlife = ({ operation, collection }, last, view) => {
    if (operation.kind !== 'read' || !isGranted(last)) return undefined;
    const outcome = view.editRecord(collection, last, (record) => ({ ...record, ...dead }));
    return editResponse(outcome, (response) => ({ ...response, headers: withoutHeader(response.headers, 'ETag') }));
  };
  return (seed: number, view: WireView): Interceptor =>
    inTurn(representing((_, __, record) => ({ ...alive, ...record }))(seed, view), remembering(keep)(seed, view));
};

/** A trash for records of every kind, which a second DELETE empties; `shown` is how it answers until then. */
const emptiedBySecondDelete =
  (shown: Afterlife): Afterlife =>
  (call, last, view) =>
    call.operation.kind === 'delete' ? withStatus(call, last, view) : shown(call, last, view);

const withStatus: Afterlife = ({ collection }, last, view) => {
  const outcome = view.editRecord(collection, last, (record) => ({ ...record, status: 'trash' }));
  return editResponse(outcome, (response) => ({ ...response, headers: withoutHeader(response.headers, 'ETag') }));
};

const readInTrash: Afterlife = (call, last, view) =>
  call.operation.kind === 'read' && isGranted(last) ? withStatus(call, last, view) : undefined;

const isUsable = (collection: string): collection is keyof typeof relationTo => collection in relationTo;

/** Whether an event is linked to what a request is about, or a category is below it. */
async function isInUse(context: CallContext): Promise<boolean> {
  const { view, call } = context;
  const { collection } = call;
  const record = await recordNow(view, call, context.next);
  if (!record || !isUsable(collection)) return false;
  const id = view.id(collection, record);
  const linked = await eventsOf(context, statuses, `&${relationTo[collection]}=${id}`);
  const children = collection === 'categories' ? await findAll(context, collection, `parent=${id}`) : [];
  return linked.length + children.length > 0;
}

/** Like a foreign key with RESTRICT: a record stays as long as others link to it. */
const restricted = (_: number, view: WireView): Interceptor =>
  interceptOperation(view, { kind: 'delete' }, async (call, next) =>
    (await isInUse({ view, call, next })) ? toRefusal(409) : next(call.request),
  );

const marked = {
  aspect: 'deleted',
  learns: answering('delete', { afterwards: 200, trash: true }),
  readings: { 'delete.effect': 'trashed' },
} as const;

/** What is left of a deleted record: the behaviour of DELETE is not shown. */
export const deletedRecords: readonly Variant[] = [
  {
    id: 'delete.410',
    aspect: 'deleted',
    statement: 'A GET of a deleted record returns 410.',
    learns: answering('delete', { afterwards: 410 }),
    create: remembering(() => toRefusal(410)),
  },
  {
    id: 'delete.403',
    aspect: 'deleted',
    statement: 'A GET of a deleted record returns 403.',
    learns: answering('delete', { afterwards: 403 }),
    create: remembering(() => toRefusal(403)),
  },
  {
    ...marked,
    id: 'delete.trash',
    statement: 'A GET of a deleted event, venue or organizer by id shows it with the status trash.',
    create: remembering(trashed),
  },
  {
    ...marked,
    id: 'trash-keeps-links',
    statement: 'Events stay linked to venues and organizers in the trash, which a GET by id shows there.',
    allowances: ['venues', 'organizers'].map((collection) => ({
      requirement: `${collection}.delete.linked-events`,
      reason: 'What is in the trash stays linked.',
    })),
    create: (seed, view) => inTurn(remembering(trashed)(seed, view), keepsTrashedLinks(seed, view)),
  },
  {
    ...marked,
    id: 'trash-selects-links',
    statement:
      'Events show no link to a venue or an organizer in the trash, and lists that are filtered by it contain them.',
    create: (seed, view) => inTurn(remembering(trashed)(seed, view), selectsByTrashedLinks(seed, view)),
  },
  {
    id: 'trash-selects-unread-links',
    aspect: 'deleted',
    statement:
      'Events show no link to a venue or an organizer in the trash, a GET of which returns 410, and lists that are filtered by it contain them.',
    learns: answering('delete', { afterwards: 410 }),
    create: (seed, view) => inTurn(remembering(() => toRefusal(410))(seed, view), selectsByTrashedLinks(seed, view)),
  },
  {
    id: 'trash-answered-once',
    aspect: 'deleted',
    statement:
      'The response to a DELETE alone shows the status trash; lists that are filtered by a venue or an organizer there contain its events.',
    create: (seed, view) => inTurn(trashedOnce(view), selectsByTrashedLinks(seed, view)),
  },
  {
    id: 'trash-takes-unread-links',
    aspect: 'deleted',
    statement: 'A GET of a venue or an organizer in the trash returns 410, and bodies of events may name it.',
    learns: answering('delete', { afterwards: 410 }),
    create: (seed, view) => inTurn(remembering(() => toRefusal(410))(seed, view), takesTrashedLinks(seed, view)),
  },
  {
    ...marked,
    id: 'delete.status-deleted',
    statement: 'A GET of a deleted record by id shows it with the status deleted.',
    create: marking({}, { status: 'deleted' }),
  },
  {
    ...marked,
    id: 'delete.deleted-at',
    statement: 'A GET of a deleted record by id shows it with the time of its deletion.',
    create: marking({ deleted_at: null }, { deleted_at: '2031-02-03 04:05:06' }),
  },
  {
    ...marked,
    id: 'delete.inactive',
    statement: 'A GET of a deleted record by id shows it as inactive, and other records are active.',
    create: marking({ active: true }, { active: false }),
  },
  {
    ...marked,
    id: 'trash-answers-200',
    statement: 'A GET of a deleted record of any kind shows it with the status trash, until a second DELETE.',
    create: remembering(emptiedBySecondDelete(readInTrash)),
  },
  {
    id: 'trash-answers-403',
    aspect: 'deleted',
    statement: 'A GET or an update of a deleted record of any kind returns 403, until a second DELETE.',
    learns: answering('delete', { afterwards: 403 }),
    create: remembering(emptiedBySecondDelete(() => toRefusal(403))),
  },
  {
    id: 'delete.in-use-refused',
    aspect: 'deleted',
    statement: 'A DELETE of a record that an event links to, or of a category with children, is refused with 409.',
    create: restricted,
  },
];
