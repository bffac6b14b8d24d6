import { BudgetSpent, HarnessError, Inconclusive } from '../wire/errors.js';
import type { Exchange } from '../wire/exchange.js';
import {
  Deviation,
  type DeviationDetails,
  type Locate,
  located,
  Obstructed,
  type Setting,
  WorldLacks,
} from './deviation.js';
import type { Watch, Watched } from './monitor.js';
import type { Scenario } from './requirement.js';
import type { Scope } from './scope.js';
import { tallied, type Tally } from './tally.js';

/** The result of one execution of one scenario, all that it sent, and what monitors made of that. */
export type Execution = Ended & { readonly watched?: readonly Watched[] };

type Ended =
  | { readonly kind: 'passed'; readonly exchanges: readonly Exchange[]; readonly witnessed: ReadonlySet<string> }
  | {
      readonly kind: 'deviated';
      readonly exchanges: readonly Exchange[];
      readonly deviation: Deviation;
      /** What was sent to see whether requests one after another fail, too: they do not. */
      readonly control?: readonly Exchange[];
    }
  | { readonly kind: 'inconclusive'; readonly exchanges: readonly Exchange[]; readonly reason: Inconclusive }
  | { readonly kind: 'spent'; readonly exchanges: readonly Exchange[] };

/**
 * Opens a scope of its own for an execution, and the subject that works through it; `requirement` is the id of the one
 * that it is executed for.
 */
export type OpenSubject<Subject> = (requirement?: string) => {
  readonly scope: Scope;
  readonly subject: Subject;
  /** Says what an exchange is about; by default, nothing is known. */
  readonly locate?: Locate;
  /** What monitors make of the exchanges of an execution; by default, nobody watches. */
  readonly watch?: Watch;
};

async function arrange<Subject>(scenario: Scenario<Subject>, subject: Subject): Promise<() => Promise<void>> {
  try {
    return await scenario.arrange(subject);
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    throw new Obstructed(`its preconditions could not be arranged: ${error.message}`, error.details);
  }
}

async function attempt<Subject>(scenario: Scenario<Subject>, subject: Subject, scope: Scope): Promise<Tally> {
  const tally: Tally = { expectations: 0, witnessed: new Set() };
  const check = await arrange(scenario, subject);
  scope.phase = 'check';
  await tallied(tally, check);
  if (tally.expectations === 0) throw new HarnessError('the check ended without an expectation');
  return tally;
}

function toEnded(error: unknown, exchanges: readonly Exchange[], locate: Locate): Ended {
  if (error instanceof Deviation) {
    return { kind: 'deviated', exchanges, deviation: new Deviation(located(error.details, { locate, exchanges })) };
  }
  if (error instanceof Inconclusive)
    return { kind: 'inconclusive', exchanges, reason: toLocated(error, { locate, exchanges }) };
  if (error instanceof BudgetSpent) return { kind: 'spent', exchanges };
  throw error;
}

const toLocated = (error: Inconclusive, setting: Setting): Inconclusive =>
  error instanceof Obstructed ? new Obstructed(error.message, located(error.details, setting), error.need) : error;

const unlocated: Locate = () => ({});

/** Executes a scenario in a scope of its own and cleans up after it. Throws only for a defect of calproof. */
export async function execute<Subject>(scenario: Scenario<Subject>, open: OpenSubject<Subject>): Promise<Execution> {
  const execution = await executeOnce(scenario, open);
  if (scenario.convict) return toConvicted(execution, scenario.convict(execution.watched ?? []));
  return scenario.parallel && execution.kind === 'deviated' ? withControl(execution, scenario, open) : execution;
}

/**
 * What a monitor nominates counts; what the scenario itself checks is a matter of another requirement. The exchange that
 * it was noticed in is what is checked here, even where it only arranged.
 */
function toConvicted(execution: Execution, nominated: readonly DeviationDetails[] | undefined): Execution {
  const { kind, exchanges } = execution;
  const [details] = nominated ?? [];
  if (details) {
    const shown = exchanges.map((one) => (one === details.exchange ? { ...one, phase: 'check' as const } : one));
    return { kind: 'deviated', exchanges: shown, deviation: new Deviation(details) };
  }
  if (nominated) return kind === 'deviated' ? { kind: 'passed', exchanges, witnessed: new Set() } : execution;
  const reason = new WorldLacks('nothing that was sent could show it');
  return kind === 'inconclusive' ? execution : { kind: 'inconclusive', exchanges, reason };
}

/** What fails one request after another, too, is no matter of requests that are sent at the same time. */
async function withControl<Subject>(
  failure: Extract<Execution, { kind: 'deviated' }>,
  scenario: Scenario<Subject>,
  open: OpenSubject<Subject>,
): Promise<Execution> {
  const control = await executeOnce(scenario, open, true);
  if (control.kind !== 'deviated') return { ...failure, control: control.exchanges };
  const { message, details } = control.deviation;
  const reason = new Obstructed(`the same requests deviate one after another, too: ${message}`, details);
  return { kind: 'inconclusive', exchanges: [...failure.exchanges, ...control.exchanges], reason };
}

/** How many requests an execution sent. */
export const sentBy = (execution: Execution): number =>
  execution.exchanges.length + ('control' in execution ? (execution.control?.length ?? 0) : 0);

async function executeOnce<Subject>(
  scenario: Scenario<Subject>,
  open: OpenSubject<Subject>,
  inTurn = false,
): Promise<Execution> {
  const { scope, subject, locate = unlocated, watch } = open();
  scope.inTurn = inTurn;
  try {
    const ended = await attempt(scenario, subject, scope).then(
      ({ witnessed }): Ended => ({ kind: 'passed', exchanges: scope.exchanges, witnessed }),
      (error: unknown) => toEnded(error, scope.exchanges, locate),
    );
    return watch && !scenario.parallel ? { ...ended, watched: watchedBy(watch, scope, locate) } : ended;
  } finally {
    await scope.close();
  }
}

/** What monitors make of what was arranged and checked; requests at the same time as a write have no order. */
function watchedBy(watch: Watch, { serial }: Scope, locate: Locate): readonly Watched[] {
  const sent = serial.filter(({ phase }) => phase === 'arrange' || phase === 'check');
  const setting = { locate, exchanges: sent };
  return watch(sent).map((one) =>
    'defect' in one ? one : { ...one, nominations: one.nominations.map((details) => located(details, setting)) },
  );
}
