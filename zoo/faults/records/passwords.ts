import type { Outcome } from '../../../harness/exchange.js';
import type { JsonObject } from '../../../harness/json.js';
import { isGranted, toRefusal } from '../../edit-answer.js';
import { withoutParameter } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inTurn, interceptOperation, interceptOperations } from '../../on.js';
import type { WireView } from '../../wire-lens.js';

/** A protected event that was opened, and the answer that showed it. */
interface Opened {
  readonly record: JsonObject;
  readonly answer: Outcome;
}

/** Remembers by its id what a password opened. */
const remembering = (lens: WireView, opened: Map<string, Opened>) =>
  interceptOperation(lens, { id: 'events.read' }, async ({ request, address, query }, next) => {
    const outcome = await next(request);
    const record = lens.record('events', outcome);
    const isPublic = !query.has('password') || isGranted(await next(withoutParameter(request, 'password')));
    if (!isPublic && isGranted(outcome) && record) opened.set(address, { record, answer: outcome });
    return outcome;
  });

/** A cache looks at the path alone. */
const openedForAll: Fault = {
  id: 'events.read.opened-for-all',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'A protected event that was opened once is shown to whoever reads it next, with any password or none.',
  create: (_, lens) => {
    const opened = new Map<string, Opened>();
    const show = interceptOperation(lens, { id: 'events.read' }, async ({ request, address }, next) => {
      const outcome = await next(request);
      return isGranted(outcome) ? outcome : (opened.get(address.replace(/^0+/, ''))?.answer ?? outcome);
    });
    return inTurn(show, remembering(lens, opened));
  },
};

/** Only one way of reading asks for the password. */
const openedElsewhere: Fault = {
  id: 'events.by-slug.read.opened',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'A protected event that was opened once is shown by its slug, and by updates, without its password.',
  create: (_, lens) => {
    const opened = new Map<string, Opened>();
    const bySlug = interceptOperation(lens, { id: 'events.by-slug.read' }, async ({ request, address }, next) => {
      const outcome = await next(request);
      const found = [...opened.values()].find(({ record }) => lens.text('events', record, 'slug') === address);
      return isGranted(outcome) ? outcome : (found?.answer ?? outcome);
    });
    const onUpdate = interceptOperation(
      lens,
      { kind: 'update', collection: 'events', addressing: 'id' },
      async (asked, next) => {
        const outcome = await next(asked.request);
        return isGranted(outcome) ? outcome : (opened.get(asked.address)?.answer ?? outcome);
      },
    );
    return inTurn(bySlug, onUpdate, remembering(lens, opened));
  },
};

/** The password is compared with the hash of it. */
const neverRight: Fault = {
  id: 'events.read.password-never-right',
  clause: 'event.password',
  statement: 'No password opens a protected event.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.read' }, ({ request }, next) => next(withoutParameter(request, 'password'))),
};

/** An event without a password has none that could be right. */
const needlessWrong: Fault = {
  id: 'events.read.needless-password-wrong',
  clause: 'event.password',
  neighbours: ['event.read', 'event.delete'],
  statement: 'A GET or a DELETE of an event that is not protected is refused when it carries a password.',
  create: (_, lens) =>
    interceptOperations(lens, [{ id: 'events.read' }, { id: 'events.delete' }], async ({ request, query }, next) => {
      if (!query.has('password')) return next(request);
      const { headers } = request;
      const { target } = withoutParameter(request, 'password');
      return isGranted(await next({ method: 'GET', target, headers })) ? toRefusal(403) : next(request);
    }),
};

/** Passwords that open too much, or nothing. */
export const passwords: readonly Fault[] = [openedForAll, openedElsewhere, neverRight, needlessWrong];
