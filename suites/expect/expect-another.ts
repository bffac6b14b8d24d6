import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused, statusOf } from '../../wire/status.js';
import { expectCreated } from './expect-shown.js';

/** Expects an accepted create to have made a record of its own: not to have found one, or written over it. */
export function expectAnother(first: Pick<Made, 'collection' | 'id'>, second: Made, shared: string): void {
  const { collection, id, exchange } = second;
  expectThat(id !== first.id, {
    kind: 'state',
    expected: `a create with the ${shared} of ${collection}/${first.id} to be refused or to make another record`,
    observed: `${statusOf(exchange)} with the id ${id} of that record`,
    exchange,
    about: { mistake: `a create with the ${shared} of another record finds it` },
  });
}

/** The records that there are after a second create, with what the first has in a field; the second may be refused. */
export function bothOf(calendar: Calendar, first: Made, second: Written, shared: string): readonly Made[] {
  if (isRefused(second.exchange)) return [first];
  const made = expectCreated(calendar, second);
  expectAnother(first, made, shared);
  return [first, made];
}
