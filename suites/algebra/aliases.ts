import fc, { type Arbitrary } from 'fast-check';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import type { Taxonomy } from '../lists/filters/term-selection.js';
import { preferring } from '../queries/discriminating.js';
import { extentOf, inAll, toQuery } from '../queries/drawn-filters.js';
import { type Semantics, semanticsOf } from '../queries/parameter-semantics.js';
import { beside, filtersBy } from '../queries/several-filters.js';
import { divides, pairsOf } from './filter-pairs.js';
import { type Equation, relates } from './query-relation.js';

/** `event` is another name of `post`, whatever stands beside it. */
export const takesEventForPost = (collection: Taxonomy): CalendarRequirement =>
  relates({
    name: 'event-for-post',
    collection,
    parameters: ['event', 'post'],
    statement: `Filtering ${collection} by event returns the same as by post.`,
    cost: 2,
    runs: 2,
    equations(world) {
      const events = filtersBy(world, collection, 'event');
      if (events.length === 0) throw new WorldLacks(`no event of the test data distinguishes the ${collection}`);
      const drawn = fc.tuple(fc.constantFrom(...events), beside(world, collection, ['event', 'post']));
      return preferring(
        drawn,
        ([event, others]) => others.length > 0 && divides(event, others),
        ([event, others]) => divides(event, others),
        ([event, others]) => inAll([event, ...others]).length > 0,
      ).map(([{ value }, others]) => {
        const base = toQuery(world, collection, others);
        return [{ rules: ['same'], whole: { ...base, event: value }, parts: [{ ...base, post: value }] }];
      });
    },
  });

type Slugged = WorldRecord & { readonly slug: string };

const takesSlugs = (semantics: Semantics): boolean => semantics.kind === 'union' && semantics.slugs === true;

const parameters = (['categories', 'tags'] as const).filter((name) => takesSlugs(semanticsOf('events', name)));

const hasSlug = (record: WorldRecord): record is Slugged => record.slug !== undefined;

/** Two terms by their slugs and by their ids, with another filter beside them or none. */
function spellings(world: World, parameter: Taxonomy): Arbitrary<Equation> {
  const extent = (terms: readonly WorldRecord[]) =>
    extentOf(world, 'events', { [parameter]: terms.map(({ ref }) => ref) });
  const assigned = world.of(parameter).filter((term) => extent([term]).size > 0);
  const pairs = pairsOf(assigned.filter(hasSlug));
  if (pairs.length === 0) throw new WorldLacks(`the target shows too few slugs of ${parameter}`);
  const drawn = fc.tuple(fc.constantFrom(...pairs), beside(world, 'events', [parameter]));
  const value = (terms: readonly WorldRecord[]) => terms.map(({ ref }) => ref);
  return preferring(drawn, ([pair, others]) =>
    pair.every(
      (term) => inAll([{ name: parameter, value: value(pair), extent: extent([term]) }, ...others]).length > 0,
    ),
  ).map(([pair, others]) => {
    const base = toQuery(world, 'events', others);
    return {
      rules: ['same'],
      whole: { ...base, [parameter]: pair.map(({ slug }) => slug) },
      parts: [{ ...base, [parameter]: value(pair) }],
    };
  });
}

function demandSlugs({ profile }: World): void {
  const taken = alternativesFor(profile, 'list.terms-by-slug').every((one) => one === 'ids-and-slugs');
  if (!taken) throw new WorldLacks('the target is not known to accept slugs');
}

/** Slugs stand for ids, several as well as one. */
export const takesSlugsForIds: CalendarRequirement = relates({
  name: 'slugs-for-ids',
  collection: 'events',
  parameters,
  statement: 'Filtering events by the slugs of categories or tags returns the same as by their ids.',
  cost: 4,
  equations(world) {
    demandSlugs(world);
    return allOrFewer(parameters.map((parameter) => spellings(world, parameter)));
  },
});
