import { isRef, type QueryValue } from '../../generators/wire.js';
import type { ParameterUse } from './oracle.js';

const isList = (value: QueryValue): value is readonly (string | number)[] => Array.isArray(value);

/** The way in which a value is given: each is understood by other code, so a mistake may be made with one alone. */
export function wayOf({ value, strict }: Pick<ParameterUse, 'value' | 'strict'>): string {
  if (typeof value === 'boolean') return String(value);
  if (isList(value)) return value.every(isRef) ? 'ids' : 'slugs';
  if (strict !== undefined) return strict ? 'strict' : 'lenient';
  return typeof value === 'string' && /[^\p{L}\p{N} -]/u.test(value) ? 'symbols' : 'plain';
}

/** What is special about a value, if anything: how many there are, at which edge of a day it is, how many words. */
export function formOf({ value }: Pick<ParameterUse, 'value'>): string {
  if (isList(value)) return value.length > 1 ? 'several' : 'one';
  const text = typeof value === 'string' ? value : '';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'day';
  if (text.endsWith('00:00:00')) return 'midnight';
  if (text.endsWith('23:59:59')) return 'last second';
  return text.includes(' ') ? 'in two parts' : 'usual';
}
