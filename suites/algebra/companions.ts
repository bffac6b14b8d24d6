import type { ReadingId } from '../../contract/readings.js';
import { alternativesFor } from '../../target/alternatives.js';
import type { World } from '../../target/world/world.js';

interface Companions {
  readonly pair: readonly [string, string];
  /** Whether both hold beside each other, of which the alternative is called `both`. */
  readonly reading: ReadingId;
}

/** Parameters of term lists of which, by a reading, one is ignored beside the other. */
const companions: readonly Companions[] = [
  { pair: ['include', 'exclude'], reading: 'terms.include-exclude' },
  { pair: ['include', 'hide_empty'], reading: 'terms.include-hide-empty' },
  { pair: ['post', 'hide_empty'], reading: 'terms.post-hide-empty' },
  { pair: ['event', 'hide_empty'], reading: 'terms.post-hide-empty' },
  { pair: ['post', 'event'], reading: 'terms.post-event' },
];

/** Whether all of these parameters certainly hold when they stand beside each other. */
export const holdTogether = ({ profile }: World, names: readonly string[]): boolean =>
  companions
    .filter(({ pair }) => pair.every((name) => names.includes(name)))
    .every(({ reading }) => alternativesFor(profile, reading).every((alternative) => alternative === 'both'));
