import { expect, test } from 'vitest';
import { findSegments } from '../../../adapter/learn/learn-languages.js';
import { toChoices } from '../../../adapter/profile/target-profile.js';
import { answer } from '../other-targets.js';
import { scripted } from '../ownership/scripted.js';

/** A calendar of a site at /site with Dutch lists at this address only. */
const placed = (place: string, address: string) =>
  scripted(({ target }) => answer(target.startsWith(address) ? 200 : 404, []), {
    profile: { root: '/site/rest', choices: toChoices(new Map([['language.segment-place', place]])) },
  }).calendar;

const places = ['before-root', 'after-origin'] as const;

test.each([
  ['before-root', '/site/nl/rest'],
  ['after-origin', '/nl/site/rest'],
  [undefined, '/rest/nl'],
] as const)('finds the segments of languages %s, at %s', async (place, address) => {
  const found = await findSegments(places.map((one) => placed(one, address)));
  expect(found?.profile.choices['language.segment-place']).toBe(place);
});
