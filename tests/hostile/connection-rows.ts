import { createServer, type Socket } from 'node:net';
import type { HostileRow } from './hostile-row.js';
import { head, says, write } from './speech.js';

const spare = `${head('Content-Length: 13')}{"events":[]}`;

/** Connections that have had a response. */
const used = new WeakSet<Socket>();

/** Targets with connections that break, idle or at work. */
export const connectionRows: readonly HostileRow[] = [
  {
    number: 1,
    title: 'accepts connections and never answers',
    phases: ['before', 'middle'],
    isSilent: true,
    speak: () => {},
  },
  {
    number: 2,
    title: 'resets the connection before the head',
    phases: ['before', 'middle'],
    speak: (socket) => socket.resetAndDestroy(),
  },
  {
    number: 3,
    title: 'resets the connection in the body',
    phases: ['before', 'middle'],
    speak: (socket) => socket.write(`${head('Content-Length: 1000')}{"events":[`, () => socket.resetAndDestroy()),
  },
  {
    number: 4,
    title: 'closes a kept connection at the moment of its reuse',
    phases: ['before', 'middle'],
    async speak(socket, { honest }) {
      if (used.has(socket)) return socket.destroy();
      used.add(socket);
      return write(socket, await honest());
    },
  },
  {
    number: 5,
    title: 'sends octets on an idle connection',
    phases: ['before', 'middle'],
    async speak(socket, { honest }) {
      write(socket, await honest());
      setTimeout(() => socket.write(spare), 5);
    },
  },
  {
    number: 6,
    title: 'closes its half of the connection after each response',
    async speak(socket, { honest }) {
      write(socket, await honest());
      socket.end();
    },
  },
  {
    number: 8,
    title: 'has a name that resolves to another address at the second request',
    lookups: ['127.0.0.1', '127.0.0.2'],
    speak: async (socket, { honest }) => write(socket, await honest()),
  },
  { number: 21, title: 'answers in HTTP/0.9', speak: (socket) => socket.end('{"events":[]}') },
  {
    number: 22,
    title: 'greets as an SSH server',
    scheme: 'http',
    serve: () => createServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
  },
  {
    number: 22,
    title: 'greets as a mail server',
    scheme: 'http',
    serve: () => createServer((socket) => socket.write('220 mail.example.org ESMTP\r\n')),
  },
  {
    number: 34,
    title: 'sends spare responses after the one asked for',
    phases: ['before', 'middle'],
    async speak(socket, { honest }) {
      const { head: fields, body } = await honest();
      write(socket, { head: fields, body: Buffer.concat([body, Buffer.from(spare.repeat(3))]) });
    },
  },
  {
    number: 24,
    title: 'switches to a protocol that nobody asked for',
    speak: says('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
  },
];
