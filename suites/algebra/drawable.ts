import type { Collection } from '../../contract/field.js';
import { queryOf } from '../../contract/queries.js';
import { parametersOf, type Semantics } from './semantics.js';

/** What filters: all kinds but those that say how, or in which pages and order. */
export const filtering = [
  'union',
  'choice',
  'alias',
  'view',
  'flag',
  'text',
  'bound',
  'day',
  'identity',
  'exclusion',
] as const;

/** Parameters of which no client can set the data: an extension or a world file provides it. */
const isProvisioned = (collection: Collection, name: string): boolean =>
  name === 'post_parent' || queryOf(collection)[name]?.extension !== undefined;

/** The parameters of some kinds for which a world may offer values. */
export const drawable = (collection: Collection, ...kinds: readonly Semantics['kind'][]): readonly string[] =>
  parametersOf(collection, ...kinds).filter((name) => !isProvisioned(collection, name));
