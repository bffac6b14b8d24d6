import type { JsonValue } from '../../json.js';
import { type Html, html } from './html.js';
import { toBody } from './body.js';
import { said } from './said.js';

/** Inputs are small; one that is not is cut. */
const MOST = 6_000;

/** A generated input. */
export const toValue = (value: JsonValue): Html =>
  typeof value === 'object' && value !== null
    ? toBody({ text: JSON.stringify(value) }, MOST)
    : html`<pre class="said">${said(JSON.stringify(value), MOST)}</pre>`;
