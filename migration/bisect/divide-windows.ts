import { toHalves, widened } from '../capture/deal-slices.js';
import type { Window } from '../capture/snapshot-reader.js';
import { type Both, sides } from './both-sides.js';

/** A window of days with the totals of each list of events in it. */
export interface CountedWindow {
  readonly window: Window;
  /** NaN for a total that is not known. */
  readonly totals: Both<readonly number[]>;
}

/** Counts the events of a window on both sides; a list that is empty in the window around it is not asked. */
export type CountWindow = (window: Window, around: CountedWindow) => Promise<CountedWindow>;

/** How far windows are divided. */
export interface DivideOptions {
  readonly count: CountWindow;
  /** A window with differing totals is divided while it has more events. */
  readonly small: number;
  /** A window with equal totals is divided while it has more events. */
  readonly leaf: number;
}

/** The windows that a window was divided into. */
export interface Divided {
  readonly equal: readonly CountedWindow[];
  readonly different: readonly CountedWindow[];
}

const sumOf = (totals: readonly number[]): number => totals.reduce((sum, total) => sum + total, 0);

/** The events of a window on the side that has more; NaN if they are not known. */
export const sizeOf = ({ totals: { a, b } }: CountedWindow): number => Math.max(sumOf(a), sumOf(b));

export const isEqual = ({ totals: { a, b } }: CountedWindow): boolean => a.every((total, at) => total === b[at]);

export const join = (parts: readonly Divided[]): Divided => ({
  equal: parts.flatMap(({ equal }) => equal),
  different: parts.flatMap(({ different }) => different),
});

/** Divides a window by its totals. One that cannot be divided, or has no totals, stays as it is. */
export async function divide(part: CountedWindow, options: DivideOptions): Promise<Divided> {
  const limit = isEqual(part) ? options.leaf : options.small;
  const halves = sizeOf(part) > limit ? await halve(part, options.count) : undefined;
  if (halves) return join(await Promise.all(halves.map((half) => divide(half, options))));
  if (sizeOf(part) === 0) return { equal: [], different: [] };
  return isEqual(part) ? { equal: [part], different: [] } : { equal: [], different: [part] };
}

/**
 * The halves of a window, which overlap by a day where their totals do not add up to its own; undefined if it is a few
 * days long, or if on one side each half has all its events, as where windows of days select nothing.
 */
export async function halve(part: CountedWindow, count: CountWindow): Promise<readonly CountedWindow[] | undefined> {
  const windows = toHalves(part.window);
  if (!windows) return undefined;
  const countAll = (all: readonly Window[]) => Promise.all(all.map((window) => count(window, part)));
  const counted = await countAll(windows);
  if (addsUp(part, counted)) return counted;
  const overlapping = await countAll(windows.map(widened));
  return isUndivided(part, overlapping) ? undefined : overlapping;
}

const addsUp = (part: CountedWindow, halves: readonly CountedWindow[]): boolean =>
  sides.every((side) =>
    part.totals[side].every((total, at) => total === sumOf(halves.map(({ totals }) => totals[side][at] ?? 0))),
  );

const isUndivided = (part: CountedWindow, halves: readonly CountedWindow[]): boolean =>
  sides.some((side) => {
    const whole = sumOf(part.totals[side]);
    return whole > 0 && halves.every(({ totals }) => sumOf(totals[side]) >= whole);
  });
