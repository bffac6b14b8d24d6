import type { Interceptor, Outcome, Send, WireRequest } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { createConfusedDeputy } from '../../intercept/confused-deputy.js';
import { alsoForHead, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { respondWith, wholeList } from '../../intercept/list-walk.js';
import { type CallContext, recordBefore, seenBy } from '../../intercept/record-lookup.js';
import { bodyOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toJsonResponse, toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { type Variant, withoutProtected } from '../../variant.js';

const OPEN =
  /^(id|rest_url|title|status|all_day|timezone|(utc_)?(start|end)_date|date|date_utc|modified|modified_utc)$/;

/** Whether a field of a protected event is shown to everybody. */
export const isOpen = (name: string): boolean => OPEN.test(name);

/** An event without what a password protects: with its title and dates, and the ids of what it is linked to. */
const redacted = (event: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => {
      if (isJsonArray(value)) return [name, value.map((one) => (isJsonObject(one) ? { id: one.id ?? null } : one))];
      return [name, isOpen(name) ? value : null];
    }),
  );

/** The password that a request names, as parameter or in its body. */
export function passwordOf({ query, request }: OperationCall): string | undefined {
  const inBody = bodyOf(request)?.password;
  return query.get('password') ?? (typeof inBody === 'string' ? inBody : undefined);
}

/** A protected event as its list shows it. */
export async function asListed(view: WireView, call: OperationCall, next: Send): Promise<JsonObject | undefined> {
  const { at, address, request } = call;
  const bare = withParameter(withoutParameter(request, 'password'), 'include', String(Number(address)));
  const target = bare.target.replace(/^[^?]*/, at('/events'));
  return view.items('events', await seenBy({ view, call, next }, target))[0];
}

/** Shows a protected event without what it protects to whom does not name its password. */
const showingRedacted = (view: WireView): Interceptor =>
  interceptOperation(view, { id: 'events.read' }, async (call, next) => {
    const outcome = await next(call.request);
    const event = statusOf(outcome) === 403 ? await asListed(view, call, next) : undefined;
    return event ? toJsonResponse(200, redacted(event)) : outcome;
  });

/** Writes a protected event for whom does not name its password, once anybody has; what is shown then is redacted. */
function writingWithout(view: WireView): Interceptor {
  const passwords = new Map<string, string>();
  return interceptOperation(view, { collection: 'events', addressing: 'id' }, async (call, next) => {
    const { request, address, operation } = call;
    const outcome = await next(request);
    const given = passwordOf(call);
    if (given !== undefined && isGranted(outcome)) passwords.set(address, given);
    const known = passwords.get(address);
    if (operation.kind === 'read' || statusOf(outcome) !== 403 || known === undefined) return outcome;
    return view.editRecord('events', await next(withParameter(request, 'password', known)), redacted);
  });
}

/** What a protection lets through: a conforming one the right password alone, and nothing by slug or in lists. */
interface Protection {
  readonly opens?: (call: OperationCall, password: string) => boolean;
  readonly bySlug?: 'shut' | 'open';
  readonly inLists?: 'shut' | 'open' | 'with-password' | 'found-by-hidden-words';
  /** Whether an update without a password ends it. */
  readonly ends?: 'by-update';
  /** Whether another password that a later update sets opens it beside the former one. */
  readonly changes?: 'add';
  /** For which requests it is shut; by default for all. */
  readonly shutsOut?: (request: WireRequest) => boolean;
}

/** Whether a request names the password of the event. */
export const names = (call: OperationCall, password: string): boolean => passwordOf(call) === password;

/** Lets an update protect an event, and then nobody near it without its password. */
export function protecting(
  view: WireView,
  { opens = names, bySlug, inLists, ends, changes, shutsOut = () => true }: Protection = {},
): Interceptor {
  const [passwords, formers] = [new Map<string, string>(), new Map<string, string>()];
  const isShut = (call: OperationCall): boolean => {
    const [password, former] = [passwords, formers].map((known) => known.get(call.address));
    const isOpened = former !== undefined && opens(call, former);
    return password !== undefined && shutsOut(call.request) && !opens(call, password) && !isOpened;
  };
  const guard = interceptOperation(view, { collection: 'events', addressing: 'id' }, async (call, next) => {
    if (isShut(call)) return toRefusal(403);
    const target = withoutParameter(call.request, 'password').target;
    const isOpen = isGranted(await seenBy({ view, call, next }, target));
    const outcome = await next(call.request);
    const sent = bodyOf(call.request)?.password;
    const sets = call.operation.kind === 'update' && typeof sent === 'string' && sent !== '' && isOpen;
    const former = passwords.get(call.address);
    if (sets && isGranted(outcome)) passwords.set(call.address, sent);
    if (sets && changes === 'add' && former !== undefined) formers.set(call.address, former);
    const isLost = ends === 'by-update' && call.operation.kind === 'update' && sent === undefined;
    if (isLost && isGranted(outcome)) passwords.delete(call.address);
    return outcome;
  });
  const isProtected = (event: JsonObject | undefined): boolean =>
    event !== undefined && passwords.has(view.id('events', event));
  const passwordIn = (event: JsonObject): JsonObject =>
    inLists === 'with-password' ? { password: passwords.get(view.id('events', event)) ?? null } : {};
  const shutBySlug = interceptOperation(view, { collection: 'events', addressing: 'slug' }, async (call, next) =>
    shutsOut(call.request) && isProtected(await recordBefore({ view, call, next }))
      ? toRefusal(403)
      : next(call.request),
  );
  const hide = interceptOperation(view, { id: 'events.list' }, async (call, next) => {
    const isHidden = (event: JsonObject): boolean => shutsOut(call.request) && isProtected(event);
    const word = inLists === 'found-by-hidden-words' ? null : call.query.get('search');
    const outcome = await (word === null ? next(call.request) : foundBy({ view, call, next }, word, isHidden));
    return view.editItems('events', outcome, (events) =>
      events.map((event) => (isHidden(event) ? { ...redacted(event), ...passwordIn(event) } : event)),
    );
  });
  return inTurn(guard, ...(bySlug === 'open' ? [] : [shutBySlug]), ...(inLists === 'open' ? [] : [hide]));
}

/** Answers a search with what it finds, of hidden events in their titles alone. */
async function foundBy(context: CallContext, word: string, isHidden: (event: JsonObject) => boolean): Promise<Outcome> {
  const { view, call, next } = context;
  const records = await wholeList(context, call.request);
  const inTitle = (event: JsonObject): boolean =>
    view.text('events', event, 'title').toLowerCase().includes(word.toLowerCase());
  if (!records.some(isHidden)) return next(call.request);
  return respondWith(
    context,
    records.filter((event) => !isHidden(event) || inTitle(event)),
  );
}

/** Refuses to update an event that has no password with one. */
const refusing = (view: WireView): Interceptor =>
  interceptOperation(view, { kind: 'update', collection: 'events', addressing: 'id' }, async (call, next) => {
    if (bodyOf(call.request)?.password === undefined) return next(call.request);
    return isGranted(await seenBy({ view, call, next })) ? toRefusal(400) : next(call.request);
  });

/** Lets an update protect an event from everybody but the user of the run, who may edit it. */
export function protectingFromOthers(view: WireView, protection: Protection = {}): Interceptor {
  const { watch, isAnother } = createConfusedDeputy(view);
  return inTurn(watch, protecting(view, { ...protection, shutsOut: isAnother }));
}

/** The other readings of what a password does. */
export const passwordReadings: readonly Variant[] = [
  {
    id: 'reading.password-hides-content',
    aspect: 'reading.access',
    statement:
      'Without its password, a protected event is shown by id with its protected fields left out, and can be written; an update with a password protects an event.',
    readings: { 'password.read': 'redacted', 'password.write': 'not-needed', 'password.body': 'sets' },
    allowances: withoutProtected('A read leaves out what is protected and does not say so.'),
    create: (_, view) => alsoForHead(inTurn(showingRedacted(view), writingWithout(view), protecting(view))),
  },
  {
    id: 'reading.password-sent-in-vain-refused',
    aspect: 'reading.access',
    statement: 'An update with a password is refused where the event has none.',
    readings: { 'password.body': 'refused' },
    create: (_, view) => refusing(view),
  },
  {
    id: 'reading.password-shuts-out-others',
    aspect: 'reading.access',
    statement: 'An update with a password protects an event from all users who may not edit it.',
    create: (_, view) => alsoForHead(protectingFromOthers(view)),
  },
];
