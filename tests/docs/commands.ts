import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** The pages that people follow. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(new URL('docs', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
  'docs/examples/hono/README.md',
];

/** What a page shows in blocks of one language. */
export function blocksOf(page: string, language: string): readonly string[] {
  const text = readFileSync(new URL(page, root), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);
}

/** The command lines of a page, without what is said of them. */
export const commandsOf = (page: string): readonly string[] =>
  blocksOf(page, 'sh')
    .flatMap((block) => block.replace(/ \\\n\s*/g, ' ').split('\n'))
    .map((line) => line.replace(/\s+# .*$/, '').trimEnd())
    .filter((line) => line !== '');

/** A command line of calproof as the words after it; undefined for any other. */
export const wordsOf = (line: string): readonly string[] | undefined =>
  /^(?:npx )?calproof (.*?)(?: > \S+)?$/.exec(line)?.[1]?.split(/\s+/);
