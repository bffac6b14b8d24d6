import { setFlagsFromString } from 'node:v8';

/**
 * Has threads that are made from now on compile at once and optimize late: in a proof nearly every function of the house
 * runs some thousand times, too often to be interpreted and too seldom for more. It spares a tenth of the time, or more.
 */
export function compileSoon(): void {
  setFlagsFromString('--always-sparkplug');
  // Only V8 11, that of Node 20, knows this by that name.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=400000');
}
