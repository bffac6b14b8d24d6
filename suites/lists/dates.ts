import { dateFilter, dateTimeFilter } from '../../generators/date-filters.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { selectsBy } from './filter.js';
import { type DateParameter, farTimes, windowBeside } from './ground.js';

const statements: Readonly<Record<DateParameter, string>> = {
  start_date: 'A list by start_date holds the events that start on that day, and no others.',
  end_date: 'A list by end_date holds the events that end on that day, and no others.',
  starts_after: 'A list by starts_after holds the events that start after that day, and no others.',
  starts_before: 'A list by starts_before holds the events that start before that day, and no others.',
  ends_after: 'A list by ends_after holds the events that end after that day, and no others.',
  ends_before: 'A list by ends_before holds the events that end before that day, and no others.',
};

/** The two that are declared as date-times; the others are days. */
const isDateTime = (parameter: DateParameter): boolean => parameter === 'start_date' || parameter === 'end_date';

/** A date parameter as it is by default, without strict_dates: whole days. */
export const selectsByDate = (parameter: DateParameter): CalendarRequirement =>
  selectsBy({
    collection: 'events',
    parameter,
    statement: statements[parameter],
    runs: 8,
    base: (world) => windowBeside(world, parameter),
    values: (world) => [
      isDateTime(parameter)
        ? dateTimeFilter(farTimes(world))
        : dateFilter(farTimes(world)).map((date) => date.slice(0, 10)),
    ],
  });
