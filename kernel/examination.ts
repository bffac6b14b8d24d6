import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { execute, type Execution, sentBy } from './execution.js';
import type { JsonValue } from '../wire/json.js';
import type { Scenario } from './requirement.js';
import { type Failure, type SearchOptions, toAttempt } from './search.js';
import { toJsonValue } from './stored-scenario.js';

/** What became of a failure that was found. */
interface Findings<Subject> {
  requests: number;
  shrinks: number;
  /** The failure on the smallest scenario so far; undefined until it was seen again. */
  smallest: Failure<Subject> | undefined;
  /** Whether a repeat passed, and none failed. */
  intermittent: boolean;
  defect: unknown;
}

/**
 * What shrinking tries: inputs with fewer parts, whatever is simpler, or what is left of commands: which of these there
 * are shows only when they have run.
 */
export type Shrinking = 'fewer parts' | 'simpler' | 'commands';

interface Examination<Subject> {
  readonly findings: Findings<Subject>;
  /** Repeats the scenario that failed, and then tries each that is shrunk from it; throws the deviation it shows. */
  attempt(shrinking: Shrinking): (scenario: Scenario<Subject>) => Promise<void>;
  /** Whether anything smaller may be tried. */
  goesOn(): boolean;
  /** Executes the smallest scenario once more; if it does not fail again, the first one is kept. */
  settle(): Promise<void>;
}

/** How often a failure that was not seen again is repeated before it counts as intermittent. */
const REPLAYS = 5;

/** How many values an input is made of. */
const countParts = (value: JsonValue): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, part) => sum + countParts(part), 1)
    : 1;

/**
 * Confirms a failure on fresh records and keeps its kind while fast-check shrinks it. Nothing is begun that would
 * likely exceed the requests allowed, except for the first repeat.
 */
export function createExamination<Subject>({ open, allowance, signal }: SearchOptions<Subject>): Examination<Subject> {
  const findings: Findings<Subject> = {
    requests: 0,
    shrinks: 0,
    smallest: undefined,
    intermittent: false,
    defect: undefined,
  };
  let confirmed: Failure<Subject> | undefined;
  /** The inputs that were tried: shrinking comes by the same ones again. */
  const tried = new Set<string>();
  /** Requests of the latest execution that counts as typical. */
  let typical = 0;
  const affords = (executions: number): boolean => findings.requests + executions * typical <= allowance.shrinkRequests;

  function wasTried({ value }: Scenario<Subject>): boolean {
    const input = JSON.stringify(toJsonValue(value));
    const before = tried.has(input);
    tried.add(input);
    return before;
  }

  async function run(scenario: Scenario<Subject>): Promise<Execution> {
    const execution = await execute(scenario, open);
    findings.requests += sentBy(execution);
    return execution;
  }

  async function confirm(scenario: Scenario<Subject>): Promise<Failure<Subject> | undefined> {
    let passed = false;
    for (let replay = 0; replay < REPLAYS && (replay === 0 || affords(1)); replay += 1) {
      const execution = await run(scenario);
      typical = sentBy(execution);
      if (execution.kind === 'deviated') return { scenario, execution };
      passed ||= execution.kind === 'passed';
    }
    // Inconclusive repeats do not make a failure intermittent.
    findings.intermittent = passed;
    return undefined;
  }

  /** The one that settles it must be affordable too. */
  async function shrink(
    scenario: Scenario<Subject>,
    smallest: Failure<Subject>,
  ): Promise<Failure<Subject> | undefined> {
    if (!affords(2)) return undefined;
    const execution = await run(scenario);
    if (execution.kind !== 'deviated') return undefined;
    if (execution.deviation.details.kind !== smallest.execution.deviation.details.kind) return undefined;
    findings.shrinks += 1;
    typical = sentBy(execution);
    return { scenario, execution };
  }

  return {
    findings,
    goesOn: () => affords(2),
    attempt: (shrinking) =>
      toAttempt(findings, signal, async (scenario) => {
        const { smallest } = findings;
        if (smallest && shrinking !== 'commands') {
          if (isSame(scenario, smallest.scenario)) return smallest;
          if (shrinking === 'fewer parts' && !hasFewerParts(scenario, smallest.scenario)) return undefined;
          if (wasTried(scenario)) return undefined;
        }
        const failure = smallest ? await shrink(scenario, smallest) : await confirm(scenario);
        confirmed ??= failure;
        findings.smallest = failure ?? smallest;
        return failure;
      }),
    async settle() {
      if (findings.shrinks === 0 || !findings.smallest || signal?.aborted) return;
      const { scenario } = findings.smallest;
      const execution = await run(scenario);
      if (execution.kind === 'deviated') {
        findings.smallest = { scenario, execution };
      } else {
        findings.smallest = confirmed;
        findings.shrinks = 0;
      }
    },
  };
}

const isSame = <Subject>(one: Scenario<Subject>, other: Scenario<Subject>): boolean =>
  isDeepStrictEqual(toJsonValue(one.value), toJsonValue(other.value));

const hasFewerParts = <Subject>(one: Scenario<Subject>, than: Scenario<Subject>): boolean =>
  countParts(toJsonValue(one.value)) < countParts(toJsonValue(than.value));

/** The values of an arbitrary; its shrinking ends when nothing more can be tried. */
class ShrunkWhile<Value> extends fc.Arbitrary<Value> {
  readonly #drawn: Arbitrary<Value>;
  readonly #goesOn: () => boolean;

  constructor(drawn: Arbitrary<Value>, goesOn: () => boolean) {
    super();
    this.#drawn = drawn;
    this.#goesOn = goesOn;
  }

  override generate(mrng: fc.Random, biasFactor: number | undefined): fc.Value<Value> {
    return this.#drawn.generate(mrng, biasFactor);
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#drawn.canShrinkWithoutContext(value);
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#drawn.shrink(value, context).takeWhile(() => this.#goesOn());
  }
}

/** Shrinks for as long as that goes on: fast-check itself would draw whatever is left, of which nothing can be tried. */
export const shrinkWhile = <Value>(drawn: Arbitrary<Value>, goesOn: () => boolean): Arbitrary<Value> =>
  new ShrunkWhile(drawn, goesOn);
