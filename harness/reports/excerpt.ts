import { toCount } from './layout.js';

/** The beginning of a text that is longer than a reader of this report would want, and how long it is. */
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not between the halves of a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)} (... ${toCount(text.length)} characters in all)`;
}
