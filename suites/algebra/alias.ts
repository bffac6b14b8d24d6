import fc from 'fast-check';
import { WorldLacks } from '../../harness/deviation.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { preferring } from '../lists/telling.js';
import type { Taxonomy } from '../lists/terms.js';
import { beside } from './beside.js';
import { inAll, toQuery } from './filters.js';
import { relates } from './relation.js';
import { filtersBy } from './several-filters.js';
import { divides } from './sharp.js';

/** `event` is another name of `post`, whatever stands beside it. */
export const takesEventForPost = (collection: Taxonomy): CalendarRequirement =>
  relates({
    name: 'event-for-post',
    collection,
    parameters: ['event', 'post'],
    statement: `A list of ${collection} by event holds the same as one by post.`,
    cost: 2,
    runs: 2,
    equations(world) {
      const events = filtersBy(world, collection, 'event');
      if (events.length === 0) throw new WorldLacks(`no event tells the ${collection} apart`);
      const drawn = fc.tuple(fc.constantFrom(...events), beside(world, collection, ['event', 'post']));
      return preferring(
        drawn,
        ([event, others]) => others.length > 0 && divides(event, others),
        ([event, others]) => divides(event, others),
        ([event, others]) => inAll([event, ...others]).length > 0,
      ).map(([{ value }, others]) => {
        const ground = toQuery(world, collection, others);
        return [{ rules: ['same'], whole: { ...ground, event: value }, parts: [{ ...ground, post: value }] }];
      });
    },
  });
