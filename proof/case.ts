/** What stands between harness and target while all requirements are judged once. */
export interface Case {
  readonly kind: 'bare' | 'fault' | 'variant' | 'zone' | 'composition';
  /** The id of a fault, a variant or a composition, or the name of the site's time zone; empty for the bare target. */
  readonly id: string;
  /** The composition that the fault stands behind. */
  readonly behind?: string;
}

/** The target with nothing before it. */
export const bareCase: Case = { kind: 'bare', id: '' };

/** A case in one word: `fault events.list.venue-ignored`. */
export const nameOf = ({ kind, id, behind }: Case): string =>
  [kind, id, ...(behind === undefined ? [] : ['behind', behind])].filter((word) => word !== '').join(' ');
