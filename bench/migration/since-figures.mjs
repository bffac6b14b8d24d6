import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './command.mjs';
import { serveSynthetic } from './synthetic-calendar.mjs';

const EVENTS = 500_000;

/** One in a thousand, by the numbers of the events that they are added beside. */
const numbers = (toNumber) => Array.from({ length: EVENTS / 1_000 }, (_, index) => toNumber(index));
const near = numbers((index) => EVENTS / 2 + index);
const everywhere = numbers((index) => index * 1_000);

/** Requests of a whole snapshot, and of two since then after events were added, in percent of them. */
async function measureAll() {
  const folder = await mkdtemp(join(tmpdir(), 'calproof-bench-'));
  const calendar = await serveSynthetic(EVENTS);
  const take = async (...words) => {
    await measure(['snapshot', calendar.url, '--quiet', '--questions', 'none', ...words], folder);
    return calendar.takeRequests();
  };
  const takeSince = (added) => {
    calendar.add(added);
    return take('-o', 'new.gz', '--since', 'old.gz', '--seed', '7');
  };
  try {
    const whole = await take('-o', 'old.gz');
    return { near: ((await takeSince(near)) / whole) * 100, everywhere: ((await takeSince(everywhere)) / whole) * 100 };
  } finally {
    calendar.end();
    await rm(folder, { recursive: true });
  }
}

/** @type {ReturnType<typeof measureAll> | undefined} */
let measured;

const all = () => (measured ??= measureAll());

/** The figures of snapshot --since; all come from one calendar, which answers from a function. */
export const sinceFigures = [
  async () => {
    const name = 'requests of snapshot --since, % of a whole one, 500,000 events: 0.1 % new, within two weeks';
    return { name, ratio: (await all()).near, limit: 5 };
  },
  async () => {
    const name = 'the same: 0.1 % new, some in every window';
    return { name, ratio: (await all()).everywhere, limit: Number.POSITIVE_INFINITY };
  },
];
