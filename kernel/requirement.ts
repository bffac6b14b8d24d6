import type { Arbitrary } from 'fast-check';
import type { JsonValue } from '../wire/json.js';

export type Level = 'MUST' | 'SHOULD' | 'MAY';
type Effects = 'reads' | 'writes';

/** What every requirement says of itself; the catalogue is made of it. */
export interface RequirementInfo {
  /** `<resource>.<operation>.<rule>`, lower case, selected by prefix, never reused. */
  readonly id: string;
  readonly level: Level;
  /** The clause it judges: an id of the contract. */
  readonly clause: string;
  /** Further clauses that a pass of it also tells about. */
  readonly alsoCovers?: readonly string[];
  /** The operations on which it judges its clauses. */
  readonly operations: readonly string[];
  readonly profile: string;
  /** Operations and capabilities without which it cannot be judged. */
  readonly needs: readonly string[];
  /** The operation that counts as broken when this one fails: others that need it then blame this. */
  readonly establishes?: string;
  readonly effects: Effects;
  /** One sentence that is true of a conforming target. */
  readonly statement: string;
  /**
   * How many requests one execution sends, clean-up included; the plan deals quotas by it. What only looks at what was
   * learned sends none, but to show a deviation.
   */
  readonly cost: number;
  /** How many executions are worth it at standard effort; quick takes one, deep ten times as many. Default 1. */
  readonly runs?: number;
  /** Not worth it at quick effort: others tell of its clause too, less closely. */
  readonly thorough?: true;
  /** Judged while nothing else is: what others write meanwhile would hide what it looks for. */
  readonly alone?: true;
  /** Events that must each be witnessed in some execution, else nothing was tested (see `witness`). */
  readonly witnesses?: readonly string[];
}

/** A requirement as its author writes it: three functions over a generated value. */
export interface RequirementDefinition<Subject, World, Value, Arranged> extends RequirementInfo {
  /**
   * Inputs, drawn from the fixed world. Values are symbolic: they hold references, never ids. `replayPath` is for
   * commands: which of them ran is not in the path of a shrunk counterexample (see fast-check on `replayPath`).
   */
  given(world: World, replayPath?: string): Arbitrary<Value>;
  /** Reads a value back from a report, where it is not the plain data that it is drawn as; undefined for none of its own. */
  revive?(stored: JsonValue): Value | undefined;
  /** What must be in place first. A deviation in here is a reason why nothing can be told. */
  arrange?(subject: Subject, value: Value): Promise<Arranged>;
  /** One act, one expectation. */
  check(subject: Subject, value: Value, arranged: Arranged): Promise<void>;
}

/** One generated case, its types closed over: ready to be executed on any subject. */
export interface Scenario<Subject> {
  readonly value: unknown;
  /** Puts in place what is needed, and gives the check to make. */
  arrange(subject: Subject): Promise<() => Promise<void>>;
}

/** A requirement as a value that the judge can execute without knowing what its inputs are. */
export interface Requirement<Subject, World> extends RequirementInfo {
  scenarios(world: World, replayPath?: string): Arbitrary<Scenario<Subject>>;
  /** The scenario of a value that a report holds; undefined where only seed and path find it again. */
  revive(stored: JsonValue): Scenario<Subject> | undefined;
  /** The scenario of a value that a report holds, taken as it is: right only where values are plain data. */
  take(stored: JsonValue): Scenario<Subject>;
}

/** Closes over the types of a requirement's values, so that requirements of all kinds fit into one list. */
export function toRequirement<Subject, World, Value, Arranged>(
  definition: RequirementDefinition<Subject, World, Value, Arranged>,
): Requirement<Subject, World> {
  const { given, revive, arrange, check, ...info } = definition;
  const toScenario = (value: Value): Scenario<Subject> => ({
    value,
    async arrange(subject) {
      const arranged = arrange ? await arrange(subject, value) : (undefined as Arranged);
      return () => check(subject, value, arranged);
    },
  });
  return {
    ...info,
    scenarios: (world, replayPath) => given(world, replayPath).map(toScenario),
    revive(stored) {
      const value = revive?.(stored);
      return value === undefined ? undefined : toScenario(value);
    },
    // Whoever asks made sure that values of this requirement are plain (see `scenarioOf`).
    take: (stored) => toScenario(stored as Value),
  };
}

/** The suite of a requirement: the first segment of its id. */
export const suiteOf = (id: string): string => id.split('.')[0] ?? id;
