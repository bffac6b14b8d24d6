import type { ReportedMessage } from '../model.js';
import { toCount } from '../layout.js';
import { cut } from './cut.js';
import { type Html, html } from './html.js';
import { layOutJson } from './json-layout.js';
import { note, toPieces } from './said.js';

export type Body = NonNullable<ReportedMessage['body']>;

/** Beyond this a text within JSON is cut, so that what stands after it can be seen. */
const LONGEST_TEXT = 400;

/** A body as text: JSON set in lines, every sign of it kept; cut after `most` characters, with a note. */
export function toBody(body: Body, most: number): Html {
  if ('base64' in body) return note(`${toCount(toOctets(body.base64))} octets that are not text`);
  const { text } = body;
  if (text === '') return note('no octets');
  return html`<pre class="said">${toShown(text, most)}</pre>`;
}

function toShown(text: string, most: number): readonly Html[] {
  const parts = layOutJson(text, { longest: LONGEST_TEXT, most });
  const shown = parts ? parts.text : [cut(text, most)];
  const left = text.length - (parts ? parts.read : Math.min(most, text.length));
  const rest = left > 0 ? [note(`\n… ${toCount(left)} more characters, which are in the JSON report`)] : [];
  return [...shown.flatMap((part) => (typeof part === 'string' ? toPieces(part) : [toLeftOut(part.leftOut)])), ...rest];
}

const toLeftOut = (count: number): Html => note(` … ${toCount(count)} more characters … `);

const toOctets = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
