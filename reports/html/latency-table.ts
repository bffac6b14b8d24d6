import { toCount } from '../../wire/wording.js';
import type { RunReport } from '../run-report-schema.js';
import { type Html, html, said } from './html-template.js';

type Latencies = NonNullable<RunReport['latencies']>;

const columns = ['Operation', 'Responses', 'Median, ms', '95th percentile, ms', 'Maximum, ms'];

/** How long the responses of each operation took. */
export const toLatencyTable = (latencies: Latencies): Html => html`<div class="scroll" tabindex="0"><table>
<thead><tr>${columns.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${latencies.map(toRow)}</tbody></table></div>
`;

const toRow = ({ operation, count, median, p95, max }: Latencies[number]): Html =>
  html`<tr><th scope="row"><code>${said(operation, 80)}</code></th>${[count, median, p95, max].map((one) => html`<td>${toCount(one)}</td>`)}</tr>
`;
