import { soughtQuery } from './calendar.mjs';
import { cpuPerRequest, medianRatio, startWorker } from './server-process.mjs';

const REQUESTS = 3_000;
const MATCHES = 40;

/** What a page of 10 with a date window and a category filter costs in a large calendar, against a small one. */
export async function pageCost() {
  const [large, small] = [startWorker(), startWorker()];
  const urls = {
    large: await listUrl(large, 100_000),
    small: await listUrl(small, 1_000),
  };
  const ratio = await medianRatio(
    () => cpuPerRequest(large, urls.large, REQUESTS),
    () => cpuPerRequest(small, urls.small, REQUESTS),
  );
  large.end();
  small.end();
  return { name: 'page of 10 from 100,000 events, CPU against 1,000 events', ratio, limit: 3 };
}

/** @param {import('./server-process.mjs').Worker} worker @param {number} events */
async function listUrl(worker, events) {
  const root = await worker.ask('reference', { size: { events, matches: MATCHES } });
  const url = `${root}/vendor/events/v1/events?${soughtQuery}`;
  const { total } = await (await fetch(url)).json();
  if (total !== MATCHES) throw new Error(`${events} events gave ${total} matches instead of ${MATCHES}`);
  return url;
}
