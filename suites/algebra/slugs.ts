import fc, { type Arbitrary } from 'fast-check';
import { WorldLacks } from '../../harness/deviation.js';
import { alternativesFor } from '../../target/alternatives.js';
import type { CalendarRequirement } from '../../target/subject.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { allOrFewer } from '../all-or-fewer.js';
import { preferring } from '../lists/telling.js';
import type { Taxonomy } from '../lists/terms.js';
import { beside } from './beside.js';
import type { Equation } from './equation.js';
import { extentOf, inAll, toQuery } from './filters.js';
import { relates } from './relation.js';
import { type Semantics, semanticsOf } from './semantics.js';
import { pairsOf } from './sharp.js';

type Slugged = WorldRecord & { readonly slug: string };

const takesSlugs = (semantics: Semantics | undefined): boolean =>
  semantics?.kind === 'union' && semantics.slugs === true;

const parameters = (['categories', 'tags'] as const).filter((name) => takesSlugs(semanticsOf('events')[name]));

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
    const ground = toQuery(world, 'events', others);
    return {
      rules: ['same'],
      whole: { ...ground, [parameter]: pair.map(({ slug }) => slug) },
      parts: [{ ...ground, [parameter]: value(pair) }],
    };
  });
}

function demandSlugs({ profile }: World): void {
  const taken = alternativesFor(profile, 'list.terms-by-slug').every((one) => one === 'ids-and-slugs');
  if (!taken) throw new WorldLacks('slugs are not known to be taken');
}

/** Slugs stand for ids, several as well as one. */
export const takesSlugsForIds: CalendarRequirement = relates({
  name: 'slugs-for-ids',
  collection: 'events',
  parameters,
  statement: 'A list of events by the slugs of categories or tags holds the same as one by their ids.',
  cost: 4,
  equations(world) {
    demandSlugs(world);
    return allOrFewer(parameters.map((parameter) => spellings(world, parameter)));
  },
});
