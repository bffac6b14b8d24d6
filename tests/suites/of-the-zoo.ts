import { createVirtualClock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import { faults } from '../../zoo/faults/index.js';
import { variants } from '../../zoo/variants/index.js';
import { lens } from './under-fault.js';

/** The fault or variant of the zoo that is called so, before the reference server. @throws when there is none */
export function ofTheZoo(id: string): Interceptor {
  const found = [...faults, ...variants].find((one) => one.id === id);
  if (!found) throw new Error(`nothing in the zoo is called ${id}`);
  return found.create(1, lens, createVirtualClock(Date.now()));
}
