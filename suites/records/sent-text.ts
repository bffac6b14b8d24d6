import type { Written } from '../../target/calendar.js';

/** The text that was sent in a field. @throws when none was: whoever asks has sent it. */
export function sentText({ body }: Pick<Written, 'body'>, field: string): string {
  const sent = body[field];
  if (typeof sent !== 'string') throw new Error(`no text was sent as ${field}`);
  return sent;
}
