import type { Command } from 'commander';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { nearest } from '../input/nearest.js';
import { type ConfigKey, foldersOf, fromFolder, presets as builtIn, toConfigKeys, toTexts } from './config-schema.js';
import { findConfig } from './find-config.js';
import type { Config } from './read-config.js';

/** The settled options of a command. */
export interface Settled {
  readonly url: string | undefined;
  /** How to log in, from the preset. */
  readonly login?: string;
  /** The sources of options besides the command line, in words. */
  readonly sources: readonly string[];
}

/**
 * Settles the options of a command: the command line overrides the target of a configuration, that overrides its top
 * level, that a preset, and that the default. A list on one level replaces those below it.
 */
export async function settle(command: Command, word: string | undefined, environment: Environment): Promise<Settled> {
  const config = await readConfigOf(command, environment);
  const top = config?.value ?? {};
  const target = word === undefined ? undefined : targetOf(word, config);
  const name = presetOf(command, [target?.value ?? {}, top]);
  const chain = name === undefined ? [] : presetChain(name, top);
  const layers = [...(target ? [target.value] : []), top, ...chain];
  applyAll(command, layers, foldersOf(config?.folder ?? environment.folder, environment));
  const login = chain.map((layer) => layer['login']).find((text) => typeof text === 'string');
  return {
    url: target ? textOf(target.value['url']) : (word ?? textOf(top['url'])),
    ...(login !== undefined && { login }),
    sources: [
      ...(config ? [config.name] : []),
      ...(target ? [`target ${target.name}`] : []),
      ...(name === undefined ? [] : [`preset ${name}`]),
    ],
  };
}

/** The reader comes with a schema compiler and a YAML parser, which a run without a configuration need not wait for. */
async function readConfigOf(command: Command, environment: Environment): Promise<Config | undefined> {
  const found = await findConfig(textOf(command.getOptionValue('config')), environment);
  if (!found) return undefined;
  const { readConfig } = await import('./read-config.js');
  return readConfig(found, command.options);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

interface NamedTarget {
  readonly name: string;
  readonly value: JsonObject;
}

/** The target of this name; undefined for what is an address. */
function targetOf(word: string, config: Config | undefined): NamedTarget | undefined {
  const targets = config?.value['targets'];
  const named = isJsonObject(targets) ? targets : {};
  const value = Object.hasOwn(named, word) ? named[word] : undefined;
  if (isJsonObject(value)) return { name: word, value };
  if (!/^[\w-]+$/.test(word) || word === 'localhost') return undefined;
  const near = nearest(word, Object.keys(named));
  if (near !== undefined) throw wrongUse(`${config?.name} has no target ${word}; did you mean ${near}?`);
  return undefined;
}

function presetOf(command: Command, layers: readonly JsonObject[]): string | undefined {
  const given = textOf(command.getOptionValue('preset'));
  return given ?? layers.map((layer) => textOf(layer['preset'])).find((name) => name !== undefined);
}

/** A preset and those that it builds on, the nearest first. One of a configuration stands before ours of that name. */
function presetChain(first: string, { presets }: JsonObject): readonly JsonObject[] {
  const own = isJsonObject(presets) ? presets : {};
  const chain: JsonObject[] = [];
  const seen = new Set<string>();
  for (let name: string | undefined = first; name !== undefined; ) {
    const isOwn: boolean = Object.hasOwn(own, name) && !seen.has(name);
    const preset: JsonValue | undefined = isOwn ? own[name] : builtIn[name];
    if (!isJsonObject(preset)) throw unknownPreset(name, [...Object.keys(own), ...Object.keys(builtIn)], seen);
    seen.add(name);
    chain.push(preset);
    name = textOf(preset['preset']);
  }
  return chain;
}

const unknownPreset = (name: string, known: readonly string[], seen: ReadonlySet<string>) =>
  wrongUse(
    seen.has(name)
      ? `The preset ${name} extends itself.`
      : `There is no preset ${name}; did you mean ${nearest(name, known)}?`,
  );

/** Options that exclude each other: only the nearest layer with either of them counts. */
const OF_ONE = ['basic', 'bearer'];

function applyAll(command: Command, layers: readonly JsonObject[], folders: ReturnType<typeof foldersOf>): void {
  const isGiven = (attribute: string): boolean => command.getOptionValueSource(attribute) === 'cli';
  const asks = OF_ONE.some(isGiven) ? undefined : layers.find((layer) => OF_ONE.some((name) => name in layer));
  for (const key of toConfigKeys(command.options)) {
    if (isGiven(key.attribute)) continue;
    const layer = OF_ONE.includes(key.name) ? asks : layers.find((one) => one[key.name] !== undefined);
    const value = layer?.[key.name];
    if (value !== undefined) apply(command, key, value, folders);
  }
}

function apply(command: Command, key: ConfigKey, value: JsonValue, folders: ReturnType<typeof foldersOf>): void {
  const { attribute, kind } = key;
  const read = command.options.find((option) => option.attributeName() === attribute)?.parseArg;
  const texts = toTexts(key, value).map((text) => fromFolder(text, key, folders));
  const readInTurn = () => texts.reduce<unknown>((before, text) => (read ? read(text, before) : text), undefined);
  command.setOptionValueWithSource(attribute, kind === 'switch' ? value : readInTurn(), 'config');
}
