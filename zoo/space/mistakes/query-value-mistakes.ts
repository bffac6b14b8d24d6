import { addDays } from '../../../adapter/notation/day-times.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { valuesOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { Family, FaultSite } from '../sites/fault-site.js';
import type { Making, Mistake } from './mistake.js';
import { isParameter, misreading } from './parameter-answer.js';

/** Another way of reading the text of one value. */
const reading =
  (change: (text: string, site: FaultSite) => string) =>
  (making: Making): Interceptor =>
    misreading(making, ({ request, query }, name) =>
      withParameter(request, name, change(valuesOf(query, name).join(), making.site)),
    );

const ofFamily =
  (...among: readonly Family[]) =>
  (site: FaultSite): boolean =>
    isParameter(site) && among.includes(site.family);

/** Parameters that one line of code takes for another. */
const twins: Readonly<Record<string, string>> = {
  start_date: 'end_date',
  end_date: 'start_date',
  starts_before: 'ends_before',
  starts_after: 'ends_after',
  ends_before: 'starts_before',
  ends_after: 'starts_after',
  categories: 'tags',
  tags: 'categories',
  venue: 'organizer',
  organizer: 'venue',
  include: 'exclude',
  exclude: 'include',
  geoloc_lat: 'geoloc_lng',
  geoloc_lng: 'geoloc_lat',
};

const opposites: Readonly<Record<string, string>> = {
  true: 'false',
  false: 'true',
  '1': '0',
  '0': '1',
  asc: 'desc',
  desc: 'asc',
  ascending: 'descending',
  descending: 'ascending',
};

const WIDTH = 12;
/** Away from the bound, so that more is selected, which no reading of it explains. */
const shiftOf = (name: string): number => (name.endsWith('after') ? -1 : 1);

const shifted = (text: string, { name }: FaultSite): string =>
  text.replace(/^\d{4}-\d\d-\d\d/, (day) => addDays(day, shiftOf(name)));

/** Mistakes in the reading of values. */
export const misreadValues: readonly Mistake[] = [
  {
    id: 'cut',
    fits: ofFamily('search', 'slug'),
    does: ({ name }) => `cuts ${name} after ${WIDTH} characters`,
    create: reading((text) => text.slice(0, WIDTH)),
  },
  {
    id: 'escaped',
    fits: ofFamily('search'),
    does: ({ name }) => `escapes ${name} for HTML`,
    create: reading((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#039;')),
  },
  {
    id: 'first-of-many',
    fits: ofFamily('ids', 'search'),
    does: ({ name }) => `takes the first of several ${name === 'search' ? 'words of a search' : `values of ${name}`}`,
    create: reading((text, { family }) => text.split(family === 'search' ? ' ' : ',', 1)[0] ?? text),
  },
  {
    id: 'off-by-one',
    fits: ofFamily('day'),
    does: ({ name }) => `takes ${name} for a day ${name.endsWith('after') ? 'earlier' : 'later'}`,
    create: reading(shifted),
  },
  {
    id: 'off-by-one',
    fits: ofFamily('number'),
    does: ({ name }) => `takes ${name} for one more`,
    create: reading((text) => (/^\d+$/.test(text) ? String(Number(text) + 1) : text)),
  },
  {
    id: 'off-by-one',
    fits: ofFamily('ids'),
    does: ({ name }) => `leaves out the last of several values of ${name}`,
    create: reading((text) => text.replace(/,[^,]*$/, '')),
  },
  {
    id: 'off-by-one',
    fits: ofFamily('search'),
    does: ({ name }) => `leaves out the last character of ${name}`,
    create: reading((text) => text.slice(0, -1)),
  },
  {
    id: 'rounded',
    fits: ofFamily('day'),
    does: ({ name }) => `takes ${name} without its minutes and seconds`,
    create: reading((text) => text.replace(/:\d\d(:\d\d)?$/, ':00:00')),
  },
  {
    id: 'rounded',
    fits: ofFamily('degree'),
    does: ({ name }) => `takes ${name} in whole degrees`,
    create: reading((text) => String(Math.round(Number(text)))),
  },
  {
    id: 'inverted',
    fits: (site) => ofFamily('flag')(site) || (isParameter(site) && site.name === 'order'),
    does: ({ name }) => `takes ${name} for its opposite`,
    create: reading((text) => opposites[text] ?? text),
  },
  {
    id: 'taken-for-true',
    fits: ofFamily('flag'),
    does: ({ name }) => `takes ${name} for true, whatever it is`,
    create: reading(() => 'true'),
  },
  {
    id: 'swapped',
    fits: (site) =>
      isParameter(site) && twins[site.name] !== undefined && !(site.collection === 'events' && site.name === 'include'),
    does: ({ name }) => `takes ${name} for ${twins[name]}`,
    create: (making) =>
      misreading(making, ({ request, query }, name) =>
        withParameter(withoutParameter(request, name), twins[name] ?? name, valuesOf(query, name).join()),
      ),
  },
];
