/**
 * A question that the interface leaves open. A target may answer it as it likes; `decision` is the answer that the
 * reference server promises. `source` is the heading of the interface under which the answer would stand.
 */
export interface Gap {
  readonly id: `gap.${string}`;
  readonly question: string;
  readonly source: string;
  readonly decision: string;
}
