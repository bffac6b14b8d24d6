import { heapPerEvent } from './heap-per-event.mjs';
import { itemCost } from './item-cost.mjs';
import { pageCost } from './page-cost.mjs';

/** The figures of the reference server: each measures itself when it is called. */
export const serverFigures = [itemCost, pageCost, heapPerEvent];
