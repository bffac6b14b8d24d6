/** A number with the word it counts: `1 request`, `2,412 requests`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${toCount(count)} ${count === 1 ? one : many}`;
}

/** A whole number with separated thousands: `2,412`. */
export const toCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** A duration in words: `850 ms`, `9.8 s`, `2 min 5 s`. */
export function toDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The first of many, and how many more there are: `a, b, c and 4 more`. */
export function someOf(all: readonly string[], most: number): string {
  if (all.length <= most) return all.join(', ');
  return `${all.slice(0, most).join(', ')} and ${toCount(all.length - most)} more`;
}
