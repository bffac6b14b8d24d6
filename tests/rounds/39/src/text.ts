import { variant } from './flags.js';

export const fold = (value: unknown): string => (value == null ? '' : String(value).normalize('NFC').toLowerCase());

const cut = (s: string): string => Array.from(s).slice(0, 180).join('').replace(/^-+|-+$/g, '');

export function slugify(text: string): string {
  const base = variant('slugs-ascii-lowercase') ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text.normalize('NFC');
  const unwanted = variant('slugs-ascii-lowercase') ? /[^a-z0-9]+/g : /[^\p{L}\p{N}\p{M}_]+/gu;
  return cut(base.toLowerCase().replace(/['’]/g, '').replace(unwanted, '-'));
}

/** A slug chosen by the client is kept as it is whenever it can stand in a path. */
export function chosenSlug(text: string): string {
  if (variant('slugs-ascii-lowercase')) return slugify(text);
  return /^[\p{L}\p{N}\p{M}._~-]{1,200}$/u.test(text) && !/^\.+$/.test(text) ? text : slugify(text);
}
