import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Makes what collects garbage at once. Pages are garbage as soon as they are read, a megabyte or two each, and left to
 * itself the collector lets a process grow with what the machine has; a snapshot may run for hours beside other work.
 */
export function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? () => void collect() : () => {};
}
