import type { Exchange } from '../wire/exchange.js';
import type { DeviationDetails } from './deviation.js';

/**
 * A pure function over the exchanges of one execution, in order. It sends nothing and fails nothing: what it finds is
 * nominated, and convicted only if the same scenario shows it again. Undefined where nothing could have shown it.
 */
export interface Monitor {
  /** The id of the requirement that it nominates for. */
  readonly requirement: string;
  watch(exchanges: readonly Exchange[]): readonly DeviationDetails[] | undefined;
}

/** What one monitor made of one execution. */
export type Watched =
  | { readonly requirement: string; readonly nominations: readonly DeviationDetails[] }
  /** The monitor itself failed: that costs its own requirement the verdict, and not the one that was executed. */
  | { readonly requirement: string; readonly defect: unknown };

/** What all monitors make of the exchanges of an execution. */
export type Watch = (exchanges: readonly Exchange[]) => readonly Watched[];

/** Puts monitors together; those to which the exchanges say nothing are left out. */
export const toWatch =
  (monitors: readonly Monitor[]): Watch =>
  (exchanges) =>
    monitors.flatMap((monitor) => watchBy(monitor, exchanges) ?? []);

function watchBy({ requirement, watch }: Monitor, exchanges: readonly Exchange[]): Watched | undefined {
  try {
    const nominations = watch(exchanges);
    return nominations && { requirement, nominations };
  } catch (defect) {
    return { requirement, defect };
  }
}
