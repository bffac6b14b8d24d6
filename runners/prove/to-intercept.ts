import type { Clock } from '../../harness/clock.js';
import type { Interceptor } from '../../harness/exchange.js';
import type { Case } from '../../proof/case.js';
import { composeFault } from '../../zoo/behind.js';
import type { Composition } from '../../zoo/compose.js';
import { compositions } from '../../zoo/compositions.js';
import type { Fault } from '../../zoo/fault.js';
import { faults } from '../../zoo/faults/index.js';
import type { Variant } from '../../zoo/variant.js';
import { variants } from '../../zoo/variants/index.js';
import type { WireView } from '../../zoo/wire-lens.js';

/** What an interceptor is made of. */
export interface Making {
  readonly seed: number;
  readonly lens: WireView;
  readonly clock: Clock;
}

/** What a case puts between harness and target. Throws a RangeError for an id that the zoo does not have. */
export function toIntercept(one: Case, { seed, lens, clock }: Making): readonly Interceptor[] {
  switch (one.kind) {
    case 'bare':
    case 'zone':
      return [];
    case 'fault': {
      const fault = findFault(one.id);
      const placed = one.behind === undefined ? fault : composeFault(fault, findComposition(one.behind));
      return [placed.create(seed, lens, clock)];
    }
    case 'variant':
      return [findVariant(one.id).create(seed, lens, clock)];
    case 'composition':
      return [findComposition(one.id).create(seed, lens, clock)];
  }
}

const finder =
  <One extends { readonly id: string }>(what: string, all: readonly One[]) =>
  (id: string): One => {
    const found = all.find((one) => one.id === id);
    if (found) return found;
    throw new RangeError(`the zoo has no ${what} ${id}`);
  };

export const findFault: (id: string) => Fault = finder('fault', faults);
export const findVariant: (id: string) => Variant = finder('variant', variants);
export const findComposition: (id: string) => Composition = finder('composition', compositions);
