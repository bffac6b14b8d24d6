import { languages } from '../../../contract/queries.js';
import { collections } from '../../../contract/resources.js';
import { headerValue, type Interceptor, type Outcome, type WireRequest } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import {
  bodyOf,
  inLanguage,
  parameterOf,
  segmentOf,
  withoutLanguage,
  withoutParameter,
  withParameter,
} from '../../intercept/request-edit.js';
import { editResponse, toRefusal, withHeader } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { inSequence, learning, type Learns, unlearning } from '../../learned-facts.js';
import { allowInEach, type Variant } from '../../variant.js';

/** Marks every record that is shown with the language that it is shown in. */
const showingLanguage = (view: WireView): Interceptor =>
  alsoForHead(async (request, next) => {
    const call = view.operationCall(request);
    const language = parameterOf(request, view) ?? segmentOf(request) ?? 'en';
    const outcome = await next(withoutLanguage(request, view));
    if (!call) return outcome;
    return call.operation.kind === 'list'
      ? view.editItems(call.collection, outcome, (items) => items.map((item) => ({ ...item, language })))
      : view.editRecord(call.collection, outcome, (record) => ({ ...record, language }));
  });

/** Where no record is of one language alone, a venue and a tag are translated to see which language wins; none shows it. */
const translating: Learns = inSequence(unlearning('readings.language.conflict'), (facts) => ({
  ...facts,
  'access.update': { ...facts['access.update'], tags: true, venues: true },
}));

/** The alternative `fallback` of the reading `language.belonging`, on a site where nothing is translated yet. */
const fallback: Variant = {
  id: 'languages.fallback',
  aspect: 'reading.access',
  statement: 'Every record is shown in every language, untranslated where there is no translation.',
  readings: { 'language.belonging': 'fallback', 'language.terms': 'fallback' },
  learns: translating,
  allowances: [
    { requirement: 'events.by-slug.update.own-language', reason: 'No two events have the same slug.' },
    { requirement: 'language.lists.segment-or-parameter', reason: 'Lists show the records of every language.' },
    { requirement: 'coherence.languages.kept', reason: 'Lists show the records of every language.' },
    { requirement: 'concurrency.events.languages', reason: 'Lists show the records of every language.' },
  ],
  hides: ['language.'],
  create: (_, view) => showingLanguage(view),
};

/** The alternative `fallback` of the reading `language.terms`, where posts belong to one language. */
const termsInAll: Variant = {
  id: 'languages.terms-in-all',
  aspect: 'reading.access',
  statement: 'Every category and tag is shown in every language, untranslated where there is no translation.',
  readings: { 'language.terms': 'fallback' },
  learns: translating,
  create: (_, view) => {
    const showing = showingLanguage(view);
    return alsoForHead((request, next) => {
      const collection = view.operationCall(request)?.collection;
      return collection === 'categories' || collection === 'tags' ? showing(request, next) : next(request);
    });
  },
};

/** English is the original here, and what is written in another language is for that language alone. */
const englishInstead: Variant = {
  id: 'languages.english-instead-of-nothing',
  aspect: 'reading.access',
  statement: 'A list that is empty in a language shows the English records.',
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async ({ request, collection }, next) => {
        const outcome = await next(request);
        const isEmpty = isGranted(outcome) && view.items(collection, outcome).length === 0;
        return isEmpty ? next(inLanguage(request, view, 'en')) : outcome;
      }),
    ),
};

/** The alternative `segment-wins` of the reading `language.conflict`. */
const segmentWins: Variant = {
  id: 'languages.segment-wins',
  aspect: 'reading.access',
  statement: 'Under a path segment the language parameter is ignored.',
  readings: { 'language.conflict': 'segment-wins' },
  create: (_, view) => (request, next) =>
    next(segmentOf(request) ? withoutParameter(request, view.languageParameter) : request),
};

/** Which language is the default is open. A list without a language shows nothing here of what a world holds in English. */
export const dutchByDefault: Variant = {
  id: 'languages.dutch-by-default',
  aspect: 'reading.access',
  statement: 'A request that names no language is in Dutch.',
  create: (_, view) => (request, next) => {
    const isNamed = [parameterOf(request, view), segmentOf(request), bodyOf(request)?.[view.languageParameter]].some(
      (language) => language !== undefined,
    );
    return next(isNamed ? request : withParameter(request, view.languageParameter, 'nl'));
  },
};

/** What happens to another language than the four is open. */
const unknownIgnored: Variant = {
  id: 'languages.unknown-ignored',
  aspect: 'parameters',
  statement: 'An unknown language is ignored.',
  create: (_, view) => (request, next) => {
    const language = parameterOf(request, view);
    const isKnown = languages.some((known) => known === language);
    return next(isKnown ? request : withoutParameter(request, view.languageParameter));
  },
};

/** The alternative `own-language` of the reading `language.segment-lists`. */
const segmentsAlone: Variant = {
  id: 'languages.segments-alone',
  isSparse: true,
  aspect: 'reading.access',
  statement: 'Path segments keep the languages apart; by parameter every record is shown, untranslated.',
  readings: {
    'language.belonging': 'fallback',
    'language.terms': 'fallback',
    'language.segment-lists': 'own-language',
  },
  learns: translating,
  allowances: [
    { requirement: 'events.by-slug.update.own-language', reason: 'No two events have the same slug.' },
    { requirement: 'coherence.languages.kept', reason: 'By parameter, lists show the records of every language.' },
    { requirement: 'concurrency.events.languages', reason: 'By parameter, lists show the records of every language.' },
    ...[
      ...collections.map((one) => `${one}.list.segment`),
      'tags.list.segment-and-parameter',
      'language.lists.segment-or-parameter',
    ].map((requirement) => ({ requirement, reason: 'The parameter makes no record of a language.' })),
    { requirement: 'tags.list.language-links', reason: 'A list under a segment shows none of these tags.' },
  ],
  hides: ['language.'],
  create: (_, view) => {
    const showing = showingLanguage(view);
    return (request, next) =>
      segmentOf(request) ? next(withoutParameter(request, view.languageParameter)) : showing(request, next);
  },
};

/** The site may be served under path segments, and need not be. */
const withoutSegments: Variant = {
  id: 'languages.without-segments',
  isSparse: true,
  aspect: 'reading.addresses',
  statement: 'There are no path segments for languages.',
  learns: inSequence(
    learning({ 'languages.segments': [] }),
    unlearning('readings.language.conflict', 'readings.language.segment-place', 'readings.language.segment-lists'),
  ),
  allowances: [
    'index.read.segment',
    'language.lists.segment-or-parameter',
    'events.life-cycle.segment',
    ...collections.map((collection) => `${collection}.list.segment`),
    ...['events', 'tags'].map((collection) => `${collection}.create.segment`),
  ].map((requirement) => ({ requirement, reason: 'There are no path segments.' })),
  create: () => async (request, next) => (segmentOf(request) ? toRefusal(404) : next(request)),
};

/** Languages that are kept apart otherwise than on the reference server, or named otherwise. */
export const languageVariants: readonly Variant[] = [
  fallback,
  termsInAll,
  englishInstead,
  segmentWins,
  segmentsAlone,
  unknownIgnored,
  withoutSegments,
];

function languageOf(request: WireRequest, view: WireView): string {
  const inBody = bodyOf(request)?.[view.languageParameter];
  const named = parameterOf(request, view) ?? (typeof inBody === 'string' ? inBody : undefined);
  return named ?? segmentOf(request) ?? 'en';
}

/** A Location that points to a record in its language, where that is not the default one. */
const leadingTo = (outcome: Outcome, language: string, { languageParameter }: WireView): Outcome =>
  editResponse(outcome, (response) => {
    const location = headerValue(response.headers, 'Location');
    if (location === undefined || language === 'en') return response;
    const headers = withHeader(response.headers, 'Location', `${location}?${languageParameter}=${language}`);
    return { ...response, headers };
  });

function scoping(view: WireView): Interceptor {
  const homes = new Map<string, string>();
  return interceptOperations(view, [{ addressing: 'id' }, { kind: 'create' }], async (call, next) => {
    const { request, operation, collection, address } = call;
    const language = languageOf(request, view);
    const home = homes.get(`${collection}/${address}`) ?? language;
    // What happens in a language that is none of the four is another matter.
    const isAbroad = home !== language && languages.some((one) => one === language);
    if (operation.kind !== 'create') return isAbroad ? toRefusal(404) : next(request);
    const outcome = await next(request);
    const record = isGranted(outcome) ? view.record(collection, outcome) : undefined;
    if (record) homes.set(`${collection}/${view.id(collection, record)}`, language);
    return leadingTo(outcome, language, view);
  });
}

/** That an id is reachable from every language is stated nowhere. */
export const scopedIds: Variant = {
  id: 'languages.scoped-ids',
  aspect: 'reading.addresses',
  statement: 'A GET by id finds a record only in its own language.',
  allowances: [
    ...allowInEach('read.updated-in-language', 'A record is updated in its own language alone.'),
    { requirement: 'coherence.languages.kept', reason: 'A record is updated in its own language alone.' },
  ],
  create: (_, view) => scoping(view),
};
