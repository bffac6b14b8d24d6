import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('a release names its repository, and every link of its README is absolute', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-release-'));
  for (const name of ['package.json', 'README.md']) copyFileSync(join(root, name), join(folder, name));
  const env = {
    ...process.env,
    GITHUB_SERVER_URL: 'https://host.example',
    GITHUB_REPOSITORY: 'us/calproof',
    GITHUB_REF_NAME: 'v1',
  };
  execFileSync(process.execPath, [join(root, 'action/publishable.mjs')], { cwd: folder, env });
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'calproof',
    repository: { type: 'git', url: 'git+https://host.example/us/calproof.git' },
    homepage: 'https://host.example/us/calproof#readme',
    bugs: 'https://host.example/us/calproof/issues',
  });
  const links = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to);
  expect(links).toContain('https://host.example/us/calproof/raw/v1/docs/pictures/first-screen.png');
  expect(links.filter((to) => !to?.startsWith('https://'))).toEqual([]);
});
