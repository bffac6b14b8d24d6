import { bySlug } from '../../target/paths.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { expectAlike } from '../coherence/alike.js';
import { expectFound } from '../expect-shown.js';
import { expectSame } from '../records/expect-identity.js';
import { collectionOf, type Name } from './action.js';
import { anyUpdate, creation } from './draw.js';
import type { Scene } from './law.js';
import { lifecycle } from './lifecycle.js';
import { basicsOf, bySlugReadsOf, updatesOf } from './operations.js';
import { actorOf, see } from './stage.js';

/** Expects a record to be the same by its id and by the slug that it shows there. */
async function isAlikeByBoth({ context }: Scene, name: Name): Promise<void> {
  const { calendar } = context;
  const { exchange: byId, ...first } = await see(context, name);
  const { made, slug = '' } = actorOf(context, name);
  const { exchange, ...second } = await expectFound(calendar, made.collection, bySlug(slug));
  expectSame(second, made, `by-slug/${slug}`, exchange);
  const one = { where: `${name} by id`, shown: first, exchange: byId };
  expectAlike(calendar, one, { where: `${name} by slug`, shown: second, exchange });
}

interface ViewedFamily {
  readonly family: string;
  readonly names: readonly [Name, Name];
  /** The fields that histories write, where they are not the usual ones. */
  readonly fields?: readonly string[];
  readonly requests: number;
}

const keepsViewsAlike = ({ family, names, fields, requests }: ViewedFamily): CalendarRequirement => {
  const collections = [...new Set(names.map(collectionOf))];
  const operations = [...bySlugReadsOf(...collections), ...updatesOf(...collections)];
  return lifecycle(
    {
      id: `${family}.lifecycle.views`,
      clause: 'coherence.shown-everywhere',
      alsoCovers: ['coherence.siblings', 'address.slug', 'http.freshness'],
      operations,
      profile: 'coherence',
      needs: [...basicsOf(...collections), ...operations],
      statement: `Whatever updates came before, a GET of ${collections.join(' and ')} by slug shows what a GET by id shows.`,
      cost: requests + 2 * names.length + 2,
    },
    {
      cast: names.map((name) => creation(name)),
      actions: [anyUpdate({ names, ...(fields && { fields: () => fields }) })],
      requests,
      dearest: 3,
      affected: ({ name }) => [name],
      observe: isAlikeByBoth,
      concluded: () => names,
    },
  );
};

/** The two addresses of a record never part, and never lead to another one. */
export const alikeViews: readonly CalendarRequirement[] = [
  keepsViewsAlike({
    family: 'events',
    names: ['events/1', 'events/2'],
    fields: ['title', 'description', 'slug'],
    requests: 12,
  }),
  keepsViewsAlike({ family: 'places', names: ['venues/1', 'organizers/1'], requests: 12 }),
];
