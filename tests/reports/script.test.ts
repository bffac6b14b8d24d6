import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findCarried } from '../../reports/carried-value.js';
import { toScript } from '../../reports/script/failure-script.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import { attacks } from './hostile.js';
import { type Ran, runScript } from '../shell.js';
import { counterexampleWith, endWith, exchangeWith, failedWith, judged, reportOf } from './sample-run.js';

const octets = (text: string): Uint8Array => Buffer.from(text);

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly answer?: string;
  readonly location?: string;
}

const conversation = (...all: readonly Sent[]): readonly Exchange[] =>
  all.map(({ method = 'GET', target = '/tags', body, answer = '{}', location }, index) =>
    exchangeWith({
      number: index + 1,
      request: { method, target, headers: [], ...(body !== undefined && { body: octets(body) }) },
      outcome: {
        kind: 'response',
        response: {
          status: 200,
          headers: location === undefined ? [] : [['Location', location]],
          body: octets(answer),
        },
      },
    }),
  );

function scriptOf(exchanges: readonly Exchange[], words: Partial<DeviationDetails> = {}): string {
  const deviation = { kind: 'status' as const, expected: 'a', observed: 'b', ...words };
  const report = reportOf(endWith([judged('tags.x', failedWith(counterexampleWith({ exchanges, deviation })))]));
  const [failed] = report.requirements;
  if (!failed || !('counterexample' in failed.verdict)) throw new Error('nothing failed');
  return toScript({ ...failed, verdict: failed.verdict }, report);
}

/** What curl is given when each request is answered with the next of some answers. */
async function play(script: string, answers: readonly string[]): Promise<readonly string[]> {
  return (await run(script, answers)).stdout.split('\n');
}

async function run(script: string, answers: readonly string[]): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-script-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [index, answer] of answers.entries()) writeFileSync(join(folder, `${index + 1}`), answer);
  const stub = `#!/bin/sh
printf '%s ' "$@" | tr '\\n' ' ' >> '${folder}/log'; echo >> '${folder}/log'
cat '${folder}/'"$(wc -l < '${folder}/log' | tr -d ' ')" 2>/dev/null
`;
  writeFileSync(join(folder, 'curl'), stub, { mode: 0o755 });
  writeFileSync(join(folder, 'log'), '');
  writeFileSync(join(folder, 'script'), script);
  const ran = await runScript(join(folder, 'script'), { PATH: `${folder}:${process.env['PATH']}` });
  expect(ran.stderr).toBe('');
  return ran;
}

const carriedOf = (...all: readonly Sent[]) =>
  findCarried(conversation(...all)).map(({ value, from, source }) => [
    value,
    from,
    source.kind === 'member' ? `${source.name} ${source.nth}` : 'location',
  ]);

describe('what is carried over', () => {
  test.each<readonly [string, Sent, Sent]>([
    ['in a path', { answer: '{"id":56}' }, { target: '/tags/56?x' }],
    ['in a query', { answer: '{"id": "56"}' }, { target: '/events?tags=4,56' }],
    ['in JSON', { answer: '{"id":56}' }, { method: 'PUT', body: '{"tags":[4, 56]}' }],
    ['as a slug of digits', { answer: '{"id":56}' }, { method: 'POST', body: '{"slug":"56"}' }],
    ['in a form', { answer: '{"id":56}' }, { method: 'PUT', body: 'tags=56&x=1' }],
  ])('an id %s', (_, { answer = '' }, later) => {
    expect(carriedOf({ method: 'POST', answer }, later)).toEqual([['56', 1, 'id 1']]);
  });

  test('a slug, the second of its name', () => {
    const answer = '{"venue":{"slug":"a b"},"slug":"my-tag"}';
    expect(carriedOf({ method: 'POST', answer }, { target: '/tags/by-slug/my-tag' })).toEqual([
      ['my-tag', 1, 'slug 2'],
    ]);
  });

  test('the end of a Location, where the body has no id', () => {
    const made = { method: 'POST', answer: '', location: 'http://a.example/tags/56/' };
    expect(carriedOf(made, { target: '/tags/56' })).toEqual([['56', 1, 'location']]);
  });

  test.each<readonly [string, readonly Sent[]]>([
    ['what nobody asks for', [{ method: 'POST', answer: '{"id":56}' }, { target: '/tags' }]],
    ['the size of a page', [{ method: 'POST', answer: '{"id":56}' }, { target: '/tags?per_page=56' }]],
    [
      'a part of a number',
      [
        { method: 'POST', answer: '{"id":56}' },
        { method: 'PUT', body: '{"cost":"56","a":156}' },
      ],
    ],
    ['a value that we chose', [{ method: 'POST', body: '{"slug":"b"}', answer: '{"slug":"b"}' }, { target: '/s/b' }]],
    ['what was only read', [{ answer: '{"id":56}' }, { target: '/tags/56' }]],
  ])('never %s', (_, all) => {
    expect(carriedOf(...all)).toEqual([]);
  });
});

test('each id is taken from the answer that it is given in', async () => {
  const script = scriptOf(
    conversation(
      { method: 'POST', target: '/tags', answer: '{"id":56}' },
      {
        method: 'POST',
        target: '/events',
        body: '{"title":"It\'s","tags":[56]}',
        answer: '{"tags":[{"id":56}],"id":57}',
      },
      { target: '/events/57?tags=56' },
    ),
  );
  expect(script).not.toMatch(/curl.*5[67]/);
  const output = await play(script, ['{"id": 901}', 'X: y\n\n{"tags":[{"id":901}],"id":902}']);
  expect(output).toContain('{"id": 901}');
  expect(script.split('\n').filter((line) => /^id\d=/.test(line))).toEqual([
    'id1=$(member id 1)',
    'id2=$(member id 2)',
  ]);
});

test('an answer without an id reaches no other record', () => {
  const script = scriptOf(
    conversation({ method: 'POST', answer: '{"id":56}' }, { method: 'DELETE', target: '/tags/56' }, {}),
  );
  return expect(play(script, ['{}'])).resolves.toContain('Cannot decide: a record could not be created.');
});

test.each(attacks)('whatever a target says, the shell runs none of it: %j', async (attack) => {
  const exchanges = conversation(
    { method: 'POST', body: JSON.stringify({ name: attack }), answer: JSON.stringify({ id: 56, name: attack }) },
    { target: `/tags/56?q=${encodeURIComponent(Buffer.from(attack).toString())}` },
  );
  const script = scriptOf(exchanges, { expected: attack, observed: attack });
  expect(/(?![\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(script)?.[0]).toBeUndefined();
  const output = await play(script, [`{"id":9,"name":${JSON.stringify(attack)}}`, '']);
  expect(output.filter((line) => line.startsWith('Expected: '))).toHaveLength(1);
});

test('what a record of others shows, or a request that names the state of one, decides nothing', async () => {
  const hidden = { kind: 'value' as const, sign: { text: 'Wolframite' } };
  const others = scriptOf(conversation({ target: '/tags/5', answer: '"Wolframite"' }), hidden);
  const [first, second] = conversation({ method: 'POST', answer: '{"id":56}' }, { target: '/tags/56' });
  if (!first || !second) throw new Error('there are two exchanges');
  const request = { ...second.request, headers: [['If-None-Match', '"a1"'] as const] };
  const conditional = scriptOf([first, { ...second, request }], { about: { wanted: 'refused' } });
  for (const script of [others, conditional]) {
    expect(await run(script, ['HTTP/1.1 201 Created\n\n{"id":9}', 'HTTP/1.1 404 Not Found'])).toMatchObject({
      code: 2,
    });
  }
});

test('an address with a slug of letters that the target chose decides nothing, and one that was sent does', async () => {
  const read = { target: `/tags/by-slug/${encodeURIComponent('夏')}` };
  const words = { about: { wanted: 'accepted' } } as const;
  const scripts = ['{"name":"Natsu"}', '{"slug":"夏"}'].map((body) =>
    scriptOf(conversation({ method: 'POST', body, answer: '{"id":56,"slug":"夏"}' }, read), words),
  );
  const answers = ['HTTP/1.1 201 Created\n\n{"id":9,"slug":"夏"}', 'HTTP/1.1 404 Not Found', ''];
  const codes = await Promise.all(scripts.map(async (script) => (await run(script, answers)).code));
  expect(codes).toEqual([2, 1]);
});

describe('the last response decides', () => {
  const saw = (words: Partial<DeviationDetails>, answer: string, target = '/tags/56'): string =>
    scriptOf(conversation({ method: 'POST', answer: '{"id":56}' }, { target, answer }), words);
  const accepted: Partial<DeviationDetails> = { about: { wanted: 'accepted' } };
  const absent: Partial<DeviationDetails> = { about: { wanted: 'absent' } };
  const zip: Partial<DeviationDetails> = {
    kind: 'value',
    sign: { member: 'zip', expected: '01234', observed: "it's $(1)" },
  };
  const listed = (isListed: boolean): Partial<DeviationDetails> => ({
    kind: 'selection',
    sign: { records: ['56'], listed: isListed },
  });
  const counted: Partial<DeviationDetails> = { kind: 'selection', sign: { count: { expected: 1, observed: 2 } } };
  const ZIP = JSON.stringify({ zip: "it's $(1)" });
  const ok = (body: string): string => `HTTP/1.1 200 OK\n\n${body}`;

  test.each<readonly [string, string, string, number]>([
    ['accepted', saw(accepted, ''), ok(''), 0],
    ['refused', saw(accepted, ''), 'HTTP/1.1 404 Not Found', 1],
    ['limited', saw(accepted, ''), 'HTTP/1.1 429 Too Many Requests', 2],
    ['no response', saw(accepted, ''), '', 2],
    ['absent', saw(absent, ''), 'HTTP/1.1 404 Not Found', 0],
    ['present', saw(absent, ''), ok(''), 1],
    ['the value as sent', saw(zip, ZIP), ok('{"zip" : "01234"}'), 0],
    ['the value of the run', saw(zip, ZIP), ok(ZIP), 1],
    ['a third value', saw(zip, ZIP), ok('{"zip":"0123456"}'), 2],
    ['a record that is wrongly there', saw(listed(true), '[{"id":56}]'), ok('[{"id":9}]'), 1],
    ['a record that is rightly left out', saw(listed(true), '[{"id":56}]'), ok('[{"id":91},{"id":56}]'), 0],
    ['a record that is rightly there', saw(listed(false), '[]'), ok('[{"id":"9"}]'), 0],
    ['a record that is wrongly left out', saw(listed(false), '[]'), ok('[]'), 1],
    ['a record that may be on another page', saw(listed(false), '[7]', '/tags?per_page=1'), ok('[7]'), 2],
    ['a record that the only page has room for', saw(listed(false), '[7]', '/tags?per_page=2'), ok('[7]'), 1],
    ['a text that was kept', saw({ kind: 'value', sign: { text: 'cp1' } }, '"cp1"'), ok('{}'), 0],
    ['a text that was shown', saw({ kind: 'value', sign: { text: 'cp1' } }, '"cp1"'), ok('"cp1"'), 1],
    ['as many as there should be', saw(counted, '[{"id":56},{"id":7}]'), ok('[{"id":9}]'), 0],
    ['as many as in the run', saw(counted, '[{"id":56},{"id":7}]'), ok('[{"id":9},{"id":8}]'), 1],
    ['another number', saw(counted, '[{"id":56},{"id":7}]'), ok('[]'), 2],
    ['a number of other ids', saw(counted, '[{"id":56}]'), ok('[{"id":9}]'), 2],
    ['no list', saw(listed(false), '[]'), 'HTTP/1.1 500 Oh\n\n', 2],
    ['a deviation that a shell cannot see', saw({ kind: 'state' }, ''), ok(''), 2],
    ['a deviation that the run did not see there', saw(listed(true), '[]'), ok('[]'), 2],
  ])('%s', async (_, script, last, code) => {
    const created = 'HTTP/1.1 201 Created\n\n{"id":9}';
    expect(await run(script, [created, last, ''])).toMatchObject({ code });
  });

  const order = (answer: string): string =>
    scriptOf(
      conversation(
        { method: 'POST', answer: '{"id":56}' },
        { method: 'POST', answer: '{"id":57}' },
        { target: '/tags?include=56,57', answer },
      ),
      { kind: 'order', sign: { order: ['57', '56'] } },
    );

  test.each<readonly [string, string, string, number]>([
    ['wrong', '[{"id":57},{"id":56}]', '[{"id":19},\n{"id":9}]', 1],
    ['right', '[{"id":57},{"id":56}]', '[{"id":9},\n{"id":19}]', 0],
    ['not to be seen', '[{"id":57},{"id":56}]', '[{"id":19}]', 2],
    ['that of the run not to be seen in it', '[{"id":56}]', '[{"id":19},{"id":9}]', 2],
  ])('an order that is %s', async (_, seen, last, code) => {
    const answers = ['{"id":9}', '{"id":19}'].map((body) => `HTTP/1.1 201 Created\n\n${body}`);
    expect(await run(order(seen), [...answers, ok(last), '', ''])).toMatchObject({ code });
  });
});
