import fc, { type Arbitrary } from 'fast-check';
import type { Via } from '../../adapter/reading/paths.js';
import type { Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { WorldEvent } from '../../contract/world-file.js';
import { expectResponse, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { textOf } from '../../wire/message-body.js';
import type { Sought } from '../expect/find-listed.js';

/** A protected event that a world file names and that was found on the target. */
interface Protected extends Sought {
  readonly password: string;
  readonly event: WorldEvent;
  /** A word of its description that stands in nothing that may be shown of it. */
  readonly secret: string;
  /** The language that its lists are asked for in. */
  readonly via: Via;
}

/** The key of a protected event. @throws Inconclusive when none was found. */
export function protectedKey(world: World): Arbitrary<string> {
  const keys = (world.provisioned.file.events ?? []).flatMap((event) => (toProtected(world, event) ? [event.key] : []));
  if (keys.length === 0) throw new Inconclusive('no protected event with a recognizable description was found');
  return fc.constantFrom(...keys);
}

/** The protected event with this key. */
export function protectedEvent(world: World, key: string): Protected {
  const event = world.provisioned.file.events?.find((one) => one.key === key);
  const found = event && toProtected(world, event);
  if (!found) throw new Inconclusive(`the protected event ${key} was not found`);
  return found;
}

/** A protected event that its password has just opened: what a target remembers of that answer is for nobody else. */
export async function openedEvent({ calendar, world }: Subject, key: string): Promise<Protected> {
  const event = protectedEvent(world, key);
  const query = [['password', event.password]] as const;
  await calendar.send({ method: 'GET', path: `/events/${event.id}`, query, via: event.via });
  return event;
}

function toProtected({ provisioned }: World, event: WorldEvent): Protected | undefined {
  const id = provisioned.idOf('events', event.key);
  const secret = secretOf(event);
  const { password, language, title, start_date: start } = event;
  if (password === undefined || id === undefined || secret === undefined || typeof start !== 'string') return undefined;
  const body = { title: String(title), start_date: start };
  return { collection: 'events', id, body, password, event, secret, via: language === undefined ? {} : { language } };
}

/** What a refusal may well say itself. */
const COMMON = /passw|protect|authori|permission|forbidden|require|visible|private|content/i;

/** The longest word of the description that neither the public fields nor an error message would hold. */
function secretOf({ description, ...others }: WorldEvent): string | undefined {
  const shown = JSON.stringify({ ...others, password: '', excerpt: '' }).toLowerCase();
  const words = String(description ?? '').match(/[a-z]{7,}/gi) ?? [];
  return words
    .filter((word) => !COMMON.test(word) && !shown.includes(word.toLowerCase()))
    .toSorted((one, other) => other.length - one.length)[0];
}

/** Expects an answer, whether it is a refusal or not, to keep what a protected event hides. */
export const expectSecretKept = (exchange: Exchange, event: Protected): void =>
  expectSecretKeptIn(textOf(expectResponse(exchange)), event, exchange);

/** Expects a part of an answer to keep what a protected event hides, and the password from a request without it. */
export function expectSecretKeptIn(text: string, hidden: Protected, exchange: Exchange): void {
  const { secret } = hidden;
  const kept = !text.toLowerCase().includes(secret.toLowerCase());
  const [expected, observed] = ['the protected description to stay hidden', `its word "${secret}"`];
  expectThat(kept, { kind: 'value', expected, observed, exchange, sign: { text: secret } });
  expectThat(!showsPassword(text, hidden, exchange), {
    kind: 'value',
    expected: 'the password of the event to stay hidden',
    observed: 'a member that is the password',
    exchange,
  });
}

/** Whether a member named after a password is that of the event, where the request does not name it. */
function showsPassword(text: string, { password }: Protected, { request: { target } }: Exchange): boolean {
  const members = text.matchAll(/"[^"]*passw[^"]*"\s*:\s*("(?:[^"\\]|\\.)*")/gi);
  return !target.includes(password) && [...members].some(([, value]) => value === JSON.stringify(password));
}
