import type { Language } from '../../../contract/queries.js';
import type { Interceptor, WireRequest } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { itemNow } from '../../intercept/record-lookup.js';
import { bodyOf, parameterOf, segmentOf, withoutLanguage, withoutParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** The language that records are made in. */
const ORIGINAL = 'en';

/** Which translations of a record are kept, and whether lists show them. */
interface Translating {
  readonly collection: 'events' | 'venues' | 'organizers' | 'categories';
  /** Default: all. */
  readonly kept?: 'all' | 'the last';
  /** What lists in a language show of records that are translated into it; default: nothing, as they are not listed. */
  readonly inLists?: 'translations' | 'originals';
  /** Whether an update in a language takes the place of all that was translated before. */
  readonly replacing?: boolean;
  /** The language that is written into the original texts, too. */
  readonly overwriting?: Language;
  /** Whether an update by slug writes the original texts in any language. */
  readonly originalBySlug?: boolean;
  /** The path segment that selects nothing. */
  readonly ignored?: Language;
}

/** Records have their original texts, and those that were written in other languages. */
function translating(view: WireView, options: Translating): Interceptor {
  const { collection, kept = 'all', inLists, replacing = false, overwriting, originalBySlug, ignored } = options;
  const languageOf = (request: WireRequest): string | undefined => {
    const segment = segmentOf(request);
    return parameterOf(request, view) ?? (segment === ignored ? undefined : segment);
  };
  const translations = new Map<string, Map<string, JsonObject>>();
  const translated = (record: JsonObject, language: string | undefined): JsonObject => {
    const texts = translations.get(view.id(collection, record))?.get(language ?? ORIGINAL) ?? {};
    return Object.entries(texts).reduce(
      (shown, [name, value]) => view.withField(collection, shown, name, value),
      record,
    );
  };
  const item = { collection, addressing: 'id' } as const;
  const update = interceptOperation(view, { kind: 'update', ...item }, async (call, next) => {
    const language = languageOf(call.request);
    if (language === undefined || language === ORIGINAL) return next(call.request);
    if (language === overwriting) await next(withoutLanguage(call.request, view));
    const outcome = await itemNow(call, next);
    if (!isGranted(outcome)) return outcome;
    const all = translations.get(call.address);
    const texts = { ...(replacing ? {} : all?.get(language)), ...bodyOf(call.request) };
    translations.set(call.address, new Map([...(kept === 'all' ? (all ?? []) : []), [language, texts]]));
    return view.editRecord(collection, outcome, (record) => translated(record, language));
  });
  const updateBySlug = interceptOperation(
    view,
    { kind: 'update', collection, addressing: 'slug' },
    ({ request }, next) => next(originalBySlug ? withoutLanguage(request, view) : request),
  );
  const read = interceptOperation(view, { kind: 'read', ...item }, async ({ request }, next) =>
    view.editRecord(collection, await next(request), (record) => translated(record, languageOf(request))),
  );
  if (inLists === undefined) return inTurn(update, updateBySlug, read);
  const list = interceptOperation(view, { kind: 'list', collection }, async ({ request, query }, next) => {
    const language = languageOf(request);
    const isFound = inLists === 'originals' || !query.has('search');
    const isOfAll = translations.size > 0 && language !== undefined && isFound;
    const outcome = await next(isOfAll ? withoutParameter(request, view.languageParameter) : request);
    if (inLists === 'originals') return outcome;
    return view.editItems(collection, outcome, (records) => records.map((record) => translated(record, language)));
  });
  const remove = interceptOperation(view, { kind: 'delete', ...item }, ({ request, address }, next) => {
    translations.delete(address);
    return next(request);
  });
  return inTurn(update, updateBySlug, read, list, remove);
}

/** Translations that are lost, not found, not shown, or written over the original. */
export const lostTranslations: readonly Fault[] = [
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
    create: (_, view) => translating(view, { collection: 'venues', originalBySlug: true }),
  },
  {
    id: 'events.list.search-untranslated',
    clause: 'language.parameter',
    neighbours: ['event.list.search', 'coherence.kept-write', 'event.update'],
    statement: 'A search in a language covers the original texts of events, and the list shows their translations.',
    create: (_, view) => translating(view, { collection: 'events', inLists: 'translations' }),
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
    create: (_, view) => translating(view, { collection: 'categories', inLists: 'originals' }),
  },
];
