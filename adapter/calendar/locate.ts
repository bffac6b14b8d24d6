import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import { isParameterOf } from '../../contract/queries.js';
import { type Collection, collections } from '../../contract/resources.js';
import type { DeviationSubject } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import type { TargetProfile } from '../profile/target-profile.js';
import { isBySlug } from '../reading/paths.js';

/** What a list is asked with so that it shows the run's own records and little else. */
const GROUNDS: readonly string[] = ['starts_after', 'starts_before', 'ends_before', 'strict_dates', 'hide_empty'];

/** What is below the namespace and no collection: the index itself and the documentation. */
const alone: readonly (string | undefined)[] = [undefined, '', 'doc'];

/** What of the interface an exchange is about: its operation, and the parameters of a list. */
export function locate(
  { namespace, pageSizes }: Pick<TargetProfile, 'namespace' | 'pageSizes'>,
  { request }: Exchange,
): DeviationSubject {
  const [path = '', search = ''] = request.target.split('?');
  const below = path.slice(path.indexOf(`/${namespace}`) + namespace.length + 1);
  const [, name, ...rest] = below.split('/');
  const collection = collections.find((one) => one === name);
  if (!collection) return alone.includes(name) ? { operation: `${name || 'index'}.${request.method}` } : {};
  const operation = `${collection}.${isBySlug(below) ? 'by-slug.' : ''}${rest.length > 0 ? 'item' : 'all'}.${request.method}`;
  if (request.method !== 'GET' || rest.length > 0) return { operation };
  const isPlain = ([parameter, value]: readonly [string, string]): boolean =>
    parameter === 'per_page' && value === String(pageSizes[collection]);
  const sent = [...new URLSearchParams(search)].filter((pair) => !isPlain(pair)).map(([one]) => one);
  return { operation, ...askedWith(collection, sent) };
}

/** What of the interface a list is about that was asked with these parameters. */
export function askedWith(
  collection: Collection,
  sent: readonly string[],
): Pick<DeviationSubject, 'parameters' | 'grounds'> {
  const names = [...new Set(sent.map((one) => one.replace(/\[.*$/, '')))];
  const clausesOf = (isGround: boolean): readonly string[] =>
    names.flatMap((one) =>
      isParameterOf(collection, one) && GROUNDS.includes(one) === isGround ? [listClauseId(collection, one)] : [],
    );
  return { parameters: clausesOf(false), grounds: clausesOf(true) };
}
