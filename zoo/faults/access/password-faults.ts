import type { Outcome } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { bodyOf, editBody, withoutParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { names, passwordOf, protecting, protectingFromOthers } from '../../variants/readings/password-alternatives.js';

/** A protected event that was opened, and the answer that showed it. */
interface Opened {
  readonly record: JsonObject;
  readonly answer: Outcome;
}

/** Remembers by its id what a password opened. */
const remembering = (view: WireView, opened: Map<string, Opened>) =>
  interceptOperation(view, { id: 'events.read' }, async ({ request, address, query }, next) => {
    const outcome = await next(request);
    const record = view.record('events', outcome);
    const isPublic = !query.has('password') || isGranted(await next(withoutParameter(request, 'password')));
    if (!isPublic && isGranted(outcome) && record) opened.set(address, { record, answer: outcome });
    return outcome;
  });

/** The cache key is the path alone. */
const openedForAll: Fault = {
  id: 'events.read.opened-for-all',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'Once opened, a protected event is shown to every later reader, with any password or none.',
  create: (_, view) => {
    const opened = new Map<string, Opened>();
    const show = interceptOperation(view, { id: 'events.read' }, async ({ request, address }, next) => {
      const outcome = await next(request);
      return isGranted(outcome) ? outcome : (opened.get(address.replace(/^0+/, ''))?.answer ?? outcome);
    });
    return inTurn(show, remembering(view, opened));
  },
};

/** Only one way of reading asks for the password. */
const openedElsewhere: Fault = {
  id: 'events.by-slug.read.opened',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'Once opened, a protected event is shown by slug and by updates without its password.',
  create: (_, view) => {
    const opened = new Map<string, Opened>();
    const bySlug = interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request, address }, next) => {
      const outcome = await next(request);
      const found = [...opened.values()].find(({ record }) => view.text('events', record, 'slug') === address);
      return isGranted(outcome) ? outcome : (found?.answer ?? outcome);
    });
    const onUpdate = interceptOperation(
      view,
      { kind: 'update', collection: 'events', addressing: 'id' },
      async (call, next) => {
        const outcome = await next(call.request);
        return isGranted(outcome) ? outcome : (opened.get(call.address)?.answer ?? outcome);
      },
    );
    return inTurn(bySlug, onUpdate, remembering(view, opened));
  },
};

/** The password is compared with the hash of it. */
const neverRight: Fault = {
  id: 'events.read.password-never-right',
  clause: 'event.password',
  statement: 'No password opens a protected event.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.read' }, ({ request }, next) => next(withoutParameter(request, 'password'))),
};

/** An event without a password has none that could be right. */
const needlessWrong: Fault = {
  id: 'events.read.needless-password-wrong',
  clause: 'event.password',
  neighbours: ['event.read', 'event.delete'],
  statement: 'A GET or a DELETE of an unprotected event is refused when it carries a password.',
  create: (_, view) =>
    interceptOperations(view, [{ id: 'events.read' }, { id: 'events.delete' }], async ({ request, query }, next) => {
      if (!query.has('password')) return next(request);
      const { headers } = request;
      const { target } = withoutParameter(request, 'password');
      return isGranted(await next({ method: 'GET', target, headers })) ? toRefusal(403) : next(request);
    }),
};

/** Whoever sends a password is taken to want to protect the event, and nothing else. */
const passwordAlone: Fault = {
  id: 'events.update.password-alone',
  clause: 'event.password',
  statement: 'An update of an event by id with a password changes nothing else.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'events' }, async ({ request, operation }, next) => {
      const isAlone = operation.addressing === 'id' && bodyOf(request)?.['password'] !== undefined;
      return next(isAlone ? editBody(request, ({ password }) => ({ password: password ?? null })) : request);
    }),
};

/** What a protection that an update sets fails to shut. */
const leaking = (name: string, statement: string, protection: () => Parameters<typeof protecting>[1]): Fault => ({
  id: `events.update.password-set-${name}`,
  clause: 'event.password',
  neighbours: ['coherence.denied-everywhere'],
  statement: `An update with a password protects an event, but ${statement}.`,
  create: (_, view) => protecting(view, protection()),
});

/** Opens an event for every reader once its password was given, with whatever request. */
function onceOpened(): { readonly opens: (call: OperationCall, password: string) => boolean } {
  const opened = new Set<string>();
  return {
    opens(call, password) {
      if (names(call, password)) opened.add(call.address);
      return opened.has(call.address);
    },
  };
}

const uncheckedBy = (method: string) => () => ({
  opens: (call: OperationCall, password: string) => call.request.method === method || names(call, password),
});

/** Whoever may edit an event may see it: what is open to others shows only to them. */
const openBySlug: Fault = {
  id: 'identities.events.password-set-open-by-slug',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'An update with a password protects an event from other users by id, and not by slug.',
  create: (_, view) => protectingFromOthers(view, { bySlug: 'open' }),
};

/** What is not sent is written as none. */
const lostByUpdate: Fault = {
  id: 'identities.events.password-set-lost-by-update',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'An update with a password protects an event from other users until an update without one.',
  create: (_, view) => protectingFromOthers(view, { ends: 'by-update' }),
};

/** What was compared once is remembered, and not forgotten when it changes. */
const formerOpens: Fault = {
  id: 'identities.events.password-set-twice-opened-by-both',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'An update with another password protects an event from other users, but the former one still opens it.',
  create: (_, view) => protectingFromOthers(view, { changes: 'add' }),
};

/** The row of a list is the row of the table. */
const passwordListed: Fault = {
  id: 'identities.events.password-set-listed',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'An update with a password protects an event from other users, who find the password in the list.',
  create: (_, view) => protectingFromOthers(view, { inLists: 'with-password' }),
};

const leaks: readonly Fault[] = [
  openBySlug,
  lostByUpdate,
  passwordListed,
  formerOpens,
  leaking('opened-by-any', 'any password opens it', () => ({
    opens: ({ query, request }) => query.has('password') || bodyOf(request)?.password !== undefined,
  })),
  leaking('opened-by-nothing', 'an empty password opens it', () => ({
    opens: (call, password) => passwordOf(call) === '' || names(call, password),
  })),
  leaking('opened-in-any-case', 'it is compared without case', () => ({
    opens: (call, password) => passwordOf(call)?.toLowerCase() === password.toLowerCase(),
  })),
  leaking('opened-by-number', 'it is compared as a number where it is one', () => ({
    opens: (call, password) => Number(passwordOf(call) ?? Number.NaN) === Number(password) || names(call, password),
  })),
  leaking('opened-for-all', 'once opened it is shown without one', onceOpened),
  leaking('shown-by-slug', 'its address by slug shows it', () => ({ bySlug: 'open' })),
  leaking('shown-in-lists', 'lists show all of it', () => ({ inLists: 'open' })),
  leaking('found-by-hidden-words', 'a search finds it by what is hidden', () => ({ inLists: 'found-by-hidden-words' })),
  leaking('cleared-beside', 'an update without one in its body ends that', () => ({ ends: 'by-update' })),
  leaking('listed', 'lists show the password', () => ({ inLists: 'with-password' })),
  leaking('put-unchecked', 'a PUT changes it without one', uncheckedBy('PUT')),
  leaking('delete-unchecked', 'a DELETE removes it without one', uncheckedBy('DELETE')),
];

/** Passwords that open too much, or nothing. */
export const passwords: readonly Fault[] = [
  openedForAll,
  openedElsewhere,
  neverRight,
  needlessWrong,
  passwordAlone,
  ...leaks,
];

/** An event that was opened with its password stays open for everybody. */
const staysOpen: Fault = {
  id: 'events.list.unlocked-for-all',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'A list shows the whole of a protected event once it was read with its password.',
  create: (_, view) => {
    const opened = new Map<string, Outcome>();
    const remember = interceptOperation(view, { id: 'events.read' }, async ({ request, query, address }, next) => {
      const outcome = await next(request);
      if (query.has('password') && isGranted(outcome)) opened.set(address, outcome);
      return outcome;
    });
    const show = interceptOperation(view, { id: 'events.list' }, async ({ request }, next) =>
      view.editItems('events', await next(request), (items) =>
        items.map((item) => {
          const outcome = opened.get(view.id('events', item));
          return (outcome && view.record('events', outcome)) ?? item;
        }),
      ),
    );
    return inTurn(remember, show);
  },
};

/** What is protected, and is shown all the same. */
export const unlocked: readonly Fault[] = [staysOpen];
