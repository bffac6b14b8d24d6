import { languages } from '../../../contract/queries.js';
import type { WireRequest } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { filtersSent, withoutAll } from '../../intercept/list-selection.js';
import {
  inLanguage,
  parameterOf,
  segmentOf,
  withoutLanguage,
  withoutParameter,
  withoutSegment,
} from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** One verb has not heard of languages. */
const refusedOnPatch: Fault = {
  id: 'organizers.update.patch.language-refused',
  clause: 'language.parameter',
  statement: 'A PATCH of an organizer with a language parameter is refused.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.update.patch' }, async ({ request, query }, next) =>
      query.has(view.languageParameter) ? toRefusal(400) : next(request),
    ),
};

/** One of four languages is not known. */
const germanRefused: Fault = {
  id: 'categories.list.german-refused',
  clause: 'language.parameter',
  statement: 'A list of categories in German is refused.',
  create: (_, view) =>
    interceptOperation(view, { id: 'categories.list' }, async ({ request, query }, next) =>
      query.get(view.languageParameter) === 'de' ? toRefusal(400) : next(request),
    ),
};

/** The default language is not among those that can be asked for. */
const englishRefused: Fault = {
  id: 'tags.create.english-refused',
  clause: 'language.parameter',
  statement: 'A create of a tag in English is refused.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.create' }, async ({ request, query }, next) =>
      query.get(view.languageParameter) === 'en' ? toRefusal(400) : next(request),
    ),
};

/** One path segment is not served. */
const frenchMissing: Fault = {
  id: 'language.french-segment-missing',
  clause: 'language.segment',
  statement: 'The path segment fr returns 404, although nl and de work.',
  create: () => async (request, next) => (request.target.startsWith('/fr/') ? toRefusal(404) : next(request)),
};

/** Routes are matched by path before the segment is known. */
const segmentNotBySlug: Fault = {
  id: 'language.segment-ignored-by-slug',
  clause: 'language.segment',
  statement: 'Under a path segment, a GET by slug finds only records of the default language.',
  create: (_, view) =>
    interceptOperation(view, { addressing: 'slug' }, ({ request }, next) => next(withoutSegment(request))),
};

/** One method is routed without segments. */
const segmentWithoutPut: Fault = {
  id: 'language.segment-without-put',
  clause: 'language.segment',
  statement: 'A PUT under a path segment returns 404.',
  create: () => async (request, next) =>
    request.method === 'PUT' && segmentOf(request) ? toRefusal(404) : next(request),
};

/** A hint of the address and one of the query are too many. */
const saidTwice: Fault = {
  id: 'language.said-twice-is-none',
  clause: 'language.segment',
  neighbours: ['language.parameter'],
  statement: 'A list with a path segment and a language parameter is that of the default language.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'list' }, ({ request }, next) =>
      next(segmentOf(request) && parameterOf(request, view) ? inLanguage(request, view, 'en') : request),
    ),
};

/** The lists of one collection take the hint of the address first. */
const segmentFirst: Fault = {
  id: 'venues.list.segment-before-parameter',
  clause: 'language.parameter',
  neighbours: ['language.segment'],
  statement: 'Under a path segment the language parameter is ignored in lists of venues, and wins in all others.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.list' }, ({ request }, next) =>
      next(segmentOf(request) ? withoutParameter(request, view.languageParameter) : request),
    ),
};

/** The slug is looked up as if there were one language. */
const updatesFirst: Fault = {
  id: 'events.by-slug.update.language-ignored',
  clause: 'language.parameter',
  neighbours: ['address.slug'],
  statement: 'An update by slug changes the first event with that slug, whatever the language.',
  create: (_, view) =>
    interceptOperation(
      view,
      { kind: 'update', collection: 'events', addressing: 'slug' },
      async ({ request, at, address }, next) => {
        for (const language of ['en', 'nl', 'de', 'fr']) {
          const target = at(`/events/by-slug/${encodeURIComponent(address)}`);
          const found = await next(inLanguage({ method: 'GET', target, headers: [] }, view, language));
          if (isGranted(found)) return next(inLanguage(request, view, language));
        }
        return next(request);
      },
    ),
};

/** The parameter is read on reads alone. */
const updatesInDefault: Fault = {
  id: 'language.ignored-on-update-by-slug',
  clause: 'language.parameter',
  statement: 'An update by slug finds only records of the default language.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', addressing: 'slug' }, ({ request }, next) =>
      next(withoutParameter(request, view.languageParameter)),
    ),
};

/** One language is not set up, and so the default one stands in for it. */
const frenchIsEnglish: Fault = {
  id: 'language.french-is-english',
  clause: 'language.parameter',
  statement: 'Lists in French show the English events.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, ({ request }, next) => {
      const isFrench = (parameterOf(request, view) ?? segmentOf(request)) === 'fr';
      return next(isFrench ? inLanguage(request, view, 'en') : request);
    }),
};

/** The condition on the language stands in the branch for lists without filters. */
const defaultBesideFilters: Fault = {
  id: 'lists.default-language-beside-filters',
  clause: 'language.parameter',
  neighbours: ['coherence.pages'],
  statement:
    'In another language, a list with filters shows the records of the default language, too, as far as a page holds them.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'list' }, async (call, next) => {
      const { collection, request, query } = call;
      const own = await next(request);
      if (!query.has(view.languageParameter) || filtersSent(call).length === 0) return own;
      const shown = view.items(collection, own);
      const ids = new Set(shown.map((record) => view.id(collection, record)));
      const inDefault = view.items(collection, await next(withoutParameter(request, view.languageParameter)));
      const added = inDefault.filter((record) => !ids.has(view.id(collection, record)));
      if (query.has('page') || shown.length + added.length > Number(query.get('per_page') ?? 10)) return own;
      return view.editTotal(
        view.editItems(collection, own, (items) => [...items, ...added]),
        (total) => total + added.length,
      );
    }),
};

/** The language of a request is set for the process, and never set back. */
const sticks: Fault = {
  id: 'language.sticks',
  clause: 'language.parameter',
  neighbours: ['coherence.shown-everywhere', 'coherence.kept-write', 'language.segment'],
  statement: 'A request without a language is answered in the language of the request before.',
  create(_, view) {
    let last: string | undefined;
    return (request, next) => {
      const asked = parameterOf(request, view) ?? segmentOf(request);
      last = asked ?? last;
      return next(asked === undefined && last !== undefined ? inLanguage(request, view, last) : request);
    };
  },
};

/** A list that is kept aside is kept under the wrong name. */
const germanShowsDutch: Fault = {
  id: 'organizers.list.two-languages',
  clause: 'language.parameter',
  statement: 'An empty list of organizers in German shows the Dutch ones, and an empty one in Dutch the German ones.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.list' }, async ({ request }, next) => {
      const outcome = await next(request);
      const neighbour = { nl: 'de', de: 'nl' }[parameterOf(request, view) ?? ''];
      const isEmpty = isGranted(outcome) && view.items('organizers', outcome).length === 0;
      return isEmpty && neighbour ? next(inLanguage(request, view, neighbour)) : outcome;
    }),
};

/** What no table of languages holds is not checked before it is used. */
const unknownCrashes: Fault = {
  id: 'tags.update.unknown-language-crashes',
  clause: 'http.server-error',
  neighbours: ['language.parameter'],
  statement: 'An update of a tag in an unknown language returns 500.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', collection: 'tags' }, async ({ request }, next) => {
      const language = parameterOf(request, view);
      const isKnown = language === undefined || languages.some((known) => known === language);
      return isKnown ? next(request) : toRefusal(500);
    }),
};

/** The same for reads: the locale of each is opened first. */
const unknownUnread: Fault = {
  id: 'records.list.unknown-language-crashes',
  clause: 'http.server-error',
  neighbours: ['language.parameter'],
  statement: 'A list of venues or organizers, or a read by slug, in an unknown language returns 500.',
  create: (_, view) =>
    interceptOperations(
      view,
      [...inEach(['venues', 'organizers'], { kind: 'list' }), { kind: 'read', addressing: 'slug' }],
      async ({ request }, next) => {
        const language = parameterOf(request, view);
        const isKnown = language === undefined || languages.some((known) => known === language);
        return isKnown ? next(request) : toRefusal(500);
      },
    ),
};

/** What is made under a segment belongs to the default language. */
const madeInDefault: Fault = {
  id: 'language.segment-ignored-on-create',
  clause: 'language.segment',
  neighbours: ['language.parameter'],
  statement: 'A create under a path segment creates the record in the default language.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'create' }, ({ request }, next) => next(withoutSegment(request))),
};

const isAbroad = (request: WireRequest, view: WireView): boolean =>
  ![undefined, 'en'].includes(parameterOf(request, view) ?? segmentOf(request));

/** The query for translations was written beside the other one, for one filter. */
const filtersForgotten: Fault = {
  id: 'lists.filters-forgotten-in-language',
  clause: 'language.parameter',
  statement: 'In another language than English, a list applies the first of several filters alone.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'list' }, (call, next) => {
      const others = filtersSent(call).slice(1);
      return next(isAbroad(call.request, view) ? withoutAll(call.request, others) : call.request);
    }),
};

/** Each record is joined with two translations, and shown once. */
const totalsDoubled: Fault = {
  id: 'lists.totals-doubled-in-language',
  clause: 'coherence.pages',
  neighbours: ['language.parameter'],
  statement: 'In another language than English, the total of a list counts each record twice.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'list' }, async ({ request }, next) => {
      const outcome = await next(request);
      return isAbroad(request, view) ? view.editTotal(outcome, (total) => 2 * total) : outcome;
    }),
};

/** Nothing that the words forbid, but a parameter that selects nothing. */
const withoutEffect: Fault = {
  id: 'language.without-effect',
  clause: 'language.parameter',
  statement: 'Language parameters and path segments are accepted and ignored.',
  create: (_, view) => (request, next) => next(withoutLanguage(request, view)),
};

/** Languages that are taken here and not there, or one for another. */
export const languageFaults: readonly Fault[] = [
  refusedOnPatch,
  germanRefused,
  englishRefused,
  frenchMissing,
  segmentNotBySlug,
  segmentWithoutPut,
  saidTwice,
  segmentFirst,
  updatesFirst,
  updatesInDefault,
  frenchIsEnglish,
  defaultBesideFilters,
  sticks,
  germanShowsDutch,
  unknownCrashes,
  unknownUnread,
  madeInDefault,
  filtersForgotten,
  totalsDoubled,
  withoutEffect,
];
