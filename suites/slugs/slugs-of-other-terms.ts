import fc from 'fast-check';
import { type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import { browse } from '../../adapter/reading/browse.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { publicRecord } from '../arbitraries/any-record.js';
import { expectMembership } from '../expect/expect-list.js';
import { slugOf } from '../expect/record-address.js';
import { linksOf, sameRef } from '../model/judgement.js';
import { listAround, windowOf } from '../queries/base-query.js';

const isBySlug = ({ profile }: World): boolean =>
  alternativesFor(profile, 'list.terms-by-slug').every((one) => one === 'ids-and-slugs');

interface Arranged {
  readonly event: Made;
  readonly slug: string;
}

/** Categories and tags are often rows of one table, and one may have the slug of the other. */
export const keepsTermSlugsApart: CalendarRequirement = requirement({
  id: 'events.list.terms-of-one-slug',
  level: 'MUST',
  clause: listClauseId('events', 'categories'),
  alsoCovers: [listClauseId('events', 'tags')],
  operations: ['events.list'],
  profile: 'core',
  needs: ['tags.create', 'events.create', 'lists.created'],
  effects: 'writes',
  statement:
    'A list of events by the slug of a category leaves out those that only have a tag of that slug, and the other way round.',
  cost: 5,
  given: (world) =>
    fc.record({
      category: publicRecord(world, 'categories'),
      tag: payload(resourceOf('tags'), world, { only: [] }),
      event: payload(resourceOf('events'), world, { only: [] }),
    }),
  async arrange({ calendar, world }, { category, tag, event }): Promise<Arranged> {
    const { id, slug: shown } = world.record(category);
    const slug = shown ?? (await slugOf(calendar, { collection: 'categories', id }));
    if (!isBySlug(world)) throw new DoesNotApply('events are not listed by slugs of terms');
    const twin = await calendar.make('tags', { ...tag, slug });
    if ((await slugOf(calendar, twin)) !== slug) throw new DoesNotApply('no tag gets the slug of a category');
    return { slug, event: await calendar.make('events', { ...event, tags: [toWireId(twin.id)] }) };
  },
  async check({ calendar, world }, { category }, { event, slug }) {
    const around = listAround(world, 'events', event.body);
    expectMembership(await browse(calendar, 'events', { ...around, categories: [slug] }), event, false);
    const tagged = await browse(calendar, 'events', { ...windowOf(world), tags: [slug] });
    const inCategory = world
      .of('events')
      .filter((one) => linksOf(one, 'categories')?.some((ref) => sameRef(ref, category)));
    for (const { id } of inCategory) expectMembership(tagged, { collection: 'events', id }, false);
  },
});
