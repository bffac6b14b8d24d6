import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { idsIn, wallClock } from '../../adapter/notation/shown-values.js';
import { browse, type Browsed } from '../../adapter/reading/browse.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { narrow } from '../../adapter/reading/record-queries.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { ExistingFlag, FoundEvent } from '../../adapter/world/world.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { witness } from '../../kernel/tally.js';
import { Inconclusive } from '../../wire/errors.js';
import { LEAVES_OUT, RETURNS } from '../expect/expect-selection.js';
import { fieldOfFound } from '../expect/shown-in.js';
import { listRule } from '../queries/list-rule.js';

/** The days around an event that was found. */
export function around(calendar: Calendar, event: FoundEvent): ListQuery {
  const [start, end] = ['start_date', 'end_date'].map((field) => wallClock(fieldOfFound(calendar, event, field)));
  return narrow('events', { start_date: start ?? '', end_date: end || (start ?? '') }, calendar.profile);
}

export const holds = ({ items }: Browsed, id: string): boolean => items.some((item) => item.id === id);

/** Whether a flag must select an event or leave it out: of one with several venues, or none, `geoloc` need not. */
const isDecided = (calendar: Calendar, flag: ExistingFlag, event: Shown): boolean =>
  flag !== 'geoloc' || idsIn(fieldOfFound(calendar, event, 'venue')).length === 1;

/** What a flag selects of the events that are there: each one either way, and none both ways. */
const dividesExisting = (flag: ExistingFlag, what: string): CalendarRequirement =>
  listRule({
    collection: 'events',
    parameter: flag,
    rule: 'existing',
    needs: [`existing.${flag}`],
    statement: `An existing event is in the list ${what} or in the list of the others, and none is in both.`,
    cost: 4,
    given: (world) => fc.constant(world.existing.divided[flag]),
    async check({ calendar }, divided) {
      if (!divided) throw new RangeError(`${flag} divides nothing`);
      for (const event of [divided.selected, divided.unselected]) await expectDivided(calendar, flag, event);
    },
  });

/** Which of the events around one are on either side of a flag. */
interface Sides {
  readonly yes: Browsed;
  readonly no: Browsed;
}

async function askSides(calendar: Calendar, flag: ExistingFlag, days: ListQuery): Promise<Sides> {
  const yes = await browse(calendar, 'events', { ...days, [flag]: true });
  const no = await browse(calendar, 'events', { ...days, [flag]: false });
  return { yes, no };
}

/** Whether a list holds an event that the other one holds, too, or neither the one that was found. */
const misplacedIn = (
  calendar: Calendar,
  { yes, no }: Sides,
  flag: ExistingFlag,
  { id }: FoundEvent,
): Pick<Shown, 'id'> | undefined =>
  [...yes.items.filter((event) => isDecided(calendar, flag, event)), { id }].find(
    (event) => holds(yes, event.id) === holds(no, event.id),
  );

/** That an event is in neither list shows nothing once its owner has moved or deleted it. */
export async function expectThere(calendar: Calendar, days: ListQuery, id: string): Promise<void> {
  if (!holds(await browse(calendar, 'events', days), id))
    throw new Inconclusive('somebody else moved or deleted an event that was found');
}

/** Expects each event around one to be on one side of a flag. Others may write meanwhile, so a doubt is checked again. */
async function expectDivided(calendar: Calendar, flag: ExistingFlag, found: FoundEvent): Promise<void> {
  const days = around(calendar, found);
  const first = await askSides(calendar, flag, days);
  const sides = misplacedIn(calendar, first, flag, found) ? await askSides(calendar, flag, days) : first;
  if (sides.yes.items.length > 0) witness(RETURNS);
  if (sides.no.items.length > 0) witness(LEAVES_OUT);
  const misplaced = misplacedIn(calendar, sides, flag, found);
  if (misplaced && !holds(sides.yes, misplaced.id)) await expectThere(calendar, days, misplaced.id);
  expectThat(misplaced === undefined, () => ({
    kind: 'selection',
    expected: `events/${misplaced?.id} in exactly one of the lists with ${flag}=true and ${flag}=false`,
    observed: misplaced && holds(sides.yes, misplaced.id) ? 'it is in both' : 'it is in neither',
    ...(sides.no.pages[0] && { exchange: sides.no.pages[0].exchange }),
  }));
}

/** An event has one parent: under another, it is not listed. */
const hasOneParent = listRule({
  collection: 'events',
  parameter: 'post_parent',
  rule: 'existing',
  needs: ['existing.post-parent'],
  statement: 'No existing event is listed under two different values of post_parent.',
  cost: 2,
  witnesses: [RETURNS],
  given: (world) => fc.constant(world.existing.family),
  async check({ calendar }, family) {
    if (!family) throw new RangeError('no family was found');
    const days = around(calendar, family.child);
    const own = await browse(calendar, 'events', { ...days, post_parent: Number(family.parent) });
    const other = await browse(calendar, 'events', { ...days, post_parent: Number(family.child.id) });
    if (own.items.length > 0) witness(RETURNS);
    const twice = own.items.find(({ id }) => holds(other, id));
    expectThat(twice === undefined, () => ({
      kind: 'selection',
      expected: `events/${twice?.id} listed only under post_parent=${family.parent}`,
      observed: `also listed under post_parent=${family.child.id}`,
      ...(other.pages[0] && { exchange: other.pages[0].exchange }),
    }));
  },
});

/** Filters by what no client can set, judged on records of others. */
export const existingFilters: readonly CalendarRequirement[] = [
  dividesExisting('geoloc', 'with a located venue'),
  dividesExisting('ticketed', 'with tickets'),
  hasOneParent,
];
