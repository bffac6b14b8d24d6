import { isRef, type ListQuery, type Ref } from '../../generators/wire-value.js';
import { addDays, dayOf } from '../notation/day-times.js';
import type { Sample, Sampled } from '../world/world-sample.js';

/** Two categories, and an event of each, as a list by both shows it: by its title, or by its id alone. */
export interface ListStyleSpecimen {
  readonly two: readonly Ref[];
  readonly events: readonly SpecimenEvent[];
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
    const pair = [one, other].map(({ draft, id }) => ({ title: titleOf(draft), id }));
    return { two, events: pair, bounds: boundsOf([one, other]) };
  }
  return undefined;
}

/** Its id is unknown where its create was refused. */
interface SpecimenEvent {
  readonly title: string;
  readonly id?: string;
}

/** Whether the text of a list, of which no shape is known yet, has the titles of all events. */
export const hasTitles = (text: string, { events }: ListStyleSpecimen): boolean =>
  events.every(({ title }) => text.includes(title));

/** Whether it has their ids or links to them, and no title. Beside titles, an id may be that of something embedded. */
export const hasIdsAlone = (text: string, { events }: ListStyleSpecimen): boolean =>
  events.every(({ title, id }) => !text.includes(title) && id !== undefined && hasId(text, id));

const hasId = (text: string, id: string): boolean =>
  [`events/${id}"`, ...[',', '}'].flatMap((end) => [`"id":${id}${end}`, `"id":"${id}"${end}`])].some((mark) =>
    text.includes(mark),
  );

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
