import type { Guard } from './guard.js';
import type { Lens } from './lens.js';
import { pathOf } from './paths.js';

/** A lens that lets the guard of the run know which records lists show. */
export const withNotes = (lens: Lens, guard: Guard): Lens => ({
  ...lens,
  page(collection, exchange) {
    const page = lens.page(collection, exchange);
    for (const { id, json } of page.items) guard.listed(pathOf({ collection, id }), () => JSON.stringify(json));
    return page;
  },
});
