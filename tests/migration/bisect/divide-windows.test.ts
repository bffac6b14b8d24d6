import { describe, expect, test } from 'vitest';
import { type CountedWindow, divide, sizeOf } from '../../../migration/bisect/divide-windows.js';
import { sampleWindows } from '../../../migration/bisect/sample-windows.js';
import type { Window } from '../../../migration/capture/snapshot-reader.js';
import { toWall } from '../../../generators/wall-time.js';

const DAY = 86_400;
const start = Date.parse('2026-01-01T00:00:00Z') / 1000;
const dayOf = (number: number): string => toWall(start + number * DAY).slice(0, 10);

/** A day each, from the first of 2026 on. */
const days = Array.from({ length: 1_000 }, (_, number) => dayOf(number));

type Select = (days: readonly string[], window: Window) => number;

const inclusive: Select = (all, { from, to }) => all.filter((day) => day >= from && day <= to).length;
const exclusive: Select = (all, { from, to }) => all.filter((day) => day > from && day < to).length;
const ignoring: Select = (all) => all.length;

function counting(a: readonly string[], b: readonly string[], select: Select = inclusive) {
  let asked = 0;
  const count = async (window: Window): Promise<CountedWindow> => {
    asked += 1;
    return { window, totals: { a: [select(a, window)], b: [select(b, window)] } };
  };
  const root = (): CountedWindow => ({
    window: { from: '1900-01-01', to: '2200-01-01' },
    totals: { a: [a.length], b: [b.length] },
  });
  return { options: { count, small: 10, leaf: 100 }, root: root(), asked: () => asked };
}

const holds = ({ window: { from, to } }: CountedWindow, day: string): boolean => day >= from && day <= to;

describe('divide', () => {
  test('finds small windows with what differs, and keeps the rest in few', async () => {
    const gone = [17, 18, 503, 999];
    const { options, root, asked } = counting(
      days,
      days.filter((_, at) => !gone.includes(at)),
    );
    const { equal, different } = await divide(root, options);
    for (const at of gone) expect(different.filter((one) => holds(one, dayOf(at)))).toHaveLength(1);
    expect(different.every((one) => sizeOf(one) <= 10)).toBe(true);
    expect(equal.every((one) => sizeOf(one) <= 100 && sizeOf(one) > 0)).toBe(true);
    expect([...equal, ...different].reduce((sum, one) => sum + sizeOf(one), 0)).toBe(days.length);
    expect(asked()).toBeLessThan(100);
  });

  test('finds an event that was added while another one was removed', async () => {
    const { options, root } = counting(days, days.with(100, dayOf(900)));
    const { different } = await divide(root, options);
    expect(different.some((one) => holds(one, dayOf(100)))).toBe(true);
    expect(different.some((one) => holds(one, dayOf(900)))).toBe(true);
  });

  test('loses no day between windows that exclude their ends', async () => {
    const { options, root } = counting(days, days, exclusive);
    const { equal } = await divide(root, options);
    const lost = days.filter((day) => !equal.some(({ window: { from, to } }) => day > from && day < to));
    expect(lost).toEqual([]);
  });

  test.each([
    [
      'one side',
      (all: readonly string[], window: Window) => (all.length === 999 ? all.length : inclusive(all, window)),
    ],
    ['both sides', ignoring],
  ])('leaves whole what windows do not divide on %s', async (_, select) => {
    const { options, root, asked } = counting(days, days.slice(1), select);
    expect(await divide(root, options)).toEqual({ equal: [], different: [root] });
    expect(asked()).toBe(4);
  });

  test('leaves whole what has no totals', async () => {
    const { options, root, asked } = counting(days, days);
    const unknown = { ...root, totals: { a: [Number.NaN], b: [days.length] } };
    expect(await divide(unknown, options)).toEqual({ equal: [], different: [unknown] });
    expect(asked()).toBe(0);
  });
});

describe('sampleWindows', () => {
  test('draws small windows out of some, the same for the same seed', async () => {
    const { options, root } = counting(days, days);
    const { equal } = await divide(root, options);
    const draw = async (seed: number) => (await sampleWindows(equal, { ...options, seed })).equal;
    const drawn = await draw(7);
    expect(drawn).toHaveLength(Math.ceil(equal.length / 4));
    expect(drawn.every((one) => sizeOf(one) <= 10 && sizeOf(one) > 0)).toBe(true);
    expect(await draw(7)).toEqual(drawn);
    expect(await draw(8)).not.toEqual(drawn);
  });

  test('shows halves that differ though their window did not', async () => {
    const { options, root } = counting(days, days.with(100, dayOf(105)));
    const around = { ...root, window: { from: dayOf(60), to: dayOf(140) }, totals: { a: [81], b: [81] } };
    const { different } = await sampleWindows([around], { ...options, seed: 1 });
    expect(different.some((one) => holds(one, dayOf(100)))).toBe(true);
  });
});
