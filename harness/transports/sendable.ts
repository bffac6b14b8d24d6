import { validateHeaderName, validateHeaderValue } from 'node:http';
import { HarnessError } from '../errors.js';
import { headerValues, type Send, type WireRequest } from '../exchange.js';

/** What frames a message or lasts for one connection is the transport's own affair (RFC 9110 section 7.6.1). */
const reserved = ['connection', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/**
 * Lets through only what can be put on the wire, and throws a HarnessError for anything else. undici does check too, but
 * a Pool stops for good after a request that it refused.
 */
export function toGuarded(send: Send): Send {
  return async (request) => {
    const fault = faultOf(request);
    if (fault !== undefined) throw new HarnessError(`a request that cannot be sent: ${fault}`);
    return send(request);
  };
}

function faultOf({ method, target, headers, body }: WireRequest): string | undefined {
  if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(method)) return `the method ${JSON.stringify(method)}`;
  if (!/^\/[\u0021-\u00ff]*$/.test(target)) return `the target ${JSON.stringify(target)}`;
  const field = headers.find(([name, value]) => !isField(name, value) || reserved.includes(name.toLowerCase()));
  if (field) return `the header ${JSON.stringify(field[0])}`;
  if (headerValues(headers, 'host').length > 1) return 'more than one host';
  const length = String(body?.length ?? 0);
  return headerValues(headers, 'content-length').every((value) => value === length) ? undefined : 'a wrong length';
}

function isField(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
