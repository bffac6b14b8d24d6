import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const rooms = [
  'contract',
  'generators',
  'wire',
  'kernel',
  'reports',
  'adapter',
  'suites',
  'zoo',
  'migration',
  'reference-server',
  'runners',
];
/** A folder with more files than this has two jobs. */
const MOST_FILES = 20;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => posix.normalize(join(parentPath, name)));

const files = rooms.flatMap(filesIn);

/** The files that a file imports, types too. */
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import\(|^import )'(\.[^']+)\.js'/gm)].map(([, path = '']) =>
    posix.join(dirname(file), `${path}.ts`),
  );

/** Each folder with the other folders that its own files import from. */
const arrows: ReadonlyMap<string, ReadonlySet<string>> = files.reduce((all, file) => {
  const from = dirname(file);
  const to = all.get(from) ?? new Set<string>();
  for (const folder of importsOf(file).map(dirname)) if (folder !== from) to.add(folder);
  return all.set(from, to);
}, new Map<string, Set<string>>());

/** All folders that can be reached from one. */
function reachableFrom(start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const next of arrows.get(folder) ?? []) {
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return reached;
}

describe('the house', () => {
  test.each([...arrows.keys()].sort())('no chain of imports from %s returns to it', (folder) => {
    expect([...reachableFrom(folder)]).not.toContain(folder);
  });

  test('no folder holds more files than one can take in', () => {
    const crowded = [...arrows.keys()].filter(
      (folder) => files.filter((file) => dirname(file) === folder).length > MOST_FILES,
    );
    expect(crowded).toEqual([]);
  });

  test('no two files have the same name', () => {
    const names = files.map((file) => basename(file)).filter((name) => name !== 'index.ts');
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
