import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { walk } from '../../adapter/notation/json-paths.js';
import { idsIn } from '../../adapter/notation/shown-values.js';
import { browse } from '../../adapter/reading/browse.js';
import { byId } from '../../adapter/reading/paths.js';
import type { FoundEvent } from '../../adapter/world/world.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { witness } from '../../kernel/tally.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { isNotFound, isRefused } from '../../wire/status.js';
import { LEAVES_OUT, RETURNS } from '../expect/expect-selection.js';
import { fieldOfFound } from '../expect/shown-in.js';
import { listRule } from '../queries/list-rule.js';
import { around, expectThere, holds } from './existing-records.js';

/** Where a venue is shown to be, in degrees. */
interface Place {
  readonly lat: number;
  readonly lng: number;
}

const LATITUDE = /^(?:geo[a-z]*_?)?lat(?:itude)?$/i;
const LONGITUDE = /^(?:geo[a-z]*_?)?(?:lng|lon|long|longitude)$/i;

/** A member in degrees, at most so many. Zero may stand for none. */
function degreesIn(json: JsonObject, name: RegExp, most: number): number | undefined {
  const [, value] = Object.entries(json).find(([member]) => name.test(member)) ?? [];
  const isWritten = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));
  const degrees = isWritten ? Number(value) : 0;
  return degrees !== 0 && Math.abs(degrees) <= most ? degrees : undefined;
}

/** The place that a record shows in any of its members. */
function placeIn(json: JsonValue): Place | undefined {
  for (const { value } of walk(json)) {
    if (!isJsonObject(value)) continue;
    const [lat, lng] = [degreesIn(value, LATITUDE, 90), degreesIn(value, LONGITUDE, 180)];
    if (lat !== undefined && lng !== undefined) return { lat, lng };
  }
  return undefined;
}

/** The venues of an event that a list shows, or else the item: some lists show little of their records. */
async function venuesOf(calendar: Calendar, event: FoundEvent): Promise<readonly string[]> {
  const listed = idsIn(fieldOfFound(calendar, event, 'venue'));
  if (listed.length > 0) return listed;
  const item = calendar.lens.recordIfAny('events', await calendar.read('events', byId(event)));
  return item ? idsIn(fieldOfFound(calendar, item, 'venue')) : [];
}

/** Where the only venue of an event is: an event at several places need not be at the one that is shown. */
async function placeOf(calendar: Calendar, event: FoundEvent): Promise<Place | undefined> {
  const [id, ...others] = await venuesOf(calendar, event);
  if (id === undefined || others.length > 0) return undefined;
  const shown = calendar.lens.recordIfAny('venues', await calendar.read('venues', byId({ id })));
  return shown && placeIn(shown.json);
}

const toQuery = ({ lat, lng }: Place): ListQuery => ({ geoloc_lat: lat, geoloc_lng: lng });

const half = (degrees: number, most: number): number => degrees - Math.sign(degrees) * most;

/** A quarter and half of the globe away. */
const farFrom = ({ lat, lng }: Place): Place => ({ lat: half(lat, 90), lng: half(lng, 180) });

/** Whether a list of events holds one, and the list. @throws DoesNotApply where coordinates are refused */
async function findAt(calendar: Calendar, query: ListQuery, id: string) {
  const exchange = await calendar.list('events', query);
  if (isNotFound(exchange)) return { isFound: false, exchange };
  if (isRefused(exchange)) throw new DoesNotApply('the target refuses coordinates');
  expectSuccess(exchange, 'a list of events by coordinates');
  const isFirst = calendar.lens.page('events', exchange).items.some((event) => event.id === id);
  return { isFound: isFirst || holds(await browse(calendar, 'events', query), id), exchange };
}

/** An event is where its venue is shown to be, whether or not anybody may write where that is. */
export const findsExistingPlaces = listRule({
  collection: 'events',
  parameter: 'geoloc_lat',
  rule: 'existing',
  needs: ['existing.geoloc'],
  alsoCovers: ['event.list.geoloc_lng'],
  statement: 'An existing event is listed by the coordinates that its venue shows.',
  cost: 3,
  given: (world) => fc.constant(world.existing.divided.geoloc?.selected),
  async check({ calendar }, event) {
    if (!event) throw new RangeError('geoloc divides nothing');
    const place = await placeOf(calendar, event);
    if (!place) throw new DoesNotApply('the venue of the event that was found shows no coordinates');
    const days = around(calendar, event);
    const near = await findAt(calendar, { ...days, ...toQuery(place) }, event.id);
    if (!near.isFound) await expectThere(calendar, days, event.id);
    const expected = `events/${event.id} in the list by ${place.lat} and ${place.lng}, where its venue is`;
    expectThat(near.isFound, { kind: 'selection', expected, observed: 'it is not', exchange: near.exchange });
    witness(RETURNS);
    // Coordinates that select nothing pass nothing: they may belong to an extension that the target lacks.
    const isFar = holds(await browse(calendar, 'events', { ...days, ...toQuery(farFrom(place)) }), event.id);
    if (!isFar) witness(LEAVES_OUT);
  },
});
