import { diagnose } from './diagnose.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { answerTroubles } from './troubles/answer.js';
import type { Visit } from './visit.js';

const { redirects, redirectsWithin, circle, tooManyRedirects } = answerTroubles;

/** Says where redirects lead; `below` is the end of the address that the person did not give. */
export function diagnoseRedirects(visits: readonly [Visit, ...Visit[]], below: string): Diagnosis {
  const [first] = visits;
  const last = visits.at(-1) ?? first;
  if (last.next !== undefined) return diagnoseEndless(visits, last.next);
  const diagnosis = diagnose(last.outcome, last);
  if (diagnosis && !mayNeedLogin(last)) return { ...diagnosis, via: first.url };
  const names = { url: first.url, next: last.url, given: withoutEnd(last.url, below) };
  return diagnosisOf(names.given === withoutEnd(first.url, below) ? redirectsWithin : redirects, names);
}

const mayNeedLogin = ({ outcome }: Visit): boolean =>
  outcome.kind === 'response' && [401, 403].includes(outcome.response.status);

/** What a person would have given to be led to an address. */
function withoutEnd(url: string, below: string): string {
  if (below === '') return url;
  const path = url.replace(/\/$/, '');
  return path.endsWith(below) ? path.slice(0, -below.length) : url;
}

function diagnoseEndless(visits: readonly [Visit, ...Visit[]], next: string): Diagnosis {
  const [{ url }] = visits;
  const from = visits.findIndex((visit) => visit.url === next);
  const count = String(visits.length);
  if (from < 0) return diagnosisOf(tooManyRedirects, { url, count, next });
  const round = [...visits.slice(from).map((visit) => visit.url), next];
  return diagnosisOf(circle, { url, circle: round.join(', ') });
}
