import { toRefusal } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { on } from '../on.js';

/** One verb has not heard of languages. */
const refusedOnPatch: Fault = {
  id: 'organizers.update.patch.language-refused',
  clause: 'language.parameter',
  statement: 'A PATCH of an organizer with a language parameter is refused.',
  create: (_, lens) =>
    on(lens, { id: 'organizers.update.patch' }, async ({ request, query }, next) =>
      query.has(lens.languageParameter) ? toRefusal(400) : next(request),
    ),
};

/** One of four languages is not known. */
const germanRefused: Fault = {
  id: 'categories.list.german-refused',
  clause: 'language.parameter',
  statement: 'A list of categories in German is refused.',
  create: (_, lens) =>
    on(lens, { id: 'categories.list' }, async ({ request, query }, next) =>
      query.get(lens.languageParameter) === 'de' ? toRefusal(400) : next(request),
    ),
};

/** Of the path segments one leads nowhere. */
const frenchMissing: Fault = {
  id: 'language.french-segment-missing',
  clause: 'language.segment',
  statement: 'The path segment fr leads nowhere, although nl and de lead to the site.',
  create: () => async (request, next) => (request.target.startsWith('/fr/') ? toRefusal(404) : next(request)),
};

/** Languages that are taken here and not there. */
export const languages: readonly Fault[] = [refusedOnPatch, germanRefused, frenchMissing];
