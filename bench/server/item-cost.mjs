import { cpuPerRequest, medianRatio, startWorker } from './server-process.mjs';

const REQUESTS = 8_000;

/** What GET of one event costs the server, against a bare `node:http` handler that sends the same bytes. */
export async function itemCost() {
  const [reference, bare] = [startWorker(), startWorker()];
  const root = await reference.ask('reference', { size: { events: 100, matches: 5 } });
  const list = await (await fetch(`${root}/vendor/events/v1/events?per_page=1`)).json();
  const event = `${root}/vendor/events/v1/events/${list.events[0].id}`;
  const url = await bare.ask('bare', { body: await (await fetch(event)).text() });
  const ratio = await medianRatio(
    () => cpuPerRequest(reference, event, REQUESTS),
    () => cpuPerRequest(bare, url, REQUESTS),
  );
  reference.end();
  bare.end();
  return { name: 'GET of one event, CPU against bare node:http', ratio, limit: 1.8 };
}
