import fc, { type Arbitrary } from 'fast-check';
import type { Capability } from '../../../adapter/learn/capabilities.js';
import { type CalendarRequirement, requirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { Inconclusive } from '../../../wire/errors.js';
import { expectListed } from '../../expect/expect-list.js';
import { LEAVES_OUT, RETURNS } from '../../expect/expect-selection.js';
import { provisionedPool, provisionedWindow } from './provisioned-pool.js';

/** A parameter that filters by data which no client can set. */
interface ProvisionedFilter {
  readonly parameter: string;
  readonly needs: Capability;
  readonly statement: string;
  readonly cost: number;
  /** What is asked, one after the other, beside the days of all provisioned events. */
  readonly queries: (world: World) => Arbitrary<readonly ListQuery[]>;
}

const selectsProvisioned = ({ parameter, needs, statement, cost, queries }: ProvisionedFilter): CalendarRequirement =>
  requirement({
    id: `events.list.${parameter}`,
    level: 'MUST',
    clause: listClauseId('events', parameter),
    operations: ['events.list'],
    profile: 'core',
    needs: ['events.list', needs],
    effects: 'reads',
    statement,
    cost,
    witnesses: [RETURNS, LEAVES_OUT],
    given: queries,
    async check({ calendar, world }, asked) {
      const pool = provisionedPool(world);
      const window = provisionedWindow(pool);
      for (const query of asked) await expectListed({ calendar, world: pool }, 'events', { ...window, ...query });
    },
  });

/** A place of a venue, in degrees. */
interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

const coordinatesOf = (world: World): readonly Coordinates[] =>
  provisionedPool(world)
    .of('venues')
    .flatMap(({ payload: { geo_lat: lat, geo_lng: lng } }) =>
      typeof lat === 'number' && typeof lng === 'number' ? [{ lat, lng }] : [],
    );

const FAR = 10;

/** A venue's own place, and then one that has only the other coordinate of it. */
const withOneCoordinate =
  (name: 'lat' | 'lng') =>
  (world: World): Arbitrary<readonly ListQuery[]> => {
    const places = coordinatesOf(world);
    const toQuery = ({ lat, lng }: Coordinates): ListQuery => ({ geoloc_lat: lat, geoloc_lng: lng });
    const pairs = places.flatMap((place) =>
      places
        .filter((other) => Math.abs(other[name] - place[name]) > FAR)
        .map((other): readonly ListQuery[] => [toQuery(place), toQuery({ ...place, [name]: other[name] })]),
    );
    if (pairs.length === 0) throw new Inconclusive('no two provisioned venues are far apart');
    return fc.constantFrom(...pairs);
  };

const bothWays = (parameter: string) => (): Arbitrary<readonly ListQuery[]> =>
  fc.constant([{ [parameter]: true }, { [parameter]: false }]);

const parents = (world: World): Arbitrary<readonly ListQuery[]> => {
  const ids = provisionedPool(world)
    .of('events')
    .flatMap(({ payload: { post_parent: parent } }) => (typeof parent === 'number' ? [parent] : []));
  if (ids.length === 0) throw new Inconclusive('no provisioned event has a parent');
  return fc.constantFrom(...ids).map((id) => [{ post_parent: id }]);
};

/** The parameters of the premium extensions, and `post_parent`. */
export const provisionedFilters: readonly CalendarRequirement[] = [
  selectsProvisioned({
    parameter: 'geoloc',
    needs: 'extension.geoloc',
    statement:
      'A list by geoloc holds the events with a located venue, or with geoloc=false those whose venues are not.',
    cost: 2,
    queries: bothWays('geoloc'),
  }),
  selectsProvisioned({
    parameter: 'geoloc_lat',
    needs: 'extension.geoloc',
    statement: 'A list by place holds the events of a venue there, and none of one at another latitude.',
    cost: 2,
    queries: withOneCoordinate('lat'),
  }),
  selectsProvisioned({
    parameter: 'geoloc_lng',
    needs: 'extension.geoloc',
    statement: 'A list by place holds the events of a venue there, and none of one at another longitude.',
    cost: 2,
    queries: withOneCoordinate('lng'),
  }),
  selectsProvisioned({
    parameter: 'ticketed',
    needs: 'extension.tickets',
    statement: 'A list by ticketed holds the events with tickets, or with ticketed=false those without.',
    cost: 2,
    queries: bothWays('ticketed'),
  }),
  selectsProvisioned({
    parameter: 'post_parent',
    needs: 'provisioned.post-parent',
    statement: 'A list by post_parent holds the events with that parent, and no others.',
    cost: 1,
    queries: parents,
  }),
];
