import fc, { type Arbitrary, stringify } from 'fast-check';
import type { Action } from './action.js';
import { type Command, toCommand } from './command.js';
import { describe } from './describe.js';
import type { Law } from './law.js';
import type { Situation } from './situation.js';
import type { HistoryContext } from './stage.js';

/** Actions one after another. It tells of those that were carried out, as data, in words, and where fast-check has them. */
export interface History {
  run(situation: Situation, stage: HistoryContext): Promise<void>;
  toJSON(): readonly Action[];
  toString(): string;
  readonly replayPath: string;
}

/** Drawn commands are cheap: there are so many that those that apply nearly always fill a history. */
const DRAWN = 1000;

/** Histories under a law. Shrinking leaves out what did not run, which only `replayPath` tells when one is drawn again. */
export const histories = (law: Law, replayPath?: string): Arbitrary<History> =>
  fc
    .commands(
      law.actions.map((actions) => actions.map((action) => toCommand(law, action))),
      { maxCommands: DRAWN, size: 'max', ...(replayPath !== undefined && { replayPath }) },
    )
    .map(toHistory);

/** The history of these very actions, as a report holds them. */
export const historyOf = (law: Law, actions: readonly Action[]): History =>
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
