import { isRef, type ListQuery, type Ref } from '../../generators/wire-value.js';
import { addDays, dayOf } from '../notation/day-times.js';
import type { Sample, Sampled } from '../world/world-sample.js';

/** Two categories, and by what an event of each is known in the response to a list by both: any of its marks. */
export interface ListStyleSpecimen {
  readonly two: readonly Ref[];
  readonly ofOne: readonly (readonly string[])[];
  /** What holds these events in view. */
  readonly bounds: ListQuery;
}

const categoriesOf = ({ draft: { payload } }: Sampled): readonly string[] =>
  [payload.categories ?? []].flat().flatMap((one) => (isRef(one) ? [one.key] : []));

/** Sampled events of which each has a category that the other lacks; undefined where there are none. */
export function specimenIn({ records }: Sample): ListStyleSpecimen | undefined {
  const events = records.filter(({ draft }) => draft.ref.ref === 'events' && titleOf(draft) !== '');
  for (const one of events) {
    const other = events.find((event) => lacksOf(event, one).length > 0 && lacksOf(one, event).length > 0);
    if (!other || titleOf(one.draft) === titleOf(other.draft)) continue;
    const two = [lacksOf(other, one)[0], lacksOf(one, other)[0]].flatMap((key) =>
      key === undefined ? [] : [{ ref: 'categories' as const, key }],
    );
    const ofOne = [one, other].map(({ draft, id }) => marksOf(titleOf(draft), id));
    return { two, ofOne, bounds: boundsOf([one, other]) };
  }
  return undefined;
}

/** By what an event is known in a list of which no shape is known yet: its title, its id, or a link to it. */
export const marksOf = (title: string, id: string): readonly string[] => [
  title,
  `events/${id}"`,
  ...[',', '}'].flatMap((end) => [`"id":${id}${end}`, `"id":"${id}"${end}`]),
];

/** The categories of one event that another lacks. */
const lacksOf = (event: Sampled, other: Sampled): readonly string[] =>
  categoriesOf(other).filter((key) => !categoriesOf(event).includes(key));

/** A title as it stands in a JSON body. */
const titleOf = ({ payload }: Sampled['draft']): string =>
  typeof payload.title === 'string' ? JSON.stringify(payload.title).slice(1, -1) : '';

function boundsOf(events: readonly Sampled[]): ListQuery {
  const days = events
    .flatMap(({ draft: { payload } }) => [payload.start_date, payload.end_date])
    .flatMap((time) => (typeof time === 'string' ? [dayOf(time)] : []))
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined
    ? {}
    : { starts_after: addDays(first, -2), ends_before: addDays(last, 2) };
}
