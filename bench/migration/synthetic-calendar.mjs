import { once } from 'node:events';
import { createServer } from 'node:http';

const PREFIX = '/vendor/events/v1';
const DAY = 86_400_000;

/** Records a page at most, as a common implementation has it. */
const CAP = 50;

/** The events of each day, and the first day. */
const [DAILY, FIRST] = [40, Date.UTC(2010, 0, 1)];

/**
 * A calendar of any number of events, which computes each of them from its number and stores none. Some events may come
 * twice, with another ID: they are the new ones.
 *
 * @param {number} count
 */
export async function serveSynthetic(count) {
  /** @type {readonly number[]} */
  let twice = [];
  let requests = 0;
  const server = createServer(({ url = '/' }, response) => {
    requests += 1;
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const body = toBody(pathname, searchParams, { count, twice });
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** @param {readonly number[]} numbers */
    add: (numbers) => void (twice = numbers.toSorted((one, other) => one - other)),
    /** Requests since the last call. */
    takeRequests: () => {
      const taken = requests;
      requests = 0;
      return taken;
    },
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function toBody(path, query, calendar) {
  if (path === PREFIX) return { namespace: 'vendor/events/v1', routes: {} };
  const [, collection, id] = path.slice(PREFIX.length).split('/');
  if (!path.startsWith(PREFIX) || !['events', 'venues', 'organizers', 'categories', 'tags'].includes(collection))
    return;
  if (id !== undefined) return collection === 'events' && /^\d+$/.test(id) ? toEvent(Number(id) - 1, 0) : undefined;
  if (collection !== 'events' || (query.get('status') ?? 'publish') !== 'publish') return toPage(collection, [], 0);
  const { from, to } = toBounds(query, calendar);
  const added = calendar.twice.filter((number) => number >= from && number < to);
  const total = to - from + added.length;
  const size = Math.min(CAP, Number(query.get('per_page') ?? 10));
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  const items = Array.from({ length: Math.max(0, Math.min(size, total - start)) }, (_, at) =>
    eventAt(from, start + at, added),
  );
  return toPage(collection, items, total);
}

const toPage = (collection, items, total) => ({ [collection]: items, total });

/** The numbers of the events in a window of days. */
function toBounds(query, { count }) {
  const toNumber = (day, days) => ((Date.parse(day) - FIRST) / DAY + days) * DAILY;
  const within = (number) => Math.max(0, Math.min(count, number));
  return {
    from: within(toNumber((query.get('starts_after') ?? '1900-01-01').slice(0, 10), 0)),
    to: within(toNumber((query.get('starts_before') ?? '2200-01-01').slice(0, 10), 1)),
  };
}

/** The event at a position of a window: each that comes twice moves those after it. */
function eventAt(from, position, added) {
  let number = from + position;
  for (const one of added) {
    if (one >= number) break;
    if (one === number - 1) return toEvent(one, 1);
    number -= 1;
  }
  return toEvent(number, 0);
}

function toEvent(number, copy) {
  const minutes = Math.floor((number % DAILY) * (1_400 / DAILY));
  const start = new Date(FIRST + Math.floor(number / DAILY) * DAY + minutes * 60_000).toISOString();
  const time = `${start.slice(0, 10)} ${start.slice(11, 19)}`;
  const name = copy === 0 ? String(number) : `${number} again`;
  return {
    id: copy === 0 ? number + 1 : number + 100_000_001,
    title: `Walk ${name}`,
    slug: `walk-${name.replace(' ', '-')}`,
    description: `Bring what walk ${name} needs: boots, water, and a map of the hills.`,
    status: 'publish',
    start_date: time,
    end_date: time,
  };
}
