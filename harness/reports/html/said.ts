import { toCount } from '../layout.js';
import { toPrintablePieces } from '../printable.js';
import { cut } from './cut.js';
import { type Html, html, verbatim } from './html.js';

/** How many characters of a text are shown where nothing else is said. */
const MOST_SAID = 2_000;

/** A remark of ours within what a target said; set apart, so that neither can be taken for the other. */
export const note = (text: string): Html => html`<i class="note">${text}</i>`;

/**
 * What a target said, as text: hidden characters stand as escapes, set apart from the same signs typed out, and what is
 * too long is cut with a note.
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
