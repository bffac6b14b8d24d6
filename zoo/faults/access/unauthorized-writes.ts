import { headerValue, type Outcome, type Send } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject } from '../../../wire/json.js';
import { isDenied, isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { bodyOf, withJson } from '../../intercept/request-edit.js';
import type { ConfusedDeputy } from '../../intercept/confused-deputy.js';
import { type ActFor, forOthers, open, unchecked, uncheckedForUsers } from './acting-for-others.js';

const deniedOnOthers = {
  clause: 'coherence.denied-everywhere',
  neighbours: ['coherence.other-records'],
} as const;

/** Writes fields to a record with the rights of the service itself. */
const write = (
  { request, at }: OperationCall,
  next: Send,
  privileged: ConfusedDeputy,
  path: string,
  body: JsonObject,
): Promise<Outcome> => next(privileged.as(withJson({ ...request, method: 'PATCH', target: at(path) }, body)));

const isId = (value: unknown): value is string | number => typeof value === 'number' || typeof value === 'string';

/** A nested record is saved with the one that it is nested in. */
const savesNested: Fault = {
  ...deniedOnOthers,
  id: 'events.update.saves-nested-venues',
  statement: 'An update of an event also writes nested venues, without a check of rights.',
  create: forOthers([{ kind: 'update', collection: 'events' }], (privileged) => async (call, next) => {
    const { venue } = bodyOf(call.request) ?? {};
    const nested = (isJsonArray(venue) ? venue : []).filter(isJsonObject);
    const isMine = nested.length > 0 && isGranted(await next({ ...call.request, body: Buffer.from('{}') }));
    for (const { id, ...fields } of isMine ? nested : [])
      if (isId(id)) await write(call, next, privileged, `/venues/${id}`, fields);
    return next(call.request);
  }),
};

/** The key in the body wins over the one in the address, and only the latter is checked. */
const idOfBody: Fault = {
  ...deniedOnOthers,
  id: 'events.update.id-of-body',
  statement: 'An update of an event that the identity may change writes to another event, named by an id in the body.',
  create: forOthers([{ kind: 'update', collection: 'events' }], (privileged) => async (call, next) => {
    const { id, ...fields } = bodyOf(call.request) ?? {};
    const outcome = await next(call.request);
    const isOther = isId(id) && String(id) !== call.address;
    return isOther && isGranted(outcome) ? write(call, next, privileged, `/events/${id}`, fields) : outcome;
  }),
};

/** The author is whoever wrote last. */
const authorOfUpdater: Fault = {
  id: 'events.update.author-of-updater',
  clause: 'event.field.author',
  neighbours: ['event.update'],
  statement: 'An update of an event makes whoever sends it the author.',
  create: (_, view) => {
    const authors = new Map<string, string>();
    const loginOf = ({ request }: OperationCall): string => headerValue(request.headers, 'authorization') ?? '';
    const creating = interceptOperation(view, { id: 'events.create' }, async (call, next) => {
      const outcome = await next(call.request);
      const record = view.record('events', outcome);
      // A create that names its author says nothing of the sender.
      const isOwn = bodyOf(call.request)?.['author'] === undefined;
      if (record && isOwn) authors.set(loginOf(call), view.text('events', record, 'author'));
      return outcome;
    });
    const updating = interceptOperation(view, { kind: 'update', collection: 'events' }, (call, next) => {
      const [body, author] = [bodyOf(call.request), authors.get(loginOf(call))];
      const isComplete = body === undefined || 'author' in body || author === undefined || author === '';
      return next(isComplete ? call.request : withJson(call.request, { ...body, author: Number(author) }));
    });
    return inTurn(creating, updating);
  },
};

/** A create with a key is an update in disguise. */
const createOver: Fault = {
  ...deniedOnOthers,
  id: 'events.create.over-another',
  statement: 'A create with the id of an event in the body writes to that event.',
  create: forOthers([{ id: 'events.create' }], (privileged) => async (call, next) => {
    const { id, ...fields } = bodyOf(call.request) ?? {};
    const outcome = await next(call.request);
    if (isId(id) && isGranted(outcome)) await write(call, next, privileged, `/events/${id}`, fields);
    return outcome;
  }),
};

/** The body is merged before rights are checked, and names whoever it likes. */
const liftedByAuthor: ActFor = (privileged) => (call, next) => {
  const named = bodyOf(call.request)?.author !== undefined;
  return named ? unchecked(privileged)(call, next) : next(call.request);
};

const authorLifts: Fault = {
  ...deniedOnOthers,
  id: 'records.update.author-lifts-rights',
  statement: 'An update that names an author is granted to every identity.',
  create: forOthers([{ kind: 'update' }], liftedByAuthor),
};

const placeOfAuthor: Fault = {
  ...deniedOnOthers,
  id: 'places.update.author-lifts-rights',
  statement: 'An update of a venue or an organizer that names an author is granted to every identity.',
  create: forOthers(inEach(['venues', 'organizers'], { kind: 'update' }), liftedByAuthor),
};

/** Records that somebody may not write, written by way of their own. */
export const otherRecords: readonly Fault[] = [
  savesNested,
  idOfBody,
  createOver,
  authorLifts,
  placeOfAuthor,
  authorOfUpdater,
];

const denied = { clause: 'coherence.denied-everywhere' } as const;

/** Carries out what was denied, and says that it was denied. */
const doneAllTheSame: ActFor =
  (privileged) =>
  async ({ request }, next) => {
    const outcome = await next(request);
    if (isDenied(outcome)) await next(privileged.as(request));
    return outcome;
  };

const slugged = ['events', 'venues', 'organizers'] as const;
const terms = ['categories', 'tags'] as const;

/** Routes at which nobody is asked who he is, or what he may. */
const openRoutes: readonly Fault[] = [
  {
    ...denied,
    id: 'tags.delete.open',
    statement: 'A DELETE of a category or a tag is granted to whoever is not logged in.',
    create: forOthers(inEach(terms, { kind: 'delete' }), open),
  },
  {
    ...denied,
    id: 'categories.delete.unchecked-for-users',
    statement: 'A DELETE of a category is granted to every logged-in identity.',
    create: forOthers([{ id: 'categories.delete' }], uncheckedForUsers),
  },
  {
    ...denied,
    id: 'categories.update.post.open',
    statement: 'A POST on a category is granted to whoever is not logged in.',
    create: forOthers([{ id: 'categories.update.post' }], open),
  },
  {
    ...denied,
    id: 'events.delete.unchecked-for-users',
    statement: 'A DELETE of an event is granted to every logged-in identity, also where its updates are refused.',
    create: forOthers([{ kind: 'delete', collection: 'events' }], uncheckedForUsers),
  },
  ...slugged.map(
    (collection): Fault => ({
      ...denied,
      id: `${collection}.by-slug.update.put.open`,
      statement: `A PUT of ${collection} by slug is granted to whoever is not logged in.`,
      create: forOthers([{ kind: 'update', collection, method: 'PUT', addressing: 'slug' }], open),
    }),
  ),
];

const bySlug = { addressing: 'slug' } as const;

/** Writes that are granted to whom they are denied elsewhere. */
export const identityWrites: readonly Fault[] = [
  ...openRoutes,
  {
    ...denied,
    id: 'records.update.put-unchecked',
    statement: 'A PUT by id is granted to every identity.',
    create: forOthers([{ kind: 'update', method: 'PUT', addressing: 'id' }], unchecked),
  },
  {
    ...denied,
    id: 'records.update.post-unchecked',
    statement: 'A POST on an item is granted to every logged-in identity.',
    create: forOthers([{ kind: 'update', method: 'POST', addressing: 'id' }], uncheckedForUsers),
  },
  {
    ...denied,
    id: 'records.update.patch-unchecked',
    statement: 'A PATCH by id is granted to every identity.',
    create: forOthers([{ kind: 'update', method: 'PATCH', addressing: 'id' }], unchecked),
  },
  ...slugged.map(
    (collection): Fault => ({
      ...denied,
      id: `${collection}.by-slug.update.unchecked`,
      statement: `An update of ${collection} by slug is granted to every identity.`,
      create: forOthers([{ kind: 'update', collection, ...bySlug }], unchecked),
    }),
  ),
  {
    ...denied,
    id: 'records.by-slug.delete.unchecked',
    statement: 'A DELETE by slug is granted to every identity.',
    create: forOthers([{ kind: 'delete', ...bySlug }], unchecked),
  },
  {
    ...denied,
    id: 'records.delete.id-unchecked',
    statement: 'A DELETE by id is granted to every logged-in identity.',
    create: forOthers([{ kind: 'delete', addressing: 'id' }], uncheckedForUsers),
  },
  {
    ...denied,
    id: 'records.delete.unchecked',
    statement: 'A DELETE is granted to every identity.',
    create: forOthers([{ kind: 'delete' }], unchecked),
  },
  {
    id: 'records.update.denied-and-done',
    clause: 'coherence.refused-write',
    statement: 'A denied update is still carried out.',
    create: forOthers([{ kind: 'update' }], doneAllTheSame),
  },
  {
    id: 'records.delete.denied-and-done',
    clause: 'coherence.refused-write',
    statement: 'A denied DELETE is still carried out.',
    create: forOthers([{ kind: 'delete' }], doneAllTheSame),
  },
  {
    id: 'records.create.denied-and-done',
    clause: 'coherence.refused-write',
    statement: 'A denied create is still carried out.',
    create: forOthers([{ kind: 'create' }], doneAllTheSame),
  },
];
