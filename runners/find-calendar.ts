import { headerValues } from '../harness/exchange.js';
import { isJsonObject, type JsonValue } from '../harness/json.js';
import type { PreflightOptions } from '../harness/preflight.js';
import { warnOfClock } from '../harness/preflight/clock-skew.js';
import { type Diagnosis, toSentence } from '../harness/preflight/diagnosis.js';
import { contentTroubles } from '../harness/preflight/troubles/content.js';
import { TOTAL_MS } from '../harness/preflight/visit.js';
import type { Address } from './address.js';
import { type CommandError, cannotJudge } from './command-error.js';
import { explain } from './find-calendar/explain.js';
import { isEventList } from './find-calendar/is-event-list.js';
import {
  isEmpty,
  isMissing,
  isRefused,
  type JsonVisit,
  visitCalendar,
  type CalendarVisit,
  type UnusableVisit,
} from './find-calendar/look.js';

/** How a calendar is looked for behind a URL. */
export interface FindOptions extends Omit<PreflightOptions, 'url' | 'below' | 'until'> {
  /** Takes secrets out of what is told. */
  readonly redact?: (text: string) => string;
  /** The present, in ms since the epoch. */
  readonly now?: () => number;
}

/** A calendar that is there. */
export interface Found {
  /** What should be known of it before its verdicts are read: sentences. */
  readonly warnings: readonly string[];
}

/**
 * Makes sure, before anything is written, that a calendar of this interface is at an address: its list of events or
 * its index answers. Throws, as a target that cannot be judged, one sentence with what was seen and what to try. Takes
 * at most 8 s.
 */
export async function findCalendar(
  address: Address,
  { redact = asItIs, now, ...options }: FindOptions,
): Promise<Found> {
  const { origin, root, namespace } = address;
  const from = now?.();
  const toFound = ({ outcome }: JsonVisit): Found => {
    const warning = now && from !== undefined && warnOfClock(outcome, { from, to: now() });
    return { warnings: warning ? [toSentence(warning, redact)] : [] };
  };
  const fail = (diagnosis: Diagnosis): CommandError => cannotJudge(toSentence(diagnosis, redact));
  const until = performance.now() + TOTAL_MS;
  const at = (path: string): Promise<CalendarVisit> =>
    visitCalendar({ ...options, until, url: `${origin}${root}${path}`, below: path });

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

/** Whether the rest of the service can tell more than the list did: it answers, and has no list, or none for us. */
const isWorthMore = (list: UnusableVisit): boolean =>
  list.diagnosis.trouble !== contentTroubles.firewall && (isMissing(list) || isRefused(list) || isEmpty(list));

const describesEvents = (index: JsonValue): boolean => isJsonObject(index) && /\/events\b/.test(JSON.stringify(index));
