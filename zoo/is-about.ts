import type { RequirementInfo } from '../harness/requirement.js';
import type { Fault } from './fault.js';

type About = Pick<RequirementInfo, 'id' | 'clause' | 'alsoTells'>;

/**
 * Whether a requirement that fails on a target with a fault names the fault: it judges or also tells about the fault's
 * clause, or it is one of the neighbours.
 */
export const isAbout = ({ clause, neighbours = [] }: Fault, requirement: About): boolean =>
  requirement.clause === clause ||
  requirement.alsoTells?.includes(clause) === true ||
  neighbours.some((one) => requirement.clause === one || requirement.id.startsWith(one));
