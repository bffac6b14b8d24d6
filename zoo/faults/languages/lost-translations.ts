import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { itemNow } from '../../intercept/record-lookup.js';
import { bodyOf, parameterOf } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** The language that venues are made in. */
const ORIGINAL = 'en';

/** A venue has its original texts, and those of the language that was written last. */
function keepingOneTranslation(view: WireView): Interceptor {
  const translations = new Map<string, { readonly language: string; readonly texts: JsonObject }>();
  const translated = (record: JsonObject, language: string | undefined): JsonObject => {
    const known = translations.get(view.id('venues', record));
    if (!known || known.language !== language) return record;
    return Object.entries(known.texts).reduce(
      (shown, [name, value]) => view.withField('venues', shown, name, value),
      record,
    );
  };
  const update = interceptOperation(
    view,
    { kind: 'update', collection: 'venues', addressing: 'id' },
    async (call, next) => {
      const language = parameterOf(call.request, view);
      if (language === undefined || language === ORIGINAL) return next(call.request);
      const outcome = await itemNow(call, next);
      if (!isGranted(outcome)) return outcome;
      translations.set(call.address, { language, texts: bodyOf(call.request) ?? {} });
      return view.editRecord('venues', outcome, (record) => translated(record, language));
    },
  );
  const read = interceptOperation(
    view,
    { kind: 'read', collection: 'venues', addressing: 'id' },
    async ({ request }, next) =>
      view.editRecord('venues', await next(request), (record) => translated(record, parameterOf(request, view))),
  );
  return inTurn(update, read);
}

/** Translations that others take the place of. */
export const lostTranslations: readonly Fault[] = [
  {
    id: 'venues.update.one-translation-left',
    clause: 'language.parameter',
    neighbours: ['coherence.kept-write', 'venue.update'],
    statement: 'A translation of a venue is lost when one into another language is written.',
    create: (_, view) => keepingOneTranslation(view),
  },
];
