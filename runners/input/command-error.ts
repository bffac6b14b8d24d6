/**
 * Ends a command with one plain sentence and an exit code: 2 for wrong use, 3 for a target that cannot be judged, 130
 * for an interruption.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 2 | 3 | 130;
  constructor(exitCode: 2 | 3 | 130, sentence: string) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** Wrong use or configuration. */
export const wrongUse = (sentence: string): CommandError => new CommandError(2, sentence);

/** A target that cannot be judged. */
export const cannotJudge = (sentence: string): CommandError => new CommandError(3, sentence);

/** A run that was ended from outside before its first verdict. */
export const interrupted = (sentence: string): CommandError => new CommandError(130, sentence);
