import {
  addressOf,
  collectionOf,
  type Follows,
  isSameOperation,
  lastOf,
  LISTED,
  methodOf,
  needsIdentity,
  type Shown,
} from './evidence.js';

/** How a record shows that is found where it should not be. */
const FOUND: readonly string[] = ['status', 'state'];

/** HEAD is answered as GET would be, and what GET answers is wrong. */
export const isHeadOfWrong: Follows = (echo, cause) =>
  methodOf(echo) === 'HEAD' && methodOf(cause) === 'GET' && addressOf(echo) === addressOf(cause);

/**
 * An answer that does not come whole, or is none of its media type, is not of its shape, either; one of another shape that
 * is of no kind of record is so however it is asked for.
 */
export const isOfUnreadable: Follows = (echo, cause) =>
  echo.evidence.kind === 'shape' &&
  (UNREADABLE.includes(cause.evidence.kind) || [echo, cause].every(isOfShape)) &&
  echo.evidence.status === cause.evidence.status &&
  needsIdentity(echo) === needsIdentity(cause) &&
  isSameOperation(echo, cause);

/** Whether an answer of no kind of record, such as the index, is of another shape. */
const isOfShape = (one: Shown): boolean =>
  one.evidence.kind === 'shape' && !/\.(?:all|item)\./.test(one.evidence.about?.operation ?? '.all.');

/** Several methods find nothing under one form of address, or what is not there under any. */
export function isFoundAlike(echo: Shown, cause: Shown): boolean {
  const [one, other] = [echo.evidence, cause.evidence];
  const isPlain = [one, other].every(({ kind, about }) => kind === 'status' && about?.field === undefined);
  if (!isPlain || one.status !== other.status || one.about?.wanted !== other.about?.wanted) return false;
  if (one.about?.wanted === 'absent') return collectionOf(echo) === collectionOf(cause);
  return one.about?.wanted !== undefined && addressOf(echo) === addressOf(cause);
}

/** What is found under an address that is not its own: it is there, and it is another record. */
export const isFoundAsOther: Follows = (echo, cause) =>
  [echo, cause].every(({ evidence: { kind } }) => FOUND.includes(kind)) &&
  echo.evidence.kind !== cause.evidence.kind &&
  echo.evidence.status === cause.evidence.status &&
  isSameOperation(echo, cause);

/** Under what they are called, records are not found, or others are. */
export const isFoundByName: Follows = (echo, cause) =>
  addressOf(echo).includes('.by-slug.') &&
  addressOf(echo) === addressOf(cause) &&
  needsIdentity(echo) === needsIdentity(cause) &&
  [echo, cause].every(isOfFinding);

const isOfFinding = ({ evidence: { kind, about } }: Shown): boolean =>
  [...FOUND, 'value'].includes(kind) && about?.field === undefined && about?.wanted !== 'refused';

/** What is done to one field is done to another one, too. */
export const isSameMistake: Follows = (echo, cause) =>
  [echo, cause].every(({ evidence: { kind, about } }) => kind === 'value' && about?.field !== undefined) &&
  echo.evidence.about?.mistake !== undefined &&
  echo.evidence.about.mistake === cause.evidence.about?.mistake;

/** What fails for the identity of the run fails for another one, too. What another one may not see or do is no echo. */
export const isAsAnother: Follows = (echo, cause) =>
  needsIdentity(echo) && !needsIdentity(cause) && isSameOperation(echo, cause) && isInAnotherWay(echo, cause);

function isInAnotherWay({ evidence: echo }: Shown, { evidence: cause }: Shown): boolean {
  const { wanted, side } = echo.about ?? {};
  if (LISTED.includes(echo.kind)) return echo.kind === cause.kind && side === cause.about?.side;
  const isPermitted = wanted === 'accepted' || wanted === 'absent';
  return isPermitted && FOUND.includes(cause.kind) && echo.status === cause.status;
}

/** One rule of HTTP that an operation breaks: in what it says of its answer, and in whether it answers by that. */
export const isSameRule: Follows = (one, other) =>
  [one, other].every(({ evidence: { kind } }) => SAID.includes(kind)) &&
  one.evidence.kind !== other.evidence.kind &&
  one.requirement.clause === other.requirement.clause &&
  isSameOperation(one, other);

/** An operation that breaks on input that should be refused does so whatever is wrong with the input. */
export const isSameError: Follows = (one, other) =>
  (one.evidence.status ?? 0) >= SERVER_ERROR &&
  one.evidence.status === other.evidence.status &&
  isSameOperation(one, other) &&
  [one, other].some(isOfInvalid) &&
  [one, other].every((shown) => isOfInvalid(shown) || shown.evidence.about?.wanted === undefined);

const isOfInvalid = ({ evidence: { about } }: Shown): boolean => about?.wanted === 'refused';

const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

/**
 * An answer that is kept too long is so for whoever asks, and an item at each of its addresses; what is kept of one user
 * for another is so whatever is asked for.
 */
export const isKeptAlike: Follows = (echo, cause) => {
  const [kept, other] = [echo, cause].map(({ evidence }) => evidence.about?.repeats);
  if (kept === undefined || other === undefined) return false;
  const areItems = [echo, cause].every((one) => addressOf(one).endsWith('.item'));
  const isOfItem = areItems && collectionOf(echo) === collectionOf(cause);
  return isOfItem || isSameOperation(echo, cause) || (kept === 'for another user' && kept === other);
};

/** Where an update accepts one field that is malformed, it accepts another one, whatever is wrong with each. */
export const isAcceptedAlike: Follows = (one, other) =>
  [one, other].every((shown) => isOfInvalid(shown) && addressOf(shown).endsWith('.item') && isOfMistake(shown)) &&
  one.evidence.status === other.evidence.status &&
  methodOf(one) === methodOf(other) &&
  collectionOf(one) === collectionOf(other);

const isOfMistake = ({ evidence: { about } }: Shown): boolean => about?.mistake !== undefined;

/** What is not found, or not allowed, by clauses of one family that is of no one kind of record is so for all kinds. */
export const isRefusedAlike: Follows = (one, other) =>
  [one, other].every(({ evidence: { kind, about } }) => kind === 'status' && about?.wanted !== 'refused') &&
  one.evidence.status === other.evidence.status &&
  one.evidence.method === other.evidence.method &&
  isClientError(one.evidence.status ?? 0) &&
  familyOf(one) === familyOf(other) &&
  COMMON.includes(familyOf(one));

const isClientError = (status: number): boolean => status >= CLIENT_ERROR && status < SERVER_ERROR;

const familyOf = ({ requirement: { clause } }: Shown): string => clause.split('.')[0] ?? '';

/** The families of clauses that are of no one kind of record. */
const COMMON: readonly string[] = ['language', 'address', 'http'];

/** Two times that contradict each other, where one of them is wrong. */
export const isComparedWithWrong: Follows = (echo, cause) =>
  [echo, cause].every(({ evidence: { kind } }) => kind === 'value') &&
  echo.evidence.about?.field === undefined &&
  echo.evidence.about?.mistake !== undefined &&
  /date|time/.test(lastOf(cause.evidence.about?.field ?? '')) &&
  collectionOf(echo) !== '' &&
  collectionOf(echo) === collectionOf(cause);

/** Two requirements of the same clauses, of several, that one operation breaks by something that is no field. */
export const isOfSameClauses: Follows = (one, other) =>
  isSameOperation(one, other) &&
  [one, other].every(({ evidence: { kind, about } }) => kind === 'value' && about?.field === undefined) &&
  clausesOf(one).length > 1 &&
  clausesOf(one).join() === clausesOf(other).join();

const clausesOf = ({ requirement: { clause, alsoCovers = [] } }: Shown): readonly string[] =>
  [clause, ...alsoCovers].toSorted();

/** Kinds of answers that cannot be read. */
const UNREADABLE: readonly string[] = ['framing', 'media-type'];

/** What a response says of itself. */
const SAID: readonly string[] = ['status', 'header'];
