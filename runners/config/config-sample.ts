import { CONFIG_SCHEMA, type ConfigKey } from './config-schema.js';

/** What a value of a key looks like, where its shape alone does not say enough. */
const examples: Readonly<Record<string, string>> = {
  only: '[events.create, events.list]',
  skip: '[events.language]',
  profile: '[core, coherence, http]',
  suite: 'my-suite.js',
  namespace: 'vendor/events/v1',
  languageParameter: 'ml_language',
  world: 'world.json',
  effort: 'quick',
  maxRequests: '1000',
  maxTime: '5m',
  shard: '1/4',
  timings: 'calproof.report.json',
  image: 'calendar:1.4',
  containerPort: '8080',
  env: '[DB_HOST=db, DB_PASSWORD=env:DB_PASSWORD]',
  network: 'calendar',
  waitLog: 'listening',
  waitHttp: '/healthz',
  waitTime: '2m',
  rate: '20',
  concurrency: '4',
  basic: 'env:STAGING_LOGIN',
  bearer: 'file:token.txt',
  header: "['X-Run: calproof']",
  ca: 'ca.pem',
  cert: 'client.pem',
  key: 'client-key.pem',
  proxy: 'env',
  timeout: '10s',
  reports: '[json=calproof.report.json]',
  identities: '{ reader: env:READER_LOGIN }',
  baseline: 'calproof.baseline.json',
  seed: '7',
  now: "'2026-11-21T09:00:00Z'",
  journal: '.calproof',
  preset: 'the-events-calendar',
  mode: 'sandbox',
};

const valueOf = ({ name, kind, shape }: ConfigKey): string =>
  examples[name] ?? (kind === 'switch' ? 'true' : (shape.enum?.[0] ?? (shape.type === 'integer' ? '1' : 'value')));

const targets = `targets:
  local:
    url: http://127.0.0.1:8080
#  staging:
#    url: https://staging.example.org/wp-json
#    preset: the-events-calendar
#    mode: sandbox
#    basic: env:STAGING_LOGIN # the variable holds user:password; a secret never stands here
`;

/** A configuration in YAML with every key, and a comment on each. Only one target is more than a comment. */
export function toYamlSample(keys: readonly ConfigKey[]): string {
  const lines = keys.flatMap((key) => [`# ${key.says}`, `#${key.name}: ${valueOf(key)}`, '']);
  return [
    `# yaml-language-server: $schema=${CONFIG_SCHEMA}`,
    '#',
    '# What calproof check is told, from a file. The command line wins over a target, a target over what stands at the',
    '# top, and that over a preset. Take the # away from the start of a line to use it. See docs/configuration.md.',
    '',
    '# Services by a name of your own: calproof check local',
    targets,
    '# For all of them, and for calproof check URL:',
    '',
    ...lines,
    '# Options by a name of your own, for services of one make. A preset may build on another one.',
    '#presets:',
    '#  ours:',
    '#    preset: the-events-calendar',
    '#    rate: 5',
    '#    login: ask the web team for an account, and give it with --basic env:VARIABLE',
    '',
  ].join('\n');
}

/** A configuration in JSON, which has no comments: the schema tells an editor what keys there are. */
export const toJsonSample = (): string =>
  `${JSON.stringify({ $schema: CONFIG_SCHEMA, targets: { local: { url: 'http://127.0.0.1:8080' } } }, null, 2)}\n`;
