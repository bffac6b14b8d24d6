import fc, { type Arbitrary } from 'fast-check';
import type { Capability } from '../../../adapter/learn/capabilities.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import type { ParameterOf } from '../../../contract/queries.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { Inconclusive } from '../../../wire/errors.js';
import { expectListed } from '../../expect/expect-list.js';
import { listRule } from '../../queries/list-rule.js';
import { provisionedPool, provisionedWindow } from './provisioned-pool.js';

/** A parameter that filters by data which no client can set. */
interface ProvisionedFilter {
  readonly parameter: ParameterOf<'events'>;
  readonly needs: Capability;
  readonly statement: string;
  readonly cost: number;
  /** What is asked, one after the other, within the days of all provisioned events. */
  readonly queries: (world: World) => Arbitrary<readonly ListQuery[]>;
}

const selectsProvisioned = ({ parameter, needs, statement, cost, queries }: ProvisionedFilter): CalendarRequirement =>
  listRule({
    collection: 'events',
    parameter,
    needs: [needs],
    statement,
    cost,
    given: queries,
    async check({ calendar, world }, asked) {
      const pool = provisionedPool(world);
      const window = provisionedWindow(pool);
      for (const query of asked) await expectListed({ calendar, world: pool }, 'events', { ...window, ...query });
    },
  });

/** Where a venue is, in degrees. */
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

/** Where a venue is, and then a place that has only its other coordinate. */
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

const bothWays = (parameter: ParameterOf<'events'>) => (): Arbitrary<readonly ListQuery[]> =>
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
    statement: 'geoloc=true returns the events that have a located venue, and geoloc=false those with none located.',
    cost: 2,
    queries: bothWays('geoloc'),
  }),
  selectsProvisioned({
    parameter: 'geoloc_lat',
    needs: 'extension.geoloc',
    statement: 'Filtering by coordinates returns the events of a venue there, and none of a venue at another latitude.',
    cost: 2,
    queries: withOneCoordinate('lat'),
  }),
  selectsProvisioned({
    parameter: 'geoloc_lng',
    needs: 'extension.geoloc',
    statement:
      'Filtering by coordinates returns the events of a venue there, and none of a venue at another longitude.',
    cost: 2,
    queries: withOneCoordinate('lng'),
  }),
  selectsProvisioned({
    parameter: 'ticketed',
    needs: 'extension.tickets',
    statement: 'ticketed=true returns the events with tickets, and ticketed=false those without.',
    cost: 2,
    queries: bothWays('ticketed'),
  }),
  selectsProvisioned({
    parameter: 'post_parent',
    needs: 'provisioned.post-parent',
    statement: 'Filtering by post_parent returns exactly the events with that parent.',
    cost: 1,
    queries: parents,
  }),
];
