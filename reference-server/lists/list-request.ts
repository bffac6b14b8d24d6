import type { Language } from '../../contract/queries.js';
import { canSee, type Viewer } from '../site/access-control.js';
import type { Site } from '../site/site.js';
import { getEvent } from '../store/store.js';
import type { Relation } from '../store/stored-record.js';
import type { ListQuery } from './list-query.js';

/** What a list is selected by, and for whom. */
export interface ListRequest {
  readonly site: Site;
  readonly viewer: Viewer;
  readonly language: Language;
  readonly query: ListQuery;
}

/** Where a page begins and how long it is. */
export const pageBounds = ({ page, perPage }: ListQuery): { offset: number; limit: number } => ({
  offset: (page - 1) * perPage,
  limit: perPage,
});

/** Whether one of the texts contains the searched one, whatever the case. */
export function containsText(searched: string, texts: readonly unknown[]): boolean {
  const folded = searched.toLowerCase();
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(folded));
}

/** The records that an event links to; none for an event that is unknown or that the viewer may not see. */
export function linkedIds({ site, viewer }: ListRequest, eventId: number, relation: Relation): ReadonlySet<number> {
  const event = getEvent(site.store, eventId);
  return new Set(event && canSee(viewer, event) ? event.links[relation] : []);
}
