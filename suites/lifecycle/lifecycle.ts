import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { type Action, collectionOf } from './action.js';
import { newRecord } from './body.js';
import { fatesOn } from './fates.js';
import { histories, historyOf } from './history.js';
import type { Law } from './law.js';
import { step } from './model.js';
import type { Situation } from './situation.js';
import { enter, createHistoryContext, type HistoryContext, toIds } from './stage.js';
import { nothing, type State } from './state.js';
import { storedActions } from './stored.js';

type Info = Omit<Parameters<typeof requirement>[0], 'level' | 'effects' | 'given' | 'revive' | 'arrange' | 'check'>;

/** A requirement that a law holds after every action of any history. */
export const lifecycle = (info: Info, law: Law): CalendarRequirement =>
  requirement({
    ...info,
    level: 'MUST',
    effects: 'writes',
    given: (_, replayPath) => histories(law, replayPath),
    revive(stored) {
      const actions = storedActions(stored);
      return actions && historyOf(law, actions);
    },
    async arrange(subject) {
      const stage = createHistoryContext(subject);
      let state = nothing;
      for (const action of law.cast) state = await cast(stage, state, action);
      const situation: Situation = { states: [state], ran: [], spent: 0, seen: [] };
      return { stage, situation };
    },
    async check(_, history, { stage, situation }) {
      await history.run(situation, stage);
      const names = law.concluded(situation.states[0]).filter((name) => !situation.seen.includes(name));
      for (const name of names) await law.observe({ context: stage, situation }, name);
    },
  });

/** Makes a record that a history begins with. */
async function cast(stage: HistoryContext, state: State, action: Extract<Action, { do: 'create' }>): Promise<State> {
  const collection = collectionOf(action.name);
  const payload = { ...newRecord(collection, stage.world), ...toIds(stage, action.links) };
  const made = await stage.calendar.make(collection, payload);
  await enter(stage, action.name, made);
  const number = stage.bodies.push(made.body) - 1;
  const [outcome] = step(state, { action, number, fields: Object.keys(made.body), fates: fatesOn(stage) });
  return outcome?.state ?? state;
}
