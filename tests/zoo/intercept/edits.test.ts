import { describe, expect, test } from 'vitest';
import { type HeaderPairs, headerValue, type Outcome, type WireRequest } from '../../../wire/exchange.js';
import type { JsonValue } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { interceptOperation, inTurn } from '../../../zoo/intercept/intercept-operation.js';
import { bodyOf, editBody, valuesOf, withoutParameter, withParameter } from '../../../zoo/intercept/request-edit.js';
import {
  editJson,
  editPageCount,
  totalIn,
  withHeader,
  withoutValueAt,
  withValueAt,
} from '../../../zoo/intercept/response-edit.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';

const lens = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });

const get = (target: string): WireRequest => ({ method: 'GET', target, headers: [] });

const answer = (value: JsonValue, headers: HeaderPairs = [], status = 200): Outcome => ({
  kind: 'response',
  response: { status, headers, body: Buffer.from(JSON.stringify(value)) },
});

describe('a request is understood', () => {
  test.each([
    ['GET', '/vendor/events/v1/tags?page=2', 'tags.list', ''],
    ['POST', '/vendor/events/v1/tags/', 'tags.create', ''],
    ['PATCH', '/nl/wp-json/vendor/events/v1/venues/12', 'venues.update.patch', '12'],
    ['DELETE', '/vendor/events/v1/events/by-slug/caf%C3%A9', 'events.by-slug.delete', 'café'],
    ['GET', '/vendor/events/v1/events/by-slug/%E0%A4%A', 'events.by-slug.read', '%E0%A4%A'],
  ])('%s %s', (method, target, id, address) => {
    const asked = lens.operationCall({ ...get(target), method });
    expect([asked?.operation.id, asked?.address]).toEqual([id, address]);
  });

  test.each([
    '/vendor/events/v1',
    '/vendor/events/v1/doc',
    '/vendor/events/v1/nothing',
    '/vendor/events/v10/tags',
    '/',
  ])('as none of a collection: %s', (target) => {
    expect(lens.operationCall(get(target))).toBeUndefined();
  });

  test('together with what stands beside it', () => {
    const asked = lens.operationCall(get('/nl/root/vendor/events/v1/tags/7?x=1'));
    expect(asked?.at('/events')).toBe('/nl/root/vendor/events/v1/events');
    expect(asked?.query.get('x')).toBe('1');
    expect(lens.path(get('/nl/root/vendor/events/v1?x=1'))).toBe('');
  });
});

describe('a query', () => {
  const request = get('/tags?include[]=1&include[]=2&page=2');

  test('loses a parameter in all its spellings', () => {
    expect(withoutParameter(request, 'include').target).toBe('/tags?page=2');
    expect(withoutParameter(get('/tags?page=2'), 'page').target).toBe('/tags');
  });

  test('gets one value for a parameter', () => {
    expect(withParameter(request, 'include', '3').target).toBe('/tags?page=2&include=3');
  });

  test.each(['include[]=1&include[]=2', 'include=1,2', 'include[0]=1&include[1]=2'])(
    'recognizes a list: %s',
    (query) => {
      expect(valuesOf(new URLSearchParams(query), 'include')).toEqual(['1', '2']);
    },
  );
});

describe('a body', () => {
  test('of a request is rewritten, without a length that is wrong now', () => {
    const request = {
      ...get('/tags'),
      headers: [['Content-Length', '12']] as const,
      body: Buffer.from('{"name":"a"}'),
    };
    const edited = editBody(request, (body) => ({ ...body, name: 'é' }));
    expect(bodyOf(edited)).toEqual({ name: 'é' });
    expect(headerValue(edited.headers, 'content-length')).toBeUndefined();
  });

  test('that is no JSON object stays as it is', () => {
    const request = { ...get('/tags'), body: Buffer.from('name=a') };
    expect(editBody(request, () => ({}))).toBe(request);
  });

  test('of an answer is rewritten, its length in octets', () => {
    const edited = editJson(answer({ a: 1 }, [['content-length', '7']]), () => ({ a: 'é' }));
    const headers = edited.kind === 'response' ? edited.response.headers : [];
    expect(headerValue(headers, 'content-length')).toBe(String(Buffer.byteLength('{"a":"é"}')));
  });
});

test('a header is replaced where it stood, once', () => {
  const headers = withHeader(
    [
      ['A', '1'],
      ['b', '2'],
      ['B', '3'],
      ['C', '4'],
    ],
    'B',
    'x',
  );
  expect(headers).toEqual([
    ['A', '1'],
    ['b', 'x'],
    ['C', '4'],
  ]);
});

test('values of a document are put in and taken out', () => {
  expect(withValueAt({ a: { b: 1 } }, ['a', 'c'], 2)).toEqual({ a: { b: 1, c: 2 } });
  expect(withValueAt({ a: [{ b: 1 }] }, ['a', '0', 'b'], 2)).toEqual({ a: [{ b: 2 }] });
  expect(withoutValueAt({ a: { b: 1, c: 2 } }, ['a', 'b'])).toEqual({ a: { c: 2 } });
  expect(withoutValueAt({ a: 1 }, ['x', 'y'])).toEqual({ a: 1 });
});

describe('a lens on the wire', () => {
  const list = answer({ data: [{ id: 7, attributes: { name: 'Free' } }], meta: { total: 1 } }, [['X-Total', '1']]);

  test('reads and rewrites records in the shape that an answer suggests', () => {
    const [record] = lens.items('tags', list);
    expect(record && [lens.id('tags', record), lens.text('tags', record, 'name')]).toEqual(['7', 'Free']);
    const edited = lens.editItems('tags', list, (items) =>
      items.map((item) => lens.withField('tags', item, 'name', 'x')),
    );
    expect(jsonOf(edited)).toMatchObject({ data: [{ attributes: { name: 'x' } }] });
  });

  test('rewrites a total wherever it stands', () => {
    const edited = lens.editTotal(list, (total) => total + 1);
    expect(jsonOf(edited)).toMatchObject({ meta: { total: 2 } });
    expect(edited.kind === 'response' && headerValue(edited.response.headers, 'x-total')).toBe('2');
    expect([totalIn(list), totalIn(edited), totalIn(answer([], [], 404))]).toEqual([1, 2, undefined]);
  });

  test('rewrites the count of pages wherever it stands', () => {
    const pages = answer({ items: [], total: 1, total_pages: 1 }, [['X-Total-Pages', '1']]);
    const edited = editPageCount(pages, (count) => count + 1);
    expect(jsonOf(edited)).toMatchObject({ total: 1, total_pages: 2 });
    expect(edited.kind === 'response' && headerValue(edited.response.headers, 'x-total-pages')).toBe('2');
  });

  test('leaves refusals and broken answers alone', () => {
    const refused = answer({ id: 7, name: 'Free' }, [], 404);
    expect(lens.editRecord('tags', refused, () => ({}))).toBe(refused);
    const reset: Outcome = { kind: 'reset', message: '' };
    expect(lens.editItems('tags', reset, () => [])).toBe(reset);
  });
});

test('interceptors in turn see requests in order and answers in reverse', async () => {
  const log: string[] = [];
  const logging = (name: string) =>
    interceptOperation(lens, { kind: 'list' }, async ({ request }, next) => {
      log.push(`${name} asks`);
      const outcome = await next(request);
      log.push(`${name} answers`);
      return outcome;
    });
  await inTurn(logging('one'), logging('two'))(get('/vendor/events/v1/tags'), () => Promise.resolve(answer([])));
  expect(log).toEqual(['one asks', 'two asks', 'two answers', 'one answers']);
});
