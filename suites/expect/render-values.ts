import { contrast } from '../../kernel/excerpt.js';
import type { JsonValue } from '../../wire/json.js';

const toText = (value: JsonValue | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** A value that should be shown and the one that is, for the report: of long ones, where they differ. */
export const renderBoth = (
  expected: JsonValue | undefined,
  observed: JsonValue | undefined,
): readonly [expected: string, observed: string] => contrast(toText(expected), toText(observed));
