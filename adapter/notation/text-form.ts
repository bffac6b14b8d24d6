/** The ways in which targets show text. None loses a letter or digit, so that a lost or changed one is still seen. */
export type TextForm =
  | 'identity'
  | 'trimmed'
  | 'entities'
  | 'typography'
  | 'paragraphs'
  | 'markup'
  | 'slug'
  | 'numbered-slug';

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201c',
  rdquo: '\u201d',
  ndash: '\u2013',
  mdash: '\u2014',
  hellip: '\u2026',
};

const MOST = 0x10ffff;

/** Decodes HTML entities, once. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal) return String.fromCodePoint(Math.min(Number(decimal), MOST));
    if (hex) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), MOST));
    return named[(name ?? '').toLowerCase()] ?? whole;
  });

/** Services disagree on which dash stands for how many hyphens, so all count as one. */
const straighten = (text: string): string =>
  text
    .replace(/[\u2018\u2019\u2032]/g, "'")
    .replace(/[\u201c\u201d\u2033]/g, '"')
    .replace(/[\u2013\u2014]|-{2,3}/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/\u00a0/g, ' ');

const unwrap = (text: string): string =>
  text
    .replace(/<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/p>\s*<p(?:\s[^<>]*)?>/gi, '\n\n')
    .replace(/<\/?p(?:\s[^<>]*)?>/gi, '');

/** Strips the elements that services put around plain text; other angle brackets are text, and stay. */
const stripTags = (text: string): string =>
  text.replace(/<\/?(?:a|b|blockquote|div|em|h[1-6]|i|li|ol|span|strong|u|ul)(?:\s[^<>]*)?>/gi, '');

interface Normaliser {
  /** Restores the sent text from the shown one. */
  readonly shown: (text: string) => string;
  /** The same where elements were put around a text in which nothing was escaped: its entities are its own. */
  readonly unescaped?: (text: string) => string;
  /** Normalizes both sides of a comparison, if a text can be written in more than one way. */
  readonly both?: (text: string) => string;
}

const toPlainSlug = (text: string): string => text.toLowerCase().replace(/[-_.~]+/g, '-');

/** The closed list, mildest first. Elements are stripped before entities are decoded: `&lt;b&gt;` is text. */
const forms: Readonly<Record<TextForm, Normaliser>> = {
  identity: { shown: (text) => text },
  trimmed: { shown: (text) => text.trim() },
  entities: { shown: (text) => decodeEntities(text).trim() },
  typography: { shown: (text) => decodeEntities(text).trim(), both: straighten },
  paragraphs: {
    shown: (text) => decodeEntities(unwrap(text)).trim(),
    unescaped: (text) => unwrap(text).trim(),
    both: straighten,
  },
  markup: {
    shown: (text) => decodeEntities(stripTags(unwrap(text))).trim(),
    unescaped: (text) => stripTags(unwrap(text)).trim(),
    both: straighten,
  },
  slug: { shown: (text) => text, both: toPlainSlug },
  // Two digits at least: a taken slug gets one.
  'numbered-slug': { shown: (text) => toPlainSlug(text).replace(/-[a-z]?\d{2,}$/, ''), both: toPlainSlug },
};

const names = Object.keys(forms) as readonly TextForm[];

/** All forms, mildest first. */
export const textForms: readonly TextForm[] = names;

/** Whether a name is that of a form. */
export const isTextForm = (name: unknown): name is TextForm => names.some((form) => form === name);

/** How each of two texts is read before they are compared. */
interface TextReading {
  readonly sent: (text: string) => string;
  readonly shown: (text: string) => string;
}

/** The readings of a form and of the milder ones. */
const readingsOf = (form: TextForm): readonly TextReading[] =>
  names.slice(0, names.indexOf(form) + 1).flatMap((name) => {
    const { shown, unescaped, both = (text: string) => text } = forms[name];
    const ways = unescaped ? [shown, unescaped] : [shown];
    return ways.map((way) => ({ sent: (text: string) => both(text.trim()), shown: (text: string) => both(way(text)) }));
  });

const isReadAs =
  ({ sent, shown }: TextPair) =>
  (reading: TextReading): boolean =>
    reading.shown(shown) === reading.sent(sent);

/** Whether a shown text equals the sent one, in this form or a milder one. */
export const isSameText = (form: TextForm, sent: string, shown: string): boolean =>
  readingsOf(form).some(isReadAs({ sent, shown }));

/**
 * The pairs that one reading of a form restores, of that which restores the most: a text may hold what is in several of
 * them. A service may escape `&` and keep `&amp;`: each alone can be restored, and both together cannot.
 */
export const restoredTogether = (form: TextForm, pairs: readonly TextPair[]): readonly TextPair[] =>
  readingsOf(form)
    .map((reading) => pairs.filter((pair) => isReadAs(pair)(reading)))
    .reduce((most, some) => (some.length > most.length ? some : most), []);

export interface TextPair {
  readonly sent: string;
  readonly shown: string;
}

/**
 * The forms of a slug where none of the others is: services write it with separators and in a case of their own, and some
 * add a number to every one.
 */
const ofSlugs: readonly TextForm[] = ['slug', 'numbered-slug'];

/** Whether a target writes slugs in its own way. */
export const isSlugForm = (form: TextForm | undefined): boolean => form !== undefined && ofSlugs.includes(form);

/** The mildest form that restores the most texts, so that a damaged one does not matter; undefined if none does. */
export function textFormOf(pairs: readonly TextPair[], field?: string): TextForm | undefined {
  const countOf = (form: TextForm): number => pairs.filter(({ sent, shown }) => isSameText(form, sent, shown)).length;
  const among = names.filter((form) => !ofSlugs.includes(form) || field === 'slug');
  const most = Math.max(...among.map(countOf));
  return most === 0 && pairs.length > 0 ? undefined : among.find((form) => countOf(form) === most);
}

/** A text with dashes, quotes, entities and paragraphs normalized. */
export const toPlainText = (text: string): string => straighten(forms.paragraphs.shown(text));
