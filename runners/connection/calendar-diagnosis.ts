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

/** A service in JSON that shows no calendar of this interface. */
export const calendarTroubles = {
  otherNamespace: {
    seen: '{base} has no {namespace}, but it has {near}.',
    advice: 'Try --namespace {near}.',
    means: 'The index of the REST root names a calendar under another vendor.',
  },
  noNamespace: {
    seen: '{base} has no {namespace}; its index names {names}.',
    advice: 'Switch the calendar on there, or give its --namespace.',
    means: 'There is a REST root, and none of its namespaces looks like that of a calendar.',
  },
  noList: {
    seen: '{base} answers with JSON, but there is no list of events at {namespace}/events.',
    advice: 'Check that this is the REST root of a calendar, or give its --namespace.',
    means: 'What answers is another REST service, or the calendar is elsewhere in it.',
  },
  listForbidden: {
    seen: '{url} answers {answer}, though the index of {namespace} is there.',
    advice: 'Give a login that may read events with --basic or --bearer, or open the list to everybody there.',
    means: 'The calendar is there and keeps its events from who is not logged in.',
  },
  listRefused: {
    seen: '{url} answers {answer} to the login given, though the index of {namespace} is there.',
    advice: 'Check the login, and that its role may read events.',
    means: 'The calendar is there, and the login is wrong or may not read events.',
  },
  restClosed: {
    seen: '{base} answers {answer} for all of its REST interface.',
    advice:
      'Open it there for {namespace} (a plugin or a setting closes it), or give a login with --basic or --bearer.',
    means: 'The REST interface is switched off, or kept for who is logged in.',
  },
  restHidden: {
    seen: '{base} answers {answer} at its REST root and for {namespace}.',
    advice: 'Check the path of the REST root, and that nothing there filters the routes out.',
    means: 'A REST service answers, and has neither an index nor a calendar: its routes are taken out, or elsewhere.',
  },
  restOff: {
    seen: '{origin} answers, but there is no REST root at {base} ({status}).',
    advice: 'Check the path, as in https://example.org/wp-json; on WordPress also that permalinks are on.',
    means: 'The site is well, and its REST interface is switched off or at another path.',
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

/** Says why a service that answers is no calendar that can be judged. */
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

/** A service that refuses everything says so with a code; a login before all of it comes without. */
const isClosed = (sight: CalendarVisit): sight is UnusableVisit => isRefused(sight) && codeOf(sight) !== undefined;

/** How many namespaces are named. */
const NAMED = 12;

/** A REST root often lists its namespaces: one that looks like ours is what was meant. */
function explainIndex(seen: Seen, root: JsonVisit): Diagnosis {
  const names = namesOf(seen);
  const listed = isJsonObject(root.body) ? root.body['namespaces'] : undefined;
  const all = (isJsonArray(listed) ? listed : []).filter((name) => typeof name === 'string');
  const near = all.find((name) => /^[^/]+\/events\/v\d+$/.test(name) && name !== names.namespace);
  if (near !== undefined) return diagnosisOf(calendarTroubles.otherNamespace, { ...names, near });
  if (all.length === 0 || all.includes(names.namespace)) return diagnosisOf(calendarTroubles.noList, names);
  return diagnosisOf(calendarTroubles.noNamespace, { ...names, names: someOf(all, NAMED) });
}

/** Neither a list nor an index: what the root and the site say tells where to look. */
function explainMissing(seen: Seen, root: UnusableVisit, list: UnusableVisit): Diagnosis {
  const { site } = seen;
  const pointing = [root, site].find((sight) => sight?.kind === 'unusable' && namesRoot(sight.diagnosis));
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

/** Whether a site answers as a site does: with a page, or with something else that is well. */
const isWell = (site: CalendarVisit | undefined): boolean =>
  site !== undefined && (site.kind === 'json' || (site.response?.status ?? 500) < 400);
