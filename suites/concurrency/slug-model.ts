import type { Model } from './legal-order.js';

/** A record was to get a slug: which one it got, or that this was refused. */
export interface SlugAct {
  readonly sent: string;
  readonly got: string | undefined;
}

/** What may happen to slugs: none is given twice, and only one that is taken is refused (reading `slug.taken`). */
export const slugModel: Model<readonly string[], SlugAct> = {
  initial: [],
  step(taken, { sent, got }) {
    if (got === undefined) return taken.includes(sent) ? [taken] : [];
    return taken.includes(got) ? [] : [[...taken, got]];
  },
  keyOf: (taken) => taken.toSorted().join(' '),
};
