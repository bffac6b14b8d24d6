import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calproof, createTestEnvironment } from '../runners/cli/console.js';
import { listenFaulty } from '../runners/faulty-proxy.js';
import { commandsOf, pages, wordsOf } from './commands.js';

/** One rule that the target breaks and one that it keeps: a page is followed in seconds, and has something to show. */
const FEW = ['--only', 'venues.fields.zip,venues.fields.city'];
const ONE_FAULT = ['--effort', 'quick', '--only', 'venues.create.zip-lost'];
const SELECTIVE = ['--only', '--plan', 'local'];

/** Commands of other programs: of this repository, which `.ci/run` runs, and of what a reader has. */
const others = [
  /^npm (ci|start|test|run test:full)\b/,
  /^(node -e '$|const |console\.log|\s+\?)/,
  /^sh repeat\.sh$/,
  /^docker(\/context| build| run) /,
  /^zcat /,
  /^openssl genpkey /,
  /^npx vitest /,
];

/** Pages with commands that need the package installed, and what runs them. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/examples/hono/README.md': '.ci/example',
  'docs/writing-a-requirement.md': 'tests/runners/suite.full.test.ts',
};

/** Commands that run until they are stopped; `serve` is aborted. */
const endless = / --watch /;

/** What other commands of a page would have left: the same again, of another day. */
const copies = [
  ['report.json', 'before.json'],
  ['before.json', 'after.json'],
  ['before.ndjson.gz', 'after.ndjson.gz'],
] as const;

/** A command as it is run here: on our target, and on little of it. */
function toHere(words: readonly string[], url: string): readonly string[] {
  const here = words.map((word, at) => {
    if (word === '8080') return '0';
    if (words[at - 1] === '--only') return word.replace(/(^|,)(\w+)(?=,|$)/g, '$1$2.create.required-only');
    return word.replace(/^https?:\/\/(127\.0\.0\.1:8080|[a-z.]*example\.org\/wp-json)$/, url);
  });
  if (here[0] === 'prove' && here.includes('--sample'))
    return [...here.with(here.indexOf('--sample') + 1, '1'), '--effort', 'quick'];
  if (here[0] === 'prove') return [...here, ...ONE_FAULT];
  // Our target holds too little for a check that only reads.
  if (here[0] === 'migrate-check') return [...here, '--effort', 'quick', '--mode', 'sandbox'];
  return here[0] === 'check' && !SELECTIVE.some((word) => here.includes(word)) ? [...here, ...FEW] : here;
}

/** What a reader has before the first command: a secret, a pair of keys, and a file of targets. */
function bring(folder: string, url: string): void {
  const target = { url, only: FEW[1] };
  writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets: { old: target, new: target } }));
  writeFileSync(join(folder, 'reader.secret'), 'carl:secret\n');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
}

/** What later commands find: a configuration that names our target, and what is left of other days. */
function leaveBehind(folder: string, url: string): void {
  const config = join(folder, 'calproof.config.yaml');
  if (existsSync(config)) {
    const text = readFileSync(config, 'utf8').replaceAll('http://127.0.0.1:8080', url);
    writeFileSync(config, /^only:/m.test(text) ? text : `only: ${FEW[1]}\n${text}`);
  }
  for (const [from, to] of copies.map((names) => names.map((name) => join(folder, name)))) {
    if (from && to && existsSync(from) && !existsSync(to)) copyFileSync(from, to);
  }
}

/** The secrets that pages name, of a server that asks for none. */
const variables = { LOGIN: 'anna:secret', EDITOR: 'anna:secret', AUTHOR: 'ben:secret', READER: 'cleo:secret' };

function run(words: readonly string[], folder: string) {
  const stop = new AbortController();
  if (words[0] === 'serve') setTimeout(() => stop.abort(), 500);
  return calproof(words, { folder, variables, signal: stop.signal });
}

describe.each(pages.filter((page) => commandsOf(page).length > 0))('%s', (page) => {
  const commands = commandsOf(page);

  test('shows no command that nobody runs', () => {
    const strange = commands.filter((line) => !wordsOf(line) && !others.some((one) => one.test(line)));
    expect(strange).toEqual([]);
  });

  if (elsewhere[page] !== undefined) return;

  test('is followed to its end', { timeout: 900_000 }, async () => {
    const { url } = await listenFaulty('venues.create.zip-lost');
    const { folder } = createTestEnvironment().environment;
    bring(folder, url);
    for (const line of commands) {
      const words = endless.test(line) ? undefined : wordsOf(line);
      const finished = words && (await run(toHere(words, url), folder));
      expect([0, 1, undefined], `${line}: ${finished?.stderr}`).toContain(finished?.code);
      leaveBehind(folder, url);
    }
  });
});
