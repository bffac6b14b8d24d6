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

/** `exclude` is the rest of `include`, whatever stands beside both. */
export const excludesTheRest = (collection: Taxonomy): CalendarRequirement =>
  relates({
    name: 'exclude',
    collection,
    parameters: ['exclude', 'include'],
    statement: `Each of the ${collection} of a list is in it either by include or by exclude of the same ids.`,
    cost: 3,
    runs: 2,
    equations(world) {
      const named = filtersBy(world, collection, 'include');
      if (named.length === 0) throw new WorldLacks(`no ${collection} can be named`);
      const drawn = fc.tuple(fc.constantFrom(...named), beside(world, collection, ['include', 'exclude']));
      return preferring(
        drawn,
        ([one, others]) => divides(one, others),
        ([one, others]) => inAll([one, ...others]).length > 0,
      ).map(([{ value }, others]) => {
        const whole = toQuery(world, collection, others);
        return [
          {
            rules: ['partition'],
            whole,
            parts: [
              { ...whole, include: value },
              { ...whole, exclude: value },
            ],
          },
        ];
      });
    },
  });
