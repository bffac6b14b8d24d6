import type { Collection } from '../../contract/field.js';
import type { AlternativeOf, ReadingId } from '../../contract/readings.js';
import type { ListQuery } from '../../generators/wire.js';

/**
 * What a list must be like for an alternative to explain it, by the keys of the world: it holds `in`, it lacks `out`,
 * and it has `order` in this order. An empty mark asks for nothing.
 */
export interface Mark {
  readonly in?: readonly string[];
  readonly out?: readonly string[];
  readonly order?: readonly string[];
}

/** An alternative without a mark explains no list at all. */
type Marks<Id extends ReadingId> = { readonly [Alternative in AlternativeOf<Id>]?: Mark };

/**
 * One query over the world whose answer tells which alternatives a target may follow. Every mark holds a control: a
 * record that any working filter returns or leaves out. So a filter that is broken follows none, and stays judged by
 * the words.
 */
export interface ReadingProbe {
  readonly collection: Collection;
  readonly query: ListQuery;
  readonly marks: { readonly [Id in ReadingId]?: Marks<Id> };
  /** What a refusal of the query stands for. */
  readonly refused?: { readonly [Id in ReadingId]?: AlternativeOf<Id> };
}

/** What came of a probe: the keys of the world's records in the list, in order, or that it was refused. */
export type ProbeResult = { readonly kind: 'listed'; readonly keys: readonly string[] } | { readonly kind: 'refused' };

/** The keys of the world on which a probe rests where it tells about a reading. */
export const keysMarked = ({ marks }: ReadingProbe, id: ReadingId): readonly string[] =>
  Object.values<Mark | undefined>(marks[id] ?? {}).flatMap((mark) => [
    ...(mark?.in ?? []),
    ...(mark?.out ?? []),
    ...(mark?.order ?? []),
  ]);

/** Whether an alternative explains the answer to a probe. */
export function explains(probe: ReadingProbe, answer: ProbeResult, id: ReadingId, alternative: string): boolean {
  if (answer.kind === 'refused') return probe.refused?.[id] === alternative;
  const mark = new Map(Object.entries<Mark | undefined>(probe.marks[id] ?? {})).get(alternative);
  return mark !== undefined && fits(mark, answer.keys);
}

function fits({ in: inside = [], out = [], order = [] }: Mark, keys: readonly string[]): boolean {
  const places = order.map((key) => keys.indexOf(key));
  return (
    inside.every((key) => keys.includes(key)) &&
    out.every((key) => !keys.includes(key)) &&
    places.every((place, index) => place > (places[index - 1] ?? -1))
  );
}
