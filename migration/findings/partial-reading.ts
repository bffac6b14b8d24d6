import { plural, someOf, toCount } from '../../wire/wording.js';

/** How many records of a list were read on one side; the total is null where the list has none. */
interface Extent {
  readonly read: number;
  readonly total: number | null;
}

/** How much of two services was read by a comparison that did not read all. */
export interface PartialReading {
  /** What was sampled was drawn by it. */
  readonly seed: number;
  /** Requests to both services. */
  readonly requests: number;
  /** About how many it takes to read both whole. */
  readonly whole: number;
  /** By collection and list: `events default`. */
  readonly lists: Readonly<Record<string, { readonly before: Extent; readonly after: Extent }>>;
  /** Windows of days and pages that were drawn: `events 2026-01-01..2026-02-01`. */
  readonly sampled: readonly string[];
  /** Classes of differences that it finds, as sentences. */
  readonly visible: readonly string[];
  /** Classes of differences that it cannot find. */
  readonly invisible: readonly string[];
}

const isWhole = ({ read, total }: Extent): boolean => total === null || read >= total;

/** Whether every list that has a total was read to its end. */
export const isAllRead = ({ lists }: PartialReading): boolean =>
  Object.values(lists).every(({ before, after }) => isWhole(before) && isWhole(after));

const toExtentWords = ({ read, total }: Extent): string =>
  isWhole({ read, total }) ? `all ${toCount(read)}` : `${toCount(read)} of ${toCount(total ?? 0)}`;

const SAMPLES_SHOWN = 3;

/** How much was read, of what, and what that shows, as sentences without their full stops. */
export function toReadingSentences(reading: PartialReading): readonly string[] {
  const { seed, requests, whole, lists, sampled, visible, invisible } = reading;
  const parts = `${plural(sampled.length, 'part')} (${someOf(sampled, SAMPLES_SHOWN)}), drawn by --seed ${seed}`;
  return [
    ...Object.entries(lists).map(
      ([name, { before, after }]) => `Read of ${name}: ${toExtentWords(before)} before, ${toExtentWords(after)} after`,
    ),
    `Sampled: ${sampled.length === 0 ? `nothing (--seed ${seed})` : parts}`,
    `Sent: ${plural(requests, 'request')}; to read both whole takes about ${toCount(whole)}`,
    ...visible.map((one) => `Finds ${one}`),
    ...invisible.map((one) => `Cannot find ${one}`),
  ];
}
