/** A server in a process of its own, so that its CPU time is its own. Started by `server-process.mjs`. */
import { createServer } from 'node:http';
import { createReferenceServer } from '../../dist/reference-server/index.js';
import { createCalendar } from './calendar.mjs';

/** @param {string} body */
async function startBare(body) {
  const bytes = Buffer.from(body);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
  const server = createServer((_, response) => response.writeHead(200, headers).end(bytes));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Read back from JSON, as a world file is: text made by concatenation weighs more. @param {{ events: number, matches: number }} size */
function startReference(size) {
  const world = JSON.parse(JSON.stringify(createCalendar(size)));
  return createReferenceServer({ world, now: () => new Date('2030-01-01T00:00:00Z') }).listen();
}

process.on(
  'message',
  async (/** @type {{ ask: string, body?: string, size?: { events: number, matches: number } }} */ message) => {
    if (message.ask === 'bare') process.send?.(await startBare(message.body ?? ''));
    if (message.ask === 'reference' && message.size) process.send?.((await startReference(message.size)).url);
    if (message.ask === 'cpu') process.send?.(cpuMicroseconds());
    if (message.ask === 'heap') process.send?.(await heapBytes());
  },
);

function cpuMicroseconds() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Octets on the heap and in buffers beside it, after what is not needed any more was thrown away. */
async function heapBytes() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
