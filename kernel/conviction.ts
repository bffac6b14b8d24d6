import { isJsonObject, type JsonValue } from '../wire/json.js';
import { type DeviationDetails, WorldLacks } from './deviation.js';
import { examine, type JudgeOptions, toInconclusive } from './judge.js';
import type { Watched } from './monitor.js';
import type { Gathered, Nominated } from './nominations.js';
import type { Requirement, RequirementInfo, Scenario } from './requirement.js';
import { seedOf } from './seed.js';
import { replayPathOf } from './stored-scenario.js';
import type { Failed, Verdict } from './verdict.js';

/** The failed requirement that explains what a monitor nominated for another; undefined where none does. */
export type Explain = (monitoring: RequirementInfo, details: DeviationDetails) => string | undefined;

/** The scenarios of a requirement, repeated for what a monitor nominates in them. */
export function toConviction<Subject, World>(
  monitoring: Requirement<Subject, World>,
  source: Requirement<Subject, World>,
  counts: (details: DeviationDetails) => boolean = () => true,
): Requirement<Subject, World> {
  const convict = (watched: readonly Watched[]): readonly DeviationDetails[] | undefined => {
    const own = watched.flatMap((one) =>
      one.requirement === monitoring.id && 'nominations' in one ? [one.nominations] : [],
    );
    return own.length > 0 ? own.flat().filter(counts) : undefined;
  };
  const toScenario = (scenario: Scenario<Subject>, turn: unknown): Scenario<Subject> => ({
    ...scenario,
    value: toStored(source.id, turn, scenario.value),
    parallel: false,
    convict,
  });
  return {
    ...monitoring,
    needs: source.needs,
    cost: source.cost,
    scenarios: (world, draw = { turn: 0 }) =>
      source.scenarios(world, draw).map((scenario) => toScenario(scenario, draw.turn)),
    revive(stored) {
      const scenario = isJsonObject(stored) ? source.revive(stored.value ?? null) : undefined;
      return scenario && toScenario(scenario, isJsonObject(stored) ? stored.turn : 0);
    },
    take: (stored) =>
      isJsonObject(stored)
        ? toScenario(source.take(stored.value ?? null), stored.turn)
        : toScenario(source.take(stored), 0),
  };
}

/** The input of another requirement, as a report holds it; one made of commands keeps how they are found again. */
const toStored = (by: string, turn: unknown, value: unknown) => ({
  by,
  turn,
  value,
  get replayPath() {
    return replayPathOf(value);
  },
});

/** The requirement by which a stored value is replayed: for what a monitor nominated, the scenario that showed it. */
export function toReplayable<Subject, World>(
  requirement: Requirement<Subject, World>,
  value: JsonValue,
  known: readonly Requirement<Subject, World>[],
): Requirement<Subject, World> {
  if (!requirement.monitors || !isJsonObject(value)) return requirement;
  const source = known.find(({ id }) => id === value.by);
  return source ? toConviction(requirement, source) : requirement;
}

/** So many nominations are tried, each of another requirement. */
const MOST = 2;

/** What a conviction goes by. */
interface ConvictOptions<Subject, World> extends Omit<JudgeOptions<Subject, World>, 'allowance'> {
  readonly gathered: Gathered<Subject, World>;
  readonly explain?: Explain | undefined;
}

/**
 * Judges a requirement by what monitors nominated: each nomination that no failure explains is repeated as any failure
 * is, on fresh records, and shrunk. What does not show again fails nothing.
 */
export async function convict<Subject, World>(
  monitoring: Requirement<Subject, World>,
  { gathered: { watched, nominated, defect }, explain = () => undefined, ...options }: ConvictOptions<Subject, World>,
): Promise<Verdict> {
  if (defect !== undefined) throw defect;
  const [first] = nominated;
  if (!first) return toUnnominated(watched, options.sampled);
  const isNew = (details: DeviationDetails): boolean => explain(monitoring, details) === undefined;
  const open = nominated.filter(({ details }) => details.some(isNew));
  let requests = 0;
  for (const one of open.slice(0, MOST)) {
    const found = toFound(one, isNew, requests);
    const failed = await examine(toConviction(monitoring, one.source, isNew), found, { ...options, ...one });
    if (failed.counterexample !== found.counterexample) return { ...failed, runs: watched, intermittent: false };
    requests = failed.requests;
  }
  const [unseen] = open;
  return unseen
    ? toUnconfirmed(unseen, isNew, requests)
    : toExplained(first, (details) => explain(monitoring, details));
}

function toUnnominated(watched: number, sampled = false): Verdict {
  if (watched > 0) return { outcome: 'passed', runs: watched, requests: 0 };
  return toInconclusive(new WorldLacks('no other requirement sent what could show it'), { requests: 0, sampled });
}

/** The nomination as a failure that was found, and is still to be repeated. */
function toFound<Subject, World>(
  { source, turn, details }: Nominated<Subject, World>,
  isNew: (details: DeviationDetails) => boolean,
  requests: number,
): Failed {
  const deviation = pick(details, isNew);
  const drawn = { seed: seedOf(turn, source.id), path: `${turn}:0`, shrinks: 0 };
  const counterexample = { value: undefined, deviation, exchanges: [], ...drawn };
  return { outcome: 'failed', runs: 1, requests, counterexample, intermittent: false };
}

function pick(details: readonly DeviationDetails[], isNew: (details: DeviationDetails) => boolean): DeviationDetails {
  const picked = details.find(isNew) ?? details[0];
  if (!picked) throw new RangeError('a nomination names a deviation');
  return picked;
}

const toUnconfirmed = <Subject, World>(
  { source, details }: Nominated<Subject, World>,
  isNew: (details: DeviationDetails) => boolean,
  requests: number,
): Verdict => {
  const obstacle = pick(details, isNew);
  const { expected, observed } = obstacle;
  const reason = `seen in ${source.id}, and not again when repeated: expected ${expected}, observed ${observed}`;
  return { outcome: 'cantTell', reason, requests, obstacle };
};

function toExplained<Subject, World>(
  { source, details }: Nominated<Subject, World>,
  causeOf: (details: DeviationDetails) => string | undefined,
): Verdict {
  const obstacle = pick(details, () => true);
  const cause = causeOf(obstacle);
  const reason = `what was seen in ${source.id} follows from another failure`;
  return { outcome: 'cantTell', reason, requests: 0, obstacle, ...(cause !== undefined && { cause }) };
}
