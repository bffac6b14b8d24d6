import { describe, expect, test } from 'vitest';
import { readPageAssets } from '../../../reports/html/html-page.js';

const { style } = readPageAssets();

/** The colours of a scheme by name; the dark one changes the light one. */
function coloursOf(scheme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const [light = '', dark = ''] = style
    .split('@media screen and (prefers-color-scheme: dark)')
    .map((part) => part.split('\n}')[0]);
  const read = (part: string) =>
    [...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value] as const);
  return new Map([...read(light), ...(scheme === 'dark' ? read(dark) : [])]);
}

/** Relative luminance, as WCAG 2.2 has it. */
function luminanceOf(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

const tones = ['passed', 'failed', 'known', 'cantTell', 'untested', 'inapplicable'];

/** What is written on what. */
const pairs = [
  ...['ink', 'soft', 'link', ...tones].flatMap((ink) => ['paper', 'raised'].map((paper) => [ink, paper] as const)),
  ...tones.flatMap((tone) => [tone, 'ink', 'soft', 'link'].map((ink) => [ink, `${tone}-paper`] as const)),
];

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const colours = coloursOf(scheme);
  test('has a colour for each name', () => {
    expect(pairs.flat().filter((name) => !colours.has(name))).toEqual([]);
  });
  test.each(pairs)('%s is read well on %s', (ink, paper) => {
    expect(contrast(colours.get(ink) ?? '', colours.get(paper) ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});

test('the two schemes differ in every colour', () => {
  const [light, dark] = [coloursOf('light'), coloursOf('dark')];
  expect([...light].filter(([name, value]) => dark.get(name) === value)).toEqual([]);
});
