import { responseGaps } from './gaps/answers.js';
import { bodyGaps } from './gaps/bodies.js';
import { queryGaps } from './gaps/queries.js';
import { serviceGaps } from './gaps/service.js';
import { writeGaps } from './gaps/writes.js';

/** Every question that the interface leaves open, with the answer of the reference server, in the order of `interface.md`. */
export const gaps = [...responseGaps, ...writeGaps, ...bodyGaps, ...queryGaps, ...serviceGaps] as const;

/** The id of a gap, such as `gap.delete`. */
export type GapId = (typeof gaps)[number]['id'];

const byId = new Map<string, (typeof gaps)[number]>(gaps.map((gap) => [gap.id, gap]));

/** Whether this is the id of a gap. */
export const isGapId = (id: string): id is GapId => byId.has(id);

/** The gap with this id. */
export function gapOf(id: GapId): (typeof gaps)[number] {
  const found = byId.get(id);
  if (!found) throw new Error(`no gap is called ${id}`);
  return found;
}
