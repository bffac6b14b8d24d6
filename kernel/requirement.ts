import type { Arbitrary } from 'fast-check';
import type { JsonValue } from '../wire/json.js';
import { type DeviationDetails, WorldLacks } from './deviation.js';
import type { Watched } from './monitor.js';

export type Level = 'MUST' | 'SHOULD' | 'MAY';
type Effects = 'reads' | 'writes';

/** What the catalogue holds of each requirement. */
export interface RequirementInfo {
  /** `<resource>.<operation>.<rule>`, lower case, selected by prefix, never reused. */
  readonly id: string;
  readonly level: Level;
  /** The clause it judges: an id of the contract. */
  readonly clause: string;
  /** Further clauses that a pass of it also covers. */
  readonly alsoCovers?: readonly string[];
  /** The operations on which it judges its clauses. */
  readonly operations: readonly string[];
  readonly profile: string;
  /** Operations and capabilities without which it cannot be judged. */
  readonly needs: readonly string[];
  /** The operation that counts as broken when this requirement fails: it is then the cause for those that need it. */
  readonly establishes?: string;
  readonly effects: Effects;
  /** One sentence that is true of a conforming target. */
  readonly statement: string;
  /**
   * How many requests one execution sends, clean-up included; the plan deals quotas by it. A requirement about learned
   * facts sends none, except to show a deviation.
   */
  readonly cost: number;
  /** How many executions are worth it at standard effort; quick takes one, deep ten times as many. Default 1. */
  readonly runs?: number;
  /** Left out at quick effort: other requirements cover its clause too, less closely. */
  readonly thorough?: true;
  /** Judged while nothing else is: what others write meanwhile would hide its failures. */
  readonly alone?: true;
  /**
   * Sends requests at the same time, and is about nothing else: a failure counts only where the same steps, one request
   * after another, do not fail.
   */
  readonly parallel?: true;
  /** Judged last, by what monitors nominate in the executions of all others; it has no scenarios of its own. */
  readonly monitors?: true;
  /** Events that must each be witnessed in some execution, or a pass means nothing (see `witness`). */
  readonly witnesses?: readonly string[];
}

/** What an input is drawn for. */
export interface Draw {
  /** The number of the execution, from 0: what decides a verdict is chosen by it, never by chance. */
  readonly turn: number;
  /** For commands: which of them ran is not in the path of a shrunk counterexample (see fast-check on `replayPath`). */
  readonly replayPath?: string;
}

/** A requirement as its author writes it: three functions over a generated value. */
export interface RequirementDefinition<Subject, World, Value, Arranged> extends RequirementInfo {
  /**
   * Inputs of one execution, drawn from the fixed world. Values are symbolic: they hold references, never ids. All runs
   * draw alike, whatever their seed; only what is `varied` differs.
   */
  given(world: World, draw: Draw): Arbitrary<Value>;
  /** Rebuilds a value from a report, where values are not plain data; undefined for a value of another requirement. */
  revive?(stored: JsonValue): Value | undefined;
  /** Puts in place what the check needs. A deviation in here makes the verdict inconclusive. */
  arrange?(subject: Subject, value: Value): Promise<Arranged>;
  /** One act, one expectation. */
  check(subject: Subject, value: Value, arranged: Arranged): Promise<void>;
}

/** One generated case, its types closed over: ready to be executed on any subject. */
export interface Scenario<Subject> {
  readonly value: unknown;
  /** Whether a failure counts only where it does not show when requests are sent one after another. */
  readonly parallel: boolean;
  /**
   * For a scenario that is repeated for what a monitor nominated there: that is what counts, not its own check. Undefined
   * where nothing that was sent could show it.
   */
  readonly convict?: (watched: readonly Watched[]) => readonly DeviationDetails[] | undefined;
  /** Puts in place what is needed, and returns the check to make. */
  arrange(subject: Subject): Promise<() => Promise<void>>;
}

/** A requirement as a value that the judge can execute without knowing what its inputs are. */
export interface Requirement<Subject, World> extends RequirementInfo {
  /** By default those of the first execution. */
  scenarios(world: World, draw?: Draw): Arbitrary<Scenario<Subject>>;
  /** The scenario of a value that a report holds; undefined where only seed and path find it again. */
  revive(stored: JsonValue): Scenario<Subject> | undefined;
  /** The scenario of a value that a report holds, taken as it is: correct only where values are plain data. */
  take(stored: JsonValue): Scenario<Subject>;
}

/** Closes over the types of a requirement's values, so that requirements of all kinds fit into one list. */
export function toRequirement<Subject, World, Value, Arranged>(
  definition: RequirementDefinition<Subject, World, Value, Arranged>,
): Requirement<Subject, World> {
  const { given, revive, arrange, check, ...info } = definition;
  const toScenario = (value: Value): Scenario<Subject> => ({
    value,
    parallel: info.parallel ?? false,
    async arrange(subject) {
      const arranged = arrange ? await arrange(subject, value) : (undefined as Arranged);
      return () => check(subject, value, arranged);
    },
  });
  return {
    ...info,
    scenarios: (world, draw = { turn: 0 }) => given(world, draw).map(toScenario),
    revive(stored) {
      const value = revive?.(stored);
      return value === undefined ? undefined : toScenario(value);
    },
    // The caller has made sure that values of this requirement are plain (see `scenarioOf`).
    take: (stored) => toScenario(stored as Value),
  };
}

/** A requirement that is judged by what monitors nominate while others are judged. */
export function toMonitoringRequirement<Subject, World>(
  info: Omit<RequirementInfo, 'needs' | 'effects' | 'cost' | 'monitors'> & Partial<Pick<RequirementInfo, 'needs'>>,
): Requirement<Subject, World> {
  const lacksAny = (): never => {
    throw new WorldLacks('it is judged by what other requirements send');
  };
  return {
    needs: [],
    ...info,
    effects: 'writes',
    cost: 0,
    monitors: true,
    scenarios: lacksAny,
    revive: () => undefined,
    take: lacksAny,
  };
}

/** The suite of a requirement: the first segment of its id. */
export const suiteOf = (id: string): string => id.split('.')[0] ?? id;
