import { type ParameterType, queryOf } from '../../../contract/queries.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import { statusOf } from '../../../wire/status.js';
import { alsoForHead, interceptOperation } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { creatingTerms, wordsIn } from '../../intercept/named-terms.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { toRefusal, withStatus } from '../../intercept/response-edit.js';
import type { Variant } from '../../variant.js';

const DIGITS = ['1', '0'];
const WORDS = ['true', 'false'];

/** Refuses flags of lists that are written in another way than one of these. */
const taking = (waysOf: (name: string) => readonly string[]): Variant['create'] => {
  const isTaken = ({ collection }: OperationCall, [name, value]: readonly [string, string]): boolean => {
    const type = queryOf(collection)[name]?.type;
    return (type !== 'boolean' && type !== 'untyped') || waysOf(name).includes(value);
  };
  return (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async (call, next) =>
        [...call.query].every((pair) => isTaken(call, pair)) ? next(call.request) : toRefusal(400),
      ),
    );
};

/** How flags are written in queries (gap.query.booleans): of one alone a default is stated as a digit. */
export const queryFlags: readonly Variant[] = [
  {
    id: 'strict.flags-as-digits',
    aspect: 'parameters',
    statement: 'Flags in queries are 1 or 0; anything else is refused.',
    create: taking(() => DIGITS),
  },
  {
    id: 'strict.flags-as-stated',
    aspect: 'parameters',
    statement: 'hide_empty is 1 or 0 and other flags in queries are true or false; anything else is refused.',
    create: taking((name) => (name === 'hide_empty' ? DIGITS : WORDS)),
  },
];

const each =
  (pattern: RegExp) =>
  (value: string): boolean =>
    value.split(',').every((one) => pattern.test(one));

/** How the values of parameters are written, by their declared types; of a date no format is stated. */
const isWritten: Readonly<Record<ParameterType, (value: string) => boolean>> = {
  string: () => true,
  untyped: () => true,
  integer: (value) => /^\d+$/.test(value),
  integers: each(/^\d+$/),
  boolean: (value) => [...WORDS, ...DIGITS].includes(value),
  double: (value) => /^-?\d+(\.\d+)?$/.test(value),
  date: (value) => /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(value),
  'date-time': (value) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value),
};

/** Lists of ids that may hold slugs as well, by their descriptions. */
const isSlugged = (collection: Collection, name: string): boolean =>
  collection === 'events' && (name === 'categories' || name === 'tags');

/** What is declared is asked for to the letter: a day is no time, a number has digits alone. */
const typesAsStated: Variant = {
  id: 'strict.queries-as-stated',
  aspect: 'parameters',
  statement: 'A list with a parameter that is not of its declared type and format is refused.',
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, ({ request, query, collection }, next) => {
        const isStated = ([key, value]: readonly [string, string]): boolean => {
          const name = key.replace(/\[.*$/, '');
          const type = queryOf(collection)[name]?.type ?? 'string';
          return isSlugged(collection, name) || isWritten[type](value);
        };
        return [...query].every(isStated) ? next(request) : Promise.resolve(toRefusal(400));
      }),
    ),
};

/** Parameters that nobody declared are refused. */
const knownParametersOnly: Variant = {
  id: 'strict.unknown-parameters',
  aspect: 'parameters',
  statement: 'A list with an undeclared parameter is refused.',
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, ({ request, query, collection }, next) => {
        const names = [...query.keys()].map((name) => name.replace(/\[.*$/, ''));
        const known = [...Object.keys(queryOf(collection)), view.languageParameter];
        return names.every((name) => known.includes(name)) ? next(request) : Promise.resolve(toRefusal(400));
      }),
    ),
};

/** Fields that nobody declared are refused. */
const knownFieldsOnly: Variant = {
  id: 'strict.unknown-fields',
  aspect: 'fields',
  statement: 'A create with an undeclared field is refused.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'create' }, ({ request, collection }, next) => {
      const known = [...Object.keys(resourceOf(collection).fields), view.languageParameter];
      const sent = Object.keys(bodyOf(request) ?? {});
      return sent.every((name) => known.includes(name)) ? next(request) : Promise.resolve(toRefusal(400));
    }),
};

/** An address in a body is a mistake. */
const oneAddressOnly: Variant = {
  id: 'strict.ids-in-bodies',
  aspect: 'fields',
  statement: 'An update with an id in its body is refused.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update' }, ({ request }, next) =>
      bodyOf(request)?.id === undefined ? next(request) : Promise.resolve(toRefusal(400)),
    ),
};

/** Which methods there are is nobody's business. */
const wrongMethodNotFound: Variant = {
  id: 'strict.404-for-wrong-method',
  aspect: 'methods',
  statement: 'A method that a path does not support returns 404.',
  create: () => async (request, next) => {
    const outcome = await next(request);
    return statusOf(outcome) === 405 ? withStatus(outcome, 404) : outcome;
  },
};

/** A list of ids is stated; what a word in it means is open. */
const namedTerms: Variant = {
  id: 'unmarked-terms-from-relations',
  aspect: 'fields',
  statement: 'A word in the categories or tags of an event makes a term of that name.',
  create: creatingTerms(wordsIn),
};

/** Ways to refuse more than the reference server does, or less. */
export const strictness: readonly Variant[] = [
  knownParametersOnly,
  typesAsStated,
  knownFieldsOnly,
  oneAddressOnly,
  wrongMethodNotFound,
  namedTerms,
];
