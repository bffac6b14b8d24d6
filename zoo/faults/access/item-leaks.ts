import type { Collection } from '../../../contract/resources.js';
import { headerValue, type Interceptor, type WireRequest } from '../../../wire/exchange.js';
import { isDenied, isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { editJson, editResponse, toRefusal, withHeader } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { createConfusedDeputy } from '../../intercept/confused-deputy.js';
import { type ActFor, forOthers, open, unchecked } from './acting-for-others.js';

const hidden = { clause: 'coherence.denied-everywhere' } as const;
const slugged = ['events', 'venues', 'organizers'] as const;
const byId = { kind: 'read', addressing: 'id' } as const;

/** A HEAD is answered before anybody asks who sent it. */
const headUnchecked =
  (among: readonly Collection[]): Fault['create'] =>
  (_, view) => {
    const privileged = createConfusedDeputy(view);
    const isOpen = (request: WireRequest): boolean => {
      const call = request.method === 'HEAD' ? view.operationCall({ ...request, method: 'GET' }) : undefined;
      return call !== undefined && among.includes(call.collection);
    };
    return inTurn(privileged.watch, (request, next) => next(isOpen(request) ? privileged.as(request) : request));
  };

/** Compares an entity tag before it asks who has sent it. */
const conditionFirst: ActFor =
  (privileged) =>
  async ({ request }, next) => {
    const isConditional = headerValue(request.headers, 'if-none-match') !== undefined;
    const outcome = isConditional ? await next(privileged.as(request)) : undefined;
    return outcome?.kind === 'response' && outcome.response.status === 304 ? outcome : next(request);
  };

/** Builds the answer, with all its headers, and then refuses it. */
const taggedRefusal: ActFor =
  (privileged) =>
  async ({ request }, next) => {
    const outcome = await next(request);
    const whole = isDenied(outcome) ? await next(privileged.as(request)) : undefined;
    const etag = whole?.kind === 'response' ? headerValue(whole.response.headers, 'etag') : undefined;
    if (etag === undefined) return outcome;
    return editResponse(outcome, (response) => ({ ...response, headers: withHeader(response.headers, 'ETag', etag) }));
  };

/** Says in so many words what it is that may not be seen. */
const revealingRefusal =
  (view: WireView): ActFor =>
  (privileged) =>
  async ({ request, collection }, next) => {
    const outcome = await next(request);
    const record = isDenied(outcome) ? view.record(collection, await next(privileged.as(request))) : undefined;
    if (!record) return outcome;
    const message = `You may not see this: ${view.text(collection, record, 'description')}`;
    return editJson(outcome, () => ({ code: 'forbidden', message }));
  };

/** Drafts alone are kept from others. */
const openWherePrivate =
  (view: WireView): ActFor =>
  (privileged) =>
  async ({ request, collection }, next) => {
    const outcome = await next(request);
    const whole = isDenied(outcome) ? await next(privileged.as(request)) : outcome;
    const record = isGranted(whole) ? view.record(collection, whole) : undefined;
    return record && view.text(collection, record, 'status') === 'private' ? whole : outcome;
  };

/** Opens a protected event for whoever has once named its password, and from then on for all others. */
function openedForOthers(_: number, view: WireView): Interceptor {
  const privileged = createConfusedDeputy(view);
  const opened = new Map<string, string>();
  const open = interceptOperations(view, [{ id: 'events.read' }], async ({ request, address, query }, next) => {
    const outcome = await next(request);
    const isOpening = query.has('password') && !privileged.isAnother(request) && isGranted(outcome);
    if (isOpening) opened.set(address, request.target);
    const target = privileged.isAnother(request) && !isGranted(outcome) ? opened.get(address) : undefined;
    return target === undefined ? outcome : next({ ...request, target });
  });
  return inTurn(privileged.watch, open);
}

/** Items that are shown or revealed to identities that may not read them. */
export const leaksOfItems: readonly Fault[] = [
  ...slugged.map(
    (collection): Fault => ({
      ...hidden,
      id: `${collection}.by-slug.read.open`,
      statement: `A GET of ${collection} by slug is granted to whoever is not logged in.`,
      create: forOthers([{ kind: 'read', collection, addressing: 'slug' }], open),
    }),
  ),
  ...slugged.map(
    (collection): Fault => ({
      ...hidden,
      id: `${collection}.by-slug.read.unchecked`,
      statement: `A GET by slug shows drafts of ${collection} to every identity.`,
      create: forOthers([{ id: `${collection}.by-slug.read` }], unchecked),
    }),
  ),
  {
    ...hidden,
    id: 'records.read.id-unchecked',
    statement: 'A GET by id shows drafts to every identity, a GET by slug does not.',
    create: forOthers([byId], unchecked),
  },
  {
    ...hidden,
    id: 'records.read.private-open',
    statement: 'A GET of a record with the status private is granted to every identity.',
    create: (seed, view) => forOthers([{ kind: 'read' }], openWherePrivate(view))(seed, view),
  },
  {
    ...hidden,
    id: 'records.read.head-unchecked',
    neighbours: ['http.head'],
    statement: 'A HEAD of a draft is granted to every identity.',
    create: headUnchecked(slugged),
  },
  ...(['venues', 'organizers'] as const).map(
    (collection): Fault => ({
      ...hidden,
      id: `${collection}.read.head-unchecked`,
      neighbours: ['http.head'],
      statement: `A HEAD of a draft of ${collection} is granted to every identity.`,
      create: headUnchecked([collection]),
    }),
  ),
  {
    ...hidden,
    id: 'records.read.condition-first',
    statement: 'A GET of a draft with its current ETag returns 304 to every identity.',
    create: forOthers([byId], conditionFirst),
  },
  {
    ...hidden,
    id: 'records.read.refusal-with-etag',
    statement: 'The refusal to show a draft carries the ETag of the draft.',
    create: forOthers([byId], taggedRefusal),
  },
  {
    ...hidden,
    id: 'records.read.refusal-shows-draft',
    statement: 'The refusal to show a draft contains the description of the draft.',
    create: (seed, view) => forOthers([byId], revealingRefusal(view))(seed, view),
  },
  {
    ...hidden,
    id: 'records.by-slug.read.missing-shows-draft',
    statement: 'A GET of a draft by slug returns 404, with the draft in the body.',
    create: (seed, view) =>
      forOthers([{ kind: 'read', addressing: 'slug' }], (privileged) => async ({ request, collection }, next) => {
        const outcome = await next(request);
        const record = isDenied(outcome) ? view.record(collection, await next(privileged.as(request))) : undefined;
        return record ? editJson(toRefusal(404), () => ({ code: 'not_found', record })) : outcome;
      })(seed, view),
  },
  {
    ...hidden,
    id: 'events.read.opened-for-others',
    neighbours: ['event.password'],
    statement: 'Once opened with its password, a protected event is shown to all other identities without it.',
    create: openedForOthers,
  },
];
