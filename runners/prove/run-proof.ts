import type { RequirementInfo } from '../../kernel/requirement.js';
import { version } from '../../wire/package.js';
import { isAbout } from '../../zoo/fault.js';
import { bareCase, type Case, type CaseResult } from '../../zoo/proof/case-result.js';
import type { ConformingRow, FaultRow } from '../../zoo/proof/matrix-row.js';
import { type Bare, isMissed, type Proof, PROOF_FORMAT } from '../../zoo/proof/proof.js';
import type { PointRow } from '../../zoo/proof/sample.js';
import { faultSpace } from '../../zoo/space/fault-space.js';
import { judgeAll } from './judge-all.js';
import { judgeCase, provenAt } from './judge-case.js';
import { type CaseSelection, findFault, isSampled } from './proof-cases.js';
import { isWithoutEffect, type RowOf, toRow } from './proof-row.js';
import type { ProofSetup } from './proof-setup.js';

/** The cases of a proof, and how many of them are judged at a time. */
interface RunProofOptions {
  readonly setup: ProofSetup;
  readonly cases: readonly Case[];
  readonly selection: CaseSelection;
  readonly jobs: number;
  readonly signal: AbortSignal;
}

/** The events of a proof, in order. */
export type ProofEvent =
  | { readonly type: 'started'; readonly bare: Bare; readonly cases: number }
  | { readonly type: 'fault'; readonly row: FaultRow }
  | { readonly type: 'point'; readonly row: PointRow }
  | { readonly type: 'conforming'; readonly row: ConformingRow }
  | { readonly type: 'ended'; readonly proof: Proof };

/**
 * Judges the bare target, then every case, and yields an event for each; the last one has the proof, with rows in the
 * order of the cases. Throws Inconclusive and Deviation when the bare target cannot be made ready.
 */
export async function* runProof({
  setup,
  cases,
  selection,
  jobs,
  signal,
}: RunProofOptions): AsyncGenerator<ProofEvent, void> {
  const requirements = provenAt(setup.effort);
  const bare = await judgeCase(bareCase, setup, { signal });
  yield { type: 'started', bare: toBare(bare, requirements), cases: cases.length };
  const rows: Row[] = [];
  const posed = selection.bail ? cases.map((one) => toBailing(one, bare, requirements)) : cases;
  for await (const answer of judgeAll(posed, { setup, shapes: bare.shapes, jobs, signal })) {
    const one = answer.kind === 'judged' ? answer.result.case : answer.case;
    const row = await doubted(toRow(answer, { bare, requirements }), one, { setup, shapes: bare.shapes, signal });
    rows.push({ at: cases.findIndex((other) => isSame(one, other)), event: row });
    yield row;
  }
  const inOrder = rows.toSorted((one, other) => one.at - other.at).map(({ event }) => event);
  yield { type: 'ended', proof: toProof(inOrder, { setup, selection, bare: toBare(bare, requirements) }) };
}

/** Ends the run of a fault at the first requirement that is about it, and passes on the bare target. */
function toBailing(one: Case, { cells }: CaseResult, requirements: readonly RequirementInfo[]): Case {
  if (one.kind !== 'fault' && one.kind !== 'point') return one;
  const about = requirements.filter((requirement) => isAbout(findFault(one.id), requirement));
  return { ...one, until: about.map(({ id }) => id).filter((id) => cells[id]?.outcome === 'passed') };
}

/**
 * A fault that changes no response of a service is not missed there, nor behind a composition, which changes every
 * response. The embedded server with its own world shows every fault, and in a quick run a fault may change nothing
 * because no request reaches it.
 */
async function doubted(read: RowOf, one: Case, { setup, ...options }: Doubting): Promise<RowOf> {
  const isBeyondDoubt = showsAll(setup.target) || setup.effort === 'quick';
  if (isBeyondDoubt || read.type !== 'fault' || !isMissed(read.row)) return read;
  const { behind: _behind, until: _until, ...bare } = one;
  if (!(await isWithoutEffect(bare, setup, options))) return read;
  const about = provenAt(setup.effort).filter((requirement) => isAbout(findFault(one.id), requirement));
  return { ...read, row: { ...read.row, withoutEffect: about.map(({ id }) => id) } };
}

const showsAll = (target: ProofSetup['target']): boolean => target.kind === 'embedded' && !target.world;

interface Doubting {
  readonly setup: ProofSetup;
  readonly shapes: CaseResult['shapes'];
  readonly signal: AbortSignal;
}

type RowEvent = Extract<ProofEvent, { readonly row: unknown }>;

interface Row {
  readonly at: number;
  readonly event: RowEvent;
}

const isSame = (one: Case, other: Case): boolean =>
  one.kind === other.kind && one.id === other.id && one.behind === other.behind && one.seed === other.seed;

function toBare({ cells, requests }: CaseResult, requirements: readonly RequirementInfo[]): Bare {
  const withOutcome = (wanted: string): readonly string[] =>
    requirements.map(({ id }) => id).filter((id) => cells[id]?.outcome === wanted);
  const inconclusive = requirements.flatMap(({ id }) => {
    const cell = cells[id];
    if (cell?.outcome === 'passed' || cell?.outcome === 'failed') return [];
    return [{ requirement: id, reason: cell?.reason ?? 'it was not judged' }];
  });
  return { requests, passed: withOutcome('passed'), failed: withOutcome('failed'), inconclusive };
}

/** The header of a proof. */
interface ProofOptions {
  readonly setup: ProofSetup;
  readonly selection: CaseSelection;
  readonly bare: Bare;
}

function nameOf(target: ProofSetup['target']): string {
  if (target.kind === 'url') return `${target.address.origin}${target.address.root}`;
  return target.world ? 'the embedded reference server, with a world of its own' : 'the embedded reference server';
}

function toProof(events: readonly RowEvent[], { setup, selection, bare }: ProofOptions): Proof {
  const { target, effort, seed, now } = setup;
  const all = events.flatMap((event) => (event.type === 'fault' ? [event.row] : []));
  const points = events.flatMap((event) => (event.type === 'point' ? [event.row] : []));
  return {
    format: PROOF_FORMAT,
    version,
    target: nameOf(target),
    effort,
    only: selection.only,
    seed,
    now: new Date(now).toISOString(),
    bare,
    faults: all.filter(({ behind }) => behind === undefined),
    behind: all.filter(({ behind }) => behind !== undefined),
    conforming: events.flatMap((event) => (event.type === 'conforming' ? [event.row] : [])),
    ...(selection.sample !== undefined && { sample: { of: faultSpace().length, rows: points } }),
    ...(isSampled(selection) && { isSampled: true }),
    ...(selection.bail && { bails: true }),
  };
}
