import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId, shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
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

/** The author in the answer to a write, or else in that to a read; undefined where neither shows any. */
async function authorOf(calendar: Calendar, made: Made, answer: Shown | undefined): Promise<Authored | undefined> {
  const answered = answer && idsIn(calendar.lens.field(answer, 'author'))[0];
  if (answered !== undefined) return { made, author: answered, exchange: made.exchange };
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
  operations: authored.flatMap((collection) => [`${collection}.create`, `${collection}.update.patch`] as const),
  profile: 'coherence',
  needs: authored.flatMap((collection) => [`${collection}.create`, `${collection}.read`] as const),
  effects: 'writes',
  statement:
    'An author that one kind of record keeps is kept or refused by all kinds alike, and stays as it is when an update sends none.',
  cost: 8,
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
      const made = expectCreated(calendar, written);
      const one = await authorOf(calendar, made, made.shown);
      if (one) seen.push(one);
    }
    if (seen.length < 2) throw new DoesNotApply('fewer than two kinds of records take and show another author');
    if (!seen.some((one) => one.author === String(author))) throw new DoesNotApply('no record keeps another author');
    for (const one of seen) expectAuthor(one, author, 'as another kind of record keeps it');
    // All kinds but one: what each does with an author that is not sent is written for it.
    for (const one of seen.filter((_, at) => at !== world.seed % seen.length))
      expectAuthor(await updated(calendar, one), author, 'as it was before the update');
  },
});

function expectAuthor({ made, author: found, exchange }: Authored, author: number, why: string): void {
  const expected = `author ${author} in ${made.collection}/${made.id}, ${why}`;
  const about = { field: shownFieldId(made.collection, 'author') };
  expectThat(found === String(author), { kind: 'value', expected, observed: found ?? 'none', exchange, about });
}

/** The author after an update of another field; as before where it is refused. */
async function updated(calendar: Calendar, { made, ...before }: Authored): Promise<Authored> {
  const { collection, id } = made;
  const change = { description: `Of another author ${MARK}` };
  const { exchange } = await calendar.update(collection, byId({ id }), 'PATCH', change);
  if (isRefused(exchange)) return { made, ...before };
  expectSuccess(exchange, 'a PATCH of a description');
  const answer = calendar.lens.recordIfAny(collection, exchange);
  return (await authorOf(calendar, { ...made, exchange }, answer)) ?? { made, ...before };
}
