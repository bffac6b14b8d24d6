import { resourceOf } from '../contract/resources.js';
import type { Written } from './calendar.js';
import type { Lens, Shown } from './lens.js';
import { isSameText } from './text.js';
import { walk } from './walk.js';

/**
 * The record that the answer to a create shows; undefined where it does not show what the record is called, as it was
 * sent. Such an answer may tell of the request: its status is `ok` then, its title `Created`.
 */
export function answeredRecord(lens: Lens, { collection, body, exchange }: Written): Shown | undefined {
  const shown = lens.recordIfAny(collection, exchange);
  const sent = body[resourceOf(collection).label];
  if (!shown || typeof sent !== 'string') return shown;
  const isNamed = [...walk(shown.json)].some(({ value }) => typeof value === 'string' && isName(sent, value));
  return isNamed ? shown : undefined;
}

const isName = (sent: string, shown: string): boolean => isSameText('markup', sent, shown);
