import { createdId } from '../../../adapter/calendar/calendar.js';
import type { TargetProfile } from '../../../adapter/profile/target-profile.js';
import { createLens, type Lens, type Shown, type ShownPage } from '../../../adapter/reading/lens.js';
import type { Address } from '../../../adapter/reading/paths.js';
import { type OperationId, operations } from '../../../contract/operations.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { Deviation } from '../../../kernel/deviation.js';
import { type Exchange, isSafe } from '../../../wire/exchange.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { parseJson, toText } from '../../../wire/message-body.js';
import { isGranted, isRefused, statusOf } from '../../../wire/status.js';

/** Monitors watch whatever is sent. */
export const everyOperation: readonly OperationId[] = operations.map(({ id }) => id);

/** What monitors know of a target. */
export interface Watching {
  readonly profile: TargetProfile;
  readonly lens: Lens;
}

/** What became of a request: without a decisive response, a write may have been made. */
type Fate = 'granted' | 'refused' | 'unknown';

/** A request of the default identity, in no language, and the records that its response shows. */
export interface Step {
  readonly exchange: Exchange;
  readonly collection: Collection;
  readonly kind: 'list' | 'read' | 'create' | 'update' | 'delete';
  readonly fate: Fate;
  /** Of an item. */
  readonly address?: Address;
  readonly query: URLSearchParams;
  /** What was sent as JSON. */
  readonly body?: JsonObject;
  /** The id of a record that was created. */
  readonly made?: string;
  readonly shown?: Shown;
  readonly page?: ShownPage;
}

export const toWatching = (profile: TargetProfile): Watching => ({ profile, lens: createLens(profile.shapes) });

type StepsOf = WeakMap<readonly Exchange[], readonly Step[]>;
const known: Readonly<Record<'inDefault' | 'inItsOwn', StepsOf>> = {
  inDefault: new WeakMap(),
  inItsOwn: new WeakMap(),
};

/** In which language an execution is followed. */
interface Followed {
  /** In that of its first write, not in the default language. */
  readonly inItsOwn?: boolean;
}

/**
 * The steps of an execution as far as each is plain: what came from another identity, in another language or with further
 * header fields shows nothing here, and where such a request may have written, nothing after it does.
 */
export function toSteps(
  watching: Watching,
  exchanges: readonly Exchange[],
  { inItsOwn = false }: Followed = {},
): readonly Step[] {
  const language = inItsOwn ? languageOf(watching.profile, exchanges) : null;
  const all = known[language === null ? 'inDefault' : 'inItsOwn'];
  const steps = all.get(exchanges) ?? readSteps(watching, exchanges, language);
  all.set(exchanges, steps);
  return steps;
}

/** The language that a target names; null for none. */
export const languageIn = ({ languageParameter }: TargetProfile, target: string): string | null =>
  new URLSearchParams(target.split('?', 2)[1]).get(languageParameter);

/** The language of the first write of an execution; null for none. */
function languageOf(profile: TargetProfile, exchanges: readonly Exchange[]): string | null {
  const [first] = exchanges.filter(({ request }) => !isSafe(request.method));
  return first ? languageIn(profile, first.request.target) : null;
}

function readSteps(watching: Watching, exchanges: readonly Exchange[], language: string | null): readonly Step[] {
  const steps: Step[] = [];
  for (const exchange of exchanges) {
    const step = toStep(watching, exchange, language);
    if (step) steps.push(step);
    else if (mayHaveWritten(exchange)) break;
  }
  return steps;
}

const OVERRIDES = /method-?override|[?&]_method=/i;

function mayHaveWritten(exchange: Exchange): boolean {
  const { method, target, headers } = exchange.request;
  const isOverridden = OVERRIDES.test(target) || headers.some(([name]) => OVERRIDES.test(name));
  return (isOverridden || !isSafe(method)) && fateOf(exchange) !== 'refused';
}

/** The header fields that change nothing of what is asked. */
const plain = [
  'content-type',
  'content-length',
  'accept',
  'user-agent',
  'cache-control',
  'authorization',
  'connection',
  'host',
];

const isPlain = ({ request }: Exchange): boolean =>
  request.headers.every(([name]) => plain.includes(name.toLowerCase()));

function toStep(watching: Watching, exchange: Exchange, language: string | null): Step | undefined {
  const { request, identity } = exchange;
  const { profile } = watching;
  const isOurs = identity === undefined && isPlain(exchange) && languageIn(profile, request.target) === language;
  const isBelow = request.target.startsWith(`${profile.root}/${profile.namespace}/`);
  const place = isOurs && isBelow ? placeOf(profile, withoutLanguage(profile, request.target)) : undefined;
  const kind = place && kindOf(request.method, place);
  if (!place || !kind) return undefined;
  const step = { exchange, ...place, kind, fate: fateOf(exchange), ...bodyOf(exchange) };
  return step.fate === 'granted' ? { ...step, ...shownBy(watching, step) } : step;
}

/** A page of a list as a step: each has to agree with itself, whoever asks. */
export type ListStep = Step & { readonly page: ShownPage };

/** The pages of all lists, also those that other identities asked for, and, where wanted, those in a language. */
export const toLists = (
  watching: Watching,
  exchanges: readonly Exchange[],
  { inAnyLanguage = false } = {},
): readonly ListStep[] => exchanges.flatMap((exchange) => toList(watching, exchange, inAnyLanguage) ?? []);

function toList(watching: Watching, exchange: Exchange, inAnyLanguage: boolean): ListStep | undefined {
  const { request } = exchange;
  if (request.method !== 'GET' || !isPlain(exchange) || !isGranted(exchange)) return undefined;
  const { profile } = watching;
  const place = placeOf(profile, inAnyLanguage ? withoutLanguage(profile, request.target) : request.target);
  if (!place || place.address) return undefined;
  const { page } = pageOf(watching.lens, place.collection, exchange);
  return page && { exchange, ...place, kind: 'list', fate: 'granted', page };
}

/** A GET of an item, and what it shows. */
export type ReadStep = Step & { readonly shown: Shown };

/** The items that were read, in any language, by the default identity, whatever was written. */
export const toReads = (watching: Watching, exchanges: readonly Exchange[]): readonly ReadStep[] =>
  exchanges.flatMap((exchange) => toRead(watching, exchange) ?? []);

function toRead(watching: Watching, exchange: Exchange): ReadStep | undefined {
  const { request, identity } = exchange;
  if (identity !== undefined || request.method !== 'GET' || !isPlain(exchange) || !isGranted(exchange))
    return undefined;
  const place = placeOf(watching.profile, withoutLanguage(watching.profile, request.target));
  if (!place?.address) return undefined;
  const shown = watching.lens.recordIfAny(place.collection, exchange);
  return shown && { exchange, ...place, kind: 'read', fate: 'granted', shown };
}

/** The same target in the default language. */
function withoutLanguage({ root, namespace, languageParameter }: TargetProfile, target: string): string {
  const [path = '', search = ''] = target.split('?');
  const query = new URLSearchParams(search);
  query.delete(languageParameter);
  const below = path.slice(path.indexOf(`/${namespace}/`));
  return `${root}${below}?${query.toString()}`;
}

const fateOf = (exchange: Exchange): Fate =>
  isGranted(exchange) ? 'granted' : isRefused(exchange) ? 'refused' : 'unknown';

type Place = Pick<Step, 'collection' | 'address' | 'query'>;

/** Where a request goes, written as we write it; undefined for anywhere else, and for an item with parameters. */
function placeOf({ root, namespace, languageParameter }: TargetProfile, target: string): Place | undefined {
  const [path = '', search = ''] = target.split('?');
  const query = new URLSearchParams(search);
  const base = `${root}/${namespace}/`;
  if (!path.startsWith(base) || query.has(languageParameter)) return undefined;
  const [name, ...rest] = path.slice(base.length).split('/');
  const collection = collections.find((one) => one === name);
  if (!collection) return undefined;
  if (rest.length === 0) return { collection, query };
  const address = search === '' ? addressOf(rest) : undefined;
  return address && { collection, query, address };
}

function addressOf(segments: readonly string[]): Address | undefined {
  try {
    const [first = '', second, ...more] = segments.map(decodeURIComponent);
    if (second === undefined && /^[1-9]\d*$/.test(first)) return { by: 'id', value: first };
    return first === 'by-slug' && second && more.length === 0 ? { by: 'slug', value: second } : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(method: string, { address, query }: Place): Step['kind'] | undefined {
  if (method === 'GET') return address ? 'read' : 'list';
  if (!address) return method === 'POST' && query.size === 0 ? 'create' : undefined;
  if (method === 'DELETE') return 'delete';
  return ['POST', 'PUT', 'PATCH'].includes(method) ? 'update' : undefined;
}

function bodyOf({ request }: Exchange): Pick<Step, 'body'> {
  const isJson = request.headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /json/i.test(value));
  const body = isJson && request.body ? parseJson(toText(request.body)) : undefined;
  return isJsonObject(body) ? { body } : {};
}

function shownBy({ lens }: Watching, { exchange, collection, kind }: Step): Pick<Step, 'made' | 'shown' | 'page'> {
  if (kind === 'list') return pageOf(lens, collection, exchange);
  if (kind === 'delete' || ![200, 201].includes(statusOf(exchange))) return {};
  const shown = lens.recordIfAny(collection, exchange);
  const made = kind === 'create' ? createdId(lens, collection, exchange) : undefined;
  return { ...(shown && { shown }), ...(made !== undefined && { made }) };
}

function pageOf(lens: Lens, collection: Collection, exchange: Exchange): Pick<Step, 'page'> {
  try {
    return { page: lens.page(collection, exchange) };
  } catch (error) {
    // That it is no list is a matter of other requirements.
    if (error instanceof Deviation) return {};
    throw error;
  }
}
