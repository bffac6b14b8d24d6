import { InvalidArgumentError } from 'commander';
import type { Shard } from '../harness/shard.js';
import { nearest } from './nearest.js';
import { shaped, shapeOf } from './value-shape.js';

/** Readers of option values; each throws commander's error with what a right value looks like. */

/** A whole number of at least `least`. */
export const toWholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  shaped({ type: 'integer', minimum: least, maximum: most }, (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`it is a whole number ${range}.`);
  });

/** A number above 0, fractions allowed. */
export const toPositiveNumber = shaped({ type: 'number', exclusiveMinimum: 0 }, (text: string): number => {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0) return value;
  throw new InvalidArgumentError('it is a number above 0.');
});

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** A duration in ms from `500ms`, `30s`, `5m` or `1h`; a bare number counts seconds. */
export const toMilliseconds = shaped({ type: ['string', 'number'] }, (text: string): number => {
  const [, amount, unit = 's'] = /^(\d*\.?\d+)\s*(ms|s|m|min|h)?$/.exec(text) ?? [];
  const value = Number(amount) * (UNITS[unit] ?? 1);
  if (value > 0) return value;
  throw new InvalidArgumentError('it is a duration like 500ms, 30s or 5m.');
});

/** A time in ms since the epoch from ISO 8601; one without an offset is UTC. */
export function toInstant(text: string): number {
  const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text);
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const value = iso ? Date.parse(zoned) : Number.NaN;
  if (!Number.isNaN(value)) return value;
  throw new InvalidArgumentError('it is a time in ISO 8601, like 2026-11-21T09:00:00Z.');
}

/** One of a few words; another one is answered with the nearest. */
export const toOneOf = <Word extends string>(words: readonly Word[]) =>
  shaped({ enum: words }, (text: string): Word => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`did you mean ${nearest(text, words)}? It is one of ${words.join(', ')}.`);
  });

/** Adds to what was given before: an option may be repeated, and each may be a list with commas. */
export const toList = <Word extends string = string>(read: (text: string) => Word = (text) => text as Word) =>
  shaped({ ...shapeOf(read), repeats: true }, (text: string, before: readonly Word[] = []): readonly Word[] => [
    ...before,
    ...text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(read),
  ]);

/** A part of a run: `1/4` to `4/4`. */
export function toShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('it is a part and how many there are, from 1/4 to 4/4.');
}
