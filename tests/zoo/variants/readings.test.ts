import { describe, expect, test } from 'vitest';
import { readings } from '../../../contract/readings/readings.js';
import { variants } from '../../../zoo/variants/index.js';

/** What no variant can follow on the wire, and why. */
const unmade: ReadonlyMap<string, string> = new Map([
  [
    'list.default-window.lifted bound-by-bound',
    'start_date that selects a day, as it does on the reference server, then leaves nothing that could be listed beyond the window.',
  ],
  [
    'list.premium.switched-off ignored',
    'The world of the reference server names what only the extensions can find: without them it would be another world.',
  ],
  [
    'language.segment-place after-origin',
    'The REST root of the reference server is at the origin, where both places are the same.',
  ],
  [
    'language.segment-lists every-language',
    'Lists of the reference server keep languages apart: several would have to be merged, page by page.',
  ],
  ['id.space per-kind', 'Ids would have to be moved in another way for each kind, in all that refers to them.'],
]);

const others = readings.flatMap(({ id, alternatives }) =>
  alternatives.slice(1).flatMap((one) => (one.supported ? [{ reading: id, alternative: one.id }] : [])),
);

const followedBy = ({ reading, alternative }: (typeof others)[number]): readonly string[] =>
  variants.filter(({ readings: followed = {} }) => followed[reading] === alternative).map(({ id }) => id);

describe('every supported alternative that the reference server does not follow', () => {
  test.each(others.map((one) => [`${one.reading} ${one.alternative}`, one] as const))('%s', (name, one) => {
    const reason = unmade.get(name);
    expect(followedBy(one).length > 0 || reason !== undefined, 'a variant that follows it').toBe(true);
    expect(followedBy(one).length > 0 && reason !== undefined, 'what is made needs no reason').toBe(false);
  });

  test('is one of the contract, where it is said not to be made', () => {
    const names = others.map(({ reading, alternative }) => `${reading} ${alternative}`);
    expect([...unmade.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
});
