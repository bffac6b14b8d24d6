import type { Troubles } from '../trouble.js';

/** The proxy on the way, where --proxy names one. */
export const proxyTroubles = {
  unreachable: {
    seen: 'The proxy {proxy} cannot be connected to ({message}).',
    advice: 'Check host and port of --proxy, or leave it out.',
    means: 'Nothing listens there, the name is unknown, or TLS failed on the way to the proxy, not to the target.',
  },
  silent: {
    seen: 'The proxy {proxy} did not open a way to {host} within {limit}.',
    advice: 'Check host and port of --proxy, and whether the proxy itself may reach the target.',
    means: 'The proxy, or the target behind it, does not answer.',
  },
  loginMissing: {
    seen: 'The proxy {proxy} needs a login (407).',
    advice: 'Give it with --proxy env:VARIABLE (it holds http://user:password@host:port).',
    means: 'The proxy lets nobody through whom it does not know.',
  },
  loginRefused: {
    seen: 'The proxy {proxy} does not accept the login (407).',
    advice: 'Check user and password in what --proxy names; percent-encode signs such as @ and : in them.',
    means: 'The user or the password is wrong, or the proxy takes no Basic login.',
  },
  refuses: {
    seen: 'The proxy {proxy} refuses to connect to {host} ({status}).',
    advice: 'Ask who runs it to allow that, or leave --proxy out.',
    means: 'The proxy keeps a list of hosts and ports that it connects to (CONNECT), and this one is not on it.',
  },
  cannotReach: {
    seen: 'The proxy {proxy} cannot reach {host} ({status}).',
    advice: 'Check the address, and whether the proxy may reach it; a target near to you may need no --proxy.',
    means: 'The way to the proxy is open, the way on from there is not.',
  },
  notAProxy: {
    seen: '{proxy} does not answer as a proxy ({message}).',
    advice: 'Check host, port and scheme of --proxy.',
    means: 'Something else listens there, such as a proxy of another kind (SOCKS).',
  },
  ofTarget: {
    seen: '{url} is behind a proxy that needs a login (407).',
    advice: 'Use a network without it, ask who runs it, or name it with --proxy.',
    means: 'No --proxy was given: one stands on the way without being asked for.',
  },
} as const satisfies Troubles;
