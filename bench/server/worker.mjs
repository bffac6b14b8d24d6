/** A server in a process of its own, so that its CPU time is its own. Started by `server-process.mjs`. */
import { createServer } from 'node:http';
import { createReferenceServer } from '../../build/reference-server/index.js';
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

/** @typedef {{ ask: keyof typeof answers, body?: string, size?: { events: number, matches: number } }} Question */

const answers = {
  bare: (/** @type {Question} */ { body = '' }) => startBare(body),
  reference: async (/** @type {Question} */ { size = { events: 0, matches: 1 } }) => (await startReference(size)).url,
  cpu: cpuMicroseconds,
  heap: heapBytes,
};

process.on('message', (/** @type {Question} */ question) => {
  void Promise.resolve(answers[question.ask](question)).then((answer) => process.send?.(answer));
});

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
