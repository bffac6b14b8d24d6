import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { byId, itemPath } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import type { GapId } from '../../contract/gaps.js';
import { operations } from '../../contract/operations.js';
import type { Collection } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import { valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { publicRecord } from '../arbitraries/any-record.js';
import { decided, expectError, expectHeader, expectJsonAt, expectStatus } from './expect-response.js';

const JSON_TYPE = ['content-type', 'application/json'] as const;
const STATUS: GapId = 'gap.errors.status';

/** Methods that an address does not have, and those that it has. */
const misplaced = [
  { method: 'POST', path: '', allow: 'GET, HEAD, OPTIONS' },
  { method: 'POST', path: '/doc', allow: 'GET, HEAD, OPTIONS' },
  { method: 'PUT', path: '/events', allow: 'GET, HEAD, OPTIONS, POST' },
  { method: 'DELETE', path: '/tags', allow: 'GET, HEAD, OPTIONS, POST' },
  { method: 'PROPFIND', path: '/venues/by-slug/x', allow: 'GET, HEAD, OPTIONS, DELETE, POST, PUT, PATCH' },
] as const;

export const refusesMisplaced = requirement({
  ...decided,
  id: 'reference.errors.misplaced-method',
  clause: STATUS,
  operations: ['index.read', 'doc.read', 'events.list', 'tags.list', 'venues.by-slug.read'],
  needs: ['index.read', 'events.create'],
  effects: 'writes',
  statement: 'An unsupported method is refused with 405 and an Allow header that names the supported ones.',
  cost: misplaced.length,
  given: () => fc.constant(misplaced),
  async check({ calendar }, requests) {
    for (const { method, path, allow } of requests) {
      const exchange = await calendar.send({ method, path, headers: [JSON_TYPE], body: '{}' });
      expectError(exchange, 405);
      expectHeader(exchange, 'allow', allow);
    }
  },
});

/** Addresses of nothing, whatever the method. */
const nowhere = [
  '/nothing',
  '/doc/more',
  '/docs',
  '/events/1x',
  '/events/x1',
  '/tags/by-slug/x',
  '/venues/by-slug/',
  '/venues/by-name/x',
  '/venues/by-slug/x/y',
  '/events/1/2',
  '/events/999999999',
  '/organizers/by-slug/no-such-organizer',
];

async function slugOf(calendar: Calendar, collection: Collection, item: Ref): Promise<string> {
  const path = itemPath(collection, byId({ id: calendar.idOf(item) }));
  const { outcome } = await calendar.send({ method: 'GET', path });
  return encodeURIComponent(toText(valueAt(jsonOf(outcome) ?? null, ['slug'])));
}

export const knowsNoOther = requirement({
  ...decided,
  id: 'reference.errors.unknown-address',
  clause: STATUS,
  operations: ['events.read', 'tags.read', 'venues.by-slug.read', 'organizers.by-slug.read'],
  needs: ['events.read', 'categories.read'],
  effects: 'reads',
  statement: 'An unknown route, id or slug is refused with 404, and a broken percent-encoding with 400.',
  cost: nowhere.length + 7,
  given: (world) => fc.record({ event: publicRecord(world, 'events'), category: publicRecord(world, 'categories') }),
  async check({ calendar }, { event, category }) {
    const [known, term] = [await slugOf(calendar, 'events', event), await slugOf(calendar, 'categories', category)];
    const beside = [`/events/other/${known}`, `/events/by-slug/${known}/more`, `/categories/by-slug/${term}`];
    for (const path of [...nowhere, ...beside]) expectError(await calendar.send({ method: 'GET', path }), 404);
    expectError(await calendar.send({ method: 'GET', path: '/%zz' }), 400);
    expectError(await calendar.send({ method: 'GET', path: '/tags?search=%zz' }), 400);
  },
});

export const toleratesSlash = requirement({
  ...decided,
  id: 'reference.response.trailing-slash',
  clause: 'gap.response.item',
  operations: ['events.read'],
  needs: ['events.read'],
  effects: 'reads',
  statement: 'An address with a trailing slash returns the same record as without.',
  cost: 2,
  given: (world) => fc.record({ item: publicRecord(world, 'events') }),
  async check({ calendar }, { item }) {
    const path = itemPath('events', byId({ id: calendar.idOf(item) }));
    const exchange = await calendar.send({ method: 'GET', path: `${path}/` });
    expectStatus(exchange, 200);
    expectJsonAt(exchange, ['id'], Number(calendar.idOf(item)));
  },
});

export const listsRoutes = requirement({
  ...decided,
  id: 'reference.response.index',
  clause: 'gap.response.index',
  operations: ['index.read'],
  needs: ['index.read'],
  effects: 'reads',
  statement: 'The index names its namespace and, for each route, the methods of the interface.',
  cost: 2,
  given: () => fc.constant([...new Set(operations.map(({ path }) => path))]),
  async check({ calendar }, paths) {
    const { namespace } = calendar.profile;
    const exchange = await calendar.send({ method: 'GET', path: '' });
    expectJsonAt(exchange, ['namespace'], namespace);
    const methods = (path: string) => operations.filter((one) => one.path === path).map(({ method }) => method);
    const routes = paths.map((path) => [`/${namespace}${path}`, { methods: methods(path) }]);
    expectJsonAt(exchange, ['routes'], Object.fromEntries(routes));
    expectError(await calendar.send({ method: 'GET', path: '', query: [['namespace', 'other/v1']] }), 400, [
      'namespace',
    ]);
  },
});
