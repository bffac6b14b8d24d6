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

/** Does something and records the moments of its beginning and end. */
type Observe = <Result>(act: () => Promise<Result>) => Promise<Timed<Result>>;

/**
 * Counts the moments at which acts begin and end. What a target does for a request it does between the two, so an act
 * that ended before another began came before it.
 */
export function createObserver(): Observe {
  let moment = 0;
  const next = (): number => (moment += 1);
  return async (act) => {
    const begun = next();
    const result = await act();
    return { act: result, begun, ended: next() };
  };
}

/** What was done to one record, and what came of it. Writes are numbered; 0 is what the record was made with. */
export type RecordAct =
  | { readonly kind: 'update'; readonly write: number; readonly fields: readonly string[]; readonly granted: boolean }
  | { readonly kind: 'remove'; readonly answer: 'granted' | 'conflict' | 'refused' }
  /** For each field the writes of the value shown. */
  | { readonly kind: 'read'; readonly shows: Readonly<Record<string, readonly number[]>> }
  | { readonly kind: 'miss' };

/** Which write each field has its value from. */
type RecordState = Readonly<Record<string, number>> | 'gone';

/** What may happen to a record with these fields: an update changes its fields all at once, a DELETE is for good. */
export const recordModel = (fields: readonly string[]): Model<RecordState, RecordAct> => ({
  initial: Object.fromEntries(fields.map((field) => [field, 0])),
  step: (state, act) => (state === 'gone' ? stepGone(act) : stepThere(state, act)),
  keyOf: (state) => JSON.stringify(state),
});

/** What is not granted has no effect, for whatever reason it was refused. */
function stepGone(act: RecordAct): readonly RecordState[] {
  const isLegal = act.kind === 'update' ? !act.granted : act.kind !== 'read';
  return isLegal ? ['gone'] : [];
}

function stepThere(state: Exclude<RecordState, 'gone'>, act: RecordAct): readonly RecordState[] {
  switch (act.kind) {
    case 'update':
      return [act.granted ? { ...state, ...Object.fromEntries(act.fields.map((field) => [field, act.write])) } : state];
    case 'remove':
      // Who locks a record may refuse what comes meanwhile; nobody else refuses to delete what is there.
      return act.answer === 'refused' ? [] : [act.answer === 'granted' ? 'gone' : state];
    case 'read':
      return Object.entries(act.shows).every(([field, writes]) => writes.includes(state[field] ?? 0)) ? [state] : [];
    case 'miss':
      return [];
  }
}
