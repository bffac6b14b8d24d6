import { availableParallelism } from 'node:os';
import type { ExitCode } from '../../reports/conclusion.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural } from '../../wire/wording.js';
import type { Case } from '../../zoo/proof/case-result.js';
import { toProofHtml } from '../../zoo/proof/proof-html.js';
import { toProofMarkdown } from '../../zoo/proof/proof-markdown.js';
import { toConformingLine, toFaultLine, toPointLine, toProofLines } from '../../zoo/proof/proof-text.js';
import { gapsOf, isMissed, type Proof } from '../../zoo/proof/proof.js';
import { cannotJudge, interrupted } from '../input/command-error.js';
import { type Environment, type Output, textOutputOf, toTextStyle, writeLines } from '../input/environment.js';
import type { ProofFormat, ProveFlags } from '../options/command-flags.js';
import { createProgressLine } from '../output/progress-line.js';
import { refuseUnwritable, writeReport } from '../output/report-output.js';
import { type CaseSelection, selectCases } from '../prove/proof-cases.js';
import { type ProofSetup, toProofSetup } from '../prove/proof-setup.js';
import { type ProofEvent, runProof } from '../prove/run-proof.js';
import { isTargetError } from '../run/target-error.js';

const formats: Readonly<Record<ProofFormat, (proof: Proof) => string>> = {
  json: (proof) => `${JSON.stringify(proof, null, 1)}\n`,
  markdown: toProofMarkdown,
  html: toProofHtml,
};

/** Runs the zoo on a target and prints the caught faults and the blamed variants. */
export async function prove(url: string | undefined, flags: ProveFlags, environment: Environment): Promise<ExitCode> {
  const reports = flags.report ?? [];
  await refuseUnwritable(reports, environment);
  const setup = await toProofSetup(url, flags, environment);
  const { only = [], sample, sampleVariants, bail = false } = flags;
  const selection: CaseSelection = {
    only,
    bail,
    ...(sample !== undefined && { sample }),
    ...(sampleVariants !== undefined && { sampleVariants }),
  };
  const cases = selectCases(setup, selection);
  const output = textOutputOf(reports, environment);
  const jobs = flags.jobs ?? jobsFor(setup);
  const proof = await follow({ setup, cases, selection, jobs }, output, environment);
  writeLines(output, toProofLines(proof, toTextStyle(output, environment)));
  for (const report of reports) writeReport(report, formats[report.format](proof), environment);
  return gapsOf(proof).length === 0 ? 0 : 1;
}

/** Judges the cases of one service one after the other: each would otherwise list the records of the others. */
const jobsFor = ({ target }: ProofSetup): number => (target.kind === 'embedded' ? availableParallelism() : 1);

interface Work {
  readonly setup: ProofSetup;
  readonly cases: readonly Case[];
  readonly selection: CaseSelection;
  readonly jobs: number;
}

/** Drives a proof to its end, with a line for each case, and on a terminal one on how far it is. */
async function follow(work: Work, output: Output, environment: Environment): Promise<Proof> {
  const { signal } = environment;
  const progress = followProof(work, environment);
  try {
    for await (const event of runProof({ ...work, signal })) {
      if (event.type === 'ended' && !signal.aborted) return event.proof;
      progress.clear();
      writeLines(output, toNews(event, output, environment));
      progress.on(event);
    }
  } catch (error) {
    throw explain(error);
  } finally {
    progress.clear();
  }
  throw interrupted('Interrupted; the records written to the target were deleted.');
}

/** Shows how far a proof is from its first event on, on a terminal: elsewhere its lines show it. */
function followProof({ cases, jobs }: Work, environment: Environment) {
  let line: ReturnType<typeof createProgressLine> | undefined;
  let done = 0;
  let found = 0;
  return {
    clear: () => line?.clear(),
    on(event: ProofEvent): void {
      line ??= createProgressLine(environment, !environment.stderr.isTerminal);
      if ('row' in event) done += 1;
      if (isFinding(event)) found += 1;
      const running = Math.min(jobs, cases.length - done);
      line.show({
        done,
        expected: cases.length,
        unit: 'case',
        also: [`${found} missed or blamed`, `${running} running`],
      });
    },
  };
}

function isFinding(event: ProofEvent): boolean {
  if (event.type === 'fault') return isMissed(event.row);
  if (event.type === 'point') return event.row.caughtBy === undefined;
  return event.type === 'conforming' && event.row.blamed.length > 0;
}

function toNews(event: ProofEvent, output: Output, environment: Environment): readonly string[] {
  const { palette } = toTextStyle(output, environment);
  switch (event.type) {
    case 'started': {
      const { passed, failed, requests } = event.bare;
      const bare = `${plural(passed.length, 'requirement')} pass and ${failed.length} fail on the target itself`;
      return [`${bare}, with ${plural(requests, 'request')}. Now ${plural(event.cases, 'case')}.`, ''];
    }
    case 'fault':
      return [toFaultLine(event.row, palette)];
    case 'point':
      return [toPointLine(event.row, palette)];
    case 'conforming':
      return [toConformingLine(event.row, palette)];
    case 'ended':
      return [];
  }
}

function explain(error: unknown): unknown {
  if (!isTargetError(error)) return error;
  return cannotJudge(`The target could not be prepared: ${toPrintableLine(error.message)}.`);
}
