import { eventRelations, type Relation, relations, resourceOf } from '../../contract/resources.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { statusOf } from '../../wire/status.js';
import type { Calendar } from '../calendar/calendar.js';
import { walk } from '../notation/json-paths.js';
import { isEmpty } from '../notation/shown-values.js';
import type { Shapes } from '../profile/target-profile.js';
import { byId } from '../reading/paths.js';
import { headerOf, strangerHeaders } from '../reading/read-exchange.js';
import { fieldIn } from '../reading/shape-discovery.js';
import type { Built } from '../world/build-world.js';
import type { Capability } from './capabilities.js';
import type { Observed } from './shapes/observed.js';

/** A record that exists, however it came there. */
type Known = Pick<Built, 'id' | 'draft'>;

/** What habits are learned from. */
interface HabitOptions {
  readonly built: readonly Built[];
  readonly known?: readonly Known[];
  /** Whether a wrong login may be sent. Default true. */
  readonly failedLogin?: boolean | undefined;
  /** Whether the default identity logs in with a password. Default false. */
  readonly passwordLogin?: boolean | undefined;
}

/** Learns which optional HTTP features a target uses: requirements about them apply only to such targets. */
export async function learnHabits(
  calendar: Calendar,
  { built, known = built, failedLogin = true, passwordLogin = false }: HabitOptions,
  before: readonly Exchange[] = [],
): Promise<readonly Capability[]> {
  const [stranger, item] = await Promise.all([
    failedLogin ? calendar.send({ method: 'GET', path: '/tags', headers: strangerHeaders }) : undefined,
    readOne(calendar, known, before),
  ]);
  const creates = built.map(({ written }) => written.exchange);
  const seen: readonly (readonly [Capability, boolean])[] = [
    ['http.challenge', stranger !== undefined && statusOf(stranger) === 401],
    ['login.password', passwordLogin],
    ['http.etag', item !== undefined && has(item, 'etag')],
    ['http.location', creates.some((exchange) => statusOf(exchange) === 201 && has(exchange, 'location'))],
  ];
  return seen.filter(([, there]) => there).map(([habit]) => habit);
}

/** A read of one record: an earlier one, or a new one. */
async function readOne(
  calendar: Calendar,
  known: readonly Known[],
  before: readonly Exchange[],
): Promise<Exchange | undefined> {
  const seen = before.find((exchange) => exchange.request.method === 'GET' && known.some(isItem(exchange)));
  if (seen) return seen;
  const one = known.find(({ id }) => id !== undefined);
  return one?.id === undefined ? undefined : calendar.read(one.draft.ref.ref, byId({ id: one.id }));
}

const isItem =
  ({ request: { target } }: Exchange) =>
  ({ id, draft: { ref } }: Known): boolean =>
    id !== undefined && target.endsWith(`/${ref.ref}/${id}`);

const has = (exchange: Exchange, name: string): boolean => headerOf(exchange, name) !== undefined;

/** The events of a world, once for each time they were shown. */
export const eventsIn = (observed: Observed, world: readonly Pick<Built, 'draft' | 'id'>[]): readonly JsonObject[] =>
  world.flatMap(({ draft, id }) => (draft.ref.ref === 'events' && id !== undefined ? observed.of('events', id) : []));

/** The relations in which some event shows the name of a related record. */
export function namedRelations(events: readonly JsonObject[], shapes: Shapes): readonly Capability[] {
  const isNamed = (relation: Relation): boolean => {
    const path = shapes.events?.fields[relation]?.path;
    const { label } = resourceOf(eventRelations[relation]);
    return path !== undefined && events.some((event) => holdsField(valueAt(event, path), label));
  };
  return relations.filter(isNamed).map((relation) => `named.${relation}` as const);
}

/** Whether a value, or an item of it, contains a field at any depth. */
function holdsField(value: JsonValue | undefined, field: string): boolean {
  if (isJsonArray(value)) return value.some((one) => holdsField(one, field));
  return [...walk(value ?? null)].some(({ value: inner }) =>
    isJsonArray(inner) ? holdsField(inner, field) : isJsonObject(inner) && !isEmpty(fieldIn(inner, field)),
  );
}
