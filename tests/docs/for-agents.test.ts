/** What docs/for-agents.md and docs/llms.txt say is so: commands, flags, exit codes, members of reports, links. */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runReportSchema } from '../../reports/run-report-schema.js';
import { createProgram } from '../../runners/cli/cli.js';
import { checkExamples } from '../../runners/cli/examples.js';
import { version } from '../../wire/package.js';
import { createTestEnvironment } from '../runners/cli/console.js';
import { readText } from './citations.js';

const { environment } = createTestEnvironment();
const { commands } = createProgram({ environment, version, finish: () => {} });
const page = readText('docs/for-agents.md');

/** The first cells of the table under a heading. */
function cellsUnder(heading: string): readonly string[] {
  const [, section = ''] = new RegExp(`^## ${heading}\\n([^]*?)(?=^## |(?![^]))`, 'm').exec(page) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => row.split('|')[1]?.trim() ?? '');
}

const codesIn = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('docs/for-agents.md', () => {
  test('has every command with its arguments, in the order of the help', () => {
    const usages = commands.map((command) => {
      const words = command.registeredArguments.map((one) => {
        const name = `${one.name()}${one.variadic ? '...' : ''}`;
        return one.required ? `<${name}>` : `[${name}]`;
      });
      return `\`${['calproof', command.name(), ...words].join(' ')}\``;
    });
    expect(cellsUnder('Commands')).toEqual(usages);
  });

  test('names no option that no command has', () => {
    const known = new Set(commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? [])));
    const named = page.match(/--[a-z][a-z-]*/g) ?? [];
    expect(named.filter((flag) => flag !== '--help' && !known.has(flag))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });

  test('has the exit codes of the help', () => {
    const [, codes = ''] = checkExamples.split('Exit codes:');
    const stated = [...codes.matchAll(/^ {2}(\d+) /gm)].map(([, code]) => code);
    expect(cellsUnder('Exit codes')).toEqual(stated);
  });

  test.each(cellsUnder('The JSON report').flatMap(codesIn))('the report has %s', (path) => {
    const names = path.replaceAll('[]', '').split('.');
    expect(reached([runReportSchema], names).length).toBeGreaterThan(0);
  });

  test('a member that no report has is noticed', () => {
    expect(reached([runReportSchema], ['requirements', 'verdict', 'mood'])).toEqual([]);
  });
});

type Schema = Readonly<Record<string, unknown>>;

/** The schemas of what is reached by names from any of some schemas; items and alternatives count as what they are in. */
function reached(schemas: readonly Schema[], [name, ...rest]: readonly string[]): readonly Schema[] {
  if (name === undefined) return schemas;
  const members = schemas.flatMap(toPlain).flatMap(({ properties }) => {
    const member = (properties as Readonly<Record<string, Schema>> | undefined)?.[name];
    return member ? [member] : [];
  });
  return reached(members, rest);
}

const toPlain = (schema: Schema): readonly Schema[] => [
  schema,
  ...((schema['oneOf'] ?? []) as readonly Schema[]).flatMap(toPlain),
  ...(schema['items'] ? toPlain(schema['items'] as Schema) : []),
];

describe('docs/llms.txt', () => {
  const text = readText('docs/llms.txt');
  const links = [...text.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): .+$/gm)].map(([, title = '', link = '']) => ({
    title,
    link,
  }));

  test('has the form of llmstxt.org: a title, a summary, details, then lists of links', () => {
    expect(text).toMatch(/^# calproof\n\n> .+\n\n(?:[^#\n].*\n\n)*(?:## .+\n\n(?:- \[[^\]]+\]\([^)]+\): .+\n)+\n?)+$/);
  });

  test('links every page of docs once, and others that are there', () => {
    const all = readdirSync(new URL('../../docs', import.meta.url)).filter((name) => name.endsWith('.md'));
    expect(
      links
        .map(({ link }) => link)
        .filter((link) => !link.startsWith('../'))
        .sort(),
    ).toEqual(all.sort());
    expect(links.filter(({ link }) => !existsSync(new URL(`../../docs/${link}`, import.meta.url)))).toEqual([]);
  });

  test('calls each page by its title', () => {
    const own = links.filter(({ link }) => !link.startsWith('../'));
    const titles = own.map(({ link }) => /^# (.*)$/m.exec(readText(`docs/${link}`))?.[1]);
    expect(own.map(({ title }) => title)).toEqual(titles);
  });

  test('its exit codes are those of the help', () => {
    const [sentence = ''] = /Exit code 0 .*?\./.exec(text) ?? [];
    const [, codes = ''] = checkExamples.split('Exit codes:');
    expect(sentence.match(/\d+/g)).toEqual([...codes.matchAll(/^ {2}(\d+) /gm)].map(([, code]) => code));
  });
});
