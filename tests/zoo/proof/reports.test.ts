import { expect, test } from 'vitest';
import { createPalette } from '../../../reports/terminal/layout.js';
import { toProofHtml } from '../../../zoo/proof/proof-html.js';
import { toProofMarkdown } from '../../../zoo/proof/proof-markdown.js';
import { toConformingLine, toFaultLine, toProofLines } from '../../../zoo/proof/proof-text.js';
import { aProof, caught, innocent, missed } from './a-proof.js';

const setting = { palette: createPalette(false), width: 80 };
const blamed = { ...innocent, blamed: [{ requirement: 'tags.read', expected: '<b>', observed: 'two' }] };

test('a line names the requirement that caught a fault with the fewest requests', () => {
  expect(toFaultLine(caught, setting.palette)).toMatch(
    /^✓ tags\.list\.search-ignored +tags\.list\.search \(3 requests\) and 1 more$/,
  );
  expect(toFaultLine(missed, setting.palette)).toMatch(/^✗ tags\.read\.late +not caught$/);
  expect(toFaultLine({ ...missed, able: 0 }, setting.palette)).toMatch(/^- /);
});

test('a line states how many requirements pass on a conforming target', () => {
  expect(toConformingLine(innocent, setting.palette)).toMatch(/^✓ envelope\.data +99 of 100 pass, none fails$/);
  expect(toConformingLine(blamed, setting.palette)).toMatch(/^✗ envelope\.data +blamed by tags\.read/);
});

test('the text ends with the verdict, after what is missing', () => {
  expect(toProofLines(aProof(), setting).at(-1)).toBe('Proven.');
  const lines = toProofLines(aProof({ faults: [missed] }), setting);
  expect(lines.at(-1)).toBe('Not proven.');
  expect(lines).toContain('  The fault tags.read.late is not caught.');
});

test('the text states how many faults are one cause, where the report keeps the causes', () => {
  const { causes: _, ...former } = caught;
  const causes = ['tags.list.search', 'tags.list.combined'];
  const counted = toProofLines(aProof({ faults: [caught, caught, { ...caught, causes }] }), { ...setting, width: 200 });
  expect(counted.join('\n')).toContain('2 of 3 faults reported as one cause (66.6 %), 1 as two, 0 as three or more');
  expect(toProofLines(aProof({ faults: [former] }), setting).join('\n')).not.toContain('Causes');
});

test('Markdown keeps what a statement says inside its cell', () => {
  const text = toProofMarkdown(aProof());
  expect(text).toContain(
    '| `tags.list.search-ignored` | A search finds \\<everything\\> \\| all. | `tags.list.search` | 3 | 1 |',
  );
  expect(text).toContain('`tags.read`: there is nothing to read');
  expect(text).toContain('| `tags.list.combined` | 1 | `tags.list.search-ignored` |');
});

test('the page shows text as text, loads nothing and has a dot for every catch', () => {
  const page = toProofHtml(aProof({ conforming: [blamed], target: '<script>' }));
  const shown = page.replace(/<script>[^]*?<\/script>/, '');
  expect(shown).not.toMatch(/<script|<b>|<everything>|src=|href=/);
  expect(page).toContain("default-src 'none'");
  expect(page.match(/<rect /g)).toHaveLength(2);
  expect(page).toContain('The variant envelope.data is blamed by tags.read.');
});
