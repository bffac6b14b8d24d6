import { expect, test } from 'vitest';
import { locate } from '../../../adapter/calendar/locate.js';
import { exchangeWith } from '../../kernel/failures.js';

const profile = {
  namespace: 'tec/v1',
  pageSizes: { events: 50, venues: 50, organizers: 50, categories: 50, tags: 50 },
};

const located = (target: string) =>
  locate(profile, { ...exchangeWith(200), request: { method: 'GET', target, headers: [] } });

test.each([
  ['/tec/v1', 'index.GET'],
  ['/tec/v1/', 'index.GET'],
  ['/nl/tec/v1/doc', 'doc.GET'],
  ['/tec/v1/tags/5', 'tags.item.GET'],
  ['/tec/v1/events/by-slug/fair', 'events.by-slug.item.GET'],
])('%s is located in %s', (target, operation) => {
  expect(located(target)).toMatchObject({ operation });
});

test('what keeps records in view is apart from what a list is asked with, and the usual page size is neither', () => {
  expect(located('/tec/v1/events?per_page=50&tags=5&starts_after=2026-01-01')).toEqual({
    operation: 'events.all.GET',
    parameters: ['event.list.tags'],
    grounds: ['event.list.starts_after'],
  });
});

test('nothing is known of another path', () => {
  expect(located('/tec/v1/files')).toEqual({});
});
