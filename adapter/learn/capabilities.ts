import { operations } from '../../contract/operations.js';
import { segmentLanguages } from '../../contract/queries.js';
import { collections } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import { Deviation } from '../../kernel/deviation.js';
import { Inconclusive } from '../../wire/errors.js';
import { DENIALS, isGranted, isSuccess, statusOf } from '../../wire/status.js';
import type { Calendar } from '../calendar/calendar.js';
import type { OpenOptions } from '../calendar/target-context.js';
import type { AcceptedValues, CollectionShape, Shapes } from '../profile/target-profile.js';
import type { Built } from '../world/build-world.js';
import { staysDraft } from '../world/publish.js';
import { hasSeasons } from '../world/season-events.js';

/** Capabilities that requirements may need besides operations, each with the reason to report if it is missing. */
export const capabilities = {
  'language.segment': 'the target has no language segments',
  'world.seasons': 'no events could be created in winter and in summer',
  'lists.created': 'records created without a status stay drafts, and publishing them is refused',
  'named.categories': 'events do not show the names of their categories',
  'named.tags': 'events do not show the names of their tags',
  'named.venue': 'events do not show the names of their venues',
  'named.organizer': 'events do not show the names of their organizers',
  'accepted.author': 'no author ID is known that the target accepts',
  'accepted.image': 'no image is known that the target accepts',
  'accepted.status': 'no status besides the default is known that the target accepts',
  'provisioned.protected-event': 'no password-protected event is configured (add one to the --world file)',
  'provisioned.post-parent': 'no event with a parent post is configured (add one to the --world file)',
  'extension.geoloc': 'no venue with coordinates is configured (add one to the --world file)',
  'extension.tickets': 'no event with tickets is configured (add one to the --world file)',
  'identity.weaker': 'no lower-privileged identity is configured (add one with --identity)',
  'identity.hidden': 'no configured identity is refused a draft (add one with --identity)',
  'identity.author': 'no configured lower-privileged identity can create events (add one with --identity)',
  'existing.protected-event': 'no listed event hides content on read (add a protected one to the --world file)',
  'existing.geoloc': 'geoloc=true and geoloc=false return the same events (add located venues to the --world file)',
  'existing.ticketed':
    'ticketed=true and ticketed=false return the same events (add ticketed ones to the --world file)',
  'existing.post-parent': 'no event with a post_parent was found (add one to the --world file)',
  'http.challenge': 'wrong credentials do not get a 401',
  'login.password': 'the default identity does not log in with a password alone',
  'http.etag': 'records come without an ETag',
  'http.location': 'creates do not return 201 with a Location header',
} as const;

/** The name of a capability, as requirements need it. */
export type Capability = keyof typeof capabilities;

/** Whether any language segment returns a list: one that does makes all of them due. */
export async function hasSegments(calendar: Calendar): Promise<boolean> {
  const answers = await Promise.all(
    segmentLanguages.map((segment) => calendar.send({ method: 'GET', path: '/tags', via: { segment } })),
  );
  return answers.some((exchange) => isGranted(exchange) && isList(calendar, exchange));
}

function isList(calendar: Calendar, exchange: Parameters<Calendar['lens']['page']>[1]): boolean {
  try {
    return calendar.lens.page('tags', exchange).items.length >= 0;
  } catch (error) {
    // Here a response that is not a list is no deviation.
    if (error instanceof Deviation || error instanceof Inconclusive) return false;
    throw error;
  }
}

/** The capabilities that a world file provides and no client can create. */
export function provided(file: WorldFile): readonly Capability[] {
  const events = file.events ?? [];
  const has = (extension: 'geoloc' | 'tickets'): boolean => file.extensions?.includes(extension) ?? false;
  const found: readonly (readonly [Capability, boolean])[] = [
    ['provisioned.protected-event', events.some(({ password }) => password !== undefined)],
    ['provisioned.post-parent', events.some(({ post_parent }) => post_parent !== undefined)],
    ['extension.geoloc', has('geoloc') && (file.venues ?? []).some(({ geo_lat }) => geo_lat !== undefined)],
    ['extension.tickets', has('tickets') && events.some(({ ticketed }) => ticketed !== undefined)],
  ];
  return found.filter(([, there]) => there).map(([capability]) => capability);
}

const LOGIN = 'add credentials with --basic or --bearer';

/** The write operations of collections in which this identity's creates got a 401 or 403. */
export function forbiddenWrites(built: readonly Built[], login = LOGIN): ReadonlyMap<string, string> {
  const lacks = new Map<string, string>();
  for (const collection of collections) {
    const statuses = built
      .filter(({ draft }) => draft.ref.ref === collection)
      .map(({ written }) => statusOf(written.exchange));
    const status = statuses.find((one) => DENIALS.includes(one));
    if (status === undefined || statuses.some(isSuccess)) continue;
    const reason = `creating ${collection} returned ${status} (${login})`;
    for (const { id } of writesOf(collection)) lacks.set(id, reason);
  }
  return lacks;
}

const writesOf = (collection: string) =>
  operations.filter((operation) => operation.collection === collection && operation.method !== 'GET');

/** What is lacking among the learned values. */
export function lackingValues(accepted: AcceptedValues): readonly Capability[] {
  const kinds = ['author', 'image', 'status'] as const;
  return kinds.filter((kind) => accepted[kind].length === 0).map((kind) => `accepted.${kind}` as const);
}

/**
 * The operations by slug of collections with records but no shown slug: the interface does not state that they show
 * one.
 */
const withoutSlugs = (shapes: Shapes): ReadonlyMap<string, string> =>
  new Map(
    operations.flatMap(({ id, collection, addressing }) =>
      addressing === 'slug' && collection && showsNone(shapes[collection]) ? [[id, `${collection} show no slug`]] : [],
    ),
  );

const showsNone = (shape: CollectionShape | undefined): boolean => shape !== undefined && !shape.fields.slug;

/** What capabilities are derived from. */
interface Learned {
  readonly accepted: AcceptedValues;
  readonly segments: boolean;
  readonly habits: readonly Capability[];
  readonly named: readonly Capability[];
  readonly built: readonly Built[];
  readonly shapes: Shapes;
}

/** The capabilities that this target lacks, with the reasons. */
export function lacking(
  { worldFile, mode, login }: OpenOptions,
  { accepted, segments, habits, named, built, shapes }: Learned,
): ReadonlyMap<string, string> {
  const there = new Set<string>([...(worldFile ? provided(worldFile) : []), ...habits, ...named]);
  if (segments) there.add('language.segment');
  if (!built.some(staysDraft)) there.add('lists.created');
  if (hasSeasons(built)) there.add('world.seasons');
  const valueless = new Set<string>(lackingValues(accepted));
  const missing = Object.entries(capabilities).filter(([name]) =>
    name.startsWith('accepted.') ? valueless.has(name) : !there.has(name),
  );
  const forbidden = forbiddenWrites(built, login);
  return new Map([...missing, ...withoutSlugs(shapes), ...forbidden, ...(mode === 'readonly' ? unwritable : [])]);
}

const unwritable = operations
  .filter(({ method }) => method !== 'GET')
  .map(({ id }) => [id, 'readonly mode sends no writes'] as const);
