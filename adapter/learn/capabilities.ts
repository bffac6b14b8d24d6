import { operations } from '../../contract/operations.js';
import { segmentLanguages } from '../../contract/queries.js';
import { collections } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import { Deviation } from '../../kernel/deviation.js';
import { Inconclusive } from '../../wire/errors.js';
import { DENIALS, isSuccess, statusOf } from '../../wire/status.js';
import type { Calendar } from '../calendar/calendar.js';
import type { OpenOptions } from '../calendar/target-context.js';
import type { AcceptedValues, CollectionShape, Shapes } from '../profile/target-profile.js';
import type { Built } from '../world/build-world.js';
import { staysDraft } from '../world/publish.js';

/** Capabilities besides the operations that requirements may need, and why a target without it is no worse for it. */
export const capabilities = {
  'language.segment': 'the site is served under no language segment',
  'lists.created': 'what is created without a status is a draft, and publishing it is not granted',
  'named.categories': 'events do not show the names of their categories',
  'named.tags': 'events do not show the names of their tags',
  'named.venue': 'events do not show the names of their venues',
  'named.organizer': 'events do not show the names of their organizers',
  'accepted.author': 'no author id is known that the target accepts',
  'accepted.image': 'no image is known that the target accepts',
  'accepted.status': 'no status besides the default is known that the target accepts',
  'provisioned.protected-event': 'no password-protected event is known (name one with --world)',
  'provisioned.post-parent': 'no event with a parent post is known (name one with --world)',
  'extension.geoloc': 'no venue with coordinates is known (name one with --world)',
  'extension.tickets': 'no event with tickets is known (name one with --world)',
  'identity.weaker': 'no identity is known that may less than the default one (name one with --identity)',
  'identity.hidden': 'no identity is known that is refused a draft (name one with --identity)',
  'identity.author': 'no identity is known that may less than the default one and creates events (see --identity)',
  'existing.protected-event': 'no event was found that lists show and a read hides (name a protected one with --world)',
  'existing.geoloc': 'geoloc=true and geoloc=false list no different events (name located venues with --world)',
  'existing.ticketed': 'ticketed=true and ticketed=false list no different events (name ticketed ones with --world)',
  'existing.post-parent': 'no event was found under a post_parent (name one with --world)',
  'http.challenge': 'wrong credentials are not answered with 401',
  'http.etag': 'records are sent without an ETag',
  'http.location': 'creates are not answered with 201 and a Location',
} as const;

/** The name of a capability, as requirements need it. */
export type Capability = keyof typeof capabilities;

/** Whether the path segments of languages lead to lists: one that does makes the others due. */
export async function hasSegments(calendar: Calendar): Promise<boolean> {
  const answers = await Promise.all(
    segmentLanguages.map((segment) => calendar.send({ method: 'GET', path: '/tags', via: { segment } })),
  );
  return answers.some((exchange) => {
    const { outcome } = exchange;
    return outcome.kind === 'response' && outcome.response.status === 200 && isList(calendar, exchange);
  });
}

function isList(calendar: Calendar, exchange: Parameters<Calendar['lens']['page']>[1]): boolean {
  try {
    return calendar.lens.page('tags', exchange).items.length >= 0;
  } catch (error) {
    // Not a list is what was asked here, not a deviation; anything else is a defect of ours.
    if (error instanceof Deviation || error instanceof Inconclusive) return false;
    throw error;
  }
}

/** What a world file provides of what no client can set. */
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

const LOGIN = 'pass credentials with --basic or --bearer';

/** The write operations that this identity may not use: their create was answered with 401 or 403. */
export function forbiddenWrites(built: readonly Built[], login = LOGIN): ReadonlyMap<string, string> {
  const lacks = new Map<string, string>();
  for (const collection of collections) {
    const statuses = built
      .filter(({ draft }) => draft.ref.ref === collection)
      .map(({ written }) => statusOf(written.exchange));
    const status = statuses.find((one) => DENIALS.includes(one));
    if (status === undefined || statuses.some(isSuccess)) continue;
    const reason = `creating ${collection} was answered with ${status} (${login})`;
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
 * The operations by slug of collections whose records were seen, and none with a slug: nothing says that venues and
 * organizers show theirs, and one that is not shown leads nowhere.
 */
const withoutSlugs = (shapes: Shapes): ReadonlyMap<string, string> =>
  new Map(
    operations.flatMap(({ id, collection, addressing }) =>
      addressing === 'slug' && collection && showsNone(shapes[collection]) ? [[id, `${collection} show no slug`]] : [],
    ),
  );

const showsNone = (shape: CollectionShape | undefined): boolean => shape !== undefined && !shape.fields.slug;

/** What was learned that tells which capabilities are there. */
interface Learned {
  readonly accepted: AcceptedValues;
  readonly segments: boolean;
  readonly habits: readonly Capability[];
  readonly named: readonly Capability[];
  readonly built: readonly Built[];
  readonly shapes: Shapes;
}

/** What requirements may need and this target does not have, with the reasons. */
export function lacking(
  { worldFile, mode, login }: OpenOptions,
  { accepted, segments, habits, named, built, shapes }: Learned,
): ReadonlyMap<string, string> {
  const there = new Set<string>([...(worldFile ? provided(worldFile) : []), ...habits, ...named]);
  if (segments) there.add('language.segment');
  if (!built.some(staysDraft)) there.add('lists.created');
  const valueless = new Set<string>(lackingValues(accepted));
  const missing = Object.entries(capabilities).filter(([name]) =>
    name.startsWith('accepted.') ? valueless.has(name) : !there.has(name),
  );
  const forbidden = forbiddenWrites(built, login);
  return new Map([...missing, ...withoutSlugs(shapes), ...forbidden, ...(mode === 'readonly' ? unwritable : [])]);
}

const unwritable = operations
  .filter(({ method }) => method !== 'GET')
  .map(({ id }) => [id, 'the readonly mode sends no writes'] as const);
