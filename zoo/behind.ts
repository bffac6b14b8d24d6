import type { Fault } from './fault.js';
import { inTurn } from './on.js';
import type { Conforming } from './variant.js';

/** Puts a fault behind a variant or a composition: nearest to the target, whose answers it reads as they are. */
export const composeFault = (fault: Fault, conforming: Conforming): Pick<Fault, 'create'> => ({
  create: (seed, lens, clock) => inTurn(conforming.create(seed, lens, clock), fault.create(seed, lens, clock)),
});
