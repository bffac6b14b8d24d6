import type { FaultSite } from '../sites/fault-site.js';

/** Whether a site is one of these parts of a list; the whole of it has no name. */
export const onPart =
  (...parts: readonly string[]) =>
  ({ kind, name }: FaultSite): boolean =>
    kind === 'list' && parts.includes(name);
