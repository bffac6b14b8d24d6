import type { Season } from '../../../adapter/world/season-events.js';
import { addSeconds, atTime } from '../../../adapter/notation/day-times.js';
import { browse, type Browsed } from '../../../adapter/reading/browse.js';
import type { Period } from '../../../adapter/reading/record-queries.js';
import type { Subject } from '../../../adapter/subject.js';
import type { WorldRecord } from '../../../adapter/world/world.js';
import { DAY } from '../../../generators/wall-time.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { expectThat } from '../../../kernel/expectations.js';
import { expectBrowsed } from '../../expect/expect-list.js';
import type { DateParameter } from '../../model/date-conditions.js';
import { select, type Selection } from '../../model/select.js';
import { dateComparisonOf } from '../../queries/parameter-semantics.js';

/** A list of one season, or else of the world's own days. */
export interface DatedQuery {
  readonly season?: Season;
  /** Of a season of found events: the days on which they are. */
  readonly days?: Period;
  readonly query: ListQuery;
}

/** A date parameter, and the events that a list by it is judged on. */
interface Bounding {
  readonly parameter: DateParameter;
  readonly among: (asked: DatedQuery) => (event: WorldRecord) => boolean;
}

const HOUR = 3600;

/** By how many seconds bounds are displaced most often: changes of clocks, rounding, days, zones. */
const USUAL = [HOUR, 1, DAY, 2 * HOUR];

/** What a list shows, and by how many seconds its bound is displaced if that explains it; 0 if nothing has to. */
interface Shown extends DatedQuery {
  readonly browsed: Browsed;
  readonly displacement: number | undefined;
}

function mistakesIn({ world }: Subject, { items }: Browsed, { must, mustNot }: Selection) {
  const keys = new Set(items.map(({ id }) => world.refOf('events', id)?.key));
  const [isMissing, isExtra] = [must.some(({ key }) => !keys.has(key)), mustNot.some(({ key }) => keys.has(key))];
  return { isRight: !isMissing && !isExtra, isMissing, isExtra };
}

type Mistakes = ReturnType<typeof mistakesIn>;

/** The displacements that would explain a wrong list: one that shows too much begins too early or ends too late. */
function explaining(parameter: DateParameter, { isMissing, isExtra }: Mistakes): readonly number[] {
  const { side } = dateComparisonOf(parameter);
  if (side === 'on' || isMissing === isExtra) return USUAL.flatMap((seconds) => [-seconds, seconds]);
  const sign = (side === 'after') === isExtra ? -1 : 1;
  return USUAL.map((seconds) => sign * seconds);
}

async function read(subject: Subject, asked: DatedQuery, { parameter, among }: Bounding): Promise<Shown> {
  const { query } = asked;
  const selection = select(subject.world, 'events', query, { among: among(asked) });
  const browsed = await browse(subject.calendar, 'events', query);
  const mistakes = mistakesIn(subject, browsed, selection);
  if (mistakes.isRight) return { ...asked, browsed, displacement: 0 };
  const { [parameter]: sent } = query;
  const bound = typeof sent === 'string' ? sent : '';
  const isExact = query.strict_dates === true;
  // A bound that is a day can be moved by whole days only.
  for (const seconds of explaining(parameter, mistakes).filter((one) => isExact || one % DAY === 0)) {
    const moved = addSeconds(bound.length > DAY_LENGTH ? bound : atTime(bound, '00:00:00'), -seconds);
    const other = await browse(subject.calendar, 'events', { ...query, [parameter]: moved.slice(0, bound.length) });
    if (mistakesIn(subject, other, selection).isRight) return { ...asked, browsed, displacement: seconds };
  }
  return { ...asked, browsed, displacement: undefined };
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A time span in words: `1:00:00 earlier`. */
function inWords(seconds: number): string {
  const size = Math.abs(seconds);
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  return `${Math.floor(size / HOUR)}:${two((size % HOUR) / 60)}:${two(size % 60)} ${seconds < 0 ? 'earlier' : 'later'}`;
}

/**
 * Expects the bound of a list to be where it was sent, in each season: a defect that displaces it by the same time
 * everywhere is named by that time.
 */
export async function expectUndisplaced(subject: Subject, asked: readonly DatedQuery[], by: Bounding): Promise<void> {
  const shown: Shown[] = [];
  for (const one of asked) shown.push(await read(subject, one, by));
  const [first, ...others] = shown.filter(({ displacement }) => displacement !== undefined && displacement !== 0);
  const alike = first ? [first, ...others].filter(({ displacement }) => displacement === first.displacement) : [];
  const seasons = alike.flatMap(({ season }) => season ?? []);
  const when = alike.length < shown.length && seasons.length > 0 ? ` in ${seasons.join(' and ')}` : '';
  const mistake = `the bound were ${inWords(first?.displacement ?? 0)}${when}`;
  expectThat(first === undefined, () => ({
    kind: 'selection',
    expected: `${by.parameter} to select by the time that was sent`,
    observed: `${by.parameter} selects as if ${mistake}`,
    about: { mistake },
    ...(first?.browsed.pages[0] && { exchange: first.browsed.pages[0].exchange }),
  }));
  for (const { browsed, ...one } of shown) {
    expectBrowsed(browsed, { world: subject.world, collection: 'events', query: one.query, among: by.among(one) });
  }
}
