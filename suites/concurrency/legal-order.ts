/** One act of a history: what was asked and answered, and between which moments it took effect. Moments are counted, not timed. */
export interface Timed<Act> {
  readonly act: Act;
  readonly begun: number;
  readonly ended: number;
}

/** What may happen to one thing when acts on it come one after another. */
export interface Model<State, Act> {
  readonly initial: State;
  /** Every state that may follow an act that was answered as it was; none when no server could have answered so. */
  step(state: State, act: Act): readonly State[];
  /** The same text for states that are the same. */
  keyOf(state: State): string;
}

/**
 * Finds an order in which the acts, one after another, come to the answers that were given, such that no act comes
 * before one that had ended when it began; undefined when there is none. It tries them all, in the manner of Wing and
 * Gong (Testing and Verifying Concurrent Objects, 1993), and no state twice with the same acts left.
 */
export function findLegalOrder<State, Act>(
  { initial, step, keyOf }: Model<State, Act>,
  history: readonly Timed<Act>[],
): readonly Timed<Act>[] | undefined {
  const hopeless = new Set<string>();

  function search(state: State, left: readonly Timed<Act>[]): readonly Timed<Act>[] | undefined {
    if (left.length === 0) return [];
    const situation = `${left.map((one) => history.indexOf(one)).join()} ${keyOf(state)}`;
    if (hopeless.has(situation)) return undefined;
    for (const one of candidates(left)) {
      for (const next of step(state, one.act)) {
        const rest = search(
          next,
          left.filter((other) => other !== one),
        );
        if (rest) return [one, ...rest];
      }
    }
    hopeless.add(situation);
    return undefined;
  }

  return search(initial, history);
}

/** The acts that may come next: those that began before any other had ended. */
function candidates<Act>(left: readonly Timed<Act>[]): readonly Timed<Act>[] {
  const firstEnd = Math.min(...left.map(({ ended }) => ended));
  return left.filter(({ begun }) => begun <= firstEnd);
}
