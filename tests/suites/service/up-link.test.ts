import { describe, expect, test } from 'vitest';
import { toChoices } from '../../../adapter/profile/target-profile.js';
import { expectUpLink } from '../../../suites/service/index-links.js';
import type { Exchange } from '../../../wire/exchange.js';

const request = { method: 'GET', target: '/site/rest/vendor/events/v1', headers: [] };

/** An index with a link named up that points there. */
function index(href: string): Exchange {
  const body = Buffer.from(JSON.stringify({ _links: { up: [{ href }] } }));
  const response = { status: 200, headers: [['content-type', 'application/json']], body } as const;
  return { number: 1, phase: 'check', request, outcome: { kind: 'response', response }, ms: 1 };
}

const judge =
  (root: string, href: string): (() => void) =>
  () =>
    expectUpLink({ root, choices: toChoices(new Map()) }, index(href));

describe('a link named up points to the REST root', () => {
  test.each([
    ['', 'https://example.org/'],
    ['', 'https://example.org'],
    ['', '/nl/'],
    ['/site/rest', 'https://example.org/site/rest/'],
    ['/site/rest', '/site/rest'],
    ['/site/rest', '/site/nl/rest/'],
    ['/site/rest', '/de/site/rest'],
    ['/site/nl/rest', '/site/nl/rest'],
    ['/site/nl/rest', '/site/rest/'],
    ['/nl/site/rest', '/site/rest/'],
    ['/nl', 'https://example.org/'],
  ])('of %j: %s', (root, href) => {
    expect(judge(root, href)).not.toThrow();
  });

  test.each([
    ['', '/vendor/events/v1'],
    ['/site/rest', '/site/'],
    ['/site/rest', '/site/rest/vendor/events/v1'],
    ['/site/rest', '/site/rest/nl/'],
    ['/site/rest', '/site/it/rest/'],
    ['/nlx/rest', '/x/rest'],
  ])('and not elsewhere, for %j: %s', (root, href) => {
    expect(judge(root, href)).toThrow(`points to ${root}/`);
  });
});
