import { clauses } from '../../contract/clauses.js';
import { exclusions } from '../../contract/exclusions.js';
import type { ExitCode } from '../../harness/reports/conclusion.js';
import { requirements } from '../../suites/index.js';
import { type Catalogue, toCatalogue } from '../catalogue.js';
import { toCatalogueJson, toCatalogueMarkdown, toCatalogueText } from '../catalogue-formats.js';
import type { Environment } from '../environment.js';
import { toTextStyle, writeLines } from '../setting.js';

export interface CatalogueFlags {
  readonly format: 'text' | 'json' | 'markdown';
}

/** Prints what is judged. */
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
