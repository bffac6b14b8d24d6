import { describe, expect, test } from 'vitest';
import type { DeviationDetails, DeviationSubject } from '../../kernel/deviation.js';
import { groupByCause } from '../../kernel/run/group-by-cause.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Judged } from '../../kernel/run-event.js';
import type { Verdict } from '../../kernel/verdict.js';
import type { Exchange } from '../../wire/exchange.js';
import { askingOnce, say } from './toy.js';

const failedBy = (details: Partial<DeviationDetails>): Verdict => ({
  outcome: 'failed',
  runs: 1,
  requests: 1,
  intermittent: false,
  counterexample: {
    value: null,
    deviation: { kind: 'status', expected: 'a', observed: 'b', ...details },
    exchanges: [],
    shrinks: 0,
    seed: 1,
    path: '0',
  },
});

const exchangeWith = (status: number): Exchange => ({
  number: 1,
  phase: 'check',
  request: { method: 'GET', target: '/', headers: [] },
  outcome: say(status),
  ms: 0,
});

type Fields = Partial<RequirementInfo>;

const judged = (id: string, verdict: Verdict, fields: Fields = {}): Judged => ({
  requirement: askingOnce(async () => {}, { id, clause: id, ...fields }),
  verdict,
});

/** A failure that shows a field otherwise, by default of a requirement about several. */
const altered = (id: string, field: string, fields: Fields = {}): Judged =>
  judged(id, failedBy({ kind: 'value', about: { field, operation: `${id.split('.')[0]}.item.GET` } }), fields);

/** A failure of a list that was asked with these parameters. */
const listed = (id: string, about: DeviationSubject, fields: Fields = {}, kind: 'selection' | 'total' = 'selection') =>
  judged(id, failedBy({ kind, about: { operation: 'tags.all.GET', ...about } }), fields);

const inconclusive = (more: Partial<Extract<Verdict, { outcome: 'cantTell' }>>): Verdict => ({
  outcome: 'cantTell',
  reason: 'no tag',
  requests: 1,
  ...more,
});

/** The causes that are named, by id. */
const causesOf = (...all: readonly Judged[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    groupByCause(all).flatMap(({ requirement, verdict }) =>
      'cause' in verdict && verdict.cause !== undefined ? [[requirement.id, verdict.cause]] : [],
    ),
  );

describe('failures that show one field otherwise', () => {
  test('are explained by the requirement about that field, wherever it stands', () => {
    const echo = altered('tags.update.in-turn', 'tag.field.name');
    const cause = altered('tags.fields.name', 'tag.field.name', { clause: 'tag.field.name' });
    expect(causesOf(echo, cause)).toEqual({ 'tags.update.in-turn': 'tags.fields.name' });
  });

  test('are two where the fields are two', () => {
    expect(causesOf(altered('tags.a', 'tag.field.name'), altered('tags.b', 'tag.field.slug'))).toEqual({});
  });

  test('are one where the same mistake shows in two fields, even if one of them is wrong otherwise, too', () => {
    const cut = (id: string, field: string, mistake?: string): Judged =>
      judged(
        id,
        failedBy({ kind: 'value', about: { field, operation: 'tags.item.GET', ...(mistake && { mistake }) } }),
      );
    const [name, slug] = [cut('tags.a', 'tag.field.name', 'cut'), cut('tags.b', 'tag.field.slug', 'cut')];
    expect(causesOf(name, slug)).toEqual({ 'tags.b': 'tags.a' });
    const otherwise = cut('tags.c', 'tag.field.slug', 'escaped');
    expect(causesOf(name, slug, otherwise)).toEqual({ 'tags.b': 'tags.a', 'tags.c': 'tags.a' });
  });

  test('are one where the same operations of two collections show a field otherwise by the same rule', () => {
    const name = altered('tags.update.refused', 'tag.field.name');
    const venue = altered('venues.update.refused', 'venue.field.venue');
    expect(causesOf(name, venue)).toEqual({ 'venues.update.refused': 'tags.update.refused' });
    expect(causesOf(name, altered('venues.update.sent-back', 'venue.field.venue'))).toEqual({});
  });

  test('are one in several collections only by the same rule', () => {
    const inTags = altered('tags.update.put', 'tag.field.name');
    expect(causesOf(inTags, altered('categories.update.put', 'category.field.name'))).toEqual({
      'categories.update.put': 'tags.update.put',
    });
    expect(causesOf(inTags, altered('categories.create.any', 'category.field.name'))).toEqual({});
  });
});

describe('the same answer in several collections', () => {
  const answered = (
    id: string,
    status: number,
    fields: Fields = {},
    operation = `${id.split('.')[0]}.item.GET`,
  ): Judged => judged(id, failedBy({ about: { operation }, exchange: exchangeWith(status) }), fields);

  test('is one where it breaks one clause of all collections, two where it breaks clauses of each', () => {
    const common = { clause: 'address.id' };
    const [tag, category] = [answered('tags.a', 200, common), answered('categories.b', 200, common)];
    expect(causesOf(tag, category)).toEqual({ 'categories.b': 'tags.a' });
    expect(causesOf(answered('tags.a', 200), answered('categories.b', 200))).toEqual({});
    expect(causesOf(tag, answered('categories.b', 304, common))).toEqual({});
  });

  test('is one where it is the same error of the server', () => {
    expect(causesOf(answered('tags.a', 500), answered('categories.b', 500))).toEqual({ 'categories.b': 'tags.a' });
    expect(causesOf(answered('tags.a', 500), answered('tags.b', 500))).toEqual({});
  });

  test('is one by a rule of a suite that has a requirement for each collection', () => {
    const hidden = (collection: string, status: number): Judged =>
      answered(`identities.${collection}.hidden`, status, {}, `${collection}.item.GET`);
    expect(causesOf(hidden('tags', 304), hidden('venues', 304))).toEqual({
      'identities.venues.hidden': 'identities.tags.hidden',
    });
    expect(causesOf(hidden('tags', 304), hidden('venues', 200))).toEqual({});
  });

  test('is one where the same rule of two collections shows it in lists of a third', () => {
    const [venue, organizer] = ['venue', 'organizer'].map((name) =>
      listed(`${name}s.delete.linked`, { parameters: [`tag.list.${name}`] }),
    );
    expect(venue && organizer && causesOf(venue, organizer)).toEqual({
      'organizers.delete.linked': 'venues.delete.linked',
    });
  });
});

describe('echoes', () => {
  const answered = (id: string, operation: string, about: DeviationSubject = {}, status = 404): Judged =>
    judged(id, failedBy({ about: { operation, ...about }, exchange: exchangeWith(status) }));

  test('of a wrong GET are wrong answers to HEAD, and those of another address are none', () => {
    const head = judged('tags.read.head', failedBy({ kind: 'header', about: { operation: 'tags.item.HEAD' } }));
    expect(causesOf(head, answered('tags.read', 'tags.item.GET'))).toEqual({ 'tags.read.head': 'tags.read' });
    expect(causesOf(head, answered('tags.read', 'tags.by-slug.item.GET'))).toEqual({});
  });

  test('are the same answers to other methods at one address, wherever they should be accepted', () => {
    const wanted = { wanted: 'accepted' } as const;
    const put = answered('tags.a', 'tags.item.PUT', wanted);
    expect(causesOf(put, answered('tags.b', 'tags.item.PATCH', wanted))).toEqual({ 'tags.b': 'tags.a' });
    expect(causesOf(put, answered('tags.b', 'tags.by-slug.item.PATCH', wanted))).toEqual({});
    expect(causesOf(put, answered('tags.b', 'tags.item.PATCH', wanted, 400))).toEqual({});
    expect(causesOf(put, answered('tags.b', 'tags.item.PATCH', { wanted: 'refused' }))).toEqual({});
  });

  test('are what is found where it should not be, by id or by slug, as itself or as another record', () => {
    const absent = { wanted: 'absent' } as const;
    const byId = answered('tags.a', 'tags.item.GET', absent, 200);
    const bySlug = answered('tags.b', 'tags.by-slug.item.GET', absent, 200);
    expect(causesOf(byId, bySlug)).toEqual({ 'tags.b': 'tags.a' });
    const operation = 'tags.by-slug.item.GET';
    const other = judged('tags.c', failedBy({ kind: 'state', about: { operation }, exchange: exchangeWith(200) }));
    expect(causesOf(bySlug, other)).toEqual({ 'tags.c': 'tags.b' });
    expect(causesOf(byId, other)).toEqual({});
  });

  test('of a lost field are lists by it, and not lists by another', () => {
    const lost = altered('tags.fields.slug', 'tag.field.slug');
    const bySlug = listed('tags.list.slug', { parameters: ['tag.list.slug'] });
    expect(causesOf(lost, bySlug)).toEqual({ 'tags.list.slug': 'tags.fields.slug' });
    expect(causesOf(lost, listed('tags.list.post', { parameters: ['tag.list.post'] }))).toEqual({});
  });

  test('of what fails for the identity of the run fail for another one, but where it may see or do too much', () => {
    const needs = ['identity.lower'];
    const found = answered('tags.read', 'tags.item.GET');
    const by = (details: Partial<DeviationDetails>): Judged =>
      judged('identities.tags', failedBy({ exchange: exchangeWith(404), ...details }), { needs });
    const operation = 'tags.item.GET';
    expect(causesOf(found, by({ about: { operation, wanted: 'accepted' } }))).toEqual({
      'identities.tags': 'tags.read',
    });
    expect(causesOf(found, by({ about: { operation, wanted: 'refused' } }))).toEqual({});
    expect(causesOf(found, by({ kind: 'value', about: { operation } }))).toEqual({});
  });

  test('are wrong totals of one list, whatever it is asked with', () => {
    const [post, slug] = ['post', 'slug'].map((name) =>
      listed(`tags.list.${name}`, { parameters: [`tag.list.${name}`] }, {}, 'total'),
    );
    expect(post && slug && causesOf(post, slug)).toEqual({ 'tags.list.slug': 'tags.list.post' });
  });
});

describe('failures of lists', () => {
  const search = listed('tags.list.search', { parameters: ['tag.list.search'] }, { clause: 'tag.list.search' });

  test('are explained by the one that deviates by fewer of the same parameters', () => {
    const both = listed('tags.list.combined', { parameters: ['tag.list.search', 'tag.list.post'] });
    expect(causesOf(both, search)).toEqual({ 'tags.list.combined': 'tags.list.search' });
  });

  test('are not explained by another parameter, nor by one that only keeps records in view', () => {
    const post = listed('tags.list.post', { parameters: ['tag.list.post'], grounds: ['tag.list.hide_empty'] });
    const hidden = listed(
      'tags.list.hide_empty',
      { parameters: [], grounds: ['tag.list.hide_empty'] },
      { clause: 'tag.list.hide_empty' },
    );
    expect(causesOf(search, post, hidden)).toEqual({});
  });

  test('without parameters explain only what is wrong alike', () => {
    const plain = listed('tags.list', { parameters: [], side: 'missing' });
    const missing = listed('tags.list.post', { parameters: ['tag.list.post'], side: 'missing' });
    const extra = listed('tags.list.slug', { parameters: ['tag.list.slug'], side: 'extra' });
    expect(causesOf(plain, missing, extra)).toEqual({ 'tags.list.post': 'tags.list' });
  });

  test('without parameters explain comparisons that may be wrong by either list, if it is known how they are wrong', () => {
    const compared = listed('tags.list.algebra', { parameters: ['tag.list.post'] });
    expect(causesOf(listed('tags.list', { parameters: [], side: 'missing' }), compared)).toEqual({
      'tags.list.algebra': 'tags.list',
    });
    expect(causesOf(listed('tags.list', { parameters: [] }), compared)).toEqual({});
  });

  test('are explained by fewer parameters in spite of a mistake that nothing else shows', () => {
    const guessed = (id: string): Judged =>
      listed(id, { parameters: ['tag.list.search', 'tag.list.post'], mistake: 'only the first counts' });
    expect(causesOf(search, guessed('tags.list.combined'))).toEqual({ 'tags.list.combined': 'tags.list.search' });
    expect(causesOf(search, guessed('tags.list.a'), guessed('tags.list.b'))).toEqual({ 'tags.list.b': 'tags.list.a' });
  });

  test('have one cause where three fail by a parameter each and one in common, not where two do', () => {
    const beside = (name: string): Judged =>
      listed(`tags.list.${name}`, { parameters: [`tag.list.${name}`, 'tag.list.slug'] });
    expect(causesOf(beside('search'), beside('post'))).toEqual({});
    expect(Object.keys(causesOf(beside('search'), beside('post'), beside('event')))).toHaveLength(2);
  });

  test('explain wrong totals, and are not explained by them', () => {
    const total = listed('tags.list.totals', { parameters: ['tag.list.search'] }, {}, 'total');
    expect(causesOf(total, search)).toEqual({ 'tags.list.totals': 'tags.list.search' });
  });
});

describe('what monitors alone noticed of a list', () => {
  const noticed = (about: DeviationSubject): Judged =>
    listed('coherence.pages.anywhere', { parameters: [], ...about }, { monitors: true }, 'total');
  const search = listed('tags.list.search', { parameters: ['tag.list.search'] });
  const post = listed('venues.list.event', { parameters: ['venue.list.event'], operation: 'venues.all.GET' });

  test('is explained by a failure of the same list, else by that of another one', () => {
    expect(causesOf(search, post, noticed({}))).toEqual({ 'coherence.pages.anywhere': 'tags.list.search' });
    expect(causesOf(search, post, noticed({ operation: 'venues.all.GET' }))).toEqual({
      'coherence.pages.anywhere': 'venues.list.event',
    });
    expect(causesOf(search, noticed({ operation: 'venues.all.GET' }))).toEqual({
      'coherence.pages.anywhere': 'tags.list.search',
    });
  });

  test('is a cause of its own where no list fails, and joins no two failures of lists', () => {
    const field = altered('tags.fields.name', 'tag.field.name', { clause: 'tag.field.name' });
    expect(causesOf(field, noticed({}))).toEqual({});
    expect(causesOf(search, post, noticed({}))['venues.list.event']).toBeUndefined();
  });

  test('is not explained where it is no contradiction of a list, nor noticed by monitors alone', () => {
    const record = judged(
      'coherence.clocks-agree',
      failedBy({ kind: 'value', about: { operation: 'tags.item.GET' } }),
      {
        monitors: true,
      },
    );
    expect(causesOf(search, record)).toEqual({});
    const totals = listed('tags.list.totals', { parameters: ['tag.list.post'] }, {}, 'total');
    expect(causesOf(search, totals)).toEqual({});
  });
});

describe('malformed fields', () => {
  const accepted = (id: string, field: string, mistake: string): Judged =>
    judged(id, failedBy({ about: { field, mistake, wanted: 'refused', operation: 'tags.all.POST' } }));

  test('that are wrong in the same way have one cause', () => {
    const [one, other] = [
      accepted('tags.create.a', 'tag.field.name', 'is an object'),
      accepted('tags.create.b', 'tag.field.slug', 'is an object'),
    ];
    expect(causesOf(one, other)).toEqual({ 'tags.create.b': 'tags.create.a' });
    expect(causesOf(one, accepted('tags.create.c', 'tag.field.name', 'is missing'))).toEqual({});
  });
});

describe('an inconclusive verdict', () => {
  const broken = judged('tags.create', failedBy({}), { establishes: 'tags.create' });

  test('is explained by the operation that it blames', () => {
    expect(causesOf(broken, judged('a', inconclusive({ need: 'tags.create' })))).toEqual({ a: 'tags.create' });
  });

  test('is explained by a failure that shows what stood in its way', () => {
    const obstacle: DeviationDetails = {
      kind: 'value',
      expected: 'a',
      observed: 'b',
      about: { field: 'tag.field.name' },
    };
    const cause = altered('tags.fields.name', 'tag.field.name');
    expect(causesOf(cause, judged('a', inconclusive({ obstacle })))).toEqual({ a: 'tags.fields.name' });
  });

  test('is not explained by what it only needs, nor by an operation that works', () => {
    expect(causesOf(broken, judged('a', inconclusive({}), { needs: ['tags.create'] }))).toEqual({});
    const passed: Verdict = { outcome: 'passed', runs: 1, requests: 1 };
    const works = judged('tags.create', passed, { establishes: 'tags.create' });
    expect(causesOf(works, judged('a', inconclusive({ need: 'tags.create' })))).toEqual({});
  });
});
