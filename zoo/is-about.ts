import type { RequirementInfo } from '../harness/requirement.js';
import type { Fault } from './fault.js';

type About = Pick<RequirementInfo, 'id' | 'clause' | 'alsoTells'>;

/** Whether a requirement that fails on a target with a fault names the fault: by its clause, or as a neighbour. */
export const isAbout = ({ clause, neighbours = [] }: Fault, requirement: About): boolean =>
  [clause, ...neighbours].some(
    (one) =>
      requirement.clause === one || requirement.alsoTells?.includes(one) === true || requirement.id.startsWith(one),
  );
