import type { Kind } from './kinds.js';
import { Problem } from './problem.js';
import { live, type Site } from './site.js';

/** Letters and digits of any script in lower case, the rest as hyphens. */
export const clean = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** A slug as it is shown and put into addresses: in ASCII. */
export const toShownSlug = (slug: string): string => encodeURIComponent(slug).toLowerCase();

/** Takes a slug as shown, or as it was sent, back to the slug that a record has. */
export function toSlug(text: string): string {
  try {
    return clean(decodeURIComponent(text));
  } catch {
    return clean(text);
  }
}

interface Holder {
  readonly kind: Kind;
  /** The record that gets the slug, where it is there already. */
  readonly id?: string;
}

const isTaken = (site: Site, slug: string, { kind, id }: Holder): boolean =>
  live(site, kind).some((row) => row.slug === slug && row.id !== id);

/** A slug that was sent, cleaned. Throws a Problem when another record has it. */
export function sentSlug(site: Site, sent: string, holder: Holder): string {
  const slug = clean(sent);
  if (slug === '') return madeSlug(site, holder.kind, holder);
  if (isTaken(site, slug, holder)) throw new Problem(409, `Another record has the slug ${slug}.`);
  return slug;
}

/** A slug from a name, with the first number that makes it unique. */
export function madeSlug(site: Site, name: string, holder: Holder): string {
  const stem = clean(name) || holder.kind;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (!isTaken(site, slug, holder)) return slug;
  }
}
