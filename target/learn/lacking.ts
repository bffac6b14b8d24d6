import { operations } from '../../contract/operations.js';
import type { AcceptedValues, Shapes } from '../profile.js';
import type { OpenOptions } from '../setting.js';
import type { Built } from '../world/build.js';
import { staysDraft } from '../world/publish.js';
import { type Capability, capabilities, forbiddenWrites, lackingValues, provided } from './capabilities.js';
import { withoutSlugs } from './shown-slugs.js';

/** What was learned that tells which capabilities are there. */
export interface Learned {
  readonly accepted: AcceptedValues;
  readonly segments: boolean;
  readonly habits: readonly Capability[];
  readonly named: readonly Capability[];
  readonly built: readonly Built[];
  readonly shapes: Shapes;
}

/** What requirements may need and this target does not have, with the reasons. */
export function lacking(
  { worldFile, mode, login }: OpenOptions,
  { accepted, segments, habits, named, built, shapes }: Learned,
): ReadonlyMap<string, string> {
  const there = new Set<string>([...(worldFile ? provided(worldFile) : []), ...habits, ...named]);
  if (segments) there.add('language.segment');
  if (!built.some(staysDraft)) there.add('lists.created');
  const valueless = new Set<string>(lackingValues(accepted));
  const missing = Object.entries(capabilities).filter(([name]) =>
    name.startsWith('accepted.') ? valueless.has(name) : !there.has(name),
  );
  const forbidden = forbiddenWrites(built, login);
  return new Map([...missing, ...withoutSlugs(shapes), ...forbidden, ...(mode === 'readonly' ? unwritable : [])]);
}

const unwritable = operations
  .filter(({ method }) => method !== 'GET')
  .map(({ id }) => [id, 'the readonly mode sends no writes'] as const);
