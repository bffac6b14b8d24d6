import type { ReportedExchange, ReportedMessage } from '../exchange-schema.js';
import type { ReportedCounterexample, RunReport } from '../run-report-schema.js';

/** How much of the exchanges a page shows. */
export interface Detail {
  /** Characters of a body of the exchange that shows a failure. */
  readonly deciding: number;
  /** Characters of a body of any other exchange. */
  readonly others: number;
  /** Exchanges that are shown of one failure. */
  readonly exchanges: number;
  /** Characters of the script that reproduces a failure; a longer one is left out. */
  readonly script: number;
}

/** From the most that a person reads to what a very large run has room for. */
const details: readonly [Detail, ...Detail[]] = [
  { deciding: 40_000, others: 20_000, exchanges: 200, script: 40_000 },
  { deciding: 16_000, others: 4_000, exchanges: 60, script: 20_000 },
  { deciding: 6_000, others: 800, exchanges: 30, script: 12_000 },
  { deciding: 3_000, others: 0, exchanges: 30, script: 8_000 },
  { deciding: 1_500, others: 0, exchanges: 12, script: 4_000 },
  { deciding: 500, others: 0, exchanges: 4, script: 4_000 },
  { deciding: 500, others: 0, exchanges: 4, script: 0 },
];

/** The characters that a page may spend on exchanges and scripts, so that it opens at once. */
const MOST = 3_200_000;

/** What a failure takes besides its exchanges. */
const CARD = 3_000;

/** Markup of an exchange besides its bodies, and what line breaks and escapes make of a character of a body. */
const FRAME = 1_500;
const LINE = 350;
const SWELL = 2;

/** What every script begins with, what it says of a request, and what escapes make of a character of it. */
const PRELUDE = 1_400;
const STEP = 110;
const QUOTED = 1.4;

/** How long the parts of one failure are. */
interface Lengths {
  readonly exchanges: readonly number[];
  readonly script: number;
}

/** The most detail that a page has room for. */
export function toDetail({ requirements }: RunReport): Detail {
  const failures = requirements.flatMap(({ verdict }) =>
    'counterexample' in verdict ? [toLengths(verdict.counterexample)] : [],
  );
  const sizeIn = (detail: Detail): number => failures.reduce((sum, lengths) => sum + sizeOf(lengths, detail), 0);
  return details.find((detail) => sizeIn(detail) <= MOST) ?? details.at(-1) ?? details[0];
}

const toLengths = ({ exchanges }: ReportedCounterexample): Lengths => ({
  exchanges: exchanges.map(lengthOf),
  script: exchanges.reduce((sum, { curl }) => sum + STEP + curl.length, PRELUDE),
});

/** The size of one failure; which of its exchanges decides matters little, so it is taken to be the longest. */
function sizeOf({ exchanges, script }: Lengths, detail: Detail): number {
  const frame = detail.others === 0 ? LINE : FRAME;
  const shown = exchanges.slice(0, detail.exchanges);
  const rest = shown.reduce((sum, length) => sum + frame + SWELL * Math.min(length, detail.others), 0);
  const repeated = script > detail.script ? 0 : QUOTED * script;
  return CARD + rest + repeated + SWELL * Math.min(Math.max(0, ...exchanges), detail.deciding);
}

const lengthOf = ({ request, outcome }: ReportedExchange): number =>
  bodyLength(request) + ('response' in outcome ? bodyLength(outcome.response) : 0);

const bodyLength = ({ body }: ReportedMessage): number => (body && 'text' in body ? body.text.length : 0);
