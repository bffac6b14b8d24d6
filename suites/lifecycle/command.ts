import type { AsyncCommand } from 'fast-check';
import type { Written } from '../../adapter/calendar/calendar.js';
import { type Address, byId, bySlug } from '../../adapter/reading/paths.js';
import { isRefused } from '../../wire/status.js';
import { expectCreated } from '../expect/expect-shown.js';
import { sentText } from '../expect/record-address.js';
import { type Action, collectionOf, describe, relationsIn } from './action.js';
import { type Actor, actorOf, enter, fatesOn, type HistoryContext, toIds } from './actors.js';
import { nameOf, newRecord, newValues } from './drawn-actions.js';
import { followResponse, type Law, type Situation } from './law.js';
import { isThere, type State } from './state-model.js';

/** An action as it was sent: the body, empty for a DELETE, and the answer. */
type Sent = Pick<Written, 'body' | 'exchange'>;

/** Does what an action says, and keeps the body that it sent. */
async function perform(stage: HistoryContext, action: Action): Promise<Sent> {
  const sent = await send(stage, action);
  stage.bodies.push(sent.body);
  return sent;
}

async function send(stage: HistoryContext, action: Action): Promise<Sent> {
  const { calendar } = stage;
  const collection = collectionOf(action.name);
  switch (action.do) {
    case 'create':
      return create(stage, action);
    case 'update': {
      const payload = { ...newValues(action.fields), ...toIds(stage, action.links) };
      return calendar.update(collection, addressIn(stage, action), action.verb, payload);
    }
    case 'delete':
      return { body: {}, exchange: await calendar.remove(collection, addressIn(stage, action)) };
  }
}

async function create(stage: HistoryContext, { name, links, after }: Extract<Action, { do: 'create' }>): Promise<Sent> {
  const collection = collectionOf(name);
  const former = after && actorOf(stage, after);
  const taken = former && nameOf(collection, labelOf(former), former.slug ?? '');
  const payload = { ...newRecord(collection, stage.world), ...taken, ...toIds(stage, links) };
  const written = await stage.calendar.create(collection, payload);
  if (!isRefused(written.exchange)) await enter(stage, name, expectCreated(stage.calendar, written));
  return written;
}

const labelOf = ({ made }: Actor): string => sentText(made, Object.keys(nameOf(made.collection, '', ''))[0] ?? '');

function addressIn(stage: HistoryContext, { name, by }: Extract<Action, { by: unknown }>): Address {
  const { made, slug } = actorOf(stage, name);
  return by === 'slug' && slug !== undefined ? bySlug(slug) : byId(made);
}

export type Command = AsyncCommand<Situation, HistoryContext>;

/** An action as a command of fast-check: what it takes to apply, and what is looked at when it is done. */
export const toCommand = (law: Law, action: Action): Command => ({
  check: ({ spent, states: [state] }) =>
    spent + law.dearest <= law.requests && applies(state, action) && (law.isAbout?.(action, state) ?? true),
  async run(situation, stage) {
    const [before] = situation.states;
    const already = stage.sent();
    situation.ran.push(action);
    await act(situation, stage, action);
    situation.seen = law.affected(action, before, situation.states[0]);
    for (const name of situation.seen) await law.observe({ context: stage, situation, action }, name);
    situation.spent += stage.sent() - already;
  },
  toString: () => describe(action),
});

async function act(situation: Situation, stage: HistoryContext, action: Action): Promise<void> {
  const number = stage.bodies.length;
  const { body, exchange } = await perform(stage, action);
  followResponse(situation, { action, number, fields: Object.keys(body), fates: fatesOn(stage) }, exchange);
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
