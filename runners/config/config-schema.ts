import { relative, resolve } from 'node:path';
import type { Option } from 'commander';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import type { Environment } from '../input/environment.js';
import { shapeOf, type ValueShape } from '../options/flags.js';

/** An option as a key of a configuration file. */
export interface ConfigKey {
  readonly name: string;
  /** The name of the option in commander. */
  readonly attribute: string;
  /** As on the command line: `--max-requests <number>`. */
  readonly flags: string;
  readonly says: string;
  readonly shape: ValueShape;
  readonly kind: 'switch' | 'value' | 'names';
  /** Whether its value is a path, relative to the folder of the file. */
  readonly holdsPath: boolean;
  /** Whether its value is the source of a secret. */
  readonly isSecret: boolean;
}

/** Options that make no sense in a file, and those with another name there. */
const left = ['config', 'watch'];
const renamed: Readonly<Record<string, string>> = { report: 'reports', identity: 'identities' };
const secrets = ['basic', 'bearer', 'identity'];

/** The keys of a configuration: the options of a command, in camel case. */
export const toConfigKeys = (options: readonly Option[]): readonly ConfigKey[] =>
  options.filter((option) => !left.includes(option.attributeName())).map(toKey);

function toKey(option: Option): ConfigKey {
  const attribute = option.attributeName();
  return {
    name: renamed[attribute] ?? attribute,
    attribute,
    flags: option.flags,
    says: option.description,
    shape: shapeOf(option.parseArg),
    kind: attribute === 'identity' ? 'names' : option.isBoolean() || option.negate ? 'switch' : 'value',
    holdsPath: /<(file|folder|path)>/.test(option.flags),
    isSecret: secrets.includes(attribute),
  };
}

/** Named sets of options, for one kind of service. The `presets` of a configuration file have the same form. */
export const presets: Readonly<Record<string, JsonObject>> = {
  'the-events-calendar': {
    namespace: 'tribe/events/v1',
    // The parameter of WPML, the extension for several languages.
    languageParameter: 'wpml_language',
    login:
      'WordPress accepts application passwords, not the password of the login page: create one under Users, Profile, Application Passwords, and pass it with --basic env:VARIABLE, where the variable contains user:password',
  },
};

/** A part of a JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/** Where the schema is, from a project that has calproof among its packages. */
export const CONFIG_SCHEMA = './node_modules/calproof/runners/config/config.schema.json';

const SECRET = '^(env|file|cmd):.+';

function toSchema({ says, shape, kind, isSecret }: ConfigKey): Schema {
  const description = says;
  if (kind === 'switch') return { description, type: 'boolean' };
  const secret = { type: 'string', pattern: SECRET };
  if (kind === 'names') return { description, type: 'object', additionalProperties: secret };
  if (isSecret) return { description, ...secret };
  const { repeats, ...one } = shape;
  return repeats ? { description, anyOf: [one, { type: 'array', items: one }] } : { description, ...one };
}

const named = (ref: string, description: string): Schema => ({
  description,
  type: 'object',
  additionalProperties: { $ref: `#/$defs/${ref}` },
});

const login = {
  description: 'how to log in to such a service, printed when it answers 401',
  type: 'string',
} as const;

/** The JSON Schema 2020-12 of a configuration file: every option is a key, at the top and in each target and preset. */
export function toConfigSchema(keys: readonly ConfigKey[]): Schema {
  const options = Object.fromEntries(keys.map((key) => [key.name, toSchema(key)]));
  const url = { description: 'REST root of the service; of an image, its path', type: 'string' };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'calproof configuration',
    description: `The options of calproof check. Built-in presets: ${Object.keys(presets).join(', ')}.`,
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      url,
      ...options,
      targets: named('target', 'named services: calproof check NAME'),
      presets: named('preset', 'named sets of options: preset: NAME'),
    },
    additionalProperties: false,
    $defs: {
      target: {
        type: 'object',
        properties: { url, ...options },
        anyOf: [{ required: ['url'] }, { required: ['image'] }],
        additionalProperties: false,
      },
      preset: { type: 'object', properties: { login, ...options }, additionalProperties: false },
    },
  };
}

/** The words that a value would be on the command line, one for each time that its option would be given. */
export function toTexts(key: ConfigKey, value: JsonValue): readonly string[] {
  if (key.kind === 'names') {
    return isJsonObject(value) ? Object.entries(value).map(([name, source]) => `${name}=${toText(source)}`) : [];
  }
  return (isJsonArray(value) ? value : [value]).map(toText);
}

const toText = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');

/** A value of a configuration with paths relative to its folder, rewritten for the working folder. */
export function fromFolder(text: string, key: ConfigKey, { from, to }: { readonly from: string; readonly to: string }) {
  const move = (path: string): string => relative(to, resolve(from, path)) || '.';
  if (from === to) return text;
  if (key.holdsPath) return move(text);
  if (key.attribute === 'report') return text.replace(/=(.+)$/s, (_, path: string) => `=${move(path)}`);
  return text.replace(
    /^([\w-]+=)?file:(.+)$/s,
    (_, name: string | undefined, path: string) => `${name ?? ''}file:${move(path)}`,
  );
}

/** The folders that a text moves between: that of a configuration, and the one a command runs in. */
export const foldersOf = (from: string, { folder }: Pick<Environment, 'folder'>) => ({ from, to: resolve(folder) });
