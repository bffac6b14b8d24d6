import { describe, expect, test } from 'vitest';
import type { DeviationDetails, DeviationSubject } from '../../kernel/deviation.js';
import type { Judged } from '../../kernel/run-event.js';
import { altered, causesOf, exchangeWith, failedBy, judged, listed } from './failures.js';

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
    const late = altered('tags.fields.start', 'tag.field.start_date');
    const after = listed('tags.list.late', { parameters: ['tag.list.starts_after'] });
    expect(causesOf(late, after)).toEqual({ 'tags.list.late': 'tags.fields.start' });
    expect(causesOf(late, listed('tags.list.late', { parameters: ['tag.list.ends_after'] }))).toEqual({});
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
    const wrong = judged('tags.read', failedBy({ kind: 'value', about: { operation } }));
    expect(causesOf(wrong, by({ kind: 'value', about: { operation } }))).toEqual({ 'identities.tags': 'tags.read' });
  });

  test('of a list that is wrong by a parameter is the list of another identity by it', () => {
    const needs = ['identity.lower'];
    const own = listed('tags.list.search', { parameters: ['tag.list.search'], side: 'extra' });
    const theirs = (name: string): Judged =>
      listed('identities.tags.list', { parameters: [`tag.list.${name}`], side: 'missing' }, { needs });
    expect(causesOf(own, theirs('search'))).toEqual({ 'identities.tags.list': 'tags.list.search' });
    expect(causesOf(own, theirs('post'))).toEqual({});
  });

  test('of a rule that a status breaks is a header that breaks it, in the same operation', () => {
    const about = { operation: 'tags.item.GET' };
    const fields = { clause: 'http.validators' };
    const header = (operation: string): Judged =>
      judged('tags.read.etag-changes', failedBy({ kind: 'header', about: { operation } }), fields);
    const status = judged('tags.read.etag-matches', failedBy({ exchange: exchangeWith(200), about }), fields);
    expect(causesOf(status, header('tags.item.GET'))).toEqual({ 'tags.read.etag-changes': 'tags.read.etag-matches' });
    expect(causesOf(status, header('tags.all.GET'))).toEqual({});
  });

  test('of an error of the server on invalid input are the same errors of that operation', () => {
    const invalid = answered('tags.a', 'tags.all.POST', { wanted: 'refused' }, 500);
    expect(causesOf(invalid, answered('tags.b', 'tags.all.POST', {}, 500))).toEqual({ 'tags.b': 'tags.a' });
    expect(causesOf(invalid, answered('tags.b', 'tags.item.PUT', {}, 500))).toEqual({});
    expect(causesOf(invalid, answered('tags.b', 'tags.all.POST', {}, 502))).toEqual({});
  });

  test('of a wrong field are comparisons of it with another one, of the same kind of record', () => {
    const wrong = altered('tags.fields.date', 'tag.field.date');
    const compared = (collection: string): Judged => {
      const about = { operation: `${collection}.item.GET`, mistake: 'two times disagree' };
      return judged('coherence.utc', failedBy({ kind: 'value', about }));
    };
    expect(causesOf(wrong, compared('tags'))).toEqual({ 'coherence.utc': 'tags.fields.date' });
    expect(causesOf(wrong, compared('venues'))).toEqual({});
  });

  test('of a list that is wrong after a write are wrong totals of it after another, and none before', () => {
    const after = (id: string, write: string | undefined, kind: 'selection' | 'total'): Judged =>
      listed(id, { parameters: [`tag.list.${id.slice(-1)}`], ...(write !== undefined && { write }) }, {}, kind);
    const members = after('tags.list.a', 'tags.item.PUT', 'selection');
    expect(causesOf(members, after('tags.list.b', 'events.item.PUT', 'total'))).toEqual({
      'tags.list.b': 'tags.list.a',
    });
    expect(causesOf(members, after('tags.list.b', undefined, 'total'))).toEqual({});
  });

  test('are failures about one parameter, and those by the very same ones', () => {
    const by = (id: string, names: readonly string[], clause: string, kind: 'selection' | 'total'): Judged =>
      listed(id, { parameters: names.map((name) => `tag.list.${name}`) }, { clause: `tag.list.${clause}` }, kind);
    const search = by('tags.list.a', ['search'], 'search', 'selection');
    expect(causesOf(search, by('tags.list.b', ['search', 'slug'], 'search', 'total'))).toEqual({
      'tags.list.b': 'tags.list.a',
    });
    expect(causesOf(search, by('tags.list.b', ['slug'], 'slug', 'selection'))).toEqual({});
    const mistaken = listed('tags.list.b', { parameters: ['tag.list.search'], mistake: 'only the first value counts' });
    expect(causesOf(search, mistaken)).toEqual({ 'tags.list.b': 'tags.list.a' });
  });

  test('are wrong totals of one list, whatever it is asked with', () => {
    const [post, slug] = ['post', 'slug'].map((name) =>
      listed(`tags.list.${name}`, { parameters: [`tag.list.${name}`] }, {}, 'total'),
    );
    expect(post && slug && causesOf(post, slug)).toEqual({ 'tags.list.slug': 'tags.list.post' });
  });

  describe('after an update', () => {
    const after = (write: string, more: Partial<DeviationDetails> = {}): Judged =>
      judged(
        'tags.a',
        failedBy({
          kind: 'value',
          ...more,
          about: { operation: 'tags.item.GET', field: 'tag.field.name', ...more.about, write },
        }),
      );
    const listAfter = (write: string): Judged =>
      listed('tags.list.b', { parameters: ['tag.list.search'], write }, { needs: ['identity.lower'] });

    test('are a list that is wrong after the same one, for another user too, and none after a create or another update', () => {
      const list = listed('tags.list.b', { parameters: ['tag.list.search'], write: 'tags.item.PUT' });
      expect(causesOf(after('tags.item.PUT'), list)).toEqual({ 'tags.list.b': 'tags.a' });
      expect(causesOf(after('tags.item.PATCH'), list)).toEqual({});
      expect(causesOf(after('tags.item.PUT'), listAfter('tags.item.PUT'))).toEqual({ 'tags.list.b': 'tags.a' });
      const created = listed('tags.list.b', { parameters: ['tag.list.search'], write: 'tags.all.POST' });
      expect(causesOf(after('tags.all.POST'), created)).toEqual({});
    });

    test('are no other field that is wrong after it, but two more are', () => {
      const wrong = (id: string, name: string): Judged => {
        const about = { operation: 'tags.item.GET', field: `tag.field.${name}`, write: 'tags.item.PUT' };
        return judged(id, failedBy({ kind: 'value', about }));
      };
      const [one, two, three] = [wrong('tags.a', 'name'), wrong('tags.b', 'slug'), wrong('tags.c', 'description')];
      expect(causesOf(one, two)).toEqual({});
      expect(causesOf(one, two, three)).toEqual({ 'tags.b': 'tags.a', 'tags.c': 'tags.a' });
      expect(causesOf(one, two, altered('tags.c', 'tag.field.description'))).toEqual({});
    });

    test('are lists of what a wrong field refers to, whatever the form of the update', () => {
      const link = { about: { operation: 'events.item.GET', field: 'event.field.tags' } };
      const list = (write: string): Judged => listed('tags.list.b', { parameters: ['tag.list.post'], write });
      expect(causesOf(after('events.item.PUT', link), list('events.item.PATCH'))).toEqual({ 'tags.list.b': 'tags.a' });
      expect(causesOf(after('events.item.PUT', link), list('tags.item.PATCH'))).toEqual({});
      expect(causesOf(after('events.all.POST', link), list('tags.all.POST'))).toEqual({ 'tags.list.b': 'tags.a' });
    });

    test('are lists of several kinds that break one rule after updates of one kind', () => {
      const list = (kind: string, write: string, clause = 'coherence.relations'): Judged =>
        listed(
          `${kind}.of-${kind}`,
          { operation: `${kind}.all.GET`, parameters: [`${kind}.list.of-${kind}`], write },
          { clause },
        );
      const tags = list('tags', 'events.item.PUT');
      expect(causesOf(tags, list('events', 'events.item.PATCH'))).toEqual({ 'events.of-events': 'tags.of-tags' });
      expect(causesOf(tags, list('events', 'tags.item.PATCH'))).toEqual({});
      expect(causesOf(tags, list('events', 'events.item.PATCH', 'coherence.siblings'))).toEqual({});
    });
  });

  test('are what slugs find, where they find nothing or another record, and not what they may not do', () => {
    const bySlug = answered('tags.a', 'tags.by-slug.item.GET', { wanted: 'accepted' });
    const about = { operation: 'tags.by-slug.item.GET' };
    const other = judged('tags.b', failedBy({ kind: 'state', about, exchange: exchangeWith(200) }));
    expect(causesOf(bySlug, other)).toEqual({ 'tags.b': 'tags.a' });
    const allowed = answered('tags.b', 'tags.by-slug.item.GET', { wanted: 'refused' }, 200);
    expect(causesOf(bySlug, allowed)).toEqual({});
  });
});
