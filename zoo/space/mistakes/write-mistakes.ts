import type { Interceptor, Outcome, Send } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { itemNow } from '../../intercept/record-lookup.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import { anotherAt, onItem } from './another-record.js';
import { answering } from './answer.js';
import type { Making, Mistake } from './mistake.js';

/** Does to another record what it does to its own. */
const doneToAnother = (making: Making): Interceptor =>
  answering(making, async (call, next) => {
    const target = await anotherAt(making.view, call, next);
    const outcome = await next(call.request);
    if (target !== undefined && isGranted(outcome)) await next({ ...call.request, target });
    return outcome;
  });

/** The answer that a write would have had. */
const pretended = async ({ view }: Making, call: OperationCall, next: Send): Promise<Outcome> => {
  const { request, collection } = call;
  const outcome = await itemNow(call, next);
  const body = bodyOf(request) ?? {};
  return view.editRecord(collection, outcome, (record) =>
    Object.entries(body).reduce(
      (shown, [name, value]) =>
        name in record && !Array.isArray(value) ? view.withField(collection, shown, name, value) : shown,
      record,
    ),
  );
};

/** What can go wrong with a write. */
export const writeMistakes: readonly Mistake[] = [
  {
    id: 'dropped',
    fits: onItem('update', 'delete'),
    does: ({ does }) =>
      does === 'update' ? 'writes nothing, and says that it did' : 'deletes nothing, and says that it did',
    create: (making) => answering(making, (call, next) => pretended(making, call, next)),
  },
  {
    id: 'leaked',
    fits: onItem('update', 'delete'),
    does: ({ does }) => (does === 'update' ? 'writes to another record as well' : 'deletes another record as well'),
    create: doneToAnother,
  },
  {
    id: 'off-by-one',
    fits: onItem('update'),
    does: () => 'writes to another record instead',
    create: (making) =>
      answering(making, async (call, next) => {
        const target = await anotherAt(making.view, call, next);
        return next(target === undefined ? call.request : { ...call.request, target });
      }),
  },
  {
    id: 'doubled',
    fits: onItem('create'),
    does: () => 'makes two records',
    create: (making) =>
      answering(making, async ({ request }, next) => {
        const outcome = await next(request);
        if (isGranted(outcome)) await next(request);
        return outcome;
      }),
  },
  {
    id: 'dropped',
    fits: onItem('create'),
    does: () => 'makes a record, and loses it',
    create: (making) =>
      answering(making, async (call, next) => {
        const outcome = await next(call.request);
        const record = isGranted(outcome) ? making.view.record(call.collection, outcome) : undefined;
        const id = record && making.view.id(call.collection, record);
        if (id)
          await next({ method: 'DELETE', target: call.at(`/${call.collection}/${id}`), headers: call.request.headers });
        return outcome;
      }),
  },
  {
    id: 'done-and-500',
    fits: onItem('create', 'update', 'delete'),
    does: () => 'is carried out and answered by 500',
    create: (making) =>
      answering(making, async ({ request }, next) => {
        const outcome = await next(request);
        return isGranted(outcome) ? toRefusal(500) : outcome;
      }),
  },
  {
    id: 'done-and-refused',
    fits: onItem('create', 'update', 'delete'),
    does: ({ does }) => `is carried out and answered by ${does === 'delete' ? '404' : '400'}`,
    create: (making) =>
      answering(making, async ({ request }, next) => {
        const outcome = await next(request);
        return isGranted(outcome) ? toRefusal(making.site.does === 'delete' ? 404 : 400) : outcome;
      }),
  },
];
