import type { Clause, Exclusion } from '../../contract/clauses/clause.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import { toInfo } from '../../reports/run-report.js';
import { indent, type Setting, wrap } from '../../reports/terminal/layout.js';
import type { JsonObject } from '../../wire/json.js';
import { plural } from '../../wire/wording.js';

/** A clause, the requirements that cover it, and its exclusions with reasons. */
interface ClauseEntry {
  readonly clause: Clause;
  readonly requirements: readonly string[];
  readonly exclusions: readonly Exclusion[];
}

/** What is judged and where it comes from. */
export interface Catalogue {
  readonly requirements: readonly RequirementInfo[];
  readonly clauses: readonly ClauseEntry[];
}

interface CatalogueSources {
  readonly requirements: readonly RequirementInfo[];
  readonly clauses: readonly Clause[];
  readonly exclusions: readonly Exclusion[];
}

/** Lays requirements and clauses side by side. */
export function toCatalogue({ requirements, clauses, exclusions }: CatalogueSources): Catalogue {
  const entries = clauses.map((clause) => ({
    clause,
    requirements: requirements.filter((requirement) => covers(requirement, clause.id)).map(({ id }) => id),
    exclusions: exclusions.filter((exclusion) => exclusion.clause === clause.id),
  }));
  return { requirements, clauses: entries };
}

/** Whether a pass of the requirement says something about the clause. */
export const covers = ({ clause, alsoCovers }: RequirementInfo, id: string): boolean =>
  clause === id || alsoCovers?.includes(id) === true;

/** The catalogue as JSON. */
export const toCatalogueJson = ({ requirements, clauses }: Catalogue): JsonObject => ({
  format: 'calproof.catalogue/1',
  requirements: requirements.map(toInfo),
  clauses: clauses.map(toClauseJson),
});

const toClauseJson = ({ clause, requirements, exclusions }: ClauseEntry): JsonObject => ({
  id: clause.id,
  profile: clause.profile,
  text: clause.text,
  source: clause.source,
  operations: clause.operations,
  requirements,
  excluded: exclusions.map(({ operations, reason, because }) => ({ operations, reason, because })),
});

const suiteOf = ({ id }: RequirementInfo): string => id.split('.')[0] ?? id;

function bySuite(requirements: readonly RequirementInfo[]): readonly (readonly [string, readonly RequirementInfo[]])[] {
  const suites = [...new Set(requirements.map(suiteOf))].sort();
  return suites.map((suite) => [suite, requirements.filter((one) => suiteOf(one) === suite)]);
}

/** The catalogue for a terminal: suite by suite, a requirement on two lines. */
export function toCatalogueText({ requirements }: Catalogue, setting: Setting): readonly string[] {
  const { palette, width } = setting;
  const suites = bySuite(requirements).flatMap(([suite, members]) => [
    palette.strong(`${suite} (${members.length})`),
    ...members.flatMap(({ id, level, profile, effects, statement }) => [
      `  ${id}  ${palette.quiet([level, profile, effects].join(', '))}`,
      ...indent(wrap(statement, width - 6), 6),
    ]),
    '',
  ]);
  return [...suites, `${plural(requirements.length, 'requirement')}; calproof explain ID describes one of them.`];
}

/** The catalogue as a Markdown page. */
export function toCatalogueMarkdown({ requirements, clauses }: Catalogue): readonly string[] {
  const suites = bySuite(requirements).flatMap(([suite, members]) => [
    `## ${suite}`,
    '',
    ...toTable(['Requirement', 'Level', 'Profile', 'Effects', 'Clause', 'Statement'], members.map(toCells)),
    '',
  ]);
  const left = clauses.filter(({ exclusions }) => exclusions.length > 0).map(toExclusionCells);
  const excluded = ['## Excluded', '', ...toTable(['Clause', 'Operations', 'Reason'], left.flat())];
  return ['# Requirements', '', ...suites, ...(left.length > 0 ? excluded : [])];
}

const toCells = ({ id, level, profile, effects, clause, statement }: RequirementInfo): readonly string[] => [
  `\`${id}\``,
  level,
  profile,
  effects,
  `\`${clause}\``,
  statement,
];

const toExclusionCells = ({ clause, exclusions }: ClauseEntry): readonly (readonly string[])[] =>
  exclusions.map(({ operations, reason, because }) => [
    `\`${clause.id}\``,
    operations.join(', '),
    `${reason}: ${because}`,
  ]);

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`);

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replace(/\n/g, ' ');
