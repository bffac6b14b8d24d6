import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { runReportSchema } from '../../reports/run-report-schema.js';
import { calproof, createTestEnvironment } from './cli/console.js';
import { answering, type Deviate, listen, listenReference } from './targets.js';

const ONE = '--only tags.create.required-only --seed 7';

/** Tags are made, and never found again. */
const losesTags: Deviate = (request, response) => {
  const lost = request.method === 'GET' && /\/tags\/\d+/.test(request.url ?? '');
  if (lost) response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"lost"}');
  return lost;
};

const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
const validate = ajv.compile(runReportSchema);

const expectReport = (text: string) => {
  const report = JSON.parse(text);
  validate(report);
  expect(validate.errors).toBeNull();
  return report;
};

test('a target that conforms: exit 0, summary, nothing left on it or on disk', async () => {
  const { url, server } = await listenReference();
  const before = server.counts();
  const { code, stdout, stderr, folder } = await calproof(`check ${url} ${ONE}`);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toContain(`tests ${url}/vendor/events/v1`);
  expect(stdout).toContain('Judged 1 of 1 requirement; inconclusive: 0.');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^The target conforms/);
  expect(server.counts()).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
});

test('a target that deviates: exit 1, the failure, and the same in the report', async () => {
  const { url } = await listenReference(losesTags);
  const { code, stdout, folder } = await calproof(`check ${url} ${ONE} --verbose --report json=report.json`);
  expect(code).toBe(1);
  expect(stdout).toContain('FAIL tags.create.required-only');
  expect(stdout).toMatch(
    /Repeat +\(These requests use IDs of records[^\n]*\n +curl -i -X POST .*\n +curl -i http:\/\/127\.0\.0\.1:\d+\/vendor\/events\/v1\/tags\/\d+/,
  );
  const report = expectReport(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect(report).toMatchObject({ exitCode: 1, seed: 7, mode: 'sandbox', end: 'finished', counts: { failed: 1 } });
});

test('the report says how long each operation took', async () => {
  const { url, requests } = await listenReference();
  const { folder, stdout } = await calproof(`check ${url} ${ONE} --report json=report.json`);
  const { latencies } = expectReport(readFileSync(join(folder, 'report.json'), 'utf8'));
  const created = requests.filter((request) =>
    /^POST \S*\/vendor\/events\/v1\/tags$/.test(request.split('?')[0] ?? ''),
  ).length;
  expect(created).toBeGreaterThan(0);
  expect(latencies).toContainEqual(expect.objectContaining({ operation: 'tags.create', count: created }));
  expect(stdout).toMatch(/^Latency +slowest at the 95th percentile: \S+ \d+ ms/m);
});

const JSON_TYPE = { 'content-type': 'application/json' };
const nothing = answering(200, JSON_TYPE, '[]');

test.each(['sandbox', 'readonly'])(
  'a target that answers all with a bare array of nothing is not judged: exit 3 in mode %s, with what failed',
  async (mode) => {
    const { url } = await listen(nothing);
    const { code, stdout } = await calproof(`check ${url} --mode ${mode} --effort quick --seed 7`);
    expect(code).toBe(3);
    expect(stdout).toContain('index.read.answers');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^The target could not be judged: only \d+ of \d+ MUST requirements reached a verdict\. \d+ MUST requirements failed/,
    );
  },
);

test('a target with empty lists that refuses each create deviates: exit 1', async () => {
  const refuse = answering(404, JSON_TYPE, '{"code":"not_found"}');
  const isList = /\/v1\/(events|venues|organizers|categories|tags)(\?|$)/;
  const { url } = await listen((request, response) => {
    const answer = request.method === 'GET' && isList.test(request.url ?? '') ? nothing : refuse;
    answer(request, response);
  });
  const { code, stdout } = await calproof(`check ${url} --only events --seed 7`);
  expect(code).toBe(1);
  expect(stdout).toContain('✗ events.create.required-only');
});

test('the embedded server holds the given world, and rejects what it cannot hold', async () => {
  const { environment } = createTestEnvironment();
  const { folder } = environment;
  writeFileSync(join(folder, 'two.json'), '{"tags": [{"key": "a", "id": 5, "name": "A"}, {"key": "b", "id": 5}]}');
  const refused = await calproof('check --world two.json', { folder });
  expect(refused.stderr).toBe('World record b: its key or id is there twice, or is none.\n');
  expect(refused.code).toBe(2);
  const days = { start_date: '2030-01-01', end_date: '2030-01-02' };
  const kept = { key: 'kept', title: 'Kept', description: 'It is called Wolframite.', password: 'wren', ...days };
  writeFileSync(join(folder, 'kept.json'), JSON.stringify({ events: [kept] }));
  const judged = await calproof('check --world kept.json --only events.read.password-withheld', { folder });
  expect(judged.stdout).toContain('Judged 1 of 1 requirement; inconclusive: 0.');
  writeFileSync(join(folder, 'nothing.json'), '{}');
  const inconclusive = await calproof('check --world nothing.json --only events.read.password-withheld', { folder });
  expect(inconclusive.stdout).toContain('no password-protected event is configured');
});

test('the embedded server, with known users, keeps its own decisions', { timeout: 120_000 }, async () => {
  const { code, stdout } = await calproof('check --profile reference --seed 7');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^The target conforms/);
  expect(code).toBe(0);
});

test('a report on standard output is all that is there', async () => {
  const { url } = await listenReference();
  const { code, stdout, stderr } = await calproof(`check ${url} ${ONE} --report json`);
  expect(code).toBe(0);
  expect(expectReport(stdout).counts).toMatchObject({ passed: 1 });
  expect(stderr).toContain('The target conforms');
});

test('a secret is sent, and stands nowhere', async () => {
  const seen = new Set<string | undefined>();
  const { url } = await listenReference((request, response) => {
    seen.add(request.headers.authorization);
    return losesTags(request, response);
  });
  const variables = { TOKEN: 'hunter22' };
  const { stdout, stderr, folder } = await calproof(
    `check ${url} ${ONE} --verbose --bearer env:TOKEN --report json=report.json`,
    { variables },
  );
  expect(seen).toContain('Bearer hunter22');
  expect(seen).not.toContain(undefined);
  const report = readFileSync(join(folder, 'report.json'), 'utf8');
  expect(`${stdout}${stderr}${report}`).not.toContain('hunter22');
  expect(stdout).toContain('$CALPROOF_AUTHORIZATION');
});

test('a plan sends nothing', async () => {
  const { url, requests } = await listenReference();
  const { code, stdout } = await calproof(`check ${url} --plan`);
  expect(code).toBe(0);
  expect(stdout).toContain('tags.create.required-only');
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('Nothing was sent.');
  expect(requests).toEqual([]);
});

test('quiet prints failures and the conclusion', async () => {
  const { url } = await listenReference();
  const { stdout } = await calproof(`check ${url} ${ONE} --quiet`);
  expect(stdout).toBe('The target conforms: 1 of 1 applicable MUST requirement passed.\n');
});

test('readonly sends no write, and says what it leaves out', async () => {
  const { url, requests } = await listenReference();
  const { code, stdout } = await calproof(`check ${url} ${ONE} --mode readonly`);
  expect(code).toBe(3);
  expect(stdout).toContain('no requirement reached a verdict');
  expect(requests.filter((request) => !/^(GET|HEAD|OPTIONS) /.test(request))).toEqual([]);
});

test('without a URL the embedded reference server is judged', async () => {
  const { code, stdout, folder } = await calproof(`check ${ONE}`);
  expect(code).toBe(0);
  expect(stdout).toContain('(the embedded reference server)');
  expect(readdirSync(folder)).toEqual([]);
});

test('an interruption ends in order: 130, cleaned up, report written', async () => {
  const interruption = new AbortController();
  const { url, server } = await listenReference((request) => {
    if (request.method === 'POST' && request.url?.endsWith('/events')) interruption.abort();
    return false;
  });
  const before = server.counts();
  const { signal } = interruption;
  const { code, folder } = await calproof(`check ${url} ${ONE}`, { signal });
  expect(code).toBe(130);
  expect(server.counts()).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
});

test('the same seed sends the same inputs', async () => {
  const { url } = await listenReference(losesTags);
  const inputs = [];
  for (const _ of [1, 2]) {
    const { stdout } = await calproof(`check ${url} ${ONE} --verbose`);
    inputs.push(/Input +(.*)/.exec(stdout)?.[1]);
  }
  expect(inputs[0]).toBeDefined();
  expect(inputs[1]).toBe(inputs[0]);
});

test.each([
  [{}, { coloured: true, drawn: true }],
  [{ NO_COLOR: '1' }, { coloured: false, drawn: true }],
  [{ TERM: 'dumb' }, { coloured: false, drawn: false }],
] as const)('on a terminal with %j: %j', async (variables, { coloured, drawn }) => {
  const { url } = await listenReference();
  const { environment, written } = createTestEnvironment();
  const stdout = { ...environment.stdout, isTerminal: true, columns: 80 };
  await calproof(`check ${url} ${ONE}`, { stdout, variables });
  expect(written.stdout.includes('\r')).toBe(drawn);
  expect(written.stdout.includes('\u001b[1m')).toBe(coloured);
});

test('a URL that ends in the namespace is understood', async () => {
  const { url } = await listenReference();
  const { code, stdout } = await calproof(`check ${url}/vendor/events/v1 ${ONE}`);
  expect(code).toBe(0);
  expect(stdout).toContain(`tests ${url}/vendor/events/v1`);
});
