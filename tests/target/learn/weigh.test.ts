import { describe, expect, test } from 'vitest';
import { alternativesFor, toChoices } from '../../../target/alternatives.js';
import { type Answer, explains, keysTold, type ReadingProbe } from '../../../target/learn/reading-probe.js';
import { weigh, weighAll } from '../../../target/learn/weigh.js';

const CASE = 'list.search.case';
const probe: ReadingProbe = {
  collection: 'events',
  query: { search: 'regatta' },
  tells: { [CASE]: { folded: { in: ['e2'], out: ['e1'] }, exact: { out: ['e1', 'e2'] } } },
};
const control: ReadingProbe = {
  collection: 'events',
  query: { search: 'Regatta' },
  tells: { [CASE]: { folded: { in: ['e2'], out: ['e1'] }, exact: { in: ['e2'], out: ['e1'] } } },
};
const listed = (...keys: readonly string[]): Answer => ({ kind: 'listed', keys });
const all = (): boolean => true;
const followed = (...asked: Parameters<typeof weigh>[1]): string | undefined => weigh(CASE, asked, all)?.follows;

describe('an alternative explains an answer', () => {
  test.each([
    ['folded', listed('e2', 'e3'), true],
    ['folded', listed('e1', 'e2'), false],
    ['folded', listed(), false],
    ['exact', listed(), true],
    ['exact', listed('e2'), false],
    ['exact', { kind: 'refused' } as const, false],
    ['unheard-of', listed(), false],
  ])('%s, by %j: %s', (alternative, answer, is) => expect(explains(probe, answer, CASE, alternative)).toBe(is));

  test('in an order', () => {
    const ordered: ReadingProbe = { ...probe, tells: { [CASE]: { folded: { order: ['a', 'b', 'c'] } } } };
    expect(explains(ordered, listed('x', 'a', 'b', 'y', 'c'), CASE, 'folded')).toBe(true);
    expect(explains(ordered, listed('a', 'c', 'b'), CASE, 'folded')).toBe(false);
    expect(explains(ordered, listed('a', 'b'), CASE, 'folded')).toBe(false);
  });

  test('that is a refusal, where one stands for it', () => {
    const refusable: ReadingProbe = { ...probe, refused: { [CASE]: 'exact' } };
    expect(explains(refusable, { kind: 'refused' }, CASE, 'exact')).toBe(true);
    expect(explains(refusable, { kind: 'refused' }, CASE, 'folded')).toBe(false);
  });
});

describe('a target follows', () => {
  test('the alternative that explains all answers', () => {
    expect(followed({ probe, answer: listed('e2') }, { probe: control, answer: listed('e2') })).toBe('folded');
    expect(followed({ probe, answer: listed() }, { probe: control, answer: listed('e2') })).toBe('exact');
  });
  test('none when the control fails: a search that finds nothing is broken, not exact', () => {
    expect(followed({ probe, answer: listed() }, { probe: control, answer: listed() })).toBeUndefined();
  });
  test('none when a filter is ignored', () => {
    const everything = listed('e1', 'e2', 'e3');
    expect(followed({ probe, answer: everything }, { probe: control, answer: everything })).toBeUndefined();
  });
});

describe('nothing can be told', () => {
  test('without a probe that was answered', () => expect(weigh(CASE, [], all)).toBeUndefined());
  test('when a record on which a probe rests is not there', () => {
    expect(weigh(CASE, [{ probe, answer: listed() }], (key) => key !== 'e2')).toBeUndefined();
    expect(keysTold(probe, CASE)).toEqual(['e2', 'e1', 'e1', 'e2']);
  });
});

test('the query that speaks against the literal alternative is shown', () => {
  const asked = [
    { probe: control, answer: listed('e2') },
    { probe, answer: listed() },
  ];
  const evidence = weighAll(asked, all);
  expect([...evidence.keys()]).toEqual([CASE]);
  const shown = evidence.get(CASE);
  expect(shown).toMatchObject({ collection: 'events', follows: 'exact' });
});

test('a target is held to what it follows, to the literal one when it follows none, to any when it was not asked', () => {
  const exact = { follows: 'exact', collection: 'events', query: {} } as const;
  const choices = toChoices(new Map([[CASE, 'exact']]));
  expect(alternativesFor({ choices, evidence: new Map([[CASE, exact]]) }, CASE)).toEqual(['exact']);
  const none = { ...exact, follows: undefined };
  const literal = toChoices(new Map());
  expect(alternativesFor({ choices: literal, evidence: new Map([[CASE, none]]) }, CASE)).toEqual([literal[CASE]]);
  expect(alternativesFor({ choices: literal, evidence: new Map() }, CASE).toSorted()).toEqual(['exact', 'folded']);
});
