import type { Outcome, WireResponse } from '../exchange.js';
import type { Asked } from './asked.js';
import { diagnoseConnection } from './connection.js';
import { diagnoseContent } from './content.js';
import type { Diagnosis } from './diagnosis.js';
import { diagnoseStatus } from './status.js';

/** Says why what came of asking a URL is not a JSON service's answer; undefined when it may be one. */
export function diagnose(outcome: Outcome, asked: Asked): Diagnosis | undefined {
  const { host, protocol } = new URL(asked.url);
  switch (outcome.kind) {
    case 'response':
      return diagnoseResponse(outcome.response, asked);
    case 'unreachable':
      return diagnoseConnection(host, outcome.message, outcome.code);
    case 'reset':
      return {
        seen: `${host} closed the connection without an answer.`,
        advice:
          protocol === 'http:'
            ? 'Try https://, or check the port.'
            : 'Check the port, and look into the log of the service.',
      };
    case 'stalled':
      return {
        seen: `${host} took the request but did not answer in time.`,
        advice: 'Check that the service is well, or allow more time with --timeout.',
      };
    case 'malformed':
      return {
        seen: `${host} does not answer in HTTP (${outcome.message}).`,
        advice: protocol === 'http:' ? 'Check the port, or try https://.' : 'Check the port.',
      };
    case 'truncated':
      return {
        seen: `${asked.url} cuts its answer off before the end.`,
        advice: 'Look into the log of the service and of any proxy before it.',
      };
  }
}

function diagnoseResponse(response: WireResponse, asked: Asked): Diagnosis | undefined {
  const { status, body } = response;
  if (status >= 200 && status < 300) return diagnoseContent(response, asked.url);
  return isPlainToTls(status, body) ? toTls(new URL(asked.url).host) : diagnoseStatus(response, asked);
}

/** Common servers answer plain HTTP on a TLS port with a 400 that says so. */
const isPlainToTls = (status: number, body: Uint8Array): boolean =>
  status === 400 && /plain HTTP|HTTP request to an HTTPS/i.test(Buffer.from(body).toString());

const toTls = (host: string): Diagnosis => ({
  seen: `${host} speaks HTTPS on this port.`,
  advice: 'Write https:// instead.',
});
