import type { RequirementInfo } from '../harness/requirement.js';
import type { Fault } from './fault.js';

type About = Pick<RequirementInfo, 'id' | 'clause' | 'alsoCovers'>;

/**
 * Whether a requirement that fails on a target with a fault names the fault: it judges or also tells about the fault's
 * clause or a neighbouring one, or it is named as a neighbour itself, and the fault is not out of its sight.
 */
export function isAbout({ clause, neighbours = [], unseenBy = [] }: Fault, { id, ...requirement }: About): boolean {
  if (unseenBy.includes(id)) return false;
  const told: readonly string[] = [requirement.clause, ...(requirement.alsoCovers ?? [])];
  return [clause, ...neighbours].some((one) => told.includes(one)) || neighbours.some((one) => id.startsWith(one));
}
