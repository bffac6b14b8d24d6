const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** One event begins every so many days. */
const EVERY = 6;
/** From two years ago until after all that a run makes. */
const [FROM, UNTIL] = [-730, 4_400];

const toWall = (ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A world among events of others, enough for the server to cut its timeline into chunks. Some last for a month, so that
 * their ends are not in the order of their starts.
 */
export function among(world, now) {
  const midnight = now - (now % DAY);
  const crowd = Array.from({ length: Math.floor((UNTIL - FROM) / EVERY) }, (_, index) => {
    const start = midnight + (FROM + index * EVERY) * DAY + ((index * 7) % 24) * HOUR;
    const hours = index % 5 === 0 ? 30 * 24 : 2;
    const [start_date, end_date] = [start, start + hours * HOUR].map(toWall);
    return { key: `crowd-${index}`, title: `Gathering ${index}`, start_date, end_date };
  });
  return { ...world, events: [...world.events, ...crowd] };
}
