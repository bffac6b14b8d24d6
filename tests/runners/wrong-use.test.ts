import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calproof, createTestEnvironment } from './cli/console.js';

const URL = 'http://127.0.0.1:9/';

test.each([
  ['check --sed 3', 'There is no option --sed; did you mean --seed?'],
  ['check --concurency 3', 'There is no option --concurency; did you mean --concurrency?'],
  ['serve --prot 1', 'There is no option --prot; did you mean --port?'],
  ['chek', 'There is no command chek; did you mean calproof check?'],
  ['http://127.0.0.1', 'There is no command http://127.0.0.1; did you mean calproof check http://127.0.0.1?'],
  ['check --effort quik', '--effort cannot be quik: did you mean quick? Valid values: quick, standard, deep.'],
  ['check --effort fast', '--effort cannot be fast: did you mean quick? Valid values: quick, standard, deep.'],
  ['check --effort blue', '--effort cannot be blue: expected one of quick, standard, deep.'],
  ['check --mode write', '--mode cannot be write: did you mean sandbox? Valid values: readonly, sandbox.'],
  [
    'check --profile cor',
    '--profile cannot be cor: did you mean core? Valid values: core, coherence, http, drift, reference.',
  ],
  ['check --seed x', '--seed cannot be x: expected a whole number from 0 to 2147483647.'],
  ['check --max-time soon', '--max-time cannot be soon: expected a duration such as 500ms, 30s or 5m.'],
  [
    'check --report jsn=x',
    '--report cannot be jsn=x: did you mean json? Valid values: json, html, junit, ctrf, markdown, github, har, badge, shields, statement, agent, ndjson.',
  ],
  ['prove --report md', '--report cannot be md: did you mean markdown? Valid values: json, markdown, html.'],
  ['compare a b --report xml', /did you mean junit\?/],
  [
    'check --only venue',
    '--only venue matches no requirement; similar prefixes: venues, venues.list, venues.read. calproof requirements lists all IDs.',
  ],
  [
    'check --skip xyz',
    '--skip xyz matches no requirement; IDs begin with index, doc, events, venues, organizers, categories, tags, language, coherence, places, terms, http, concurrency, identities, reference. calproof requirements lists all IDs.',
  ],
  ['check --basic anna:s3cret', /--basic does not accept a literal secret/],
  ['check --max-requests 10', /--max-requests 10 is too few/],
  ['check --report json --report json', /Only one report can go to standard output/],
  ['check not-a-url', /"not-a-url" is not a URL/],
  ['check a b', /check takes fewer arguments/],
  ['check --seed', /argument missing/],
  ['explain', "Missing required argument 'id'."],
  ['explain event.ttle', /did you mean/],
  ['requirements --format jsno', /did you mean json/],
  ['serve --zone Nowhere/Land', /not a time zone/],
  ['foo', 'There is no command foo; calproof --help lists the commands.'],
  ['foo --help', 'There is no command foo; calproof --help lists the commands.'],
  ['help chek', 'There is no command chek; did you mean calproof check?'],
  ['requirements --only venues', 'There is no option --only; calproof requirements --help lists the options.'],
] as const)('%s ends with 2 and one sentence', async (line, sentence) => {
  const { code, stdout, stderr } = await calproof(line);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr.trimEnd()).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
  expect(stderr.trimEnd()).not.toContain('\n');
});

test.each([
  'sweep FILE',
  'replay FILE',
  'merge FILE',
  'adopt FILE',
  'board --check FILE',
  'compare FILE FILE',
  'serve --world FILE',
  'serve --users FILE',
  'prove --world FILE',
  ...['--world', '--config', '--baseline', '--target-profile', '--suite', '--seed 1 --shard 1/2 --timings'].map(
    (option) => `check ${URL} ${option} FILE`,
  ),
  `check ${URL} --basic file:FILE`,
  `check https://127.0.0.1:9/ --ca FILE`,
  `check https://127.0.0.1:9/ --cert FILE --key FILE`,
])('%s says in one sentence why the file cannot be read', async (line) => {
  const { environment } = createTestEnvironment();
  mkdirSync(join(environment.folder, 'folder'));
  const refused = async (name: string) => {
    const { code, stderr } = await calproof(line.replaceAll('FILE', name), { folder: environment.folder });
    return { code, stderr };
  };
  expect(await refused('nowhere')).toEqual({
    code: 2,
    stderr: 'nowhere cannot be read: there is no such file or folder.\n',
  });
  expect(await refused('folder')).toEqual({ code: 2, stderr: 'folder cannot be read: it is a folder.\n' });
});

test.each([
  ['help check', 'check --help'],
  ['help', '--help'],
  ['help help', 'help'],
])('%s prints what %s does', async (line, other) => {
  const [help, asOption] = [await calproof(line), await calproof(other)];
  expect(help).toMatchObject({ code: 0, stdout: asOption.stdout, stderr: '' });
  expect(help.stdout).toContain(`Usage: calproof ${line === 'help check' ? 'check' : '[options]'}`);
});

test('a report that cannot be written is found before anything is sent', async () => {
  const { environment } = createTestEnvironment();
  mkdirSync(join(environment.folder, 'folder'));
  for (const file of ['nowhere/report.json', 'folder']) {
    const { code, stderr } = await calproof(`check ${URL} --report json=${file}`, { folder: environment.folder });
    expect(code).toBe(2);
    expect(stderr).toContain(`The report ${file} cannot be written`);
  }
});

test.each([
  ['{"event": []}', 'it has event, did you mean events'],
  ['{"events": [{"title": "x"}]}', 'events holds a record without a key'],
  ['[]', 'it is not a JSON object'],
  ['{', 'is not JSON'],
])('a world file with %s is refused', async (text, sentence) => {
  const { environment } = createTestEnvironment();
  writeFileSync(join(environment.folder, 'world.json'), text);
  const { code, stderr } = await calproof('serve --world world.json', { folder: environment.folder });
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});

test('a literal secret is not repeated', async () => {
  const { stderr } = await calproof('check --basic anna:s3cret');
  expect(stderr).not.toContain('s3cret');
});

test('two reports in one place are refused, however it is spelt', async () => {
  const { code, stderr } = await calproof(`check ${URL} --report json=a.json --report json=./x/../a.json`);
  expect(code).toBe(2);
  expect(stderr).toBe('Two reports would be written to ./x/../a.json; give each its own file.\n');
});
