/** Words that stood for several things, or for what the field has a word of its own for: see docs/glossary.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const retired: ReadonlySet<string> = new Set(
  (
    'told tell tells telling untold sighted whose vouch vouches vouched lead leads trail likeness deputy meetings look ' +
    'looks shares course'
  ).split(' '),
);

/** Names that stay, though they hold a retired word. */
const kept: readonly { readonly name: RegExp; readonly reason: string }[] = [
  { name: /confused[- ]?deputy/gi, reason: 'The name of the attack in the literature.' },
  { name: /can'?t ?tell/gi, reason: 'The outcome cantTell of EARL, which reports have.' },
  { name: /Events whose title or description contains the string/g, reason: 'Quotes the interface.' },
  { name: /cannotTell|alsoTells/g, reason: 'Earlier names of an option and of a key, which are refused by name.' },
];

/** Paths that are not searched, from the root. */
const unsearched: readonly { readonly path: RegExp; readonly reason: string }[] = [
  { path: /^(node_modules|dist|coverage|\.git|\.stryker-tmp|\.calproof)\//, reason: 'Nobody writes these.' },
  { path: /^(package-lock\.json|reports\/mutation\/)/, reason: 'Made by tools.' },
  { path: /(^|\/)fixtures\//, reason: 'Recorded from services, or test data.' },
  {
    path: /^(tests\/rounds\/|docs\/rounds\.json)/,
    reason: 'In the words of those who wrote the rounds, who saw nothing of ours.',
  },
  { path: /^contract\/interface\.md$/, reason: 'In the words of the interface.' },
  { path: /^CHANGELOG\.md$/, reason: 'In the words of each version.' },
  { path: /^docs\/pictures\//, reason: 'Pictures.' },
  { path: /^tests\/docs\/words\.test\.ts$/, reason: 'This file.' },
  { path: /\.(png|svg|gz|ico|snap|tgz)$/, reason: 'No prose.' },
];

const root = fileURLToPath(new URL('../../', import.meta.url));
const isSearched = (path: string): boolean => !unsearched.some((one) => one.path.test(path));

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const name = relative(root, path).replaceAll('\\', '/');
    if (entry.isDirectory()) return isSearched(`${name}/`) ? filesIn(path) : [];
    return entry.isFile() && isSearched(name) ? [name] : [];
  });
}

/** Retired words of a text; identifiers are split where their case changes. */
function retiredIn(text: string): readonly string[] {
  const searched = kept.reduce((rest, { name }) => rest.replace(name, ' '), text);
  const words = searched.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => retired.has(word));
}

const files = filesIn(root);

test.each([
  ['cannot tell', ['tell']],
  ['cantTell, CantTell, alsoTells and confusedDeputy', []],
  ['deputy: by-the-lead, leader', ['deputy', 'lead']],
  ['TOLD you', ['told']],
])('%s: %j', (text, words) => expect(retiredIn(text)).toEqual(words));

test('no name of a file holds a retired word', () => {
  expect(files.filter((path) => retiredIn(basename(path)).length > 0)).toEqual([]);
});

test('no code, comment, page or generated report holds a retired word', () => {
  const places = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => retiredIn(line).map((word) => `${path}:${index + 1}: ${word}`)),
  );
  expect(places).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});
