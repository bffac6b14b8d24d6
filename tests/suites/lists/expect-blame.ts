import { expect, test } from 'vitest';
import type { Interceptor } from '../../../wire/exchange.js';
import { failed, judgeLists } from './judge.js';

/** A fault of a list, the requirement that is about just that, and those that cannot help failing with it, by the ends of their ids. */
export interface Blame {
  readonly fault: string;
  readonly blames: string;
  readonly besides?: readonly string[] | 'all';
  readonly intercept: Interceptor;
}

/** Filters are judged together, in pages and after updates as well, and an id that no record has is a value like others. */
const always = (collection: string): readonly string[] => [
  `${collection}.list.combined`,
  `${collection}.list.unknown-id`,
  `${collection}.list.include.pages`,
  `${collection}.list.recounted`,
  `${collection}.list.moved`,
  `${collection}.list.order`,
  `${collection}.list.page.filtered`,
  `${collection}.list.start_date.with-end-date`,
];

/** Tests that each fault fails its requirement, and of the others of its collection none but those that are named. */
export function testBlame(blames: readonly Blame[]): void {
  test.each(blames.map((blame) => [blame.fault, blame] as const))(
    '%s',
    async (_, { blames: id, besides = [], intercept }) => {
      const [collection = ''] = id.split('.');
      const failures = failed(await judgeLists(intercept, `${collection}.list`, id));
      expect(failures).toContain(id);
      if (besides === 'all') return;
      const accomplices = [id, ...always(collection), ...besides.map((name) => `${collection}.list.${name}`)];
      expect(failures.filter((one) => !accomplices.includes(one))).toEqual([]);
    },
  );
}
