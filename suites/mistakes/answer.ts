/** What a list must hold and must not, of numbered records: the bits of those that are certain; the rest may be either. */
export interface Answer {
  readonly must: bigint;
  readonly mustNot: bigint;
}

/** All conditions together (Kleene's strong conjunction). */
export const both = (one: Answer, other: Answer): Answer => ({
  must: one.must & other.must,
  mustNot: one.mustNot | other.mustNot,
});

/** At least one condition (Kleene's strong disjunction). */
export const either = (one: Answer, other: Answer): Answer => ({
  must: one.must | other.must,
  mustNot: one.mustNot & other.mustNot,
});

/** What a condition leaves out. */
export const not = ({ must, mustNot }: Answer): Answer => ({ must: mustNot, mustNot: must });

/** Whether some record must be in the one list and must not be in the other. */
export const areContrary = (one: Answer, other: Answer): boolean =>
  (one.must & other.mustNot) !== 0n || (one.mustNot & other.must) !== 0n;
