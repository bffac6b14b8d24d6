import fc from 'fast-check';
import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { OWN_PASSWORD } from '../../adapter/ownership/discard.js';
import { byId, bySlug, itemPath } from '../../adapter/reading/paths.js';
import { unfilteredFor } from '../../adapter/reading/record-queries.js';
import { requirement } from '../../adapter/subject.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import { expectResponse, expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { textOf } from '../../wire/message-body.js';
import { isDenied, isGranted, statusOf } from '../../wire/status.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { expectHandled } from '../expect/expect-handled.js';
import { expectField } from '../expect/expect-shown.js';
import { findListed, itemsIfListed } from '../expect/find-listed.js';
import { slugIfShown } from '../expect/record-address.js';
import { nearPasswords } from './near-passwords.js';

const WRONG_PASSWORD = 'needless-8';

/** An event of ours, and a word of its description that stands nowhere else. */
export interface Guarded {
  readonly calendar: Calendar;
  readonly made: Made;
  readonly secret: string;
}

/** What is not guarded, by whatever request it shows. */
const about = { field: 'event.password' } as const;

/** An update that may protect the event, and one of what is protected then. */
const pairsOfVerbs = [
  ['PATCH', 'PUT'],
  ['POST', 'PATCH'],
  ['PUT', 'POST'],
] as const;

/** The item operations by id take a password, whether it is ignored, set or refused (reading `password.body`). */
export const updatesWithPassword = requirement({
  id: 'events.update.password',
  level: 'MUST',
  clause: 'event.password',
  alsoCovers: ['coherence.denied-everywhere'],
  profile: 'core',
  operations: ['events.update.post', 'events.update.put', 'events.update.patch', 'events.delete'],
  needs: ['events.create', 'events.delete'],
  effects: 'writes',
  statement:
    'Updates and a DELETE take a password beside other fields, and an event that an update hides with one stays hidden everywhere from requests without it.',
  cost: 6,
  given: (world, { turn }) =>
    fc.record({
      body: requiredOnly(resourceOf('events'), world),
      secret: fc.stringMatching(/^[a-z]{12}$/),
      verbs: inTurn(pairsOfVerbs, turn),
    }),
  async arrange({ calendar }, { body, secret }) {
    const whole = { ...body, description: `Behind the curtain: ${secret}.` };
    return { whole, made: await calendar.make('events', whole) };
  },
  async check({ calendar }, { secret, verbs: [first, second] }, { whole, made }) {
    const guarded = { calendar, made, secret };
    const update = async (verb: UpdateVerb): Promise<Written> => {
      const website = `https://example.org/${verb.toLowerCase()}`;
      const written = await calendar.update('events', byId(made), verb, { ...whole, website, password: OWN_PASSWORD });
      expectHandled(written.exchange, 'an update with a password');
      return written;
    };
    const one = await update(first);
    // Looked at before a later request with the password can open it.
    const read = await calendar.read('events', byId(made));
    const isProtected = isHidden(guarded, read);
    expectWritten(calendar, one, isProtected ? [] : [read]);
    const other = await update(second);
    if (isProtected) await expectProtected(guarded, whole, other);
    else expectWritten(calendar, other, [await calendar.read('events', byId(made))]);
    const deletion = await calendar.remove('events', byId(made), { password: OWN_PASSWORD });
    expectSuccess(deletion, 'a DELETE with the password of the event');
  },
});

/** Expects an update that was accepted to have written what stood beside the password, as far as reads show the event. */
function expectWritten(calendar: Calendar, { body, exchange: written }: Written, reads: readonly Exchange[]): void {
  const { website: sent = null } = body;
  const where = `the item after a ${written.request.method} with a password`;
  for (const exchange of isGranted(written) ? reads : [])
    for (const shown of [calendar.lens.recordIfAny('events', exchange)].flatMap((one) => one ?? []))
      expectField({ calendar, shown, field: 'website', sent, where, exchange });
}

export const shows = (exchange: Exchange, secret: string): boolean => textOf(expectResponse(exchange)).includes(secret);

/** Whether a read is denied, or shows no more what the create did. */
const isHidden = ({ made, secret }: Guarded, read: Exchange): boolean =>
  shows(made.exchange, secret) && (isDenied(read) || (isGranted(read) && !shows(read, secret)));

/** Expects nobody to come near an event without its password, before and after somebody had it. */
async function expectProtected(guarded: Guarded, whole: Payload, updated: Written): Promise<void> {
  await expectShut(guarded);
  const opened = await readWith(guarded, OWN_PASSWORD);
  expectSuccess(opened, 'a GET with the password of the event');
  const [expected, observed] = ['a GET with the password to show the description', 'an answer without it'];
  expectThat(shows(opened, guarded.secret), { kind: 'value', expected, observed, exchange: opened, about });
  expectWritten(guarded.calendar, updated, [opened]);
  await expectHiddenAfter(guarded);
  await expectStillShut(guarded);
  await expectWrittenAlike(guarded, whole);
}

/** An update that names the password beside its body, and sends none, leaves the event protected. */
async function expectStillShut(guarded: Guarded): Promise<void> {
  const { calendar, made } = guarded;
  const body = JSON.stringify({ website: 'https://example.org/beside' });
  const headers = [['content-type', 'application/json']] as const;
  const query = [['password', OWN_PASSWORD]] as const;
  await calendar.send({ method: 'PATCH', path: itemPath('events', byId(made)), query, headers, body });
  expectKept(guarded, await readWith(guarded), 'after an update without a password in its body');
}

/** A read of an event with this password, or with none. */
export const readWith = ({ calendar, made }: Guarded, password?: string): Promise<Exchange> =>
  calendar.read('events', byId(made), password === undefined ? {} : { password });

/** Expects an event to be hidden without its password, and with any other one. */
export async function expectShut(guarded: Guarded): Promise<void> {
  expectKept(guarded, await readWith(guarded), 'after updates with its password');
  for (const [how, near] of Object.entries(nearPasswords))
    expectKept(guarded, await readWith(guarded, near(OWN_PASSWORD)), `with a password ${how}`);
}

/** Expects an event that was opened to be hidden without its password, by slug and in lists too. */
export async function expectHiddenAfter(guarded: Guarded): Promise<void> {
  const { calendar, made } = guarded;
  expectKept(guarded, await readWith(guarded), 'without a password');
  const slug = slugIfShown(calendar, made.shown);
  if (slug !== undefined) expectKept(guarded, await calendar.read('events', bySlug(slug)), 'by slug');
  await expectUnlistedText(guarded);
}

/** Expects a response to keep what the password guards. */
export const expectKept = (guarded: Guarded, exchange: Exchange, how: string): void =>
  expectHides(guarded, textOf(expectResponse(exchange)), {
    expected: `a GET ${how} to hide the description, as one without a password did`,
    exchange,
  });

async function expectUnlistedText(guarded: Guarded): Promise<void> {
  const { shown, exchange } = await findListed(guarded.calendar, guarded.made);
  const expected = 'lists to hide the description, as a GET by id does';
  expectHides(guarded, JSON.stringify(shown?.json ?? null), { expected, exchange });
}

/** Anybody who finds an event by a word of what is hidden can guess it word by word. */
export async function expectNotFoundBy({ calendar, made, secret }: Guarded): Promise<void> {
  const search = (word: string): Promise<Exchange> =>
    calendar.list('events', { ...unfilteredFor(calendar.profile, 'events'), search: word });
  const holds = (exchange: Exchange): boolean =>
    itemsIfListed(calendar, 'events', exchange).some(({ id }) => id === made.id);
  const exchange = await search(secret);
  // Where any search finds it, searching is what is wrong.
  const isFound = holds(exchange) && !holds(await search(calendar.token()));
  const expected = 'a search for a word of the hidden description not to find the event';
  expectThat(!isFound, {
    kind: 'selection',
    expected,
    observed: `events/${made.id} found by "${secret}"`,
    exchange,
    about,
  });
}

/** Expects a text to hide what the password guards, and the password itself from a request without it. */
function expectHides(
  { secret }: Guarded,
  text: string,
  details: Pick<DeviationDetails, 'expected' | 'exchange'>,
): void {
  expectThat(!text.includes(secret), { ...details, kind: 'value', observed: `its word "${secret}"`, about });
  const isKnown = details.exchange?.request.target.includes(OWN_PASSWORD) === true;
  const expected = 'a response to a request without the password to hide the password';
  const observed = `its password "${OWN_PASSWORD}"`;
  expectThat(isKnown || !text.includes(OWN_PASSWORD), { ...details, kind: 'value', expected, observed, about });
}

/** Writes ask for the password alike (reading `password.write`); those with a wrong one may set it, and come last. */
async function expectWrittenAlike({ calendar, made }: Guarded, whole: Payload): Promise<void> {
  for (const more of [{}, { password: WRONG_PASSWORD }]) {
    const writes: Exchange[] = [];
    for (const verb of updateVerbs) {
      writes.push((await calendar.update('events', byId(made), verb, { ...whole, ...more })).exchange);
    }
    expectAlike(writes);
    if (writes.some(isGranted)) return;
  }
  const deletion = await calendar.remove('events', byId(made), { password: WRONG_PASSWORD });
  expectThat(!isGranted(deletion), {
    kind: 'status',
    expected: 'a DELETE with a wrong password to be refused, as updates with it are',
    observed: String(statusOf(deletion)),
    exchange: deletion,
  });
}

function expectAlike(writes: readonly Exchange[]): void {
  const odd = writes.find((exchange) => isGranted(exchange) !== isGranted(writes[0] ?? exchange));
  const [first] = writes;
  expectThat(odd === undefined, {
    kind: 'status',
    expected: `an answer like the ${first ? statusOf(first) : ''} to ${first?.request.method}`,
    observed: odd ? `${statusOf(odd)} to ${odd.request.method}` : '',
    ...(odd && { exchange: odd }),
  });
}
