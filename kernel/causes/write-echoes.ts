import { needsIdentity, type Shown } from './evidence.js';

/** An operation by its parts: `events.by-slug.item.PUT` is of `events`, and a PUT at `events.by-slug.item`. */
const collectionOf = (operation: string): string => operation.slice(0, operation.indexOf('.'));

const isOfItem = (operation: string): boolean => operation.includes('.item.');

const isList = ({ evidence }: Shown): boolean => LISTED.includes(evidence.kind);

const LISTED: readonly string[] = ['selection', 'order', 'total'];

const writeOf = ({ evidence: { about } }: Shown): string => about?.write ?? '';

/** How a record shows that a write did something else than it should. */
const STATED: readonly string[] = ['status', 'state', 'value'];

/**
 * Whether both show what the same update or DELETE did wrong, each in its own way: in a field, in a list, in its answer.
 * Two fields that are wrong after it may be two faults.
 */
export function isAfterSameWrite(echo: Shown, cause: Shown): boolean {
  const write = writeOf(cause);
  const isKnown = isOfItem(write) || [echo, cause].every(({ evidence: { kind } }) => kind === 'state');
  if (write === '' || writeOf(echo) !== write || !isKnown) return false;
  const [field, other] = [echo, cause].map(({ evidence }) => evidence.about?.field);
  if (needsIdentity(echo) !== needsIdentity(cause)) return false;
  const isShownSo = STATED.includes(cause.evidence.kind) && (isList(echo) || STATED.includes(echo.evidence.kind));
  return isShownSo && (field === undefined || other === undefined || field === other);
}

/** Whether a list of what a field refers to is wrong after a write of the same records as leaves the field wrong. */
export function isListByWrongLink(echo: Shown, cause: Shown): boolean {
  const { field } = cause.evidence.about ?? {};
  const [list, record] = [writeOf(echo), writeOf(cause)];
  if (field === undefined || !isList(echo) || !isOfItem(list) || !isOfItem(record)) return false;
  const isOfLinked = (echo.evidence.about?.operation ?? '').startsWith(field.slice(field.lastIndexOf('.') + 1));
  return isOfLinked && collectionOf(list) === collectionOf(record);
}
