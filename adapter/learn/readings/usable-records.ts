import { type Collection, eventRelations } from '../../../contract/resources.js';
import type { Built } from '../../world/build-world.js';
import type { ReadingProbe } from './reading-probe.js';
import type { IsUsable } from './usable-marks.js';

/** Fields by which lists differ, whatever they are asked for. */
const decisive: readonly string[] = ['hide_from_listings', 'timezone', 'parent'];

/** Whether a record that was made without some fields is no evidence for a probe. */
const isTouched = ({ query }: ReadingProbe, without: readonly string[]): boolean =>
  without.some((name) => decisive.includes(name) || name in query);

/** Which records of a world probes can use: those that exist and lack nothing that the probe is about. */
export function isUsableIn(built: readonly Built[]): IsUsable {
  const made = built.filter(({ id }) => id !== undefined);
  const withoutOf = new Map(made.map(({ draft: { ref, without = [] } }) => [ref.key, without]));
  const unlinked = new Set([...withoutOf.values()].flat().flatMap(relatedTo));
  return (key, probe) => {
    const without = withoutOf.get(key);
    return without !== undefined && !unlinked.has(probe.collection) && !isTouched(probe, without);
  };
}

/** The collection that a relation links to: what no event is linked to is not as designed. */
const relatedTo = (name: string): readonly Collection[] =>
  Object.entries(eventRelations).flatMap(([relation, collection]) => (relation === name ? [collection] : []));
