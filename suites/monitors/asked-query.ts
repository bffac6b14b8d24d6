import { isParameterOf, type ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { type Semantics, semanticsOf } from '../queries/parameter-semantics.js';

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
