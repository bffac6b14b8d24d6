import { factInWords } from '../../adapter/profile/fact-words.js';
import type { Fact, Observation } from '../../adapter/profile/fact.js';
import { TARGET_PROFILE } from '../../adapter/profile/pinned-facts.js';
import { collections } from '../../contract/resources.js';
import { indent, type Setting, wrap } from '../../reports/terminal/layout.js';
import type { JsonObject } from '../../wire/json.js';
import { toPrintableLine } from '../../wire/printable.js';
import type { Redaction } from '../../wire/redaction.js';

/** Where and how a target was learned. */
interface Origin {
  readonly url: string;
  readonly mode: string;
  /** ISO 8601. */
  readonly learned: string;
}

/** A target profile as it is written to a file: the facts, and what showed them. */
export const toProfileJson = (facts: readonly Fact[], origin: Origin, redaction: Redaction): JsonObject => ({
  format: TARGET_PROFILE,
  ...origin,
  ...toFactsJson(facts, redaction),
});

/** Facts by id, and the exchanges that show them, without secrets. */
export const toFactsJson = (facts: readonly Fact[], { text }: Redaction): JsonObject => ({
  facts: Object.fromEntries(facts.map(({ id, value }) => [id, value])),
  evidence: Object.fromEntries(
    facts
      .filter(({ observations }) => observations.length > 0)
      .map(({ id, observations }) => [
        id,
        observations.map((one) => ({ request: text(toRequestLine(one)), shows: text(one.shows) })),
      ]),
  ),
});

/** The request of an observation in a line. */
const toRequestLine = ({ exchange: { request } }: Fact['observations'][number]): string =>
  `${request.method} ${request.target}`;

interface FactTextStyle extends Setting {
  readonly redaction: Redaction;
}

/** What belongs together, by the ids of the facts. */
const groups: readonly (readonly [title: string, fits: RegExp])[] = [
  ['The service', /^(site|access|identities|http|extensions|languages)\b/],
  ['Lists', /^lists\.|^events\.default-window$/],
  ['Writes', /(^|\.)(create|update|delete)$|^bodies\./],
  ['Errors', /^errors\./],
  ...collections.map(
    (collection) => [capital(collection), new RegExp(`^${collection}\\.(?!create$|default-window$)`)] as const,
  ),
  ['Readings', /^readings\./],
];

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const titleOf = ({ id }: Fact): string => groups.find(([, fits]) => fits.test(id))?.[0] ?? '';

/** Facts in words, in groups, each with the requests that show it and what their answers hold. */
export function toFactLines(facts: readonly Fact[], setting: FactTextStyle): readonly string[] {
  return groups.flatMap(([title]) => {
    const own = facts.filter((fact) => titleOf(fact) === title);
    if (own.length === 0) return [];
    return ['', setting.palette.strong(title), ...own.flatMap((fact) => toLines(fact, setting))];
  });
}

function toLines({ id, value, observations }: Fact, setting: FactTextStyle): readonly string[] {
  const { palette, width, redaction } = setting;
  const words = toPrintableLine(redaction.text(`${id}: ${factInWords(id, value)}`));
  const [first = '', ...rest] = wrap(words, width - INDENT - 2);
  const name = first.startsWith(id) ? `${palette.strong(id)}${first.slice(id.length)}` : first;
  return [
    ...indent([name, ...indent(rest, INDENT)], 2),
    ...observations.map((one) => palette.quiet(toObservationLine(one, setting))),
  ];
}

const INDENT = 4;

/** The request, cut where it would push what was seen off the line, and what was seen. */
function toObservationLine(observation: Observation, { width, redaction }: FactTextStyle): string {
  const shows = toPrintableLine(redaction.text(observation.shows));
  const request = toPrintableLine(redaction.text(toRequestLine(observation)));
  const room = Math.max(LEAST, width - 2 * INDENT - shows.length);
  const line = request.length <= room ? request : `${request.slice(0, room - 1)}…`;
  return `${' '.repeat(INDENT + 2)}${line}  ${shows}`;
}

const LEAST = 40;
