import { toCurl } from '../../curl.js';
import type { Exchange, WireRequest } from '../../exchange.js';
import type { Carried, Source } from './carried.js';
import { replaceValue } from './replace-value.js';

/** What stands for the origin until its line is quoted; `<` makes a word one that is quoted. */
const ORIGIN = '<calproof:origin>';
const placeholderOf = (index: number): string => `<calproof:${index}>`;
const variableOf = (index: number): string => `id${index + 1}`;

/** The line that sends an exchange's request again, where it is now and about what was made now. */
export function toSendLine(
  exchange: Exchange,
  carried: readonly Carried[],
  connection: readonly string[] = [],
): string {
  const request = carried.reduce<WireRequest>(
    (sent, { value, from }, index) => (from < exchange.number ? replaceValue(sent, value, placeholderOf(index)) : sent),
    exchange.request,
  );
  return toExpansions(toCurl({ ...exchange, request }, { origin: ORIGIN, connection }));
}

/** Every place is within single quotes: it ends them, and begins them anew. */
const toExpansions = (line: string): string =>
  line
    .replaceAll(`'${ORIGIN}`, `"$origin"'`)
    .replace(/<calproof:(\d+)>/g, (_, index: string) => `'"$${variableOf(Number(index))}"'`)
    .replaceAll(`"''`, '"');

/** The lines that take from the last answer what later requests need of it. */
export const toTakeLines = (exchange: Exchange, carried: readonly Carried[]): readonly string[] =>
  carried.flatMap(({ from, source }, index) =>
    from === exchange.number ? [`${variableOf(index)}=$(${toTaking(source)})`] : [],
  );

const toTaking = (source: Source): string =>
  source.kind === 'location' ? 'location' : `member ${source.name} ${source.nth}`;
