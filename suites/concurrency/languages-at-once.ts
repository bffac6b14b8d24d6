import fc from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { languages } from '../../contract/queries.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { findListed } from '../expect/find-listed.js';
import { belongingOf, expectListed, localizedOf } from '../language/localized.js';

/** As many languages beside that of a record as are asked for at the same time. */
const OTHERS = 2;

/** The language of a request is its own, and not that of the last one that came in. */
export const keepsLanguagesApart: CalendarRequirement = requirement({
  id: 'concurrency.events.languages',
  level: 'MUST',
  parallel: true,
  clause: 'coherence.parallel',
  alsoCovers: ['language.parameter'],
  operations: ['events.list'],
  profile: 'coherence',
  needs: ['events.list', 'events.create'],
  effects: 'reads',
  statement:
    'Lists of events requested in several languages at the same time are each in the language of their request.',
  cost: 1 + OTHERS,
  given(world) {
    const { language: own } = localizedOf(world, 'events');
    const others = languages.filter((language) => language !== own).slice(0, OTHERS);
    return droppableButOne([own, ...others].map((language) => fc.constant(language)));
  },
  async check({ calendar, world }, some) {
    if (belongingOf(world, 'events') !== 'one') throw new DoesNotApply('lists show events of other languages, too');
    const made = localizedOf(world, 'events');
    const lists = await Promise.all(
      some.map(async (language) => {
        const sought = { ...made, via: { language }, listed: language === made.language };
        return { sought, found: await findListed(calendar, sought) };
      }),
    );
    for (const { sought, found } of lists) expectListed(found, sought);
  },
});
