import type { WorldRecord } from '../../target/world/world.js';
import { bounded } from './bounds.js';
import { toCondition } from './date-rule.js';
import { type Judgement, under } from './judgement.js';
import { onEndDate, onStartDate } from './on-dates.js';
import type { Condition, Context } from './pool.js';

/** The six date parameters of the event list. */
export const dateConditions = {
  start_date: toCondition(onStartDate),
  end_date: toCondition(onEndDate),
  starts_after: toCondition(bounded('starts', 'after')),
  starts_before: toCondition(bounded('starts', 'before')),
  ends_after: toCondition(bounded('ends', 'after')),
  ends_before: toCondition(bounded('ends', 'before')),
} as const satisfies Readonly<Record<string, Condition>>;

const dateNames = Object.keys(dateConditions);

/**
 * Whether the default window is out of the way. What it shows is computed by the service, so where it is not, nothing
 * that it might hide is judged.
 */
export function isOutsideDefaults(_: WorldRecord, { pool, query }: Context): Judgement {
  if ('include' in query) return 'in';
  const any = dateNames.some((name) => name in query);
  const both = 'start_date' in query && 'end_date' in query;
  return under(pool, 'list.default-window.lifted', (lifted) => ((lifted === 'any-date' ? any : both) ? 'in' : 'open'));
}
