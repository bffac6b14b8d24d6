import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clauses, isClauseId } from '../../contract/clauses/clauses.js';
import { gaps, isGapId } from '../../contract/gaps.js';
import { operations } from '../../contract/operations.js';
import { isReadingId, readings } from '../../contract/readings/readings.js';
import { statedHeadings } from '../contract/stated.js';
import { anchorsOf, type Citation, citationsIn, filesEnding, readText } from './citations.js';

const pages = filesEnding('.md');
const programs = filesEnding('.ts', '.mjs', '.js');
const all = [...pages, ...programs];

/** Citations of which `isKnown` knows nothing. */
const unknown = (citations: readonly Citation[], isKnown: (cited: string) => boolean): readonly Citation[] =>
  citations.filter(({ cited }) => !isKnown(cited));

const isGap = (cited: string): boolean =>
  cited.endsWith('.*') ? gaps.some(({ id }) => id.startsWith(cited.slice(0, -1))) : isGapId(cited);

const isSame = (page: string, path: string, cited: string): boolean =>
  page === cited || page.endsWith(`/${cited}`) || page === normalize(join(dirname(path), cited)).replaceAll('\\', '/');

describe('what comments and pages cite is there', () => {
  test('gaps', () => {
    const cited = citationsIn(all, /\bgap\.[a-z]+(?:[.-](?:[a-z]+|\*))*/g);
    expect(unknown(cited, isGap)).toEqual([]);
    expect(cited.length).toBeGreaterThan(gaps.length);
  });

  test('gaps, by their whole id', () => {
    expect(citationsIn(all, /\bgaps?:? `(?!gap\.)[^`]*`|\(gaps?: /g)).toEqual([]);
  });

  test('clauses', () => {
    expect(unknown(citationsIn(all, /\bclauses? `([^`]+)`/g), isClauseId)).toEqual([]);
  });

  test('readings', () => {
    const cited = citationsIn(all, /\breadings? `([^`]+)`/g);
    expect(unknown(cited, isReadingId)).toEqual([]);
    expect(cited.length).toBeGreaterThan(10);
  });

  test('whatever is written like a clause, a reading or a requirement', () => {
    const requirements = new Set(readText('tests/suites/requirement-ids.txt').split(/\s+/));
    const heads = new Set([...clauses, ...readings].map(({ id }) => id.split('.')[0]));
    // Facts and faults have ids that begin with these words, too.
    for (const shared of ['http', 'language']) heads.delete(shared);
    const isKnown = (id: string): boolean =>
      isClauseId(id) || isReadingId(id) || requirements.has(id) || operations.some((operation) => operation.id === id);
    const byHand = all.filter((path) => path !== 'docs/proof.md');
    const tokens = citationsIn(byHand, /`([a-z][a-z-]*(?:\.[a-z_-]+)+)`/g);
    const cited = tokens.filter(
      ({ cited: id }) => heads.has(id.split('.')[0]) && !/\.(?:[cm]?[jt]s|json|md)$/.test(id),
    );
    expect(unknown(cited, isKnown)).toEqual([]);
    expect(cited.length).toBeGreaterThan(clauses.length);
  });

  test('headings of the interface', () => {
    const cited = citationsIn(all, /\(interface: ([^)]+)\)/g);
    expect(unknown(cited, (heading) => statedHeadings.includes(heading.replaceAll('`', '')))).toEqual([]);
    expect(cited.length).toBeGreaterThan(10);
  });

  test('pages, wherever a comment names one', () => {
    const cited = citationsIn(programs, /(?<![\w/$])[\w./-]+\.md\b/g);
    expect(cited.filter(({ path, cited: page }) => !pages.some((one) => isSame(one, path, page)))).toEqual([]);
    expect(cited.length).toBeGreaterThan(0);
  });

  test('files of programs, by the end of their path', () => {
    const files = filesEnding('.ts', '.mjs', '.js', '.json', '.css', '.yml');
    const cited = citationsIn(all, /`((?!calproof\/)(?:\.?[\w-]+\/)+[\w.-]+\.(?:[cm]?[jt]s|json|css|yml))`/g);
    const isThere = ({ path, cited: file }: Citation): boolean => files.some((one) => isSame(one, path, file));
    expect(cited.filter((one) => !isThere(one))).toEqual([]);
    expect(cited.length).toBeGreaterThan(0);
  });

  test('pages, and not plans that lie elsewhere', () => {
    expect(citationsIn(programs, /\((?:design|plan|issue)\b[^)]*\)|\bdesign section\b/g)).toEqual([]);
  });

  test('decisions, by their number', () => {
    const numbers = pages.flatMap((page) => /decisions\/(\d{4})-/.exec(page)?.[1] ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(unknown(citationsIn(all, /\bdecisions?[ /](\d{4})\b/g), (number) => numbers.includes(number))).toEqual([]);
  });
});

test.each(pages)('every link of %s resolves', (page) => {
  const prose = readText(page).replace(/^```[^]*?^```$/gm, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const broken = targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? page : join(dirname(page), decodeURI(file));
    if (!existsSync(new URL(`../../${path}`, import.meta.url))) return true;
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(anchor);
  });
  expect(broken).toEqual([]);
});
