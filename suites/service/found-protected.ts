import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { isProtected } from '../../adapter/learn/protected-events.js';
import { isBlank, toText } from '../../adapter/notation/shown-values.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { requirement, type Subject } from '../../adapter/subject.js';
import type { FoundEvent, World } from '../../adapter/world/world.js';
import { excerpt } from '../../kernel/excerpt.js';
import { expectResponse, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { findListed } from '../expect/find-listed.js';
import { fieldOfFound } from '../expect/shown-in.js';

const found = {
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['event.password'],
  profile: 'coherence',
  effects: 'reads',
  cost: 3,
} as const;

function protectedOne({ existing: { protectedEvents } }: World): Arbitrary<FoundEvent> {
  if (protectedEvents.length === 0) throw new Inconclusive('no protected event was found');
  return fc.constantFrom(...protectedEvents);
}

const textIn = (calendar: Calendar, shown: Pick<Shown, 'json'> | undefined, field: string): string => {
  const value = shown && fieldOfFound(calendar, shown, field);
  return isBlank(value) ? '' : toText(value);
};

/** A protected event that somebody else wrote, and what a read without a password shows for its description. */
interface Withheld extends FoundEvent {
  readonly plain: string;
}

async function stillProtected({ calendar }: Subject, event: FoundEvent): Promise<Withheld> {
  const exchange = await calendar.read('events', byId(event));
  if (!isProtected(exchange)) throw new Inconclusive(`the event ${event.id} is not protected any more`);
  return { ...event, plain: textIn(calendar, calendar.lens.recordIfAny('events', exchange), 'description') };
}

/** What services write in the place of what they hide. */
const STAND_IN = /passw|protect|wachtwoord|mot de passe|geschützt/i;

/** Expects a description to be hidden, or to be what a read without a password shows in its place. */
function expectHidden(text: string, { plain }: Withheld, exchange: Exchange): void {
  const isHidden = text.trim() === '' || text === plain || STAND_IN.test(text);
  expectThat(isHidden, () => ({
    kind: 'value',
    expected: 'the description to stay hidden, as in a GET without a password',
    observed: excerpt(text),
    exchange,
  }));
}

/** Nobody gets in by guessing. */
export const hidesFromGuess = requirement({
  ...found,
  id: 'events.read.password-guessed',
  operations: ['events.read'],
  needs: ['events.read', 'existing.protected-event'],
  statement:
    'A GET of a protected event with a guessed password does not show a description that a GET without one hides.',
  given: (world) => fc.record({ event: protectedOne(world), guess: fc.stringMatching(/^[a-z]{8,12}-\d{2}$/) }),
  arrange: (subject, { event }) => stillProtected(subject, event),
  async check({ calendar }, { guess }, withheld) {
    const query = [['password', guess]] as const;
    const exchange = await calendar.send({ method: 'GET', path: `/events/${withheld.id}`, query });
    expectResponse(exchange);
    expectHidden(textIn(calendar, calendar.lens.recordIfAny('events', exchange), 'description'), withheld, exchange);
  },
});

/** The address by slug takes no password, so it shows what anyone may see. */
export const hidesFoundBySlug = requirement({
  ...found,
  id: 'events.by-slug.read.found-protected',
  operations: ['events.by-slug.read'],
  needs: ['events.by-slug.read', 'existing.protected-event'],
  statement: 'A GET by slug does not show a description that a GET by id hides.',
  given: (world) => fc.record({ event: protectedOne(world) }),
  arrange: (subject, { event }) => stillProtected(subject, event),
  async check({ calendar }, _, withheld) {
    const slug = textIn(calendar, withheld, 'slug') || toSlug(textIn(calendar, withheld, 'title'));
    const exchange = await calendar.read('events', bySlug(slug));
    const shown = calendar.lens.recordIfAny('events', exchange);
    // Without a slug in lists, the one that most services make of a title may be that of another event, or of none.
    const isFound = shown ? shown.id === withheld.id : isProtected(exchange);
    if (!isFound) throw new Inconclusive('the slug of the event is not known');
    expectHidden(textIn(calendar, shown, 'description'), withheld, exchange);
  },
});

const toSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** What is hidden by id is hidden in lists, however they were asked for it. */
export const hidesFoundInLists = requirement({
  ...found,
  id: 'events.list.found-protected',
  operations: ['events.list'],
  needs: ['events.list', 'existing.protected-event'],
  statement: 'Lists filtered by days, by include or by search do not show a description that a GET by id hides.',
  cost: 4,
  given: (world) => fc.record({ event: protectedOne(world) }),
  arrange: (subject, { event }) => stillProtected(subject, event),
  async check({ calendar }, _, withheld) {
    const body = {
      title: textIn(calendar, withheld, 'title'),
      start_date: fieldOfFound(calendar, withheld, 'start_date') ?? null,
    };
    const sought = { collection: 'events', id: withheld.id, body } as const;
    for (const more of [{}, { search: body.title }, { include: [withheld.id] }]) {
      const { shown, exchange } = await findListed(calendar, sought, more);
      expectHidden(textIn(calendar, shown, 'description'), withheld, exchange);
    }
  },
});
