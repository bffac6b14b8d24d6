import type { Interceptor } from '../../../harness/exchange.js';
import type { JsonObject } from '../../../harness/json.js';
import { alsoForHead } from '../../also-for-head.js';
import { withoutParameter } from '../../edit-request.js';
import { everyItem } from '../../every-item.js';
import { countLinks, eventsOf, relationTo } from '../../linked-by-events.js';
import { listed } from '../../list-answer.js';
import type { CallContext } from '../../look-up.js';
import { inTurn, interceptOperation } from '../../on.js';
import type { Variant } from '../../variant.js';
import type { WireView } from '../../wire-lens.js';

type VenueOrOrganizer = 'venues' | 'organizers';

const places = ['venues', 'organizers'] as const;

/** What a flag of a list says, however it is written; undefined where it is not there, or says nothing. */
function flagOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name) ?? '';
  return /^(true|1)$/.test(value) ? true : /^(false|0)$/.test(value) ? false : undefined;
}

/** The places to which one of some events is linked, or the others. */
const among = (look: CallContext, place: VenueOrOrganizer, events: readonly JsonObject[], wanted: boolean) => {
  const counts = countLinks(look, events, relationTo[place]);
  return (record: JsonObject): boolean => counts.has(look.lens.id(place, record)) === wanted;
};

const filteringBy =
  (
    name: string,
    keep: (look: CallContext, place: VenueOrOrganizer, wanted: boolean) => Promise<(record: JsonObject) => boolean>,
  ) =>
  (lens: WireView, place: VenueOrOrganizer): Interceptor =>
    interceptOperation(lens, { kind: 'list', collection: place }, async (asked, next) => {
      const wanted = flagOf(asked.query, name);
      if (wanted === undefined) return next(asked.request);
      const look = { lens, asked, next };
      const records = await everyItem(look, withoutParameter(asked.request, name));
      return listed(look, records.filter(await keep(look, place, wanted)));
    });

/** Events of any status count, and false asks for places without any. */
const byEvents = filteringBy('has_events', async (look, place, wanted) =>
  among(look, place, await eventsOf(look), wanted),
);

/** What is running is upcoming no more; false does not filter. */
const byStarts = (now: () => string) =>
  filteringBy('only_with_upcoming', async (look, place, wanted) => {
    const events = await eventsOf(look, ['publish']);
    const coming = events.filter((event) => look.lens.text('events', event, 'utc_start_date') > now());
    return wanted ? among(look, place, coming, true) : () => true;
  });

/** The other readings of the filters of venues and organizers. */
export const venueAndOrganizerReadings: readonly Variant[] = [
  {
    id: 'reading.places-of-any-event',
    aspect: 'reading.place-filters',
    statement:
      'For has_events, events of any status count, and false asks for places without any; an event is upcoming until it starts.',
    readings: {
      'list.has-events.counted': 'any-status',
      'list.has-events.false': 'without-events',
      'list.upcoming': 'not-started',
    },
    create(_, lens, clock) {
      const now = (): string => new Date(clock.now()).toISOString().replace('T', ' ').slice(0, 19);
      const filters = places.flatMap((place) => [byEvents(lens, place), byStarts(now)(lens, place)]);
      return alsoForHead(inTurn(...filters));
    },
  },
];
