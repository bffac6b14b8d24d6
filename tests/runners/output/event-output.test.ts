import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runEventSchema, type StreamedEvent } from '../../../reports/run-event-schema.js';
import type { RunReport } from '../../../reports/run-report-schema.js';
import { closed } from '../../reports/closed-schema.js';
import { calproof, createTestEnvironment } from '../cli/console.js';
import { type Deviate, listenReference } from '../targets.js';

const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
// What we write has no member that the schema does not name.
const validate = ajv.compile<StreamedEvent>(closed(JSON.parse(JSON.stringify(runEventSchema))));

function toEvents(text: string): readonly StreamedEvent[] {
  expect(text.endsWith('}\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const event: unknown = JSON.parse(line);
      expect(validate(event), `${line}: ${JSON.stringify(validate.errors)}`).toBe(true);
      return event as StreamedEvent;
    });
}

/** Shows no tag and no venue. */
const breaks: Deviate = ({ method, url = '' }, response) => {
  const isBroken = method === 'GET' && /\/(tags|venues)\/\d+/.test(url);
  if (isBroken) response.writeHead(500, { 'content-type': 'application/json' }).end('{"code":"broken"}');
  return isBroken;
};

const ONE = '--only tags.create.required-only --seed 7';

test('every line of a run that fails fits the schema, and the last of each requirement is in the report', async () => {
  const { url } = await listenReference(breaks);
  const { code, folder, stderr } = await calproof(
    `check ${url} --only tags.create,venues.create,http.server-error.anywhere --seed 7 --report ndjson=events.ndjson --report json=report.json`,
  );
  expect([code, stderr]).toEqual([1, '']);
  const events = toEvents(readFileSync(join(folder, 'events.ndjson'), 'utf8'));
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as RunReport;
  const byId = <Value>(pairs: readonly (readonly [id: string, value: Value])[]) => Object.fromEntries(pairs);
  const outcomes = events.flatMap((event) =>
    event.type === 'requirement-ended' ? [[event.id, event.outcome] as const] : [],
  );
  expect(byId(outcomes)).toEqual(byId(report.requirements.map(({ id, verdict }) => [id, verdict.outcome])));
  const failures = events.flatMap((event) =>
    event.type === 'failure' ? [[event.requirement.id, event.requirement] as const] : [],
  );
  const failed = report.requirements.filter(({ verdict }) => verdict.outcome === 'failed');
  expect(byId(failures)).toEqual(byId(failed.map((one) => [one.id, one])));
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
    'clean-up-ended',
    'clean-up-started',
    'examination-started',
    'failure',
    'nomination',
    'requirement-ended',
    'requirement-started',
    'run-ended',
    'run-started',
    'target-learned',
  ]);
  const { counts, conclusion, exitCode, seed } = report;
  expect(events[0]).toMatchObject({ type: 'run-started', seed, planned: report.requirements.map(({ id }) => id) });
  expect(events[1]).toMatchObject({ type: 'target-learned', learned: report.learned });
  expect(events.at(-1)).toMatchObject({ type: 'run-ended', counts, conclusion, exitCode });
});

test('on standard output there is nothing else', async () => {
  const { url } = await listenReference();
  const { code, stdout, stderr } = await calproof(`check ${url} ${ONE} --report ndjson`);
  expect(toEvents(stdout).map(({ type }) => type)).toEqual([
    'run-started',
    'target-learned',
    'requirement-started',
    'requirement-ended',
    'clean-up-started',
    'clean-up-ended',
    'run-ended',
  ]);
  expect([code, stderr.includes('The target conforms')]).toEqual([0, true]);
});

test('events are written while the run goes on', async () => {
  const { environment, written } = createTestEnvironment();
  const atRequest: number[] = [];
  const { url } = await listenReference(() => {
    atRequest.push(written.stdout.split('\n').length);
    return false;
  });
  await calproof(`check ${url} ${ONE} --report ndjson`, { stdout: environment.stdout });
  expect(new Set(atRequest).size).toBeGreaterThan(2);
});

test('a run on a target that cannot be reached ends in its stream too', async () => {
  const { code, stdout } = await calproof(`check http://127.0.0.1:9 ${ONE} --report ndjson`);
  expect(code).toBe(3);
  const events = toEvents(stdout);
  expect(events[0]).toMatchObject({ type: 'run-started', url: 'http://127.0.0.1:9' });
  expect(events.at(-1)).toMatchObject({ type: 'run-ended', end: 'not begun', exitCode: 3 });
});

describe('a stream that breaks does not end the run', () => {
  test('a full disk', async () => {
    const { url, server } = await listenReference();
    const before = server.counts();
    const { code, stderr } = await calproof(`check ${url} ${ONE} --report ndjson=/dev/full`);
    expect(stderr).toBe(
      'The run goes on without the report /dev/full, which could not be written: the disk is full.\n',
    );
    expect([code, server.counts()]).toEqual([0, before]);
  });

  test('a reader that goes away', async () => {
    const { environment } = createTestEnvironment();
    const { folder } = environment;
    execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd: folder });
    const reader = spawn('head', ['-n', '1', join(folder, 'pipe')]);
    onTestFinished(() => void reader.kill());
    const first = new Promise<string>((resolve) => reader.stdout.once('data', (text) => resolve(String(text))));
    const { url } = await listenReference();
    const { code, stderr } = await calproof(`check ${url} ${ONE} --report ndjson=pipe`, { folder });
    expect(stderr).toBe(
      'The run goes on without the report pipe, which could not be written: its reader closed the pipe.\n',
    );
    expect(code).toBe(0);
    expect(toEvents(await first)).toHaveLength(1);
  });
});
