/** How long the responses to one kind of request took, in whole ms: from sending to the end of the response. */
export interface Latency {
  readonly operation: string;
  readonly count: number;
  readonly median: number;
  /** 95 of 100 responses took no longer. */
  readonly p95: number;
  readonly max: number;
}

/** Gathers latencies by operation. */
export interface Latencies {
  note(operation: string, ms: number): void;
  /** In the order of the names of operations. */
  all(): readonly Latency[];
}

/** Gathers the latencies of a run; it keeps a number for each response. */
export function createLatencies(): Latencies {
  const byOperation = new Map<string, number[]>();
  return {
    note(operation, ms) {
      const known = byOperation.get(operation);
      if (known) known.push(ms);
      else byOperation.set(operation, [ms]);
    },
    all: () =>
      [...byOperation]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([operation, all]) => toLatency(operation, all)),
  };
}

function toLatency(operation: string, all: readonly number[]): Latency {
  const sorted = all.toSorted((one, other) => one - other);
  // The nearest rank, so that each is the time of a response.
  const rank = (part: number): number => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
  return { operation, count: sorted.length, median: rank(0.5), p95: rank(0.95), max: rank(1) };
}
