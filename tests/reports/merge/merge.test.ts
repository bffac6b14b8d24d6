import { describe, expect, test } from 'vitest';
import type { DeviationDetails } from '../../../kernel/deviation.js';
import { groupByCause } from '../../../kernel/run/group-by-cause.js';
import type { Judged, RunEnd } from '../../../kernel/run-event.js';
import type { Counterexample, Verdict } from '../../../kernel/verdict.js';
import { applyBaseline } from '../../../reports/baseline/baseline.js';
import { conclude } from '../../../reports/conclusion.js';
import { joinShards } from '../../../reports/merge/merged-report.js';
import { isShard, type NamedReport, type NamedShard, toRefusal } from '../../../reports/merge/shard-compatibility.js';
import type { RunFacts } from '../../../reports/run-report-schema.js';
import { contextOf, entryFor } from '../baseline/sample.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  failedWith,
  inapplicable,
  judged,
  manyJudged,
  passed,
  reportOf,
  untested,
} from '../sample-run.js';

const broken = judged('tags.create', failedWith(), { establishes: 'tags.create', needs: [] });
const all: readonly Judged[] = [
  judged('a', passed),
  broken,
  judged('b', failedWith(), { needs: ['tags.create'] }),
  judged('c', { ...cantTell(), need: 'tags.create' }, { needs: ['tags.create'] }),
  judged('d', inapplicable()),
  judged('e', untested),
];
const planned = all.map(({ requirement }) => requirement.id);

const folded = (some: readonly Judged[], fields: Partial<RunEnd> = {}): RunEnd => endWith(groupByCause(some), fields);

/** Every third requirement, as the shard of a run would report it. */
const shard = (index: number, facts: Partial<RunFacts> = {}, fields: Partial<RunEnd> = {}): NamedReport => ({
  name: `${index}.json`,
  report: reportOf(
    folded(
      all.filter((_, at) => at % 3 === index - 1),
      fields,
    ),
    {
      shard: { index, count: 3, planned },
      ...facts,
    },
  ),
});

function join(...reports: readonly NamedReport[]) {
  expect(toRefusal(reports)).toBeUndefined();
  const [first, ...others] = reports.filter(isShard) as readonly NamedShard[];
  if (!first) throw new Error('no shard');
  return joinShards([first, ...others]);
}

describe('shards that are joined', () => {
  test('say what one run would have said', () => {
    const whole = reportOf(folded(all, { requests: 1_500, ms: 29_400 }), { warnings: [] });
    expect(join(shard(1), shard(2), shard(3))).toEqual(whole);
    expect(whole.requirements.map(({ verdict }) => 'cause' in verdict && verdict.cause)).toContain('tags.create');
  });

  test('in any order', () => {
    const { warnings: _one, ...one } = join(shard(1), shard(2), shard(3));
    const { warnings: _other, ...other } = join(shard(3), shard(1), shard(2));
    expect(other).toEqual(one);
  });

  test('add up requests, records left behind, and end as the gravest of them', () => {
    const joined = join(
      shard(1, {}, { left: ['tags 1'], deleted: 40, trashed: ['tags 7'] }),
      shard(2, {}, { end: 'out of time', requests: 7 }),
      shard(3, {}, { left: ['tags 2'], end: 'bailed', deleted: 2, trashed: ['tags 8'] }),
    );
    expect(joined).toMatchObject({ requests: 1_007, left: ['tags 1', 'tags 2'], end: 'out of time' });
    expect(joined).toMatchObject({ deleted: 42, trashed: ['tags 7', 'tags 8'] });
    expect(join(shard(1), shard(2, {}, { end: 'interrupted' }), shard(3)).exitCode).toBe(130);
  });

  test('have the outages of each, and last the one that lasts', () => {
    const lasting = { reason: 'connection refused', from: 9, since: 1 };
    const over = { reason: 'status 503', from: 3, to: 5, since: 2 };
    const joined = join(
      shard(1, {}, { outages: [lasting], end: 'cut off' }),
      shard(2, {}, { outages: [over] }),
      shard(3),
    );
    expect(joined).toMatchObject({ end: 'cut off', outages: [over, lasting] });
  });

  test('know each entry of a baseline from the shard that judged it', () => {
    const context = contextOf([entryFor('a'), entryFor('b'), entryFor('tags.create')]);
    const settled = ({ name, report }: NamedReport, index: number): NamedReport => {
      const end = applyBaseline(folded(all.filter((_, at) => at % 3 === index)), context);
      return { name, report: reportOf(end, { ...(report.shard && { shard: report.shard }) }) };
    };
    const joined = join(...[shard(1), shard(2), shard(3)].map(settled));
    const whole = reportOf(applyBaseline(folded(all, { requests: 1_500, ms: 29_400 }), context), { warnings: [] });
    expect(joined).toEqual(whole);
    expect(joined.baseline?.map(({ state }) => state)).toEqual(['stale', 'known', 'known']);
  });

  test('warn where they learned different things of the target', () => {
    const evidence = { evidence: { x: 1 }, profile: { words: {}, evidence: { y: 1 } } };
    const joined = join(
      shard(1, { learned: evidence }),
      shard(2, { learned: { pageSize: 10, profile: { words: {} } } }),
      shard(3, { learned: { profile: { words: {} } } }),
    );
    expect(joined.warnings).toEqual(['1.json and 2.json learned different pageSize of the target.']);
  });

  test('could not be judged where one never began', () => {
    const why = 'The target refuses connections.';
    const many = (index: number): NamedReport => {
      const some = manyJudged(index === 2 ? 1 : 20, index === 2 ? untested : passed, `s${index}`);
      const end = endWith(some, index === 2 ? { end: 'not begun' } : {});
      const ids = [1, 2].flatMap((each) => manyJudged(each === 2 ? 1 : 20, passed, `s${each}`));
      const facts = { shard: { index, count: 2, planned: ids.map(({ requirement }) => requirement.id) } };
      const report = reportOf(end, facts);
      return { name: `${index}.json`, report: index === 2 ? { ...report, conclusion: why } : report };
    };
    const joined = join(many(1), many(2));
    expect([joined.exitCode, joined.end]).toEqual([3, 'not begun']);
    expect(joined.conclusion).toBe('Shard 2 of 2 could not begin: The target refuses connections.');
  });

  test('alone are not taken for the whole', () => {
    const { code, sentence } = conclude(folded([judged('a', passed)]), {
      strict: false,
      shard: { index: 1, count: 3 },
    });
    expect(code).toBe(0);
    expect(sentence).toMatch(/^Shard 1 of 3 has no deviations.*calproof merge concludes the whole run\.$/);
  });

  test.each([
    ['nothing that applies reached a verdict', [judged('a', cantTell()), judged('d', inapplicable())], 3],
    ['nothing applies', [judged('d', inapplicable())], 0],
  ] as const)('alone say whether nothing ran: %s', (_, some, code) => {
    expect(conclude(folded(some), { strict: false, shard: { index: 1, count: 3 } }).code).toBe(code);
  });
});

describe('what every shard judges by what it sent', () => {
  const ID = 'watched.anywhere';
  type Two = readonly [Verdict, Verdict];
  const shown = (about: DeviationDetails['about']): Counterexample => ({
    ...counterexampleWith(),
    deviation: { kind: 'value', expected: 'this', observed: 'that', ...(about && { about }) },
    value: { by: 'one', turn: 0, value: null },
  });

  /** Two shards, each with a requirement of its own; the first one fails as given. */
  const joinBoth = (verdicts: Two, own: Verdict = passed, uses = false) => {
    const reports = verdicts.map((verdict, at): NamedReport => {
      const mine = [judged(at === 0 ? 'one' : 'other', at === 0 ? own : passed, { needs: [] })];
      const end = endWith([...mine, judged(ID, verdict, { needs: [] })]);
      const settled = uses ? applyBaseline(end, contextOf([entryFor(ID)])) : end;
      const part = { index: at + 1, count: 2, planned: ['one', 'other', ID], inAll: [ID] };
      return { name: `${at}.json`, report: reportOf(settled, { shard: part }) };
    });
    const { requirements, baseline } = join(...reports);
    return { ids: requirements.map(({ id }) => id), verdict: requirements[2]?.verdict, baseline };
  };

  test('is in the whole once, with the executions and requests of all', () => {
    const { ids, verdict } = joinBoth([passed, { outcome: 'passed', runs: 3, requests: 1 }]);
    expect(ids).toEqual(['one', 'other', ID]);
    expect(verdict).toEqual({ outcome: 'passed', runs: 7, requests: 13 });
  });

  const seen: Verdict = { ...cantTell(), obstacle: counterexampleWith().deviation };
  test.each<readonly [string, Two, Verdict['outcome']]>([
    ['fails where one fails', [passed, failedWith()], 'failed'],
    ['fails where another was cut short', [untested, failedWith()], 'failed'],
    ['is not run where one is not, however others end', [passed, untested], 'untested'],
    ['is open where one saw something once', [passed, seen], 'cantTell'],
    ['passes where one had nothing to see', [cantTell(), passed], 'passed'],
    ['passes where it does not apply to what one sent', [inapplicable(), passed], 'passed'],
  ])('%s', (_, verdicts, outcome) => {
    const [one, other] = verdicts;
    expect([joinBoth(verdicts), joinBoth([other, one])].map(({ verdict }) => verdict?.outcome)).toEqual([
      outcome,
      outcome,
    ]);
  });

  test('follows from a failure of another shard, as it would in one run', () => {
    const about = { field: 'tag.field.name' };
    const { verdict } = joinBoth([passed, failedWith(shown(about))], failedWith(shown(about)));
    expect(verdict).toMatchObject({ outcome: 'cantTell', cause: 'one', obstacle: { about }, requests: 32 });
    const { verdict: apart } = joinBoth(
      [passed, failedWith(shown(about))],
      failedWith(shown({ field: 'tag.field.slug' })),
    );
    expect(apart?.outcome).toBe('failed');
  });

  test('is a known deviation where one shard saw it, whatever passed in another', () => {
    const { verdict, baseline } = joinBoth([passed, failedWith()], passed, true);
    expect([verdict?.outcome, baseline?.map(({ state }) => state)]).toEqual(['known', ['known']]);
  });
});

describe('reports that cannot be joined are named', () => {
  const whole: NamedReport = { name: 'whole.json', report: reportOf(folded(all)) };
  const other = (facts: Partial<RunFacts>): readonly NamedReport[] => [shard(1), shard(2, facts), shard(3)];
  const split = { index: 2, count: 3, planned };

  test.each<readonly [string, readonly NamedReport[], string]>([
    ['a whole run', [shard(1), whole], 'whole.json is the report of a whole run'],
    [
      'a shard that is there twice',
      [shard(1), shard(2), { ...shard(2), name: 'again.json' }, shard(3)],
      '2.json and again.json are both shard 2 of 3',
    ],
    ['a shard that is missing', [shard(1), shard(3)], 'The reports of 1 of 3 shards are missing: 2/3.'],
    [
      'another seed',
      other({ seed: 8 }),
      'the seed differs, 7 in 1.json, 3.json, 8 in 2.json; give each shard the same --seed',
    ],
    [
      'another target',
      other({ url: 'http://127.0.0.1:9090' }),
      'the target differs, http://127.0.0.1:8080 (vendor/events/v1) in 1.json, 3.json, http://127.0.0.1:9090',
    ],
    [
      'another number of shards',
      other({ shard: { ...split, count: 4 } }),
      'the number of shards differs, 3 in 1.json, 3.json, 4 in 2.json',
    ],
    [
      'another suite',
      other({ shard: { ...split, planned: planned.slice(1) } }),
      'the list of requirements differs, 1.json, 3.json against 2.json',
    ],
    [
      'another limit',
      other({ shard: { ...split, maxRequests: 90 } }),
      'the limit of requests differs, none in 1.json, 3.json, 90 in 2.json',
    ],
    ['another effort', other({ effort: 'deep' }), 'the effort differs'],
    ['another mode', other({ mode: 'readonly' }), 'the mode differs'],
    ['other profiles', other({ profiles: ['http'] }), 'the choice of profiles differs'],
    ['another strictness', other({ strict: true }), 'the strictness differs'],
    ['another version of the target', other({ targetVersion: '1.1' }), 'the version of the target differs'],
    ['another version', other({ version: '9.9.9' }), 'the version of calproof differs'],
    [
      'another day',
      other({ now: '2026-11-22T00:00:01.000Z' }),
      'the day differs, 2026-11-21 in 1.json, 3.json, 2026-11-22 in 2.json',
    ],
    ['other clauses', other({ clauseSet: 'f'.repeat(64) }), 'the set of clauses differs'],
  ])('%s', (_, reports, sentence) => {
    expect(toRefusal(reports)).toContain(sentence);
  });

  test('another baseline', () => {
    const end = applyBaseline(folded(all.filter((_, at) => at % 3 === 1)), contextOf([entryFor('b')]));
    const judgedByIt = { name: '2.json', report: reportOf(end, { shard: split }) };
    expect(toRefusal([shard(1), judgedByIt, shard(3)])).toContain('the baseline differs');
  });

  test('a requirement that two shards judged, and one that none did', () => {
    const twice = reportOf(folded(all.slice(0, 2)), { shard: split });
    expect(toRefusal([shard(1), { name: '2.json', report: twice }, shard(3)])).toMatch(
      /^a is in 1\.json and in 2\.json/,
    );
    const never = reportOf(folded([broken]), { shard: split });
    expect(toRefusal([shard(1), { name: '2.json', report: never }, shard(3)])).toMatch(/^No shard has d: /);
  });
});
