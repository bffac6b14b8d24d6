import type { AsyncCommand } from 'fast-check';
import type { Written } from '../../adapter/calendar/calendar.js';
import { type Address, byId, bySlug } from '../../adapter/reading/paths.js';
import { isRefused } from '../../wire/status.js';
import { expectCreated } from '../expect/expect-shown.js';
import { sentText } from '../expect/record-address.js';
import { type Action, collectionOf, describe, relationsIn } from './action.js';
import {
  addRecord,
  fatesOn,
  hasTrash,
  type HistoryContext,
  type HistoryRecord,
  recordOf,
  toIds,
} from './history-context.js';
import { nameOf, newRecord, newValues } from './drawn-actions.js';
import { followResponse, type Invariant, type Progress } from './invariant.js';
import { isThere, type State } from './state-model.js';

/** An action as it was sent: the body, empty for a DELETE, and the answer. */
type Sent = Pick<Written, 'body' | 'exchange'>;

/** Does what an action says, and keeps the body that it sent. */
async function perform(context: HistoryContext, action: Action): Promise<Sent> {
  const sent = await send(context, action);
  context.bodies.push(sent.body);
  return sent;
}

async function send(context: HistoryContext, action: Action): Promise<Sent> {
  const { calendar } = context;
  const collection = collectionOf(action.name);
  switch (action.do) {
    case 'create':
      return create(context, action);
    case 'update': {
      const payload = { ...newValues(action.fields), ...toIds(context, action.links) };
      return calendar.update(collection, addressIn(context, action), action.verb, payload);
    }
    case 'delete':
      return { body: {}, exchange: await calendar.remove(collection, addressIn(context, action)) };
  }
}

async function create(
  context: HistoryContext,
  { name, links, after }: Extract<Action, { do: 'create' }>,
): Promise<Sent> {
  const collection = collectionOf(name);
  const former = after && recordOf(context, after);
  const taken = former && nameOf(collection, labelOf(former), former.slug ?? '');
  const payload = { ...newRecord(collection, context.world), ...taken, ...toIds(context, links) };
  const written = await context.calendar.create(collection, payload);
  if (!isRefused(written.exchange)) await addRecord(context, name, expectCreated(context.calendar, written));
  return written;
}

const labelOf = ({ made }: HistoryRecord): string =>
  sentText(made, Object.keys(nameOf(made.collection, '', ''))[0] ?? '');

function addressIn(context: HistoryContext, { name, by }: Extract<Action, { by: unknown }>): Address {
  const { made, slug } = recordOf(context, name);
  return by === 'slug' && slug !== undefined ? bySlug(slug) : byId(made);
}

export type Command = AsyncCommand<Progress, HistoryContext>;

/** An action as a command of fast-check: what it takes to apply, and what is looked at when it is done. */
export const toCommand = (invariant: Invariant, action: Action): Command => ({
  check: ({ spent, ran, states: [state] }) =>
    spent + invariant.dearest <= invariant.requests &&
    applies(state, action) &&
    (invariant.isAbout?.(action, state, ran) ?? true),
  async run(progress, context) {
    const [before] = progress.states;
    const already = context.sent();
    progress.ran.push(action);
    await act(progress, context, action);
    progress.seen = invariant.affected(action, before, progress.states[0]);
    for (const name of progress.seen) await invariant.observe({ context, progress, action }, name);
    progress.spent += context.sent() - already;
  },
  toString: () => describe(action),
});

async function act(progress: Progress, context: HistoryContext, action: Action): Promise<void> {
  const number = context.bodies.length;
  const { body, exchange } = await perform(context, action);
  followResponse(
    progress,
    { action, number, fields: Object.keys(body), fates: fatesOn(context), keepsTrash: hasTrash(context) },
    exchange,
  );
}

/** Whether an action speaks of records that were created, and creates none twice. */
function applies(state: State, action: Action): boolean {
  const { name } = action;
  if (action.do === 'create') return !state.has(name) && isFree(state, action) && areKnown(state, action);
  return state.has(name) && isAddressed(state, action) && (action.do === 'delete' || areKnown(state, action));
}

/** The name of a record is free once that is deleted. */
const isFree = (state: State, { after }: Extract<Action, { do: 'create' }>): boolean =>
  after === undefined || (state.has(after) && !isThere(state, after));

/** The slug of a deleted record may be that of another by now. */
const isAddressed = (state: State, { name, by }: Extract<Action, { by: unknown }>): boolean =>
  by === 'id' || isThere(state, name);

const areKnown = (state: State, { links }: Extract<Action, { links: unknown }>): boolean =>
  relationsIn(links).every(([, names]) => names.every((name) => state.has(name)));
