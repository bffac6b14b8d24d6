import type { Guard } from './guard.js';
import type { Lens, Shown } from './lens.js';
import { byId, itemPath } from './paths.js';

/** The path of a record's id below the namespace. */
export const pathOf = ({ collection, id }: Pick<Shown, 'collection' | 'id'>): string =>
  itemPath(collection, byId({ id }));

/** A lens that lets the guard of the run know which records lists show. */
export const withNotes = (lens: Lens, guard: Guard): Lens => ({
  ...lens,
  page(collection, exchange) {
    const page = lens.page(collection, exchange);
    for (const { id, json } of page.items) guard.listed(itemPath(collection, byId({ id })), () => JSON.stringify(json));
    return page;
  },
});
