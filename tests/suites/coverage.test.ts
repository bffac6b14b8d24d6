import { describe, expect, test } from 'vitest';
import { clauses, exclusions } from '../../contract/clauses/clauses.js';
import { coverage, type CoveringRequirement, isOpen } from '../../suites/coverage.js';
import { requirements } from '../../suites/index.js';

const nameOf = ({ clause, operation }: { readonly clause: string; readonly operation: string }): string =>
  `${clause} on ${operation}`;

describe('every clause of the interface, on every operation that it speaks about,', () => {
  const cells = coverage(requirements, clauses, exclusions);

  test('is covered by a requirement or excluded with a reason', () => {
    expect(cells.filter(isOpen).map(nameOf)).toEqual([]);
  });

  test('is not excluded where a requirement covers it', () => {
    expect(cells.filter(({ coveredBy, excluded }) => excluded && coveredBy.length > 0).map(nameOf)).toEqual([]);
  });

  test('is left out in at most one of ten cases', () => {
    expect(cells.filter(({ excluded }) => excluded).length / cells.length).toBeLessThanOrEqual(0.1);
  });

  test('is covered at quick effort for one kind of record at least', () => {
    const quick = requirements.filter(({ thorough }) => !thorough);
    const cellsThen = coverage(quick, clauses, exclusions);
    const ruleOf = ({ clause }: { readonly clause: string }): string => clause.split('.').slice(1).join('.');
    const covered = new Set(cellsThen.filter((cell) => !isOpen(cell)).map(ruleOf));
    expect(cellsThen.filter((cell) => !covered.has(ruleOf(cell))).map(nameOf)).toEqual([]);
  });
});

describe('the rules besides the interface', () => {
  test('are covered by a requirement each', () => {
    const covered = new Set(requirements.flatMap(({ clause, alsoCovers = [] }) => [clause, ...alsoCovers]));
    const others = clauses.filter(({ profile }) => profile === 'coherence' || profile === 'http');
    expect(others.filter(({ id }) => !covered.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe('a cell', () => {
  const clause = {
    id: 'tag.read',
    profile: 'core',
    text: '',
    source: '',
    operations: ['tags.read', 'tags.list'],
  } as const;
  const covering: CoveringRequirement = { id: 'tags.read.record', clause: 'tag.read', operations: ['tags.read'] };
  const exclusion = {
    clause: 'tag.read',
    operations: ['tags.list'],
    reason: 'not shown',
    because: 'nothing shows it',
  } as const;

  test('is covered by a requirement on that clause and that operation alone', () => {
    const [read, list] = coverage([covering], [clause], []);
    expect(read).toEqual({ clause: 'tag.read', operation: 'tags.read', coveredBy: ['tags.read.record'] });
    expect(list && isOpen(list)).toBe(true);
  });

  test('is covered by what a requirement also covers', () => {
    const besides = { ...covering, clause: 'address.id', alsoCovers: ['tag.read'] };
    expect(coverage([besides], [clause], []).map(({ coveredBy }) => coveredBy.length)).toEqual([1, 0]);
  });

  test('is not open where it is left out', () => {
    expect(coverage([covering], [clause], [exclusion]).filter(isOpen)).toEqual([]);
  });

  test('belongs to the core profile', () => {
    expect(coverage([], [{ ...clause, profile: 'http' }], [])).toEqual([]);
  });
});
