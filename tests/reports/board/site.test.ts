import { describe, expect, test } from 'vitest';
import { toSiteJson, toSitePage, toSiteSentence } from '../../../reports/board/site-page.js';
import type { SiteTarget } from '../../../reports/board/site-target.js';
import { toTargetFiles } from '../../../reports/board/target-page.js';
import { toTrendLine, toTrendWords, trendSizes } from '../../../reports/board/trend-line.js';
import { toUnjudgedReport } from '../../../reports/board/unjudged-report.js';
import { toMarkup } from '../../../reports/html/html-template.js';
import { readRunReport } from '../../../reports/run-report-reader.js';
import { problemsOf } from '../html/validate-html.js';
import { failingReport, hostileReport, reportOf } from '../sample-reports.js';
import { failedWith, judged, passed } from '../sample-run.js';
import { daysAgo, expiry, rowsOf, siteTarget } from './sample-site.js';

const right = reportOf([judged('a.x', passed)]);
const wrong = reportOf([judged('a.x', failedWith()), judged('a.y', failedWith())]);
const lost = toUnjudgedReport({
  facts: { url: 'http://127.0.0.1:9', namespace: 'n', mode: 'readonly', effort: 'quick', strict: false, seed: 1 },
  startedAt: expiry.now,
  endedAt: expiry.now + 5,
  sentence: 'Not judged: its process crashed (SIGABRT).',
  hasBegun: true,
});

const valid = siteTarget('right', daysAgo(right, 1), [daysAgo(wrong, 3), daysAgo(wrong, 2)]);
const old = siteTarget('old', daysAgo(right, 30));
const worse = siteTarget('worse', daysAgo(wrong, 0));
const targets = [
  valid,
  old,
  siteTarget('lost', lost),
  worse,
  siteTarget('wrong', daysAgo(reportOf([judged('a.x', failedWith())]), 29)),
];
const page = toSitePage(rowsOf(targets), expiry);

const pageOf = (target: SiteTarget): string => toTargetFiles(target)['index.html'] ?? '';

describe('the index', () => {
  test('has a row for each target, the worst first, and no verdict of any', () => {
    const names = [...page.matchAll(/<tr id="([\w-]+)\."/g)].map(([, name]) => name);
    expect(names).toEqual(['worse', 'wrong', 'lost', 'right', 'old']);
    expect(page).not.toContain('a.x');
    expect([...page.matchAll(/<a href="(targets[^"]+)"/g)].map(([, href]) => href)).toContain(
      'targets/lost/index.html',
    );
  });

  test('counts what is valid, and an expired result as expired', () => {
    expect(toSiteSentence(rowsOf(targets))).toBe('5 targets: 2 deviate, 1 could not be judged, 1 conforms, 1 expired');
    expect(page).toMatch(/<tr id="old\."[^]*?Expired[^]*?expired 2026-11-30/);
    expect(page.match(/<tr id="old\."[^]*?<\/tr>/)?.[0]).not.toContain('1 passed');
  });

  test('is the same whatever the order of the reports, and the same each time', () => {
    expect(toSitePage(rowsOf(targets.toReversed()), expiry)).toBe(page);
    expect(toSiteJson(rowsOf(targets.toReversed()))).toBe(toSiteJson(rowsOf(targets)));
  });

  test('is there for programs', () => {
    expect(JSON.parse(toSiteJson(rowsOf(targets)))).toMatchObject({
      format: 'calproof.site/1',
      targets: [{ name: 'lost', verdict: 'could not be judged' }, { name: 'old', verdict: 'expired' }, {}, {}, {}],
    });
  });

  test('of 200 targets with a history takes a few hundred kB', () => {
    const before = Array.from({ length: 40 }, (_, at) => daysAgo(wrong, 41 - at));
    const one = siteTarget('name', daysAgo(failingReport(), 1), before);
    const many = Array.from({ length: 200 }, (_, at) => ({ ...one, name: `target ${at}`, folder: `target-${at}` }));
    expect(toSitePage(rowsOf(many), expiry).length).toBeLessThan(400_000);
  });
});

describe('the page of a target', () => {
  test('is that of its run, with a way back, its history, its badge and how to judge it again', () => {
    expect(pageOf(valid)).toMatch(
      /href="..\/..\/index\.html"[^]*Conforms[^]*href="history\.html"[^]*href="badge\.json"/,
    );
    expect(pageOf(valid)).toContain('calproof check http://127.0.0.1:8080');
    expect(pageOf(worse)).not.toContain('history.html');
  });

  test('takes the command that is given', () => {
    const again = 'calproof check a --config targets.json';
    expect(pageOf({ ...valid, again })).toContain(again);
  });

  test('says of an expired result that it counts for nothing, and so does its badge', () => {
    expect(pageOf(old)).toContain('expired on 2026-11-30 and counts for nothing. It was: It is judged.');
    const badges = targets.map((one) => JSON.parse(toTargetFiles(one)['badge.json'] ?? '').message);
    expect(badges).toEqual([
      'conforms, 1/1 MUST',
      'expired',
      'not judged, 0/0 MUST',
      'deviates: 2 failed, 0/2 MUST',
      'deviates: 1 failed, 0/1 MUST',
    ]);
  });
});

test('a report without verdicts is one that can be read', () => {
  expect(readRunReport(JSON.parse(JSON.stringify(lost)))).toHaveProperty('report.end', 'cut off');
});

describe('a trend line', () => {
  const runsOf = (...reports: Parameters<typeof siteTarget>[1][]) =>
    siteTarget('x', reports.at(-1) ?? right, reports.slice(0, -1)).history?.runs ?? [];
  const runs = runsOf(daysAgo(wrong, 3), daysAgo(lost, 2), daysAgo(right, 1), daysAgo(right, 0));

  test('falls as failures go, and has a gap where a run was not judged', () => {
    expect(toMarkup(toTrendLine(runs, trendSizes.row))).toContain('<path d="M5 5M78.3 23L115 23"/>');
    expect(toTrendWords(runs)).toBe(
      '4 runs since 2026-11-27: 2 failures at first, 0 failures at last, at most 2 failures',
    );
  });

  test('has a dot for each run on a page, and one in a row', () => {
    const dots = (size: typeof trendSizes.row | typeof trendSizes.page): number =>
      toMarkup(toTrendLine(runs, size)).match(/<circle/g)?.length ?? 0;
    expect([dots(trendSizes.page), dots(trendSizes.row)]).toEqual([4, 1]);
  });

  test('needs two runs', () => expect(toTrendLine(runs.slice(0, 1), trendSizes.row)).toBeUndefined());
});

test('a validator has nothing to say of any page, whatever names and targets say', async () => {
  const name = '"><img src=x onerror=alert(1)>';
  const hostile = siteTarget(name, daysAgo(hostileReport(), 1), [daysAgo(hostileReport(), 2)]);
  const all = [...targets, hostile].flatMap((one) => {
    const { 'index.html': index = '', 'history.html': history } = toTargetFiles(one);
    return history === undefined ? [index] : [index, history];
  });
  const pages = [page, toSitePage(rowsOf([hostile]), expiry), toSitePage([], expiry), ...all];
  expect((await Promise.all(pages.map(problemsOf))).flat()).toEqual([]);
  expect(pages.filter((one) => one.includes('<img'))).toEqual([]);
});
