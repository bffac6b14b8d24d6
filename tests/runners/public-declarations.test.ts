import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { buildDeclarations } from './built.js';

/** The declarations of what a program can import, and of the files that these pass on. */
function readDeclarations(): string {
  const folder = buildDeclarations('calproof-declarations');
  const entries = ['index.d.ts', 'suite.d.ts', 'runners/vitest.d.ts'].map((name) => join(folder, name));
  const passedOn = entries.flatMap((entry) =>
    [...readFileSync(entry, 'utf8').matchAll(/^export .* from '(.+)\.js';$/gm)].map(([, path = '']) =>
      join(dirname(entry), `${path}.d.ts`),
    ),
  );
  const toText = (path: string): string => `// ${relative(folder, path)}\n${readFileSync(path, 'utf8').trimEnd()}\n`;
  return [...entries, ...[...new Set(passedOn)].sort()].map(toText).join('\n');
}

test('what programs rely on is as it was; `npx vitest run --update` on this file accepts a change', {
  timeout: 300_000,
}, async () => {
  await expect(readDeclarations()).toMatchFileSnapshot('public-declarations.txt');
});
