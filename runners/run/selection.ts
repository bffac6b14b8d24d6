import type { Capability } from '../../adapter/learn/capabilities.js';
import { type Effort, isWorth } from '../../kernel/run/plan.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import { wrongUse } from '../input/command-error.js';
import { similar } from '../input/nearest.js';

/** Which requirements are to be judged: id prefixes to keep and to leave out, profiles, and the effort to make. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly profiles: readonly string[];
  readonly effort: Effort;
  /** Whether what sends a wrong login is kept. Default true. */
  readonly failedLogin?: boolean;
}

/** Whether an id starts with a prefix, segment by segment: `events.create` does not select `events.created`. */
export const startsWith = (id: string, prefix: string): boolean =>
  id === prefix || id.startsWith(prefix.endsWith('.') ? prefix : `${prefix}.`);

/**
 * Keeps what a selection asks for; what is asked for by its id is worth any effort. Throws a wrong use for a prefix
 * that matches nothing, or when nothing is kept.
 */
export function select<Info extends RequirementInfo>(
  requirements: readonly Info[],
  { only, skip, profiles, effort, failedLogin = true }: Selection,
): readonly Info[] {
  refuseUnknown(requirements, '--only', only);
  refuseUnknown(requirements, '--skip', skip);
  const kept = requirements.filter(
    (info) =>
      profiles.includes(info.profile) &&
      (failedLogin || !info.needs.includes(FAILED_LOGIN)) &&
      (only.length === 0 ? isWorth(info, effort) : only.some((prefix) => startsWith(info.id, prefix))) &&
      !skip.some((prefix) => startsWith(info.id, prefix)),
  );
  if (kept.length > 0) return kept;
  throw wrongUse(`No requirement is left: --only, --skip and --profile (${profiles.join(', ')}) exclude each other.`);
}

function refuseUnknown(requirements: readonly RequirementInfo[], option: string, prefixes: readonly string[]): void {
  const unknown = prefixes.find((prefix) => !requirements.some(({ id }) => startsWith(id, prefix)));
  if (unknown === undefined) return;
  const known = toPrefixHint(
    unknown,
    requirements.map(({ id }) => id),
  );
  throw wrongUse(`${option} ${unknown} matches no requirement; ${known}. calproof requirements lists all IDs.`);
}

/** How many similar prefixes are named. */
const NAMED = 3;

/** Which prefixes of ids one that matches none may stand for; where none is similar, how all ids begin. */
export function toPrefixHint(prefix: string, ids: readonly string[]): string {
  const known = toPrefixes(ids);
  const near = similar(prefix, known).slice(0, NAMED);
  if (near.length > 0) return `similar prefixes: ${near.join(', ')}`;
  return `IDs begin with ${known.filter((one) => !one.includes('.')).join(', ')}`;
}

/** The need of requirements that send a wrong login. */
const FAILED_LOGIN = 'http.challenge' satisfies Capability;

/** Every id and every prefix of one. */
function toPrefixes(ids: readonly string[]): readonly string[] {
  const prefixes = ids.flatMap((id) => {
    const segments = id.split('.');
    return segments.map((_, index) => segments.slice(0, index + 1).join('.'));
  });
  return [...new Set(prefixes)];
}
