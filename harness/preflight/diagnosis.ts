/** Why a URL cannot be judged: what was seen, and what to try next. One plain sentence each. */
export interface Diagnosis {
  readonly seen: string;
  readonly advice: string;
}
