import { describe, expect, test } from 'vitest';
import { toRunPage } from '../../../reports/html/run-page.js';
import { problemsOf } from './validate-html.js';
import { attacks, failingReport, hostileReport, largeReport, reportOf } from '../sample-reports.js';
import { judged, passed } from '../sample-run.js';

const failing = toRunPage(failingReport());
const hostile = toRunPage(hostileReport());

/** What a page says, without its style, its script and its markup. */
const textOf = (page: string): string =>
  page
    .replace(/^.*<\/head>/s, '')
    .replace(/<script>.*<\/script>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('what a validator says of it', () => {
  test.each([
    ['a failing run', failing],
    ['a passing run', toRunPage(reportOf([judged('tags.read.item', passed)]))],
    ['a run of nothing', toRunPage(reportOf([]))],
    ['a hostile target', hostile],
  ])('%s: nothing', async (_, page) => {
    expect(await problemsOf(page)).toEqual([]);
  });
});

describe('what it holds', () => {
  const text = textOf(failing);

  test('the verdict, what failed, how much it affects, what has no verdict', () => {
    expect(text).toMatch(/✗ Deviates It is judged\./);
    expect(text).toMatch(
      /What failed .* How much it affects .* MUST .* What has no verdict .*the request was answered with 401/,
    );
  });

  test('a failure with its clause, both sides, its input and what differs', () => {
    const order = [
      'What event.fields.required-on-create says.',
      'Expected',
      'zip &quot;01234&quot;',
      'Observed',
      'Input',
    ];
    const places = order.map((part) => text.indexOf(part, text.indexOf('venues.fields.zip MUST')));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(failing).toMatch(
      /<del>- {3}&quot;zip&quot;: &quot;01234&quot;<\/del>\n<ins>\+ {3}&quot;zip&quot;: &quot;1234&quot;<\/ins>/,
    );
    expect(text).toContain('calproof replay REPORT.json venues.fields.zip');
    expect(text).toMatch(/As a script Copy 2 requests, for any shell #!\/bin\/sh # venues\.fields\.zip \(MUST\)/);
  });

  test('what a failure explains under it, and how many causes there are', () => {
    expect(text).toContain('Explains 2 others');
    expect(text).toContain('5 failures, 4 causes');
    expect(text).toContain('did not occur again');
  });

  test('each requirement once as a place to link to', () => {
    const ids = [...failing.matchAll(/ id="([^"]+\.[^"]*)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(new Set(ids)).toEqual(new Set(failingReport().requirements.map(({ id }) => id)));
  });

  test('what the baseline knows, what was learned, and what is left behind', () => {
    expect(text).toMatch(/Known deviations .* tags\.read\.late/);
    expect(text).toContain('fails as known until 2027-01-01');
    expect(text).toMatch(/page size 50/);
    expect(text).toMatch(/Left behind 1 record events\/12/);
  });
});

test('is the same for the same run', () => {
  expect(toRunPage(failingReport())).toBe(failing);
});

test('loads nothing and runs nothing but its own script', () => {
  expect(failing).toMatch(/default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+';/);
  expect(failing.match(/<script/g)).toHaveLength(1);
  const tags =
    failing
      .replace(/<script>.*<\/script>/s, '')
      .match(/<[^>]*>|<style>.*<\/style>/gs)
      ?.join('') ?? '';
  expect(tags).toContain('<article');
  expect(tags).not.toMatch(/\s(src|srcset|style|on\w+)=|url\(|@import/);
});

test('shows what a target said as text, whatever it is', () => {
  const markup = hostile.replace(/<script>.*<\/script>/s, '');
  for (const attack of attacks.filter((one) => /[<"']/.test(one))) expect(markup).not.toContain(attack);
  expect(markup).not.toMatch(/<(img|base|svg onload|b>alert)/);
  expect(markup).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/u);
  expect(markup).toContain('<i class="hidden-sign">\\u202e</i>');
  expect(markup).toMatch(/<i class="note"> … [\d,]+ more characters/);
  expect(hostile.length).toBeLessThan(2_000_000);
});

test('stays below 5 MB, and says what it leaves out', { timeout: 300_000 }, () => {
  const page = toRunPage(largeReport());
  expect(Buffer.byteLength(page)).toBeLessThan(5_000_000);
  expect(page).toMatch(/[\d,]+ (more )?characters in the JSON report/);
  expect(page.match(/<article class="failure/g)).toHaveLength(300);
  expect(page.match(/#!\/bin\/sh/g)).toHaveLength(300);
});
