import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { RunEnd } from '../../../kernel/run-event.js';
import { reports } from '../../../reports/formats/reports.js';
import { toStatementHash } from '../../../reports/formats/statement.js';
import {
  counterexampleWith,
  endWith,
  exchangeWith,
  failedWith,
  judged,
  manyJudged,
  mixedRun,
  passed,
  reportOf,
  untested,
} from '../sample-run.js';

describe('a statement', () => {
  const statement = JSON.parse(reports.statement(reportOf(mixedRun(), { learned: { '10': 'a', '9': 'b', é: 'c' } })));

  test('says what was judged by what, and what deviates from which clause', () => {
    expect(statement).toMatchObject({
      format: 'calproof.statement/1',
      suite: { name: 'calproof', version: '0.1.0', clauses: '0123456789abcdef'.repeat(4) },
      target: { url: 'http://127.0.0.1:8080', namespace: 'vendor/events/v1', profile: { '9': 'b' } },
      run: { started: '2026-11-21T09:00:00.000Z', seed: 7, end: 'finished' },
      conclusion: { exitCode: 1 },
      verdicts: {
        core: {
          MUST: { passed: 1, failed: 3, known: 1, cantTell: 2, inapplicable: 1, untested: 2 },
          SHOULD: { passed: 0, failed: 1 },
        },
      },
    });
    expect(statement.deviations[3]).toMatchObject({
      requirement: 'venues.create.x',
      clauseText: 'The clause.',
      known: { reason: 'the old database holds numbers', expires: '2027-01-31' },
    });
  });

  test('has its members in order', () => {
    const names = Object.keys(statement);
    expect(names).toEqual(names.toSorted());
  });

  /** RFC 8785, written once more. */
  function canonical(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const names = Object.keys(value).toSorted();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name as keyof typeof value])}`).join()}}`;
  }

  test('carries the SHA-256 of its rest, which any change breaks', () => {
    const { sha256, ...rest } = statement;
    expect(createHash('sha256').update(canonical(rest)).digest('hex')).toBe(sha256);
    expect(toStatementHash({ ...statement, deviations: [] })).not.toBe(sha256);
  });
});

describe('an archive', () => {
  const entriesOf = (exchange: Parameters<typeof exchangeWith>[0]) => {
    const exchanges = [exchangeWith(exchange)];
    const end = endWith([judged('a.x', failedWith(counterexampleWith({ exchanges })))]);
    return JSON.parse(reports.har(reportOf(end))).log.entries;
  };
  const answer = (body: Uint8Array, headers: readonly (readonly [string, string])[] = []) =>
    entriesOf({ outcome: { kind: 'response', response: { status: 200, headers, body } } })[0].response;

  test('has all exchanges of all failures, known ones too, each with its requirement', () => {
    const { pages, entries } = JSON.parse(reports.har(reportOf(mixedRun()))).log;
    expect(pages).toHaveLength(5);
    expect(entries).toHaveLength(15);
    expect(entries[1]).toMatchObject({
      pageref: 'events.create.x',
      comment: 'events.create.x: request 42, check, shows the failure',
      startedDateTime: '2026-11-21T09:00:01.007Z',
      time: 4,
      timings: { send: 0, wait: 4, receive: 0 },
    });
    expect(entries[0].response).toMatchObject({ status: 200, comment: 'cut off before its end' });
    expect(entries[2].response).toMatchObject({ status: 0, statusText: 'reset', comment: 'socket hang up' });
  });

  test('has bodies that are no text as Base64, and coded ones decoded', () => {
    expect(answer(Uint8Array.of(0xff, 0)).content).toMatchObject({ size: 2, text: '/wA=', encoding: 'base64' });
    const zipped = gzipSync('{"id":1}');
    expect(answer(zipped, [['content-encoding', 'gzip']])).toMatchObject({
      bodySize: zipped.length,
      content: { size: 8, text: '{"id":1}', compression: 8 - zipped.length },
    });
  });

  test('has the query of a request, and a URL whatever was asked', () => {
    const request = { method: 'GET', target: '/x?a=1&b=%C3%A9|"%zz', headers: [] } as const;
    const [entry] = entriesOf({ request });
    expect(entry.request).toMatchObject({
      url: 'http://127.0.0.1:8080/x?a=1&b=%C3%A9%7C%22%25zz',
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: 'é|"%zz' },
      ],
    });
  });
});

describe('a badge', () => {
  const known = {
    ...judged('a.x', failedWith()),
    known: { requirement: 'a.x', reason: '', owner: '', link: '', expires: '' },
  };
  test.each([
    ['conforms, 3/3 MUST', endWith(manyJudged(3, passed, 'a'))],
    ['conforms, 1 known, 9/10 MUST', endWith([known, ...manyJudged(9, passed, 'a')])],
    ['deviates: 1,200 failed, 0/1,200 MUST', endWith(manyJudged(1200, failedWith(), 'a'))],
    ['interrupted, 1/2 MUST', endWith([judged('a.x', passed), judged('a.y', untested)], { end: 'interrupted' })],
    ['not judged, 0/1 MUST', endWith([judged('a.x', untested)])],
  ] as const)('says %s, as wide as that takes', (message: string, end: RunEnd) => {
    const text = reports.badge(reportOf(end));
    expect(JSON.parse(reports.shields(reportOf(end)))).toMatchObject({ schemaVersion: 1, label: 'calproof', message });
    expect(text).toContain(`>${message}</text>`);
    const [whole, ...parts] = [...text.matchAll(/<(?:svg|rect)[^>]* width="(\d+)" height="20"/g)].map(([, n]) =>
      Number(n),
    );
    const [, left = 0, right = 0] = parts;
    expect(left + right).toBe(whole);
    expect(right).toBeGreaterThan(message.length * 5);
    expect(right).toBeLessThan(message.length * 9 + 12);
  });
});
