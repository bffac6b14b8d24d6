import { type Html, html } from './html.js';
import { toPieces } from './said.js';

/**
 * A command to be run by the reader, with a button that copies it where the page's script runs. A long one is folded
 * under a summary, and copied all the same.
 */
export const toCopyable = (title: string, command: string, summary?: string): Html => html`<div class="copyable">
<div class="copy-head"><span>${title}</span><button type="button" class="copy" hidden>Copy</button></div>
${summary === undefined ? toText(command) : html`<details><summary>${summary}</summary>${toText(command)}</details>`}
</div>
`;

const toText = (command: string): Html => html`<pre class="said" tabindex="0">${toPieces(command)}</pre>`;
