import { proxyTroubles } from '../../../wire/preflight/trouble-catalogue.js';
import type { Case } from '../input/case.js';
import { answering, listen } from '../targets.js';
import { listenProxy, listenTcp, nobody } from './servers.js';

const { unreachable, silent, loginMissing, loginRefused, refuses, cannotReach, notAProxy, ofTarget } = proxyTroubles;

const TARGET = 'https://calendar.example/api';
const through = (proxy: string): string => `${TARGET} --proxy http://${proxy}`;

/** A login that the proxy does not know. */
const knocking = async (target: string) => {
  const { at } = await listenProxy('Basic cmlnaHQ6cmlnaHQ=');
  return { line: `${target} --proxy env:WAY`, variables: { WAY: `http://anna:hunter22@${at}` } };
};

export const proxyCases: readonly Case[] = [
  { about: 'a proxy that is not there', trouble: unreachable, open: async () => through(await nobody()) },
  {
    about: 'a proxy that is not there, for plain HTTP',
    trouble: unreachable,
    open: async () => `http://calendar.example/api --proxy http://${await nobody()}`,
  },
  {
    about: 'a proxy that says nothing',
    trouble: silent,
    open: async () => `${through(await listenTcp(() => {}))} --timeout 300ms`,
  },
  {
    about: 'a proxy that wants a login',
    trouble: loginMissing,
    open: async () => through((await listenProxy('Basic x')).at),
  },
  {
    about: 'a proxy that wants a login, for plain HTTP',
    trouble: loginMissing,
    open: async () => `http://calendar.example/api --proxy http://${(await listenProxy('Basic x')).at}`,
  },
  { about: 'a proxy that wants another login', trouble: loginRefused, open: () => knocking(TARGET) },
  {
    about: 'a proxy that wants another login, for plain HTTP',
    trouble: loginRefused,
    open: () => knocking('http://calendar.example/api'),
  },
  {
    about: 'a proxy that opens no tunnel',
    trouble: refuses,
    open: async () => through((await listenProxy(undefined, 403)).at),
    says: '(403)',
  },
  {
    about: 'a proxy that cannot reach the target',
    trouble: cannotReach,
    open: async () => through((await listenProxy(undefined, 502)).at),
    says: '(502)',
  },
  {
    about: 'mail where a proxy is expected',
    trouble: notAProxy,
    open: async () => through(await listenTcp((socket) => socket.end('220 mail.example.org ESMTP\r\n'))),
  },
  {
    about: 'a proxy that nobody asked for',
    trouble: ofTarget,
    open: async () => (await listen(answering(407, {}))).url,
  },
];
