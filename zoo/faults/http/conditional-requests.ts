import { idsIn } from '../../../adapter/reading/agreement.js';
import { type Collection, eventRelations } from '../../../contract/resources.js';
import { seedOf } from '../../../kernel/seed.js';
import { headerValue } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import {
  alsoForHead,
  inEach,
  interceptOperation,
  interceptOperations,
  inTurn,
} from '../../intercept/intercept-operation.js';
import { editResponse, toRefusal, withHeader, withoutBody, withoutHeader } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** After a wrong 304, a cache keeps what it has. */
const forgetsEtag: Fault = {
  id: 'events.read.304-without-etag',
  clause: 'http.validators',
  statement: 'A 304 for an event lacks its ETag.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.read' }, async ({ request }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) !== 304) return outcome;
      return editResponse(outcome, (one) => ({ ...one, headers: withoutHeader(one.headers, 'ETag') }));
    }),
};

/** The header is compared with the tag as a whole. */
const exactTags: Fault = {
  id: 'events.read.exact-tags-only',
  clause: 'http.validators',
  statement: 'If-None-Match on an event is ignored unless it is a single strong ETag.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.read' }, ({ request }, next) => {
      const isExact = /^"[^"]*"$/.test(headerValue(request.headers, 'if-none-match') ?? '""');
      return next(isExact ? request : { ...request, headers: withoutHeader(request.headers, 'If-None-Match') });
    }),
};

/** Everything but GET is taken for a write. */
const headRefused: Fault = {
  id: 'records.read.head-precondition-failed',
  clause: 'http.validators',
  neighbours: ['http.head'],
  statement: 'A HEAD with the current ETag of a record in If-None-Match returns 412.',
  create: () => async (request, next) => {
    const outcome = await next(request);
    return request.method === 'HEAD' && statusOf(outcome) === 304 ? toRefusal(412) : outcome;
  },
};

/** Changed terms leave their number as it is. */
const listTagCounts: Fault = {
  id: 'terms.list.etag-of-number',
  clause: 'http.validators',
  statement: 'The ETag of a list of categories or tags is made of their number, and If-None-Match agrees with it.',
  create(_, view) {
    let number = 0;
    const terms = ['categories', 'tags'] as const;
    const counting = interceptOperations(
      view,
      [...inEach(terms, { kind: 'create' }), ...inEach(terms, { kind: 'delete' })],
      async ({ request, operation }, next) => {
        const outcome = await next(request);
        if (isGranted(outcome)) number += operation.kind === 'create' ? 1 : -1;
        return outcome;
      },
    );
    const listing = interceptOperations(view, inEach(terms, { kind: 'list' }), async ({ request }, next) => {
      const [tag, outcome] = [`W/"${number}"`, await next(request)];
      if (!isGranted(outcome)) return outcome;
      const isHeld = headerValue(request.headers, 'if-none-match') === tag;
      return editResponse(outcome, (one) => {
        const tagged = { ...one, headers: withHeader(one.headers, 'ETag', tag) };
        return isHeld ? withoutBody(tagged, 304) : tagged;
      });
    });
    return inTurn(counting, listing);
  },
};

/** The header is compared with the tag as it is. */
const starNotUnderstood: Fault = {
  id: 'records.write.if-match-star-refused',
  clause: 'http.validators',
  statement: 'A write with If-Match: * is refused with 412.',
  create: () => (request, next) =>
    headerValue(request.headers, 'if-match') === '*' ? Promise.resolve(toRefusal(412)) : next(request),
};

/** The header is set before the record is changed. */
const tagOfBefore: Fault = {
  id: 'records.update.etag-of-before',
  clause: 'http.validators',
  statement: 'The answer to an update has the ETag that the record had before.',
  create(_, view) {
    const tags = new Map<string, string>();
    return interceptOperations(
      view,
      [{ kind: 'read', addressing: 'id' }, { kind: 'update' }],
      async ({ request, operation }, next) => {
        const outcome = await next(request);
        if (outcome.kind !== 'response' || !isGranted(outcome)) return outcome;
        const [now, before] = [headerValue(outcome.response.headers, 'etag'), tags.get(request.target)];
        if (operation.kind === 'read' && now !== undefined) tags.set(request.target, now);
        if (operation.kind === 'read' || before === undefined) return outcome;
        return editResponse(outcome, (one) => ({ ...one, headers: withHeader(one.headers, 'ETag', before) }));
      },
    );
  },
};

/** Takes no notice of If-Match in requests for events by some methods. */
const ignoring =
  (methods: readonly string[]): Fault['create'] =>
  (_, view) =>
  (request, next) =>
    next(
      view.operationCall(request)?.collection === 'events' && methods.includes(request.method)
        ? { ...request, headers: withoutHeader(request.headers, 'If-Match') }
        : request,
    );

/** Only reads are conditional. */
const ifMatchIgnored: Fault = {
  id: 'events.write.if-match-ignored',
  clause: 'http.validators',
  level: 'SHOULD',
  statement: 'If-Match on a write to an event is ignored.',
  create: ignoring(['POST', 'PUT', 'PATCH', 'DELETE']),
};

/** What guards updates was not added where records are deleted. */
const ifMatchIgnoredOnDelete: Fault = {
  id: 'events.delete.if-match-ignored',
  clause: 'http.validators',
  statement: 'If-Match on a DELETE of an event is ignored; updates heed it.',
  create: ignoring(['DELETE']),
};

/** The other address was mapped to a handler of its own. */
const ifMatchIgnoredBySlug: Fault = {
  id: 'events.by-slug.update.if-match-ignored',
  clause: 'http.validators',
  statement: 'If-Match on an update of an event by slug is ignored; updates by id heed it.',
  create: (_, view) => (request, next) => {
    const called = view.operationCall(request);
    const isBySlug = called?.collection === 'events' && called.operation.addressing === 'slug';
    return next(isBySlug ? { ...request, headers: withoutHeader(request.headers, 'If-Match') } : request);
  },
};

/** What events heed was added to the updates of all others, too. */
const ifMatchIgnoredOfOthers: Fault = {
  id: 'records.delete.if-match-ignored',
  clause: 'http.validators',
  statement:
    'If-Match on a DELETE of a venue or an organizer by its slug, or of a term, is ignored; all other writes heed it.',
  create: (_, view) =>
    interceptOperations(
      view,
      [
        ...inEach(['venues', 'organizers'], { kind: 'delete', addressing: 'slug' }),
        ...inEach(['categories', 'tags'], { kind: 'delete' }),
      ],
      ({ request }, next) => next({ ...request, headers: withoutHeader(request.headers, 'If-Match') }),
    ),
};

/** The record is taken out before its state is compared, and is not put back. */
const ifMatchTooLate: Fault = {
  id: 'records.delete.if-match-too-late',
  clause: 'http.validators',
  statement: 'A DELETE that is refused for its If-Match has deleted the record.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'delete' }], async ({ request }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) === 412) await next({ ...request, headers: withoutHeader(request.headers, 'If-Match') });
      return outcome;
    }),
};

/** Conditional requests that are answered wrongly. */
export const conditions: readonly Fault[] = [
  forgetsEtag,
  exactTags,
  listTagCounts,
  starNotUnderstood,
  tagOfBefore,
  headRefused,
  ifMatchIgnored,
  ifMatchIgnoredOnDelete,
  ifMatchIgnoredBySlug,
  ifMatchIgnoredOfOthers,
  ifMatchTooLate,
];

/** What a tag is made from, instead of all that is shown. */
type RowOf = (view: WireView, record: JsonObject) => JsonObject;

/** Gives records of a collection a tag that covers a part of them. */
const tagging =
  (collection: Collection, rowOf: RowOf): Fault['create'] =>
  (_, view) =>
    alsoForHead(
      interceptOperation(view, { id: `${collection}.read` }, async ({ request }, next) => {
        const outcome = await next({ ...request, headers: withoutHeader(request.headers, 'If-None-Match') });
        const record = isGranted(outcome) ? view.record(collection, outcome) : undefined;
        if (!record) return outcome;
        const tag = `"${seedOf(1, JSON.stringify(rowOf(view, record))).toString(36)}"`;
        const held = headerValue(request.headers, 'if-none-match') ?? '';
        const isHeld = held === '*' || held.includes(tag);
        return editResponse(outcome, (response) => {
          const tagged = { ...response, headers: withHeader(response.headers, 'ETag', tag) };
          return isHeld ? withoutBody(tagged, 304) : tagged;
        });
      }),
    );

/** The tag is made from the row of the event, and the answer from more than that: what is linked counts by its ids alone. */
const linkedNotTagged: Fault = {
  id: 'events.read.etag-of-row',
  clause: 'http.validators',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'The ETag of an event does not change when a related record is renamed.',
  create: tagging('events', (view, event) =>
    Object.keys(eventRelations).reduce(
      (row, relation) => view.withField('events', row, relation, [...idsIn(view.field('events', event, relation))]),
      event,
    ),
  ),
};

/** What reaches an organizer is kept in a table of its own. */
const contactNotTagged: Fault = {
  id: 'organizers.read.etag-without-contact',
  clause: 'http.validators',
  statement: 'The ETag of an organizer does not change when only its phone, website or email does.',
  create: tagging('organizers', (view, organizer) =>
    ['phone', 'website', 'email'].reduce((row, field) => view.withoutField('organizers', row, field), organizer),
  ),
};

/** ETags that cover only a part of the representation. */
export const partialTags: readonly Fault[] = [linkedNotTagged, contactNotTagged];
