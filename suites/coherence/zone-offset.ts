const SECOND = 1000;

/** The milliseconds of a wall clock `YYYY-MM-DD HH:MM:SS`, as if it were in UTC. */
export const asUtc = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`);

const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** What a clock in an IANA zone shows at an instant, as if it were in UTC; undefined for what is no zone. */
function wallAt(zone: string, instant: number): number | undefined {
  try {
    // Swedish writes dates as ISO 8601 does.
    const format = new Intl.DateTimeFormat('sv-SE', { ...parts, second: '2-digit', timeZone: zone });
    return asUtc(format.format(instant));
  } catch {
    return undefined;
  }
}

/** Fixed offsets, as some services call their zones: `UTC+2`, `UTC-3.5`, `UTC+5:30`. */
function fixedOffset(zone: string): number | undefined {
  const [, sign, hours, minutes = '', fraction = ''] = /^UTC(?:([+-])(\d{1,2})(?::(\d\d))?(\.\d+)?)?$/.exec(zone) ?? [];
  if (!zone.startsWith('UTC') || (zone !== 'UTC' && sign === undefined)) return undefined;
  const size = (Number(hours ?? 0) + Number(minutes || 0) / 60 + Number(fraction || 0)) * 3600;
  return sign === '-' ? -size : size;
}

/** By how many seconds a zone is ahead of UTC when its clock shows this time; undefined for what is no zone. */
export function offsetAt(zone: string, wall: string): number | undefined {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return fixed;
  const guess = wallAt(zone, asUtc(wall));
  if (guess === undefined) return undefined;
  // The offset at the guessed instant leads to the true one, unless a clock changes in between.
  const instant = asUtc(wall) - (guess - asUtc(wall));
  const shown = wallAt(zone, instant);
  return shown === undefined ? undefined : (shown - instant) / SECOND;
}
