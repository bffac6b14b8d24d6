import fc from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { resources } from '../../contract/resources.js';
import { expectAbsent } from '../../harness/expectations.js';
import { bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { itemOperation, slugOf } from './addressed.js';
import { expectOther } from './expect-identity.js';
import { publicRecord } from './specimens.js';

/** What is nearly a record's slug, and what it is called. */
const nearSlugs = {
  prefix: { says: 'a part of', of: (slug: string) => slug.slice(0, -1) },
  extension: { says: 'more than', of: (slug: string) => `${slug}-x` },
  'id-as-slug': { says: 'the id instead of', of: (_: string, id: string) => id },
} as const;

export const nearMisses = Object.keys(nearSlugs) as readonly (keyof typeof nearSlugs)[];

const infoOf = (collection: Collection) =>
  ({
    level: 'MUST',
    clause: 'address.slug',
    operations: [itemOperation(collection, 'slug', 'GET')],
    profile: 'core',
    effects: 'reads',
  }) as const;

/** A slug is compared whole, and with slugs alone. */
export const findsNoNearSlug = (collection: Collection, kind: keyof typeof nearSlugs): CalendarRequirement => {
  const { says, of } = nearSlugs[kind];
  return requirement({
    ...infoOf(collection),
    id: `${collection}.by-slug.read.${kind}`,
    needs: infoOf(collection).operations,
    statement: `A GET by ${says} its slug does not find ${withArticle(resources[collection].singular)}.`,
    cost: 1,
    given: (world) => publicRecord(world, collection),
    async arrange({ calendar, world }, ref) {
      const { id, slug } = world.record(ref);
      return slug || slugOf(calendar, { collection, id });
    },
    async check({ calendar }, ref, slug) {
      const id = calendar.idOf(ref);
      const near = of(slug, id);
      const exchange = await calendar.read(collection, bySlug(near));
      expectOther(calendar, { collection, id }, `by-slug/${near}`, exchange);
    },
  });
};

/** A slug that no record has leads nowhere. */
export const findsNoUnknownSlug = (collection: Collection): CalendarRequirement =>
  requirement({
    ...infoOf(collection),
    id: `${collection}.by-slug.read.unknown-slug`,
    alsoCovers: [`${resources[collection].singular}.read`],
    needs: infoOf(collection).operations,
    statement: `A GET by a slug that no ${resources[collection].singular} has finds nothing.`,
    cost: 1,
    given: () => fc.integer({ min: 10_000, max: 99_999 }).map((number) => `no-such-record-${number}`),
    async check({ calendar }, slug) {
      expectAbsent(await calendar.read(collection, bySlug(slug)), `${collection}/by-slug/${slug}`);
    },
  });
