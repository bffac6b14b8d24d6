import type { Interceptor, Outcome, WireResponse } from '../../../wire/exchange.js';
import { isError, isGranted, statusOf } from '../../../wire/status.js';
import { alsoForHead, inTurn, interceptOperation, interceptResponse } from '../../intercept/intercept-operation.js';
import { withParameter } from '../../intercept/request-edit.js';
import { editResponse, withBody, withHeader, withoutBody, withStatus } from '../../intercept/response-edit.js';
import { answeringUnknownIds, creating, inSequence, learning, type Learns, unlearning } from '../../learned-facts.js';
import { allowInEach, type Variant } from '../../variant.js';

/** Rewrites every refusal. */
const refusing = (edit: (response: WireResponse) => WireResponse) => (): Interceptor =>
  alsoForHead(async (request, next) =>
    editResponse(await next(request), (response) => (isError(response) ? edit(response) : response)),
  );

const withText = (response: WireResponse, type: string, text: string): WireResponse =>
  withBody({ ...response, headers: withHeader(response.headers, 'Content-Type', type) }, Buffer.from(text));

/** An error that says nothing by itself. */
const withoutErrorDetails = (type: string): Learns =>
  inSequence(
    unlearning('errors.params'),
    learning({ 'errors.type': type, 'errors.code': 'absent', 'errors.message': 'absent' }),
  );

/** The format of errors, which is not stated. */
export const errorBodies: readonly Variant[] = [
  {
    id: 'errors.plain-text',
    aspect: 'refusal-body',
    statement: 'Errors are a sentence of plain text.',
    learns: withoutErrorDetails('text/plain'),
    create: refusing((response) => withText(response, 'text/plain', 'This cannot be done.')),
  },
  {
    id: 'errors.empty',
    aspect: 'refusal-body',
    statement: 'Errors have no body.',
    learns: withoutErrorDetails('absent'),
    create: refusing((response) => withoutBody(response, response.status)),
  },
  {
    id: 'errors.html',
    aspect: 'refusal-body',
    statement: 'Errors are HTML pages.',
    learns: withoutErrorDetails('text/html'),
    create: refusing((response) => withText(response, 'text/html; charset=utf-8', '<!doctype html><h1>Sorry</h1>')),
  },
  {
    id: 'errors.problem-json',
    aspect: 'refusal-body',
    statement: 'Errors are problem details as in RFC 9457.',
    learns: inSequence(withoutErrorDetails('application/problem+json'), learning({ 'errors.message': 'body:/title' })),
    create: refusing((response) =>
      withText(response, 'application/problem+json', JSON.stringify({ title: 'Sorry', status: response.status })),
    ),
  },
];

/** Answers one status with another. */
const instead = (outcome: Outcome, from: number, to: number): Outcome =>
  statusOf(outcome) === from ? withStatus(outcome, to) : outcome;

const pastTheEnd = (status: number): Variant => ({
  id: `status.${status}-past-the-end`,
  aspect: 'past-the-end',
  statement: `A page past the last one returns ${status}.`,
  create: (_, view) =>
    alsoForHead(
      interceptResponse(view, { kind: 'list' }, (outcome, { query, collection }) => {
        const isLater = Number(query.get('page') ?? 1) > 1;
        return isLater && view.items(collection, outcome).length === 0 ? instead(outcome, 200, status) : outcome;
      }),
    ),
});

/** A number that is too large is taken for that of the last page. */
const lastAgain: Variant = {
  id: 'list.last-page-again',
  aspect: 'past-the-end',
  statement: 'A page past the last one returns the last one.',
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async ({ request, query, collection }, next) => {
        const turnTo = (page: number): Promise<Outcome> => next(withParameter(request, 'page', String(page)));
        const isPast = (outcome: Outcome): boolean =>
          isGranted(outcome) && view.items(collection, outcome).length === 0;
        const outcome = await next(request);
        let [first, last] = [1, Number(query.get('page') ?? 1)];
        if (!isPast(outcome) || !(last > first)) return outcome;
        while (first < last) {
          const middle = Math.ceil((first + last) / 2);
          if (isPast(await turnTo(middle))) last = middle - 1;
          else first = middle;
        }
        return turnTo(first);
      }),
    ),
};

/** With which statuses requests are answered: the interface shows none. */
export const statuses: readonly Variant[] = [
  {
    id: 'status.200-for-create',
    aspect: 'create-status',
    statement: 'A create returns 200.',
    learns: creating({ status: 200 }),
    allowances: [
      ...allowInEach('create.location', 'Only with a 201 does Location point to the created record.'),
      ...allowInEach('create.language-location', 'Only with a 201 does Location point to the created record.', [
        'venues',
      ]),
    ],
    create: (_, view) => interceptResponse(view, { kind: 'create' }, (outcome) => instead(outcome, 201, 200)),
  },
  {
    id: 'status.203-for-reads',
    aspect: 'list-envelope',
    statement: 'Lists and items are returned with 203, as a proxy that changed them would.',
    allowances: [
      { requirement: 'http.etag.anywhere', reason: 'The ETag may be that of what the proxy has changed since.' },
    ],
    create: (_, view) =>
      alsoForHead(
        inTurn(
          interceptResponse(view, { kind: 'list' }, (outcome) => instead(outcome, 200, 203)),
          interceptResponse(view, { kind: 'read' }, (outcome) => instead(outcome, 200, 203)),
        ),
      ),
  },
  {
    id: 'status.422-for-invalid',
    aspect: 'refusal-status',
    statement: 'Invalid requests are refused with 422 instead of 400.',
    learns: learning({ 'errors.invalid': 422 }),
    create: () => async (request, next) => instead(await next(request), 400, 422),
  },
  {
    id: 'status.400-for-unknown-id',
    aspect: 'absence-status',
    statement: 'An id that no record has returns 400.',
    learns: answeringUnknownIds(400),
    create: (_, view) =>
      alsoForHead(interceptResponse(view, { addressing: 'id' }, (outcome) => instead(outcome, 404, 400))),
  },
  pastTheEnd(404),
  pastTheEnd(400),
  lastAgain,
];
