import { Repository } from 'typeorm';
import { bug } from './switches';

export const fold = (s: unknown) => (s === null || s === undefined ? '' : String(s).normalize('NFC').toLowerCase());
export const like = (s: string) => `%${bug('search-wildcards') ? fold(s) : fold(s).replace(/[\\%_]/g, '\\$&')}%`;
export const likeSql = (alias: string, columns: string[]) =>
  '(' + columns.map((c) => `fold(${alias}.${c}) LIKE :search ESCAPE '\\'`).join(' OR ') + ')';

export const slugify = (s: string) => s.normalize('NFKD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '').normalize('NFC').toLowerCase()
  .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 180).replace(/-+$/, '');

export async function uniqueSlug(repo: Repository<any>, wanted: string, fallback: string, self?: number): Promise<string> {
  const root = slugify(wanted) || fallback;
  const rows: { id: number; slug: string }[] = await repo.createQueryBuilder('x').select('x.id', 'id').addSelect('x.slug', 'slug')
    .where('x.slug = :root OR x.slug BETWEEN :from AND :to', { root, from: `${root}-`, to: `${root}-:` }).getRawMany();
  const taken = new Set(rows.filter((r) => r.id !== self || bug('slug-self-collision')).map((r) => r.slug));
  if (!taken.has(root)) return root;
  let n = 2;
  while (taken.has(`${root}-${n}`)) n++;
  return `${root}-${n}`;
}
export const stored = (s: string) => (bug('emoji-stripped') ? s.replace(/[\u{10000}-\u{10FFFF}]/gu, '') : s);
