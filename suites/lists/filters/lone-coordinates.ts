import fc from 'fast-check';
import type { Subject } from '../../../adapter/subject.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectRefusal, expectSuccess } from '../../../kernel/expectations.js';
import type { Exchange } from '../../../wire/exchange.js';
import { isRefused } from '../../../wire/status.js';
import { wasGranted } from '../../expect/expect-handled.js';
import { listRule } from '../../queries/list-rule.js';

/** One coordinate of a place, without the other. */
const alone: readonly ListQuery[] = [{ geoloc_lat: 52.37 }, { geoloc_lng: 4.9 }];

/** Zero is a coordinate, and none that was left out: the prime meridian. */
const onZero: ListQuery = { geoloc_lat: 51.48, geoloc_lng: 0 };
const beside: ListQuery = { geoloc_lat: 51.48, geoloc_lng: 0.5 };

const describe = (query: ListQuery): string => `a list by ${Object.keys(query).join()} alone`;

/** Asks for a list by each coordinate; where one is refused, so must be the other. */
async function expectAlike({ calendar }: Subject, queries: readonly ListQuery[]): Promise<void> {
  const asked: (readonly [what: string, exchange: Exchange])[] = [];
  for (const query of queries) asked.push([describe(query), await calendar.list('events', { ...query, per_page: 1 })]);
  if (asked.every(([what, exchange]) => wasGranted(exchange, what)))
    throw new DoesNotApply('a coordinate without the other is accepted');
  for (const [what, exchange] of asked) expectRefusal(exchange, what);
  const exchange = await calendar.list('events', { ...onZero, per_page: 1 });
  // Whoever knows no places may refuse every one.
  if (isRefused(exchange) && isRefused(await calendar.aside(() => calendar.list('events', { ...beside, per_page: 1 }))))
    return;
  expectSuccess(exchange, 'a list by a place on the prime meridian, as by one beside it,');
}

/** Each coordinate is stated to need the other; whoever knows no places may ignore both. */
export const needsBothCoordinates = listRule({
  collection: 'events',
  parameter: 'geoloc_lat',
  rule: 'alone',
  alsoCovers: ['event.list.geoloc_lng'],
  statement:
    'Where one of geoloc_lat and geoloc_lng is refused without the other, so is the other; zero counts as given.',
  cost: alone.length + 1,
  witnesses: [],
  given: () => fc.constant(alone),
  check: expectAlike,
});
