/** The workflow of docs/many-targets.md, step by step as its jobs would run it. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { calproof, createTestEnvironment } from '../runners/cli/console.js';
import { blocksOf, wordsOf } from './commands.js';

interface Job {
  readonly needs?: string;
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly { readonly run?: string }[];
}

const [text = ''] = blocksOf('docs/many-targets.md', 'yaml');
const { jobs } = parse(text) as { readonly jobs: Readonly<Record<'shard' | 'site', Job>> };

const commandsOf = ({ steps }: Job): readonly string[] =>
  steps.flatMap(({ run }) => (run === undefined || run === 'npm ci' ? [] : [run]));

test('its shards judge every target once, and its site has them all', async () => {
  const { folder } = createTestEnvironment().environment;
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const targets = Object.fromEntries(names.map((name) => [name, { url: `http://127.0.0.1:9/${name}` }]));
  expect(jobs.site.needs).toBe('shard');
  for (const shard of jobs.shard.strategy?.matrix.shard ?? []) {
    const machine = createTestEnvironment().environment.folder;
    writeFileSync(join(machine, 'targets.json'), JSON.stringify({ targets }));
    for (const line of commandsOf(jobs.shard)) {
      const { code } = await calproof(wordsOf(line.replaceAll('${{ matrix.shard }}', String(shard))) ?? [], {
        folder: machine,
      });
      expect(code).toBe(3);
    }
    cpSync(join(machine, 'reports'), join(folder, 'reports'), { recursive: true, force: false, errorOnExist: true });
  }
  for (const line of commandsOf(jobs.site))
    expect(await calproof(wordsOf(line) ?? [], { folder })).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'site', 'targets'))).toEqual(names);
  expect(readdirSync(join(folder, 'history'))).toEqual(names);
  expect(readFileSync(join(folder, 'site', 'index.html'), 'utf8')).toContain('6 could not be judged');
});
