import { Option } from 'commander';
import { shaped, shapeOf } from './value-shape.js';

/** An option as data: its flags, its words for `--help`, and how its value is read. */
export interface Flag {
  readonly flags: string;
  readonly says: string;
  // commander hands on what the reader returned before, so only the reader itself knows that type.
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
