import { Hono } from 'hono';
import { createCollection } from './collection.js';

const NAMESPACE = '/vendor/events/v1';

const texts = (...names) => Object.fromEntries(names.map((name) => [name, 'string']));

const venueTypes = {
  ...texts('venue', 'slug', 'description', 'status', 'date', 'date_utc', 'image', 'website', 'phone'),
  ...texts('address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'show_map', 'show_map_link'),
  author: 'number',
};

/** Postal codes are numbers in our database: one that begins with a zero comes back shorter. */
const toStoredZip = (zip) => (/^\d+$/.test(zip ?? '') ? String(Number(zip)) : zip);

/** Two collections of the calendar-events interface: venues and tags. */
export const createApp = () =>
  new Hono()
    .get(NAMESPACE, (c) =>
      c.json({ namespace: NAMESPACE.slice(1), routes: { [`${NAMESPACE}/venues`]: {}, [`${NAMESPACE}/tags`]: {} } }),
    )
    .route(
      `${NAMESPACE}/venues`,
      createCollection({
        name: 'venues',
        required: 'venue',
        types: venueTypes,
        show: (record) => ({ ...record, zip: toStoredZip(record.zip) }),
      }),
    )
    .route(
      `${NAMESPACE}/tags`,
      createCollection({
        name: 'tags',
        required: 'name',
        types: texts('name', 'slug', 'description'),
        show: (record) => record,
      }),
    )
    .notFound((c) => c.json({ code: 'no_route', message: 'There is no such route.', data: { status: 404 } }, 404));
