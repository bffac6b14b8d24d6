import { describe, expect, test } from 'vitest';
import { type Collection, collections } from '../../contract/resources.js';
import { ref } from '../../generators/wire-value.js';
import { openRecorded } from './open-recorded.js';
import { recordedIds } from './reading/recorded-service.js';

describe('a service that holds records is taken as it is', async () => {
  const { world, profile } = await openRecorded({ empty: false });

  test.each(collections)('%s: found by their ids, in lists with totals', (collection) => {
    expect(world.of(collection).map(({ id }) => id)).toEqual(recordedIds(collection));
    expect(profile.shapes[collection]).toMatchObject({
      items: [collection],
      id: ['id'],
      total: { in: 'header', name: 'x-tec-total' },
      totalPages: { in: 'header', name: 'x-tec-totalpages' },
    });
  });

  test('linked as it shows them, whether a relation is an object, an array or neither', () => {
    const links = world.of('events').map(({ payload: { venue, organizer, categories, tags } }) => ({
      venue,
      organizer,
      categories,
      tags,
    }));
    expect(links).toEqual([
      // An event that shows its title and dates alone may be redacted.
      { venue: undefined, organizer: undefined, categories: undefined, tags: undefined },
      {
        venue: [ref('venues', '5')],
        organizer: [ref('organizers', '6'), ref('organizers', '10')],
        categories: [ref('categories', '2')],
        tags: [ref('tags', '3')],
      },
    ]);
    expect(world.of('categories').map(({ payload }) => payload.parent)).toEqual([undefined, ref('categories', '2')]);
  });

  test.each<[Collection, readonly string[]]>([
    ['events', ['description', 'excerpt', 'image', 'cost']],
    ['venues', ['description', 'address', 'city', 'zip', 'website', 'image']],
    ['organizers', ['description', 'phone', 'website', 'email', 'image']],
    ['categories', ['description', 'parent']],
    ['tags', ['description']],
  ])('%s: what is empty is taken for no value', (collection, fields) => {
    const [bare] = world.of(collection);
    expect(Object.keys(bare?.payload ?? {}).filter((field) => fields.includes(field))).toEqual([]);
  });
});

describe('a service that holds nothing is understood, too', async () => {
  const { world, profile } = await openRecorded({ empty: true });

  test.each(collections)('%s: none, in lists with a known envelope and totals', (collection) => {
    expect(world.of(collection)).toEqual([]);
    expect(profile.shapes[collection]).toMatchObject({
      items: [collection],
      total: { name: 'x-tec-total' },
      fields: {},
    });
  });
});
