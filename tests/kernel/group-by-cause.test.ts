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
