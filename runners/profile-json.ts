import type { JsonObject } from '../harness/json.js';
import type { Redaction } from '../harness/redact.js';
import type { Fact } from '../target/facts/fact.js';
import { TARGET_PROFILE } from '../target/pinned/pinned.js';

/** Where and how a target was learned. */
export interface Origin {
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
export const toRequestLine = ({ exchange: { request } }: Fact['observations'][number]): string =>
  `${request.method} ${request.target}`;
