import { expect, test } from 'vitest';
import type { Judged } from '../../../kernel/run-event.js';
import { type EntryOptions, toRunReport } from '../../../reports/run-report.js';
import { toCauses } from '../../../reports/causes.js';
import { toFailureLines } from '../../../reports/terminal/failure-lines.js';
import { createPalette, type Setting } from '../../../reports/terminal/layout.js';
import type { Exchange } from '../../../wire/exchange.js';
import { counterexampleWith, endWith, exchangeWith, factsWith, failedWith, judged } from '../sample-run.js';

const setting: Setting = { palette: createPalette(false), width: 90 };
const options = {
  facts: factsWith(),
  conclusion: { code: 1, sentence: 'It deviates.' },
  toCurl: () => 'curl -i http://127.0.0.1/',
  clauseText: () => 'No event is created unless every required field is sent.',
} as const;

const textOf = (all: readonly Judged[], changed: Partial<EntryOptions> = {}): string =>
  toCauses(toRunReport(endWith(all), { ...options, ...changed }).requirements)
    .flatMap((cause) => toFailureLines(cause, setting))
    .join('\n');

test('shows a failure in the order in which a person asks', () => {
  const text = textOf([judged('events.create.required-fields', failedWith())]);
  const order = [
    'FAIL events.create.required-fields MUST, core',
    'An event sent without its title',
    'Clause     No event is created unless every required field is sent. (event.fields.required-on-create)',
    'Expected   an event without title to be refused (4xx)',
    'Observed   201',
    'Input      POST /vendor/events/v1/events {"start_date":"2033-01-01 10:00:00"} (shrunk in 3 steps)',
    'Exchange   > POST /vendor/events/v1/events',
    '< 201',
    '< {"id":12}',
    'Repeat     curl -i http://127.0.0.1/',
  ];
  const places = order.map((part) => text.replace(/\n +/g, (gap) => (gap.length > 12 ? ' ' : gap)).indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('folds what a failure explains under it', () => {
  const cause = judged('events.create.minimal', failedWith());
  const consequence = { ...failedWith(), cause: 'events.create.minimal' };
  const open = { outcome: 'cantTell', reason: 'no event', requests: 1, cause: 'events.create.minimal' } as const;
  const text = textOf([cause, judged('events.update.x', consequence), judged('events.list.x', open)]);
  expect(text.match(/FAIL/g)).toHaveLength(1);
  expect(text).toContain('Explains   2 others: events.update.x, events.list.x');
});

test('shows the requests before the deciding one in a line each', () => {
  const first = exchangeWith({ number: 40 });
  const read = exchangeWith({ request: { method: 'GET', target: '/vendor/events/v1/events/12', headers: [] } });
  const found = counterexampleWith({
    exchanges: [first, read],
    deviation: { kind: 'value', expected: 'the title', observed: 'nothing', exchange: read },
  });
  const text = textOf([judged('a.x', failedWith(found))]);
  expect(text).toMatch(
    /Exchange {3}> POST \/vendor\/events\/v1\/events -> 201\n +> GET \/vendor\/events\/v1\/events\/12\n/,
  );
});

test('gives a curl line for each request of the check, reads included', () => {
  const write = exchangeWith({ number: 40 });
  const earlier = exchangeWith({ number: 41, request: { method: 'GET', target: '/a', headers: [] } });
  const read = exchangeWith({ number: 42, request: { method: 'GET', target: '/b', headers: [] } });
  const found = counterexampleWith({
    exchanges: [write, earlier, read],
    deviation: { kind: 'value', expected: 'the title', observed: 'nothing', exchange: read },
  });
  const toCurl = ({ request }: Exchange): string => `curl ${request.method} ${request.target}`;
  const text = textOf([judged('a.x', failedWith(found))], { toCurl });
  expect(text).toMatch(/Repeat {5}curl POST \/vendor\/events\/v1\/events\n +curl GET \/a\n +curl GET \/b\n/);
});

test('says of curl lines that they name records which are gone', () => {
  const write = exchangeWith({ number: 40 });
  const read = (target: string) => exchangeWith({ number: 41, request: { method: 'GET', target, headers: [] } });
  const textWith = (target: string): string => {
    const deviation = { kind: 'value', expected: 'a', observed: 'b', exchange: read(target) } as const;
    return textOf([judged('a.x', failedWith(counterexampleWith({ exchanges: [write, read(target)], deviation })))]);
  };
  expect(textWith('/vendor/events/v1/events/12')).toContain('(These requests use IDs of records');
  expect(textWith('/vendor/events/v1/events/13')).not.toContain('These requests');
});

test('escapes what a target could use to write on the terminal', () => {
  const evil = counterexampleWith({
    deviation: { kind: 'value', expected: 'a title', observed: '\u001b[2J\u202egone\r\nnext' },
  });
  const text = textOf([judged('a.x', failedWith(evil))]);
  expect(text).toContain('\\u001b[2J\\u202egone next');
  expect(text).not.toContain('\u001b');
});

test('a body that is not text is shown by its length', () => {
  const response = { status: 200, headers: [], body: Uint8Array.of(0xff, 0x00, 0x80) };
  const exchange = exchangeWith({ outcome: { kind: 'response', response } });
  const found = counterexampleWith({
    exchanges: [exchange],
    deviation: { kind: 'value', expected: 'x', observed: 'y' },
  });
  expect(textOf([judged('a.x', failedWith(found))])).toContain('(3 octets, not text)');
});

test('omits header fields that seldom matter, unless the deviation may be in them', () => {
  const headers = [
    ['Date', 'today'],
    ['ETag', '"1"'],
  ] as const;
  const exchange = exchangeWith({
    outcome: { kind: 'response', response: { status: 200, headers, body: new Uint8Array() } },
  });
  const about = (kind: 'value' | 'header') => ({ kind, expected: 'x', observed: 'y', exchange }) as const;
  const textAbout = (kind: 'value' | 'header'): string =>
    textOf([judged('a.x', failedWith(counterexampleWith({ exchanges: [exchange], deviation: about(kind) })))]);
  expect(textAbout('value')).toContain('< ETag');
  expect(textAbout('value')).not.toContain('< Date');
  expect(textAbout('header')).toContain('< Date');
});

test('says when a failure did not occur again', () => {
  const unsteady = { ...failedWith(), intermittent: true };
  expect(textOf([judged('a.x', unsteady)])).toMatch(/did not occur again when\s+repeated/);
});

test('shows of a long response what is around the field that deviates', () => {
  const body = Buffer.from(JSON.stringify({ description: 'x'.repeat(2_000), zip: '1234' }));
  const read = exchangeWith({ outcome: { kind: 'response', response: { status: 200, headers: [], body } } });
  const about = { field: 'venue.field.zip' };
  const found = counterexampleWith({
    exchanges: [read],
    deviation: { kind: 'value', expected: 'zip "01234"', observed: '"1234"', exchange: read, about },
  });
  expect(textOf([judged('a.x', failedWith(found))])).toContain('"zip":"1234"');
});

test('leaves out early requests where there are many, but not the deciding one', () => {
  const read = (number: number) =>
    exchangeWith({ number, request: { method: 'GET', target: `/v1/tags?page=${number}`, headers: [] } });
  const all = Array.from({ length: 14 }, (_, at) => read(at + 1));
  const shown = all[0] ?? read(1);
  const found = counterexampleWith({
    exchanges: [...all, exchangeWith({ number: 99, phase: 'clean-up' })],
    deviation: { kind: 'selection', expected: 'a', observed: 'b', exchange: shown },
  });
  const toCurl = ({ request }: Exchange): string => `curl ${request.target}`;
  const text = textOf([judged('a.x', failedWith(found))], { toCurl });
  expect(text).toMatch(/Repeat {5}\(2 earlier requests; calproof replay sends them all\)\n +curl \/v1\/tags\?page=1\n/);
  expect(text).toMatch(/page=4\n(.*\n)*.*page=14/);
  expect(text).toContain('Input      GET /v1/tags?page=1 (shrunk in 3 steps)');
});
