import { resourceOf } from '../../../contract/resources.js';
import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import {
  inEach,
  interceptLists,
  interceptOperation,
  interceptOperations,
  inTurn,
} from '../../intercept/intercept-operation.js';
import { credentialsOf } from '../../intercept/record-lookup.js';
import { editBody, parameterOf, segmentOf, withoutLanguage, withoutParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { OperationCall } from '../../intercept/operation-call.js';

const LANGUAGE = 'language.parameter';
const ENGLISH = 'en';

/** What is stored of a translation are the fields that somebody remembered. */
const storesSome: Fault = {
  id: 'records.update.fields-lost-in-language',
  clause: LANGUAGE,
  neighbours: ['coherence.kept-write'],
  statement:
    'An update in another language than en drops the excerpt of an event, and the website of venues and organizers.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update' }, ({ request, collection }, next) => {
      const lost = collection === 'events' ? 'excerpt' : 'website';
      const isOther = ![undefined, 'en'].includes(parameterOf(request, view) ?? segmentOf(request));
      return next(isOther ? editBody(request, ({ [lost]: _lost, ...rest }) => rest) : request);
    }),
};

const deletesRefused: Fault = {
  id: 'records.delete.language-refused',
  clause: LANGUAGE,
  statement: 'A DELETE with a language parameter is refused.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'delete' }, async ({ request, query }, next) =>
      query.has(view.languageParameter) ? toRefusal(400) : next(request),
    ),
};

/** Only what is read falls back to the original. */
const deletesOwnOnly: Fault = {
  id: 'categories.delete.own-language-only',
  clause: LANGUAGE,
  neighbours: ['category.delete'],
  statement: 'A DELETE of a category finds it in the language that it was created in alone, and a GET in every one.',
  create: (_, view) => {
    const homes = new Map<string, string | undefined>();
    const create = interceptOperation(view, { id: 'categories.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const record = view.record('categories', outcome);
      if (record) homes.set(view.id('categories', record), parameterOf(request, view));
      return outcome;
    });
    const remove = interceptOperation(view, { id: 'categories.delete' }, async ({ request, address }, next) => {
      const language = parameterOf(request, view);
      const isAbroad = language !== undefined && homes.has(address) && homes.get(address) !== language;
      return isAbroad ? toRefusal(404) : next(request);
    });
    return inTurn(create, remove);
  },
};

/** An update writes the language of its request beside the fields: where none is named, the default one. */
const movedByUpdate: Fault = {
  id: 'events.update.language-reset',
  clause: LANGUAGE,
  neighbours: ['coherence.siblings', 'event.update'],
  statement: 'An update of an event that names no language moves it to the default one, unlike one of a venue.',
  create: (_, view) => {
    const moved = new Set<string>();
    const spoken = ({ request }: OperationCall): string | undefined => parameterOf(request, view) ?? segmentOf(request);
    const update = interceptOperation(view, { kind: 'update', collection: 'events' }, async (call, next) => {
      const outcome = await next(call.request);
      const record = view.record('events', outcome);
      if (record && spoken(call) === undefined) moved.add(view.id('events', record));
      return outcome;
    });
    const list = interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const outcome = await next(call.request);
      return spoken(call) === undefined
        ? outcome
        : view.editItems('events', outcome, (items) => items.filter((one) => !moved.has(view.id('events', one))));
    });
    return inTurn(update, list);
  },
};

const createsForget: Fault = {
  id: 'records.create.language-forgotten',
  clause: LANGUAGE,
  neighbours: ['language.segment'],
  statement: 'A create ignores the language parameter.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'create' }, ({ request }, next) =>
      next(withoutParameter(request, view.languageParameter)),
    ),
};

const ofSomeLists: Fault = {
  id: 'lists.language-ignored-by-some',
  clause: LANGUAGE,
  neighbours: ['language.segment'],
  statement: 'Lists of venues, organizers and tags are the same in every language, those of events are not.',
  create: (_, view) =>
    interceptLists(view, ['venues', 'organizers', 'tags'], ({ request }, next) =>
      next(withoutParameter(request, view.languageParameter)),
    ),
};

const ofAll: Fault = {
  id: 'records.language-ignored-but-by-slug',
  clause: LANGUAGE,
  neighbours: ['language.segment'],
  statement: 'Lists and creates ignore the language parameter; addresses by slug do not.',
  create: (_, view) =>
    inTurn(
      interceptOperation(view, { kind: 'list' }, ({ request }, next) =>
        next(withoutParameter(request, view.languageParameter)),
      ),
      interceptOperation(view, { kind: 'create' }, ({ request }, next) =>
        next(withoutParameter(request, view.languageParameter)),
      ),
    ),
};

/** A list takes its names from the translations alone. */
const unnamed: Fault = {
  id: 'organizers.list.untranslated-unnamed',
  clause: LANGUAGE,
  neighbours: ['coherence.shown-everywhere'],
  statement:
    'Records are the same in every language, but lists in French, German and Dutch show organizers without a name.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'list' }, { kind: 'create' }], async ({ request, operation }, next) => {
      const language = parameterOf(request, view) ?? segmentOf(request) ?? ENGLISH;
      const outcome = await next(withoutLanguage(request, view));
      if (operation.id !== 'organizers.list' || language === ENGLISH) return outcome;
      return view.editItems('organizers', outcome, (items) =>
        items.map((item) => view.withField('organizers', item, 'organizer', null)),
      );
    }),
};

/** The route of a segment answers before it deletes. */
const deletesNothing: Fault = {
  id: 'tags.delete.segment-leaves',
  clause: 'language.segment',
  neighbours: [LANGUAGE, 'tag.delete'],
  statement: 'A DELETE of a tag under a path segment is granted and deletes nothing.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.delete' }, ({ request }, next) =>
      next(segmentOf(request) === undefined ? request : { ...request, method: 'GET' }),
    ),
};

/** What is kept of a page is found by its slug again, until something is written. */
const keptOfOneLanguage: Fault = {
  id: 'events.by-slug.read.kept-across-languages',
  clause: LANGUAGE,
  neighbours: ['address.slug'],
  statement: 'A GET of an event by slug shows the event of that slug that was read last, in whatever language.',
  create: (_, view) => {
    const kept = new Map<string, Outcome>();
    const forget: Interceptor = (request, next) => {
      if (request.method !== 'GET') kept.clear();
      return next(request);
    };
    const remember = interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request, address }, next) => {
      const key = `${JSON.stringify(credentialsOf(request))} ${address}`;
      const known = kept.get(key);
      if (known) return known;
      const outcome = await next(request);
      if (isGranted(outcome)) kept.set(key, outcome);
      return outcome;
    });
    return inTurn(forget, remember);
  },
};

/** The form of a language was made without the marks of what it requires. */
const uncheckedInFrench: Fault = {
  id: 'records.create.unrequired-in-french',
  clause: 'venue.fields.required-on-create',
  neighbours: ['event.fields.required-on-create', 'organizer.fields.required-on-create'],
  statement: 'In French, events, venues and organizers are created without what they are called.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['events', 'venues', 'organizers'], { kind: 'create' }),
      ({ request, collection }, next) => {
        const isFrench = (parameterOf(request, view) ?? segmentOf(request)) === 'fr';
        const { label } = resourceOf(collection);
        return next(isFrench ? editBody(request, (body) => ({ [label]: 'Sans titre', ...body })) : request);
      },
    ),
};

/** An English clock strikes twelve at most. */
const onEnglishClock: Fault = {
  id: 'events.read.twelve-hours-in-english',
  clause: LANGUAGE,
  neighbours: ['coherence.shown-everywhere', 'coherence.kept-write', 'event.field.start_date', 'event.field.end_date'],
  statement: 'With the language parameter en, hours after noon are shown as those of the morning.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'read', collection: 'events' }, async ({ request }, next) => {
      const outcome = await next(request);
      if (parameterOf(request, view) !== 'en') return outcome;
      return view.editRecord('events', outcome, (event) =>
        ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].reduce(
          (edited, name) => view.withField('events', edited, name, inTheMorning(view.text('events', event, name))),
          event,
        ),
      );
    }),
};

const inTheMorning = (time: string): string =>
  time.replace(/(?<= )(1[3-9]|2[0-3])(?=:)/, (hour) => String(Number(hour) - 12).padStart(2, '0'));

/** Languages that are taken, and lost. */
export const languageLoss: readonly Fault[] = [
  storesSome,
  deletesNothing,
  deletesRefused,
  deletesOwnOnly,
  movedByUpdate,
  createsForget,
  ofSomeLists,
  ofAll,
  unnamed,
  keptOfOneLanguage,
  uncheckedInFrench,
  onEnglishClock,
];
