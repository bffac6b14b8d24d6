/** Ways in which targets show text. Each loses no letter and no digit, so that a lost or changed one is still seen. */
export type TextForm = 'identity' | 'trimmed' | 'entities' | 'typography' | 'paragraphs' | 'markup';

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal) return String.fromCodePoint(Math.min(Number(decimal), 0x10ffff));
    if (hex) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
    return named[(name ?? '').toLowerCase()] ?? whole;
  });

const straighten = (text: string): string =>
  text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\u2013/g, '--')
    .replace(/\u2014/g, '---')
    .replace(/\u2026/g, '...');

const unwrap = (text: string): string =>
  text
    .replace(/<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/p>\s*<p[^>]*>/gi, '\n\n')
    .replace(/<\/?p[^>]*>/gi, '')
    .trim();

const stripTags = (text: string): string => text.replace(/<[^>]*>/g, '');

/** The closed list of forms, mildest first: what is shown, taken back to what was sent. */
export const textForms: Readonly<Record<TextForm, (shown: string) => string>> = {
  identity: (shown) => shown,
  trimmed: (shown) => shown.trim(),
  entities: (shown) => decodeEntities(shown).trim(),
  typography: (shown) => straighten(decodeEntities(shown)).trim(),
  paragraphs: (shown) => unwrap(straighten(decodeEntities(shown))),
  markup: (shown) => stripTags(unwrap(straighten(decodeEntities(shown)))).trim(),
};

/** The first form that takes every shown text back to the one sent; undefined when none does. */
export function textFormOf(pairs: readonly { readonly sent: string; readonly shown: string }[]): TextForm | undefined {
  const forms = Object.keys(textForms) as TextForm[];
  return forms.find((form) => pairs.every(({ sent, shown }) => textForms[form](shown) === sent.trim()));
}
