import dns from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** What is not on the public internet (RFC 6890): private, loopback, link-local and shared addresses. */
const internal = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  internal.addSubnet(network, prefix);
}
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  internal.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is not on the public internet. */
export const isInternal = (address: string): boolean => internal.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const withoutWww = ({ hostname }: URL): string => hostname.replace(/^www\./, '');

/** Whether an address is that of the same site: of the origin, or of its twin with https or with or without www. */
const isTwin = (next: URL, given: URL): boolean =>
  next.origin === given.origin ||
  (withoutWww(next) === withoutWww(given) &&
    next.port === given.port &&
    (next.protocol === given.protocol || next.protocol === 'https:'));

/**
 * Whether a redirect may be followed: a target decides where it goes, and somebody else's machine is not to be asked.
 * A name that was not given must not go from the internet into the network of this machine either.
 */
export async function isFollowed(next: URL, given: URL): Promise<boolean> {
  if (!isTwin(next, given)) return false;
  return next.hostname === given.hostname || !(await isInside(next)) || (await isInside(given));
}

/** What cannot be looked up counts as inside: nothing is asked of it. */
async function isInside({ hostname }: URL): Promise<boolean> {
  try {
    return (await dns.lookup(hostname, { all: true })).some(({ address }) => isInternal(address));
  } catch {
    return true;
  }
}
