import type { Judged, RunEnd } from '../../kernel/run-event.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { readRunReport } from '../../reports/run-report-reader.js';
import { toRunReport } from '../../reports/run-report.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  exchangeWith,
  factsWith,
  failedWith,
  inapplicable,
  judged,
  passed,
  untested,
} from './sample-run.js';

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A report of these verdicts. */
export const reportOf = (all: readonly Judged[], fields: Partial<RunEnd> = {}, facts: JsonObject = {}): RunReport =>
  toRunReport(endWith(all, fields), {
    facts: factsWith(facts),
    conclusion: { code: all.some(({ verdict }) => verdict.outcome === 'failed') ? 1 : 0, sentence: 'It is judged.' },
    toCurl: ({ request }) => `curl -i http://127.0.0.1:8080${request.target}`,
    clauseText: (id) => `What ${id} says.`,
  });

/** A read that shows something else than what was sent before it. */
export function lostZip(): readonly Exchange[] {
  const headers = [['content-type', 'application/json']] as const;
  const write = exchangeWith({
    number: 7,
    request: { method: 'POST', target: '/v1/venues', headers, body: octets('{"venue":"Harbor","zip":"01234"}') },
  });
  const body = octets('{"id":3,"venue":"Harbor","zip":"1234","city":null}');
  const read = exchangeWith({
    number: 8,
    request: { method: 'GET', target: '/v1/venues/3', headers: [] },
    outcome: { kind: 'response', response: { status: 200, headers, body } },
  });
  return [write, read];
}

const zipLost = failedWith(
  counterexampleWith({
    exchanges: lostZip(),
    deviation: { kind: 'value', expected: 'zip "01234" in the item', observed: '"1234"' },
  }),
);

const entry = { requirement: 'tags.read.late', reason: 'old', owner: 'anna', link: '', expires: '2027-01-01' };

/** A run with every outcome, causes and consequences, a baseline, something left behind. */
export const failingReport = (): RunReport =>
  reportOf(
    [
      judged('venues.fields.zip', zipLost),
      judged('events.create.minimal', failedWith()),
      judged('events.update.slug', { ...failedWith(), cause: 'events.create.minimal' }),
      judged('events.read.slug', {
        outcome: 'cantTell',
        reason: 'no event',
        requests: 1,
        cause: 'events.create.minimal',
      }),
      judged('venues.list.search', failedWith()),
      judged('tags.list.search', { ...failedWith(), intermittent: true }),
      { ...judged('tags.read.late', failedWith()), known: entry },
      judged('tags.list.order', passed, { level: 'SHOULD' }),
      judged('events.list.order', cantTell()),
      judged('events.list.page', inapplicable(), { profile: 'http' }),
      judged('events.list.total', untested),
    ],
    { left: ['events/12'], baseline: [{ entry, state: 'known', why: 'fails as known until 2027-01-01' }] },
    { learned: { pageSize: 50, choices: { 'list.order': 'by id' }, shapes: { events: { id: ['id'] } } } },
  );

/** Strings that would do something if a page took them for more than text. */
export const attacks = [
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '</style></title></pre><img src=x onerror=alert(3)>',
  '"><svg onload=alert(4)>',
  `' onmouseover='alert(5)`,
  '<!-- --> ]]> <base href="//evil.example"><meta http-equiv="refresh" content="0;url=//evil.example">',
  'javascript:alert(6)',
  '\u001b[31m\u0007\u0000\u202egnp.exe\u2066\u200b\ufeff\ufffe\ud800',
  '&lt;b&gt; &amp;quot; ${alert(7)} {{7*7}} =cmd|calc',
  `${'A'.repeat(1_000_000)}<b>`,
];

/** Members with values that the schema fixes. */
const FIXED = new Set(
  'format mode end level effects outcome phase kind state now started sent expires clauseSet base64 counts cause'.split(
    ' ',
  ),
);

function attack(value: JsonValue, name: string, next: () => string): JsonValue {
  if (typeof value === 'string') return FIXED.has(name) ? value : `${value} ${next()}`;
  if (isJsonArray(value)) return value.map((one) => attack(one, name, next));
  if (!isJsonObject(value)) return value;
  // What an answer is, a body or a message, has members of the same names.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, attack(member, key, next)]));
}

/** A report in which every string that anybody could have had a say in is an attack. */
export function hostileReport(): RunReport {
  let count = 0;
  const next = (): string => attacks[count++ % attacks.length] ?? '';
  const report = JSON.parse(JSON.stringify(failingReport())) as JsonValue;
  const body = JSON.stringify({ title: attacks.join(' '), list: attacks });
  const bodies = JSON.parse(JSON.stringify(attack(report, '', next)), (name, value: unknown) =>
    name === 'body' ? { text: body } : value,
  ) as JsonValue;
  const reading = readRunReport(bodies);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.report;
}

const item = (id: number): JsonObject =>
  Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field_${at}`, `value ${id} of some length ${at}`]));

/** 1,000 requirements, of which 300 failed with 10 exchanges each, every answer a list of some 10 KB. */
export function largeReport(): RunReport {
  const list = (id: number): Uint8Array =>
    octets(JSON.stringify({ events: Array.from({ length: 10 }, (_, at) => ({ id: at, ...item(id + at) })) }));
  const exchanges = (first: number): readonly Exchange[] =>
    Array.from({ length: 10 }, (_, at) =>
      exchangeWith({
        number: first + at,
        request: {
          method: 'GET',
          target: `/vendor/events/v1/events?page=${at}`,
          headers: [['accept', 'application/json']],
        },
        outcome: {
          kind: 'response',
          response: { status: 200, headers: [['content-type', 'application/json']], body: list(first + at) },
        },
      }),
    );
  const all = Array.from({ length: 1_000 }, (_, at) => {
    const id = `${['events', 'venues', 'organizers', 'tags'][at % 4]}.list.rule-${at}`;
    const operations = [`${['events', 'venues', 'organizers', 'tags'][at % 4]}.list`];
    return judged(id, at < 300 ? failedWith(counterexampleWith({ exchanges: exchanges(at * 10) })) : passed, {
      operations,
    });
  });
  return reportOf(all);
}
