import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { seedOf } from '../../kernel/seed.js';
import { buildCli, start } from './built.js';

let cli: string;
beforeAll(() => {
  cli = buildCli('calproof-serve-data');
});

/** How often a server is killed: `CALPROOF_KILLS=200 npx vitest run serve-data` takes about two minutes. */
const KILLS = Number(process.env['CALPROOF_KILLS'] ?? 15);

/** A tag as it is known: what was answered last, and what a request that was not answered may have made of it. */
interface Known {
  id?: number;
  answered: string | undefined;
  asked: string | undefined;
}

async function serving(folder: string) {
  const serve = start(cli, 'serve --data calendar.ndjson', folder);
  const url = /at (\S+)/.exec(await serve.says(/kept in .*\n/))?.[1];
  const tags = `${url}/vendor/events/v1/tags`;
  const send = async (method: string, path: string, name?: string): Promise<Response> =>
    fetch(`${tags}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(name !== undefined && { body: JSON.stringify({ name }) }),
    });
  return { serve, send };
}

type Send = Awaited<ReturnType<typeof serving>>['send'];

/** Writes to one tag after the other, until the server is gone. */
async function write(send: Send, writer: string, known: Known[]): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const tag: Known = { answered: undefined, asked: `${writer} ${turn}` };
    known.push(tag);
    const made = await send('POST', '', tag.asked);
    tag.id = ((await made.json()) as { id: number }).id;
    tag.answered = tag.asked;
    tag.asked = `${writer} ${turn} again`;
    if (turn % 3 === 2) tag.asked = undefined;
    await (await send(turn % 3 === 2 ? 'DELETE' : 'PATCH', `/${tag.id}`, tag.asked)).text();
    tag.answered = tag.asked;
  }
}

test('what was answered is there after the process was killed at any moment', { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-serve-data-'));
  const known: Known[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { serve, send } = await serving(folder);
    const writers = ['one', 'two', 'three'].map((name) => write(send, `${name} ${kill}`, known).catch(() => undefined));
    await sleep(20 + (seedOf(1, `kill ${kill}`) % 150));
    serve.child.kill('SIGKILL');
    await Promise.all([serve.ended(), ...writers]);
  }
  const { send } = await serving(folder);
  const answered = known.filter(({ id }) => id !== undefined);
  expect(answered.length).toBeGreaterThan(KILLS);
  for (const { id, answered: last, asked } of answered) {
    const response = await send('GET', `/${id}`);
    expect([200, 404]).toContain(response.status);
    const { name } = (await response.json()) as { name?: string };
    expect([last, asked]).toContain(response.status === 404 ? undefined : name);
  }
});
