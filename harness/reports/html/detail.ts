import type { ReportedExchange, ReportedMessage, RunReport } from '../model.js';

/** How much of what went over the wire a page shows. */
export interface Detail {
  /** Characters of a body of the exchange that shows a failure. */
  readonly deciding: number;
  /** Characters of a body of any other exchange. */
  readonly others: number;
  /** Exchanges that are told of one failure. */
  readonly exchanges: number;
}

/** From all that a person may want to read to what a very large run leaves room for. */
const details: readonly [Detail, ...Detail[]] = [
  { deciding: 40_000, others: 20_000, exchanges: 200 },
  { deciding: 16_000, others: 4_000, exchanges: 60 },
  { deciding: 6_000, others: 800, exchanges: 30 },
  { deciding: 3_000, others: 0, exchanges: 30 },
  { deciding: 1_500, others: 0, exchanges: 12 },
  { deciding: 500, others: 0, exchanges: 4 },
];

/** The characters that a page may spend on exchanges, so that it opens at once. */
const MOST = 2_500_000;

/** What a failure takes besides its exchanges. */
const CARD = 3_000;

/** Markup of an exchange besides its bodies, and what line breaks and escapes make of a character of a body. */
const FRAME = 1_500;
const LINE = 350;
const SWELL = 2;

/** The most detail that a page has room for. */
export function toDetail({ requirements }: RunReport): Detail {
  const failures = requirements.flatMap(({ verdict }) =>
    'counterexample' in verdict ? [verdict.counterexample.exchanges.map(lengthOf)] : [],
  );
  const sizeIn = (detail: Detail): number => failures.reduce((sum, lengths) => sum + sizeOf(lengths, detail), 0);
  return details.find((detail) => sizeIn(detail) <= MOST) ?? details.at(-1) ?? details[0];
}

/** The size of one failure's exchanges; which of them decides matters little, so it is taken to be the longest. */
function sizeOf(lengths: readonly number[], { deciding, others, exchanges }: Detail): number {
  const told = lengths.slice(0, exchanges);
  const frame = others === 0 ? LINE : FRAME;
  const rest = told.reduce((sum, length) => sum + frame + SWELL * Math.min(length, others), 0);
  return CARD + rest + SWELL * Math.min(Math.max(0, ...lengths), deciding);
}

const lengthOf = ({ request, outcome }: ReportedExchange): number =>
  bodyLength(request) + ('response' in outcome ? bodyLength(outcome.response) : 0);

const bodyLength = ({ body }: ReportedMessage): number => (body && 'text' in body ? body.text.length : 0);
