import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId, shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isRefused } from '../../wire/status.js';
import { expectCreated, expectFound } from '../expect/expect-shown.js';
import { isShownBy } from '../expect/shown-in.js';

const authored = ['events', 'venues', 'organizers'] as const;

/** What a record shows of an author that was sent and taken. */
interface Authored {
  readonly made: Made;
  readonly author: string | undefined;
  readonly exchange: Exchange;
}

/** The author in the answer to the create, or else in that to a read. */
async function authorOf(calendar: Calendar, made: Made): Promise<Authored | undefined> {
  const created = idsIn(calendar.lens.field(made.shown, 'author'))[0];
  if (created !== undefined) return { made, author: created, exchange: made.exchange };
  const { exchange, ...shown } = await expectFound(calendar, made.collection, byId(made));
  if (!isShownBy(calendar, shown, 'author')) return undefined;
  return { made, author: idsIn(calendar.lens.field(shown, 'author'))[0], exchange };
}

/** Whether somebody of that id can be an author is open (gap.body.values): kept in one kind of record, it is kept in all. */
export const keepsAuthorsEverywhere: CalendarRequirement = requirement({
  id: 'coherence.authors',
  level: 'MUST',
  clause: 'coherence.kept-write',
  alsoCovers: authored.map((collection) => fieldClauseId(collection, 'author')),
  operations: authored.map((collection) => `${collection}.create` as const),
  profile: 'coherence',
  needs: authored.flatMap((collection) => [`${collection}.create`, `${collection}.read`] as const),
  effects: 'writes',
  statement: 'An author that one kind of record keeps is kept, or refused, in events, venues and organizers alike.',
  cost: 3 * authored.length,
  given(world) {
    const small = (collection: Collection) => payload(resourceOf(collection), world, { only: [], omit: ['author'] });
    return fc.record({ events: small('events'), venues: small('venues'), organizers: small('organizers') });
  },
  async check({ calendar, world }, bodies) {
    const author = Math.max(1, ...world.accepted.author) + 1;
    const seen: Authored[] = [];
    for (const collection of authored) {
      const written = await calendar.create(collection, { ...bodies[collection], author });
      if (isRefused(written.exchange)) continue;
      const one = await authorOf(calendar, expectCreated(calendar, written));
      if (one) seen.push(one);
    }
    if (seen.length < 2) throw new DoesNotApply('fewer than two kinds of records take and show another author');
    if (!seen.some((one) => one.author === String(author))) throw new DoesNotApply('no record keeps another author');
    for (const { made, author: found, exchange } of seen) {
      const expected = `author ${author} in ${made.collection}/${made.id}, as another kind of record keeps it`;
      const about = { field: shownFieldId(made.collection, 'author') };
      expectThat(found === String(author), { kind: 'value', expected, observed: found ?? 'none', exchange, about });
    }
  },
});
