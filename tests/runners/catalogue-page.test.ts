import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calproof } from './cli/console.js';

test('the catalogue in docs is that of now; `npx vitest run --update` on this file brings it up to date', {
  timeout: 300_000,
}, async () => {
  const { stdout } = await calproof('requirements --format markdown');
  const [title = '', ...rest] = stdout.split('\n');
  const note = '<!-- Made from the code: npx vitest run tests/runners/catalogue-page.test.ts --update -->';
  await expect([title, '', note, ...rest].join('\n')).toMatchFileSnapshot('../../docs/requirements.md');
});

test('it names every requirement and its clause', async () => {
  const page = readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8');
  const { stdout } = await calproof('requirements --format json');
  const { requirements } = JSON.parse(stdout) as { requirements: readonly { id: string; clause: string }[] };
  const missing = requirements.filter(
    ({ id, clause }) => !new RegExp(`^\\| \`${id}\` .*\`${clause}\``, 'm').test(page),
  );
  expect(missing).toEqual([]);
});
