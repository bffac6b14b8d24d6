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

/** What a monitor noticed, for one requirement, in the exchanges of another. */
export interface Nomination {
  /** The requirement that it is nominated for. */
  readonly id: string;
  /** The requirement that sent the exchanges. */
  readonly source: string;
  readonly details: readonly DeviationDetails[];
}

/** All that was found for one requirement. */
export interface Gathered<Subject, World> {
  /** How many executions could have shown a deviation; one that was repeated, as after a stall, counts once. */
  readonly watched: number;
  /** The first of each source. */
  readonly nominated: readonly Nominated<Subject, World>[];
  readonly defect?: unknown;
}

/** What monitors made of the executions of a trial. */
export interface Nominations<Subject, World> {
  note(watched: readonly Watched[], at: Omit<Nominated<Subject, World>, 'details'>): void;
  gathered(id: string): Gathered<Subject, World>;
  /** What was nominated in the executions of one requirement. */
  from(source: string): readonly Nomination[];
}

/** The same while it is gathered: executions by their requirement and turn. */
interface Gathering<Subject, World> {
  readonly executions: Set<string>;
  nominated: readonly Nominated<Subject, World>[];
  defect?: unknown;
}

/**
 * Gathers the nominations of a trial. Neither what is first nor how much was watched depends on the order in which
 * requirements are judged, or on how often load made one be judged.
 */
export function createNominations<Subject, World>(): Nominations<Subject, World> {
  const byId = new Map<string, Gathering<Subject, World>>();
  return {
    gathered(id) {
      const { executions, ...found } = byId.get(id) ?? { executions: new Set(), nominated: [] };
      return { watched: executions.size, ...found };
    },
    from: (by) =>
      [...byId].flatMap(([id, { nominated }]) =>
        nominated.flatMap(({ source, details }) => (source.id === by ? [{ id, source: by, details }] : [])),
      ),
    note(watched, at) {
      for (const one of watched) {
        const known = byId.get(one.requirement) ?? { executions: new Set(), nominated: [] };
        byId.set(one.requirement, known);
        add(known, one, at);
      }
    },
  };
}

function add<Subject, World>(
  known: Gathering<Subject, World>,
  one: Watched,
  at: Omit<Nominated<Subject, World>, 'details'>,
): void {
  if ('defect' in one) {
    known.defect ??= one.defect;
    return;
  }
  known.executions.add(`${at.source.id} ${at.turn}`);
  const isAnother = known.nominated.every(({ source }) => source.id !== at.source.id);
  if (one.nominations.length === 0 || !isAnother) return;
  known.nominated = [...known.nominated, { ...at, details: one.nominations }].toSorted(byCost);
}

/** The scenario that takes the fewest requests is the first to be repeated. */
const byCost = (
  { source: one }: Pick<Nominated<never, never>, 'source'>,
  { source: other }: Pick<Nominated<never, never>, 'source'>,
): number => one.cost - other.cost || one.id.localeCompare(other.id);
