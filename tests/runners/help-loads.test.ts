import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** What a file imports when it is loaded: not its types, and not what it asks for later. */
function importsOf(file: URL): readonly string[] {
  const source = readFileSync(file, 'utf8');
  const all = source.matchAll(/^(?:import|export)\s(?!type\s)([^'";]*?)from\s+'([^']+)';/gm);
  const isValue = (names: string): boolean =>
    !/^\s*\{/.test(names) ||
    names
      .replace(/[{}\s]/g, ' ')
      .split(',')
      .some((name) => /^\s*(?!type\s)\w/.test(name));
  return [...all].flatMap(([, names = '', from = '']) => (isValue(names) ? [from] : []));
}

/** The files and packages that are loaded with some files. */
function loadedWith(...started: readonly URL[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = started.map(({ href }) => href);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const from of importsOf(new URL(file))) {
      if (from.startsWith('.')) open.push(new URL(from.replace(/\.js$/, '.ts'), file).href);
      else if (!from.startsWith('node:')) seen.add(from);
    }
  }
  return seen;
}

test('the command line loads what help needs, and no judge, suite, server or zoo', () => {
  // The first asks for the second as soon as it can hear signals.
  const started = ['runners/main.ts', 'runners/cli/cli.ts'].map((name) => new URL(name, root));
  const loaded = [...loadedWith(...started)].map((name) => name.replace(root.href, ''));
  expect(loaded).toContain('runners/cli/cli.ts');
  expect(loaded.filter((name) => !name.includes('/'))).toEqual(['commander']);
  const heavy =
    /^(suites|adapter|generators|zoo|reference-server|kernel\/(judge|trial|run\/run)\b|wire\/(client\/client|transports)\b)/;
  expect(loaded.filter((name) => heavy.test(name))).toEqual([]);
});
