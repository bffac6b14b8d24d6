import type { DeviationDetails, DeviationSubject } from '../../kernel/deviation.js';
import { groupByCause } from '../../kernel/run/group-by-cause.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Judged } from '../../kernel/run-event.js';
import type { Verdict } from '../../kernel/verdict.js';
import type { Exchange } from '../../wire/exchange.js';
import { askingOnce, say } from './toy.js';

export const failedBy = (details: Partial<DeviationDetails>): Verdict => ({
  outcome: 'failed',
  runs: 1,
  requests: 1,
  intermittent: false,
  counterexample: {
    value: null,
    deviation: { kind: 'status', expected: 'a', observed: 'b', ...details },
    exchanges: [],
    shrinks: 0,
    seed: 1,
    path: '0',
  },
});

export const exchangeWith = (status: number): Exchange => ({
  number: 1,
  phase: 'check',
  request: { method: 'GET', target: '/', headers: [] },
  outcome: say(status),
  ms: 0,
});

export type Fields = Partial<RequirementInfo>;

export const judged = (id: string, verdict: Verdict, fields: Fields = {}): Judged => ({
  requirement: askingOnce(async () => {}, { id, clause: id, ...fields }),
  verdict,
});

/** A failure that shows a field otherwise, by default of a requirement about several. */
export const altered = (id: string, field: string, fields: Fields = {}): Judged =>
  judged(id, failedBy({ kind: 'value', about: { field, operation: `${id.split('.')[0]}.item.GET` } }), fields);

/** A failure of a list that was asked with these parameters. */
export const listed = (
  id: string,
  about: DeviationSubject,
  fields: Fields = {},
  kind: 'selection' | 'total' = 'selection',
) => judged(id, failedBy({ kind, about: { operation: 'tags.all.GET', ...about } }), fields);

export const inconclusive = (more: Partial<Extract<Verdict, { outcome: 'cantTell' }>>): Verdict => ({
  outcome: 'cantTell',
  reason: 'no tag',
  requests: 1,
  ...more,
});

/** The causes that are named, by id. */
export const causesOf = (...all: readonly Judged[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    groupByCause(all).flatMap(({ requirement, verdict }) =>
      'cause' in verdict && verdict.cause !== undefined ? [[requirement.id, verdict.cause]] : [],
    ),
  );
