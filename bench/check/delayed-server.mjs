import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createReferenceServer } from '../../build/reference-server/index.js';

/**
 * Runs the reference server in this process, delays each response by some milliseconds, and sends its URL to the parent.
 * Every request for a new server gets its own.
 */
process.on('message', (/** @type {{ delay: number }} */ { delay }) => void serve(delay));

async function serve(/** @type {number} */ delay) {
  const world = JSON.parse(await readFile(new URL('../../fixtures/worlds/complete.json', import.meta.url), 'utf8'));
  const { handler } = createReferenceServer({ world });
  const server = createServer((request, response) => {
    if (delay === 0) handler(request, response);
    else setTimeout(handler, delay, request, response);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}`));
}
