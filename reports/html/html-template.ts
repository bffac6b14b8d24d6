import { cut, toPrintable, toPrintablePieces } from '../../wire/printable.js';
import { toCount } from '../../wire/wording.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML that shows just that text, in content and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Nothing parsed from JSON can have this name, so no text can pass for markup. */
const MARKUP = Symbol('markup');

/** A piece of a page; only `html` and `ours` make one. */
export interface Html {
  readonly [MARKUP]: string;
}

/**
 * What a piece of a page may contain. A text is escaped, and cut when it is long; undefined is nothing.
 */
export type Content = Html | string | number | undefined | readonly Content[];

/** Composes a piece of a page. Texts are made printable and escaped, also within quoted attributes. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Html => ({
  [MARKUP]: parts.map((part, at) => part + toMarkup(contents[at])).join(''),
});

/** How many characters of a text are shown. */
const MOST = 600;

/** A text of any length, for an element, not for an attribute. */
export const verbatim = (text: string): Html => ({ [MARKUP]: escapeHtml(toPrintable(text)) });

/** Markup, style or script from calproof's own source, never from a target or a file. */
export const ours = (markup: string): Html => ({ [MARKUP]: markup });

/** The markup of a piece, or of a text. */
export function toMarkup(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return escapeHtml(toPrintable(shorten(content)));
  if (typeof content === 'number') return String(content);
  return isList(content) ? content.map(toMarkup).join('') : content[MARKUP];
}

const isList = (content: Html | readonly Content[]): content is readonly Content[] => Array.isArray(content);

function shorten(text: string): string {
  const shown = cut(text, MOST);
  return shown.length === text.length ? text : `${shown} … (${toCount(text.length - shown.length)} more characters)`;
}

/** How many characters of a target's text are shown by default. */
const MOST_SAID = 2_000;

/** A remark of calproof within a target's text, styled so that it cannot be mistaken for that text. */
export const note = (text: string): Html => html`<i class="note">${text}</i>`;

/**
 * A target's text: hidden characters become escapes, styled unlike the same signs typed out, and a long text is cut with
 * a note.
 */
export function said(text: string, most = MOST_SAID): Html {
  const shown = cut(text, most);
  const rest = text.length - shown.length;
  return html`<bdi>${toPieces(shown)}</bdi>${rest > 0 ? note(` … ${toCount(rest)} more characters`) : undefined}`;
}

/** The same without isolation, for text that is part of a longer one. */
export const toPieces = (text: string): readonly Html[] =>
  toPrintablePieces(text).map((piece, at) =>
    at % 2 === 0 ? verbatim(piece) : html`<i class="hidden-sign">${piece}</i>`,
  );
