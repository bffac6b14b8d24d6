import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../generators/', import.meta.url);

/** What a module exports, each declaration from its head to the next blank line. */
const exportsOf = (source: string): readonly string[] =>
  source.split(/^(?=export )/m).flatMap((text) => (text.startsWith('export ') ? [text.split('\n\n', 1)[0] ?? ''] : []));

const nameOf = (declaration: string): string => /^export (?:\w+ )+?(\w+)(?=[\s:=(<])/.exec(declaration)?.[1] ?? '';

const isType = (declaration: string): boolean => /^export (interface|type) /.test(declaration);

/** The names of types, exported or not, of which a value holds an arbitrary. */
const holdersIn = (source: string): readonly string[] =>
  source
    .split(/^(?=(?:export )?(?:interface|type) )/m)
    .map((text) => /^(?:export )?(?:interface (\w+)[\s\S]*?^\}|type (\w+)[\s\S]*?;$)/m.exec(text))
    .flatMap((found) => (found?.[0].includes('Arbitrary<') ? [found[1] ?? found[2] ?? ''] : []));

/** The part of a declaration that gives its type: up to its body. */
const headOf = (declaration: string): string => /^[\s\S]*?(?:=>|\{$|$(?![\s\S]))/m.exec(declaration)?.[0] ?? '';

/** The names of all that generators export and that draws: arbitraries, what makes them, and what holds them. */
export async function exportedArbitraries(): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  const declarations = sources.flatMap(exportsOf);
  const holders = sources.flatMap(holdersIn);
  const isOne = new RegExp(`\\b(${['Arbitrary', ...holders].join('|')})\\b`);
  const draws = (one: string): boolean => isOne.test(headOf(one)) || /\bfc\./.test(one);
  return declarations.filter((one) => !isType(one) && draws(one)).map(nameOf);
}
