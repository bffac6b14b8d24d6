/** What stands between harness and target while all requirements are judged once. */
export interface Case {
  readonly kind: 'bare' | 'fault' | 'variant' | 'zone' | 'composition';
  /** The id of a fault, a variant or a composition, or the name of the site's time zone; empty for the bare target. */
  readonly id: string;
  /** The composition that the fault stands behind. */
  readonly behind?: string;
  /** The seed of this run, where it is not that of the whole proof. */
  readonly seed?: number;
}

/** The target with nothing before it. */
export const bareCase: Case = { kind: 'bare', id: '' };
