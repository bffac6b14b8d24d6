import dns from 'node:dns';
import { onTestFinished, vi } from 'vitest';
import { connectionTroubles } from '../../../wire/preflight/trouble-catalogue.js';
import type { Case } from '../input/case.js';
import { listenDeaf, listenTcp, nobody } from './servers.js';

const { unknownHost, lookupFailed, refused, silent, noRoute, closedEarly, other } = connectionTroubles;

/** Has the resolver of this machine answer with a code; there is no other way to have it fail at will. */
function answerLookups(code: string): string {
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: object, done: (error: Error) => void) => {
    done(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
  }) as typeof dns.lookup);
  onTestFinished(() => lookup.mockRestore());
  return 'http://calendar.example/api';
}

export const connectionCases: readonly Case[] = [
  { about: 'a host that nobody knows', trouble: unknownHost, open: () => answerLookups('ENOTFOUND') },
  { about: 'a name server that fails', trouble: lookupFailed, open: () => answerLookups('EAI_AGAIN') },
  { about: 'no way there', trouble: noRoute, open: () => answerLookups('EHOSTUNREACH') },
  {
    about: 'a code that nobody knows',
    trouble: other,
    open: () => answerLookups('ENOVEL'),
    says: 'getaddrinfo ENOVEL',
  },
  { about: 'nobody listening', trouble: refused, open: async () => `http://${await nobody()}/api` },
  {
    about: 'a firewall that drops what comes',
    trouble: silent,
    open: async () => `http://${await listenDeaf()} --timeout 300ms`,
    says: 'within 300 ms',
  },
  {
    about: 'a TLS handshake that is never answered',
    trouble: silent,
    open: async () => `https://${await listenTcp(() => {})} --timeout 300ms`,
  },
  {
    about: 'a TLS handshake that is hung up on',
    trouble: closedEarly,
    open: async () => `https://${await listenTcp((socket) => socket.destroy())}`,
  },
];
