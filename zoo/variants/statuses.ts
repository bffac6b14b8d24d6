import { alsoForHead } from '../also-for-head.js';
import { editResponse, statusOf, withBody, withHeader, withStatus, withoutHeader } from '../edit-answer.js';
import type { Variant } from '../variant.js';
import { on } from '../on.js';

const okForCreate: Variant = {
  id: 'status.200-for-create',
  aspect: 'create-status',
  statement: 'A create is answered with 200.',
  create: (_, lens) =>
    on(lens, { kind: 'create' }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 201 ? withStatus(outcome, 200) : outcome;
    }),
};

const deletedWithout: Variant = {
  id: 'status.204-for-delete',
  aspect: 'delete-answer',
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
  aspect: 'refusal-status',
  statement: 'What is invalid is refused with 422 instead of 400.',
  create: () => async (request, next) => {
    const outcome = await next(request);
    return statusOf(outcome) === 400 ? withStatus(outcome, 422) : outcome;
  },
};

const plainErrors: Variant = {
  id: 'errors.plain-text',
  aspect: 'refusal-body',
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
  aspect: 'past-the-end',
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
  aspect: 'extra-headers',
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
  okForCreate,
  deletedWithout,
  unprocessable,
  plainErrors,
  pastTheEnd,
  moreHeaders,
];
