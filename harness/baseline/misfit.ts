import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../json.js';
import type { BaselineEntry, InputCondition, ReadingCondition } from './entry.js';
import { valueAtPointer } from './pointer.js';

/** What the conditions of an entry are held against. */
export interface FailureFacts {
  /** The alternative that the target follows, by the id of the reading. */
  readonly choices: Readonly<Record<string, string>>;
  /** The smallest input that fails, as the report tells it. */
  readonly value: JsonValue;
}

/** Why a failure is not the one that an entry tells of; undefined when it is. */
export function misfitOf({ reading, input }: BaselineEntry, { choices, value }: FailureFacts): string | undefined {
  return (reading && misfitOfReading(reading, choices)) ?? (input && misfitOfInput(input, value));
}

function misfitOfReading({ id, alternative }: ReadingCondition, choices: FailureFacts['choices']): string | undefined {
  const followed = choices[id];
  if (followed === alternative) return undefined;
  return `the target follows ${followed ?? 'no alternative'} of ${id}, not ${alternative}`;
}

function misfitOfInput(condition: InputCondition, value: JsonValue): string | undefined {
  const found = valueAtPointer(value, condition.at);
  if (found !== undefined && holds(condition, found)) return undefined;
  const shown = found === undefined ? 'nothing' : JSON.stringify(found);
  return `its input has ${shown} at ${condition.at === '' ? 'its root' : condition.at}`;
}

function holds(condition: InputCondition, found: JsonValue): boolean {
  if ('is' in condition) return isDeepStrictEqual(found, condition.is);
  return typeof found === 'string' && new RegExp(condition.matches, 'u').test(found);
}
