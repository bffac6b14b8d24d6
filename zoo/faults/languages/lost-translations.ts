import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { itemNow } from '../../intercept/record-lookup.js';
import { bodyOf, parameterOf, withoutParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** The language that records are made in. */
const ORIGINAL = 'en';

/** Which translations of a record are kept, and whether lists show them. */
interface Translating {
  readonly collection: 'events' | 'venues';
  readonly kept: 'all' | 'the last';
  readonly inLists: boolean;
}

/** Records have their original texts, and those that were written in other languages. */
function translating(view: WireView, { collection, kept, inLists }: Translating): Interceptor {
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
    const language = parameterOf(call.request, view);
    if (language === undefined || language === ORIGINAL) return next(call.request);
    const outcome = await itemNow(call, next);
    if (!isGranted(outcome)) return outcome;
    const before = kept === 'all' ? (translations.get(call.address) ?? []) : [];
    translations.set(call.address, new Map([...before, [language, bodyOf(call.request) ?? {}]]));
    return view.editRecord(collection, outcome, (record) => translated(record, language));
  });
  const read = interceptOperation(view, { kind: 'read', ...item }, async ({ request }, next) =>
    view.editRecord(collection, await next(request), (record) => translated(record, parameterOf(request, view))),
  );
  if (!inLists) return inTurn(update, read);
  const list = interceptOperation(view, { kind: 'list', collection }, async ({ request, query }, next) => {
    const language = parameterOf(request, view);
    const isOfAll = translations.size > 0 && language !== undefined && !query.has('search');
    const outcome = await next(isOfAll ? withoutParameter(request, view.languageParameter) : request);
    return view.editItems(collection, outcome, (records) => records.map((record) => translated(record, language)));
  });
  const remove = interceptOperation(view, { kind: 'delete', ...item }, ({ request, address }, next) => {
    translations.delete(address);
    return next(request);
  });
  return inTurn(update, read, list, remove);
}

/** Translations that others take the place of, or that are shown and not found. */
export const lostTranslations: readonly Fault[] = [
  {
    id: 'venues.update.one-translation-left',
    clause: 'language.parameter',
    neighbours: ['coherence.kept-write', 'venue.update'],
    statement: 'A translation of a venue is lost when one into another language is written.',
    create: (_, view) => translating(view, { collection: 'venues', kept: 'the last', inLists: false }),
  },
  {
    id: 'events.list.search-untranslated',
    clause: 'language.parameter',
    neighbours: ['event.list.search', 'coherence.kept-write', 'event.update'],
    statement: 'A search in a language looks at the original texts of events, and returns their translations.',
    create: (_, view) => translating(view, { collection: 'events', kept: 'all', inLists: true }),
  },
];
