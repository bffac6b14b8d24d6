import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { clauses } from '../../contract/clauses/clauses.js';
import { requirements } from '../../suites/index.js';
import { calproof } from './cli/console.js';

test('help lists all commands, and every command has its own help', async () => {
  const { code, stdout } = await calproof('--help');
  expect(code).toBe(0);
  for (const command of [
    'check',
    'board',
    'history',
    'adopt',
    'prove',
    'serve',
    'sweep',
    'requirements',
    'explain',
    'openapi',
  ]) {
    expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    const help = await calproof(`${command} --help`);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain(`Usage: calproof ${command}`);
  }
});

test('no words at all are answered with help', async () => {
  const { code, stdout } = await calproof('');
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: calproof');
});

test('the version is that of the package', async () => {
  const { stdout } = await calproof('--version');
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('requirements as JSON: all there is to know of each, and every clause', async () => {
  const { code, stdout } = await calproof('requirements --format json');
  expect(code).toBe(0);
  const catalogue = JSON.parse(stdout);
  expect(catalogue.requirements.map(({ id }: { id: string }) => id)).toEqual(requirements.map(({ id }) => id));
  const keys = ['id', 'level', 'clause', 'profile', 'needs', 'effects', 'statement'];
  for (const requirement of catalogue.requirements)
    expect(Object.keys(requirement)).toEqual(expect.arrayContaining(keys));
  expect(catalogue.clauses.map(({ id }: { id: string }) => id)).toEqual(clauses.map(({ id }) => id));
  const create = catalogue.clauses.find(({ id }: { id: string }) => id === 'tag.create');
  expect(create.requirements).toContain('tags.create.required-only');
});

test.each(['text', 'markdown'])('requirements as %s name every requirement', async (format) => {
  const { stdout } = await calproof(`requirements --format ${format}`);
  for (const { id, statement } of requirements) {
    expect(stdout).toContain(id);
    expect(stdout.replace(/\s+/g, ' ')).toContain(statement);
  }
});

test('explains a requirement with clause, example and the requests that judge it', async () => {
  const { code, stdout } = await calproof('explain tags.create.required-only');
  expect(code).toBe(0);
  expect(stdout).toContain('A POST to the collection creates a tag with the fields sent. (tag.create;');
  expect(stdout).toMatch(/Example +\{"name":/);
  expect(stdout).toMatch(/^ {4}curl -i -X POST http:\/\/127\.0\.0\.1:\d+\/vendor\/events\/v1\/tags /m);
});

test('explains the same example again, and another one for another seed', async () => {
  const exampleOf = async (seed: number) =>
    /Example +(.*)/.exec((await calproof(`explain events.create.required-only --seed ${seed}`)).stdout)?.[1];
  const [first, again, other] = [await exampleOf(1), await exampleOf(1), await exampleOf(2)];
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test.each([
  ['event.list.status', ['Judged by', 'list.status.default', '* Published records only.']],
  ['gap.order', ['In which order', 'Decision']],
  ['list.status.default', ['What does a list without status show?', 'event.list.status']],
] as const)('explains %s', async (id, parts) => {
  const { code, stdout } = await calproof(`explain ${id}`);
  expect(code).toBe(0);
  for (const part of parts) expect(stdout).toContain(part);
});

test('prints a valid OpenAPI document with namespace and server', async () => {
  const { stdout } = await calproof('openapi --namespace acme/events/v1 --server https://example.org/api');
  const document = JSON.parse(stdout);
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  expect(Object.keys(document.paths)).toContain('/acme/events/v1/events');
  expect(document.servers[0].url).toBe('https://example.org/api');
});
