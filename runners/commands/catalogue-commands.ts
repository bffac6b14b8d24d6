import { clauseOf, clauses, exclusions, isClauseId } from '../../contract/clauses/clauses.js';
import { gapOf, gaps, isGapId } from '../../contract/gaps.js';
import { isReadingId, readingOf, readings } from '../../contract/readings/readings.js';
import type { ExitCode } from '../../reports/conclusion.js';
import type { Setting } from '../../reports/terminal/layout.js';
import { requirements } from '../../suites/index.js';
import {
  type Catalogue,
  toCatalogue,
  toCatalogueJson,
  toCatalogueMarkdown,
  toCatalogueText,
} from '../explain/catalogue.js';
import { drawExample } from '../explain/example.js';
import { explainClause, explainGap, explainReading, explainRequirement } from '../explain/explanation.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, toTextStyle, writeLines } from '../input/environment.js';
import { nearest } from '../input/nearest.js';

export interface ExplainFlags {
  readonly seed: number;
}

/** Prints the description of one requirement, clause, gap or reading. */
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

export interface CatalogueFlags {
  readonly format: 'text' | 'json' | 'markdown';
}

/** Prints the catalogue of requirements. */
export async function listRequirements({ format }: CatalogueFlags, environment: Environment): Promise<ExitCode> {
  const catalogue = toCatalogue({ requirements, clauses, exclusions });
  writeLines(environment.stdout, toLines(catalogue, format, environment));
  return 0;
}

function toLines(catalogue: Catalogue, format: CatalogueFlags['format'], environment: Environment): readonly string[] {
  switch (format) {
    case 'text':
      return toCatalogueText(catalogue, toTextStyle(environment.stdout, environment));
    case 'json':
      return [JSON.stringify(toCatalogueJson(catalogue), null, 2)];
    case 'markdown':
      return toCatalogueMarkdown(catalogue);
  }
}
