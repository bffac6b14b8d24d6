import { Inconclusive } from '../../harness/errors.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectThat } from '../../harness/expectations.js';
import { alternativesFor } from '../../target/alternatives.js';
import type { Calendar } from '../../target/calendar.js';
import { type UtcOffset, utcOffsetsOf } from '../../target/lead.js';
import type { Shown } from '../../target/lens.js';
import { isPlausibleUtcOffset, utcOffsetsIn } from '../../target/zone.js';

/** A record as it was read, and the answer that shows it. */
export type Read = Shown & { readonly exchange: Exchange };

/** The start and end of an event. @throws CannotTell when the target does not show them in UTC, too. */
export function expectOffsets({ lens }: Calendar, shown: Shown): readonly UtcOffset[] {
  const leads = utcOffsetsOf(lens, shown);
  if (leads.length < 2) throw new Inconclusive('start and end are not shown in UTC');
  return leads;
}

/**
 * Expects the times of an event in UTC to be those on the clock of a zone; where all times are on that of the site
 * (reading `event.times.zone`), whose zone is not known, on that of any.
 */
export function expectUtc(calendar: Calendar, { exchange, ...shown }: Read, zone: string): void {
  const isOnSiteClock = alternativesFor(calendar.profile, 'event.times.zone').includes('site');
  for (const { local, seconds } of expectOffsets(calendar, shown)) {
    const leads = utcOffsetsIn(zone, local);
    const fits = leads.includes(seconds) || (isOnSiteClock && isPlausibleUtcOffset(seconds));
    const expected = `${local} in ${zone} to be ${leads.join(' or ')} s ahead of UTC`;
    expectThat(fits, { kind: 'value', expected, observed: `${seconds} s`, exchange });
  }
}
