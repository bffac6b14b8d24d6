import fc, { type Arbitrary, stringify } from 'fast-check';
import { isCollection } from '../../adapter/ownership/write-claim.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { updateVerbs } from '../../contract/operations.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { type Action, collectionOf, describe, type Links, type MostOf, type Name, withinTaken } from './action.js';
import { addRecord, createHistoryContext, fatesOn, type HistoryContext, toIds } from './history-context.js';
import { type Command, toCommand } from './command.js';
import { newRecord } from './drawn-actions.js';
import type { Invariant, Progress } from './invariant.js';
import { nothing, type State, step } from './state-model.js';

/** Actions one after another. It gives those that were carried out: as data, in words, and as a path of fast-check. */
interface History {
  run(progress: Progress, context: HistoryContext): Promise<void>;
  toJSON(): readonly Action[];
  toString(): string;
  readonly replayPath: string;
}

const mostOf =
  (world: World): MostOf =>
  (relation) =>
    world.mostOf('events', relation);

/** Drawn commands are cheap: there are so many that those that apply nearly always fill a history. */
const DRAWN = 1000;

/** Histories under an invariant. Shrinking leaves out what did not run, which only `replayPath` shows when one is drawn again. */
const histories = (invariant: Invariant, mostOf: MostOf, replayPath?: string): Arbitrary<History> =>
  fc
    .commands(
      invariant.actions.map((actions) => actions.map((action) => toCommand(invariant, withinTaken(action, mostOf)))),
      { maxCommands: DRAWN, size: 'max', ...(replayPath !== undefined && { replayPath }) },
    )
    .map(toHistory);

/** The history of these very actions, as a report holds them. */
const historyOf = (invariant: Invariant, actions: readonly Action[]): History =>
  toHistory(actions.map((action) => toCommand(invariant, action)));

function toHistory(commands: Iterable<Command>): History {
  let ran: readonly Action[] = [];
  return {
    async run(progress, context) {
      ran = progress.ran;
      await fc.asyncModelRun(() => ({ model: progress, real: context }), commands);
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

/** A requirement that an invariant holds after every action of any history. */
export const lifecycle = (info: Info, invariant: Invariant): CalendarRequirement =>
  requirement({
    ...info,
    level: 'MUST',
    effects: 'writes',
    // What is kept of an earlier read is read anew after any write: those of others would hide it.
    alone: true,
    given: (world, { replayPath }) => histories(invariant, mostOf(world), replayPath),
    revive(stored) {
      const actions = storedActions(stored);
      return actions && historyOf(invariant, actions);
    },
    async arrange(subject) {
      const context = createHistoryContext(subject);
      let state = nothing;
      for (const action of invariant.initial) {
        const initial = withinTaken(action, mostOf(subject.world));
        state = await createInitial(context, state, initial);
      }
      const progress: Progress = { states: [state], ran: [], spent: 0, seen: [] };
      return { context, progress };
    },
    async check(_, history, { context, progress }) {
      await history.run(progress, context);
      const names = invariant.concluded(progress.states[0]).filter((name) => !progress.seen.includes(name));
      for (const name of names) await invariant.observe({ context, progress }, name);
    },
  });

/** Makes a record that a history begins with. */
async function createInitial(
  context: HistoryContext,
  state: State,
  action: Extract<Action, { do: 'create' }>,
): Promise<State> {
  const collection = collectionOf(action.name);
  const payload = { ...newRecord(collection, context.world), ...toIds(context, action.links) };
  const made = await context.calendar.make(collection, payload);
  await addRecord(context, action.name, made);
  const number = context.bodies.push(made.body) - 1;
  const [outcome] = step(state, { action, number, fields: Object.keys(made.body), fates: fatesOn(context) });
  return outcome?.state ?? state;
}
