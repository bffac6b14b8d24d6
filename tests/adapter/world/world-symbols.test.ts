import { describe, expect, test } from 'vitest';
import { blankProfile } from '../../../adapter/profile/target-profile.js';
import { nothingProvisioned } from '../../../adapter/world/provisioned-records.js';
import { pickDays } from '../../../adapter/world/world-design.js';
import { fromSymbolic, toSymbolic } from '../../../adapter/world/world-symbols.js';
import { createWorld, type World } from '../../../adapter/world/world.js';
import { ref } from '../../../generators/wire-value.js';
import { Inconclusive } from '../../../wire/errors.js';
import { site } from '../ownership/scripted.js';

const days = pickDays({ seed: 1, now: new Date('2026-11-21T10:00:00Z') });

/** The world of a run, in which tags have slugs of their own. */
const worldOf = (marker: string, slugs: Readonly<Record<string, string>>, status = 'publish'): World => {
  const profile = { ...blankProfile(site), accepted: { author: [], image: [], status: [status] } };
  const records = Object.entries(slugs).map(([key, slug], index) => ({
    ref: ref('tags', key),
    id: String(index + 1),
    slug,
    status: undefined,
    complete: true,
    payload: {},
    body: {},
    language: undefined,
  }));
  return createWorld({ ...days, marker, profile, records, localized: [], provisioned: nothingProvisioned });
};

const one = worldOf('cp1a', { t1: 'fair-cp1a-3', t2: 'fair-cp1a-31' });
const other = worldOf('cp9z', { t1: 'fair-cp9z-3', t2: 'other-cp9z-31' }, 'Published');

describe('a value of one run', () => {
  test.each([
    ['a slug', 'fair-cp1a-31', '{slug:tags/t2}', 'other-cp9z-31'],
    ['a slug in a path', '/tags/by-slug/fair-cp1a-31', '/tags/by-slug/{slug:tags/t2}', '/tags/by-slug/other-cp9z-31'],
    ['the beginning of a slug', 'fair-cp1a-', '{stem:tags/t1}', 'fair-cp9z-'],
    ['the marker', 'Fair cp1a', 'Fair {marker}', 'Fair cp9z'],
    ['a status', 'publish', '{status:0}', 'Published'],
    ['what only contains one', 'publish us', 'publish us', 'publish us'],
  ])('with %s is the like in another', (_, own, symbolic, there) => {
    const value = { a: [own, 7], b: { c: null } };
    expect(toSymbolic(one, value)).toEqual({ a: [symbolic, 7], b: { c: null } });
    expect(fromSymbolic(one, toSymbolic(one, value))).toEqual(value);
    expect(fromSymbolic(other, toSymbolic(one, value))).toEqual({ a: [there, 7], b: { c: null } });
  });

  test('is kept as it is where it holds nothing of the run', () => {
    const value = Object.assign(Object.create(null), { text: 'Fair {mark}', ref: ref('tags', 't1') });
    expect(toSymbolic(one, value)).toBe(value);
    expect(fromSymbolic(one, value)).toBe(value);
  });

  test('without a prototype is no less plain', () => {
    expect(toSymbolic(one, Object.assign(Object.create(null), { text: 'cp1a' }))).toEqual({ text: '{marker}' });
  });

  test('is inconclusive where the record of a symbol is missing', () => {
    expect(() => fromSymbolic(worldOf('cp5e', {}), '{slug:tags/t1}')).toThrow(Inconclusive);
  });
});
