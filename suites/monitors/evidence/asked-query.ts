import { tokensIn } from '../../../adapter/ownership/marker.js';
import type { TargetProfile } from '../../../adapter/profile/target-profile.js';
import { isParameterOf, type ParameterOf } from '../../../contract/queries.js';
import type { Collection } from '../../../contract/resources.js';
import { toQueryPairs } from '../../../generators/encode.js';
import { type Semantics, semanticsOf } from '../../queries/parameter-semantics.js';
import type { Step } from './steps.js';

/** One parameter of a query, and what it was sent with. */
export interface Asked {
  readonly name: ParameterOf;
  readonly semantics: Semantics;
  readonly values: readonly string[];
}

const ids = /^[1-9]\d{0,8}$/;
const time = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)(?: \d\d:\d\d:\d\d)?$/;
const truth = /^(?:true|false|0|1)$/;

/** What every target can understand; a day after the 29th is left to those who know the month. */
const wellFormed: Readonly<Record<Semantics['kind'], RegExp>> = {
  union: ids,
  identity: ids,
  exclusion: ids,
  choice: /^(?:[1-9]\d{0,8}|[a-z][a-z0-9-]*)$/,
  alias: ids,
  view: /^[a-z]+$/,
  flag: truth,
  precision: truth,
  text: /\S/,
  bound: time,
  day: time,
  paging: /^[1-9]\d{0,3}$/,
  order: /^[a-z_]+$/i,
  // Those need an extension, and each other.
  coordinate: /^(?!)/,
};

const listed: readonly Semantics['kind'][] = ['union', 'identity', 'exclusion'];

/** The parameters of a query; undefined where any is unknown or odd, so that it may be ignored, and others with it. */
export function toAsked(collection: Collection, query: URLSearchParams): readonly Asked[] | undefined {
  const names = [...new Set([...query.keys()].map((key) => key.replace(/\[.*$/, '')))];
  const asked = names.map((name) => (isParameterOf(collection, name) ? toOne(collection, name, query) : undefined));
  return asked.some((one) => one === undefined) ? undefined : asked.flatMap((one) => one ?? []);
}

function toOne(collection: Collection, name: ParameterOf, query: URLSearchParams): Asked | undefined {
  const semantics = semanticsOf(collection, name);
  const isList = listed.includes(semantics.kind);
  const sent = [...query].filter(([key]) => key === name || (isList && key.startsWith(`${name}[`)));
  const values = isList ? sent.flatMap(([, value]) => value.split(',')) : sent.map(([, value]) => value);
  const isWellFormed = values.length > 0 && values.every((value) => wellFormed[semantics.kind].test(value));
  return isWellFormed && (isList || values.length === 1) ? { name, semantics, values } : undefined;
}

/** One parameter as the target takes it: lists of ids and flags in the style that it was seen to understand. */
function toUsual({ listStyle, flagStyle }: TargetProfile, collection: Collection, { name, semantics, values }: Asked) {
  const [first = ''] = values;
  const isFlag = semantics.kind === 'flag' || semantics.kind === 'precision';
  const value = listed.includes(semantics.kind) ? values : isFlag ? isOn(first) : first;
  const list = collection === 'events' && name === 'include' ? 'csv' : listStyle;
  return toQueryPairs({ [name]: value }, { id: ({ key }) => key, list, flags: flagStyle });
}

/** Whether a flag is set. */
export const isOn = (value: string): boolean => value === 'true' || value === '1';

/** Whether a query is written as the target takes it: of another style, it may understand a part or nothing. */
export function isUsual(
  profile: TargetProfile,
  collection: Collection,
  query: URLSearchParams,
  asked: readonly Asked[],
): boolean {
  const usual = asked.flatMap((one) => toUsual(profile, collection, one));
  const inOrder = (pairs: Iterable<readonly [string, string]>): string =>
    JSON.stringify([...pairs].map((pair) => pair.join('=')).toSorted());
  return inOrder(usual) === inOrder(query);
}

/** The filters that keep the records of others out of a list, a search for one of ours among them. */
const narrowing: readonly Semantics['kind'][] = ['union', 'choice', 'alias', 'bound', 'day', 'identity'];

const isNarrowing = ({ semantics: { kind }, values }: Asked): boolean =>
  narrowing.includes(kind) || (kind === 'text' && values.some((text) => tokensIn(text).length > 0));

/**
 * Whether what a response shows of our records depends on us alone. In a list that nothing narrows, or only a search for
 * all that the run makes, others decide what is on its first page: what is wrong there is wrong, but that it is shown
 * there at all is no ground for a pass.
 */
export const isCertain = ({ kind, collection, query }: Step): boolean =>
  kind !== 'list' || (toAsked(collection, query) ?? []).some(isNarrowing);
