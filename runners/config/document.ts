import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { JsonValue } from '../../wire/json.js';

/** A place in a text, both counted from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** The path to a value in a document: keys and indices. */
export type Way = readonly (string | number)[];

/** A JSON or YAML text that was read, and where in it things stand. */
export interface ReadText {
  readonly value: JsonValue;
  /** Where the value at the end of a way begins, or its key; the nearest place above it where there is none. */
  positionOf(way: Way, part: 'key' | 'value'): Position;
}

/** What is wrong with a text, and where. */
interface TextProblem {
  readonly problem: string;
  readonly at: Position;
}

const START: Position = { line: 1, column: 1 };

/** Reads a text of either format. YAML 1.2 holds JSON, so that one reader finds the places in both. */
export function readText(text: string, format: 'json' | 'yaml'): ReadText | TextProblem {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const toPosition = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const [error] = document.errors;
  if (error) return { problem: toSentence(error.message), at: toPosition(error.pos[0]) };
  const problem = format === 'json' ? problemOfJson(text) : undefined;
  if (problem) return { problem: problem.says, at: toPosition(problem.offset) };
  try {
    // What an anchor stands for may be repeated, but not to no end.
    const value = (document.toJS({ maxAliasCount: 100 }) ?? {}) as JsonValue;
    return { value, positionOf: (way, part) => toPosition(offsetOf(document.contents, way, part) ?? 0) };
  } catch (thrown) {
    return { problem: toSentence(thrown instanceof Error ? thrown.message : String(thrown)), at: START };
  }
}

const toSentence = (message: string): string => message.replace(/\.$/, '').replace(/\s+/g, ' ');

/** Some YAML is no JSON: a comma at the end, a text without quotes. */
function problemOfJson(text: string): { readonly says: string; readonly offset: number } | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : '';
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    return { says: 'invalid JSON from here on', offset };
  }
}

function offsetOf(root: Node | null, way: Way, part: 'key' | 'value'): number | undefined {
  let node: unknown = root;
  let offset = root?.range?.[0];
  for (const [index, step] of way.entries()) {
    const isLast = index === way.length - 1;
    const found = isSeq(node) ? { key: undefined, value: node.items[Number(step)] } : entryOf(node, step);
    if (!found) return offset;
    const wanted = (isLast && part === 'key' ? found.key : undefined) ?? found.value ?? found.key;
    offset = rangeOf(wanted) ?? rangeOf(found.key) ?? offset;
    node = found.value;
  }
  return offset;
}

interface Entry {
  readonly key: unknown;
  readonly value: unknown;
}

const entryOf = (node: unknown, step: string | number): Entry | undefined =>
  isMap(node)
    ? node.items.find((pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === String(step))
    : undefined;

const rangeOf = (node: unknown): number | undefined =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : undefined;
