import { resourceOf } from '../../contract/resources.js';
import { queryOf } from '../../contract/queries.js';
import { statusOf, toRefusal, withStatus } from '../edit-answer.js';
import { alsoForHead } from '../also-for-head.js';
import { bodyOf } from '../edit-request.js';
import type { Variant } from '../variant.js';
import { interceptOperation } from '../on.js';

/** Parameters that nobody declared are refused. */
const knownParametersOnly: Variant = {
  id: 'strict.unknown-parameters',
  aspect: 'parameters',
  statement: 'A list with a parameter that is not declared is refused.',
  create: (_, lens) =>
    alsoForHead(
      interceptOperation(lens, { kind: 'list' }, ({ request, query, collection }, next) => {
        const names = [...query.keys()].map((name) => name.replace(/\[.*$/, ''));
        const known = [...Object.keys(queryOf(collection)), lens.languageParameter];
        return names.every((name) => known.includes(name)) ? next(request) : Promise.resolve(toRefusal(400));
      }),
    ),
};

/** Fields that nobody declared are refused. */
const knownFieldsOnly: Variant = {
  id: 'strict.unknown-fields',
  aspect: 'fields',
  statement: 'A create with a field that is not declared is refused.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'create' }, ({ request, collection }, next) => {
      const known = [...Object.keys(resourceOf(collection).fields), lens.languageParameter];
      const sent = Object.keys(bodyOf(request) ?? {});
      return sent.every((name) => known.includes(name)) ? next(request) : Promise.resolve(toRefusal(400));
    }),
};

/** Which methods there are is nobody's business. */
const wrongMethodNotFound: Variant = {
  id: 'strict.404-for-wrong-method',
  aspect: 'methods',
  statement: 'A method that does not work on a path is answered with 404.',
  create: () => async (request, next) => {
    const outcome = await next(request);
    return statusOf(outcome) === 405 ? withStatus(outcome, 404) : outcome;
  },
};

/** Ways to refuse more than the reference server does. */
export const strictness: readonly Variant[] = [knownParametersOnly, knownFieldsOnly, wrongMethodNotFound];
