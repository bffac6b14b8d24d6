import type { CalendarRequirement } from '../../target/subject.js';

const isWriting = ({ effects }: CalendarRequirement): number => Number(effects === 'writes');

/** Requirements in the order of a run: what only reads comes first, for what others made may wait for its clean-up. */
export const inOrder = (some: readonly CalendarRequirement[]): readonly CalendarRequirement[] =>
  some.toSorted((one, other) => isWriting(one) - isWriting(other));
