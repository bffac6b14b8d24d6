import { presets } from './presets.js';
import type { ConfigKey } from './keys.js';

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
  description: 'how to log in at such a service, told where it answers 401',
  type: 'string',
} as const;

/** The JSON Schema 2020-12 of a configuration file: every option is a key, at the top and in each target and preset. */
export function toConfigSchema(keys: readonly ConfigKey[]): Schema {
  const options = Object.fromEntries(keys.map((key) => [key.name, toSchema(key)]));
  const url = { description: 'the REST root of the service', type: 'string' };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'calproof configuration',
    description: `What calproof check is told, from a file. Presets that are there: ${Object.keys(presets).join(', ')}.`,
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      url,
      ...options,
      targets: named('target', 'services by a name of your own: calproof check NAME'),
      presets: named('preset', 'options by a name of your own: preset: NAME'),
    },
    additionalProperties: false,
    $defs: {
      target: { type: 'object', properties: { url, ...options }, required: ['url'], additionalProperties: false },
      preset: { type: 'object', properties: { login, ...options }, additionalProperties: false },
    },
  };
}
