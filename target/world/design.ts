import type { Language } from '../../contract/queries.js';
import { type Draft, named } from './draft.js';
import { type EventDesign, eventDraft } from './event-design.js';
import { farEvents } from './far-events.js';
import { categories, organizers, tags, venues } from './linked-drafts.js';
import { nearEvents } from './near-events.js';

/** The days of the world's own window; its events begin and end strictly inside. */
export const WORLD_DAYS = 10;

/** When a world is. */
export interface DesignOptions {
  /** The first day of the world, `YYYY-MM-DD`, at least three years ahead. */
  readonly firstDay: string;
  /** Today in the site's zone. */
  readonly today: string;
  /** Whether to place events around today, for the default window and upcoming. */
  readonly near: boolean;
}

/** All records of the world, in an order in which each refers only to earlier ones. */
export function designWorld({ firstDay, today, near }: DesignOptions): readonly Draft[] {
  return [
    ...venues,
    ...organizers,
    ...categories,
    ...tags,
    ...farEvents.map((event) => eventDraft(event, firstDay)),
    ...(near ? nearEvents.map((event) => eventDraft(event, today)) : []),
  ];
}

/**
 * One record of each kind that belongs to one language. They stand apart from the world: nothing else refers to them,
 * and only lists in that language need to show them. The event assigns the terms, so that they are not empty.
 */
export function designLocalized(firstDay: string, language: Language): readonly Draft[] {
  const event: EventDesign = {
    key: 'el',
    word: 'Premiere',
    start: [4, '15:00:00'],
    end: [4, '16:00:00'],
    venue: ['vl'],
    organizer: ['ol'],
    categories: ['cl'],
    tags: ['tl'],
  };
  const drafts = [
    named('venues', 'vl', 'Theatre'),
    named('organizers', 'ol', 'Orchestra'),
    named('categories', 'cl', 'Ballet'),
    named('tags', 'tl', 'Seasonal'),
    eventDraft(event, firstDay),
  ];
  return drafts.map((draft) => ({ ...draft, language }));
}
