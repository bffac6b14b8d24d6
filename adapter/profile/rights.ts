import type { OperationId } from '../../contract/operations.js';
import type { Ref } from '../../generators/wire-value.js';

/** Whether an identity was granted an operation when it tried. */
export type Permission = 'granted' | 'refused';

/** What was granted and refused to an identity; what it did not try, or was answered otherwise, is not in here. */
export type Rights = ReadonlyMap<OperationId, Permission>;

/** Who can ask besides the default identity, and what is known of it. */
export interface KnownIdentity {
  readonly name: string;
  /** On records of the default identity. */
  readonly rights: Rights;
  /** Records of the world that the default identity reads by their ids, and this one is refused. */
  readonly hidden: readonly Ref[];
  /** Whether it reads a draft that the default identity reads; undefined where there was none to try. */
  readonly drafts?: boolean;
  /** Whether it was refused something that the default identity was granted. */
  readonly isWeaker: boolean;
}

/** What an identity was answered, before it is compared with anybody. */
export type TriedIdentity = Omit<KnownIdentity, 'isWeaker'>;

/** Whether an identity was refused what the other one was granted. */
export const mayLess = ({ rights, hidden }: TriedIdentity, than: Rights): boolean =>
  hidden.length > 0 ||
  [...rights].some(([operation, permission]) => permission === 'refused' && than.get(operation) === 'granted');

/** Whether an identity was seen to be granted an operation. */
export const wasGranted = ({ rights }: Pick<KnownIdentity, 'rights'>, operation: OperationId): boolean =>
  rights.get(operation) === 'granted';
