import { type Html, html } from './html.js';
import { toPieces } from './said.js';

/** A command to be run by the reader, with a button that copies it where the page's script runs. */
export const toCopyable = (title: string, command: string): Html => html`<div class="copyable">
<div class="copy-head"><span>${title}</span><button type="button" class="copy" hidden>Copy</button></div>
<pre class="said" tabindex="0">${toPieces(command)}</pre>
</div>
`;
