import { quote, toCurl } from '../../wire/curl.js';
import type { Exchange, HeaderPairs, WireRequest } from '../../wire/exchange.js';
import { isSecretHeader, REDACTED } from '../../wire/redaction.js';
import { type Carried, createdBy, replaceValue, type Source } from '../carried-value.js';
import { toTitleLine } from './script-head.js';

/** A placeholder for the origin until its line is quoted; `<` makes sure that it is. */
const ORIGIN = '<calproof:origin>';
/** The same for the path of a record to be deleted. */
const PATH = '<calproof:path>';
const placeholderOf = (index: number): string => `<calproof:${index}>`;
const variableOf = (index: number): string => `id${index + 1}`;

/** What the lines of a script are made with. */
export interface Lines {
  readonly carried: readonly Carried[];
  readonly connection: readonly string[];
  /** Where the response to a create says which id it gave, by the path that was posted to. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** Where responses to creates say which ids they gave. */
export const sourcesIn = (exchanges: readonly Exchange[]): Lines['sources'] =>
  new Map(
    exchanges.flatMap((exchange) => {
      const made = createdBy(exchange);
      return made ? [[pathOf(exchange), made.source] as const] : [];
    }),
  );

const pathOf = ({ request: { target } }: Exchange): string => target.split('?')[0] ?? '';

/** The variable of a carried id or slug; undefined for one that no request of the script creates. */
export function variableFor(wanted: string, { carried }: Lines): string | undefined {
  const index = carried.findIndex(({ value }) => value === wanted);
  return index < 0 ? undefined : variableOf(index);
}

/** The line that sends a request again, to the present origin and with the present ids. */
function toSendLine(exchange: Exchange, { carried, connection }: Lines): string {
  const request = carried.reduce<WireRequest>(
    (sent, { value, from }, index) => (from < exchange.number ? replaceValue(sent, value, placeholderOf(index)) : sent),
    exchange.request,
  );
  return toExpansions(toCurl({ ...exchange, request }, { origin: ORIGIN, connection }));
}

/** A placeholder is within single quotes: ends them, and begins them again. */
const toExpansions = (line: string): string =>
  line
    .replaceAll(`'${ORIGIN}`, `"$origin"'`)
    .replaceAll(PATH, `'"$1"'`)
    .replace(/<calproof:(\d+)>/g, (_, index: string) => `'"$${variableOf(Number(index))}"'`)
    .replaceAll(`"''`, '"');

/** The lines that take from the last answer what later requests need, and note what it created. */
function toTakeLines(exchange: Exchange, lines: Lines): readonly string[] {
  const { carried } = lines;
  const made = createdBy(exchange);
  const own = carried.findIndex(({ value, from }) => from === exchange.number && value === made?.value);
  const taken = carried.flatMap(({ from, source }, index) =>
    from === exchange.number ? [`${variableOf(index)}=$(${toTaking(source)})`] : [],
  );
  const isThere = carried.flatMap(({ from }, index) =>
    from === exchange.number ? [`[ "$${variableOf(index)}" != none ] || cannot 'a record could not be created'`] : [],
  );
  const kept = made && (own < 0 ? `$(${toTaking(made.source)})` : `$${variableOf(own)}`);
  const keeping = kept === undefined ? toKeepLines(exchange, lines) : [`keep ${quote(pathOf(exchange))} "${kept}"`];
  return [...taken, ...keeping, ...isThere];
}

/** What was refused in the run may be accepted now: then its record has to be deleted, too. */
function toKeepLines(exchange: Exchange, { sources }: Lines): readonly string[] {
  const source = exchange.request.method === 'POST' ? sources.get(pathOf(exchange)) : undefined;
  if (!source) return [];
  return [`case "$(status)" in 2??) keep ${quote(pathOf(exchange))} "$(${toTaking(source)})" ;; esac`];
}

const toTaking = (source: Source): string =>
  source.kind === 'location' ? 'location' : `member ${source.name} ${source.nth}`;

/** The lines that send a request again; of what creates test data, the answer is not shown. */
export function toStepLines(exchange: Exchange, lines: Lines): readonly string[] {
  const sent = toSendLine(exchange, lines);
  return exchange.phase === 'world'
    ? [`${sent} > /dev/null`, ...toTakeLines(exchange, lines)]
    : ['', toTitleLine(exchange), sent, ...toTakeLines(exchange, lines)];
}

/** Deletes a record as the default identity of the run. */
export function toRemoveLine(exchanges: readonly Exchange[], { connection }: Lines): string {
  const sent = exchanges.find(({ identity }) => identity === undefined)?.request.headers ?? [];
  const headers: HeaderPairs = sent.filter(([name, value]) => isSecretHeader(name) || value.includes(REDACTED));
  const request = { method: 'DELETE', target: PATH, headers };
  const line = toExpansions(toCurl({ request }, { origin: ORIGIN, connection }));
  return `remove() { command ${line.replace('curl -i', 'curl -i -sS --max-time 60')}; }`;
}
