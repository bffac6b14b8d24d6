import type { Exchange } from '../../wire/exchange.js';
import { textOf } from '../../wire/message-body.js';
import { isSuccess, NO_RECORD } from '../../wire/status.js';
import type { TargetProfile } from '../profile/target-profile.js';
import type { Lens } from '../reading/lens.js';
import { isBySlug, pathOf, toItem, toTarget, type Via } from '../reading/paths.js';
import { holdsToken } from './marker.js';

/** The address of one record, for the guard. */
export interface GuardedAddress {
  /** The path below the namespace: `/tags/5`, `/events/by-slug/x`. */
  readonly path: string;
  /** Where a look at it goes. */
  readonly target: string;
  /** The same for what leads to the same record: a slug leads elsewhere in another language, an id does not. */
  readonly key: string;
  /** The path of the id of the record that an answer from there shows; the address itself where it shows none. */
  readonly idPathIn: (exchange: Exchange) => string;
}

/** An address for the guard; ids are looked at without anything else in the request that might be refused. */
export function toGuardedAddress(
  { profile, lens }: { readonly profile: TargetProfile; readonly lens: Lens },
  path: string,
  via: Via = {},
): GuardedAddress {
  const target = toTarget(profile, path, { via: isBySlug(path) ? via : {} });
  const item = toItem(path);
  const idPathIn = (exchange: Exchange): string => {
    const shown = item && isBySlug(path) ? lens.recordIfAny(item.collection, exchange) : undefined;
    return shown ? pathOf(shown) : path;
  };
  return { path, target, key: isBySlug(path) ? target : path, idPathIn };
}

/** Whether an exchange asked for nothing but the record, so that a refusal is about that. */
export const isPlain = ({ target }: GuardedAddress, { request }: Exchange): boolean => request.target === target;

/** Whose record an answer shows, if anybody's. */
type Ownership = 'ours' | 'foreign' | 'nobody' | 'hidden';

/** Tells by the marker of the run whose record was read at an address. */
export function ownershipOf({ path }: GuardedAddress, { outcome }: Exchange, marker: string): Ownership {
  if (outcome.kind !== 'response') return 'hidden';
  const { status } = outcome.response;
  // Of a slug it is not known what a 400 is about: the language may be at fault.
  if (NO_RECORD.includes(status)) return isBySlug(path) && status === 400 ? 'hidden' : 'nobody';
  if (!isSuccess(status)) return 'hidden';
  return holdsToken(withoutSlug(textOf(outcome.response), path), marker) ? 'ours' : 'foreign';
}

/** A link that repeats the address says nothing of whose record stands there. */
const withoutSlug = (text: string, path: string): string =>
  isBySlug(path) ? text.replaceAll(path.slice(path.lastIndexOf('/') + 1), '') : text;
