import { toCount } from '../layout.js';
import type { Comparison } from './comparison.js';
import { type Html, html } from './html.js';
import type { DiffLine } from './json-diff.js';
import { note, toPieces } from './said.js';

const signs: Readonly<Record<DiffLine['side'], string>> = { both: ' ', before: '-', after: '+' };

/** Lines of a difference that are shown: one that is longer says little by itself. */
const MOST = 40;

/** Two JSON values as one text in which what differs stands under each other, marked by sign and colour. */
export const toDiffView = ({ before, after, lines }: Comparison): Html => html`<figure class="diff">
<figcaption><b class="before">- ${before}</b> <b class="after">+ ${after}</b></figcaption>
<pre>${lines.slice(0, MOST).map(toLine)}${lines.length > MOST ? note(`… ${toCount(lines.length - MOST)} more lines`) : undefined}</pre>
<p class="quiet">What differs need not be wrong: “Observed” says what is.</p>
</figure>
`;

const toLine = ({ side, depth, text }: DiffLine): Html => {
  const line = html`${signs[side]} ${'  '.repeat(depth)}${toPieces(text)}`;
  if (side === 'both') return html`${line}\n`;
  return side === 'before' ? html`<del>${line}</del>\n` : html`<ins>${line}</ins>\n`;
};
