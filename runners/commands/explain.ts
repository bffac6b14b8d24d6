import { clauseOf, clauses, isClauseId } from '../../contract/clauses.js';
import { gapOf, gaps, isGapId } from '../../contract/gaps.js';
import { isReadingId, readingOf, readings } from '../../contract/readings.js';
import type { ExitCode } from '../../harness/reports/conclusion.js';
import type { Setting } from '../../harness/reports/palette.js';
import { requirements } from '../../suites/index.js';
import { wrongUse } from '../command-error.js';
import type { Environment } from '../environment.js';
import { drawExample } from '../example.js';
import { explainClause, explainGap, explainReading } from '../explain-contract.js';
import { explainRequirement } from '../explain-requirement.js';
import { nearest } from '../nearest.js';
import { toTextStyle, writeLines } from '../setting.js';

export interface ExplainFlags {
  readonly seed: number;
}

/** Tells all about one requirement, clause, gap or reading. */
export async function explain(id: string, { seed }: ExplainFlags, environment: Environment): Promise<ExitCode> {
  const setting = toTextStyle(environment.stdout, environment);
  writeLines(environment.stdout, explainContract(id, setting) ?? (await explainJudged(id, seed, environment)));
  return 0;
}

function explainContract(id: string, setting: Setting): readonly string[] | undefined {
  if (isClauseId(id)) return explainClause(clauseOf(id), requirements, setting);
  if (isGapId(id)) return explainGap(gapOf(id), setting);
  return isReadingId(id) ? explainReading(readingOf(id), setting) : undefined;
}

async function explainJudged(id: string, seed: number, environment: Environment): Promise<readonly string[]> {
  const requirement = requirements.find((known) => known.id === id);
  if (!requirement) throw unknown(id);
  const example = await drawExample(requirement, { seed, environment });
  return explainRequirement(requirement, example, toTextStyle(environment.stdout, environment));
}

function unknown(id: string): Error {
  const known = [...requirements, ...clauses, ...gaps, ...readings].map((one) => one.id);
  return wrongUse(`There is no requirement, clause, gap or reading ${id}; did you mean ${nearest(id, known)}?`);
}
