import { createMarker } from '../../adapter/ownership/marker.js';
import { findItems } from '../../adapter/reading/shape-discovery.js';
import { DEFAULT_NAMESPACE } from '../../contract/operations.js';
import { DEFAULT_IDENTITY } from '../../wire/client/authentication.js';
import { createTrace, createTracing, type Trace } from '../../wire/client/trace.js';
import type { Interceptor } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { toPrintableLine } from '../../wire/printable.js';
import { findCalendar, type Found } from '../connection/find-calendar.js';
import { cannotJudge, CommandError, interrupted } from '../input/command-error.js';
import { mostHarm } from './budget.js';
import type { Run } from './run-context.js';
import { openRunJournal, type RunJournal } from './run-journal.js';
import { needsOf, openSession, type Session, type SessionOptions } from './session.js';
import { isTargetError } from './target-error.js';

/** A target ready for judging, and the journal of what is written to it. */
export interface ReadyTarget {
  readonly session: Session;
  readonly journal: RunJournal;
}

/** Makes sure that the target of a run is a calendar; the embedded one is known to be. */
export async function findTarget(run: Run): Promise<Found> {
  const { options, target, environment, startedAt } = run;
  if (!options.address && !options.container) return { warnings: [] };
  const { connection, redaction, address } = target;
  const trace = toPreflightTracing(run, address.namespace);
  const proof = await target.identities.get(DEFAULT_IDENTITY)?.headers();
  const headers = [...(proof ?? []), ...target.headers];
  const skew = options.now - startedAt;
  const now = (): number => environment.clock.now() + skew;
  try {
    return await findCalendar(address, { ...connection, headers, trace, redact: redaction.text, now });
  } catch (error) {
    throw withLogin(error, options.login);
  }
}

/** The trace of a run: its seed alone would give the traces of two runs one id. */
const traceOf = ({ options: { trace, seed }, random }: Run): Trace | undefined =>
  trace ? createTrace(`${seed} ${random}`) : undefined;

const toPreflightTracing = (run: Run, place: string): Interceptor =>
  createTracing(traceOf(run), { span: `preflight ${place}` }).intercept;

/** Appends the login advice of a preset to the sentence about a 401. */
const withLogin = (error: unknown, login: string | undefined): unknown =>
  login !== undefined && error instanceof CommandError && error.message.includes('(401)')
    ? cannotJudge(`${error.message} ${login}.`)
    : error;

/**
 * Opens journal and session of a run. Throws, as a target that cannot be judged, what stood in the way; the sentence
 * names the journal when something may have been left behind.
 */
export async function makeReady(run: Run): Promise<ReadyTarget> {
  const { text: marker } = createMarker(run.random);
  const { options, target, environment } = run;
  const journal = await openRunJournal({ options, address: target.address, marker }, environment);
  try {
    return { journal, session: await openSession(toSessionOptions(run, journal)) };
  } catch (error) {
    throw explain(error, run, await journal.close());
  }
}

function toSessionOptions(run: Run, { journal }: RunJournal): SessionOptions {
  const { options, planned, target, environment, random, pinned } = run;
  const trace = traceOf(run);
  const { mode, seed, now, concurrency, rate, maxRequests, languageParameter, login, failedLogin } = options;
  const { transport, headers, shared, identities, worldFile } = target;
  const { root, namespace } = target.address;
  return {
    transport,
    headers,
    shared,
    identities,
    journal,
    mode,
    seed,
    now,
    concurrency,
    site: { root, namespace, languageParameter },
    random,
    clock: environment.clock,
    signal: environment.signal,
    needs: needsOf(planned),
    harm: mostHarm[options.effort],
    failedLogin,
    ...(trace && { trace }),
    ...(rate !== undefined && { rate }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(worldFile && { worldFile }),
    ...(pinned && { pinned }),
    ...(login !== undefined && { login }),
  };
}

function explain(error: unknown, { environment, target }: Run, kept: string | undefined): unknown {
  const left = kept === undefined ? '' : ` Some records were not deleted: calproof sweep ${kept}`;
  if (environment.signal.aborted) return interrupted(`Interrupted while the target was being prepared.${left}`);
  return isTargetError(error) ? toCannotJudge(target.redaction.text(error.message), left) : error;
}

const toCannotJudge = (message: string, left: string): CommandError =>
  cannotJudge(`The target could not be prepared: ${toPrintableLine(message)}.${left}`);

/** A namespace that could be that of a calendar of events, as indexes and their links name it. */
const NAMESPACE = /(?:^|\/)([\w.-]+\/events\/v\d+)(?=\/|$)/;

/** A run with a target that was found, and the warnings about it. */
interface FoundRun extends Found {
  readonly run: Run;
}

/**
 * Makes sure that the target of a run is a calendar. Where neither an option nor the URL names its namespace, and there
 * is none as the interface writes it, the index of the REST root is followed: to the namespaces that it lists, to its
 * routes and links. Throws what stands in the way.
 */
export async function findRun(run: Run): Promise<FoundRun> {
  try {
    return { run, ...(await findTarget(run)) };
  } catch (error) {
    const followed = isAboutNamespace(error) ? await follow(run) : undefined;
    if (!followed) throw error;
    return { run: followed, ...(await findTarget(followed)) };
  }
}

/** Whether something answers there that has no calendar where it was looked for: the advice is to name the place. */
const isAboutNamespace = (error: unknown): boolean =>
  error instanceof CommandError && error.exitCode === 3 && error.message.includes('--namespace');

async function follow(run: Run): Promise<Run | undefined> {
  const { options, target } = run;
  if (options.namespace !== undefined || target.address.namespace !== DEFAULT_NAMESPACE) return undefined;
  const index = await ask(run, '/');
  const namespace = index === undefined ? undefined : namespaceIn(index);
  if (namespace === undefined || !hasEvents(await ask(run, `/${namespace}/events?per_page=1`))) return undefined;
  return { ...run, target: { ...target, address: { ...target.address, namespace } } };
}

async function ask(run: Run, path: string): Promise<JsonValue | undefined> {
  const { transport, headers, address } = run.target;
  const request = { method: 'GET', target: `${address.root}${path}`, headers };
  return jsonOf(await toPreflightTracing(run, path)(request, transport.send));
}

/** The first namespace that an index names: in `namespaces`, among its routes, or in the address of a link. */
function namespaceIn(index: JsonValue): string | undefined {
  for (const text of textsIn(index)) {
    const found = NAMESPACE.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

function* textsIn(value: JsonValue): Generator<string> {
  if (typeof value === 'string') yield value;
  if (isJsonArray(value)) for (const item of value) yield* textsIn(item);
  if (!isJsonObject(value)) return;
  for (const [name, item] of Object.entries(value)) {
    yield name;
    yield* textsIn(item);
  }
}

function hasEvents(body: JsonValue | undefined): boolean {
  const path = body === undefined ? undefined : findItems(body, 'events');
  return path !== undefined && isJsonArray(valueAt(body, path));
}
