import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Made by tools, or nobody's prose. */
const skipped = new Set(['node_modules', 'build', 'dist', 'coverage']);

/** Every file of the repository with one of these endings, as a path from its root. */
export const filesEnding = (...endings: readonly string[]): readonly string[] =>
  walk(root)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .toSorted();

function walk(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What people read of a file: the whole of a page, the comments of a program, each as one line. */
export function proseOf(path: string): string {
  const text = readText(path);
  if (path.endsWith('.md')) return text;
  const comments = text.match(/\/\*[^]*?\*\/|(?<![:'"`\w])\/\/.*/g) ?? [];
  return comments.map((comment) => comment.replace(/\s*\n\s*\*? ?/g, ' ')).join('\n');
}

/** A citation and how it can be resolved; undefined where nothing of that name is known. */
export interface Citation {
  readonly path: string;
  readonly cited: string;
}

/** All that some files cite in one form: the first group of the pattern, or the whole match. */
export const citationsIn = (paths: readonly string[], pattern: RegExp): readonly Citation[] =>
  paths.flatMap((path) => [...proseOf(path).matchAll(pattern)].map((match) => ({ path, cited: match[1] ?? match[0] })));

/** The anchors of a page's headings, as GitHub makes them. */
export const anchorsOf = (path: string): readonly string[] =>
  [...readText(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
