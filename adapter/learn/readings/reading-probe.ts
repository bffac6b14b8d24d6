import type { AlternativeOf, ReadingId } from '../../../contract/readings/readings.js';
import type { Collection } from '../../../contract/resources.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { addDays, atTime } from '../../notation/day-times.js';
import { toLifted } from '../../reading/record-queries.js';
import { WORLD_DAYS } from '../../world/world-design.js';

/**
 * What an alternative predicts of a list, in keys of the world: it contains `in`, lacks `out`, and has `order` in this
 * order. An empty mark predicts nothing.
 */
export interface Mark {
  readonly in?: readonly string[];
  readonly out?: readonly string[];
  readonly order?: readonly string[];
}

/** An alternative without a mark explains no list at all. */
type Marks<Id extends ReadingId> = { readonly [Alternative in AlternativeOf<Id>]?: Mark };

/**
 * One query over the world that discriminates between alternatives. Every mark contains a control, a record that any
 * working filter returns or leaves out, so that a broken filter follows no alternative and stays judged literally.
 */
export interface ReadingProbe {
  readonly collection: Collection;
  readonly query: ListQuery;
  readonly marks: { readonly [Id in ReadingId]?: Marks<Id> };
  /** The alternatives that a refusal of the query shows. */
  readonly refused?: { readonly [Id in ReadingId]?: AlternativeOf<Id> };
}

/** The result of a probe: the keys of the world's records in the list, in order, or a refusal. */
export type ProbeResult = { readonly kind: 'listed'; readonly keys: readonly string[] } | { readonly kind: 'refused' };

/** A probe and its result. */
export interface AnsweredProbe {
  readonly probe: ReadingProbe;
  readonly result: ProbeResult;
}

/** The days of the world as probes use them, counted from its first. */
export interface ProbeDays {
  day(days: number): string;
  at(days: number, time: string): string;
  /** The bounds of the world, with a spare day for distant time zones. */
  readonly from: { readonly starts_after: string };
  readonly to: { readonly ends_before: string };
  /** What to send besides if nothing else lifts the default window. */
  readonly wide: ListQuery;
  /** Whether nothing else does. */
  readonly isWide: boolean;
}

/** The days of a world for probes; `wide` if start_date and end_date have to lift the default window. */
export function toProbeDays(firstDay: string, { wide }: { readonly wide: boolean }): ProbeDays {
  const day = (days: number): string => addDays(firstDay, days);
  const at = (days: number, time: string): string => atTime(day(days), time);
  return {
    day,
    at,
    from: { starts_after: day(-1) },
    to: { ends_before: day(WORLD_DAYS + 1) },
    wide: wide ? toLifted({ from: day(-1), to: day(WORLD_DAYS + 1) }) : {},
    isWide: wide,
  };
}
