import { InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../../kernel/run/shard.js';
import { toChoice } from '../input/nearest.js';

/** The JSON Schema of an option's value in a configuration file, and whether it may be a list. */
export interface ValueShape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly repeats?: true;
}

const shapes = new WeakMap<object, ValueShape>();

/** A reader of option values, and their shape. */
function shaped<Reader extends object>(shape: ValueShape, read: Reader): Reader {
  shapes.set(read, shape);
  return read;
}

/** The shape of the values of a reader; a string by default. */
export const shapeOf = (read: object | undefined): ValueShape => (read && shapes.get(read)) ?? { type: 'string' };

/** An option as data: its flags, its words for `--help`, and how its value is read. */
export interface Flag {
  readonly flags: string;
  readonly says: string;
  // commander passes the previous result of the reader, and only the reader knows its type.
  readonly read?: (text: string, before: never) => unknown;
  /** The value where it is not given, and how `--help` writes that. */
  readonly fallback?: { readonly value: unknown; readonly words?: string };
}

/** Groups of options under the headings of `--help`. */
export type FlagGroups = Readonly<Record<string, readonly Flag[]>>;

/** Makes the options of groups, ready for commander. */
export const toOptions = (groups: FlagGroups): readonly Option[] =>
  Object.entries(groups).flatMap(([heading, flags]) => flags.map((flag) => toOption(flag).helpGroup(heading)));

/** Makes an option, ready for commander. */
export function toOption({ flags, says, read, fallback }: Flag): Option {
  const option = new Option(flags, says);
  if (fallback) option.default(fallback.value, fallback.words);
  if (read) option.argParser(read as (text: string, before: unknown) => unknown);
  return option;
}

/** Adds to what was given before, for an option that may be repeated. */
export const toRepeated = <Value>(read: (text: string) => Value) =>
  shaped({ ...shapeOf(read), repeats: true }, (text: string, before: readonly Value[] = []): readonly Value[] => [
    ...before,
    read(text),
  ]);

/** Readers of option values; each throws commander's error with an example of a valid value. */

/** A whole number of at least `least`. */
export const toWholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  shaped({ type: 'integer', minimum: least, maximum: most }, (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`expected a whole number ${range}.`);
  });

/** A number above 0, fractions allowed. */
export const toPositiveNumber = shaped({ type: 'number', exclusiveMinimum: 0 }, (text: string): number => {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0) return value;
  throw new InvalidArgumentError('expected a number above 0.');
});

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** A duration in ms from `500ms`, `30s`, `5m` or `1h`; a bare number counts seconds. */
export const toMilliseconds = shaped({ type: ['string', 'number'] }, (text: string): number => {
  const [, amount, unit = 's'] = /^(\d*\.?\d+)\s*(ms|s|m|min|h)?$/.exec(text) ?? [];
  const value = Number(amount) * (UNITS[unit] ?? 1);
  if (value > 0) return value;
  throw new InvalidArgumentError('expected a duration such as 500ms, 30s or 5m.');
});

/** A number of days in ms, from `30d`. */
export function toDays(text: string): number {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  if (Number(days) > 0) return Number(days) * 24 * 3_600_000;
  throw new InvalidArgumentError('expected a number of days, such as 30d.');
}

/** A time in ms since the epoch from ISO 8601; one without an offset is UTC. */
export function toInstant(text: string): number {
  const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text);
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const value = iso ? Date.parse(zoned) : Number.NaN;
  if (!Number.isNaN(value)) return value;
  throw new InvalidArgumentError('expected an ISO 8601 time, such as 2026-11-21T09:00:00Z.');
}

/** One of a few words; another one is answered with the one that it means, and all. */
export const toOneOf = <Word extends string>(words: readonly Word[]) =>
  shaped({ enum: words }, (text: string): Word => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(toChoice(text, words));
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
  throw new InvalidArgumentError('expected a part and the number of parts, such as 1/4.');
}
