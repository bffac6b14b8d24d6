import type { OperationId } from '../../contract/operations.js';
import type { Ref } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted, REFUSED_RIGHTS, statusOf } from '../../wire/status.js';

/** The result of trying an operation as an identity. */
export type Permission = 'granted' | 'refused';

/** The operations that an identity was granted or refused; untried and inconclusive ones are left out. */
export type Rights = ReadonlyMap<OperationId, Permission>;

/** An identity besides the default one, and what was learned of it. */
export interface KnownIdentity {
  readonly name: string;
  /** On records of the default identity. */
  readonly rights: Rights;
  /** Records of the world that the default identity can read by id and this one cannot. */
  readonly hidden: readonly Ref[];
  /** Whether it can read a draft that the default identity can read; undefined without a draft. */
  readonly drafts?: boolean;
  /** Whether it has lower privileges: it was refused something that the default identity was granted. */
  readonly isWeaker: boolean;
}

/** An identity before it is compared with the default one. */
export type TriedIdentity = Omit<KnownIdentity, 'isWeaker'>;

/** Whether an identity was refused something that other rights grant. */
export const mayLess = ({ rights, hidden }: TriedIdentity, than: Rights): boolean =>
  hidden.length > 0 ||
  [...rights].some(([operation, permission]) => permission === 'refused' && than.get(operation) === 'granted');

/** Whether an identity was granted an operation. */
export const wasGranted = ({ rights }: Pick<KnownIdentity, 'rights'>, operation: OperationId): boolean =>
  rights.get(operation) === 'granted';

/** What the response to a valid request says about the rights of its identity; undefined if nothing. */
export function permissionOf(exchange: Exchange): Permission | undefined {
  if (isGranted(exchange)) return 'granted';
  return REFUSED_RIGHTS.includes(statusOf(exchange)) ? 'refused' : undefined;
}
