import { describe, expect, test } from 'vitest';
import { type BuildOptions, buildWorld } from '../../../adapter/world/build-world.js';
import type { Draft } from '../../../adapter/world/world-drafts.js';
import { MARK, ref } from '../../../generators/wire-value.js';
import type { Outcome, WireRequest } from '../../../wire/exchange.js';
import { answer } from '../other-targets.js';
import { type Scripted, scripted, sentBy } from '../ownership/scripted.js';

const drafts: readonly Draft[] = [
  { ref: ref('categories', 'c1'), payload: { name: `Music ${MARK}` } },
  { ref: ref('categories', 'c2'), payload: { name: `Opera ${MARK}`, parent: ref('categories', 'c1') } },
  { ref: ref('venues', 'v1'), payload: { venue: `Mill ${MARK}` } },
  {
    ref: ref('events', 'e1'),
    payload: { title: `Concert ${MARK}`, venue: [ref('venues', 'v1')], categories: [ref('categories', 'c2')] },
    language: 'nl',
  },
];

const options = ({ bindings, registry }: Scripted): BuildOptions => ({ bindings, registry, marker: 'cp5n1a1a' });

/** Counts ids and shows what it was sent. */
function service(isRefused: (request: WireRequest) => boolean = () => false) {
  let id = 0;
  return (request: WireRequest): Outcome => {
    if (isRefused(request)) return answer(400, {});
    id += 1;
    return answer(201, { id, ...(sentBy(request) as object) });
  };
}

describe('a world is built', () => {
  test('in waves, with the ids of earlier ones', async () => {
    const target = scripted(service());
    const built = await buildWorld(target.calendar, drafts, options(target));
    expect(target.lines()).toEqual([
      'POST /categories',
      'POST /venues',
      'POST /categories',
      'POST /events?ml_language=nl',
    ]);
    expect(sentBy(target.sent[3])).toMatchObject({ venue: [2], categories: [3] });
    expect(built.map(({ draft, id }) => [draft.ref.key, id])).toEqual([
      ['c1', '1'],
      ['v1', '2'],
      ['c2', '3'],
      ['e1', '4'],
    ]);
    expect(built.every(({ shown }) => shown !== undefined)).toBe(true);
  });

  test('without references to what was refused', async () => {
    const target = scripted(service(({ target: path }) => path.includes('/categories')));
    const built = await buildWorld(target.calendar, drafts, options(target));
    expect(sentBy(target.sent[2])).toEqual({ name: expect.any(String) });
    expect(sentBy(target.sent[3])).toMatchObject({ venue: [1], categories: [] });
    expect(built.filter(({ id }) => id === undefined)).toHaveLength(2);
    expect(built.find(({ draft }) => draft.ref.key === 'e1')?.draft.payload.categories).toEqual([]);
  });

  test('if creates return nothing, by searching for its tokens', async () => {
    const made: { id: number; name: string }[] = [];
    const target = scripted((request) => {
      if (request.method === 'GET') return answer(200, made);
      const sent = JSON.stringify(sentBy(request));
      made.push({ id: 40 + made.length, name: sent });
      return answer(204);
    });
    const built = await buildWorld(target.calendar, drafts.slice(0, 2), options(target));
    expect(built.map(({ id }) => id)).toEqual(['40', '41']);
    expect(target.registry.left.map(({ id }) => id)).toEqual(['40', '41']);
    expect(target.registry.unknown).toEqual([]);
  });

  test('where creates are refused, nothing is looked for', async () => {
    const target = scripted(() => answer(400, {}));
    const built = await buildWorld(target.calendar, drafts, options(target));
    expect(built.every(({ id }) => id === undefined)).toBe(true);
    expect(target.lines().every((line) => line.startsWith('POST'))).toBe(true);
  });
});

test('a reference without an id is a defect', () => {
  expect(() => scripted(() => answer(200)).calendar.idOf(ref('tags', 't1'))).toThrow('tags/t1 has no id');
});
