import { describe, expect, test } from 'vitest';
import {
  observeItems,
  observeLists,
  observeWrites,
  fullestRecordsOf,
  toObserved,
  withObserved,
} from '../../../../adapter/learn/shapes/observed.js';
import { probeUnseenAccepted, probeUnseenFields } from '../../../../adapter/learn/shapes/probe-unseen-fields.js';
import { pageSizesOf } from '../../../../adapter/profile/target-profile.js';
import type { Built } from '../../../../adapter/world/build-world.js';
import { MARK, type Payload, ref } from '../../../../generators/wire-value.js';
import { answered } from '../../answers.js';
import { answer } from '../../other-targets.js';
import { scripted, sentBy } from '../../ownership/scripted.js';

const built = (key: string, payload: Payload, id: string | undefined, body = payload): Built => ({
  draft: { ref: ref('tags', key), payload },
  written: { collection: 'tags', body: body as never, exchange: answered({ id, ...body } as never, { status: 201 }) },
  id,
  shown: undefined,
});
const small = built('t1', { name: 'Free' }, '5');
const full = built('t2', { name: 'Outdoor', description: 'About', slug: 'outdoor' }, '6');
const refused: Built = { ...built('t3', { name: 'x', description: 'y', slug: 'z' }, undefined) };

test('the records of the world are listed for every collection', async () => {
  const { calendar, lines } = scripted(() => answer(200, [{ id: 5, name: 'Free' }]), {
    profile: { pageSizes: pageSizesOf(25) },
  });
  const lists = await observeLists(calendar, [small, full], { starts_after: '2030-01-01' });
  expect(lines().toSorted()).toEqual([
    'GET /categories?hide_empty=false&per_page=25',
    'GET /events?starts_after=2030-01-01&per_page=25',
    'GET /organizers?per_page=25',
    'GET /tags?hide_empty=false&per_page=25',
    'GET /venues?per_page=25',
  ]);
  expect(lists.find(({ collection }) => collection === 'tags')?.sent).toEqual(
    new Map([
      ['5', { name: 'Free' }],
      ['6', full.written.body],
    ]),
  );
});

test('lists that are refused or without JSON are not observed', async () => {
  expect(await observeLists(scripted(() => answer(500, [])).calendar, [small], {})).toEqual([]);
  expect(await observeLists(scripted(() => answer(200)).calendar, [small], {})).toEqual([]);
});

test('the fullest created record is read', async () => {
  const { calendar, lines } = scripted(() => answer(200, { id: 6, name: 'Outdoor' }));
  const items = await observeItems(calendar, [small, full, refused]);
  expect(fullestRecordsOf([small, full, refused]).map(({ id }) => id)).toEqual(['6']);
  expect(lines()).toEqual(['GET /tags/6']);
  expect(items).toEqual([{ collection: 'tags', sent: full.written.body, body: { id: 6, name: 'Outdoor' } }]);
});

test('creates that return a record are observed, refusals and others are not', () => {
  const no: Built = { ...refused, written: { ...refused.written, exchange: answered({ code: 'x' }, { status: 400 }) } };
  const showing: Built = { ...small, shown: { collection: 'tags', id: '5', json: { id: '5', name: 'Free' } } };
  expect(observeWrites([showing, full, no]).map(({ sent }) => sent)).toEqual([{ name: 'Free' }]);
});

describe('fields that no response has shown are sent again, in an update of a new record', () => {
  const payload = { name: `Outdoor ${MARK}`, description: `About ${MARK}`, slug: 'outdoor' };
  const one = built('t2', payload, '6');
  const respond = ({ method }: { readonly method: string }) =>
    answer(method === 'POST' ? 201 : 200, { id: 9, name: 'x cp5n1a1a-1', slug: 'outdoor' });

  test('and read again', async () => {
    const { calendar, lines, sent } = scripted(respond);
    const seen = await probeUnseenFields(calendar, [one], (_, field) => field !== 'slug');
    expect(lines()).toEqual(['POST /tags', 'GET /tags/9', 'PATCH /tags/9', 'GET /tags/9']);
    expect(sentBy(sent[0])).toEqual({ name: 'Outdoor cp5n1a1a-1', description: 'About cp5n1a1a-1' });
    expect(sentBy(sent[2])).toEqual({ slug: 'outdoor' });
    expect(seen).toMatchObject([{ collection: 'tags', body: { slug: 'outdoor' }, sent: { slug: 'outdoor' } }]);
  });

  test('but not to a record that turns out to belong to others', async () => {
    const { calendar, lines } = scripted(() => answer(200, { id: 9, name: 'x', slug: 'outdoor' }));
    expect(await probeUnseenFields(calendar, [one], (_, field) => field !== 'slug')).toEqual([]);
    expect(lines()).toEqual(['POST /tags', 'GET /tags/9']);
  });

  test('but nothing is sent if everything was shown, and nothing observed if it is refused', async () => {
    const whole = scripted(respond);
    expect(await probeUnseenFields(whole.calendar, [one], () => true)).toEqual([]);
    expect(whole.lines()).toEqual([]);
    expect(await probeUnseenFields(scripted(() => answer(400)).calendar, [one], () => false)).toEqual([]);
  });

  test('an event is deleted then, because linked records would count it', async () => {
    const { calendar, lines } = scripted(({ method }) =>
      answer(method === 'POST' ? 201 : 200, { id: 9, title: 'x cp5n1a1a-1' }),
    );
    const event: Built = { ...one, draft: { ref: ref('events', 'e1'), payload: { title: MARK, tags: [4] } } };
    await probeUnseenFields(calendar, [event], (_, field) => field === 'title');
    expect(lines().at(-1)).toBe('DELETE /events/9');
  });

  test('with accepted values', async () => {
    const { calendar, sent } = scripted(respond);
    const organizer: Built = { ...one, draft: { ref: ref('organizers', 'o1'), payload: { organizer: MARK } } };
    await probeUnseenAccepted(
      calendar,
      [organizer],
      { author: [7], image: [], status: ['draft'] },
      (_, field) => field === 'status',
    );
    expect(sentBy(sent[2])).toEqual({ author: 7 });
  });
});

test('observed records are found by id, items before lists', () => {
  const shape = { record: ['data'], items: [], id: ['id'], fields: {} };
  const observed = toObserved(
    {
      items: [{ collection: 'tags', sent: {}, body: { data: { id: 5, slug: 'item' } } }],
      lists: [{ collection: 'tags', body: [{ id: '5', slug: 'list' }, { id: 6 }], headers: [], sent: new Map() }],
    },
    { tags: shape },
  );
  expect(observed.of('tags', '5')).toEqual([
    { id: 5, slug: 'item' },
    { id: '5', slug: 'list' },
  ]);
  expect(observed.of('venues', '5')).toEqual([]);
  const [shown, , nothing] = withObserved([small, full, refused], observed);
  expect(shown?.shown?.json).toEqual({ id: 5, slug: 'item' });
  expect(nothing?.shown).toBeUndefined();
});
