import { describe, expect, test } from 'vitest';
import type { Browsed } from '../../../adapter/reading/browse.js';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import { Deviation } from '../../../kernel/deviation.js';
import { unlessWritten, whileStanding } from '../../../suites/queries/read-pages.js';
import { Inconclusive } from '../../../wire/errors.js';
import { answered } from '../../adapter/answers.js';

const deviate = (): never => {
  throw new Deviation({ kind: 'selection', expected: 'a', observed: 'b' });
};

/** A list with a total that changes with every so many requests; never with 0. */
function listChangingEvery(requests: number) {
  let sent = 0;
  const exchange = answered({});
  const readPage = async (): Promise<ShownPage> => {
    const total = requests === 0 ? 4 : 4 + (Math.floor(sent++ / requests) % 2);
    return { items: [], total, totalPages: undefined, exchange };
  };
  const read = async (pages: number): Promise<Browsed> => ({
    items: [],
    pages: await Promise.all(Array.from({ length: pages }, readPage)),
  });
  const calendar = {
    aside: <Result>(work: () => Promise<Result>) => work(),
    follow: async () => (await readPage()).exchange,
  };
  return { calendar, read, readPage };
}

/** Readings of a list of four records on two pages, one after the other, by their ids. */
function listShowing(...readings: readonly (readonly string[])[]) {
  const left = [...readings];
  const exchange = answered({});
  const read = async (): Promise<Browsed> => {
    const items = (left.shift() ?? []).map((id) => ({ collection: 'events', id, json: { id } }) as const);
    const page = { total: 4, totalPages: 2, exchange };
    return {
      items,
      pages: [
        { ...page, items: items.slice(0, 2) },
        { ...page, items: items.slice(2) },
      ],
    };
  };
  const calendar = {
    aside: <Result>(work: () => Promise<Result>) => work(),
    follow: async () => exchange,
  };
  /** Each id once. */
  const judge = ({ items }: Browsed): void => {
    if (new Set(items.map(({ id }) => id)).size < items.length) deviate();
  };
  return { read, asked: { calendar, judge } };
}

describe('a deviation of a list of as many records', () => {
  const [twice, whole] = [
    ['a', 'b', 'b', 'c'],
    ['a', 'b', 'c', 'd'],
  ];

  test.each([
    [
      'stands where equals are in another order each time',
      [twice, ['a', 'd', 'd', 'b'], ['c', 'c', 'd', 'a']],
      Deviation,
    ],
    ['is none where it does not show each time', [twice, ['a', 'd', 'd', 'b'], whole], Inconclusive],
    ['is none where another record has come', [twice, ['a', 'd', 'd', 'e'], whole], Inconclusive],
    ['is none where a record that is counted is never seen', [twice, ['a', 'c', 'c'], twice], Inconclusive],
  ])('%s', async (_, readings, thrown) => {
    const { read, asked } = listShowing(...readings);
    await expect(whileStanding(await read(), read, asked)).rejects.toThrow(thrown);
  });
});

describe('a deviation of a list that others write to', () => {
  test.each([1, 2, 3, 4])('is none where what comes and goes is in step with readings of %i pages', async (pages) => {
    const { calendar, read } = listChangingEvery(1);
    const judged = whileStanding(await read(pages), () => read(pages), { calendar, judge: deviate });
    await expect(judged).rejects.toThrow(Inconclusive);
  });

  test.each([0, 1, 2, 3])('is none after %i requests of a check that reads one page here and there', async (others) => {
    const { calendar, readPage } = listChangingEvery(1);
    for (let sent = 0; sent < others; sent += 1) await readPage();
    await expect(unlessWritten(calendar, readPage, async () => deviate())).rejects.toThrow(Inconclusive);
  });

  test.each([1, 2, 3])('stands where %i pages are the same again', async (pages) => {
    const { calendar, read, readPage } = listChangingEvery(0);
    const judged = whileStanding(await read(pages), () => read(pages), { calendar, judge: deviate });
    await expect(judged).rejects.toThrow(Deviation);
    await expect(unlessWritten(calendar, readPage, async () => deviate())).rejects.toThrow(Deviation);
  });

  test('is not looked for where nothing deviates', async () => {
    const { calendar, read, readPage } = listChangingEvery(1);
    const asked = { calendar: { ...calendar, aside: deviate }, judge: () => {} };
    await expect(whileStanding(await read(2), () => read(2), asked)).resolves.toBeUndefined();
    await expect(unlessWritten(asked.calendar, readPage, async () => {})).resolves.toBeUndefined();
  });
});
