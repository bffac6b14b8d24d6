import type { DeviationDetails } from './deviation.js';
import type { Watched } from './monitor.js';
import type { Requirement } from './requirement.js';
import type { Allowance } from './search.js';

/** What a monitor nominated in a scenario: that of a requirement in a turn. */
export interface Nominated<Subject, World> {
  readonly source: Requirement<Subject, World>;
  /** What the source may spend. */
  readonly allowance: Allowance;
  readonly turn: number;
  readonly details: readonly DeviationDetails[];
}

/** All that was found for one requirement. */
export interface Gathered<Subject, World> {
  /** The executions that could have shown a deviation. */
  readonly watched: number;
  /** The first of each source. */
  readonly nominated: readonly Nominated<Subject, World>[];
  readonly defect?: unknown;
}

/** What monitors made of the executions of a trial. */
export interface Nominations<Subject, World> {
  note(watched: readonly Watched[], at: Omit<Nominated<Subject, World>, 'details'>): void;
  gathered(id: string): Gathered<Subject, World>;
}

/** Gathers the nominations of a trial. What is first does not depend on the order in which requirements are judged. */
export function createNominations<Subject, World>(): Nominations<Subject, World> {
  const byId = new Map<string, Gathered<Subject, World>>();
  const gathered = (id: string): Gathered<Subject, World> => byId.get(id) ?? { watched: 0, nominated: [] };
  return {
    gathered,
    note(watched, at) {
      for (const one of watched) byId.set(one.requirement, withOne(gathered(one.requirement), one, at));
    },
  };
}

function withOne<Subject, World>(
  known: Gathered<Subject, World>,
  one: Watched,
  at: Omit<Nominated<Subject, World>, 'details'>,
): Gathered<Subject, World> {
  if ('defect' in one) return { ...known, defect: known.defect ?? one.defect };
  const watched = known.watched + 1;
  const isAnother = known.nominated.every(({ source }) => source.id !== at.source.id);
  if (one.nominations.length === 0 || !isAnother) return { ...known, watched };
  const nominated = [...known.nominated, { ...at, details: one.nominations }].toSorted(byCost);
  return { ...known, watched, nominated };
}

/** The scenario that takes the fewest requests is the first to be repeated. */
const byCost = (
  { source: one }: Pick<Nominated<never, never>, 'source'>,
  { source: other }: Pick<Nominated<never, never>, 'source'>,
): number => one.cost - other.cost || one.id.localeCompare(other.id);
