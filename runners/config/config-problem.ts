import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearest, toChoice } from '../input/nearest.js';
import type { Way } from './document.js';

/** What is wrong with a configuration, and where. It never holds a value that may be a secret. */
export interface ConfigProblem {
  readonly way: Way;
  readonly part: 'key' | 'value';
  readonly says: string;
}

/** The problems as text, one for each position. A value that matches no branch of `anyOf` is one problem. */
export function toProblems(errors: readonly ErrorObject[]): readonly ConfigProblem[] {
  const relevant = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== '$ref');
  const byPlace = new Map<string, ErrorObject[]>();
  for (const error of relevant) {
    const place = `${error.instancePath} ${error.keyword === 'additionalProperties' ? toKey(error) : ''}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), error]);
  }
  return [...byPlace.values()].flatMap((own) => {
    const error = own.find(({ params }) => params['type'] !== 'array') ?? own[0];
    return error ? [toProblem(error)] : [];
  });
}

function toProblem(error: ErrorObject): ConfigProblem {
  const way = toWay(error.instancePath);
  if (error.keyword !== 'additionalProperties') return { way, part: 'value', says: toSentence(error, way) };
  const known = Object.keys(error.parentSchema?.['properties'] ?? {});
  const says = `there is no key ${toKey(error)}; did you mean ${nearest(toKey(error), known)}?`;
  return { way: [...way, toKey(error)], part: 'key', says };
}

const toKey = ({ params }: ErrorObject): string => String(params['additionalProperty']);

const toWay = (pointer: string): Way =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

function toSentence({ keyword, params, data }: ErrorObject, way: Way): string {
  const name = way.filter((step) => !/^\d+$/.test(String(step))).at(-1) ?? 'the configuration';
  switch (keyword) {
    case 'required':
      return `${name} lacks ${params['missingProperty']}.`;
    case 'pattern':
      return `${name} does not accept a literal secret; write env:VARIABLE, file:PATH or cmd:COMMAND.`;
    case 'enum':
      return toChoiceSentence(String(data), [params['allowedValues']].flat().map(String));
    case 'type':
      return `${name} is ${typed(params['type'])}.`;
    default:
      return `${name} is a number ${comparisons[String(params['comparison'])] ?? 'like'} ${params['limit']}.`;
  }
}

const toChoiceSentence = (value: string, allowed: readonly string[]): string =>
  `there is no ${value} here; ${toChoice(value, allowed)}`;

const comparisons: Readonly<Record<string, string>> = { '>=': 'of at least', '<=': 'of at most', '>': 'above' };

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a group of keys',
  array: 'a list',
};

const typed = (type: unknown): string =>
  [type]
    .flat()
    .map((one) => words[String(one)] ?? String(one))
    .join(' or ');
