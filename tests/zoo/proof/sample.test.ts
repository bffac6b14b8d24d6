import { expect, test } from 'vitest';
import { createPalette } from '../../../reports/terminal/layout.js';
import { toProofMarkdown } from '../../../zoo/proof/proof-markdown.js';
import { toPointLine, toProofLines } from '../../../zoo/proof/proof-text.js';
import { type PointRow, recallBy, recallOf, wilson } from '../../../zoo/proof/sample.js';
import { aProof } from './a-proof.js';

const caught: PointRow = {
  id: 'space:tags.create/name/cut/always',
  statement: 'A create of a tag stores name cut after 100 characters.',
  site: 'sent',
  mistake: 'cut',
  condition: 'always',
  caughtBy: 'tags.fields.name',
  alsoFailed: [],
  isExercised: true,
  defects: [],
};
const { caughtBy: _, ...uncaught } = caught;
const missed: PointRow = {
  ...uncaught,
  id: 'space:tags.list/late/many',
  site: 'list',
  mistake: 'late',
  isExercised: false,
};
const rows = [caught, missed, { ...caught, id: 'space:tags.create/name/cut/long' }];
const sampled = aProof({ faults: [], conforming: [], isSampled: true, sample: { of: 1000, rows } });
const setting = { palette: createPalette(false), width: 100 };

test('the interval of a share is that of Wilson', () => {
  const [from, to] = wilson(9, 10);
  expect([from.toFixed(3), to.toFixed(3)]).toEqual(['0.596', '0.982']);
  expect(wilson(0, 0)).toEqual([0, 1]);
  expect(wilson(5, 5)[1]).toBe(1);
});

test('what was not exercised counts as missed', () => {
  expect(recallOf('all', rows)).toMatchObject({ drawn: 3, caught: 2, unexercised: 1 });
  expect(recallBy(rows, 'site').map(({ name }) => name)).toEqual(['list', 'sent']);
});

test('a line says who caught a point, or that nothing met it', () => {
  expect(toPointLine(caught, setting.palette)).toMatch(/^✓ space:tags\.create\/name\/cut\/always +tags\.fields\.name$/);
  expect(toPointLine(missed, setting.palette)).toMatch(/^✗ .* not exercised$/);
  expect(toPointLine({ ...missed, isExercised: true }, setting.palette)).toMatch(/^✗ .* not caught$/);
});

test('the text has the recall and how to see each miss again; misses are a measure and no gap', () => {
  const lines = toProofLines(sampled, setting);
  expect(lines).toContain('  calproof prove --only space:tags.list/late/many --seed 1 --effort standard');
  expect(lines.find((line) => line.startsWith('Recall'))).toContain('2 of 3, 66.6 % (20.7 to 93.8 %), 1 not exercised');
  expect(lines.at(-1)).toBe('Measured.');
});

test('so has the Markdown', () => {
  const text = toProofMarkdown(sampled);
  expect(text).toContain('| **all points** | 2 of 3 | 66.6 % (20.7 to 93.8 %) | 1 |');
  expect(text).toContain('| site `list` | 0 of 1 |');
  expect(text).toContain('| `space:tags.list/late/many` |');
});
