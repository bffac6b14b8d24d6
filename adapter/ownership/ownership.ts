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
  /** The target of a GET that verifies it. */
  readonly target: string;
  /** Equal for addresses of the same record: a slug depends on the language, an id does not. */
  readonly key: string;
  /** The path of the id of the record in a response; the address itself if the response has none. */
  readonly idPathIn: (exchange: Exchange) => string;
}

/** Makes an address for the guard; ids are verified by a request without a language that might be refused. */
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

/** Whether an exchange requested nothing but the record, so that a refusal is about the record. */
export const isPlain = ({ target }: GuardedAddress, { request }: Exchange): boolean => request.target === target;

/** The owner of the record in a response; `nobody` if there is no record. */
type Ownership = 'ours' | 'foreign' | 'nobody' | 'hidden';

/** Determines, by the marker of the run, who owns the record that was read at an address. */
export function ownershipOf({ path }: GuardedAddress, { outcome }: Exchange, marker: string): Ownership {
  if (outcome.kind !== 'response') return 'hidden';
  const { status } = outcome.response;
  // A 400 for a slug may be about the language instead.
  if (NO_RECORD.includes(status)) return isBySlug(path) && status === 400 ? 'hidden' : 'nobody';
  if (!isSuccess(status)) return 'hidden';
  return holdsToken(withoutSlug(textOf(outcome.response), path), marker) ? 'ours' : 'foreign';
}

/** A link that repeats the address says nothing about the owner. */
const withoutSlug = (text: string, path: string): string =>
  isBySlug(path) ? text.replaceAll(path.slice(path.lastIndexOf('/') + 1), '') : text;
