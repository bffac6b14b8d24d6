import { describe, expect, test } from 'vitest';
import type { DeviationDetails, DeviationSubject } from '../../kernel/deviation.js';
import type { Judged } from '../../kernel/run-event.js';
import { altered, causesOf, exchangeWith, failedBy, type Fields, judged, listed } from './failures.js';

describe('echoes', () => {
  const answered = (id: string, operation: string, about: DeviationSubject = {}, status = 404): Judged =>
    judged(id, failedBy({ about: { operation, ...about }, exchange: exchangeWith(status) }));

  test('of a wrong GET are wrong answers to HEAD, and those of another address are none', () => {
    const head = judged('tags.read.head', failedBy({ kind: 'header', about: { operation: 'tags.item.HEAD' } }));
    expect(causesOf(head, answered('tags.read', 'tags.item.GET'))).toEqual({ 'tags.read.head': 'tags.read' });
    expect(causesOf(head, answered('tags.read', 'tags.by-slug.item.GET'))).toEqual({});
  });

  test('of an answer that does not come whole is its wrong shape', () => {
    const answer = (kind: 'framing' | 'shape', operation: string): Judged =>
      judged(`doc.${kind}`, failedBy({ kind, about: { operation } }));
    const cut = answer('framing', 'doc.GET');
    expect(causesOf(cut, answer('shape', 'doc.GET'))).toEqual({ 'doc.shape': 'doc.framing' });
    expect(causesOf(cut, answer('shape', 'index.GET'))).toEqual({});
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

  test('are answers of one operation that are kept too long, and of any two that are kept for another user', () => {
    const kept = (id: string, operation: string, repeats: DeviationSubject['repeats']): Judged =>
      judged(id, failedBy({ about: { operation, ...(repeats && { repeats }) }, exchange: exchangeWith(200) }));
    const late = kept('tags.a', 'tags.all.GET', 'before a write');
    expect(causesOf(late, kept('tags.b', 'tags.all.GET', 'before a write'))).toEqual({ 'tags.b': 'tags.a' });
    expect(causesOf(late, kept('tags.b', 'tags.item.GET', 'before a write'))).toEqual({});
    expect(causesOf(late, kept('tags.b', 'tags.item.GET', 'for another user'))).toEqual({});
    const shared = kept('tags.c', 'tags.all.GET', 'for another user');
    expect(causesOf(shared, kept('venues.b', 'venues.item.GET', 'for another user'))).toEqual({ 'venues.b': 'tags.c' });
    expect(causesOf(late, kept('tags.b', 'tags.all.GET', undefined))).toEqual({});
  });

  test('are refusals by one family of clauses that is of no one kind of record', () => {
    const refused = (id: string, operation: string, clause: string, status = 404): Judged =>
      judged(id, failedBy({ about: { operation }, exchange: exchangeWith(status) }), { clause });
    const list = refused('tags.a', 'tags.all.GET', 'language.segment');
    expect(causesOf(list, refused('events.b', 'events.item.GET', 'language.parameter'))).toEqual({
      'events.b': 'tags.a',
    });
    expect(causesOf(list, refused('events.b', 'events.item.GET', 'language.segment', 400))).toEqual({});
    expect(causesOf(list, refused('events.b', 'events.item.GET', 'event.read'))).toEqual({});
  });

  test('are malformed fields that an update accepts, whatever is wrong with them', () => {
    const accepted = (id: string, operation: string, mistake: string): Judged => {
      const about = { operation, mistake, field: `tag.field.${mistake.at(-1)}`, wanted: 'refused' } as const;
      return judged(id, failedBy({ about, exchange: exchangeWith(200) }));
    };
    const one = accepted('tags.a', 'tags.item.PATCH', 'is an object');
    expect(causesOf(one, accepted('tags.b', 'tags.item.PATCH', 'is not a number'))).toEqual({ 'tags.b': 'tags.a' });
    expect(causesOf(one, accepted('tags.b', 'tags.item.PUT', 'is not a number'))).toEqual({});
    expect(causesOf(one, accepted('tags.b', 'tags.all.POST', 'is not a number'))).toEqual({});
  });

  test('are failures by one rule after the same write of several kinds of record', () => {
    const after = (id: string, write: string, operation: string, field: string): Judged =>
      judged(id, failedBy({ kind: 'value', about: { write, operation, field } }));
    const tag = after('tags.update.in-turn', 'tags.item.PATCH', 'tags.item.GET', 'tag.field.slug');
    const ofVenue = (write: string): Judged =>
      after('venues.update.in-turn', write, 'venues.all.GET', 'venue.field.city');
    expect(causesOf(tag, ofVenue('venues.by-slug.item.PATCH'))).toEqual({
      'venues.update.in-turn': 'tags.update.in-turn',
    });
    expect(causesOf(tag, ofVenue('venues.item.PUT'))).toEqual({});
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
  });

  test('of a list that is wrong by a parameter is the list of another identity by it', () => {
    const needs = ['identity.lower'];
    const own = listed('tags.list.search', { parameters: ['tag.list.search'], side: 'extra' });
    const theirs = (name: string): Judged =>
      listed('identities.tags.list', { parameters: [`tag.list.${name}`], side: 'missing' }, { needs });
    expect(causesOf(own, theirs('search'))).toEqual({ 'identities.tags.list': 'tags.list.search' });
    expect(causesOf(own, theirs('post'))).toEqual({});
  });

  test('are what one operation shows against the same clauses, of several, by no field', () => {
    const operation = 'tags.item.GET';
    const both = { clause: 'coherence.denied', alsoCovers: ['tag.password'] };
    const against = (id: string, fields: Fields, details: Partial<DeviationDetails> = {}): Judged =>
      judged(id, failedBy({ kind: 'value', about: { operation }, ...details }), fields);
    const one = against('tags.a', { clause: 'tag.password', alsoCovers: ['coherence.denied'] });
    expect(causesOf(one, against('identities.b', both))).toEqual({ 'identities.b': 'tags.a' });
    expect(causesOf(one, against('identities.b', { ...both, alsoCovers: ['tag.read'] }))).toEqual({});
    expect(causesOf(one, against('identities.b', both, { about: { operation: 'tags.all.GET' } }))).toEqual({});
    expect(causesOf(one, against('identities.b', both, { kind: 'header' }))).toEqual({});
    expect(causesOf(one, against('identities.b', both, { about: { operation, field: 'tag.field.name' } }))).toEqual({});
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
    const invalid = answered('tags.a', 'tags.all.POST', { wanted: 'refused', field: 'tag.field.name' }, 500);
    expect(causesOf(invalid, answered('tags.b', 'tags.all.POST', { wanted: 'accepted' }, 500))).toEqual({});
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
    expect(causesOf(altered('tags.fields.name', 'tag.field.name'), compared('tags'))).toEqual({});
  });

  test('of a list that is wrong after a write are wrong totals of it after another, and none before', () => {
    const after = (id: string, write: string | undefined, clause: string): Judged => {
      const about = { parameters: [`tag.list.${id.slice(-1)}`], ...(write !== undefined && { write }) };
      return listed(id, about, { clause }, id.endsWith('a') ? 'selection' : 'total');
    };
    const members = after('tags.list.a', 'tags.item.PUT', 'coherence.kept-write');
    const total = after('tags.list.b', 'events.item.PUT', 'coherence.pages');
    expect(causesOf(members, total)).toEqual({ 'tags.list.b': 'tags.list.a' });
    expect(causesOf(members, after('tags.list.b', undefined, 'coherence.pages'))).toEqual({});
    expect(causesOf(members, after('tags.list.b', 'events.item.PUT', 'tag.list.search'))).toEqual({});
  });

  test('are failures about one parameter, in whatever way each shows it', () => {
    const taken = (name: string): Judged => {
      const about = { operation: 'tags.all.GET', parameters: [`tag.list.${name}`], wanted: 'refused' } as const;
      return judged('tags.list.a', failedBy({ about, exchange: exchangeWith(200) }), { clause: `tag.list.${name}` });
    };
    const bySearch = { parameters: ['tag.list.search', 'tag.list.slug'] };
    const selected = listed('tags.list.b', bySearch, { clause: 'tag.list.search' });
    expect(Object.keys(causesOf(selected, taken('search')))).toHaveLength(1);
    expect(causesOf(selected, taken('post'))).toEqual({});
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
    const listAfter = (write: string, clause = 'coherence.denied'): Judged =>
      listed('tags.list.b', { parameters: ['tag.list.search'], write }, { needs: ['identity.lower'], clause });

    test('are a list that is wrong after the same one, and none after a create, another update or for another user', () => {
      const list = listed('tags.list.b', { parameters: ['tag.list.search'], write: 'tags.item.PUT' });
      expect(causesOf(after('tags.item.PUT'), list)).toEqual({ 'tags.list.b': 'tags.a' });
      expect(causesOf(after('tags.item.PATCH'), list)).toEqual({});
      expect(causesOf(after('tags.item.PUT'), listAfter('tags.item.PUT'))).toEqual({});
      const alike = listAfter('tags.item.PUT', 'tags.a');
      expect(causesOf(after('tags.item.PUT'), alike)).toEqual({ 'tags.list.b': 'tags.a' });
      const created = listed('tags.list.b', { parameters: ['tag.list.search'], write: 'tags.all.POST' });
      expect(causesOf(after('tags.all.POST'), created)).toEqual({});
    });

    test('are no other field that is wrong after it, but two more are, unless after a create', () => {
      const wrong = (write: string): readonly Judged[] =>
        ['name', 'slug', 'description'].map((name) => {
          const about = { operation: 'tags.item.GET', field: `tag.field.${name}`, write };
          return judged(`tags.${name}`, failedBy({ kind: 'value', about }));
        });
      expect(causesOf(...wrong('tags.item.PUT').slice(1))).toEqual({});
      expect(Object.keys(causesOf(...wrong('tags.item.PUT')))).toHaveLength(2);
      expect(causesOf(...wrong('tags.all.POST'))).toEqual({});
    });

    test('are lists of what a wrong field refers to, whatever the form of the update', () => {
      const link = { about: { operation: 'events.item.GET', field: 'event.field.tags' } };
      const list = (write: string): Judged => listed('tags.list.b', { parameters: ['tag.list.post'], write });
      expect(causesOf(after('events.item.PUT', link), list('events.item.PATCH'))).toEqual({ 'tags.list.b': 'tags.a' });
      expect(causesOf(after('events.item.PUT', link), list('tags.item.PATCH'))).toEqual({});
      const byEvent = listed('tags.list.b', { parameters: ['tag.list.has_events'] });
      expect(causesOf(after('events.all.POST', link), byEvent)).toEqual({ 'tags.list.b': 'tags.a' });
      const bySearch = listed('tags.list.b', { parameters: ['tag.list.search'] });
      expect(causesOf(after('events.all.POST', link), bySearch)).toEqual({});
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
