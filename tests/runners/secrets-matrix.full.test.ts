import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import { checkFormats } from '../../reports/formats/report-formats.js';
import { calproof, createTestEnvironment } from './cli/console.js';
import { listenReference } from './targets.js';

/** A secret, where a command takes it from, and how it is given. */
interface Row {
  readonly secret: string;
  readonly words: readonly string[];
  /** Parts of the secret that may stand nowhere; the whole, where not given. */
  readonly parts?: readonly string[];
  /** What alone takes it. */
  readonly alone?: 'check';
  /** Whether it comes to the target. Default true. */
  readonly isSent?: false;
  /** The URL of the target, where the secret is in it. */
  readonly toUrl?: (url: string) => string;
}

const KEY = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pemLines = KEY.split('\n').filter((line) => line !== '' && !line.startsWith('-----'));
const WORLD_PASSWORD = 'c4nary&w\u00f6rld/11';
const worldText = readFileSync('fixtures/worlds/complete.json', 'utf8').replace('nightjar-7', WORLD_PASSWORD);

const rows: Readonly<Record<string, Row>> = {
  'password of --basic': {
    secret: 'canary:c4nary/b\u00e4sic"1',
    words: ['--basic', 'env:SECRET'],
    parts: ['c4nary/b\u00e4sic"1'],
  },
  'token of --bearer': { secret: 'c4nary.bearer-2', words: ['--bearer', 'env:SECRET'] },
  'field of --header': {
    secret: 'X-Key: c4nary-header-3',
    words: ['--header', 'env:SECRET'],
    parts: ['c4nary-header-3'],
  },
  'cookie of --header': {
    secret: 'Cookie: sid=c4nary-cookie-4',
    words: ['--header', 'env:SECRET'],
    parts: ['c4nary-cookie-4'],
  },
  'output of a command': {
    secret: 'canary:c4nary+command 5',
    words: ['--basic', 'cmd:cat secret'],
    parts: ['c4nary+command 5'],
  },
  'content of a file': { secret: 'c4nary.file-6', words: ['--bearer', 'file:secret'] },
  'user information of the URL': {
    secret: 'c4nary-url-7',
    words: [],
    isSent: false,
    toUrl: (url) => url.replace('//', '//canary:c4nary-url-7@'),
  },
  'login of --proxy': {
    secret: 'http://canary:c4nary-proxy-8@127.0.0.1:1',
    words: ['--proxy', 'env:SECRET'],
    isSent: false,
    parts: ['c4nary-proxy-8'],
  },
  'login of --identity': {
    secret: 'author:c4nary.identity-9',
    words: ['--identity', 'author=env:SECRET'],
    parts: ['c4nary.identity-9'],
    alone: 'check',
  },
  'key of --sign': { secret: KEY, words: ['--sign', 'env:SECRET'], isSent: false, parts: pemLines, alone: 'check' },
  'password of --world': { secret: WORLD_PASSWORD, words: ['--world', 'world.json'], alone: 'check' },
  'variable of --env': {
    secret: 'c4nary-container-12',
    words: ['--image', 'registry.invalid/none:1', '--env', 'TOKEN=env:SECRET'],
    alone: 'check',
    isSent: false,
    toUrl: () => '/wp-json',
  },
};

const only = ['tags.create.required-only', 'tags.read.record', 'events.read.password', 'identities.tags.write-denied']
  .flatMap((id) => ['--only', id])
  .concat('--seed', '7');
const reports = checkFormats.flatMap((format) => ['--report', `${format}=report.${format}`]);

/** Commands, one after the other in one folder: what one writes the next reads. */
const commands: Readonly<Record<string, (url: string, journal: string) => readonly string[]>> = {
  check: (url) => ['check', url, ...only, ...reports, '--history', 'history', '--mode', 'sandbox'],
  'check --verbose': (url) => ['check', url, ...only, '--verbose', '--mode', 'sandbox'],
  replay: () => ['replay', 'report.json'],
  'replay --script': () => ['replay', 'report.json', 'tags.read.record', '--script'],
  probe: (url) => ['probe', url, '--mode', 'sandbox'],
  snapshot: (url) => ['snapshot', url, '-o', 'snapshot.ndjson.gz', '--questions', 'none'],
  'snapshot --shard': (url) => ['snapshot', url, '-o', 'part.gz', '--shard', '1/1'],
  merge: () => ['merge', 'part.gz', '-o', 'merged.ndjson.gz', '--questions', 'few'],
  compare: (url) => ['compare', 'snapshot.ndjson.gz', url],
  sweep: (_, journal) => ['sweep', journal],
};

const inputs = ['secret', 'world.json'];

const spellingsOf = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  Buffer.from(text).toString('base64'),
];

/** All that is in a folder but what was put there, and the names of the files. */
function contentOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !inputs.includes(name));
  const paths = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  const textOf = (path: string): string => {
    const octets = readFileSync(path);
    return (path.endsWith('.gz') ? gunzipSync(octets) : octets).toString();
  };
  return [...names, ...paths.map(textOf)].join('\n');
}

/** How often a secret stands in what each command wrote, and how the command ended. */
async function searchAll({ secret, words, parts = [secret], alone, toUrl = (url) => url }: Row) {
  const spellings = [...parts.flatMap(spellingsOf), Buffer.from(secret).toString('base64')];
  const heard: string[] = [];
  const served = JSON.parse(worldText) as WorldFile;
  const { url } = await listenReference(({ method, url: path = '', headers }, response) => {
    const said = `${String(headers.authorization)} ${String(headers['x-key'])} ${String(headers.cookie)}`;
    heard.push(`${path} ${said}`);
    response.setHeader('X-Said', encodeURIComponent(said));
    // There are failures, and what was made is left behind: there is a journal.
    if (method !== 'DELETE' && (method !== 'GET' || !/\/tags\/\d+/.test(path))) return false;
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 'no', message: said }));
    return true;
  }, served);
  const { folder } = createTestEnvironment().environment;
  writeFileSync(join(folder, 'secret'), secret);
  writeFileSync(join(folder, 'world.json'), worldText);
  const found: Record<string, string> = {};
  for (const [name, toWords] of Object.entries(commands)) {
    if (alone !== undefined && !name.startsWith(alone)) continue;
    const journal = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) =>
      /calproof.*\.ndjson$/.test(path),
    );
    const { code, stdout, stderr } = await calproof([...toWords(toUrl(url), journal ?? 'none'), ...words], {
      folder,
      variables: { SECRET: secret },
    });
    const written = [stdout, stderr, contentOf(folder)].join('\n');
    const count = spellings.reduce((sum, spelling) => sum + written.split(spelling).length - 1, 0);
    found[name] = `${count} (exit ${code})`;
  }
  const isSent = spellings.some((spelling) => heard.join('\n').includes(spelling));
  return { found, isSent };
}

const heading = `# Secrets

How often each secret occurs in what a series of commands has written so far: standard output and standard error, every report, the journal, the history, the snapshot, and file names. The search covers the plain text and its percent-encoded, JSON-escaped and Base64 forms. The target echoes everything it receives, in headers and bodies. The exit code is in brackets. To search again: \`npm run test:full -- tests/runners/secrets-matrix\`.

`;

test('no secret stands in anything that a command writes, however it is spelt', async () => {
  const names = Object.keys(commands);
  const lines: string[] = [];
  for (const [name, row] of Object.entries(rows)) {
    const { found, isSent } = await searchAll(row);
    expect(isSent, name).toBe(row.isSent !== false);
    lines.push(`| ${name} | ${names.map((command) => found[command] ?? '–').join(' | ')} |`);
  }
  const head = `| Secret | ${names.map((name) => `\`${name}\``).join(' | ')} |`;
  const page = [head, head.replace(/[^|]+/g, '---'), ...lines].join('\n');
  expect(lines.filter((line) => /\| [1-9]\d* \(/.test(line))).toEqual([]);
  await expect(`${heading}${page}\n`).toMatchFileSnapshot('../../docs/secrets.md');
}, 600_000);
