import { isJsonArray, isJsonObject } from '../../harness/json.js';
import { type Diagnosis, diagnosisOf } from '../../harness/preflight/diagnosis.js';
import { contentTroubles } from '../../harness/preflight/troubles/content.js';
import { statusTroubles } from '../../harness/preflight/troubles/status.js';
import { someOf } from '../../harness/reports/layout.js';
import type { Address } from '../address.js';
import {
  codeOf,
  isMissing,
  isRefused,
  type JsonVisit,
  type CalendarVisit,
  toResponseWords,
  type UnusableVisit,
} from './look.js';
import { calendarTroubles } from './troubles.js';

/** What was seen of a service that shows no list of events. */
export interface Seen {
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
