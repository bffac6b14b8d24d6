import { textOf } from '../harness/body.js';
import type { Exchange } from '../harness/exchange.js';
import { holdsToken } from './marker.js';
import { toTarget, type Via } from './paths.js';

/** The address of one record, for the guard. */
export interface Guarded {
  /** The path below the namespace: `/tags/5`, `/events/by-slug/x`. */
  readonly path: string;
  /** Where a look at it goes. */
  readonly target: string;
  /** The same for what leads to the same record: a slug leads elsewhere in another language, an id does not. */
  readonly key: string;
}

/** An address for the guard; ids are looked at without anything else in the request that might be refused. */
export function toGuarded(
  profile: Parameters<typeof toTarget>[0],
  path: string,
  { via = {} }: { readonly via?: Via | undefined } = {},
): Guarded {
  const target = toTarget(profile, path, { via: isBySlug(path) ? via : {} });
  return { path, target, key: isBySlug(path) ? target : path };
}

/** Whether a path below the namespace names a record by its slug. */
export const isBySlug = (path: string): boolean => path.includes('/by-slug/');

/** Whether an exchange asked for nothing but the record, so that a refusal is about that. */
export const isPlain = ({ target }: Guarded, { request }: Exchange): boolean => request.target === target;

/** Whose record an answer shows, if anybody's. */
export type Whose = 'ours' | 'foreign' | 'nobody' | 'hidden';

const NOBODY = [400, 404, 410];

/** Tells by the marker of the run whose record was read at an address. */
export function whoseIs({ path }: Guarded, { outcome }: Exchange, marker: string): Whose {
  if (outcome.kind !== 'response') return 'hidden';
  const { status } = outcome.response;
  // Of a slug it is not known what a 400 is about: the language may be at fault.
  if (NOBODY.includes(status)) return isBySlug(path) && status === 400 ? 'hidden' : 'nobody';
  if (status >= 300) return 'hidden';
  return holdsToken(withoutSlug(textOf(outcome.response), path), marker) ? 'ours' : 'foreign';
}

/** A link that repeats the address says nothing of whose record stands there. */
const withoutSlug = (text: string, path: string): string =>
  isBySlug(path) ? text.replaceAll(path.slice(path.lastIndexOf('/') + 1), '') : text;
