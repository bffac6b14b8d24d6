import { describe, expect, test } from 'vitest';
import type { Browsed } from '../../../adapter/reading/browse.js';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import { Deviation } from '../../../kernel/deviation.js';
import { tallied } from '../../../kernel/tally.js';
import { expectAmongOthers, onceMoreAmongOthers } from '../../../suites/lists/expect-among-others.js';
import { Inconclusive } from '../../../wire/errors.js';
import type { Exchange } from '../../../wire/exchange.js';

const OWN = 'own';

const exchange: Exchange = {
  number: 1,
  phase: 'check',
  request: { method: 'GET', target: '/', headers: [] },
  outcome: { kind: 'response', response: { status: 200, headers: [], body: new Uint8Array() } },
  ms: 1,
};

function toPage(text: string): ShownPage {
  const ids = text.split(' ').filter((id) => id !== '');
  const items = ids.map((id) => ({ collection: 'tags' as const, id, json: { id } }));
  return { items, total: undefined, totalPages: undefined, exchange };
}

/** A list as it is read, its pages between bars: `a own | b`. */
function read(text: string): Browsed {
  const pages = text.split('|').map(toPage);
  return { items: pages.flatMap(({ items }) => items), pages };
}

/** Checks whether a record is listed, or is not, when the list is read so, one time after the other. */
function toCheck(present: boolean, readings: readonly string[]): () => Promise<Browsed> {
  const left = readings.map(read);
  const list = async (): Promise<Browsed> => left.shift() ?? read('');
  const record = { collection: 'tags', id: OWN } as const;
  return () => expectAmongOthers({ calendar: { aside: (work) => work() }, record, present, list });
}

/** What becomes of a check that is made once. */
async function judge(present: boolean, ...readings: readonly string[]): Promise<unknown> {
  const check = toCheck(present, readings);
  return tallied({ expectations: 0, witnessed: new Set() }, check).catch((error: unknown) => error);
}

test('what is found at once is read once', async () => {
  expect(await judge(true, 'a | own')).toEqual(read('a | own'));
  expect(await judge(false, 'a | b')).toEqual(read('a | b'));
});

test('what slid to the page before while others were deleted is inconclusive', async () => {
  expect(await judge(true, 'a b | c', 'b own | c', 'b own | c')).toBeInstanceOf(Inconclusive);
});

test('what slid to the page before while another moved to one after is inconclusive', async () => {
  expect(await judge(true, 'a b | c a', 'b own | c a', 'b own | c a')).toBeInstanceOf(Inconclusive);
});

test.each<readonly [string, boolean, readonly string[]]>([
  ['is missing from the only page', true, ['a b', 'a own']],
  ['is missing once while all others stand', true, ['a | b', 'a own | b', 'a own | b']],
  ['is missing every time, whatever others do', true, ['a | b', 'a | c', 'a | d']],
  ['was deleted and is listed every time', false, ['a | own', 'b | own', 'c | own']],
])('what %s is blamed', async (_, present, readings) => {
  expect(await judge(present, ...readings)).toBeInstanceOf(Deviation);
});

describe('a check that is made once more where others wrote', () => {
  const SLID = ['a b | c', 'b own | c', 'b own | c'];

  /** How often it is made, and what becomes of it. */
  async function repeat(...readings: readonly string[]): Promise<readonly [number, unknown]> {
    const check = toCheck(true, readings);
    let times = 0;
    const make = () =>
      onceMoreAmongOthers(async () => {
        times += 1;
        await check();
      });
    const found = await tallied({ expectations: 0, witnessed: new Set() }, make).catch((error: unknown) => error);
    return [times, found];
  }

  test('is repeated where it was inconclusive, and no third time', async () => {
    expect(await repeat(...SLID, 'b | own')).toEqual([2, undefined]);
    expect(await repeat(...SLID, ...SLID)).toEqual([2, expect.any(Inconclusive)]);
  });

  test('blames at once what needs no repetition', async () => {
    expect(await repeat('a b', 'a own')).toEqual([1, expect.any(Deviation)]);
    expect(await repeat('a | own')).toEqual([1, undefined]);
  });
});
