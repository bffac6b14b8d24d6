import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { requirements } from '../../../suites/index.js';
import { compositions } from '../../../zoo/compositions/compositions.js';
import { faults } from '../../../zoo/faults/index.js';
import { variants } from '../../../zoo/variants/index.js';

const page = readFileSync(new URL('../../../docs/proof.md', import.meta.url), 'utf8');

/** The first cell of each row of the table under a heading, and the second. */
function rowsUnder(heading: string): ReadonlyMap<string, string> {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').flatMap((line) => {
    const [, id, second] = /^\| `([^`]+)`[^|]*\| ((?:\\.|[^|\\])*) \|/.exec(line) ?? [];
    return id === undefined ? [] : [[id, second ?? ''] as const];
  });
  return new Map(rows);
}

describe('docs/proof.md is as the zoo is now (npm run proof)', () => {
  test('with every fault, each of them caught', () => {
    expect([...rowsUnder('Faults, and who').keys()]).toEqual(faults.map(({ id }) => id));
    expect(page).not.toContain('**nobody**');
    expect(page).not.toContain('What is missing');
  });

  test('with every variant and composition', () => {
    const result = [...rowsUnder('Conforming targets').keys()];
    expect(result).toEqual(expect.arrayContaining([...variants, ...compositions].map(({ id }) => id)));
  });

  test('where only variants known as sparse leave more than one requirement in seventy inconclusive', () => {
    const { conforming } = JSON.parse(readFileSync(new URL('../../../docs/proof.json', import.meta.url), 'utf8')) as {
      readonly conforming: readonly { readonly id: string; readonly bare: number; readonly passed: number }[];
    };
    const lost = conforming.filter(({ bare, passed }) => bare - passed > bare / 70).map(({ id }) => id);
    const known = variants.filter(({ isSparse }) => isSparse).map(({ id }) => id);
    const ids = variants.map(({ id }) => id);
    expect(lost.filter((id) => ids.includes(id) && !known.includes(id))).toEqual([]);
  });

  test('with every requirement, each of which catches a fault', () => {
    const caught = rowsUnder('Requirements, and what');
    const promised = requirements.filter(({ profile }) => profile !== 'reference').map(({ id }) => id);
    expect([...caught.keys()]).toEqual(promised);
    expect([...caught].filter(([, count]) => Number(count) < 1)).toEqual([]);
  });
});
