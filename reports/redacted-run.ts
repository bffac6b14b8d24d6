import type { DeviationDetails, Sign } from '../kernel/deviation.js';
import type { Judged, RunEnd } from '../kernel/run-event.js';
import type { Counterexample } from '../kernel/verdict.js';
import type { Redaction } from '../wire/redaction.js';

/** A run's end without its secrets: reports are made from nothing else. */
export const redactRun = (end: RunEnd, redaction: Redaction): RunEnd => ({
  ...end,
  judged: end.judged.map((one) => redactJudged(one, redaction)),
  left: end.left.map(redaction.text),
  ...(end.trashed && { trashed: end.trashed.map(redaction.text) }),
  ...(end.outages && { outages: end.outages.map((one) => ({ ...one, reason: redaction.text(one.reason) })) }),
});

/** One verdict without secrets. */
export function redactJudged(one: Judged, redaction: Redaction): Judged {
  const { verdict } = one;
  if (verdict.outcome === 'passed') return one;
  if (verdict.outcome !== 'failed') {
    const reason = redaction.text(verdict.reason);
    const obstacle = 'obstacle' in verdict && verdict.obstacle && redactDeviation(verdict.obstacle, redaction);
    return { ...one, verdict: { ...verdict, reason, ...(obstacle && { obstacle }) } };
  }
  const counterexample = redactCounterexample(verdict.counterexample, redaction);
  return { ...one, verdict: { ...verdict, counterexample } };
}

function redactCounterexample(counterexample: Counterexample, redaction: Redaction): Counterexample {
  const { deviation, exchanges } = counterexample;
  return {
    ...counterexample,
    exchanges: exchanges.map(redaction.exchange),
    deviation: redactDeviation(deviation, redaction),
  };
}

/** What deviated, without secrets. */
export const redactDeviation = (deviation: DeviationDetails, redaction: Redaction): DeviationDetails => ({
  ...deviation,
  expected: redaction.text(deviation.expected),
  observed: redaction.text(deviation.observed),
  ...(deviation.sign && { sign: redactTexts(deviation.sign, redaction) }),
  ...(deviation.exchange && { exchange: redaction.exchange(deviation.exchange) }),
});

/** The same data, with no secret in any text. */
const redactTexts = (sign: Sign, { text }: Redaction): Sign =>
  JSON.parse(JSON.stringify(sign), (_, value: unknown) => (typeof value === 'string' ? text(value) : value));
