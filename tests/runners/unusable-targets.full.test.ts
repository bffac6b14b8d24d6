import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressTroubles, clockWarnings, type Trouble } from '../../wire/preflight/trouble-catalogue.js';
import { calproof } from './cli/console.js';
import { allTroubles, toPattern } from './connection/all-troubles.js';
import { calendarCases } from './connection/calendars.js';
import type { Case } from './input/case.js';
import { answering, listen } from './targets.js';
import { answerCases } from './unusable/answers.js';
import { connectionCases } from './unusable/connections.js';
import { pageCases } from './unusable/pages.js';
import { proxyCases } from './unusable/proxies.js';
import { tlsCases } from './unusable/tls.js';

const cases = [...connectionCases, ...tlsCases, ...proxyCases, ...answerCases, ...pageCases, ...calendarCases];

const SECRETS = /hunter22|YW5uYTpodW50ZXIyMg/;

const expectSentence = (stderr: string, { trouble, says = '' }: Pick<Case, 'trouble' | 'says'>): void => {
  expect(stderr.trimEnd()).toMatch(toPattern(trouble));
  expect(stderr).toContain(says);
  expect(stderr.trimEnd()).not.toMatch(/[\n{}]/);
  expect(stderr).not.toMatch(SECRETS);
};

test.each(cases.map((one) => [one.about, one] as const))(
  '%s: its sentence, exit 3',
  async (_, { open, ...expected }) => {
    const typed = await open();
    const { line, variables = {}, requests = [] } = typeof typed === 'string' ? { line: typed } : typed;
    const patience = line.includes('--timeout') ? '' : ' --timeout 5s';
    const { code, stdout, stderr, folder } = await calproof(`check ${line}${patience}`, { variables });
    expectSentence(stderr, expected);
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

const wrong: readonly (readonly [string, Trouble])[] = [
  ['not-a-url', addressTroubles.notUrl],
  ['http://', addressTroubles.notUrl],
  ['example.org/wp-json', addressTroubles.schemeMissing],
  ['ftp://example.org/', addressTroubles.otherScheme],
  ['http://anna:hunter22@example.org/', addressTroubles.loginInside],
];

test.each(wrong)('%s is no address: exit 2', async (text, trouble) => {
  const { code, stderr } = await calproof(['check', text]);
  expect(code).toBe(2);
  expectSentence(stderr, { trouble });
});

test('every trouble there is has a case', () => {
  const tried: ReadonlySet<Trouble> = new Set([...cases.map(({ trouble }) => trouble), ...wrong.map(([, one]) => one)]);
  const untried = Object.values(allTroubles)
    .flatMap((troubles) => Object.entries(troubles))
    .filter(
      ([, trouble]) => !tried.has(trouble) && trouble !== clockWarnings.ahead && trouble !== clockWarnings.behind,
    );
  expect(untried.map(([name]) => name)).toEqual([]);
});

test('what a target says cannot move the cursor, nor go on for pages', async () => {
  const title = `<title>\u001b[2Jgone ${'x'.repeat(5_000)}</title>`;
  const target = await listen(answering(200, { 'content-type': 'text/html' }, title));
  const { stderr } = await calproof(`check ${target.url}`);
  expect(stderr).toContain('\\u001b[2Jgone');
  expect(stderr.length).toBeLessThan(500);
});

test('a secret that a target repeats is not printed, not even in part', async () => {
  const variables = { LOGIN: 'anna:hunter22' };
  const title = `<title>${' '.repeat(10)}${'y'.repeat(294)} hunter22</title>`;
  for (const handler of [
    answering(200, { 'content-type': 'text/html' }, title),
    answering(302, { location: 'ftp://example.org/?p=hunter22' }),
    answering(302, { location: '/login?p=hunter22' }),
    answering(200, { 'content-type': 'text/hunter22' }, 'pong'),
    answering(403, { 'content-type': 'application/json' }, '{"code":"hunter22"}'),
  ]) {
    const { code, stderr } = await calproof(`check ${(await listen(handler)).url} --basic env:LOGIN`, { variables });
    expect(code).toBe(3);
    expect(stderr).not.toContain('hunter');
  }
});

test('the preflight takes at most 8 s, whatever the --timeout', { timeout: 20_000 }, async () => {
  const { url } = await listen((_, response) => void response.writeHead(200).write('['));
  const { code, stderr } = await calproof(`check ${url} --timeout 60s`);
  expect(code).toBe(3);
  expect(stderr).toContain('within 8.0 s');
});
