import { expect, test } from 'vitest';
import type { Interceptor } from '../../../harness/exchange.js';
import { failed, judgeLists } from './judge.js';

/** A fault of a list, the requirement that is about just that, and those that cannot help failing with it. */
export interface Blame {
  readonly fault: string;
  readonly blames: string;
  readonly besides?: readonly string[];
  readonly intercept: Interceptor;
}

/** Filters are judged together as well, and an id that no record has is a value like others. */
const always = (collection: string): readonly string[] => [
  `${collection}.list.combined`,
  `${collection}.list.unknown-id`,
];

/** Tests that each fault fails its requirement, and of the others of its collection none but those that are named. */
export function testBlame(blames: readonly Blame[]): void {
  test.each(blames.map((blame) => [blame.fault, blame] as const))(
    '%s',
    async (_, { blames: id, besides = [], intercept }) => {
      const [collection = ''] = id.split('.');
      const failures = failed(await judgeLists(intercept, `${collection}.list`, id));
      const accomplices = [...always(collection), ...besides].map((name) =>
        name.includes('.list') ? name : `${collection}.list.${name}`,
      );
      expect(failures).toContain(id);
      expect(failures.filter((one) => one !== id && !accomplices.includes(one))).toEqual([]);
    },
  );
}
