import type { Collection } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { among, type Ask, emulating, idOf, without } from './emulate.js';
import { textIn } from './list-edits.js';

const ALL_TIME = { starts_after: '1900-01-01', starts_before: '2200-01-01' };
const listIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  isJsonArray(value) ? value.filter(isJsonObject) : [];
const has = (parameters: URLSearchParams, ...names: readonly string[]): boolean =>
  names.every((name) => parameters.has(name));

/** Lists without status show drafts too. */
export const showingDrafts: Interceptor = emulating('events', async (parameters, ask) => {
  if (has(parameters, 'status')) return undefined;
  const sent = without(parameters);
  const [published, drafts] = [await ask('events', sent), await ask('events', { ...sent, status: 'draft' })];
  return [...published, ...drafts];
});

/** Hidden events are in no list. */
export const hidingHidden: Interceptor = emulating('events', async (parameters, ask) =>
  (await ask('events', without(parameters))).filter((event) => event.hide_from_listings !== true),
);

/** Slugs in filters are refused, or match nothing. */
export const takingIdsOnly = (answer: 'refused' | 'nothing'): Interceptor =>
  emulating('events', async (parameters) => {
    const words = ['categories', 'tags'].map((name) => parameters.get(name) ?? '');
    if (!words.some((word) => /[a-z]/.test(word))) return undefined;
    return answer === 'refused' ? 'refused' : [];
  });

async function descendants(ask: Ask, ids: readonly string[]): Promise<readonly string[]> {
  const categories = await ask('categories', { hide_empty: 'false' });
  const children = categories.filter((one) => ids.includes(textIn(one, 'parent'))).map(idOf);
  return children.length === 0 ? ids : [...ids, ...(await descendants(ask, children))];
}

/** A category stands for its children as well. */
export const takingChildren: Interceptor = emulating('events', async (parameters, ask) => {
  const wanted = parameters.get('categories')?.split(',');
  if (!wanted) return undefined;
  const all = await ask('categories', { hide_empty: 'false' });
  const named = all.filter((one) => wanted.includes(idOf(one)) || wanted.includes(textIn(one, 'slug'))).map(idOf);
  if (named.length === 0) return undefined;
  return ask('events', { ...without(parameters), categories: (await descendants(ask, named)).join(',') });
});

/** Beside include, nothing else filters. */
export const includingOnly: Interceptor = emulating('events', async (parameters, ask) => {
  const include = parameters.get('include');
  return include === null ? undefined : ask('events', { include });
});

/** A lone coordinate does not filter. */
export const ignoringLoneCoordinates: Interceptor = emulating('events', async (parameters, ask) =>
  has(parameters, 'geoloc_lat') === has(parameters, 'geoloc_lng')
    ? undefined
    : ask('events', without(parameters, 'geoloc_lat', 'geoloc_lng')),
);

const searched: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'description'],
  venues: ['venue', 'description', 'address', 'phone'],
  organizers: ['organizer', 'description'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};

/** Searches by an own sense of what matches, in one collection. */
export const searching = (collection: Collection, matches: (text: string, search: string) => boolean): Interceptor =>
  emulating(collection, async (parameters, ask) => {
    const search = parameters.get('search');
    if (search === null) return undefined;
    const all = await ask(collection, without(parameters, 'search'));
    return all.filter((record) =>
      matches(searched[collection].map((field) => textIn(record, field)).join('\n'), search),
    );
  });

const placesOf = (events: readonly JsonObject[], relation: string): readonly JsonObject[] =>
  events.flatMap((event) => listIn(event[relation]));

const relations = { venues: 'venue', organizers: 'organizer' } as const;
type Place = keyof typeof relations;

/** has_events=false gives those without. */
export const withoutEvents = (collection: Place): Interceptor =>
  emulating(collection, async (parameters, ask) => {
    if (parameters.get('has_events') !== 'false') return undefined;
    const sent = without(parameters, 'has_events');
    const busy = among(await ask(collection, { ...sent, has_events: 'true' }));
    return (await ask(collection, sent)).filter((place) => !busy(place));
  });

/** has_events counts drafts. */
export const countingDrafts = (collection: Place): Interceptor =>
  emulating(collection, async (parameters, ask) => {
    if (parameters.get('has_events') !== 'true') return undefined;
    const sent = without(parameters, 'has_events');
    const drafts = await ask('events', { ...ALL_TIME, status: 'draft' });
    const [inDrafts, busy] = [
      among(placesOf(drafts, relations[collection])),
      among(await ask(collection, { ...sent, has_events: 'true' })),
    ];
    return (await ask(collection, sent)).filter((place) => inDrafts(place) || busy(place));
  });

/** Upcoming is what has not started. */
export const startingLater = (collection: Place): Interceptor =>
  emulating(collection, async (parameters, ask) => {
    if (parameters.get('only_with_upcoming') !== 'true') return undefined;
    const events = await ask('events', { starts_after: new Date().toISOString().slice(0, 10) });
    const upcoming = among(placesOf(events, relations[collection]));
    return (await ask(collection, without(parameters, 'only_with_upcoming'))).filter(upcoming);
  });

type Taxonomy = 'categories' | 'tags';

/** Terms of drafts are not empty. */
export const countingDraftTerms = (collection: Taxonomy): Interceptor =>
  emulating(collection, async (parameters, ask) => {
    if (['false', '0'].includes(parameters.get('hide_empty') ?? '')) return undefined;
    const sent = without(parameters, 'hide_empty');
    const drafts = await ask('events', { ...ALL_TIME, status: 'draft' });
    const [inDrafts, full] = [among(placesOf(drafts, collection)), among(await ask(collection, sent))];
    return (await ask(collection, { ...sent, hide_empty: 'false' })).filter((term) => inDrafts(term) || full(term));
  });

/** One parameter wins over others that stand beside it. */
export const winning = (collection: Taxonomy, winner: string, ...losers: readonly string[]): Interceptor =>
  emulating(collection, async (parameters, ask) =>
    has(parameters, winner) && losers.some((name) => parameters.has(name) || name === 'hide_empty')
      ? ask(collection, {
          ...without(parameters, ...losers),
          ...(losers.includes('hide_empty') && { hide_empty: 'false' }),
        })
      : undefined,
  );

/** parent gives all that is below. */
export const givingDescendants: Interceptor = emulating('categories', async (parameters, ask) => {
  const parent = parameters.get('parent');
  if (parent === null) return undefined;
  const [, ...below] = await descendants(ask, [parent]);
  return (await ask('categories', without(parameters, 'parent'))).filter((category) => below.includes(idOf(category)));
});

/** Only long words of order are taken. */
export const orderingInWords = (collection: Taxonomy): Interceptor =>
  emulating(collection, async (parameters) =>
    /^(asc|desc)$/.test(parameters.get('order') ?? '') ? 'refused' : undefined,
  );
