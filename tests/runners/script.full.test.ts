import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasCurl, runScript } from '../shell.js';
import { calproof } from './cli/console.js';
import { listenFaulty } from './faulty-proxy.js';
import { listenReference } from './targets.js';

const ZIP = '--only venues.fields.zip --seed 7 --report json=report.json';

/** The script of the failure in a folder's report, as a file. */
async function writeScript(folder: string, line = ''): Promise<string> {
  const { code, stdout } = await calproof(`replay report.json --script ${line}`, { folder });
  expect(code).toBe(0);
  const path = join(folder, 'repeat.sh');
  writeFileSync(path, stdout);
  return path;
}

describe.runIf(hasCurl)('the script of a failure', () => {
  test('shows it again on new records and deletes them; mended, it is not shown', async () => {
    const { url, server, mend } = await listenFaulty('venues.create.zip-lost');
    const { folder } = await calproof(`check ${url} ${ZIP}`);
    const before = server.counts();
    const path = await writeScript(folder);

    const failing = await runScript(path);
    expect(failing).toMatchObject({ code: 1, stderr: '' });
    expect(failing.stdout).toMatch(/"zip":"1234"[^]*Expected: zip "01234" in the item\nObserved in the run: "1234"\n/);
    expect(server.counts()).toEqual(before);

    mend();
    const fixed = await runScript(path);
    expect(fixed).toMatchObject({ code: 0, stderr: '' });
    expect(fixed.stdout).toContain('"zip":"01234"');
    expect(fixed.stdout).not.toContain('"zip":"1234"');
    expect(server.counts()).toEqual(before);
  });

  test('creates the test data that a list is about, and deletes it', async () => {
    const { url, server, mend } = await listenFaulty('organizers.list.search-ignored');
    const only = '--only organizers.list.search --seed 7 --report json=report.json';
    const { folder } = await calproof(`check ${url} ${only}`);
    const path = await writeScript(folder, 'organizers.list.search');
    const before = server.counts();
    expect(await runScript(path)).toMatchObject({ code: 1, stderr: '' });
    mend();
    expect(await runScript(path)).toMatchObject({ code: 0, stderr: '' });
    expect(server.counts()).toEqual(before);
  });

  test('goes to another place, where other ids are given', async () => {
    const faulty = await listenFaulty('venues.create.zip-lost');
    const { folder } = await calproof(`check ${faulty.url} ${ZIP}`);
    const path = await writeScript(folder);
    const { url, server, requests } = await listenReference();
    const { stdout } = await runScript(path, { CALPROOF_ORIGIN: url });
    expect(stdout).toContain('"zip":"01234"');
    expect(requests).toEqual([
      'POST /vendor/events/v1/venues',
      'GET /vendor/events/v1/venues/1',
      'POST /vendor/events/v1/venues',
      'GET /vendor/events/v1/venues/2',
      'DELETE /vendor/events/v1/venues/2',
      'DELETE /vendor/events/v1/venues/1',
    ]);
    expect(server.counts().venues).toBe(0);
  });

  test('holds no secret: it names the variable, and does nothing without', async () => {
    const seen = new Set<string | undefined>();
    const { url, requests } = await listenReference((request, response) => {
      seen.add(request.headers.authorization);
      const lost = request.method === 'GET' && /\/tags\/\d+/.test(request.url ?? '');
      if (lost) response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"lost"}');
      return lost;
    });
    const only = '--only tags.create.required-only --seed 7 --report json=report.json';
    const variables = { TOKEN: 'hunter22' };
    const { folder } = await calproof(`check ${url} ${only} --bearer env:TOKEN`, { variables });
    const path = await writeScript(folder, 'tags.create.required-only');
    expect(readFileSync(path, 'utf8')).not.toContain('hunter22');

    const sent = requests.length;
    const without = await runScript(path);
    expect(without.code).not.toBe(0);
    expect(without.stderr).toContain('CALPROOF_AUTHORIZATION');
    expect(requests).toHaveLength(sent);

    seen.clear();
    const { code } = await runScript(path, { CALPROOF_AUTHORIZATION: 'Bearer other' });
    expect(code).toBe(1);
    expect([...seen]).toEqual(['Bearer other']);
  });
});

test('a script is for one failure', async () => {
  const { url } = await listenReference((request, response) => {
    const lost = request.method === 'GET' && /\/tags\/\d+/.test(request.url ?? '');
    if (lost) response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"lost"}');
    return lost;
  });
  const { folder } = await calproof(`check ${url} --only tags.create,tags.fields --seed 7 --report json=report.json`);
  const none = await calproof('replay report.json --script venues', { folder });
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toMatch(/^Nothing under venues failed in the report; the nearest failed ID is tags\./);
  const many = await calproof('replay report.json --script', { folder });
  expect(many).toMatchObject({ code: 2, stdout: '' });
  expect(many.stderr).toMatch(/^A script repeats one failure; name one of \d+ failures: tags\./);
});
