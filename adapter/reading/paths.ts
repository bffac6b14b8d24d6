import { pathBelow } from '../../contract/operations.js';
import { type Collection, collections } from '../../contract/resources.js';
import type { TargetProfile } from '../profile/target-profile.js';

/** The address of one record. */
export type Address = { readonly by: 'id' | 'slug'; readonly value: string };

/** The address of a record by its id. */
export const byId = ({ id }: { readonly id: string }): Address => ({ by: 'id', value: id });
/** The address of a record by its slug. */
export const bySlug = (slug: string): Address => ({ by: 'slug', value: slug });

/** A plus sign stands for itself in a path, unlike in a form (RFC 3986 section 3.3). */
const toSegment = (value: string): string => encodeURIComponent(value).replaceAll('%2B', '+');

/** The path of an item below the namespace. */
export const itemPath = (collection: Collection, { by, value }: Address): string =>
  by === 'id' ? `/${collection}/${toSegment(value)}` : `/${collection}/by-slug/${toSegment(value)}`;

/** Whether a path contains a by-slug address. */
export const isBySlug = (path: string): boolean => path.includes('/by-slug/');

/** The path of a record by its id, below the namespace. */
export const pathOf = ({ collection, id }: { readonly collection: Collection; readonly id: string }): string =>
  itemPath(collection, byId({ id }));

/** The collection of an item path below the namespace; undefined for other paths. */
export function toItem(path: string): { readonly collection: Collection } | undefined {
  const [, first, ...rest] = path.split('/');
  const collection = collections.find((one) => one === first);
  return collection !== undefined && rest.length > 0 ? { collection } : undefined;
}

/** How a request selects a language: not at all, by parameter, or by a path segment. */
export interface Via {
  readonly language?: string;
  readonly segment?: string;
}

/** How a request for one record is sent: its language, and the password of a protected event. */
export interface ItemOptions extends Via {
  readonly password?: string;
}

/** The query that gives a password. */
export const passwordPairs = ({ password }: ItemOptions): Pairs =>
  password === undefined ? [] : [['password', password]];

type Pairs = readonly (readonly [string, string])[];

/** The path of the REST root in the language of a segment (reading `language.segment-place`). */
export function rootIn({ root, choices }: Pick<TargetProfile, 'root' | 'choices'>, segment?: string): string {
  if (segment === undefined) return root;
  const at = choices['language.segment-place'] === 'after-origin' ? 0 : Math.max(root.lastIndexOf('/'), 0);
  return `${root.slice(0, at)}/${segment}${root.slice(at)}`;
}

/** The origin-form request target of a path below the namespace, with its query. */
export function toTarget(
  profile: Pick<TargetProfile, 'root' | 'namespace' | 'languageParameter' | 'choices'>,
  path: string,
  { query = [], via = {} }: { readonly query?: Pairs; readonly via?: Via } = {},
): string {
  const language: Pairs = via.language === undefined ? [] : [[profile.languageParameter, via.language]];
  const pairs = [...query, ...language].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return `${rootIn(profile, via.segment)}/${profile.namespace}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** Percent-encodes a query part; brackets and commas stay readable. */
const encode = (text: string): string => encodeURIComponent(text).replace(/%5B|%5D|%2C/g, decodeURIComponent);

/**
 * The path below the namespace of a target, under the REST root or a language segment of it; undefined for any other
 * target, to which no redirect is followed.
 */
export function pathWithin(
  { root, namespace }: Pick<TargetProfile, 'root' | 'namespace'>,
  target: string,
): string | undefined {
  const below = pathBelow({ target }, namespace);
  const parts = target.slice(0, target.indexOf(`/${namespace}`)).split('/');
  const roots = [parts, ...parts.map((_, index) => parts.toSpliced(index, 1))];
  return roots.some((one) => one.join('/') === root) ? below : undefined;
}
