import fc from 'fast-check';
import { bySlug, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { collections } from '../../contract/resources.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled } from '../expect/expect-handled.js';

/** An item by its slug: what reads one is hardly made for each collection alone. By its id, one of the tags is read. */
const itemsIn = (world: World): readonly string[] =>
  world
    .of('venues')
    .flatMap(({ slug }) => (slug === undefined ? [] : [itemPath('venues', bySlug(slug))]))
    .slice(0, 1);

/** Of tags, every operation is another requirement's; categories are hardly apart from them, nor venues from events. */
const listsOf = ['events'] as const;

/** Lists and items. */
const pathsOf = (world: World): readonly string[] => [
  ...listsOf.map((collection) => `/${collection}`),
  ...itemsIn(world),
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
  cost: listsOf.length + 1,
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
