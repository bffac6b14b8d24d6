import { withoutParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { inTurn, interceptOperation } from '../on.js';
import { toRefusal } from '../edit-answer.js';
import { interceptLists } from './over-lists.js';

const LANGUAGE = 'language.parameter';

const deletesRefused: Fault = {
  id: 'records.delete.language-refused',
  clause: LANGUAGE,
  statement: 'A DELETE with a language parameter is refused.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'delete' }, async ({ request, query }, next) =>
      query.has(lens.languageParameter) ? toRefusal(400) : next(request),
    ),
};

const createsForget: Fault = {
  id: 'records.create.language-forgotten',
  clause: LANGUAGE,
  neighbours: ['language.segment'],
  statement: 'A record is made in the default language, whatever the language parameter says.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'create' }, ({ request }, next) =>
      next(withoutParameter(request, lens.languageParameter)),
    ),
};

const ofSomeLists: Fault = {
  id: 'lists.language-ignored-by-some',
  clause: LANGUAGE,
  neighbours: ['language.segment'],
  statement: 'Lists of venues, organizers and tags are the same in every language, those of events are not.',
  create: (_, lens) =>
    interceptLists(lens, ['venues', 'organizers', 'tags'], ({ request }, next) =>
      next(withoutParameter(request, lens.languageParameter)),
    ),
};

const ofAll: Fault = {
  id: 'records.language-ignored-but-by-slug',
  clause: LANGUAGE,
  neighbours: ['language.segment'],
  statement: 'The language parameter counts for addresses by slug, and lists and creates ignore it.',
  create: (_, lens) =>
    inTurn(
      interceptOperation(lens, { kind: 'list' }, ({ request }, next) =>
        next(withoutParameter(request, lens.languageParameter)),
      ),
      interceptOperation(lens, { kind: 'create' }, ({ request }, next) =>
        next(withoutParameter(request, lens.languageParameter)),
      ),
    ),
};

/** Languages that are taken, and lost. */
export const languageLoss: readonly Fault[] = [deletesRefused, createsForget, ofSomeLists, ofAll];
