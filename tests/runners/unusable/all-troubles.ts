import type { Trouble, Troubles } from '../../../harness/preflight/trouble.js';
import { addressTroubles } from '../../../harness/preflight/troubles/address.js';
import { answerTroubles } from '../../../harness/preflight/troubles/answer.js';
import { clockWarnings } from '../../../harness/preflight/troubles/clock.js';
import { connectionTroubles } from '../../../harness/preflight/troubles/connection.js';
import { contentTroubles } from '../../../harness/preflight/troubles/content.js';
import { proxyTroubles } from '../../../harness/preflight/troubles/proxy.js';
import { statusTroubles } from '../../../harness/preflight/troubles/status.js';
import { tlsTroubles } from '../../../harness/preflight/troubles/tls.js';
import { calendarTroubles } from '../../../runners/find-calendar/troubles.js';

/** All that can be told of a target that cannot be judged, under the headings of the page on troubleshooting. */
export const allTroubles: Readonly<Record<string, Troubles>> = {
  'The address (exit code 2)': addressTroubles,
  'No connection': connectionTroubles,
  'TLS and certificates': tlsTroubles,
  'The proxy': proxyTroubles,
  'No whole answer, or one that leads elsewhere': answerTroubles,
  'An answer that refuses': statusTroubles,
  'An answer that is no JSON': contentTroubles,
  'A REST service without the calendar': calendarTroubles,
  'A warning; the run goes on': clockWarnings,
};

/** The sentence of a trouble, whatever was seen. */
export function toPattern({ seen, advice }: Trouble): RegExp {
  const literal = `${seen} ${advice}`.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&');
  return new RegExp(`${literal.replaceAll(/\{\w+\}/g, '.*')}$`);
}
