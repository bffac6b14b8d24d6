const DAY_MS = 86_400_000;

/** A time on a clock without a zone, `YYYY-MM-DD HH:MM:SS`. Text order is time order. */
export type Wall = string;

/** Whether this is the name of a time zone. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** What the clocks of a zone show at an instant (ms since the epoch). */
export function toWall(instant: number, zone: string): Wall {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  // Swedish is written nearly like ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', options).format(instant).replace(',', '');
}

const asUtc = (wall: Wall): number => Date.parse(`${wall.replace(' ', 'T')}Z`);

/** How far the clocks of a zone are ahead of UTC, in ms. */
const offsetAt = (instant: number, zone: string): number => {
  const second = Math.floor(instant / 1000) * 1000;
  return asUtc(toWall(second, zone)) - second;
};

/**
 * The instant of a time on the clocks of a zone. Where they were changed, by the offset after the change: the second of
 * two times that are alike, and an earlier one for a time that was skipped.
 */
export function toInstant(wall: Wall, zone: string): number {
  const near = asUtc(wall);
  const [before, after] = [offsetAt(near - DAY_MS, zone), offsetAt(near + DAY_MS, zone)];
  const instant = near - after;
  return before === after || offsetAt(instant, zone) === after ? instant : near - before;
}

/** The instant as ISO 8601 in UTC, without fractions of a second. */
export const toUtcText = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

const forms = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d))?$/;

/** A time as it may be sent; undefined for what no calendar and clock shows. A bare day is its midnight. */
export function toWallTime(text: string): Wall | undefined {
  if (!forms.test(text)) return undefined;
  const wall = text.length === 10 ? `${text} 00:00:00` : text.replace('T', ' ');
  const instant = asUtc(wall);
  return Number.isNaN(instant) || toUtcText(instant).slice(0, 19) !== wall.replace(' ', 'T') ? undefined : wall;
}
