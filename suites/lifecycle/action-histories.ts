import fc, { type Arbitrary, stringify } from 'fast-check';
import { isCollection } from '../../adapter/ownership/write-claim.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { updateVerbs } from '../../contract/operations.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { type Action, collectionOf, describe, type Links, type Name } from './action.js';
import { createHistoryContext, enter, fatesOn, type HistoryContext, toIds } from './actors.js';
import { type Command, toCommand } from './command.js';
import { newRecord } from './drawn-actions.js';
import type { Law, Situation } from './law.js';
import { nothing, type State, step } from './state-model.js';

/** Actions one after another. It gives those that were carried out: as data, in words, and as a path of fast-check. */
interface History {
  run(situation: Situation, stage: HistoryContext): Promise<void>;
  toJSON(): readonly Action[];
  toString(): string;
  readonly replayPath: string;
}

/** Drawn commands are cheap: there are so many that those that apply nearly always fill a history. */
const DRAWN = 1000;

/** Histories under a law. Shrinking leaves out what did not run, which only `replayPath` shows when one is drawn again. */
const histories = (law: Law, replayPath?: string): Arbitrary<History> =>
  fc
    .commands(
      law.actions.map((actions) => actions.map((action) => toCommand(law, action))),
      { maxCommands: DRAWN, size: 'max', ...(replayPath !== undefined && { replayPath }) },
    )
    .map(toHistory);

/** The history of these very actions, as a report holds them. */
const historyOf = (law: Law, actions: readonly Action[]): History =>
  toHistory(actions.map((action) => toCommand(law, action)));

function toHistory(commands: Iterable<Command>): History {
  let ran: readonly Action[] = [];
  return {
    async run(situation, stage) {
      ran = situation.ran;
      await fc.asyncModelRun(() => ({ model: situation, real: stage }), commands);
    },
    toJSON: () => ran,
    toString: () => ran.map(describe).join(', '),
    get replayPath() {
      return /replayPath="([^"]*)"/.exec(stringify(commands))?.[1] ?? '';
    },
  };
}

/** The actions that a report holds; undefined for anything else. */
const storedActions = (stored: JsonValue): readonly Action[] | undefined =>
  isJsonArray(stored) && stored.every(isAction) ? stored : undefined;

const isName = (value: unknown): value is Name =>
  typeof value === 'string' && /^[a-z]+\/\d+$/.test(value) && isCollection(value.split('/')[0]);

const isLinks = (value: unknown): value is Links =>
  typeof value === 'object' && value !== null && Object.values(value).every((names) => areNames(names));

const areNames = (value: unknown): boolean => Array.isArray(value) && value.every(isName);

const isAddressing = (value: unknown): boolean => value === 'id' || value === 'slug';

const isUpdate = ({ verb, by, fields, links }: Record<string, unknown>): boolean =>
  updateVerbs.some((one) => one === verb) && isAddressing(by) && Array.isArray(fields) && isLinks(links);

function isAction(value: unknown): value is Action {
  if (!isJsonObject(value as JsonValue)) return false;
  const { name, by, links, after, ...rest } = value as Record<string, unknown>;
  if (!isName(name)) return false;
  if (rest.do === 'create') return isLinks(links) && (after === undefined || isName(after));
  return rest.do === 'delete' ? isAddressing(by) : rest.do === 'update' && isUpdate({ ...rest, by, links });
}

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
