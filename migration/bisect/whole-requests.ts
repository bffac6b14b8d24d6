import { AT_ONCE } from '../capture/read-slice.js';
import { sides } from './both-sides.js';
import { isShown, type JointList } from './joint-list.js';

/** About how many requests it takes to read lists whole on both sides, when it is known which there are. */
export const toWholeRequests = (lists: readonly JointList[], shown: number): number =>
  sides
    .flatMap((side) => lists.filter((one) => isShown(one, side)).map(({ totals }) => totals[side]))
    .reduce((all, total) => all + toRequests(Math.ceil((total || 0) / shown)), 0);

/** So many pages are proved by one request, and one is for the first records of the list once more, at the end. */
const toRequests = (pages: number): number => pages + Math.ceil(Math.max(0, pages - 1) / AT_ONCE) + 1;
