import { describe, expect, test } from 'vitest';
import type { DeviationDetails, DeviationSubject } from '../../kernel/deviation.js';
import type { Judged } from '../../kernel/run-event.js';
import type { Verdict } from '../../kernel/verdict.js';
import { altered, causesOf, exchangeWith, failedBy, inconclusive, judged, listed, type Fields } from './failures.js';

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

  test('is one where records of each should be found, or where the methods of one rule get it', () => {
    const wanted = (id: string, operation: string): Judged =>
      judged(id, failedBy({ about: { operation, wanted: 'accepted' }, exchange: exchangeWith(404) }));
    expect(causesOf(wanted('tags.a', 'tags.by-slug.item.GET'), wanted('venues.b', 'venues.by-slug.item.GET'))).toEqual({
      'venues.b': 'tags.a',
    });
    expect(causesOf(wanted('tags.a', 'tags.item.GET'), wanted('venues.b', 'venues.by-slug.item.GET'))).toEqual({});
    const refused = (collection: string, method: string): Judged => {
      const about = { operation: `${collection}.item.${method}`, wanted: 'refused' } as const;
      return judged(`${collection}.update.if-match`, failedBy({ about, exchange: exchangeWith(200) }));
    };
    expect(causesOf(refused('tags', 'PUT'), refused('venues', 'PATCH'))).toEqual({
      'venues.update.if-match': 'tags.update.if-match',
    });
  });

  test('is one where lists fail by parameters of the same names', () => {
    const by = (collection: string, parameter: string): Judged =>
      listed(`${collection}s.some`, {
        operation: `${collection}s.all.GET`,
        parameters: [`${collection}.list.${parameter}`],
      });
    expect(causesOf(by('tag', 'slug'), by('venue', 'slug'))).toEqual({ 'venues.some': 'tags.some' });
    const search = {
      ...by('venue', 'search'),
      requirement: { ...by('venue', 'search').requirement, id: 'venues.other' },
    };
    expect(causesOf(by('tag', 'slug'), search)).toEqual({});
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

describe('what monitors alone noticed of a record', () => {
  const noticed = (operation: string): Judged =>
    judged('coherence.clocks-agree', failedBy({ kind: 'value', about: { operation } }), { monitors: true });
  const wrong = (about: DeviationSubject): Judged =>
    judged('tags.update.patch', failedBy({ kind: 'value', about: { operation: 'tags.item.GET', ...about } }));

  test('is explained by what is wrong after a write to the same kind of record', () => {
    const written = wrong({ write: 'tags.item.PATCH', field: 'tag.field.name' });
    const explained = { 'coherence.clocks-agree': 'tags.update.patch' };
    expect(causesOf(written, noticed('tags.by-slug.item.GET'))).toEqual(explained);
    expect(causesOf(written, noticed('events.item.GET'))).toEqual({});
    expect(causesOf(wrong({}), noticed('tags.item.PUT'))).toEqual({});
    const denied = wrong({ write: 'tags.item.PATCH', wanted: 'refused' });
    expect(causesOf(denied, noticed('tags.item.GET'))).toEqual({});
  });
});

describe('an error of the server that monitors noticed', () => {
  const broken = (id: string, operation: string, status: number, fields: Fields = {}): Judged =>
    judged(id, failedBy({ about: { operation }, exchange: exchangeWith(status) }), fields);
  const noticed = broken('http.server-error.anywhere', 'tags.item.GET', 500, { monitors: true });

  test('is explained by the same error in the answer to the same method', () => {
    expect(causesOf(broken('tags.list', 'tags.all.GET', 500), noticed)).toEqual({
      'http.server-error.anywhere': 'tags.list',
    });
    expect(causesOf(broken('tags.list', 'tags.all.GET', 503), noticed)).toEqual({});
    expect(causesOf(broken('events.list', 'events.all.GET', 500), noticed)).toEqual({});
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
