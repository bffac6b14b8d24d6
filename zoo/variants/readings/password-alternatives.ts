import type { Interceptor, Outcome, Send } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { alsoForHead, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { recordBefore, seenBy } from '../../intercept/record-lookup.js';
import { bodyOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toJsonResponse, toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { type Variant, withoutProtected } from '../../variant.js';

const open =
  /^(id|rest_url|title|status|all_day|timezone|(utc_)?(start|end)_date|date|date_utc|modified|modified_utc)$/;

/** An event without what a password protects: with its title and dates, and the ids of what it is linked to. */
const redacted = (event: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => {
      if (isJsonArray(value)) return [name, value.map((one) => (isJsonObject(one) ? { id: one.id ?? null } : one))];
      return [name, open.test(name) ? value : null];
    }),
  );

/** The password that a request names, as parameter or in its body. */
function passwordOf({ query, request }: OperationCall): string | undefined {
  const inBody = bodyOf(request)?.password;
  return query.get('password') ?? (typeof inBody === 'string' ? inBody : undefined);
}

/** A protected event as its list shows it. */
async function inList(lens: WireView, asked: OperationCall, next: Send): Promise<Outcome | undefined> {
  const { at, address, request } = asked;
  const bare = withParameter(withoutParameter(request, 'password'), 'include', String(Number(address)));
  const target = bare.target.replace(/^[^?]*/, at('/events'));
  const [event] = lens.items('events', await seenBy({ lens, asked, next }, target));
  return event && toJsonResponse(200, redacted(event));
}

/** Shows a protected event without what it protects to whom does not name its password. */
const showingRedacted = (lens: WireView): Interceptor =>
  interceptOperation(lens, { id: 'events.read' }, async (asked, next) => {
    const outcome = await next(asked.request);
    return (statusOf(outcome) === 403 && (await inList(lens, asked, next))) || outcome;
  });

/** Writes a protected event for whom does not name its password, once anybody has; what is shown then is redacted. */
function writingWithout(lens: WireView): Interceptor {
  const passwords = new Map<string, string>();
  return interceptOperation(lens, { collection: 'events', addressing: 'id' }, async (asked, next) => {
    const { request, address, operation } = asked;
    const outcome = await next(request);
    const given = passwordOf(asked);
    if (given !== undefined && isGranted(outcome)) passwords.set(address, given);
    const known = passwords.get(address);
    if (operation.kind === 'read' || statusOf(outcome) !== 403 || known === undefined) return outcome;
    return lens.editRecord('events', await next(withParameter(request, 'password', known)), redacted);
  });
}

/** Lets an update protect an event, and then nobody near it without its password. */
function protecting(lens: WireView): Interceptor {
  const passwords = new Map<string, string>();
  const isShut = (asked: OperationCall): boolean => {
    const password = passwords.get(asked.address);
    return password !== undefined && passwordOf(asked) !== password;
  };
  const guard = interceptOperation(lens, { collection: 'events', addressing: 'id' }, async (asked, next) => {
    if (isShut(asked)) return toRefusal(403);
    const target = withoutParameter(asked.request, 'password').target;
    const isOpen = isGranted(await seenBy({ lens, asked, next }, target));
    const outcome = await next(asked.request);
    const sent = bodyOf(asked.request)?.password;
    const sets = asked.operation.kind === 'update' && typeof sent === 'string' && sent !== '' && isOpen;
    if (sets && isGranted(outcome)) passwords.set(asked.address, sent);
    return outcome;
  });
  const isProtected = (event: JsonObject | undefined): boolean =>
    event !== undefined && passwords.has(lens.id('events', event));
  const shutBySlug = interceptOperation(lens, { collection: 'events', addressing: 'slug' }, async (asked, next) =>
    isProtected(await recordBefore({ lens, asked, next })) ? toRefusal(403) : next(asked.request),
  );
  const hide = interceptOperation(lens, { id: 'events.list' }, async ({ request }, next) =>
    lens.editItems('events', await next(request), (events) =>
      events.map((event) => (isProtected(event) ? redacted(event) : event)),
    ),
  );
  return inTurn(guard, shutBySlug, hide);
}

/** Refuses to update an event that has no password with one. */
const refusing = (lens: WireView): Interceptor =>
  interceptOperation(lens, { kind: 'update', collection: 'events', addressing: 'id' }, async (asked, next) => {
    if (bodyOf(asked.request)?.password === undefined) return next(asked.request);
    return isGranted(await seenBy({ lens, asked, next })) ? toRefusal(400) : next(asked.request);
  });

/** The other readings of what a password does. */
export const passwordReadings: readonly Variant[] = [
  {
    id: 'reading.password-hides-content',
    aspect: 'reading.access',
    statement:
      'Without its password a protected event is shown by its id without what it protects, and can be written; an update with a password protects an event.',
    readings: { 'password.read': 'redacted', 'password.write': 'not-needed', 'password.body': 'sets' },
    allowances: withoutProtected('A read leaves out what is protected and does not say so.'),
    create: (_, lens) => alsoForHead(inTurn(showingRedacted(lens), writingWithout(lens), protecting(lens))),
  },
  {
    id: 'reading.password-sent-in-vain-refused',
    aspect: 'reading.access',
    statement: 'An update with a password is refused where the event has none.',
    readings: { 'password.body': 'refused' },
    create: (_, lens) => refusing(lens),
  },
];
