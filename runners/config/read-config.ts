import { Ajv2020 } from 'ajv/dist/2020.js';
import { InvalidArgumentError, type Option } from 'commander';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { toPrintableLine } from '../../wire/printable.js';
import { toProxyOption } from '../connection/proxy-option.js';
import { CommandError, wrongUse } from '../input/command-error.js';
import { toHeaderOption } from '../input/credentials.js';
import { nearest } from '../input/nearest.js';
import { toAddress } from '../input/service-address.js';
import { type ConfigProblem, toProblems } from './config-problem.js';
import { type ConfigKey, presets, toConfigKeys, toConfigSchema, toTexts } from './config-schema.js';
import { readText, type ReadText, type Way } from './document.js';
import type { FoundConfig } from './find-config.js';

/** A configuration that is right: its keys as they stand in the file. */
export interface Config {
  readonly name: string;
  readonly folder: string;
  readonly value: JsonObject;
}

/** Reads a configuration. Throws a wrong use that names everything that is not right about it, line by line. */
export function readConfig(found: FoundConfig, options: readonly Option[]): Config {
  const read = readText(found.text, found.format);
  if ('problem' in read) throw wrongUse(`${found.name}${toPosition(read.at)}: ${toPrintableLine(read.problem)}.`);
  const value = valueBelow(read.value, found.at);
  const problems = problemsOf(value, options);
  if (problems.length > 0) throw wrongUse(toProblemText(problems, found, read));
  return { name: found.name, folder: found.folder, value: isJsonObject(value) ? value : {} };
}

const toPosition = ({ line, column }: { readonly line: number; readonly column: number }): string =>
  `, line ${line}, column ${column}`;

const valueBelow = (value: JsonValue, way: Way): JsonValue =>
  way.reduce<JsonValue>((outer, step) => (isJsonObject(outer) ? (outer[String(step)] ?? {}) : {}), value);

function toProblemText(problems: readonly ConfigProblem[], { name, at }: FoundConfig, read: ReadText): string {
  const placed = problems.map(({ way, part, says }) => ({ at: read.positionOf([...at, ...way], part), says }));
  const inOrder = placed.toSorted((one, other) => one.at.line - other.at.line || one.at.column - other.at.column);
  return inOrder.map((one) => `${name}${toPosition(one.at)}: ${toPrintableLine(one.says)}`).join('\n');
}

/** The form of the whole first; what single values mean only where the form is right. */
function problemsOf(value: JsonValue, options: readonly Option[]): readonly ConfigProblem[] {
  const keys = toConfigKeys(options);
  const validate = new Ajv2020({
    allErrors: true,
    verbose: true,
    validateSchema: false,
    strict: false,
    code: { optimize: false },
  }).compile(toConfigSchema(keys));
  if (!validate(value)) return toProblems(validate.errors ?? []);
  return isJsonObject(value)
    ? groupsOf(value).flatMap((group) => problemsOfGroup(group, { keys, options, value }))
    : [];
}

/** The top, a target or a preset: whatever holds options. */
interface Group {
  readonly way: Way;
  readonly value: JsonObject;
}

function groupsOf(value: JsonObject): readonly Group[] {
  const below = (name: string): readonly Group[] => {
    const named = value[name];
    if (!isJsonObject(named)) return [];
    return Object.entries(named).flatMap(([key, one]) => (isJsonObject(one) ? [{ way: [name, key], value: one }] : []));
  };
  return [{ way: [], value }, ...below('targets'), ...below('presets')];
}

interface Whole {
  readonly keys: readonly ConfigKey[];
  readonly options: readonly Option[];
  readonly value: JsonObject;
}

function problemsOfGroup({ way, value }: Group, whole: Whole): readonly ConfigProblem[] {
  return Object.entries(value).flatMap(([name, one]): readonly ConfigProblem[] => {
    const says = complaintAbout(name, one, whole);
    return says === undefined ? [] : [{ way: [...way, name], part: 'value', says }];
  });
}

function complaintAbout(name: string, value: JsonValue, { keys, options, value: root }: Whole): string | undefined {
  const key = keys.find((known) => known.name === name);
  const option = options.find((known) => known.attributeName() === key?.attribute);
  if (typeof value === 'string' && name === 'url' && !value.startsWith('/')) return complaintOf(() => toAddress(value));
  if (typeof value === 'string' && name === 'preset') return unknownPreset(value, root);
  return key && option && key.kind !== 'switch' ? complaintOf(() => readAll(key, option, value)) : undefined;
}

function unknownPreset(name: string, { presets: own }: JsonObject): string | undefined {
  const known = [...Object.keys(isJsonObject(own) ? own : {}), ...Object.keys(presets)];
  return known.includes(name) ? undefined : `there is no preset ${name}; did you mean ${nearest(name, known)}?`;
}

/** What a reader has against a value, as a sentence. */
function complaintOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidArgumentError || error instanceof CommandError) return error.message;
    throw error;
  }
}

/** Options with values that are read after the command line is parsed. */
const readers: Readonly<Record<string, (text: string) => unknown>> = { header: toHeaderOption, proxy: toProxyOption };

function readAll(key: ConfigKey, option: Option, value: JsonValue): void {
  for (const text of toTexts(key, value)) {
    option.parseArg?.(text, undefined);
    readers[key.attribute]?.(text);
  }
}
