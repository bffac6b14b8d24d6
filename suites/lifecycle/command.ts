import type { AsyncCommand } from 'fast-check';
import type { Action } from './action.js';
import { describe } from './describe.js';
import { fatesOn } from './fates.js';
import type { Law } from './law.js';
import { relationsIn } from './links.js';
import { perform } from './perform.js';
import { followResponse, type Situation } from './situation.js';
import type { HistoryContext } from './stage.js';
import { isThere, type State } from './state.js';

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
