import { clauseOf, isClauseId } from '../contract/clauses.js';
import { defaultProfiles, type Profile } from '../contract/profiles.js';
import { toCurl } from '../harness/curl.js';
import type { Cause } from '../harness/reports/causes.js';
import { toFailureLines } from '../harness/reports/failure.js';
import { createPalette } from '../harness/reports/palette.js';
import type { Verdict } from '../harness/verdict.js';
import { createReferenceServer } from '../reference-server/index.js';
import type { CalendarRequirement } from '../target/subject.js';
import { readCompleteWorld } from './embedded.js';
import { type Embedding, openEmbedding } from './embedding.js';
import type { EmbeddedTarget, EmbeddingOptions } from './embedding-options.js';

/** Which target a test file judges, from the environment. */
export interface ConformanceVariables {
  /** The REST root; left out, the reference server in this process. */
  readonly TARGET_URL?: string | undefined;
  readonly TARGET_NAMESPACE?: string | undefined;
  readonly CALPROOF_SEED?: string | undefined;
}

/** One trial for a whole test file. */
export interface Conformance {
  judge(requirement: CalendarRequirement): Promise<Verdict>;
  /** Deletes what was made; gives what could not be deleted. */
  close(): Promise<readonly string[]>;
}

/** What a test file judges: our own decisions are promised by our own server alone. */
export const profilesFor = ({ TARGET_URL }: ConformanceVariables): readonly Profile[] =>
  TARGET_URL ? defaultProfiles : [...defaultProfiles, 'reference'];

/** Opens the trial of a test file. */
export async function openConformance(variables: ConformanceVariables): Promise<Conformance> {
  const embedding = await openEmbedding(await toOptions(variables));
  const { plan, session } = embedding;
  return {
    judge: (requirement) => session.trial.judge(requirement, plan.get(requirement.id) ?? NOTHING),
    close: () => close(embedding),
  };
}

const NOTHING = { runs: 0, requests: 0, shrinkRequests: 0 };

async function close({ session, ...embedding }: Embedding): Promise<readonly string[]> {
  try {
    return await session.trial.close();
  } finally {
    await embedding.close();
  }
}

/** Our own decisions come on top of what any target promises, for which the requests of a run are meant. */
const ENOUGH = 5000;

async function toOptions(variables: ConformanceVariables): Promise<EmbeddingOptions> {
  const { TARGET_URL, TARGET_NAMESPACE, CALPROOF_SEED } = variables;
  const world = TARGET_URL ? undefined : await readCompleteWorld();
  const target: EmbeddedTarget = TARGET_URL
    ? { url: TARGET_URL }
    : { handler: createReferenceServer({ ...(world && { world }) }).handler };
  return {
    target,
    profiles: profilesFor(variables),
    ...(!TARGET_URL && { maxRequests: ENOUGH }),
    ...(world && { world }),
    ...(TARGET_NAMESPACE && { namespace: TARGET_NAMESPACE }),
    ...(CALPROOF_SEED && { seed: Number(CALPROOF_SEED) }),
  };
}

type Failed = Extract<Verdict, { outcome: 'failed' }>;

/** A failure as the message of a failed test; `origin` as in its curl line. */
export function toMessage(
  requirement: CalendarRequirement,
  verdict: Failed,
  { TARGET_URL }: ConformanceVariables,
): string {
  const origin = TARGET_URL ? new URL(TARGET_URL).origin : 'http://127.0.0.1:8080';
  const cause: Cause = { requirement, verdict, explains: [] };
  const lines = toFailureLines(cause, {
    palette: createPalette(false),
    width: 110,
    clauseText: (id) => (isClauseId(id) ? clauseOf(id).text : undefined),
    toCurl: (exchange) => toCurl(exchange, { origin }),
  });
  return lines.join('\n');
}
