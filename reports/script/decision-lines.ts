import { quote } from '../../wire/curl.js';
import { type Decision, toIdPattern } from './decision.js';

const CANNOT = "cannot 'the response alone does not show this deviation; calproof replay decides'";

/** The end of a script: by the last answer it says whether the deviation is there, and exits. */
export function toDecisionLines(
  decision: Decision | undefined,
  wordOf: (id: string) => string | undefined,
): readonly string[] {
  switch (decision?.kind) {
    case 'status':
      return [
        'case "$(status)" in',
        `  ''|${decision.undecided}) cannot "the response $(status) decides nothing" ;;`,
        `  ${decision.fitting}) gone ;;`,
        '  *) there ;;',
        'esac',
      ];
    case 'member':
      return [
        `if holds ${quote(decision.deviating)}; then there; fi`,
        `if holds ${quote(decision.fitting)}; then gone; fi`,
        "cannot 'the response shows neither of these values'",
      ];
    case 'text':
      return [
        `if holds ${quote(decision.deviating)}; then there; fi`,
        decision.decidesAlone
          ? 'case "$(status)" in 2??|401|403) gone ;; *) cannot "the response has the status $(status)" ;; esac'
          : "cannot 'what this response lacks may depend on what was sent before'",
      ];
    case 'list':
      return toListLines(decision, decision.records.map(wordOf));
    case undefined:
      return [CANNOT];
  }
}

function toListLines(
  { listed }: Extract<Decision, { kind: 'list' }>,
  words: readonly (string | undefined)[],
): readonly string[] {
  const ids = words.filter((one) => one !== undefined);
  if (ids.length < words.length) return [CANNOT];
  const pattern = toIdPattern('$id').replaceAll('"', '\\"').replace('|$', '|\\$');
  return [
    'case "$(status)" in 2??) ;; *) cannot "there is no list, but the status $(status)" ;; esac',
    `for id in ${ids.join(' ')}; do`,
    listed ? `  if holds "${pattern}"; then there; fi` : `  if ! holds "${pattern}"; then there; fi`,
    'done',
    'gone',
  ];
}
