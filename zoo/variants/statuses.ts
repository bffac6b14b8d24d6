import { alsoForHead } from '../also-for-head.js';
import type { OperationKind } from '../../contract/operation.js';
import { editResponse, statusOf, withBody, withHeader, withStatus, withoutHeader } from '../edit-answer.js';
import type { Variant } from '../fault.js';
import { on } from '../on.js';

const answering = (
  id: string,
  statement: string,
  { kind, from, to }: { kind: OperationKind; from: number; to: number },
): Variant => ({
  id,
  statement,
  create: (_, lens) =>
    on(lens, { kind }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === from ? withStatus(outcome, to) : outcome;
    }),
});

const deletedWithout: Variant = {
  id: 'status.204-for-delete',
  statement: 'A DELETE is answered with 204 and no body.',
  create: (_, lens) =>
    on(lens, { kind: 'delete' }, async ({ request }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) !== 200) return outcome;
      return editResponse(outcome, ({ headers }) => ({
        status: 204,
        headers: withoutHeader(withoutHeader(headers, 'Content-Length'), 'Content-Type'),
        body: new Uint8Array(),
      }));
    }),
};

const unprocessable: Variant = {
  id: 'status.422-for-invalid',
  statement: 'What is invalid is refused with 422 instead of 400.',
  create: () => async (request, next) => {
    const outcome = await next(request);
    return statusOf(outcome) === 400 ? withStatus(outcome, 422) : outcome;
  },
};

const plainErrors: Variant = {
  id: 'errors.plain-text',
  statement: 'Errors are a sentence of plain text.',
  create: () =>
    alsoForHead(async (request, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) < 400) return outcome;
      return editResponse(outcome, (response) => {
        const headers = withHeader(response.headers, 'Content-Type', 'text/plain');
        return withBody({ ...response, headers }, Buffer.from('This cannot be done.'));
      });
    }),
};

const pastTheEnd: Variant = {
  id: 'status.404-past-the-end',
  statement: 'A page past the last one is not found.',
  create: (_, lens) =>
    alsoForHead(
      on(lens, { kind: 'list' }, async ({ request, query, collection }, next) => {
        const outcome = await next(request);
        const isPast = Number(query.get('page') ?? 1) > 1 && statusOf(outcome) === 200;
        return isPast && lens.items(collection, outcome).length === 0 ? withStatus(outcome, 404) : outcome;
      }),
    ),
};

const moreHeaders: Variant = {
  id: 'headers.more',
  statement: 'Answers carry headers of their own, and no ETag.',
  create: () => async (request, next) =>
    editResponse(await next(request), (response) => ({
      ...response,
      headers: [
        ...withoutHeader(response.headers, 'ETag'),
        ['X-Powered-By', 'Something'],
        ['Set-Cookie', 'seen=1; Path=/'],
        ['Set-Cookie', 'twice=1; Path=/'],
      ],
    })),
};

/** Ways to answer: other statuses, errors and headers. */
export const statuses: readonly Variant[] = [
  answering('status.200-for-create', 'A create is answered with 200.', { kind: 'create', from: 201, to: 200 }),
  deletedWithout,
  unprocessable,
  plainErrors,
  pastTheEnd,
  moreHeaders,
];
