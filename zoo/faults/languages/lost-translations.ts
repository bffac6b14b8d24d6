import type { Interceptor } from '../../../wire/exchange.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { inLanguage, parameterOf, segmentOf } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { translating } from './translating.js';

/** A thread keeps the language of the last path that named one. */
function stickingToSegment(view: WireView): Interceptor {
  let last: string | undefined;
  return interceptOperation(view, { id: 'events.read' }, ({ request }, next) => {
    last = segmentOf(request) ?? last;
    const isPlain = parameterOf(request, view) === undefined && segmentOf(request) === undefined;
    return next(isPlain && last !== undefined ? inLanguage(request, view, last) : request);
  });
}

/** Translations that are lost, not found, not shown, or written over the original. */
export const lostTranslations: readonly Fault[] = [
  {
    id: 'events.read.segment-sticks',
    clause: 'language.parameter',
    neighbours: ['language.segment', 'coherence.kept-write', 'coherence.shown-everywhere'],
    statement:
      'Once an event was read under a path segment, those that are read without a language are shown in that one.',
    create: (_, view) => inTurn(stickingToSegment(view), translating(view, { collection: 'events' })),
  },
  {
    id: 'venues.update.one-translation-left',
    clause: 'language.parameter',
    neighbours: ['coherence.kept-write', 'venue.update'],
    statement: 'A translation of a venue is lost when one into another language is written.',
    create: (_, view) => translating(view, { collection: 'venues', kept: 'the last' }),
  },
  {
    id: 'venues.by-slug.update.original',
    clause: 'language.parameter',
    neighbours: ['coherence.kept-write', 'venue.update'],
    statement: 'An update of a venue in a language writes a translation by id, and the original texts by slug.',
    create: (_, view) => translating(view, { collection: 'venues', original: 'update by slug' }),
  },
  {
    id: 'events.list.search-untranslated',
    clause: 'language.parameter',
    neighbours: ['event.list.search', 'coherence.kept-write', 'event.update'],
    statement: 'A search in a language covers the original texts of events, and the list shows their translations.',
    create: (_, view) => translating(view, { collection: 'events', isListed: true, original: 'search' }),
  },
  {
    id: 'events.update.french-overwrites',
    clause: 'language.parameter',
    neighbours: ['coherence.kept-write', 'event.update'],
    statement: 'An update of an event in French also changes its original texts, unlike one in another language.',
    create: (_, view) => translating(view, { collection: 'events', overwriting: 'fr' }),
  },
  {
    id: 'events.read.segment-ignored',
    clause: 'language.segment',
    neighbours: ['language.parameter', 'coherence.shown-everywhere'],
    statement: 'A GET of an event under /de shows its original texts, and one with the language parameter the German.',
    create: (_, view) => translating(view, { collection: 'events', ignored: 'de' }),
  },
  {
    id: 'organizers.update.translation-replaced',
    clause: 'language.parameter',
    neighbours: ['coherence.kept-write', 'organizer.update', 'organizer.fields.optional-on-update'],
    statement: 'An update of an organizer in a language removes the translated texts that it does not send.',
    create: (_, view) => translating(view, { collection: 'organizers', replacing: true }),
  },
  {
    id: 'categories.list.untranslated',
    clause: 'language.parameter',
    neighbours: ['coherence.shown-everywhere', 'coherence.siblings'],
    statement: 'The list of categories shows the original texts in every language, and an item those of its language.',
    create: (_, view) => translating(view, { collection: 'categories', isListed: true, original: 'list' }),
  },
  {
    id: 'organizers.list.untranslated-under-segment',
    clause: 'language.segment',
    neighbours: ['language.parameter', 'coherence.shown-everywhere'],
    statement:
      'The list of organizers under a path segment shows the original texts, and the item those of its language.',
    create: (_, view) =>
      translating(view, { collection: 'organizers', isListed: true, original: 'list under a segment' }),
  },
  {
    id: 'tags.read.segment-ignored',
    clause: 'language.segment',
    neighbours: ['language.parameter', 'coherence.shown-everywhere'],
    statement: 'A GET of a tag under /fr shows its original texts, and one with the language parameter the French.',
    create: (_, view) => translating(view, { collection: 'tags', ignored: 'fr' }),
  },
  {
    id: 'categories.list.search-untranslated',
    clause: 'language.parameter',
    neighbours: ['category.list.search', 'coherence.kept-write', 'category.update'],
    statement: 'A search in a language covers the original names of categories, and the list shows their translations.',
    create: (_, view) => translating(view, { collection: 'categories', isListed: true, original: 'search' }),
  },
  {
    id: 'tags.read.segment-before-parameter',
    clause: 'language.parameter',
    neighbours: ['language.segment'],
    statement: 'Under a path segment the language parameter is ignored for tags, and wins for all else.',
    create: (_, view) => translating(view, { collection: 'tags', isListed: true, segmentWins: true }),
  },
  {
    id: 'organizers.by-slug.read.untranslated',
    clause: 'language.parameter',
    neighbours: ['address.slug', 'coherence.shown-everywhere'],
    statement:
      'A GET of an organizer by slug shows its original texts in every language, and by id those of the language.',
    create: (_, view) => translating(view, { collection: 'organizers', original: 'read by slug' }),
  },
  {
    id: 'venues.update.original-under-segment',
    clause: 'language.segment',
    neighbours: ['language.parameter', 'coherence.kept-write', 'venue.update'],
    statement:
      'An update of a venue writes a translation by the language parameter, and the original texts under a segment.',
    create: (_, view) => translating(view, { collection: 'venues', original: 'update under a segment' }),
  },
];
