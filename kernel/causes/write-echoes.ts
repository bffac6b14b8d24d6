import {
  type DeviationKind,
  isSameOperation,
  lastOf,
  LISTED,
  isOfSameUsers,
  parametersOf,
  type Shown,
} from './evidence.js';

/** How a record shows that a write did something else than it should. */
const SHOWN: readonly DeviationKind[] = ['status', 'state', 'value'];

/** The last write before a deviation; empty where there was none. */
const writeOf = ({ evidence: { about } }: Shown): string => about?.write ?? '';

/** Whether an operation is an update or a DELETE: `events.by-slug.item.PUT`. */
const isOfItem = (operation: string): boolean => operation.includes('.item.');

const firstOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** The collection of an operation. */
const collectionOf = firstOf;

/** Whether one write came before both, which may be a create where both are about how records are found. */
function isSameWrite(echo: Shown, cause: Shown): boolean {
  const write = writeOf(cause);
  const areOfFinding = [echo, cause].every(({ evidence: { kind } }) => kind === 'state');
  return write !== '' && writeOf(echo) === write && (isOfItem(write) || areOfFinding);
}

/**
 * Whether both show what the same write did wrong, each in its own way: in a field, in a list, in its answer. Two fields
 * that are wrong after it may be two faults; three are one.
 */
export function isAfterSameWrite(echo: Shown, cause: Shown): boolean {
  if (!isSameWrite(echo, cause) || !isOfSameUsers(echo, cause)) return false;
  const isShown = SHOWN.includes(cause.evidence.kind) && [...SHOWN, ...LISTED].includes(echo.evidence.kind);
  const [field, other] = [echo, cause].map(({ evidence }) => evidence.about?.field);
  return isShown && (field === undefined || other === undefined || field === other);
}

/**
 * Whether a list by links, or a count of them, is wrong where a link is: the field `event.field.venue` refers to `venues`,
 * and the parameter `has_events` to events. After an update, it is one of the same collection as leaves the field wrong.
 */
export function isListByWrongLink(echo: Shown, cause: Shown): boolean {
  const { field, operation = '' } = cause.evidence.about ?? {};
  if (field === undefined || cause.evidence.kind !== 'value' || !LISTED.includes(echo.evidence.kind)) return false;
  const [list, linking] = [collectionOf(echo.evidence.about?.operation ?? '.'), firstOf(field)];
  const isOfLinked = list !== collectionOf(operation) && list.startsWith(lastOf(field)) && !list.startsWith(linking);
  const isByLinks = (parametersOf(echo) ?? [linking]).some((one) => lastOf(one).includes(linking));
  const isLater = isOfItem(writeOf(echo)) && collectionOf(writeOf(echo)) === collectionOf(writeOf(cause));
  return isOfLinked && (isLater || (isByLinks && !isOfItem(writeOf(echo))));
}

/** Whether lists of several operations break one rule after updates of the same kind of record. */
export function isListAfterLike(echo: Shown, cause: Shown): boolean {
  const [list, other] = [writeOf(echo), writeOf(cause)];
  const areLists = [echo, cause].every(({ evidence: { kind } }) => LISTED.includes(kind));
  const areLike = isOfItem(list) && isOfItem(other) && collectionOf(list) === collectionOf(other);
  return areLists && areLike && echo.requirement.clause === cause.requirement.clause;
}

/** Whether one list is wrong after several writes: in what it holds, in its total, or in how it shows a record. */
export function isListAfterWrites(echo: Shown, cause: Shown): boolean {
  const both = [echo, cause];
  const isStale = both.every((one) => writeOf(one) !== '' && one.requirement.clause.startsWith('coherence.'));
  const isWrong = both.every(({ evidence: { kind } }) => kind === 'value' || LISTED.includes(kind));
  const isList = echo.evidence.about?.operation?.endsWith('.all.GET') === true;
  return isStale && isWrong && isList && isSameOperation(echo, cause) && isOfSameUsers(echo, cause);
}
