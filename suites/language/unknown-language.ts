import fc from 'fast-check';
import { byId, bySlug, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled } from '../expect/expect-handled.js';

/** Collections of which an item is read, too: what reads one by its id, or by its slug, is hardly made for each alone. */
const itemsOf: readonly Collection[] = ['events', 'venues', 'categories'];

/** A record of a collection, by its slug where it has one. */
function itemOf(world: World, collection: Collection): string | undefined {
  const record = world.of(collection)[0];
  if (!record) return undefined;
  const isSlugged = resourceOf(collection).bySlug && record.slug !== undefined && collection !== 'events';
  return itemPath(collection, isSlugged ? bySlug(record.slug) : byId(record));
}

/** Of tags, every operation is another requirement's. */
const listsOf = collections.filter((collection) => collection !== 'tags');

/** Lists and items. */
const pathsOf = (world: World): readonly string[] => [
  ...listsOf.map((collection) => `/${collection}`),
  ...itemsOf.flatMap((collection) => itemOf(world, collection) ?? []),
];

/** What happens to another language is open (gap `gap.language.other-value`): refused or ignored, but not a crash. */
export const readsUnknownLanguage: CalendarRequirement = requirement({
  id: 'language.reads.unknown-language',
  level: 'MUST',
  clause: 'http.server-error',
  alsoCovers: ['language.parameter'],
  operations: collections.flatMap((collection) => [`${collection}.list`, `${collection}.read`] as const),
  profile: 'http',
  needs: ['events.list', 'events.read'],
  effects: 'reads',
  statement: 'An unsupported language is refused or ignored and causes no server error in lists and items.',
  cost: listsOf.length + itemsOf.length,
  given: (world, { turn }) =>
    fc.record({
      paths: droppableButOne(pathsOf(world).map((path) => fc.constant(path))),
      language: inTurn(['xx', 'en-GB', 'x'.repeat(300), 'NL'], turn),
    }),
  async check({ calendar }, { paths, language }) {
    for (const path of paths) {
      const exchange = await calendar.send({ method: 'GET', path, via: { language } });
      expectHandled(exchange, `a GET in the language ${language}`);
    }
  },
});
