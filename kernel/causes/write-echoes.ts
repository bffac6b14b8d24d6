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
  if (!isSameWrite(echo, cause) || needsIdentity(echo) !== needsIdentity(cause)) return false;
  const isShown = SHOWN.includes(cause.evidence.kind) && [...SHOWN, ...LISTED].includes(echo.evidence.kind);
  const [field, other] = [echo, cause].map(({ evidence }) => evidence.about?.field);
  return isShown && (field === undefined || other === undefined || field === other);
}

/**
 * Whether a list of what a field refers to is wrong after an update of the same collection as leaves the field wrong: the
 * field `event.field.venue` refers to `venues`.
 */
export function isListByWrongLink(echo: Shown, cause: Shown): boolean {
  const { field } = cause.evidence.about ?? {};
  const [list, record] = [writeOf(echo), writeOf(cause)];
  if (field === undefined || !LISTED.includes(echo.evidence.kind) || !isOfItem(list) || !isOfItem(record)) return false;
  const isOfLinked = (echo.evidence.about?.operation ?? '').startsWith(field.slice(field.lastIndexOf('.') + 1));
  return isOfLinked && collectionOf(list) === collectionOf(record);
}

/** Whether lists of several operations break one rule after updates of the same kind of record. */
export function isListAfterLike(echo: Shown, cause: Shown): boolean {
  const [list, other] = [writeOf(echo), writeOf(cause)];
  const areLists = [echo, cause].every(({ evidence: { kind } }) => LISTED.includes(kind));
  const areLike = isOfItem(list) && isOfItem(other) && collectionOf(list) === collectionOf(other);
  return areLists && areLike && echo.requirement.clause === cause.requirement.clause;
}
