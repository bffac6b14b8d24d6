import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createReferenceServer } from '../../reference-server/index.js';
import { createCheckOptions } from '../../runners/options/check-options.js';
import { listenFaulty } from '../runners/faulty-proxy.js';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly { readonly id?: string; readonly run?: string }[] };
}

const root = new URL('../../', import.meta.url);
const action = parse(readFileSync(new URL('action.yml', root), 'utf8')) as Action;

test('each input but those of the action is an option of check, and a switch where that is one', () => {
  const options = createCheckOptions();
  const ours = ['url', 'reports', 'base', 'comment-token'];
  const own = Object.entries(action.inputs).filter(([name]) => !ours.includes(name));
  for (const [name, { description }] of own) {
    const option = options.find(({ long }) => long === `--${name}`);
    expect(option?.long, name).toBe(`--${name}`);
    expect(description.startsWith('Set to true'), name).toBe(option?.isBoolean());
  }
});

test('inputs reach the shell as data alone', () => {
  expect(action.runs.steps.map(({ run }) => run).join('\n')).not.toContain('${{');
});

describe('run as a workflow does', { timeout: 300_000 }, () => {
  let cli: string;
  beforeAll(async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'calproof-action-')), 'calproof');
    const unneeded = ['node_modules', 'build', 'dist', '.git', 'tests', 'docs'].map((name) =>
      fileURLToPath(new URL(name, root)),
    );
    cpSync(root, folder, { recursive: true, filter: (path) => !unneeded.includes(path) });
    const child = spawn('bash', [join(folder, 'action/install')], { stdio: ['ignore', 'ignore', 'inherit'] });
    expect((await once(child, 'close'))[0]).toBe(0);
    cli = join(folder, 'dist/runners/main.js');
  }, 300_000);

  test('little is installed: what a check runs with, and the bundler', () => {
    const lists = ['node_modules', 'build/node_modules'].map((path) => new URL(`../../${path}/`, pathToFileURL(cli)));
    const counts = lists.map((url) => JSON.parse(readFileSync(new URL('.package-lock.json', url), 'utf8')).packages);
    expect(counts.map((packages) => Object.keys(packages).length).reduce((sum, one) => sum + one)).toBeLessThan(100);
  });

  /** What all inputs come to in a workflow that gives some. */
  const toInputs = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, given[name] ?? one.default ?? '']));

  async function run(given: Readonly<Record<string, string>>) {
    const folder = mkdtempSync(join(tmpdir(), 'calproof-action-'));
    const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
    for (const file of [output, summary]) writeFileSync(file, '');
    const env = { ...process.env, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, CALPROOF_CLI: cli };
    const script = fileURLToPath(new URL('action/check.mjs', root));
    const child = spawn(process.execPath, [script], {
      cwd: folder,
      env: { ...env, INPUTS: JSON.stringify(toInputs(given)) },
    });
    let stdout = '';
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    const [code] = await once(child, 'close');
    const values = [...readFileSync(output, 'utf8').matchAll(/^(.+)<<(.+)\n([\s\S]*?)\n\2$/gm)];
    const outputs = Object.fromEntries(values.map(([, name = '', , value]) => [name, value]));
    return { code, stdout, outputs, folder, summary: readFileSync(summary, 'utf8') };
  }

  test('a target that deviates fails the step, with annotation, summary, outputs and reports', async () => {
    const { url } = await listenFaulty('venues.create.zip-lost');
    const { code, stdout, outputs, summary, folder } = await run({ url, only: 'venues.fields.zip', seed: '7' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error title=venues\.fields\.zip/m);
    expect(summary).toMatch(/^## .*deviates/);
    expect(Object.keys(outputs)).toEqual(Object.keys(action.outputs));
    expect(outputs).toMatchObject({
      'exit-code': '1',
      conclusion: expect.stringContaining('1 MUST requirement failed'),
    });
    expect(readFileSync(join(folder, outputs['html'] ?? ''), 'utf8')).toContain('<h2>What failed</h2>');
    expect(JSON.parse(readFileSync(join(folder, outputs['json'] ?? ''), 'utf8')).seed).toBe(7);
  });

  test('an input of another kind is wrong use, and leaves nothing to take for a report', async () => {
    const { code, outputs, summary } = await run({ url: 'http://127.0.0.1:1', effort: 'heroic; exit 0' });
    expect(code).toBe(2);
    expect(outputs).toMatchObject({ 'exit-code': '2', conclusion: '' });
    expect(summary).toBe('');
  });

  test('a report of the base branch shows what newly fails, first in the summary and as a comment', async () => {
    const given = { only: 'venues.fields.zip,venues.fields.phone', seed: '7' };
    const server = createReferenceServer();
    onTestFinished(() => server.close());
    const before = await run({ ...given, url: (await server.listen()).url });
    const { url } = await listenFaulty('venues.create.zip-lost');
    const base = join(before.folder, before.outputs['json'] ?? '');
    const { code, outputs, summary, folder } = await run({ ...given, url, base });
    expect([before.code, code]).toEqual([0, 1]);
    const comment = readFileSync(join(folder, outputs['comment'] ?? ''), 'utf8');
    expect(comment).toMatch(/^## ✗ calproof/);
    expect(comment).toContain('1 requirement newly failed; both runs judged 2.');
    expect(comment).toContain('MUST <code>venues.fields.zip</code>');
    expect(summary.startsWith(comment)).toBe(true);
  });

  test('a base without a report is said, and the summary is the comment', async () => {
    const { url } = await listenFaulty('venues.create.zip-lost');
    const { stdout, outputs, folder, summary } = await run({ url, only: 'venues.fields.zip', base: 'none.json' });
    expect(stdout).toContain('::notice title=calproof::There is no none.json to compare with.');
    expect(readFileSync(join(folder, outputs['comment'] ?? ''), 'utf8')).toBe(summary);
  });
});

describe('the comment on a pull request', () => {
  interface Asked {
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly authorization: string | undefined;
    readonly body: string;
  }

  /** Lets the script comment on pull request 12, against a GitHub with some comments. */
  async function comment(text: string, { comments, status = 200 }: { comments: readonly object[]; status?: number }) {
    const asked: Asked[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { method, url, headers } = request;
        asked.push({ method, url, authorization: headers.authorization, body });
        response.writeHead(status).end(JSON.stringify(method === 'GET' ? comments : {}));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'calproof-comment-'));
    const [file, event] = [join(folder, 'comment.md'), join(folder, 'event.json')];
    writeFileSync(file, text);
    writeFileSync(event, JSON.stringify({ pull_request: { number: 12 } }));
    const child = spawn(process.execPath, [fileURLToPath(new URL('action/comment.mjs', root))], {
      env: {
        TOKEN: 'token-of-the-job',
        FILE: file,
        TITLE: 'https://user:secret@calendar.example/wp-json',
        GITHUB_EVENT_PATH: event,
        GITHUB_REPOSITORY: 'us/calendar',
        GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      },
    });
    let stdout = '';
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    const [code] = await once(child, 'close');
    server.close();
    return { code, stdout, asked };
  }

  const MARK = '<!-- calproof https://calendar.example/wp_json -->';
  const others = [{ id: 1, body: 'Nice' }, { id: 2, body: '<!-- calproof http://another -->\nText' }, { id: 3 }];

  test('is written once, beside those of others', async () => {
    const { code, asked } = await comment('## Text', { comments: others });
    expect(code).toBe(0);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /repos/us/calendar/issues/12/comments?per_page=100&page=1',
      'POST /repos/us/calendar/issues/12/comments',
    ]);
    expect(asked[1]?.authorization).toBe('Bearer token-of-the-job');
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ body: `${MARK}\n## Text` });
  });

  test('is replaced by later runs', async () => {
    const { asked } = await comment('## Later', { comments: [...others, { id: 44, body: `${MARK}\n## Text` }] });
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toContain('PATCH /repos/us/calendar/issues/comments/44');
  });

  test('is no longer than GitHub takes, and cut between failures', async () => {
    const failure = `<details>\n<summary>one</summary>\n${'x'.repeat(20_000)}\n</details>`;
    const { asked } = await comment(`## Text\n${failure}\n${failure}\n${failure}\n${failure}`, { comments: [] });
    const { body } = JSON.parse(asked[1]?.body ?? '');
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body.match(/<details>/g)).toHaveLength(3);
    expect(body.match(/<\/details>/g)).toHaveLength(3);
    expect(body).toContain('The rest is in the reports of the run.');
  });

  test('is a warning where GitHub refuses it, and fails nothing', async () => {
    const { code, stdout } = await comment('## Text', { comments: [], status: 403 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^::warning title=calproof::.*GitHub answered 403 to GET/);
  });
});
