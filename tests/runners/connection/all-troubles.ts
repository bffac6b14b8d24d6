import { calendarTroubles } from '../../../runners/connection/calendar-diagnosis.js';
import {
  addressTroubles,
  answerTroubles,
  clockWarnings,
  connectionTroubles,
  contentTroubles,
  proxyTroubles,
  statusTroubles,
  tlsTroubles,
  type Trouble,
  type Troubles,
} from '../../../wire/preflight/trouble-catalogue.js';

/** All reasons why a target cannot be judged, under the headings of the page on troubleshooting. */
export const allTroubles: Readonly<Record<string, Troubles>> = {
  'The address (exit code 2)': addressTroubles,
  'No connection': connectionTroubles,
  'TLS and certificates': tlsTroubles,
  'The proxy': proxyTroubles,
  'Incomplete responses and redirects': answerTroubles,
  Refusals: statusTroubles,
  'Responses that are not JSON': contentTroubles,
  'A REST service without the calendar': calendarTroubles,
  'Warnings; the run continues': clockWarnings,
};

/** The sentence of a trouble, whatever was seen. */
export function toPattern({ seen, advice }: Trouble): RegExp {
  const literal = `${seen} ${advice}`.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&');
  return new RegExp(`${literal.replaceAll(/\{\w+\}/g, '.*')}$`);
}
