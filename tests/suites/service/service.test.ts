import { describe, expect, test } from 'vitest';
import type { Interceptor, Outcome, WireRequest, WireResponse } from '../../../wire/exchange.js';
import { isJsonObject } from '../../../wire/json.js';
import {
  editJson,
  editResponse,
  toJsonResponse,
  toRefusal,
  withBody,
  withHeader,
  withoutValueAt,
  withValueAt,
} from '../../../zoo/intercept/response-edit.js';
import { type FaultCase, lens, underFaults } from '../under-fault.js';

const judge = underFaults();

/** Rewrites the answers to GET of one path below the namespace. */
const at =
  (path: string, edit: (outcome: Outcome, request: WireRequest) => Outcome): Interceptor =>
  async (request, next) => {
    const outcome = await next(request);
    return request.method === 'GET' && lens.path(request) === path ? edit(outcome, request) : outcome;
  };

const index = (edit: (outcome: Outcome, request: WireRequest) => Outcome): Interceptor => at('', edit);
const withUp = (up: string): Interceptor =>
  index((outcome) => editJson(outcome, (body) => withValueAt(body, ['_links', 'up'], up)));
const withoutUp = (outcome: Outcome): Outcome => editJson(outcome, (body) => withoutValueAt(body, ['_links']));
const withLink = (link: string): Interceptor =>
  index((outcome) =>
    editResponse(withoutUp(outcome), (answer) => ({ ...answer, headers: [...answer.headers, ['Link', link]] })),
  );
const toPage = (response: WireResponse): WireResponse => {
  const headers = withHeader(response.headers, 'Content-Type', 'text/html');
  return withBody({ ...response, headers }, Buffer.from('<!doctype html><p>See the manual.'));
};
const has = (part: string, request: WireRequest): boolean => request.target.includes(part);

describe('index and documentation', () => {
  const faults: readonly FaultCase[] = [
    ['index.read.answers', index(() => toJsonResponse(200, []))],
    ['index.read.answers', index(() => toRefusal(404))],
    ['index.read.up-link', index(withoutUp)],
    ['index.read.up-link', index((outcome) => editJson(outcome, (body) => withValueAt(body, ['_links', 'up'], [{}])))],
    ['index.read.up-link', withUp('https://example.org/somewhere/')],
    ['index.read.up-link', withLink('</vendor/events/v1>; rel="up"')],
    [
      'index.read.namespace-default',
      index((outcome, request) => (has('namespace=', request) ? toRefusal(400) : outcome)),
    ],
    [
      'index.read.context-default',
      index((outcome, request) =>
        has('context=', request) ? editJson(outcome, (body) => withValueAt(body, ['routes'], {})) : outcome,
      ),
    ],
    [
      'doc.read.answers',
      at('/doc', (outcome) => editResponse(outcome, (answer) => withBody(answer, new Uint8Array()))),
    ],
    ['doc.read.collections', at('/doc', (outcome) => editJson(outcome, (body) => withValueAt(body, ['paths'], {})))],
    ['index.read.language', index((outcome, request) => (has('ml_language=de', request) ? toRefusal(400) : outcome))],
    ['doc.read.language', at('/doc', (outcome, request) => (has('ml_language', request) ? toRefusal(400) : outcome))],
    ['index.read.segment', index((outcome, request) => (has('/fr/', request) ? toRefusal(404) : outcome))],
  ];
  test.each(faults)('%s sees what is wrong', async (id, fault) => {
    expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
  });

  const forms: readonly (readonly [string, Interceptor])[] = [
    ['a text', withUp('/')],
    ['relative', withUp('../../../')],
    ['of one language', withUp('https://elsewhere.example/nl')],
    ['in a Link header', withLink('<https://example.org/>; title="root; up"; rel=up, </doc>; rel="help"')],
    ['among other relations', withLink('</>; rel="index up"')],
  ];
  test.each(forms)('the link named up may be %s', async (_, variant) => {
    expect(await judge(variant, 'index.read.up-link')).toMatchObject({ outcome: 'passed' });
  });

  test('a link in a form that is not known is inconclusive', async () => {
    const strange = index((outcome) =>
      editJson(withoutUp(outcome), (body) => withValueAt(body, ['relations', 'up'], '/')),
    );
    expect(await judge(strange, 'index.read.up-link')).toMatchObject({ outcome: 'cantTell' });
  });

  test('an index may link to itself with its query', async () => {
    const linked = index((outcome, { target }) =>
      editJson(outcome, (body) => (isJsonObject(body) ? { ...body, self: `http://127.0.0.1${target}` } : body)),
    );
    expect(await judge(linked, 'index.read.context-default')).toMatchObject({ outcome: 'passed' });
  });

  test('defaults do not apply to an index that changes from read to read', async () => {
    let count = 0;
    const volatile = index((outcome) => {
      count += 1;
      return editJson(outcome, (body) => withValueAt(body, ['served'], count));
    });
    expect(await judge(volatile, 'index.read.context-default')).toMatchObject({ outcome: 'inapplicable' });
  });

  test.each([
    ['JSON', () => toJsonResponse(200, { text: 'See the manual.' })],
    ['a page', (outcome: Outcome) => editResponse(outcome, toPage)],
  ])('documentation that is %s need not be OpenAPI', async (_, edit) => {
    const page = at('/doc', edit);
    expect(await judge(page, 'doc.read.answers')).toMatchObject({ outcome: 'passed' });
    expect(await judge(page, 'doc.read.collections')).toMatchObject({ outcome: 'inapplicable' });
  });
});
