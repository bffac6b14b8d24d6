import { expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/index.js';
import { calproof } from '../cli/console.js';
import { folderWith } from '../options/settled.js';

const login = { id: 1, name: 'anna', password: 'open-sesame', role: 'editor' } as const;

/** A server at which only one user may write. */
async function serve(): Promise<string> {
  const server = createReferenceServer({ namespace: 'tribe/events/v1', users: { users: [login] } });
  const { url } = await server.listen();
  onTestFinished(() => server.close());
  return url;
}

test('check judges a target by its name with the options of the file, and prints their sources', async () => {
  const url = await serve();
  const text = `only: index\nmode: readonly\nseed: 3\ntargets: { here: { url: "${url}", preset: the-events-calendar, basic: "env:LOGIN" } }\n`;
  const folder = folderWith({ 'calproof.config.yaml': text });
  const { code, stdout, stderr } = await calproof('check here', { folder, variables: { LOGIN: 'anna:open-sesame' } });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Settings +calproof\.config\.yaml, target here, preset the-events-calendar/);
  expect(stdout).toContain('tribe/events/v1');
  expect(stdout).not.toContain('open-sesame');
});

test('a preset says how to log in where a target answers 401', async () => {
  const url = await serve();
  const bad = { LOGIN: 'anna:wrong' };
  const refused = await calproof(`check ${url} --preset the-events-calendar --basic env:LOGIN`, { variables: bad });
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/\(401\).*application passwords/s);
  const anonymous = await calproof(
    `check ${url} --preset the-events-calendar --only tags.create.location --mode sandbox`,
  );
  expect(anonymous.stdout.replace(/\s+/g, ' ')).toContain('WordPress accepts application passwords');
});

test('what is wrong in a file ends a run before anything is sent', async () => {
  const folder = folderWith({ 'calproof.config.yaml': 'efort: quick\n' });
  const { code, stderr } = await calproof('check http://127.0.0.1:9', { folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(/calproof\.config\.yaml, line 1, column 1: there is no key efort; did you mean effort\?\n$/);
});
