import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { buildCli } from './built.js';
import { listenReference } from './targets.js';

const LONG = 240_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/scale.md`, 'utf8');

/** The code of the page in a language, in order. */
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) => (name === language ? [text] : []));

const objects = (text: string): readonly unknown[] =>
  parseAllDocuments(text, { version: '1.1' }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as unknown;
  });

interface Step {
  readonly run?: string;
}
interface Workflow {
  readonly env: { readonly TARGET: string };
  readonly jobs: {
    readonly shard: {
      readonly strategy: { readonly matrix: { readonly shard: readonly number[] } };
      readonly steps: readonly Step[];
    };
    readonly merge: { readonly needs: string; readonly steps: readonly Step[] };
  };
}
interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly command: readonly string[];
  readonly args: readonly [string];
}
interface Job {
  readonly spec: {
    readonly completionMode?: string;
    readonly completions?: number;
    readonly template: { readonly spec: { readonly containers: readonly [Container] } };
  };
}

let bin = '';
beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'calproof-bin-'));
  const cli = buildCli('calproof-scale');
  const vitest = `${root}node_modules/vitest/vitest.mjs`;
  const write = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  write('calproof', `exec "${process.execPath}" "${cli}" "$@"`);
  const npx = `tool=$1; shift; case $tool in vitest) exec "${process.execPath}" "${vitest}" "$@";; *) exec "$tool" "$@";; esac`;
  write('npx', npx);
}, LONG);

/** A folder with a configuration for a small run. */
function work(): string {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-scale-'));
  const config = { only: ['tags'], effort: 'quick', timeout: '60s' };
  writeFileSync(join(folder, 'calproof.config.json'), JSON.stringify(config));
  return folder;
}

/** Runs a script as the machines of the page would, and gives its exit code and all it said. */
async function sh(script: string, folder: string, variables: Readonly<Record<string, string>> = {}) {
  const { VITEST: _vitest, NODE_ENV: _mode, ...inherited } = process.env;
  const env = { ...inherited, PATH: `${bin}:${process.env['PATH']}`, NO_COLOR: '1', ...variables };
  const child = spawn('sh', ['-c', script], { cwd: folder, env });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code: code as number | null, output };
}

const reportIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
const WHOLE = { exitCode: 0, end: 'finished', left: [] };

test(
  'the commands of the page run',
  async () => {
    const { url } = await listenReference();
    const folder = work();
    const { code, output } = await sh(`set -e\n${blocks('sh')[0]?.replaceAll('http://127.0.0.1:8080', url)}`, folder);
    expect(output).toContain('Shard 1 of 2 has no deviations');
    expect(output).toContain('The target conforms');
    expect(code).toBe(0);
    expect(reportIn(folder)).toMatchObject(WHOLE);
  },
  LONG,
);

describe('the CI matrix', () => {
  const [text = ''] = blocks('yaml');

  test(
    'judges all its shards at once and joins them',
    async () => {
      const { url } = await listenReference();
      const [{ jobs }] = objects(text) as readonly [Workflow];
      const { matrix } = jobs.shard.strategy;
      expect(jobs.merge.needs).toBe('shard');
      const commands = ({ steps }: { readonly steps: readonly Step[] }): string =>
        steps.flatMap(({ run }) => (run === undefined || run === 'npm ci' ? [] : [run.trim()])).join('\n');
      const folder = work();
      const judging = commands(jobs.shard).replaceAll('${{ github.run_number }}', '12');
      const ended = await Promise.all(
        matrix.shard.map((shard) =>
          sh(judging.replaceAll('${{ matrix.shard }}', String(shard)), folder, { TARGET: url }),
        ),
      );
      expect(ended.map(({ code }) => code)).toEqual(matrix.shard.map(() => 0));
      const { code, output } = await sh(commands(jobs.merge), folder);
      expect(output).toContain(`${matrix.shard.length} shards of a run on ${url}`);
      expect(code).toBe(0);
      expect(reportIn(folder)).toMatchObject({ ...WHOLE, seed: 12 });
    },
    LONG,
  );
});

describe('the Indexed Job', () => {
  const [shards = '', last = ''] = blocks('yaml').filter((text) => text.includes('kind: Job'));
  const containerOf = (text: string): Container & Pick<Job['spec'], 'completions' | 'completionMode'> => {
    const { spec } = objects(text)[0] as Job;
    return { ...spec, ...spec.template.spec.containers[0] };
  };
  const run = ({ command, args, env }: Container, folder: string, variables: Readonly<Record<string, string>>) => {
    expect(command).toEqual(['sh', '-c']);
    const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    return sh(args[0], folder, { ...own, ...variables, REPORTS: join(folder, 'reports') });
  };

  test(
    'judges a shard an index, which the last step joins',
    async () => {
      const { url } = await listenReference();
      const { completions = 0, completionMode, ...container } = containerOf(shards);
      expect(completionMode).toBe('Indexed');
      expect(container.env).toContainEqual({ name: 'SHARDS', value: String(completions) });
      const folder = work();
      mkdirSync(join(folder, 'reports'));
      const pods = Array.from({ length: completions }, (_, index) =>
        run(container, folder, { TARGET: url, JOB_COMPLETION_INDEX: String(index) }),
      );
      expect((await Promise.all(pods)).map(({ code }) => code)).toEqual(pods.map(() => 0));
      const { code, output } = await run(containerOf(last), folder, {});
      expect(output).toContain('The target conforms');
      expect(code).toBe(0);
      expect(reportIn(join(folder, 'reports'))).toMatchObject(WHOLE);
    },
    LONG,
  );

  test(
    'tries a shard again that could not judge, and none that deviates',
    async () => {
      const container = containerOf(shards);
      const folder = work();
      mkdirSync(join(folder, 'reports'));
      const unreachable = { TARGET: 'http://127.0.0.1:1', JOB_COMPLETION_INDEX: '0' };
      expect((await run(container, folder, unreachable)).code).not.toBe(0);
      const { url } = await listenReference((request, response) => {
        const lost = request.method === 'GET' && /\/tags\/\d+/.test(request.url ?? '');
        if (lost) response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"lost"}');
        return lost;
      });
      const deviating = await run(container, folder, { TARGET: url, JOB_COMPLETION_INDEX: '0' });
      expect(deviating.output).toContain('The target deviates');
      expect(deviating.code).toBe(0);
    },
    LONG,
  );

  test('leaves both jobs the same volume', () => {
    const claims = [...`${shards}${last}`.matchAll(/claimName: (\S+)/g)].map(([, name]) => name);
    expect(claims).toEqual(['calproof-reports', 'calproof-reports']);
    expect(objects(shards)[1]).toMatchObject({ kind: 'PersistentVolumeClaim', metadata: { name: claims[0] } });
  });
});

test(
  'vitest runs a file a shard, and joins their blobs',
  async () => {
    const { url } = await listenReference();
    const folder = work();
    const [source = ''] = blocks('ts');
    for (const index of [1, 2]) {
      const text = source.replace('index: 1', `index: ${index}`).replace('shard:', "only: ['tags.create'], shard:");
      writeFileSync(join(folder, `conformance-${index}.test.ts`), text);
    }
    const alias = { 'calproof/vitest': `${root}runners/vitest.ts` };
    const config = { resolve: { alias }, test: { fileParallelism: false } };
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
    const commands = blocks('sh').at(-1) ?? '';
    const { code, output } = await sh(`set -e\n${commands}`, folder, { TARGET_URL: url });
    expect(output).toMatch(/Test Files +2 passed/);
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'blobs')).sort()).toEqual(['1.json', '2.json']);
    const names =
      readFileSync(join(folder, 'report.xml'), 'utf8').match(/(?<=testcase classname="[^"]*" name=")[^"]*/g) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(3);
  },
  LONG,
);
