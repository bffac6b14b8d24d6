import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { otherThan } from '../../adapter/learn/learn-languages.js';
import { requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, collections } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { findListed } from '../expect/find-listed.js';
import { localizedOf, separatesSegments } from './localized.js';

/** The collections with lists that keep languages apart, by parameter and by segment, and with a record of one. */
const separating = (world: World): readonly Collection[] =>
  collections.filter(
    (collection) => world.localized.some(({ ref }) => ref.ref === collection) && separatesSegments(world, collection),
  );

/** Which of the two selected the list of a collection. */
interface Won {
  readonly collection: Collection;
  readonly by: 'the parameter' | 'the segment';
  readonly exchange: Exchange;
}

/** Searches for a record under the segment of another language, with its own language as parameter. */
async function winnerIn(calendar: Calendar, world: World, collection: Collection): Promise<Won> {
  const { language, ...sought } = localizedOf(world, collection);
  const { shown, exchange } = await findListed(calendar, {
    ...sought,
    via: { segment: otherThan(language), language },
  });
  return { collection, by: shown ? 'the parameter' : 'the segment', exchange };
}

const toText = (all: readonly Won[]): string => all.map(({ collection, by }) => `${by} in ${collection}`).join(', ');

/** The exchange of one of those that are fewer. */
function oddOf(all: readonly Won[]): Exchange | undefined {
  const like = ({ by }: Won): number => all.filter((other) => other.by === by).length;
  return all.toSorted((one, other) => like(one) - like(other))[0]?.exchange;
}

/** Which one wins is open (reading `language.conflict`), of the interface as a whole. */
export const agreesOnWinner = requirement({
  id: 'language.lists.segment-or-parameter',
  level: 'MUST',
  clause: 'language.parameter',
  alsoCovers: ['language.segment'],
  operations: collections.map((collection) => `${collection}.list` as const),
  profile: 'core',
  needs: ['events.list', 'language.segment', 'lists.created'],
  effects: 'reads',
  statement:
    'Where segment and parameter name different languages, the same one of them selects the lists of all collections.',
  cost: collections.length,
  given: (world) => fc.constant(separating(world)),
  async check({ calendar, world }, compared) {
    if (compared.length < 2) throw new DoesNotApply('languages do not select the lists of two collections');
    const all: Won[] = [];
    for (const collection of compared) all.push(await winnerIn(calendar, world, collection));
    const exchange = oddOf(all);
    expectThat(new Set(all.map(({ by }) => by)).size === 1, {
      kind: 'selection',
      expected: 'the lists of all collections to follow one of segment and parameter',
      observed: toText(all),
      ...(exchange && { exchange }),
    });
  },
});
