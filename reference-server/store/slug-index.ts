import type { Language } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';

const MAX_LENGTH = 200;

/** What is wrong with a slug that a client sends: it must fit whole into one path segment. */
export function slugProblem(slug: string): string | undefined {
  if (slug.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (/[/\\\p{Cc}\p{Cs}]/u.test(slug)) return 'must not hold slashes, control characters or half characters';
  return /^\.{1,2}$/.test(slug) || slug.trim() === '' ? 'must not be blank, . or ..' : undefined;
}

/** A slug made from a title or name: lower case, without accents, words joined by hyphens. */
export function toSlug(name: string, otherwise: string): string {
  const plain = name
    .slice(0, 4 * MAX_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, MAX_LENGTH);
  return slug.replace(/^-|-$|[\uD800-\uDBFF]$/g, '').replace(/-$/, '') || otherwise;
}

/** Which record has which slug, per collection and language. */
export interface SlugIndex {
  find(collection: Collection, language: Language, slug: string): number | undefined;
  set(collection: Collection, language: Language, slug: string, id: number): void;
  delete(collection: Collection, language: Language, slug: string): void;
  /** The wanted slug, or `wanted-2`, `wanted-3`, ... when another record has it. What the record has now may stay. */
  free(collection: Collection, language: Language, wanted: string, current?: string): string;
}

interface Shelf {
  readonly ids: Map<string, number>;
  /** Where the search for a free suffix goes on, so that thousands of namesakes do not each search from 2. */
  readonly nextSuffix: Map<string, number>;
}

/** Creates an empty index. */
export function createSlugIndex(): SlugIndex {
  const shelves = new Map<string, Shelf>();
  const shelfOf = (collection: Collection, language: Language): Shelf => {
    const key = `${collection}/${language}`;
    const shelf = shelves.get(key) ?? { ids: new Map(), nextSuffix: new Map() };
    if (!shelves.has(key)) shelves.set(key, shelf);
    return shelf;
  };
  return {
    find: (collection, language, slug) => shelfOf(collection, language).ids.get(slug),
    set: (collection, language, slug, id) => void shelfOf(collection, language).ids.set(slug, id),
    delete: (collection, language, slug) => release(shelfOf(collection, language), slug),
    free: (collection, language, wanted, current) => findFree(shelfOf(collection, language), wanted, current),
  };
}

function release({ ids, nextSuffix }: Shelf, slug: string): void {
  ids.delete(slug);
  nextSuffix.delete(slug.replace(/-\d+$/, ''));
}

function findFree({ ids, nextSuffix }: Shelf, wanted: string, current = ''): string {
  if (!ids.has(wanted) || wanted === current) return wanted;
  if (current.startsWith(`${wanted}-`) && /^\d+$/.test(current.slice(wanted.length + 1))) return current;
  let suffix = nextSuffix.get(wanted) ?? 2;
  while (ids.has(`${wanted}-${suffix}`)) suffix += 1;
  nextSuffix.set(wanted, suffix);
  return `${wanted}-${suffix}`;
}
