import { expect, test } from 'vitest';
import { createPalette } from '../../../reports/terminal/layout.js';
import { proveExamples } from '../../../runners/cli/examples.js';
import { toProofHtml } from '../../../zoo/proof/proof-html.js';
import { toNumbers, toProofLines } from '../../../zoo/proof/proof-text.js';
import { figuresOf, gapsOf, leastCaught, type Proof } from '../../../zoo/proof/proof.js';
import { aProof, caught, innocent, missed } from './a-proof.js';

const lastOf = (proof: Proof) => toProofLines(proof, { palette: createPalette(false), width: 90 }).at(-1);

test('a whole proof has no gaps', () => {
  expect(gapsOf(aProof())).toEqual([]);
});

test.each([
  ['a fault that got away', { faults: [caught, missed] }, 'The fault tags.read.late is not caught.'],
  [
    'a fault that got away behind a composition',
    { behind: [{ ...missed, behind: 'composition.1' }] },
    'The fault tags.read.late behind composition.1 is not caught.',
  ],
  [
    'a false alarm',
    { conforming: [{ ...innocent, blamed: [{ requirement: 'tags.read', expected: 'a', observed: 'b' }] }] },
    'The variant envelope.data is blamed by tags.read.',
  ],
  [
    'a variant on which too few requirements pass',
    { conforming: [{ ...innocent, passed: 94 }] },
    'Only 94 of 100 requirements pass on the variant envelope.data.',
  ],
  [
    'a loss without a reason',
    { conforming: [{ ...innocent, lost: [{ requirement: 'tags.read', reason: 'unclear' }] }] },
    'The variant envelope.data does not allow tags.read to be inconclusive: unclear.',
  ],
  [
    'a requirement that catches nothing',
    { bare: { ...aProof().bare, passed: ['tags.list.search', 'tags.list.combined', 'tags.read'] } },
    'tags.read catches no fault.',
  ],
  [
    'a requirement that fails on the target itself',
    { bare: { ...aProof().bare, failed: ['tags.read'] } },
    'tags.read fails on the target itself.',
  ],
  [
    'a defect of ours',
    { faults: [{ ...caught, defects: ['tags.read: oops'] }] },
    'calproof itself failed on tags.list.search-ignored: tags.read: oops.',
  ],
])('%s is a gap', (_, changed, sentence) => {
  expect(gapsOf(aProof(changed))).toEqual([sentence]);
});

test('a quick run may miss a few, and not too many', () => {
  const six = Array.from({ length: 6 }, () => caught);
  expect(gapsOf(aProof({ effort: 'quick', faults: [...six, missed] }))).toEqual([]);
  expect(gapsOf(aProof({ effort: 'quick', faults: [caught, missed] }))).toHaveLength(1);
});

test('no proof with a fault that was missed says that all is proven', () => {
  const six = Array.from({ length: 6 }, () => caught);
  expect(lastOf(aProof())).toBe('Proven.');
  expect(lastOf(aProof({ effort: 'quick', faults: [...six, missed] }))).toBe(
    'Not proven: 1 of 7 faults missed, as quick effort may.',
  );
  expect(lastOf(aProof({ effort: 'quick', faults: six, behind: [missed, ...six] }))).toMatch(/^Not proven: 1 of 13 /);
  expect(lastOf(aProof({ faults: [caught, missed] }))).toBe('Not proven.');
  expect(lastOf(aProof({ faults: [], isSampled: true }))).toBe('Measured.');
});

test('of nothing nothing is proven, and no share is stated', () => {
  const none = aProof({ faults: [], conforming: [], only: ['x'] });
  expect(gapsOf(none)).toEqual(['Nothing was tried that this target can show.']);
  expect(gapsOf(aProof({ faults: [{ ...missed, able: 0 }], conforming: [], only: ['x'] }))).toHaveLength(1);
  expect(toNumbers(none).join('\n')).not.toMatch(/\b0 of 0\b|%|Innocent|Faults/);
  expect(toProofHtml(none)).not.toMatch(/\b0 of 0\b/);
  expect(toNumbers(aProof({ faults: [], only: ['envelope'] })).join('\n')).not.toMatch(/Faults|0 of 0/);
  expect(toNumbers(aProof({ conforming: [], only: ['tags'] })).join('\n')).not.toMatch(/Innocent|0 of 0/);
});

test('what catches nothing is no gap where a fault about it changes nothing', () => {
  const { bare } = aProof();
  const idle = { bare: { ...bare, passed: [...bare.passed, 'tags.read'] } };
  const faultless = (withoutEffect: readonly string[]) => [caught, { ...missed, withoutEffect }];
  expect(gapsOf(aProof({ ...idle, faults: faultless(['tags.read']) }))).toEqual([]);
  expect(gapsOf(aProof({ ...idle, faults: faultless(['tags.update']) }))).toEqual(['tags.read catches no fault.']);
});

test('only a proof with all faults names requirements that catch nothing', () => {
  const { bare } = aProof();
  const idle = { bare: { ...bare, passed: [...bare.passed, 'tags.read'] } };
  expect(gapsOf(aProof({ ...idle, only: ['tags.list'] }))).toEqual([]);
  expect(gapsOf(aProof(idle))).toHaveLength(1);
});

test('a fault that a target cannot show is no gap', () => {
  expect(gapsOf(aProof({ faults: [caught, { ...missed, able: 0 }] }))).toEqual([]);
});

test('figures count what a proof shows', () => {
  expect(figuresOf(aProof({ faults: [caught, missed, { ...missed, able: 0 }] }))).toEqual({
    faults: 2,
    caught: 1,
    short: 0,
    byCauses: [1, 0, 0],
    perThousand: 2,
    conforming: 1,
    unblamed: 1,
    leastConclusive: 0.99,
  });
});

test('the help names the share of faults that a quick run must catch', () => {
  expect(proveExamples).toContain(`(at quick effort ${leastCaught.quick * 100} % of them)`);
});
