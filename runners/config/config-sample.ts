import { CONFIG_SCHEMA, type ConfigKey } from './config-schema.js';

/** An example value of each key with a shape that does not suggest one. */
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
  failedLogin: 'false',
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
#    basic: env:STAGING_LOGIN # the variable holds user:password; never write a secret here
`;

/** A configuration in YAML with every key as a comment. Only one target is active. */
export function toYamlSample(keys: readonly ConfigKey[]): string {
  const lines = keys.flatMap((key) => [`# ${key.says}`, `#${key.name}: ${valueOf(key)}`, '']);
  return [
    `# yaml-language-server: $schema=${CONFIG_SCHEMA}`,
    '#',
    '# The options of calproof check. The command line overrides a target, a target overrides the top level, and the top',
    '# level overrides a preset. Remove the # at the start of a line to use it. See docs/configuration.md.',
    '',
    '# Named targets: calproof check local',
    targets,
    '# For all targets, and for calproof check URL:',
    '',
    ...lines,
    '# Named sets of options, for one kind of service. A preset may extend another one.',
    '#presets:',
    '#  ours:',
    '#    preset: the-events-calendar',
    '#    rate: 5',
    '#    login: ask the web team for an account, and give it with --basic env:VARIABLE',
    '',
  ].join('\n');
}

/** A configuration in JSON, which has no comments: the schema gives the keys to an editor. */
export const toJsonSample = (): string =>
  `${JSON.stringify({ $schema: CONFIG_SCHEMA, targets: { local: { url: 'http://127.0.0.1:8080' } } }, null, 2)}\n`;
