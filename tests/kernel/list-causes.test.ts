import { describe, expect, test } from 'vitest';
import type { DeviationSubject } from '../../kernel/deviation.js';
import type { Judged } from '../../kernel/run-event.js';
import { altered, causesOf, failedBy, judged, listed } from './failures.js';

describe('failures of lists', () => {
  const search = listed('tags.list.search', { parameters: ['tag.list.search'] }, { clause: 'tag.list.search' });

  test('are explained by the one that deviates by fewer of the same parameters', () => {
    const both = listed('tags.list.combined', { parameters: ['tag.list.search', 'tag.list.post'] });
    expect(causesOf(both, search)).toEqual({ 'tags.list.combined': 'tags.list.search' });
  });

  test('are explained by one about a parameter that holds their records in view, where both have too many', () => {
    const [ends, tags] = ['event.list.ends_before', 'event.list.tags'];
    const before = listed(
      'events.list.ends',
      { parameters: [], grounds: ['event.list.starts_after', ends], side: 'extra' },
      { clause: ends },
    );
    const byTags = { parameters: [tags], grounds: [ends], side: 'extra' } as const;
    expect(causesOf(before, listed('events.list.near', byTags))).toEqual({ 'events.list.near': 'events.list.ends' });
    expect(causesOf(before, listed('events.list.tags', byTags, { clause: tags }))).toEqual({});
    expect(causesOf(before, listed('events.list.near', { ...byTags, side: 'missing' }))).toEqual({});
  });

  test('explain comparisons by their parameter, even those about another one, that do not show which list is wrong', () => {
    const [include, exclude] = ['tag.list.include', 'tag.list.exclude'];
    const missing = { parameters: [include, 'tag.list.per_page'], side: 'missing' } as const;
    const one = listed('tags.list.include', missing, { clause: include });
    const both = { parameters: [include, exclude] };
    const compared = listed('tags.list.algebra', both, { clause: exclude });
    expect(causesOf(compared, one)).toEqual({ 'tags.list.algebra': 'tags.list.include' });
    const sided = listed('tags.list.algebra', { ...both, side: 'missing' }, { clause: exclude });
    expect(causesOf(sided, one)).toEqual({});
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

  test('are explained by one that was asked with fewer parameters, and both for the same records', () => {
    const [one, other] = ['tag.list.search', 'tag.list.post'];
    const alone = { parameters: [one], grounds: ['tag.list.hide_empty'], side: 'extra' } as const;
    const first = listed('tags.list.language', alone, { alsoCovers: ['tag.list.hide_empty'] });
    const beside = (grounds: readonly string[]): Judged =>
      listed('tags.list.beside', { parameters: [one, other], grounds });
    expect(causesOf(first, beside(['tag.list.hide_empty']))).toEqual({ 'tags.list.beside': 'tags.list.language' });
    expect(causesOf(first, beside([]))).toEqual({});
  });

  test('have one cause where both are read in pages, whatever is asked for', () => {
    const paged = (name: string, size = true): Judged =>
      listed(`tags.list.${name}`, { parameters: [`tag.list.${name}`, ...(size ? ['tag.list.per_page'] : [])] });
    expect(causesOf(paged('search'), paged('post'))).toEqual({ 'tags.list.post': 'tags.list.search' });
    expect(causesOf(paged('search'), paged('post', false))).toEqual({});
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

  test('takes what it explains along', () => {
    const noticed = listed('coherence.pages.anywhere', { parameters: ['tag.list.slug'] }, { monitors: true });
    const explained = listed('tags.list.combined', { parameters: ['tag.list.slug', 'tag.list.post'] });
    const asked = listed('tags.list.per_page', { parameters: ['tag.list.per_page'] });
    expect(causesOf(asked, noticed, explained)).toEqual({
      'coherence.pages.anywhere': 'tags.list.per_page',
      'tags.list.combined': 'tags.list.per_page',
    });
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
