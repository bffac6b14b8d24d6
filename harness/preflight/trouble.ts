/** A reason why a target cannot be judged, as a person is told it. `{slots}` are filled with what was seen. */
export interface Trouble {
  /** What was seen: one sentence. */
  readonly seen: string;
  /** What to try next: one sentence. */
  readonly advice: string;
  /** What is behind it, for the page on troubleshooting. */
  readonly means: string;
}

export type Troubles = Readonly<Record<string, Trouble>>;

/** What goes into the slots of a trouble. */
export type Values<One extends Trouble> = Readonly<Record<SlotsOf<One['seen'] | One['advice']>, string>>;

type SlotsOf<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsOf<Rest> : never;
