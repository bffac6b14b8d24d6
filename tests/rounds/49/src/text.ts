/** Case folding and normal form used when texts are compared. */
export const fold = (s: string): string => s.normalize('NFC').toLowerCase();

export function slugify(text: string, asciiOnly = false): string {
  let s = text.normalize('NFKD').replace(/[\u0300-\u036f]+/g, '').normalize('NFC').toLowerCase();
  s = s.replace(/ß/g, 'ss').replace(/['’"]/g, '');
  s = asciiOnly ? s.replace(/[^a-z0-9]+/g, '-') : s.replace(/[^\p{L}\p{N}]+/gu, '-');
  return [...s].slice(0, 180).join('').replace(/^-+|-+$/g, '');
}

export const escapeHtml = (s: string): string =>
  s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Descriptions may hold markup, but nothing that runs. */
export const sanitize = (s: string): string => s.replace(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '').replace(/\son\w+\s*=\s*("[^"]*"|'[^']*')(?=[^<]*>)/gi, '');
