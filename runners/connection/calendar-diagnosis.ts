import { isJsonArray, isJsonObject } from '../../wire/json.js';
import { type Diagnosis, diagnosisOf } from '../../wire/preflight/diagnosis.js';
import { contentTroubles, statusTroubles, type Troubles } from '../../wire/preflight/trouble-catalogue.js';
import { someOf } from '../../wire/wording.js';
import type { Address } from '../input/service-address.js';
import {
  type CalendarVisit,
  codeOf,
  isMissing,
  isRefused,
  type JsonVisit,
  toResponseWords,
  type UnusableVisit,
} from './calendar-visit.js';

/** A JSON service without a calendar of this interface. */
export const calendarTroubles = {
  otherNamespace: {
    seen: '{base} has no {namespace}, but it has {near}.',
    advice: 'Try --namespace {near}.',
    means: 'The index of the REST root names a calendar under another vendor.',
  },
  noNamespace: {
    seen: '{base} has no {namespace}; its index lists {names}.',
    advice: 'Enable the calendar there, or give its --namespace.',
    means: 'The REST root exists, but none of its namespaces seems to be that of a calendar.',
  },
  noList: {
    seen: '{base} answers with JSON, but there is no list of events at {namespace}/events.',
    advice: 'Check that this is the REST root of a calendar, or give its --namespace.',
    means: 'This is another REST service, or the calendar is elsewhere in it.',
  },
  listForbidden: {
    seen: '{url} answers {answer}, although the index of {namespace} exists.',
    advice: 'Give credentials that may read events with --basic or --bearer, or make the list public there.',
    means: 'The calendar exists, but shows its events only to users who are logged in.',
  },
  listRefused: {
    seen: '{url} answers {answer} to the given credentials, although the index of {namespace} exists.',
    advice: 'Check the credentials, and that their role may read events.',
    means: 'The calendar exists, but the credentials are wrong or may not read events.',
  },
  restClosed: {
    seen: '{base} answers {answer} for its whole REST interface.',
    advice:
      'Open it there for {namespace} (a plugin or a setting closes it), or give credentials with --basic or --bearer.',
    means: 'The REST interface is disabled, or open only to users who are logged in.',
  },
  restHidden: {
    seen: '{base} answers {answer} at its REST root and for {namespace}.',
    advice: 'Check the path of the REST root, and that nothing there removes the routes.',
    means: 'A REST service answers, but has neither an index nor a calendar: its routes are removed, or elsewhere.',
  },
  restOff: {
    seen: '{origin} answers, but there is no REST root at {base} ({status}).',
    advice: 'Check the path, as in https://example.org/wp-json; on WordPress also that permalinks are enabled.',
    means: 'The site works, but its REST interface is disabled or at another path.',
  },
} as const satisfies Troubles;

/** What was seen of a service that shows no list of events. */
interface Seen {
  readonly address: Address;
  readonly list: CalendarVisit;
  readonly index: CalendarVisit;
  readonly root: CalendarVisit;
  /** The site above the REST root, where there is one. */
  readonly site: CalendarVisit | undefined;
  /** Credentials were sent. */
  readonly authenticated: boolean;
}

/** Explains why a service that answers is not a calendar that can be judged. */
export function explain(seen: Seen): Diagnosis {
  const { list, root } = seen;
  if (isRefused(list)) return explainRefusal(seen, list);
  if (root.kind === 'json') return explainIndex(seen, root);
  if (list.kind === 'json') return diagnosisOf(calendarTroubles.noList, namesOf(seen));
  if (isClosed(root)) return toClosed(seen, root);
  return explainMissing(seen, root, list);
}

function namesOf({ address: { origin, root, namespace } }: Seen) {
  return { base: `${origin}${root}`, origin, namespace };
}

const toClosed = (seen: Seen, root: UnusableVisit): Diagnosis =>
  diagnosisOf(calendarTroubles.restClosed, { ...namesOf(seen), answer: toResponseWords(root) });

function explainRefusal(seen: Seen, list: UnusableVisit): Diagnosis {
  const { index, root, authenticated } = seen;
  if (index.kind === 'json') {
    const trouble = authenticated ? calendarTroubles.listRefused : calendarTroubles.listForbidden;
    return diagnosisOf(trouble, { ...namesOf(seen), url: list.url, answer: toResponseWords(list) });
  }
  const wrongLogin = list.diagnosis.trouble === statusTroubles.loginRefused;
  return !wrongLogin && isClosed(root) ? toClosed(seen, root) : list.diagnosis;
}

/** A service that refuses everything sends an error code; a login in front of it does not. */
const isClosed = (visit: CalendarVisit): visit is UnusableVisit => isRefused(visit) && codeOf(visit) !== undefined;

/** The most namespaces to print. */
const NAMED = 12;

/** A REST root often lists its namespaces: one of the same form is probably meant. */
function explainIndex(seen: Seen, root: JsonVisit): Diagnosis {
  const names = namesOf(seen);
  const listed = isJsonObject(root.body) ? root.body['namespaces'] : undefined;
  const all = (isJsonArray(listed) ? listed : []).filter((name) => typeof name === 'string');
  const near = all.find((name) => /^[^/]+\/events\/v\d+$/.test(name) && name !== names.namespace);
  if (near !== undefined) return diagnosisOf(calendarTroubles.otherNamespace, { ...names, near });
  if (all.length === 0 || all.includes(names.namespace)) return diagnosisOf(calendarTroubles.noList, names);
  return diagnosisOf(calendarTroubles.noNamespace, { ...names, names: someOf(all, NAMED) });
}

/** Neither a list nor an index exists: the root and the site may show where the calendar is. */
function explainMissing(seen: Seen, root: UnusableVisit, list: UnusableVisit): Diagnosis {
  const { site } = seen;
  const pointing = [root, site].find((visit) => visit?.kind === 'unusable' && namesRoot(visit.diagnosis));
  if (pointing?.kind === 'unusable') return pointing.diagnosis;
  if (!isMissing(root)) return list.diagnosis;
  if (codeOf(root) !== undefined) {
    return diagnosisOf(calendarTroubles.restHidden, { ...namesOf(seen), answer: toResponseWords(root) });
  }
  return isWell(site) ? toOff(seen, root) : list.diagnosis;
}

const namesRoot = ({ trouble }: Diagnosis): boolean =>
  trouble === contentTroubles.otherRoot || trouble === contentTroubles.rootInQuery;

const toOff = (seen: Seen, { response }: UnusableVisit): Diagnosis =>
  diagnosisOf(calendarTroubles.restOff, { ...namesOf(seen), status: String(response?.status) });

/** Whether a site works: it answers with JSON or with a status below 400. */
const isWell = (site: CalendarVisit | undefined): boolean =>
  site !== undefined && (site.kind === 'json' || (site.response?.status ?? 500) < 400);
