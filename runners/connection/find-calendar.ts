import { findField, findItems } from '../../adapter/reading/shape-discovery.js';
import { headerValues } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { warnOfClock } from '../../wire/preflight/clock-skew.js';
import { type Diagnosis, toSentence } from '../../wire/preflight/diagnosis.js';
import type { PreflightOptions } from '../../wire/preflight/preflight.js';
import { TOTAL_MS } from '../../wire/preflight/redirects.js';
import { contentTroubles } from '../../wire/preflight/trouble-catalogue.js';
import { cannotJudge, type CommandError } from '../input/command-error.js';
import type { Address } from '../input/service-address.js';
import { explain } from './calendar-diagnosis.js';
import {
  type CalendarVisit,
  isEmpty,
  isMissing,
  isRefused,
  type JsonVisit,
  type UnusableVisit,
  visitCalendar,
} from './calendar-visit.js';

/** The names of lists in plain REST services, for lists without records to recognize. */
const LIST_NAMES = ['events', 'data', 'items', 'results', 'records', 'content', 'value'];

/** Whether a response contains a list with items that could be events. */
function isEventList(body: JsonValue): boolean {
  const path = findItems(body, 'events');
  const list = path && valueAt(body, path);
  if (!path || !isJsonArray(list)) return false;
  const [first] = list;
  if (isJsonObject(first))
    return findField(first, 'title') !== undefined || findField(first, 'start_date') !== undefined;
  return list.length === 0 && (path.length === 0 || LIST_NAMES.includes(path.at(-1) ?? ''));
}

/** How to find a calendar behind a URL. */
interface FindOptions extends Omit<PreflightOptions, 'url' | 'below' | 'until'> {
  /** Removes secrets from messages. */
  readonly redact?: (text: string) => string;
  /** The present, in ms since the epoch. */
  readonly now?: () => number;
}

/** A calendar that was found. */
export interface Found {
  /** Warnings to read before the verdicts, as sentences. */
  readonly warnings: readonly string[];
  /** How long the request that found it took, in ms; undefined if none was sent. */
  readonly ms?: number;
}

/**
 * Verifies, before any write, that an address has a calendar of this interface: its list of events or its index answers.
 * Throws, as a target that cannot be judged, one sentence with the observation and the advice. Takes at most 8 s.
 */
export async function findCalendar(
  address: Address,
  { redact = asItIs, now, ...options }: FindOptions,
): Promise<Found> {
  const { origin, root, namespace } = address;
  const from = now?.();
  let sent = performance.now();
  const toFound = ({ outcome }: JsonVisit): Found => {
    const warning = now && from !== undefined && warnOfClock(outcome, { from, to: now() });
    return { warnings: warning ? [toSentence(warning, redact)] : [], ms: performance.now() - sent };
  };
  const fail = (diagnosis: Diagnosis): CommandError => cannotJudge(toSentence(diagnosis, redact));
  const until = performance.now() + TOTAL_MS;
  const at = (path: string): Promise<CalendarVisit> => {
    sent = performance.now();
    return visitCalendar({ ...options, until, url: `${origin}${root}${path}`, below: path });
  };

  const list = await at(`/${namespace}/events`);
  if (list.kind === 'json' && isEventList(list.body)) return toFound(list);
  if (list.kind === 'unusable' && !isWorthMore(list)) throw fail(list.diagnosis);
  const index = await at(`/${namespace}`);
  if (!isRefused(list) && index.kind === 'json' && describesEvents(index.body)) return toFound(index);
  const top = await at('/');
  const site =
    isMissing(top) && root !== '' ? await visitCalendar({ ...options, until, url: `${origin}/` }) : undefined;
  const authenticated = headerValues(options.headers ?? [], 'authorization').length > 0;
  throw fail(explain({ address, list, index, root: top, site, authenticated }));
}

const asItIs = (text: string): string => text;

/** Whether further requests may explain more: the service answers, but has no list, or denies it. */
const isWorthMore = (list: UnusableVisit): boolean =>
  list.diagnosis.trouble !== contentTroubles.firewall && (isMissing(list) || isRefused(list) || isEmpty(list));

const describesEvents = (index: JsonValue): boolean => isJsonObject(index) && /\/events\b/.test(JSON.stringify(index));
