import { expect, test } from 'vitest';
import { toPlainLinks } from '../../../migration/snapshot/canonical-record.js';

const parts = { origin: 'https://a.example', id: '12', slug: 'café.walk' };

test.each([
  ['https://a.example/wp-json/vendor/events/v1/events/12', '{origin}/wp-json/vendor/events/v1/events/{id}'],
  ['https://a.example/event/caf%C3%A9.walk/?p=12&x=112', '{origin}/event/{slug}/?p={id}&x=112'],
  ['/event/café.walk', '/event/{slug}'],
  ['https://b.example/event/12', 'https://b.example/event/{id}'],
  ['https://a.example/event/cafxwalk', '{origin}/event/cafxwalk'],
  ['/12/12/121/12-1', '/{id}/{id}/121/12-1'],
  ['/?p=12#12', '/?p={id}#12'],
  ['12 of 12', '12 of 12'],
])('%s becomes %s', (link, plain) => {
  expect(toPlainLinks({ links: [link], id: 12 }, parts)).toEqual({ links: [plain], id: 12 });
});
