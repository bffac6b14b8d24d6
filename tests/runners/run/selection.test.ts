import { expect, test } from 'vitest';
import { select, type Selection } from '../../../runners/run/selection.js';
import { requirementWith } from '../../reports/sample-run.js';

const ids = ['events.create.minimal', 'events.created.x', 'events.list.page', 'tags.list.page'];
const all = [
  ...ids.map((id) => requirementWith({ id })),
  requirementWith({ id: 'events.list.order', profile: 'reference' }),
];
const everything: Selection = { only: [], skip: [], profiles: ['core', 'reference'], effort: 'standard' };
const idsOf = (selection: Partial<Selection>): readonly string[] =>
  select(all, { ...everything, ...selection }).map(({ id }) => id);

test('takes ids by their whole segments', () => {
  expect(idsOf({ only: ['events.create'] })).toEqual(['events.create.minimal']);
  expect(idsOf({ only: ['events.list'], skip: ['events.list.order'] })).toEqual(['events.list.page']);
});

test('takes the profiles asked for', () => {
  expect(idsOf({ profiles: ['reference'] })).toEqual(['events.list.order']);
});

test('leaves out what sends a wrong login, where none may be sent', () => {
  const both = [requirementWith({ id: 'tags.list' }), requirementWith({ id: 'tags.login', needs: ['http.challenge'] })];
  expect(select(both, everything)).toHaveLength(2);
  expect(select(both, { ...everything, failedLogin: false }).map(({ id }) => id)).toEqual(['tags.list']);
});

test('leaves what is not worth it out of a quick run, unless it is asked for', () => {
  const both = [requirementWith({ id: 'tags.list' }), requirementWith({ id: 'tags.list.twice', thorough: true })];
  const quick: Selection = { ...everything, effort: 'quick' };
  expect(select(both, quick).map(({ id }) => id)).toEqual(['tags.list']);
  expect(select(both, { ...quick, only: ['tags'] })).toHaveLength(2);
  expect(select(both, everything)).toHaveLength(2);
});

test.each([
  [{ only: ['event.list'] }, '--only event.list matches no requirement; similar prefixes: events.list, '],
  [{ skip: ['tags.lists'] }, '--skip tags.lists matches no requirement; similar prefixes: tags.list, '],
  [{ only: ['xyz'] }, '--only xyz matches no requirement; IDs begin with events, tags.'],
])('names the similar prefixes for %j', (selection, sentence) => {
  expect(() => idsOf(selection)).toThrow(sentence);
});

test('refuses a selection that leaves nothing', () => {
  expect(() => idsOf({ only: ['tags'], skip: ['tags'] })).toThrow(/No requirement is left/);
  expect(() => idsOf({ only: ['tags'], profiles: ['reference'] })).toThrow(/No requirement is left/);
});
