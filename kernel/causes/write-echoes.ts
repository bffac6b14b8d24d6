import { type DeviationKind, LISTED, needsIdentity, type Shown } from './evidence.js';

/** How a record shows that a write did something else than it should. */
const SHOWN: readonly DeviationKind[] = ['status', 'state', 'value'];

/** The last write before a deviation; empty where there was none. */
const writeOf = ({ evidence: { about } }: Shown): string => about?.write ?? '';

/** Whether an operation is an update or a DELETE: `events.by-slug.item.PUT`. */
const isOfItem = (operation: string): boolean => operation.includes('.item.');

const collectionOf = (operation: string): string => operation.slice(0, operation.indexOf('.'));

/** Whether one write came before both, which may be a create where both are about how records are found. */
function isSameWrite(echo: Shown, cause: Shown): boolean {
  const write = writeOf(cause);
  const areOfFinding = [echo, cause].every(({ evidence: { kind } }) => kind === 'state');
  return write !== '' && writeOf(echo) === write && (isOfItem(write) || areOfFinding);
}

/**
 * Whether both show what the same write did wrong, each in its own way: in a field, in a list, in its answer. Two fields
 * that are wrong after it may be two faults.
 */
export function isAfterSameWrite(echo: Shown, cause: Shown): boolean {
  if (!isSameWrite(echo, cause) || (needsIdentity(cause) && !needsIdentity(echo))) return false;
  const isShown = SHOWN.includes(cause.evidence.kind) && [...SHOWN, ...LISTED].includes(echo.evidence.kind);
  const [field, other] = [echo, cause].map(({ evidence }) => evidence.about?.field);
  return isShown && (field === undefined || other === undefined || field === other);
}

/**
 * Whether a list, or a count, of what a field refers to is wrong where the field is: the field `event.field.venue` refers
 * to `venues`. After an update, it is one of the same collection as leaves the field wrong.
 */
export function isListByWrongLink(echo: Shown, cause: Shown): boolean {
  const { field, operation = '' } = cause.evidence.about ?? {};
  if (field === undefined || cause.evidence.kind !== 'value' || !LISTED.includes(echo.evidence.kind)) return false;
  const list = collectionOf(echo.evidence.about?.operation ?? '.');
  const isOfLinked = list !== collectionOf(operation) && list.startsWith(field.slice(field.lastIndexOf('.') + 1));
  return isOfLinked && (!isOfItem(writeOf(echo)) || collectionOf(writeOf(echo)) === collectionOf(writeOf(cause)));
}

/** Whether lists of several operations break one rule after updates of the same kind of record. */
export function isListAfterLike(echo: Shown, cause: Shown): boolean {
  const [list, other] = [writeOf(echo), writeOf(cause)];
  const areLists = [echo, cause].every(({ evidence: { kind } }) => LISTED.includes(kind));
  const areLike = isOfItem(list) && isOfItem(other) && collectionOf(list) === collectionOf(other);
  return areLists && areLike && echo.requirement.clause === cause.requirement.clause;
}

/** Whether one list is wrong after several writes: in what it holds, in its order or total, or in how it shows a record. */
export function isListAfterWrites(echo: Shown, cause: Shown): boolean {
  const areWritten = [echo, cause].every((one) => writeOf(one) !== '');
  const areLists = [echo, cause].every(({ evidence: { about } }) => about?.operation?.endsWith('.all.GET') === true);
  const isSame = echo.evidence.about?.operation === cause.evidence.about?.operation;
  const isOwn = needsIdentity(echo) || !needsIdentity(cause);
  const isWrong =
    [...LISTED, 'value'].includes(cause.evidence.kind) && [...LISTED, 'value'].includes(echo.evidence.kind);
  return areWritten && areLists && isSame && isOwn && isWrong;
}
