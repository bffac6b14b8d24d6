import type { Exchange } from '../../../wire/exchange.js';
import { resolveLink } from '../../../wire/link.js';

/** The values of each parameter of an address, by its name, in whatever notation lists are written. */
type Parameters = ReadonlyMap<string, readonly string[]>;

const flags: Readonly<Record<string, string>> = { true: '1', false: '0' };

function parametersOf(target: string): Parameters {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(target.split('?', 2)[1])) {
    const plain = name.replace(/\[.*$/, '');
    values.set(plain, [...(values.get(plain) ?? []), ...value.split(',').map((one) => flags[one] ?? one)]);
  }
  return values;
}

const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

const isSame = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  one !== undefined && other !== undefined && one.toSorted().join() === other.toSorted().join();

/**
 * The parameters of a request that a link in its response lacks, or has with other values, by their names. A link may
 * write a page in its own way, so these are worth a request, and no more.
 */
export function lostFrom(link: string, exchange: Exchange): readonly string[] {
  const { target } = exchange.request;
  const [sent, linked] = [parametersOf(target), parametersOf(resolveLink(link, target) ?? '')];
  return namesSent(exchange).filter((name) => !isSame(sent.get(name), linked.get(name)));
}

/** The names of the parameters of a request, but for the page. */
export const namesSent = ({ request: { target } }: Exchange): readonly string[] =>
  [...parametersOf(target).keys()].filter((name) => name !== 'page');

/** Whether a link is the address of a request: to follow it is to send that again. */
export function isAddressOf(link: string, from: Exchange, { request }: Exchange): boolean {
  const target = resolveLink(link, from.request.target);
  if (target === undefined || pathOf(target) !== pathOf(request.target)) return false;
  const [sent, linked] = [parametersOf(request.target), parametersOf(target)];
  const names = [...new Set([...sent.keys(), ...linked.keys()])];
  return names.every((name) => isSame(sent.get(name), linked.get(name)));
}
