/** Lower case, Latin accents dropped, letters of other scripts kept. */
export function slugify(text) {
  const t = String(text).normalize('NFKD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1').normalize('NFC').toLowerCase()
    .replace(/ß/g, 'ss').replace(/æ/g, 'ae').replace(/œ/g, 'oe').replace(/ø/g, 'o').replace(/['’]/g, '');
  const slug = t.replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-').replace(/^-+|-+$/g, '');
  return [...slug].slice(0, 180).join('').replace(/-+$/, '');
}

/** A slug nobody else of the kind has. */
export async function uniqueSlug(trx, scope, wanted, fallback, ownId = null) {
  let base = slugify(wanted);
  if (!base) base = fallback;
  const query = trx(scope.table).where(scope.where ?? {})
    .where((q) => q.where('slug', base).orWhere((w) => w.where('slug', '>', `${base}-`).where('slug', '<', `${base}.`)));
  if (ownId !== null) query.whereNot('id', ownId);
  const taken = new Set(await query.pluck('slug'));
  if (!taken.has(base)) return base;
  let n = 2;
  while (taken.has(`${base}-${n}`)) n += 1;
  return `${base}-${n}`;
}
