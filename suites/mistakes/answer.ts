/** What a list must hold and must not, of numbered records: the bits of those that are certain; the rest may be either. */
export interface SelectionBits {
  readonly must: bigint;
  readonly mustNot: bigint;
}

/** All conditions together (Kleene's strong conjunction). */
export const both = (one: SelectionBits, other: SelectionBits): SelectionBits => ({
  must: one.must & other.must,
  mustNot: one.mustNot | other.mustNot,
});

/** At least one condition (Kleene's strong disjunction). */
export const either = (one: SelectionBits, other: SelectionBits): SelectionBits => ({
  must: one.must | other.must,
  mustNot: one.mustNot & other.mustNot,
});

/** What a condition leaves out. */
export const not = ({ must, mustNot }: SelectionBits): SelectionBits => ({ must: mustNot, mustNot: must });

/** Whether some record must be in the one list and must not be in the other. */
export const areContrary = (one: SelectionBits, other: SelectionBits): boolean =>
  (one.must & other.mustNot) !== 0n || (one.mustNot & other.must) !== 0n;
