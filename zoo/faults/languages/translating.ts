import type { Language } from '../../../contract/queries.js';
import type { Collection } from '../../../contract/resources.js';
import type { Interceptor, WireRequest } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { itemNow } from '../../intercept/record-lookup.js';
import {
  bodyOf,
  parameterOf,
  segmentOf,
  withoutLanguage,
  withoutParameter,
  withParameter,
} from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** The language that records are made in. */
const ORIGINAL = 'en';

/** Where a record of which there are translations is read, updated or listed in its original texts instead. */
type Place = 'list' | 'list under a segment' | 'search' | 'read by slug' | 'update by slug' | 'update under a segment';

/** Which translations of a record are kept, and whether lists show them. */
interface Translating {
  readonly collection: Collection;
  /** Default: all. */
  readonly kept?: 'all' | 'the last';
  /** Whether lists in a language show records that are translated into it; default: not. */
  readonly isListed?: boolean;
  /** Where translations are forgotten. */
  readonly original?: Place;
  /** Whether an update in a language takes the place of all that was translated before. */
  readonly replacing?: boolean;
  /** The language that is written into the original texts, too. */
  readonly overwriting?: Language;
  /** The path segment that selects nothing. */
  readonly ignored?: Language;
  /** Whether the path segment wins over the parameter. */
  readonly segmentWins?: boolean;
}

/** The most that a list shows on a page. */
const EVERYTHING = '100';

/** Records have their original texts, and those that were written in other languages. */
export function translating(view: WireView, options: Translating): Interceptor {
  const { collection, kept = 'all', isListed, original, replacing, overwriting, ignored, segmentWins } = options;
  const languageOf = (request: WireRequest): string | undefined => {
    const [parameter, segment] = [parameterOf(request, view), segmentOf(request)];
    const selecting = segment === ignored ? undefined : segment;
    return segmentWins ? (selecting ?? parameter) : (parameter ?? selecting);
  };
  const isForgotten = (request: WireRequest, at: string): boolean =>
    original === at || (original === `${at} under a segment` && segmentOf(request) !== undefined);
  const translations = new Map<string, Map<string, JsonObject>>();
  const translated = (record: JsonObject, language: string | undefined): JsonObject => {
    const texts = translations.get(view.id(collection, record))?.get(language ?? ORIGINAL) ?? {};
    return Object.entries(texts).reduce(
      (shown, [name, value]) => view.withField(collection, shown, name, value),
      record,
    );
  };
  const homes = new Map<string, string>();
  const create = interceptOperation(view, { kind: 'create', collection }, async ({ request }, next) => {
    const outcome = await next(request);
    const record = isGranted(outcome) ? view.record(collection, outcome) : undefined;
    if (record) homes.set(view.id(collection, record), languageOf(request) ?? ORIGINAL);
    return outcome;
  });
  const item = { collection, addressing: 'id' } as const;
  const update = interceptOperation(view, { kind: 'update', ...item }, async (call, next) => {
    const language = languageOf(call.request);
    if (language === undefined || language === (homes.get(call.address) ?? ORIGINAL)) return next(call.request);
    if (isForgotten(call.request, 'update')) return next(withoutLanguage(call.request, view));
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
    ({ request }, next) => next(original === 'update by slug' ? withoutLanguage(request, view) : request),
  );
  const read = interceptOperation(view, { kind: 'read', ...item }, async ({ request }, next) =>
    view.editRecord(collection, await next(request), (record) => translated(record, languageOf(request))),
  );
  const readBySlug = interceptOperation(
    view,
    { kind: 'read', collection, addressing: 'slug' },
    async ({ request }, next) => {
      const outcome = await next(request);
      // Slugs are those of a language here, and a record that is translated is found by its own in each.
      const found = isGranted(outcome) ? outcome : await next(withoutLanguage(request, view));
      const record = isGranted(found) ? view.record(collection, found) : undefined;
      if (!record || !translations.has(view.id(collection, record))) return outcome;
      if (original === 'read by slug') return found;
      return view.editRecord(collection, found, (one) => translated(one, languageOf(request)));
    },
  );
  const remove = interceptOperation(view, { kind: 'delete', ...item }, ({ request, address }, next) => {
    translations.delete(address);
    return next(request);
  });
  const list = interceptOperation(view, { kind: 'list', collection }, async ({ request, query }, next) => {
    const language = languageOf(request);
    const own = await next(request);
    if (!isListed || translations.size === 0 || language === undefined) return own;
    const search = original === 'search' ? '' : (query.get('search') ?? '');
    const whole = withoutLanguage(search === '' ? request : withoutParameter(request, 'search'), view);
    const others = view
      .items(collection, await next(withParameter(whole, 'per_page', EVERYTHING)))
      .filter((record) => translations.get(view.id(collection, record))?.has(language))
      .map((record) => (isForgotten(request, 'list') ? record : translated(record, language)))
      .filter((record) => JSON.stringify(record).includes(search));
    return view.editItems(collection, own, (records) => [...records, ...others]);
  });
  return inTurn(create, update, updateBySlug, read, readBySlug, list, remove);
}
