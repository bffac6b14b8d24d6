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
