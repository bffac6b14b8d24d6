const phrases = new Map<string, Map<string, string>>();

/**
 * Words put together, the same text each time: mistakes are named by the million while queries are weighed, and a text
 * that was looked up before is found much faster than one put together anew.
 */
export function phrase(first: string, last: string): string {
  const ofFirst = phrases.get(first) ?? new Map<string, string>();
  phrases.set(first, ofFirst);
  const text = ofFirst.get(last) ?? `${first} ${last}`;
  ofFirst.set(last, text);
  return text;
}
