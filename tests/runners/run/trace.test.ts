import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../../reports/run-report-schema.js';
import { calproof } from '../cli/console.js';
import { answering, listen, listenReference } from '../targets.js';

const SOME =
  '--only tags.create,tags.read,http.server-error.anywhere --seed 7 --now 2026-11-21T12:00:00Z --concurrency 1';
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;

/** Runs on a target that shows no tag; gives the report and all that was received. */
async function run(flags = '') {
  const received: IncomingHttpHeaders[] = [];
  const { url } = await listenReference(({ headers, method, url: target = '' }, response) => {
    received.push(headers);
    const isBroken = method === 'GET' && /\/tags\/\d+/.test(target);
    if (isBroken) response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    return isBroken;
  });
  const { folder } = await calproof(`check ${url} ${SOME} ${flags} --report json=report.json`);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as RunReport;
  const exchanges = report.requirements.flatMap(({ id, verdict }) =>
    'counterexample' in verdict ? verdict.counterexample.exchanges.map((one) => ({ id, ...one })) : [],
  );
  return { received, report, exchanges };
}

const spansOf = (received: readonly IncomingHttpHeaders[]) => received.map(({ traceparent }) => traceparent);

const verdictsOf = ({ requirements }: RunReport) =>
  requirements.map(({ id, verdict }) => [id, verdict.outcome, verdict.requests]);

test('every request, from the preflight to the clean-up, has a span of its own; reports name it, curl lines do not', async () => {
  const { received, report, exchanges } = await run();
  expect(received.length).toBeGreaterThan(100);
  expect(received.filter(({ traceparent = '' }) => !TRACEPARENT.test(String(traceparent)))).toEqual([]);
  expect(new Set(spansOf(received)).size).toBe(received.length);
  const owners = new Set(received.flatMap((headers) => headers['x-calproof-requirement'] ?? []));
  const ids = report.requirements.filter(({ verdict }) => verdict.requests > 0).map(({ id }) => id);
  expect([...owners].sort()).toEqual([...ids].sort());
  expect(exchanges.length).toBeGreaterThan(0);
  const text = JSON.stringify(exchanges.map(({ curl, request }) => ({ curl, request })));
  expect(text).not.toMatch(/traceparent|x-calproof/i);
  for (const { id, traceparent } of exchanges) {
    const sent = received.filter((headers) => headers['traceparent'] === traceparent);
    expect(sent.map((headers) => headers['x-calproof-requirement'])).toEqual([id]);
  }
});

test('it changes no verdict and no number of requests; the same run has the same spans; --no-trace sends none', async () => {
  const [traced, again, bare] = [await run(), await run(), await run('--no-trace')];
  expect(spansOf(again.received)).toEqual(spansOf(traced.received));
  expect(verdictsOf(bare.report)).toEqual(verdictsOf(traced.report));
  expect(bare.received.length).toBe(traced.received.length);
  const marked = bare.received.filter((headers) => 'traceparent' in headers || 'x-calproof-requirement' in headers);
  expect(marked).toEqual([]);
  expect(bare.exchanges.filter((one) => 'traceparent' in one)).toEqual([]);
});

test('another origin, to which a target redirects, is sent nothing', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const stranger = await listen((request, response) => {
    seen.push(request.headers);
    answering(200, { 'content-type': 'application/json' }, '[]')(request, response);
  });
  const { url } = await listen(answering(302, { location: `${stranger.url}/elsewhere` }));
  expect((await calproof(`check ${url} ${SOME}`)).code).toBe(3);
  expect(seen).toEqual([]);
});
