import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createEventStream, type EventBody } from '../../reports/event-stream.js';
import { runEventSchema } from '../../reports/run-event-schema.js';
import { createRedaction } from '../../wire/redaction.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  failedWith,
  judged,
  passed,
  reportOf,
  requirementWith,
  startedWith,
} from './sample-run.js';

const open = () =>
  createEventStream({
    redaction: createRedaction(['hunter22']),
    toCurl: () => "curl 'http://127.0.0.1'",
    clauseText: () => 'The clause.',
  });

const idsOf = (events: readonly EventBody[]): readonly string[] =>
  events.map((event) => `${event.type}${'id' in event ? ` ${event.id}` : ''}`);

test('the schema in the package is this one', async () => {
  const file = new URL('../../reports/run-event.schema.json', import.meta.url);
  await expect(`${JSON.stringify(runEventSchema, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(file));
});

test('a failure follows its verdict, as the report has it', () => {
  const one = judged('a.x', failedWith());
  const events = open().on({ type: 'judged', requests: 5, ...one });
  expect(events).toMatchObject([
    { type: 'requirement-ended', id: 'a.x', level: 'MUST', outcome: 'failed', requests: 20 },
    { type: 'failure', requirement: { id: 'a.x', clauseText: 'The clause.', verdict: { outcome: 'failed' } } },
  ]);
});

test('the end repeats no verdict but those that changed or were never written', () => {
  const stream = open();
  const [same, explained] = [judged('a.same', failedWith()), judged('a.explained', cantTell())];
  for (const one of [same, explained]) stream.on({ type: 'judged', requests: 1, ...one });
  const changed = judged('a.explained', { ...cantTell(), cause: 'a.same' });
  const end = endWith([same, changed, judged('a.late', passed)], { left: ['tags/7'] });
  const events = stream.ended(reportOf(end));
  expect(idsOf(events)).toEqual([
    'requirement-ended a.explained',
    'requirement-ended a.late',
    'clean-up-ended',
    'run-ended',
  ]);
  expect(events).toMatchObject([{ cause: 'a.same' }, {}, { left: ['tags/7'] }, { exitCode: 1, counts: { failed: 1 } }]);
});

test('a failure that shrank is written again', () => {
  const stream = open();
  stream.on({ type: 'judged', requests: 1, ...judged('a.x', failedWith()) });
  const shrunk = judged('a.x', failedWith(counterexampleWith({ shrinks: 4 })));
  expect(idsOf(stream.ended(reportOf(endWith([shrunk])))).slice(0, 2)).toEqual(['requirement-ended a.x', 'failure']);
});

test('nominations and reasons hold no secret', () => {
  const stream = open();
  const deviation = { kind: 'value', expected: 'no hunter22', observed: 'hunter22' } as const;
  const events = [
    ...stream.on({ type: 'nominated', id: 'a.monitor', source: 'a.x', details: [deviation] }),
    ...stream.on({ type: 'judged', requests: 1, ...judged('a.x', cantTell('hunter22')) }),
  ];
  expect(idsOf(events)).toEqual(['nomination a.monitor', 'requirement-ended a.x']);
  expect(JSON.stringify(events)).not.toContain('hunter22');
});

test('the plan and the end of the kernel are written from the report', () => {
  const stream = open();
  expect(stream.on(startedWith([requirementWith()]))).toEqual([]);
  expect(stream.on({ type: 'ended', ...endWith([]) })).toEqual([]);
});
