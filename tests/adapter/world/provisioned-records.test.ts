import { describe, expect, test } from 'vitest';
import { pageSizesOf } from '../../../adapter/profile/target-profile.js';
import { createBindings } from '../../../adapter/calendar/bindings.js';
import { holdsAll, toProvisionedRecords, withProvisioned } from '../../../adapter/world/found-records.js';
import type { Provisioned, WorldRecord } from '../../../adapter/world/world.js';
import { ref } from '../../../generators/wire-value.js';

const ids: Readonly<Record<string, string>> = { 'venues/mill': '5', 'events/concert': '7', 'events/draft': '8' };
const provisioned: Provisioned = {
  file: {
    venues: [
      { key: 'mill', venue: 'Mill' },
      { key: 'lost', venue: 'Lost' },
    ],
    events: [
      { key: 'concert', title: 'It’s on', featured: true, venue: ['mill', 'lost'] },
      { key: 'draft', title: 'Not yet', status: 'draft' },
      { key: 'nl', language: 'nl', title: 'Straks' },
    ],
  },
  idOf: (collection, key) => ids[`${collection}/${key}`],
};

const shown: WorldRecord = {
  ref: ref('events', '7'),
  id: '7',
  slug: 'concert',
  status: 'publish',
  complete: false,
  listed: true,
  payload: { title: 'It&#8217;s on', all_day: false, status: 'publish' },
  body: { id: 7, title: 'It&#8217;s on', all_day: false },
  language: undefined,
};

describe('the records of a world file', () => {
  const bindings = createBindings();
  const known = toProvisionedRecords(provisioned, bindings);

  test('are known by their ids on the target, linked to what was found', () => {
    expect(known.map(({ ref: own }) => own)).toEqual([ref('events', '7'), ref('events', '8'), ref('venues', '5')]);
    expect(known[0]?.payload).toEqual({ title: 'It’s on', featured: true, venue: [ref('venues', '5')] });
    expect(known[0]?.body).toEqual({ title: 'It’s on', featured: true, venue: [5] });
    expect(bindings.idOf(ref('events', '8'))).toBe('8');
  });

  test('take precedence over what is shown, and leave other fields as shown', () => {
    const [merged] = withProvisioned([shown], known, { isWhole: false });
    expect(merged).toMatchObject({ ref: ref('events', '7'), complete: true, listed: true, slug: 'concert' });
    expect(merged?.payload).toMatchObject({ title: 'It’s on', featured: true, all_day: false });
  });

  test('are known besides where no list showed them, and not to be all that there is', () => {
    const others = withProvisioned([shown], known, { isWhole: false }).slice(1);
    expect(others.map(({ id, complete }) => [id, complete])).toEqual([
      ['8', false],
      ['5', false],
    ]);
    expect(others[0]?.status).toBe('draft');
  });

  test('are all that there is where lists show nothing else', () => {
    const page = { collection: 'events', body: [], headers: [] } as const;
    const pages = (['events', 'venues', 'organizers', 'categories', 'tags'] as const).map((collection) => ({
      ...page,
      collection,
    }));
    const record = { draft: { ref: shown.ref, payload: {} }, id: '7', json: {}, page };
    expect(holdsAll(known, { records: [record], pages }, pageSizesOf(50))).toBe(true);
    expect(holdsAll(known, { records: [record], pages }, pageSizesOf(1))).toBe(false);
    expect(holdsAll(known, { records: [record], pages: pages.slice(1) }, pageSizesOf(50))).toBe(false);
    const stranger = { ...record, draft: { ref: ref('events', '9'), payload: {} }, id: '9' };
    expect(holdsAll(known, { records: [record, stranger], pages }, pageSizesOf(50))).toBe(false);
  });
});
