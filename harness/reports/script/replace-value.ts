import type { WireRequest } from '../../exchange.js';

/**
 * Puts another text where a request speaks of a record by its id or slug: as a segment of its path, a value in its query
 * or a value in its body. The same request comes back where it does not.
 */
export function replaceValue(request: WireRequest, value: string, by: string): WireRequest {
  const target = request.target.replace(inTarget(value), () => by);
  const sent = request.body && Buffer.from(request.body).toString('latin1');
  const body = sent?.replace(inBody(value), () => by);
  if (target === request.target && body === sent) return request;
  return { ...request, target, ...(body !== undefined && { body: Buffer.from(body, 'latin1') }) };
}

/** Numbers and sizes of pages are no ids. */
const inTarget = (value: string): RegExp => new RegExp(`(?<=[/=,]|%2[Cc])(?<!page=)${value}(?=[/?&,]|%2[Cc]|$)`, 'g');

/** In JSON numbers stand without quotes and slugs with them; in a form there are neither. */
const inBody = (value: string): RegExp =>
  /^\d+$/.test(value)
    ? new RegExp(`(?<=[:,[]\\s*|=|%2[Cc])${value}(?=\\s*[,\\]}]|&|%2[Cc]|$)`, 'g')
    : new RegExp(`(?<="|=)${value}(?="|&|$)`, 'g');
