import { toText } from '../../../adapter/notation/shown-values.js';
import { type FieldType, resourceOf } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { learning } from '../../learned-facts.js';
import { type Allowance, allowInEach, type Variant } from '../../variant.js';

const whereRefused = (requirement: string): Allowance => ({ requirement, reason: 'The values are refused.' });

/** Nothing states that two records may be called the same; services for terms often refuse it. */
export const noNamesakes: Variant = {
  id: 'strict.no-namesakes',
  aspect: 'values',
  statement: 'A record with the name of another one of its kind is refused.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'create' }, async ({ request, collection, at }, next) => {
      const { label } = resourceOf(collection);
      const name = bodyOf(request)?.[label];
      if (typeof name !== 'string') return next(request);
      const query = new URLSearchParams({ search: name, per_page: '50', hide_empty: '0', starts_after: '2000-01-01' });
      const target = `${at(`/${collection}`)}?${query.toString()}`;
      const list = await next({ method: 'GET', target, headers: [] });
      const isTaken = view.items(collection, list).some((one) => view.field(collection, one, label) === name);
      return isTaken ? toRefusal(409) : next(request);
    }),
};

/** Refuses creates and updates with an unfit body; bodies that are no JSON objects pass. */
const refusing =
  (isBad: (body: JsonObject, call: OperationCall) => boolean) =>
  (_: number, view: WireView): Interceptor =>
  async (request, next) => {
    const call = view.operationCall(request);
    const body = bodyOf(request);
    const isWrite = call?.operation.kind === 'create' || call?.operation.kind === 'update';
    return isWrite && body && isBad(body, call) ? toRefusal(400) : next(request);
  };

const isDeclared: Readonly<Record<FieldType, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  integers: (value) => isJsonArray(value) && value.every(Number.isSafeInteger),
  url: (value) => typeof value === 'string',
  untyped: () => true,
};

const hasOtherType = (body: JsonObject, { collection }: OperationCall): boolean =>
  Object.entries(body).some(([name, value]) => {
    const type = resourceOf(collection).fields[name]?.type;
    return type !== undefined && !isDeclared[type](value);
  });

const isEmpty = (value: JsonValue): boolean => value === null || (typeof value === 'string' && value.trim() === '');

const hasMarkup = (value: JsonValue): boolean => typeof value === 'string' && /<\/?[a-z!]/i.test(value);

const DATES = ['start_date', 'end_date', 'date', 'date_utc'];

const isDate = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);

const isOtherDate = ([name, value]: [string, JsonValue]): boolean => DATES.includes(name) && !isDate(value);

const PHONES = /^\+[\d ]+$/;
const MAP_FLAGS = ['show_map', 'show_map_link'];

/** Formats of texts that are nowhere stated. */
const ownFormats: readonly Variant[] = [
  {
    id: 'strict.phone-format',
    aspect: 'values',
    statement: 'Telephone numbers without a country code are refused.',
    learns: learning({ 'bodies.venues.phone': 'other-values', 'bodies.organizers.phone': 'other-values' }),
    create: refusing(({ phone }) => typeof phone === 'string' && phone !== '' && !PHONES.test(phone)),
  },
  {
    id: 'strict.map-flags-as-digits',
    aspect: 'values',
    isSparse: true,
    statement: 'Venues take show_map and show_map_link, declared as strings, as 1 or 0 and refuse true and false.',
    learns: learning({ 'bodies.venues.show_map': 'digit', 'bodies.venues.show_map_link': 'digit' }),
    allowances: [
      {
        requirement: 'concurrency.',
        reason: 'What is refused is sent in another form: no requests are left at the end.',
      },
    ],
    create: refusing(
      (body, { collection }) =>
        collection === 'venues' && MAP_FLAGS.some((name) => ['true', 'false'].includes(toText(body[name]))),
    ),
  },
];

/** What is judged with fields that are null. */
const ofNulls = [
  'events.create.nulls',
  'venues.create.nulls',
  'organizers.create.nulls',
  'coherence.nulls',
  'categories.update.to-top',
];

/** Bodies beyond what must be accepted, refused: types other than declared, nothing at all, markup, odd dates. */
export const strictValues: readonly Variant[] = [
  {
    id: 'strict.types',
    aspect: 'values',
    statement: 'Fields of another JSON type than declared are refused, also numbers in strings.',
    allowances: ['events.create.flags-as-words', 'events.create.odd-kept', ...ofNulls].map(whereRefused),
    create: refusing(hasOtherType),
  },
  {
    id: 'strict.no-empty-values',
    aspect: 'values',
    statement: 'Fields that are null or blank are refused.',
    allowances: ['events.create.odd-kept', ...ofNulls].map(whereRefused),
    create: refusing((body) => Object.values(body).some(isEmpty)),
  },
  {
    id: 'strict.no-markup',
    aspect: 'values',
    statement: 'Texts with HTML elements are refused.',
    create: refusing((body) => Object.values(body).some(hasMarkup)),
  },
  {
    id: 'strict.date-format',
    aspect: 'values',
    statement: 'Dates in any other format than date, time and seconds are refused.',
    allowances: ['organizers.create.nulls'].map(whereRefused),
    create: refusing((body) => Object.entries(body).some(isOtherDate)),
  },
  {
    id: 'strict.chronology',
    aspect: 'values',
    statement: 'An event that does not end after it starts is refused.',
    create: refusing(({ start_date: start, end_date: end }) => isDate(start) && isDate(end) && end <= start),
  },
  {
    id: 'strict.short-names',
    aspect: 'values',
    statement: 'Names and titles of a single character are refused.',
    allowances: allowInEach('create.name-of-zero', 'The name is refused for its length.'),
    create: refusing((body, { collection }) => toText(body[resourceOf(collection).label]).length === 1),
  },
  ...ownFormats,
];
