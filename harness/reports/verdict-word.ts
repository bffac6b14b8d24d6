import type { ExitCode } from './conclusion.js';

/** What a run comes to in a word or two, with a mark that tells it without colour. */
export interface VerdictWord {
  readonly word: string;
  readonly mark: string;
}

/** The verdict of a run by its exit code. */
export const verdictWords: Readonly<Record<ExitCode, VerdictWord>> = {
  0: { word: 'conforms', mark: '✅' },
  1: { word: 'deviates', mark: '❌' },
  2: { word: 'was not judged', mark: '❔' },
  3: { word: 'could not be judged', mark: '❔' },
  130: { word: 'was judged in part', mark: '❔' },
};
