import type { RequestListener } from 'node:http';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calproof } from './console.js';
import { answering, listen } from './targets.js';

const json = { 'content-type': 'application/json' };

const cases: readonly (readonly [string, RequestListener, RegExp])[] = [
  ['an HTML page', answering(200, { 'content-type': 'text/html' }, '<title>My site</title>'), /HTML page, "My site"/],
  [
    'a redirect in a circle',
    (request, response) => answering(302, { location: request.url ?? '/' })(request, response),
    /circle/,
  ],
  ['a login', answering(401, { ...json, 'www-authenticate': 'Basic' }, '{}'), /needs a login \(401\)\. .*--basic/],
  ['nothing there', answering(404, json, '{"code":"none"}'), /not found \(404\)/],
  ['another REST service', answering(200, json, '{"users":[],"posts":[]}'), /no list of events/],
  ['a failure', answering(500, json, '{}'), /fails \(500\)/],
  ['a blank page', answering(200, {}), /blank page/],
  ['no answer in time', () => {}, /did not answer in time/],
  ['a closed connection', (request) => void request.socket.destroy(), /closed the connection/],
];

test.each(cases)('%s: one sentence, exit 3, nothing written', async (_, handler, sentence) => {
  const target = await listen(handler);
  const { code, stdout, stderr, folder } = await calproof(`check ${target.url}/ --timeout 300ms`);
  expect(code).toBe(3);
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(stdout).toBe('');
  expect(target.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('an address where nothing listens', async () => {
  const { code, stderr } = await calproof('check http://127.0.0.1:1/');
  expect(code).toBe(3);
  expect(stderr).toContain('refuses connections');
});

test('a REST root with a calendar under another namespace: the right option is named', async () => {
  const index = '{"namespaces":["wp/v2","tribe/events/v1"]}';
  const target = await listen((request, response) => {
    const found = request.url === '/';
    response.writeHead(found ? 200 : 404, json).end(found ? index : '{}');
  });
  const { code, stderr } = await calproof(`check ${target.url}`);
  expect(code).toBe(3);
  expect(stderr).toContain('try --namespace tribe/events/v1.');
});

test('what a target says cannot move the cursor', async () => {
  const title = '<title>\u001b[2Jgone</title>';
  const target = await listen(answering(200, { 'content-type': 'text/html' }, title));
  const { stderr } = await calproof(`check ${target.url}`);
  expect(stderr).toContain('\\u001b[2Jgone');
});
