import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Environment } from '../../runners/input/environment.js';
import { systemClock } from '../../wire/clock.js';
import { calproof, createTestEnvironment } from './cli/console.js';
import { type Deviate, listenReference } from './targets.js';

/** A terminal, and a clock that goes on by a second each time that it is read: every line is due. */
function openTerminal(): { readonly changed: Partial<Environment>; readonly drawn: () => string } {
  let text = '';
  let now = 0;
  const write = (part: string): void => void (text += part);
  const clock = { ...systemClock, now: () => (now += 1000) };
  return {
    changed: { stderr: { write, isTerminal: true, columns: 80 }, clock },
    drawn: () => stripVTControlCharacters(text).replaceAll('\r', '\n'),
  };
}

test('merge shows which report is read, what failed so far, and the time left', async () => {
  const { url } = await listenReference();
  const { folder } = createTestEnvironment().environment;
  for (const part of [1, 2])
    await calproof(`check ${url} --only index,tags.read --seed 7 --shard ${part}/2 --report json=${part}.json`, {
      folder,
    });
  const { changed, drawn } = openTerminal();
  const { code } = await calproof('merge 1.json 2.json', { folder, ...changed });
  expect(code).toBe(0);
  expect(drawn()).toContain('0 reports, 0 failed, reading 1.json');
  expect(drawn()).toMatch(/1 of 2 reports, 0 failed, reading 2\.json, about \S+ s left\n$/);
});

test('sweep shows how many records are done, left behind and in work, and the time left', async () => {
  let keepsAll = true;
  const keep: Deviate = ({ method }, response) => {
    const isRefused = keepsAll && method === 'DELETE';
    if (isRefused) response.writeHead(403, { 'content-type': 'application/json' }).end('{"code":"kept"}');
    return isRefused;
  };
  const { url } = await listenReference(keep);
  const { stdout, folder } = await calproof(`check ${url} --only tags.create.required-only --seed 7`);
  const journal = /calproof sweep (\S+\.ndjson)/.exec(stdout)?.[1];
  keepsAll = false;
  const { changed, drawn } = openTerminal();
  const { code } = await calproof(`sweep ${journal}`, { folder, ...changed });
  expect(code).toBe(0);
  expect(drawn()).toMatch(/\n1 of \d+ records, 0 left behind, 4 running, about .+ left\n/);
  expect(drawn()).toMatch(/\n(\d+) of \1 records, 0 left behind, 0 running, about 0 ms left\n$/);
});
