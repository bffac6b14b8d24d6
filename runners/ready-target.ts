import { DEFAULT_IDENTITY } from '../harness/default-identity.js';
import { BudgetSpent, Inconclusive } from '../harness/errors.js';
import { Deviation } from '../harness/deviation.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import { CommandError, cannotJudge, interrupted } from './command-error.js';
import { findCalendar, type Found } from './find-calendar.js';
import type { Run } from './run.js';
import { openRunJournal, type RunJournal } from './run-journal.js';
import { createMarker } from '../target/marker.js';
import { needsOf, openSession, type Session, type SessionOptions } from './session.js';

/** A target ready for judging, and the journal of what is written to it. */
export interface ReadyTarget {
  readonly session: Session;
  readonly journal: RunJournal;
}

/** Makes sure that the target of a run is a calendar; the embedded one is known to be. */
export async function findTarget({ options, target, environment, startedAt }: Run): Promise<Found> {
  if (!options.address && !options.container) return { warnings: [] };
  const { connection, redaction, address } = target;
  const proof = await target.identities.get(DEFAULT_IDENTITY)?.headers();
  const headers = [...(proof ?? []), ...target.headers];
  const skew = options.now - startedAt;
  const now = (): number => environment.clock.now() + skew;
  try {
    return await findCalendar(address, { ...connection, headers, redact: redaction.text, now });
  } catch (error) {
    throw withLogin(error, options.login);
  }
}

/** What a preset tells of logging in, after the sentence of an answer with 401. */
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

function toSessionOptions(
  { options, planned, target, environment, random, pinned }: Run,
  { journal }: RunJournal,
): SessionOptions {
  const { mode, seed, now, concurrency, rate, maxRequests, languageParameter, login } = options;
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
    ...(rate !== undefined && { rate }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(worldFile && { worldFile }),
    ...(pinned && { pinned }),
    ...(login !== undefined && { login }),
  };
}

function explain(error: unknown, { environment, target }: Run, kept: string | undefined): unknown {
  const left = kept === undefined ? '' : ` What was written is not all deleted: calproof sweep ${kept}`;
  if (environment.signal.aborted) return interrupted(`Interrupted while the target was being made ready.${left}`);
  const expected = error instanceof Deviation || error instanceof Inconclusive || error instanceof BudgetSpent;
  return expected ? toCannotJudge(target.redaction.text(error.message), left) : error;
}

const toCannotJudge = (message: string, left: string): CommandError =>
  cannotJudge(`The target could not be made ready for judging: ${toPrintableLine(message)}.${left}`);
