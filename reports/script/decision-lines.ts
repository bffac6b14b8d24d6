import { quote } from '../../wire/curl.js';
import { ANY_ID, type Decision, toIdPattern } from './decision.js';

const CANNOT = "cannot 'the response alone does not show this deviation; calproof replay decides'";

const A_LIST = 'case "$(status)" in 2??) ;; *) cannot "there is no list, but the status $(status)" ;; esac';

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
    case 'count':
      return [
        A_LIST,
        `count=$(LC_ALL=C grep -aoE ${quote(ANY_ID)} "$answer" | wc -l)`,
        `[ "$count" -ne ${decision.deviating} ] || there`,
        `[ "$count" -ne ${decision.fitting} ] || gone`,
        'cannot "the list holds $count records, which is neither of these numbers"',
      ];
    case 'order':
      return toOrderLines(decision.records.map(wordOf));
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
    A_LIST,
    `for id in ${ids.join(' ')}; do`,
    listed ? `  if holds "${pattern}"; then there; fi` : `  if ! holds "${pattern}"; then there; fi`,
    'done',
    'gone',
  ];
}

/** Where one of two records is not listed at all, their order shows nothing. */
function toOrderLines([first, second]: readonly (string | undefined)[]): readonly string[] {
  if (first === undefined || second === undefined) return [CANNOT];
  const pattern = (id: string): string => toIdPattern(id).replaceAll('"', '\\"').replace('|$', '|\\$');
  const stands = (one: string, other: string): string =>
    `one=${one} other=${other}; LC_ALL=C tr -d '\\r\\n' < "$answer" | LC_ALL=C grep -aqE "${pattern('$one')}.*${pattern('$other')}"`;
  return [
    A_LIST,
    `if ${stands(first, second)}; then there; fi`,
    `if ${stands(second, first)}; then gone; fi`,
    "cannot 'the list does not hold both records'",
  ];
}
