import { Inconclusive } from '../wire/errors.js';
import { type Exchange, headerValues, isSafe } from '../wire/exchange.js';
import type { JsonValue } from '../wire/json.js';
import type { DeviationKind, DeviationSubject } from './causes/evidence.js';
export type { DeviationSubject } from './causes/evidence.js';

/** Says what of the interface an exchange is about. */
export type Locate = (exchange: Exchange) => DeviationSubject;

/**
 * What the response of a deviation shows, as data, so that it can be recognized in another response: what its status
 * should be, the value of a member, whether a list contains some records or how many, which two stand the wrong way
 * round, or a text that should not be there.
 */
export type Sign =
  | { readonly status: 'accepted' | 'refused' }
  | { readonly text: string }
  | { readonly member: string; readonly expected: JsonValue; readonly observed: JsonValue }
  | { readonly records: readonly string[]; readonly listed: boolean }
  | { readonly count: { readonly expected: number; readonly observed: number } }
  | { readonly order: readonly string[] };

/** The ids of the records that a sign is about. */
export function recordsIn(sign: Sign | undefined): readonly string[] {
  if (sign === undefined) return [];
  return 'records' in sign ? sign.records : 'order' in sign ? sign.order : [];
}

export interface DeviationDetails {
  readonly kind: DeviationKind;
  readonly expected: string;
  readonly observed: string;
  /** The exchange that shows the deviation, if one does. */
  readonly exchange?: Exchange;
  readonly about?: DeviationSubject;
  readonly sign?: Sign;
}

/** The exchanges that a deviation is seen among, and how to say what each is about. */
export interface Setting {
  readonly locate: Locate;
  readonly exchanges: readonly Exchange[];
}

/**
 * The details with what their exchange is about, and the last write that an execution had sent until then; what an
 * expectation said itself comes first.
 */
export function located(details: DeviationDetails, { locate, exchanges }: Setting): DeviationDetails {
  const { exchange } = details;
  const before = exchanges.filter(({ number, phase }) => number <= (exchange?.number ?? Infinity) && phase !== 'world');
  const written = before.findLast(({ request }) => !isSafe(request.method));
  const { operation: write } = written ? locate(written) : {};
  const repeats = exchange && repeatOf(exchange, exchanges);
  const about = {
    ...(exchange && locate(exchange)),
    ...(write !== undefined && { write }),
    ...(repeats && { repeats }),
    ...details.about,
  };
  return Object.keys(about).length === 0 ? details : { ...details, about };
}

/** Whether the same request was answered so before, with the same octets: to another user, or before a write. */
function repeatOf(exchange: Exchange, all: readonly Exchange[]): DeviationSubject['repeats'] {
  const before = all.filter(({ number, phase }) => number < exchange.number && phase !== 'world');
  const same = before.filter((one) => isSafe(exchange.request.method) && isAnsweredAlike(one, exchange));
  if (same.some((one) => loginOf(one) !== loginOf(exchange))) return 'for another user';
  const last = before.findLast(({ request }) => !isSafe(request.method));
  return same.some(({ number }) => number < (last?.number ?? 0)) ? 'before a write' : undefined;
}

function isAnsweredAlike({ request: one, outcome }: Exchange, { request: other, outcome: again }: Exchange): boolean {
  if (one.method !== other.method || one.target !== other.target) return false;
  if (outcome.kind !== 'response' || again.kind !== 'response') return false;
  const [{ body, status }, later] = [outcome.response, again.response];
  return status === later.status && body.length > 0 && Buffer.compare(body, later.body) === 0;
}

const loginOf = ({ identity, request }: Exchange): string =>
  [identity, ...headerValues(request.headers, 'authorization')].join();

/** The target broke a requirement. Only expectations make one. */
export class Deviation extends Error {
  override readonly name = 'Deviation';
  readonly details: DeviationDetails;
  constructor(details: DeviationDetails) {
    super(`expected ${details.expected}, observed ${details.observed}`);
    this.details = details;
  }
}

/*
 * Why a requirement gets no verdict, by one rule. What the target is and may be, and what leaves the requirement without
 * a meaning, makes it inapplicable: it states no totals, has no slugs, honours no ETag. What the test data lacks is
 * drawn from other records where there are any. All else is our lack of knowledge, and inconclusive; where a broken
 * operation stands in the way, it names that as its need.
 */

/** The target is otherwise than the requirement presupposes, as the interface lets it be. */
export class DoesNotApply extends Inconclusive {}

/**
 * The test data holds nothing that could decide the requirement. In a world taken as found, that is nobody's fault: the
 * requirement is inapplicable.
 */
export class WorldLacks extends Inconclusive {}

/** What a requirement is not about deviates, and leaves it without a verdict. */
export class Obstructed extends Inconclusive {
  readonly details: DeviationDetails;
  constructor(reason: string, details: DeviationDetails, need?: string) {
    super(reason, need);
    this.details = details;
  }
}

/**
 * The target takes less than the requirement needs. The requirement `need` fails for that, and this one is inapplicable.
 */
export class NotTaken extends Inconclusive {}
