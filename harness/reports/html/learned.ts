import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json.js';
import { plural } from '../layout.js';
import { type Html, html } from './html.js';
import { toName, toView } from './json-view.js';
import { note } from './said.js';

/** The member that holds, under the names of facts beside it, what showed them. */
const EVIDENCE = 'evidence';

/** Longer parts are folded. */
const FOLDED = 40;

/** What was learned of a target, whatever it is: each part with its facts, and each fact with what showed it. */
export function toLearned(learned: JsonObject): Html {
  if (Object.keys(learned).length === 0) return html`<p>${note('nothing')}</p>`;
  return html`${toParts(learned).map(([name, part]) => html`<section class="learned"><h3>${toName(name)}</h3>${part}</section>\n`)}`;
}

/** The members of an object but its evidence, which stands with what it shows. */
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

const toFacts = (facts: JsonObject, evidence: JsonObject): Html =>
  html`<dl class="facts">${Object.entries(facts).map(([name, value]) => html`<div><dt>${toName(name)}</dt><dd>${toView(value)}${toEvidence(evidence[name])}</dd></div>`)}</dl>`;

function toEvidence(value: JsonValue | undefined): Html | undefined {
  if (value === undefined) return undefined;
  const count = isJsonArray(value) ? `, in ${plural(value.length, 'exchange')}` : '';
  return html`<details class="shown-by"><summary>how it was seen${count}</summary>${toView(value)}</details>`;
}
