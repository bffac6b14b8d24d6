import { createCalendar } from './calendar.mjs';
import { startWorker } from './server-process.mjs';

const EVENTS = 100_000;
const PAGE = 100;

/**
 * How much heap, buffers included, the server needs for each event beyond the event's JSON. The JSON is that of the
 * world file, which is smaller than that of the representation.
 */
export async function heapPerEvent() {
  const [full, empty] = [startWorker(), startWorker()];
  const root = await full.ask('reference', { size: { events: EVENTS, matches: 40 } });
  await empty.ask('reference', { size: { events: 0, matches: 1 } });
  await readAll(root);
  const heap = ((await full.ask('heap')) - (await empty.ask('heap'))) / EVENTS;
  full.end();
  empty.end();
  return {
    name: 'heap per event beyond its JSON, 100,000 events',
    ratio: heap - jsonPerEvent(),
    limit: 1024,
    unit: 'B',
  };
}

/** Shows every event once, so that whatever is cached counts. @param {string} root */
async function readAll(root) {
  for (let page = 1; page <= EVENTS / PAGE; page += 1) {
    const query = `per_page=${PAGE}&starts_after=2000-01-01&page=${page}`;
    await (await fetch(`${root}/vendor/events/v1/events?${query}`)).arrayBuffer();
  }
}

function jsonPerEvent() {
  const { events = [] } = createCalendar({ events: EVENTS, matches: 40 });
  return JSON.stringify(events).length / EVENTS;
}
