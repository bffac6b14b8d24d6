import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { plural } from '../../wire/wording.js';
import { type Html, html, note, said } from './html-template.js';

/** How many levels are shown; no fact has more. */
const DEEPEST = 8;

/** A JSON value as words and tables. */
function toView(value: JsonValue, depth = 0): Html {
  if (depth > DEEPEST) return note('more');
  if (isJsonArray(value)) return toList(value, depth);
  if (!isJsonObject(value)) return toScalar(value);
  const members = Object.entries(value);
  if (members.length === 0) return note('none');
  if (isRow(value) && members.length <= 4) return toLine(members);
  if (members.length > 1 && members.every(([, one]) => isJsonObject(one) && isRow(one))) return toTable(members, depth);
  return html`<dl class="facts">${members.map(([name, one]) => html`<div><dt>${toName(name)}</dt><dd>${toView(one, depth + 1)}</dd></div>`)}</dl>`;
}

/** A name as words: `pageSize` is "page size"; ids with dots stay as they are. */
const toName = (name: string): Html =>
  /[._]/.test(name) ? html`<code>${name}</code>` : html`${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}`;

const toScalar = (value: JsonValue): Html =>
  typeof value === 'string' ? said(value, 400) : html`<code>${JSON.stringify(value)}</code>`;

/** Whether a value fits on a line. */
const isSmall = (value: JsonValue): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (isJsonArray(value) && value.length <= 4 && value.every((one) => typeof one !== 'object'));

const isRow = (value: JsonObject): boolean => Object.values(value).every(isSmall);

const toLine = (members: readonly (readonly [string, JsonValue])[]): Html =>
  html`${members.map(([name, one], at) => html`${at === 0 ? '' : ', '}<span class="quiet">${toName(name)}</span> ${toView(one)}`)}`;

function toList(values: readonly JsonValue[], depth: number): Html {
  if (values.length === 0) return note('none');
  if (values.every((one) => typeof one !== 'object' || one === null)) {
    return html`${values.map((one, at) => [at === 0 ? '' : ', ', html`<code>${toScalar(one)}</code>`])}`;
  }
  return html`<ul class="plain">${values.map((one) => html`<li>${toView(one, depth + 1)}</li>`)}</ul>`;
}

function toTable(members: readonly (readonly [string, JsonValue])[], depth: number): Html {
  const columns = [...new Set(members.flatMap(([, row]) => (isJsonObject(row) ? Object.keys(row) : [])))];
  const rows = members.map(
    ([name, row]) =>
      html`<tr><th scope="row">${toName(name)}</th>${columns.map((column) => toCell(row, column, depth))}</tr>`,
  );
  return html`<div class="scroll" tabindex="0"><table><thead><tr><td></td>${columns.map((one) => html`<th scope="col">${toName(one)}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function toCell(row: JsonValue, column: string, depth: number): Html {
  const value = isJsonObject(row) ? row[column] : undefined;
  return html`<td>${value === undefined ? undefined : toView(value, depth + 1)}</td>`;
}

/** The member that has the evidence of the facts beside it, by their names. */
const EVIDENCE = 'evidence';

/** Longer parts are folded. */
const FOLDED = 40;

/** What was learned of a target: the facts in sentences, each with its evidence, and below them all values. */
export function toLearned(learned: JsonObject): Html {
  if (Object.keys(learned).length === 0) return html`<p>${note('nothing')}</p>`;
  const { profile } = learned;
  const { sentences, evidence } = isJsonObject(profile) ? profile : {};
  if (!isJsonObject(sentences)) return toValues(learned);
  return html`${toSentences(sentences, isJsonObject(evidence) ? evidence : {})}
<details><summary>All values</summary>${toValues(learned)}</details>`;
}

const toValues = (learned: JsonObject): Html =>
  html`${toParts(learned).map(([name, part]) => html`<section class="learned"><h3>${toName(name)}</h3>${part}</section>\n`)}`;

/** The members of an object but its evidence, which goes with what it shows. */
function toParts(value: JsonObject): readonly (readonly [name: string, part: Html])[] {
  const evidence = value[EVIDENCE];
  const shown = isJsonObject(evidence) ? evidence : {};
  const names = Object.keys(value).filter((name) => name !== EVIDENCE || !isJsonObject(evidence));
  return names.map((name) => [name, toPart(value[name] ?? null, shown)]);
}

function toPart(value: JsonValue, evidence: JsonObject): Html {
  if (!isJsonObject(value)) return html`<p>${toView(value)}</p>`;
  if (isJsonObject(value[EVIDENCE])) {
    return html`<dl class="facts">${toParts(value).map(([name, part]) => html`<div><dt>${toName(name)}</dt><dd>${part}</dd></div>`)}</dl>`;
  }
  const hasEvidence = Object.keys(value).some((name) => Object.hasOwn(evidence, name));
  const body = hasEvidence ? toFacts(value, evidence) : toView(value);
  const size = JSON.stringify(value, null, 1).split('\n').length;
  if (size <= FOLDED || hasEvidence) return body;
  return html`<details><summary>${plural(Object.keys(value).length, 'entry', 'entries')}</summary>${body}</details>`;
}

const toSentences = (facts: JsonObject, evidence: JsonObject): Html =>
  html`<dl class="facts sentences">${Object.entries(facts).map(([name, value]) => html`<div><dt>${toScalar(value)}</dt><dd><code class="quiet">${name}</code>${toEvidence(evidence[name])}</dd></div>`)}</dl>`;

const toFacts = (facts: JsonObject, evidence: JsonObject): Html =>
  html`<dl class="facts">${Object.entries(facts).map(([name, value]) => html`<div><dt><code>${name}</code></dt><dd>${toView(value)}${toEvidence(evidence[name])}</dd></div>`)}</dl>`;

function toEvidence(value: JsonValue | undefined): Html | undefined {
  if (value === undefined) return undefined;
  const count = isJsonArray(value) ? `, in ${plural(value.length, 'exchange')}` : '';
  return html`<details class="shown-by"><summary>evidence${count}</summary>${toView(value)}</details>`;
}
