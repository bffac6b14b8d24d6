import { decodeBody } from '../harness/content-coding.js';
import type { Outcome } from '../harness/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue, valueAt } from '../harness/json.js';
import { preflight, type PreflightOptions } from '../harness/preflight.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import { findField, findItems } from '../target/discover.js';
import type { Address } from './address.js';
import { cannotJudge } from './command-error.js';

export type FindOptions = Omit<PreflightOptions, 'url'>;

/**
 * Makes sure, before anything is written, that a calendar of this interface is at an address: its list of events or
 * its index answers. Throws, as a target that cannot be judged, one sentence with what was seen and what to try.
 */
export async function findCalendar(address: Address, options: FindOptions): Promise<void> {
  const base = `${address.origin}${address.root}`;
  const list = await look(`${base}/${address.namespace}/events`, options);
  if (list.json !== undefined && isEventList(list.json)) return;
  if (list.json === undefined && !list.missing) throw cannotJudge(list.sentence);
  const index = await look(`${base}/${address.namespace}`, options);
  if (isJsonObject(index.json) && describesEvents(index.json)) return;
  const root = await look(`${base}/`, options);
  throw cannotJudge(toSentence(address, list, root));
}

/** The names under which lists stand in plain REST services, where nothing in them tells what they are. */
const LIST_NAMES = ['events', 'data', 'items', 'results', 'records', 'content', 'value'];

/** Whether an answer holds a list, and what is in it could be events. */
function isEventList(body: JsonValue): boolean {
  const path = findItems(body, 'events');
  const list = path && valueAt(body, path);
  if (!path || !isJsonArray(list)) return false;
  const [first] = list;
  if (isJsonObject(first))
    return findField(first, 'title') !== undefined || findField(first, 'start_date') !== undefined;
  return list.length === 0 && (path.length === 0 || LIST_NAMES.includes(path.at(-1) ?? ''));
}

/** What is at a URL: JSON, or why there is none. */
interface Sight {
  readonly json: JsonValue | undefined;
  readonly sentence: string;
  /** There is a service, and it has nothing here. */
  readonly missing: boolean;
}

async function look(url: string, options: FindOptions): Promise<Sight> {
  const seen = await preflight({ ...options, url });
  if (seen.kind === 'answered') return { json: toJson(seen.outcome), sentence: '', missing: false };
  const { seen: what, advice } = seen.diagnosis;
  return { json: undefined, sentence: toPrintableLine(`${what} ${advice}`), missing: /\((404|405|410)\)/.test(what) };
}

function toJson(outcome: Outcome): JsonValue | undefined {
  const octets = outcome.kind === 'response' ? decodeBody(outcome.response) : undefined;
  try {
    return (
      octets &&
      (JSON.parse(
        Buffer.from(octets)
          .toString()
          .replace(/^\uFEFF/, ''),
      ) as JsonValue)
    );
  } catch {
    return undefined;
  }
}

const describesEvents = (index: JsonValue): boolean => /\/events\b/.test(JSON.stringify(index));

/** A REST root often lists its namespaces: one that looks like ours is what was meant. */
function toSentence({ origin, root, namespace }: Address, list: Sight, top: Sight): string {
  const url = `${origin}${root}`;
  const other = isJsonObject(top.json) && isJsonArray(top.json['namespaces']) ? top.json['namespaces'] : [];
  const near = other.filter((name) => typeof name === 'string').find((name) => /^[^/]+\/events\/v\d+$/.test(name));
  if (near !== undefined) {
    const name = toPrintableLine(near);
    return `${url} has no ${namespace}, but it has ${name}; try --namespace ${name}.`;
  }
  if (list.json !== undefined || top.json !== undefined) {
    return `${url} answers with JSON, but there is no list of events at ${namespace}/events; check that this is the REST root of a calendar, or give its --namespace.`;
  }
  return list.sentence;
}
