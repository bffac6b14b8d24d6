/** The Kubernetes manifests of docs/scale.md hold fields of the published API, and their scripts exit as Jobs expect. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from './commands.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** An object of these members and no others; those that end in `!` are required. */
const object = (members: Readonly<Record<string, object>>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(members).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : [])),
  properties: Object.fromEntries(Object.entries(members).map(([name, value]) => [name.replace('!', ''), value])),
});
const list = (items: object) => ({ type: 'array', minItems: 1, items });

const container = object({
  'name!': text,
  'image!': text,
  env: list(
    object({
      'name!': text,
      value: text,
      valueFrom: object({ secretKeyRef: object({ 'name!': text, 'key!': text }) }),
    }),
  ),
  command: list(text),
  args: list(text),
  volumeMounts: list(object({ 'name!': text, 'mountPath!': text })),
});

const pod = object({
  // What podFailurePolicy and backoffLimitPerIndex need.
  'restartPolicy!': { const: 'Never' },
  securityContext: object({ fsGroup: count }),
  'containers!': list(container),
  volumes: list(object({ 'name!': text, persistentVolumeClaim: object({ 'claimName!': text }) })),
});

const rule = {
  oneOf: [
    object({
      'action!': { enum: ['FailJob', 'FailIndex', 'Ignore', 'Count'] },
      'onExitCodes!': object({ containerName: text, 'operator!': { enum: ['In', 'NotIn'] }, 'values!': list(count) }),
    }),
    object({
      'action!': { enum: ['FailJob', 'FailIndex', 'Ignore', 'Count'] },
      'onPodConditions!': list(object({ 'type!': text, 'status!': { enum: ['True', 'False', 'Unknown'] } })),
    }),
  ],
};

/** JobSpec of batch/v1, as far as it is used: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/ */
const jobSchema = object({
  'apiVersion!': { const: 'batch/v1' },
  'kind!': { const: 'Job' },
  'metadata!': object({ 'name!': text }),
  'spec!': object({
    completionMode: { enum: ['Indexed', 'NonIndexed'] },
    completions: count,
    parallelism: count,
    backoffLimit: count,
    backoffLimitPerIndex: count,
    maxFailedIndexes: count,
    podFailurePolicy: object({ 'rules!': list(rule) }),
    'template!': object({ 'spec!': pod }),
  }),
});

interface Job {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly completions?: number;
    readonly maxFailedIndexes?: number;
    readonly podFailurePolicy?: object;
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly name: string; readonly args: readonly string[] }[] };
    };
  };
}

const documents = blocksOf('docs/scale.md', 'yaml').flatMap((block) => block.split(/^---$/m).map((one) => parse(one)));
const jobs: readonly Job[] = documents.filter(({ kind }) => kind === 'Job');
const jobOf = (name: string): Job => jobs.filter(({ metadata }) => metadata.name === name)[0] as Job;

const validate = new Ajv({ allErrors: true }).compile(jobSchema);

test.each(jobs.map((job) => [job.metadata.name, job] as const))('%s is a Job', (_, job) => {
  validate(job);
  expect(validate.errors).toBeNull();
});

test('the schema sees a field that does not exist', () => {
  const { spec, ...rest } = jobOf('calproof');
  expect(validate({ ...rest, spec: { ...spec, backoffLimitByIndex: 3 } })).toBe(false);
});

describe.each(['calproof', 'calproof-snapshot'])('the shards of %s', (name) => {
  const { spec } = jobOf(name);

  test('fail at once by a wrong command, and not by a disruption', () => {
    expect(spec.podFailurePolicy).toEqual({
      rules: [
        { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
        {
          action: 'FailIndex',
          onExitCodes: { containerName: spec.template.spec.containers[0]?.name, operator: 'In', values: [2] },
        },
      ],
    });
    expect(spec.maxFailedIndexes).toBeLessThan(spec.completions ?? 0);
  });
});

/** Runs the script of a job with a command in the place of calproof, which notes its words and exits with a code. */
function runScript(name: string, { code, files = [] }: { readonly code: number; readonly files?: readonly string[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-manifest-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const words = join(folder, 'words');
  writeFileSync(join(folder, 'calproof'), `#!/bin/sh\necho "$@" > ${words}\nexit ${code}\n`);
  chmodSync(join(folder, 'calproof'), 0o755);
  for (const file of files) writeFileSync(join(folder, file), 'x');
  const [script = ''] = jobOf(name).spec.template.spec.containers[0]?.args ?? [];
  const own = { TARGET: 'http://calendar', SHARDS: '4', REPORTS: folder, PARTS: folder, JOB_COMPLETION_INDEX: '1' };
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, ...own };
  const { status } = spawnSync('sh', ['-c', script], { env });
  const said = existsSync(words) ? readFileSync(words, 'utf8').replaceAll(folder, '/reports').trim() : undefined;
  return { status, said };
}

test.each([
  ['conforms', 0, 0],
  ['deviates', 1, 0],
  ['is called with a wrong option', 2, 2],
  ['reaches no verdict', 3, 3],
])('a shard of check that %s exits with %i, its pod with %i', (_, code, status) => {
  expect(runScript('calproof', { code })).toEqual({
    status,
    said:
      'check http://calendar --mode sandbox --seed 7 --shard 2/4 --journal /reports/journals ' +
      '--report json=/reports/shard-2.json',
  });
});

const TAKE = 'snapshot http://calendar --basic env:LOGIN --rate 20 --shard 2/4 -o /reports/part-2.gz';

test.each([
  ['begins', [], 3, { status: 3, said: TAKE }],
  ['goes on after a crash', ['part-2.gz.progress'], 2, { status: 2, said: `${TAKE} --resume` }],
  ['is done', ['part-2.gz'], 3, { status: 0, said: undefined }],
])('a shard of a snapshot that %s', (_, files, code, done) => {
  expect(runScript('calproof-snapshot', { code, files })).toEqual(done);
});
