import { type Collection, resourceOf } from '../../contract/resources.js';
import { isRef, type ListQuery, type Ref } from '../../generators/wire-value.js';
import { addDays, dayOf } from '../notation/day-times.js';
import type { Sample, Sampled } from '../world/world-sample.js';

/** Two ids that a list is asked by, and a record for each, as the list shows it: by its title, or by its id alone. */
export interface ListStyleSpecimen {
  readonly collection: Collection;
  readonly parameter: 'categories' | 'include';
  readonly two: readonly Ref[];
  readonly records: readonly SpecimenRecord[];
  /** What holds these records in view. */
  readonly bounds: ListQuery;
}

const categoriesOf = ({ draft: { payload } }: Sampled): readonly string[] =>
  [payload.categories ?? []].flat().flatMap((one) => (isRef(one) ? [one.key] : []));

/** Sampled events by their categories; else, as where events show none, categories by their ids; undefined without two. */
export const specimenIn = (sample: Sample): ListStyleSpecimen | undefined => eventsIn(sample) ?? categoriesIn(sample);

function categoriesIn({ records }: Sample): ListStyleSpecimen | undefined {
  const named = records.filter(({ draft }) => draft.ref.ref === 'categories' && titleOf(draft) !== '');
  const [one] = named;
  const other = named.find(({ draft }) => one && titleOf(draft) !== titleOf(one.draft));
  if (!one || !other) return undefined;
  const pair = [one, other];
  return {
    collection: 'categories',
    parameter: 'include',
    two: pair.map(({ draft }) => draft.ref),
    records: pair.map(({ draft, id }) => ({ title: titleOf(draft), id })),
    bounds: { hide_empty: false },
  };
}

/** Events of which each has a category that the other lacks. */
function eventsIn({ records }: Sample): ListStyleSpecimen | undefined {
  const events = records.filter(({ draft }) => draft.ref.ref === 'events' && titleOf(draft) !== '');
  for (const one of events) {
    const other = events.find((event) => lacksOf(event, one).length > 0 && lacksOf(one, event).length > 0);
    if (!other || titleOf(one.draft) === titleOf(other.draft)) continue;
    const two = [lacksOf(other, one)[0], lacksOf(one, other)[0]].flatMap((key) =>
      key === undefined ? [] : [{ ref: 'categories' as const, key }],
    );
    const pair = [one, other].map(({ draft, id }) => ({ title: titleOf(draft), id }));
    return { collection: 'events', parameter: 'categories', two, records: pair, bounds: boundsOf([one, other]) };
  }
  return undefined;
}

/** Its id is unknown where its create was refused. */
interface SpecimenRecord {
  readonly title: string;
  readonly id?: string;
}

/** Whether the text of a list, of which no shape is known yet, has the titles of all records. */
export const hasTitles = (text: string, { records }: ListStyleSpecimen): boolean =>
  records.every(({ title }) => text.includes(title));

/** Whether it has their ids or links to them, and no title. Beside titles, an id may be that of something embedded. */
export const hasIdsAlone = (text: string, { collection, records }: ListStyleSpecimen): boolean =>
  records.every(({ title, id }) => !text.includes(title) && id !== undefined && hasId(text, collection, id));

const hasId = (text: string, collection: Collection, id: string): boolean =>
  [`${collection}/${id}"`, ...[',', '}'].flatMap((end) => [`"id":${id}${end}`, `"id":"${id}"${end}`])].some((mark) =>
    text.includes(mark),
  );

/** The categories of one event that another lacks. */
const lacksOf = (event: Sampled, other: Sampled): readonly string[] =>
  categoriesOf(other).filter((key) => !categoriesOf(event).includes(key));

/** A title or a name as it stands in a JSON body. */
function titleOf({ ref, payload }: Sampled['draft']): string {
  const { [resourceOf(ref.ref).label]: title } = payload;
  return typeof title === 'string' ? JSON.stringify(title).slice(1, -1) : '';
}

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
